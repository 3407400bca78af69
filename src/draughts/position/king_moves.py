"""Counting a side's quiet moves in succession with one king (Frisian rules, article 17)."""

from __future__ import annotations

from draughts.position.context import VariantContext
from draughts.position.move import Move
from draughts.rules.rules import PieceType

__all__ = ["NO_KING_MOVES", "KingMoves", "count_king_moves", "frozen_king"]

#: Square of the king and count: of the side to move, then of the other side. Both are 0 while nothing is counted.
KingMoves = tuple[int, int, int, int]
NO_KING_MOVES: KingMoves = (0, 0, 0, 0)


def count_king_moves(
    context: VariantContext, before: KingMoves, move: Move, own: int, opponent: int, kings: int
) -> KingMoves:
    """The counters after a move.

    Parameters
    ----------
    context : VariantContext
        What the variant's positions share.
    before : tuple of int
        The counters before the move.
    move : Move
        The move made.
    own, opponent, kings : int
        The words after it: those of the side that moves next, of the side that has moved, and all kings.
    """
    squares = context.squares
    square, count, other_square, other_count = before
    if move.is_capture or move.piece.kind is not PieceType.KING or not opponent & ~kings:
        square = count = 0
    else:
        count = count + 1 if move.origin == square else 1
        square = move.destination
    if other_count and (not own & ~kings or not own >> squares.bit[other_square] & 1):
        other_square = other_count = 0
    return (other_square, other_count, square, count)


def frozen_king(context: VariantContext, king_moves: KingMoves) -> int:
    """The king of the side to move that may not make a quiet move, as a set of squares; 0 if all may."""
    square, count, _, _ = king_moves
    return 1 << context.squares.bit[square] if count >= context.limit else 0
