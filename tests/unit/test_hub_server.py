"""Being driven with the Hub protocol: conversations, threads, files, sockets, the command, and whole games."""

from __future__ import annotations

import asyncio
import contextlib
import io
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from random import Random

import pytest

from draughts import (
    FRISIAN,
    INTERNATIONAL,
    KILLER,
    Board,
    Color,
    EngineTerminatedError,
    Game,
    Move,
    PlayerError,
    Repetition,
    Rules,
)
from draughts.cli import main
from draughts.hub import (
    VARIANTS,
    HubEngine,
    HubServer,
    Info,
    Level,
    Mode,
    Reply,
    Searcher,
    Task,
    listen,
    serve,
    write_position,
)
from draughts.players import Limits, Player, RandomPlayer
from fake_engine import run

_SECOND = Limits(seconds=1)
_START = write_position(Board(INTERNATIONAL))
_WAIT = 30.0


class Conversation:
    """A server, and the lines that it sends."""

    def __init__(self, program: Player | Searcher) -> None:
        self.lines: list[str] = []
        self._came = threading.Condition()
        self.server = HubServer(program, self._take)

    def _take(self, line: str) -> None:
        with self._came:
            self.lines.append(line)
            self._came.notify_all()

    def say(self, *lines: str) -> bool:
        return self.server.feed("".join(f"{line}\n" for line in lines).encode())

    def wait(self, start: str, count: int = 1) -> str:
        """The line that begins so, or the second, third."""

        def found() -> list[str]:
            return [line for line in self.lines if line.startswith(start)]

        with self._came:
            assert self._came.wait_for(lambda: len(found()) >= count, _WAIT), self.lines
        return found()[count - 1]


class Patient:
    """A program that searches until it is stopped."""

    name = "patient"

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.began = threading.Event()
        self.ended = threading.Event()

    def search(self, task: Task) -> Reply:
        self.tasks.append(task)
        task.report(Info(depth=len(self.tasks), pv=("32-28",)))
        self.began.set()
        task.wait()
        self.ended.set()
        move = task.game.legal_moves[0]
        return Reply(move, task.game.board.play(move).legal_moves[0])


class Calling:
    """A program that is a function."""

    name = "calling"

    def __init__(self, answer: Callable[[Task], Reply]) -> None:
        self._answer = answer

    def search(self, task: Task) -> Reply:
        return self._answer(task)


# Conversations


def test_the_handshake() -> None:
    talk = Conversation(RandomPlayer())
    assert talk.say("hub", "set-param name=variant value=frisian", "init")
    assert talk.lines[0] == "id name=random"
    assert talk.lines[1:] == [
        'param name=variant value=normal type=enum values="normal killer bt frisian losing"',
        "wait",
        "ready",
    ]


def test_an_engine_bears_the_name_that_it_is_given() -> None:
    output = io.BytesIO()
    serve(RandomPlayer(), io.BytesIO(b"hub\n"), output, name="Deep Man", version="3", author="A. Writer")
    assert output.getvalue().startswith(b'id name="Deep Man" version=3 author="A. Writer"\n')


def test_a_move_is_made_under_the_rules_that_were_set() -> None:
    talk = Conversation(RandomPlayer())
    position = "W" + 21 * "e" + "b" + 9 * "e" + "w" + 18 * "e"  # 32 takes 22 straight ahead
    talk.say("set-param name=variant value=frisian", "init", f"pos pos={position}", "go think")
    assert talk.wait("done") == "done move=32x12x22"


def test_lines_may_come_in_pieces_and_with_carriage_returns() -> None:
    talk = Conversation(RandomPlayer())
    for byte in b"ping\r\n  ping  \r\n\r\nunknown line\r\n":
        assert talk.server.feed(bytes([byte]))
    assert talk.lines == ["pong", "pong"]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["go think"], "there is no position to search"),
        (["go"], "go needs one of think, ponder and analyze"),
        (["level depth=x"], "depth must be a whole number"),
        (["level depth=0"], "depth must be at least 1"),
        (["pos pos=Wxyz"], "3 squares, but the international board has 50"),
        ([f"pos pos={_START} moves=32-23"], "'32-23'"),
        ([f"pos pos={_START}", "pos pos=W", "go think"], "there is no position to search"),
        (["set-param name=variant value=chess"], "Hub has no variant 'chess'"),
        (["set-param name=hash value=64"], "there is no parameter hash"),
        (["init", "set-param name=variant value=bt"], "parameters are set before init"),
        ([f"pos pos={'W' + 49 * 'e' + 'b'}".replace("b", "B"), "go think"], "the game is over"),
        ([f'pos pos={_START} moves="32-28'], "no closing quotation mark"),
    ],
)
def test_what_cannot_be_done_is_answered_with_an_error(lines: list[str], complaint: str) -> None:
    talk = Conversation(RandomPlayer())
    assert talk.say(*lines)
    assert any(line.startswith("error message=") and complaint in line for line in talk.lines)
    assert talk.lines.count("done") == sum(
        line.startswith("go ") for line in lines
    )  # which is all that a GUI waits for
    assert talk.say("ping")
    assert talk.lines[-1] == "pong"


