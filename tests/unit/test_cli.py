"""The command: its answers, its exit codes (0 fine, 1 the input is wrong, 2 wrong usage) and what it prints where."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import draughts
from draughts import Board, PublishedTable, get_rules, get_variant, published, variants
from draughts.cli import main
from draughts.cli import perft as perft_command
from draughts.rules import registry

_AMERICAN = [7, 49, 302, 1469, 7361, 36768]


class Output(NamedTuple):
    """What a run of the command gave."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Output]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process."""

    def call(*arguments: str) -> Output:
        code = main(arguments)
        captured = capsys.readouterr()
        return Output(code, captured.out, captured.err)

    return call


def _process(*arguments: str, stdout: int | None = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    source = str(Path(draughts.__file__).parent.parent)
    return subprocess.run(
        [sys.executable, "-m", "draughts", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def _counts(output: Output) -> dict[int, int]:
    """Depth and leaves of each line that begins with a depth."""
    rows = (line.split() for line in output.lines)
    return {int(row[0]): int(row[1].replace(",", "")) for row in rows if len(row) > 1 and row[0].isdigit()}


# Perft


def test_perft_counts_every_depth_up_to_the_one_asked_for(run: Run) -> None:
    output = run("perft", "american", "6")
    assert (output.code, output.err) == (0, "")
    assert _counts(output) == dict(enumerate(_AMERICAN, 1))
    assert "american" in output.lines[0]


@pytest.mark.parametrize("name", ["american", "english", "21", "21,B,8,8,N1,0", "American-Checkers"])
def test_a_variant_is_named_in_any_way(run: Run, name: str) -> None:
    assert _counts(run("perft", name, "4")) == dict(enumerate(_AMERICAN[:4], 1))


def test_counts_are_compared_with_the_published_table(run: Run) -> None:
    output = run("perft", "american", "6", "--check")
    assert output.code == 0
    assert output.out.count("as published") == 6
    assert output.lines[-1] == "6 counts agree with the published table"


def _falsified(depth: int) -> tuple[PublishedTable, ...]:
    """The tables, with one leaf too many at one depth of each."""
    return tuple(
        table._replace(counts={at: leaves + (at == depth) for at, leaves in table.counts.items()})
        for table in published()
    )


def test_a_count_that_differs_from_the_published_one_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft_command, "published", lambda: _falsified(4))
    output = run("perft", "american", "5", "--check")
    assert output.code == 1
    assert "DIFFERS: published 1,470" in output.out
    assert output.out.count("as published") == 4
    assert output.lines[-1] == "1 of 5 counts differ from the published table"
    assert run("perft", "american", "3", "--check").code == 0
    # Nobody asked for a comparison.
    assert run("perft", "american", "5").code == 0
    assert "DIFFERS" not in run("perft", "american", "5").out


def test_a_different_count_is_reported_as_json_and_behind_each_move_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perft_command, "published", lambda: _falsified(4))
    output = run("perft", "american", "4", "--check", "--json")
    assert output.code == 1
    last = json.loads(output.out)["results"][-1]
    assert (last["leaves"], last["published"], last["agrees"]) == (1469, 1470, False)
    assert run("perft", "american", "4", "--check", "--divide").code == 1


@pytest.mark.parametrize("convention", [["--distinct"], ["--count", "removed"]])
def test_captures_with_the_same_result_may_count_once(run: Run, convention: list[str]) -> None:
    windmill = "W:WK2:B7,8,17,18"
    assert _counts(run("perft", "international", "1", "--fen", windmill)) == {1: 2}
    assert _counts(run("perft", "international", "1", "--fen", windmill, *convention)) == {1: 1}
    output = run("perft", "international", "5", "--check", *convention)
    assert output.code == 0
    assert output.lines[-1] == "5 counts agree with the published table"


def test_every_list_of_landing_squares_may_count(run: Run) -> None:
    assert _counts(run("perft", "international", "1", "--fen", "W:WK18:B7,15,23,27,40", "--count", "paths")) == {1: 2}


def test_perft_answers_in_json(run: Run) -> None:
    output = run("perft", "russian", "4", "--json")
    answer = json.loads(output.out)
    assert output.code == 0
    assert len(output.lines) == 1
    assert (answer["variant"], answer["count"]) == ("russian", "kept")
    assert answer["fen"].startswith("W:W21,22")
    assert [result["depth"] for result in answer["results"]] == [1, 2, 3, 4]
    assert [result["leaves"] for result in answer["results"]] == [7, 49, 302, 1469]
    assert all(result["agrees"] is True for result in answer["results"])
    assert all(result["seconds"] >= 0 for result in answer["results"])


def test_leaves_are_shown_behind_each_move(run: Run) -> None:
    output = run("perft", "american", "3", "--divide")
    rows = [line.split() for line in output.lines]
    behind = {row[0]: int(row[1]) for row in rows if "-" in row[0]}
    assert output.code == 0
    assert list(behind) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert sum(behind.values()) == 302
    assert _counts(output) == {3: 302}
    answer = json.loads(run("perft", "american", "3", "--divide", "--json").out)
    (result,) = answer["results"]
    assert (result["depth"], result["leaves"], result["divide"]) == (3, 302, behind)


def test_a_position_can_be_given(run: Run) -> None:
    output = run("perft", "russian", "1", "--fen", "W:Wh6:Bg7,c5,d2")
    assert _counts(output) == {1: 1}
    assert "W:W12:B8,14,26" in output.out
    output = run("perft", "russian", "1", "--fen", "W:W12:B8,14,26", "--divide")
    assert "h6:e1" in output.out


@pytest.mark.parametrize(
    ("variant", "fen", "move"),
    [
        ("russian", "W:Wc3:Bd4", "c3:e5"),
        ("brazilian", "W:Wc3:Bd4", "c3xe5"),
        ("international", "W:W28:B22,23", "28x17"),
        ("international", "W:WK36:B31,22,28,32,18", None),
    ],
)
def test_moves_are_shown_as_players_of_the_variant_write_them(
    run: Run, variant: str, fen: str, move: str | None
) -> None:
    (result,) = json.loads(run("perft", variant, "1", "--fen", fen, "--divide", "--json").out)["results"]
    board = Board.from_fen(fen, get_rules(variant))
    assert list(result["divide"]) == [board.notation(each) for each in board.legal_moves]
    assert move is None or move in result["divide"]


# Rules of one's own


@pytest.fixture
def towers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of rules, which are forgotten after the test."""
    for name in ("_REGISTRY", "_NAMES"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    file = tmp_path / "towers.toml"
    file.write_text('name = "towers"\nbase = "russian"\ncapture_priority = ["most_pieces"]\n')
    return str(file)


def test_rules_of_ones_own_are_known_by_their_name_and_taken_where_none_is_named(
    run: Run, towers: str, tmp_path: Path
) -> None:
    fen = "W:Wc3:Bd4,f6,b4"  # two may be taken, or one: by Russian rules as one likes
    assert _counts(run("perft", "towers", "1", "--fen", fen, "--rules", towers)) == {1: 1}
    assert _counts(run("perft", "russian", "1", "--fen", fen, "--rules", towers)) == {1: 2}
    game = tmp_path / "game.pdn"
    game.write_text(f'[FEN "{fen}"]\n1. c3:a5 *\n')
    assert run("validate", str(game), "--variant", "russian").code == 0
    output = run("validate", str(game), "--rules", towers)
    assert output.code == 1
    assert "Towers rules require the capture of 2: c3:e5:g7" in output.out
    assert run("show", fen, "--rules", towers).out.startswith("towers")
    assert "towers" in run("variants", "--rules", towers).lines[0]
    assert "towers" in run("variants", "towers", "--rules", towers).lines[0]
    assert run("analyse", fen, "--depth", "2", "--rules", towers).code == 0


def test_files_that_hold_no_rules_are_told(run: Run, tmp_path: Path) -> None:
    missing = run("validate", "-", "--rules", str(tmp_path / "none.toml"))
    assert (missing.code, "none.toml: No such file" in missing.err) == (2, True)
    (tmp_path / "odd.toml").write_text('name = "odd"\npromotion = "never"\n')
    odd = run("perft", "odd", "2", "--rules", str(tmp_path / "odd.toml"))
    assert (odd.code, "promotion must be at_rest" in odd.err) == (2, True)
    (tmp_path / "taken.toml").write_text('name = "russian"\n')
    taken = run("perft", "russian", "2", "--rules", str(tmp_path / "taken.toml"))
    assert (taken.code, "cannot be the name of a variant" in taken.err) == (2, True)


def test_threads_count_the_same(run: Run) -> None:
    assert _counts(run("perft", "american", "6", "--workers", "3")) == dict(enumerate(_AMERICAN, 1))


def test_nothing_is_published_for_most_positions(run: Run) -> None:
    output = run("perft", "american", "2", "--fen", "W:W21:B1", "--check")
    assert (output.code, output.out) == (2, "")
    assert "nothing is published" in output.err


# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("COMMAND",)),
        (("dance",), ("dance",)),
        (("perft",), ("VARIANT", "DEPTH")),
        (("perft", "american"), ("DEPTH",)),
        (("perft", "american", "0"), ("depth", "'0'")),
        (("perft", "american", "-1"), ()),
        (("perft", "american", "x"), ("depth", "'x'")),
        (("perft", "american", "1.5"), ("depth", "'1.5'")),
        (("perft", "american", "３"), ("depth",)),
        (("perft", "american", "100000"), ("depth",)),
        (("perft", "american", "3", "--workers", "0"), ("workers", "'0'")),
        (("perft", "american", "3", "--distinct", "--count", "kept"), ("--count",)),
        (("perft", "american", "3", "--count", "all"), ("all",)),
        (("perft", "american", "3", "--fen"), ("--fen",)),
        (("perft", "american", "3", "4"), ("4",)),
        (("perft", "american", "3", "--loud"), ("--loud",)),
        (("perft", "rusian", "3"), ("rusian", "russian")),
        (("perft", "nonsense", "3"), ("nonsense", "american")),
        (("perft", "44", "3"), ("44",)),
        (("perft", "american", "3", "--fen", "W:W33:B1"), ("W:W33:B1", "33")),
        (("perft", "american", "3", "--fen", ""), ("side to move",)),
        (("variants", "nonsense"), ("nonsense",)),
        (("variants", "american", "russian"), ("russian",)),
        (("compile", "nonsense"), ("nonsense",)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_wrong_usage_is_explained_on_the_error_stream(
    run: Run, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    output = run(*arguments)
    assert output.code == 2
    assert output.out == ""
    assert "Traceback" not in output.err
    assert "draughts" in output.err
    assert all(word in output.err for word in words)


# Variants


def test_all_variants_are_listed_in_a_table(run: Run) -> None:
    output = run("variants")
    assert (output.code, output.err) == (0, "")
    header, line, *rows = output.lines
    assert header.startswith("name")
    assert set(line) <= {"-", " "}
    assert [row.split()[0] for row in rows] == list(variants())
    row = next(row for row in rows if row.startswith("canadian"))
    assert all(word in row for word in ("12x12", "30", "White", "27"))


@pytest.mark.parametrize("name", variants())
def test_a_variant_is_explained_with_its_start_position_and_sources(run: Run, name: str) -> None:
    output = run("variants", name)
    variant = get_variant(name)
    assert output.code == 0
    assert variant.title in output.lines[0]
    text = " ".join(output.out.split())
    assert draughts.Board(variant.rules).fen in output.out
    assert all(" ".join(source.split()) in text for source in (*variant.sources, *variant.notes))
    assert max(map(len, output.lines)) <= 400


def test_the_italian_rules_are_told_in_their_order(run: Run) -> None:
    text = " ".join(run("variants", "italian").out.split())
    order = [text.index(words) for words in ("most pieces", "with a king", "most kings", "a king earliest")]
    assert order == sorted(order)
    assert "a man may not take a king" in text


def test_variants_are_given_as_json(run: Run) -> None:
    answer: list[dict[str, Any]] = json.loads(run("variants", "--json").out)
    assert [variant["rules"]["name"] for variant in answer] == list(variants())
    one = json.loads(run("variants", "25", "--json").out)
    assert one in answer
    assert (one["rules"]["name"], one["rules"]["capture_separator"]) == ("russian", ":")
    assert one["rules"]["start"] == draughts.Board(draughts.RUSSIAN).fen
    assert "shashki" in one["aliases"]


# Compiling


def test_kernels_are_compiled_ahead_of_time(run: Run) -> None:
    output = run("compile", "american", "21", "yeeqia")
    assert (output.code, output.err) == (0, "")
    assert [line.split()[0] for line in output.lines[:3]] == ["american", "american", "yeeqia"]
    assert all(line.split()[1] in {"compiled", "ready"} for line in output.lines[:3])
    assert output.lines[1].split()[1] == "ready"
    assert output.lines[-1].startswith("kept in ")


# Help and the process


@pytest.mark.parametrize(
    "arguments", [("--help",), ("-h",), ("perft", "--help"), ("variants", "-h"), ("compile", "-h")]
)
def test_help_is_fine(run: Run, arguments: tuple[str, ...]) -> None:
    output = run(*arguments)
    assert (output.code, output.err) == (0, "")
    assert output.out.startswith("usage: draughts")
    assert "examples:" in output.out


def test_the_examples_of_the_help_name_commands_that_exist(run: Run) -> None:
    text = run("--help").out
    commands = {words[1] for line in text.splitlines() if (words := line.split()) and words[0] == "draughts"}
    for command in commands:
        assert run(command, "--help").code == 0, command


def test_the_version_is_that_of_the_package(run: Run) -> None:
    output = run("--version")
    assert (output.code, output.out.strip()) == (0, f"draughts {draughts.__version__}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("\x1b[31m",),
        ("variants", "\x1b[31m"),
        ("variants", "italian", "\x1b[31m"),
        ("show", "W:W\x1b[31m:B1"),
        ("show", "\x1b[31m.pdn"),
        ("play", "--resume", "\x1b[31m.json"),
        ("play", "--clock", "\x1b[31m"),
        ("play", "--white", "\x1b[31m"),
        ("play", "--fen", "W:W\x1b[31m:B1"),
    ],
    ids=ascii,
)
def test_complaints_show_what_was_given_with_escapes(run: Run, arguments: tuple[str, ...]) -> None:
    output = run(*arguments)
    assert output.code in {1, 2}
    assert "\x1b" not in output.out + output.err
    assert r"\x1b[31m" in output.err


def test_the_package_is_a_command() -> None:
    done = _process("perft", "american", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "302" in done.stdout
    assert _process("perft", "american", "x").returncode == 2
    assert _process("variants", "nonsense").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [("variants",), ("variants", "italian"), ("variants", "--json"), ("perft", "american", "4"), ("--help",)],
    ids=" ".join,
)
def test_a_reader_that_has_gone_is_no_error(arguments: tuple[str, ...]) -> None:
    # As in `draughts variants | head -1`, but the reader is gone before the first line.
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = _process(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert done.stderr == ""
    assert done.returncode in {0, 141}


@pytest.mark.skipif(sys.platform == "win32", reason="no shell pipes")
def test_the_first_line_alone_can_be_read() -> None:
    source = str(Path(draughts.__file__).parent.parent)
    done = subprocess.run(
        f"'{sys.executable}' -m draughts variants | head -1",
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
        check=False,
    )
    assert done.stdout.startswith("name")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [("variants",), ("perft", "american", "2"), ("show", "W:W21:B1")])
def test_output_that_finds_no_room_is_told_in_a_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = _process(*arguments, stdout=full.fileno())
    assert done.returncode == 1
    assert done.stderr == f"draughts {arguments[0]}: No space left on device\n"
