"""The examples of the documentation do what their pages say."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from draughts import Board, get_rules
from draughts.batch import Boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

_EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def learner() -> Iterator[ModuleType]:
    """The example that learns by self-play."""
    path = _EXAMPLES / "self_play.py"
    if not path.exists():
        pytest.skip("the documentation is not here")
    spec = importlib.util.spec_from_file_location("self_play", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["self_play"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["self_play"]


class _Counting:
    """A network that counts pieces."""

    def values(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        signs = np.repeat(np.array([1, -1], np.float32), 64)
        return planes @ signs / np.float32(24)


def _negamax(board: Board, depth: int) -> float:
    """The same search, one position after another."""
    moves = board.legal_moves
    if not moves:
        return -1.0
    if depth <= 0 and not moves[0].is_capture:
        own_men, own_kings, men, kings = board.bitboards()
        return ((own_men | own_kings).bit_count() - (men | kings).bit_count()) / 24
    return max(-_negamax(board.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_the_learner_searches_as_one_position_after_another_would(learner: ModuleType, depth: int) -> None:
    boards = Boards.start("american", 30).random_plies(25, seed=3)
    values = learner.search(_Counting(), boards, depth)
    assert values.tolist() == pytest.approx([_negamax(board, depth) for board in boards])


def test_what_was_expected_moves_towards_what_came_of_it(learner: ModuleType) -> None:
    network = learner.Network(128, 1)
    rng = np.random.default_rng(1)
    planes, targets = learner.play_games(network, get_rules("american"), rng)
    assert len(planes) == len(targets) > learner.GAMES
    assert np.abs(targets).max() <= 1
    assert {0.0, 1.0} <= set(np.abs(np.round(targets, 6)).tolist())
    planes, targets = planes[-4096:], targets[-4096:]  # the last plies
    before = np.mean((network.values(planes) - targets) ** 2)
    for _ in range(20):
        network.learn(planes, targets)
    assert np.mean((network.values(planes) - targets) ** 2) < before


@pytest.mark.slow
def test_the_learner_beats_moves_at_random_and_the_lowest_level(learner: ModuleType) -> None:
    rules = get_rules("american")
    *_, last = learner.train(learner.Network(128, 1), rules, rounds=24, seed=1)
    assert last.games == 24 * learner.GAMES
    assert last.against_random >= 0.95
    assert last.against_engine > 0.6
