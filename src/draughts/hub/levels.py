"""Limits of a player, and the levels by which the Hub protocol says them."""

from __future__ import annotations

from draughts.game.player import Limits
from draughts.hub.messages import Level

__all__ = ["read_level", "write_level"]


def read_level(level: Level) -> Limits:
    """The limits that a level means.

    Examples
    --------
    >>> from draughts.hub import Level
    >>> from draughts.hub.levels import read_level
    >>> from draughts.players import Limits
    >>> read_level(Level(time=60.0, inc=2.0)), read_level(Level(infinite=True)) == Limits()
    (Limits(seconds=None, depth=None, nodes=None, remaining=60.0, increment=2.0, moves_to_go=None), True)
    """
    if level.time is None:
        return Limits(level.move_time, level.depth, level.nodes)
    return Limits(level.move_time, level.depth, level.nodes, level.time, level.inc or 0.0, level.moves or None)


def write_level(limits: Limits | Level | None) -> Level:
    """The level that says limits; None, and limits that are none, last until the search is stopped.

    Examples
    --------
    >>> from draughts.hub.levels import write_level
    >>> from draughts.players import Limits
    >>> write_level(Limits(remaining=60, moves_to_go=9)), write_level(None)
    (Level(depth=None, nodes=None, move_time=None, moves=9, time=60, inc=None, infinite=False),
     Level(depth=None, nodes=None, move_time=None, moves=None, time=None, inc=None, infinite=True))
    """
    if isinstance(limits, Level):
        return limits
    if limits is None or limits == Limits():
        return Level(infinite=True)
    return Level(
        limits.depth,
        limits.nodes,
        limits.seconds,
        limits.moves_to_go,
        limits.remaining,
        limits.increment or None,
    )
