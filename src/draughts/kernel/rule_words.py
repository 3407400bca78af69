"""The words of the kernel vocabulary that depend on the rules of movement: their values for one rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from draughts.kernel.layout import Layout, Step
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import PLY_PLACES
from draughts.kernel.search_words import PATTERN_SIZE
from draughts.rules.rules import CapturePriority, Direction

__all__ = ["DirectionWord", "RoyalWords", "SideWords", "Word", "hash_entry", "patterns_of", "rays_of", "words_of"]


def hash_entry(layout: Layout) -> int:
    """Units of an entry of the table of counts: depth and side, count, and three words."""
    return 2 + 3 * (1 if layout.bits <= 64 else 2)


class Word(int):
    """A number that is a set of squares."""


@dataclass(frozen=True)
class DirectionWord:
    """A direction as the source sees it."""

    index: int
    opposite: int
    move: Step


@dataclass(frozen=True)
class RowWords:
    """A row of the board as the source sees it."""

    number: int
    squares: Word


@dataclass
class SideWords:
    """A side as the source sees it."""

    index: int
    promotion: Word
    rows: tuple[RowWords, ...]
    man_moves: tuple[DirectionWord, ...]
    man_captures: tuple[DirectionWord, ...]
    opponent: SideWords | None = None
    royal: RoyalWords | None = None


@dataclass
class RoyalWords:
    """The kings of one side, or of both, as the source sees them."""

    side: SideWords
    moves: tuple[DirectionWord, ...]
    captures: tuple[DirectionWord, ...]

    @property
    def reverses(self) -> int:
        """A bit for each capture direction whose opposite is one too."""
        numbers = {direction.index for direction in self.captures}
        return sum(1 << direction.index for direction in self.captures if direction.opposite in numbers)


@dataclass(frozen=True)
class PartWords:
    """Squares of a pattern that one shift brings to where its number has them."""

    shift: int
    mask: Word


@dataclass(frozen=True)
class PatternWords:
    """A pattern of the evaluation as the source sees it."""

    place: int
    parts: tuple[PartWords, ...]


def patterns_of(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The bits of each pattern, ascending: windows of four rows and two squares of each, or two rows of four.

    With every window that which it becomes when the board is turned is there, too.
    """
    rows = [[bit for bit in range(layout.bits) if row >> bit & 1] for row in layout.rows]
    high, wide = (4, 2) if layout.steps.get((1, 1)) and len(rows[0]) < len(rows) else (2, 4)
    step = 2
    found = []
    for top in range(0, len(rows) - high + 1, step if high > 2 else 1):
        for left in range(0, len(rows[0]) - wide + 1, 1 if wide == 2 else step):
            found.append(tuple(bit for row in rows[top : top + high] for bit in row[left : left + wide]))
    return tuple(found)


def _pattern_words(layout: Layout) -> tuple[PatternWords, ...]:
    made = []
    for number, bits in enumerate(patterns_of(layout)):
        masks: dict[int, int] = {}
        for place, bit in enumerate(bits):
            masks[bit - place] = masks.get(bit - place, 0) | 1 << place
        parts = tuple(PartWords(shift, Word(mask)) for shift, mask in masks.items())
        made.append(PatternWords(number * 3**PATTERN_SIZE, parts))
    return tuple(made)


def steps_of(layout: Layout) -> list[Step]:
    """The steps of a layout by the numbers of their directions."""
    return sorted(layout.steps.values(), key=lambda step: (step.shift < 0, abs(step.shift)))


def rays_of(layout: Layout) -> tuple[int, ...]:
    """The table behind `ray`: direction times `layout.bits` plus square."""
    return tuple(ray for step in steps_of(layout) for ray in step.rays)


