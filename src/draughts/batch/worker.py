"""Running the kernel on arrays of positions, by one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from draughts.batch.layout import Array
from draughts.batch.tables import BatchTables, tables_for
from draughts.game.draw_records import write_rules
from draughts.kernel.batch_words import BATCH_PLACES, BATCH_STACK
from draughts.kernel.machine_code import compiled_entry
from draughts.kernel.movement import movement_of
from draughts.kernel.scratch import PLACES, UNITS
from draughts.kernel.search_words import SEARCH_PLACES
from draughts.rules.rules import Goal, Rules

__all__ = ["MOST_AT_ONCE", "Worker", "run"]


#: Where each word lies.
_ALL_PLACES = {**PLACES, **SEARCH_PLACES, **BATCH_PLACES}
_SIZE = BATCH_STACK + UNITS
#: Positions that a thread is given at least.
_FEW = 256
#: The most positions for one call: signals are heard between calls.
MOST_AT_ONCE = 1 << 14


class Worker:
    """Memory of one thread for the positions of one rule set; used by one thread at a time.

    Parameters
    ----------
    rules : Rules
        The rules.
    """

    def __init__(self, rules: Rules) -> None:
        self.tables = tables = tables_for(rules)
        self._memory = np.zeros(_SIZE, np.int64)
        self.address = int(self._memory.ctypes.data)
        self._put("END", _SIZE)
        self._put("KING_LIMIT", rules.king_move_limit or 0)
        self._put("BLOCKED_LOSES", rules.goal is not Goal.BE_BLOCKED)
        write_rules(self._memory, rules)
        self._put("REPETITIONS", len(tables.repetitions))
        for number, occurrences in enumerate(tables.repetitions):
            self._memory[BATCH_PLACES["REPEATS"] + number] = occurrences
        self._put("COUNTS_SIZE", len(tables.draw_rules))
        self._put("AUTOMATIC", sum(1 << at for at, ends in enumerate(tables.automatic.tolist()) if ends))
        self._put("TURN_FLIP", tables.black_side)
        self._put("ASCENDING", tables.ascending)
        self._put("CHAIN_MASK", len(tables.chains) - 1)
        for name, table in _tables(tables):
            self._put(name, table.ctypes.data)

    def _put(self, name: str, value: int) -> None:
        self._memory[_ALL_PLACES[name]] = value

    def point_to(self, arrays: dict[str, Array | int]) -> None:
        """Let places of memory have the addresses of arrays, or numbers."""
        for name, value in arrays.items():
            self._memory[_ALL_PLACES[name]] = value if isinstance(value, int) else value.ctypes.data


def _tables(tables: BatchTables) -> list[tuple[str, Array]]:
    return [
        ("SPREAD_TABLE", tables.spread),
        ("GATHER_TABLE", tables.gather),
        ("SQUARE_AT", tables.square_at),
        ("BIT_AT", tables.bit_at),
        ("STEP_NUMBERS", tables.step_numbers),
        ("CHAIN_TABLE", tables.chains),
    ]


@lru_cache(maxsize=64)
def _idle_workers(rules: Rules) -> list[Worker]:
    """Workers that nobody uses now. Taking and giving back are single operations of a list."""
    return []


def run(
    rules: Rules,
    entry: str,
    count: int,
    arrays: dict[str, Array | int],
    *arguments: int,
    threads: int = 1,
    chunk: int = MOST_AT_ONCE,
    before: Callable[[int, int], None] | None = None,
) -> int:
    """Call an entry point of ``source/batch`` for positions 0 to `count`.

    Parameters
    ----------
    rules : Rules
        The rules.
    entry : str
        The entry point.
    count : int
        How many positions there are.
    arrays : dict
        Addresses and numbers that it needs, by the words of the kernel.
    *arguments : int
        Its parameters between the positions and the memory.
    threads : int
        How many threads work on it.
    chunk : int
        The most positions for one call.
    before : callable, optional
        Called with the positions of each call beforehand.

    Returns
    -------
    int
        -1, or the first of the positions that the entry point stopped at.
    """
    function = compiled_entry(movement_of(rules), entry)

    def work(bounds: tuple[int, int]) -> int:
        idle = _idle_workers(rules)
        try:
            worker = idle.pop()
        except IndexError:
            worker = Worker(rules)
        worker.point_to(arrays)
        first, end = bounds
        stopped = -1
        while first < end and stopped < 0:
            last = min(end, first + chunk)
            if before:
                before(first, last)
            stopped = function(first, last, *arguments, worker.address)
            first = last
        idle.append(worker)
        return stopped

    shares = _shares(count, threads)
    if len(shares) == 1:
        return work(shares[0])
    with ThreadPoolExecutor(threads) as pool:
        stops = [stop for stop in pool.map(work, shares) if stop >= 0]
    return min(stops, default=-1)


def _shares(count: int, threads: int) -> Sequence[tuple[int, int]]:
    """The positions of each thread; several shares each, as games differ in length."""
    if threads == 1 or count <= _FEW:
        return [(0, count)]
    size = max(_FEW, -(-count // (8 * threads)))
    return [(first, min(count, first + size)) for first in range(0, count, size)]
