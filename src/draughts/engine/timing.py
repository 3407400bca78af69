"""How a search is limited: what it can be told, and how long to think about a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypedDict

from draughts.engine.result import SearchResult
from draughts.errors import ArgumentError
from draughts.game.clocks import Clock
from draughts.game.player import Limits
from draughts.rules.rules import Color
from draughts.support.checks import as_number, refuse

__all__ = ["Report", "SearchOptions", "TimePlan", "limits_of"]

#: The least time that is planned with, in seconds.
_LEAST = 0.001
#: How many times the time aimed at a hard move may take, and the most of the clock that it may.
_MOST_TIMES = 4.0
_MOST_OF_CLOCK = 0.4
_MOST_OF_LAST = 0.9
#: The share of the time aimed at after which no new depth is begun: it would take longer than those before together.
_ENOUGH = 0.6
#: What that is multiplied with when the depths agree, when they do not, and when the score has fallen.
_SETTLED, _CHANGED, _FALLEN = 0.6, 1.8, 1.8
#: Depths that must agree, and by how many hundredths of a man a score has fallen.
_AGREEING = 5
_FALL = 30


#: Is given what each depth has found.
Report = Callable[[SearchResult], object]


class SearchOptions(TypedDict, total=False):
    """What `Engine.search` can be told, besides the position."""

    depth: int | None
    nodes: int | None
    time: float | None
    clock: Clock | None
    limits: Limits | None
    multipv: int
    on_info: Report | None


@dataclass(frozen=True, slots=True)
class TimePlan:
    """The time for a move.

    Attributes
    ----------
    aim : float
        Seconds to aim at.
    most : float
        Seconds after which the search ends in any case. If both are the same, all of it is used.
    """

    aim: float
    most: float

    @classmethod
    def of(cls, limits: Limits) -> Self | None:
        """The plan for some limits; None if they have no time.

        Examples
        --------
        >>> from draughts.engine.timing import TimePlan
        >>> from draughts.players import Limits
        >>> TimePlan.of(Limits(remaining=60, increment=2)), TimePlan.of(Limits(seconds=3))
        (TimePlan(aim=4.0, most=16.0), TimePlan(aim=3, most=3))
        """
        aim = limits.budget
        if aim is None:
            return None
        most = aim
        if limits.remaining is not None:
            share = limits.remaining * (_MOST_OF_LAST if limits.moves_to_go == 1 else _MOST_OF_CLOCK)
            most = max(aim, min(_MOST_TIMES * aim, share))
            if limits.seconds is not None:
                most = min(most, limits.seconds)
        return cls(max(aim, _LEAST), max(most, _LEAST))

    def is_enough(self, seconds: float, depths: Sequence[SearchResult]) -> bool:
        """Whether no new depth is worth beginning.

        A move that the last depths agree on is made sooner; one that they do not, or whose score has fallen, later.

        Parameters
        ----------
        seconds : float
            How long the search has taken.
        depths : sequence of SearchResult
            What each depth has found.
        """
        if self.most <= self.aim or not depths:
            return seconds >= self.most
        share = _ENOUGH
        moves = [result.move for result in depths[-_AGREEING:]]
        if len(moves) == _AGREEING and moves.count(moves[0]) == _AGREEING:
            share *= _SETTLED
        elif moves[-1] != moves[-2:][0]:
            share *= _CHANGED
        if len(depths) > 1 and depths[-1].score <= depths[-2].score - _FALL:
            share *= _FALLEN
        return seconds >= min(share * self.aim, self.most)


def limits_of(
    turn: Color,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    clock: Clock | None,
    limits: Limits | None,
) -> Limits:
    """The limits of a search, from all the ways to say them."""
    given = Limits() if limits is None else limits
    if clock is not None:
        if not isinstance(clock, Clock):
            refuse("a clock is a Clock", clock)
        if limits is not None:
            raise ArgumentError("clock and limits cannot be given together: limits can say what a clock leaves")
        given = Limits.of_clock(clock, turn, clock.since)
    if time is not None and not as_number(time, "time") > 0:
        raise ValueError(f"time must be more than 0 seconds, not {time!r}")
    return replace(
        given,
        depth=given.depth if depth is None else depth,
        nodes=given.nodes if nodes is None else nodes,
        seconds=given.seconds if time is None else time,
    )
