"""Endgame tables: equal to what is published, to a solver of three lines, and refused when they are not whole."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from draughts import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BREAKTHROUGH,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    RUSSIAN,
    TURKISH,
    ArgumentError,
    Board,
    Color,
    FenError,
    Goal,
    Piece,
    PieceType,
    Rules,
    RulesError,
    TablebaseError,
    get_rules,
)
from draughts.batch import Boards
from draughts.cli import main
from draughts.tablebase import Outcome, Progress, Tablebase, build
from draughts.tablebase.packing import is_well_formed, pack, unpack

FACTS = json.loads((Path(__file__).parent.parent / "data/endgames/facts.json").read_text())


@pytest.fixture(scope="module")
def american(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    place = tmp_path_factory.mktemp("american")
    build(AMERICAN, 3, place, metric="dtw")
    return Tablebase.open(place)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of two pieces, to be copied."""
    place = tmp_path_factory.mktemp("pairs")
    build(AMERICAN, 2, place)
    return place


def copy(source: Path, target: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in source.iterdir()}
    for name, content in files.items():
        (target / name).write_bytes(content)
    return files


def differences(tables: Tablebase, variant: str) -> list[str]:
    """Slices that differ from the published ones in a count or in the longest win."""
    found = []
    for material, numbers in tables.counts().items():
        fact = dict(zip(FACTS["fields"], FACTS["slices"][variant][material], strict=True))
        counts = tables.slice_counts(material)
        by_capture = tuple(counts[f"{name} by capture"] for name in ("wins", "draws", "losses"))
        if numbers != (fact["win"], fact["draw"], fact["loss"]):
            found.append(f"{material} {numbers}")
        if by_capture != tuple(fact[f"{name}_stm_capture"] for name in ("win", "draw", "loss")):
            found.append(f"{material} by capture {by_capture}")
        if tables.metric == "dtw" and counts.get("longest win", -1) != fact["max_win_plies"]:
            found.append(f"{material} longest {counts.get('longest win')}")
        if tables.metric == "dtw" and counts.get("positions with the longest win", 0) != fact["n_longest_wins"]:
            found.append(f"{material} longest times {counts.get('positions with the longest win')}")
    return found


def named_endings(tables: Tablebase) -> int:
    """How many endings of the literature tables have; each must be as published."""
    seen = 0
    for ending in FACTS["named_endings"]:
        board = Board.from_fen(ending["fen"])
        outcome = tables.probe(board)
        if outcome is not None:
            seen += 1
            assert outcome == (ending["value_for_side_to_move"], ending.get("plies")), ending["name"]
            best = [board.notation(move) for move in tables.best_moves(board)]
            assert set(ending.get("best") or best) <= set(best), ending["name"]
    return seen


# What is published


def test_american_tables_of_three_pieces_are_as_published(american: Tablebase) -> None:
    assert american.pieces == 3
    assert differences(american, "american") == []
    assert sum(map(sum, american.counts().values())) == 3_488 + 196_032
    assert named_endings(american) == 3


def test_russian_tables_of_three_pieces_are_as_published(tmp_path: Path) -> None:
    build(RUSSIAN, 3, tmp_path)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, "russian") == []
    assert sum(map(sum, tables.counts().values())) == 199_520


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["american", "italian", "russian", "brazilian", "international"])
@pytest.mark.parametrize("metric", ["wdl", "dtw"])
def test_tables_of_four_pieces_are_as_published(variant: str, metric: str, tmp_path: Path) -> None:
    build(variant, 4, tmp_path, metric=metric)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, variant) == []
    assert len(tables.counts()) == len([key for key in FACTS["slices"][variant] if sum(map(int, key)) <= 4])
    if variant == "international":
        for reference in FACTS["reference_positions"]:
            outcome = tables.probe(reference["fen"])
            assert outcome is not None
            assert outcome.result == reference["value_for_side_to_move"]
        for row in FACTS["longest_international"]["rows"] if metric == "dtw" else ():
            assert tables.probe(row["fen"]) == ("win", row["plies"])
    if variant == "american" and metric == "dtw":
        assert named_endings(tables) == 7


@pytest.mark.slow
def test_american_tables_of_five_pieces_are_as_published(tmp_path: Path) -> None:
    build(AMERICAN, 5, tmp_path)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, "american") == []
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 20_000_000


# Every rule set


