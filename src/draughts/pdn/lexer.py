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
from draughts.pdn.results import STANDARD
from draughts.pdn.tag_pairs import read_tag
from draughts.pdn.tokens import Token, TokenKind
from draughts.pdn.window import LOOK_AHEAD, Window
from draughts.position.notation import DASHES, in_ascii, in_pairs

__all__ = ["Lexer", "tokenize"]

_BLANK = r"[ \t\f\v\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]"
_DASH = f"[-{DASHES}]"
_JOIN = rf"(?:{_DASH}|[xX:\u00d7\u0445\u0425])"
#: Files by letter, also by Cyrillic ones that look the same.
_FILE = r"[a-lA-L\u0430\u0441\u0435\u0410\u0421\u0415]"
_SQUARE = rf"(?:[0-9]{{1,2}}|{_FILE}[0-9]{{1,2}})"
#: Between two squares anything that is no word and no other part of the grammar stands for a dash.
_ODD_JOIN = r"(?:[^\w\s(){}\[\].!?$;\"'<>]{1,3}|_|[-=]>)"
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
      | (?:1/2|\u00bd)(?=[ \t]*(?:[\n\[*]|\Z))
      )
    | (?P<spelling>
        (?: [0-9]{{1,2}} (?:{_NEXT}[0-9]{{1,2}}){{1,64}}
          | {_FILE}[0-9]{{1,2}} (?:(?:{_NEXT})?{_FILE}[0-9]{{1,2}}){{1,64}}
          | {_FILE}{_JOIN}{{0,1}}{_FILE}[0-9]{{1,2}}
          | (?:[0-9]{{2}}){{2,13}} (?!\.)
        )
        (?:=[KkDdQq])? (?!\w|{_JOIN}\w)
        (?:{_BLANK}{{0,3}}<[0-9, ]{{1,200}}>)?
      )
    | (?P<strange>(?!1/2(?!\d)|{_SQUARE},[0-9](?!\d)){_SQUARE}(?:{_ODD_JOIN}{_SQUARE}){{1,64}}(?!\w|{_JOIN}\w))
    | (?P<broken>(?:[0-9]{{1,6}}|{_FILE}[0-9]{{1,2}}){_JOIN}[^\s(){{}}\[\],;*!?$]{{0,64}})
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
    | (?P<line_comment>(?<!\S)%|;)
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
    "nag": TokenKind.NAG,
}
#: Tokens that files also spell in ways of their own: the kind, and what the grammar for reading allows.
_SPELT = {
    "spelling": (
        TokenKind.MOVE,
        re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:[x:][0-9]{1,2})+)|[a-l][0-9]{1,2}(?:[-x:]?[a-l][0-9]{1,2})+|[0-9]{4}"),
    ),
    "strange": (TokenKind.MOVE, re.compile(r"(?!)")),
    "strength": (TokenKind.STRENGTH, re.compile(r"[!?]+|\([!?]+\)")),
    "result": (TokenKind.RESULT, re.compile(STANDARD)),
    "unknown": (TokenKind.UNKNOWN_MOVE, re.compile(r"\.\.\.|- ?-")),
    "dots": (TokenKind.MOVE_NUMBER, re.compile(r"(?!)")),
    "bare": (TokenKind.MOVE_NUMBER, re.compile(r"(?!)")),
}
_CLOSES_ON_LINE = re.compile(r"[^)\n]{0,512}\)")
_BLANKS = re.compile(_BLANK)
_ODD = re.compile(rf"{_ODD_JOIN}(?={_SQUARE})")
#: What a move in its plain spelling does not have.
_UNUSUAL = re.compile(r"[^0-9A-Za-z:-]")
#: A move, and a remark that is glued to it.
_GLUED = re.compile(rf"({_SQUARE}(?:{_JOIN}{_SQUARE})+)([^\W\d_]{{3}}.*)")
#: ``Event "Ayr"]`` at the beginning of a line.
_UNOPENED_TAG = re.compile(r'([^\W\d][\w.-]{0,63})[ \t]{1,64}"([^"\n]{0,1000})"[ \t]{0,64}\](?=[ \t]*(?:\n|\Z))')
#: How much of a line is looked at to tell prose from moves.
_LINE = 512
_WORD = re.compile(r"[^\W\d_]{2,}")
_LIKE_MOVE = re.compile(
    rf"{_SQUARE}(?:{_JOIN}{_SQUARE})+|{_FILE}[0-9]{{0,2}}{_JOIN}?{_FILE}[0-9]{{1,2}}|\b[0-9]{{4}}\b"
)
#: As a move, no game begins so.
_YEAR = re.compile(r"[ \t]*(?:19|20)[0-9]{2}[ \t]*")
_CELL = rf"(?:{_SQUARE}(?:{_JOIN}{_SQUARE})+|{_FILE}[0-9]{{0,2}}{_FILE}[0-9]{{1,2}})"
_BEGINS_MOVES = re.compile(rf"[ \t(]*(?:[0-9]{{1,4}}\.|{_CELL}(?!\w|{_JOIN}))")
_BEGINS_NO_PROSE = ("", "[", "{", "%", ";", "/", "\n")
_NO_PROSE = re.compile(r'[{;]|/[A-Z]|\[[^\]\[\n"]{1,64}"')


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
    >>> from draughts.pdn import tokenize
    >>> [token.text for token in tokenize(["1. 11-15! {Old Four", "teenth} 23-19 1-0"])]
    ['1.', '11-15', '!', 'Old Fourteenth', '23-19', '1-0']
    """
    lexer = Lexer(Window(chunks, line))
    lexer.is_between_games = False
    return iter(lexer)


class Lexer:
    """The tokens of a text, one after another.

    Parameters
    ----------
    window : Window
        The text.

    Attributes
    ----------
    is_between_games : bool
        Whether no move can be expected at the moment, so that a line of prose is junk as a whole. The reader says so
        after each token.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        self.is_between_games = True
        #: Round brackets that are open.
        self._depth = 0
        #: The window's position, line and start of the line before the last tag; None if that can no longer be told.
        self._before_tag: tuple[int, int, int] | None = None
        #: A remark that was glued to the last move.
        self._glued: Token | None = None

    def __iter__(self) -> Iterator[Token]:
        match, simple, window = _TOKEN.match, _SIMPLE, self.window
        while end := self._next_stretch():
            if self.is_between_games and window.position == window.line_start and (prose := self._prose()):
                yield prose
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
                    if self.is_between_games:
                        window.position = position
                        break
                elif group not in ("blank", "nothing"):
                    yield self._long_token(group, found)
                    if self._glued is not None:
                        remark, self._glued = self._glued, None
                        yield remark
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
        if group == "word":
            return self._unopened_tag(start, line, column) or Token(TokenKind.JUNK, text, line, column)
        if group == "mark":
            return Token(TokenKind.JUNK, text, line, column)
        if group == "broken":
            return self._broken(text, line, column)
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

    def _prose(self) -> Token | None:
        """The line that begins at the window's position, if it is prose; it ends where a comment or a tag begins.

        In prose there are more words than what could be a move. A year and what follows ``#`` count as prose, too.
        """
        window = self.window
        start = window.position
        if window.text[start : start + 1] in _BEGINS_NO_PROSE or _BEGINS_MOVES.match(window.text, start):
            return None
        end = window.text.find("\n", start, start + _LINE)
        text = window.text[start : end if end >= 0 else start + _LINE]
        other = _NO_PROSE.search(text)
        if other is not None:
            text = text[: other.start()]
        words = len(_WORD.findall(_LIKE_MOVE.sub(" ", text)))
        is_other = text.startswith("#") or _YEAR.fullmatch(text) is not None
        if not (is_other or words > max(len(_LIKE_MOVE.findall(text)), 1)) or _UNOPENED_TAG.match(text):
            return None
        line, column = window.line, window.column
        window.position += len(text)
        return Token(TokenKind.JUNK, text.rstrip(), line, column)

    def _unopened_tag(self, start: int, line: int, column: int) -> Token | None:
        """A tag pair that lacks its opening bracket, if one begins here."""
        window = self.window
        found = _UNOPENED_TAG.match(window.text, start)
        if found is None or window.text[max(window.line_start, 0) : start].strip():
            return None
        self._before_tag = start, line, window.line_start
        window.position = found.end()
        message = f"tag {found[1]!r} lacks its opening bracket"
        deviation = Deviation(DeviationKind.BROKEN_TAG, line, column, message)
        return Token(TokenKind.TAG, found[1], line, column, found[2], deviation)

    def _broken(self, text: str, line: int, column: int) -> Token:
        """A move that cannot be read as a whole, or one with a remark glued to it."""
        found = _GLUED.fullmatch(text)
        if found is None:
            return Token(TokenKind.MOVE, text, line, column)
        message = f"{found[2]!r} is glued to the move {found[1]}; read as a comment"
        deviation = Deviation(DeviationKind.SPELLING, line, column, message)
        self._glued = Token(TokenKind.COMMENT, found[2], line, column + len(found[1]))
        plain = _plain_move(found[1])
        return Token(TokenKind.MOVE, found[1], line, column, plain if plain != found[1] else "", deviation)

    def _spelt(self, group: str, text: str, line: int, column: int, start: int) -> Token:
        """A token that may be spelt in a way of its own."""
        kind, standard = _SPELT[group]
        plain = _with_dashes(text) if group == "strange" else _plain_move(text) if group == "spelling" else text
        value = plain if plain != text else ""
        is_apart = group == "strength" and self.window.text[start - 1 : start].isspace()
        if standard.fullmatch(text) and not is_apart:
            return Token(kind, text, line, column, value)
        what = f"{text!r} after a blank" if is_apart else repr(text)
        meant = f"; read as {value}" if value else ""
        deviation = Deviation(
            DeviationKind.SPELLING, line, column, f"{what} is no {kind.value} of PDN 3.0{meant}", text
        )
        return Token(kind, text, line, column, value, deviation)


def _plain_move(text: str) -> str:
    """A move without blanks and ``=K``, with ASCII marks and letters, and with marks in ``3228`` and ``423322``."""
    if not (_UNUSUAL.search(text) or text.isdigit()):
        return text
    plain = in_ascii(_BLANKS.sub("", text))
    squares = in_pairs(plain)
    return ("-" if len(squares) == 2 else "x").join(squares) or plain


def _with_dashes(text: str) -> str:
    """A move with marks of its own between the squares, such as ``32/28`` or ``28*19``, with those of PDN."""
    return _ODD.sub(lambda found: "x" if found[0] == "*" else "-", _plain_move(text))
