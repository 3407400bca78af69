"""The tokens of PDN text, as values. How text is cut into them is the business of `lexer`."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from draughts.pdn.diagnostics import Deviation

__all__ = ["TOKEN_LIMIT", "Token", "TokenKind"]

#: Longest tag, comment or line comment, in characters. What goes beyond is reported, left out, and reading goes on.
TOKEN_LIMIT = 1 << 20


class TokenKind(Enum):
    """The kinds of token; `Token.text` is the source text except where another meaning is given."""

    TAG = "tag"
    """`text` is the name, `value` the unescaped value."""
    MOVE_NUMBER = "move number"
    MOVE = "move"
    """One move as text; `value` is its plain spelling where the source has blanks or typographic marks in it."""
    UNKNOWN_MOVE = "unknown move"
    STRENGTH = "strength"
    NAG = "nag"
    COMMENT = "comment"
    """`text` is what stands between the braces."""
    LINE_COMMENT = "line comment"
    """`text` is what follows ``%`` or ``;``."""
    SETUP = "setup"
    """`value` is the text in quotes."""
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    RESULT = "result"
    JUNK = "junk"


class Token(NamedTuple):
    """A piece of PDN text with its place.

    Attributes
    ----------
    kind : TokenKind
        What it is.
    text : str
        The text, see `TokenKind`.
    line, column : int
        Where it begins, both counted from 1.
    value : str
        The meaning of the text where the two differ, otherwise empty.
    deviation : Deviation or None
        What was wrong with it.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    value: str = ""
    deviation: Deviation | None = None

    @property
    def source(self) -> str:
        """The token as it would stand in a file."""
        if self.kind is TokenKind.COMMENT:
            return f"{{{self.text}}}"
        if self.kind is TokenKind.LINE_COMMENT:
            return f";{self.text}"
        if self.kind is TokenKind.TAG:
            return f'[{self.text} "{self.value}"]'
        return self.text
