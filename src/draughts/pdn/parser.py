"""Tokens become games. Nothing is checked against the rules here: that is `validation`.

A game ends at a result or ``*`` outside brackets, or at a tag that follows moves. Whatever else is wrong with it, the
next game is found.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from draughts.pdn.diagnostics import Deviation
from draughts.pdn.encoding import PathOrFile, TextSource
from draughts.pdn.lexer import Lexer
from draughts.pdn.records import GameRecord, PlainGame
from draughts.pdn.tokens import TokenKind
from draughts.pdn.unfinished_game import UnfinishedGame
from draughts.pdn.window import Window
from draughts.support.checks import as_flag, refuse

__all__ = ["GameFinder", "games_of", "loads", "read", "read_plain", "records_of"]


def read(source: PathOrFile, *, encoding: str | None = None, strict: bool = False) -> Iterator[GameRecord]:
    """Read games one after another; the file is never held as a whole.

    Parameters
    ----------
    source : path, or binary or text file
        Where to read. A string is a path; for text see `loads`. What is compressed by gzip, bzip2, xz or zip is
        decompressed.
    encoding : str or None
        The encoding of lines that are not UTF-8. If None, it is the one that the file declares near its beginning
        (``[Encoding "cp1251"]``, or ``coding: cp1251`` in a comment); else the one of Windows 1252 and 1251, DOS 866,
        KOI8-R and ISO 8859-5 in which the first of these lines make the most sense. It is one for the whole file.
    strict : bool
        Whether to stop at the first deviation.

    Yields
    ------
    GameRecord
        Moves as text, not checked against any rules.

    Raises
    ------
    PdnError
        If compressed data is damaged; if `strict`, in place of the first game that deviates from the grammar. Otherwise
        nothing in a file raises: what is wrong with it is in `GameRecord.deviations`.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import io
    >>> from draughts.pdn import read
    >>> for record in read(io.StringIO('[Round "1"] 1. 9-13 1-0 [Round "2"] 1. 9-14 {Double Corner} *')):
    ...     print(record.tag("Round"), record.result)
    1 1-0
    2 *
    """
    as_flag(strict, "strict")
    text = TextSource(source, encoding)
    return _refused(records_of(text, text.deviations)) if strict else records_of(text, text.deviations)


def _refused(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """The same games up to the first that deviates, which raises."""
    for record in records:
        if record.deviations:
            raise record.deviations[0].error()
        yield record


def loads(text: str | bytes, *, encoding: str | None = None, strict: bool = False) -> list[GameRecord]:
    """The games in a text; see `read`.

    Examples
    --------
    >>> from draughts.pdn import loads
    >>> [record.result for record in loads("1. 11-15 1-0 1. 9-14 0-1")]
    ['1-0', '0-1']
    >>> loads("1. 11-15 {never closed", strict=True)
    Traceback (most recent call last):
    draughts.errors.PdnError: line 1, column 10: the file ends in the middle of a comment
    """
    if not isinstance(text, str | bytes):
        refuse("loads takes a text or bytes; pdn.read takes a path or a file", text)
    file: io.BytesIO | io.StringIO = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text, newline="")
    return list(read(file, encoding=encoding, strict=strict))


class GameFinder(Protocol):
    """Finds whole games that need no tokens."""

    def take(self, window: Window) -> PlainGame | None:
        """The game that begins at the window's position, which is then behind it; None if it has to be read."""


def games_of(
    lexer: Lexer, in_text: deque[Deviation], finder: GameFinder | None = None
) -> Iterator[GameRecord | PlainGame]:
    """The games of a text.

    Parameters
    ----------
    lexer : Lexer
        The text.
    in_text : deque of Deviation
        What was found when bytes became text; each game takes out what falls on its lines.
    finder : GameFinder, optional
        Is asked wherever a game certainly begins. The games that it finds are not read.
    """
    game = UnfinishedGame()
    is_declined = False
    for token in lexer:
        if game.is_in_main_line and (
            token.kind is TokenKind.MOVE or (token.kind is TokenKind.MOVE_NUMBER and token.deviation is None)
        ):
            game.add_movetext(token)
            continue
        if token.kind is TokenKind.TAG and finder is not None and game.is_nothing_or_just_over:
            if not is_declined and lexer.take_back_tag():
                while (plain := finder.take(lexer.window)) is not None:
                    if game.has_begun:
                        yield game.finished(in_text)
                        game = UnfinishedGame()
                    yield plain._replace(deviations=_of_lines(in_text, plain)) if in_text else plain
                lexer.is_between_games = True
                is_declined = True  # the game that comes now is read token by token
                continue
            is_declined = False
        if game.must_end_before(token):
            yield game.finished(in_text)
            game = UnfinishedGame(game.left_over)
        game.add(token)
        lexer.is_between_games = not game.is_in_main_line and game.is_between_games
    if game.has_begun:
        game.take_back_comments()
        yield game.finished(in_text, is_last=True)


def records_of(
    chunks: Iterable[str], in_text: deque[Deviation] | None = None, *, line: int = 1
) -> Iterator[GameRecord]:
    """The games of a text, all of them read; see `games_of`."""
    for game in games_of(Lexer(Window(chunks, line)), deque() if in_text is None else in_text):
        assert isinstance(game, GameRecord)  # nothing finds plain games
        yield game


def _of_lines(in_text: deque[Deviation], game: PlainGame) -> tuple[Deviation, ...]:
    """Take out the deviations of the text that fall on a game's lines."""
    last = game.line + game.text.count("\n")
    found = []
    while in_text and in_text[0].line <= last:
        found.append(in_text.popleft())
    return tuple(found)


def read_plain(game: PlainGame) -> GameRecord:
    """The record of a game that came whole."""
    (record,) = records_of([game.text], deque(game.deviations), line=game.line)
    return record
