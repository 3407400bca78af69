"""PDN text as a stream of tokens. Which tokens make a game is decided in `reader`, bytes become text in `encoding`.

The text is read in blocks through a sliding window. One compiled expression with bounded repetition recognises every
short token, so that a fixed look-ahead is enough to match at any place; tags, comments and setups, which may be long,
let the window grow up to `TOKEN_LIMIT`. Each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from draughts.pdn.deviations import Deviation, DeviationKind
from draughts.pdn.encoding import with_line_feeds

if TYPE_CHECKING:
    from draughts.pdn.records import PlainGame

__all__ = ["TOKEN_LIMIT", "GameFinder", "Token", "TokenKind", "Tokenizer", "tokenize"]

#: Longest tag, comment or line comment, in characters. What goes beyond is reported, left out, and reading goes on.
TOKEN_LIMIT = 1 << 20
_BLOCK = 1 << 16
#: More than the longest blank run and short token of `_TOKEN` together.
_LOOK_AHEAD = 1 << 10
#: Most games are shorter.
_GAME_LOOK_AHEAD = 1 << 14
#: Behind these a tag begins a game, and so it does at the beginning.
_ENDS = (None, "result", "terminator", "game")
#: How far a tag pair may run on over line ends, or be damaged.
_TAG_LOOK_AHEAD = 1 << 12


class TokenKind(Enum):
    """The kinds of token; `Token.text` is the source text except where another meaning is given."""

    TAG = "tag"
    """`text` is the name, `value` the unescaped value."""
    MOVE_NUMBER = "move number"
    MOVE = "move"
    """One move as text; `value` is its plain spelling where the source has blanks or typographic marks in it."""
    UNKNOWN_MOVE = "unknown move"
    STRENGTH = "strength"
    NAG = "nag"
    COMMENT = "comment"
    """`text` is what stands between the braces."""
    LINE_COMMENT = "line comment"
    """`text` is what follows ``%`` or ``;``."""
    SETUP = "setup"
    """`value` is the text in quotes."""
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    RESULT = "result"
    JUNK = "junk"


class Token(NamedTuple):
    """A piece of PDN text with its place.

    Attributes
    ----------
    kind : TokenKind
        What it is.
    text : str
        The text, see `TokenKind`.
    line, column : int
        Where it begins, both counted from 1.
    value : str
        The meaning of the text where the two differ, otherwise empty.
    deviation : Deviation or None
        What was wrong with it.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    value: str = ""
    deviation: Deviation | None = None

    @property
    def source(self) -> str:
        """The token as it would stand in a file."""
        if self.kind is TokenKind.COMMENT:
            return f"{{{self.text}}}"
        if self.kind is TokenKind.LINE_COMMENT:
            return f";{self.text}"
        if self.kind is TokenKind.TAG:
            return f'[{self.text} "{self.value}"]'
        return self.text


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
_STANDARD_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_NAME = r"[^\W\d][\w.-]{0,63}"
_TAG = re.compile(rf'\[\s{{0,64}}({_NAME})\s{{0,64}}"((?:[^"\\\n]|\\[^\n]|(?<!\])\n)*+)"\s{{0,64}}\]')
_OPEN_VALUE = re.compile(rf'\[\s{{0,64}}{_NAME}\s{{0,64}}"(?:[^"\\\n]|\\[^\n]|(?<!\])\n)*+')
_TAG_LINE = re.compile(rf'^[ \t]{{0,8}}\[{_NAME}[ \t]{{0,64}}"', re.MULTILINE)
_TAG_HEAD = re.compile(rf"\[[ \t]{{0,64}}({_NAME})(?:[ \t]{{1,64}}|(?=\"))")
#: What is left of a tag pair at the end of a file that was cut.
_CUT_TAG = re.compile(rf'\[({_NAME})(?:[ \t]{{0,64}}\Z|[ \t]{{1,64}}"([^"\n\]]*)\Z)')
_WRAPPER = re.compile(r"\[/?p[dg]n\]", re.IGNORECASE)
_CLOSES_ON_LINE = re.compile(r"[^)\n]{0,512}\)")
_BRACE = re.compile(r"[{}]")
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
    return cast("Iterator[Token]", iter(Tokenizer(chunks, line)))  # there is no finder of whole games


class GameFinder(Protocol):
    """Finds whole games that need no tokens."""

    def match(self, text: str, position: int, line: int, *, is_end: bool) -> tuple[PlainGame, int] | None:
        """The game that begins at a position, and where the next one or the end of the text is.

        None if there is no game, or one that has to be read token by token.
        """


