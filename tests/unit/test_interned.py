"""The table in which compiled code finds moves."""

from __future__ import annotations

import ctypes
import random
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from draughts.kernel.interned import SPREAD, SPREAD_SHIFT, KnownObjects


def _found(address: int, number: int) -> int:
    """The address of what is known under a number, or 0, as compiled code looks for it."""
    mask = ctypes.c_int64.from_address(address).value
    place = (number * SPREAD % (1 << 64) >> SPREAD_SHIFT) & mask
    while True:
        there, thing = (ctypes.c_int64 * 2).from_address(address + 16 * (place + 1))
        if there in (number, 0):
            return thing if there else 0
        place = (place + 1) & mask


@given(st.dictionaries(st.integers(1, (1 << 32) - 1), st.text(), max_size=200), st.integers(1, (1 << 32) - 1))
def test_what_was_added_is_found_and_nothing_else(things: dict[int, str], other: int) -> None:
    known = KnownObjects[str]()
    for number, thing in things.items():
        assert known.add(number, thing) is thing
    assert len(known) == len(things)
    for number, thing in things.items():
        assert known.get(number) is thing
        assert _found(known.address, number) == id(thing)
    if other not in things:
        assert known.get(other) is None
        assert _found(known.address, other) == 0


def test_what_came_first_stays() -> None:
    known = KnownObjects[list[int]]()
    first = known.add(5, [1])
    assert known.add(5, [1]) is first
    assert _found(known.address, 5) == id(first)
    assert len(known) == 1


def test_a_table_that_was_outgrown_can_still_be_read() -> None:
    known = KnownObjects[object]()
    first = known.add(9, object())
    old = known.address
    for number in random.Random(1).sample(range(10, 1 << 24), 5000):
        known.add(number, object())
    assert known.address != old
    assert _found(old, 9) == _found(known.address, 9) == id(first)


def test_threads_that_add_at_once_lose_nothing() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            known = KnownObjects[object]()
            numbers = range(1, 800)

            def add(start: int, known: KnownObjects[object] = known) -> None:
                for number in range(start, 800, 4):
                    known.add(number, object())

            with ThreadPoolExecutor(4) as threads:
                list(threads.map(add, range(1, 5)))
            assert all(_found(known.address, number) == id(known.get(number)) for number in numbers)
            assert _found(known.address, 1000) == 0
    finally:
        sys.setswitchinterval(interval)
