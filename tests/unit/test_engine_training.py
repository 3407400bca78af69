"""Training: rounds that go on where they stopped, whoever plays the games, and files of weights."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from draughts import AMERICAN, RUSSIAN, DraughtsError, Rules
from draughts.cli import main
from draughts.engine.training import Plan, Training
from draughts.engine.weights import Weights, general_weights, pattern_count, read_weights, weights_for, write_weights

_PLAN = Plan(games=4, depth=1, trust=0.5, seed=2)


def _weights(rules: Rules) -> Weights:
    start = general_weights(rules)
    patterns = np.random.default_rng(1).integers(-90, 90, (2, pattern_count(rules), 3**8))
    return Weights(start.general, patterns, start.pieces)


def _alike(one: Weights, other: Weights) -> bool:
    assert one.patterns is not None
    assert other.patterns is not None
    return np.array_equal(one.general, other.general) and np.array_equal(one.patterns, other.patterns)


def test_weights_are_read_as_they_were_written() -> None:
    weights = _weights(AMERICAN)
    assert _alike(read_weights(write_weights(weights, AMERICAN), "a", AMERICAN), weights)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: b"", "these are no weights"),
        (lambda data: b"{}\n", "these are no weights"),
        (lambda data: b"[" * 100_000, "these are no weights"),
        (lambda data: data[:-40], "numbers are missing"),
        (lambda data: data[:200] + b"\0\0\0" + data[203:], "these are no weights"),
        (lambda data: data.replace(b"draughts-weights-2", b"draughts-weights-9"), "the format is 'draughts-weights-9'"),
        (lambda data: data.replace(b'"pieces": 24', b'"pieces": -1'), "there cannot be -1 pieces"),
        (lambda data: data.replace(b'"pieces": 24', b'"pieces": "x"'), "there cannot be 'x' pieces"),
        (lambda data: data.replace(b"6561]", b"6562]"), "for a board like that of 'american'"),
    ],
)
def test_a_damaged_file_of_weights_is_refused_by_name(change: object, complaint: str) -> None:
    data = write_weights(_weights(AMERICAN), AMERICAN)
    assert callable(change)
    with pytest.raises(DraughtsError, match=complaint) as caught:
        read_weights(change(data), "my.weights", AMERICAN)
    assert str(caught.value).startswith("my.weights: ")


def test_weights_of_another_board_are_refused() -> None:
    from draughts import INTERNATIONAL

    with pytest.raises(DraughtsError, match="for a board like that of 'american', not of international"):
        read_weights(write_weights(_weights(AMERICAN), AMERICAN), "a", INTERNATIONAL)


def test_learned_weights_serve_rules_with_the_same_moves_and_no_others() -> None:
    assert weights_for(RUSSIAN).patterns is not None
    same = RUSSIAN.replace(name="other", draws=())
    assert _alike(weights_for(same), weights_for(RUSSIAN))
    assert weights_for(RUSSIAN.replace(name="short", king_range=AMERICAN.king_range)).patterns is None


def test_a_training_goes_on_where_it_stopped_and_depends_on_its_plan_only(tmp_path: Path) -> None:
    whole = Training(AMERICAN, _PLAN, tmp_path / "whole")
    seen: list[tuple[int, int]] = []
    first = whole.play_round(on_progress=lambda done, games: seen.append((done, games)))
    assert seen == [(4, 4)]
    assert (first.number, first.positions > 0) == (1, True)
    whole.play_round()
    parts = Training(AMERICAN, _PLAN, tmp_path / "parts")
    with ThreadPoolExecutor(2) as executor:
        parts.play_round(executor)
    again = Training(AMERICAN, _PLAN, tmp_path / "parts")
    assert again.finished == 1
    again.play_round()
    assert _alike(again.weights, whole.weights)


def test_a_round_is_the_same_whoever_plays_its_games_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    plan = Plan(games=150, depth=1, seed=2)
    played: list[bytes] = []

    def play(name: str, executor: Executor | None, on_progress: Callable[[int, int], object] | None = None) -> None:
        training = Training(AMERICAN, plan, tmp_path / name)
        training.play_round(executor, on_progress)
        played.append((tmp_path / name / "round-1.weights").read_bytes())

    play("alone", None)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        play("pool", pool)
        killed = pool.submit(signal.raise_signal, getattr(signal, "SIGKILL", signal.SIGTERM))
        play("broken", pool)
        assert isinstance(killed.exception(), BrokenExecutor)
    assert played[1:] == played[:1] * 2


def test_a_folder_of_another_training_is_left_alone(tmp_path: Path) -> None:
    Training(AMERICAN, _PLAN, tmp_path)
    with pytest.raises(DraughtsError, match="holds another training"):
        Training(RUSSIAN, _PLAN, tmp_path)
    with pytest.raises(DraughtsError, match="holds another training"):
        Training(AMERICAN, Plan(games=5), tmp_path)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"depth": 31}, {"trust": 1.5}, {"seed": -1}])
def test_plans_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=f"{name} must be from"):
        Plan(**wrong)  # type: ignore[arg-type]


def test_the_command_trains_and_writes_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "w"
    arguments = ["train", "american", "--dir", str(folder), "--rounds", "1", "--games", "2", "--depth", "1"]
    assert main(arguments) == 0
    assert "round 1: " in capsys.readouterr().out
    data = (folder / "american.weights").read_bytes()
    read_weights(data, "a", AMERICAN)
    assert main(arguments) == 0
    assert "round 1" not in capsys.readouterr().out
    assert (folder / "american.weights").read_bytes() == data
    assert main([*arguments, "--workers", "0"]) == 2
    assert "--workers must be from 1" in capsys.readouterr().err
