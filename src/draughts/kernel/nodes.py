"""Perft on the compiled kernel: scratch memory and a table for one thread, and the calls."""

from __future__ import annotations

from draughts.errors import CaptureLimitError
from draughts.kernel.generator import Position
from draughts.kernel.machine_code import compiled_entry, loading
from draughts.kernel.movement import MovementRules
from draughts.kernel.rule_words import hash_entry
from draughts.kernel.scratch import FAILURES, FIRST_RECORD, PLACES, UNITS

__all__ = ["KEPT", "MOST_PLIES", "PATHS", "REMOVED", "Counter", "StoppedError", "TooLargeError", "count_leaves"]

KEPT, REMOVED, PATHS = range(3)

#: The deepest count. Memory for the plies is taken beforehand.
MOST_PLIES = 1000
#: Units of scratch memory for one ply: what is kept of it, and its moves. Kings of any kind have fewer than 3100 quiet
#: moves on the largest boards: 83 of 120 squares times the 37 that is the most for one. Captures have `UNITS` more.
_PLY_UNITS = 4096


class StoppedError(Exception):
    """A count that was stopped from another thread."""


class TooLargeError(Exception):
    """A count that has no room in 63 bits."""


class Counter:
    """Counts leaves under one set of movement rules, one position after another, in one thread at a time.

    Parameters
    ----------
    movement : MovementRules
        The rules.
    mode : int
        `KEPT`, `REMOVED` or `PATHS`.
    depth : int
        The most plies to count, up to `MOST_PLIES`.
    hash_mb : float
        Size of the table of counts in megabytes; 0 counts without one.
    """

    def __init__(self, movement: MovementRules, mode: int, depth: int, hash_mb: float = 0) -> None:
        with loading:
            import numpy as np

        self.movement = movement
        self.mode = mode
        self._stopped = False
        # The system hands out memory, cleared, when it is used.
        units = UNITS + depth * _PLY_UNITS
        self._scratch = np.zeros(units, np.int64)
        self._scratch[PLACES["END"]] = units
        self._scratch[PLACES["DISTINCT"]] = mode == REMOVED
        self._scratch[PLACES["PATHS"]] = mode == PATHS
        self._table: tuple[int, ...] = ()
        entries = int(hash_mb * (1 << 20)) // (8 * hash_entry(movement.layout))
        if entries:
            size = 1 << (entries.bit_length() - 1)
            self._memory = np.zeros(size * hash_entry(movement.layout), np.int64)
            self._table = (self._memory.ctypes.data, size - 1)
        self._count = compiled_entry(movement, "count_leaves_hashed" if self._table else "count_leaves")

    def count(self, position: Position, depth: int) -> int:
        """The leaves at `depth`, 1 or more. Runs without the interpreter lock.

        Raises
        ------
        CaptureLimitError
            If some position has more capture routes than the generator follows.
        StoppedError
            If `stop` was called.
        TooLargeError
            If there are 1 << 63 or more; a table keeps the counts that had room.
        """
        scratch = self._scratch
        scratch[PLACES["TOP"]] = FIRST_RECORD
        scratch[PLACES["FAILED"]] = 0
        if self._stopped:
            raise StoppedError
        leaves = self._count(position.turn, *position.words(), depth, scratch.ctypes.data, *self._table)
        if self._stopped:
            raise StoppedError
        failed = scratch[PLACES["FAILED"]]
        if failed == FAILURES["TOO_MANY_ROUTES"]:
            raise CaptureLimitError("a position in the tree has more capture routes than the generator follows")
        if failed == FAILURES["TOO_LARGE"]:
            raise TooLargeError
        return leaves

    def stop(self) -> None:
        """Let the count that is running end soon, and every later one at once; from any thread."""
        self._stopped = True
        self._scratch[PLACES["FAILED"]] = FAILURES["COUNT_STOPPED"]


def count_leaves(position: Position, depth: int, mode: int) -> int:
    """The leaves at `depth`, 1 or more, without a table; see `Counter.count`."""
    return Counter(position.movement, mode, depth).count(position, depth)
