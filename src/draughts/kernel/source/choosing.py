"""One of the legal moves of a position, chosen at random, each with the same chance.

Where moves are sets of squares they are counted as such, and only the one that is chosen is made.
"""

from __future__ import annotations

from draughts.kernel.source.counting import going_on, landings
from draughts.kernel.source.lists import begin_list, can_capture, list_captures
from draughts.kernel.source.quiet import count_king_moves, count_man_moves, king_targets
from draughts.kernel.source.records import arriving, leaving
from draughts.kernel.source.search import frozen_king
from draughts.kernel.vocabulary import *


@inlined
def seed_of(seed: int, number: int) -> int:
    """Where the draws of game `number` begin."""
    return mix(ZERO, ZERO, ZERO, (mix(ZERO, ZERO, ZERO, seed) >> 2) + number) >> 2


@inlined
def drawn(start: int, number: int) -> int:
    """32 random bits: draw `number` of those that begin at `start`."""
    return mix(ZERO, ZERO, ZERO, start + number) >> 16 & 0xFFFFFFFF


@inlined
def nth(squares: Word, number: int) -> Word:
    """The square of a set that has so many below it."""
    while number > 0:
        squares ^= lowest_bit(squares)
        number -= 1
    return lowest_bit(squares)


@inlined
def choose(scratch: int, info: int, taken: Word) -> None:
    """Note which move is chosen."""
    store(scratch, CHOSEN, info)
    store_word(scratch, CHOSEN_TAKEN, taken)


def choose_quiet(side: Static[Side], own: Word, kings: Word, frozen: Word, empty: Word, bits: int, scratch: int) -> int:
    """Choose a quiet move; how many there are."""
    men = own & ~kings
    royal = own & kings & ~frozen
    of_men = count_man_moves(side, men, empty)
    count = of_men
    if royal:
        count += count_king_moves(side.royal, royal, empty)
    left = bits * count >> 32
    if left < of_men:
        for d in side.man_moves:
            targets = d.step(men) & empty
            here = popcount(targets)
            if left < here:
                target = nth(targets, left)
                crowned = KING_ARRIVES if target & side.promotion else 0
                choose(scratch, arriving(leaving(index(d.back(target)), 0), index(target), crowned), ZERO)
                return count
            left -= here
        return count
    left -= of_men
    while royal:
        king = lowest_bit(royal)
        royal ^= king
        targets = king_targets(side.royal, king, empty)
        here = popcount(targets)
        if left < here:
            target = nth(targets, left)
            choose(scratch, arriving(leaving(index(king), KING_MOVES), index(target), KING_ARRIVES), ZERO)
            return count
        left -= here
    return count


def choose_single(side: Static[Side], own: Word, opp: Word, empty: Word, bits: int, scratch: int) -> int:
    """Choose a capture where none takes two pieces and there are no kings; how many there are."""
    count = 0
    for d in side.man_captures:
        count += popcount(landings(d, own, opp, empty))
    left = bits * count >> 32
    for d in side.man_captures:
        reached = landings(d, own, opp, empty)
        here = popcount(reached)
        if left < here:
            target = nth(reached, left)
            victim = d.back(target)
            crowned = KING_ARRIVES if target & side.promotion else 0
            choose(scratch, arriving(leaving(index(d.back(victim)), 0), index(target), crowned), victim)
            return count
        left -= here
    return count


def choose_listed(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, bits: int, scratch: int) -> int:
    """Choose a capture of any kind; how many there are, or `TOO_MANY`."""
    begin_list(MOVES, 1, scratch)
    end = list_captures(side, own, opp, kings, empty, scratch)
    if load(scratch, FAILED):
        return TOO_MANY
    count = (end - MOVES) // RECORD
    at = MOVES + (bits * count >> 32) * RECORD
    choose(scratch, load(scratch, at), load_word(scratch, at + 1))
    return count


@inlined
def choose_for(side: Static[Side], own: Word, opp: Word, kings: Word, state: int, bits: int, scratch: int) -> int:
    """Choose a legal move of one side; how many there are, or `TOO_MANY`."""
    if MOVEMENT.ends_with_king and kings:
        return 0
    empty = VALID & ~(own | opp)
    if not can_capture(side, own, opp, kings, empty):
        return choose_quiet(side, own, kings, frozen_king(state, scratch), empty, bits, scratch)
    if kings or going_on(side, own, opp, empty):
        return choose_listed(side, own, opp, kings, empty, bits, scratch)
    return choose_single(side, own, opp, empty, bits, scratch)


@inlined
def choose_move(turn: int, own: Word, opp: Word, kings: Word, state: int, bits: int, scratch: int) -> int:
    """Choose a legal move with 32 random bits; how many there are, or `TOO_MANY`. It is left at `CHOSEN`."""
    for side in SIDES:
        if turn == side.index:
            return choose_for(side, own, opp, kings, state, bits, scratch)
    return 0
