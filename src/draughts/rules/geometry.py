"""Boards: which squares are played on, how they are numbered and named. Nothing here knows a rule or a piece."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from draughts.errors import RulesError
from draughts.support.show import show_changes

__all__ = ["STANDARD_BOARD", "Corner", "Geometry", "PlayableSquares"]

#: No board has more files than letters that PDN uses, and none has more squares than two 64-bit words hold.
_LARGEST_SIDE = 12
_NAME = re.compile(r"([a-l])([1-9][0-9]?)", re.IGNORECASE | re.ASCII)


class PlayableSquares(Enum):
    """Which squares of the board are played on."""

    DIAGONAL = "diagonal"
    """Every other square, so that diagonal neighbours are played on and side neighbours are not."""
    ALL = "all"
    """Every square (Turkish and Armenian draughts)."""


class Corner(Enum):
    """A corner of the board, seen with White at the bottom; the values are PDN's (GameType, notation field)."""

    BOTTOM_LEFT = 0
    BOTTOM_RIGHT = 1
    TOP_LEFT = 2
    TOP_RIGHT = 3

    @property
    def is_top(self) -> bool:
        """Whether the corner is on Black's side."""
        return self.value >= 2

    @property
    def is_right(self) -> bool:
        """Whether the corner is at White's right hand."""
        return self.value % 2 == 1

    @property
    def opposite(self) -> Corner:
        """The corner across the board: what is top-left for White is bottom-right for Black."""
        return Corner(3 - self.value)


class _Tables(NamedTuple):
    coordinates: tuple[tuple[int, int], ...]
    numbers: dict[tuple[int, int], int]
    names: tuple[str, ...]
    by_name: dict[str, int]


@dataclass(frozen=True, slots=True, repr=False)
class Geometry:
    """A board: its size, its squares and their numbers.

    Attributes
    ----------
    width, height : int
        Files and ranks, each even and from 4 to 12.
    squares : PlayableSquares
        Every other square, or all.
    playable_corner : Corner
        `BOTTOM_LEFT` where a1 is played on (most games), `BOTTOM_RIGHT` on the mirrored boards of the Italian, Spanish,
        Portuguese and Jamaican games.
    first_square : Corner
        Where square 1 (or the square nearest to that corner) lies. Numbers run along the ranks, away from it.
    algebraic_origin : Corner
        Where a1 lies: `BOTTOM_LEFT`, or `BOTTOM_RIGHT` where files are lettered from right to left (Jamaica).

    Examples
    --------
    >>> from draughts import Geometry
    >>> board = Geometry()
    >>> board.square_count, board.name(1), board.number("g1")
    (32, 'b8', 32)
    >>> Geometry(10, 10).square_count
    50
    """

    width: int = 8
    height: int = 8
    squares: PlayableSquares = PlayableSquares.DIAGONAL
    playable_corner: Corner = Corner.BOTTOM_LEFT
    first_square: Corner = Corner.TOP_LEFT
    algebraic_origin: Corner = Corner.BOTTOM_LEFT

    def __post_init__(self) -> None:
        for field, value in (("width", self.width), ("height", self.height)):
            if not (4 <= value <= _LARGEST_SIDE and value % 2 == 0):
                raise RulesError(f"{field} must be an even number from 4 to {_LARGEST_SIDE}, not {value!r}")
        if self.squares is PlayableSquares.ALL and self.width * self.height > 128:
            raise RulesError(f"squares=ALL allows 128 squares; width {self.width} and height {self.height} make more")
        if self.squares is PlayableSquares.ALL and self.playable_corner is not Corner.BOTTOM_LEFT:
            raise RulesError("squares=ALL leaves no choice of playable_corner: every corner is played on")
        for field, corner in (
            ("playable_corner", self.playable_corner),
            ("algebraic_origin", self.algebraic_origin),
        ):
            if corner.is_top:
                raise RulesError(f"{field} must be BOTTOM_LEFT or BOTTOM_RIGHT, not {corner.name}")

    def __repr__(self) -> str:
        return show_changes(self)

    @property
    def square_count(self) -> int:
        """Number of squares played on."""
        return self.width * self.height // (2 if self.squares is PlayableSquares.DIAGONAL else 1)

    @property
    def numbers(self) -> range:
        """All square numbers, from 1."""
        return range(1, self.square_count + 1)

    @property
    def long_diagonal(self) -> tuple[int, ...]:
        """The squares of the diagonal between the two playable corners, from the top.

        Raises
        ------
        RulesError
            If the board is not square and has none.

        Examples
        --------
        >>> from draughts import Geometry
        >>> [Geometry().name(square) for square in Geometry().long_diagonal]
        ['h8', 'g7', 'f6', 'e5', 'd4', 'c3', 'b2', 'a1']
        """
        size = self.width
        if size != self.height:
            raise RulesError(f"a board of {size} x {self.height} squares has no long diagonal")
        falls = self.playable_corner is Corner.BOTTOM_RIGHT
        found = (self.at(row, row if falls else size - 1 - row) for row in range(size))
        return tuple(square for square in found if square is not None)

    def is_playable(self, row: int, column: int) -> bool:
        """Whether the square `row` rows from the top and `column` columns from the left is played on."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            return False
        if self.squares is PlayableSquares.ALL:
            return True
        from_corner = column if self.playable_corner is Corner.BOTTOM_LEFT else self.width - 1 - column
        return (self.height - 1 - row + from_corner) % 2 == 0

    def coordinates(self, square: int) -> tuple[int, int]:
        """Row from the top and column from the left, both from 0, with White at the bottom."""
        return _tables(self).coordinates[square - 1]

    def at(self, row: int, column: int) -> int | None:
        """The square `row` rows from the top and `column` columns from the left, or None where none is played on."""
        return _tables(self).numbers.get((row, column))

    def name(self, square: int) -> str:
        """Algebraic name of a square.

        >>> from draughts import Geometry
        >>> Geometry().name(32)
        'g1'
        """
        return _tables(self).names[square - 1]

    def number(self, name: str) -> int | None:
        """The square with this algebraic name (any case), or None.

        >>> from draughts import Geometry
        >>> Geometry().number("G1"), Geometry().number("a2")
        (32, None)
        """
        return _tables(self).by_name.get(name.lower()) if _NAME.fullmatch(name) else None


#: The board of American checkers and most other games on 8x8 squares.
STANDARD_BOARD = Geometry()


@lru_cache(maxsize=64)
def _tables(geometry: Geometry) -> _Tables:
    height, width = geometry.height, geometry.width
    rows = range(height) if geometry.first_square.is_top else range(height - 1, -1, -1)
    columns = range(width - 1, -1, -1) if geometry.first_square.is_right else range(width)
    coordinates = tuple((row, column) for row in rows for column in columns if geometry.is_playable(row, column))
    mirrored = geometry.algebraic_origin.is_right
    names = tuple(
        f"{chr(ord('a') + (width - 1 - column if mirrored else column))}{height - row}" for row, column in coordinates
    )
    return _Tables(
        coordinates,
        {place: number for number, place in enumerate(coordinates, 1)},
        names,
        {name: number for number, name in enumerate(names, 1)},
    )
