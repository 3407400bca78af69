"""A game while it is read: which tokens belong to it, what each of them is, and the record that they make."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable

from draughts.pdn.brackets import Deviations, Line, add_bracket, source_of
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.records import GameRecord, Tag
from draughts.pdn.tokens import Token, TokenKind

__all__ = ["GAME_LIMIT", "UnfinishedGame"]

#: Most tokens that a game may have. It ends there, and another one begins.
GAME_LIMIT = 1 << 19
_COMMENT_LIMIT = 1 << 24
_SHOWN = 40
#: Digits of two squares.
_TWO_SQUARES = 4
#: A move of chess, or half of one of draughts.
_LIKE_CHESS = re.compile(r"[KQRBND]?x?[a-l][1-9][0-9]?[+#!?]*")
_LONE_DASHES = tuple("-\u2013\u2014")

_CONTENTS = frozenset(
    {
        TokenKind.TAG,
        TokenKind.MOVE,
        TokenKind.MOVE_NUMBER,
        TokenKind.UNKNOWN_MOVE,
        TokenKind.OPEN,
        TokenKind.SETUP,
    }
)
#: The bulk of every game.
_MOVETEXT = (TokenKind.MOVE, TokenKind.MOVE_NUMBER)
_COMMENTS = (TokenKind.COMMENT, TokenKind.LINE_COMMENT)


class UnfinishedGame:
    """A game that is being read, token by token.

    Parameters
    ----------
    before : iterable of Token
        Comments behind the game before, which belong to this one.

    Attributes
    ----------
    left_over : list of Token
        Comments behind the end, which belong to the next game if there is one.
    is_in_main_line : bool
        Whether a move can only be the next one of the main line.
    """

    def __init__(self, before: Iterable[Token] = ()) -> None:
        self.left_over: list[Token] = []
        self._tags: list[Tag] = []
        self._names: set[str] = set()
        self._main = Line()
        self._bracket: list[Token] = []
        self._depth = 0
        self._junk: list[Token] = []
        self._deviations = Deviations()
        self._result: Token | None = None
        self._first: Token | None = None
        self._last: Token | None = None
        self._size = 0
        self._characters = 0
        self._has_body = False
        #: A number without a dot, which may be half of a move.
        self._number: Token | None = None
        #: Whether it touches the number before it, as in ``32.28``.
        self._is_glued = False
        #: Whether nothing has come after the result.
        self._is_at_result = True
        self.is_in_main_line = False
        for token in before:
            self.add(token)

    @property
    def has_begun(self) -> bool:
        """Whether there is anything at all."""
        return self._first is not None

    @property
    def is_nothing_or_just_over(self) -> bool:
        """Whether a tag can only begin another game: there is nothing yet, or nothing behind the result."""
        return self._first is None or (self._result is not None and self._is_at_result)

    @property
    def is_between_games(self) -> bool:
        """Whether no move can be expected yet, or any more."""
        return self._result is not None or not self._has_body

    # Where it ends

    def must_end_before(self, token: Token) -> bool:
        """Whether a token belongs to the next game."""
        if token.kind in _CONTENTS and self._result is not None:
            return True
        if token.kind is TokenKind.TAG and self._ends_before_tag(token):
            return True
        if self._size < GAME_LIMIT and self._characters < _COMMENT_LIMIT:
            return False
        self._deviate(DeviationKind.TOO_LONG, token, f"game of more than {GAME_LIMIT} tokens, the rest read as another")
        return True

    def _ends_before_tag(self, token: Token) -> bool:
        if self._depth:
            return self._last is not None and token.line != self._last.line
        if self._has_body:
            return True
        return token.text in self._names and token.line > self._tags[-1].line + 1

    # Its parts

    def add_movetext(self, token: Token) -> None:
        """Take a move or a move number, if `is_in_main_line`."""
        self._last = token
        self._size += 1
        if token.kind is TokenKind.MOVE:
            if token.deviation is not None:
                self._deviations.add(token.deviation)
            self._main.add_move(token)
        else:
            self._main.add_number(token)
        if self._size >= GAME_LIMIT:
            self.is_in_main_line = False

    def add(self, token: Token) -> None:
        """Take the next token."""
        if self._result is not None:
            self._add_after_end(token)
            return
        self._add_to_game(token)
        self.is_in_main_line = (
            self._has_body
            and self._result is None
            and not (self._depth or self._junk or self._number)
            and self._size < GAME_LIMIT
        )

    def _add_to_game(self, token: Token) -> None:
        kind = token.kind
        if self._junk and (kind is not TokenKind.JUNK or token.line != self._junk[-1].line):
            self._report_junk(token)
        if self._number is not None:
            token = self._with_number_before(token)
            kind = token.kind
        elif kind is TokenKind.MOVE_NUMBER and token.text.isdigit() and not self._depth:
            self._number = token
            self._is_glued = self._last is not None and _is_glued(self._last, token)
            self._first, self._last = self._first or token, token
            return
        if self._first is None:
            self._first = token
        self._last = token
        self._size += 1
        if token.deviation is not None and not (self._depth and token.deviation.kind is DeviationKind.SPELLING):
            self._deviations.add(token.deviation)
        if self._depth:
            self._add_in_bracket(token)
        elif kind in _MOVETEXT:
            self._has_body = True
            (self._main.add_move if kind is TokenKind.MOVE else self._main.add_number)(token)
        else:
            self._add_other(token)

    def _with_number_before(self, token: Token) -> Token:
        """A token behind a number without a dot: two such numbers are a move, otherwise it is that of the next move."""
        number, self._number = self._number, None
        assert number is not None
        if (
            token.kind is TokenKind.MOVE_NUMBER
            and token.text.isdigit()
            and len(number.text + token.text) <= _TWO_SQUARES
        ):
            text, value = f"{number.text} {token.text}", f"{number.text}-{token.text}"
            message = f"'{text}' is no move of PDN 3.0; read as {value}"
            deviation = Deviation(DeviationKind.SPELLING, number.line, number.column, message, text)
            return Token(TokenKind.MOVE, text, number.line, number.column, value, deviation)
        self._has_body = True
        if self._is_glued and token.kind is not TokenKind.MOVE:
            before = self._main.pending_number or ""
            text, value = before + number.text, f"{before[:-1]}-{number.text}"
            message = f"'{text}' is no move of PDN 3.0; read as {value}"
            column = number.column - len(before)
            deviation = Deviation(DeviationKind.SPELLING, number.line, column, message, text)
            self._deviations.add(deviation)
            self._main.add_move(Token(TokenKind.MOVE, text, number.line, column, value, deviation))
            return token
        self._main.add_number(number)
        if number.deviation is not None:
            self._deviations.add(number.deviation)
        return token

    def _add_other(self, token: Token) -> None:
        kind = token.kind
        if kind is TokenKind.TAG:
            self._add_tag(token)
        elif kind in _COMMENTS:
            self._characters += len(token.text)
            self._main.add_comment(token.text)
        elif kind is TokenKind.RESULT:
            self._result = token
        elif kind is TokenKind.JUNK:
            if len(self._junk) < _SHOWN:  # no more of it is reported
                self._junk.append(token)
        elif kind is TokenKind.CLOSE:
            self._deviate(DeviationKind.UNBALANCED_BRACKET, token, "closing bracket without an opening one")
        elif kind in (TokenKind.STRENGTH, TokenKind.NAG):
            self._main.add_mark(token)
        else:
            self._has_body = True
            if kind is TokenKind.OPEN:
                self._depth = 1
                self._bracket = [token]
            elif kind is TokenKind.UNKNOWN_MOVE:
                self._main.add_unknown(token)
            else:
                self._main.setup = token.value

    def _add_tag(self, token: Token) -> None:
        if token.text in self._names:
            self._deviate(DeviationKind.DUPLICATE_TAG, token, f"tag {token.text!r} again; the first one counts")
        self._names.add(token.text)
        self._tags.append(Tag(token.text, token.value, token.line, token.column))

    def _add_in_bracket(self, token: Token) -> None:
        self._bracket.append(token)
        self._characters += len(token.text)
        if token.kind is TokenKind.OPEN:
            self._depth += 1
        elif token.kind is TokenKind.CLOSE:
            self._depth -= 1
            if not self._depth:
                add_bracket(self._bracket, self._main, self._deviations)
                self._bracket = []

    def _add_after_end(self, token: Token) -> None:
        """Behind the result: what stands on its line still belongs to the game."""
        assert self._result is not None
        kind = token.kind
        if self._junk and (kind is not TokenKind.JUNK or token.line != self._junk[-1].line):
            self._report_junk()
        self._is_at_result = False
        self._size += 1
        self._characters += len(token.text)
        if kind is TokenKind.RESULT:
            self._deviate(DeviationKind.EXTRA_TERMINATOR, token, f"{token.text!r} after the end of the game")
        elif kind in _COMMENTS and token.line == self._result.line:
            self._main.add_comment(token.text)
            self._last = token
        elif kind in _COMMENTS:
            self.left_over.append(token)
            return
        elif kind in (TokenKind.JUNK, TokenKind.CLOSE) and len(self._junk) < _SHOWN:
            self._junk.append(token)
        if token.deviation is not None:
            self._deviations.add(token.deviation)

    def take_back_comments(self) -> None:
        """At the end of the file there is no next game that comments could belong to."""
        for token in self.left_over:
            self._main.add_comment(token.text)
            if token.deviation is not None:
                self._deviations.add(token.deviation)
        self.left_over = []

    def _report_junk(self, following: Token | None = None) -> None:
        """Leave text out, unless a move stands there that cannot be read: a lone word where one is expected."""
        first = self._junk[0]
        if self._result is None and self._has_body:
            is_expected = "." in (self._main.pending_number or "") and (
                following is None or following.kind is not TokenKind.MOVE
            )
            if (is_expected and first.text[0].isalnum()) or _LIKE_CHESS.fullmatch(first.text):
                self._main.add_move(first)
                del self._junk[0]
                if not self._junk:
                    return
        words = source_of(self._junk[:_SHOWN])
        shown = words if len(words) <= _SHOWN else words[:_SHOWN] + "..."
        self._deviations.add_junk(shown, self._junk[0].line, self._junk[0].column)
        self._junk = []

    def _deviate(self, kind: DeviationKind, token: Token, message: str) -> None:
        self._deviations.add(Deviation(kind, token.line, token.column, message))

    # The whole

    def finished(self, in_text: deque[Deviation], *, is_last: bool = False) -> GameRecord:
        """The game as a record, with those deviations of the text that fall on its lines."""
        assert self._first is not None
        assert self._last is not None
        if self._number is not None:
            self._add_to_game(Token(TokenKind.JUNK, "", self._last.line, self._last.column))
            self._junk = []
        if self._junk and self._result is None and self._has_body and self._junk[-1].text in _LONE_DASHES:
            self._result = self._junk.pop()._replace(kind=TokenKind.RESULT, text="*")
        if self._junk:
            self._report_junk()
        if self._depth:
            self._close_brackets(is_last)
        variations = self._main.finish()
        self._find_result_cell()
        if is_last and self._result is None and self._last is not self._first:
            self._find_cut(self._last)
        if self._result is None and (self._tags or self._has_body):
            self._deviate(DeviationKind.MISSING_TERMINATOR, self._last, "the game ends without a result or '*'")
        last_line = self._last.line + self._last.text.count("\n")
        while in_text and (is_last or in_text[0].line <= last_line):
            self._deviations.add(in_text.popleft())
        result = self._result
        return GameRecord(
            tuple(self._tags),
            tuple(self._main.moves),
            None if result is None else result.text,
            0 if result is None else result.line,
            0 if result is None else result.column,
            tuple(self._main.comments),
            variations,
            self._main.setup,
            self._first.line,
            last_line,
            tuple(self._deviations.counted()),
        )

    def _close_brackets(self, is_last: bool) -> None:
        """The game ends within brackets: the result may have been swallowed by them."""
        last = self._bracket[-1]
        if is_last and last.kind is not TokenKind.RESULT and last.deviation is None:
            message = "the file ends in the middle of a bracket"
            self._deviate(DeviationKind.TRUNCATED, self._bracket[0], message)
        else:
            message = "opening bracket that is not closed in its game"
            self._deviate(DeviationKind.UNBALANCED_BRACKET, self._bracket[0], message)
        if last.kind is TokenKind.RESULT:
            self._result = self._bracket.pop()
        self._bracket += [Token(TokenKind.CLOSE, ")", last.line, last.column)] * self._depth
        self._depth = 0
        add_bracket(self._bracket, self._main, self._deviations)

    def _find_cut(self, last: Token) -> None:
        """The file may end in the middle of a move, or between a number and its move."""
        if last.kind is TokenKind.MOVE and last.text[-1] in "-x:":
            self._deviate(DeviationKind.TRUNCATED, last, f"the file ends in the middle of the move {last.text!r}")
        elif last.kind is TokenKind.MOVE_NUMBER and self._main.moves:
            self._deviate(DeviationKind.TRUNCATED, last, f"the file ends between the number {last.text!r} and a move")

    def _find_result_cell(self) -> None:
        """A result on another scale, such as ``4-6``, looks like a move; the ``Result`` tag tells."""
        moves = self._main.moves
        if not moves or not (self._result is None or self._result.text == "*"):
            return
        if any(tag.name == "Result" and tag.value == moves[-1].text for tag in self._tags):
            cell = moves.pop()
            self._result = Token(TokenKind.RESULT, cell.text, cell.line, cell.column)
            for comment in cell.comments:
                self._main.add_comment(comment)
            self._main.finish()


def _is_glued(before: Token, number: Token) -> bool:
    """Whether a number touches the one before it so that the two may be a move: ``32.28``."""
    is_number = before.kind is TokenKind.MOVE_NUMBER and before.text[:-1].isdigit()
    is_near = (before.line, before.column + len(before.text)) == (number.line, number.column)
    return is_number and is_near and len(before.text + number.text) <= _TWO_SQUARES + 1
