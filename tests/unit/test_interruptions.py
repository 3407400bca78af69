"""Questions inside questions, failures inside compiled code, and what is left behind: none of it changes an answer."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from draughts import AMERICAN, CANADIAN, INTERNATIONAL, RUSSIAN, Board, Rules, warm_up
from draughts.kernel import cpython, machine_code
from draughts.kernel.interned import InternedObjects
from draughts.position.legal_moves import LegalMoves
from tiers import asking

_CHAINS = "W:WK22:B7,8,17,18,28,29,39,40"


@pytest.fixture(params=["plain", "compiled"])
def tier(request: pytest.FixtureRequest) -> Iterator[str]:
    with asking(request.param):
        yield str(request.param)


def _interrupted(question: Callable[[], object], interrupt: Callable[[], object]) -> int:
    """Ask a question, and another one between any two lines of the kernel's Python code; how often."""
    times = 0
    is_busy = False

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal times, is_busy
        if event == "line" and not is_busy:
            is_busy = True
            times += 1
            try:
                interrupt()
            finally:
                is_busy = False
        return trace

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        return trace if not is_busy and ("/kernel/" in file or "/position/" in file) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        question()
    finally:
        sys.settrace(before)
    return times


@pytest.mark.usefixtures("tier")
def test_a_question_in_the_middle_of_another_changes_neither() -> None:
    other = "W:W31,32,33,K48:B8,9,18,K3"
    wanted = [str(move) for move in Board.from_fen(other, INTERNATIONAL).legal_moves]
    paths = [move.paths for move in Board.from_fen(_CHAINS, INTERNATIONAL).legal_moves]
    found: list[object] = []

    def question() -> None:
        found.append([move.paths for move in Board.from_fen(_CHAINS, INTERNATIONAL).legal_moves])

    def interrupt() -> None:
        if len(seen) < 300:
            seen.append([str(move) for move in Board.from_fen(other, INTERNATIONAL).legal_moves])

    seen: list[list[str]] = []
    assert _interrupted(question, interrupt) > 30
    assert found == [paths]
    assert all(moves == wanted for moves in seen)


def test_boards_and_their_moves_hold_each_other_in_no_circle() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(50):
            for move in Board.from_fen(_CHAINS, INTERNATIONAL).legal_moves:
                assert len(move.captured) > 1
                assert move.path
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("rules", [AMERICAN, CANADIAN], ids=lambda rules: rules.name)
def test_arguments_that_are_no_numbers_are_errors_of_their_own(rules: Rules) -> None:
    warm_up(rules)
    position = Board(rules).kernel_position
    table = InternedObjects[object]()
    list_moves = machine_code.interned_lists(position.movement)
    halves = len(position.words()) // 3
    good: list[object] = [position.turn, *position.words(), *[0] * halves, table.address, 0]
    assert isinstance(list_moves(*good, tuple), list)
    for place in range(len(good)):
        for wrong, error in (("x", TypeError), (None, TypeError), (-1, OverflowError), (1 << 64, OverflowError)):
            with pytest.raises(error):
                list_moves(*good[:place], wrong, *good[place + 1 :], tuple)


def test_a_full_set_of_squares_is_no_failure() -> None:
    reader, writer = machine_code.fen_functions()
    context = Board(RUSSIAN).context
    table = context.fen._table.buffer_info()[0]
    assert writer(table, context.squares.white_side, 0, 0, (1 << 64) - 1) == "W:W:B"
    for wrong in ("x", 1 << 64):
        with pytest.raises((TypeError, OverflowError)):
            writer(table, 0, wrong, 0, 0)  # type: ignore[arg-type]
    assert reader(table, "W:W\ud800:B") is None


def test_lists_are_the_same_where_tuples_keep_their_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    from draughts.kernel import jit

    monkeypatch.setattr(cpython, "CALLS_CLASSES", True)
    monkeypatch.setattr(jit, "attach_cache", lambda *_: None)
    board = Board(AMERICAN)
    moves = board.legal_moves
    list_moves = jit.interned_lists.__wrapped__(board.kernel_position.movement)
    table = board.context.squares.moves[board.words[0]]
    for _ in range(3):
        found = list_moves(*board.words, 0, table.address, 0, LegalMoves)
        assert type(found) is LegalMoves
        assert found == moves
        assert all(one is other for one, other in zip(found, moves, strict=True))
        with pytest.raises(TypeError):
            list_moves(*board.words, 0, table.address, 0, 5)


