"""Records and games as PDN text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, TYPE_CHECKING, TypeVar

from draughts.errors import PdnError
from draughts.pdn.game_records import record_of
from draughts.pdn.parser import loads
from draughts.pdn.records import GameRecord, MoveCell, Tag, Variation
from draughts.support.checks import as_flag

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = ["dump", "dumps"]

G = TypeVar("G", bound="Game")

_WIDTH = 79
_SEPARATORS = "-x:"
#: What a tag's value cannot hold: line ends, and a backslash that would hide a quote.
_BAD_VALUE = re.compile(r'[\r\n]|\\(?="|\Z)')


def dumps(games: Iterable[Game | GameRecord] | Game | GameRecord, *, long: bool = False, strict: bool = False) -> str:
    """Games as PDN.

    Parameters
    ----------
    games : games or records, or one of them
        What to write. Of a record everything is kept but its line breaks; its moves stay as they are spelt.
    long : bool
        Whether the captures of a `Game` name every square landed on; otherwise they do where origin and destination fit
        several captures.
    strict : bool
        Whether each game ends with ``*``, as the grammar of PDN 3.0 has it, and not with its result.

    Raises
    ------
    PdnError
        If a tag or comment has something in it that PDN cannot hold.

    Examples
    --------
    >>> from draughts.pdn import dumps, loads
    >>> print(dumps(loads('[Event "Ayr"]1.11-15! 23-19{Fourteenth}(1...22-18 2.15x22)2.8-11 1/2-1/2')), end="")
    [Event "Ayr"]
    <BLANKLINE>
    1. 11-15! 23-19 {Fourteenth} ( 1... 22-18 2. 15x22 ) 2. 8-11 1/2-1/2
    """
    as_flag(long, "long")
    as_flag(strict, "strict")
    every = games if isinstance(games, Iterable) else (games,)
    records = (game if isinstance(game, GameRecord) else record_of(game, long=long) for game in every)
    return "\n".join(_text(record, strict) for record in records)


def dump(
    games: Iterable[Game | GameRecord] | Game | GameRecord, file: IO[str], *, long: bool = False, strict: bool = False
) -> None:
    """Write games to a text file, one after another; see `dumps`."""
    every = games if isinstance(games, Iterable) else (games,)
    for number, game in enumerate(every):
        file.write(("\n" if number else "") + dumps(game, long=long, strict=strict))


def _text(record: GameRecord, strict: bool) -> str:
    lines = [_tag_line(tag, line) for line, tag in enumerate(record.tags, 1)]
    if lines:
        lines.append("")
    line = ""
    for token in chain(_tokens(record), ("*" if strict else record.result or "*",)):
        begins_line = token.startswith("%")
        if line and (begins_line or len(line) + 1 + len(token) > _WIDTH):
            lines.append(line)
            line = ""
        line = f"{line} {token}" if line else token
        if begins_line or token[-1] in _SEPARATORS:  # a broken move would be joined with what follows
            lines.append(line)
            line = ""
    return "\n".join((*lines, line, ""))


def _tag_line(tag: Tag, line: int) -> str:
    value = tag.value.replace('"', '\\"')
    text = f'[{tag.name} "{value}"]'
    if _BAD_VALUE.search(tag.value) and not _is_read_back(tag, text):
        raise PdnError(f"tag {tag.name!r} cannot have the value {tag.value!r}", line, 1)
    return text


def _is_read_back(tag: Tag, text: str) -> bool:
    """Whether a value that PDN has no way to write was damaged in such a way that it is read as it was."""
    return [[(found.name, found.value) for found in record.tags] for record in loads(f"{text}\n*\n")] == [[tag[:2]]]


def _tokens(record: GameRecord) -> Iterator[str]:
    """The movetext. Variations nest without limit, so nothing here recurs."""
    setup = () if record.setup is None else (_setup(record.setup),)
    waiting: list[Iterator[MoveCell | Variation | str]] = [
        chain(map(_comment, record.comments), record.variations, record.moves, setup)
    ]
    while waiting:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif isinstance(item, Variation):
            end = (")",) if item.setup is None else (_setup(item.setup), ")")
            waiting.append(chain(("(",), map(_inner_comment, item.comments), item.variations, item.moves, end))
        elif isinstance(item, MoveCell):
            comment = _comment if len(waiting) == 1 else _inner_comment
            ahead = [variation for variation in item.variations if variation.has_only_brackets]
            after = [variation for variation in item.variations if not variation.has_only_brackets]
            waiting.append(chain(ahead, _cell(item, comment), after))
        else:
            yield item


def _cell(cell: MoveCell, comment: Callable[[str], str]) -> Iterator[str]:
    """A move with what is said about it, but for the variations."""
    if cell.setup is not None:
        yield _setup(cell.setup)
    marks = [strength for strength in cell.strengths if strength != "*"]
    said = "".join(f"({mark})" if at else mark for at, mark in enumerate(marks))
    is_word = cell.text[-1].isalpha()  # no move, and what is glued to it would become a part of it
    move = cell.text if is_word else cell.text + said
    yield move if cell.number is None else f"{cell.number} {move}"
    if is_word and said:
        yield said
    if "*" in cell.strengths:
        yield "$7"
    yield from (f"${nag}" for nag in cell.nags)
    yield from map(comment, cell.comments)


def _comment(text: str) -> str:
    """A comment in braces, or, if a closing one is in it, to the end of a line."""
    if "}" not in text:
        return f"{{{text}}}"
    if "\n" in text:
        raise PdnError(f"a comment of several lines cannot have a closing brace in it: {text[:40]!r}", 1, 1)
    return f"%{text}"


def _inner_comment(text: str) -> str:
    """A comment in a variation, where a line comment might close the bracket: braces become round brackets."""
    return f"{{{text.replace('{', '(').replace('}', ')') if '}' in text else text}}}"


def _setup(fen: str) -> str:
    return f'/FEN "{fen}"/'
