"""Lists of moves as the objects that Python knows them by.

A table of interned moves (see `draughts.kernel.interned`) has in unit 0 one less than its number of places, a power of
two. Each place takes three units: a record, or 0; the address of the object; and its rank, by which boards order moves.
"""

from __future__ import annotations

from draughts.kernel.source.lists import list_moves
from draughts.kernel.vocabulary import *


@inlined
def single_record(at: int, is_capture: bool, scratch: int) -> int:
    """The record of the move at a place in scratch memory, if that is one number; else 0."""
    info = load(scratch, at)
    if is_capture:
        taken = load_word(scratch, at + 1)
        if taken != lowest_bit(taken):
            return 0
        return info | index(taken) + 1 << INFO_BITS
    return info


@inlined
def find_interned(record: int, table: int) -> int:
    """Where the table has the object of a record; 0 if it does not."""
    mask = load(table, 0)
    slot = record * SPREAD >> SPREAD_SHIFT & mask
    while load(table, 1 + 3 * slot):
        if load(table, 1 + 3 * slot) == record:
            return 2 + 3 * slot
        slot = slot + 1 & mask
    return 0


@entry
def list_interned_moves(
    turn: int, own: Word, opp: Word, kings: Word, frozen: Word, table: int, top: int, scratch: int
) -> int:
    """Write address and rank of the object of each legal move, by ascending rank, from the place in `TOP` on.

    What `list_moves` has answered is left in `TOTAL`, and what it has written from `top` on, up to the place in `TOP`;
    0 is there if that was too much.

    Returns
    -------
    int
        The number of moves; or -1 if some of them are not interned, or two have one rank, or there is no room.
    """
    count = list_moves(turn, own, opp, kings, frozen, top, scratch)
    store(scratch, TOTAL, count)
    if count == TOO_MANY:
        store(scratch, TOP, 0)
        return -1
    is_capture = count < 0
    size = 1
    if is_capture:
        count = 0 - count
        size = RECORD
    first = top + size * count
    store(scratch, TOP, first)
    if first + 2 * count > load(scratch, END):
        return -1
    for number in range(count):
        record = single_record(top + size * number, is_capture, scratch)
        if record == 0:
            return -1
        found = find_interned(record, table)
        if found == 0:
            return -1
        rank = load(table, found + 1)
        at = first + 2 * number
        while at > first and load(scratch, at - 1) >= rank:
            if load(scratch, at - 1) == rank:
                return -1
            store(scratch, at, load(scratch, at - 2))
            store(scratch, at + 1, load(scratch, at - 1))
            at -= 2
        store(scratch, at, load(table, found))
        store(scratch, at + 1, rank)
    return count
