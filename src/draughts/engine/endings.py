"""What endgame tables say at the root of a search."""

from __future__ import annotations

from draughts.engine.result import Line
from draughts.engine.root import Root
from draughts.game.draw_counting import counters_for
from draughts.game.game import Game
from draughts.kernel.search_words import WON
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.tablebase.outcome import Outcome
from draughts.tablebase.tables import Tablebase

__all__ = ["keeping_result", "known_lines"]


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
        if outcome.result != "draw" and _is_drawn(position, line.moves):
            return None
        lines.append(line)
    return tuple(lines)


def _score(outcome: Outcome) -> int:
    return {"win": WON - (outcome.plies or 0), "draw": 0, "loss": (outcome.plies or 0) - WON}[outcome.result]


def _is_drawn(position: Board | Game, moves: tuple[Move, ...]) -> bool:
    """Whether a draw rule ends the game, or lets a side claim a draw, before the last of these moves."""
    boards = [position] if isinstance(position, Board) else list(position.boards)
    played = () if isinstance(position, Board) else tuple(position.moves)
    counters = counters_for(boards[0].rules)
    counts = counters.begin(boards[0])
    seen: dict[Board, int] = {boards[0]: 1}
    board = boards[0]
    for move in (*played, *moves[:-1]):
        board = board.play(move)
        seen[board] = occurrences = seen.get(board, 0) + 1
        counts = counters.count(counts, move, board, occurrences)
    return any(left == 0 for left in counts)


def keeping_result(tablebase: Tablebase, root: Root) -> Root:
    """The root with those moves only that keep the result, if tables know what all moves lead to."""
    best = tablebase.best_moves(root.board)
    if not best:
        return root
    kept = set(best)
    return root._replace(nodes=tuple(node for node in root.nodes if node.move in kept))
