"""Draw rules where tables are used: tables know nothing of them, games do."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.game.draw_counting import counters_for
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move

__all__ = ["is_cut_short"]


def is_cut_short(position: Board | Game, moves: Sequence[Move]) -> bool:
    """Whether a draw rule ends the game, or lets a side claim a draw, before the last of these moves is made.

    Examples
    --------
    >>> from draughts import AMERICAN, NoProgress
    >>> hasty = AMERICAN.replace(draws=(NoProgress(moves=1),))
    >>> start = Board.from_fen("W:WK32:BK26", hasty)
    >>> board, moves = start, []
    >>> for text in ("32-27", "26-22", "27-23"):
    ...     moves.append(board.move(text))
    ...     board = board.play(text)
    >>> is_cut_short(start, moves[:2]), is_cut_short(start, moves)
    (False, True)
    """
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
