"""Draw rules as data: small frozen objects that `Rules.draws` combines. How a game counts them is not decided here.

Moves are counted by each side, as rule books do: "40 moves" are 80 plies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Flag, auto

from draughts._show import show_changes
from draughts.errors import RulesError

__all__ = [
    "DrawRule",
    "Force",
    "LoneKings",
    "MaterialLimit",
    "NoProgress",
    "PieceCountLimit",
    "Repetition",
    "Reset",
]


class Reset(Flag):
    """What sets a counter of quiet play back to zero."""

    CAPTURE = auto()
    MAN_MOVE = auto()
    """A man moves; that includes every promotion."""
    PROMOTION = auto()


@dataclass(frozen=True, slots=True, repr=False)
class DrawRule:
    """What every draw rule has.

    Attributes
    ----------
    automatic : bool
        Whether the game ends by itself, or a player may claim the draw.
    """

    automatic: bool = field(default=True, kw_only=True)

    def __repr__(self) -> str:
        return show_changes(self)

    def describe(self) -> str:
        """The rule as a sentence for players."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, repr=False)
class Repetition(DrawRule):
    """The same position with the same side to move occurs `occurrences` times, the start position included."""

    occurrences: int = 3

    def __post_init__(self) -> None:
        if self.occurrences < 2:
            raise RulesError(f"occurrences must be at least 2, not {self.occurrences}")

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return f"the same position, with the same side to move, for the {_ordinal(self.occurrences)} time"


@dataclass(frozen=True, slots=True, repr=False)
class NoProgress(DrawRule):
    """`moves` moves by each side without any event of `resets`."""

    moves: int = 40
    resets: Reset = Reset.CAPTURE | Reset.MAN_MOVE

    def describe(self) -> str:
        """The rule as a sentence for players."""
        events = {Reset.CAPTURE: "a capture", Reset.MAN_MOVE: "a man move", Reset.PROMOTION: "a promotion"}
        without = " or ".join(text for event, text in events.items() if event in self.resets)
        return f"{self.moves} moves by each side without {without}"


@dataclass(frozen=True, slots=True, repr=False)
class Force:
    """A range of men and kings that one side may own; both ends of each range are included."""

    men: tuple[int, int] = (0, 0)
    kings: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        return show_changes(self)

    def matches(self, men: int, kings: int) -> bool:
        """Whether so many men and kings fall into the range."""
        return self.men[0] <= men <= self.men[1] and self.kings[0] <= kings <= self.kings[1]

    def __str__(self) -> str:
        parts = [
            f"{_range(bounds)} {kind if bounds == (1, 1) else plural}"
            for bounds, kind, plural in ((self.kings, "king", "kings"), (self.men, "man", "men"))
            if bounds != (0, 0)
        ]
        return " and ".join(parts) or "nothing"


@dataclass(frozen=True, slots=True, repr=False)
class MaterialLimit(DrawRule):
    """While one side owns a force of `strong` and the other one of `weak`: `moves` moves by each side.

    Attributes
    ----------
    moves : int
        0 draws at once.
    strong, weak : tuple of Force
        The forces that qualify.
    weak_on_main_road, strong_on_main_road : bool
        The limit runs only while a king of that side stands on the long diagonal between the playable corners.
    unless_capture : bool
        With ``moves=0``: play goes on while the side to move has a capture.
    """

    moves: int = 5
    strong: tuple[Force, ...] = ()
    weak: tuple[Force, ...] = ()
    weak_on_main_road: bool = False
    strong_on_main_road: bool = False
    unless_capture: bool = False

    def describe(self) -> str:
        """The rule as a sentence for players."""

        def side(forces: tuple[Force, ...], on_road: bool) -> str:
            return " or ".join(map(str, forces)) + (" on the main road" if on_road else "")

        sides = f"{side(self.strong, self.strong_on_main_road)} against {side(self.weak, self.weak_on_main_road)}"
        if self.moves:
            return f"{self.moves} moves by each side with {sides}"
        return f"{sides}: at once" + (", unless the side to move can capture" if self.unless_capture else "")


@dataclass(frozen=True, slots=True, repr=False)
class PieceCountLimit(DrawRule):
    """With `pieces` (from, to) on the board and a king on both sides: `moves` moves by each side without `resets`.

    While it runs it replaces every `NoProgress` rule of the same rule set.
    """

    moves: int = 30
    pieces: tuple[int, int] = (4, 5)
    resets: Reset = Reset.CAPTURE | Reset.PROMOTION

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return (
            f"{self.moves} moves by each side without a capture or a promotion, "
            f"with {_range(self.pieces)} pieces on the board and a king on both sides"
        )


@dataclass(frozen=True, slots=True, repr=False)
class LoneKings(DrawRule):
    """One king each: drawn at once unless a capture is there, or will be forced with the next move (Frisian)."""

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return "one king each, at once, unless one can capture now or is bound to with the next move"


def _ordinal(n: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(n, f"{n}th")


def _range(bounds: tuple[int, int]) -> str:
    low, high = bounds
    if low == high:
        return str(low)
    return f"{low} or more" if high >= 50 else f"{low} to {high}"
