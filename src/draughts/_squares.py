"""Between square numbers, which users see, and bits, which the kernel sees."""

from __future__ import annotations

from functools import lru_cache

from draughts._kernels.layout import square_bits, white_moves_down
from draughts._kernels.policy import policy_of
from draughts.geometry import Geometry
from draughts.rules import Rules

__all__ = ["SquareMap", "square_map"]


class SquareMap:
    """The squares of one board on the bits of one layout.

    Attributes
    ----------
    geometry : Geometry
        The board.
    bit : tuple of int
        Bit number of each square; entry 0 is unused.
    square : tuple of int
        Square of each bit; 0 for ghosts.
    ascending : bool
        Whether ascending bits are ascending squares.
    white_side : int
        The kernel's number for White: 0 if White moves towards ascending bits.
    """

    __slots__ = ("ascending", "bit", "geometry", "square", "white_side")

    def __init__(self, geometry: Geometry, straight_jumps: bool) -> None:
        self.geometry = geometry
        self.bit = square_bits(geometry, straight_jumps)
        square = [0] * (max(self.bit) + 1)
        for number, bit in enumerate(self.bit[1:], 1):
            square[bit] = number
        self.square = tuple(square)
        self.ascending = list(self.bit) == sorted(self.bit)
        self.white_side = 0 if white_moves_down(geometry) else 1

    def word(self, squares: tuple[int, ...]) -> int:
        """The word of some squares."""
        return sum(1 << self.bit[square] for square in squares)

    def squares(self, word: int) -> tuple[int, ...]:
        """The squares of a word, ascending."""
        found = []
        while word:
            lowest = word & -word
            word ^= lowest
            found.append(self.square[lowest.bit_length() - 1])
        if not self.ascending:
            found.sort()
        return tuple(found)


@lru_cache(maxsize=256)
def square_map(rules: Rules) -> SquareMap:
    """The map that positions under these rules use; equal maps are one object."""
    return _square_map(rules.geometry, policy_of(rules).straight_jumps)


@lru_cache(maxsize=256)
def _square_map(geometry: Geometry, straight_jumps: bool) -> SquareMap:
    return SquareMap(geometry, straight_jumps)
