"""Captures jump by jump: which steps a position allows, and what a step does.

A step is a quiet move, or one jump of a capture. A capture that is under way has, besides the position before it, the
squares of its origin, of the jump before and of the piece now, whether that is a king by now, and the pieces taken. Of
the first jumps those may be made with which some legal capture begins; after each of them, those with which it may go
on, and no capture ends before there is none.
"""

from __future__ import annotations

from draughts.kernel.source.arrays import advance, bit_at, number_at, put_squares, word_of
from draughts.kernel.source.captures import begin, follow_all, walk_king, walk_short
from draughts.kernel.source.lists import can_capture, list_quiet
from draughts.kernel.source.records import arriving, leaving
from draughts.kernel.source.search import frozen_king
from draughts.kernel.vocabulary import *


@inlined
def chain_part(at: int, part: int, scratch: int) -> int:
    """A part of the capture that is under way, or 0.

    The squares of its origin (0), of the piece before its last jump (1) and now (2), and whether that is a king (3).
    """
    return load_byte(load(scratch, CHAINS), 4 * at + part)


@inlined
def taken_of(at: int, scratch: int) -> Word:
    """The pieces taken by a capture that is under way."""
    place = at * SQUARE_UNITS
    return word_of(load(scratch, TAKEN), place, place, scratch)


@inlined
def barred_after(side: Static[Side], before: int, now: Word) -> int:
    """The direction that leads back to where a jump has come from."""
    barred = -1
    if not MOVEMENT.about_turns:
        for d in side.royal.captures:
            if ray(d.index, before) & now:
                barred = d.opposite
    return barred


@inlined
def begin_steps(opp: Word, kings: Word, before: int, scratch: int) -> None:
    """Prepare to write the first jumps of captures behind `before` ones."""
    begin(opp, kings, scratch)
    store(scratch, PATHS, 1)
    store(scratch, DISTINCT, 0)
    store(scratch, STEPS_BEFORE, before)


def list_further(
    side: Static[Side],
    own: Word,
    opp: Word,
    kings: Word,
    origin: int,
    before: int,
    now: int,
    is_king: bool,
    taken: Word,
    scratch: int,
) -> int:
    """Write the jumps with which a capture may go on from `TOP` on; where they end."""
    empty = VALID & ~(own | opp) | square(origin)
    if MOVEMENT.immediate:
        empty |= taken
    begin_steps(opp, kings, popcount(taken), scratch)
    store(scratch, ORIGIN, leaving(now, 0))
    here = square(now)
    if is_king:
        walk_king(side.royal, STEPS, here, barred_after(side, before, here), opp & ~taken, empty, 0, scratch)
    elif not MOVEMENT.ends_move or not here & side.promotion:
        walk_short(side, STEPS, False, here, opp & ~taken, empty, 0, scratch)
    return load(scratch, TOP)


def list_steps(at: int, turn: int, own: Word, opp: Word, kings: Word, state: int, scratch: int) -> int:
    """Write the steps that a position allows from `MOVES` on; where they end, or `TOO_MANY`."""
    store(scratch, TOP, MOVES)
    if MOVEMENT.ends_with_king and kings:
        return MOVES
    end = MOVES
    empty = VALID & ~(own | opp)
    store(scratch, BUDGET, 0)
    for side in SIDES:
        if turn == side.index:
            if chain_part(at, 0, scratch):
                origin = bit_at(chain_part(at, 0, scratch), scratch)
                before = bit_at(chain_part(at, 1, scratch), scratch)
                now = bit_at(chain_part(at, 2, scratch), scratch)
                crowned = chain_part(at, 3, scratch) != 0
                end = list_further(side, own, opp, kings, origin, before, now, crowned, taken_of(at, scratch), scratch)
            elif can_capture(side, own, opp, kings, empty):
                begin_steps(opp, kings, 0, scratch)
                follow_all(side, STEPS, own, opp, kings, empty, scratch)
                end = load(scratch, TOP)
            else:
                end = MOVES + list_quiet(side, own, kings, frozen_king(state, scratch), empty, MOVES, scratch)
    if load(scratch, BUDGET) < 0:
        return TOO_MANY
    return end


@inlined
def jumped(from_bit: int, to_bit: int, prey: Word) -> Word:
    """The piece that a jump from one square to another takes; nothing if it takes none."""
    victim = ZERO
    for d in DIRECTIONS:
        beyond = ray(d.index, from_bit)
        if beyond & square(to_bit):
            victim = beyond & ~ray(d.index, to_bit) & prey
    return victim


def make_step(at: int, turn: int, own: Word, opp: Word, kings: Word, state: int, step: int, scratch: int) -> None:
    """Make a step that a position allows. A capture that may go on stays under way, else the move is complete."""
    origin = step >> ORIGIN_SHIFT
    target = step >> TARGET_SHIFT & NUMBER_MASK
    taken = ZERO
    crowned = False
    first = origin
    under_way = chain_part(at, 0, scratch) != 0
    if under_way:
        first = bit_at(chain_part(at, 0, scratch), scratch)
        taken = taken_of(at, scratch)
        crowned = chain_part(at, 3, scratch) != 0
    else:
        crowned = square(origin) & kings != ZERO
    victim = jumped(origin, target, opp & ~taken)
    kind = KING_MOVES if square(first) & kings else 0
    for side in SIDES:
        if turn == side.index:
            if victim:
                taken |= victim
                if MOVEMENT.continues_as_king and square(target) & side.promotion:
                    crowned = True
                store(scratch, TOP, MOVES)
                end = list_further(side, own, opp, kings, first, origin, target, crowned, taken, scratch)
                if end > MOVES:
                    keep_chain(at, first, origin, target, crowned, taken, scratch)
                    return
            if square(target) & side.promotion:
                crowned = True
    put_squares(load(scratch, TAKEN), at * SQUARE_UNITS, ZERO, scratch)
    info = arriving(leaving(first, kind), target, KING_ARRIVES if crowned else 0)
    advance(at, turn, own, opp, kings, state, info, taken, scratch)


def keep_chain(at: int, first: int, before: int, now: int, crowned: bool, taken: Word, scratch: int) -> None:
    """Write down a capture that is under way."""
    chains = load(scratch, CHAINS)
    store_byte(chains, 4 * at, number_at(first, 0, scratch))
    store_byte(chains, 4 * at + 1, number_at(before, 0, scratch))
    store_byte(chains, 4 * at + 2, number_at(now, 0, scratch))
    store_byte(chains, 4 * at + 3, 1 if crowned else 0)
    put_squares(load(scratch, TAKEN), at * SQUARE_UNITS, taken, scratch)
