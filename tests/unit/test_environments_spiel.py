"""The game of OpenSpiel passes OpenSpiel's own tests, and is played as `Game` is."""

from __future__ import annotations

import copy
import sys

import numpy as np
import pytest

from draughts import DraughtsError, Game, MissingPackageError
from draughts.errors import ArgumentError

pyspiel = pytest.importorskip("pyspiel")

from draughts.environments import spiel  # noqa: E402 - registers the game

_NAMES = ["american", "international", "turkish", "frisian", "breakthrough", "american-giveaway"]


@pytest.mark.parametrize("name", _NAMES)
def test_openspiel_finds_no_fault(name: str) -> None:
    game = pyspiel.load_game(f"draughts(rules={name},max_plies=60)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=True)


def test_a_game_of_actions_is_a_game_of_moves() -> None:
    chance = np.random.default_rng(5)
    for name in _NAMES:
        game = pyspiel.load_game(f"draughts(rules={name},max_plies=150)")
        state = game.new_initial_state()
        length = 0
        while not state.is_terminal():
            assert state.current_player() == (state.stepped.turn is not Game(state.stepped.rules).turn)
            state.apply_action(int(chance.choice(state.legal_actions())))
            length += 1
        again = Game(state.stepped.rules)
        for move in state.stepped.game.moves:
            again.push(move)
        winner = None if again.result is None else again.result.winner
        first = state.color_of(0)
        assert state.returns() == [0, 0] if winner is None else [1, -1] if winner is first else [-1, 1]
        assert length <= game.max_game_length()
        assert state.legal_actions() == []


def test_a_copy_goes_its_own_way() -> None:
    state = pyspiel.load_game("draughts").new_initial_state()
    for twin in (copy.deepcopy(state), state.clone(), state.child(state.legal_actions()[0])):
        before = str(state)
        twin.apply_action(twin.legal_actions()[-1])
        assert str(state) == before != str(twin)


def test_states_within_a_capture_are_told_apart() -> None:
    start = "W:W28,47:B22,13,11,12"  # 28x17 goes on over 12 or 11? both captures begin with the same step
    game = pyspiel.load_game("draughts", {"rules": "international", "start": start})
    state = game.new_initial_state()
    before = str(state)
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() in (0, 1)
    assert str(state) != before


def test_players_see_the_board_from_their_own_side() -> None:
    game = pyspiel.load_game("draughts")
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    first = observer.tensor.copy()
    observer.set_from(state, 1)
    assert first.tolist() == observer.tensor.tolist()
    state.apply_action(state.legal_actions()[0])
    observer.set_from(state, 0)
    assert observer.dict["observation"].shape == (4, 8, 8)
    assert first.tolist() != observer.tensor.tolist()
    assert "[" not in observer.string_from(state, 0)
    assert state.observation_tensor(0) == pytest.approx(observer.tensor)


def test_actions_are_called_as_moves_are() -> None:
    state = pyspiel.load_game("draughts").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()].count("11-15") == 1
    state = pyspiel.load_game("draughts(rules=russian)").new_initial_state()
    assert "c3-d4" in [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.parametrize(
    "given", [{"rules": "nothing"}, {"start": "W:W99"}, {"max_plies": 0}, {"start": "B:W5:B"}, {"max_plies": -3}]
)
def test_wrong_parameters_are_refused(given: dict[str, object]) -> None:
    with pytest.raises((DraughtsError, RuntimeError)):
        spiel.DraughtsGame(given)
    with pytest.raises(ArgumentError, match="takes no parameters"):
        spiel.DraughtsObserver(spiel.DraughtsGame(), {"planes": 3})


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "draughts.environments.spiel")
    with pytest.raises(MissingPackageError, match=r"bitdraughts\[openspiel\]"):
        __import__("draughts.environments.spiel")
