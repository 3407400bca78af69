"""The words that kernel source is written in; `specialise` gives them values. What stands here is for readers.

A *word* is a set of squares: one unsigned 64-bit integer, or 128 bits on boards that need them. ``& | ^ ~ << >> -``
work on words. A word in a condition asks whether the set has a member.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeVar

__all__ = [
    "ABOUT_TURNS",
    "BASE",
    "BEST",
    "BUDGET",
    "CAPTURE_BUDGET",
    "CONTINUES_AS_KING",
    "COUNT",
    "DIRECTIONS",
    "DISTINCT",
    "DUPLICATES_FROM",
    "EARLIEST_PIECES",
    "EARLIEST_SHIFT",
    "EIGHT_WAYS",
    "END",
    "ENDS_MOVE",
    "ENDS_WITH_KING",
    "FAILED",
    "FLYING",
    "FREE_CHOICE",
    "HALF",
    "HASH_ENTRY",
    "HASH_KINGS",
    "HASH_OPP",
    "HASH_OWN",
    "IMMEDIATE",
    "INFO_BITS",
    "KINGS",
    "KINGS_MATTER",
    "KING_ARRIVES",
    "KING_MOVES",
    "KING_START",
    "KING_WEIGHT",
    "LANDING_ADJACENT",
    "LANDING_AFTER_KING",
    "LIST",
    "LONGEST",
    "MAN_WEIGHT",
    "MEN_CAPTURE_KINGS",
    "MOST_MEN",
    "MUST_FINISH",
    "NUMBER_MASK",
    "ORIGIN",
    "ORIGIN_SHIFT",
    "PATH",
    "PATHS",
    "PREY",
    "RECORD",
    "ROUTES",
    "SIDES",
    "TARGET",
    "TARGET_SHIFT",
    "TOP",
    "TOTAL",
    "TRIANGLES",
    "VALID",
    "WANTED",
    "ZERO",
    "Direction",
    "Royal",
    "Side",
    "Sink",
    "Static",
    "Word",
    "entry",
    "highest_bit",
    "index",
    "inlined",
    "load",
    "load_word",
    "lowest_bit",
    "mix",
    "popcount",
    "prefetch",
    "ray",
    "square",
    "store",
    "store_word",
]  # fmt: skip

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

#: A parameter whose value is known when the kernel is specialised; each value makes a function of its own.
Static = Annotated[T, "static"]
Word = int
Sink = Literal["count", "list", "routes"]


class Direction:
    """A direction of the board."""

    index: int
    """Its number; opposite directions are `HALF` apart, those with ascending bits come first."""
    opposite: int

    def step(self, squares: Word) -> Word:
        """The squares one step further."""
        raise NotImplementedError

    def back(self, squares: Word) -> Word:
        """The squares from which one step leads to these."""
        raise NotImplementedError

    def first(self, squares: Word) -> Word:
        """The square of a set on one line that comes first when walking this way; nothing of nothing."""
        raise NotImplementedError


class Side:
    """What depends on who moves: side 0 moves towards ascending bits, side 1 the other way."""

    index: int
    opponent: Side
    royal: Royal
    man_moves: tuple[Direction, ...]
    man_captures: tuple[Direction, ...]
    promotion: Word


class Royal:
    """How kings go. In most games the kings of both sides go alike and share one value, and so their code."""

    side: Side
    """A side that has such kings."""
    moves: tuple[Direction, ...]
    captures: tuple[Direction, ...]
    reverses: int
    """A bit for the number of each capture direction that a king may follow up with the opposite one."""


# Of the rule set.
SIDES: tuple[Side, ...]
DIRECTIONS: tuple[Direction, ...]
HALF: int
HASH_ENTRY: int
HASH_OWN: int
HASH_OPP: int
HASH_KINGS: int
VALID: Word
ZERO: Word
FLYING: bool
IMMEDIATE: bool
ABOUT_TURNS: bool
LANDING_ADJACENT: bool
LANDING_AFTER_KING: bool
MEN_CAPTURE_KINGS: bool
CONTINUES_AS_KING: bool
ENDS_MOVE: bool
ENDS_WITH_KING: bool
FREE_CHOICE: bool
KINGS_MATTER: bool
EIGHT_WAYS: bool
MOST_MEN: bool
MUST_FINISH: bool
TRIANGLES: bool
MAN_WEIGHT: int
KING_WEIGHT: int
KING_START: int
EARLIEST_SHIFT: int
EARLIEST_PIECES: int
DUPLICATES_FROM: int

# What is done with a capture that has been followed to its end.
COUNT: Final[Sink] = "count"
LIST: Final[Sink] = "list"
ROUTES: Final[Sink] = "routes"

# Places in scratch memory, in 64-bit units. A word there takes `RECORD` - 1 units.
TOP: int
END: int
BASE: int
BEST: int
TOTAL: int
BUDGET: int
FAILED: int
LONGEST: int
PATHS: int
DISTINCT: int
ORIGIN: int
TARGET: int
PREY: int
KINGS: int
WANTED: int
PATH: int
RECORD: int
CAPTURE_BUDGET: int

# The fields of a move's info: see `draughts.kernel.records`.
ORIGIN_SHIFT: int
TARGET_SHIFT: int
NUMBER_MASK: int
KING_MOVES: int
KING_ARRIVES: int
INFO_BITS: int


def entry(function: F) -> F:
    """Mark a function that is called from Python."""
    return function


def inlined(function: F) -> F:
    """Mark a small function that every caller gets a copy of."""
    return function


def popcount(squares: Word) -> int:
    """How many squares."""
    raise NotImplementedError


def lowest_bit(squares: Word) -> Word:
    """The lowest square of a set; nothing of nothing."""
    raise NotImplementedError


def highest_bit(squares: Word) -> Word:
    """The highest square of a set; nothing of nothing."""
    raise NotImplementedError


def index(square: Word) -> int:
    """The bit number of the one square in a set."""
    raise NotImplementedError


def square(number: int) -> Word:
    """The set of one square."""
    raise NotImplementedError


def ray(direction: int, number: int) -> Word:
    """The squares from a square, which is not one of them, to the edge."""
    raise NotImplementedError


def mix(own: Word, opp: Word, kings: Word, number: int) -> int:
    """A number that spreads positions over a table."""
    raise NotImplementedError


def load(scratch: int, place: int) -> int:
    """A number from scratch memory."""
    raise NotImplementedError


def store(scratch: int, place: int, value: int) -> None:
    """Put a number into scratch memory."""
    raise NotImplementedError


def prefetch(scratch: int, place: int) -> None:
    """Say that memory will be read soon."""
    raise NotImplementedError


def load_word(scratch: int, place: int) -> Word:
    """A word from scratch memory."""
    raise NotImplementedError


def store_word(scratch: int, place: int, value: Word) -> None:
    """Put a word into scratch memory."""
    raise NotImplementedError
