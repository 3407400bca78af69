"""Why a game is over: by its position, by a draw rule, or by an event."""

from __future__ import annotations

from draughts.game.events import EventKind
from draughts.game.result import ResultReason
from draughts.position.board import Board
from draughts.rules.draws import DrawRule, LoneKings, MaterialLimit, NoProgress, PieceCountLimit, Repetition
from draughts.rules.rules import Color, Goal

__all__ = ["DRAWN_BY", "LOST_BY", "VERDICTS", "is_crowned", "won_on_board"]

#: The reason that each draw rule gives.
DRAWN_BY: dict[type[DrawRule], ResultReason] = {
    Repetition: ResultReason.REPETITION,
    NoProgress: ResultReason.NO_PROGRESS,
    MaterialLimit: ResultReason.MATERIAL,
    PieceCountLimit: ResultReason.MATERIAL,
    LoneKings: ResultReason.MATERIAL,
}
#: Events by which their player loses.
LOST_BY = {
    EventKind.RESIGN: ResultReason.RESIGNATION,
    EventKind.FORFEIT: ResultReason.FORFEIT,
    EventKind.TIME_UP: ResultReason.TIME,
}
#: Events that end a game whatever the position is.
VERDICTS = {EventKind.ACCEPT, EventKind.CLAIM, EventKind.ADJUDICATE, *LOST_BY}


def is_crowned(board: Board) -> bool:
    """Whether a king has won the game, so that no move follows although there are legal ones."""
    return board.words[3] != 0 and board.rules.goal is Goal.FIRST_KING


def won_on_board(board: Board) -> tuple[Color, ResultReason] | None:
    """Who has won by the position, and why; None if nobody has."""
    winner = board.winner
    if winner is None:
        return None
    if is_crowned(board):
        return winner, ResultReason.CROWNED
    has_pieces = board.words[1] != 0
    if winner is board.turn:
        return winner, ResultReason.SHUT_IN if has_pieces else ResultReason.GIVEN_AWAY
    return winner, ResultReason.BLOCKED if has_pieces else ResultReason.NO_PIECES
