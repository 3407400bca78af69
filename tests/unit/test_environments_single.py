"""The Gymnasium environment does what Gymnasium wants, and plays as `Game` does."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

from draughts import AMERICAN, Color, Game, MissingPackageError, Move, PlayerError
from draughts.errors import ArgumentError, GameStateError
from draughts.game.player import Limits
from draughts.players import RandomPlayer

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from draughts.environments.single import DraughtsEnv  # noqa: E402

_ID = "draughts.environments.single:draughts/Draughts-v0"


@pytest.mark.parametrize("name", ["american", "international", "turkish", "frisian"])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasium_finds_no_fault(name: str, mode: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(_ID, rules=name, render_mode=mode).unwrapped, skip_render_check=name != "american")


def _played(games: DraughtsEnv, seed: int) -> tuple[list[int], float, bool, bool, dict[str, object]]:
    """A game of an agent that leaves everything to chance: its actions, and what the last step said."""
    chance = np.random.default_rng(seed)
    observation, info = games.reset(seed=seed)
    actions: list[int] = []
    while True:
        assert games.observation_space.contains(observation)
        mask = np.asarray(info["action_mask"])
        assert mask.any()
        assert mask.tolist() == games.action_masks().tolist()
        actions.append(int(chance.choice(np.flatnonzero(mask))))
        observation, reward, terminated, truncated, info = games.step(actions[-1])
        if terminated or truncated:
            assert not np.asarray(info["action_mask"]).any()
            return actions, reward, terminated, truncated, info
        assert reward == 0


@pytest.mark.parametrize("name", ["american", "russian", "turkish", "breakthrough", "american-giveaway"])
def test_the_end_of_a_game_is_that_of_its_moves(name: str) -> None:
    games = DraughtsEnv(name)
    colors = set()
    for seed in range(6):
        _, reward, terminated, truncated, info = _played(games, seed)
        again = Game(games.stepped.rules)
        for move in games.stepped.game.moves:
            again.push(move)
        result = again.result
        assert terminated is (result is not None)
        assert truncated is not terminated
        if result is not None:
            assert info["result"] == result.describe()
            assert reward == (0 if result.winner is None else 1 if result.winner is games.color else -1)
        colors.add(games.color)
    assert colors == {Color.BLACK, Color.WHITE}


@pytest.mark.parametrize("opponent", ["random", "engine:1"])
def test_a_seed_decides_about_everything(opponent: str) -> None:
    one, other = DraughtsEnv("american", opponent=opponent), DraughtsEnv("american", opponent=opponent)
    assert _played(one, 5)[0] == _played(other, 5)[0]
    assert one.stepped.game.moves == other.stepped.game.moves
    one.reset()
    first = one.stepped.game.moves, one.color
    one.reset(seed=5)
    one.reset()
    other.reset(seed=5)
    other.reset()
    assert (one.stepped.game.moves, one.color) == (other.stepped.game.moves, other.color)
    assert isinstance(first[1], Color)


def test_games_without_a_new_seed_differ() -> None:
    games = DraughtsEnv("american", color="white")
    games.reset(seed=1)
    openings = set()
    for _ in range(12):
        games.reset()
        openings.add(games.stepped.game.moves)
    assert len(openings) > 2


def test_the_opponent_moves_first_if_it_has_the_first_side() -> None:
    games = DraughtsEnv("american", color="white", opponent=RandomPlayer(3))
    _, info = games.reset(seed=1)
    assert games.stepped.game.ply == 1
    assert games.stepped.turn is games.color is Color.WHITE
    assert np.asarray(info["action_mask"]).sum() == len(games.stepped.game.legal_moves)


def test_an_illegal_action_loses() -> None:
    games = DraughtsEnv("american", color="black")
    _, info = games.reset(seed=1)
    action = int(np.asarray(info["action_mask"]).argmin())
    before = games.stepped.game.board
    _, reward, terminated, truncated, info = games.step(action)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1, True, False, action)
    assert games.stepped.game.board == before
    with pytest.raises(GameStateError, match="begin one with reset"):
        games.step(action)
    games.reset()
    games.step(games.action_space.sample(np.asarray(games.action_masks(), np.int8)))


def test_a_game_is_truncated() -> None:
    games = DraughtsEnv("international", max_plies=10)
    _, reward, terminated, truncated, info = _played(games, 2)
    assert (reward, terminated, truncated) == (0, False, True)
    assert "result" not in info
    assert games.stepped.game.ply == 10


def test_steps_before_the_first_game_and_wrong_actions_are_refused() -> None:
    games = DraughtsEnv()
    with pytest.raises(GameStateError, match="begin one with reset"):
        games.step(0)
    games.reset(seed=1)
    for wrong in ("11-15", 1.5, None):
        with pytest.raises(ArgumentError):
            games.step(wrong)  # type: ignore[arg-type]
    assert games.step(int(games.action_masks().argmax()))[1] == 0


class _Cheat:
    name = "cheat"

    def choose(self, game: Game, limits: Limits) -> Move:
        return Game(AMERICAN).legal_moves[0]

    def accepts_draw(self, game: Game) -> bool:
        return False


def test_an_opponent_that_makes_illegal_moves_is_named() -> None:
    games = DraughtsEnv("american", color="black", opponent=_Cheat())
    games.reset(seed=1)
    with pytest.raises(PlayerError, match="cheat made an illegal move"):
        games.step(int(games.action_masks().argmax()))


def test_strange_opponents_are_refused() -> None:
    with pytest.raises(PlayerError, match="a person cannot be the opponent"):
        DraughtsEnv(opponent="human")
    with pytest.raises(PlayerError, match="'nobody' is no player"):
        DraughtsEnv(opponent="nobody")
    with pytest.raises(ArgumentError, match="an opponent is a Player"):
        DraughtsEnv(opponent=3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="render_mode must be"):
        DraughtsEnv(render_mode="video")


def test_without_gymnasium_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "draughts.environments.single")
    with pytest.raises(MissingPackageError, match=r"bitdraughts\[rl\]"):
        __import__("draughts.environments.single")
