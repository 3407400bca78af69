"""Values packed: five to a byte, long runs of one value to fewer, in blocks that can be read each by itself.

The kernel reads this form as it is (``source/endgames``), so a file need only be mapped into memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from draughts.kernel.endgame_words import BLOCK, ENDGAME_WORDS, FILLED, LITERALS
from draughts.tablebase.memory import RUN_LENGTHS, RUN_VALUES, SliceData

__all__ = ["is_well_formed", "pack", "unpack"]

Array = NDArray[Any]

_IN_BYTE = ENDGAME_WORDS["PACKED_IN_BYTE"]
#: Bytes of a block before runs are packed.
_BYTES = BLOCK // _IN_BYTE
#: The bytes in which all values are the same, by value.
_UNIFORM = [value * (LITERALS - 1) // 2 for value in range(3)]


def pack(values: Array, matters: Array) -> SliceData:
    """Values 0, 1 and 2 packed; where they do not matter anything may come back."""
    blocks = -(-len(values) // BLOCK)
    # What does not matter is as what was before it: that makes runs longer.
    last_known = np.maximum.accumulate(np.where(matters, np.arange(len(values), dtype=np.int64), 0))
    filled = np.zeros(blocks * BLOCK, np.uint8)
    filled[: len(values)] = np.where(matters, values, 0)[last_known]
    filled[len(values) :] = filled[len(values) - 1]
    packed = filled.reshape(-1, _IN_BYTE) @ np.array([81, 27, 9, 3, 1], np.uint8)
    begins = np.empty(len(packed), bool)
    begins[0] = True
    np.not_equal(packed[1:], packed[:-1], out=begins[1:])
    begins[::_BYTES] = True
    starts = np.flatnonzero(begins)
    runs = packed[starts]
    lengths = np.diff(starts, append=len(packed))
    codes = np.zeros((len(runs), len(FILLED) + 1), np.uint8)
    counts = np.zeros((len(runs), len(FILLED) + 1), np.int64)
    codes[:, -1], counts[:, -1] = runs, lengths
    for value, uniform in enumerate(_UNIFORM):
        which = np.flatnonzero(runs == uniform)
        left = lengths[which]
        for place, step in enumerate(reversed(range(len(FILLED)))):
            codes[which, place] = LITERALS + len(FILLED) * value + step
            counts[which, place], left = np.divmod(left, FILLED[step])
        counts[which, -1] = left
    data = np.repeat(codes.ravel(), counts.ravel())
    before = np.cumsum(counts.sum(axis=1)) - counts.sum(axis=1)
    return SliceData("PACKED", data, before[starts % _BYTES == 0].astype(np.uint32))


def unpack(packed: SliceData, size: int) -> Array:
    """The values of a slice of so many positions, a byte each."""
    values: Array = np.repeat(packed.data, RUN_LENGTHS[packed.data])
    return RUN_VALUES[values].ravel()[:size]


def is_well_formed(values: SliceData, size: int) -> bool:
    """Whether every position of a slice of so many can be read without leaving the data."""
    if values.kind != "PACKED":
        return len(values.data) == size
    starts = values.blocks.astype(np.int64)
    if len(starts) != -(-size // BLOCK) or not len(starts) or starts[0] or (np.diff(starts) <= 0).any():
        return False
    if starts[-1] >= len(values.data):
        return False
    return bool((np.add.reduceat(RUN_LENGTHS[values.data], starts, dtype=np.int64) == _BYTES).all())
