"""``draughts dxp``: waiting for games, asking for them, what is told, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from draughts import FRISIAN, INTERNATIONAL, Color, Rules, pdn
from draughts.cli import main
from draughts.dxp import DxpGame, DxpLink, Ending, EndReason, listen, play_game
from draughts.errors import EngineError
from draughts.players import RandomPlayer

_WAIT = 60.0


@contextmanager
def _waiting(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A command that waits for a game, and its port."""
    command = [sys.executable, "-m", "draughts", "dxp", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline().rpartition(":")[2])
    finally:
        process.kill()
        process.communicate()


def test_two_commands_play_games_with_the_sides_exchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "played.pdn"
    with _waiting("--games", "2", "--name", "follower", "--player", "engine:2") as (process, port):
        options = ("--player", "engine:1", "--moves", "6", "--games", "2", "--pdn", str(path))
        assert main(["dxp", "localhost", "--port", str(port), *options]) == 0
        output, errors = process.communicate(timeout=_WAIT)
        assert (process.returncode, errors) == (0, "")
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "game 1: engine, level 1 has White against follower; 10 minutes, 6 moves"
    assert told[1].strip() == "12 plies; this side ended the game without a result"
    assert told[2] == "game 2: engine, level 1 has Black against follower; 10 minutes, 6 moves"
    assert "game 1: engine, level 2 has Black against draughts; 10 minutes, 6 moves" in output
    records = list(pdn.read(path))
    assert [(record.tag("White"), record.tag("Black")) for record in records] == [
        ("engine, level 1", "follower"),
        ("follower", "engine, level 1"),
    ]
    assert all(report.ok for report in pdn.validate(path))


async def _game(port: int, rules: Rules = INTERNATIONAL, moves: int = 3) -> tuple[DxpGame, Ending]:
    async with await DxpLink.connect("127.0.0.1", port) as link:
        await link.chat("good luck")
        game = await DxpGame.request(link, moves=moves, rules=rules, name="the other")
        return game, await play_game(game, RandomPlayer(1))


def test_one_game_is_played_at_a_time_and_the_side_that_waits_goes_on() -> None:
    async def test(port: int) -> None:
        await _game(port, FRISIAN)
        async with await DxpLink.connect("127.0.0.1", port) as link:
            game = await DxpGame.request(link, color=Color.BLACK, rules=FRISIAN)
            with pytest.raises(EngineError, match="does not play: no game"):
                await _game(port, FRISIAN)
            await game.abort()
        await _game(port, FRISIAN)

    with _waiting("--player", "random", "--variant", "frisian") as (process, port):
        asyncio.run(test(port))
        assert process.poll() is None


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_other_side_is_told_when_this_one_is_interrupted() -> None:
    async def test(process: subprocess.Popen[str], port: int) -> Ending:
        async with await DxpLink.connect("127.0.0.1", port) as link:
            game = await DxpGame.request(link, color=Color.BLACK)
            await game.receive()
            await game.play(game.game.legal_moves[0])
            process.send_signal(signal.SIGINT)
            while game.ending is None:
                await game.receive()
        return game.ending

    with _waiting("--time", "0.1") as (process, port):
        ending = asyncio.run(test(process, port))
        errors = process.communicate(timeout=_WAIT)[1]
        assert ending == Ending(Color.WHITE, EndReason.NONE, stop=False)
        assert process.returncode == 130
        assert errors.endswith("interrupted\n")


def test_what_the_other_side_says_is_shown_without_what_a_terminal_would_obey() -> None:
    with _waiting("--player", "random", "--games", "1") as (process, port):
        asyncio.run(_game(port))
        assert "  they say: good luck\n" in process.communicate(timeout=_WAIT)[0]


def test_an_engine_that_was_told_to_gives_up(capsys: pytest.CaptureFixture[str]) -> None:
    async def follow(link: DxpLink) -> None:
        await play_game(await DxpGame.accept(link, name="f"), RandomPlayer(1))

    async def test() -> int:
        async with listen(follow, port=0) as port:
            # A man that is taken at once, against kings.
            options = ("--fen", "W:W38:BK1,K5,K32", "--player", "engine:4", "--resign")
            return await asyncio.to_thread(main, ["dxp", "127.0.0.1", "--port", str(port), *options])

    assert asyncio.run(test()) == 0
    assert "Black wins" in capsys.readouterr().out


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> int:
        async with listen(_nobody, port=0) as port:
            return await asyncio.to_thread(main, ["dxp", "--player", "random", "--port", str(port)])

    assert asyncio.run(test()) == 1
    assert "cannot listen on 127.0.0.1:" in capsys.readouterr().err


async def _nobody(link: DxpLink) -> None:
    """Hang up at once."""


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["127.0.0.1", "--port", "1"], 1, "127.0.0.1:1"),
        (["--player", "human"], 2, "a person cannot play over DXP"),
        (["--player", "nobody"], 2, "'nobody' is no player"),
        (["127.0.0.1", "--variant", "russian"], 2, "DXP is for boards of 50 squares"),
        (["--variant", "russian"], 2, "DXP is for boards of 50 squares"),
        (["--port", "70000"], 2, "'70000' is no port"),
        (["--moves", "0"], 2, "'0' is no whole number from 1"),
        (["h", "--fen", "W:W99:B1"], 2, "99"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_told(
    arguments: list[str], code: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dxp", *arguments]) == code
    assert complaint in capsys.readouterr().err
