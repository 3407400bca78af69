"""Square numbers and the kernel's bits, and the moves that are known on them."""

from __future__ import annotations

from draughts.kernel.interned import InternedObjects
from draughts.kernel.layout import square_bits, white_moves_down
from draughts.kernel.records import Record
from draughts.position.move import Move, MoveFacts
from draughts.rules.actions import ActionNumbering
from draughts.rules.geometry import Geometry

__all__ = ["SquareMap"]


class SquareMap:
    """The squares of one board on the bits of one layout.

    Attributes
    ----------
    bit : tuple of int
        Bit number of each square; entry 0 is unused.
    square : tuple of int
        Square of each bit; 0 for ghosts.
    ascending : bool
        Whether ascending bits are ascending squares.
    white_side : int
        The kernel's number for White: 0 if White moves towards ascending bits.
    moves : tuple of InternedObjects
        For each side the quiet moves and captures of one piece that have come up, by the kernel's record: there are a
        few thousand to a board, made once and shared.
    actions : ActionNumbering
        The numbers of its moves as actions.
    captures : tuple of dict
        For each side its captures that have come up lately, by record: moves, or what is known of those that take
        several pieces.
    """

    __slots__ = ("actions", "ascending", "bit", "captures", "moves", "square", "white_side")

    def __init__(self, geometry: Geometry, straight_jumps: bool, actions: ActionNumbering) -> None:
        self.actions = actions
        self.bit = square_bits(geometry, straight_jumps)
        square = [0] * (max(self.bit) + 1)
        for number, bit in enumerate(self.bit[1:], 1):
            square[bit] = number
        self.square = tuple(square)
        self.ascending = list(self.bit) == sorted(self.bit)
        self.white_side = 0 if white_moves_down(geometry) else 1
        self.moves = InternedObjects[Move](), InternedObjects[Move]()
        self.captures: tuple[dict[Record, Move | MoveFacts], dict[Record, Move | MoveFacts]] = ({}, {})

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
