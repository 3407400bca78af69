"""Moves that there would be under other rules: what explanations of illegal moves are made of. Nothing is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.position.context import supposed_context
from draughts.position.legal_moves import LegalMoves, moves_of_records
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from draughts.position.board import Board

__all__ = ["quiet_moves", "under", "unfinished_moves"]


def under(board: Board, rules: Rules) -> Board:
    """The same pieces under other rules; what kings have moved is forgotten."""
    return board.of_placement(board.placement._replace(king_moves={}), rules, supposed_context(rules))


def quiet_moves(board: Board) -> LegalMoves:
    """The quiet moves that there would be if captures were not compulsory and no king had moved too often."""
    side, own, opponent, kings = board.words
    records = board.context.generator.quiet_moves(side, own, opponent, kings)
    return moves_of_records(board.context, board.words, records)


def unfinished_moves(board: Board) -> LegalMoves:
    """The moves that there would be if a capture could stop after any jump."""
    return board.of_words(supposed_context(board.rules, must_finish=False), board.words).legal_moves
