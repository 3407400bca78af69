"""Perft on the compiled kernel: scratch memory for one call, and the call."""

from __future__ import annotations

from array import array

from draughts._kernels.binding import Position
from draughts._kernels.specialise import FIRST_RECORD, PLACES

__all__ = ["KEPT", "PATHS", "REMOVED", "count_leaves"]

KEPT, REMOVED, PATHS = range(3)

#: Units of scratch memory: a hundred plies of some hundred captures each, and one of many thousands.
_UNITS = 1 << 18


def count_leaves(position: Position, depth: int, mode: int) -> int | None:
    """The leaves at `depth`, 1 or more; None if some position has too many capture routes to follow.

    Runs without the interpreter lock, so threads may call it side by side.
    """
    from draughts._kernels.jit import bind_jit

    count = bind_jit(position.policy, "count_leaves")
    scratch = array("q", bytes(8 * _UNITS))
    scratch[PLACES["TOP"]] = FIRST_RECORD
    scratch[PLACES["END"]] = _UNITS
    scratch[PLACES["DISTINCT"]] = mode == REMOVED
    scratch[PLACES["PATHS"]] = mode == PATHS
    leaves = count(position.turn, *position.words(), depth, scratch.buffer_info()[0])
    return None if scratch[PLACES["FAILED"]] else leaves
