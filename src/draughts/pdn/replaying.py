"""One game on its way through the rules: which move each cell means, and where the replay stops."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from draughts.errors import CaptureLimitError, FenError
from draughts.game.draw_counting import Tally, counters_for
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.records import GameRecord, MoveCell
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import legal_moves, read_spelling
from draughts.rules.draws import DrawRule
from draughts.rules.rules import Color, Goal, Notation, Rules

__all__ = ["Played", "Replay", "Stop", "first_draw"]

#: A move, and the number of cells that it is written in.
_Meant = tuple[Move, int]


class Stop(Enum):
    """Why a replay goes no further."""

    END = "every move is made"
    UNKNOWN = "the file does not know the move"
    WRONG = "the cell is no legal move"
    AMBIGUOUS = "the cell fits several legal moves"
    OVER = "the game is over"
    BAD_SETUP = "the setup is no position"
    TOO_COMPLEX = "the position has too many captures"


class Played(NamedTuple):
    """A move that was made: the index of its first cell, the board before it, and the move."""

    at: int
    board: Board
    move: Move


class Replay:
    """The main line of a record, replayed from a position until it ends or a cell does not fit.

    Parameters
    ----------
    record : GameRecord
        The game.
    start : Board
        Where it begins; the board also has the rules.

    Attributes
    ----------
    board : Board
        The position reached.
    at : int
        The index of the next cell.
    played : list of Played
        The moves so far.
    notes : list of Deviation
        What was unusual on the way.
    is_turned : bool
        Whether algebraic squares are read from the corner of the side that moves first.
    stop : Stop or None
        Why it went no further; None before `advance`.
    error : str
        For `Stop.BAD_SETUP` and `Stop.TOO_COMPLEX`, what is the matter.
    """

    def __init__(self, record: GameRecord, start: Board) -> None:
        self.record = record
        self.board = start
        self.at = 0
        self.played: list[Played] = []
        self.notes: list[Deviation] = []
        self.is_turned = False
        self._fits_several = False
        self.stop: Stop | None = None
        self.error = ""

    @property
    def is_complete(self) -> bool:
        """Whether every move was made, or every one that the file knows."""
        return self.stop in (Stop.END, Stop.UNKNOWN)

    @property
    def rules(self) -> Rules:
        """The rules of the replay."""
        return self.board.rules

    @property
    def plies(self) -> int:
        """How many plies were made."""
        return len(self.played)

    def advance(self) -> Stop:
        """Make moves for as long as they are legal."""
        try:
            self.stop = self._advance()
        except CaptureLimitError as error:
            self.error = str(error)
            self.stop = Stop.TOO_COMPLEX
        return self.stop

    def _advance(self) -> Stop:
        moves = self.record.moves
        ends_early = self.rules.goal is Goal.FIRST_KING
        while self.at < len(moves):
            cell = moves[self.at]
            if cell.setup is not None and not self._place(cell.setup):
                return Stop.BAD_SETUP
            if ends_early and self.board.winner is not None:
                return Stop.OVER
            meant = self._meant(cell)
            if meant is None:
                if not cell.is_known:
                    return Stop.UNKNOWN
                if self._fits_several:
                    return Stop.AMBIGUOUS
                return Stop.WRONG if self.board.winner is None else Stop.OVER
            move, used = meant
            self.played.append(Played(self.at, self.board, move))
            self.board = self.board.play(move)
            self.at += used
        return Stop.END

    def text(self, cell: MoveCell) -> str:
        """A cell as the board understands it."""
        return self._view(cell.text) if self.is_turned else cell.text

    def _note(self, kind: DeviationKind, cell: MoveCell, message: str) -> None:
        self.notes.append(Deviation(kind, cell.line, cell.column, message))

    def _place(self, setup: str) -> bool:
        """Replace the position by a setup; one without pieces only passes the turn."""
        text = "".join(setup.split()).upper()
        if text in ("W::", "B::"):
            self.board = self.board.with_turn(Color(text[0]))
            return True
        try:
            self.board = Board.from_fen(setup, self.rules)
        except FenError as error:
            self.error = str(error)
            return False
        return True

    def _meant(self, cell: MoveCell) -> _Meant | None:
        """The move that a cell means, alone or with those after it."""
        spelling, legal = legal_moves(self.board, self.text(cell))
        if len(legal) == 1:
            assert spelling is not None
            if spelling.is_capture and not legal[0].is_capture:
                message = f"{cell.text} takes nothing and is written as a capture"
                self._note(DeviationKind.CAPTURE_MARK, cell, message)
            return legal[0], 1
        self._fits_several = len(legal) > 1
        if self._fits_several or not cell.is_known:
            return None
        return self._with_captured_squares(cell) or self._joined() or self._from_first_side(cell)

    def _with_captured_squares(self, cell: MoveCell) -> _Meant | None:
        """``47x36<42,29>`` names the captured squares after the move."""
        move, bracket, captured = cell.text.rstrip(">").partition("<")
        if not bracket:
            return None
        _, legal = legal_moves(self.board, "x".join([move, *captured.split(",")]))
        return (legal[0], 1) if len(legal) == 1 and legal[0].is_capture else None

    def _from_first_side(self, cell: MoveCell) -> _Meant | None:
        """Where Black moves first, some programs call Black's left corner a1. The first algebraic move tells."""
        rules = self.rules
        if rules.notation is not Notation.NUMERIC or rules.first_mover is not Color.BLACK:
            return None
        viewed = self._view(cell.text)
        if self.played or self.is_turned or viewed == cell.text:
            return None
        self.is_turned = True
        _, legal = legal_moves(self.board, viewed)
        meant = (legal[0], 1) if len(legal) == 1 else self._joined()
        self.is_turned = meant is not None
        if meant is not None:
            message = "algebraic squares are counted from the corner of the side that moves first"
            self._note(DeviationKind.FIRST_SIDE_VIEW, cell, message)
        return meant

    def _view(self, text: str) -> str:
        """A move in algebraic squares of the side that moves first, in numbers."""
        geometry = self.rules.geometry
        spelling = read_spelling(text, geometry) if text[:1].isalpha() else None
        if spelling is None or not all(spelling.squares):
            return text
        turned = (str(geometry.square_count + 1 - square) for square in spelling.squares)
        return ("x" if spelling.is_capture else "-").join(turned)

    def _joined(self) -> _Meant | None:
        """The jumps of one capture, each written as a move: joined while each begins where the last one ended."""
        if not self.board.has_capture:
            return None
        moves = self.record.moves
        squares = self._squares(moves[self.at])
        captures = [move for move in self.board.legal_moves if squares and move.origin == squares[0]]
        for used, at in enumerate(range(self.at + 1, len(moves)), 2) if captures else ():
            more = self._squares(moves[at])
            if moves[at].setup is not None or not more or more[0] != squares[-1]:
                break
            squares += more[1:]
            captures = [move for move in captures if any(path[: len(squares)] == squares for path in move.paths)]
            complete = [move for move in captures if squares in move.paths]
            if complete:
                message = f"{used} jumps written apart are one capture"
                self._note(DeviationKind.JOINED_JUMPS, moves[self.at], message)
                return complete[0], used
            if not captures:
                break
        return None

    def _squares(self, cell: MoveCell) -> tuple[int, ...]:
        """The squares that a cell names; none if it cannot be read."""
        spelling = read_spelling(self.text(cell), self.rules.geometry)
        return () if spelling is None or not all(spelling.squares) else spelling.squares


def first_draw(replay: Replay) -> tuple[int, DrawRule] | None:
    """The ply after which a draw rule first ends the game by itself although a move follows, and the rule; or None."""
    boards: list[Board] = []
    moves: list[Move] = []
    tally: Tally | None = None
    for ply, (at, board, move) in enumerate(replay.played):
        if tally is None or replay.record.moves[at].setup is not None:
            tally = Tally(counters_for(board.rules), board)
            boards, moves = [], []
        boards.append(board)
        if tally.may_be_drawn(moves, board) and (rule := tally.drawn(moves, boards)) is not None:
            return ply, rule
        moves.append(move)
    return None
