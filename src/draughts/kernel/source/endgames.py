"""Endgame tables: which number a position has in its slice, and what the tables say of it.

A slice has the positions with so many men and kings of each side, the side to move being side 0; with side 1 to move
the board is turned. Its four groups (our men, their men, our kings, their kings) are numbered each by itself, as sets
of the squares where such pieces may stand, and the number of a position has theirs as digits. Numbers with which groups
overlap mean nothing.

Tables say nothing of positions with a capture to be made: those are looked at through the captures.
"""

from __future__ import annotations

from draughts.kernel.source.lists import can_capture, list_captures
from draughts.kernel.source.records import crowned_by, kings_after, opponent_after, own_after, shift_of, vacated_by
from draughts.kernel.vocabulary import *


@inlined
def number_of(side: Static[Side], pieces: Word, squares: Word, tables: int) -> int:
    """The number of a set among all sets of as many of these squares, as `side` sees them when it is to move."""
    number = 0
    order = BINOMIALS
    while pieces:
        order += 1
        if side.index == 0:
            piece = lowest_bit(pieces)
            seen = popcount(squares & (piece - square(0)))
        else:
            piece = highest_bit(pieces)
            seen = popcount(squares & ~(piece | (piece - square(0))))
        pieces ^= piece
        number += load(tables, order + 8 * seen)
    return number


@inlined
def men_squares(side: Static[Side]) -> Word:
    """Where men of a side may stand."""
    return VALID & ~side.promotion


@inlined
def number_in(
    side: Static[Side], own: Word, opp: Word, kings: Word, their_men: int, our_kings: int, their_kings: int, tables: int
) -> int:
    """The number of a position in its slice; the three numbers say how many sets the groups behind the first have."""
    place = number_of(side, own & ~kings, men_squares(side), tables)
    place = place * their_men + number_of(side, opp & ~kings, men_squares(side.opponent), tables)
    place = place * our_kings + number_of(side, own & kings, VALID, tables)
    return place * their_kings + number_of(side, opp & kings, VALID, tables)


@inlined
def packed_value(record: int, place: int, tables: int) -> int:
    """The value of a position in a slice that is packed: see `draughts.kernel.endgame_words`."""
    block = place // BLOCK
    data = load(record, SLICE_DATA)
    lengths = load(tables, RUN_LENGTHS)
    at = load_32(load(record, SLICE_BLOCKS), block)
    left = place - block * BLOCK
    byte = left // PACKED_IN_BYTE
    left -= byte * PACKED_IN_BYTE
    code = load_byte(data, at)
    length = load_byte(lengths, code)
    while length <= byte:
        byte -= length
        at += 1
        code = load_byte(data, at)
        length = load_byte(lengths, code)
    return load_byte(load(tables, RUN_VALUES), code * PACKED_IN_BYTE + left)


@inlined
def stored_value(record: int, place: int, tables: int) -> int:
    """The value of a position in a slice."""
    kind = load(record, SLICE_KIND)
    if kind == BYTES:
        return load_byte(load(record, SLICE_DATA), place)
    if kind == SHORTS:
        return load_16(load(record, SLICE_DATA), place)
    return packed_value(record, place, tables)


def quiet_value(side: Static[Side], own: Word, opp: Word, kings: Word, tables: int) -> int:
    """The value of a position without a capture to be made, or `UNKNOWN`."""
    if popcount(own | opp) > load(tables, MOST_KNOWN):  # the directory has no room for so many
        return UNKNOWN
    material = popcount(own & ~kings) | popcount(own & kings) << 3
    material |= popcount(opp & ~kings) << 6 | popcount(opp & kings) << 9
    record = load(tables, DIRECTORY + material)
    if not record:
        return UNKNOWN
    their_men = load(record, THEIR_MEN)
    our_kings = load(record, OUR_KINGS)
    their_kings = load(record, THEIR_KINGS)
    place = number_in(side, own, opp, kings, their_men, our_kings, their_kings, tables)
    return stored_value(record, place, tables)


@inlined
def score_of(after: int, tables: int) -> int:
    """How good a move is that leads to a position of this value: above 0 wins, the sooner the more."""
    if after == 0:
        return 0
    value = after + 1
    if value == 3 and not load(tables, DISTANCES):
        value = 1
    if value & 1 == load(tables, LOST):
        return value - FAR
    return FAR - value


@inlined
def value_of(score: int) -> int:
    """The value of a position whose best move has this score."""
    if score > 0:
        return FAR - score
    if score < 0:
        return score + FAR
    return 0


def known_value(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int, tables: int) -> int:
    """The value of any position, or `UNKNOWN`."""
    if not own:
        return 1
    if MOVEMENT.ends_with_king and kings:
        return 1
    if popcount(own | opp) > load(tables, MOST_KNOWN):  # captures of many pieces could go on for long
        return UNKNOWN
    empty = VALID & ~(own | opp)
    if can_capture(side, own, opp, kings, empty):
        return value_of_captures(side, own, opp, kings, empty, scratch, tables)
    return quiet_value(side, own, opp, kings, tables)


def value_of_captures(
    side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int, tables: int
) -> int:
    """The value of a position with a capture to be made, or `UNKNOWN`."""
    best = -FAR
    start = load(scratch, TOP)
    end = list_captures(side, own, opp, kings, empty, scratch)
    at = start
    if load(scratch, FAILED):
        best = FAR
    while at < end:
        info = load(scratch, at)
        taken = load_word(scratch, at + 1)
        moved = own_after(own, shift_of(info))
        crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        after = known_value(side.opponent, opponent_after(opp, taken), moved, crowned, scratch, tables)
        if after == UNKNOWN:
            best = FAR
            at = end
        else:
            score = score_of(after, tables)
            if score > best:
                best = score
        at += RECORD
    store(scratch, TOP, start)
    if best == FAR:
        return UNKNOWN
    return value_of(best)


@entry
def probe_endgames(turn: int, own: Word, opp: Word, kings: Word, tables: int, scratch: int) -> int:
    """The value of a position, or `UNKNOWN`."""
    for side in SIDES:
        if turn == side.index:
            return known_value(side, own, opp, kings, scratch, tables)
    return UNKNOWN


@entry
def list_sets(squares: Word, pieces: int, sets: int, turned: int, tables: int) -> int:
    """Write all sets of so many of these squares, in the order of their numbers for side 0; how many there are.

    Behind `turned` go their numbers for side 1.
    """
    current = ZERO
    for _each in range(pieces):
        current |= lowest_bit(squares & ~current)
    count = 0
    more = True
    while more:
        store_word(sets, count * UNIT, current)
        store_32(turned, count, number_of(SIDES[1], current, squares, tables))
        count += 1
        # The lowest piece that has room goes one square up, those below it go back to the bottom.
        current = ((current | ~squares) + lowest_bit(current)) & squares
        more = current != ZERO
        for _each in range(pieces - popcount(current)):
            current |= lowest_bit(squares & ~current)
    return count
