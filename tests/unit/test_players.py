"""Players: the protocol, the random one, and their names."""

from __future__ import annotations

import math
from typing import Any

import pytest

from draughts.errors import DraughtsError, GameStateError, PlayerError
from draughts.game.clocks import Clock
from draughts.game.game import Game
from draughts.players import Limits, Player, RandomPlayer, is_built_in, parse_player, register_player, registry
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.presets import AMERICAN, AMERICAN_GIVEAWAY
from draughts.rules.rules import Color
from draughts.rules.time_control import TimeControl


@pytest.fixture
def known_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_FACTORIES", dict(registry._FACTORIES))


class First:
    """A player as anybody might write one."""

    def __init__(self, level: int) -> None:
        self.name = f"first {level}"

    def choose(self, game: Game, limits: Limits) -> Move:
        return game.legal_moves[0]

    def accepts_draw(self, game: Game) -> bool:
        return True


def _play(black: Player, white: Player, plies: int = 60) -> Game:
    game = Game()
    while not game.is_over and game.ply < plies:
        game.push((black if game.turn is Color.BLACK else white).choose(game, Limits()))
    return game


def test_the_same_seed_plays_the_same_game_and_another_seed_another_one() -> None:
    games = [_play(RandomPlayer(seed), RandomPlayer(seed + 1)).moves for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_a_move_taken_back_is_chosen_again() -> None:
    game = Game()
    player = RandomPlayer("evening")
    first = game.push(player.choose(game))
    game.pop()
    assert player.choose(game) == first


def test_every_legal_move_is_chosen_by_some_seed() -> None:
    chosen = {RandomPlayer(seed).choose(Game()) for seed in range(200)}
    assert chosen == set(Board().legal_moves)


def test_choosing_leaves_the_game_as_it_is() -> None:
    game = Game()
    game.push("11-15")
    before = game.copy()
    RandomPlayer(1).choose(game)
    RandomPlayer(1).accepts_draw(game)
    assert game == before


def test_no_move_is_chosen_in_a_game_that_is_over() -> None:
    game = Game()
    game.resign(Color.WHITE)
    with pytest.raises(GameStateError, match="over"):
        RandomPlayer(1).choose(game)


@pytest.mark.parametrize(
    ("fen", "accepts"),
    [
        ("B:W22:B1", False),  # level
        ("B:W22:B1,2", True),  # White, who answers, is behind
        ("B:W22,23:B1", False),
        ("B:W22,23:BK1", False),  # a king is two men
        ("B:W22,23:BK1,K2", True),
    ],
)
def test_random_accepts_a_draw_only_if_it_is_behind(fen: str, accepts: bool) -> None:
    game = Game(start=Board.from_fen(fen))
    game.offer_draw()
    assert RandomPlayer().accepts_draw(game) is accepts
    giveaway = Game(start=Board.from_fen(fen, AMERICAN_GIVEAWAY))
    giveaway.offer_draw()
    level = fen in ("B:W22:B1", "B:W22,23:BK1")
    assert RandomPlayer().accepts_draw(giveaway) is (not accepts and not level)


def test_players_are_named_by_texts() -> None:
    assert parse_player("human") is None
    assert parse_player(" Human ") is None
    player = parse_player("random", 5)
    assert isinstance(player, RandomPlayer)
    assert isinstance(player, Player)
    assert player.choose(Game(AMERICAN)) == RandomPlayer(5).choose(Game(AMERICAN))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is no player; players are human, engine, hub, random"),
        ("deep blue", "is no player"),
        ("human:3", "is no player"),
        ("random:3", "'random:3': random takes no level"),
        ("engine:0", "'engine:0': there is no level '0'; levels are 1 to 10, easy, medium, hard"),
        ("engine:strong", "there is no level 'strong'"),
        ("hub", "the command that starts the engine"),
    ],
)
def test_other_texts_are_refused_in_words(text: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=complaint) as caught:
        parse_player(text)
    assert isinstance(caught.value, DraughtsError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.usefixtures("known_players")
def test_a_program_can_make_its_player_known() -> None:
    def make(argument: str, seed: int | str) -> Player:
        if not argument.isdigit():
            raise PlayerError("a level is a number")
        return First(int(argument))

    assert is_built_in("engine:4")
    register_player("engine", make)
    assert not is_built_in("engine:4")
    player = parse_player("engine:4")
    assert player is not None
    assert player.name == "first 4"
    assert _play(player, player).ply > 10
    with pytest.raises(PlayerError, match="'engine:x': a level is a number"):
        parse_player("engine:x")


@pytest.mark.parametrize("name", ["human", "hub", "", "two words", "Shouting", "a:b"])
def test_a_player_needs_a_plain_name(name: str) -> None:
    with pytest.raises(PlayerError, match="cannot be called"):
        register_player(name, lambda argument, seed: RandomPlayer(seed))


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        (Limits(), None),
        (Limits(depth=5, nodes=1000), None),
        (Limits(seconds=0.5), 0.5),
        (Limits(remaining=60.0), 2.0),
        (Limits(remaining=60.0, increment=3.0), 5.0),
        (Limits(remaining=60.0, moves_to_go=10), 6.0),
        (Limits(remaining=60.0, moves_to_go=1), 54.0),
        (Limits(remaining=1.0, increment=30.0), 0.9),
        (Limits(seconds=1.0, remaining=60.0), 1.0),
        (Limits(seconds=9.0, remaining=60.0), 2.0),
        (Limits(remaining=0.0), 0.0),
    ],
)
def test_a_clock_is_shared_out_among_the_moves(limits: Limits, seconds: float | None) -> None:
    assert limits.budget == seconds


