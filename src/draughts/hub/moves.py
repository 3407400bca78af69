"""Moves as the Hub protocol writes them: captures by the squares taken, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterable

from draughts.errors import AmbiguousMoveError, IllegalMoveError
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_hub
from draughts.position.readings import as_board
from draughts.position.square_strings import find_move
from draughts.support.checks import as_list, as_text, refuse

__all__ = ["read_move", "read_variation", "write_move"]

#: A king cannot take more pieces than a side has.
_MOVE = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3})|x([0-9]{1,3})((?:x[0-9]{1,3}){0,72}))", re.ASCII)
_SHOWN = 40


def read_move(board: Board, text: str) -> Move:
    """The legal move that a Hub text means.

    Parameters
    ----------
    board : Board
        The position.
    text : str
        ``32-28``, or for captures origin, destination and then every captured square: ``28x17x22`` takes 22. A capture
        without captured squares is understood where one legal move fits.

    Raises
    ------
    IllegalMoveError
        If the text is no move, or not legal here.
    AmbiguousMoveError
        If several moves fit a capture without captured squares.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.hub import read_move
    >>> board = Board.from_fen("W:W28:B22,12,13", INTERNATIONAL)
    >>> read_move(board, "28x19x12x13x22").path
    (28, 17, 8, 19)
    """
    board = as_board(board)
    match = _MOVE.fullmatch(as_text(text, "a move"))
    if match is None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        raise IllegalMoveError(f"{shown!r} is no move; moves look like 32-28, or 28x17x22 for 28 to 17 taking 22")
    origin, quiet, capture, taken = match.groups()
    if quiet is not None:
        return find_move(board, int(origin), int(quiet), (), text)
    captured = [int(square) for square in taken.split("x")[1:]]
    return _find_capture(board, int(origin), int(capture), captured, text)


def _find_capture(board: Board, origin: int, destination: int, captured: list[int], text: str) -> Move:
    numbers = board.rules.geometry.numbers
    if captured or origin not in numbers or destination not in numbers:
        return find_move(board, origin, destination, captured, text)
    found = [move for move in board.legal_moves.between(origin, destination) if move.is_capture]
    if len(found) > 1:
        candidates = tuple(map(write_hub, found))
        raise AmbiguousMoveError(f"{text!r} names no captured squares and may be {', '.join(candidates)}", candidates)
    if found:
        return found[0]
    raise IllegalMoveError(f"{text!r}: {board.explain(text).message} ({board.fen})")


def read_variation(board: Board, texts: Iterable[str]) -> tuple[Move, ...]:
    """The legal moves that a sequence of Hub texts means, each played after those before it.

    Raises
    ------
    IllegalMoveError
        If one of them is no legal move; the message says which.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.hub import read_variation
    >>> [str(move) for move in read_variation(Board(INTERNATIONAL), ["32-28", "19-23", "28x19x23"])]
    ['32-28', '19-23', '28x19']
    """
    board = as_board(board)
    moves = []
    for text in as_list(texts, "moves"):
        moves.append(read_move(board, text))
        board = board.play(moves[-1])
    return tuple(moves)


def write_move(move: Move) -> str:
    """A move as Hub text, with every captured square.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.hub import write_move
    >>> write_move(Board.from_fen("W:W28:B22", INTERNATIONAL).legal_moves[0])
    '28x17x22'
    """
    return write_hub(move if isinstance(move, Move) else refuse("what is written is a Move", move))
