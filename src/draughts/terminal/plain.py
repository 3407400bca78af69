"""Pictures as plain text: ASCII without colours or control codes, for dumb terminals, pipes and screen readers."""

from __future__ import annotations

import textwrap

from draughts.rules.rules import Color, Piece, PieceType
from draughts.support.printable import printable
from draughts.terminal.picture import Picture, cells, file_letters, spoken

__all__ = ["show_plain"]

_SIGNS = {
    Piece(Color.WHITE, PieceType.MAN): "w",
    Piece(Color.WHITE, PieceType.KING): "W",
    Piece(Color.BLACK, PieceType.MAN): "b",
    Piece(Color.BLACK, PieceType.KING): "B",
}
#: A cell in which a piece and the number of its square fit between marks.
_WIDEST = 5
_LAST = "[]"
_TARGET = "<>"
_TAKEN = "()"


def show_plain(picture: Picture, width: int = 80) -> str:
    """A picture as text.

    Parameters
    ----------
    picture : Picture
        What to show.
    width : int
        Columns of the terminal. A board needs 39 at most.

    Examples
    --------
    >>> from draughts import Board, Game
    >>> from draughts.terminal.picture import picture
    >>> game = Game(start=Board.from_fen("W:W22,K30:B1,9"))
    >>> _ = game.push("22-18")
    >>> print(show_plain(picture(game, {Color.BLACK: "human", Color.WHITE: "random"})))
     8       b1        2         3         4
     7  5         6         7         8
     6       b9        10        11        12
     5  13        14        15        16
     4       17       [w18]      19        20
     3  21       [22]       23        24
     2       25        26        27        28
     1  29        W30       31        32
        a    b    c    d    e    f    g    h
    b Black man, B king, w White man, W king
    [ ] last move
    Black: men 1, 9
    White: man 18; king 30
    Black (human) to move, move 1
    """
    rules = picture.rules
    room = (width - 3) // rules.geometry.width
    size = 3 if room < 4 else 4 if room < _WIDEST or picture.has_names else _WIDEST
    lines = []
    for rank, squares in cells(rules.geometry, picture.is_flipped):
        row = "".join(" " * size if square is None else _cell(picture, square, size) for square in squares)
        lines.append(f"{rank:>2} {row}".rstrip())
    letters = "".join(f" {letter}".ljust(size) for letter in file_letters(rules.geometry, picture.is_flipped))
    lines.append(f"   {letters}".rstrip())
    below = (*_legend(picture), *spoken(picture), *picture.status)
    lines += [part for line in below for part in _wrapped(printable(line), width)]
    return "\n".join(lines)


def _cell(picture: Picture, square: int, size: int) -> str:
    piece = picture.pieces.get(square)
    if piece is not None:
        content = _SIGNS[piece] + (str(square) if size == _WIDEST else "")
    else:
        content = "." if picture.has_names else str(square)
    marks = _marks(picture, square)
    if marks == "  ":
        return (f" {content}" if size > 3 or len(content) < 2 else content.rjust(3)).ljust(size)
    return (marks[0] + content + marks[1])[:size].ljust(size)


def _marks(picture: Picture, square: int) -> str:
    if square in picture.targets:
        return _TARGET
    if square in picture.taken:
        return _TAKEN
    if picture.selected is not None:
        return _LAST if square == picture.selected else "  "
    return _LAST if square in picture.last else "  "


def _legend(picture: Picture) -> tuple[str, ...]:
    """What the signs mean."""
    sides = ", ".join(
        f"{_SIGNS[Piece(color, PieceType.MAN)]} {picture.rules.side_name(color)} man, "
        f"{_SIGNS[Piece(color, PieceType.KING)]} king"
        for color in Color
    )
    if picture.selected is not None:
        taken = ", ( ) jumped" if picture.taken else ""
        return (sides, f"[ ] the piece, < > where it can go{taken}")
    return (sides, "[ ] last move") if picture.last else (sides,)


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, max(width, 20), subsequent_indent="  ") or [""]
