"""Hints for a player who is stuck. Not an engine: it counts what is taken now and what can be taken back."""

from __future__ import annotations

from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import Goal, PieceType

__all__ = ["Adviser"]

_VALUES = {PieceType.MAN: 2, PieceType.KING: 5}
_WON = 1000


class Adviser:
    """A `Player` that looks two plies ahead: the move with the best exchange, the first one if several are as good.

    Examples
    --------
    >>> from draughts import Board, Game
    >>> game = Game(start=Board.from_fen("B:W19,27:B10,11"))
    >>> Adviser().choose(game, Limits())
    Move(10-14)
    """

    name = "adviser"

    def choose(self, game: Game, limits: Limits) -> Move:
        """A legal move."""
        board = game.board
        return max(game.legal_moves, key=lambda move: _exchange(board, move))

    def accepts_draw(self, game: Game) -> bool:
        """No: advice is for whoever asks."""
        return False


def _exchange(board: Board, move: Move) -> int:
    """What a move gains, less the most that the answer takes."""
    later = board.play(move)
    sign = -1 if board.rules.goal is Goal.BE_BLOCKED else 1
    gain = sign * (_value(board, move) + (_VALUES[PieceType.KING] - _VALUES[PieceType.MAN]) * move.promotes)
    if later.winner is not None:
        return _WON if later.winner is board.turn else -_WON
    answers = [sign * _value(later, answer) for answer in later.legal_moves]
    return gain - max(answers)


def _value(board: Board, move: Move) -> int:
    pieces = (board[square] for square in move.captured)
    return sum(_VALUES[piece.kind] for piece in pieces if piece is not None)
