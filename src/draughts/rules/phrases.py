"""Rule terms in words, for explanations and descriptions alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from draughts.rules.rules import Color, Direction, Notation, Piece, PieceType, Rules

__all__ = ["directions", "pieces_in_words", "square_name"]


def square_name(rules: Rules, square: int) -> str:
    """A square as players of the variant call it: by its number, or by its file and rank.

    Examples
    --------
    >>> from draughts import AMERICAN, RUSSIAN
    >>> from draughts.rules.phrases import square_name
    >>> square_name(AMERICAN, 32), square_name(RUSSIAN, 32)
    ('32', 'g1')
    """
    return rules.geometry.name(square) if rules.notation is Notation.ALGEBRAIC else str(square)


def pieces_in_words(rules: Rules, pieces: Mapping[int, Piece], color: Color) -> str:
    """The pieces of one side with their squares, as somebody reads a position aloud.

    Examples
    --------
    >>> from draughts import AMERICAN, Color, Piece, PieceType
    >>> from draughts.rules.phrases import pieces_in_words
    >>> man, king = Piece(Color.WHITE, PieceType.MAN), Piece(Color.WHITE, PieceType.KING)
    >>> pieces_in_words(AMERICAN, {21: man, 22: man, 3: king}, Color.WHITE)
    'men 21, 22; king 3'
    >>> pieces_in_words(AMERICAN, {}, Color.WHITE)
    'no pieces'
    """
    return "; ".join(_kinds(rules, pieces, color)) or "no pieces"


def _kinds(rules: Rules, pieces: Mapping[int, Piece], color: Color) -> Iterator[str]:
    for kind, plural in ((PieceType.MAN, "men"), (PieceType.KING, "kings")):
        squares = [square_name(rules, square) for square in sorted(pieces) if pieces[square] == Piece(color, kind)]
        if squares:
            yield f"{kind if len(squares) == 1 else plural} {', '.join(squares)}"


def directions(flags: Direction) -> str:
    """Directions in words.

    Examples
    --------
    >>> from draughts import Direction
    >>> from draughts.rules.phrases import directions
    >>> directions(Direction.DIAGONAL_FORWARD), directions(Direction.FORWARD_AND_SIDEWAYS)
    ('diagonally forward', 'forward and sideways')
    """
    if flags == Direction.EVERY:
        return "in all eight directions"
    parts = []
    if Direction.STRAIGHT in flags:
        parts.append("along ranks and files")
    else:
        straight: dict[Direction, str] = {
            Direction.FORWARD: "forward",
            Direction.SIDEWAYS: "sideways",
            Direction.BACKWARD: "backward",
        }
        parts += [name for flag, name in straight.items() if flags & flag == flag]
    if Direction.DIAGONAL in flags:
        parts.append("diagonally forward and backward")
    elif Direction.DIAGONAL_FORWARD in flags:
        parts.append("diagonally forward")
    elif flags & Direction.DIAGONAL:
        parts.append("diagonally backward")
    return " and ".join(parts)
