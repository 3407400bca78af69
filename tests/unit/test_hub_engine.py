"""Driving engines: what is sent, what is understood, and engines that die, are silent, flood or talk nonsense."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import re
import shlex
import sys
import textwrap
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from draughts import (
    AMERICAN,
    FRISIAN,
    INTERNATIONAL,
    KILLER,
    AmbiguousMoveError,
    Board,
    DraughtsError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Game,
    GameStateError,
    IllegalMoveError,
    ProtocolError,
    Rules,
    RulesError,
)
from draughts.cli import main
from draughts.hub import Answer, HubEngine, HubPlayer, Id, Info, Level, Mode, SimpleEngine, write_position
from draughts.players import Limits, Player, parse_player
from draughts.terminal import storage
from fake_engine import CLOSE, HANDSHAKE, fake_engine, listening, run

_SECOND = Limits(seconds=1)
_START = write_position(Board(INTERNATIONAL))


def _play(
    answers: Mapping[str, bytes], position: Game | Board | None = None, limits: Limits | Level = _SECOND, **options: Any
) -> tuple[Answer, list[str]]:
    """The answer of a fake engine, and what it was told after the handshake."""

    async def test() -> tuple[Answer, list[str]]:
        wanted = Board(INTERNATIONAL) if position is None else position
        async with fake_engine(answers, wanted.rules, **options) as (engine, received):
            answer = await engine.play(wanted, limits)
            return answer, received[received.index("init") + 1 :]

    return run(test())


def _fails(answers: Mapping[str, bytes], kind: type[DraughtsError], match: str, *, timeout: float = 10.0) -> None:
    """The engine is closed with an error when it is asked for a move."""

    async def test() -> None:
        async with fake_engine(answers) as (engine, _):
            engine.timeout = engine.search_timeout = timeout
            with pytest.raises(kind, match=match):
                await engine.play(Board(INTERNATIONAL), Limits(depth=1))
            assert not engine.is_open
            with pytest.raises(EngineTerminatedError, match="is closed"):
                await engine.play(Board(INTERNATIONAL), Limits(depth=1))

    run(test())


def _does_not_start(answers: Mapping[str, bytes], kind: type[DraughtsError], match: str, **options: Any) -> None:
    async def test() -> None:
        with pytest.raises(kind, match=match):
            async with fake_engine(answers, **options):
                pass

    run(test())


# What is sent


def test_a_position_the_limits_and_the_search_are_sent() -> None:
    answer, received = _play({"go": b"done move=32-28\n"})
    assert received == [f"pos pos={_START}", "level move-time=1", "go think"]
    assert (str(answer.move), answer.ponder, answer.info) == ("32-28", None, Info())


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (Limits(depth=5), "level depth=5"),
        (Limits(nodes=1000), "level nodes=1000"),
        (Limits(seconds=0.25, depth=5), "level depth=5 move-time=0.25"),
        (Level(time=291.587, moves=9), "level moves=9 time=291.587"),
        (Level(time=60, inc=1), "level time=60 inc=1"),
        (Limits(), "level infinite"),
        (Limits(remaining=60, increment=1), "level time=60 inc=1"),
        (Limits(remaining=291.587, moves_to_go=9), "level moves=9 time=291.587"),
        (Limits(depth=9, remaining=5.0), "level depth=9 time=5"),
    ],
)
def test_limits_become_a_level(limits: Limits | Level, line: str) -> None:
    assert _play({"go": b"done move=32-28\n"}, limits=limits)[1][1] == line


def test_only_moves_that_may_repeat_a_position_are_sent() -> None:
    game = Game(start=Board.from_fen("W:W37,K46:B15,K6", INTERNATIONAL))
    for text in ("37-32", "6-1", "46-41", "1-6"):
        game.push(text)
    _, received = _play({"go": b"done move=32-28\n"}, game)
    assert received[0] == f'pos pos={write_position(game.boards[1])} moves="6-1 46-41 1-6"'


def test_counters_of_king_moves_are_sent_as_the_moves_that_made_them() -> None:
    game = Game(start=Board.from_fen("W:W40,K46:B15,K6", FRISIAN))
    for text in ("46-41", "15-20"):
        game.push(text)
    assert game.board != game.board.without_king_moves()  # and yet the last move is one that cannot be repeated
    _, received = _play({"go": b"done move=40-35\n"}, game)
    assert received[0] == f'pos pos={write_position(game.boards[0])} moves="46-41 15-20"'


def test_counters_that_no_move_explains_cannot_be_sent() -> None:
    with pytest.raises(DraughtsError, match="king move counters"):
        _play({}, Board.from_fen("W:W40,K46:B5,K10:+146+0", FRISIAN))


@pytest.mark.parametrize(
    ("rules", "variant"), [(KILLER, "killer"), (FRISIAN, "frisian"), (INTERNATIONAL.replace(draws=()), None)]
)
def test_the_variant_is_set_if_it_is_not_the_engines(rules: Rules, variant: str | None) -> None:
    async def test() -> list[str]:
        async with fake_engine({}, rules) as (_, received):
            return received

    setting = [] if variant is None else [f"set-param name=variant value={variant}"]
    assert run(test()) == ["hub", *setting, "init"]


def test_parameters_are_set_if_they_differ() -> None:
    parameters = b"id name=fake\nparam name=book value=true type=bool\nparam name=hash value=64 type=int\nwait\n"

    async def test() -> list[str]:
        wanted = {"book": "true", "hash": "128"}
        async with fake_engine({"hub": parameters}, parameters=wanted) as (engine, received):
            assert engine.parameters["hash"].value == "64"
            assert engine.id == Id("fake")
            return received

    assert run(test()) == ["hub", "set-param name=hash value=128", "init"]


_PARAMETERS = (
    b"id name=fake\n"
    b"param name=book value=true type=bool\n"
    b"param name=threads value=1 type=int min=1 max=16\n"
    b"param name=margin value=0.5 type=real min=0 max=2.5\n"
    b'param name=level value=low type=enum values="low high"\n'
    b"param name=file value=x type=string\n"
    b"param name=odd value=x type=colour min=red\n"
    b"wait\n"
)


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("book", False, "value=false"),
        ("book", "False", "value=false"),
        ("book", True, None),
        ("threads", 4, "value=4"),
        ("threads", "16", "value=16"),
        ("threads", 1, None),
        ("margin", 1, "value=1.0"),
        ("margin", 2.5, "value=2.5"),
        ("level", "high", "value=high"),
        ("file", "", 'value=""'),
        ("file", "a b=c", 'value="a b=c"'),
        ("file", 7, "value=7"),
        ("odd", True, "value=true"),
    ],
)
def test_parameters_are_given_as_python_has_them(name: str, value: str | float, line: str | None) -> None:
    async def test() -> list[str]:
        async with fake_engine({"hub": _PARAMETERS}, parameters={name: value}) as (_, received):
            return received

    assert run(test()) == ["hub", *([] if line is None else [f"set-param name={name} {line}"]), "init"]


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("book", "on", "true or false"),
        ("book", 1, "true or false"),
        ("threads", 0, "a whole number from 1 to 16"),
        ("threads", 17, "a whole number from 1 to 16"),
        ("threads", 2.5, "a whole number from 1 to 16"),
        ("threads", "two", "a whole number from 1 to 16"),
        ("threads", True, "a whole number from 1 to 16"),
        ("threads", "9" * 5000, "a whole number from 1 to 16"),
        ("margin", -0.1, "a number from 0 to 2.5"),
        ("margin", float("nan"), "a number from 0 to 2.5"),
        ("margin", False, "a number from 0 to 2.5"),
        ("level", "middle", "one of low, high"),
        ("level", 1, "one of low, high"),
    ],
)
def test_parameters_are_checked_before_anything_is_sent(name: str, value: str | float, wanted: str) -> None:
    _does_not_start(
        {"hub": _PARAMETERS},
        EngineError,
        f"fake: {name} cannot be {re.escape(repr(value))}; it is {wanted}",
        parameters={name: value},
    )


def test_an_engine_is_asked_who_it_is_without_getting_it_ready(tmp_path: Path) -> None:
    command = _program(tmp_path, 'elif line == "quit": sys.exit(0)')
    assert SimpleEngine.inspect(command) == (Id("child"), {})


def test_a_variant_without_a_name_needs_the_engines_own() -> None:
    async def test() -> list[str]:
        hub = b"param name=variant value=normal type=string\nwait\n"
        async with fake_engine({"hub": hub}, AMERICAN, parameters={"variant": "english"}) as (_, received):
            return received

    assert run(test())[1] == "set-param name=variant value=english"


@pytest.mark.parametrize(
    ("hub", "options", "kind", "match"),
    [
        (b"wait\n", {"rules": AMERICAN}, RulesError, "Hub has no name for american rules"),
        (b"wait\n", {"rules": FRISIAN}, EngineError, "plays the normal variant only, not frisian"),
        (
            b'param name=variant value=normal type=enum values="normal bt"\nwait\n',
            {"rules": KILLER},
            EngineError,
            "variant cannot be 'killer'; it is one of normal, bt",
        ),
        (b"wait\n", {"parameters": {"book": "on"}}, EngineError, "no parameter 'book'; it has none"),
        (b"id name=x\nid\nparam name=a\nwait\n", {"parameters": {"b": ""}}, EngineError, "'b'; it has a"),
    ],
)
def test_what_an_engine_does_not_have_is_refused(
    hub: bytes, options: dict[str, Any], kind: type[DraughtsError], match: str
) -> None:
    _does_not_start({"hub": hub}, kind, match, **options)


# What is understood


def test_the_last_of_everything_said_is_kept() -> None:
    said = (
        b'info depth=1 score=0.5 nodes=10 pv="32-28"\n'
        b"info depth=2 nodes=20 mean-depth=2.5\n"
        b'info depth=3 pv="33-28 18-23" own=1\n'
        b"done move=33-28 ponder=18-23\n"
    )
    answer, _ = _play({"go": said})
    assert answer.info == Info(3, 2.5, 0.5, 20, pv=("33-28", "18-23"), other=(("own", "1"),))
    assert str(answer.ponder) == "18-23"


def test_captured_squares_come_in_any_order() -> None:
    answer, _ = _play({"go": b"done move=28x19x13x22x12\n"}, Board.from_fen("W:W28:B22,12,13", INTERNATIONAL))
    assert answer.move.path == (28, 17, 8, 19)


@pytest.mark.parametrize(
    "noise",
    [
        b"\n",
        b"hello\r\n",
        b"thinking...\n",
        b'strange "line\n',
        b"\xff\xfe\x00\n",
        b"pong\n",
        b"id name=other\n",
        b"ready\n",
        b"error: no book\n",
        b"info depth=deep\n",
        b'info pv="32-28\n',
    ],
)
def test_lines_that_mean_nothing_do_no_harm(noise: bytes, caplog: pytest.LogCaptureFixture) -> None:
    answer, _ = _play(
        {"hub": noise + HANDSHAKE["hub"], "init": noise + b"ready\n", "go": noise + b"done move=32-28\r\n"}
    )
    assert str(answer.move) == "32-28"
    assert ("whole number" in caplog.text) == (b"deep" in noise)


def test_anything_may_come_while_an_engine_gets_ready() -> None:
    _play({"init": b'done move="\nerror message="no tablebases"\n\xff\nready\n', "go": b"done move=32-28\n"})


def test_a_reply_expected_that_is_not_legal_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    answer, _ = _play({"go": b"done move=32-28 ponder=32-28\n"})
    assert answer.ponder is None
    assert "expects a reply that is not legal" in caplog.text


@pytest.mark.parametrize(
    ("done", "kind", "match"),
    [
        (b"32-27x", IllegalMoveError, "is no move"),
        (b"28-22", IllegalMoveError, "no piece stands on 28"),
        (b"18-23", IllegalMoveError, "and White is to move"),
        (b"32x27x5", IllegalMoveError, "takes 5; legal: 32-27"),
    ],
)
def test_a_move_that_is_not_legal_is_an_error_and_the_engine_goes_on(
    done: bytes, kind: type[DraughtsError], match: str
) -> None:
    async def test() -> None:
        async with fake_engine({"go think": b"done move=" + done + b"\n", "go analyze": b"done move=32-28\n"}) as pair:
            engine, _ = pair
            with pytest.raises(kind, match=match):
                await engine.play(Board(INTERNATIONAL), _SECOND)
            assert str((await engine.analyse(Board(INTERNATIONAL), _SECOND)).move) == "32-28"

    run(test())


def test_a_capture_that_fits_several_moves_is_an_error() -> None:
    board = Board.from_fen("W:WK30:B16,17,18,19,43", INTERNATIONAL)
    with pytest.raises(AmbiguousMoveError, match="names no captured squares"):
        _play({"go": b"done move=30x49\n"}, board)


# Searches


def test_what_an_engine_says_can_be_followed_and_a_search_stopped() -> None:
    async def test() -> None:
        answers = {"go": b"info depth=1\ninfo depth=2\ninfo depth=3\n", "stop": b"info depth=4\ndone move=31-27\n"}
        async with fake_engine(answers) as (engine, received):
            async with await engine.search(Board(INTERNATIONAL)) as search:
                depths = []
                async for info in search:
                    depths.append(info.depth)
                    if info.depth == 3:
                        break
                answer = await search.stop()
                assert depths == [1, 2, 3]
                assert (str(answer.move), answer.info.depth) == ("31-27", 4)
                assert await search.result() == answer
                assert [info.depth async for info in search] == [4]
            assert received[-2:] == ["go analyze", "stop"]

    run(test())


def test_the_end_of_a_statement_stops_the_search() -> None:
    async def test() -> list[str]:
        async with fake_engine({"stop": b"done move=31-27\n"}) as (engine, received):
            async with await engine.search(Board(INTERNATIONAL), Limits(depth=50)) as search:
                assert not search.is_over
            assert search.is_over
            return received

    assert run(test())[-2:] == ["go analyze", "stop"]


def test_pondering_becomes_thinking_when_the_reply_is_made() -> None:
    async def test() -> list[str]:
        async with fake_engine({"ponder-hit": b"done move=31-27\n"}) as (engine, received):
            search = await engine.search(Board(INTERNATIONAL), Level(time=60), Mode.PONDER)
            await search.ponder_hit()
            assert str((await search.result()).move) == "31-27"
            with pytest.raises(GameStateError, match="not to ponder"):
                await search.ponder_hit()
            return received

    assert run(test())[-2:] == ["go ponder", "ponder-hit"]


def test_an_engine_may_stop_early() -> None:
    async def test() -> None:
        async with fake_engine({"go": b"done move=31-27\n"}) as (engine, received):
            search = await engine.search(Board(INTERNATIONAL), mode=Mode.PONDER)
            await search.result()
            await search.ponder_hit()
            assert str((await search.stop()).move) == "31-27"
            assert received[-1] == "go ponder"  # nothing is sent to an engine that has answered

    run(test())


def test_a_new_search_stops_the_one_before() -> None:
    async def test() -> list[str]:
        answers = {"go think": b"done move=32-28\n", "stop": b"done move=31-27\n", "ping": b"pong\n"}
        async with fake_engine(answers) as (engine, received):
            first = await engine.search(Board(INTERNATIONAL))
            assert str((await engine.play(Board(INTERNATIONAL), _SECOND)).move) == "32-28"
            assert str((await first.result()).move) == "31-27"
            await engine.search(Board(INTERNATIONAL))
            await engine.new_game()
            await engine.ping()  # so that everything before has been read
            return [line.split()[0] for line in received[received.index("init") + 1 :]]

    search = ["pos", "level", "go"]
    assert run(test()) == [*search, "stop", *search, *search, "stop", "new-game", "ping"]


def test_a_cancelled_call_leaves_the_engine_usable() -> None:
    async def test() -> list[str]:
        answers = {"go analyze": b"done move=32-28\n", "stop": b"done move=31-27\n"}
        async with fake_engine(answers) as (engine, received):
            call = asyncio.create_task(engine.play(Board(INTERNATIONAL), Limits(depth=40)))
            while "go think" not in received:
                await asyncio.sleep(0)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert str((await engine.analyse(Board(INTERNATIONAL), _SECOND)).move) == "32-28"
            return received

    assert run(test()).count("stop") == 1


def test_several_tasks_may_wait_at_once() -> None:
    async def test() -> None:
        answers = {"ping": b"pong\n", "stop": b"done move=31-27\n", "go": b"info depth=1\n"}
        async with fake_engine(answers) as (engine, _):
            search = await engine.search(Board(INTERNATIONAL))
            result = asyncio.create_task(search.result())
            await asyncio.gather(*(engine.ping() for _ in range(20)))
            assert not result.done()
            assert await search.stop() == await result

    run(test())


@pytest.mark.parametrize("as_game", [True, False])
def test_a_game_that_is_over_is_not_searched(as_game: bool) -> None:
    board = Board.from_fen("W:W:B20", INTERNATIONAL)
    with pytest.raises(GameStateError, match="the game is over"):
        _play({}, Game(start=board) if as_game else board)


def test_a_position_of_another_variant_is_not_searched() -> None:
    async def test() -> None:
        async with fake_engine({}) as (engine, _):
            with pytest.raises(RulesError, match="fake plays international, and the position is killer"):
                await engine.play(Board(KILLER), _SECOND)

    run(test())


# Engines that misbehave


@pytest.mark.parametrize(
    ("answers", "match"),
    [
        ({"pos": CLOSE}, "has closed the connection"),
        ({"go": CLOSE}, "has closed the connection"),
        ({"go": b"info depth=1\n" + CLOSE}, "has closed the connection"),
        ({"go": b"done move=32-2" + CLOSE}, "in the middle of b'done move=32-2'"),
    ],
)
def test_an_engine_that_goes_while_it_searches(answers: dict[str, bytes], match: str) -> None:
    _fails(answers, EngineTerminatedError, match)


@pytest.mark.parametrize("answer", [b"", b"done move=32-28", b"pong\ninfo depth=1\n"])
def test_an_engine_that_does_not_answer(answer: bytes) -> None:
    _fails({"go": answer}, EngineTimeoutError, "in time", timeout=0.1)


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        (b"x" * (1 << 20), "a line of more than 65536 bytes"),
        (b"hello\n" + b"y" * 65537 + b"\n", "a line of more than 65536 bytes"),
        (b'info\ndone move="32-28\n', "line 6, column 11: the value of 'move' has no closing quotation mark"),
    ],
)
def test_an_engine_that_breaks_the_protocol(answer: bytes, match: str) -> None:
    _fails({"go": answer}, ProtocolError, match)


def test_an_engine_that_complains_and_gives_no_move_is_given_up_soon() -> None:
    _fails({"go": b'error message="bad \x1b[31mposition"\n'}, EngineError, r"fake: bad \\x1b\[31mposition", timeout=0.1)


def test_an_engine_may_answer_in_spite_of_a_complaint() -> None:
    answer, _ = _play({"go": b'error message="no book"\ndone move=32-28\n'})
    assert str(answer.move) == "32-28"


@pytest.mark.parametrize(
    ("said", "match"),
    [
        (b"done\n", "^fake gave no move$"),
        (b'done move=""\n', "^fake gave no move$"),
        (b'error message="bad position"\ndone\n', r"^fake gave no move \(bad position\)$"),
    ],
)
def test_an_engine_that_gives_no_move_goes_on(said: bytes, match: str) -> None:
    async def test() -> None:
        async with fake_engine({"go think": said, "go analyze": b"done move=32-28\n"}) as (engine, _):
            with pytest.raises(EngineError, match=match):
                await engine.play(Board(INTERNATIONAL), _SECOND)
            assert str((await engine.analyse(Board(INTERNATIONAL), _SECOND)).move) == "32-28"

    run(test())


def test_a_bad_field_of_an_information_is_lost_alone_with_one_warning_a_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = b"info depth=deep score=0.5\ninfo depth=3 nodes=many\x1b[1m\n"

    async def test() -> None:
        async with fake_engine({"go": said + b"done move=32-28\n"}) as (engine, _):
            for game, warnings in (("first", 1), ("second", 1), ("third", 2)):
                answer = await engine.play(Board(INTERNATIONAL), _SECOND)
                assert answer.info == Info(depth=3, score=0.5)
                assert caplog.text.count("WARNING") == warnings
                if warnings == 1:
                    assert "depth must be a whole number, not 'deep', in 'info depth=deep score=0.5'" in caplog.text
                if game == "second":
                    await engine.new_game()

    run(test())
    assert "\x1b" not in caplog.text


def test_a_move_that_is_not_legal_is_told_as_it_was_sent_with_the_name_of_the_engine() -> None:
    with pytest.raises(IllegalMoveError, match=r"^fake wants to play '32-28x\\x1b': "):
        _play({"go": b"done move=32-28x\x1b\n"})


def test_other_complaints_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with fake_engine({"ping": b'error message="cold"\npong\n'}) as (engine, _):
            await engine.ping()

    with caplog.at_level(logging.WARNING, "draughts.hub"):
        run(test())
    assert "fake: cold" in caplog.text


def test_a_pong_that_nobody_asked_for_answers_no_later_ping(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        answers = {"go": b"pong\ndone move=32-28\n", "ping": b'error message="slow"\npong\n'}
        async with fake_engine(answers) as (engine, _):
            await engine.play(Board(INTERNATIONAL), _SECOND)
            await engine.ping()

    with caplog.at_level(logging.WARNING, "draughts.hub"):
        run(test())
    assert "fake: slow" in caplog.text  # the ping has waited for all of its answer


@pytest.mark.parametrize(
    ("answers", "kind", "match"),
    [
        ({"hub": CLOSE}, EngineTerminatedError, "has closed the connection"),
        ({"hub": b"id name=fake\nwa" + CLOSE}, EngineTerminatedError, "in the middle of b'wa'"),
        ({"init": CLOSE}, EngineTerminatedError, "has closed the connection"),
        ({"hub": b'id name="fake\nwait\n'}, ProtocolError, "no closing quotation mark"),
        ({"hub": b'error message="no licence"\n'}, EngineError, "no licence"),
        ({"hub": b"z" * 70_000}, ProtocolError, "a line of more than"),
        ({"hub": b"".join(b"param name=p%d\n" % n for n in range(2000))}, ProtocolError, "more than 1000 parameters"),
    ],
)
def test_an_engine_that_is_none(answers: dict[str, bytes], kind: type[DraughtsError], match: str) -> None:
    _does_not_start(answers, kind, match)


@pytest.mark.parametrize("answers", [{"hub": b""}, {"hub": b"id name=fake\nwait"}, {"init": b""}])
def test_an_engine_that_never_gets_ready(answers: dict[str, bytes]) -> None:
    _does_not_start(answers, EngineTimeoutError, "in time", timeout=0.2)


@pytest.mark.parametrize(("command", "answers"), [("ping", {}), ("stop", {})])
def test_an_engine_that_does_not_answer_while_it_searches(command: str, answers: dict[str, bytes]) -> None:
    async def test() -> None:
        async with fake_engine(answers) as (engine, _):
            search = await engine.search(Board(INTERNATIONAL))
            engine.timeout = 0.1
            with pytest.raises(EngineTimeoutError):
                await (engine.ping() if command == "ping" else search.stop())
            assert not engine.is_open

    run(test())


def test_a_pong_that_nobody_has_asked_for_answers_no_later_ping() -> None:
    async def test() -> None:
        async with fake_engine({"go": b"pong\npong\ndone move=32-28\n"}) as (engine, _):
            await engine.play(Board(INTERNATIONAL), _SECOND)
            engine.timeout = 0.1
            with pytest.raises(EngineTimeoutError, match="has not answered ping in time"):
                await engine.ping()

    run(test())


def test_an_engine_that_talks_for_ever_is_cut_off() -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"info depth=1\n" * 1000)
            await writer.drain()

    async def test() -> None:
        async with listening(handler) as port:
            with pytest.raises(EngineTimeoutError):
                await HubEngine.connect("127.0.0.1", port, timeout=0.3)

    run(test())


def test_nobody_listens() -> None:
    async def test() -> None:
        async with listening(lambda reader, writer: asyncio.sleep(0)) as port:
            pass
        with pytest.raises(EngineError, match="cannot be reached"):
            await HubEngine.connect("127.0.0.1", port)
        with pytest.raises(EngineError, match="cannot be reached"):
            await HubEngine.connect("127.0.0.1", 1 << 20)

    run(test())


# Programs


def _program(folder: Path, body: str) -> list[str]:
    """An engine in Python with a handshake; `body` says what it does for each line."""
    path = folder / "engine.py"
    code = f"""
    import sys, time
    def say(text):
        print(text, flush=True)
    for line in sys.stdin:
        line = line.strip()
        if line == "hub":
            say("id name=child")
            say("wait")
        elif line == "init":
            say("ready")
        {body}
    """
    path.write_text(textwrap.dedent(code), encoding="utf-8")
    return [sys.executable, "-S", str(path)]


def test_a_program_is_started_and_ends(tmp_path: Path) -> None:
    async def test() -> None:
        command = _program(
            tmp_path, 'elif line.startswith("go"): say("done move=32-28")\n        elif line == "quit": sys.exit(3)'
        )
        engine = await HubEngine.popen(command)
        async with engine:
            assert str((await engine.play(Board(INTERNATIONAL), _SECOND)).move) == "32-28"
        assert not engine.is_open
        assert await engine.quit() == 3

    run(test())


def test_a_program_that_dies_is_reported_with_its_exit_code(tmp_path: Path) -> None:
    async def test() -> None:
        engine = await HubEngine.popen(_program(tmp_path, 'elif line.startswith("go"): sys.exit(7)'))
        with pytest.raises(EngineTerminatedError, match=r"^child has ended with exit code 7$"):
            await engine.play(Board(INTERNATIONAL), _SECOND)
        with pytest.raises(EngineTerminatedError, match="is closed"):
            await engine.ping()

    run(test())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_program_that_is_killed_is_reported_with_the_signal(tmp_path: Path) -> None:
    async def test() -> None:
        body = 'elif line.startswith("go"): import os, signal; os.kill(os.getpid(), signal.SIGKILL)'
        engine = await HubEngine.popen(_program(tmp_path, body))
        with pytest.raises(EngineTerminatedError, match=r"^child was ended by the signal SIGKILL$"):
            await engine.play(Board(INTERNATIONAL), _SECOND)

    run(test())


def test_a_program_that_does_not_end_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        engine = await HubEngine.popen(_program(tmp_path, 'elif line == "quit": time.sleep(1000)'))
        engine.timeout = 0.1
        assert await engine.quit() not in (None, 0)

    run(test())


@pytest.mark.parametrize(
    ("command", "match"),
    [
        ([], "no command is given"),
        ("", "no command is given"),
        ("no-such-engine-anywhere hub", "'no-such-engine-anywhere' cannot be started"),
        ("'open", "is no command"),
        (["a\0b"], "cannot be started"),
    ],
)
def test_a_program_that_cannot_be_started(command: str | list[str], match: str) -> None:
    with pytest.raises(EngineError, match=match):
        run(HubEngine.popen(command))


def test_a_program_that_is_no_engine() -> None:
    with pytest.raises(EngineTerminatedError, match="has ended with exit code 0"):
        run(HubEngine.popen([sys.executable, "-S", "-c", "print('hello')"]))


# Without asyncio


def test_an_engine_without_asyncio() -> None:
    with SimpleEngine.popen([sys.executable, "-m", "draughts", "hub"]) as engine:
        assert engine.name == "draughts engine"
        assert engine.id.author == "The draughts developers"
        assert next(iter(engine.parameters)) == "variant"
        assert engine.rules is INTERNATIONAL
        engine.new_game()
        engine.ping()
        game = Game(INTERNATIONAL)
        while game.ply < 10:
            game.push(engine.play(game, _SECOND).move)
        assert engine.analyse(game, _SECOND).move in game.legal_moves
        with pytest.raises(RulesError):
            engine.play(Board(KILLER), _SECOND)
        assert engine.is_open
    assert not engine.is_open
    assert engine.quit() is None
    engine.close()
    with pytest.raises(EngineTerminatedError):
        engine.ping()


def test_an_engine_without_asyncio_that_cannot_be_started_leaves_nothing() -> None:
    with pytest.raises(EngineError):
        SimpleEngine.popen("no-such-engine-anywhere")
    with pytest.raises(EngineError):
        SimpleEngine.connect("127.0.0.1", 1 << 20)


def test_an_engine_that_nobody_holds_any_more_is_ended(tmp_path: Path) -> None:
    command = _program(tmp_path, f'elif line == "quit": open({str(tmp_path / "quit")!r}, "w").close(); sys.exit(0)')
    others = set(threading.enumerate())
    engine = SimpleEngine.popen(command)
    (thread,) = (thread for thread in threading.enumerate() if thread.name == "hub engine" and thread not in others)
    del engine
    gc.collect()
    thread.join(30)
    assert not thread.is_alive()
    assert (tmp_path / "quit").exists()


def test_an_engine_is_open_only_as_long_as_it_runs(tmp_path: Path) -> None:
    command = _program(tmp_path, 'elif line == "ping": say("pong"); sys.exit(0)')
    with SimpleEngine.popen(command) as engine:
        assert engine.is_open
        engine.ping()
        deadline = time.monotonic() + 30
        while engine.is_open and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not engine.is_open


def test_what_a_program_writes_to_its_standard_error_is_logged_escaped(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = 'elif line.startswith("go"): sys.stderr.write("no \\x1b[31mweights\\n" * 1000); sys.exit(1)'

    async def test() -> None:
        engine = await HubEngine.popen(_program(tmp_path, body))
        with pytest.raises(EngineTerminatedError, match=r"exit code 1 \(its last words: 'no \\x1b\[31mweights'\)"):
            await engine.play(Board(INTERNATIONAL), _SECOND)

    run(test())
    assert "no \\x1b[31mweights" in caplog.text
    assert "\x1b" not in caplog.text
    assert caplog.text.count("\n") <= 101


def test_an_engine_is_a_player() -> None:
    player = HubPlayer([sys.executable, "-m", "draughts", "hub"])
    assert isinstance(player, Player)
    assert not player.accepts_draw(Game(INTERNATIONAL))
    assert player.name == Path(sys.executable).name
    for rules in (INTERNATIONAL, FRISIAN):
        game = Game(rules)
        assert player.choose(game, _SECOND) in game.legal_moves
    assert player.name == "draughts engine"
    player.close()
    player.close()
    assert player.choose(Game(INTERNATIONAL), _SECOND) in Board(INTERNATIONAL).legal_moves
    player.close()


def test_a_player_is_named_by_its_command() -> None:
    player = parse_player("hub:scan hub")
    assert repr(player) == "HubPlayer('scan hub')"
    with pytest.raises(EngineError, match="no command"):
        HubPlayer("  ")


def test_an_engine_plays_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    engine = f"hub:{shlex.quote(sys.executable)} -m draughts hub --seed 5"
    save = str(tmp_path / "game.json")
    assert main(["play", "--variant", "international", "--white", engine, "--black", "human", "--save", save]) == 0
    gc.collect()  # the end of the player is the end of its engine
    assert storage.load(Path(save)).game.ply == 1
    assert "Black (human) to move" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ["hub:", "hub: "])
def test_an_engine_without_a_command_is_refused_at_the_terminal(
    engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--white", engine]) == 2
    assert "the command that starts the engine comes after the colon" in capsys.readouterr().err
