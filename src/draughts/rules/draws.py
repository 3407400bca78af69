"""Draw rules as data: small frozen objects that `Rules.draws` combines. Counting them is the business of `counters`.

Moves are counted by each side, as rule books do: "40 moves" are 80 plies.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Flag, auto

from draughts.errors import RulesError
from draughts.support.checks import is_whole
from draughts.support.numbers import counted
from draughts.support.show import show_changes

__all__ = [
    "DrawOffers",
    "DrawRule",
    "LoneKings",
    "Material",
    "MaterialLimit",
    "NoProgress",
    "PieceCountLimit",
    "Repetition",
    "ResetOn",
]


class ResetOn(Flag):
    """What sets a counter of quiet play back to zero."""

    CAPTURE = auto()
    MAN_MOVE = auto()
    """A man moves; that includes every promotion."""
    PROMOTION = auto()


_NEVER = ResetOn(0)
_EVENTS = {ResetOn.CAPTURE: "a capture", ResetOn.MAN_MOVE: "a man move", ResetOn.PROMOTION: "a promotion"}


@dataclass(frozen=True, slots=True, repr=False)
class DrawRule:
    """What every draw rule has.

    Attributes
    ----------
    automatic : bool
        Whether the game ends by itself, or a player may claim the draw.
    """

    automatic: bool = field(default=True, kw_only=True)

    def __post_init__(self) -> None:
        for flag in fields(self):
            value = getattr(self, flag.name)
            if flag.type == "bool" and not isinstance(value, bool):
                raise RulesError(f"{flag.name} must be True or False, not {value!r}")

    def __repr__(self) -> str:
        return show_changes(self)

    def describe(self) -> str:
        """The rule as a sentence for players."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, repr=False)
class Repetition(DrawRule):
    """The same position with the same side to move occurs `occurrences` times, the start position included.

    The occurrences need not follow one another: the whole game counts.
    """

    occurrences: int = 3

    def __post_init__(self) -> None:
        DrawRule.__post_init__(self)
        if not is_whole(self.occurrences) or self.occurrences < 2:
            raise RulesError(f"occurrences must be at least 2, not {self.occurrences}")

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return f"the same position, with the same side to move, for the {_ordinal(self.occurrences)} time"


@dataclass(frozen=True, slots=True, repr=False)
class NoProgress(DrawRule):
    """`moves` moves by each side without any event of `resets`.

    Attributes
    ----------
    moves : int
        Moves by each side.
    resets : ResetOn
        The events that start the count anew.
    countdown : int or None
        A board shows how many moves each are left while no more than this many are.
    """

    moves: int = 40
    resets: ResetOn = ResetOn.CAPTURE | ResetOn.MAN_MOVE
    countdown: int | None = None

    def __post_init__(self) -> None:
        DrawRule.__post_init__(self)
        _check_moves(self.moves, 1)
        if not isinstance(self.resets, ResetOn) or not self.resets:
            raise RulesError("resets must name at least one event")
        if self.countdown is not None and not (is_whole(self.countdown) and 1 <= self.countdown <= self.moves):
            raise RulesError(f"countdown must be None or 1 to moves={self.moves}, not {self.countdown}")

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return f"{_by_each(self.moves)} without {_either(self.resets)}"


@dataclass(frozen=True, slots=True, repr=False)
class Material:
    """A range of men and kings that one side may own; both ends of each range are included."""

    men: tuple[int, int] = (0, 0)
    kings: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        for name, bounds in (("men", self.men), ("kings", self.kings)):
            if not _is_range(bounds, 0):
                raise RulesError(f"{name} must be a range from 0, not {bounds}")

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
    """While one side owns material of `strong` and the other one of `weak`: `moves` moves by each side.

    The ply that brings the material about is not counted. The count runs while any of the material named is on the
    board, and is forgotten when none is.

    Attributes
    ----------
    moves : int
        0 draws at once.
    strong, weak : tuple of Material
        The material that qualifies; any of each.
    weak_on_long_diagonal, strong_on_long_diagonal : bool
        The limit runs only while a king of that side stands on the long diagonal between the playable corners.
    unless_capture : bool
        With ``moves=0``: play goes on while the side to move has a capture.
    resets : ResetOn
        Events that start the count anew although the material still qualifies; none by default.
    """

    moves: int = 5
    strong: tuple[Material, ...] = ()
    weak: tuple[Material, ...] = ()
    weak_on_long_diagonal: bool = False
    strong_on_long_diagonal: bool = False
    unless_capture: bool = False
    resets: ResetOn = _NEVER

    def __post_init__(self) -> None:
        DrawRule.__post_init__(self)
        _check_moves(self.moves, 0)
        for side in (self.strong, self.weak):
            if not isinstance(side, tuple) or not all(isinstance(material, Material) for material in side):
                raise RulesError(f"strong and weak must be tuples of Material, not {side!r}")
        if not self.strong or not self.weak:
            raise RulesError("strong and weak must both name some material")
        if self.unless_capture and self.moves:
            raise RulesError(f"unless_capture needs moves=0, not moves={self.moves}")

    def describe(self) -> str:
        """The rule as a sentence for players."""

        def side(material: tuple[Material, ...], on_diagonal: bool) -> str:
            return " or ".join(map(str, material)) + (" on the long diagonal" if on_diagonal else "")

        sides = (
            f"{side(self.strong, self.strong_on_long_diagonal)} against {side(self.weak, self.weak_on_long_diagonal)}"
        )
        if self.moves:
            without = f", without {_either(self.resets)}" if self.resets else ""
            return f"{_by_each(self.moves)} with {sides}{without}"
        return f"{sides}: at once" + (", unless the side to move can capture" if self.unless_capture else "")


