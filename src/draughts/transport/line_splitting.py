"""Streams of bytes cut into lines, or into telegrams, none longer than a limit. What they mean is decided elsewhere."""

from __future__ import annotations

from draughts.errors import ProtocolError

__all__ = ["LineSplitter"]


class LineSplitter:
    r"""Cuts what comes in at a delimiter. It holds one piece that was fed and one unfinished line, never more.

    Parameters
    ----------
    delimiter : bytes
        The byte that ends a line.
    limit : int
        Most bytes of a line, without the delimiter.
    kind : str
        What a line is called in messages; a line that a zero byte ends is a telegram.

    Attributes
    ----------
    number : int
        How many lines have come out.

    Examples
    --------
    >>> from draughts.transport.line_splitting import LineSplitter
    >>> splitter = LineSplitter(b"\n", 80, "line")
    >>> splitter.feed(b"ping\nqu")
    >>> splitter.next(), splitter.next(), splitter.rest
    (b'ping', None, b'qu')
    """

    __slots__ = ("_data", "_delimiter", "_kind", "_limit", "_searched", "_start", "number")

    def __init__(self, delimiter: bytes, limit: int, kind: str) -> None:
        self._delimiter = delimiter
        self._limit = limit
        self._kind = kind
        self._data = bytearray()
        #: Where the next line begins, and up to where no delimiter is.
        self._start = 0
        self._searched = 0
        self.number = 0

    def feed(self, data: bytes) -> None:
        """Add what has come in."""
        del self._data[: self._start]
        self._searched -= self._start
        self._start = 0
        self._data += data

    def next(self) -> bytes | None:
        """The next line without its delimiter, or None until more is fed.

        Raises
        ------
        ProtocolError
            If a line is longer than the limit, finished or not.
        """
        end = self._data.find(self._delimiter, self._searched)
        length = (len(self._data) if end < 0 else end) - self._start
        if length > self._limit:
            raise ProtocolError(f"a {self._kind} of more than {self._limit} bytes", self.number + 1, self._limit + 1)
        if end < 0:
            self._searched = len(self._data)
            return None
        line = bytes(self._data[self._start : end])
        self._start = self._searched = end + 1
        self.number += 1
        return line

    @property
    def rest(self) -> bytes:
        """What has come in of an unfinished line."""
        return bytes(self._data[self._start :])
