"""Perft on the compiled kernel: scratch memory and a table for one thread, and the calls."""

from __future__ import annotations

from array import array

from draughts.errors import CaptureLimitError
from draughts.kernel.generator import Position
from draughts.kernel.machine_code import compiled_entry, loading
from draughts.kernel.movement import MovementRules
from draughts.kernel.rule_words import hash_entry
from draughts.kernel.scratch import FIRST_RECORD, PLACES

__all__ = ["KEPT", "PATHS", "REMOVED", "Counter", "StoppedError", "count_leaves"]

KEPT, REMOVED, PATHS = range(3)

#: Units of scratch memory: a hundred plies of some hundred captures each, and one of many thousands.
_UNITS = 1 << 18
_TOO_MANY, _STOPPED = 1, 2


class StoppedError(Exception):
    """A count that was stopped from another thread."""


class Counter:
    """Counts leaves under one set of movement rules, one position after another, in one thread at a time.

    Parameters
    ----------
    movement : MovementRules
        The rules.
    mode : int
        `KEPT`, `REMOVED` or `PATHS`.
    hash_mb : float
        Size of the table of counts in megabytes; 0 counts without one.
    """

    def __init__(self, movement: MovementRules, mode: int, hash_mb: float = 0) -> None:
        self.movement = movement
        self.mode = mode
        self._scratch = array("q", bytes(8 * _UNITS))
        self._scratch[PLACES["END"]] = _UNITS
        self._scratch[PLACES["DISTINCT"]] = mode == REMOVED
        self._scratch[PLACES["PATHS"]] = mode == PATHS
        self._table: tuple[int, ...] = ()
        entries = int(hash_mb * (1 << 20)) // (8 * hash_entry(movement.layout))
        if entries:
            with loading:
                import numpy as np

            size = 1 << (entries.bit_length() - 1)
            # The system clears it when it is used.
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
            If `stop` was called meanwhile.
        """
        scratch = self._scratch
        scratch[PLACES["TOP"]] = FIRST_RECORD
        leaves = self._count(position.turn, *position.words(), depth, scratch.buffer_info()[0], *self._table)
        failed = scratch[PLACES["FAILED"]]
        if failed == _STOPPED:
            raise StoppedError
        if failed == _TOO_MANY:
            scratch[PLACES["FAILED"]] = 0
            raise CaptureLimitError("a position in the tree has more capture routes than the generator follows")
        return leaves

    def stop(self) -> None:
        """Let the count that is running end soon, and every later one at once; from any thread."""
        self._scratch[PLACES["FAILED"]] = _STOPPED


def count_leaves(position: Position, depth: int, mode: int) -> int:
    """The leaves at `depth`, 1 or more, without a table; see `Counter.count`."""
    return Counter(position.movement, mode).count(position, depth)
