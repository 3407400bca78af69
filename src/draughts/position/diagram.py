"""Boards as text diagrams."""

from __future__ import annotations

from collections.abc import Mapping

from draughts.rules.geometry import Geometry
from draughts.rules.rules import Color, Piece, PieceType

__all__ = ["draw"]

_ASCII = {
    Piece(Color.WHITE, PieceType.MAN): "w",
    Piece(Color.WHITE, PieceType.KING): "W",
    Piece(Color.BLACK, PieceType.MAN): "b",
    Piece(Color.BLACK, PieceType.KING): "B",
}
_SYMBOLS = {
    Piece(Color.WHITE, PieceType.MAN): "⛀",
    Piece(Color.WHITE, PieceType.KING): "⛁",
    Piece(Color.BLACK, PieceType.MAN): "⛂",
    Piece(Color.BLACK, PieceType.KING): "⛃",
}


def draw(
    geometry: Geometry,
    pieces: Mapping[int, Piece],
    *,
    numbers: bool = False,
    symbols: bool = False,
    flipped: bool = False,
) -> str:
    """A diagram with ranks on the left and files below.

    Parameters
    ----------
    geometry : Geometry
        The board.
    pieces : mapping of int to Piece
        What stands where.
    numbers : bool
        Number the empty squares.
    symbols : bool
        Use draughts symbols instead of letters.
    flipped : bool
        Show it with Black at the bottom.
    """
    signs = _SYMBOLS if symbols else _ASCII
    width = len(str(geometry.square_count)) if numbers else 1
    step = -1 if flipped else 1
    lines = []
    for row in range(geometry.height)[::step]:
        cells = []
        for column in range(geometry.width)[::step]:
            square = geometry.at(row, column)
            if square is None:
                sign = " "
            elif square in pieces:
                sign = signs[pieces[square]]
            else:
                sign = str(square) if numbers else "."
            cells.append(sign.rjust(width))
        lines.append(f"{geometry.height - row:>2}  {' '.join(cells)}".rstrip())
    files = [chr(ord("a") + column) for column in range(geometry.width)]
    if geometry.algebraic_origin.is_right != flipped:
        files.reverse()
    lines.append("    " + " ".join(file.rjust(width) for file in files))
    return "\n".join(lines)
