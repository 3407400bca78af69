"""Matches and tournaments: pairings, games between players, standings, crosstables, differences in Elo.

May be imported: what is listed here. Imports `openings`, `engine`, `pdn`, `game` and the rooms below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from draughts.match.match import (
    INTERNATIONAL_POINTS,
    SINGLE_POINTS,
    THREE_POINTS,
    Match,
    Pairing,
    Points,
    Standing,
    match_pairings,
    round_robin,
)
from draughts.match.rating import Elo, elo

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.match.chance import random_openings
    from draughts.match.match_file import MatchFile
    from draughts.match.playing import Adjudicator, play_out

__all__ = [
    "INTERNATIONAL_POINTS",
    "SINGLE_POINTS",
    "THREE_POINTS",
    "Adjudicator",
    "Elo",
    "Match",
    "MatchFile",
    "Pairing",
    "Points",
    "Standing",
    "elo",
    "match_pairings",
    "play_out",
    "random_openings",
    "round_robin",
]

#: The module of each name that is loaded when it is asked for.
_HOMES = {
    "Adjudicator": "playing",
    "MatchFile": "match_file",
    "play_out": "playing",
    "random_openings": "chance",
}


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"draughts.match.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
