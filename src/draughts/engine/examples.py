"""Positions from games that the engine plays against itself, for its evaluation to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from draughts.engine.root import root_of
from draughts.engine.weights import Weights
from draughts.engine.worker import Table, Worker
from draughts.position.board import Board
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Examples", "play_games"]

#: Plies at random that every game begins with: this many and up to three more.
_OPENING = 10
_MOST_PLIES = 300
_TABLE_MB = 1


@dataclass(frozen=True, eq=False)
class Examples:
    """Quiet positions with what became of their games. The arrays are as long as each other.

    Attributes
    ----------
    turn : array of int64
        The kernel's number of the side to move.
    score : array of int64
        What the search found for that side, in hundredths of a man.
    words : array of uint64, shape (positions, 3, 1 or 2)
        The pieces of the side to move, of the other side, and the kings; a wide board's words in two parts, the
        lower one first.
    result : array of float64
        1 if side 0 won the game, 0 if it lost it, 0.5 if it was drawn.
    """

    turn: NDArray[np.int64]
    score: NDArray[np.int64]
    words: NDArray[np.uint64]
    result: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.turn)

    @staticmethod
    def joined(parts: Sequence[Examples]) -> Examples:
        """The examples of several parts, one after the other."""
        return Examples(
            np.concatenate([part.turn for part in parts]),
            np.concatenate([part.score for part in parts]),
            np.concatenate([part.words for part in parts]),
            np.concatenate([part.result for part in parts]),
        )


def play_games(rules: Rules, first: int, games: int, depth: int = 6, weights: Weights | None = None) -> Examples:
    """Play games in which each side makes the move that a search to `depth` finds.

    Parameters
    ----------
    rules : Rules
        The rules.
    first, games : int
        The number of the first game, and how many. A game depends on its number, the depth and the weights only.
    depth : int
        Plies that are looked ahead.
    weights : Weights, optional
        The evaluation; by default the best one for the rules.
    """
    table = Table(_TABLE_MB)
    worker = Worker(rules, table, weights)
    root = root_of(Board(rules), 0)
    found: list[NDArray[np.int64]] = []
    results: list[NDArray[np.float64]] = []
    for game in range(first, first + games):
        table.clear()
        worker.begin(root, 1 << 62)
        rows, winner = worker.play(root.board, depth, _OPENING + game % 4, _MOST_PLIES, game)
        found.append(rows)
        results.append(np.full(len(rows), 0.5 if winner is None else 1.0 - winner))
    rows = np.concatenate(found)
    words = rows[:, 2:].view(np.uint64).reshape(len(rows), 3, -1)
    return Examples(rows[:, 0], rows[:, 1], words, np.concatenate(results))
