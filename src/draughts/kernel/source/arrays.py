"""Positions in arrays, as `draughts.batch.Boards` documents them: read into words, and written.

In arrays a set of squares has bit 0 for square 1; `SPREAD_TABLE` and `GATHER_TABLE` turn it into a word and back, byte
by byte. The sides there are colours, and `TURN_FLIP` says which of the kernel's sides Black is. `scratch` holds the
addresses of all arrays and tables; see `draughts.kernel.batch_words`.
"""

from __future__ import annotations

from draughts.kernel.source.drawing import count_draws, few
from draughts.kernel.source.records import (
    crowned_by,
    kings_after,
    opponent_after,
    own_after,
    shift_of,
    vacated_by,
)
from draughts.kernel.source.search import happened, must_capture, state_after
from draughts.kernel.vocabulary import *


@inlined
def word_of(memory: int, place: int, other: int, scratch: int) -> Word:
    """The word of two sets of squares in an array together."""
    table = load(scratch, SPREAD_TABLE)
    word = ZERO
    for half in HALVES:
        squares = load(memory, place + half) | load(memory, other + half)
        for byte in SQUARE_BYTES[half]:
            word |= load_word(table, ((8 * half + byte) * 256 + (squares >> 8 * byte & 255)) * UNIT)
    return word


@inlined
def squares_of(word: Word, view: int, half: Static[int], scratch: int) -> int:
    """One unit of the set of squares that a word is; `view` is 0, or 1 + side for squares as that side sees them."""
    table = load(scratch, GATHER_TABLE)
    found = 0
    for byte in BIT_BYTES:
        place = view * 4096 + byte * 256 + (as_number(word >> 8 * byte) & 255)
        found |= load(table, place * SQUARE_UNITS + half)
    return found


@inlined
def put_squares(memory: int, place: int, word: Word, scratch: int) -> None:
    """Write a word into an array as a set of squares."""
    for half in HALVES:
        store(memory, place + half, squares_of(word, 0, half, scratch))


@inlined
def number_at(bit: int, view: int, scratch: int) -> int:
    """The number of the square of a bit; `view` as in `squares_of`."""
    return load_byte(load(scratch, SQUARE_AT), view * 128 + bit)


@inlined
def bit_at(number: int, scratch: int) -> int:
    """The bit of a square."""
    return load_byte(load(scratch, BIT_AT), number)


# Reading a position


@inlined
def side_of(at: int, scratch: int) -> int:
    """The side to move."""
    return (load_byte(load(scratch, TURNS), at) ^ load(scratch, TURN_FLIP)) & 1


@inlined
def own_of(at: int, scratch: int) -> Word:
    """The pieces of the side to move."""
    place = at * 4 * SQUARE_UNITS
    return word_of(load(scratch, BITBOARDS), place, place + SQUARE_UNITS, scratch)


@inlined
def opponent_of(at: int, scratch: int) -> Word:
    """The pieces of the opponent."""
    place = at * 4 * SQUARE_UNITS
    return word_of(load(scratch, BITBOARDS), place + 2 * SQUARE_UNITS, place + 3 * SQUARE_UNITS, scratch)


@inlined
def kings_of(at: int, scratch: int) -> Word:
    """The kings of both."""
    place = at * 4 * SQUARE_UNITS
    return word_of(load(scratch, BITBOARDS), place + SQUARE_UNITS, place + 3 * SQUARE_UNITS, scratch)


@inlined
def king_count(place: int, scratch: int) -> int:
    """Half of a state: the bit of a king that is counted, and its moves above it."""
    counts = load(scratch, KING_COUNTS)
    moves = load_16(counts, place + 1)
    if moves:
        return moves << 8 | bit_at(load_16(counts, place), scratch)
    return 0


@inlined
def state_of(at: int, scratch: int) -> int:
    """The state of a position, as the search has it."""
    if load(scratch, KING_LIMIT):
        return king_count(4 * at + 2, scratch) << 24 | king_count(4 * at, scratch)
    return 0


# Writing the next one


@inlined
def put_king_count(place: int, half: int, scratch: int) -> None:
    """Write half of a state."""
    counts = load(scratch, KING_COUNTS)
    store_16(counts, place, number_at(half & 255, 0, scratch) if half else 0)
    store_16(counts, place + 1, half >> 8 & 0xFFFF)


def put_position(at: int, side: int, own: Word, opp: Word, kings: Word, state: int, scratch: int) -> None:
    """Write a position."""
    memory = load(scratch, BITBOARDS)
    place = at * 4 * SQUARE_UNITS
    put_squares(memory, place, own & ~kings, scratch)
    put_squares(memory, place + SQUARE_UNITS, own & kings, scratch)
    put_squares(memory, place + 2 * SQUARE_UNITS, opp & ~kings, scratch)
    put_squares(memory, place + 3 * SQUARE_UNITS, opp & kings, scratch)
    store_byte(load(scratch, TURNS), at, side ^ load(scratch, TURN_FLIP))
    if load(scratch, KING_LIMIT):
        put_king_count(4 * at, state & 0xFFFFFF, scratch)
        put_king_count(4 * at + 2, state >> 24, scratch)


