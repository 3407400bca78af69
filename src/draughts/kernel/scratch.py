"""Scratch memory of the kernel: which place in it means what, and who may write to it.

A search of captures keeps what it needs throughout in memory of 64-bit units. Python's own integers may be interrupted
between any two operations, by a signal handler, a trace function or a finaliser that asks about another position. So
memory is taken while it is used, and whoever asks meanwhile gets other memory.
"""

from __future__ import annotations

from array import array
from types import TracebackType

__all__ = [
    "FAILURES",
    "FIRST_RECORD",
    "LOW",
    "OUTCOME_PLACES",
    "OUTCOME_UNITS",
    "PLACES",
    "PLY_PLACES",
    "STACK_UNITS",
    "UNITS",
    "ListMemory",
    "UnitMemory",
]

#: Places in scratch memory. Words take two units, also on boards that fill only one.
PLACES = {
    name: place
    for place, name in enumerate(
        ("TOP", "END", "BASE", "BEST", "TOTAL", "BUDGET", "FAILED", "LONGEST", "PATHS", "DISTINCT", "ORIGIN", "TARGET")
    )
} | {"PREY": 12, "KINGS": 14, "WANTED": 16, "PATH": 18}

#: Why a count has failed: what lies at `FAILED`, besides 0.
FAILURES = {"TOO_MANY_ROUTES": 1, "COUNT_STOPPED": 2, "TOO_LARGE": 3}

#: Places of a ply of perft, from where it begins on the stack. The words of its position follow.
PLY_PLACES = {"PLY_PARENT": 0, "PLY_LEAVES": 1, "PLY_NEXT": 2, "PLY_END": 3, "PLY_SIZE": 4}

#: The path of a route takes two units a jump, and no capture takes more pieces than a board has squares.
FIRST_RECORD = PLACES["PATH"] + 2 * 128

#: Units of memory on the stack: for two hundred quiet moves, and few enough for the smallest stack a thread may have.
STACK_UNITS = 1024

#: Units of memory that is taken: room for more than 80,000 capture routes in one position.
UNITS = 1 << 18

#: Units where captures of equal outcomes are followed once: the records lie before the table of what is known, whose
#: slots take four units each.
OUTCOME_PLACES = {"KNOWN": 1 << 20, "KNOWN_SLOTS": 1 << 18, "KNOWN_SLOT": 4}
OUTCOME_UNITS = 1 << 21

#: The bits of a unit.
LOW = (1 << 64) - 1


class UnitMemory:
    """Memory for compiled code, taken for the length of a ``with`` block.

    Attributes
    ----------
    units : array of int
        What Python reads; signed.
    address : int
        What compiled code is given.
    """

    __slots__ = ("address", "units")

    #: Memory that nobody is using. Taking and giving back are single operations of a list.
    _free: list[array[int]] = []  # noqa: RUF012

    def __enter__(self) -> UnitMemory:
        try:
            self.units = UnitMemory._free.pop()
        except IndexError:
            self.units = array("q", bytes(8 * UNITS))
            self.units[PLACES["END"]] = UNITS
        self.address = self.units.buffer_info()[0]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        UnitMemory._free.append(self.units)


class ListMemory:
    """Memory for the Python backend, whose units hold any integer; taken for the length of a ``with`` block."""

    __slots__ = ("_units",)

    _free: list[list[int]] = []  # noqa: RUF012

    def __enter__(self) -> list[int]:
        try:
            self._units = ListMemory._free.pop()
        except IndexError:
            self._units = [0] * UNITS
            self._units[PLACES["END"]] = UNITS
        return self._units

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        ListMemory._free.append(self._units)
