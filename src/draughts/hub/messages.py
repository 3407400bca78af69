"""The messages of the Hub protocol, version 2, as values, and how they are read from lines and written to them.

Nothing here sends or waits. Commands and arguments that the protocol does not know are kept apart, as it demands, so
that extensions of other programs do no harm; known ones must be as the protocol says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TypeVar

from draughts.errors import ProtocolError
from draughts.hub.syntax import Argument, Line, check_length, format_line, one_line, split_line

__all__ = [
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
    "format_message",
    "parse_message",
]

_INT = re.compile(r"[0-9]{1,19}", re.ASCII)
_SECONDS = re.compile(r"(?:[0-9]{1,19}(?:\.[0-9]{0,19})?|\.[0-9]{1,19})(?:[eE][+-]?[0-9]{1,2})?", re.ASCII)
_REAL = re.compile(f"[+-]?{_SECONDS.pattern}", re.ASCII)

T = TypeVar("T")


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
        for name in ("depth", "nodes", "move_time", "moves", "time", "inc"):
            number = getattr(self, name)
            if number is not None and not (math.isfinite(number) and number >= 0):
                raise ValueError(f"{name} must be a number that is not negative, not {number!r}")
        for name in ("depth", "nodes"):
            if getattr(self, name) == 0:
                raise ValueError(f"{name} must be at least 1 or None, not 0")


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
    """

    depth: int | None = None
    mean_depth: float | None = None
    score: float | None = None
    nodes: int | None = None
    time: float | None = None
    nps: float | None = None
    pv: tuple[str, ...] = ()
    other: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """``done``: the end of a search.

    Attributes
    ----------
    move : str
        The move to play, see `read_move`.
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


def parse_message(text: str, number: int = 1) -> Message:
    """The message of a line.

    Parameters
    ----------
    text : str
        The line, without its end.
    number : int
        Which line it is, for error messages.

    Raises
    ------
    ProtocolError
        If the command is one of the protocol and the line is not as the protocol says; or if it is too long.

    Examples
    --------
    >>> parse_message("done move=28x17x22 ponder=11x22x17")
    Done(move='28x17x22', ponder='11x22x17')
    >>> parse_message("level depth=deep")
    Traceback (most recent call last):
    draughts.errors.ProtocolError: line 1, column 7: depth must be a whole number, not 'deep'
    """
    check_length(text, number)
    command = next(iter(text.split(None, 1)), "")
    if command in _SIGNALS:
        split_line(text, number)
        return _SIGNALS[command]
    if command in _READERS:
        return _READERS[command](_Arguments(split_line(text, number)))
    return Unknown(text)


class _Arguments:
    """The arguments of a line, read by their types."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.by_name = {argument.name: argument for argument in line.arguments}

    def text(self, name: str) -> str:
        argument = self.by_name.get(name)
        return "" if argument is None else argument.value

    def required(self, name: str) -> str:
        """A text that must be there and say something."""
        argument = self.by_name.get(name)
        if argument is None:
            raise ProtocolError(f"{self.line.command} needs the argument {name!r}", self.line.number, 1)
        if not argument.value:
            raise self.fault(argument, f"{name} is empty")
        return argument.value

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(self.text(name).split())

    def whole(self, name: str) -> int | None:
        return self._number(name, _INT, int, "a whole number")

    def count(self, name: str) -> int | None:
        """A whole number from 1."""
        number = self.whole(name)
        if number == 0:
            raise self.fault(self.by_name[name], f"{name} must be at least 1")
        return number

    def real(self, name: str) -> float | None:
        return self._number(name, _REAL, float, "a number")

    def seconds(self, name: str) -> float | None:
        return self._number(name, _SECONDS, float, "a number of seconds")

    def _number(self, name: str, form: re.Pattern[str], read: Callable[[str], T], kind: str) -> T | None:
        argument = self.by_name.get(name)
        if argument is None:
            return None
        if form.fullmatch(argument.value) is None:
            raise self.fault(argument, f"{name} must be {kind}, not {argument.value[:80]!r}")
        return read(argument.value)

    def fault(self, argument: Argument, message: str) -> ProtocolError:
        return ProtocolError(message, self.line.number, argument.column)


def _read_id(given: _Arguments) -> Id:
    return Id(given.text("name"), given.text("version"), given.text("author"), given.text("country"))


def _read_param(given: _Arguments) -> Param:
    return Param(
        given.required("name"),
        given.text("value"),
        given.text("type") or "string",
        given.text("min"),
        given.text("max"),
        given.words("values"),
    )


def _read_set_param(given: _Arguments) -> SetParam:
    return SetParam(given.required("name"), given.text("value"))


