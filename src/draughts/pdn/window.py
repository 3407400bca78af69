"""The part of a text that is being looked at: it slides over the text, which is never held as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from draughts.pdn.encoding import with_line_feeds
from draughts.support.checks import as_text, refuse

__all__ = ["LOOK_AHEAD", "Window"]

_BLOCK = 1 << 16
#: More than the longest blank run and short token of the lexer together, in characters.
LOOK_AHEAD = 1 << 10


class Window:
    """A text in pieces, of which a part is held.

    Parameters
    ----------
    chunks : iterable of str
        The text in pieces of any size. Lines may end with LF, CRLF or CR; in `text` they end with LF.
    line : int
        The number of its first line.

    Attributes
    ----------
    text : str
        What is held.
    position : int
        The index in `text` up to which it has been read.
    line : int
        The number of the line at `position`.
    line_start : int
        The index in `text` where that line begins; negative when that part is no longer held.
    is_at_end : bool
        Whether nothing follows `text`.
    taken : int
        How many characters the pieces had so far.
    """

    __slots__ = ("_chunks", "_ends_in_return", "is_at_end", "line", "line_start", "position", "taken", "text")

    def __init__(self, chunks: Iterable[str], line: int = 1) -> None:
        if isinstance(chunks, bytes) or not isinstance(chunks, Iterable):
            refuse("a text comes in pieces, such as the lines of a file", chunks)
        self._chunks = iter(chunks)
        self._ends_in_return = False
        self.text = ""
        self.position = 0
        self.line = line
        self.line_start = 0
        self.is_at_end = False
        self.taken = 0

    @property
    def column(self) -> int:
        """The column at `position`, from 1."""
        return self.position - self.line_start + 1

    def grow(self) -> None:
        """Drop what has been read, but for one character of context, and read one block more."""
        pieces: list[str] = []
        size = 0
        while size < _BLOCK:
            piece = next(self._chunks, None)
            if piece is None:
                self.is_at_end = True
                break
            pieces.append(as_text(piece, "a piece of a text"))
            size += len(piece)
        self.taken += size
        dropped = max(self.position - 1, 0)
        self.text = self.text[dropped:] + self._with_line_feeds("".join(pieces))
        self.position -= dropped
        self.line_start -= dropped

    def look_ahead(self, size: int) -> None:
        """Hold at least so many characters behind `position`, as far as there are any."""
        while not self.is_at_end and len(self.text) - self.position <= size:
            self.grow()

    def can_grow(self, limit: int) -> bool:
        """Whether there is more text, and no more than `limit` characters are held behind `position`."""
        return not self.is_at_end and len(self.text) - self.position <= limit

    def go_to(self, end: int) -> None:
        """Move `position` forward, counting lines."""
        count = self.text.count("\n", self.position, end)
        if count:
            self.line += count
            self.line_start = self.text.rfind("\n", self.position, end) + 1
        self.position = end

    def _with_line_feeds(self, block: str) -> str:
        if self._ends_in_return and block.startswith("\n"):
            block = block[1:]
            self._ends_in_return = False
        if block:
            self._ends_in_return = block.endswith("\r")
        return with_line_feeds(block)
