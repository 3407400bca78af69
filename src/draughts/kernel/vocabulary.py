"""The words that kernel source is written in; `specialise` gives them values. What stands here is for readers.

A *word* is a set of squares: one unsigned 64-bit integer, or 128 bits on boards that need them. ``& | ^ ~ << >> -``
work on words. A word in a condition asks whether the set has a member.

This module is long since it is a list, of which nobody reads more than one entry at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeVar

from draughts.kernel.movement import MovementRules

__all__ = [
    "ACTIONS",
    "AGE",
    "ALTERNATE",
    "ANSWERS",
    "ASCENDING",
    "AUTOMATIC",
    "BASE",
    "BEFORE",
    "BEFORE_OUR_KINGS",
    "BEFORE_QUIET_COUNTS",
    "BEFORE_THEIR_KINGS",
    "BEFORE_THEIR_MEN",
    "BEFORE_VALUES",
    "BEST",
    "BETWEEN",
    "BINOMIALS",
    "BITBOARDS",
    "BIT_AT",
    "BIT_BYTES",
    "BLACK_PROMOTES",
    "BLOCK",
    "BLOCKED_LOSES",
    "BUDGET",
    "BYTES",
    "CALM",
    "CAPTURED",
    "CAPTURES",
    "CAPTURE_BUDGET",
    "CELLS",
    "CHAINS",
    "CHAIN_MASK",
    "CHAIN_TABLE",
    "CHOSEN",
    "CHOSEN_TAKEN",
    "COUNT",
    "COUNTERS",
    "COUNTS_SIZE",
    "DEEPEST",
    "DESTINATIONS",
    "DIRECTIONS",
    "DIRECTORY",
    "DISTANCES",
    "DISTINCT",
    "DONE",
    "DUPLICATES_FROM",
    "EARLIEST_PIECES",
    "EARLIEST_SHIFT",
    "EIGHT_WAYS",
    "END",
    "ENDGAMES",
    "ENDGAME_MEASURE",
    "ENDGAME_PIECES",
    "EXACT",
    "EXAMPLE",
    "FAILED",
    "FAR",
    "FEW",
    "FOUND",
    "FOUND_COUNT",
    "FRAME",
    "FRAMES",
    "GATHER_TABLE",
    "HALF",
    "HALVES",
    "HASH_ENTRY",
    "HASH_KINGS",
    "HASH_OPP",
    "HASH_OWN",
    "HAS_PATTERNS",
    "HISTORY",
    "INFO",
    "INFO_BITS",
    "INTERIOR",
    "JUMPS_INTO_ORIGIN",
    "KEYS",
    "KILLERS",
    "KINGS",
    "KING_ARRIVES",
    "KING_COUNTS",
    "KING_LIMIT",
    "KING_MOVES",
    "KING_PATTERNS",
    "KING_START",
    "KING_WEIGHT",
    "KNOWN",
    "KNOWN_SLOT",
    "KNOWN_SLOTS",
    "LATE",
    "LATE_COUNT",
    "LENGTHS",
    "LINE",
    "LINES",
    "LIST",
    "LONGEST",
    "LOST",
    "LOWER",
    "MAN_MOVED",
    "MAN_WEIGHT",
    "MASK",
    "MASK_SIZE",
    "MATERIAL",
    "MOST_KNOWN",
    "MOST_NAME",
    "MOST_PLIES",
    "MOST_POSITIONS",
    "MOST_STEPS",
    "MOST_TAGS",
    "MOST_VALUE",
    "MOVEMENT",
    "MOVES",
    "NAMED",
    "NOBODY",
    "NODES",
    "NODE_LIMIT",
    "NOT_QUIET",
    "NO_KINGS",
    "NO_POSITION",
    "NO_SCORE",
    "NUMBER_MASK",
    "OCCURRENCES",
    "OFFSETS",
    "ORIGIN",
    "ORIGINS",
    "ORIGIN_SHIFT",
    "OUR_KINGS",
    "OUTCOMES",
    "OUT_AT",
    "OUT_BALANCE",
    "OUT_BLOCKED",
    "OUT_END",
    "OUT_FIRST",
    "OUT_KINGS",
    "OUT_MAY_BE_DRAWN",
    "OUT_NEXT",
    "OUT_OPP",
    "OUT_OWN",
    "OUT_PLIES",
    "OUT_POSITIONS",
    "OUT_QUIET",
    "OUT_RESULT",
    "OUT_RUN",
    "OUT_SINCE",
    "OUT_TURN",
    "OUT_USED",
    "PACKED",
    "PACKED_IN_BYTE",
    "PAST",
    "PAST_SIZE",
    "PATH",
    "PATHS",
    "PATIENCE",
    "PATTERNS",
    "PATTERN_TABLE",
    "PICKED",
    "PIECE_COUNT",
    "PIECE_SHARE",
    "PLANE_SQUARES",
    "PLIES_PLAYED",
    "PLY",
    "PLY_END",
    "PLY_KINGS",
    "PLY_LEAVES",
    "PLY_NEXT",
    "PLY_OPP",
    "PLY_OWN",
    "PLY_PARENT",
    "PLY_SIZE",
    "PREY",
    "PROMOTED",
    "PROMOTIONS",
    "QUIET_COUNTS",
    "QUIET_PATIENCE",
    "QUIET_PLAY",
    "REASONS",
    "RECORD",
    "REPEATS",
    "REPETITIONS",
    "RING",
    "RING_MASK",
    "ROOM",
    "ROUTES",
    "RULE",
    "RULES",
    "RULE_COUNT",
    "RULE_FEWEST",
    "RULE_KIND",
    "RULE_MOST",
    "RULE_PLIES",
    "RULE_REPLACES",
    "RULE_RESETS",
    "RULE_STRONG",
    "RULE_STRONG_ON",
    "RULE_UNLESS_CAPTURE",
    "RULE_WEAK",
    "RULE_WEAK_ON",
    "RUN_LENGTHS",
    "RUN_VALUES",
    "SETS",
    "SHORT",
    "SHORTS",
    "SIDES",
    "SLICE_BLOCKS",
    "SLICE_DATA",
    "SLICE_KIND",
    "SPREAD",
    "SPREAD_SHIFT",
    "SPREAD_TABLE",
    "SQUARE_AT",
    "SQUARE_BYTES",
    "SQUARE_COUNT",
    "SQUARE_UNITS",
    "STEPS",
    "STEPS_BEFORE",
    "STEP_NUMBERS",
    "STOPPED",
    "STOPPED_BY_LIMIT",
    "TABLE",
    "TABLE_WON",
    "TAGS",
    "TAKEN",
    "TARGET",
    "TARGET_SHIFT",
    "TASK_OUR_KINGS",
    "TASK_THEIR_KINGS",
    "TASK_THEIR_MEN",
    "TERNARY",
    "THEIR_KINGS",
    "THEIR_MEN",
    "TOO_LARGE",
    "TOO_MANY",
    "TOO_MANY_ROUTES",
    "TOP",
    "TOTAL",
    "TRIANGLES",
    "TURNED",
    "TURNS",
    "TURN_FLIP",
    "UNDOABLE",
    "UNIT",
    "UNKNOWN",
    "UNUSUAL",
    "UPPER",
    "VALID",
    "VALUES",
    "WANTED",
    "WANTED_MOVES",
    "WEIGHTS",
    "WEIGHT_INTERIOR",
    "WEIGHT_KING",
    "WEIGHT_MAN",
    "WEIGHT_MOVE",
    "WEIGHT_OPPOSITION",
    "WEIGHT_ROWS",
    "WEIGHT_TURN",
    "WHITE_PROMOTES",
    "WINNERS",
    "WON",
    "WRONG",
    "ZERO",
    "Direction",
    "Pattern",
    "Row",
    "Royal",
    "Side",
    "Sink",
    "Static",
    "Tag",
    "Word",
    "as_number",
    "entry",
    "highest_bit",
    "index",
    "inlined",
    "load",
    "load_16",
    "load_32",
    "load_byte",
    "load_word",
    "lowest_bit",
    "mix",
    "popcount",
    "prefetch",
    "ray",
    "square",
    "store",
    "store_16",
    "store_32",
    "store_byte",
    "store_word",
]  # fmt: skip

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

#: A parameter whose value is known when the kernel is specialised; each value makes a function of its own.
Static = Annotated[T, "static"]
Word = int
Sink = Literal["count", "list", "outcomes", "routes", "steps"]


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
    rows: tuple[Row, ...]
    """The rows of the board, its own first."""


class Part:
    """Squares of a pattern that lie as far from each other as in its number."""

    shift: int
    mask: Word


class Pattern:
    """A group of squares whose men, or whose kings, the evaluation looks up together."""

    place: int
    """Where its weights begin in the table."""
    parts: tuple[Part, ...]


class Row:
    """A row of the board as one side sees it."""

    number: int
    """From 0, the side's own back row."""
    squares: Word


