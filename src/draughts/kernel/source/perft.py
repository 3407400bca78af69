"""Perft: how many leaves the tree of moves has at a depth; the moves of the last plies are counted, not made."""

from __future__ import annotations

from draughts.kernel.source.captures import jumpers
from draughts.kernel.source.counting import (
    count_exchanges,
    count_moves,
    count_moves_with_kings,
    going_on,
    landings,
)
from draughts.kernel.source.lists import can_capture, list_captures, list_quiet
from draughts.kernel.source.quiet import king_targets
from draughts.kernel.source.records import crowned_by, kings_after, opponent_after, own_after, shift_of, vacated_by
from draughts.kernel.vocabulary import *


def count_apart(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """`count_moves`, called instead of copied: for places that matter less."""
    return count_moves(side, own, opp, kings, scratch)


def two_plies(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The number of leaves at depth 2."""
    if MOVEMENT.ends_with_king and kings:
        return 0
    other = side.opponent
    leaves = 0
    empty = VALID & ~(own | opp)
    if not kings:
        if jumpers(side.man_captures, own, opp, empty):
            if going_on(side, own, opp, empty):
                return after_captures(side, own, opp, kings, empty, scratch)
            for d in side.man_captures:
                ends = landings(d, own, opp, empty)
                while ends:
                    landing = lowest_bit(ends)
                    ends ^= landing
                    victim = d.back(landing)
                    moved = own ^ (d.back(victim) | landing)
                    crowned = landing & side.promotion
                    if EIGHT_WAYS:
                        leaves += count_apart(other, opp ^ victim, moved, crowned, scratch)
                    else:
                        leaves += count_moves(other, opp ^ victim, moved, crowned, scratch)
            return leaves
        if not jumpers(other.man_captures, opp, own, empty):
            return count_exchanges(side, own, opp, empty, scratch)
    elif can_capture(side, own, opp, kings, empty):
        return after_captures(side, own, opp, kings, empty, scratch)
    men = own & ~kings
    for d in side.man_moves:
        movers = men & d.back(empty)
        while movers:
            man = lowest_bit(movers)
            movers ^= man
            target = d.step(man)
            leaves += count_moves(other, opp, own ^ (man | target), kings | target & side.promotion, scratch)
    pieces = own & kings
    while pieces:
        king = lowest_bit(pieces)
        pieces ^= king
        targets = king_targets(side.royal, king, empty)
        while targets:
            target = lowest_bit(targets)
            targets ^= target
            change = king | target
            leaves += count_moves_with_kings(other, opp, own ^ change, kings ^ change, scratch)
    return leaves


def list_legal(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """Append the legal moves of one side to the records in scratch memory; how many units each takes."""
    if MOVEMENT.ends_with_king and kings:
        return 1
    empty = VALID & ~(own | opp)
    if can_capture(side, own, opp, kings, empty):
        list_captures(side, own, opp, kings, empty, scratch)
        return RECORD
    top = load(scratch, TOP)
    count = list_quiet(side, own, kings, ZERO, empty, top, scratch)
    if count == TOO_MANY:
        store(scratch, FAILED, TOO_MANY_ROUTES)
    else:
        store(scratch, TOP, top + count)
    return 1


@inlined
def taken_by(at: int, size: int, scratch: int) -> Word:
    """The captured squares of a record of so many units."""
    if size > 1:
        return load_word(scratch, at + 1)
    return ZERO


def after_captures(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """The number of leaves at depth 2 behind the captures of one side."""
    leaves = 0
    start = load(scratch, TOP)
    at = start
    end = list_captures(side, own, opp, kings, empty, scratch)
    while at < end:
        info = load(scratch, at)
        taken = load_word(scratch, at + 1)
        moved = own_after(own, shift_of(info))
        crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        leaves += count_apart(side.opponent, opponent_after(opp, taken), moved, crowned, scratch)
        at += RECORD
    store(scratch, TOP, start)
    return leaves


def three_plies(turn: int, own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The number of leaves at depth 3."""
    for side in SIDES:
        if turn == side.index:
            return after_moves(side, own, opp, kings, scratch)
    return 0


def after_moves(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The number of leaves at depth 3 behind the moves of one side."""
    leaves = 0
    start = load(scratch, TOP)
    at = start
    size = list_legal(side, own, opp, kings, scratch)
    end = load(scratch, TOP)
    while at < end:
        info = load(scratch, at)
        taken = taken_by(at, size, scratch)
        moved = own_after(own, shift_of(info))
        crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        leaves += two_plies(side.opponent, opponent_after(opp, taken), moved, crowned, scratch)
        at += size
    store(scratch, TOP, start)
    return leaves


def begin_ply(turn: int, own: Word, opp: Word, kings: Word, parent: int, scratch: int) -> int:
    """Put a position and its moves on the stack in scratch memory, to count behind them; where they lie there."""
    ply = load(scratch, TOP)
    store(scratch, TOP, ply + PLY)
    store(scratch, ply + PLY_PARENT, parent)
    store(scratch, ply + PLY_LEAVES, 0)
    store(scratch, ply + PLY_NEXT, ply + PLY)
    store_word(scratch, ply + PLY_OWN, own)
    store_word(scratch, ply + PLY_OPP, opp)
    store_word(scratch, ply + PLY_KINGS, kings)
    for side in SIDES:
        if turn == side.index:
            store(scratch, ply + PLY_SIZE, list_legal(side, own, opp, kings, scratch))
    store(scratch, ply + PLY_END, load(scratch, TOP))
    return ply


def fetch_entries(ply: int, number: int, scratch: int, table: int, mask: int) -> None:
    """Have what the table may know of the positions after a ply's moves on its way before it is asked for."""
    own = load_word(scratch, ply + PLY_OWN)
    opp = load_word(scratch, ply + PLY_OPP)
    kings = load_word(scratch, ply + PLY_KINGS)
    size = load(scratch, ply + PLY_SIZE)
    end = load(scratch, ply + PLY_END)
    at = ply + PLY
    while at < end:
        info = load(scratch, at)
        taken = taken_by(at, size, scratch)
        moved = own_after(own, shift_of(info))
        crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        prefetch(table, (mix(opponent_after(opp, taken), moved, crowned, number) & mask) * HASH_ENTRY)
        at += size


@inlined
def known_leaves(own: Word, opp: Word, kings: Word, number: int, table: int, mask: int) -> int:
    """What the table says of a position, `number` being depth and side to move; -1 if nothing."""
    place = (mix(own, opp, kings, number) & mask) * HASH_ENTRY
    if (
        load(table, place) == number
        and load_word(table, place + HASH_OWN) == own
        and load_word(table, place + HASH_OPP) == opp
        and load_word(table, place + HASH_KINGS) == kings
    ):
        return load(table, place + 1)
    return -1


@inlined
def keep_leaves(own: Word, opp: Word, kings: Word, number: int, leaves: int, table: int, mask: int) -> None:
    """Let the table know how many leaves lie behind a position."""
    place = (mix(own, opp, kings, number) & mask) * HASH_ENTRY
    store(table, place, number)
    store(table, place + 1, leaves)
    store_word(table, place + HASH_OWN, own)
    store_word(table, place + HASH_OPP, opp)
    store_word(table, place + HASH_KINGS, kings)


@inlined
def add_leaves(ply: int, leaves: int, scratch: int) -> None:
    """Count leaves for the position of a ply; too many for 63 bits are a failure."""
    total = load(scratch, ply + PLY_LEAVES) + leaves
    if total < 0:
        store(scratch, FAILED, TOO_LARGE)
    store(scratch, ply + PLY_LEAVES, total)


def perft(
    hashed: Static[bool],
    turn: int,
    own: Word,
    opp: Word,
    kings: Word,
    depth: int,
    scratch: int,
    table: int,
    mask: int,
) -> int:
    """The number of leaves at `depth`, 4 or more.

    The plies before the last three lie on a stack in scratch memory: the thread's own stack might be too small for
    them.

    If `hashed`, counts are kept in a table of ``mask + 1`` entries: the whole position, depth and side to move, and the
    count. All of it is compared, so a hit is exact; a newer entry replaces an older one. Three plies are not kept: they
    are counted as fast as a table is read that no cache of the processor holds.
    """
    leaves = -1
    if hashed:
        leaves = known_leaves(own, opp, kings, depth << 1 | turn, table, mask)
        if leaves >= 0:
            return leaves
    ply = begin_ply(turn, own, opp, kings, 0, scratch)
    while ply:
        own = load_word(scratch, ply + PLY_OWN)
        opp = load_word(scratch, ply + PLY_OPP)
        kings = load_word(scratch, ply + PLY_KINGS)
        at = load(scratch, ply + PLY_NEXT)
        leaves = -1
        if at == load(scratch, ply + PLY_END) or load(scratch, FAILED):
            leaves = load(scratch, ply + PLY_LEAVES)
            if hashed and not load(scratch, FAILED):
                keep_leaves(own, opp, kings, depth << 1 | turn, leaves, table, mask)
            store(scratch, TOP, ply)
            ply = load(scratch, ply + PLY_PARENT)
            depth += 1
            turn = 1 - turn
        else:
            size = load(scratch, ply + PLY_SIZE)
            info = load(scratch, at)
            taken = taken_by(at, size, scratch)
            store(scratch, ply + PLY_NEXT, at + size)
            moved = own_after(own, shift_of(info))
            crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
            other = 1 - turn
            if depth == 4:
                leaves = three_plies(other, opponent_after(opp, taken), moved, crowned, scratch)
            elif hashed:
                leaves = known_leaves(opponent_after(opp, taken), moved, crowned, depth - 1 << 1 | other, table, mask)
            if leaves < 0:
                ply = begin_ply(other, opponent_after(opp, taken), moved, crowned, ply, scratch)
                depth -= 1
                turn = other
                if hashed and depth > 4:
                    fetch_entries(ply, depth - 1 << 1 | 1 - turn, scratch, table, mask)
        if leaves >= 0 and ply:
            add_leaves(ply, leaves, scratch)
    return leaves


@inlined
def count_at(
    hashed: Static[bool],
    turn: int,
    own: Word,
    opp: Word,
    kings: Word,
    depth: int,
    scratch: int,
    table: int,
    mask: int,
) -> int:
    """The number of leaves at `depth`, 1 or more."""
    if depth > 3:
        return perft(hashed, turn, own, opp, kings, depth, scratch, table, mask)
    if depth == 3:
        return three_plies(turn, own, opp, kings, scratch)
    for side in SIDES:
        if turn == side.index:
            if depth == 1:
                return count_apart(side, own, opp, kings, scratch)
            return two_plies(side, own, opp, kings, scratch)
    return 0


@entry
def count_leaves(turn: int, own: Word, opp: Word, kings: Word, depth: int, scratch: int) -> int:
    """The number of leaves at `depth`, 1 or more; `FAILED` in scratch memory says whether to believe it."""
    return count_at(False, turn, own, opp, kings, depth, scratch, 0, 0)


@entry
def count_leaves_hashed(
    turn: int, own: Word, opp: Word, kings: Word, depth: int, scratch: int, table: int, mask: int
) -> int:
    """As `count_leaves`, with a table of ``mask + 1`` entries of `HASH_ENTRY` units, cleared before its first use."""
    return count_at(True, turn, own, opp, kings, depth, scratch, table, mask)