_NO_MEMORY = """
import _testcapi
from draughts import *
from draughts.kernel import machine_code
from draughts.position.legal_moves import LegalMoves
warm_up(AMERICAN)
boards = [Board.from_fen(f"B:W{square}:B1,2,3,5,7", AMERICAN) for square in range(20, 33)]
for board in boards:
    board.legal_moves
lists = machine_code.interned_lists(boards[0].kernel_position.movement)
reader, writer = machine_code.fen_functions()
context = boards[0].context
fen_table = context.fen._table.buffer_info()[0]
calls = [
    lambda: lists(*boards[0].words, 0, table, 0, LegalMoves),
    lambda: reader(fen_table, text),
    lambda: writer(fen_table, *boards[0].words),
]
table = context.squares.moves[boards[0].words[0]].address
text = Board(AMERICAN).fen
failed = [0] * len(calls)
for number, call in enumerate(calls):
    wanted = call()
    for start in range(25):
        _testcapi.set_nomemory(start, start + 1)
        try:
            found = call()
        except MemoryError:
            failed[number] += 1
            found = wanted
        finally:
            _testcapi.remove_mem_hooks()
        assert found == wanted
assert all(failed), failed
"""


def test_where_there_is_no_memory_compiled_code_says_so() -> None:
    pytest.importorskip("_testcapi")
    subprocess.run([sys.executable, "-c", _NO_MEMORY], check=True)


def test_a_thread_with_the_smallest_stack_lists_moves() -> None:
    code = """
import threading
from draughts import *
warm_up(INTERNATIONAL)
boards = [Board.from_fen(Board(INTERNATIONAL).fen, INTERNATIONAL) for _ in range(3)]
boards[0].legal_moves
threading.stack_size(32768)
found = []
thread = threading.Thread(target=lambda: found.append(len(boards[1].legal_moves)))
thread.start(); thread.join()
assert found == [9]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_interpreter_lock_machine_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from draughts.errors import UnsupportedPythonError

    monkeypatch.setattr(machine_code, "_is_supported", lambda: False)
    with asking("plain"):
        monkeypatch.setattr(machine_code.LISTS, "done", 1 << 40)
        assert len(Board(AMERICAN).legal_moves) == 7
        assert not machine_code.is_compiled()
        with pytest.raises(UnsupportedPythonError, match="interpreter lock"):
            warm_up(AMERICAN)


@pytest.mark.parametrize(("value", "questions"), [("", 1000), (" ", 1000), ("five", 1000), ("-3", 1000), ("7", 7)])
def test_a_wrong_number_of_questions_is_not_fatal(value: str, questions: int) -> None:
    code = "import draughts\nfrom draughts.kernel.machine_code import PLAIN_CALLS\nprint(PLAIN_CALLS)"
    environment = {**os.environ, "DRAUGHTS_PLAIN_CALLS": value}
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, env=environment, capture_output=True)
    assert done.stdout.split() == [str(questions).encode()]


def test_code_is_compiled_where_numba_is_told_to_compile_nothing() -> None:
    code = """
from draughts import *
warm_up(AMERICAN)
assert perft(Board(), 6) == 36768
boards = [Board.from_fen(Board().fen) for _ in range(1200)]
assert all(len(board.legal_moves) == 7 and board.fen == boards[0].fen for board in boards)
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_memory_that_two_threads_use_is_not_the_same() -> None:
    from draughts.kernel.scratch import UnitMemory

    with UnitMemory() as one, UnitMemory() as other:
        assert one.address != other.address
    addresses = []
    both = threading.Barrier(2)

    def take() -> None:
        with UnitMemory() as memory:
            both.wait()
            addresses.append(memory.address)

    threads = [threading.Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(addresses)) == 2
