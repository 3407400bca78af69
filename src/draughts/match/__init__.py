"""Matches and tournaments: pairings, standings, crosstables.

May be imported: what is listed here. Imports `openings`, `game` and the rooms below.
"""

from __future__ import annotations

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

__all__ = [
    "INTERNATIONAL_POINTS",
    "SINGLE_POINTS",
    "THREE_POINTS",
    "Match",
    "Pairing",
    "Points",
    "Standing",
    "match_pairings",
    "round_robin",
]
