"""What the evaluation counts: weights that were learned, or general ones for rules that nothing was learned for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from draughts.kernel.movement import movement_of
from draughts.kernel.rule_words import patterns_of
from draughts.kernel.search_words import PATTERN_SIZE
from draughts.position.board import Board
from draughts.rules.rules import Color, Goal, KingRange, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GENERAL", "Weights", "general_weights", "weights_for"]

_MAN = 100
_SHORT_KING, _FLYING_KING = 135, 300
#: What the general weights are of, in their order; rows follow.
GENERAL = ("man", "king", "move", "turn", "interior")


@dataclass(frozen=True, eq=False)
class Weights:
    """The numbers of one evaluation, in hundredths of a man.

    Attributes
    ----------
    general : array of int, shape (2, 5 + rows)
        With all men on the board, and with none: a man, a king, a move more, the turn, a king off the edge, then a
        man on each row from its own side.
    patterns : array of int, shape (2, patterns, 3 ** 8) or None
        The same for each pattern and what stands on its squares; None if there are none.
    pieces : int
        How many pieces there are at the start.
    """

    general: NDArray[np.int64]
    patterns: NDArray[np.int64] | None
    pieces: int


def packed(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two numbers in one, as the kernel adds them up."""
    both: NDArray[np.int64] = numbers[0] + (numbers[1] << 32)
    return both


def general_weights(rules: Rules) -> Weights:
    """Material, rows and a little mobility, for rules that nothing was learned for."""
    height = rules.geometry.height
    king = _FLYING_KING if rules.king_range is KingRange.FLYING else _SHORT_KING
    if rules.goal is Goal.BE_BLOCKED:
        # Fewer pieces are better, and moves are worth more.
        numbers = [-_MAN, -_MAN, 8, 0, 0, *([0] * height)]
    else:
        steep = 4 if rules.goal is Goal.FIRST_KING else 1
        rows = (steep * (row * row * 24 // (height * height) + (4 if row == 0 else 0)) for row in range(height))
        numbers = [_MAN, king, 2, 4, 5, *rows]
    return Weights(np.array([numbers, numbers], np.int64), None, _pieces(rules))


@lru_cache(maxsize=64)
def weights_for(rules: Rules) -> Weights:
    """The best weights that there are for a rule set."""
    return general_weights(rules)


def pattern_count(rules: Rules) -> int:
    """How many patterns a board has."""
    return len(patterns_of(movement_of(rules).layout))


def ternary() -> NDArray[np.int64]:
    """For every set of a pattern's squares its number in base 3, a digit 1 for each square."""
    sets = np.arange(1 << PATTERN_SIZE)
    powers = 3 ** np.arange(PATTERN_SIZE)
    numbers: NDArray[np.int64] = (sets[:, None] >> np.arange(PATTERN_SIZE) & 1) @ powers
    return numbers


def _pieces(rules: Rules) -> int:
    """Pieces of both sides at the start."""
    placement = Board(rules)
    return len(placement.pieces(Color.WHITE)) + len(placement.pieces(Color.BLACK))
