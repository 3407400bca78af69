"""Text cut between games, in parts that can be checked apart from each other, without reading the games.

A cut is made only where no reading could see the games otherwise: before a tag line, behind a line that ends with a
result, outside every comment. What stands between two cuts is read as it would be in its place in the file.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from draughts.pdn.diagnostics import Deviation
from draughts.pdn.encoding import with_line_feeds
from draughts.pdn.results import ENDING
from draughts.pdn.variant_detection import Neighbours

__all__ = ["Part", "parts"]

#: Characters of a part. Larger ones need more memory, smaller ones more messages between processes.
_SIZE = 1 << 18
#: So much text without a place to cut is no file of many games; the rest stays in one part.
_LIMIT = 1 << 24
#: Places that are looked at before more text is read.
_CANDIDATES = 8
_END = rf"^(?:[^;%\n]*[ \t])?(?:{ENDING})[ \t]*\n(?:[ \t]*\n)*"
_CUT = re.compile(_END + r"(?=\[[A-Z][A-Za-z0-9_]* \")", re.MULTILINE)
_LINE_CUT = re.compile(_END + r"(?=[0-9A-La-l])", re.MULTILINE)
_COMMENT = re.compile(r"\{[^{}]*\}")


class Part(NamedTuple):
    """Some games of a file.

    Attributes
    ----------
    text : str
        What there is of them; lines end with LF.
    line : int
        The number of its first line.
    deviations : deque of Deviation
        Lines that were read in another encoding; with a `rest` they go on to be added.
    rest : iterable of str
        What follows where a file cannot be cut any further.
    neighbours : Neighbours or None
        What the first games of the file tell of the rules of those that do not name them; None if this is the beginning
        of the file.
    """

    text: str
    line: int
    deviations: deque[Deviation]
    rest: Iterable[str] = ()
    neighbours: Neighbours | None = None


def parts(
    blocks: Iterable[str], found: deque[Deviation], size: int = _SIZE, *, are_lists: bool = False
) -> Iterator[Part]:
    r"""Cut a text; the parts together are the whole of it.

    Examples
    --------
    >>> from collections import deque
    >>> from draughts.pdn.splitting import parts
    >>> text = '[Event "a"]\n1. 11-15 *\n\n[Event "b"]\n1. 9-14 *\n'
    >>> [(part.line, part.text.count("Event")) for part in parts([text], deque(), size=10)]
    [(1, 1), (4, 1)]
    """
    blocks = _with_line_feeds(blocks)
    cut = _LINE_CUT if are_lists else _CUT
    noted: deque[Deviation] = deque()
    text, line, wanted = "", 1, size
    for block in blocks:
        text += block
        noted += found
        found.clear()
        if len(text) < wanted:
            continue
        while end := _cut(text, size, cut):
            last = line + text.count("\n", 0, end)
            yield Part(text[:end], line, _until(noted, last))
            text, line = text[end:], last
        if len(text) > _LIMIT:
            break
        wanted = size if len(text) < size else 2 * len(text)
    else:
        if text:
            yield Part(text, line, noted)
        return
    found.extendleft(reversed(noted))
    yield Part(text, line, found, blocks)


def _until(noted: deque[Deviation], line: int) -> deque[Deviation]:
    """Take out the deviations before a line."""
    found: deque[Deviation] = deque()
    while noted and noted[0].line < line:
        found.append(noted.popleft())
    return found


def _cut(text: str, size: int, cut: re.Pattern[str]) -> int:
    """Where the first part of a text ends, of about this size; 0 if nothing tells."""
    for place in islice(cut.finditer(text, size), _CANDIDATES):
        before = text[: place.end()]
        if "{" in before:
            before = _COMMENT.sub("", before)
        if "{" not in before and "}" not in before:
            return place.end()
    return 0


def _with_line_feeds(blocks: Iterable[str]) -> Iterator[str]:
    """The same text with LF at the end of every line."""
    held = ""
    for block in blocks:
        text = held + block
        held = "\r" if text.endswith("\r") else ""
        yield with_line_feeds(text[:-1] if held else text)
    if held:
        yield "\n"
