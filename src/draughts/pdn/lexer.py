"""PDN text as a stream of tokens. Which tokens make a game is decided in `parser`, bytes become text in `encoding`.

One compiled expression with bounded repetition recognises every short token, so that a fixed look-ahead in the
`Window` is enough to match at any place; tags, comments and setups, which may be long, let it grow up to
`TOKEN_LIMIT`. Each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from draughts.pdn.comments import read_comment, read_line_comment
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.tag_pairs import read_tag
from draughts.pdn.tokens import Token, TokenKind
from draughts.pdn.window import LOOK_AHEAD, Window

__all__ = ["Lexer", "tokenize"]

_BLANK = r"[ \t\f\v\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]"
_DASH = r"[-\u2010-\u2015\u2212]"
_JOIN = rf"(?:{_DASH}|[xX:\u00d7])"
_NEXT = rf"{_BLANK}{{0,3}}{_JOIN}{_BLANK}{{0,3}}"
_TO = rf"{_BLANK}{{0,3}}(?:{_DASH}|:){_BLANK}{{0,3}}"
_HALF = r"(?:1/2|\u00bd|0[.,]5)"

_TOKEN = re.compile(
    rf"""
    [ ]{{0,256}}
    (?:
      (?P<move>
        [1-9][0-9]?[-x][0-9]{{1,2}}(?:x[0-9]{{1,2}}){{0,64}} (?=[\n({{!?*]|[ ]{{1,16}}[0-9({{\n])
        (?<!\b1-1)(?<!\b[12]-0)
      )
    | (?P<number>[0-9]{{1,6}}\.(?:\.\.)?(?!\.|(?:[0-9]{{2}}|5)-[012]\.))
    | (?P<dots>[0-9]{{1,6}}\.\.)
    | (?P<newline>\n)
    | (?P<blank>{_BLANK}{{1,256}})
    | (?P<result>
        (?: 1{_TO}[01] | 0{_TO}[012] | 2{_TO}0 ) [fF]? (?!\w|{_NEXT}\w)
      | (?:1[ ])?{_HALF}{_TO}(?:1[ ])?{_HALF} (?!\w)
      | [012]\.[0-9]{{2}}{_TO}[012]\.[0-9]{{2}} (?!\w)
      | 1[+-]{_TO}1[+-] (?!\w)
      )
    | (?P<spelling>
        (?: [0-9]{{1,2}} (?:{_NEXT}[0-9]{{1,2}}){{1,64}}
          | [a-lA-L][0-9]{{1,2}} (?:(?:{_NEXT})?[a-lA-L][0-9]{{1,2}}){{1,64}}
          | [a-lA-L]{_JOIN}{{0,1}}[a-lA-L][0-9]{{1,2}}
          | [0-9]{{4}} (?!\.)
        )
        (?!\w|{_JOIN}\w)
        (?:{_BLANK}{{0,3}}<[0-9, ]{{1,200}}>)?
      )
    | (?P<broken>(?:[0-9]{{1,6}}|[a-lA-L][0-9]{{1,2}}){_JOIN}[^\s(){{}}\[\],;*!?$]{{0,64}})
    | (?P<open>\((?![!?]{{1,16}}\)))
    | (?P<close>\))
    | (?P<strength>[!?]{{1,16}} | \([!?]{{1,16}}\) | (?<=[\w!?>])\*)
    | (?P<terminator>\*)
    | (?P<comment>\{{)
    | (?P<tag>\[)
    | (?P<nag>\$[0-9]{{1,4}})
    | (?P<setup>/\s{{0,8}}[A-Za-z]{{1,16}}\s{{0,8}}"[^"/\n]{{0,400}}"\s{{0,8}}/)
    | (?P<unknown>\.\.\. | {_DASH}{_BLANK}{{0,1}}{_DASH}(?!\w))
    | (?P<bare>[0-9]{{1,6}}(?!\w))
    | (?P<line_comment>(?<!\S)[%;])
    | (?P<word>\w[^\s(){{}}\[\]]{{0,200}})
    | (?P<mark>[^\s])
    | (?P<nothing>)
    )
    """,
    re.VERBOSE,
)
_SIMPLE = {
    "move": TokenKind.MOVE,
    "number": TokenKind.MOVE_NUMBER,
    "terminator": TokenKind.RESULT,
    "broken": TokenKind.MOVE,
    "nag": TokenKind.NAG,
    "word": TokenKind.JUNK,
    "mark": TokenKind.JUNK,
}
#: Tokens that files also spell in ways of their own: the kind, and what the grammar for reading allows.
_SPELT = {
    "spelling": (
        TokenKind.MOVE,
        re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:[x:][0-9]{1,2})+)|[a-l][0-9]{1,2}(?:[-x:]?[a-l][0-9]{1,2})+|[0-9]{4}"),
    ),
    "strength": (TokenKind.STRENGTH, re.compile(r"[!?]+|\([!?]+\)")),
    "result": (TokenKind.RESULT, re.compile(r"1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0")),
    "unknown": (TokenKind.UNKNOWN_MOVE, re.compile(r"\.\.\.|- ?-")),
    "dots": (TokenKind.MOVE_NUMBER, re.compile(r"(?!)")),
    "bare": (TokenKind.MOVE_NUMBER, re.compile(r"(?!)")),
}
_CLOSES_ON_LINE = re.compile(r"[^)\n]{0,512}\)")
_DASHES = re.compile(_DASH)
_BLANKS = re.compile(_BLANK)


def tokenize(chunks: Iterable[str], *, line: int = 1) -> Iterator[Token]:
    """Split PDN text into tokens.

    Parameters
    ----------
    chunks : iterable of str
        The text in pieces of any size: lines, blocks, or the whole as one piece. Lines may end with LF, CRLF or CR.
    line : int
        The number of the first line.

    Yields
    ------
    Token
        In the order of the text. Nothing raises: what is no PDN becomes a `JUNK` token, and a damaged token says so in
        its `deviation`.

    Notes
    -----
    Time is linear in the length of the text. About 64 KiB are held at a time, and up to `TOKEN_LIMIT` more while a
    single token is that long.

    Examples
    --------
    >>> [token.text for token in tokenize(["1. 11-15! {Old Four", "teenth} 23-19 1-0"])]
    ['1.', '11-15', '!', 'Old Fourteenth', '23-19', '1-0']
    """
    return iter(Lexer(Window(chunks, line)))


class Lexer:
    """The tokens of a text, one after another.

    Parameters
    ----------
    window : Window
        The text.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        #: Round brackets that are open.
        self._depth = 0
        #: The window's position, line and start of the line before the last tag; None if that can no longer be told.
        self._before_tag: tuple[int, int, int] | None = None

    def __iter__(self) -> Iterator[Token]:
        match, simple, window = _TOKEN.match, _SIMPLE, self.window
        while end := self._next_stretch():
            text, position = window.text, window.position
            while position < end:
                found = match(text, position)
                assert found is not None  # `nothing` matches everywhere
                group = found.lastgroup
                assert group is not None
                kind = simple.get(group)
                position = found.end()
                if kind is not None:
                    yield Token(kind, found[group], window.line, found.start(group) - window.line_start + 1)
                elif group == "newline":
                    window.line += 1
                    window.line_start = position
                elif group not in ("blank", "nothing"):
                    yield self._long_token(group, found)
                    position = window.position
                    if window.text is not text:
                        break
            window.position = position

    def _next_stretch(self) -> int:
        """Where tokens may begin in the window, as an end index; 0 when all is read."""
        window = self.window
        window.look_ahead(LOOK_AHEAD)
        if window.is_at_end:
            return len(window.text) if window.position < len(window.text) else 0
        return len(window.text) - LOOK_AHEAD

    def _long_token(self, group: str, found: re.Match[str]) -> Token:
        """A token that needs more than its match; leaves the window's position behind it."""
        window = self.window
        start = window.position = found.start(group)
        if group == "tag":
            return self._tag()
        if group == "comment":
            return read_comment(window)
        text = found[group]
        line, column = window.line, window.column
        if group == "line_comment":
            if not (self._depth and _CLOSES_ON_LINE.match(window.text, start)):
                return read_line_comment(window)
            window.position += 1
            return Token(TokenKind.JUNK, text, line, column)
        if group == "setup":
            window.go_to(found.end())
            return Token(TokenKind.SETUP, text, line, column, text.split('"')[1])
        window.position = found.end()
        if group in _SPELT:
            return self._spelt(group, text, line, column, start)
        self._depth = self._depth + 1 if group == "open" else max(self._depth - 1, 0)
        return Token(TokenKind.OPEN if group == "open" else TokenKind.CLOSE, text, line, column)

    def _tag(self) -> Token:
        window = self.window
        text, before = window.text, (window.position, window.line, window.line_start)
        token = read_tag(window)
        self._before_tag = before if window.text is text else None
        return token

    def take_back_tag(self) -> bool:
        """Go back to where the last token, a tag, begins; whether that could be done."""
        if self._before_tag is None:
            return False
        self.window.position, self.window.line, self.window.line_start = self._before_tag
        return True

    def _spelt(self, group: str, text: str, line: int, column: int, start: int) -> Token:
        """A token that may be spelt in a way of its own."""
        kind, standard = _SPELT[group]
        plain = _plain_move(text) if group == "spelling" else text
        value = plain if plain != text else ""
        is_apart = group == "strength" and self.window.text[start - 1 : start].isspace()
        if standard.fullmatch(text) and not is_apart:
            return Token(kind, text, line, column, value)
        what = f"{text!r} after a blank" if is_apart else repr(text)
        meant = f"; read as {value}" if value else ""
        deviation = Deviation(DeviationKind.SPELLING, line, column, f"{what} is no {kind.value} of PDN 3.0{meant}")
        return Token(kind, text, line, column, value, deviation)


def _plain_move(text: str) -> str:
    """A move without blanks, with ASCII marks, and with a dash in ``3228``."""
    plain = _DASHES.sub("-", _BLANKS.sub("", text)).replace("\u00d7", "x")
    return f"{plain[:2]}-{plain[2:]}" if len(plain) == 4 and plain.isdigit() else plain
