"""Answers about positions, from the Python backend at first and from machine code once that pays.

A process that looks at a few positions must not wait for numba, and one that looks at many must not wait for Python. So
the first `PLAIN_CALLS` questions of a process go to the Python backend, later ones, or those after `warm_up`, to
machine code. Both are made from one source and answer alike.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from draughts.errors import CaptureLimitError
from draughts.kernel.forking import compiling
from draughts.kernel.movement import MovementRules
from draughts.kernel.python_backend import python_entries
from draughts.kernel.scratch import FIRST_RECORD, PLACES
from draughts.kernel.specialise import CAPTURE_BUDGET, TOO_MANY

__all__ = ["PLAIN_CALLS", "Generator", "Position", "Record", "generator_for", "is_compiled", "use_compiled"]

#: Questions that a process asks the Python backend. Loading numba takes as long as a few thousand of them.
PLAIN_CALLS = int(os.environ.get("DRAUGHTS_PLAIN_CALLS", "1000"))

#: Units of scratch memory: room for more than 80,000 capture routes in one position.
_UNITS = 1 << 18
_LOW = (1 << 64) - 1

T = TypeVar("T")

#: What the kernel says of a move. A quiet move: ``origin << 16 | destination << 8``, plus 2 if a king moves and 1 if a
#: king arrives. A capture of one piece: that plus ``1 + bit << 24``, the bit being that of the piece. Another capture:
#: the number that a quiet move would have, and the word of the captured squares.
Record = int | tuple[int, int]


class _Tier:
    """Which backend this process asks."""

    calls = 0
    is_compiled = False


def use_compiled() -> None:
    """Let every further question of this process go to compiled code."""
    _Tier.is_compiled = True


def is_compiled() -> bool:
    """Whether questions go to compiled code."""
    return _Tier.is_compiled


class _ThreadScratch(threading.local):
    def __init__(self) -> None:
        self.buffer = array("q", bytes(8 * _UNITS))
        self.buffer[PLACES["END"]] = _UNITS
        #: What Python reads, and the address that compiled code is given.
        self.compiled = self.buffer, self.buffer.buffer_info()[0]
        self.plain: list[int] | None = None

    def integers(self) -> list[int]:
        """Scratch memory for the Python backend."""
        if self.plain is None:
            self.plain = [0] * _UNITS
            self.plain[PLACES["END"]] = _UNITS
        return self.plain


_scratch = _ThreadScratch()


class Position(NamedTuple):
    """A position for the kernel: the movement rules, the side to move (0 or 1) and three words."""

    movement: MovementRules
    turn: int
    own: int
    opp: int
    kings: int

    def words(self) -> tuple[int, ...]:
        """The words as compiled code takes them: in halves, if they are wide."""
        if self.movement.layout.bits <= 64:
            return self.own, self.opp, self.kings
        return tuple(half for word in self[2:] for half in (word & _LOW, word >> 64))


class Generator:
    """Moves of positions under one set of movement rules.

    A position is given as `turn` (the kernel's side, 0 or 1) and the words `own`, `opp` and `kings`.

    Parameters
    ----------
    movement : MovementRules
        The rules.
    plain_only : bool
        Never compile: for rules that are only supposed for a moment. Positions that are too much for the Python backend
        are then a `CaptureLimitError`.

    Attributes
    ----------
    moves : callable
        The legal moves of a position and a word of kings that may not make a quiet move. Two arguments more are the
        address of `KnownObjects` by record, and a subclass of tuple: if all moves are known, compiled code answers with
        such a tuple, ordered by origin and destination. Any other answer is a list of records; or None if there are so
        many that `many_moves` has to be asked. Once there is compiled code, this is that itself.
    """

    __slots__ = ("_plain_only", "movement", "moves", "wide")

    moves: Callable[[int, int, int, int, int, int, type[tuple[Any, ...]]], Any]

    def __init__(self, movement: MovementRules, *, plain_only: bool = False) -> None:
        self.movement = movement
        self._plain_only = plain_only
        self.wide = movement.layout.bits > 64
        self.moves = self._plain_moves if plain_only else self._first_moves

    def many_moves(self, turn: int, own: int, opp: int, kings: int, frozen: int) -> list[Record]:
        """The records of a position with so many captures that they need memory of their own.

        Raises
        ------
        CaptureLimitError
            If the position has more capture routes than the generator follows.
        """
        if self._plain_only:
            raise _limit_error()
        with compiling:
            from draughts.kernel.jit import compiled_entry

            compiled = compiled_entry(self.movement, "list_moves", long_running=False)
        memory, address = _scratch.compiled
        words = Position(self.movement, turn, own, opp, kings).words()
        blocked = (frozen & _LOW, frozen >> 64) if self.wide else (frozen,)
        count = compiled(turn, *words, *blocked, FIRST_RECORD, address)
        if count == TOO_MANY:
            raise _limit_error()
        size = 3 if self.wide else 2
        numbers = [number & _LOW for number in memory[FIRST_RECORD : FIRST_RECORD - size * count]]
        parts = [numbers[at::size] for at in range(size)]
        return [_record(info, _word(*halves)) for info, *halves in zip(*parts, strict=True)]

    def _first_moves(
        self, turn: int, own: int, opp: int, kings: int, frozen: int, known: int, kind: type[tuple[T, ...]]
    ) -> tuple[T, ...] | list[Record] | None:
        """The moves while this process has not come so far that compiled code pays."""
        _Tier.calls += 1
        if not _Tier.is_compiled and _Tier.calls <= PLAIN_CALLS:
            found = self._plain_moves(turn, own, opp, kings, frozen, known, kind)
            if found is not None:
                return found
        else:
            use_compiled()
        self.load()
        answer: tuple[T, ...] | list[Record] | None = self.moves(turn, own, opp, kings, frozen, known, kind)
        return answer

    def load(self) -> None:
        """Let compiled code answer from now on."""
        with compiling:
            from draughts.kernel.jit import compiled_lists

            compiled = compiled_lists(self.movement)
        if not self.wide:
            self.moves = compiled
            return

        def wide_moves(
            turn: int, own: int, opp: int, kings: int, frozen: int, known: int, kind: type[tuple[T, ...]]
        ) -> tuple[T, ...] | list[Record] | None:
            halves = (half for word in (own, opp, kings, frozen) for half in (word & _LOW, word >> 64))
            found: tuple[T, ...] | list[Any] | None = compiled(turn, *halves, known, kind)
            if not isinstance(found, list):
                return found
            return [record if isinstance(record, int) else (record[0], _word(*record[1:])) for record in found]

        self.moves = wide_moves

    def quiet_moves(self, turn: int, own: int, opp: int, kings: int) -> list[int]:
        """The quiet moves, whether or not a capture is compulsory."""
        scratch = _scratch.integers()
        list_quiet_moves = python_entries(self.movement, "list_quiet_moves")["list_quiet_moves"]
        count = list_quiet_moves(turn, own, opp, kings, FIRST_RECORD, scratch)
        return scratch[FIRST_RECORD : FIRST_RECORD + count]

    def routes(
        self, turn: int, own: int, opp: int, kings: int, origin: int, target: int, taken: int, *, first: bool
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The routes of one capture: squares landed on, origin included, and pieces taken, in order; or only the first.

        Raises
        ------
        CaptureLimitError
            If there are more than the generator follows.
        """
        scratch: list[int] | array[int] = _scratch.integers()
        list_routes = python_entries(self.movement, "list_routes")["list_routes"]
        stop = 2 if first else 1
        end = list_routes(turn, own, opp, kings, origin, target, taken, stop, FIRST_RECORD, scratch)
        if end == TOO_MANY and not self._plain_only:
            with compiling:
                from draughts.kernel.jit import compiled_entry

                compiled = compiled_entry(self.movement, "list_routes", long_running=False)
            scratch, address = _scratch.compiled
            words = Position(self.movement, turn, own, opp, kings).words()
            wanted = (taken & _LOW, taken >> 64) if self.wide else (taken,)
            end = compiled(turn, *words, origin, target, *wanted, stop, FIRST_RECORD, address)
        if end == TOO_MANY:
            raise _limit_error()
        found = {}
        at = FIRST_RECORD
        while at < end:
            steps = scratch[at + 1 : at + 1 + 2 * scratch[at]]
            found[origin, *steps[1::2]] = tuple(steps[0::2])
            at += 1 + len(steps)
        return list(found.items())[: 1 if first else None]

    def _plain_moves(
        self, turn: int, own: int, opp: int, kings: int, frozen: int, known: object, kind: object
    ) -> list[Record] | None:
        """As `moves`, from the Python backend: always records."""
        scratch = _scratch.integers()
        list_moves = python_entries(self.movement, "list_moves")["list_moves"]
        count = list_moves(turn, own, opp, kings, frozen, FIRST_RECORD, scratch)
        if count == TOO_MANY:
            return None
        if count >= 0:
            return [*scratch[FIRST_RECORD : FIRST_RECORD + count]]
        size = 3 if self.wide else 2
        ends = range(FIRST_RECORD, FIRST_RECORD - size * count, size)
        return [_record(scratch[at], scratch[at + 1]) for at in ends]


def _record(info: int, taken: int) -> Record:
    """The record of a capture."""
    return (info, taken) if taken & (taken - 1) else info | taken.bit_length() << 24


def _word(low: int, high: int = 0) -> int:
    """A word from halves."""
    return low | high << 64


@lru_cache(maxsize=256)
def generator_for(movement: MovementRules, *, plain_only: bool = False) -> Generator:
    """The generator of a set of movement rules; one for the whole process."""
    return Generator(movement, plain_only=plain_only)


def _limit_error() -> CaptureLimitError:
    return CaptureLimitError(
        f"this position has more capture routes than the generator follows ({CAPTURE_BUDGET:,} jumps)"
    )
