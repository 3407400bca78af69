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
from draughts.kernel.source.lists import can_capture, list_captures
from draughts.kernel.source.quiet import king_targets
from draughts.kernel.source.records import crowned_by, kings_after, opponent_after, own_after, shift_of, vacated_by
from draughts.kernel.vocabulary import *


def count_apart(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """`count_moves`, called instead of copied: for places that matter less."""
    return count_moves(side, own, opp, kings, scratch)


def two_plies(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The number of leaves at depth 2."""
    if ENDS_WITH_KING and kings:
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


def after_captures(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """The number of leaves at depth 2 behind the captures of one side."""
    leaves = 0
    at = load(scratch, TOP)
    start = at
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


def fetch_entries(
    side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, number: int, table: int, mask: int
) -> None:
    """Have what the table may know of the positions after quiet moves of men on its way before it is asked for."""
    for d in side.man_moves:
        movers = own & ~kings & d.back(empty)
        while movers:
            man = lowest_bit(movers)
            movers ^= man
            target = d.step(man)
            key = mix(opp, own ^ (man | target), kings | target & side.promotion, number)
            prefetch(table, (key & mask) * HASH_ENTRY)


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
    """The number of leaves at `depth`, 3 or more.

    If `hashed`, counts are kept in a table of ``mask + 1`` entries: the whole position, depth and side to move, and the
    count. All of it is compared, so a hit is exact; a newer entry replaces an older one. Three plies are not kept: they
    are counted as fast as a table is read that no cache of the processor holds.
    """
    leaves = 0
    if (ENDS_WITH_KING and kings) or load(scratch, FAILED):
        return leaves
    place = 0
    if hashed and depth > 3:
        place = (mix(own, opp, kings, depth << 1 | turn) & mask) * HASH_ENTRY
        if (
            load(table, place) == depth << 1 | turn
            and load_word(table, place + HASH_OWN) == own
            and load_word(table, place + HASH_OPP) == opp
            and load_word(table, place + HASH_KINGS) == kings
        ):
            return load(table, place + 1)
    other = 1 - turn
    empty = VALID & ~(own | opp)
    for side in SIDES:
        if turn == side.index:
            if can_capture(side, own, opp, kings, empty):
                at = load(scratch, TOP)
                start = at
                end = list_captures(side, own, opp, kings, empty, scratch)
                while at < end:
                    info = load(scratch, at)
                    taken = load_word(scratch, at + 1)
                    moved = own_after(own, shift_of(info))
                    crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
                    if depth == 3:
                        leaves += two_plies(side.opponent, opponent_after(opp, taken), moved, crowned, scratch)
                    else:
                        leaves += perft(
                            hashed, other, opponent_after(opp, taken), moved, crowned, depth - 1, scratch, table, mask
                        )
                    at += RECORD
                store(scratch, TOP, start)
            else:
                men = own & ~kings
                if hashed and depth > 4:
                    fetch_entries(side, own, opp, kings, empty, depth - 1 << 1 | other, table, mask)
                for d in side.man_moves:
                    movers = men & d.back(empty)
                    while movers:
                        man = lowest_bit(movers)
                        movers ^= man
                        target = d.step(man)
                        moved = own ^ (man | target)
                        crowned = kings | target & side.promotion
                        if depth == 3:
                            leaves += two_plies(side.opponent, opp, moved, crowned, scratch)
                        else:
                            leaves += perft(hashed, other, opp, moved, crowned, depth - 1, scratch, table, mask)
                pieces = own & kings
                while pieces:
                    king = lowest_bit(pieces)
                    pieces ^= king
                    targets = king_targets(side.royal, king, empty)
                    while targets:
                        target = lowest_bit(targets)
                        targets ^= target
                        moved = own ^ (king | target)
                        crowned = kings ^ (king | target)
                        if depth == 3:
                            leaves += two_plies(side.opponent, opp, moved, crowned, scratch)
                        else:
                            leaves += perft(hashed, other, opp, moved, crowned, depth - 1, scratch, table, mask)
    if hashed and depth > 3 and not load(scratch, FAILED):
        store(table, place, depth << 1 | turn)
        store(table, place + 1, leaves)
        store_word(table, place + HASH_OWN, own)
        store_word(table, place + HASH_OPP, opp)
        store_word(table, place + HASH_KINGS, kings)
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
    if depth > 2:
        return perft(hashed, turn, own, opp, kings, depth, scratch, table, mask)
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
