"""Material: how many men and kings each side has; one slice of a table has all positions of one material."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, product
from math import comb
from typing import NamedTuple

from draughts.kernel.endgame_words import MOST_IN_GROUP
from draughts.kernel.movement import MovementRules

__all__ = ["Material", "materials", "read_material", "waves"]


class Material(NamedTuple):
    """The pieces of a slice; "we" are the side to move.

    Attributes
    ----------
    our_men, our_kings : int
        Pieces of the side to move.
    their_men, their_kings : int
        Pieces of the other side.
    """

    our_men: int
    our_kings: int
    their_men: int
    their_kings: int

    def __str__(self) -> str:
        return "".join(map(str, self))

    @property
    def pieces(self) -> int:
        """All pieces."""
        return sum(self)

    @property
    def men(self) -> int:
        """The men of both sides."""
        return self.our_men + self.their_men

    @property
    def flipped(self) -> Material:
        """The same pieces with the other side to move."""
        return Material(self.their_men, self.their_kings, self.our_men, self.our_kings)

    @property
    def key(self) -> int:
        """Where the kernel's directory has it."""
        return sum(count << 3 * place for place, count in enumerate((self[0], self[1], self[2], self[3])))

    @property
    def groups(self) -> tuple[tuple[bool, int], ...]:
        """The groups in the order of their digits in a position's number: whether of kings, and how many."""
        return (False, self.our_men), (False, self.their_men), (True, self.our_kings), (True, self.their_kings)

    def set_counts(self, movement: MovementRules) -> tuple[int, ...]:
        """How many sets each group has."""
        squares = movement.layout.valid.bit_count()
        for_men = squares - movement.layout.rows[0].bit_count()
        return tuple(comb(squares if kings else for_men, count) for kings, count in self.groups)

    def size(self, movement: MovementRules) -> int:
        """How many numbers its positions have, those included that mean nothing."""
        total = 1
        for count in self.set_counts(movement):
            total *= count
        return total

    def successors(self) -> set[Material]:
        """What a capture or a crowning can lead to, the other side being to move then."""
        found = set()
        for men, kings, crowned in product(range(self.their_men + 1), range(self.their_kings + 1), (0, 1)):
            if crowned <= self.our_men and (men + kings < self.their_men + self.their_kings or crowned) and men + kings:
                found.add(Material(men, kings, self.our_men - crowned, self.our_kings + crowned))
        return found


def read_material(text: str) -> Material | None:
    """The material that four digits name; None if they name none."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        return None
    material = Material(*map(int, text))
    if max(material) > MOST_IN_GROUP or not (material[0] + material[1] and material[2] + material[3]):
        return None
    return material


def materials(pieces: int, *, kings: bool) -> list[Material]:
    """All material of 2 to `pieces` pieces with both sides present, in an order in which it can be solved."""
    most = range(min(pieces, MOST_IN_GROUP + 1))
    every = (Material(*counts) for counts in product(most, repeat=4))
    fit = (
        material
        for material in every
        if material.pieces <= pieces
        and material[0] + material[1]
        and material[2] + material[3]
        and (kings or material.men == material.pieces)
    )
    return sorted(fit, key=lambda material: (material.pieces, material.men, material))


def waves(every: Iterable[Material]) -> list[list[Material]]:
    """One of each pair of material and its flip, in lists whose members do not depend on each other."""
    pairs = (material for material in every if material >= material.flipped)
    return [list(wave) for _, wave in groupby(pairs, lambda material: (material.pieces, material.men))]
