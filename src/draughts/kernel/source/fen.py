"""FEN as this package writes it: ``W:W21,K30:B1,2``. Whatever is spelt otherwise is left to `draughts.position.fen`.

A table of squares has in unit 0 how many there are, then the bit number of each, plus `WHITE_PROMOTES` or
`BLACK_PROMOTES` on these rows, and then the kernel's number of White. Words have 64 bits.
"""

from __future__ import annotations

from draughts.kernel.source.text import digits_end, number_between, put
from draughts.kernel.vocabulary import *


def read_pieces(
    text: int, at: int, end: int, squares: int, promotion: int, other: Word, place: int, scratch: int
) -> int:
    """Read the pieces of one side, from `at` to a colon or the end.

    `promotion` marks the squares where a man would be a king; `other` are the squares that are taken. The word of the
    pieces is written to `place`, that of the kings among them to `place` + 1.

    Returns
    -------
    int
        Where the list ends, or -1 if it is not as this package writes it, or no position.
    """
    word = ZERO
    kings = ZERO
    count = load(squares, 0)
    start = at
    while at < end and load_byte(text, at) != ord(":"):
        if at > start:
            if load_byte(text, at) != ord(","):
                return -1
            at += 1
        is_king = at < end and load_byte(text, at) == ord("K")
        if is_king:
            at += 1
        begin = at
        at = digits_end(text, begin, end, 3)
        number = number_between(text, begin, at)
        if at == begin or load_byte(text, begin) == ord("0") or number > count:
            return -1
        found = load(squares, number)
        piece = square(found & NUMBER_MASK)
        if (word | other) & piece or (found & promotion and not is_king):
            return -1
        word |= piece
        if is_king:
            kings |= piece
    store_word(scratch, place, word)
    store_word(scratch, place + 1, kings)
    return at


@entry
def read_fen(squares: int, text: int, length: int, top: int, scratch: int) -> int:
    """Write the side to move and own, opponent's and kings' words from `top` on; whether that could be done: 1 or 0."""
    if length < 5 or load_byte(text, 1) != ord(":") or load_byte(text, 2) != ord("W"):
        return 0
    at = read_pieces(text, 3, length, squares, WHITE_PROMOTES, ZERO, top, scratch)
    if at < 0 or at + 1 >= length or load_byte(text, at + 1) != ord("B"):
        return 0
    white = load_word(scratch, top)
    kings = load_word(scratch, top + 1)
    if read_pieces(text, at + 2, length, squares, BLACK_PROMOTES, white, top, scratch) != length:
        return 0
    black = load_word(scratch, top)
    store_word(scratch, top + 3, kings | load_word(scratch, top + 1))
    side = load(squares, load(squares, 0) + 1)
    if load_byte(text, 0) == ord("W"):
        store(scratch, top, side)
        store_word(scratch, top + 1, white)
        store_word(scratch, top + 2, black)
        return 1
    if load_byte(text, 0) == ord("B"):
        store(scratch, top, 1 - side)
        store_word(scratch, top + 1, black)
        store_word(scratch, top + 2, white)
        return 1
    return 0


def write_pieces(text: int, at: int, squares: int, word: Word, kings: Word) -> int:
    """Write the list of a side's pieces; where it ends."""
    start = at
    for number in range(1, load(squares, 0) + 1):
        piece = word & square(load(squares, number) & NUMBER_MASK)
        if piece:
            if at > start:
                at = put(text, at, ord(","))
            if piece & kings:
                at = put(text, at, ord("K"))
            if number >= 10:
                at = put(text, at, ord("0") + number // 10)
            at = put(text, at, ord("0") + number - 10 * (number // 10))
    return at


@entry
def write_fen(squares: int, side: int, own: Word, opp: Word, kings: Word, top: int, text: int) -> int:
    """Write the canonical FEN to the bytes of memory from unit `top` on; its length."""
    is_white = side == load(squares, load(squares, 0) + 1)
    start = 8 * top
    at = put(text, start, ord("W") if is_white else ord("B"))
    at = put(text, at, ord(":"))
    at = put(text, at, ord("W"))
    at = write_pieces(text, at, squares, own if is_white else opp, kings)
    at = put(text, at, ord(":"))
    at = put(text, at, ord("B"))
    at = write_pieces(text, at, squares, opp if is_white else own, kings)
    return at - start
