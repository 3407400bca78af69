"""Bytes of unknown encoding as text, in blocks. What the text says is not looked at here.

A file is taken for UTF-8, or for UTF-16 if every second byte is zero. Lines that are not UTF-8 are read in one encoding
throughout the file: the one that the caller gives, else the one that the first lines of the file declare, else the one
in which the first such lines make the most sense (`letters`). No byte sequence raises.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Iterator

from draughts.pdn.compressed import PathOrFile, Readable, opened
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.letters import decoded, most_likely
from draughts.support.checks import as_text

__all__ = ["PathOrFile", "TextSource", "with_line_feeds"]


_BLOCK = 1 << 16
#: A line longer than this is decoded in parts.
_LINE_LIMIT = 1 << 20
#: More than a block has lines, if they are as long as lines are.
_DEVIATION_LIMIT = 1 << 13
#: ``[Encoding "cp1251"]``, or ``coding: cp1251`` in a comment as editors write it, near the beginning.
_DECLARED = re.compile(rb'(?:\[(?:Encoding|Charset)\s+"|coding[:=][ \t]*"?)([A-Za-z0-9_.-]{2,20})', re.IGNORECASE)
_DECLARED_WITHIN = 1024
#: Of so many bytes at the beginning half must be zero in a text of UTF-16, all of them at even or odd places.
_UTF16_WITHIN = 256


class TextSource:
    r"""The text of a file, in blocks. It can be read once.

    Parameters
    ----------
    source : path, or binary or text file
        A path is opened when reading begins and closed at its end; a file stays open. What is compressed by gzip,
        bzip2, xz or zip is decompressed.
    fallback : str or None
        Encoding of lines that are not UTF-8; None takes the declared one, or the most likely one.

    Attributes
    ----------
    deviations : deque of Deviation
        Lines that are not UTF-8, as far as the text has been read. The user takes them out; no
        more are added while 8,192 are waiting.

    Raises
    ------
    ValueError
        If no encoding has the name `fallback`.
    OSError
        While reading, if the file cannot be opened or read.
    PdnError
        While reading, if it is compressed and damaged, or grows too much.

    Examples
    --------
    >>> import io
    >>> from draughts.pdn.encoding import TextSource
    >>> source = TextSource(io.BytesIO(b"M\xfcnchen\r\nK\xc3\xb6ln"))
    >>> "".join(source), [deviation.line for deviation in source.deviations]
    ('München\r\nKöln', [1])
    """

    def __init__(self, source: PathOrFile, fallback: str | None = None) -> None:
        if fallback is not None and not _is_encoding(as_text(fallback, "an encoding")):
            raise ValueError(f"no text encoding is called {fallback!r}")
        self._source = source
        self._fallback = fallback
        self.deviations: deque[Deviation] = deque()

    def __iter__(self) -> Iterator[str]:
        with opened(self._source) as file:
            first = file.read(_BLOCK)
            if isinstance(first, str):
                yield from _text_blocks(first, file)
            elif first and first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                yield from _utf16_blocks(first, file, "utf-16")
            elif first and (encoding := _utf16_without_mark(first)) is not None:
                message = f"no UTF-8 and no byte order mark; read as {encoding.upper()}"
                self.deviations.append(Deviation(DeviationKind.ENCODING, 1, 1, message))
                yield from _utf16_blocks(first, file, encoding)
            elif first:
                self._fallback = self._fallback or _declared(first)
                yield from self._blocks(first, file)

    def _blocks(self, first: bytes, file: Readable) -> Iterator[str]:
        rest = first.removeprefix(codecs.BOM_UTF8)
        line = 1
        while True:
            block = _bytes(file, _BLOCK)
            if block.endswith(b"\r"):
                block += _bytes(file, 1)  # never split CR from LF
            end = max(rest.rfind(b"\n"), rest.rfind(b"\r", 0, -1)) + 1 if block else len(rest)
            if end == 0 and len(rest) > _LINE_LIMIT:
                end = _character_end(rest)
            if end:
                complete = rest[:end]
                yield self._decode(complete, line)
                line += _count_lines(complete)
            rest = rest[end:] + block
            if not block and not rest:
                return

    def _decode(self, block: bytes, line: int) -> str:
        try:
            return block.decode("utf-8")
        except UnicodeDecodeError:
            lines = block.splitlines(keepends=True)
            if self._fallback is None:
                self._fallback = most_likely(part for part in lines if not _is_utf8(part))
            return "".join(self._decode_line(part, line + at) for at, part in enumerate(lines))

    def _decode_line(self, part: bytes, line: int) -> str:
        try:
            return part.decode("utf-8")
        except UnicodeDecodeError as error:
            assert self._fallback is not None
            if len(self.deviations) < _DEVIATION_LIMIT:
                column = len(part[: error.start].decode("utf-8")) + 1
                message = f"byte 0x{part[error.start]:02x} is not UTF-8; the line was read as {self._fallback}"
                self.deviations.append(Deviation(DeviationKind.ENCODING, line, column, message))
            return decoded(part, self._fallback)


def _is_utf8(part: bytes) -> bool:
    try:
        part.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_mark(first: bytes) -> str | None:
    """The form of UTF-16 that a text without a byte order mark is in; None if it is in none."""
    head = first[: min(_UTF16_WITHIN, len(first) // 2 * 2)]
    for encoding, zeros, letters in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if len(head) > 3 and 2 * zeros.count(0) > len(zeros) and not letters.count(0):
            return encoding
    return None


def _is_encoding(name: str) -> bool:
    try:
        codecs.lookup(name)
        b" ".decode(name, errors="ignore")
    except (LookupError, ValueError):
        return False
    return True


def _declared(block: bytes) -> str | None:
    """The encoding that a file names near its beginning, unless it is UTF-8 or unknown."""
    found = _DECLARED.search(block, 0, _DECLARED_WITHIN)
    name = None if found is None else found[1].decode("ascii")
    if name is None or not _is_encoding(name) or codecs.lookup(name).name == "utf-8":
        return None
    return name


def _bytes(file: Readable, size: int) -> bytes:
    block = file.read(size)
    return block if isinstance(block, bytes) else b""


def _text_blocks(block: str | bytes, file: Readable) -> Iterator[str]:
    while block and isinstance(block, str):
        yield block
        block = file.read(_BLOCK)


def _utf16_blocks(block: bytes, file: Readable, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    while block:
        yield decoder.decode(block)
        block = _bytes(file, _BLOCK)
    yield decoder.decode(b"", final=True)


def _character_end(text: bytes) -> int:
    """The end of the last whole UTF-8 character."""
    for back in range(1, 4):
        if text[-back] >= 0xC0:
            return len(text) - back
        if text[-back] < 0x80:
            break
    return len(text)


def with_line_feeds(text: str) -> str:
    """The same text with LF at the end of every line; CR and LF must not have been torn apart."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _count_lines(block: bytes) -> int:
    lines = block.count(b"\n")
    return lines + block.count(b"\r") - block.count(b"\r\n") if b"\r" in block else lines
