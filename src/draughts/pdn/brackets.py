"""Moves with what is said about them: the main line, variations in round brackets, and prose in such brackets."""

from __future__ import annotations

from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.records import MoveCell, Variation
from draughts.pdn.tokens import Token, TokenKind

__all__ = ["Deviations", "Line", "add_bracket", "source_of"]

_DEVIATION_LIMIT = 1000
#: The numeric annotation that PDN 3.0 has for ``*`` behind a move.
_ONLY_MOVE = 7


class Line:
    """Moves and what is said about them: the main line, or a variation."""

    __slots__ = (
        "_ahead",
        "_comments",
        "_is_annotated",
        "_is_inner",
        "_nags",
        "_number",
        "_strengths",
        "_variations",
        "comments",
        "moves",
        "setup",
    )

    def __init__(self, *, is_inner: bool = False) -> None:
        #: Whether it is a variation, in which no comment can have a closing brace.
        self._is_inner = is_inner
        self.moves: list[MoveCell] = []
        self.comments: list[str] = []
        self.setup: str | None = None
        self._number: str | None = None
        #: Variations that stand before the move that they belong to.
        self._ahead: list[Variation] = []
        self._is_annotated = False
        self._strengths: list[str] = []
        self._nags: list[int] = []
        self._comments: list[str] = []
        self._variations: list[Variation] = []

    def add_move(self, token: Token) -> None:
        """Add a move, with the number, setup and variations that stood before it."""
        if self._is_annotated:
            self._annotate()
        self.moves.append(
            MoveCell(token.value or token.text, token.line, token.column, self._number, (), (), (), (), self.setup)
        )
        self._number = self.setup = None
        if self._ahead:
            self._variations, self._ahead = self._ahead, []
            self._is_annotated = True

    @property
    def pending_number(self) -> str | None:
        """The move number that still waits for its move, if there is one."""
        return self._number

    def add_number(self, token: Token) -> None:
        """Keep a move number for the move that follows."""
        self._number = token.text

    def add_unknown(self, token: Token) -> None:
        """``- -`` is a move; ``...`` is one unless it stands for the other side's move that came before."""
        if token.text == "..." and (self._number is not None or not self.moves):
            self._number = (self._number or "").rstrip(".") + "..."
        else:
            self.add_move(token if token.text == "..." else token._replace(value="- -"))

    def add_mark(self, token: Token) -> None:
        """A strength or a NAG; without a move to mark it says nothing."""
        if self.moves:
            self._is_annotated = True
            if token.kind is TokenKind.NAG:
                self._nags.append(int(token.text[1:]))
            elif token.text == "*":
                self._nags.append(_ONLY_MOVE)
            else:
                self._strengths.append(token.text.strip("()"))

    def add_comment(self, text: str) -> None:
        """A comment belongs to the move before it, or to the line before its first move."""
        if self._is_inner and "}" in text:
            text = text.replace("{", "(").replace("}", ")")
        if self.moves:
            self._is_annotated = True
            self._comments.append(text)
        else:
            self.comments.append(text)

    def add_variation(self, variation: Variation) -> None:
        """Brackets that hold nothing but brackets belong to the move that follows."""
        if self.moves and not variation.has_only_brackets:
            self._is_annotated = True
            self._variations.append(variation)
        else:
            self._ahead.append(variation)

    def finish(self) -> tuple[Variation, ...]:
        """Complete the last move; the variations that there is no move for."""
        if self._is_annotated:
            self._annotate()
        if self.moves and self._ahead:
            last = self.moves[-1]
            self.moves[-1] = last._replace(variations=(*self._ahead, *last.variations))
            self._ahead = []
        return tuple(self._ahead)

    def _annotate(self) -> None:
        cell = self.moves[-1]
        self.moves[-1] = cell._replace(
            strengths=cell.strengths + tuple(self._strengths),
            nags=cell.nags + tuple(self._nags),
            comments=cell.comments + tuple(self._comments),
            variations=cell.variations + tuple(self._variations),
        )
        self._is_annotated = False
        self._strengths, self._nags, self._comments, self._variations = [], [], [], []


