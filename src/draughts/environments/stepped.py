"""One game that is played by action numbers, step by step where captures are not numbered as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from draughts.batch import Boards
from draughts.errors import ArgumentError, GameStateError
from draughts.game.game import Game
from draughts.game.result import Result
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_PLIES", "SteppedGame", "channels_of"]

#: Plies after which a game is truncated unless others are given.
MOST_PLIES = 1000


def channels_of(rules: Rules) -> int:
    """How many of `draughts.batch.PLANES` show all: those of a capture under way only where there is such a thing."""
    return 4 if rules.actions.has_chains else 6


class SteppedGame:
    """A `Game` with what learning programs ask about it: actions by number, a mask of them, planes.

    The environments of other projects stand on it; its names are those of `VectorGames`.

    Parameters
    ----------
    rules : Rules, Variant, str or int
        The rules.
    start : Board or str, optional
        The first position, or its FEN; by default that of the rules.
    max_plies : int
        Plies after which the game is truncated.

    Raises
    ------
    ArgumentError
        If the game is over in the first position, or `max_plies` is less than 1.

    Attributes
    ----------
    game : Game
        The game; a capture under way is not in it before it is complete.
    under_way : tuple of int
        The actions of a capture under way; empty if there is none.

    Examples
    --------
    >>> from draughts.environments.stepped import SteppedGame
    >>> stepped = SteppedGame("international")
    >>> action = int(stepped.legal_action_mask().argmax())
    >>> stepped.act(action), stepped.turn
    (Move(31-26), <Color.BLACK: 'B'>)
    """

    def __init__(
        self, rules: Rules | Variant | str | int, *, start: Board | str | None = None, max_plies: int = MOST_PLIES
    ) -> None:
        self.max_plies = as_whole(max_plies, "max_plies", 1)
        self.game = Game(rules, start, is_timed=False)
        if self.game.is_over:
            raise ArgumentError(f"the game is over in its first position: {self.game.fen}")
        self.under_way: tuple[int, ...] = ()
        self._first = self.game.board
        self._boards = self._start = Boards.from_boards([self._first])

    def reset(self) -> None:
        """Begin anew."""
        self.game = Game(start=self._first, is_timed=False)
        self.under_way = ()
        self._boards = self._start

    # What there is

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._first.rules

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of `observation`."""
        return channels_of(self.rules), self.rules.geometry.height, self.rules.geometry.width

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.game.turn

    @property
    def result(self) -> Result | None:
        """The result of the game, once it is over."""
        return self.game.result

    @property
    def is_truncated(self) -> bool:
        """Whether the game was stopped because it reached the most plies."""
        return self.game.ply >= self.max_plies and not self.game.is_over

    @property
    def is_done(self) -> bool:
        """Whether the game is over or stopped."""
        return self.game.ply >= self.max_plies or self.game.is_over

    def reward(self, color: Color) -> int:
        """What the game is worth for a side: 1 if it has won, -1 if it has lost, otherwise 0."""
        winner = None if self.result is None else self.result.winner
        return 0 if winner is None else 1 if winner is color else -1

    def legal_action_mask(self) -> NDArray[np.bool_]:
        """Which actions there are, of shape ``(rules.action_count,)``; none when the game is over or stopped."""
        if self.is_done:
            return np.zeros(self.rules.action_count, np.bool_)
        mask: NDArray[np.bool_] = self._boards.action_mask()[0]
        return mask

    def observation(self, color: Color) -> NDArray[np.float32]:
        """The planes of `Boards.planes`, seen from a side whether it is to move or not."""
        planes: NDArray[np.float32] = self._boards.planes(channels=channels_of(self.rules))[0]
        if color is self.turn:
            return planes
        own_last = [2, 3, 0, 1, *range(4, len(planes))]
        return np.ascontiguousarray(planes[own_last, ::-1, ::-1])

    # Playing

    def act(self, action: int | np.int64) -> Move | None:
        """Play an action.

        Returns
        -------
        Move or None
            The move that it makes or completes; None if a capture must go on.

        Raises
        ------
        IllegalMoveError
            If there is no such action; the message names those that there are. Nothing is played.
        GameStateError
            If the game is over or stopped.
        """
        self._check_running()
        after = self._boards.act(np.asarray([action]))
        if after.chains.any():
            self.under_way += (int(action),)
            self._boards = after
            return None
        legal = self.game.board.legal_moves
        if self.rules.actions.has_chains:
            move = legal.numbered(int(action))
        else:  # moves that leave the same position are one to the game that follows
            board = self.game.board
            shown = after[0]
            move = next(move for move in legal if board.play(move) == shown)
        self.game.push(move)
        self.under_way = ()
        self._boards = after
        return move

    def play(self, move: Move) -> None:
        """Play a whole move of another player, who is asked in `game`.

        Raises
        ------
        IllegalMoveError
            If it is not legal. Nothing is played.
        GameStateError
            If the game is over or stopped, or a capture is under way.
        """
        self._check_running()
        if self.under_way:
            raise GameStateError("a capture is under way; its side goes on")
        before = self.game.legal_moves
        made = self.game.push(move)
        self._boards = self._boards.play([before.index(made)])

    def copy(self) -> Self:
        """A game that goes its own way."""
        twin = object.__new__(type(self))
        twin.max_plies, twin._first, twin._start, twin._boards = self.max_plies, self._first, self._start, self._boards
        twin.game, twin.under_way = self.game.copy(), self.under_way
        return twin

    def _check_running(self) -> None:
        if self.game.is_over:
            raise GameStateError(f"the game is over: {self.result}; begin anew with reset")
        if self.is_truncated:
            raise GameStateError(f"the game was stopped after {self.max_plies} plies; begin anew with reset")