@pytest.mark.parametrize(
    ("given", "kind", "match"),
    [
        ({"depth": 0}, ValueError, "depth must be at least 1 or None, not 0"),
        ({"nodes": -5}, ValueError, "nodes must be at least 1"),
        ({"remaining": 5.0, "moves_to_go": 0}, ValueError, "moves_to_go must be at least 1"),
        ({"depth": 2.5}, TypeError, "depth must be a whole number or None, not 2.5"),
        ({"depth": True}, TypeError, "depth must be a whole number or None, not True"),
        ({"seconds": "5"}, TypeError, "seconds must be a number of seconds, not '5'"),
        ({"seconds": -1}, ValueError, "seconds must be a finite number of seconds, 0 or more, not -1"),
        ({"seconds": math.inf}, ValueError, "finite"),
        ({"remaining": math.nan}, ValueError, "finite"),
        ({"increment": 2}, ValueError, "remaining must be given, too"),
        ({"moves_to_go": 20}, ValueError, "remaining must be given, too"),
    ],
)
def test_limits_without_sense_are_refused(given: dict[str, Any], kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        Limits(**given)


def test_a_clock_becomes_limits_as_time_passes() -> None:
    clock = Clock.new(TimeControl.from_text("2/60:30+1"), Color.BLACK).started(at=0)
    assert Limits.of_clock(clock, Color.BLACK, at=10) == Limits(remaining=50.0, moves_to_go=2)
    for at in (10, 20, 30):
        clock = clock.pressed(at=at)
    assert Limits.of_clock(clock, Color.BLACK) == Limits(remaining=70.0, increment=1.0)
    assert Limits.of_clock(clock, Color.WHITE, at=35) == Limits(remaining=45.0, moves_to_go=1)


def test_a_time_for_each_move_goes_with_a_clock() -> None:
    control = TimeControl(TimeControl.from_text("60").periods, per_move=10)
    clock = Clock.new(control, Color.WHITE).started(at=0)
    assert Limits.of_clock(clock, Color.WHITE, at=5) == Limits(seconds=4.5, remaining=55.0)