def test_a_line_that_is_too_long_ends_the_conversation() -> None:
    talk = Conversation(RandomPlayer())
    assert not talk.server.feed(b"ping\n" + b"x" * 100_000)
    assert talk.lines[0] == "pong"
    assert "a line of more than 65536 bytes" in talk.lines[1]
    assert not talk.say("ping")
    assert len(talk.lines) == 2


def test_quit_ends_the_conversation_and_nothing_is_said_after_it() -> None:
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START}", "level infinite", "go analyze")
    assert program.began.wait(_WAIT)
    assert not talk.say("quit", "ping")
    assert program.ended.wait(_WAIT)
    assert [line.split()[0] for line in talk.lines] == ["info"]


# Searches


def test_a_search_is_stopped() -> None:
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START}", "level infinite", "go analyze", "ping", "stop", "stop")
    assert talk.wait("done") == "done move=31-26 ponder=16-21"
    assert sorted(line.split()[0] for line in talk.lines) == ["done", "info", "pong"]
    talk.say("stop", "ponder-hit", "level infinite", "go analyze", "stop")
    assert talk.wait("done", 2)
    assert "depth=2" in talk.wait("info", 2)


_NEXT = write_position(Board(INTERNATIONAL).play("32-28"))


@pytest.mark.parametrize("stop", [["stop"], []])
@pytest.mark.parametrize("mode", ["ponder", "analyze", "think"])
def test_a_new_search_follows_at_once(stop: list[str], mode: str) -> None:
    """A GUI stops a search and begins the next one in one breath; each search is answered once, in order."""
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START}", "level infinite", f"go {mode}")
    assert program.began.wait(_WAIT)
    talk.say(*stop, f"pos pos={_NEXT}", "level depth=1", "go analyze")
    talk.wait("done", 2)
    talk.say("ping")
    talk.wait("pong")
    assert [line.split()[0] for line in talk.lines] == ["info", "done", "info", "done", "pong"]
    assert [task.game.turn for task in program.tasks] == [Color.WHITE, Color.BLACK]
    assert program.tasks[1].limits == Limits(depth=1)


def test_what_comes_during_a_search_is_obeyed_after_it_in_order() -> None:
    program = Patient()
    talk = Conversation(program)
    begin = (f"pos pos={_START}", "level infinite", "go analyze")
    talk.say(*begin, *begin, "stop", *begin, "ping", "level depth=x", "new-game", "go think", "stop", *begin, "stop")
    talk.wait("done", 5)
    talk.say("ping")
    talk.wait("pong", 2)
    kinds = [line.split()[0] for line in talk.lines]
    # The third search of these is stopped by the new one; after `new-game` there is nothing to search.
    assert (kinds.count("done"), kinds.count("info"), kinds.count("error")) == (5, 4, 2)
    dones = [line for line in talk.lines if line.startswith(("done", "error"))]
    assert [line for line in dones if "whole number" not in line][3:5] == [
        'error message="there is no position to search"',
        "done",
    ]


def test_a_stop_is_for_the_search_before_it() -> None:
    """`ponder-hit` and `stop` behind a `go` that waits are for that search, and not for the one under way."""
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START}", "level infinite", "go analyze")
    assert program.began.wait(_WAIT)
    talk.say(f"pos pos={_NEXT}", "level move-time=1", "go ponder", "ponder-hit")
    talk.wait("done", 2)
    assert [(task.mode, task.is_stopped) for task in program.tasks] == [(Mode.ANALYZE, True), (Mode.THINK, False)]


def test_a_gui_that_never_waits_is_cut_off() -> None:
    talk = Conversation(Patient())
    talk.say(f"pos pos={_START}", "level infinite", "go analyze")
    assert not talk.say(*["level depth=5"] * 2000)
    assert "more than 1000 commands during a search" in talk.wait("error")


