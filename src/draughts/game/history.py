"""A board with a history: moves, positions, and what they count towards draws. Who wins and why is not here."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.game.draw_counting import Counts, DrawStatus, Tally, counters_for
from draughts.game.verdicts import is_crowned
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.draws import DrawRule
from draughts.rules.rules import Color, Goal, Rules

__all__ = ["History"]

#: Under a name of its own: every move asks for it, and to look a member of an enumeration up takes as long as a call.
_FIRST_KING = Goal.FIRST_KING


class History:
    """The moves of a game and the positions between them.

    Parameters
    ----------
    start : Board
        The first position.
    """

    __slots__ = ("_board", "_boards", "_closed", "_moves", "_rules", "_tally")

    #: The position after the last move, or None until it is asked for.
    _board: Board | None
    #: Positions that have been worked out: one more than moves, or as many while the last one has not been.
    _boards: list[Board]
    #: Whether no move may follow; a position without legal moves need not be known to be one.
    _closed: bool

    def __init__(self, start: Board) -> None:
        self._rules = start.rules
        self._board = start
        self._boards = [start]
        self._moves: list[Move] = []
        self._tally = Tally(counters_for(start.rules), start)
        self._closed = self._is_decided(start)

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self._rules

    @property
    def board(self) -> Board:
        """The present position."""
        return self._settle() if self._board is None else self._board

    @property
    def boards(self) -> tuple[Board, ...]:
        """Every position from the first to the present one."""
        if self._board is None:
            self._settle()
        return tuple(self._boards)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made."""
        return tuple(self._moves)

    @property
    def turn(self) -> Color:
        """The side to move."""
        start = self._boards[0].turn
        return start.opponent if len(self._moves) % 2 else start

    @property
    def ply(self) -> int:
        """How many moves have been made, by both sides."""
        return len(self._moves)

    @property
    def last_move(self) -> Move | None:
        """The move made last, or None."""
        return self._moves[-1] if self._moves else None

    @property
    def fen(self) -> str:
        """The present position's FEN: `Board.fen`."""
        return self.board.fen

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves; none once the game is over.

        Examples
        --------
        >>> from draughts import Color, Game
        >>> game = Game()
        >>> game.resign(Color.BLACK)
        >>> game.legal_moves
        ()
        """
        board = self._board
        if board is None:
            board = self._settle()
        return () if self._closed else board.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether the game has a result."""
        board = self.board
        return self._closed or not board.legal_moves

    @property
    def draw_status(self) -> tuple[DrawStatus, ...]:
        """How far each draw rule is that applies now, in the order of `Rules.draws`.

        Examples
        --------
        >>> from draughts import Game
        >>> for status in Game().draw_status:
        ...     print(status.value, status.describe())
        1 occurrence 1 of 3 of this position
        80 40 moves each left: 40 moves by each side without a capture or a man move
        """
        return self._tally.counters.status(self._counted())

    @property
    def countdowns(self) -> tuple[DrawStatus, ...]:
        """What a board shows of `draw_status` by the rules of its house: "in the last 20 moves each"."""
        return () if self.is_over else tuple(status for status in self.draw_status if status.is_shown)

    @property
    def claimable_draws(self) -> tuple[DrawRule, ...]:
        """The draw rules that are fulfilled and must be claimed to end the game."""
        return self._tally.counters.claimable(self._counted())

    def _settle(self) -> Board:
        """Work out the position after the last move."""
        moves = self._moves
        self._board = board = self._boards[-1].after(moves[-1])
        self._boards.append(board)
        self._closed = self._is_decided(board)
        return board

    def _is_decided(self, board: Board) -> bool:
        """Whether no move may follow although there are legal ones."""
        if self._rules.goal is _FIRST_KING and is_crowned(board):
            return True
        tally, moves = self._tally, self._moves
        return tally.may_be_drawn(moves, board) and tally.drawn(moves, self._boards) is not None

    def _counted(self) -> Counts:
        """What the draw rules have counted in the present position."""
        if self._board is None:
            self._settle()
        return self._tally.counts(self._moves, self._boards)