class Tokenizer:
    """The sliding window and the tokens in it.

    Parameters
    ----------
    chunks : iterable of str
        The text.
    line : int
        The number of its first line.
    finder : GameFinder, optional
        Is asked wherever a game begins for certain. The games that it finds come in place of their tokens.
    """

    def __init__(self, chunks: Iterable[str], line: int = 1, finder: GameFinder | None = None) -> None:
        self._finder = finder
        self._chunks = iter(chunks)
        self._is_at_end = False
        self._ends_in_return = False
        self._text = ""
        self._position = 0
        self._depth = 0
        self._line = line
        #: Index in `_text` where the current line begins; negative when that part has left the window.
        self._line_start = 0

    def __iter__(self) -> Iterator[Token | PlainGame]:
        match, simple = _TOKEN.match, _SIMPLE
        previous: str | None = None
        is_declined = False
        while end := self._next_stretch():
            text, position = self._text, self._position
            while position < end:
                found = match(text, position)
                assert found is not None  # `nothing` matches everywhere
                group = found.lastgroup
                assert group is not None
                kind = simple.get(group)
                position = found.end()
                if kind is not None:
                    previous = group
                    yield Token(kind, found[group], self._line, found.start(group) - self._line_start + 1)
                elif group == "newline":
                    self._line += 1
                    self._line_start = position
                elif group not in ("blank", "nothing"):
                    may_begin = group == "tag" and previous in _ENDS and not self._depth
                    if may_begin and self._finder is not None and not is_declined:
                        self._position = found.start(group)
                        while (game := self._whole_game(self._finder)) is not None:
                            yield game
                            previous = "game"
                        is_declined = True  # what comes now is read token by token
                    else:
                        yield self._long_token(group, found)
                        previous = group
                        is_declined = False
                    position = self._position
                    if self._text is not text:
                        break
            self._position = position

    def _next_stretch(self) -> int:
        """Where tokens may begin in the window, as an end index; 0 when all is read."""
        while not self._is_at_end and len(self._text) - self._position <= _LOOK_AHEAD:
            self._grow()
        if self._is_at_end:
            return len(self._text) if self._position < len(self._text) else 0
        return len(self._text) - _LOOK_AHEAD

    def _grow(self) -> None:
        """Drop what is read, but for one character of context, and read one block more."""
        pieces: list[str] = []
        size = 0
        while size < _BLOCK:
            piece = next(self._chunks, None)
            if piece is None:
                self._is_at_end = True
                break
            pieces.append(piece)
            size += len(piece)
        dropped = max(self._position - 1, 0)
        self._text = self._text[dropped:] + self._with_line_feeds("".join(pieces))
        self._position -= dropped
        self._line_start -= dropped

    def _with_line_feeds(self, block: str) -> str:
        if self._ends_in_return and block.startswith("\n"):
            block = block[1:]
            self._ends_in_return = False
        if block:
            self._ends_in_return = block.endswith("\r")
        return with_line_feeds(block)

    def _whole_game(self, finder: GameFinder) -> PlainGame | None:
        """A game that needs no tokens, if one begins here; leaves `_position` behind it, where the next one may be."""
        if len(self._text) - self._position < _GAME_LOOK_AHEAD and not self._is_at_end:
            self._grow()
        found = finder.match(self._text, self._position, self._line, is_end=self._is_at_end)
        if found is None:
            return None
        game, end = found
        self._pass_lines(self._position, end)
        self._position = end
        return game

    def _long_token(self, group: str, found: re.Match[str]) -> Token:
        """A token that needs more than its match; leaves `_position` behind it."""
        start = self._position = found.start(group)
        if group == "comment":
            return self._comment()
        if group == "tag":
            return self._tag()
        if group == "line_comment":
            return self._line_comment()
        self._position = found.end()
        text = found[group]
        line, column = self._line, start - self._line_start + 1
        if group in _SPELT:
            return self._spelt(group, text, line, column, start)
        if group == "setup":
            self._pass_lines(start, self._position)
            return Token(TokenKind.SETUP, text, line, column, text.split('"')[1])
        self._depth = self._depth + 1 if group == "open" else max(self._depth - 1, 0)
        return Token(TokenKind.OPEN if group == "open" else TokenKind.CLOSE, text, line, column)

    def _spelt(self, group: str, text: str, line: int, column: int, start: int) -> Token:
        """A token that may be spelt in a way of its own."""
        kind, standard = _SPELT[group]
        plain = _plain_move(text) if group == "spelling" else text
        value = plain if plain != text else ""
        is_apart = group == "strength" and self._text[start - 1 : start].isspace()
        if standard.fullmatch(text) and not is_apart:
            return Token(kind, text, line, column, value)
        what = f"{text!r} after a blank" if is_apart else repr(text)
        meant = f"; read as {value}" if value else ""
        deviation = Deviation(DeviationKind.SPELLING, line, column, f"{what} is no {kind.value} of PDN 3.0{meant}")
        return Token(kind, text, line, column, value, deviation)

    def _pass_lines(self, start: int, end: int) -> None:
        """Count the lines of ``_text[start:end]``."""
        count = self._text.count("\n", start, end)
        if count:
            self._line += count
            self._line_start = self._text.rfind("\n", start, end) + 1

    def _can_grow(self) -> bool:
        return not self._is_at_end and len(self._text) - self._position <= TOKEN_LIMIT

    def _comment(self) -> Token:
        line, column = self._line, self._position - self._line_start + 1
        end, is_closed = self._comment_end()
        start = self._position
        text = self._text[start + 1 : end]
        deviation = None
        if not is_closed and self._is_at_end and end == len(self._text):
            deviation = Deviation(DeviationKind.TRUNCATED, line, column, "the file ends in the middle of a comment")
        elif not is_closed:
            deviation = Deviation(DeviationKind.UNTERMINATED_COMMENT, line, column, "comment without a closing brace")
        if len(text) > TOKEN_LIMIT:
            text = text[:TOKEN_LIMIT]
            deviation = Deviation(
                DeviationKind.TOO_LONG,
                line,
                column,
                f"comment of more than {TOKEN_LIMIT} characters, the rest left out",
            )
        self._position = end + 1 if is_closed else end
        self._pass_lines(start, end)
        if deviation is not None and deviation.kind is DeviationKind.TOO_LONG and not is_closed:
            self._skip_comment()
        return Token(TokenKind.COMMENT, text, line, column, "", deviation)

    def _comment_end(self) -> tuple[int, bool]:
        """Index of the closing brace and True, or where the comment is given up and False.

        The first closing brace ends a comment. But if a line that begins like a tag comes first, and then another
        opening brace or none at all, the closing brace was forgotten and the next game begins at that line.
        """
        offset = 1  # up to there nothing ends the comment
        behind = 1  # just behind the last opening brace; no tag line reaches over a brace
        while True:
            brace = _BRACE.search(self._text, self._position + offset, self._position + TOKEN_LIMIT + 2)
            if brace is None:
                offset = len(self._text) - self._position
                if self._can_grow():
                    self._grow()
                    continue
                end = min(len(self._text), self._position + TOKEN_LIMIT + 2)
                tag = _TAG_LINE.search(self._text, self._position + behind, end)
                return (tag.start() if tag else end), False
            if brace[0] == "}":
                return brace.start(), True
            tag = _TAG_LINE.search(self._text, self._position + behind, brace.start())
            if tag:
                return tag.start(), False
            offset = behind = brace.end() - self._position

    def _skip_comment(self) -> None:
        """Go on behind a comment that is too long: to its closing brace, a line that begins like a tag, or the end."""
        while True:
            brace = self._text.find("}", self._position)
            tag = _TAG_LINE.search(self._text, self._position, brace if brace >= 0 else len(self._text))
            end = tag.start() if tag else brace + 1 if brace >= 0 else len(self._text)
            if not (tag or brace >= 0 or self._is_at_end):
                end = max(end - _LOOK_AHEAD, self._position)  # a line may begin like a tag there
            self._pass_lines(self._position, end)
            self._position = end
            if tag or brace >= 0 or self._is_at_end:
                return
            self._grow()

    def _line_comment(self) -> Token:
        """``%`` or ``;`` to the end of the line, or a mark in a bracket that closes on the same line."""
        line, column = self._line, self._position - self._line_start + 1
        if self._depth and _CLOSES_ON_LINE.match(self._text, self._position):
            self._position += 1
            return Token(TokenKind.JUNK, self._text[self._position - 1], line, column)
        end = self._line_end()
        text = self._text[self._position + 1 : end]
        self._position = end
        if len(text) <= TOKEN_LIMIT:
            semicolon = Deviation(DeviationKind.SPELLING, line, column, "';' begins no comment of PDN 3.0; read as one")
            is_standard = self._text[end - len(text) - 1] == "%"
            return Token(TokenKind.LINE_COMMENT, text, line, column, "", None if is_standard else semicolon)
        while (end := self._text.find("\n", self._position)) < 0 and not self._is_at_end:
            self._position = len(self._text)
            self._grow()
        self._position = end if end >= 0 else len(self._text)
        message = f"line comment of more than {TOKEN_LIMIT} characters, the rest left out"
        deviation = Deviation(DeviationKind.TOO_LONG, line, column, message)
        return Token(TokenKind.LINE_COMMENT, text[:TOKEN_LIMIT], line, column, "", deviation)

    def _line_end(self) -> int:
        """Where the current line ends, or as far as a token may reach."""
        offset = 0
        while (end := self._text.find("\n", self._position + offset)) < 0 and self._can_grow():
            offset = len(self._text) - self._position
            self._grow()
        return end if end >= 0 else len(self._text)

    def _tag(self) -> Token:
        """A tag pair, or a stray bracket, or ``[pdn]`` as web pages have it around games."""
        line, column = self._line, self._position - self._line_start + 1
        if len(self._text) - self._position < _TAG_LOOK_AHEAD and not self._is_at_end:
            self._grow()
        while (found := _TAG.match(self._text, self._position, self._position + TOKEN_LIMIT)) is None:
            value = _OPEN_VALUE.match(self._text, self._position)
            if value is None or value.end() < len(self._text) or not self._can_grow():
                return self._broken_tag(line, column)
            self._grow()
        self._pass_lines(self._position, found.end())
        self._position = found.end()
        deviation = None
        if not _STANDARD_NAME.fullmatch(found[1]):
            message = f"{found[1]!r} is no tag name of PDN 3.0"
            deviation = Deviation(DeviationKind.SPELLING, line, column, message)
        return Token(TokenKind.TAG, found[1], line, column, _unescaped(found[2]), deviation)

    def _broken_tag(self, line: int, column: int) -> Token:
        """A tag pair that lacks something, read within its line; else a stray bracket."""
        start = self._position
        head = _TAG_HEAD.match(self._text, start)
        cut = _CUT_TAG.match(self._text, start) if self._is_at_end else None
        if cut is not None:
            self._position = cut.end()
            deviation = Deviation(DeviationKind.TRUNCATED, line, column, "the file ends in the middle of a tag")
            if cut[2] is None:
                return Token(TokenKind.JUNK, cut[0], line, column, "", deviation)
            return Token(TokenKind.TAG, cut[1], line, column, _unescaped(cut[2].strip()), deviation)
        if head is None:
            wrapper = _WRAPPER.match(self._text, start)
            self._position = wrapper.end() if wrapper else start + 1
            return Token(TokenKind.JUNK, wrapper[0] if wrapper else "[", line, column)
        end = self._text.find("\n", start, start + _TAG_LOOK_AHEAD)
        rest = self._text[head.end() : end if end >= 0 else start + _TAG_LOOK_AHEAD]
        value, used, complaint = _broken_value(rest)
        if complaint is None:
            self._position += 1
            return Token(TokenKind.JUNK, "[", line, column)
        self._position = head.end() + used
        deviation = Deviation(DeviationKind.BROKEN_TAG, line, column, f"tag {head[1]!r} {complaint}")
        return Token(TokenKind.TAG, head[1], line, column, _unescaped(value), deviation)


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"') if "\\" in value else value


