"""What a caller may say instead of a value, so that every function understands the same.

What has one reading is taken: ``"white"`` and ``"W"`` for a colour, a variant's name or GameType for its rules, a text
for a time control. Everything else is an `ArgumentError` that says what was wanted.
"""

from __future__ import annotations

from draughts.errors import SquareError
from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.registry import Variant, get_rules, variants
from draughts.rules.rules import Color, Piece, PieceType, Rules
from draughts.rules.time_control import TimeControl
from draughts.support.checks import refuse
from draughts.support.numbers import whole_number

__all__ = [
    "as_color",
    "as_kind",
    "as_piece",
    "as_rules",
    "as_square",
    "as_time_control",
    "other_board",
]

_COLORS = {name: color for color in Color for name in (str(color).lower(), color.value.lower())}
_KINDS = {name: kind for kind in PieceType for name in (kind.value, kind.value[0])}


def as_color(value: object) -> Color:
    """A colour, or its name or letter in any case.

    Examples
    --------
    >>> from draughts.rules.readings import as_color
    >>> as_color("white"), as_color("B")
    (<Color.WHITE: 'W'>, <Color.BLACK: 'B'>)
    """
    if isinstance(value, Color):
        return value
    color = _COLORS.get(value.strip().lower()) if isinstance(value, str) else None
    return color or refuse("a colour is Color.BLACK or Color.WHITE ('black', 'white', 'B' or 'W')", value)


def as_kind(value: object) -> PieceType:
    """A kind of piece, or its name.

    Examples
    --------
    >>> from draughts.rules.readings import as_kind
    >>> as_kind("king")
    <PieceType.KING: 'king'>
    """
    if isinstance(value, PieceType):
        return value
    kind = _KINDS.get(value.strip().lower()) if isinstance(value, str) else None
    return kind or refuse("a kind of piece is PieceType.MAN or PieceType.KING ('man' or 'king')", value)


def as_piece(value: object) -> Piece:
    """A piece, a pair of its colour and kind, or a text such as ``"white king"``.

    Examples
    --------
    >>> from draughts import Color, Piece, PieceType
    >>> from draughts.rules.readings import as_piece
    >>> as_piece("white king") == Piece(Color.WHITE, PieceType.KING)
    True
    """
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and len(parts) == 2:
        return Piece(as_color(parts[0]), as_kind(parts[1]))
    refuse("a piece is Piece(color, kind) or a text such as 'white king'", value)


def as_rules(value: object) -> Rules:
    """Rules, a `Variant`, or what `get_rules` takes: a name or a GameType.

    Examples
    --------
    >>> from draughts.rules.readings import as_rules
    >>> as_rules("shashki").name
    'russian'
    """
    if isinstance(value, Rules):
        return value
    if isinstance(value, Variant):
        return value.rules
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return get_rules(value)
    refuse("rules are Rules such as draughts.INTERNATIONAL, a Variant, or a variant's name such as 'russian'", value)


def as_time_control(value: object) -> TimeControl:
    """A time control, or a text as in PDN's tag: ``"300+5"``."""
    if isinstance(value, TimeControl):
        return value
    if isinstance(value, str):
        return TimeControl.from_text(value)
    refuse("a time control is a TimeControl or a text such as '300+5' or '30/3600'", value)


def as_square(geometry: Geometry, value: object) -> int:
    """A square of a board by its number or its algebraic name; digits may be a text, too.

    Raises
    ------
    SquareError
        If the board has no such square; the message names a game that has, if there is one.
    ArgumentError
        If the value is neither a number nor a text.

    Examples
    --------
    >>> from draughts import Geometry
    >>> from draughts.rules.readings import as_square
    >>> as_square(Geometry(), "c3"), as_square(Geometry(), "11")
    (22, 11)
    >>> as_square(Geometry(), 50)
    Traceback (most recent call last):
    draughts.errors.SquareError: no square 50 on this board (1 to 32); 50 is a square of 10x10 games such as ...
    """
    if isinstance(value, str):
        text = value.strip()
        whole = whole_number(text)
        number = geometry.number(text) if whole is None else whole
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    else:
        refuse("a square is a number such as 11, or a name such as 'c3'", value)
    if number is None or number not in geometry.numbers:
        raise SquareError(f"no square {value!r} on this board (1 to {geometry.square_count}){other_board(value)}")
    return number


def other_board(square: object) -> str:
    """Which game has a square that another board lacks, as the end of a message; empty if none has."""
    for name, rules in variants().items():
        geometry = rules.geometry
        number = geometry.number(square) if isinstance(square, str) and not square.isdigit() else square
        if isinstance(number, str):
            number = whole_number(number)
        if number in geometry.numbers:
            size = f"{geometry.width}x{geometry.height}"
            every = ", all squares of which are played on," if geometry.squares is PlayableSquares.ALL else ""
            return f"; {square} is a square of {size} games{every} such as {name.upper()}"
    return ""
