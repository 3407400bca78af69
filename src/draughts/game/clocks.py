"""Clocks as values. The caller says what time it is; nothing here looks at a watch or waits.

A time source may step back, as the wall clock of a computer does when it is set: no time passes then until the source
is where it was, or until the clock is pressed.

Times are in seconds. All timestamps of a game come from one source, such as ``time.time()``, which goes on over a
restart of the program, or ``time.monotonic()``, which does not; see `Game.restart_clock`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from draughts.errors import GameStateError
from draughts.rules.readings import as_color, as_time_control
from draughts.rules.rules import Color
from draughts.rules.time_control import Expiry, Period, TimeControl

__all__ = ["Clock"]


@dataclass(frozen=True, slots=True)
class _Side:
    """What a clock shows for one player at the beginning of a turn."""

    bank: float
    period: int = 0
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of both players at one moment of a game. A clock never changes; its methods give new ones.

    `new` makes one.

    Attributes
    ----------
    control : TimeControl
        The time control.
    turn : Color
        Whose time it is.
    since : float or None
        When the running clock was started; None while it is stopped.

    Examples
    --------
    >>> from draughts import Clock, Color, Period, TimeControl
    >>> clock = Clock.new(TimeControl((Period(60, increment=2),)), Color.BLACK).started(at=100)
    >>> clock.remaining(Color.BLACK, at=110), clock.deadline
    (50.0, 160.0)
    >>> clock = clock.pressed(at=110)
    >>> clock.turn, clock.remaining(Color.BLACK, at=111), clock.is_expired(at=170)
    (<Color.WHITE: 'W'>, 52.0, True)
    """

    control: TimeControl
    turn: Color
    since: float | None
    _used: float
    _black: _Side
    _white: _Side

    @classmethod
    def new(cls, control: TimeControl | str, turn: Color | str) -> Clock:
        """A clock that has not been started; `turn` moves first."""
        control, turn = as_time_control(control), as_color(turn)
        side = _Side(control.periods[0].beginning if control.periods else math.inf)
        return cls(control, turn, None, 0.0, side, side)

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self.since is not None

    @property
    def deadline(self) -> float | None:
        """The timestamp at which the running time is up; None while the clock is stopped."""
        return None if self.since is None else self.since + self._left(self.turn, self._used)

    def remaining(self, color: Color | str, at: float | None = None) -> float:
        """Seconds that a player has left; 0 if time is up.

        Parameters
        ----------
        color : Color
            The player.
        at : float, optional
            The present, while the clock is running.
        """
        color = as_color(color)
        used = self._elapsed(at) if color is self.turn else 0.0
        return max(0.0, self._left(color, used))

    def bank(self, color: Color | str, at: float | None = None) -> float | None:
        """Seconds that a player has left in the periods, whatever one turn may take; None if there are no periods."""
        color = as_color(color)
        if not self.control.periods:
            return None
        used = self._elapsed(at) if color is self.turn else 0.0
        return max(0.0, self._banked(color, used))

    def period(self, color: Color | str) -> Period | None:
        """The part of the time control that a player is in; None if there is only a time for each move."""
        periods = self.control.periods
        return periods[self._side(as_color(color)).period] if periods else None

    def moves_to_go(self, color: Color | str) -> int | None:
        """Moves that a player has to make in the present period, the next one included; None for the rest of the game.

        Examples
        --------
        >>> from draughts import Clock, Color, TimeControl
        >>> clock = Clock.new(TimeControl.from_text("2/60:30"), Color.BLACK)
        >>> clock.moves_to_go(Color.BLACK), clock.started(at=0).pressed(at=9).moves_to_go(Color.BLACK)
        (2, 1)
        """
        period = self.period(color)
        return None if period is None or period.moves is None else period.moves - self._side(as_color(color)).moves

    def is_expired(self, at: float | None = None) -> bool:
        """Whether the time of the side to move is up."""
        return self._left(self.turn, self._elapsed(at)) <= 0

    def started(self, at: float) -> Clock:
        """The clock with time running from now on.

        Raises
        ------
        GameStateError
            If it is running.
        """
        if self.is_running:
            raise GameStateError("the clock is running already")
        return replace(self, since=_timestamp(at))

    def stopped(self, at: float) -> Clock:
        """The clock with time standing still, as for an adjournment; `started` lets it go on.

        Raises
        ------
        GameStateError
            If it is stopped.
        """
        if not self.is_running:
            raise GameStateError("the clock is stopped already")
        return replace(self, since=None, _used=self._elapsed(_timestamp(at)))

    def pressed(self, at: float) -> Clock:
        """The clock after a move: the opponent's time runs.

        Raises
        ------
        GameStateError
            If the clock is stopped, or time was up before and that loses.
        """
        if not self.is_running:
            raise GameStateError("the clock is stopped")
        used = self._elapsed(_timestamp(at))
        if self.control.expiry is Expiry.LOSS and self._left(self.turn, used) <= 0:
            raise GameStateError(f"{self.turn}'s time is up")
        side, other = self._side(self.turn), self._side(self.turn.opponent)
        if self.control.periods and self.control.periods[side.period].is_sand_clock:
            other = replace(other, bank=other.bank + min(used, side.bank))
        side = self._after_move(side, used)
        black, white = (side, other) if self.turn is Color.BLACK else (other, side)
        return Clock(self.control, self.turn.opponent, _timestamp(at), 0.0, black, white)

    def _after_move(self, side: _Side, used: float) -> _Side:
        periods = self.control.periods
        if not periods:
            return side
        period = periods[side.period]
        bank = max(0.0, side.bank - max(0.0, used - period.delay)) + period.increment
        moves = side.moves + 1
        if moves != period.moves:
            return _Side(bank, side.period, moves)
        following = min(side.period + 1, len(periods) - 1)
        return _Side(bank + periods[following].seconds, following)

    def _side(self, color: Color) -> _Side:
        return self._black if color is Color.BLACK else self._white

    def _elapsed(self, at: float | None) -> float:
        """Seconds of the present turn."""
        if self.since is None:
            return self._used
        if at is None:
            raise GameStateError("the clock is running: say what time it is")
        return self._used + max(0.0, _timestamp(at) - self.since)

    def _left(self, color: Color, used: float) -> float:
        left = math.inf if self.control.per_move is None else self.control.per_move - used
        return min(left, self._banked(color, used)) if self.control.periods else left

    def _banked(self, color: Color, used: float) -> float:
        side = self._side(color)
        return side.bank - max(0.0, used - self.control.periods[side.period].delay)


def _timestamp(at: float) -> float:
    if isinstance(at, bool) or not isinstance(at, int | float) or not math.isfinite(at):
        raise GameStateError(f"a timestamp is a finite number of seconds, not {at!r}")
    return float(at)