def remember(at: int, info: int, events: int, scratch: int) -> None:
    """Count a ply, and put its move among those that can be undone; one that cannot makes them forgotten."""
    plies = load(scratch, PLIES_PLAYED)
    number = load_32(plies, at)
    size = load(scratch, PAST_SIZE)
    calm = 0
    if events & UNDOABLE and size:
        origin = number_at(info >> ORIGIN_SHIFT, 0, scratch)
        target = number_at(info >> TARGET_SHIFT & NUMBER_MASK, 0, scratch)
        store_16(load(scratch, PAST), at * size + (number & size - 1), origin << 8 | target)
        calm = load_16(load(scratch, CALM), at) + 1
        if calm > size:
            calm = size
    store_16(load(scratch, CALM), at, calm)
    store_32(plies, at, number + 1)


@inlined
def calm_of(at: int, scratch: int) -> int:
    """How many plies a position remembers; what nonsense says beyond that is left out."""
    calm = load_16(load(scratch, CALM), at)
    size = load(scratch, PAST_SIZE)
    return size if calm > size else calm


@inlined
def past_ends(at: int, back: int, scratch: int) -> int:
    """Origin and destination of the ply before which `back` plies have been played, counted from now."""
    size = load(scratch, PAST_SIZE)
    plies = load_32(load(scratch, PLIES_PLAYED), at)
    return load_16(load(scratch, PAST), at * size + (plies - back & size - 1))


def count_seen(at: int, own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """How often a position has occurred, this time included: its moves are taken back as far as they are known."""
    seen = 1
    mine = own
    theirs = opp
    crowned = kings
    for back in range(1, calm_of(at, scratch) + 1):
        ends = past_ends(at, back, scratch)
        reached = square(bit_at(ends & 255, scratch))
        changed = square(bit_at(ends >> 8, scratch)) ^ reached
        if crowned & reached:
            crowned ^= changed
        if back & 1:
            theirs ^= changed
        else:
            mine ^= changed
            if mine == own and theirs == opp and crowned == kings:
                seen += 1
    return seen


@inlined
def pending_for(side: int, own: Word, opp: Word, kings: Word, scratch: int) -> bool:
    """Whether the side to move must capture, as far as draw rules ask."""
    return few(own, opp, scratch) and must_capture(side, own, opp, kings, VALID & ~(own | opp))


@inlined
def left_at(place: int, scratch: int) -> int:
    """The count at a place of `COUNTERS`, with its sign."""
    left = load_32(load(scratch, COUNTERS), place)
    return -1 if left > 0x7FFFFFFF else left


def count_position(at: int, events: int, side: int, own: Word, opp: Word, kings: Word, scratch: int) -> None:
    """Bring the counts of draw rules up to a position that has been reached by a ply with these events."""
    counts = load(scratch, COUNTERS)
    place = at * load(scratch, COUNTS_SIZE)
    repetitions = load(scratch, REPETITIONS)
    rules = load(scratch, RULE_COUNT)
    if repetitions:
        seen = count_seen(at, own, opp, kings, scratch)
        for number in range(repetitions):
            left = load(scratch, REPEATS + number) - seen
            store_32(counts, place + number, left if left > 0 else 0)
    if rules:
        place += repetitions
        for number in range(rules):
            store(scratch, FRAMES + 1 + number, left_at(place + number, scratch))
        pending = pending_for(side, own, opp, kings, scratch)
        count_draws(events, side, own, opp, kings, pending, FRAMES, FRAMES, scratch)
        for number in range(rules):
            store_32(counts, place + number, load(scratch, FRAMES + 1 + number))


def advance(
    at: int, side: int, own: Word, opp: Word, kings: Word, state: int, info: int, taken: Word, scratch: int
) -> None:
    """Make a legal move in a position."""
    moved = own_after(own, shift_of(info))
    left = opponent_after(opp, taken)
    crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
    further = state_after(state, info, taken, moved, left, crowned, scratch)
    events = happened(info, taken != ZERO)
    remember(at, info, events, scratch)
    put_position(at, 1 - side, left, moved, crowned, further, scratch)
    count_position(at, events, 1 - side, left, moved, crowned, scratch)
    store_32(load(scratch, CHAINS), at, 0)


@entry
def begin_counts(first: int, last: int, scratch: int) -> int:
    """Give positions the counts with which a game begins."""
    counts = load(scratch, COUNTERS)
    size = load(scratch, COUNTS_SIZE)
    for at in range(first, last):
        for number in range(size):
            store_32(counts, at * size + number, -1)
        side = side_of(at, scratch)
        count_position(at, 0, side, own_of(at, scratch), opponent_of(at, scratch), kings_of(at, scratch), scratch)
    return NOBODY
