"""The PettingZoo environment does what PettingZoo wants, and plays as `Game` does."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

from draughts import Board, Game, MissingPackageError
from draughts.environments.rendering import Screen, pixels
from draughts.environments.stepped import SteppedGame
from draughts.errors import ArgumentError, GameStateError, IllegalMoveError

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import its own games in an old way
    from pettingzoo.test import api_test, performance_benchmark, seed_test

from draughts.environments import aec


@pytest.mark.parametrize("name", ["american", "international", "turkish", "frisian"])
def test_pettingzoo_finds_no_fault(name: str) -> None:
    with warnings.catch_warnings():
        # It would rather have arrays than dictionaries with masks, which its own board games have, too.
        warnings.filterwarnings("ignore", message="Observation (space for each agent|is not a NumPy array)")
        api_test(aec.env(name), num_cycles=20)
        api_test(aec.raw_env(name), num_cycles=20)
        seed_test(lambda: aec.env(name), num_cycles=20)


@pytest.mark.slow  # it takes five seconds whatever is measured
def test_pettingzoo_measures_its_speed(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(aec.env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["american", "international", "turkish", "frisian", "breakthrough", "american-giveaway"]
)
def test_a_game_of_actions_is_a_game_of_moves(name: str) -> None:
    chance = np.random.default_rng(11)
    stepped = SteppedGame(name, max_plies=120)
    game = Game(name)
    while not stepped.is_done:
        mask = stepped.legal_action_mask()
        allowed = np.flatnonzero(mask)
        if game.rules.actions.has_chains:
            assert {move.action for move in game.legal_moves} == set(allowed.tolist())
        else:
            assert {move.steps[0] for move in game.legal_moves} <= set(allowed.tolist()) or stepped.observation(
                stepped.turn
            )[4].any()
        move = stepped.act(int(chance.choice(allowed)))
        if move is not None:
            game.push(move)
            assert stepped.game.board == game.board
    assert stepped.result == game.result
    assert not stepped.legal_action_mask().any()
    with pytest.raises(GameStateError, match=r"begin anew with reset"):
        stepped.act(0)


def test_both_agents_see_the_board_from_their_own_side() -> None:
    games = aec.raw_env("american")
    games.reset()
    first, second = games.observe("player_0"), games.observe("player_1")
    assert first["observation"].tolist() == second["observation"].tolist()  # the first position looks alike for both
    assert first["action_mask"].sum() == 7
    assert second["action_mask"].sum() == 0
    games.step(int(first["action_mask"].argmax()))
    moved, waits = games.observe("player_1"), games.observe("player_0")
    assert moved["observation"][2:].tolist() == waits["observation"][1::-1, ::-1, ::-1][::-1].tolist()
    assert moved["observation"][0].tolist() == waits["observation"][2, ::-1, ::-1].tolist()


def test_who_begins_is_player_0() -> None:
    assert str(aec.raw_env("american").color_of("player_0")) == "Black"
    assert str(aec.raw_env("international").color_of("player_0")) == "White"


def test_an_illegal_action_loses_or_is_named() -> None:
    games = aec.env("american")
    games.reset()
    games.last()
    games.step(0)
    assert games.rewards == {"player_0": -1, "player_1": 0}
    assert all(games.terminations.values()) or all(games.truncations.values())
    raw = aec.raw_env("american")
    raw.reset()
    with pytest.raises(IllegalMoveError, match="there is no action 0; it allows"):
        raw.step(0)
    assert raw.stepped.game.ply == 0


def test_an_agent_goes_on_with_its_capture() -> None:
    games = aec.raw_env("international", start="W:W28:B22,11,5,40")
    games.reset()
    board = games.stepped.game.board
    move = board.move("28x6")
    assert len(move.steps) == 2
    games.step(move.steps[0])
    assert games.agent_selection == "player_0"
    assert games.stepped.game.ply == 0
    observation = games.observe("player_0")
    assert observation["observation"][4].sum() == observation["observation"][5].sum() == 1
    with pytest.raises(GameStateError, match="a capture is under way"):
        games.stepped.play(move)
    games.step(move.steps[1])
    assert games.agent_selection == "player_1"
    assert games.stepped.game.board == board.play(move)


def test_a_copy_goes_its_own_way() -> None:
    stepped = SteppedGame("american")
    twin = stepped.copy()
    twin.act(int(twin.legal_action_mask().argmax()))
    assert (stepped.game.ply, twin.game.ply) == (0, 1)
    assert stepped.legal_action_mask().tolist() == SteppedGame("american").legal_action_mask().tolist()


def test_a_game_that_is_over_does_not_begin() -> None:
    with pytest.raises(ArgumentError, match=r"over in its first position: B:W32:B"):
        SteppedGame("american", start="B:W32:B")


def test_the_winner_and_the_loser_are_rewarded_and_told_why() -> None:
    chance = np.random.default_rng(3)
    games = aec.env("american")
    games.reset()
    for agent in games.agent_iter():
        observation, _, termination, truncation, _ = games.last()
        if termination or truncation:
            break
        games.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        assert agent in ("player_0", "player_1")
    result = games.unwrapped.stepped.result
    assert result is not None
    assert games.infos["player_0"] == {"result": result.describe()}
    assert sum(games.rewards.values()) == 0
    if result.winner is not None:
        winner = next(agent for agent in games.possible_agents if games.unwrapped.color_of(agent) is result.winner)
        assert games.rewards[winner] == 1


def test_a_game_is_truncated_at_the_most_plies() -> None:
    games = aec.raw_env("american", max_plies=1)
    games.reset()
    games.step(int(games.observe("player_0")["action_mask"].argmax()))
    assert games.truncations == {"player_0": True, "player_1": True}
    assert games.terminations == {"player_0": False, "player_1": False}
    assert not games.observe("player_1")["action_mask"].any()


def test_boards_are_shown_as_text_and_pixels() -> None:
    text = aec.raw_env("american", render_mode="ansi")
    text.reset()
    assert text.render() == Board("american").unicode()
    picture = pixels(Board.from_fen("W:WK32:B1"))
    assert picture.shape == (8 * 48, 8 * 48, 3)
    # Square 1 is in the top row, square 32 in the bottom row: their middles have the colours of the pieces.
    assert picture[24, 1 * 48 + 24].tolist() == [40, 36, 34]
    assert picture[7 * 48 + 24, 6 * 48 + 24].tolist() == [250, 246, 236]
    assert picture[7 * 48 + 24, 6 * 48 + 34].tolist() == [212, 160, 23]
    colors = aec.raw_env("turkish", render_mode="rgb_array")
    colors.reset()
    shown = colors.render()
    assert isinstance(shown, np.ndarray)
    assert shown.dtype == np.uint8


def test_a_window_shows_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    games = aec.raw_env("american", render_mode="human")
    games.reset()
    window = pygame.display.get_surface()
    assert np.array_equal(pygame.surfarray.array3d(window).swapaxes(0, 1), pixels(Board("american")))
    games.close()
    assert not pygame.display.get_init()


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ArgumentError, match="render_mode must be 'ansi', 'rgb_array', 'human' or None, not 'svg'"):
        aec.raw_env(render_mode="svg")
    with pytest.raises(ArgumentError, match="max_plies"):
        aec.raw_env(max_plies=0)
    games = aec.raw_env()
    games.reset()
    with pytest.raises(ArgumentError, match="player_0 must play an action"):
        games.step(None)
    with pytest.raises(ArgumentError, match="whole number"):
        games.step("11-15")  # type: ignore[arg-type]


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'bitdraughts\[rl\]'"):
        Screen("human")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "draughts.environments.aec")
    with pytest.raises(ImportError, match=r"pip install 'bitdraughts\[rl\]'"):
        __import__("draughts.environments.aec")
