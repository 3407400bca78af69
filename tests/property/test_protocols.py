"""Hub and DXP: what is written is read back, and any text gives a message or an error of this package."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import FRISIAN, INTERNATIONAL, Board, DraughtsError, FenError, IllegalMoveError, ProtocolError
from draughts import dxp as dxp_package
from draughts import hub as hub_package
from draughts.dxp import (
    AcceptCode,
    BackAccept,
    BackRequest,
    Chat,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    Telegram,
    format_telegram,
    parse_telegram,
)
from draughts.hub import (
    VARIANTS,
    Done,
    Error,
    Go,
    HubServer,
    Id,
    Info,
    Level,
    Message,
    Mode,
    Param,
    Pos,
    Reply,
    SetParam,
    Signal,
    Task,
    Unknown,
    format_message,
    parse_message,
    read_move,
    write_move,
    write_position,
)
from draughts.players import Limits, RandomPlayer
from draughts.rules.rules import Color, Rules
from draughts.transport.line_splitting import LineSplitter
from fake_engine import CLOSE, fake_engine, run
from property.strategies import boards

# Lines that look like the protocol, and are cut, glued and spoilt.

_WORDS = st.sampled_from(
    [
        *("hub", "id", "param", "wait", "set-param", "init", "ready", "pos", "level", "go", "info", "done", "error"),
        *("ping", "pong", "stop", "ponder-hit", "new-game", "quit", "think", "ponder", "analyze", "infinite"),
        *("name=", "value=", "type=", "values=", "pos=", "moves=", "depth=", "nodes=", "move-time=", "time=", "inc="),
        *("score=", "pv=", "move=", "ponder=", "message=", "=", '"', '""', '" "', "-1", "0.5", "1e9", "nan", "999999"),
        *("32-28", "28x17x22", "W" + 20 * "b" + 10 * "e" + 20 * "w", "\t", "  ", "\0", "\r", "é", "\ud800", "٣"),
    ]
)
_LINES = st.lists(_WORDS | st.text(max_size=6), max_size=14).map(" ".join) | st.lists(_WORDS, max_size=8).map("".join)
_LINES |= st.text(max_size=200)

# Messages

_TEXTS = st.text(st.characters(codec="utf-8", exclude_characters='\n\r"'), max_size=20)
_NAMES = st.from_regex(r"[a-z][a-z-]{0,9}", fullmatch=True)
_MOVES = st.from_regex(r"[1-9][0-9]?-[1-9][0-9]?|[1-9][0-9]?(x[1-9][0-9]?){1,6}", fullmatch=True)
_REALS = st.none() | st.floats(allow_nan=False, allow_infinity=False)
_SECONDS = st.none() | st.floats(0, allow_infinity=False)
_COUNTS = st.none() | st.integers(1, 1 << 1000)
_INFO_NAMES = {"depth", "mean-depth", "score", "nodes", "time", "nps", "pv"}

_MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.sampled_from(Signal),
    st.builds(Id, _TEXTS, _TEXTS, _TEXTS, _TEXTS),
    st.builds(Param, _NAMES, _TEXTS, _NAMES, _TEXTS, _TEXTS, st.lists(_NAMES, max_size=4).map(tuple)),
    st.builds(SetParam, _NAMES, _TEXTS),
    st.builds(Pos, st.text("WBwbe", min_size=1, max_size=60), st.lists(_MOVES, max_size=5).map(tuple)),
    st.builds(Level, _COUNTS, _COUNTS, _SECONDS, _COUNTS, _SECONDS, _SECONDS, st.booleans()),
    st.builds(Go, st.sampled_from(Mode)),
    st.builds(
        Info,
        *(_COUNTS, _REALS, _REALS, _COUNTS, _REALS, _REALS, st.lists(_MOVES, max_size=5).map(tuple)),
        st.dictionaries(_NAMES.filter(lambda name: name not in _INFO_NAMES), _TEXTS, max_size=3).map(
            lambda given: tuple(given.items())
        ),
    ),
    st.builds(Done, _MOVES | st.just(""), _MOVES | st.just("")),
    st.builds(Error, _TEXTS),
)


def _fault(read: Callable[[str], object], text: str) -> DraughtsError | None:
    """What is wrong with a text; None if it can be read."""
    try:
        read(text)
    except DraughtsError as error:
        return error
    return None


@given(_MESSAGES)
def test_every_message_is_read_back(message: Message) -> None:
    line = format_message(message)
    assert "\n" not in line
    assert parse_message(line) == message


@settings(max_examples=500)
@given(_LINES)
def test_any_line_is_a_message_or_an_error_with_a_place(text: str) -> None:
    error = _fault(parse_message, text)
    if error is not None:
        assert isinstance(error, ProtocolError)
        assert error.line == 1
        assert 1 <= error.column <= len(text) + 1
        return
    message = parse_message(text)
    if not isinstance(message, Unknown) and "\r" not in text and "\ud800" not in text:
        assert parse_message(format_message(message)) == message


@given(st.lists(_LINES, max_size=12), st.integers(1, 40))
def test_a_server_survives_whatever_it_is_told(lines: list[str], size: int) -> None:
    sent: list[str] = []
    server = HubServer(RandomPlayer(), sent.append)
    data = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n"
    for at in range(0, len(data), size):
        if not server.feed(data[at : at + size]):
            break
    server.close()
    for line in sent:
        assert not isinstance(parse_message(line), Unknown)


_START = write_position(Board(INTERNATIONAL))
_COMMANDS = st.sampled_from(
    [
        *(f"pos pos={_START}", f"pos pos={_START} moves=32-28", "pos pos=W", "level infinite", "level depth=1"),
        *("go think", "go ponder", "go analyze", "go think", "stop", "ponder-hit", "ping", "new-game"),
    ]
)


class _Waiting:
    """A program that searches until an answer is wanted, in a thread."""

    name = "waiting"

    def search(self, task: Task) -> Reply:
        task.wait()
        return Reply(task.game.legal_moves[0])


@settings(max_examples=150, deadline=None)
@given(st.lists(_COMMANDS, max_size=25), st.integers(1, 200))
def test_every_search_is_answered_once_whatever_comes_in_between(commands: list[str], size: int) -> None:
    sent: list[str] = []
    came = threading.Condition()

    def send(line: str) -> None:
        with came:
            sent.append(line)
            came.notify_all()

    server = HubServer(_Waiting(), send)
    data = "".join(f"{command}\n" for command in [f"pos pos={_START}", *commands, "stop", "ping"]).encode()
    for at in range(0, len(data), size):
        assert server.feed(data[at : at + size])
    searches = sum(command.startswith("go") for command in commands)
    with came:
        assert came.wait_for(lambda: sum(line.startswith("done") for line in sent) >= searches, 30)
    assert server.feed(b"ping\n")
    assert sum(line.startswith("done") for line in sent) == searches
    assert sent.count("pong") == commands.count("ping") + 2


@settings(max_examples=60)
@given(st.lists(_LINES, max_size=6), st.sampled_from(["hub", "init", "go"]))
def test_an_engine_that_says_anything_gives_a_move_or_an_error(lines: list[str], command: str) -> None:
    noise = "\n".join(lines).encode("utf-8", "surrogatepass") + CLOSE

    async def test() -> None:
        async with fake_engine({command: noise}) as (engine, _):
            await engine.play(Board(INTERNATIONAL), Limits(seconds=1))

    with_a_move = any("done" in line for line in lines)
    try:
        run(test())
    except DraughtsError:
        return
    assert with_a_move


# Telegrams

_ASCII = st.text(st.characters(min_codepoint=1, max_codepoint=127), min_size=1, max_size=126)
_SHORT = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=32)
_SQUARES = st.integers(1, 50)

_TELEGRAMS: st.SearchStrategy[Telegram] = st.one_of(
    st.builds(
        GameRequest,
        *(_SHORT, st.sampled_from(Color), st.integers(0, 999), st.integers(0, 999)),
        st.just("") | st.text("wzWZe", min_size=51, max_size=51),
    ),
    st.builds(GameAccept, _SHORT, st.sampled_from(AcceptCode)),
    st.builds(MoveMade, st.integers(0, 9999), _SQUARES, _SQUARES, st.lists(_SQUARES, max_size=20).map(tuple)),
    st.builds(GameEnd, st.sampled_from(EndReason), st.booleans()),
    st.builds(Chat, _ASCII),
    st.builds(BackRequest, st.integers(0, 999), st.sampled_from(Color)),
    st.builds(BackAccept, st.integers(0, 9)),
)


@given(_TELEGRAMS)
def test_every_telegram_is_read_back(telegram: Telegram) -> None:
    text = format_telegram(telegram)
    assert len(text) <= 127
    assert parse_telegram(text) == telegram


@settings(max_examples=500)
@given(
    st.text(max_size=140)
    | st.builds("".join, st.tuples(st.sampled_from("RAMECBK"), st.text("0123456789WZABwze ", max_size=130)))
    | _TELEGRAMS.map(format_telegram).flatmap(
        lambda text: st.tuples(st.integers(0, len(text)), st.text(max_size=2)).map(
            lambda cut: text[: cut[0]] + cut[1] + text[cut[0] + 1 :]
        )
    )
)
def test_any_text_is_a_telegram_or_an_error_with_a_place(text: str) -> None:
    error = _fault(parse_telegram, text)
    if error is None:
        telegram = parse_telegram(text)
        assert parse_telegram(format_telegram(telegram)) == telegram
        return
    assert isinstance(error, ProtocolError)
    assert 1 <= error.column <= max(len(text), 127) + 1


# Positions and moves


@given(boards(INTERNATIONAL))
def test_positions_are_read_back(board: Board) -> None:
    for package in (hub_package, dxp_package):
        text = package.write_position(board)
        assert len(text) == 51
        assert package.read_position(text) == board


@given(st.text(max_size=60) | st.text("wbWBezZ", min_size=49, max_size=52))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    for package in (hub_package, dxp_package):
        error = _fault(package.read_position, text)
        if error is None:
            assert package.write_position(package.read_position(text)) == text
        else:
            assert isinstance(error, FenError)
            assert error.faults


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
@settings(max_examples=30)
@given(data=st.data())
def test_every_move_is_read_back_with_its_squares_in_any_order(rules: Rules, data: st.DataObject) -> None:
    board = data.draw(boards(rules))
    order = random.Random(data.draw(st.integers(0, 1000)))
    if board.winner is not None:
        return
    for move in board.legal_moves:
        assert read_move(board, write_move(move)) == move
        if move.is_capture:
            shuffled = order.sample(move.captured, len(move.captured))
            assert read_move(board, "x".join(map(str, (move.origin, move.destination, *shuffled)))) == move


@given(boards(FRISIAN), st.text(max_size=30) | st.text("0123456789x-", max_size=20) | _MOVES)
def test_any_text_is_a_legal_move_or_an_error(board: Board, text: str) -> None:
    try:
        move = read_move(board, text)
    except IllegalMoveError:
        return
    assert move in board.legal_moves


# Streams


@given(st.binary(max_size=300), st.lists(st.integers(1, 20), min_size=1, max_size=20))
def test_lines_do_not_depend_on_how_the_stream_is_cut(data: bytes, sizes: list[int]) -> None:
    def lines(pieces: list[bytes]) -> tuple[list[bytes], int | None]:
        splitter = LineSplitter(b"\n", 50, "line")
        found: list[bytes] = []
        try:
            for piece in pieces:
                splitter.feed(piece)
                found += iter(splitter.next, None)
        except ProtocolError as error:
            return found, error.line
        return found, None

    pieces: list[bytes] = []
    at = 0
    while at < len(data):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(data[at : at + size])
        at += size
    whole, failed = lines([data])
    assert lines(pieces) == (whole, failed)
    if failed is None:
        assert b"\n".join(whole) == data.rpartition(b"\n")[0] or not whole
    else:
        assert failed == len(whole) + 1
