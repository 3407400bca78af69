"""Entering a move one square at a time, as user interfaces do. A `Board` says what is legal; nothing here is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from draughts.errors import AmbiguousMoveError, GameStateError, IllegalMoveError, SquareError
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_long
from draughts.position.readings import as_board
from draughts.position.supposing import quiet_moves
from draughts.rules.phrases import square_name
from draughts.rules.readings import as_square
from draughts.rules.rules import Notation, PieceType, Removal
from draughts.support.checks import as_flag

__all__ = ["MoveEntry", "selectable_squares", "square_number"]


class _Route(NamedTuple):
    """A legal move along one of its routes."""

    move: Move
    path: tuple[int, ...]
    over: tuple[int, ...]


def selectable_squares(board: Board) -> tuple[int, ...]:
    """The squares of the pieces that may move now, ascending.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.position.move_entry import selectable_squares
    >>> selectable_squares(Board.from_fen("B:W18:B1,15"))
    (15,)
    """
    return tuple(sorted({move.origin for move in board.legal_moves}))


class MoveEntry:
    """A move that is being entered: a piece has been selected, and its landing squares are chosen one after another.

    Several routes may lead to one move, and several moves may begin alike; the entry keeps all that still fit. It ends
    in exactly one legal move, or says what is still open.

    Parameters
    ----------
    board : Board
        The position.
    square : int or str
        The piece's square, as a number or by its algebraic name.
    touch_move : bool
        Whether the piece that was selected must move, and a jump that was made stands (WCDF rules; FMJD Annex 1, 3.11).

    Raises
    ------
    IllegalMoveError
        If the piece there may not move now; the message says why.

    Examples
    --------
    >>> from draughts import Board, MoveEntry
    >>> entry = MoveEntry(Board.from_fen("W:W16,22:B6,11,18"), 22)
    >>> entry.targets
    (15,)
    >>> entry.step(15)
    >>> entry.targets, entry.taken, entry.is_complete
    ((8,), (18,), False)
    >>> entry.step(8)
    >>> entry.move
    Move(22x15x8)
    """

    __slots__ = ("_board", "_fitting", "_routes", "_touch_move", "path")

    #: Squares landed on so far; the first is the origin.
    path: tuple[int, ...]

    def __init__(self, board: Board, square: int | str, *, touch_move: bool = False) -> None:
        board = as_board(board)
        origin = square_number(board, square)
        moves = [move for move in board.legal_moves if move.origin == origin]
        if not moves:
            raise IllegalMoveError(_why_not(board, origin))
        self._board = board
        self._touch_move = as_flag(touch_move, "touch_move")
        self._routes = tuple(_Route(move, path, over) for move in moves for path, over in move.routes)
        self._fitting = self._routes
        self.path = (origin,)

    @property
    def board(self) -> Board:
        """The position before the move."""
        return self._board

    @property
    def square(self) -> int:
        """Where the piece is now."""
        return self.path[-1]

    @property
    def targets(self) -> tuple[int, ...]:
        """The squares that the next step may lead to, ascending; none once the move is complete."""
        at = len(self.path)
        return tuple(sorted({route.path[at] for route in self._fitting if len(route.path) > at}))

    @property
    def destinations(self) -> tuple[int, ...]:
        """The last squares of the moves that are still possible, ascending."""
        return tuple(sorted({route.move.destination for route in self._fitting}))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves that are still possible, in the order of `Board.legal_moves`."""
        return tuple(dict.fromkeys(route.move for route in self._fitting))

    @property
    def taken(self) -> tuple[int, ...]:
        """The squares of the pieces jumped so far, in order."""
        return self._fitting[0].over[: len(self.path) - 1]

    @property
    def lifted(self) -> tuple[int, ...]:
        """The squares among `taken` that a board shows as empty: all of them where pieces leave as they are jumped."""
        if self.is_complete or self._board.rules.removal is Removal.IMMEDIATE:
            return self.taken
        return ()

    @property
    def is_complete(self) -> bool:
        """Whether the steps are a whole legal move."""
        return len(self._fitting[0].path) == len(self.path)

    @property
    def is_under_way(self) -> bool:
        """Whether a capture has begun and must go on."""
        return len(self.path) > 1 and not self.is_complete

    @property
    def move(self) -> Move:
        """The move, once it is complete.

        Raises
        ------
        GameStateError
            If it is not; the message says what is still open.
        """
        if not self.is_complete:
            raise GameStateError(f"the move is not finished: {self.open}")
        return self._fitting[0].move

    @property
    def open(self) -> str:
        """What is still to be chosen, in words; empty once the move is complete."""
        if self.is_complete:
            return ""
        targets = " or ".join(self._name(square) for square in self.targets)
        verb = "must go on" if self.is_under_way else "can go"
        piece = self._board[self.path[0]]
        assert piece is not None
        return f"from {self._name(self.square)} the {self._board.rules.piece_name(piece)} {verb} to {targets}"

    def step(self, square: int | str) -> None:
        """Go to the next landing square: one step, or one jump.

        Raises
        ------
        IllegalMoveError
            If the piece may not go there now.
        GameStateError
            If the move is complete.
        """
        if self.is_complete:
            raise GameStateError(f"the move is complete: {self._write(self.move)}")
        target = square_number(self._board, square)
        at = len(self.path)
        fitting = tuple(route for route in self._fitting if len(route.path) > at and route.path[at] == target)
        if not fitting:
            raise IllegalMoveError(f"not to {self._name(target)}: {self.open}")
        self._fitting = fitting
        self.path += (target,)

    def finish(self, destination: int | str) -> Move:
        """Go to the end of the move at once, if one legal move that fits ends there.

        Raises
        ------
        IllegalMoveError
            If none does.
        AmbiguousMoveError
            If several do: the next landing square must be chosen.
        GameStateError
            If the move is complete already and ends elsewhere.
        """
        target = square_number(self._board, destination)
        fitting = tuple(route for route in self._fitting if route.move.destination == target)
        if self.is_complete and not fitting:
            raise GameStateError(f"the move is complete: {self._write(self.move)}")
        if not fitting:
            ends = " or ".join(self._name(square) for square in self.destinations)
            raise IllegalMoveError(f"no legal move ends on {self._name(target)}; this one can end on {ends}")
        moves = tuple(dict.fromkeys(route.move for route in fitting))
        if len(moves) > 1:
            texts = tuple(map(write_long, moves))
            raise AmbiguousMoveError(
                f"{len(moves)} moves end on {self._name(target)}: {', '.join(map(self._write, moves))}", texts
            )
        self._fitting = fitting[:1]
        self.path = fitting[0].path
        return moves[0]

    def undo(self) -> None:
        """Take the last step back.

        Raises
        ------
        GameStateError
            If there is none, or the rule of touch-move forbids it.
        """
        if len(self.path) == 1:
            raise GameStateError("no step has been made")
        self._check_untouched("the step stands")
        self._rewind(len(self.path) - 1)

    def cancel(self) -> None:
        """Put the piece back on its square.

        Raises
        ------
        GameStateError
            If the rule of touch-move forbids it.
        """
        self._check_untouched(f"the piece on {self._name(self.path[0])} must be moved")
        self._rewind(1)

    def check_free(self) -> None:
        """Make sure that another piece may be selected instead.

        Raises
        ------
        GameStateError
            If a capture has begun, or the rule of touch-move forbids it.
        """
        if self.is_under_way:
            raise GameStateError(f"the capture must be finished or taken back first: {self.open}")
        self._check_untouched(f"the piece on {self._name(self.path[0])} must be moved")

    def check_allows(self, move: Move) -> None:
        """Make sure that a move may be made although this piece was selected.

        Raises
        ------
        GameStateError
            If the rule of touch-move forbids it.
        """
        if move not in self.moves:
            self._check_untouched(f"the piece on {self._name(self.path[0])} must be moved, as it was begun")

    def _rewind(self, length: int) -> None:
        self.path = self.path[:length]
        self._fitting = tuple(route for route in self._routes if route.path[:length] == self.path)

    def _check_untouched(self, consequence: str) -> None:
        if self._touch_move:
            raise GameStateError(f"touch-move: {consequence}")

    def _name(self, square: int) -> str:
        return square_name(self._board.rules, square)

    def _write(self, move: Move) -> str:
        return self._board.notation(move, "algebraic") if _is_algebraic(self._board) else write_long(move)

    def __repr__(self) -> str:
        steps = ("x" if self.taken else "-").join(map(str, self.path))
        return f"<MoveEntry {steps}{'' if self.is_complete else '...'}>"


