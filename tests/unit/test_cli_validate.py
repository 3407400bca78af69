"""``draughts validate``: lines, totals, JSON, exit codes, and files that cannot be read."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from draughts import pdn
from draughts.cli import main
from draughts.pdn.pipeline import check

_FILES = Path(__file__).parents[1] / "data" / "pdn"
_PLAIN = str(_FILES / "plain.pdn")
_WRONG = str(_FILES / "wrong_games.pdn")


def test_right_games_give_totals_and_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", _PLAIN]) == 0
    output = capsys.readouterr()
    assert output.out == "1 file, 1 game: 1 ok, 0 faulty; 6 plies\n"
    assert output.err == ""


def test_each_fault_is_one_line_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", _PLAIN, _WRONG]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{_WRONG}:2:4: game 1, ply 1, 11-18: a man moves one square diagonally forward")
    assert lines[3].startswith(f"{_WRONG}:14:1: game 5, start: ")
    assert len(lines) == 8 + 2
    assert lines[-2] == "2 files, 10 games: 2 ok, 8 faulty; 15 plies"
    assert lines[-1].startswith("faults: illegal move 2, ")


def test_notes_are_counted_and_listed_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    name = str(_FILES / "missing_terminators.pdn")
    assert main(["validate", name]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["notes: missing terminator 3"]
    assert main(["validate", "--notes", name]) == 0
    assert f"{name}:2:10: game 1: note: the game ends without" in capsys.readouterr().out


def test_json_has_one_object_a_game_and_one_of_totals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", _WRONG]) == 1
    *games, totals = map(json.loads, capsys.readouterr().out.splitlines())
    assert [game["game"] for game in games] == list(range(1, 10))
    assert (games[0]["file"], games[0]["ok"], games[0]["rules"], games[0]["plies"]) == (_WRONG, False, "american", 0)
    assert games[0]["faults"][0] | {"reason": ""} == {
        "kind": "illegal move",
        "line": 2,
        "column": 4,
        "ply": 1,
        "move": "11-18",
        "reason": "",
    }
    assert games[7]["rules"] is None
    assert totals["summary"]["games"] == 9
    assert totals["summary"]["faults"]["illegal move"] == 2
    assert totals["interrupted"] is False


def test_a_variant_may_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--variant", "russian", _PLAIN]) == 1
    assert main(["validate", "--variant", "21", _PLAIN]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    "wrong", [["--variant", "chess"], ["--encoding", "latin-99"], ["--nonsense"], ["--workers", "0"]]
)
def test_wrong_usage_is_two(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", *wrong, _PLAIN]) == 2
    assert capsys.readouterr().err
    assert main(["validate"]) == 2


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = tmp_path / "nothing"
    empty.mkdir()
    assert main(["validate", "missing.pdn", str(empty), _PLAIN]) == 1
    output = capsys.readouterr()
    assert "draughts validate: missing.pdn: No such file or directory" in output.err
    assert f"draughts validate: {empty}: no .pdn file in this folder" in output.err
    assert "1 file (2 unreadable), 1 game: 1 ok" in output.out


def test_a_folder_means_the_files_in_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("b.pdn", "deep/a.PDN", "deep/er/c.pdn", "deep/no.txt"):
        (tmp_path / name).write_text("1. 11-15 *\n")
    assert main(["validate", "--json", str(tmp_path)]) == 0
    names = [json.loads(line).get("file") for line in capsys.readouterr().out.splitlines()]
    assert names == [str(tmp_path / name) for name in ("b.pdn", "deep/a.PDN", "deep/er/c.pdn")] + [None]


def test_workers_say_the_same_in_the_same_order(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for workers in ("1", "2"):
        assert main(["validate", "--notes", "--fix-report", "--workers", workers, str(_FILES)]) == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert ": note: " in outputs[0]


def test_what_would_mend_a_game_is_said_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--fix-report", _WRONG]) == 1
    assert f"{_WRONG}:33:4: game 9: repair: '26x10' -> '26x17x10' or '26x19x10'" in capsys.readouterr().out
    assert main(["validate", "--fix-report", "--json", _WRONG]) == 1
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert games[8]["repairs"][0]["new"] == ["26x17x10", "26x19x10"]


@pytest.mark.parametrize(
    ("text", "games", "code"),
    [
        (b"11-15 23-19 8-11 22-17\n", 1, 0),
        (b"11-15 23-19\n8-11 22-17\n", 1, 0),
        (b"11-15 23-19 8-11\n11-15 22-17\r\n\n9-14 23-18\n", 3, 0),
        (b"1. 11-15 23-19 2. 8-11 *\n1. 9-13 24-20 0-1\n", 2, 0),
        (b"11-15 23-19 8-11\n11-15 22-17\n9-14 1-32\n", 3, 1),
        (b"32-28 19-23\n33-29 17-22\n", 2, 0),
        (b"c3-d4 b6-a5\ncb4 ba5\n", 2, 0),
    ],
)
def test_lists_of_moves(
    text: bytes, games: int, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.BytesIO(text))
    assert main(["validate", "-"]) == code
    assert f"1 file, {games} game" in capsys.readouterr().out


def test_strictness_and_whose_number_is_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, options, code in (
        (b"1. 11- 15 *", [], 0),
        (b"1. 11- 15 *", ["--strict"], 1),
        (b'[FEN "W:W18:B14"] 18x9 0-1', [], 0),
        (b'[FEN "W:W18:B14"] 18x9 0-1', ["--white-first"], 1),
    ):
        monkeypatch.setattr(sys, "stdin", io.BytesIO(text))
        assert main(["validate", *options, "-"]) == code
    assert "no move of PDN 3.0" in capsys.readouterr().out


def test_a_file_name_is_never_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", '1. 11-15 "\n*']) == 1
    assert "0 files (1 unreadable)" in capsys.readouterr().out


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1. 11-18 *\r\n1. 11-15 \xff *")))
    assert main(["validate", "-"]) == 1
    output = capsys.readouterr().out
    assert output.startswith("<stdin>:1:4: game 1, ply 1, 11-18: ")
    assert "2 games: 1 ok, 1 faulty" in output


def test_what_a_terminal_would_obey_is_escaped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.BytesIO(b"1. 11-\x1b[2J15 *"))
    assert main(["validate", "-"]) == 1
    assert "ply 1, 11-\\x1b: this is not a move" in capsys.readouterr().out


def test_the_encoding_may_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--json", "--encoding", "cp1251", str(_FILES / "cp1251.pdn")]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["tags"] == [["Event", "Москва"]]


def test_an_interrupt_prints_the_totals_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[pdn.GameReport]:
        yield from check(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr("draughts.cli.validate.check", interrupted)
    assert main(["validate", _PLAIN, _WRONG]) == 130
    assert capsys.readouterr().out == "interrupted; 1 file, 1 game: 1 ok, 0 faulty; 6 plies\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_ends_workers_cleanly(tmp_path: Path) -> None:
    game = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 1-0\n"
    path = tmp_path / "many.pdn"
    path.write_text("".join(f'[Event "{number}"]\n{game if number else "1. 11-18 *"}\n' for number in range(20_000)))
    command = [sys.executable, "-m", "draughts", "validate", "--workers", "2", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert b"game 1, ply 1, 11-18" in process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")
    assert output.startswith(b"interrupted; 1 file, ")


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["validate", _PLAIN]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["validate", _PLAIN]) == 0
    shown = capsys.readouterr().err
    assert f"\r{_PLAIN}: 1 game" in shown
    assert shown.endswith("\r")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "--help"]) == 0
    output = capsys.readouterr().out
    assert "examples:" in output
    assert "draughts validate --json games.pdn" in output
