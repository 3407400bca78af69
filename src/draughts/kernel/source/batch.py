"""Entry points of `draughts.batch.Boards`: each answers for the positions from `first` up to `last`.

They answer `NOBODY`, or the number of the first position that has more capture routes than are followed or, where moves
are asked for, in which there is no such move.
"""

from __future__ import annotations

from draughts.kernel.source.arrays import (
    advance,
    kings_of,
    number_at,
    opponent_of,
    own_of,
    put_squares,
    side_of,
    squares_of,
    state_of,
)
from draughts.kernel.source.choosing import choose_move, drawn, seed_of
from draughts.kernel.source.counting import count_moves
from draughts.kernel.source.endgames import known_value
from draughts.kernel.source.lists import begin_list, list_moves
from draughts.kernel.source.search import frozen_king
from draughts.kernel.source.steps import list_steps, make_step
from draughts.kernel.vocabulary import *


@inlined
def ends_in_squares(info: int, scratch: int) -> int:
    """The squares of origin and destination as one number, by which a board orders moves."""
    origin = number_at(info >> ORIGIN_SHIFT, 0, scratch)
    return origin << 8 | number_at(info >> TARGET_SHIFT & NUMBER_MASK, 0, scratch)


@inlined
def has_further(taken: Word, half: Static[int], beyond: int, scratch: int) -> bool:
    """Whether a set has some of these squares of one unit, or any of a later unit."""
    if squares_of(taken, 0, half, scratch) & beyond:
        return True
    if SQUARE_UNITS == 2 and half == 0:
        return squares_of(taken, 0, 1, scratch) != 0
    return False


def takes_earlier(taken: Word, other: Word, scratch: int) -> bool:
    """Whether the squares of the first set, ascending, come before those of the second in a dictionary's order."""
    for half in HALVES:
        mine = squares_of(taken, 0, half, scratch)
        differ = mine ^ squares_of(other, 0, half, scratch)
        if differ:
            lowest = differ & -differ
            beyond = -lowest ^ lowest
            if mine & lowest:
                return has_further(other, half, beyond, scratch)
            return not has_further(taken, half, beyond, scratch)
    return False


def comes_before(info: int, taken: Word, other: int, other_taken: Word, scratch: int) -> bool:
    """Whether a board lists the first move before the second."""
    ends = ends_in_squares(info, scratch)
    other_ends = ends_in_squares(other, scratch)
    if ends != other_ends:
        return ends < other_ends
    if taken != other_taken:
        return takes_earlier(taken, other_taken, scratch)
    return info < other


def sort_by_squares(count: int, size: int, scratch: int) -> None:
    """Put the moves at `MOVES` into the order of `Board.legal_moves` (shell sort)."""
    gap = 1
    while 3 * gap + 1 < count:
        gap = 3 * gap + 1
    while gap > 0:
        for start in range(gap, count):
            at = MOVES + start * size
            info = load(scratch, at)
            taken = load_word(scratch, at + 1) if size > 1 else ZERO
            other = at - gap * size
            while other >= MOVES and comes_before(
                info, taken, load(scratch, other), load_word(scratch, other + 1) if size > 1 else ZERO, scratch
            ):
                store(scratch, at, load(scratch, other))
                if size > 1:
                    store_word(scratch, at + 1, load_word(scratch, other + 1))
                at = other
                other = at - gap * size
            store(scratch, at, info)
            if size > 1:
                store_word(scratch, at + 1, taken)
        gap = gap // 3


def list_at(at: int, side: int, scratch: int) -> int:
    """Write the legal moves of a position from `MOVES` on, in a board's order; what `list_moves` answers."""
    own = own_of(at, scratch)
    opp = opponent_of(at, scratch)
    frozen = frozen_king(state_of(at, scratch), scratch)
    count = list_moves(side, own, opp, kings_of(at, scratch), frozen, MOVES, scratch)
    if count == TOO_MANY:
        return count
    if count < -1:
        sort_by_squares(-count, RECORD, scratch)
    elif count > 1 and not load(scratch, ASCENDING):
        sort_by_squares(count, 1, scratch)
    return count


@inlined
def size_of(count: int) -> int:
    """The units of each of so many moves, as `list_moves` counts."""
    return RECORD if count < 0 else 1


@inlined
def absolute(count: int) -> int:
    """How many moves `list_moves` means."""
    return -count if count < 0 else count


@inlined
def taken_at(place: int, count: int, scratch: int) -> Word:
    """The pieces that one of so many moves takes, as `list_moves` counts and writes them."""
    return load_word(scratch, place + 1) if count < 0 else ZERO


