"""Answers about positions, from the Python backend at first and from machine code once that pays.

Both are made from one source and answer alike; `machine_code` says when the second takes over.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from draughts.errors import CaptureLimitError
from draughts.kernel import machine_code
from draughts.kernel.interned import InternedObjects
from draughts.kernel.machine_code import LISTS, use_compiled
from draughts.kernel.movement import MovementRules
from draughts.kernel.python_backend import python_entries
from draughts.kernel.records import Record
from draughts.kernel.scratch import FIRST_RECORD, LOW, OUTCOME_PLACES, OUTCOME_UNITS, PLACES, ListMemory, UnitMemory
from draughts.kernel.specialise import CAPTURE_BUDGET, TOO_MANY

__all__ = ["Generator", "Position", "generator_for"]

T = TypeVar("T")

#: A table in which nothing is found: what is asked for is the records.
_NOTHING = InternedObjects[object]()


class Position(NamedTuple):
    """A position for the kernel: the movement rules, the side to move (0 or 1) and three words."""

    movement: MovementRules
    turn: int
    own: int
    opp: int
    kings: int

    def words(self) -> tuple[int, ...]:
        """The words as compiled code takes them: in halves, if they are wide."""
        return _halves(self.movement, self.own, self.opp, self.kings)


def _halves(movement: MovementRules, *words: int) -> tuple[int, ...]:
    if movement.layout.bits <= 64:
        return words
    return tuple(half for word in words for half in (word & LOW, word >> 64))


class Generator:
    """Moves of positions under one set of movement rules.

    A position is given as `turn` (the kernel's side, 0 or 1) and the words `own`, `opp` and `kings`; `frozen` is a word
    of kings that may not make a quiet move.

    Parameters
    ----------
    movement : MovementRules
        The rules.
    plain_only : bool
        Never compile: for rules that are only supposed for a moment. Positions that are too much for the Python backend
        are then a `CaptureLimitError`.

    Attributes
    ----------
    interned_moves : callable
        The legal moves of a position, as a tuple of objects that are interned. If some are not, a list for
        `records_of`; None if that would be too long, or if Python still answers: then `records` has to be asked. After
        `turn`, `own`, `opp`, `kings` and `frozen` it takes the address of `InternedObjects` by record, 0 for memory on
        the stack, and the class of the tuple. Once there is compiled code, this is that itself.
    """

    __slots__ = ("_compiled", "_plain_only", "interned_moves", "movement", "wide")

    interned_moves: Callable[[int, int, int, int, int, int, int, type[tuple[Any, ...]]], Any]

    def __init__(self, movement: MovementRules, *, plain_only: bool = False) -> None:
        self.movement = movement
        self._plain_only = plain_only
        self.wide = movement.layout.bits > 64
        self._compiled: Callable[..., tuple[Any, ...] | None] | None = None
        self.interned_moves = self._no_moves if plain_only else self._first_moves

    def load(self) -> None:
        """Let compiled code answer from now on."""
        compiled = self._compiled = machine_code.interned_lists(self.movement)
        movement = self.movement

        def wide_moves(
            turn: int, own: int, opp: int, kings: int, frozen: int, table: int, memory: int, kind: type[tuple[T, ...]]
        ) -> tuple[T, ...] | None:
            return compiled(turn, *_halves(movement, own, opp, kings, frozen), table, memory, kind)

        self.interned_moves = wide_moves if self.wide else compiled

    def _first_moves(
        self, turn: int, own: int, opp: int, kings: int, frozen: int, table: int, memory: int, kind: type[tuple[T, ...]]
    ) -> tuple[T, ...] | None:
        """The moves while this process has not come so far that compiled code pays."""
        if not (machine_code.is_compiled() or LISTS.pays()) or machine_code.is_loading():
            return None
        use_compiled()
        self.load()
        found: tuple[T, ...] | None = self.interned_moves(turn, own, opp, kings, frozen, table, memory, kind)
        return found

    def _no_moves(self, *position: object) -> None:
        """No answer, as nothing is compiled."""

    def records(self, turn: int, own: int, opp: int, kings: int, frozen: int) -> list[Record]:
        """The records of the legal moves.

        Raises
        ------
        CaptureLimitError
            If the position has more capture routes than the generator follows.
        """
        if self._compiled is None:
            found = self._python_records(turn, own, opp, kings, frozen)
            if found is not None:
                return found
            if self._plain_only:
                raise limit_error()
            self._compiled = machine_code.interned_lists(self.movement)
        words = _halves(self.movement, own, opp, kings, frozen)
        numbers: Sequence[int] | None = self._compiled(turn, *words, _NOTHING.address, 0, tuple)
        if numbers is None:  # the stack is too small
            with UnitMemory() as memory:
                numbers = self._compiled(turn, *words, _NOTHING.address, memory.address, tuple)
        if numbers is None:
            numbers = self._outcomes(turn, *_halves(self.movement, own, opp, kings))
        return self.records_of(numbers) if numbers else []

    def _outcomes(self, turn: int, *words: int) -> Sequence[int]:
        """The numbers of a position with too many routes, if it has few outcomes: see ``source/captures``."""
        list_outcomes = machine_code.compiled_entry(self.movement, "list_outcomes", long_running=False)
        units = array("Q", bytes(8 * OUTCOME_UNITS))
        units[PLACES["END"]] = OUTCOME_PLACES["KNOWN"]
        count = list_outcomes(turn, *words, FIRST_RECORD, units.buffer_info()[0])
        if count == TOO_MANY:
            raise limit_error()
        size = 3 if self.wide else 2
        return [-count, *units[FIRST_RECORD : FIRST_RECORD + size * count]]

    def records_of(self, numbers: Sequence[int]) -> list[Record]:
        """The records of a list of numbers that compiled code has answered.

        Parameters
        ----------
        numbers : sequence of int
            What `list_moves` answers, and the units that it has written.
        """
        units = iter(numbers)
        if next(units) >= 0:
            return [*units]
        if self.wide:
            return [(info, next(units) | next(units) << 64) for info in units]
        return [(info, next(units)) for info in units]

    def _python_records(self, turn: int, own: int, opp: int, kings: int, frozen: int) -> list[Record] | None:
        """The same from the Python backend; None if that is too much for it."""
        list_moves = python_entries(self.movement, "list_moves")["list_moves"]
        with ListMemory() as memory:
            count = list_moves(turn, own, opp, kings, frozen, FIRST_RECORD, memory)
            if count == TOO_MANY:
                return None
            if count >= 0:
                return [*memory[FIRST_RECORD : FIRST_RECORD + count]]
            size = 3 if self.wide else 2
            ends = range(FIRST_RECORD, FIRST_RECORD - size * count, size)
            return [(memory[at], memory[at + 1]) for at in ends]

    def quiet_moves(self, turn: int, own: int, opp: int, kings: int) -> list[int]:
        """The quiet moves, whether or not a capture is compulsory."""
        list_quiet_moves = python_entries(self.movement, "list_quiet_moves")["list_quiet_moves"]
        with ListMemory() as memory:
            count = list_quiet_moves(turn, own, opp, kings, FIRST_RECORD, memory)
            return memory[FIRST_RECORD : FIRST_RECORD + count]

    def routes(
        self, turn: int, own: int, opp: int, kings: int, origin: int, target: int, taken: int, *, first: bool
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The routes of one capture: squares landed on, origin included, and pieces taken, in order; or only the first.

        Raises
        ------
        CaptureLimitError
            If there are more than the generator follows.
        """
        list_routes = python_entries(self.movement, "list_routes")["list_routes"]
        stop = 2 if first else 1
        with ListMemory() as memory:
            end = list_routes(turn, own, opp, kings, origin, target, taken, stop, FIRST_RECORD, memory)
            steps = memory[FIRST_RECORD:end] if end != TOO_MANY else None
        if steps is None:
            steps = self._compiled_routes(turn, own, opp, kings, origin, target, taken, stop)
        found = {}
        at = 0
        while at < len(steps):
            route = steps[at + 1 : at + 1 + 2 * steps[at]]
            found[origin, *route[1::2]] = tuple(route[0::2])
            at += 1 + len(route)
        return list(found.items())[: 1 if first else None]

    def _compiled_routes(
        self, turn: int, own: int, opp: int, kings: int, origin: int, target: int, taken: int, stop: int
    ) -> list[int]:
        """What `list_routes` writes, of a position that is too much for the Python backend."""
        if self._plain_only:
            raise limit_error()
        compiled = machine_code.compiled_entry(self.movement, "list_routes", long_running=False)
        words, wanted = _halves(self.movement, own, opp, kings), _halves(self.movement, taken)
        with UnitMemory() as memory:
            end = compiled(turn, *words, origin, target, *wanted, stop, FIRST_RECORD, memory.address)
            if end == TOO_MANY:
                raise limit_error()
            return memory.units[FIRST_RECORD:end].tolist()


@lru_cache(maxsize=64)
def generator_for(movement: MovementRules, *, plain_only: bool = False) -> Generator:
    """The generator of a set of movement rules; one for the whole process."""
    return Generator(movement, plain_only=plain_only)


def limit_error() -> CaptureLimitError:
    """The error of a position that is too much."""
    return CaptureLimitError(
        f"this position has more capture routes than the generator follows ({CAPTURE_BUDGET:,} jumps)"
    )
