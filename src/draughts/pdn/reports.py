"""What is said of a game that was checked: its faults, and how its rules were found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from draughts.pdn.diagnostics import Deviation
from draughts.pdn.parser import read_plain
from draughts.pdn.records import GameRecord, PlainGame, RulesSource
from draughts.rules.rules import Rules

__all__ = ["Fault", "FaultKind", "GameReport", "RulesSource"]


class FaultKind(Enum):
    """What is wrong with a game."""

    ILLEGAL_MOVE = "illegal move"
    AMBIGUOUS_MOVE = "ambiguous move"
    """A move that several moves with different outcomes fit."""
    UNREADABLE_MOVE = "unreadable move"
    MOVE_AFTER_END = "move after the end"
    """A move in a position where the game is over by the rules."""
    WRONG_VARIANT = "wrong variant"
    """A game that breaks the rules that it was checked by, and is legal from beginning to end by those of another
    variant: see `GameReport.replays_as`."""
    WRONG_RESULT = "wrong result"
    """The result contradicts the end of the game on the board: it names the loser as the winner, or is a draw."""
    TRUNCATED = "truncated"
    """The file ends in the middle of a tag, a comment, a bracket or a move."""
    BAD_POSITION = "bad position"
    """A start position or setup that is none, or does not say whose turn it is."""
    UNKNOWN_VARIANT = "unknown variant"
    """A ``GameType`` that no known variant has."""
    TOO_COMPLEX = "too complex"
    """A position with more captures than the move generator follows."""
    NOT_A_GAME = "not a game"
    """Text in which there is neither a tag nor a move nor a result."""
    NOT_STANDARD = "not standard"
    """A deviation, where strict reading was asked for."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a game.

    Attributes
    ----------
    kind : FaultKind
        What sort of fault.
    line, column : int
        Where in the file, both counted from 1.
    ply : int
        The ply that it concerns, from 1; 0 if it concerns none.
    move : str
        The move as written; empty if it concerns none.
    reason : str
        What is wrong, in words.
    """

    kind: FaultKind
    line: int
    column: int
    ply: int
    move: str
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        return f"{place}, ply {self.ply}, {self.move}: {self.reason}" if self.move else f"{place}: {self.reason}"


class GameReport(NamedTuple):
    """What `validate` found in a game.

    Attributes
    ----------
    game : int
        Number of the game in its source, from 1.
    source : GameRecord or PlainGame
        The game as it was found; see `record`.
    rules : Rules or None
        The rules that it was checked by; None if its variant is not known.
    rules_from : RulesSource
        How these rules were found.
    plies : int
        How many plies were replayed. A capture counts once, however it is written.
    faults : tuple of Fault
        What is wrong. Replay ends at the first wrong move.
    notes : tuple of Deviation
        What is unusual but understood: the deviations of the record and of the replay.
    replays_as : tuple of str
        For a game with a wrong move: the variants by whose rules it is legal from beginning to end.
    also_fits : tuple of str
        For a game whose variant was guessed: others that it and the games around it may be of as well. For American
        checkers, which is taken unless something speaks against it, none are looked for.
    """

    game: int
    source: GameRecord | PlainGame
    rules: Rules | None
    rules_from: RulesSource
    plies: int
    faults: tuple[Fault, ...] = ()
    notes: tuple[Deviation, ...] = ()
    replays_as: tuple[str, ...] = ()
    also_fits: tuple[str, ...] = ()

    @property
    def record(self) -> GameRecord:
        """The game as text. A game that could be replayed without one gets its record when it is asked for."""
        return self.source if isinstance(self.source, GameRecord) else read_plain(self.source)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong: no fault. Notes do not count."""
        return not self.faults

    @property
    def line(self) -> int:
        """The line where the game begins, from 1."""
        return self.source.line

    def numbered(self, game: int) -> GameReport:
        """The same report of the game with another number."""
        return self if game == self.game else self._replace(game=game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameReport):
            return NotImplemented
        return self._values() == other._values() and self.record == other.record

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return tuple(self)[:1] + tuple(self)[2:]
