"""Whole games with an engine of somebody else: ``dame`` of the package dame-rs, if it is installed."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
from pathlib import Path

import pytest

from draughts import INTERNATIONAL, Color, Game
from draughts.hub import HubEngine, HubPlayer, Level, Mode, SimpleEngine, listen, read_variation
from draughts.players import Limits, RandomPlayer

#: The variable names the program where it is not on the path or beside this Python.
_DAME = os.environ.get("DAME") or shutil.which("dame") or shutil.which("dame", path=Path(sys.executable).parent)
_LONGEST = 300

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(_DAME is None, reason="dame is not installed (pip install dame-rs)"),
]


@pytest.fixture
def command() -> list[str]:
    assert _DAME is not None
    return [_DAME, "hub"]


def test_it_beats_the_random_player_in_whole_games(command: list[str]) -> None:
    for seed in range(3):
        color = Color.WHITE if seed % 2 else Color.BLACK
        player = RandomPlayer(seed)
        with SimpleEngine.popen(command) as engine:
            assert engine.name == "dame"
            game = Game(INTERNATIONAL)
            while not game.is_over and game.ply < _LONGEST:
                limits = Limits(depth=6)
                game.push(engine.play(game, limits).move if game.turn is color else player.choose(game, limits))
            result = game.result
            assert result is not None
            assert result.winner is color


def test_it_plays_a_whole_game_with_itself_and_what_it_says_is_legal(command: list[str]) -> None:
    async def test() -> Game:
        game = Game(INTERNATIONAL)
        chance = random.Random(7)
        async with await HubEngine.popen(command) as white, await HubEngine.popen(command) as black:
            while not game.is_over and game.ply < _LONGEST:
                engine = white if game.turn is Color.WHITE else black
                if game.ply < 8:  # so that no two games are the same
                    game.push(chance.choice(game.legal_moves))
                    continue
                answer = await engine.play(game, Level(time=20, moves=chance.randint(20, 40), depth=9))
                assert answer.info.depth
                assert answer.info.score is not None
                variation = read_variation(game.board, answer.info.pv)
                assert variation[:1] == (answer.move,)
                if answer.ponder is not None:
                    assert variation[1:2] in ((), (answer.ponder,))
                game.push(answer.move)
        return game

    game = asyncio.run(test())
    assert game.ply > 30


def test_it_analyses_until_it_is_stopped_and_ponders(command: list[str]) -> None:
    async def test() -> None:
        game = Game(INTERNATIONAL)
        async with await HubEngine.popen(command) as engine:
            async with await engine.search(game) as search:
                async for info in search:
                    if info.depth == 5:
                        break
                await engine.ping()
                answer = await search.stop()
                assert answer.move in game.legal_moves
            pondering = await engine.search(game, Level(time=5), Mode.PONDER)
            await engine.ping()
            await pondering.ponder_hit()
            assert (await pondering.result()).move in game.legal_moves
            await engine.new_game()
            assert await engine.quit() == 0

    asyncio.run(test())


def test_it_plays_whole_games_with_our_own_engine_and_nobody_breaks_the_protocol(
    command: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(color: Color) -> Game:
        game = Game(INTERNATIONAL)
        ours = [sys.executable, "-m", "draughts", "hub"]
        async with await HubEngine.popen(ours, timeout=60) as own, await HubEngine.popen(command) as dame:
            while not game.is_over and game.ply < _LONGEST:
                mover, level = (own, Level(nodes=5000)) if game.turn is color else (dame, Level(depth=5))
                game.push((await mover.play(game, level)).move)
        return game

    for color in Color:
        result = asyncio.run(test(color)).result
        assert result is not None
        assert result.winner is not color.opponent
    assert not caplog.records


def test_it_is_a_player(command: list[str]) -> None:
    player = HubPlayer(command)
    game = Game(INTERNATIONAL)
    for _ in range(6):
        game.push(player.choose(game, Limits(depth=3)))
    assert player.name == "dame"
    player.close()


def test_it_is_handed_on_to_a_gui_over_a_socket(command: list[str]) -> None:
    async def test(port: int) -> None:
        game = Game(INTERNATIONAL)
        async with await HubEngine.connect("127.0.0.1", port, parameters={"hash": 32}, timeout=60) as engine:
            assert engine.name == "dame"
            async with await engine.search(game) as search:
                async for info in search:
                    if info.depth == 5:
                        break
                await engine.ping()
                assert (await search.stop()).move in game.legal_moves
            for _ in range(4):
                game.push((await engine.play(game, Limits(remaining=5.0, increment=0.1))).move)

    async def main() -> None:
        async with listen(lambda: HubPlayer(command)) as port:
            await test(port)

    asyncio.run(main())
