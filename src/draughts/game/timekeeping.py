"""The clock of a game and its history, so that a move taken back takes back what the clock showed."""

from __future__ import annotations

from draughts.errors import GameStateError
from draughts.game.clocks import Clock
from draughts.rules.rules import Color
from draughts.rules.time_control import Expiry, TimeControl

__all__ = ["GameClock"]


class GameClock:
    """The clock of a game, ply by ply.

    Parameters
    ----------
    control : TimeControl
        The time control.
    turn : Color
        Who moves first.
    must_run : bool
        Whether moves are made on a running clock only. A house's own clock need not be used: until it has been started
        for the first time, moves take no time.
    """

    __slots__ = ("_history", "control", "must_run")

    #: What the clock showed when it changed, with the ply. The first one is never taken back.
    _history: list[tuple[int, Clock]]

    def __init__(self, control: TimeControl, turn: Color, *, must_run: bool) -> None:
        self.control = control
        self.must_run = must_run
        self._history = [(0, Clock.new(control, turn))]

    def copy(self) -> GameClock:
        """A clock with the same history that goes its own way from here."""
        made = object.__new__(GameClock)
        made.control, made.must_run, made._history = self.control, self.must_run, self._history.copy()
        return made

    @property
    def now(self) -> Clock:
        """The clock as it was last started, stopped or pressed."""
        return self._history[-1][1]

    def after(self, ply: int) -> Clock:
        """The clock as it was left after so many plies."""
        return next(clock for at, clock in reversed(self._history) if at <= ply)

    @property
    def is_unused(self) -> bool:
        """Whether moves are made without the clock."""
        return not self.must_run and len(self._history) == 1

    def start(self, ply: int, turn: Color, at: float) -> None:
        """Let the time of the side to move run."""
        clock = Clock.new(self.control, turn) if self.is_unused else self.now
        self._history.append((ply, clock.started(at)))

    def stop(self, ply: int, at: float) -> None:
        """Let time stand still."""
        self._history.append((ply, self.now.stopped(at)))

    def check_press(self, at: float | None) -> float:
        """The timestamp of a move that can be made now.

        Raises
        ------
        GameStateError
            If the clock is stopped, or runs and no time is given.
        """
        if not self.now.is_running:
            raise GameStateError("the clock is stopped; start_clock lets time run")
        if at is None:
            raise GameStateError("the clock is running: say at what time the move was made")
        return at

    def press(self, ply: int, at: float) -> None:
        """Pass the turn with the move that leads to `ply`."""
        self._history.append((ply, self.now.pressed(at)))

    def take_back(self, ply: int) -> None:
        """Forget what happened after `ply`."""
        while self._history[-1][0] > ply:
            self._history.pop()

    def is_late(self, at: float) -> bool:
        """Whether time is up and somebody else moves for the player."""
        return self.control.expiry is Expiry.AUTO_MOVE and self.now.is_expired(at)