def boards_of_two(rules: Rules) -> list[Board]:
    """All positions of two pieces, one of each side."""
    kinds = (PieceType.MAN,) if rules.goal is Goal.FIRST_KING else (PieceType.MAN, PieceType.KING)
    boards = []
    for turn, white, black in product(Color, kinds, kinds):
        empty = Board.empty(rules, turn)
        squares = rules.geometry.numbers
        for a, b in product(squares, squares):
            if a != b:
                with suppress(FenError):  # a man on its promotion row
                    one = empty.with_piece(a, Piece(Color.WHITE, white))
                    boards.append(one.with_piece(b, Piece(Color.BLACK, black)))
    return boards


def solved_simply(rules: Rules) -> dict[Board, Outcome]:
    """All positions of two pieces: ply by ply, each by its moves, as the definition has it."""
    children = {board: [board.play(move) for move in board.legal_moves] for board in boards_of_two(rules)}
    blocked = Outcome("win" if rules.goal is Goal.BE_BLOCKED else "loss", 0)
    ends = {board for board in chain(children, *children.values()) if not board.legal_moves}
    solved = dict.fromkeys(ends, blocked)
    for plies in range(1, 40):
        found = {}
        for board, after in children.items():
            if board not in solved:
                behind = [solved[child].result if child in solved else "draw" for child in after]
                if "loss" in behind:
                    found[board] = Outcome("win", plies)
                elif set(behind) == {"win"}:
                    found[board] = Outcome("loss", plies)
        solved |= found
    return {board: solved.get(board, Outcome("draw")) for board in children}


