"""What a move's numbers mean, and what a move does to the words of a position; see `draughts.kernel.records`.

After a move the sides are exchanged: the words of the next position are those of `opponent_after`, `own_after` and
`kings_after`.
"""

from __future__ import annotations

from draughts.kernel.vocabulary import *


@inlined
def leaving(number: int, kind: int) -> int:
    """The info of a move from square `number`, without its destination; `kind` is `KING_MOVES` or 0."""
    return number << ORIGIN_SHIFT | kind


@inlined
def arriving(start: int, number: int, crowned: int) -> int:
    """The info of a move that begins as `leaving` says; `crowned` is `KING_ARRIVES` or 0."""
    return start | number << TARGET_SHIFT | crowned


@inlined
def ends_of(info: int) -> int:
    """Origin and destination as one number, by which moves are ordered."""
    return info >> TARGET_SHIFT


@inlined
def shift_of(info: int) -> Word:
    """The squares that the mover's side gains or loses: origin and destination, unless they are the same."""
    return square(info >> ORIGIN_SHIFT) ^ square(info >> TARGET_SHIFT & NUMBER_MASK)


@inlined
def vacated_by(info: int, taken: Word) -> Word:
    """The squares where no king is left by the move."""
    return square(info >> ORIGIN_SHIFT) | taken


@inlined
def crowned_by(info: int) -> Word:
    """The destination, if a king arrives there."""
    if info & KING_ARRIVES:
        return square(info >> TARGET_SHIFT & NUMBER_MASK)
    return ZERO


@inlined
def own_after(own: Word, shift: Word) -> Word:
    """The mover's pieces after the move."""
    return own ^ shift


@inlined
def opponent_after(opp: Word, taken: Word) -> Word:
    """The opponent's pieces after the move."""
    return opp ^ taken


@inlined
def kings_after(kings: Word, vacated: Word, crowned: Word) -> Word:
    """The kings of both sides after the move."""
    return kings & ~vacated | crowned


@entry
def shift(info: int) -> Word:
    """`shift_of`, for boards in Python."""
    return shift_of(info)


@entry
def vacated(info: int, taken: Word) -> Word:
    """`vacated_by`, for boards in Python."""
    return vacated_by(info, taken)


@entry
def crowned(info: int) -> Word:
    """`crowned_by`, for boards in Python."""
    return crowned_by(info)