def test_pondering_goes_on_until_the_reply_is_made() -> None:
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START} moves=32-28", "level move-time=1", "go ponder")
    assert program.began.wait(_WAIT)
    task = program.tasks[0]
    assert (task.mode, task.is_wanted, task.is_stopped) == (Mode.PONDER, False, False)
    talk.say("ponder-hit")
    talk.wait("done")
    assert (task.mode, task.is_wanted, task.is_stopped) == (Mode.THINK, True, False)
    assert task.game.board == Board(INTERNATIONAL).play("32-28")


@pytest.mark.parametrize("command", ["go ponder", "go analyze"])
@pytest.mark.parametrize("release", ["stop", "ponder-hit"])
def test_the_move_of_a_player_is_kept_until_it_is_wanted(command: str, release: str) -> None:
    talk = Conversation(RandomPlayer())
    talk.say(f"pos pos={_START}", command, "ping")
    assert talk.lines == ["pong"]
    talk.say(release)
    if (command, release) == ("go analyze", "ponder-hit"):
        assert talk.lines == ["pong"]  # nobody ponders
        talk.say("stop")
    assert talk.wait("done").startswith("done move=3")


def test_an_analysis_with_a_limit_ends_by_itself() -> None:
    talk = Conversation(RandomPlayer())
    talk.say(f"pos pos={_START}", "level depth=3", "go analyze")
    assert talk.wait("done")


def test_an_error_in_the_program_is_told_and_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    def fail(task: Task) -> Reply:
        raise RuntimeError('out of "memory"\nhere')

    talk = Conversation(Calling(fail))
    talk.say(f"pos pos={_START}", "go think")
    assert talk.wait("done") == "done"
    assert talk.lines == ["error message=\"out of 'memory''here\"", "done"]
    assert "Traceback" in caplog.text
    assert "raise RuntimeError" in caplog.text
    for count in range(2, 30):
        talk.say("go think")
        assert talk.wait("done", count)
    assert caplog.text.count("Traceback") == 10  # and no more: the log is not flooded


def test_a_move_of_the_program_that_is_not_legal_is_told() -> None:
    other = Board(INTERNATIONAL).play("32-28").legal_moves[0]
    talk = Conversation(Calling(lambda task: Reply(other)))
    talk.say(f"pos pos={_START}", "go think")
    assert "is not legal" in talk.wait("error")


def test_an_expected_reply_that_is_not_legal_is_left_out() -> None:
    talk = Conversation(Calling(lambda task: Reply(task.game.legal_moves[0], task.game.legal_moves[1])))
    talk.say(f"pos pos={_START}", "go think")
    assert talk.wait("done") == "done move=31-26"


@pytest.mark.parametrize(
    ("lines", "limits"),
    [
        (["level depth=5"], Limits(depth=5)),
        (["level nodes=900"], Limits(nodes=900)),
        (["level move-time=0.5"], Limits(seconds=0.5)),
        (["level infinite"], Limits()),
        (["level depth=5", "level move-time=2"], Limits(seconds=2.0, depth=5)),
        (["level moves=10 time=60"], Limits(remaining=60.0, moves_to_go=10)),
        (["level time=60"], Limits(remaining=60.0)),
        (["level time=60 inc=3"], Limits(remaining=60.0, increment=3.0)),
        (["level moves=0 time=60"], Limits(remaining=60.0)),
        (["level time=60 move-time=1"], Limits(seconds=1.0, remaining=60.0)),
        (["level moves=10 inc=3"], Limits()),
    ],
)
def test_levels_become_limits(lines: list[str], limits: Limits) -> None:
    program = Patient()
    talk = Conversation(program)
    talk.say(f"pos pos={_START}", *lines, "go ponder", "stop")
    talk.wait("done")
    assert program.tasks[0].limits == limits


def test_new_limits_take_the_place_of_used_ones() -> None:
    program = Patient()
    talk = Conversation(program)
    for count, lines in enumerate((["level depth=5"], ["level move-time=2"], []), 1):
        talk.say(f"pos pos={_START}", *lines, "go ponder", "stop")
        talk.wait("done", count)
    assert [task.limits for task in program.tasks] == [Limits(depth=5), Limits(seconds=2.0), Limits(seconds=2.0)]


def _wandering(repeats: int) -> Game:
    """Kings that go to and fro."""
    game = Game(start=Board.from_fen("W:W32,K46:B15,K6", INTERNATIONAL.replace(draws=())))
    for text in ["46-41", "6-1", "41-46", "1-6"] * repeats:
        game.push(text)
    return game


