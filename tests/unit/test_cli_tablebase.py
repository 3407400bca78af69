"""``draughts tablebase``, ``draughts endings``, and tables in ``draughts play``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from draughts import AMERICAN, Board, Game, NoProgress, get_rules
from draughts.cli import main
from draughts.tablebase import Tablebase, build
from draughts.terminal.tables import spoken_tables


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("american")
    build(AMERICAN, 3, place, metric="dtw")
    return place


@pytest.fixture
def american(place: Path) -> Tablebase:
    return Tablebase.open(place)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def test_the_command_builds_verifies_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "tables")
    assert main(["tablebase", "build", "american", "--pieces", "2", "--dir", place, "--metric", "dtw"]) == 0
    assert "american, all positions of 2 to 2 pieces, dtw" in capsys.readouterr().out
    assert main(["tablebase", "verify", place]) == 0
    assert capsys.readouterr().out == "4 tables are right\n"
    assert main(["tablebase", "probe", place, "W:WK32:BK26"]) == 0
    assert capsys.readouterr().out.startswith("W:WK32:BK26: win in 9 plies\n  32-27: win in 9 plies\n")
    assert main(["tablebase", "info", place, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tables"]["1010"]["plies"] == 13
    assert get_rules(answer["variant"]) == AMERICAN
    assert main(["tablebase", "probe", str(tmp_path), "W:WK32:BK26"]) == 2
    assert "has no endgame tables" in capsys.readouterr().err


def test_endings_to_learn_from(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    place = ["--dir", str(tmp_path)]
    build(AMERICAN, 3, tmp_path, metric="dtw")
    assert main(["endings", "american", *place, "--count", "1"]) == 0
    assert capsys.readouterr().out.startswith("  61 plies  ")
    assert main(["endings", "american", *place, "--one-move", "--material", "0201", "--count", "3", "--json"]) == 0
    lessons = json.loads(capsys.readouterr().out)["endings"]
    tables = Tablebase.open(tmp_path)
    for lesson in lessons:
        results = [outcome.result for outcome in tables.moves(lesson["fen"]).values()]
        assert results.count("win") == 1
        assert tables.probe(lesson["fen"]) == ("win", lesson["plies"])
    answers = iter(["best", "nonsense", "next", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert main(["endings", "american", *place, "--train", "--material", "0201", "--count", "3"]) == 0
    said = capsys.readouterr().out
    assert f"best: {lessons[0]['moves'][0]}" in said
    assert said.endswith("0 of 2 won\n")
    assert main(["endings", "russian", *place]) == 2
    assert "has tables for american rules, not russian" in capsys.readouterr().err


def test_a_lesson_is_won_by_the_moves_of_the_tables(
    american: Tablebase, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    build(AMERICAN, 3, tmp_path, metric="dtw")
    board: Board | None = None

    def answer(prompt: str) -> str:
        nonlocal board
        if board is None:
            fen = next(iter(json.loads(lesson)["endings"]))["fen"]
            board = Board.from_fen(fen)
        else:
            board = board.play(american.best_moves(board)[0])
        move = american.best_moves(board)[0]
        board = board.play(move)
        return str(move)

    options = ["endings", "american", "--dir", str(tmp_path), "--material", "2010", "--count", "1", "--seed", "3"]
    main([*options, "--one-move", "--json"])
    lesson = capsys.readouterr().out
    monkeypatch.setattr("builtins.input", answer)
    assert main([*options, "--train"]) == 0
    assert capsys.readouterr().out.endswith("won\n1 of 1 won\n")


def play(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines in the next ``draughts play``."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_play_says_what_tables_know_of_each_move(
    american: Tablebase, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "tables", "quit")
    game = ["--fen", "W:WK31:BK22", "--white", "human", "--black", "human", "--save", "game.json"]
    assert main(["play", *game, "--tablebase", str(place)]) == 0
    said = capsys.readouterr().out
    assert "White draws with best play\ndraws: 31-27\nloses: 31-26 (2 plies)" in said
    play(monkeypatch, "tables", "31-27", "tables", "quit")
    assert main(["play", "--resume", "game.json"]) == 0
    assert "there are no endgame tables; --tablebase DIR names some" in capsys.readouterr().out


def test_play_says_when_a_draw_rule_is_faster(place: Path, tmp_path: Path) -> None:
    hasty = AMERICAN.replace(draws=(NoProgress(moves=5),))
    game = Game(start=Board.from_fen("W:WK31,K32:BK1", hasty))
    said = spoken_tables(Tablebase.open(place), game)
    assert said[0] == (
        "White wins in 33 plies with best play, but a draw rule ends the game first: draws says how far each one is"
    )


def test_the_engine_plays_by_tables(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "26-23", "quit")
    game = ["--fen", "W:WK32:BK26", "--white", "engine:1", "--black", "human", "--save", "game.json"]
    assert main(["play", *game, "--tablebase", str(place)]) == 0
    assert "White: 32-27" in capsys.readouterr().out


def test_tables_of_other_rules_are_refused_before_the_game(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--variant", "russian", "--tablebase", str(place)]) == 2
    assert "tables are for american rules, not russian" in capsys.readouterr().err
    assert main(["play", "--tablebase", "nowhere"]) == 2
    assert "nowhere has no endgame tables" in capsys.readouterr().err
