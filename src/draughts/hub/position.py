"""Positions as the Hub protocol writes them: the side to move, then a character for each square."""

from __future__ import annotations

from draughts.errors import FenError
from draughts.position.board import Board
from draughts.position.readings import as_board
from draughts.position.square_strings import read_squares, write_squares
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.readings import as_rules
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_text

__all__ = ["read_position", "write_position"]

_LETTERS = "wbWBe"
_SIDES = {"W": Color.WHITE, "B": Color.BLACK}


def read_position(text: str, rules: Rules = INTERNATIONAL) -> Board:
    """The board that a Hub position describes.

    Parameters
    ----------
    text : str
        ``W`` or ``B`` for the side to move, then for each square, in the order of their numbers, ``w`` or ``b`` for a
        man, ``W`` or ``B`` for a king, ``e`` if it is empty: 51 characters for a board of 50 squares.
    rules : Rules
        The variant.

    Raises
    ------
    FenError
        If the text is no position of the variant. Every fault is named.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.hub import read_position
    >>> read_position("W" + 20 * "b" + 10 * "e" + 20 * "w") == Board(INTERNATIONAL)
    True
    >>> read_position("Bwe")
    Traceback (most recent call last):
    draughts.errors.FenError: 'we': 2 squares, but the international board has 50
    """
    rules, text = as_rules(rules), as_text(text, "a Hub position")
    turn = _SIDES.get(text[:1])
    if turn is None:
        raise FenError(text[:1], "a Hub position begins with the side to move, W or B")
    return read_squares(text[1:], turn, _LETTERS, rules)


def write_position(board: Board) -> str:
    """A board as a Hub position.

    Raises
    ------
    FenError
        If a counter of quiet king moves is running (Frisian rules): the position has no place for it. Such a board is
        described by an earlier one and the moves since, or sent as `Board.without_king_moves`.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.hub import write_position
    >>> write_position(Board(INTERNATIONAL))
    'Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww'
    """
    board = as_board(board)
    return board.turn.value + write_squares(board, _LETTERS)
