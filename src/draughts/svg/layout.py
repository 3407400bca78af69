"""Where the squares of a board lie in a picture, and what is written beside them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto
from typing import NamedTuple

from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.readings import as_square
from draughts.rules.rules import Color, Notation, Rules

__all__ = ["CELL", "Coordinates", "Label", "Layout"]

#: The side of a square.
CELL = 45
#: The width of the frame, without and with something written on it.
_THIN, _WIDE = 6, 22


class Coordinates(Flag):
    """What tells one square from another; `NUMBERS` can be joined to one of the other two with ``|``."""

    NONE = 0
    NUMBERS = auto()
    """The number of each square, in its corner."""
    EDGE_NUMBERS = auto()
    """The numbers of the outermost squares, beside the board."""
    ALGEBRAIC = auto()
    """Letters of files and numbers of ranks, beside the board."""

    @classmethod
    def of(cls, rules: Rules) -> Coordinates:
        """What players of the variant are used to: `ALGEBRAIC` or `NUMBERS`, as their notation is."""
        return cls.ALGEBRAIC if rules.notation is Notation.ALGEBRAIC else cls.NUMBERS


class Label(NamedTuple):
    """A text beside the board.

    Attributes
    ----------
    x, y : float
        Its middle.
    text : str
        What it says.
    """

    x: float
    y: float
    text: str


class Layout(NamedTuple):
    """A board in a picture.

    Attributes
    ----------
    geometry : Geometry
        The board.
    orientation : Color
        The side at the bottom.
    coordinates : Coordinates
        What is written on squares and frame.
    """

    geometry: Geometry
    orientation: Color
    coordinates: Coordinates

    @property
    def frame(self) -> int:
        """The width of the frame."""
        return _WIDE if self.coordinates & ~Coordinates.NUMBERS else _THIN

    @property
    def width(self) -> int:
        """The width of the picture."""
        return CELL * self.geometry.width + 2 * self.frame

    @property
    def height(self) -> int:
        """The height of the picture."""
        return CELL * self.geometry.height + 2 * self.frame

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a square.

        Raises
        ------
        IndexError
            If there is no such square.
        """
        square = as_square(self.geometry, square)
        row, column = self._seen(*self.geometry.coordinates(square))
        return self.frame + column * CELL, self.frame + row * CELL

    def center(self, square: int) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def labels(self) -> Iterator[Label]:
        """What is written on the frame."""
        if Coordinates.ALGEBRAIC in self.coordinates:
            yield from self._files_and_ranks()
        if Coordinates.EDGE_NUMBERS in self.coordinates:
            yield from self._edge_numbers()

    def _seen(self, row: int, column: int) -> tuple[int, int]:
        """A row and column of the board as they are seen, or the other way round."""
        if self.orientation is Color.WHITE:
            return row, column
        return self.geometry.height - 1 - row, self.geometry.width - 1 - column

    def _files_and_ranks(self) -> Iterator[Label]:
        files, ranks = {}, {}
        for square in self.geometry.numbers:
            row, column = self._seen(*self.geometry.coordinates(square))
            name = self.geometry.name(square)
            files[column], ranks[row] = name[0], name[1:]
        for column, file in sorted(files.items()):
            yield Label(self.frame + (column + 0.5) * CELL, self.height - self.frame / 2, file)
        for row, rank in sorted(ranks.items()):
            yield Label(self.frame / 2, self.frame + (row + 0.5) * CELL, rank)

    def _edge_numbers(self) -> Iterator[Label]:
        last_row, last_column = self.geometry.height - 1, self.geometry.width - 1
        for square in self.geometry.numbers:
            row, column = self._seen(*self.geometry.coordinates(square))
            x, y = self.center(square)
            if row in (0, last_row):
                yield Label(x, self.frame / 2 if row == 0 else self.height - self.frame / 2, str(square))
            elif column in (0, last_column):
                yield Label(self.frame / 2 if column == 0 else self.width - self.frame / 2, y, str(square))

    @property
    def is_plain(self) -> bool:
        """Whether all squares are played on, so that they are of one colour."""
        return self.geometry.squares is PlayableSquares.ALL
