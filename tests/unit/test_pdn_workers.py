"""Parts of files: the cuts change nothing, executors keep the order, and one that breaks loses no game."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts.pdn import FaultKind, GameReport, Repair, repairs, validate
from draughts.pdn.movelists import lines_as_games
from draughts.pdn.pipeline import Settings, check, with_neighbours
from draughts.pdn.splitting import parts

_FILES = sorted((Path(__file__).parents[1] / "data" / "pdn").glob("*.pdn"))


def _whole(text: str) -> list[GameReport]:
    return list(validate(text + "\n"))


def _in_parts(text: str, size: int) -> tuple[list[GameReport], int]:
    found: list[GameReport] = []
    cut = list(with_neighbours(parts([text + "\n"], deque(), size=size), Settings(None)))
    for part in cut:
        found += [report.numbered(len(found) + at) for at, report in enumerate(check(part, Settings(None)), 1)]
    return [report.numbered(at) for at, report in enumerate(found, 1)], len(cut)


_PIECES = st.sampled_from(
    ['[Event "a"]\n', '[Event "b"]\n', "1. 11-15 23-19 1-0\n", "1. 9-14 *\n", "\n", "{a comment} ", "{", "}", "; 1-0\n",
     "% so *\n", "( 1-0\n", ")", "1/2-1/2\n", "0-1", "{\n 1-0\n\n", '[White "{"]\n', '[White "}"]\n', "2. 11-18 ",
     "- - ", "\r\n"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=40).map("".join), st.integers(1, 60))
@settings(max_examples=300)
def test_a_cut_changes_nothing(text: str, size: int) -> None:
    assert _in_parts(text, size)[0] == _whole(text)


def test_a_file_of_games_is_cut_into_many_parts_of_the_wanted_size() -> None:
    text = "".join(f'[Event "{at}"]\n\n1. 11-15 23-19 {{note {at}}}\n 2. 8-11 1-0\n\n' for at in range(200))
    reports, count = _in_parts(text, 500)
    assert reports == _whole(text)
    assert len(text) / 600 < count <= len(text) / 500 + 1


def test_a_file_that_cannot_be_cut_is_not_held_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.pdn.splitting._LIMIT", 5000)
    blocks = iter(["1. 11-15 23-19 {a note}\n" * 100] * 50)
    cut = list(parts(blocks, deque(), size=1000))
    (part,) = cut
    assert 5000 < len(part.text) < 15_000
    assert len(part.text) + sum(map(len, part.rest)) == 50 * 2400


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_an_executor_gives_the_same_reports(path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert list(validate(path, executor=executor)) == list(validate(path))


def test_lines_in_another_encoding_are_noted_with_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.pdn.splitting.parts.__defaults__", (1 << 16,))
    games = b"".join(b'[Event "K\xf6ln %d"]\n1. 11-15 *\n\n' % at for at in range(9_000))
    with ThreadPoolExecutor(1) as executor:
        reports = list(validate(games, executor=executor))
    assert len(games) > 1 << 17
    assert [report.game for report in reports] == list(range(1, 9_001))
    assert all([note.line for note in report.notes] == [report.line] for report in reports)


class _Breaking(Executor):
    """Does two jobs, loses the third, and takes no more."""

    def __init__(self) -> None:
        self.jobs = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        self.jobs += 1
        if self.jobs > 3:
            raise BrokenExecutor
        future: Future[Any] = Future()
        if self.jobs < 3:
            future.set_result(function(*arguments, **options))
        else:
            future.set_exception(BrokenExecutor())
        return future


def test_an_executor_that_breaks_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.pdn.splitting.parts.__defaults__", (1000,))
    text = "".join(f'[Event "{at}"]\n1. 11-15 23-19 *\n\n' for at in range(300))
    executor = _Breaking()
    assert list(validate(text, executor=executor)) == _whole(text)
    assert executor.jobs == 4


# Lists of moves


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("11-15 23-19\n", False),
        ("11-15 23-19\n8-11 22-17\n", False),
        ("11-15 23-19\n11-15 22-17\n", True),
        ("1. 11-15 23-19\n1. 11-15 22-17\n", True),
        ("11-15 23-19 1-0\n11-15 22-17 0-1\n", True),
        ("11-15 {a} 23-19\n11-15 22-17\n", False),
        ('[Event "a"]\n11-15\n', False),
        ("", False),
        ("\n\n", False),
    ],
)
def test_lines_are_games_if_they_begin_there(text: str, is_list: bool) -> None:
    blocks, found = lines_as_games([text], None)
    assert found is is_list
    if not is_list:
        assert "".join(blocks) == text


@given(st.text(st.sampled_from("11-5 23x\nab4:c*/0."), max_size=80))
@settings(max_examples=300)
def test_any_list_gives_reports(text: str) -> None:
    assert all(report.ok is not bool(report.faults) for report in validate(text + "\n"))


# Repairs


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("1. 11-15 22-18 2. 15x22 25x17 3. 8-11 29-25 4. 4-8 25-22 1-0", "25x17", ("25x18",)),
        ('[GameType "21"] [FEN "W:W26:B14,15,22,23"] 26x10 *', "26x10", ("26x17x10", "26x19x10")),
        ('[Result "0-1"] [FEN "B:W17:B14"] 14x21 0-1', "0-1", ("1-0",)),
        ('[GameType "20"] [FEN "W:W32:B28"] 32x23 1-1', "1-1", ("2-0",)),
        ("1. 11x15 22-18 *", "11x15", ("11-15",)),
        ("1. 11- 15 22-18 *", "11- 15", ("11-15",)),
        ("1. 11-15 22-18 1:0", "1:0", ("1-0",)),
        ('[Result "1-0"] 1. 11-15 22-18', "", ("1-0",)),
        ('[Result "1-0"] 1. 11-15 22-18 0-1', "0-1", ("1-0",)),
        ('[Round "1.1] 1. 11-15 *', "Round", ('[Round "1.1"]',)),
        ("32-27 17-21 34-29 21x32 38x27 20-24 *", "", ('[GameType "20,W,10,10,N2,0"]',)),
        ("1. 32-28 19-23 2. 28x19 14x23 *", "", ()),  # Frisian as well
    ],
)
def test_what_would_mend_a_game(text: str, old: str, new: tuple[str, ...]) -> None:
    (report,) = validate(text + "\n")
    assert (old, new) in [(repair.old, repair.new) for repair in repairs(report)]


def test_the_right_game_type_is_named() -> None:
    moves = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25 4. 9-13 18-14 5. 10x17 21x14 *"
    (report,) = validate(f'[GameType "22"] {moves}\n')
    assert any('[GameType "21,B,8,8,N1,0"]' in repair.new for repair in repairs(report))


def test_results_are_mended_from_the_same_side() -> None:
    text = '[FEN "W:W18:B14"] 18x9 {}\n'
    (usual,) = validate(text.format("1-0"))
    (white,) = validate(text.format("0-1"), white_first=True)
    assert [repair.new for repair in repairs(usual)] == [("0-1",)]
    assert [repair.new for repair in repairs(white, white_first=True)] == [("1-0",)]


def test_jumps_written_apart_become_one_capture() -> None:
    (report,) = validate('[FEN "W:W26:B22,14"] 26x17 17x10 *\n')
    assert Repair(1, 22, "26x17 17x10", ("26x10",), "joined jumps") in repairs(report)


@given(st.lists(_PIECES, max_size=30).map("".join))
@settings(max_examples=100)
def test_repairs_of_anything_are_words(text: str) -> None:
    for report in _whole(text):
        assert all(str(repair) for repair in repairs(report))


def test_the_repair_that_agrees_with_the_result_is_named_first() -> None:
    text = '[GameType "25"]\n[FEN "W:WK1:B6,7,25,26"]\n1. b8:f8 %s\n'
    long, short = "b8:f4:c1:a3:f8", "b8:d6:f8"

    def named(result: str, *, white_first: bool = False) -> tuple[str, ...]:
        (report,) = validate(text % result)
        assert [fault.kind for fault in report.faults] == [FaultKind.AMBIGUOUS_MOVE]
        (repair,) = repairs(report, white_first=white_first)
        return repair.new

    assert named("1-0") == (long, short)  # takes all four, and Black has lost
    assert named("*") == named("1/2-1/2") == (short, long)


def test_of_four_outcomes_the_one_that_ends_the_game_is_named_first() -> None:
    fen = "W:WK5:B9,10,11,17,18,19,25,26,27,28"
    for result, white_first in (("0-1", False), ("1-0", True), ("1-0", False)):
        (report,) = validate(f'[GameType "21"]\n[FEN "{fen}"]\n1. 5x32 {result}\n', white_first=white_first)
        (repair,) = repairs(report, white_first=white_first)
        assert len(repair.new) == 4
        assert repair.new[0] == "5x14x21x30x23x14x7x16x23x32"  # leaves one man, which cannot move


def test_repairs_quote_what_stands_in_the_file() -> None:
    (report,) = validate('[GameType "20"]\n1. 32- 28 19\u201323 2. 28x 19 14x23 3. 37- 32  1- 7 *\n')
    old = {repair.old for repair in repairs(report)}
    assert old == {"32- 28", "19\u201323", "28x 19", "37- 32"}
    (report,) = validate('[GameType "20"]\n1. 32- 27 *\n')
    assert [(repair.old, repair.new) for repair in repairs(report)] == [("32- 27", ("32-27",))]
    (report,) = validate('[GameType "20"]\n[FEN "W:W32:B1"]\n1. 32- 26 *\n')
    assert [(repair.old, repair.new) for repair in repairs(report)] == [("32- 26", ("32-27", "32-28"))]


def test_what_the_games_of_a_file_tell_of_each_other_is_the_same_in_parts() -> None:
    games = [
        "1. c3-b4 b6-c5 2. b2-c3 f6-e5 3. e3-f4 g7-f6 *",  # Russian, Brazilian and Czech
        "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *",
        '[FEN "W:WKa1,b4:Bc3,h6"]\n1. a1xd4 *',
        '[FEN "W:WKh2,c3:Bd4,f4,g1"]\n1. h2xe5 *',
        '[GameType "20"]\n1. 32-28 *',
        "1. 11-15 23-19 *",
    ]
    for seed in range(20):
        rng = random.Random(seed)
        text = "\n".join(f'[Event "{at}"]\n{rng.choice(games)}\n' for at in range(rng.randrange(100)))
        for size in (50, 500, 5000):
            assert _in_parts(text, size)[0] == _whole(text)