class Royal:
    """How kings go. In most games the kings of both sides go alike and share one value, and so their code."""

    side: Side
    """A side that has such kings."""
    moves: tuple[Direction, ...]
    captures: tuple[Direction, ...]
    reverses: int
    """A bit for the number of each capture direction that a king may follow up with the opposite one."""


class Tag:
    """A tag of PDN whose value is asked for."""

    letters: int
    """Its name, of up to eight letters, as a number."""
    place: int
    """Where the answer has its value."""


# Of the rule set.
MOVEMENT: MovementRules
"""The rules of movement; whatever is asked of them is known when the kernel is specialised."""
SIDES: tuple[Side, ...]
DIRECTIONS: tuple[Direction, ...]
HALF: int
HASH_ENTRY: int
HASH_OWN: int
HASH_OPP: int
HASH_KINGS: int
PLY: int
PLY_OWN: int
PLY_OPP: int
PLY_KINGS: int
VALID: Word
ZERO: Word
EIGHT_WAYS: bool
TRIANGLES: bool
JUMPS_INTO_ORIGIN: bool
MAN_WEIGHT: int
KING_WEIGHT: int
KING_START: int
EARLIEST_SHIFT: int
EARLIEST_PIECES: int
DUPLICATES_FROM: int
PATTERNS: tuple[Pattern, ...]
KING_PATTERNS: int
"""Where the weights of patterns of kings begin in the table, behind those of men."""
INTERIOR: Word
"""The squares that are not on the edge."""
ALTERNATE: Word
"""Half of the squares: a single step from them leads to the other half, and one from there leads back."""

