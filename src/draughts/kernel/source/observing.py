"""Positions as learning programs see them: planes, and masks of the actions that are allowed."""

from __future__ import annotations

from draughts.kernel.source.arrays import bit_at, kings_of, opponent_of, own_of, side_of
from draughts.kernel.source.batch import absolute, action_of, list_at, size_of, steps_at, taken_at
from draughts.kernel.source.steps import chain_part, taken_of
from draughts.kernel.vocabulary import *


def paint(squares: Word, side: int, place: int, width: int, one: int, scratch: int) -> None:
    """Write `one` for each square of a set into a plane that begins at an element of `ANSWERS`."""
    answers = load(scratch, ANSWERS)
    where = load(scratch, PLANE_SQUARES)
    while squares:
        square_here = lowest_bit(squares)
        squares ^= square_here
        element = place + load_16(where, side * 128 + index(square_here))
        if width == 1:
            store_byte(answers, element, one)
        elif width == 2:
            store_16(answers, element, one)
        else:
            store_32(answers, element, one)


@entry
def paint_planes(first: int, last: int, planes: int, size: int, width: int, one: int, scratch: int) -> int:
    """Write positions to `ANSWERS`, which is cleared: so many planes of `size` elements of `width` bytes each."""
    for at in range(first, last):
        side = side_of(at, scratch)
        own = own_of(at, scratch)
        opp = opponent_of(at, scratch)
        kings = kings_of(at, scratch)
        place = at * planes * size
        paint(own & ~kings, side, place, width, one, scratch)
        paint(own & kings, side, place + size, width, one, scratch)
        paint(opp & ~kings, side, place + 2 * size, width, one, scratch)
        paint(opp & kings, side, place + 3 * size, width, one, scratch)
        if planes > 4 and chain_part(at, 0, scratch):
            now = square(bit_at(chain_part(at, 2, scratch), scratch))
            paint(now, side, place + 4 * size, width, one, scratch)
            paint(taken_of(at, scratch), side, place + 5 * size, width, one, scratch)
    return NOBODY


@inlined
def allow(at: int, number: int, scratch: int) -> None:
    """Write a 1 for an action of a position; what is no action, as nonsense in arrays may have it, is left out."""
    size = load(scratch, MASK_SIZE)
    if number != NOBODY and number < size:
        store_byte(load(scratch, ANSWERS), at * size + number, 1)


@entry
def mask_moves(first: int, last: int, scratch: int) -> int:
    """Write a 1 to the `MASK_SIZE` bytes of each position in `ANSWERS`, which are cleared, for each legal move."""
    for at in range(first, last):
        side = side_of(at, scratch)
        count = list_at(at, side, scratch)
        if count == TOO_MANY:
            return at
        size = size_of(count)
        for move in range(absolute(count)):
            place = MOVES + move * size
            allow(at, action_of(side, load(scratch, place), taken_at(place, count, scratch), scratch), scratch)
    return NOBODY


@entry
def mask_steps(first: int, last: int, scratch: int) -> int:
    """As `mask_moves`, for steps."""
    for at in range(first, last):
        side = side_of(at, scratch)
        end = steps_at(at, side, scratch)
        if end == TOO_MANY:
            return at
        for place in range(MOVES, end):
            allow(at, action_of(side, load(scratch, place), ZERO, scratch), scratch)
    return NOBODY
