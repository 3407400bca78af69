"""FEN in machine code, as this package writes it; see `_fenwords`. This module loads numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from draughts.kernel.cache import is_kept
from draughts.kernel.cpython import (
    PythonObject,
    load_byte,
    load_unit,
    no_answer,
    read_number,
    read_text,
    stack_memory,
    store_byte,
    write_numbers,
    write_text,
)
from draughts.kernel.jit import compiled

__all__ = ["bind_read", "bind_write", "is_on_disk"]

#: The key of this code, which no rules matter for.
_KEY = "fentext"

COMMA, COLON, KING, WHITE, BLACK, DIGIT_0, DIGIT_9 = map(ord, ",:KWB09")
#: More than the text of any board whose words have 64 bits.
LONGEST = 512

# mypy: disable-error-code="no-untyped-call, no-untyped-def"
# The functions from here to `_NAMES` are compiled. A table of squares is an address: how many there are, the bit
# of each (plus 256 if it is White's promotion row, 512 if it is Black's), and the kernel's number of White.


def _read_side(address, at, end, squares, last_row, other):
    """Read a list of pieces from `at` to a colon or the end; where it ends (-1 if it is odd), its word and its kings.

    `last_row` marks the squares where a man would be a king, and pieces on squares of the word `other` are odd.
    """
    word = other & 0
    kings = word
    count = load_unit(squares, 0)
    is_first = True
    while at < end and load_byte(address, at) != COLON:
        if not is_first:
            if load_byte(address, at) != COMMA:
                return -1, word, kings
            at += 1
        is_first = False
        is_king = at < end and load_byte(address, at) == KING
        at += is_king
        begin = at
        square = 0
        while at < end and DIGIT_0 <= load_byte(address, at) <= DIGIT_9 and at - begin < 3:
            square = 10 * square + load_byte(address, at) - DIGIT_0
            at += 1
        if at == begin or load_byte(address, begin) == DIGIT_0 or square > count:
            return -1, word, kings
        found = load_unit(squares, square)
        bit = (word & 0 | 1) << (found & 255)
        if (word | other) & bit or (found & last_row and not is_king):
            return -1, word, kings
        word |= bit
        if is_king:
            kings |= bit
    return at, word, kings


def _read(table, text):
    """Side, own, opponent's and kings' words; None if the text is not as it would be written, or wrong."""
    squares = read_number(table)
    address, length = read_text(text)
    if length < 5 or load_byte(address, 1) != COLON or load_byte(address, 2) != WHITE:
        return no_answer()
    turn = load_byte(address, 0)
    nothing = length & 0
    at, white, white_kings = _read_side(address, 3, length, squares, 256, nothing)
    if at < 0 or at + 1 >= length or load_byte(address, at + 1) != BLACK:
        return no_answer()
    at, black, black_kings = _read_side(address, at + 2, length, squares, 512, white)
    if at != length:
        return no_answer()
    white_side = load_unit(squares, load_unit(squares, 0) + 1)
    if turn == WHITE:
        return write_numbers(white_side, white, black, white_kings | black_kings)
    if turn == BLACK:
        return write_numbers(1 - white_side, black, white, white_kings | black_kings)
    return no_answer()


def _write_side(address, at, squares, word, kings):
    """Write the list of a side's pieces; where it ends."""
    begin = at
    for square in range(1, load_unit(squares, 0) + 1):
        bit = load_unit(squares, square) & 255
        if not word >> bit & 1:
            continue
        if at > begin:
            store_byte(address, at, COMMA)
            at += 1
        if kings >> bit & 1:
            store_byte(address, at, KING)
            at += 1
        if square >= 10:
            store_byte(address, at, DIGIT_0 + square // 10)
            at += 1
        store_byte(address, at, DIGIT_0 + square % 10)
        at += 1
    return at


def _write(table, side, own, opp, kings):
    """The canonical FEN of a side to move and three words."""
    squares = read_number(table)
    own_word = read_number(own)
    opp_word = read_number(opp)
    king_word = read_number(kings)
    is_white = read_number(side) == load_unit(squares, load_unit(squares, 0) + 1)
    address = stack_memory(LONGEST)
    store_byte(address, 0, WHITE if is_white else BLACK)
    store_byte(address, 1, COLON)
    store_byte(address, 2, WHITE)
    at = _write_side(address, 3, squares, own_word if is_white else opp_word, king_word)
    store_byte(address, at, COLON)
    store_byte(address, at + 1, BLACK)
    at = _write_side(address, at + 2, squares, opp_word if is_white else own_word, king_word)
    return write_text(address, at)


_NAMES: dict[str, object] = {name: value for name, value in globals().items() if isinstance(value, int)}
_NAMES |= {
    function.__name__: function
    for function in (
        load_byte, load_unit, no_answer, read_number, read_text, stack_memory, store_byte, write_numbers, write_text,
        _read_side, _write_side,
    )
}  # fmt: skip


@lru_cache(maxsize=1)
def bind_read() -> Callable[[int, str], tuple[int, int, int, int] | None]:
    """The reader, compiled or loaded from disk; it takes the address of a table of squares and a text."""
    return compiled(_KEY, _read.__code__, [PythonObject()] * 2, _NAMES)


@lru_cache(maxsize=1)
def bind_write() -> Callable[[int, int, int, int, int], str]:
    """The writer, compiled or loaded from disk; it takes a table, the side to move, and three words."""
    return compiled(_KEY, _write.__code__, [PythonObject()] * 5, _NAMES)


@lru_cache(maxsize=1)
def is_on_disk() -> bool:
    """Whether this need not be compiled."""
    return is_kept(_KEY)
