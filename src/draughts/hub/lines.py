"""Lines of the Hub protocol: how its messages are read from them and written to them.

Nothing here sends or waits. Commands and arguments that the protocol does not know are kept apart, as it demands, so
that extensions of other programs do no harm; known ones must be as the protocol says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TypeVar

from draughts.errors import ProtocolError
from draughts.hub.messages import (
    TOO_LARGE,
    Done,
    Error,
    Go,
    Id,
    Info,
    Level,
    Message,
    Mode,
    Param,
    Pos,
    SetParam,
    Signal,
    Unknown,
)
from draughts.hub.syntax import Argument, Line, check_length, format_line, one_line, split_line
from draughts.support.checks import as_text, as_whole

__all__ = ["format_message", "parse_info", "parse_message"]

#: As many digits as any number has that `format_message` writes: whole ones below 2 to the power of 1024, and decimals.
_INT = re.compile(r"[0-9]{1,309}", re.ASCII)
_SECONDS = re.compile(r"(?:[0-9]{1,309}(?:\.[0-9]{0,340})?|\.[0-9]{1,340})(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_REAL = re.compile(f"[+-]?{_SECONDS.pattern}", re.ASCII)

T = TypeVar("T", int, float)


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
    >>> from draughts.hub import parse_message
    >>> parse_message("done move=28x17x22 ponder=11x22x17")
    Done(move='28x17x22', ponder='11x22x17')
    >>> parse_message("level depth=deep")
    Traceback (most recent call last):
    draughts.errors.ProtocolError: line 1, column 7: depth must be a whole number, not 'deep'
    """
    check_length(as_text(text, "a line of Hub"), as_whole(number, "number"))
    command = next(iter(text.split(None, 1)), "")
    if command in _SIGNALS:
        split_line(text, number)
        return _SIGNALS[command]
    if command in _READERS:
        return _READERS[command](_Arguments(split_line(text, number)))
    return Unknown(text)


def parse_info(text: str, number: int = 1) -> tuple[Info, tuple[ProtocolError, ...]]:
    """What can be read of an ``info`` line, and the faults of what cannot.

    A search is not worth losing for a wrong number in what an engine says about it.

    Examples
    --------
    >>> from draughts.hub.lines import parse_info
    >>> info, faults = parse_info("info depth=deep score=0.25")
    >>> info.depth, info.score, str(faults[0])
    (None, 0.25, "line 1, column 6: depth must be a whole number, not 'deep'")
    """
    faults: list[ProtocolError] = []
    try:
        return _read_info(_Arguments(split_line(text, number), faults.append)), tuple(faults)
    except ProtocolError as error:  # the line cannot even be cut into its arguments
        return Info(), (error,)


class _Arguments:
    """The arguments of a line, read by their types.

    With `on_fault` a value that cannot be read counts as not given, after the fault has been handed over; without it
    the fault is raised.
    """

    def __init__(self, line: Line, on_fault: Callable[[ProtocolError], object] | None = None) -> None:
        self.line = line
        self.by_name = {argument.name: argument for argument in line.arguments}
        self._on_fault = on_fault

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
        number = read(argument.value) if form.fullmatch(argument.value) else None
        if number is None or not number < TOO_LARGE:
            fault = self.fault(argument, f"{name} must be {kind}, not {argument.value[:80]!r}")
            if self._on_fault is None:
                raise fault
            self._on_fault(fault)
            return None
        return number

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
    return Done(given.text("move"), given.text("ponder"))


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
    >>> from draughts.hub import Level, Pos, Signal, format_message
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
            return format_line("done", _said((("move", move), ("ponder", ponder))))
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
