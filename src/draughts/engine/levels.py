"""Levels of play, from one that sees two moves ahead to the full search of a second.

A level is a number of positions looked at for a move, so it plays alike on slow and on fast machines. The lower levels
also take a move that is not quite the best one: any within `noise` hundredths of a man of it may be chosen, the better
the likelier.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from draughts.engine.result import Line

__all__ = ["LEVELS", "Level", "get_level"]


#: Moves among which a level with noise chooses.
_CHOICES = 6


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play.

    Attributes
    ----------
    number : int
        From 1, the weakest, to 10.
    nodes : int
        Positions looked at for a move.
    noise : int
        How much worse than the best a move may be, in hundredths of a man.
    """

    number: int
    nodes: int
    noise: int = 0

    @property
    def choices(self) -> int:
        """How many of the best moves it chooses among."""
        return _CHOICES if self.noise else 1

    def choose(self, lines: Sequence[Line], rng: random.Random) -> Line:
        """One of the lines that a search has found, best first."""
        if not self.noise:
            return lines[0]
        near = [line for line in lines if lines[0].score - line.score <= self.noise]
        chances = [math.exp((line.score - lines[0].score) * 2 / self.noise) for line in near]
        return rng.choices(near, chances)[0]


#: The levels by number; the first one is missing.
LEVELS = tuple(
    Level(number, nodes, noise)
    for number, (nodes, noise) in enumerate(
        (
            (300, 300),  # fewer would not do for six lines
            (300, 110),
            (500, 60),
            (1_100, 40),
            (2_500, 25),
            (6_000, 16),
            (16_000, 8),
            (60_000, 0),
            (250_000, 0),
            (1_500_000, 0),
        ),
        1,
    )
)
_NAMES = {"easy": 2, "medium": 5, "hard": 8}


def get_level(level: Level | int | str) -> Level:
    """A level by its number, or by the names easy, medium and hard; a level is itself.

    Raises
    ------
    ValueError
        If there is no such level.

    Examples
    --------
    >>> from draughts.engine.levels import get_level
    >>> get_level(1).number, get_level("5") == get_level("medium")
    (1, True)
    """
    if isinstance(level, Level):
        return level
    name = str(level).strip().casefold()
    numbers = {str(each.number): each for each in LEVELS}
    names = {each: LEVELS[number - 1] for each, number in _NAMES.items()}
    try:
        return (numbers | names)[name]
    except KeyError:
        raise ValueError(f"there is no level {level!r}; levels are 1 to {len(LEVELS)}, {', '.join(_NAMES)}") from None
