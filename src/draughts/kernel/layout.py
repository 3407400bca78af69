"""Bit layouts: which bit stands for which square, and by how much each direction shifts. All of it is computed.

Seen by the kernel every board has rows counted along the square numbers, so that the bits ascend with the rows. On
boards of every other square, bits without a square ("ghosts") lie between the rows: a step off the board ends on one of
them, and no set of empty squares contains it, so no wrap-around has to be masked away. Boards with all squares have no
room for ghosts in 64 bits; there each sideways direction has a mask of the squares that may step that way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from draughts.rules.geometry import Corner, Geometry, PlayableSquares

__all__ = ["Layout", "Step", "layout_of", "square_bits"]


class Step(NamedTuple):
    """One direction on a layout.

    Attributes
    ----------
    rows, columns : int
        The step in rows and columns of the board.
    shift : int
        By how many bits a set moves; negative to the right.
    mask : int or None
        The squares that may step this way, where ghosts do not take care of it.
    rays : tuple of int
        For every bit: the squares that lie in this direction, as far as the edge.
    """

    rows: int
    columns: int
    shift: int
    mask: int | None
    rays: tuple[int, ...]


class Layout(NamedTuple):
    """A board on bits.

    Attributes
    ----------
    bits : int
        How many bits are used, ghosts included.
    valid : int
        The bits that are squares.
    rows : tuple of int
        The squares of each row.
    steps : dict of (rows, columns) to Step
        Diagonal and straight steps.
    """

    bits: int
    valid: int
    rows: tuple[int, ...]
    steps: dict[tuple[int, int], Step]

    @property
    def interior(self) -> int:
        """The squares that are not on the edge."""
        inner = self.valid & ~(self.rows[0] | self.rows[-1])
        sides = [step.rays for (rows, columns), step in self.steps.items() if columns]
        return sum(1 << bit for bit in range(self.bits) if inner >> bit & 1 and all(rays[bit] for rays in sides))

    @property
    def alternate(self) -> int:
        """Half of the squares: a single step from them leads to the other half, and one from there leads back."""
        straight = (0, 1) in self.steps
        chosen = 0
        for y, row in enumerate(self.rows):
            squares = [bit for bit in range(self.bits) if row >> bit & 1]
            chosen |= sum(1 << bit for x, bit in enumerate(squares) if (y + (x if straight else 0)) % 2)
        return chosen


@lru_cache(maxsize=32)
def layout_of(width: int, height: int, all_squares: bool, straight_jumps: bool) -> Layout:
    """The layout of a board; `straight_jumps` asks for ghosts on both sides of a row (Frisian captures)."""
    if all_squares:
        virtual = width
        places = {(y, x): width * y + x for y in range(height) for x in range(width)}
        units = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
    else:
        # An odd virtual width puts (y + x) odd on odd numbers in every row; halving them leaves no gap but the ghosts.
        virtual = width + (3 if straight_jumps else 1)
        places = {(y, x): (virtual * y + x) // 2 for y in range(height) for x in range(width) if (y + x) % 2 == 1}
        units = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        if straight_jumps:
            units += [(2, 0), (0, 2), (0, -2), (-2, 0)]
    bits = max(places.values()) + 1
    rows = tuple(sum(1 << bit for (y, _), bit in places.items() if y == row) for row in range(height))
    steps = {}
    for dy, dx in units:
        shift = virtual * dy + dx if all_squares else (virtual * dy + dx) // 2
        mask = sum(1 << bit for (y, x), bit in places.items() if (y + dy, x + dx) in places)
        rays = [0] * bits
        for (y, x), bit in places.items():
            row, column = y + dy, x + dx
            while (row, column) in places:
                rays[bit] |= 1 << places[row, column]
                row, column = row + dy, column + dx
        steps[dy, dx] = Step(dy, dx, shift, mask if all_squares else None, tuple(rays))
    return Layout(bits, sum(rows), rows, steps)


def square_bits(geometry: Geometry, straight_jumps: bool) -> tuple[int, ...]:
    """The bit of each square number; entry 0 belongs to no square and is -1.

    Boards that differ only in numbering or in which corner is played on share one layout: they are turned or mirrored
    on the way in.
    """
    all_squares = geometry.squares is PlayableSquares.ALL
    first_column = geometry.width - 1 if geometry.first_square.is_right else 0
    if not all_squares:
        # The kernel's first row begins with an unused square.
        last_row = geometry.height - 1
        row = 0 if geometry.first_square.is_top else last_row
        first_column = 0 if not geometry.is_playable(row, 0) else geometry.width - 1
    virtual = geometry.width if all_squares else geometry.width + (3 if straight_jumps else 1)
    bits = [-1]
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        y = row if geometry.first_square.is_top else geometry.height - 1 - row
        x = abs(column - first_column)
        bits.append((virtual * y + x) // (1 if all_squares else 2))
    return tuple(bits)


def white_moves_down(geometry: Geometry) -> bool:
    """Whether White's forward direction is that of ascending bits."""
    return geometry.first_square in (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT)
