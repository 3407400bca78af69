"""The messages of the Hub protocol, version 2, as values. How they are read and written is in ``lines``."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from enum import Enum

from draughts.support.checks import as_flag

__all__ = [
    "TOO_LARGE",
    "Done",
    "Error",
    "Go",
    "Id",
    "Info",
    "Level",
    "Message",
    "Mode",
    "Param",
    "Pos",
    "SetParam",
    "Signal",
    "Unknown",
]

#: Every number is below it; whole ones have no more digits than decimals can have.
TOO_LARGE = 1 << 1024


class Signal(Enum):
    """Commands without arguments."""

    HUB = "hub"
    WAIT = "wait"
    INIT = "init"
    READY = "ready"
    PING = "ping"
    PONG = "pong"
    STOP = "stop"
    PONDER_HIT = "ponder-hit"
    NEW_GAME = "new-game"
    QUIT = "quit"


class Mode(Enum):
    """What a search is for."""

    THINK = "think"
    PONDER = "ponder"
    ANALYZE = "analyze"


@dataclass(frozen=True, slots=True)
class Id:
    """``id``: who the engine is; what it does not say is empty."""

    name: str = ""
    version: str = ""
    author: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True)
class Param:
    """``param``: a parameter of the engine.

    Attributes
    ----------
    name, value : str
        What it is called and its present value. Values are texts, whatever their type.
    type : str
        ``bool``, ``int``, ``real``, ``string`` or ``enum``; a type that the protocol does not know is kept as it is.
    min, max : str
        Bounds of a number; empty if there are none.
    values : tuple of str
        What an ``enum`` may be.
    """

    name: str
    value: str = ""
    type: str = "string"
    min: str = ""
    max: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetParam:
    """``set-param``: a new value for a parameter."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Pos:
    """``pos``: what to search.

    Attributes
    ----------
    position : str
        A Hub position, see `read_position`.
    moves : tuple of str
        Moves since, see `read_move`.
    """

    position: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """``level``: how long to search. What is None is not limited.

    Attributes
    ----------
    depth : int or None
        Plies.
    nodes : int or None
        Positions.
    move_time : float or None
        Seconds for this move.
    moves : int or None
        Moves until the time control.
    time : float or None
        Seconds left on the clock.
    inc : float or None
        Seconds that each move adds, this one included already.
    infinite : bool
        Until stopped.

    Raises
    ------
    TypeError
        If one of them is no number, or a number that should be whole is not.
    ValueError
        If a number is negative or not finite, or no depth and no nodes are allowed.
    """

    depth: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    moves: int | None = None
    time: float | None = None
    inc: float | None = None
    infinite: bool = False

    def __post_init__(self) -> None:
        _set_numbers(self, whole=("depth", "nodes", "moves"), real=("move_time", "time", "inc"))
        as_flag(self.infinite, "infinite")
        for name in ("depth", "nodes", "move_time", "moves", "time", "inc"):
            number = getattr(self, name)
            if number is not None and (number < 0 or (number == 0 and name in ("depth", "nodes"))):
                least = "at least 1" if name in ("depth", "nodes") else "0 or more"
                raise ValueError(f"{name} must be {least} or None, not {number!r}")


@dataclass(frozen=True, slots=True)
class Go:
    """``go``: search now."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class Info:
    """``info``: how a search stands. What the engine does not say is None, or empty.

    Attributes
    ----------
    depth : int or None
        Plies looked ahead.
    mean_depth : float or None
        The same on average.
    score : float or None
        In men, for the side to move in the position searched.
    nodes : int or None
        Positions seen.
    time : float or None
        Seconds.
    nps : float or None
        Millions of positions in a second.
    pv : tuple of str
        The best moves for both sides, see `read_variation`.
    other : tuple of (str, str)
        Arguments that the protocol does not know, with their values.

    Raises
    ------
    TypeError
        If one of the numbers is none, or one that should be whole is not.
    ValueError
        If a number is not finite, or a whole one is negative.
    """

    depth: int | None = None
    mean_depth: float | None = None
    score: float | None = None
    nodes: int | None = None
    time: float | None = None
    nps: float | None = None
    pv: tuple[str, ...] = ()
    other: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _set_numbers(self, whole=("depth", "nodes"), real=("mean_depth", "score", "time", "nps"))
        for name in ("depth", "nodes"):
            number = getattr(self, name)
            if number is not None and number < 0:
                raise ValueError(f"{name} must be 0 or more or None, not {number!r}")


@dataclass(frozen=True, slots=True)
class Done:
    """``done``: the end of a search.

    Attributes
    ----------
    move : str
        The move to play, see `read_move`; empty if the engine has found none.
    ponder : str
        The answer that the engine expects, or nothing.
    """

    move: str
    ponder: str = ""


@dataclass(frozen=True, slots=True)
class Error:
    """``error``: something that went wrong in the engine."""

    message: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line whose command the protocol does not know, or a blank one. It is to be ignored."""

    text: str


Message = Signal | Id | Param | SetParam | Pos | Level | Go | Info | Done | Error | Unknown


def _set_numbers(message: Level | Info, whole: tuple[str, ...], real: tuple[str, ...]) -> None:
    """Make the numbers of a message those of Python, whatever library they come from, after a look at each."""
    for name in (*whole, *real):
        value = getattr(message, name)
        if value is None:
            continue
        is_whole = isinstance(value, numbers.Integral)
        if isinstance(value, bool) or not (is_whole or (name in real and isinstance(value, numbers.Real))):
            raise TypeError(f"{name} must be a {'whole ' if name in whole else ''}number or None, not {value!r}")
        number = int(value) if is_whole else float(value)
        if not -TOO_LARGE < number < TOO_LARGE:
            raise ValueError(f"{name} must be finite, not {value!r}")
        object.__setattr__(message, name, number)
