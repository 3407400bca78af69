"""Lists of moves in scratch memory, and the entry points of `Board`.

A quiet move takes one unit, its info (see `draughts.kernel.records`). A capture takes `RECORD` units, its info and the
word of the captured squares.
"""

from __future__ import annotations

from draughts.kernel.source.captures import begin, flying_jumpers, follow_all, jumpers, walk_king, walk_short
from draughts.kernel.source.quiet import king_targets, man_targets
from draughts.kernel.source.records import arriving, leaving
from draughts.kernel.vocabulary import *


@inlined
def can_capture(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word) -> bool:
    """Whether the side to move has a capture."""
    prey = opp if MOVEMENT.men_capture_kings else opp & ~kings
    crowned = own & kings
    if jumpers(side.man_captures, own ^ crowned, prey, empty):
        return True
    if MOVEMENT.flying:
        return flying_jumpers(side.royal, crowned, opp, empty) != ZERO
    return jumpers(side.royal.captures, crowned, opp, empty) != ZERO


def list_captures(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """Append the captures of one side to the records in scratch memory; where they end."""
    begin(opp, kings, scratch)
    first = load(scratch, TOP)
    follow_all(side, LIST, own, opp, kings, empty, scratch)
    if load(scratch, BUDGET) < 0:
        store(scratch, FAILED, TOO_MANY_ROUTES)
        store(scratch, TOP, first)
        return first
    end = load(scratch, TOP)
    if load(scratch, DISTINCT) and load(scratch, LONGEST) >= DUPLICATES_FROM:
        sort(first, end, scratch)
        end = merge_equal(first, end, scratch)
        store(scratch, TOP, end)
    return end


def sort(first: int, end: int, scratch: int) -> None:
    """Put records in ascending order (shell sort: short, no recursion, no worst case that matters)."""
    count = (end - first) // RECORD
    gap = 1
    while 3 * gap + 1 < count:
        gap = 3 * gap + 1
    while gap > 0:
        for start in range(gap, count):
            at = first + start * RECORD
            info = load(scratch, at)
            taken = load_word(scratch, at + 1)
            other = at - gap * RECORD
            while other >= first and (
                load(scratch, other) > info or (load(scratch, other) == info and load_word(scratch, other + 1) > taken)
            ):
                store(scratch, at, load(scratch, other))
                store_word(scratch, at + 1, load_word(scratch, other + 1))
                at = other
                other = at - gap * RECORD
            store(scratch, at, info)
            store_word(scratch, at + 1, taken)
        gap = gap // 3


def merge_equal(first: int, end: int, scratch: int) -> int:
    """Keep one of each run of equal records; where they end now."""
    if first == end:
        return end
    last = first
    at = first + RECORD
    while at < end:
        info = load(scratch, at)
        taken = load_word(scratch, at + 1)
        if info != load(scratch, last) or taken != load_word(scratch, last + 1):
            last += RECORD
            store(scratch, last, info)
            store_word(scratch, last + 1, taken)
        at += RECORD
    return last + RECORD


@inlined
def list_quiet(side: Static[Side], own: Word, kings: Word, frozen: Word, empty: Word, top: int, scratch: int) -> int:
    """Write the quiet moves of one side, in ascending order, from `top` on; how many, or `TOO_MANY` for the memory."""
    count = 0
    pieces = own & ~frozen
    while pieces:
        piece = lowest_bit(pieces)
        pieces ^= piece
        kind = 0
        if piece & kings:
            targets = king_targets(side.royal, piece, empty)
            crowning = targets
            kind = KING_MOVES
        else:
            targets = man_targets(side, piece, empty)
            crowning = side.promotion
        if top + count + popcount(targets) > load(scratch, END):
            return TOO_MANY
        start = leaving(index(piece), kind)
        while targets:
            target = lowest_bit(targets)
            targets ^= target
            store(scratch, top + count, arriving(start, index(target), KING_ARRIVES if target & crowning else 0))
            count += 1
    return count


@inlined
def begin_list(top: int, distinct: int, scratch: int) -> None:
    """Prepare to write captures from `top` on; `distinct` is that of scratch memory."""
    store(scratch, TOP, top)
    store(scratch, DISTINCT, distinct)
    store(scratch, PATHS, 0)
    store(scratch, FAILED, 0)


@entry
def list_moves(turn: int, own: Word, opp: Word, kings: Word, frozen: Word, top: int, scratch: int) -> int:
    """Write the legal moves from `top` on, ascending, each outcome once.

    Returns
    -------
    int
        The number of quiet moves; or minus the number of captures; or `TOO_MANY` if there are more
        routes to follow than it may, or more to write than fits.
    """
    if MOVEMENT.ends_with_king and kings:
        return 0
    empty = VALID & ~(own | opp)
    for side in SIDES:
        if turn == side.index:
            if not can_capture(side, own, opp, kings, empty):
                return list_quiet(side, own, kings, frozen, empty, top, scratch)
            begin_list(top, 0, scratch)
            end = list_captures(side, own, opp, kings, empty, scratch)
            if load(scratch, FAILED):
                return TOO_MANY
            sort(top, end, scratch)
            return (top - merge_equal(top, end, scratch)) // RECORD
    return 0


@entry
def list_outcomes(turn: int, own: Word, opp: Word, kings: Word, top: int, scratch: int) -> int:
    """Write the captures from `top` on as `list_moves` does, where that has too many routes to follow.

    The memory has a table of what is known, at `KNOWN`, which is empty.

    Returns
    -------
    int
        The number of captures; or `TOO_MANY`.
    """
    empty = VALID & ~(own | opp)
    for side in SIDES:
        if turn == side.index:
            begin_list(top, 0, scratch)
            begin(opp, kings, scratch)
            follow_all(side, OUTCOMES, own, opp, kings, empty, scratch)
            if load(scratch, BUDGET) < 0:
                return TOO_MANY
            end = load(scratch, TOP)
            sort(top, end, scratch)
            return (merge_equal(top, end, scratch) - top) // RECORD
    return 0


@entry
def list_quiet_moves(turn: int, own: Word, opp: Word, kings: Word, top: int, scratch: int) -> int:
    """Write the quiet moves from `top` on, whether or not a capture is compulsory; how many."""
    empty = VALID & ~(own | opp)
    for side in SIDES:
        if turn == side.index:
            return list_quiet(side, own, kings, ZERO, empty, top, scratch)
    return 0


@entry
def list_routes(
    turn: int,
    own: Word,
    opp: Word,
    kings: Word,
    origin: int,
    target: int,
    taken: Word,
    stop: int,
    top: int,
    scratch: int,
) -> int:
    """Write the routes of one capture from `top` on: all of them (`stop` = 1), or the first found (`stop` = 2).

    Returns
    -------
    int
        Where they end; or `TOO_MANY` if there are too many to follow.
    """
    piece = square(origin)
    empty = VALID & ~(own | opp) | piece
    store(scratch, TOP, top)
    store(scratch, DISTINCT, 0)
    store(scratch, PATHS, stop)
    store(scratch, TARGET, target)
    begin(opp, kings, scratch)
    store_word(scratch, WANTED, taken)
    for side in SIDES:
        if turn == side.index:
            if piece & kings:
                walk_king(side.royal, ROUTES, piece, -1, opp, empty, KING_START, scratch)
            else:
                walk_short(side, ROUTES, False, piece, opp, empty, 0, scratch)
    end = load(scratch, TOP)
    if load(scratch, BUDGET) < 0 and (stop == 1 or end == top):
        return TOO_MANY
    return end
