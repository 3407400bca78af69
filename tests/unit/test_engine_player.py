"""The engine as a player: levels, offers, and what it leaves to chance."""

from __future__ import annotations

import random

import pytest

from draughts import AMERICAN, INTERNATIONAL, Board, Color, Game
from draughts.engine.levels import LEVELS, Level, get_level
from draughts.engine.result import Line
from draughts.game.player import Limits
from draughts.players import EnginePlayer, Negotiator, Player, RandomPlayer, decide, parse_player


def test_levels_look_at_more_and_more_positions() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert [level.nodes for level in LEVELS] == sorted(level.nodes for level in LEVELS)
    assert [level.noise for level in LEVELS] == sorted((level.noise for level in LEVELS), reverse=True)
    assert get_level("hard").number > get_level("Medium").number > get_level("easy").number


@pytest.mark.parametrize("text", [0, 11, "", "strong", "1.5"])
def test_there_are_no_other_levels(text: int | str) -> None:
    with pytest.raises(ValueError, match=f"there is no level {text!r}; levels are 1 to 10, easy, medium, hard"):
        get_level(text)


def test_a_level_without_noise_takes_the_best_and_one_with_noise_nothing_much_worse() -> None:
    moves = Board().legal_moves
    lines = [Line(score, (move,)) for score, move in zip((50, 45, 20, -80), moves, strict=False)]
    rng = random.Random(1)
    assert Level(1, 100).choose(lines, rng) is lines[0]
    chosen = [Level(1, 100, noise=30).choose(lines, rng) for _ in range(200)]
    assert {id(line) for line in chosen} == {id(line) for line in lines[:3]}
    assert chosen.count(lines[0]) > chosen.count(lines[2])


def test_a_level_plays_the_same_move_again() -> None:
    game = Game(INTERNATIONAL)
    first, second = (EnginePlayer(3, seed="s") for _ in range(2))
    assert isinstance(first, Player)
    for _ in range(6):
        move = first.choose(game)
        assert second.choose(game) == move
        game.push(move)
    assert EnginePlayer(3, seed="s").choose(game) == first.choose(game)


def test_without_a_level_the_limits_are_kept() -> None:
    player = EnginePlayer()
    assert (player.name, EnginePlayer("easy").name) == ("engine", "engine, level 2")
    assert player.choose(Game(), Limits(depth=3)) in Game().legal_moves


def test_a_free_piece_is_taken_on_every_level() -> None:
    # One capture is compulsory anyway; the other way loses the man back.
    game = Game(start=Board.from_fen("W:W18,27,32:B11,15,1"))
    best = EnginePlayer(9).choose(game)
    assert sum(EnginePlayer(2, seed=seed).choose(game) == best for seed in range(10)) >= 8


def test_a_draw_is_accepted_by_the_worse_side_only() -> None:
    behind = Game(start=Board.from_fen("W:W22,K30,K31:B1"))
    behind.offer_draw(Color.WHITE)
    assert EnginePlayer().accepts_draw(behind)
    ahead = Game(start=Board.from_fen("W:W22:B1,K10,K11"))
    ahead.offer_draw(Color.WHITE)
    assert not EnginePlayer().accepts_draw(ahead)


def test_it_gives_up_only_if_it_was_told_to() -> None:
    lost = Game(start=Board.from_fen("W:WK18,K14:BK11"))
    lost.push("14-9")
    stubborn, polite = EnginePlayer(5), EnginePlayer(5, resigns=True)
    assert isinstance(polite, Negotiator)
    assert not decide(stubborn, lost, Limits()).resigns
    assert decide(polite, lost, Limits()).resigns
    assert not decide(polite, Game(), Limits()).resigns


def test_a_player_that_does_not_negotiate_is_asked_for_its_move_only() -> None:
    decision = decide(RandomPlayer(3), Game(), Limits())
    assert not decision.resigns
    assert not decision.offers_draw


def test_what_is_certain_is_said() -> None:
    player = EnginePlayer(6)
    player.choose(Game(start=Board.from_fen("W:WK18,K14:BK11")))
    assert player.last is not None
    assert player.last.lines[0].certainty == "wins in 7 plies"
    player.choose(Game())
    assert player.last.lines[0].certainty == ""


def test_players_are_named() -> None:
    assert repr(parse_player("engine:4", 7)) == "EnginePlayer(4)"
    assert repr(parse_player("engine")) == "EnginePlayer()"
    game = Game(AMERICAN)
    player = parse_player("engine:1", 7)
    assert player is not None
    assert player.choose(game, Limits()) in game.legal_moves
