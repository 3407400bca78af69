"""The ``board`` directive: a position as a drawing, or as text where a page cannot hold one.

.. code-block:: rst

    .. board:: italian
       :fen: W:WK14:B10,K11
       :moves:

draws the start position of a variant, or the one that ``fen`` names; ``moves`` adds its legal moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from draughts import Board, Color, PieceType, get_rules
from draughts.geometry import Geometry, Squares
from draughts.move import Move

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["draw", "setup"]

_CELL = 40
_MARGIN = 18
#: Colours that hold their ground on a light page and on a dark one.
_LIGHT, _DARK, _LINE = "#eae6dc", "#b4ab99", "#6f675a"
_WHITE, _BLACK = ("#fffdf6", "#3c372f"), ("#34302a", "#fffdf6")
_PATHS = ("#1f6feb", "#c2410c", "#0f766e", "#a21caf", "#854d0e", "#b91c1c")
_MOST_PATHS = len(_PATHS)


def draw(board: Board, moves: Sequence[Move] = ()) -> str:
    """A position as SVG, White at the bottom, with the numbers of the squares and the letters of the files."""
    geometry = board.rules.geometry
    width, height = _CELL * geometry.width, _CELL * geometry.height
    parts = [
        f'<svg class="board" role="img" aria-label="{escape(_in_words(board), quote=True)}" '
        f'viewBox="{-_MARGIN} -3 {width + _MARGIN + 3} {height + _MARGIN + 3}" '
        f'style="max-width: {width + _MARGIN + 3}px" xmlns="http://www.w3.org/2000/svg">',
        f'<rect width="{width}" height="{height}" fill="{_LIGHT}" stroke="{_LINE}" stroke-width="2"/>',
    ]
    parts += _squares(geometry)
    parts += _edges(geometry)
    for color in Color:
        for square in board.pieces(color):
            parts.append(_piece(*_center(geometry, square), color, board.pieces(color, PieceType.KING), square))
    parts += _moves(geometry, moves)
    return "".join([*parts, "</svg>"])


def _squares(geometry: Geometry) -> Iterable[str]:
    all_squares = geometry.squares is Squares.ALL
    size = 4 + geometry.width // 2  # larger boards are shown smaller
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        x, y = column * _CELL, row * _CELL
        fill = f'fill="none" stroke="{_LINE}" stroke-width="0.7"' if all_squares else f'fill="{_DARK}"'
        yield f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" {fill}/>'
        yield f'<text x="{x + 1.5}" y="{y + size}" font-size="{size}" fill="#2f2a22">{square}</text>'


def _edges(geometry: Geometry) -> Iterable[str]:
    """Letters and ranks as `Geometry.name` has them."""
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        name = geometry.name(square)
        if row >= geometry.height - (1 if geometry.squares is Squares.ALL else 2):
            x, y = column * _CELL + _CELL / 2, geometry.height * _CELL + 13
            yield f'<text x="{x}" y="{y}" font-size="11" text-anchor="middle" fill="currentColor">{name[0]}</text>'
        if column < (1 if geometry.squares is Squares.ALL else 2):
            y = row * _CELL + _CELL / 2 + 4
            yield f'<text x="-5" y="{y}" font-size="11" text-anchor="end" fill="currentColor">{name[1:]}</text>'


def _center(geometry: Geometry, square: int) -> tuple[float, float]:
    row, column = geometry.coordinates(square)
    return (column + 0.5) * _CELL + 1, (row + 0.5) * _CELL + 1.5  # a little below the number


def _piece(x: float, y: float, color: Color, kings: tuple[int, ...], square: int) -> str:
    fill, ink = _WHITE if color is Color.WHITE else _BLACK
    disc = f'<circle cx="{x}" cy="{y}" r="12.5" fill="{fill}" stroke="#3c372f" stroke-width="1.3"/>'
    if square not in kings:
        return (
            disc + f'<circle cx="{x}" cy="{y}" r="8.5" fill="none" stroke="{ink}" stroke-width="0.8" opacity="0.55"/>'
        )
    crown = ((-7, 5), (-8, -4), (-3.5, 0), (0, -6.5), (3.5, 0), (8, -4), (7, 5))
    points = " ".join(f"{x + dx:g},{y + dy:g}" for dx, dy in crown)
    return disc + f'<polygon points="{points}" fill="{ink}"/>'


def _moves(geometry: Geometry, moves: Sequence[Move]) -> Iterable[str]:
    for square in sorted({square for move in moves for square in move.captures}):
        x, y = _center(geometry, square)
        for slope in (1, -1):
            yield (
                f'<line x1="{x - 8}" y1="{y - 8 * slope}" x2="{x + 8}" y2="{y + 8 * slope}" '
                f'stroke="#dc2626" stroke-width="3" stroke-linecap="round"/>'
            )
    if len(moves) > _MOST_PATHS:
        for move in moves:
            x, y = _center(geometry, move.destination)
            yield f'<circle cx="{x}" cy="{y}" r="5" fill="{_PATHS[0]}"/>'
        return
    for number, (colour, move) in enumerate(zip(_PATHS, moves, strict=False)):
        aside = 5 * (number - (len(moves) - 1) / 2)  # so that paths over the same squares can be told apart
        centers = (_center(geometry, square) for square in move.path)
        points = [(x + aside, y + 0.35 * aside) for x, y in centers]
        (x0, y0), (x1, y1) = points[-2:]
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        head = (
            (x1, y1),
            (x1 - 11 * dx + 5 * dy, y1 - 11 * dy - 5 * dx),
            (x1 - 11 * dx - 5 * dy, y1 - 11 * dy + 5 * dx),
        )
        line = [*points[:-1], (x1 - 8 * dx, y1 - 8 * dy)]
        yield (
            f'<polyline points="{_points(line)}" fill="none" stroke="{colour}" stroke-width="3" opacity="0.85" '
            f'stroke-linejoin="round"/><polygon points="{_points(head)}" fill="{colour}"/>'
        )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.4g},{y:.4g}" for x, y in points)


def _in_words(board: Board) -> str:
    sides = []
    for color in (Color.WHITE, Color.BLACK):
        kinds = []
        for kind, plural in ((PieceType.MAN, "men"), (PieceType.KING, "kings")):
            squares = board.pieces(color, kind)
            if squares:
                kinds.append(f"{kind if len(squares) == 1 else plural} on {', '.join(map(str, squares))}")
        sides.append(f"{color}: {'; '.join(kinds) or 'no pieces'}")
    return f"{'. '.join(sides)}. {board.turn} to move."


class board_node(nodes.General, nodes.Element):  # noqa: N801
    """A drawing of a position; `svg` and `text` are its two forms."""


class BoardDirective(SphinxDirective):
    """See the module."""

    required_arguments = 1
    option_spec = {"fen": directives.unchanged, "moves": directives.flag}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """The node."""
        rules = get_rules(self.arguments[0])
        fen = self.options.get("fen")
        board = Board(rules) if fen is None else Board.from_fen(fen, rules)
        moves = tuple(board.legal_moves) if "moves" in self.options else ()
        return [board_node(svg=draw(board, moves), text=board.ascii())]


def _visit_html(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    translator.body.append(f'<div class="board">{node["svg"]}</div>\n')
    raise nodes.SkipNode


def _visit_other(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    block = nodes.literal_block(node["text"], node["text"])
    node.append(block)


def _depart_other(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    pass


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    other = (_visit_other, _depart_other)
    app.add_node(board_node, html=(_visit_html, None), latex=other, text=other, man=other, texinfo=other)
    app.add_directive("board", BoardDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
