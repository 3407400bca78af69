"""Objects that compiled code finds by number without asking Python."""

from __future__ import annotations

from array import array
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["SPREAD", "SPREAD_SHIFT", "KnownObjects"]

T = TypeVar("T")

#: A number's first place is the upper bits of its product with this one, as far as there are places.
SPREAD = 0x9E3779B97F4A7C15
SPREAD_SHIFT = 40
_LOW = (1 << 64) - 1


class KnownObjects(Generic[T]):
    """A growing table of objects by positive numbers.

    Compiled code gets the address of an open hash table: one less than its number of places (a power of two), a unit
    that is not used, and for each place a number, or 0, and the address of the object. It reads it under the
    interpreter lock. The objects live as long as this one.

    Attributes
    ----------
    address : int
        Where the table is. Another one takes its place when it is too small; the old one remains as it was, for those
        who have its address.

    Examples
    --------
    >>> known = KnownObjects[str]()
    >>> known.add(7, "seven")
    'seven'
    >>> known.get(7), known.get(8)
    ('seven', None)
    """

    __slots__ = ("_lock", "_memories", "_objects", "address")

    def __init__(self) -> None:
        self._objects: dict[int, T] = {}
        self._memories: list[array[int]] = []
        self._lock = Lock()
        self._grow(16)

    def __len__(self) -> int:
        return len(self._objects)

    def get(self, number: int) -> T | None:
        """What is known under a number."""
        return self._objects.get(number)

    def add(self, number: int, thing: T) -> T:
        """Remember an object under a new number; the object."""
        with self._lock:
            known = self._objects.setdefault(number, thing)
            if known is thing:
                memory = self._memories[-1]
                places = memory[0] + 1
                if 2 * len(self._objects) > places:
                    self._grow(2 * places)
                else:
                    self._place(memory, number, thing)
            return known

    def _grow(self, places: int) -> None:
        memory = array("q", bytes(16 * (places + 1)))
        memory[0] = places - 1
        for number, thing in self._objects.items():
            self._place(memory, number, thing)
        self._memories.append(memory)
        self.address = memory.buffer_info()[0]

    @staticmethod
    def _place(memory: array[int], number: int, thing: T) -> None:
        mask = memory[0]
        place = (number * SPREAD & _LOW) >> SPREAD_SHIFT & mask
        while memory[2 * place + 2]:
            place = (place + 1) & mask
        memory[2 * place + 3] = id(thing)
        memory[2 * place + 2] = number
