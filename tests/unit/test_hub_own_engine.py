"""Our own engine, driven with the Hub protocol: parameters, levels, information, pondering, and whole games."""

from __future__ import annotations

import asyncio
import io
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from draughts import FRISIAN, INTERNATIONAL, Board, Color, Game, Rules
from draughts.cli import main
from draughts.hub import (
    Adjustable,
    HubEngine,
    HubPlayer,
    HubServer,
    Level,
    Mode,
    listen,
    read_variation,
    write_position,
)
from draughts.players import EnginePlayer, Limits
from draughts.tablebase import build

_START = write_position(Board(INTERNATIONAL))
_WAIT = 60.0


class _Gui:
    """A conversation with the engine, whose lines can be waited for."""

    def __init__(self, player: EnginePlayer, variant: str = "normal") -> None:
        self.lines: list[str] = []
        self._came = threading.Condition()
        self.server = HubServer(player, self._take, variant=variant)

    def _take(self, line: str) -> None:
        with self._came:
            self.lines.append(line)
            self._came.notify_all()

    def say(self, *lines: str) -> None:
        self.server.feed("".join(f"{line}\n" for line in lines).encode())

    def all(self, start: str) -> list[str]:
        return [line for line in self.lines if line.startswith(start)]

    def wait(self, start: str, count: int = 1) -> str:
        with self._came:
            assert self._came.wait_for(lambda: len(self.all(start)) >= count, _WAIT), self.lines
        return self.all(start)[count - 1]


@pytest.fixture
def gui() -> Iterator[_Gui]:
    gui = _Gui(EnginePlayer(hash_mb=1))
    yield gui
    gui.server.close()


def test_it_says_who_it_is_and_what_can_be_set(gui: _Gui) -> None:
    assert isinstance(EnginePlayer(), Adjustable)
    gui.say("hub")
    assert gui.lines[0].startswith('id name="draughts engine" version=')
    assert gui.lines[1:] == [
        'param name=variant value=normal type=enum values="normal killer bt frisian losing"',
        'param name=level value=none type=enum values="none 1 2 3 4 5 6 7 8 9 10"',
        "param name=hash value=1 type=int min=1 max=65536",
        "param name=threads value=1 type=int min=1 max=256",
        'param name=endgames value="" type=string',
        "wait",
    ]


def test_what_cannot_be_set_is_refused_in_words(gui: _Gui, tmp_path: Path) -> None:
    gui.say("set-param name=level value=11", "set-param name=threads value=0", "set-param name=book value=true")
    gui.say(f'set-param name=endgames value="{tmp_path}"')
    assert "level cannot be '11'; it is one of none, 1, 2" in gui.lines[0]
    assert "threads cannot be '0'; it is a whole number from 1 to 256" in gui.lines[1]
    assert "engine has no parameter 'book'; it has variant, level, hash, threads, endgames" in gui.lines[2]
    assert "endgames cannot be" in gui.lines[3]


def test_it_says_how_the_search_goes_on_and_what_it_says_is_legal(gui: _Gui) -> None:
    gui.say("init", f"pos pos={_START}", "level depth=5", "go think")
    done = gui.wait("done")
    assert [line.split()[1] for line in gui.all("info")] == [f"depth={depth}" for depth in range(1, 6)]
    last = gui.all("info")[-1]
    assert all(f" {word}=" in last for word in ("score", "nodes", "time", "nps", "pv"))
    texts = last.partition("pv=")[2].strip('"').split()
    assert len(read_variation(Board(INTERNATIONAL), texts)) == len(texts)
    assert done.split()[1] == f"move={texts[0]}"


def test_a_level_is_set_and_says_how_its_search_goes_on(gui: _Gui) -> None:
    gui.say("set-param name=level value=3", "hub", "init", f"pos pos={_START}", "level time=60", "go think")
    assert gui.lines[0].startswith('id name="draughts engine, level 3"')
    done = gui.wait("done")
    assert gui.all("info depth=1")
    gui.say(f"pos pos={_START}", "level infinite", "go analyze", "ping")
    gui.wait("pong")
    assert len(gui.all("done")) == 1  # a level has seen enough soon, but its answer is kept until it is wanted
    gui.say("stop")
    assert gui.wait("done", 2) == done


@pytest.mark.parametrize("level", [None, 10])
def test_it_stops_when_it_is_told_to(level: int | None) -> None:
    gui = _Gui(EnginePlayer(level, hash_mb=1))
    gui.say("init", f"pos pos={_START}", "level infinite", "go analyze")
    gui.wait("info depth=4")
    gui.say("ping", "stop")
    assert gui.wait("done").startswith("done move=")
    gui.server.close()


