"""Learning the evaluation: what the trainer sees is what the search counts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from draughts import AMERICAN, Board, Rules, variants
from draughts.engine.examples import Examples, play_games
from draughts.engine.learning import features_of, learn, tied_weights
from draughts.engine.result import ODDS_SCALE
from draughts.engine.root import root_of
from draughts.engine.weights import Weights, general_weights, pattern_count
from draughts.engine.worker import Table, Worker
from draughts.kernel.movement import movement_of
from draughts.kernel.scratch import LOW


def _random_weights(rules: Rules, seed: int) -> Weights:
    rng = np.random.default_rng(seed)
    start = general_weights(rules)
    general = start.general + rng.integers(-20, 20, start.general.shape)
    patterns = rng.integers(-30, 30, (2, pattern_count(rules), 3**8))
    patterns[:, pattern_count(rules) // 2 :, 0] = 0  # the search asks for those of kings only where there are kings
    return Weights(general, patterns, start.pieces)


def _quiet_positions(rules: Rules, count: int) -> list[Board]:
    rng = random.Random(4)
    found: list[Board] = []
    board = Board(rules)
    while len(found) < count:
        if board.is_terminal:
            board = Board(rules)
        board = board.play(rng.choice(board.legal_moves))
        if not board.is_terminal and not board.has_capture and rng.random() < 0.3:
            found.append(board)
    return found


def _as_examples(boards: list[Board]) -> Examples:
    positions = [board.kernel_position for board in boards]
    parts = 1 if positions[0].movement.layout.bits <= 64 else 2
    words = [
        [[word >> 64 * part & LOW for part in range(parts)] for word in (position.own, position.opp, position.kings)]
        for position in positions
    ]
    nothing = np.zeros(len(boards))
    turn = np.array([position.turn for position in positions])
    return Examples(turn, nothing.astype(np.int64), np.array(words, np.uint64), nothing)


@pytest.mark.parametrize("name", ["american", "frisian", "turkish", "canadian"])
def test_the_trainer_sees_what_the_search_counts(name: str) -> None:
    rules = variants()[name]
    weights = _random_weights(rules, 3)
    worker = Worker(rules, Table(0.1), weights)
    worker.begin(root_of(Board(rules), 0), 1 << 62)
    boards = _quiet_positions(rules, 60)
    states = features_of(rules, _as_examples(boards), weights.pieces)
    assert weights.patterns is not None
    which = np.arange(weights.patterns.shape[1])
    for number, board in enumerate(boards):
        early, late = (
            int(weights.patterns[phase][which, states.patterns[number]].sum())
            + int(states.general[number] @ weights.general[phase])
            for phase in range(2)
        )
        if board.kernel_position.turn == 1:
            early, late = -early, -late
        share = round(float(states.share[number]) * 1024)
        expected = early * share + late * (1024 - share) >> 10
        assert worker.value(board) == expected


def test_a_pattern_and_its_mirror_image_share_their_weights() -> None:
    ids, signs = tied_weights(movement_of(AMERICAN).layout)
    assert ids.shape == signs.shape == (pattern_count(AMERICAN), 3**8)
    values = np.random.default_rng(1).normal(size=int(ids.max()) + 1)
    patterns = np.rint(values[ids] * signs * 40).astype(np.int64)
    weights = Weights(general_weights(AMERICAN).general, np.stack([patterns, -patterns]), 24)
    worker = Worker(AMERICAN, Table(0.1), weights)
    worker.begin(root_of(Board(), 0), 1 << 62)
    for board in _quiet_positions(AMERICAN, 60):
        assert worker.value(board) == worker.value(board.flip())


def test_games_depend_on_their_number_only() -> None:
    first, same, other = (play_games(AMERICAN, number, 3, depth=2) for number in (5, 5, 8))
    assert np.array_equal(first.words, same.words)
    assert not np.array_equal(first.words, other.words)
    assert set(np.unique(first.result)) <= {0.0, 0.5, 1.0}
    assert len(first) == len(first.turn) == len(first.score) == len(first.words)


def test_what_is_learned_predicts_the_games_better() -> None:
    examples = play_games(AMERICAN, 1, 60, depth=2)
    start = general_weights(AMERICAN)
    learned = learn(AMERICAN, examples, start, epochs=3, trust=1.0)
    assert _surprise(learned, examples) < _surprise(start, examples)


def _surprise(weights: Weights, examples: Examples) -> float:
    """The mean square of what the results differ from what the weights expect."""
    states = features_of(AMERICAN, examples, weights.pieces)
    values = np.zeros(len(examples))
    for phase, share in enumerate((states.share, 1 - states.share)):
        values += share * (states.general @ weights.general[phase])
        if weights.patterns is not None:
            values += share * weights.patterns[phase][np.arange(pattern_count(AMERICAN)), states.patterns].sum(axis=1)
    return float(np.mean((1 / (1 + np.exp(-values / ODDS_SCALE)) - examples.result) ** 2))
