"""Counts that have no room in 63 bits, and depths that the stack of a small thread has no room for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from draughts import RUSSIAN, Board, DraughtsError, divide, get_rules, perft
from draughts.cli import main
from draughts.enumeration.runs import PerftRun
from draughts.kernel.generator import Position
from draughts.kernel.jit import compiled_entry
from draughts.kernel.nodes import KEPT, Counter, TooLargeError

#: One king each. The count at depth 45 is known from an independent program, by dynamic programming.
_KINGS = Board.from_fen("W:WK1:BK32")
_LEAVES = 18389010684224466739958


@pytest.mark.parametrize(("hash_mb", "workers"), [(64, 1), (1, 1), (8, 2)])
def test_a_count_of_more_than_63_bits_is_exact(hash_mb: float, workers: int) -> None:
    assert perft(_KINGS, 45, hash_mb=hash_mb, workers=workers) == _LEAVES


def test_the_leaves_behind_each_move_are_exact_too() -> None:
    behind = divide(_KINGS, 45, hash_mb=8)
    assert list(behind) == list(_KINGS.legal_moves)
    assert sum(behind.values()) == _LEAVES


@pytest.mark.parametrize("convention", ["kept", "removed", "paths"])
def test_the_parts_of_a_large_count_add_up_in_every_convention(convention: str) -> None:
    board = Board.from_fen("W:WKa1:BKf8", RUSSIAN)
    direct = perft(board, 27, count=convention, hash_mb=32)
    assert direct >= 1 << 63
    assert sum(divide(board, 27, count=convention, hash_mb=32).values()) == direct


def test_the_kernel_refuses_a_count_that_has_no_room_and_its_table_stays_right() -> None:
    counter = Counter(_KINGS.kernel_position.movement, KEPT, 45, hash_mb=8)
    with pytest.raises(TooLargeError):
        counter.count(_KINGS.kernel_position, 45)
    fresh = Counter(_KINGS.kernel_position.movement, KEPT, 45, hash_mb=8)
    for depth in (1, 3, 4, 20, 36):
        assert counter.count(_KINGS.kernel_position, depth) == fresh.count(_KINGS.kernel_position, depth)


def test_a_long_count_is_kept_and_taken_up_again_however_large(tmp_path: Path) -> None:
    run = PerftRun(_KINGS, 45, KEPT, 20)
    assert run.run(hash_mb=8) == _LEAVES
    run.save(tmp_path / "run.json")
    again = PerftRun(_KINGS, 45, KEPT, 20)
    again.resume(tmp_path / "run.json")
    assert again.progress == run.progress
    assert again.run() == _LEAVES


def test_the_command_line_prints_a_large_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "american", "45", "--fen", "W:WK1:BK32", "--hash", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][-1]["leaves"] == _LEAVES
    assert main(["perft", "american", "45", "--fen", "W:WK1:BK32", "--hash", "8", "--divide"]) == 0
    assert f"{_LEAVES:,}" in capsys.readouterr().out


@pytest.mark.parametrize("depth", [1001, 100_000, 1 << 63, pytest.param(10**5000, id="5001-digits")])
def test_a_depth_beyond_the_limit_is_refused_and_the_limit_named(depth: int) -> None:
    for question in (perft, divide):
        with pytest.raises(ValueError, match="depth, a number of plies, must be a whole number up to 1000"):
            question(_KINGS, depth)
    with pytest.raises(ValueError, match="1000"):
        perft(_KINGS, depth, bulk=False)


@pytest.mark.parametrize("depth", ["1001", "100000", str(1 << 63), pytest.param("9" * 5000, id="5000-digits")])
def test_the_command_line_refuses_such_a_depth(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "american", depth]) == 2
    assert "a depth is a number of plies, 1 to 1000" in capsys.readouterr().err


@pytest.mark.parametrize("size", [-1, float("nan"), float("inf"), 1 << 70])
def test_a_table_that_no_machine_has_room_for_is_refused(size: Any) -> None:
    with pytest.raises(ValueError, match="hash_mb must be a number of megabytes from 0 to"):
        perft(_KINGS, 9, hash_mb=size)


def test_leaves_are_counted_one_by_one_at_any_depth() -> None:
    # The man walks to the last row, then the king goes to and fro: one move at most for each side.
    board = Board.from_fen("W:W5:BK1")
    assert perft(board, 1000, bulk=False) == perft(board, 1000) == 0


_SMALL_THREAD = """
import sys, threading
from draughts import CANADIAN, Board, perft
from draughts.kernel.generator import Position
from draughts.kernel.jit import compiled_entry
from draughts.kernel.nodes import KEPT, MOST_PLIES, Counter, TooLargeError

boards = [Board.from_fen("W:WK1:BK32"), Board.from_fen("W:WK2:BK70", CANADIAN)]
counters = [Counter(board.kernel_position.movement, KEPT, MOST_PLIES, hash_mb=64) for board in boards]
refused = []

def count():
    for board, counter in zip(boards, counters):
        try:
            counter.count(board.kernel_position, MOST_PLIES)
        except TooLargeError:
            refused.append(board)

threading.stack_size(32768)
thread = threading.Thread(target=count)
thread.start()
thread.join()
assert refused == boards
assert perft(boards[0], 45, hash_mb=8, workers=2) == int(sys.argv[1])
"""


def test_a_thread_with_the_smallest_stack_counts_as_deep_as_any() -> None:
    command = [sys.executable, "-c", _SMALL_THREAD, str(_LEAVES)]
    assert subprocess.run(command, check=False, timeout=300).returncode == 0


@pytest.mark.parametrize("variant", ["canadian", "international", "turkish"])
def test_positions_with_few_pieces_have_numbers_of_their_own_in_a_table(variant: str) -> None:
    rules = get_rules(variant)
    movement = Board(rules).kernel_position.movement
    squares = [1 << bit for bit in range(movement.layout.bits) if movement.layout.valid >> bit & 1]
    positions = [Position(movement, 0, own, opp, own | opp) for own in squares for opp in squares if own != opp]
    number = compiled_entry(movement, "position_key")
    assert len({number(0, *position.words(), 0) for position in positions}) == len(positions)


def test_a_saved_count_of_absurd_length_is_refused(tmp_path: Path) -> None:
    run = PerftRun(_KINGS, 45, KEPT, 20)
    run.save(tmp_path / "run.json")
    content = json.loads((tmp_path / "run.json").read_text())
    content["counts"] = {next(iter(run.parts)).fen: "1" * 4001}
    (tmp_path / "run.json").write_text(json.dumps(content))
    with pytest.raises(DraughtsError, match="damaged"):
        run.resume(tmp_path / "run.json")