def test_it_ponders_without_looking_at_the_clock_until_the_move_is_made(gui: _Gui) -> None:
    gui.say("init", f"pos pos={_START}", "level move-time=0.01", "go ponder")
    gui.wait("info depth=7")
    assert not gui.all("done")
    gui.say("ponder-hit")
    assert gui.wait("done").startswith("done move=")


def test_it_ponders_no_deeper_than_it_may(gui: _Gui) -> None:
    gui.say("init", f"pos pos={_START}", "level depth=2", "go ponder")
    gui.wait("info depth=2")
    gui.say("ponder-hit")
    gui.wait("done")
    assert not gui.all("info depth=3")


def test_endgame_tables_may_be_set(gui: _Gui, tmp_path: Path) -> None:
    place = tmp_path / "tables"
    build(INTERNATIONAL, 2, place, metric="dtw")
    position = write_position(Board.from_fen("W:WK46:B6", INTERNATIONAL))
    gui.say(f'set-param name=endgames value="{place}"', "hub", "init")
    gui.say(f"pos pos={position}", "level depth=20", "go think")
    gui.wait("done")
    assert str(place) in gui.wait("param name=endgames")
    assert not gui.all("info")  # nothing was searched


def test_it_may_play_another_variant_from_the_start() -> None:
    gui = _Gui(EnginePlayer(2, hash_mb=1), variant="frisian")
    position = "W" + 21 * "e" + "b" + 9 * "e" + "w" + 18 * "e"  # 32 takes 22 straight ahead
    gui.say("hub", "init", f"pos pos={position}", "go think")
    assert gui.wait("param name=variant value=frisian")
    assert gui.wait("done") == "done move=32x12x22"
    gui.server.close()


def test_the_command_runs_the_engine(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    class Input:
        buffer = io.BytesIO(b"hub\nquit\n")

    monkeypatch.setattr(sys, "stdin", Input)
    assert main(["hub", "--player", "engine:4", "--variant", "killer"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert lines[0].startswith('id name="draughts engine, level 4"')
    assert lines[1].startswith("param name=variant value=killer ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["--variant", "russian"], "Hub has no name for russian rules"), (["--tablebase", "nowhere"], "nowhere")],
)
def test_wrong_usage_of_the_command(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", *arguments]) in (1, 2)
    assert complaint in capsys.readouterr().err


# Whole games


async def _game(white: HubEngine, black: HubEngine, rules: Rules, level: Level) -> Game:
    game = Game(rules)
    while not game.is_over and game.ply < 160:
        engine = white if game.turn is Color.WHITE else black
        answer = await engine.play(game, level)
        if len(game.legal_moves) > 1:
            assert read_variation(game.board, answer.info.pv)
        game.push(answer.move)
    return game


@pytest.mark.parametrize("rules", [INTERNATIONAL, FRISIAN], ids=["international", "frisian"])
def test_two_of_them_play_a_whole_game(rules: Rules, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> Game:
        async with (
            listen(lambda: EnginePlayer(1, hash_mb=1)) as first,
            listen(lambda: EnginePlayer(2, hash_mb=1)) as second,
            await HubEngine.connect("127.0.0.1", first, rules, timeout=_WAIT) as white,
            await HubEngine.connect("127.0.0.1", second, rules, timeout=_WAIT) as black,
        ):
            return await _game(white, black, rules, Level(time=600))

    game = asyncio.run(test())
    assert game.ply > 20
    assert not caplog.records


@pytest.mark.slow
def test_two_processes_play_a_whole_game_with_pondering(caplog: pytest.LogCaptureFixture) -> None:
    command = [sys.executable, "-m", "draughts", "hub"]

    async def test() -> Game:
        game = Game(INTERNATIONAL)
        async with (
            await HubEngine.popen(command, timeout=_WAIT) as white,
            await HubEngine.popen(command, timeout=_WAIT) as black,
        ):
            while not game.is_over and game.ply < 160:
                mover, other = (white, black) if game.turn is Color.WHITE else (black, white)
                pondering = await other.search(game, Level(nodes=2000), Mode.PONDER)
                answer = await mover.play(game, Level(nodes=2000))
                if game.ply % 3:
                    await pondering.ponder_hit()
                    await pondering.result()
                else:
                    await pondering.stop()
                game.push(answer.move)
        return game

    assert asyncio.run(test()).ply > 20
    assert not caplog.records


@pytest.mark.slow
def test_it_is_handed_on_by_itself() -> None:
    player = HubPlayer([sys.executable, "-m", "draughts", "hub"], parameters={"level": "2", "hash": 2})
    game = Game(INTERNATIONAL)
    for _ in range(4):
        game.push(player.choose(game, Limits(seconds=5)))
    assert player.name == "draughts engine"
    player.close()