@pytest.mark.parametrize("rules", [AMERICAN_GIVEAWAY, BREAKTHROUGH, RUSSIAN], ids=lambda rules: rules.name)
def test_two_pieces_are_worth_what_the_definition_says(rules: Rules, tmp_path: Path) -> None:
    build(rules, 2, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    expected = solved_simply(rules)
    assert [board.fen for board, outcome in expected.items() if tables.probe(board) != outcome] == []


@pytest.mark.parametrize("rules", [AMERICAN_GIVEAWAY, BREAKTHROUGH], ids=lambda rules: rules.name)
def test_tables_of_other_goals_are_consistent(rules: Rules, tmp_path: Path) -> None:
    build(rules, 3, tmp_path, metric="dtw")
    assert {board for _, board in Tablebase.open(tmp_path).verify()} == {None}


@pytest.mark.parametrize("rules", [TURKISH, ARMENIAN, CANADIAN, INTERNATIONAL], ids=lambda rules: rules.name)
def test_tables_on_other_boards_are_consistent(rules: Rules, tmp_path: Path) -> None:
    build(rules, 2, tmp_path, metric="dtw")
    assert {board for _, board in Tablebase.open(tmp_path).verify()} == {None}


def test_a_winning_crowning_counts_when_all_other_moves_lose(tmp_path: Path) -> None:
    build(BREAKTHROUGH, 3, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    board = Board.from_fen("W:W6,20:B42", BREAKTHROUGH)
    assert tables.probe(board) == ("win", 1)
    results = {move.destination: outcome.result for move, outcome in tables.moves(board).items()}
    assert results == {1: "win", 14: "loss", 15: "loss"}


def test_rules_with_a_king_move_limit_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"3 quiet moves in succession.*depends on the moves before"):
        build(FRISIAN, 2, tmp_path)
    build(FRISIAN.replace(king_move_limit=None), 2, tmp_path)
    assert Tablebase.open(tmp_path).pieces == 2


def test_tables_that_are_too_large_are_refused_with_the_figure(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"7 pieces under american rules takes [0-9.]+ GB"):
        build(AMERICAN, 7, tmp_path)


# Probing


def test_positions_with_a_capture_to_be_made_are_right(american: Tablebase) -> None:
    board = Board.from_fen("W:WK31,K32:BK27")
    assert american.probe(board) == ("win", 1)
    assert [move.captured for move in american.best_moves(board)] == [(27,), (27,)]


def test_every_value_is_the_best_one_behind_the_moves(american: Tablebase) -> None:
    assert {board for _, board in american.verify()} == {None}


def test_verify_finds_a_wrong_value(tmp_path: Path) -> None:
    build(AMERICAN, 2, tmp_path, metric="dtw")
    path = next(tmp_path.glob("0101.*"))
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    content[16:48] = hashlib.sha256(content[48:]).digest()
    path.write_bytes(content)
    wrong = {material: board for material, board in Tablebase.open(tmp_path).verify() if board is not None}
    assert "0101" in wrong


def test_a_line_wins_in_as_many_plies_as_the_table_says(american: Tablebase) -> None:
    board, plies = american.longest_win("2001") or (Board(), 0)
    assert plies == 61
    line = american.line(board)
    assert len(line) == 61
    for move in line:
        board = board.play(move)
    assert not board.legal_moves


def test_drawn_positions_have_no_line_and_keep_the_draw(american: Tablebase) -> None:
    board = Board.from_fen("B:WK32:BK26")
    assert american.line(board) == []
    assert {american.probe(board.play(move)) for move in american.best_moves(board)} == {("draw", None)}


def test_positions_of_more_pieces_are_in_no_table(american: Tablebase) -> None:
    assert american.probe(Board()) is None
    assert american.best_moves(Board()) == []
    with pytest.raises(ArgumentError, match="no table has"):
        american.line(Board())


@pytest.mark.parametrize(
    "fen",
    [
        "W:W21,22,23,24,25,26,27,28:BK1",  # eight men are no king
        "W:WK5:B9,10,11,12,13,14,15,16",
        "B:WK21,K22,K23,K24,K25,K26,K27,K28:BK1",
        f"W:W{','.join(map(str, range(5, 29)))}:BK1",
        f"B:W21:BK{',K'.join(map(str, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))}",
    ],
)
def test_many_pieces_are_not_taken_for_few_others(fen: str, american: Tablebase) -> None:
    assert american.probe(fen) is None
    assert american.probe_boards(Boards.from_fens([fen], AMERICAN)).is_known.tolist() == [False]


def test_positions_of_other_rules_are_refused(american: Tablebase) -> None:
    with pytest.raises(ArgumentError, match="american rules, not russian"):
        american.probe(Board.from_fen("W:WKc3:BKf6", RUSSIAN))
    renamed = AMERICAN.replace(name="club")
    assert american.probe(Board.from_fen("W:WK32:BK26", renamed)) == ("win", 9)


def test_tables_without_distances_have_no_line(pairs: Path) -> None:
    tables = Tablebase.open(pairs)
    assert tables.probe("W:WK32:BK26") == ("win", None)
    with pytest.raises(ArgumentError, match="metric='dtw'"):
        tables.line("W:WK32:BK26")


def test_arrays_of_positions_are_probed_as_boards_are(american: Tablebase) -> None:
    boards = [board for material in american.counts() for board in islice(american.positions(material, seed=5), 40)]
    boards.append(Board())
    outcomes = american.probe_boards(Boards.from_boards(boards))
    for board, result, plies, is_known in zip(boards, *(column.tolist() for column in outcomes), strict=True):
        outcome = american.probe(board)
        assert is_known is (outcome is not None)
        if outcome is not None:
            assert {"win": 1, "draw": 0, "loss": -1}[outcome.result] == result
            assert (-1 if outcome.plies is None else outcome.plies) == plies
    with pytest.raises(ArgumentError, match="american rules, not russian"):
        american.probe_boards(Boards.start(RUSSIAN, 1))


# Building


def test_a_build_goes_on_where_it_was(pairs: Path, tmp_path: Path) -> None:
    files = copy(pairs, tmp_path)
    (tmp_path / "0101.draughts-endings").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    seen: list[Progress] = []
    build(AMERICAN, 2, tmp_path, report=seen.append)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
    assert all((tmp_path / name).stat().st_mtime_ns == time for name, time in before.items())
    assert [(progress.done, progress.slices, f"{progress.share:.0%}") for progress in seen] == [(4, 4, "100%")]


class Breaking(Executor):
    """Solves one slice, then breaks."""

    def __init__(self) -> None:
        self.solved = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.solved:
            future.set_exception(BrokenExecutor())
        else:
            self.solved += 1
            future.set_result(function(*args, **kwargs))
        return future


@pytest.mark.parametrize("executor", [Breaking, lambda: ThreadPoolExecutor(2)], ids=["breaks", "threads"])
def test_an_executor_gives_the_same_files(
    executor: Callable[[], Executor], american: Tablebase, tmp_path: Path
) -> None:
    with executor() as chosen:
        build(AMERICAN, 3, tmp_path / "elsewhere", executor=chosen)
    build(AMERICAN, 3, tmp_path / "here")
    there = {path.name: path.read_bytes() for path in (tmp_path / "elsewhere").iterdir()}
    assert there == {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}


# Files


def digested(content: bytes) -> bytes:
    return content[:16] + hashlib.sha256(content[48:]).digest() + content[48:]


def lying(content: bytes) -> bytes:
    """A file whose runs are longer than its blocks, with the right digest."""
    return digested(content[:-1] + bytes([246]))


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "damaged"),
        (lambda content: content[:-3], "damaged"),
        (lambda content: content[:70], "damaged"),
        (lambda content: b"", "empty"),
        (lambda content: b"GIF89a" + content, "no slice"),
        (lying, "another slice"),
        (lambda content: digested(content + b"\0"), "another slice"),
        (lambda content: digested(content.replace(b'"slice": "0101"', b'"slice": "1010"')), "another name"),
        (lambda content: digested(content.replace(b'"blocks": ', b'"blocks":-')), "no slice"),
        (lambda content: digested(content[:56] + b"[" * (len(content) - 56)), "no slice"),
    ],
)
def test_files_that_are_not_whole_are_refused_by_name(
    spoil: Callable[[bytes], bytes], complaint: str, pairs: Path, tmp_path: Path
) -> None:
    copy(pairs, tmp_path)
    path = tmp_path / "0101.draughts-endings"
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(TablebaseError, match=f"0101.draughts-endings.*{complaint}"):
        Tablebase.open(tmp_path)


