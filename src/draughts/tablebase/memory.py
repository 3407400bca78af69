"""What the kernel sees of tables: memory with a directory of slices, and the sets that numbers stand for."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from draughts.kernel.endgame_words import ENDGAME_SIZE, ENDGAME_WORDS, FILLED, LITERALS, MOST_IN_GROUP
from draughts.kernel.machine_code import compiled_entry
from draughts.kernel.movement import MovementRules, movement_of
from draughts.kernel.scratch import LOW, PLACES, UNITS
from draughts.rules.rules import Goal, Rules
from draughts.tablebase.material import Material

__all__ = ["RUN_LENGTHS", "RUN_VALUES", "EndgameMemory", "SliceData", "address_of", "halves", "new_scratch", "sets_of"]

Array = NDArray[Any]


def address_of(array: Array) -> int:
    """Where an array lies."""
    return int(array.ctypes.data)


def halves(movement: MovementRules, *words: int) -> tuple[int, ...]:
    """Words as compiled code takes them."""
    if movement.layout.bits <= 64:
        return words
    return tuple(half for word in words for half in (word & LOW, word >> 64))


def new_scratch() -> Array:
    """Scratch memory for one thread."""
    scratch = np.zeros(UNITS, np.int64)
    scratch[PLACES["END"]] = UNITS
    scratch[PLACES["TOP"]] = PLACES["PATH"] + 2 * 128
    return scratch


def _run_tables() -> tuple[Array, Array]:
    """Of each byte of a packed slice: how many bytes' worth it is, and its five values."""
    lengths = np.ones(256, np.uint8)
    values = np.zeros((256, 5), np.uint8)
    for code in range(LITERALS):
        values[code] = [code // 3**place % 3 for place in (4, 3, 2, 1, 0)]
    for value in range(3):
        for step, length in enumerate(FILLED):
            code = LITERALS + len(FILLED) * value + step
            lengths[code], values[code] = length, value
    return lengths, values


RUN_LENGTHS, RUN_VALUES = _run_tables()


class SliceData(NamedTuple):
    """The values of a slice as they lie in memory.

    Attributes
    ----------
    kind : str
        ``"BYTES"``, ``"SHORTS"`` or ``"PACKED"``.
    data : array
        The values, or the bytes that they are packed in.
    blocks : array
        Where each block of a packed slice begins.
    """

    kind: str
    data: Array
    blocks: Array


class EndgameMemory:
    """The memory of some tables, to be read by any number of threads.

    Parameters
    ----------
    rules : Rules
        The rules.
    distances : bool
        Whether values say how long a win takes.
    """

    def __init__(self, rules: Rules, distances: bool) -> None:
        self.movement = movement_of(rules)
        self.distances = distances
        self._units = np.zeros(ENDGAME_SIZE, np.int64)
        self._kept: dict[Material, tuple[Array, ...]] = {}
        self._put("DISTANCES", int(distances))
        self._put("LOST", int(rules.goal is not Goal.BE_BLOCKED))
        self._put("RUN_LENGTHS", address_of(RUN_LENGTHS))
        self._put("RUN_VALUES", address_of(RUN_VALUES))
        first = ENDGAME_WORDS["BINOMIALS"]
        for squares in range(129):
            row = [comb(squares, count) for count in range(MOST_IN_GROUP + 1)]
            self._units[first + 8 * squares :][: len(row)] = row
        self.address = address_of(self._units)

    def _put(self, name: str, value: int) -> None:
        self._units[ENDGAME_WORDS[name]] = value

    def __contains__(self, material: object) -> bool:
        return material in self._kept

    def add(self, material: Material, values: SliceData) -> None:
        """Let the kernel know a slice."""
        record = np.zeros(8, np.int64)
        record[:6] = (
            ENDGAME_WORDS[values.kind],
            address_of(values.data),
            address_of(values.blocks),
            *material.set_counts(self.movement)[1:],
        )
        self._kept[material] = (record, values.data, values.blocks)
        self._units[ENDGAME_WORDS["DIRECTORY"] + material.key] = address_of(record)
        self._put("MOST_KNOWN", max(material.pieces, int(self._units[ENDGAME_WORDS["MOST_KNOWN"]])))

    def keep_only(self, wanted: set[Material]) -> None:
        """Let the memory of all other slices go."""
        for material in self._kept.keys() - wanted:
            self._units[ENDGAME_WORDS["DIRECTORY"] + material.key] = 0
            del self._kept[material]


@lru_cache(maxsize=64)
def sets_of(movement: MovementRules, side: int, kings: bool, pieces: int) -> tuple[Array, Array]:
    """All sets of so many men of a side, or kings, in the order of their numbers when side 0 is to move.

    Returns
    -------
    tuple of array
        The words, and the numbers of the sets when side 1 is to move.
    """
    layout = movement.layout
    promotion = 0 if kings else layout.rows[0 if side else -1]
    squares = layout.valid & ~promotion
    count = comb(squares.bit_count(), pieces)
    words = np.empty(count * (1 if layout.bits <= 64 else 2), np.uint64)
    turned = np.empty(count, np.uint32)
    binomials = np.zeros(ENDGAME_SIZE, np.int64)
    for seen in range(129):
        for order in range(MOST_IN_GROUP + 1):
            binomials[ENDGAME_WORDS["BINOMIALS"] + 8 * seen + order] = comb(seen, order)
    list_sets = compiled_entry(movement, "list_sets")
    list_sets(*halves(movement, squares), pieces, address_of(words), address_of(turned), address_of(binomials))
    return words, turned
