"""What is known about a game: who played, where and when, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

from draughts.pdn.results import Outcome, outcome_of, winner_of
from draughts.rules.rules import Color
from draughts.svg.words import game_title
from draughts.viewer.lines import Lines

__all__ = ["Seat", "about", "facts", "heading", "outcome", "seats"]


class Seat(NamedTuple):
    """One side of a game.

    Attributes
    ----------
    color : Color
        The side.
    side : str
        What the house calls it.
    player : str
        Who played it; empty if nobody says.
    """

    color: Color
    side: str
    player: str

    @property
    def name(self) -> str:
        """The player, or the side if nobody says who played it."""
        return self.player or self.side


def seats(lines: Lines) -> tuple[Seat, Seat]:
    """Both sides; the one that moves first by the rules comes first."""
    first = lines.rules.first_mover
    one, other = (
        Seat(color, lines.rules.side_name(color), (lines.record.tag(str(color)) or "").strip(" ?"))
        for color in (first, first.opponent)
    )
    return one, other


def heading(lines: Lines) -> str:
    """The players; or, if neither is known, the event or the variant."""
    both = seats(lines)
    if any(seat.player for seat in both):
        return " – ".join(seat.name for seat in both)
    return lines.record.tag("Event") or game_title(lines.rules)


def about(lines: Lines) -> str:
    """Variant, event and result."""
    return " · ".join(facts(lines))


def facts(lines: Lines) -> list[str]:
    """Variant, event, place, date, round and result, as far as they are known and not in the heading."""
    tags = ((lines.record.tag(name) or "").strip() for name in ("Event", "Site", "Date", "Round"))
    known = [game_title(lines.rules), *(text for text in tags if text.strip(".?*- "))]
    return [*(text for text in known if text != heading(lines)), _result(lines)]


def _result(lines: Lines) -> str:
    """How the game ended: in words, with the result as the file has it."""
    written = lines.record.tag("Result") or lines.record.result or "*"
    told = outcome(lines)
    if written == "*":
        return told or "no result"
    return f"{told} ({written})" if told else written


def outcome(lines: Lines) -> str:
    """How the game ended, in words: by its last position, or else by what the file says; empty if neither tells.

    Examples
    --------
    >>> from draughts.pdn import loads
    >>> from draughts.viewer.facts import outcome
    >>> from draughts.viewer.lines import replay_lines
    >>> [outcome(replay_lines(game)) for game in loads('1. 11-15 0-1   1. 11-15 1/2-1/2   1. 11-15 *')]
    ['White won', 'drawn', '']
    """
    rules, said = lines.rules, outcome_of(lines.record)
    winner = lines.nodes[lines.main[-1]].board.winner or winner_of(said, rules)
    if winner is not None:
        return f"{rules.side_name(winner)} won"
    if said is Outcome.DRAW:
        return "drawn"
    return "both lost" if said is Outcome.BOTH_LOSE else ""
