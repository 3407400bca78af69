"""What clocks showed, as commands: ``[%clk 0:04:58]``, ``[%clock w0:04:58 B0:05:00]``, ``[%emt 0:00:02.5]``.

``clk`` is the time left to the player who has moved, ``clock`` that of either side with a capital letter for the side
whose clock runs, ``emt`` the time that the move took.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from draughts.game.events import EventKind, GameEvent
from draughts.rules.rules import Color

__all__ = ["Reading", "clock_commands", "readings"]

_COMMAND = re.compile(r"\[%(clk|clock|emt)\s+([^\[\]{}]{1,80})\]", re.ASCII)
_TIME = re.compile(r"([wWbB]?)(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,6}(?:\.[0-9]{1,6})?)", re.ASCII)


class Reading(NamedTuple):
    """What a comment says of a clock.

    Attributes
    ----------
    color : Color
        Whose clock.
    seconds : float
        The time left, or used for the move.
    is_used : bool
        Whether it was used.
    """

    color: Color
    seconds: float
    is_used: bool = False


def readings(comments: Iterable[str], mover: Color) -> Iterator[Reading]:
    """What the comments behind a move say of the clocks; what cannot be read is left out.

    Examples
    --------
    >>> from draughts import Color
    >>> from draughts.pdn.clock_comments import readings
    >>> for reading in readings(["[%clock w0:00:10 B1:00:03] fine [%emt 2.5]"], Color.WHITE):
    ...     print(reading.color, reading.seconds, reading.is_used)
    White 10.0 False
    Black 3603.0 False
    White 2.5 True
    """
    for comment in comments:
        for name, value in _COMMAND.findall(comment):
            for text in value.split():
                time = _TIME.fullmatch(text)
                if time is not None:
                    letter, hours, minutes, seconds = time.groups()
                    color = Color(letter.upper()) if letter else mover
                    total = 3600 * int(hours or 0) + 60 * int(minutes or 0) + float(seconds)
                    yield Reading(color, total, name == "emt")


def clock_commands(events: Sequence[GameEvent], mover: Color) -> list[str]:
    """The commands for what was noted of the clocks after a move.

    Examples
    --------
    >>> from draughts import Color, EventKind, GameEvent
    >>> from draughts.pdn.clock_comments import clock_commands
    >>> clock_commands([GameEvent(1, EventKind.TIME_LEFT, Color.BLACK, at=298)], Color.BLACK)
    ['[%clk 0:04:58]']
    """
    left = {event.color: event.at or 0.0 for event in events if event.kind is EventKind.TIME_LEFT}
    used = [event.at or 0.0 for event in events if event.kind is EventKind.TIME_USED and event.color is mover]
    commands = []
    if set(left) == {mover}:
        commands.append(f"[%clk {_text(left[mover])}]")
    elif left:
        sides = (Color.WHITE, Color.BLACK)
        times = [f"{_letter(side, side is not mover)}{_text(left[side])}" for side in sides if side in left]
        commands.append(f"[%clock {' '.join(times)}]")
    return commands + [f"[%emt {_text(seconds)}]" for seconds in used[-1:]]


def _letter(side: Color, is_running: bool) -> str:
    return side.value if is_running else side.value.lower()


def _text(seconds: float) -> str:
    """``h:mm:ss``, with a fraction where there is one."""
    thousandths = round(1000 * seconds)
    minutes, rest = divmod(thousandths, 60_000)
    fraction = f".{rest % 1000:03d}".rstrip("0") if rest % 1000 else ""
    return f"{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}{fraction}"