# What is done with a capture that has been followed to its end.
COUNT: Final[Sink] = "count"
LIST: Final[Sink] = "list"
OUTCOMES: Final[Sink] = "outcomes"
ROUTES: Final[Sink] = "routes"
STEPS: Final[Sink] = "steps"

# Places in scratch memory, in 64-bit units. A word there takes `RECORD` - 1 units.
TOP: int
END: int
BASE: int
BEST: int
TOTAL: int
BUDGET: int
KNOWN: int
KNOWN_SLOTS: int
KNOWN_SLOT: int
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

# Places of a ply of perft, in units from where it begins; its moves follow behind `PLY` units.
PLY_PARENT: int
PLY_LEAVES: int
PLY_NEXT: int
PLY_END: int
PLY_SIZE: int

# Why a count has failed.
TOO_MANY_ROUTES: int
TOO_LARGE: int

# Of a search; `draughts.kernel.search_words` says what each is.
AGE: int
BEFORE: int
BLOCKED_LOSES: int
CAPTURED: int
DEEPEST: int
ENDGAMES: int
ENDGAME_MEASURE: int
ENDGAME_PIECES: int
EXACT: int
EXAMPLE: int
FEW: int
FRAME: int
FRAMES: int
HISTORY: int
INFO: int
KEYS: int
KILLERS: int
KING_LIMIT: int
LINE: int
LINES: int
LOWER: int
MAN_MOVED: int
MASK: int
MATERIAL: int
MOST_PLIES: int
NODES: int
NODE_LIMIT: int
NO_SCORE: int
PIECE_COUNT: int
PROMOTED: int
QUIET_PLAY: int
ROOM: int
RULE: int
RULES: int
RULE_COUNT: int
RULE_FEWEST: int
RULE_KIND: int
RULE_MOST: int
RULE_PLIES: int
RULE_REPLACES: int
RULE_RESETS: int
RULE_STRONG: int
RULE_STRONG_ON: int
RULE_UNLESS_CAPTURE: int
RULE_WEAK: int
RULE_WEAK_ON: int
STOPPED: int
STOPPED_BY_LIMIT: int
TABLE: int
TABLE_WON: int
UNDOABLE: int
UPPER: int
WEIGHTS: int
PIECE_SHARE: int
HAS_PATTERNS: int
PATTERN_TABLE: int
TERNARY: int
WEIGHT_INTERIOR: int
WEIGHT_KING: int
WEIGHT_MAN: int
WEIGHT_MOVE: int
WEIGHT_OPPOSITION: int
WEIGHT_ROWS: int
WEIGHT_TURN: int
WON: int