def square_number(board: Board, square: int | str) -> int:
    """A square of the board as a number.

    Raises
    ------
    IllegalMoveError
        If the board has no such square.

    Examples
    --------
    >>> from draughts import RUSSIAN, Board
    >>> from draughts.position.move_entry import square_number
    >>> square_number(Board(RUSSIAN), "c3"), square_number(Board(), "11")
    (22, 11)
    """
    try:
        return as_square(board.rules.geometry, square)
    except SquareError as error:
        raise IllegalMoveError(str(error)) from None


def _why_not(board: Board, square: int) -> str:
    """Why a piece may not move, in words."""
    name = square_name(board.rules, square)
    piece = board[square]
    if piece is None:
        return f"no piece stands on {name}"
    if piece.color is not board.turn:
        owner = board.rules.side_name(piece.color)
        return f"the {piece.kind} on {name} is {owner}'s, and {board.rules.side_name(board.turn)} is to move"
    if not board.legal_moves:
        return f"{board.rules.side_name(board.turn)} has no legal move"
    if board.has_capture:
        return f"a capture is available and must be made, with the piece on {_names(board, selectable_squares(board))}"
    limit = board.rules.king_move_limit
    if limit and piece.kind is PieceType.KING and any(move.origin == square for move in quiet_moves(board)):
        return f"the king on {name} has made {limit} quiet moves in succession; move another piece first, or capture"
    return f"the {piece.kind} on {name} cannot move"


def _names(board: Board, squares: Sequence[int]) -> str:
    return " or ".join(square_name(board.rules, square) for square in squares)


def _is_algebraic(board: Board) -> bool:
    return board.rules.notation is Notation.ALGEBRAIC
