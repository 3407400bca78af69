"""What `Boards` answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MoveLists", "Playouts"]


class MoveLists(NamedTuple):
    """The legal moves of N positions, one list behind the other: M moves in all.

    The moves of position ``i`` are ``[offsets[i]:offsets[i + 1]]`` of every other array, in the order of
    `Board.legal_moves`.

    Attributes
    ----------
    offsets : ndarray of int64, shape (N + 1,)
        Where the moves of each position begin; the last number is M.
    origins, destinations : ndarray of uint8, shape (M,)
        Squares in the variant's numbering.
    promotes : ndarray of bool, shape (M,)
        Whether a man becomes a king.
    captured : ndarray of uint64, shape (M,) or (M, 2)
        The captured pieces as a set of squares: bit 0 is square 1. Boards of more than 64 squares need two numbers, the
        low one first.
    actions : ndarray of int32, shape (M,)
        `Move.action`; -1 for a capture of several pieces that has no number of its own.
    """

    offsets: NDArray[np.int64]
    origins: NDArray[np.uint8]
    destinations: NDArray[np.uint8]
    promotes: NDArray[np.bool_]
    captured: NDArray[np.uint64]
    actions: NDArray[np.int32]

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.offsets) - 1

    def mask(self) -> NDArray[np.bool_]:
        """Which places of a list have a move: shape (N, longest list); each row has as many True as legal moves."""
        counts = np.diff(self.offsets)
        mask: NDArray[np.bool_] = np.arange(counts.max(initial=0)) < counts[:, None]
        return mask


class Playouts(NamedTuple):
    """How N games ended that were played at random.

    Attributes
    ----------
    winners : ndarray of int8, shape (N,)
        The winner: 0 Black, 1 White, -1 nobody.
    draws : ndarray of int8, shape (N,)
        The rule by which a game was drawn, as an index of `Boards.draw_rules`; -1 if none.
    lengths : ndarray of int32, shape (N,)
        Plies played. A game with neither winner nor rule was stopped at the limit.
    """

    winners: NDArray[np.int8]
    draws: NDArray[np.int8]
    lengths: NDArray[np.int32]

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Which games were played to their end."""
        ended: NDArray[np.bool_] = (self.winners >= 0) | (self.draws >= 0)
        return ended

    def scores(self) -> NDArray[np.float32]:
        """The results for White: 1.0 won, 0.5 drawn or stopped, 0.0 lost."""
        return np.array([0.0, 1.0, 0.5], np.float32)[self.winners]
