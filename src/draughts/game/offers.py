"""Draw offers, read off a game's events: whether one is open, and whether the rules allow another."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.game.events import EventKind, GameEvent
from draughts.rules.draws import DrawOffers
from draughts.rules.rules import Color, Rules
from draughts.support.numbers import counted

__all__ = ["offer_refusal", "open_offer"]


def open_offer(events: Sequence[GameEvent], ply: int) -> Color | None:
    """The side whose offer is open after so many plies, or None."""
    for event in reversed(events):
        if event.ply != ply or event.kind is EventKind.DECLINE:
            break
        if event.kind is EventKind.OFFER:
            return event.color
    return None


def offer_refusal(rules: Rules, events: Sequence[GameEvent], ply: int, color: Color) -> str:
    """Why the rules allow no offer by the side to move now, in words; empty if they allow it.

    Parameters
    ----------
    rules : Rules
        The variant; see `DrawOffers`.
    events : sequence of GameEvent
        What has happened in the game.
    ply : int
        How many plies have been made.
    color : Color
        The side to move.
    """
    offers = next((rule for rule in rules.draws if isinstance(rule, DrawOffers)), DrawOffers())
    if not offers.allowed:
        return f"{rules.name} rules know no draw offers"
    if ply < 2 * offers.after_moves:
        return f"no draw can be offered before each side has made {counted(offers.after_moves, 'move')}"
    made = [event.ply for event in events if event.kind is EventKind.OFFER and event.color is color]
    # An offer made with a move stands after it; it belongs to the turn before.
    if made and ply - made[-1] + (ply - made[-1]) % 2 < 2 * offers.between_moves:
        moves = f"{offers.between_moves} move{'' if offers.between_moves == 1 else 's'}"
        return f"{rules.side_name(color)} can offer a draw again {moves} after the last time"
    return ""
