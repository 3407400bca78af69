"""Time controls as data: how much time the players have. Clocks that count it are in the room of games. Seconds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum

from draughts.errors import RulesError
from draughts.support.checks import as_text, is_whole
from draughts.support.show import show_changes

__all__ = ["Expiry", "Period", "TimeControl"]

#: A period as PDN writes it: ``moves/seconds+increment``, or ``*seconds`` for a sand clock.
_PART = re.compile(
    r"(?:([0-9]{1,4})/|(\*))?([0-9]{1,7}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,5}(?:\.[0-9]{1,3})?))?", re.ASCII
)


class Expiry(Enum):
    """What happens when a player's time runs out."""

    LOSS = "loss"
    AUTO_MOVE = "auto move"
    """A move is made for the player, and the game goes on."""


@dataclass(frozen=True, slots=True, repr=False)
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
    is_sand_clock : bool
        Whether the opponent gains what a player uses. Such a period is the last one.
    """

    seconds: float
    moves: int | None = None
    increment: float = 0.0
    delay: float = 0.0
    is_sand_clock: bool = False

    def __post_init__(self) -> None:
        for name in ("seconds", "increment", "delay"):
            object.__setattr__(self, name, _seconds(name, getattr(self, name)))
        if self.moves is not None and (not is_whole(self.moves) or self.moves < 1):
            raise RulesError(f"moves must be at least 1 or None, not {self.moves}")
        if not isinstance(self.is_sand_clock, bool):
            raise RulesError(f"is_sand_clock must be True or False, not {self.is_sand_clock!r}")
        if self.is_sand_clock and (self.moves is not None or self.increment or self.delay):
            raise RulesError("is_sand_clock leaves nothing for moves, increment and delay to say")

    @property
    def beginning(self) -> float:
        """Seconds at the beginning of a game; where the period gives none, those of its increment."""
        return self.seconds or self.increment

    def __repr__(self) -> str:
        return show_changes(self)


@dataclass(frozen=True, slots=True, repr=False)
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

    >>> from draughts import Expiry, Period, TimeControl
    >>> tournament = TimeControl((Period(3600, moves=30),))
    >>> board = TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE)
    >>> str(tournament), TimeControl.from_text("40/7200:300+5").periods
    ('30/3600', (Period(seconds=7200.0, moves=40), Period(seconds=300.0, increment=5.0)))

    A sand clock:

    >>> TimeControl.from_text("*180").periods
    (Period(seconds=180.0, is_sand_clock=True),)
    """

    periods: tuple[Period, ...] = ()
    per_move: float | None = None
    expiry: Expiry = Expiry.LOSS

    def __post_init__(self) -> None:
        if not isinstance(self.periods, tuple) or not all(isinstance(period, Period) for period in self.periods):
            raise RulesError(f"periods must be a tuple of Period, not {self.periods!r}")
        if not isinstance(self.expiry, Expiry):
            raise RulesError(f"expiry must be an Expiry, not {self.expiry!r}")
        if not self.periods and self.per_move is None:
            raise RulesError("a time control needs periods or per_move")
        if any(period.moves is None for period in self.periods[:-1]):
            raise RulesError("periods: only the last one may have no number of moves")
        if self.periods and not self.periods[0].beginning + self.periods[0].delay:
            raise RulesError("periods: the first one must give some time")
        if self.per_move is not None:
            object.__setattr__(self, "per_move", _seconds("per_move", self.per_move))
            if not self.per_move:
                raise RulesError("per_move must be more than 0")

    @classmethod
    def from_text(cls, text: str) -> TimeControl:
        """Read the value of PDN's tag ``TimeControl``.

        Its parts are ``moves/seconds``, ``seconds+increment``, ``seconds`` and, for a sand clock, ``*seconds``.

        Raises
        ------
        RulesError
            If the text is none, as are PDN's ``-`` for no time control and ``?`` for one that is not known.
        """
        periods = []
        for part in as_text(text, "a time control").split(":"):
            match = _PART.fullmatch(part)
            if match is None:
                raise RulesError(f"{part!r} in {text!r} is no time control; they look like 30/3600, 300+5 or 600")
            moves, star, seconds, increment = match.groups()
            periods.append(
                Period(
                    float(seconds), int(moves) if moves else None, float(increment or 0), is_sand_clock=star is not None
                )
            )
        return cls(tuple(periods))

    def __repr__(self) -> str:
        return show_changes(self)

    def __str__(self) -> str:
        parts = []
        for period in self.periods:
            moves = "*" if period.is_sand_clock else "" if period.moves is None else f"{period.moves}/"
            increment = f"+{period.increment:g}" if period.increment else ""
            parts.append(f"{moves}{period.seconds:g}{increment}")
        return ":".join(parts) or f"{self.per_move:g} a move"


def _seconds(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise RulesError(f"{name} must be a number of seconds from 0, not {value!r}")
    return float(value)
