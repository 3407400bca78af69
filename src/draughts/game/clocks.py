"""Time controls as data, and clocks as values. The caller says what time it is; nothing here looks at a watch or waits.

Times are in seconds. A timestamp may come from any clock that only goes forward, such as ``time.monotonic()``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import Enum

from draughts.errors import GameStateError, RulesError
from draughts.rules.rules import Color

__all__ = ["Clock", "Expiry", "Period", "TimeControl"]

#: A period as PDN writes it: ``moves/seconds+increment``.
_PART = re.compile(r"(?:([0-9]{1,4})/)?([0-9]{1,7}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,5}(?:\.[0-9]{1,3})?))?")


class Expiry(Enum):
    """What happens when a player's time runs out."""

    LOSS = "loss"
    AUTO_MOVE = "auto move"
    """A move is made for the player, and the game goes on."""


@dataclass(frozen=True, slots=True)
class Period:
    """A part of a time control.

    Attributes
    ----------
    seconds : float
        Added to what is left when the period begins.
    moves : int or None
        The player's moves in the period; None for the rest of the game.
    increment : float
        Seconds added after each of the player's moves.
    delay : float
        Seconds at the beginning of each turn that are not counted.
    """

    seconds: float
    moves: int | None = None
    increment: float = 0.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        for name in ("seconds", "increment", "delay"):
            object.__setattr__(self, name, _seconds(name, getattr(self, name)))
        if self.moves is not None and self.moves < 1:
            raise RulesError(f"moves must be at least 1 or None, not {self.moves}")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have.

    Attributes
    ----------
    periods : tuple of Period
        One after another. If the last one has a number of moves it is repeated.
    per_move : float or None
        The most seconds that one turn may take, whole captures included.
    expiry : Expiry
        What happens when either runs out.

    Raises
    ------
    RulesError
        If there is no limit at all, or a period follows one that never ends.

    Examples
    --------
    The 30 moves an hour of WCDF tournaments, and the 40 seconds a move of a web board that then moves for the player:

    >>> tournament = TimeControl((Period(3600, moves=30),))
    >>> board = TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE)
    >>> str(tournament), TimeControl.from_text("40/7200:300+5").periods
    ('30/3600', (Period(seconds=7200.0, moves=40, increment=0.0, delay=0.0),
                 Period(seconds=300.0, moves=None, increment=5.0, delay=0.0)))
    """

    periods: tuple[Period, ...] = ()
    per_move: float | None = None
    expiry: Expiry = Expiry.LOSS

    def __post_init__(self) -> None:
        if not self.periods and self.per_move is None:
            raise RulesError("a time control needs periods or per_move")
        if any(period.moves is None for period in self.periods[:-1]):
            raise RulesError("periods: only the last one may have no number of moves")
        if self.periods and not self.periods[0].seconds + self.periods[0].delay:
            raise RulesError("periods: the first one must give some time")
        if self.per_move is not None:
            object.__setattr__(self, "per_move", _seconds("per_move", self.per_move))
            if not self.per_move:
                raise RulesError("per_move must be more than 0")

    @classmethod
    def from_text(cls, text: str) -> TimeControl:
        """Read the value of PDN's tag ``TimeControl``: ``moves/seconds``, ``seconds+increment``, ``seconds``.

        Raises
        ------
        RulesError
            If the text is none, or a sand clock (``*180``), which is not supported.
        """
        periods = []
        for part in text.split(":"):
            match = _PART.fullmatch(part)
            if match is None:
                raise RulesError(f"{part!r} in {text!r} is no time control; they look like 30/3600, 300+5 or 600")
            moves, seconds, increment = match.groups()
            periods.append(Period(float(seconds), int(moves) if moves else None, float(increment or 0)))
        return cls(tuple(periods))

    def __str__(self) -> str:
        parts = []
        for period in self.periods:
            moves = "" if period.moves is None else f"{period.moves}/"
            increment = f"+{period.increment:g}" if period.increment else ""
            parts.append(f"{moves}{period.seconds:g}{increment}")
        return ":".join(parts) or f"{self.per_move:g} a move"


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
    >>> from draughts import Color
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
    def new(cls, control: TimeControl, turn: Color) -> Clock:
        """A clock that has not been started; `turn` moves first."""
        side = _Side(float(control.periods[0].seconds) if control.periods else math.inf)
        return cls(control, turn, None, 0.0, side, side)

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self.since is not None

    @property
    def deadline(self) -> float | None:
        """The timestamp at which the running time is up; None while the clock is stopped."""
        return None if self.since is None else self.since + self._left(self.turn, self._used)

    def remaining(self, color: Color, at: float | None = None) -> float:
        """Seconds that a player has left; 0 if time is up.

        Parameters
        ----------
        color : Color
            The player.
        at : float, optional
            The present, while the clock is running.
        """
        used = self._elapsed(at) if color is self.turn else 0.0
        return max(0.0, self._left(color, used))

    def bank(self, color: Color, at: float | None = None) -> float | None:
        """Seconds that a player has left in the periods, whatever one turn may take; None if there are no periods."""
        if not self.control.periods:
            return None
        used = self._elapsed(at) if color is self.turn else 0.0
        return max(0.0, self._banked(color, used))

    def period(self, color: Color) -> Period | None:
        """The part of the time control that a player is in; None if there is only a time for each move."""
        periods = self.control.periods
        return periods[self._side(color).period] if periods else None

    def moves_to_go(self, color: Color) -> int | None:
        """Moves that a player has to make in the present period, the next one included; None for the rest of the game.

        Examples
        --------
        >>> from draughts import Color
        >>> clock = Clock.new(TimeControl.from_text("2/60:30"), Color.BLACK)
        >>> clock.moves_to_go(Color.BLACK), clock.started(at=0).pressed(at=9).moves_to_go(Color.BLACK)
        (2, 1)
        """
        period = self.period(color)
        return None if period is None or period.moves is None else period.moves - self._side(color).moves

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
        side = self._after_move(self._side(self.turn), used)
        black, white = (side, self._white) if self.turn is Color.BLACK else (self._black, side)
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
        if at < self.since:
            raise GameStateError(f"time runs backwards: {at} is before {self.since}, when the clock was started")
        return self._used + (at - self.since)

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


def _seconds(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise RulesError(f"{name} must be a number of seconds from 0, not {value!r}")
    return float(value)
