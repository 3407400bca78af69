"""Openings that are drawn by lot: ballots of English draughts, and 11-man ballots.

May be imported: what is listed here. Imports `game` and the rooms below.
"""

from __future__ import annotations

from draughts.openings.ballots import (
    GO_AS_YOU_PLEASE,
    Ballot,
    ballot,
    ballot_deck,
    check_eleven_man,
    draw_ballot,
    eleven_man_board,
    three_move_ballots,
    two_move_ballots,
)

__all__ = [
    "GO_AS_YOU_PLEASE",
    "Ballot",
    "ballot",
    "ballot_deck",
    "check_eleven_man",
    "draw_ballot",
    "eleven_man_board",
    "three_move_ballots",
    "two_move_ballots",
]