def test_files_of_other_rules_or_metrics_are_refused(pairs: Path, tmp_path: Path) -> None:
    copy(pairs, tmp_path)
    with pytest.raises(TablebaseError, match="belongs to american rules, not russian"):
        build(RUSSIAN, 2, tmp_path)
    with pytest.raises(TablebaseError, match="has metric 'wdl', not 'dtw'"):
        build(AMERICAN, 2, tmp_path, metric="dtw")
    build(RUSSIAN, 2, tmp_path / "russian")
    (tmp_path / "russian" / "1010.draughts-endings").replace(tmp_path / "1010.draughts-endings")
    with pytest.raises(TablebaseError, match=r"1010.*belongs to russian rules, and .* to american"):
        Tablebase.open(tmp_path)


def test_a_directory_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TablebaseError, match="has no endgame tables"):
        Tablebase.open(tmp_path)


@pytest.mark.parametrize("size", [1, 5, 2559, 2560, 2561, 40_000])
def test_what_is_packed_comes_back_where_it_matters(size: int) -> None:
    random = np.random.default_rng(size)
    values = np.repeat(random.integers(0, 3, size).astype(np.uint16), random.integers(1, 90, size))[:size]
    matters = random.random(size) < 0.8
    packed = pack(values, matters)
    assert is_well_formed(packed, size)
    assert (unpack(packed, size)[matters] == values[matters]).all()


# The command


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


# Interrupted builds


def _files(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


@pytest.mark.slow
def test_processes_give_the_same_files(american: Tablebase, tmp_path: Path) -> None:
    build(AMERICAN, 3, tmp_path / "here")
    build(AMERICAN, 3, tmp_path / "processes", workers=2)
    assert _files(tmp_path / "processes") == _files(tmp_path / "here")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")
def test_a_build_that_is_killed_goes_on(american: Tablebase, tmp_path: Path) -> None:
    build(AMERICAN, 4, tmp_path / "whole")
    place = tmp_path / "killed"
    code = f"from draughts.tablebase import build; build('american', 4, {str(place)!r})"
    for slices in (3, 9, 20, 40):
        process = subprocess.Popen([sys.executable, "-c", code])
        while process.poll() is None and len(list(place.glob("*.draughts-endings"))) < slices:
            time.sleep(0.001)
        process.kill()
        process.wait()
    build(AMERICAN, 4, place)
    assert {name: content for name, content in _files(place).items() if not name.endswith(".saving")} == _files(
        tmp_path / "whole"
    )


@pytest.mark.slow
@pytest.mark.skipif(find_spec("distributed") is None, reason="the extra 'distributed' is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_files(american: Tablebase, tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        build(AMERICAN, 3, tmp_path / "cluster", executor=client.get_executor())
    build(AMERICAN, 3, tmp_path / "here")
    assert _files(tmp_path / "cluster") == _files(tmp_path / "here")
