"""Lines of the Hub protocol as values: those of its description, and those that are wrong."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from draughts.errors import DraughtsError, ProtocolError
from draughts.hub import (
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
    format_message,
    parse_message,
)
from draughts.hub.lines import parse_info
from draughts.hub.syntax import MAX_LINE

pytestmark = pytest.mark.smoke

_START = "W" + 20 * "b" + 10 * "e" + 20 * "w"

#: Lines as they are written, with what they mean.
_LINES: list[tuple[str, Message]] = [
    *((signal.value, signal) for signal in Signal),
    (
        'id name=Scan version=3.1 author="Fabien Letouzey" country=France',
        Id("Scan", "3.1", "Fabien Letouzey", "France"),
    ),
    ("id", Id()),
    (
        'param name=variant value=normal type=enum values="normal killer bt frisian losing"',
        Param("variant", "normal", "enum", values=("normal", "killer", "bt", "frisian", "losing")),
    ),
    ("param name=book value=true type=bool", Param("book", "true", "bool")),
    ("param name=threads value=1 type=int min=1 max=16", Param("threads", "1", "int", "1", "16")),
    ('param name=book-file value="" type=string', Param("book-file", "", "string")),
    ("set-param name=variant value=frisian", SetParam("variant", "frisian")),
    ('set-param name=path value="a b = c"', SetParam("path", "a b = c")),
    ('set-param name=path value=""', SetParam("path", "")),
    (f"pos pos={_START}", Pos(_START)),
    (f'pos pos={_START} moves="38-15 5-41 48-26"', Pos(_START, ("38-15", "5-41", "48-26"))),
    ("level depth=12", Level(depth=12)),
    ("level nodes=100000", Level(nodes=100000)),
    ("level move-time=0.5", Level(move_time=0.5)),
    ("level moves=9 time=291.587", Level(moves=9, time=291.587)),
    ("level time=60 inc=0.25", Level(time=60.0, inc=0.25)),
    ("level infinite", Level(infinite=True)),
    ("level depth=3 move-time=1", Level(depth=3, move_time=1.0)),
    ("go think", Go(Mode.THINK)),
    ("go ponder", Go(Mode.PONDER)),
    ("go analyze", Go(Mode.ANALYZE)),
    (
        'info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8 pv="32-28 17-22 28x17x22"',
        Info(21, 20.8, -0.01, 31261613, 3.906, 8.0, ("32-28", "17-22", "28x17x22")),
    ),
    ("info", Info()),
    ('info hashfull=30 note="a b"', Info(other=(("hashfull", "30"), ("note", "a b")))),
    ("done move=32-28 ponder=17-22", Done("32-28", "17-22")),
    ("done move=28x17x22", Done("28x17x22")),
    ("done", Done("")),
    ("info score=100000000000000000000 time=0.000012345678901234568", Info(score=1e20, time=1.2345678901234568e-05)),
    ("info nodes=18446744073709551616", Info(nodes=1 << 64)),
    ('error message="bad position"', Error("bad position")),
]


@pytest.mark.parametrize(("text", "message"), _LINES, ids=lambda part: part if isinstance(part, str) else "")
def test_every_command_is_read_and_written(text: str, message: Message) -> None:
    assert parse_message(text) == message
    assert parse_message(format_message(message)) == message
    assert format_message(message) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  go\tthink  ", Go(Mode.THINK)),
        ("stop now=1", Signal.STOP),  # arguments that are not known are ignored
        ("go think fast", Go(Mode.THINK)),
        ("level depth=4 infinite=", None),
        ('done ponder="17-22" move="32-28" sure=1', Done("32-28", "17-22")),
        ("level time=.5 inc=1e1", Level(time=0.5, inc=10.0)),
        ("level time=5.", Level(time=5.0)),
        ("set-param name=opening value=a=b", SetParam("opening", "a=b")),
        ("info score=+0.12 time=1.5e-3", Info(score=0.12, time=0.0015)),
        ("pos pos = Wbe moves= 1-2", Pos("Wbe", ("1-2",))),
        ('error message = "too late"', Error("too late")),
        ("id name= version=2", Id("", "2")),
        ("id name = version = 2 author", Id("", "2")),
        ("done ponder=17-22", Done("", "17-22")),
        ("done move", Done("")),
        ('done move=""', Done("")),
        ("param name=x type=real min=-1.5", Param("x", "", "real", "-1.5")),
    ],
)
def test_other_spellings_are_read(text: str, message: Message | None) -> None:
    if message is None:
        with pytest.raises(ProtocolError):
            parse_message(text)
    else:
        assert parse_message(text) == message


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\t", "hello", "Loading book...", 'say "what', "=", '"', "=x", "GO think", "go=think", "\0\0", "démo"],
)
def test_what_the_protocol_does_not_know_is_kept_apart(text: str) -> None:
    assert parse_message(text) == Unknown(text)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ('done move="32-28', 11, "no closing quotation mark"),
        ('done move=32"28', 13, "a blank must stand before"),
        ('done move="32-28"ponder=17-22', 18, "a blank must stand before 'p'"),
        ("done move=", 11, "no value behind ="),
        ("done =32-28", 6, "begins with its name, not with '='"),
        ('go "think"', 4, "begins with its name"),
        ("pos pos", 5, "pos is empty"),
        ("pos pos = ", 11, "no value behind ="),
        ("done move=32-28 move=31-27", 17, "given twice"),
        ("pos moves=32-28", 1, "needs the argument 'pos'"),
        ("param value=3", 1, "needs the argument 'name'"),
        ("set-param value=3", 1, "needs the argument 'name'"),
        ("go", 1, "one of think, ponder and analyze"),
        ("go slowly", 1, "one of think, ponder and analyze"),
        ("go think ponder", 1, "one of think, ponder and analyze"),
        ("level depth=deep", 7, "a whole number, not 'deep'"),
        ("level depth=-1", 7, "a whole number"),
        ("level depth=3.5", 7, "a whole number"),
        ("level depth", 7, "a whole number, not ''"),
        ("level depth=٣", 7, "a whole number"),
        ("level depth=1_0", 7, "a whole number"),
        ("level depth=" + 310 * "9", 7, "a whole number"),
        ("level depth=" + 309 * "9", 7, "a whole number"),
        ("level depth=0", 7, "depth must be at least 1"),
        ("level infinite time=-1", 16, "a number of seconds"),
        ("level time=nan", 7, "a number of seconds"),
        ("level time=inf", 7, "a number of seconds"),
        ("level time=1e999", 7, "a number of seconds"),
        ("info score=good", 6, "a number, not 'good'"),
        ("ping\vnow", 5, "a blank must stand before"),
    ],
)
def test_a_line_that_is_not_as_the_protocol_says_is_refused_with_its_place(text: str, column: int, reason: str) -> None:
    with pytest.raises(ProtocolError, match=reason) as caught:
        parse_message(text, 7)
    assert (caught.value.line, caught.value.column) == (7, column)
    assert str(caught.value).startswith(f"line 7, column {column}: ")


@pytest.mark.parametrize("start", ["done move=", "hello ", "x", 'error message="'])
def test_a_line_that_is_too_long_is_refused(start: str) -> None:
    with pytest.raises(ProtocolError, match="a line of more than 65536 characters"):
        parse_message(start + "x" * MAX_LINE)
    assert parse_message("x" * MAX_LINE) == Unknown("x" * MAX_LINE)


@pytest.mark.parametrize(
    "message",
    [
        Error('say "what"'),
        Error("two\nlines"),
        Error("two\rlines"),
        SetParam("", "c"),
        SetParam('a"', "c"),
        Pos(""),
        Unknown("two\nlines"),
        Unknown("two\rlines"),
        Info(other=(("a=b", "c"),)),
        Error("x" * MAX_LINE),
        Error("\ud800"),
        Error("é" * (MAX_LINE // 2)),
    ],
    ids=lambda message: repr(message)[:40],
)
def test_what_cannot_be_written_is_refused(message: Message) -> None:
    with pytest.raises(ProtocolError):
        format_message(message)


@pytest.mark.parametrize("name", ["depth", "nodes", "move_time", "moves", "time", "inc"])
@pytest.mark.parametrize("number", [-1, float("nan"), float("inf"), True, "5"])
def test_limits_are_numbers_that_are_not_negative(name: str, number: object) -> None:
    with pytest.raises((TypeError, ValueError), match=f"{name} must be "):
        Level(**{name: number})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "kind", "match"),
    [
        ({"score": True}, TypeError, "score must be a number or None, not True"),
        ({"depth": 2.5}, TypeError, "depth must be a whole number or None, not 2.5"),
        ({"nodes": -1}, ValueError, "nodes must be 0 or more or None, not -1"),
        ({"score": float("inf")}, ValueError, "score must be finite, not inf"),
        ({"nps": float("nan")}, ValueError, "nps must be finite"),
        ({"pv": None, "time": "1"}, TypeError, "time must be a number"),
    ],
)
def test_what_a_search_says_is_numbers(given: dict[str, Any], kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        Info(**given)


def test_numbers_of_other_libraries_become_those_of_python() -> None:
    info = Info(depth=np.int64(7), score=np.float32(0.5))  # type: ignore[arg-type]
    assert (type(info.depth), type(info.score)) == (int, float)
    assert format_message(info) == "info depth=7 score=0.5"


def test_a_bad_field_of_an_information_is_left_out() -> None:
    info, faults = parse_info('info depth=x score=0.5 time=-- pv="32-28" nodes=7', 9)
    assert info == Info(score=0.5, nodes=7, pv=("32-28",))
    assert [(fault.line, fault.column) for fault in faults] == [(9, 6), (9, 24)]
    assert parse_info('info pv="32-28')[0] == Info()


def test_a_protocol_error_is_a_draughts_error_and_travels() -> None:
    error = ProtocolError("what", 3, 4)
    assert isinstance(error, DraughtsError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line, copy.column) == ("line 3, column 4: what", 3, 4)


def test_short_times_are_written_without_an_exponent() -> None:
    assert format_message(Level(move_time=0.00001)) == "level move-time=0.00001"
    assert format_message(Level(move_time=100.0)) == "level move-time=100"