def _read_pos(given: _Arguments) -> Pos:
    return Pos(given.required("pos"), given.words("moves"))


def _read_level(given: _Arguments) -> Level:
    return Level(
        given.count("depth"),
        given.count("nodes"),
        given.seconds("move-time"),
        given.whole("moves"),
        given.seconds("time"),
        given.seconds("inc"),
        "infinite" in given.by_name,
    )


def _read_go(given: _Arguments) -> Go:
    modes = [mode for mode in Mode if mode.value in given.by_name]
    if len(modes) != 1:
        raise ProtocolError("go needs one of think, ponder and analyze", given.line.number, 1)
    return Go(modes[0])


def _read_info(given: _Arguments) -> Info:
    return Info(
        given.whole("depth"),
        given.real("mean-depth"),
        given.real("score"),
        given.whole("nodes"),
        given.real("time"),
        given.real("nps"),
        given.words("pv"),
        tuple((name, argument.value) for name, argument in given.by_name.items() if name not in _INFO),
    )


def _read_done(given: _Arguments) -> Done:
    return Done(given.required("move"), given.text("ponder"))


def _read_error(given: _Arguments) -> Error:
    return Error(given.text("message"))


_INFO = ("depth", "mean-depth", "score", "nodes", "time", "nps", "pv")
_SIGNALS = {signal.value: signal for signal in Signal}
_READERS: dict[str, Callable[[_Arguments], Message]] = {
    "id": _read_id,
    "param": _read_param,
    "set-param": _read_set_param,
    "pos": _read_pos,
    "level": _read_level,
    "go": _read_go,
    "info": _read_info,
    "done": _read_done,
    "error": _read_error,
}


def format_message(message: Message) -> str:
    """The line of a message, without its end.

    Raises
    ------
    ProtocolError
        If a text in it cannot be written, such as a quotation mark or the end of a line; or if it lacks what
        `parse_message` would demand.

    Examples
    --------
    >>> format_message(Pos("Wbwe", ("2-3",))), format_message(Level(move_time=0.5)), format_message(Signal.PING)
    ('pos pos=Wbwe moves=2-3', 'level move-time=0.5', 'ping')
    """
    line = _write(message)
    parse_message(line)  # what cannot be read must not be sent
    return line


def _write(message: Message) -> str:
    match message:
        case Signal():
            return message.value
        case Unknown(text):
            return one_line(text)
        case Go(mode):
            return f"go {mode.value}"
        case Id(name, version, author, country):
            given = (("name", name), ("version", version), ("author", author), ("country", country))
            return format_line("id", _said(given))
        case Param(name, value, kind, least, most, values):
            bounds = (("min", least), ("max", most), ("values", " ".join(values)))
            return format_line("param", (("name", name), ("value", value), ("type", kind), *_said(bounds)))
        case SetParam(name, value):
            return format_line("set-param", (("name", name), ("value", value)))
        case Pos(position, moves):
            return format_line("pos", (("pos", position), *_said((("moves", " ".join(moves)),))))
        case Level():
            return format_line("level", _level(message))
        case Info():
            return format_line("info", _info(message))
        case Done(move, ponder):
            return format_line("done", (("move", move), *_said((("ponder", ponder),))))
        case Error(text):
            return format_line("error", (("message", text),))


_Given = tuple[tuple[str, str | None], ...]


def _said(arguments: Iterable[tuple[str, str]]) -> _Given:
    """Without those that are empty."""
    return tuple((name, value) for name, value in arguments if value)


def _numbers(arguments: Iterable[tuple[str, float | None]]) -> _Given:
    return tuple((name, _number(value)) for name, value in arguments if value is not None)


def _number(value: float) -> str:
    """As exact as it is, without an exponent, which not every reader knows."""
    if not math.isfinite(value):
        raise ProtocolError(f"{value} cannot be written in the Hub protocol")
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _level(level: Level) -> _Given:
    numbers = _numbers(
        (
            ("depth", level.depth),
            ("nodes", level.nodes),
            ("move-time", level.move_time),
            ("moves", level.moves),
            ("time", level.time),
            ("inc", level.inc),
        )
    )
    return (*numbers, ("infinite", None)) if level.infinite else numbers


def _info(info: Info) -> _Given:
    numbers = _numbers(
        (
            ("depth", info.depth),
            ("mean-depth", info.mean_depth),
            ("score", info.score),
            ("nodes", info.nodes),
            ("time", info.time),
            ("nps", info.nps),
        )
    )
    return (*numbers, *_said((("pv", " ".join(info.pv)),)), *info.other)