def action_of(side: int, info: int, taken: Word, scratch: int) -> int:
    """The number of a move among a rule set's actions; `NOBODY` for one that has several steps and no number."""
    origin = number_at(info >> ORIGIN_SHIFT, 1 + side, scratch)
    target = number_at(info >> TARGET_SHIFT & NUMBER_MASK, 1 + side, scratch)
    if popcount(taken) <= 1:
        return load_16(load(scratch, STEP_NUMBERS), origin * (SQUARE_COUNT + 1) + target)
    table = load(scratch, CHAIN_TABLE)
    mask = load(scratch, CHAIN_MASK)
    if mask == 0:
        return NOBODY
    crowned = 1 if MOVEMENT.continues_as_king and info & (KING_MOVES | KING_ARRIVES) == KING_ARRIVES else 0
    ends = crowned << 16 | origin << 8 | target
    squares = squares_of(taken, 1 + side, 0, scratch)
    place = (squares ^ squares >> 7 ^ squares >> 16 ^ squares >> 29 ^ ends ^ ends >> 5) & mask
    while load(table, 4 * place) != ends or load(table, 4 * place + 1) != squares:
        if load(table, 4 * place) == 0:
            return NOBODY
        place = place + 1 & mask
    return load(table, 4 * place + 2)


@entry
def probe_batch(first: int, last: int, scratch: int) -> int:
    """Write what endgame tables say to `ANSWERS`: values, or `UNKNOWN`."""
    answers = load(scratch, ANSWERS)
    begin_list(MOVES, 0, scratch)
    for at in range(first, last):
        turn = side_of(at, scratch)
        value = UNKNOWN
        for side in SIDES:
            if turn == side.index:
                value = known_value(
                    side,
                    own_of(at, scratch),
                    opponent_of(at, scratch),
                    kings_of(at, scratch),
                    scratch,
                    load(scratch, ENDGAMES),
                )
        if load(scratch, FAILED):
            return at
        store_32(answers, at, value)
    return NOBODY


@entry
def count_batch(first: int, last: int, scratch: int) -> int:
    """Write how many legal moves there are to `ANSWERS`."""
    answers = load(scratch, ANSWERS)
    begin_list(MOVES, 1, scratch)
    for at in range(first, last):
        turn = side_of(at, scratch)
        own = own_of(at, scratch)
        opp = opponent_of(at, scratch)
        kings = kings_of(at, scratch)
        frozen = frozen_king(state_of(at, scratch), scratch)
        count = 0
        if frozen:
            count = absolute(list_moves(turn, own, opp, kings, frozen, MOVES, scratch))
            store(scratch, DISTINCT, 1)
            store(scratch, TOP, MOVES)
        else:
            for side in SIDES:
                if turn == side.index:
                    count = count_moves(side, own, opp, kings, scratch)
        if load(scratch, FAILED) or count == TOO_MANY:
            return at
        store_32(answers, at, count)
    return NOBODY


@entry
def list_batch(first: int, last: int, scratch: int) -> int:
    """Write the legal moves of each position from its offset on."""
    offsets = load(scratch, OFFSETS)
    for at in range(first, last):
        side = side_of(at, scratch)
        count = list_at(at, side, scratch)
        if count == TOO_MANY:
            return at
        size = size_of(count)
        out = load(offsets, at)
        for number in range(absolute(count)):
            place = MOVES + number * size
            info = load(scratch, place)
            taken = taken_at(place, count, scratch)
            ends = ends_in_squares(info, scratch)
            store_byte(load(scratch, ORIGINS), out, ends >> 8)
            store_byte(load(scratch, DESTINATIONS), out, ends & 255)
            promotes = info & (KING_MOVES | KING_ARRIVES) == KING_ARRIVES
            store_byte(load(scratch, PROMOTIONS), out, 1 if promotes else 0)
            put_squares(load(scratch, CAPTURES), out * SQUARE_UNITS, taken, scratch)
            store_32(load(scratch, ACTIONS), out, action_of(side, info, taken, scratch))
            out += 1
    return NOBODY


@inlined
def pick(at: int, info: int, taken: Word, scratch: int) -> None:
    """Note the move that is to be made in a position."""
    picked = load(scratch, PICKED)
    store(picked, at * RECORD, info)
    store_word(picked, at * RECORD + 1, taken)


