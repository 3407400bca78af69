"""What endgame tables say at the root of a search."""

from __future__ import annotations

from dataclasses import replace

from draughts.engine.result import Line, SearchResult
from draughts.engine.root import Root
from draughts.game.game import Game
from draughts.kernel.search_words import WON
from draughts.position.board import Board
from draughts.tablebase.draw_rules import is_cut_short
from draughts.tablebase.outcome import Outcome
from draughts.tablebase.tables import Tablebase

__all__ = ["known_lines", "preferring_result", "tell_draws"]


def known_lines(tablebase: Tablebase, position: Board | Game, count: int) -> tuple[Line, ...] | None:
    """The best lines of a position, if tables with distances know what its moves lead to.

    None also if a draw rule ends the game before a line does: tables take no account of these rules.
    """
    board = position if isinstance(position, Board) else position.board
    if tablebase.metric != "dtw":
        return None
    moves = tablebase.moves(board)
    if len(moves) < len(board.legal_moves):
        return None
    lines = []
    for move, outcome in list(moves.items())[:count]:
        line = Line(_score(outcome), (move, *tablebase.line(board.play(move))), outcome)
        if outcome.result != "draw" and is_cut_short(position, line.moves):
            return None
        lines.append(line)
    return tuple(lines)


def _score(outcome: Outcome) -> int:
    return {"win": WON - (outcome.plies or 0), "draw": 0, "loss": (outcome.plies or 0) - WON}[outcome.result]


def preferring_result(tablebase: Tablebase, root: Root) -> Root:
    """The root with those moves in front that keep the result, if tables know what all moves lead to."""
    moves = tablebase.moves(root.board)
    if len(moves) < len(root.nodes):
        return root
    results = [moves[node.move].result for node in root.nodes]
    best = next(result for result in ("win", "draw", "loss") if result in results)
    nodes = sorted(root.nodes, key=lambda node: moves[node.move].result != best)
    return root._replace(nodes=tuple(nodes), preferred=results.count(best))


def tell_draws(tablebase: Tablebase, board: Board, result: SearchResult) -> SearchResult:
    """The result of a search, in whose lines is said which moves the tables know to draw."""
    drawn = {move: outcome for move, outcome in tablebase.moves(board).items() if outcome.result == "draw"}
    return replace(result, lines=tuple(replace(line, outcome=drawn.get(line.move)) for line in result.lines))
