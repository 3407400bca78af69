"""Perft: how many leaves the tree of moves has at a depth, counted without making the moves of the last ply."""

from __future__ import annotations

from draughts._kernels.source.captures import begin, flying_jumpers, follow_all, jumpers
from draughts._kernels.source.lists import can_capture, list_captures
from draughts._kernels.source.quiet import count_king_moves, count_man_moves, king_targets
from draughts._kernels.vocabulary import *


@inlined
def leaf(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """How many legal moves a side has. Positions without kings are what counts; the rest is left to a call."""
    if ENDS_WITH_KING and kings:
        return 0
    empty = VALID & ~(own | opp)
    crowned = own & kings
    men = own ^ crowned
    prey = opp if MEN_CAPTURE_KINGS else opp & ~kings
    if jumpers(side.man_captures, men, prey, empty):
        return count_captures(side, own, opp, kings, empty, scratch)
    if crowned:
        return leaf_with_kings(side, own, opp, kings, empty, scratch)
    return count_man_moves(side, men, empty)


def leaf_with_kings(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """How many legal moves a side with kings has whose men cannot capture."""
    crowned = own & kings
    if flying_jumpers(crowned, opp, empty) if FLYING else jumpers(KING_CAPTURES, crowned, opp, empty):
        return count_captures(side, own, opp, kings, empty, scratch)
    return count_man_moves(side, own ^ crowned, empty) + count_king_moves(crowned, empty)


def leaf_apart(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """`leaf`, called instead of copied: for places that matter less."""
    return leaf(side, own, opp, kings, scratch)


def count_captures(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """How many captures a side has."""
    begin(opp, kings, scratch)
    follow_all(side, COUNT, own, opp, kings, empty, scratch)
    if load(scratch, BUDGET) < 0:
        store(scratch, FAILED, 1)
    if load(scratch, DISTINCT) and load(scratch, LONGEST) >= DUPLICATES_FROM:
        top = load(scratch, TOP)
        end = list_captures(side, own, opp, kings, empty, scratch)
        store(scratch, TOP, top)
        return (end - top) // RECORD
    return load(scratch, TOTAL)


def perft(turn: int, own: Word, opp: Word, kings: Word, depth: int, scratch: int) -> int:
    """The number of leaves at `depth`, 2 or more."""
    nodes = 0
    if (ENDS_WITH_KING and kings) or load(scratch, FAILED):
        return nodes
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
                    origin = square(info >> 16)
                    target = square((info >> 8) & 255)
                    moved = own & ~origin | target
                    crowned = kings & ~(taken | origin)
                    if info & 1:
                        crowned |= target
                    if depth == 2:
                        nodes += leaf_apart(side.opponent, opp & ~taken, moved, crowned, scratch)
                    else:
                        nodes += perft(other, opp & ~taken, moved, crowned, depth - 1, scratch)
                    at += RECORD
                store(scratch, TOP, start)
                return nodes
            men = own & ~kings
            for d in side.man_moves:
                movers = men & d.back(empty)
                while movers:
                    man = lowest_bit(movers)
                    movers ^= man
                    target = d.step(man)
                    moved = own ^ (man | target)
                    crowned = kings | target & side.promotion
                    if depth == 2:
                        nodes += leaf(side.opponent, opp, moved, crowned, scratch)
                    else:
                        nodes += perft(other, opp, moved, crowned, depth - 1, scratch)
            pieces = own & kings
            while pieces:
                king = lowest_bit(pieces)
                pieces ^= king
                targets = king_targets(king, empty)
                while targets:
                    target = lowest_bit(targets)
                    targets ^= target
                    moved = own ^ (king | target)
                    crowned = kings ^ (king | target)
                    if depth == 2:
                        nodes += leaf_apart(side.opponent, opp, moved, crowned, scratch)
                    else:
                        nodes += perft(other, opp, moved, crowned, depth - 1, scratch)
    return nodes


@entry
def count_leaves(turn: int, own: Word, opp: Word, kings: Word, depth: int, scratch: int) -> int:
    """The number of leaves at `depth`, 1 or more; `FAILED` in scratch memory says whether to believe it."""
    if depth == 1:
        for side in SIDES:
            if turn == side.index:
                return leaf_apart(side, own, opp, kings, scratch)
    return perft(turn, own, opp, kings, depth, scratch)
