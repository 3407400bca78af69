"""What a reader noticed and went on from: habits and damage of real files. Faults of the moves are in `validation`."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from draughts.errors import PdnError

__all__ = ["Deviation", "DeviationKind"]


class DeviationKind(Enum):
    """Ways in which a file leaves the grammar or says something twice; none of them makes a move wrong."""

    ENCODING = "encoding"
    """A line that is not UTF-8 and was read in another encoding."""
    BROKEN_TAG = "broken tag"
    """A tag pair without a quote or without its closing bracket."""
    DUPLICATE_TAG = "duplicate tag"
    """A tag that the game already has; both are kept, the first counts."""
    UNTERMINATED_COMMENT = "unterminated comment"
    """A comment that is still open where the next game begins, or at the end of the file."""
    UNBALANCED_BRACKET = "unbalanced bracket"
    """A round bracket that closes nothing, or is never closed."""
    BRACKET_TEXT = "text in round brackets"
    """Prose where a variation is expected; it is kept as a comment."""
    JUNK = "junk"
    """Text that is no part of the grammar, left out."""
    MISSING_TERMINATOR = "missing terminator"
    """The game ends without a result or ``*``."""
    EXTRA_TERMINATOR = "extra terminator"
    """A result or ``*`` where no game is left to end."""
    TOO_LONG = "too long"
    """A comment, tag or game beyond the stated limits, cut there."""
    UNKNOWN_MOVE = "unknown move"
    """A move that is only hinted at (``- -``); nothing after it can be replayed."""
    JOINED_JUMPS = "joined jumps"
    """The jumps of one capture written as moves of their own."""
    CAPTURE_MARK = "capture mark"
    """A move that takes nothing, written as a capture."""
    FIRST_SIDE_VIEW = "view of the first side"
    """Algebraic squares counted from the corner of the side that moves first."""
    RESULT_DIFFERS = "result differs"
    """The result at the end is not the one of the ``Result`` tag."""
    RESULT_AND_BOARD = "result and board"
    """The game is won on the board and recorded as lost by both."""
    DRAWN_BEFORE = "drawn before"
    """The game goes on after a draw by a rule that ends it by itself."""
    TRUNCATED = "truncated"
    """The file ends in the middle of a tag, a comment, a bracket or a move; `validate` makes this a fault."""
    SPELLING = "spelling"
    """A move, mark, number, result or tag name in a spelling that the grammar of PDN 3.0 does not have."""
    GUESSED_VARIANT = "guessed variant"
    """No tag says what is played; the squares and moves do."""
    MISLEADING_TAG = "misleading tag"
    """A ``GameType`` that contradicts the squares of a game which is legal by other rules."""
    UNKNOWN_VARIANT = "unknown variant"
    """A game without moves whose tags name a variant that is not known."""
    UNKNOWN_TURN = "unknown turn"
    """A position without moves that does not say whose turn it is."""


class Deviation(NamedTuple):
    """One place where a file leaves the standard and is understood nevertheless.

    Attributes
    ----------
    kind : DeviationKind
        What sort of deviation it is.
    line, column : int
        Where, both counted from 1.
    message : str
        What was found and what was made of it.
    text : str
        A move as it stands in the file, where it was read as another text; else empty.

    Examples
    --------
    >>> from draughts.pdn import Deviation, DeviationKind
    >>> str(Deviation(DeviationKind.JUNK, 3, 14, "'}' left out"))
    "line 3, column 14: '}' left out"
    """

    kind: DeviationKind
    line: int
    column: int
    message: str
    text: str = ""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"

    def error(self) -> PdnError:
        """The same as an exception, for readers that stop at the first deviation."""
        return PdnError(self.message, self.line, self.column)