def test_a_gui_may_go_on_where_a_draw_rule_ends_the_game() -> None:
    wandering = _wandering(5)
    moves = " ".join(map(str, wandering.moves))
    program = Patient()
    talk = Conversation(program)
    talk.say(f'pos pos={write_position(wandering.boards[0])} moves="{moves}"', "level infinite", "go think", "stop")
    talk.wait("done")
    assert program.tasks[0].game.board.fen == wandering.board.fen
    assert not program.tasks[0].game.is_over


# Files and the command


def test_a_program_is_driven_through_files() -> None:
    output = io.BytesIO()
    serve(RandomPlayer(), io.BytesIO(b"hub\ninit\nping\nquit\nping\n"), output)
    assert [line.split()[0] for line in output.getvalue().splitlines()] == [b"id", b"param", b"wait", b"ready", b"pong"]


def test_the_end_of_the_input_ends_a_search() -> None:
    program = Patient()
    output = io.BytesIO()
    serve(program, io.BytesIO(f"pos pos={_START}\nlevel infinite\ngo analyze\n".encode()), output)
    assert program.ended.wait(_WAIT)
    assert b"done" not in output.getvalue()


def test_a_gui_that_does_not_listen_any_more_ends_it() -> None:
    class Closed(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError

    source = io.BytesIO(b"ping\n" * 5)
    serve(RandomPlayer(), source, Closed())


def _command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "draughts", "hub", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_command_plays() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "draughts", "hub", "--player", "random", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"hub\ninit\npos pos={_START}\nlevel move-time=1\ngo think\n")
    process.stdin.flush()
    lines = [process.stdout.readline() for _ in range(5)]
    assert lines[-1].startswith("done move=")
    process.stdin.write("quit\n")
    process.stdin.flush()
    assert process.stdout.read() == ""
    process.stdin.close()
    process.stdout.close()
    assert process.wait(_WAIT) == 0


def test_the_command_ends_with_its_input() -> None:
    finished = _command(text="ping\n")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "pong\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--player", "human"], "a person cannot be driven"),
        (["--player", "nobody"], "'nobody' is no player"),
        (["--port", "x"], "'x' is no port"),
        (["--port", "70000"], "'70000' is no port"),
    ],
)
def test_wrong_usage_of_the_command(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_the_command_cannot_listen_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> int:
        async with listen(RandomPlayer) as port:
            return await asyncio.to_thread(main, ["hub", "--port", str(port)])

    assert run(test()) == 1
    assert "cannot listen on 127.0.0.1:" in capsys.readouterr().err


def test_the_command_listens() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "draughts", "hub", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(" ")[2])

        async def test() -> Move:
            async with await HubEngine.connect("127.0.0.1", port) as engine:
                return (await engine.play(Board(INTERNATIONAL), _SECOND)).move

        assert run(test()) in Board(INTERNATIONAL).legal_moves
    finally:
        process.kill()
        process.communicate()


# Both sides


class Recorder:
    """A program that plays at random and keeps the positions that it was given."""

    name = "recorder"

    def __init__(self, seed: int) -> None:
        self.games: list[Game] = []
        self._random = Random(seed)

    def search(self, task: Task) -> Reply:
        self.games.append(task.game)
        task.report(Info(depth=1, score=0.25))
        return Reply(self._random.choice(task.game.legal_moves))


@contextlib.asynccontextmanager
async def _driven(program: Searcher, rules: Rules = INTERNATIONAL) -> AsyncIterator[HubEngine]:
    """An engine on a socket that is a program of this process."""
    async with listen(lambda: program) as port, await HubEngine.connect("127.0.0.1", port, rules) as engine:
        yield engine


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_is_seen_alike_on_both_sides(variant: str) -> None:
    rules = VARIANTS[variant]
    game = Game(rules)
    recorder = Recorder(5)

    async def test() -> None:
        async with _driven(recorder, rules) as engine:
            while not game.is_over and game.ply < 200:
                answer = await engine.play(game, _SECOND)
                assert answer.info == Info(depth=1, score=0.25)
                game.push(answer.move)

    run(test())
    seen = [known.board for known in recorder.games]
    assert seen == list(game.boards[: len(seen)])  # with the counters of Frisian kings
    assert len(seen) == game.ply > 20


def test_repetitions_are_seen_on_both_sides() -> None:
    game = Game(start=Board.from_fen("W:W37,K46:B15,K6", INTERNATIONAL))
    for text in ("37-32", "6-1", "46-41", "1-6", "41-46"):
        game.push(text)
    recorder = Recorder(1)

    async def test() -> None:
        async with _driven(recorder) as engine:
            await engine.play(game, _SECOND)

    run(test())
    assert recorder.games[0].moves == game.moves[1:]
    assert recorder.games[0].draw_status == game.draw_status
    assert [status.value for status in game.draw_status if isinstance(status.rule, Repetition)] == [2]


