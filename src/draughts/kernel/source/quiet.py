"""Moves that take nothing."""

from __future__ import annotations

from draughts.kernel.vocabulary import *


@inlined
def reach(d: Static[Direction], number: int, empty: Word) -> Word:
    """The empty squares that a flying king reaches in one direction."""
    beyond = ray(d.index, number)
    blocker = d.first(beyond & ~empty)
    if blocker:
        return beyond ^ (ray(d.index, index(blocker)) | blocker)
    return beyond


@inlined
def king_targets(royal: Static[Royal], king: Word, empty: Word) -> Word:
    """Where one king may go quietly."""
    targets = ZERO
    if MOVEMENT.flying:
        number = index(king)
        for d in royal.moves:
            targets |= reach(d, number, empty)
    else:
        for d in royal.moves:
            targets |= d.step(king) & empty
    return targets


@inlined
def man_targets(side: Static[Side], men: Word, empty: Word) -> Word:
    """Where some men may go."""
    targets = ZERO
    for d in side.man_moves:
        targets |= d.step(men) & empty
    return targets


@inlined
def count_man_moves(side: Static[Side], men: Word, empty: Word) -> int:
    """How many quiet moves these men have."""
    total = 0
    for d in side.man_moves:
        total += popcount(d.step(men) & empty)
    return total


@inlined
def count_king_moves(royal: Static[Royal], kings: Word, empty: Word) -> int:
    """How many quiet moves these kings have."""
    total = 0
    if MOVEMENT.flying:
        while kings:
            king = lowest_bit(kings)
            kings ^= king
            total += popcount(king_targets(royal, king, empty))
    else:
        for d in royal.moves:
            total += popcount(d.step(kings) & empty)
    return total
