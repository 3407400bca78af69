"""Solving one slice and its flip, given those that captures and crownings lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from draughts.errors import CaptureLimitError, DraughtsError
from draughts.kernel.endgame_words import ENDGAME_WORDS, NO_POSITION, NOT_QUIET, TASK_SIZE
from draughts.kernel.machine_code import compiled_entry
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import PLACES
from draughts.tablebase.material import Material
from draughts.tablebase.memory import EndgameMemory, address_of, new_scratch, sets_of

__all__ = ["BYTES_A_POSITION", "LONGEST", "Solved", "check", "solve", "task_of"]

Array = NDArray[Any]

#: What solving takes for each position of a slice and of its flip: a value, a count, and two lists of numbers.
BYTES_A_POSITION = 11
#: The greatest value; longer wins than that do not occur with so few pieces that tables are built.
LONGEST = NO_POSITION - 2
#: Positions for one call of the kernel: signals are heard between calls.
_CHUNK = 1 << 20


class Solved(NamedTuple):
    """A slice that has been solved.

    Attributes
    ----------
    material : Material
        Its pieces.
    values : array of uint16
        The value of each position, `NO_POSITION` where pieces stand on each other.
    captures : array of bool
        Where there is a capture to be made, or no position: there a table need not know the value.
    """

    material: Material
    values: Array
    captures: Array


def task_of(movement: MovementRules, material: Material) -> tuple[Array, list[Array]]:
    """A task's memory without values, and the arrays that it leads to."""
    task = np.zeros(TASK_SIZE, np.int64)
    kept = []
    task[:3] = material.set_counts(movement)[1:]
    for group, ((kings, count), side) in enumerate(zip(material.groups, (0, 1, 0, 1), strict=True)):
        words, turned = sets_of(movement, side, kings, count)
        task[ENDGAME_WORDS["SETS"] + group] = address_of(words)
        task[ENDGAME_WORDS["TURNED"] + group] = address_of(turned)
        kept += [words, turned]
    return task, kept


class _Half:
    """One of the two slices that are solved together."""

    def __init__(self, memory: EndgameMemory, material: Material) -> None:
        self.material = material
        self.size = material.size(memory.movement)
        self.values = np.zeros(self.size, np.uint16)
        self.counts = np.zeros(self.size, np.uint8)
        self.task, self.kept = task_of(memory.movement, material)
        self.task[ENDGAME_WORDS["VALUES"]] = address_of(self.values)
        self.task[ENDGAME_WORDS["QUIET_COUNTS"]] = address_of(self.counts)
        #: Numbers of positions by value, as first values have them; then lists of those that came later.
        self.known: dict[int, list[Array]] = {}

    def lead_to(self, before: _Half) -> None:
        """Let values spread to the slice whose moves lead here."""
        self.task[ENDGAME_WORDS["BEFORE_THEIR_MEN"] :][:3] = before.task[:3]
        self.task[ENDGAME_WORDS["BEFORE_VALUES"]] = address_of(before.values)
        self.task[ENDGAME_WORDS["BEFORE_QUIET_COUNTS"]] = address_of(before.counts)

    def begin(self, memory: EndgameMemory, scratch: Array) -> None:
        """Give every position its first value."""
        begin_slice = compiled_entry(memory.movement, "begin_slice")
        arguments = address_of(self.task), memory.address, address_of(scratch)
        for first in range(0, self.size, _CHUNK):
            begin_slice(first, min(first + _CHUNK, self.size), *arguments)
        if scratch[PLACES["FAILED"]]:
            raise CaptureLimitError(f"slice {self.material}: a position has more capture routes than are followed")
        known = np.flatnonzero((self.values != 0) & (self.values != NO_POSITION)).astype(np.uint32)
        values = self.values[known]
        order = known[np.argsort(values, kind="stable")]
        found, counts = np.unique(values, return_counts=True)
        parts = np.split(order, np.cumsum(counts)[:-1]) if len(found) else []
        for value, part in zip(found.tolist(), parts, strict=True):
            self.known.setdefault(value, []).append(part)


def solve(memory: EndgameMemory, material: Material) -> list[Solved]:
    """Solve a slice and its flip; one slice only if they are the same."""
    movement = memory.movement
    scratch = new_scratch()
    halves = [_Half(memory, each) for each in dict.fromkeys((material, material.flipped))]
    for half in halves:
        half.lead_to(halves[-1] if half is halves[0] else halves[0])
        half.begin(memory, scratch)
    spread = compiled_entry(movement, "spread_values")
    found = np.empty(max(half.size for half in halves), np.uint32)
    late = np.empty(max(half.size for half in halves) if memory.distances else 0, np.uint32)
    value = 1
    while any(half.known for half in halves):
        if value > LONGEST:
            raise DraughtsError(f"slice {material}: a win takes more than {LONGEST:,} plies")
        for half in halves:
            before = halves[-1] if half is halves[0] else halves[0]
            half.task[ENDGAME_WORDS["FOUND"]] = address_of(found)
            half.task[ENDGAME_WORDS["LATE"]] = address_of(late)
            for numbers in half.known.pop(value, ()):
                arguments = address_of(half.task), memory.address, address_of(scratch)
                count = spread(address_of(numbers), len(numbers), value, *arguments)
                if count:
                    before.known.setdefault(value + 1, []).append(found[:count].copy())
                _note_late(before, late[: int(half.task[ENDGAME_WORDS["LATE_COUNT"]])])
        value += 1
    return [Solved(half.material, _final(half.values, memory.distances), half.counts == NOT_QUIET) for half in halves]


def _note_late(half: _Half, numbers: Array) -> None:
    values = half.values[numbers]
    for value in np.unique(values).tolist():
        half.known.setdefault(value, []).append(numbers[values == value].copy())


def _final(values: Array, distances: bool) -> Array:
    """Values as tables have them: 0, 1 and 2 where distances are not wanted."""
    if distances:
        return values
    return np.where((values == 0) | (values == NO_POSITION), values, 2 - values % 2).astype(np.uint16)


def check(memory: EndgameMemory, material: Material, report: Callable[[int], None] | None = None) -> int | None:
    """The number of the first position whose value is not that of its best move; None if all are right."""
    check_slice = compiled_entry(memory.movement, "check_slice")
    scratch = new_scratch()
    task, kept = task_of(memory.movement, material)
    size = material.size(memory.movement)
    for first in range(0, size, _CHUNK):
        last = min(first + _CHUNK, size)
        wrong = check_slice(first, last, address_of(task), memory.address, address_of(scratch))
        if wrong != last:
            return int(wrong)
        if report is not None:
            report(last)
    del kept
    return None
