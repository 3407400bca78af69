"""The table in which compiled code finds moves."""

from __future__ import annotations

import ctypes
import os
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draughts import AMERICAN
from draughts.kernel.interned import InternedObjects
from draughts.kernel.movement import movement_of
from draughts.kernel.python_backend import load_functions
from draughts.kernel.specialise import specialise

_FIND = load_functions(specialise(movement_of(AMERICAN), "list_interned_moves"))["find_interned"]


class _Memory:
    """What an address leads to, as the Python backend reads memory."""

    def __init__(self, address: int) -> None:
        self._address = address

    def __getitem__(self, unit: int) -> int:
        return ctypes.c_int64.from_address(self._address + 8 * unit).value


def _found(address: int, number: int) -> tuple[int, int] | None:
    """Address and rank of what is known under a number, as the kernel looks for it."""
    memory: Any = _Memory(address)
    place = _FIND(number, memory)
    return (memory[place], memory[place + 1]) if place else None


@given(st.dictionaries(st.integers(1, (1 << 32) - 1), st.text(), max_size=200), st.integers(1, (1 << 32) - 1))
def test_what_was_added_is_found_and_nothing_else(things: dict[int, str], other: int) -> None:
    known = InternedObjects[str]()
    for number, thing in things.items():
        assert known.add(number, thing, number & 0xFFFF) is thing
    assert len(known) == len(things)
    for number, thing in things.items():
        assert known.get(number) is thing
        assert _found(known.address, number) == (id(thing), number & 0xFFFF)
    if other not in things:
        assert known.get(other) is None
        assert _found(known.address, other) is None


def test_what_came_first_stays() -> None:
    known = InternedObjects[list[int]]()
    first = known.add(5, [1], 7)
    assert known.add(5, [1], 8) is first
    assert _found(known.address, 5) == (id(first), 7)
    assert len(known) == 1


def test_a_table_that_was_outgrown_can_still_be_read() -> None:
    known = InternedObjects[object]()
    first = known.add(9, object(), 1)
    old = known.address
    for number in random.Random(1).sample(range(10, 1 << 24), 5000):
        known.add(number, object(), 2)
    assert known.address != old
    assert _found(old, 9) == _found(known.address, 9) == (id(first), 1)


def test_many_that_were_added_while_the_table_was_being_filled_all_find_a_place() -> None:
    known = InternedObjects[object]()
    with known._lock:  # as another thread holds it
        for number in range(1, 200):
            known.add(number, object(), 0)
    known.add(200, object(), 0)
    assert all(_found(known.address, number) == (id(known.get(number)), 0) for number in range(1, 201))


def test_threads_that_add_at_once_lose_nothing() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            known = InternedObjects[object]()
            numbers = range(1, 800)

            def add(start: int, known: InternedObjects[object] = known) -> None:
                for number in range(start, 800, 4):
                    known.add(number, object(), 0)

            with ThreadPoolExecutor(4) as threads:
                list(threads.map(add, range(1, 5)))
            assert all(_found(known.address, number) == (id(known.get(number)), 0) for number in numbers)
            assert _found(known.address, 1000) is None
    finally:
        sys.setswitchinterval(interval)


@pytest.fixture
def interrupting() -> Any:
    """Run a function between any two lines of a module, as a signal handler or a finaliser might."""
    before = sys.gettrace()

    def start(file: str, interrupt: Callable[[], None]) -> None:
        is_busy = False

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal is_busy
            if event == "line" and not is_busy:
                is_busy = True
                try:
                    interrupt()
                finally:
                    is_busy = False
            return trace

        def enter(frame: FrameType, event: str, argument: Any) -> Any:
            return trace if frame.f_code.co_filename.endswith(file) and not is_busy else None

        sys.settrace(enter)

    yield start
    sys.settrace(before)


def test_what_interrupts_an_addition_may_add_too(interrupting: Any) -> None:
    known = InternedObjects[object]()
    numbers = iter(range(1000, 1 << 20))
    added = []

    def interrupt() -> None:
        number = next(numbers)
        added.append((number, id(known.add(number, object(), number))))

    interrupting("interned.py", interrupt)
    try:
        for number in range(1, 60):
            added.append((number, id(known.add(number, object(), number))))
    finally:
        sys.settrace(None)
    assert len(added) > 300
    assert all(_found(known.address, number) == (thing, number) for number, thing in added)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_of_a_thread_that_was_adding_adds_and_finds() -> None:
    known = InternedObjects[object]()
    things = [known.add(number, object(), 0) for number in range(1, 20)]
    assert known._lock.acquire(blocking=False)  # as another thread would
    known._pending.append(19)
    try:
        child = os.fork()
        if child == 0:
            mine = known.add(500, object(), 3)
            fine = all(_found(known.address, n) == (id(thing), 0) for n, thing in enumerate(things, 1))
            os._exit(0 if fine and _found(known.address, 500) == (id(mine), 3) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        known._lock.release()