def _broken_value(rest: str) -> tuple[str, int, str | None]:
    """Value of a damaged tag, how much of the line belongs to it, and what is wrong; None if it is no tag at all."""
    stripped = rest.rstrip()
    is_quoted = rest.startswith('"')
    if is_quoted and stripped.endswith("]") and stripped[:-1].rstrip().endswith('"') and len(stripped) > 2:
        inner = stripped[:-1].rstrip()
        if len(inner) > 1:
            return inner[1:-1], len(stripped), "has quotes inside its value"
    bracket = rest.find("]")
    if bracket >= 0:
        value = rest[:bracket].strip()
        if not is_quoted and not value:
            return "", 0, None
        return value.removeprefix('"').removesuffix('"'), bracket + 1, f"lacks {_missing_quote(value)}"
    if not is_quoted:
        return "", 0, None
    closing = rest.find('"', 1)
    if closing >= 0:
        return rest[1:closing], closing + 1, "lacks its closing bracket"
    return stripped[1:], len(stripped), "lacks its closing quote and bracket"


def _missing_quote(value: str) -> str:
    if value.startswith('"'):
        return "its closing quote"
    return "its opening quote" if value.endswith('"') else "its quotes"


def _plain_move(text: str) -> str:
    """A move without blanks, with ASCII marks, and with a dash in ``3228``."""
    plain = _DASHES.sub("-", _BLANKS.sub("", text)).replace("\u00d7", "x")
    return f"{plain[:2]}-{plain[2:]}" if len(plain) == 4 and plain.isdigit() else plain
