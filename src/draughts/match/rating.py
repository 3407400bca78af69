"""What a result says about the difference in strength, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from draughts.support.checks import as_flag, as_list, refuse

__all__ = ["Elo", "elo"]

#: Standard deviations that leave 5 percent outside.
_WIDTH = 1.959964
#: Points of Elo by which a player who scores ten to one is ahead.
_SCALE = 400.0


class Elo(NamedTuple):
    """A difference in Elo, with an interval of 95 percent.

    Attributes
    ----------
    difference : float
        Points; infinite if every game was won or lost.
    low, high : float
        Where it lies between.
    """

    difference: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_points(self.difference)} (95 %: {_points(self.low)} to {_points(self.high)})"


def elo(scores: Sequence[float], *, paired: bool = True) -> Elo:
    """The difference in Elo that some results stand for.

    The interval is that of Wilson for a share of the points. How many games they count for is found from how much they
    vary; games in pairs vary less, as both players have had either side of an opening.

    Parameters
    ----------
    scores : sequence of float
        What one player has scored in each game: 1, 0.5 or 0.
    paired : bool
        Whether games 1 and 2, 3 and 4, and so on, are pairs from the same opening.

    Raises
    ------
    ArgumentError
        If there is no game, or a score is none of these.

    Examples
    --------
    >>> from draughts.match import elo
    >>> print(elo([1, 0.5, 1, 0, 0.5, 0.5]))
    +58 (95 %: -122 to +239)
    >>> print(elo([1, 1]))
    +inf (95 %: -113 to +inf)
    """
    results = [
        float(score) if score in (0, 0.5, 1) else refuse("a score is 1, 0.5 or 0", score)
        for score in as_list(scores, "scores")
    ]
    if not results:
        refuse("scores are those of one game or more", scores)
    share = sum(results) / len(results)
    size = 2 if as_flag(paired, "paired") and len(results) % 2 == 0 else 1
    units = [sum(results[at : at + size]) / size for at in range(0, len(results), size)]
    # Few pairs may agree by chance: one more is thought of whose games are independent.
    spread = sum((unit - share) ** 2 for unit in units) + (share * (1 - share) / 2 if size == 2 else 0.0)
    counted = share * (1 - share) * len(units) ** 2 / spread if spread else float(len(results))
    low, high = _wilson(share, counted)
    if share in (0, 1):  # nothing tells how far the difference goes
        low, high = (low, 1.0) if share else (0.0, high)
    return Elo(_difference(share), _difference(low), _difference(high))


def _wilson(share: float, count: float) -> tuple[float, float]:
    """Between which shares the true one lies, if this one was seen in so many trials."""
    square = _WIDTH * _WIDTH
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _WIDTH / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def _difference(share: float) -> float:
    """The difference that a share of the points stands for."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -_SCALE * math.log10(1 / share - 1)


def _points(difference: float) -> str:
    return f"{difference:+}" if math.isinf(difference) else f"{round(difference):+d}"