def words_of(movement: MovementRules) -> dict[str, object]:  # long: a table
    """The values of the words, by name."""
    layout = movement.layout
    order = steps_of(layout)
    half = len(order) // 2
    directions = {
        (step.rows, step.columns): DirectionWord(i, (i + half) % len(order), step) for i, step in enumerate(order)
    }
    straight = 1 if movement.all_squares else 2

    def words(flags: Direction, forward: int) -> tuple[DirectionWord, ...]:
        units = {
            Direction.FORWARD_LEFT: (forward, -1),
            Direction.FORWARD_RIGHT: (forward, 1),
            Direction.BACKWARD_LEFT: (-forward, -1),
            Direction.BACKWARD_RIGHT: (-forward, 1),
            Direction.FORWARD: (straight * forward, 0),
            Direction.BACKWARD: (-straight * forward, 0),
            Direction.LEFT: (0, -straight),
            Direction.RIGHT: (0, straight),
        }
        return tuple(directions[unit] for flag, unit in units.items() if flag in flags)

    sides = tuple(
        SideWords(
            index,
            Word(layout.rows[far]),
            tuple(RowWords(number, Word(row)) for number, row in enumerate(layout.rows[::forward])),
            words(movement.man_moves, forward),
            words(movement.man_captures, forward),
        )
        for index, forward, far in ((0, 1, -1), (1, -1, 0))
    )
    for side, forward in zip(sides, (1, -1), strict=True):
        side.opponent = sides[1 - side.index]
        moves, captures = words(movement.king_moves, forward), words(movement.king_captures, forward)
        shared = sides[0].royal
        alike = shared is not None and (set(shared.moves), set(shared.captures)) == (set(moves), set(captures))
        side.royal = shared if alike else RoyalWords(side, moves, captures)
    word = 1 if layout.bits <= 64 else 2
    diagonal = not movement.all_squares and not movement.straight_jumps
    return {
        "MOVEMENT": movement,
        "SIDES": sides,
        "DIRECTIONS": tuple(directions.values()),
        "HALF": len(directions) // 2,
        "VALID": Word(layout.valid),
        "ZERO": Word(0),
        "INTERIOR": Word(layout.interior),
        "ALTERNATE": Word(layout.alternate),
        "PATTERNS": _pattern_words(layout),
        "KING_PATTERNS": len(patterns_of(layout)) * 3**PATTERN_SIZE,
        "EIGHT_WAYS": len(sides[0].man_captures) > 4,
        "TRIANGLES": bool(movement.man_captures & Direction.STRAIGHT and movement.man_captures & Direction.DIAGONAL),
        "JUMPS_INTO_ORIGIN": _jumps_into_origin(sides[0].man_moves, sides[1].man_captures),
        # Two short diagonal jumpers need four captures to take the same pieces in another order (a circle).
        "DUPLICATES_FROM": 4 if diagonal and not movement.flying else 2,
        "RECORD": 1 + word,
        "EXAMPLE": 2 + 3 * word,
        "UNIT": word,
        **_square_words(layout),
        "HASH_ENTRY": hash_entry(layout),
        "HASH_OWN": 2,
        "HASH_OPP": 2 + word,
        "HASH_KINGS": 2 + 2 * word,
        "PLY_OWN": len(PLY_PLACES),
        "PLY_OPP": len(PLY_PLACES) + word,
        "PLY_KINGS": len(PLY_PLACES) + 2 * word,
        "PLY": len(PLY_PLACES) + 3 * word,
        **_weights(movement, layout),
    }


def _square_words(layout: Layout) -> dict[str, object]:
    """How squares lie in arrays: units of 64 bits for a set of them, the bytes of each unit, those of a word."""
    squares = layout.valid.bit_count()
    units = 1 if squares <= 64 else 2
    return {
        "SQUARE_UNITS": units,
        "SQUARE_COUNT": squares,
        "HALVES": tuple(range(units)),
        "SQUARE_BYTES": tuple(tuple(range((min(squares - 64 * half, 64) + 7) // 8)) for half in range(units)),
        "BIT_BYTES": tuple(range((layout.bits + 7) // 8)),
    }


def _jumps_into_origin(moves: Sequence[DirectionWord], replies: Sequence[DirectionWord]) -> bool:
    """Whether a reply of two jumps may take a man that has moved and land where he came from.

    The first jump ends one step behind the man, the second one two steps further.
    """
    return any(
        step.move.rows + first.move.rows + 2 * second.move.rows == 0
        and step.move.columns + first.move.columns + 2 * second.move.columns == 0
        for step in moves
        for first in replies
        for second in replies
        if second.index != first.opposite
    )


#: A key has to fit a signed 64-bit number.
_KEY_BITS = 63


def _telling(tests: Sequence[CapturePriority]) -> list[CapturePriority]:
    """The tests that can still tell captures apart: a value, or any two totals, fix both men and kings taken."""
    totals = {CapturePriority.MOST_VALUE: 2, CapturePriority.MOST_PIECES: 1, CapturePriority.MOST_KINGS: 1}
    known = 0
    kept = []
    for test in tests:
        if test not in totals or known < 2:
            kept.append(test)
            known += totals.get(test, 0)
    return kept


def _weights(movement: MovementRules, layout: Layout) -> dict[str, int]:
    """The capture priority as numbers to add up along a capture, most significant test first.

    Each test has a field of the key that is wide enough for every capture on the board. `KINGS_EARLIEST` needs a bit
    for each piece taken and gets what the others leave, which is at least 40: on boards of more squares than that it
    sees the first pieces only, and no capture takes as many there.
    """
    most = layout.valid.bit_count()
    scale = 1 << most.bit_length()
    # What a man, a king and a king that captures add to the field of a test, and the field's width.
    fields = {
        CapturePriority.MOST_PIECES: (1, 1, 0, most.bit_length()),
        CapturePriority.MOST_KINGS: (0, 1, 0, most.bit_length()),
        # n kings count less than 2n men and more than 2n - 1
        CapturePriority.MOST_VALUE: (scale, 2 * scale - 1, 0, (2 * scale * most).bit_length()),
        CapturePriority.WITH_KING: (0, 0, 1, 1),
    }
    tests = _telling(movement.priority)
    left = _KEY_BITS - sum(fields[test][3] for test in tests if test in fields)
    man = king = start = shift = 0
    earliest = -1
    seen = min(most, left)
    for test in reversed(tests):
        if test is CapturePriority.KINGS_EARLIEST:
            shift += seen
            earliest = shift - 1
        else:
            for_man, for_king, for_capturer, width = fields[test]
            man += for_man << shift
            king += for_king << shift
            start += for_capturer << shift
            shift += width
    return {
        "MAN_WEIGHT": man,
        "KING_WEIGHT": king,
        "KING_START": start,
        "EARLIEST_SHIFT": earliest,
        "EARLIEST_PIECES": seen,
    }
