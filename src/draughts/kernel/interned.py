"""Objects that compiled code finds by number without asking Python: moves that have come up before."""

from __future__ import annotations

import os
from array import array
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

__all__ = ["SPREAD", "SPREAD_SHIFT", "InternedObjects"]

T = TypeVar("T")

#: A record's first place is the upper bits of its product with this one, as far as there are places. Records have 32
#: bits, so products fit into a unit with a sign.
SPREAD = 0x61C88647
SPREAD_SHIFT = 24


class InternedObjects(Generic[T]):
    """A growing table of objects by positive numbers of up to 32 bits.

    Compiled code gets the address of an open hash table, whose units ``source/interned`` describes, and reads it under
    the interpreter lock. The objects live as long as this one.

    Adding never waits: whoever adds while another thread is filling the table, or has interrupted that thread, leaves
    the filling to it.

    Attributes
    ----------
    address : int
        Where the table is. Another one takes its place when it is too small; the old one remains as it was, for those
        who have its address.

    Examples
    --------
    >>> known = InternedObjects[str]()
    >>> known.add(7, "seven", 1)
    'seven'
    >>> known.get(7), known.get(8)
    ('seven', None)
    """

    __slots__ = ("__weakref__", "_lock", "_memories", "_objects", "_pending", "address")

    def __init__(self) -> None:
        self._objects: dict[int, tuple[T, int]] = {}
        self._memories: list[array[int]] = []
        #: Numbers that have been added and are not in the table yet.
        self._pending: list[int] = []
        self._lock = Lock()
        self._grow(16)
        _tables.add(self)

    def __len__(self) -> int:
        return len(self._objects)

    def get(self, number: int) -> T | None:
        """What is known under a number."""
        found = self._objects.get(number)
        return None if found is None else found[0]

    def add(self, number: int, thing: T, rank: int) -> T:
        """Remember an object under a new number.

        Parameters
        ----------
        number : int
            The number.
        thing : object
            What it stands for.
        rank : int
            Compiled code lists objects by ascending rank.

        Returns
        -------
        object
            The object of this number: another one, if somebody was quicker.
        """
        mine = thing, rank
        known = self._objects.setdefault(number, mine)
        if known is mine:
            self._pending.append(number)
            while self._pending and self._lock.acquire(blocking=False):
                try:
                    self._place_pending()
                finally:
                    self._lock.release()
        return known[0]

    def _place_pending(self) -> None:
        while self._pending:
            memory = self._memories[-1]
            places = memory[0] + 1
            if 2 * len(self._objects) > places:
                self._pending.clear()
                self._grow(places)
            else:
                self._place(memory, self._pending.pop())

    def _grow(self, least: int) -> None:
        """Make a table of a power of two places, twice as many as there are objects and at least so many."""
        numbers = self._objects.copy()  # others may go on adding
        places = least
        while places < 2 * len(numbers):
            places *= 2
        memory = array("q", bytes(8 * (1 + 3 * places)))
        memory[0] = places - 1
        for number in numbers:
            self._place(memory, number)
        self._memories.append(memory)
        self.address = memory.buffer_info()[0]

    def _place(self, memory: array[int], number: int) -> None:
        mask = memory[0]
        place = number * SPREAD >> SPREAD_SHIFT & mask
        while memory[1 + 3 * place]:
            if memory[1 + 3 * place] == number:
                return
            place = (place + 1) & mask
        thing, rank = self._objects[number]
        memory[2 + 3 * place] = id(thing)
        memory[3 + 3 * place] = rank
        memory[1 + 3 * place] = number  # and only now compiled code sees it

    def _mend(self) -> None:
        """After a fork: fill the table anew if another thread was filling it."""
        if self._lock.locked():
            self._lock = Lock()
            self._pending.clear()
            self._grow(self._memories[-1][0] + 1)


_tables: WeakSet[InternedObjects[Any]] = WeakSet()


def _mend_all() -> None:
    for table in list(_tables):
        table._mend()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_mend_all)
