"""What the evaluation counts, for rules that nothing was learned for."""

from __future__ import annotations

from functools import lru_cache

from draughts.rules.rules import Goal, KingRange, Rules

__all__ = ["weights_of"]

_MAN = 100
_SHORT_KING, _FLYING_KING = 135, 300


@lru_cache(maxsize=256)
def weights_of(rules: Rules) -> tuple[int, ...]:
    """The weights in the order of the kernel's `WEIGHTS`: man, king, move, turn, king off the edge, then the rows."""
    king = _FLYING_KING if rules.king_range is KingRange.FLYING else _SHORT_KING
    height = rules.geometry.height
    if rules.goal is Goal.BE_BLOCKED:
        # Fewer pieces are better, and moves are worth more than pieces.
        return (-_MAN, -_MAN, 8, 0, 0, *(0 for _ in range(height)))
    steep = 4 if rules.goal is Goal.FIRST_KING else 1
    rows = tuple(steep * (row * row * 24 // (height * height) + (4 if row == 0 else 0)) for row in range(height))
    return (_MAN, king, 2, 4, 5, *rows)
