"""Thousands of games that are stepped at once, on `Boards`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from draughts.batch import Boards
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["VectorGames", "VectorState"]


class VectorState(NamedTuple):
    """What N games show after a step.

    Attributes
    ----------
    observation : ndarray of float32, shape (N, channels, height, width)
        `Boards.planes` of the side to move.
    legal_action_mask : ndarray of bool, shape (N, A)
        `Boards.action_mask`.
    current_player : ndarray of uint8, shape (N,)
        The side to move: 0 Black, 1 White.
    rewards : ndarray of float32, shape (N, 2)
        Of Black and White, for the step: 1 and -1 where it has won a game, otherwise 0.
    terminated : ndarray of bool, shape (N,)
        Where the step has ended a game: won, or drawn by a rule that ends it by itself.
    truncated : ndarray of bool, shape (N,)
        Where a game was stopped because it reached the most plies.
    final_observation : ndarray of float32, shape (E, channels, height, width)
        The last positions of the E games that the step has ended or stopped, in the order of
        ``numpy.flatnonzero(terminated | truncated)``, from the side to move in them.
    """

    observation: NDArray[np.float32]
    legal_action_mask: NDArray[np.bool_]
    current_player: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    final_observation: NDArray[np.float32]


class VectorGames:
    """N games of one rule set, played by both sides; a game that ends begins anew within the same step.

    Parameters
    ----------
    rules : Rules, Variant, str or int
        The rules.
    n : int
        How many games.
    max_plies : int
        Plies after which a game is truncated.
    threads : int
        How many threads work on a step; the states do not depend on it.

    Attributes
    ----------
    boards : Boards
        The present positions.

    Examples
    --------
    >>> from draughts.environments import VectorGames
    >>> games = VectorGames("american", 2)
    >>> state = games.reset()
    >>> state = games.step(state.legal_action_mask.argmax(axis=1))
    >>> state.current_player.tolist(), state.terminated.tolist()
    ([1, 1], [False, False])
    """

    def __init__(
        self, rules: Rules | Variant | str | int = AMERICAN, n: int = 1, *, max_plies: int = 1000, threads: int = 1
    ) -> None:
        self._start = Boards.start(rules, n)
        self._max_plies = as_whole(max_plies, "max_plies", 1)
        self._threads = threads
        self._channels = 4 if self._start.rules.actions.has_chains else 6
        self.boards = self._start.copy()

    def reset(self) -> VectorState:
        """Begin all games anew."""
        self.boards = self._start.copy()
        nobody = np.zeros(len(self.boards), np.bool_)
        return self._state(
            np.zeros((len(nobody), 2), np.float32), nobody, nobody.copy(), self._seen(self.boards[nobody])
        )

    def step(self, actions: Sequence[int] | NDArray[Any]) -> VectorState:
        """Play one action in each game.

        Where a game ends, `rewards`, `terminated`, `truncated` and `final_observation` tell of it; the rest shows the
        game that begins.

        Raises
        ------
        IllegalMoveError
            If an action is not legal; the message names the game, and nothing is played.
        ArgumentError
            If there is not one whole number for each game.
        """
        boards = self.boards.act(actions, out=self.boards, threads=self._threads)
        terminated = boards.is_over(threads=self._threads)
        rewards = np.zeros((len(boards), 2), np.float32)
        ended = np.flatnonzero(terminated)
        if len(ended):
            winners = boards[ended].winners()
            won, winner = ended[winners >= 0], winners[winners >= 0]
            rewards[won, winner] = 1
            rewards[won, 1 - winner] = -1
        truncated = (boards.plies >= self._max_plies) & ~terminated
        fresh = terminated | truncated
        last = self._seen(boards[fresh])
        if fresh.any():
            boards[fresh] = self._start[fresh]
        return self._state(rewards, terminated, truncated, last)

    def _seen(self, boards: Boards) -> NDArray[np.float32]:
        planes: NDArray[np.float32] = boards.planes(channels=self._channels, threads=self._threads)
        return planes

    def _state(
        self,
        rewards: NDArray[np.float32],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
        last: NDArray[np.float32],
    ) -> VectorState:
        return VectorState(
            self._seen(self.boards),
            self.boards.action_mask(threads=self._threads),
            self.boards.turns.copy(),
            rewards,
            terminated,
            truncated,
            last,
        )