@dataclass(frozen=True, slots=True, repr=False)
class PieceCountLimit(DrawRule):
    """With `pieces` (from, to) on the board and a king on both sides: `moves` moves by each side without `resets`.

    Attributes
    ----------
    moves : int
        Moves by each side.
    pieces : tuple of (int, int)
        Fewest and most pieces, of both sides together.
    resets : ResetOn
        The events that start the count anew.
    replaces : bool
        Whether the `NoProgress` rules of the same rule set rest while this one runs.
    """

    moves: int = 30
    pieces: tuple[int, int] = (4, 5)
    resets: ResetOn = ResetOn.CAPTURE | ResetOn.PROMOTION
    replaces: bool = True

    def __post_init__(self) -> None:
        DrawRule.__post_init__(self)
        _check_moves(self.moves, 1)
        if not _is_range(self.pieces, 2):
            raise RulesError(f"pieces must be a range of 2 or more, not {self.pieces}")

    def describe(self) -> str:
        """The rule as a sentence for players."""
        without = f" without {_either(self.resets)}," if self.resets else ""
        return (
            f"{_by_each(self.moves)}{without} with {_range(self.pieces)} pieces on the board and a king on both sides"
        )


@dataclass(frozen=True, slots=True, repr=False)
class LoneKings(DrawRule):
    """One king each: drawn at once unless a capture is there, or will be forced with the next move (Frisian)."""

    def describe(self) -> str:
        """The rule as a sentence for players."""
        return "one king each, at once, unless one can capture now or is bound to with the next move"


@dataclass(frozen=True, slots=True, repr=False)
class DrawOffers(DrawRule):
    """How the players may agree on a draw. Rules that name none let each side offer on any of its turns.

    Attributes
    ----------
    allowed : bool
        Whether there are draw offers at all.
    after_moves : int
        How many moves each side must have made before the first offer.
    between_moves : int
        How many moves each side must have made between two offers of the same player.
    """

    allowed: bool = True
    after_moves: int = 0
    between_moves: int = 1

    def __post_init__(self) -> None:
        DrawRule.__post_init__(self)
        _check_moves(self.after_moves, 0, "after_moves")
        _check_moves(self.between_moves, 1, "between_moves")

    def describe(self) -> str:
        """The rule as a sentence for players."""
        if not self.allowed:
            return "no draw can be offered"
        parts = ["agreement"]
        if self.after_moves:
            parts.append(f"offers only after {_by_each(self.after_moves)}")
        if self.between_moves > 1:
            parts.append(f"the next offer of the same player {self.between_moves} moves later at the earliest")
        return "; ".join(parts)


def _check_moves(moves: int, least: int, name: str = "moves") -> None:
    if not is_whole(moves) or moves < least:
        raise RulesError(f"{name} must be at least {least}, not {moves}")


def _by_each(moves: int) -> str:
    return f"{counted(moves, 'move')} by each side"


def _is_range(bounds: object, least: int) -> bool:
    """Whether a value is a pair of whole numbers, the second not below the first."""
    if not isinstance(bounds, tuple) or len(bounds) != 2 or not all(map(is_whole, bounds)):
        return False
    return bool(least <= bounds[0] <= bounds[1])


def _either(resets: ResetOn) -> str:
    return " or ".join(text for event, text in _EVENTS.items() if event in resets)


def _ordinal(n: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(n, f"{n}th")


def _range(bounds: tuple[int, int]) -> str:
    low, high = bounds
    if low == high:
        return str(low)
    return f"{low} or more" if high >= 50 else f"{low} to {high}"
