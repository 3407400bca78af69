"""What a caller may say instead of a board."""

from __future__ import annotations

from typing import Protocol

from draughts.position.board import Board
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.support.checks import refuse

__all__ = ["HasBoard", "as_board"]


class HasBoard(Protocol):
    """What has a present position, such as a `Game`."""

    @property
    def board(self) -> Board:
        """The position."""


def as_board(value: object, rules: Rules = AMERICAN) -> Board:
    """A board; the present one of a game; the position of a FEN; or where a variant begins.

    Parameters
    ----------
    value : object
        A `Board`, a `Game`, a FEN, or rules as `as_rules` takes them.
    rules : Rules
        What a FEN's squares are.

    Raises
    ------
    ArgumentError
        If it is none of these.

    Examples
    --------
    >>> from draughts import Board, Game
    >>> from draughts.position.readings import as_board
    >>> as_board(Game()) == as_board("american") == Board()
    True
    """
    if isinstance(value, Board):
        return value
    if isinstance(value, str) and ":" in value:
        return Board.from_fen(value, rules)
    if isinstance(value, Rules | Variant | str):
        return Board(as_rules(value))
    board = getattr(value, "board", None)
    if isinstance(board, Board):
        return board
    refuse("a position is a Board, a Game, a FEN, or the rules of a variant for its start", value)