@entry
def pick_by_place(first: int, last: int, scratch: int) -> int:
    """Note the legal moves with the places in the order of `Board.legal_moves` that are wanted; -1 wants none."""
    wanted = load(scratch, WANTED_MOVES)
    for at in range(first, last):
        place = load(wanted, at)
        info = NOBODY
        taken = ZERO
        if place != NOBODY:
            count = list_at(at, side_of(at, scratch), scratch)
            if count == TOO_MANY or place < 0 or place >= absolute(count):
                return at
            found = MOVES + place * size_of(count)
            info = load(scratch, found)
            taken = taken_at(found, count, scratch)
        pick(at, info, taken, scratch)
    return NOBODY


@entry
def pick_by_action(first: int, last: int, scratch: int) -> int:
    """Note the legal moves with the numbers that are wanted; -1 wants none."""
    wanted = load(scratch, WANTED_MOVES)
    for at in range(first, last):
        number = load(wanted, at)
        if number == NOBODY:
            pick(at, NOBODY, ZERO, scratch)
        else:
            side = side_of(at, scratch)
            count = list_at(at, side, scratch)
            if count == TOO_MANY:
                return at
            found = NOBODY
            size = size_of(count)
            for move in range(absolute(count)):
                place = MOVES + move * size
                if action_of(side, load(scratch, place), taken_at(place, count, scratch), scratch) == number:
                    found = place
            if found < 0:
                return at
            pick(at, load(scratch, found), taken_at(found, count, scratch), scratch)
    return NOBODY


@entry
def play_picked(first: int, last: int, scratch: int) -> int:
    """Make the moves that are noted."""
    picked = load(scratch, PICKED)
    for at in range(first, last):
        info = load(picked, at * RECORD)
        if info != NOBODY:
            side = side_of(at, scratch)
            own = own_of(at, scratch)
            opp = opponent_of(at, scratch)
            taken = load_word(picked, at * RECORD + 1)
            advance(at, side, own, opp, kings_of(at, scratch), state_of(at, scratch), info, taken, scratch)
    return NOBODY


# Steps


@inlined
def steps_at(at: int, side: int, scratch: int) -> int:
    """Write the steps of a position; where they end, or `TOO_MANY`."""
    own = own_of(at, scratch)
    opp = opponent_of(at, scratch)
    return list_steps(at, side, own, opp, kings_of(at, scratch), state_of(at, scratch), scratch)


@entry
def count_steps(first: int, last: int, scratch: int) -> int:
    """Write how many steps positions allow to `ANSWERS`."""
    answers = load(scratch, ANSWERS)
    for at in range(first, last):
        end = steps_at(at, side_of(at, scratch), scratch)
        if end == TOO_MANY:
            return at
        store_32(answers, at, end - MOVES)
    return NOBODY


@entry
def pick_steps(first: int, last: int, scratch: int) -> int:
    """Note the steps with the numbers that are wanted; -1 wants none."""
    wanted = load(scratch, WANTED_MOVES)
    for at in range(first, last):
        number = load(wanted, at)
        found = NOBODY
        if number != NOBODY:
            side = side_of(at, scratch)
            end = steps_at(at, side, scratch)
            if end == TOO_MANY:
                return at
            for place in range(MOVES, end):
                step = load(scratch, place)
                if action_of(side, step, ZERO, scratch) == number:
                    found = step
            if found < 0:
                return at
        pick(at, found, ZERO, scratch)
    return NOBODY


@entry
def play_steps(first: int, last: int, scratch: int) -> int:
    """Make the steps that are noted."""
    picked = load(scratch, PICKED)
    for at in range(first, last):
        step = load(picked, at * RECORD)
        if step != NOBODY:
            side = side_of(at, scratch)
            own = own_of(at, scratch)
            opp = opponent_of(at, scratch)
            make_step(at, side, own, opp, kings_of(at, scratch), state_of(at, scratch), step, scratch)
    return NOBODY


# At random


@entry
def play_random(first: int, last: int, ply: int, seed: int, offset: int, scratch: int) -> int:
    """Make a random move, the one of ply `ply`, in the positions of which `ANSWERS` says with a 1 that they go on.

    Game `at` has the draws of number `offset + at`. A position without a move is left as it is.
    """
    running = load(scratch, ANSWERS)
    for at in range(first, last):
        if load_byte(running, at):
            side = side_of(at, scratch)
            own = own_of(at, scratch)
            opp = opponent_of(at, scratch)
            kings = kings_of(at, scratch)
            state = state_of(at, scratch)
            count = choose_move(side, own, opp, kings, state, drawn(seed_of(seed, offset + at), ply), scratch)
            if count == TOO_MANY:
                return at
            if count:
                info = load(scratch, CHOSEN)
                advance(at, side, own, opp, kings, state, info, load_word(scratch, CHOSEN_TAKEN), scratch)
    return NOBODY