def test_a_search_that_takes_long_is_stopped_from_the_other_side() -> None:
    program = Patient()

    async def test() -> None:
        async with _driven(program, KILLER) as engine:
            async with await engine.search(Board(KILLER)) as search:
                assert (await anext(search)).depth == 1
                await engine.ping()
                assert (await search.stop()).ponder is not None
            search = await engine.search(Board(KILLER), Level(time=60), Mode.PONDER)
            await search.ponder_hit()
            assert (await search.result()).move == Board(KILLER).legal_moves[0]

    run(test())


def test_two_guis_have_a_program_each() -> None:
    made: list[Player] = []

    def program() -> Player:
        made.append(RandomPlayer(len(made)))
        return made[-1]

    async def test() -> None:
        async with listen(program) as port:
            engines = [await HubEngine.connect("127.0.0.1", port, rules) for rules in (INTERNATIONAL, FRISIAN)]
            await asyncio.gather(*(engine.play(Game(engine.rules), _SECOND) for engine in engines))
            await asyncio.gather(*(engine.quit() for engine in engines))

    run(test())
    assert len(made) == 2


def test_a_gui_that_hangs_up_during_a_search_stops_it() -> None:
    program = Patient()

    async def test() -> None:
        async with _driven(program) as engine:
            await engine.search(Board(INTERNATIONAL))
            await asyncio.to_thread(program.began.wait, _WAIT)
            await engine.close()
            assert await asyncio.to_thread(program.ended.wait, _WAIT)

    run(test())


def test_a_client_that_never_reads_is_cut_off_and_floods_no_log(caplog: pytest.LogCaptureFixture) -> None:
    class Talkative:
        name = "talkative"

        def __init__(self) -> None:
            self.ended = threading.Event()

        def search(self, task: Task) -> Reply:
            while not task.is_stopped:
                task.report(Info(depth=1, pv=("32-28",) * 1000))
            self.ended.set()
            return Reply(task.game.legal_moves[0])

    program = Talkative()

    async def test() -> None:
        async with listen(lambda: program) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(f"pos pos={_START}\nlevel infinite\ngo analyze\n".encode())
            assert await asyncio.to_thread(program.ended.wait, _WAIT)
            writer.close()

    run(test())
    assert caplog.text == ""


def test_a_client_that_asks_without_reading_is_not_read_any_more(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with listen(RandomPlayer) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(0.5):
                    while True:
                        writer.write(b"nonsense x\ngo\n" * 2000)
                        await writer.drain()
            writer.transport.abort()
            async with await HubEngine.connect("127.0.0.1", port) as engine:  # others are served
                await engine.ping()

    run(test())
    assert caplog.text == ""


def test_a_program_that_cannot_be_made_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def program() -> Player:
        raise PlayerError("no \x1b[31mlicence")

    async def test() -> bytes:
        async with listen(program) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                return await reader.read()
            finally:
                writer.close()

    assert run(test()) == b""
    assert [record.getMessage() for record in caplog.records] == ["no program for a connection: no \\x1b[31mlicence"]


def test_too_many_connections_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.transport.channel._MOST_CONNECTIONS", 2)

    async def test() -> None:
        async with listen(RandomPlayer) as port:
            engines = [await HubEngine.connect("127.0.0.1", port) for _ in range(2)]
            with pytest.raises(EngineTerminatedError):
                await HubEngine.connect("127.0.0.1", port)
            for engine in engines:
                await engine.quit()

    run(test())


def test_a_gui_that_floods_is_cut_off() -> None:
    async def test() -> bytes:
        async with listen(RandomPlayer) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(OSError):
                writer.write(b"x" * (1 << 18))
                await writer.drain()
            try:
                return await reader.read()
            except OSError:
                return b""
            finally:
                writer.close()

    assert run(test()) in (b"", b'error message="line 1, column 65537: a line of more than 65536 bytes"\n')


def test_the_end_of_listening_ends_what_is_under_way() -> None:
    program = Patient()

    async def test() -> None:
        async with listen(lambda: program) as port:
            engine = await HubEngine.connect("127.0.0.1", port)
            await engine.search(Board(INTERNATIONAL))
            await asyncio.to_thread(program.began.wait, _WAIT)
        with pytest.raises(EngineTerminatedError):
            await engine.ping()
        assert await asyncio.to_thread(program.ended.wait, _WAIT)

    run(test())