# Of arrays of positions; `draughts.kernel.batch_words` says what each is.
ACTIONS: int
ANSWERS: int
ASCENDING: int
AUTOMATIC: int
BITBOARDS: int
BIT_AT: int
CALM: int
CAPTURES: int
CHAINS: int
CHAIN_MASK: int
CHAIN_TABLE: int
CHOSEN: int
CHOSEN_TAKEN: int
COUNTERS: int
COUNTS_SIZE: int
DESTINATIONS: int
GATHER_TABLE: int
KING_COUNTS: int
LENGTHS: int
MASK_SIZE: int
MOVES: int
NOBODY: int
REPEATS: int
OFFSETS: int
ORIGINS: int
PAST: int
PAST_SIZE: int
PICKED: int
PLANE_SQUARES: int
PLIES_PLAYED: int
PROMOTIONS: int
REASONS: int
REPETITIONS: int
RING: int
RING_MASK: int
SPREAD_TABLE: int
SQUARE_AT: int
STEPS_BEFORE: int
STEP_NUMBERS: int
TAKEN: int
TURNS: int
TURN_FLIP: int
WANTED_MOVES: int
WINNERS: int
UNIT: int
"""Units of 64 bits that a word takes in memory."""
SQUARE_COUNT: int
SQUARE_UNITS: int
"""Units of 64 bits that a set of squares takes in arrays, where bit 0 is square 1."""
HALVES: tuple[int, ...]
"""The numbers of these units."""
SQUARE_BYTES: tuple[tuple[int, ...], ...]
"""The bytes of each unit that have squares."""
BIT_BYTES: tuple[int, ...]
"""The bytes of a word that have squares."""

# Of endgame tables; `draughts.kernel.endgame_words` says what each is.
BEFORE_OUR_KINGS: int
BEFORE_QUIET_COUNTS: int
BEFORE_THEIR_KINGS: int
BEFORE_THEIR_MEN: int
BEFORE_VALUES: int
BINOMIALS: int
BLOCK: int
BYTES: int
DIRECTORY: int
DISTANCES: int
FAR: int
FOUND: int
FOUND_COUNT: int
LATE: int
LATE_COUNT: int
LOST: int
MOST_KNOWN: int
NOT_QUIET: int
NO_POSITION: int
OUR_KINGS: int
PACKED: int
PACKED_IN_BYTE: int
QUIET_COUNTS: int
RUN_LENGTHS: int
RUN_VALUES: int
SETS: int
SHORTS: int
SLICE_BLOCKS: int
SLICE_DATA: int
SLICE_KIND: int
TASK_OUR_KINGS: int
TASK_THEIR_KINGS: int
TASK_THEIR_MEN: int
THEIR_KINGS: int
THEIR_MEN: int
TURNED: int
UNKNOWN: int
VALUES: int

# The fields of a move's info: see `draughts.kernel.records`.
ORIGIN_SHIFT: int
TARGET_SHIFT: int
NUMBER_MASK: int
KING_MOVES: int
KING_ARRIVES: int
INFO_BITS: int

# The spread of records over a table: see `draughts.kernel.interned`.
SPREAD: int
SPREAD_SHIFT: int

# Squares in FEN's tables: see ``source/fen``.
WHITE_PROMOTES: int
BLACK_PROMOTES: int

# Games in text: see `draughts.kernel.game_terms`.
OUT_END: int
OUT_NEXT: int
OUT_RESULT: int
OUT_FIRST: int
OUT_USED: int
OUT_PLIES: int
OUT_BLOCKED: int
OUT_QUIET: int
OUT_RUN: int
OUT_BALANCE: int
OUT_SINCE: int
OUT_MAY_BE_DRAWN: int
OUT_POSITIONS: int
OUT_AT: int
OUT_TURN: int
OUT_OWN: int
OUT_OPP: int
OUT_KINGS: int
DONE: int
WRONG: int
UNUSUAL: int
SHORT: int
CELLS: int
NAMED: int
BETWEEN: int
PATIENCE: int
QUIET_PATIENCE: int
OCCURRENCES: int
NO_KINGS: int
MOST_POSITIONS: int
MOST_TAGS: int
MOST_NAME: int
MOST_VALUE: int
MOST_STEPS: int
TAGS: tuple[Tag, ...]

#: What entry points answer if there is more to follow than they may, or more to write than fits.
TOO_MANY: int


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


def as_number(squares: Word) -> int:
    """The lowest 64 bits of a word as an integer."""
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


def load_byte(memory: int, place: int) -> int:
    """A byte of memory, without a sign."""
    raise NotImplementedError


def store_byte(memory: int, place: int, value: int) -> None:
    """Put the lowest 8 bits of a number into memory."""
    raise NotImplementedError


def load_16(memory: int, place: int) -> int:
    """An element of memory of 16 bits, without a sign."""
    raise NotImplementedError


def store_16(memory: int, place: int, value: int) -> None:
    """Put the lowest 16 bits of a number into memory of such elements."""
    raise NotImplementedError


def load_32(memory: int, place: int) -> int:
    """An element of memory of 32 bits, without a sign."""
    raise NotImplementedError


def store_32(memory: int, place: int, value: int) -> None:
    """Put the lowest 32 bits of a number into memory of such elements."""
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
