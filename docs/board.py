"""Directives for pictures: ``board`` for positions, ``picture`` for code and what it draws, ``game-page`` for games.

.. code-block:: rst

    .. board:: italian
       :fen: W:WK14:B10,K11
       :moves:

draws the start position of a variant, or the one that ``fen`` names, as text where a page cannot hold a drawing;
``moves`` adds its legal moves. The content of ``picture`` is Python whose last line is an expression, an SVG; that of
``game-page`` is the PDN of one game.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from draughts import Board, get_rules, pdn, svg, viewer
from draughts.position.move import Move
from draughts.svg import THEMES, Coordinates

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["draw", "setup"]

#: With more moves than there are colours for arrows, only their destinations are marked.
_MOST_ARROWS = len(THEMES["wood"].arrows)


def draw(board: Board, moves: Sequence[Move] = ()) -> str:
    """A position as SVG, with the numbers of the squares and the letters of the files."""
    coordinates = Coordinates.NUMBERS | Coordinates.ALGEBRAIC
    if len(moves) <= _MOST_ARROWS:
        return svg.board(board, coordinates=coordinates, arrows=moves)
    captured = (square for move in moves for square in move.captures)
    return svg.board(board, coordinates=coordinates, captured=captured, targets=(move.destination for move in moves))


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


class PictureDirective(SphinxDirective):
    """See the module."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The code, and what it draws."""
        code = "\n".join(self.content)
        *statements, last = ast.parse(code).body
        assert isinstance(last, ast.Expr), "a picture ends with an expression"
        names: dict[str, object] = {}
        exec(compile(ast.Module(statements, []), "picture", "exec"), names)
        drawn = eval(compile(ast.Expression(last.value), "picture", "eval"), names)
        return [nodes.literal_block(code, code, language="python"), board_node(svg=drawn, text="")]


class GamePageDirective(SphinxDirective):
    """See the module."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The game as text, and as a page within the page."""
        text = "\n".join(self.content)
        [record] = pdn.loads(text)
        html = escape(viewer.page(record), quote=True)
        frame = f'<iframe class="game" title="A game to play through" loading="lazy" srcdoc="{html}"></iframe>'
        return [nodes.literal_block(text, text, language="text"), nodes.raw(frame, frame, format="html")]


def _visit_html(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    translator.body.append(f'<div class="board">{node["svg"]}</div>\n')
    raise nodes.SkipNode


def _visit_other(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    if node["text"]:
        node.append(nodes.literal_block(node["text"], node["text"]))


def _depart_other(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    pass


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    other = (_visit_other, _depart_other)
    app.add_node(board_node, html=(_visit_html, None), latex=other, text=other, man=other, texinfo=other)
    app.add_directive("board", BoardDirective)
    app.add_directive("picture", PictureDirective)
    app.add_directive("game-page", GamePageDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
