"""How the kernel packs a move into numbers. This module and ``source/records`` are the only ones that know.

A move's *info* is an integer of 24 bits:

=========  ====================================================
bits       what
=========  ====================================================
16 to 23   the origin, as a bit number of the layout
8 to 15    the destination, as a bit number
1          whether a king moves
0          whether a king arrives: the piece, or a man crowned
=========  ====================================================

A *record* is how a move is known outside compiled code: a quiet move is its info, a capture its info and the word of
the captured squares. Compiled code finds quiet moves and captures of one piece by *number*: that is the info, plus
``1 + bit << 24`` for a capture, the bit being that of the piece.

`FIELDS` are words of the kernel vocabulary; what a move does to a position is said in ``source/records``.
"""

from __future__ import annotations

__all__ = ["FIELDS", "Record", "destination_of", "is_king", "number_of", "origin_of", "promotes"]

Record = int | tuple[int, int]

#: The fields of a move's info, as kernel source names them.
FIELDS = {
    "ORIGIN_SHIFT": 16,
    "TARGET_SHIFT": 8,
    "NUMBER_MASK": 0xFF,
    "KING_MOVES": 2,
    "KING_ARRIVES": 1,
    "INFO_BITS": 24,
}

_ORIGIN_SHIFT, _TARGET_SHIFT, _NUMBER_MASK, _KING_MOVES, _KING_ARRIVES, _INFO_BITS = FIELDS.values()


def number_of(info: int, taken: int) -> int:
    """The number of a move with this info that takes the pieces of this word; 0 if they are several.

    Examples
    --------
    >>> number_of(5 << 16 | 9 << 8, 0) == 5 << 16 | 9 << 8
    True
    >>> number_of(5 << 16 | 13 << 8, 1 << 9) == 5 << 16 | 13 << 8 | 10 << 24
    True
    >>> number_of(5 << 16 | 21 << 8, 1 << 9 | 1 << 17)
    0
    """
    return 0 if taken & (taken - 1) else info | taken.bit_length() << _INFO_BITS


def origin_of(info: int) -> int:
    """The bit number of the origin."""
    return info >> _ORIGIN_SHIFT & _NUMBER_MASK


def destination_of(info: int) -> int:
    """The bit number of the destination."""
    return info >> _TARGET_SHIFT & _NUMBER_MASK


def is_king(info: int) -> bool:
    """Whether a king moves."""
    return bool(info & _KING_MOVES)


def promotes(info: int) -> bool:
    """Whether a man becomes a king."""
    return bool(info & _KING_ARRIVES) and not info & _KING_MOVES