class Deviations(list[Deviation]):
    """The deviations of a game, as many as anybody wants to see."""

    def __init__(self) -> None:
        super().__init__()
        #: How often each text was left out, and where the deviation that says so stands in the list.
        self._left_out: dict[str, tuple[int, int]] = {}

    def add_junk(self, text: str, line: int, column: int) -> None:
        """Say that a text was left out; what is left out several times is said once, with the number."""
        count, at = self._left_out.get(text, (0, len(self)))
        if not count:
            self.add(Deviation(DeviationKind.JUNK, line, column, f"'{text}' is no part of a game; left out"))
        if at < _DEVIATION_LIMIT:
            self._left_out[text] = (count + 1, at)

    def counted(self) -> list[Deviation]:
        """All of them in the order of the text."""
        for text, (count, at) in self._left_out.items():
            if count > 1:
                self[at] = self[at]._replace(message=f"'{text}' is no part of a game; left out {count:,} times")
        return sorted(self, key=lambda deviation: (deviation.line, deviation.column))

    def add(self, deviation: Deviation) -> None:
        """Add a deviation, or say once that there are more."""
        if len(self) < _DEVIATION_LIMIT:
            self.append(deviation)
        elif len(self) == _DEVIATION_LIMIT:
            message = f"more than {_DEVIATION_LIMIT} deviations in one game; the others are not listed"
            self.append(Deviation(DeviationKind.TOO_LONG, deviation.line, deviation.column, message))


def add_bracket(tokens: list[Token], line: Line, deviations: Deviations) -> None:
    """Add an outermost bracket, given as its tokens, to a line: a variation, or prose.

    A bracket with text in it that is no part of the grammar is prose as a whole, and becomes a comment.
    """
    ends = _bracket_ends(tokens)
    prose = _prose_brackets(tokens)
    lines = [line]
    openings: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind is TokenKind.OPEN:
            if at in prose:
                lines[-1].add_comment(source_of(tokens[at + 1 : ends[at]]))
                message = "text in round brackets, kept as a comment"
                deviations.add(Deviation(DeviationKind.BRACKET_TEXT, token.line, token.column, message))
                at = ends[at]
            else:
                openings.append(token)
                lines.append(Line(is_inner=True))
        elif token.kind is TokenKind.CLOSE:
            variation = _variation(lines.pop(), openings.pop())
            if variation is not None:
                lines[-1].add_variation(variation)
        else:
            if token.deviation is not None and token.deviation.kind is DeviationKind.SPELLING:
                deviations.add(token.deviation)  # in prose it would be none
            _add_to_variation(token, lines[-1])
        at += 1


def _bracket_ends(tokens: list[Token]) -> dict[int, int]:
    """For each opening bracket the index of the closing one."""
    ends: dict[int, int] = {}
    open_ones: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind is TokenKind.OPEN:
            open_ones.append(at)
        elif token.kind is TokenKind.CLOSE:
            ends[open_ones.pop()] = at
    return ends


def _prose_brackets(tokens: list[Token]) -> set[int]:
    """Brackets, by the index of the opening one, that hold junk themselves, or numbers without any move."""
    prose: set[int] = set()
    open_ones: list[int] = []
    numbers: list[bool] = []
    moves: list[bool] = []
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind is TokenKind.OPEN:
            if moves:
                moves[-1] = True
            open_ones.append(at)
            numbers.append(False)
            moves.append(False)
        elif kind is TokenKind.CLOSE:
            opening, has_numbers, has_moves = open_ones.pop(), numbers.pop(), moves.pop()
            if has_numbers and not has_moves:
                prose.add(opening)
        elif kind in (TokenKind.JUNK, TokenKind.TAG):
            prose.add(open_ones[-1])
        elif kind in (TokenKind.MOVE_NUMBER, TokenKind.RESULT):
            numbers[-1] = True
        elif kind in (TokenKind.MOVE, TokenKind.UNKNOWN_MOVE):
            moves[-1] = True
    return prose


def source_of(tokens: list[Token]) -> str:
    """Tokens as text, with a blank wherever there was white space."""
    pieces: list[str] = []
    end = (0, 0)
    for token in tokens:
        text = token.source.replace("\n", " ")
        if pieces and end != (token.line, token.column):
            pieces.append(" ")
        pieces.append(text)
        end = (token.line, token.column + len(text))
    return "".join(pieces)


def _variation(line: Line, opening: Token) -> Variation | None:
    """A bracket as a variation; None if there is nothing in it."""
    rest = line.finish()
    if not (line.moves or line.comments or rest or line.setup):
        return None
    return Variation(tuple(line.moves), tuple(line.comments), rest, opening.line, opening.column, line.setup)


def _add_to_variation(token: Token, line: Line) -> None:
    kind = token.kind
    if kind is TokenKind.MOVE:
        line.add_move(token)
    elif kind is TokenKind.MOVE_NUMBER:
        line.add_number(token)
    elif kind is TokenKind.UNKNOWN_MOVE:
        line.add_unknown(token)
    elif kind is TokenKind.SETUP:
        line.setup = token.value
    elif kind in (TokenKind.STRENGTH, TokenKind.NAG):
        line.add_mark(token)
    else:
        line.add_comment(token.text)  # a comment, or the result that the variation leads to
