"""Quiet play for tests of draw rules: kings that wander about without meeting anybody."""

from __future__ import annotations

import random
from collections.abc import Callable

from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import PieceType

__all__ = ["wander"]


def wander(game: Game, plies: int, keep: Callable[[Board], bool] = lambda board: True, *, seed: int = 1) -> None:
    """Make so many quiet king moves that nobody can capture, no position comes back, and the game goes on.

    Only after the last ply may the game be over. Every position satisfies `keep`.
    """
    rng = random.Random(seed)
    goal = game.ply + plies
    start = game.ply
    for _ in range(200 * plies + 1000):
        if game.ply == goal:
            return
        if not _step(game, keep, rng, is_last=game.ply == goal - 1):
            for _ in range(min(game.ply - start, rng.randint(1, 6))):
                game.pop()
    raise AssertionError(f"no quiet walk of {plies} plies found from {game.board.fen}")


def _step(game: Game, keep: Callable[[Board], bool], rng: random.Random, *, is_last: bool) -> bool:
    moves = [move for move in game.legal_moves if _is_quiet(move)]
    rng.shuffle(moves)
    for move in moves:
        game.push(move)
        board = game.board
        if not board.has_capture and keep(board) and board not in game.boards[:-1] and (is_last or not game.is_over):
            return True
        game.pop()
    return False


def _is_quiet(move: Move) -> bool:
    return not move.is_capture and move.piece.kind is PieceType.KING
