"""What happens in a game besides moves: offers, resignations, cautions, presses of the clock. Values only."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from draughts.rules.rules import Color

__all__ = ["EventKind", "GameEvent"]


class EventKind(Enum):
    """Kinds of events."""

    OFFER = "offer"
    DECLINE = "decline"
    ACCEPT = "accept"
    CLAIM = "claim"
    RESIGN = "resign"
    FORFEIT = "forfeit"
    ILLEGAL_MOVE = "illegal move"
    """An illegal move was tried and taken back; the note is its text."""
    ADJUDICATE = "adjudicate"
    """The colour is the winner's; none for a draw."""
    TIME_UP = "time up"
    PLAY_ON = "play on"
    """A draw rule has drawn the game, and it goes on nevertheless."""
    START_CLOCK = "start clock"
    STOP_CLOCK = "stop clock"
    PRESS_CLOCK = "press clock"
    """Belongs to the move that leads to the ply."""
    TIME_LEFT = "time left"
    """What a clock elsewhere showed, in seconds: see `Game.note_time`."""
    TIME_USED = "time used"
    """How long a move took by a clock elsewhere, in seconds."""


class GameEvent(NamedTuple):
    """One event.

    Attributes
    ----------
    ply : int
        How many moves had been made, by both sides.
    kind : EventKind
        What was done.
    color : Color or None
        Who did it, or whom it befell.
    note : str
        More in words.
    at : float or None
        The timestamp, for events that have to do with the clock; the seconds, for times that were noted.
    """

    ply: int
    kind: EventKind
    color: Color | None = None
    note: str = ""
    at: float | None = None

    def describe(self) -> str:
        """The event in words.

        Examples
        --------
        >>> from draughts import Color, EventKind, GameEvent
        >>> GameEvent(3, EventKind.OFFER, Color.WHITE).describe()
        'after ply 3, White: offer'
        """
        who = f", {self.color}" if self.color is not None else ""
        return f"after ply {self.ply}{who}: {self.kind.value}"
