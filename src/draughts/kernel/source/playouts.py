"""Games that are played to their end at random, without a trace but their results."""

from __future__ import annotations

from draughts.kernel.source.arrays import (
    bit_at,
    calm_of,
    kings_of,
    left_at,
    opponent_of,
    own_of,
    past_ends,
    pending_for,
    side_of,
    state_of,
)
from draughts.kernel.source.choosing import choose_move, drawn, seed_of
from draughts.kernel.source.drawing import count_draws
from draughts.kernel.source.records import (
    crowned_by,
    kings_after,
    opponent_after,
    own_after,
    shift_of,
    vacated_by,
)
from draughts.kernel.source.search import happened, state_after
from draughts.kernel.vocabulary import *


@inlined
def ring_place(ply: int) -> int:
    """Where the words of the position of a ply lie in the ring."""
    return RING + (ply & RING_MASK) * 3 * UNIT


@inlined
def put_in_ring(ply: int, own: Word, opp: Word, kings: Word, scratch: int) -> None:
    """Keep a position."""
    place = ring_place(ply)
    store_word(scratch, place, own)
    store_word(scratch, place + UNIT, opp)
    store_word(scratch, place + 2 * UNIT, kings)


@inlined
def times_in_ring(ply: int, calm: int, own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """How often the position of a ply has been there within so many plies, this time included."""
    seen = 1
    back = 4
    while back <= calm:
        place = ring_place(ply - back)
        if load_word(scratch, place) == own:
            if load_word(scratch, place + UNIT) == opp and load_word(scratch, place + 2 * UNIT) == kings:
                seen += 1
        back += 2
    return seen


def recall(at: int, own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """Put the positions that may come again into the ring, up to ply `RING_MASK` + 1; how many lie before it."""
    calm = calm_of(at, scratch)
    ply = RING_MASK + 1
    mine = own
    theirs = opp
    crowned = kings
    for back in range(1, calm + 1):
        ends = past_ends(at, back, scratch)
        reached = square(bit_at(ends & 255, scratch))
        changed = square(bit_at(ends >> 8, scratch)) ^ reached
        if crowned & reached:
            crowned ^= changed
        if back & 1:
            theirs ^= changed
            if back < RING_MASK:
                put_in_ring(ply - back, theirs, mine, crowned, scratch)
        else:
            mine ^= changed
            if back < RING_MASK:
                put_in_ring(ply - back, mine, theirs, crowned, scratch)
    put_in_ring(ply, own, opp, kings, scratch)
    return calm


def take_counts(at: int, repetitions: int, scratch: int) -> int:
    """Put the counts of a position into `FRAMES`; what `rules_fulfilled` says of them."""
    fulfilled = 0
    size = load(scratch, COUNTS_SIZE)
    for number in range(size):
        left = left_at(at * size + number, scratch)
        if left == 0:
            fulfilled |= 1 << number
        if number >= repetitions:
            store(scratch, FRAMES + 1 + number - repetitions, left)
    return fulfilled & load(scratch, AUTOMATIC)


@inlined
def rules_fulfilled(seen: int, scratch: int) -> int:
    """A bit for each count of `FRAMES`, and of repetitions before them, that ends the game by itself now."""
    fulfilled = 0
    repetitions = load(scratch, REPETITIONS)
    for number in range(repetitions):
        if seen >= load(scratch, REPEATS + number):
            fulfilled |= 1 << number
    for number in range(load(scratch, RULE_COUNT)):
        if load(scratch, FRAMES + 1 + number) == 0:
            fulfilled |= 1 << repetitions + number
    return fulfilled & load(scratch, AUTOMATIC)


@inlined
def winner_of(turn: int, opp: Word, kings: Word, scratch: int) -> int:
    """The side that has won when the side to move has no move."""
    if MOVEMENT.ends_with_king and kings:
        return 1 - turn if opp & kings else turn
    return 1 - turn if load(scratch, BLOCKED_LOSES) else turn


def play_game_out(at: int, most: int, start: int, scratch: int) -> int:
    """Play one game, whose draws begin at `start`, and write its result; the number of the position if that fails."""
    turn = side_of(at, scratch)
    own = own_of(at, scratch)
    opp = opponent_of(at, scratch)
    kings = kings_of(at, scratch)
    state = state_of(at, scratch)
    size = load(scratch, PAST_SIZE)
    calm = recall(at, own, opp, kings, scratch)
    repetitions = load(scratch, REPETITIONS)
    rules = load(scratch, RULE_COUNT)
    fulfilled = take_counts(at, repetitions, scratch)
    ply = RING_MASK + 1
    winner = NOBODY
    length = 0
    going = True
    while going:
        count = choose_move(turn, own, opp, kings, state, drawn(start, length), scratch)
        if count == TOO_MANY:
            return at
        if count == 0:
            winner = winner_of(turn, opp, kings, scratch) ^ load(scratch, TURN_FLIP)
            fulfilled = 0
            going = False
        elif fulfilled or length >= most:
            going = False
        else:
            info = load(scratch, CHOSEN)
            taken = load_word(scratch, CHOSEN_TAKEN)
            moved = own_after(own, shift_of(info))
            own = opponent_after(opp, taken)
            opp = moved
            kings = kings_after(kings, vacated_by(info, taken), crowned_by(info))
            state = state_after(state, info, taken, opp, own, kings, scratch)
            events = happened(info, taken != ZERO)
            turn = 1 - turn
            length += 1
            ply += 1
            put_in_ring(ply, own, opp, kings, scratch)
            calm = calm + 1 if events & UNDOABLE and size else 0
            if calm > size:
                calm = size
            drawn_by_count = False
            if rules:
                pending = pending_for(turn, own, opp, kings, scratch)
                drawn_by_count = count_draws(events, turn, own, opp, kings, pending, FRAMES, FRAMES, scratch)
            seen = 1
            if calm >= 4 and repetitions:
                seen = times_in_ring(ply, calm, own, opp, kings, scratch)
            if drawn_by_count or seen > 1:
                fulfilled = rules_fulfilled(seen, scratch)
    store_byte(load(scratch, WINNERS), at, winner)
    store_32(load(scratch, REASONS), at, fulfilled)
    store_32(load(scratch, LENGTHS), at, length)
    return NOBODY


@entry
def play_out(first: int, last: int, most: int, seed: int, offset: int, scratch: int) -> int:
    """Play the games of positions on to their end, or for `most` plies; game `at` has draws number `offset + at`."""
    for at in range(first, last):
        if play_game_out(at, most, seed_of(seed, offset + at), scratch) != NOBODY:
            return at
    return NOBODY
