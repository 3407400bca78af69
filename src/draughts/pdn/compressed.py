"""Files as they lie on the disk: plain, or compressed by gzip, bzip2, xz or zip."""

from __future__ import annotations

import bz2
import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Protocol

from draughts.errors import PdnError
from draughts.support.checks import refuse

__all__ = ["PathOrFile", "Readable", "opened"]


class Readable(Protocol):
    """A binary or text file, as far as it is needed here."""

    def read(self, size: int, /) -> str | bytes:
        """Up to so many bytes or characters; nothing at the end."""


class _Decompressor(Protocol):
    """What bz2 and lzma have in common, and `_Gzip`."""

    @property
    def eof(self) -> bool:
        """Whether a part has come to its end."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes without more data."""

    @property
    def unused_data(self) -> bytes:
        """What was given beyond the end of the part."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """More of the content."""


PathOrFile = str | os.PathLike[str] | Readable

_BLOCK = 1 << 16
#: Bytes that come from so many compressed ones at most, beyond a first allowance: game texts shrink to a fifth or so.
_MOST_FOLD = 200
_ALLOWANCE = 1 << 24
#: Memory that xz may use, and bytes of a zip file that cannot be read from its end, such as standard input.
_XZ_MEMORY = 1 << 27
_ZIP_IN_MEMORY = 1 << 28
_GAMES_IN_ZIP = (".pdn", ".pgn", ".txt")


class _Gzip:
    """zlib with the manners of bz2 and lzma."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def _xz() -> _Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)


_KINDS: dict[bytes, tuple[str, Callable[[], _Decompressor]]] = {
    b"\x1f\x8b": ("gzip", _Gzip),
    b"BZh": ("bzip2", bz2.BZ2Decompressor),
    b"\xfd7zXZ\x00": ("xz", _xz),
}
_DAMAGE = (
    zlib.error, lzma.LZMAError, EOFError, ValueError, OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError
)  # fmt: skip
_ZIP = b"PK\x03\x04"
_LONGEST_MARK = 6


@contextmanager
def opened(source: PathOrFile) -> Iterator[Readable]:
    """A path or file as something to read, decompressed where its first bytes say that it is compressed.

    Of a zip file the games are read one file after another: those that end in ``.pdn``, ``.pgn`` or ``.txt``.

    Raises
    ------
    OSError
        If the file cannot be opened or read.
    PdnError
        If compressed data is damaged or cut off, or grows so much that it cannot be a file of games.
    """
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        refuse("a source of games is a path or an open file", source)
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file, opened(file) as readable:
            yield readable
        return
    head = source.read(_BLOCK)
    if isinstance(head, str):
        yield _Headed(head, source)
    elif head.startswith(_ZIP):
        with _damage("zip"), zipfile.ZipFile(_seekable(source, head)) as archive:
            yield _Members(archive)
    else:
        kind = next((kind for mark, kind in _KINDS.items() if head.startswith(mark)), None)
        yield _Headed(head, source) if kind is None else _Inflated(_Headed(head, source), *kind)


@contextmanager
def _damage(name: str) -> Iterator[None]:
    """Errors of the decompressors as errors of reading."""
    try:
        yield
    except PdnError:
        raise
    except _DAMAGE as error:
        if isinstance(error, OSError) and error.errno is not None:  # the disk's, and not bzip2's complaint
            raise
        raise PdnError(f"the {name} data cannot be read: {error}", 1, 1) from None


class _Headed:
    """A file of which the beginning has been read."""

    def __init__(self, head: str | bytes, file: Readable) -> None:
        self._head = head
        self._file = file

    def read(self, size: int, /) -> str | bytes:
        if self._head:
            head, self._head = self._head[:size], self._head[size:]
            return head
        return self._file.read(size)


class _Limit:
    """Refuses what grows too much: a small file that would fill the disk or take days."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.taken = 0
        self._given = 0

    def count(self, given: int) -> None:
        self._given += given
        if self._given > _ALLOWANCE + _MOST_FOLD * self.taken:
            raise PdnError(f"the {self._name} data grows more than {_MOST_FOLD}-fold; this is no file of games", 1, 1)


class _Inflated:
    """The content of a compressed file, which may have several parts one behind the other."""

    def __init__(self, file: Readable, name: str, make: Callable[[], _Decompressor]) -> None:
        self._file = file
        self._name = name
        self._make = make
        self._parts = make()
        self._limit = _Limit(name)
        self._has_part = False

    def read(self, size: int, /) -> bytes:
        with _damage(self._name):
            while True:
                if self._parts.eof:
                    data = self._parts.unused_data or self._next()
                    if not data.rstrip(b"\x00"):
                        return b""
                    self._parts = self._make()
                elif self._parts.needs_input:
                    data = self._next()
                    if not data:
                        raise EOFError("it is cut off")
                else:
                    data = b""
                content = self._parts.decompress(data, size)
                self._limit.count(len(content))
                if content:
                    return content

    def _next(self) -> bytes:
        block = self._file.read(_BLOCK)
        assert isinstance(block, bytes)
        self._limit.taken += len(block)
        return block


class _Members:
    """The games of a zip file, one file after another."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        names = [info for info in archive.infolist() if info.filename.lower().endswith(_GAMES_IN_ZIP)]
        if not names:
            raise PdnError(f"no file in this zip file ends in {', '.join(_GAMES_IN_ZIP)}", 1, 1)
        self._archive = archive
        self._left = iter(names)
        self._member: IO[bytes] | None = None
        self._limit = _Limit("zip")

    def read(self, size: int, /) -> bytes:
        with _damage("zip"):
            while True:
                if self._member is None:
                    info = next(self._left, None)
                    if info is None:
                        return b""
                    self._member = self._archive.open(info)
                    self._limit.taken += info.compress_size
                content = self._member.read(size)
                self._limit.count(len(content))
                if content:
                    return content
                self._member.close()
                self._member = None
                return b"\n\n"  # the end of a file ends a line


def _seekable(file: Readable, head: bytes) -> IO[bytes]:
    """A zip file that can be read from its end."""
    if isinstance(file, io.BufferedReader | io.BytesIO) and file.seekable():
        file.seek(-len(head), io.SEEK_CUR)
        return file
    whole = [head]
    size = len(head)
    while block := file.read(_BLOCK):
        assert isinstance(block, bytes)
        whole.append(block)
        size += len(block)
        if size > _ZIP_IN_MEMORY:
            raise PdnError(f"a zip file that is read as a stream may have {_ZIP_IN_MEMORY} bytes", 1, 1)
    return io.BytesIO(b"".join(whole))
