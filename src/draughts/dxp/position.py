"""Positions as DXP writes them: the side to move, then a character for each square; Z and z stand for Black."""

from __future__ import annotations

from draughts.errors import FenError, RulesError
from draughts.position.board import Board
from draughts.position.readings import as_board
from draughts.position.square_strings import read_squares, write_squares
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.readings import as_rules
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_text

__all__ = ["check_squares", "read_position", "write_position"]

_SQUARES = 50
_LETTERS = "wzWZe"
_SIDES = {"W": Color.WHITE, "Z": Color.BLACK}


def check_squares(rules: Rules) -> None:
    """Make sure that a variant is played on a board that the protocol can write.

    Raises
    ------
    RulesError
        If the board has not 50 squares.
    """
    count = as_rules(rules).geometry.square_count
    if count != _SQUARES:
        raise RulesError(f"DXP is for boards of {_SQUARES} squares, and that of {rules.name} has {count}")


def read_position(text: str, rules: Rules = INTERNATIONAL) -> Board:
    """The board that a DXP position describes.

    Parameters
    ----------
    text : str
        ``W`` or ``Z`` for the side to move, then 50 characters: ``w`` or ``z`` for a man, ``W`` or ``Z`` for a king,
        ``e`` for an empty square.
    rules : Rules
        The variant.

    Raises
    ------
    FenError
        If the text is no position of the variant. Every fault is named.

    Examples
    --------
    >>> from draughts import dxp
    >>> dxp.read_position("Z" + "e" * 9 + "Z" + "e" * 39 + "w").fen
    'B:W50:BK10'
    """
    rules, text = as_rules(rules), as_text(text, "a DXP position")
    turn = _SIDES.get(text[:1])
    if turn is None:
        raise FenError(text[:1], "a DXP position begins with the side to move, W or Z")
    return read_squares(text[1:], turn, _LETTERS, rules)


def write_position(board: Board) -> str:
    """A board as a DXP position.

    Raises
    ------
    FenError
        If a counter of quiet king moves is running (Frisian rules): the position has no place for it.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board, dxp
    >>> dxp.write_position(Board(INTERNATIONAL))
    'Wzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww'
    """
    board = as_board(board)
    letter = "W" if board.turn is Color.WHITE else "Z"
    return letter + write_squares(board, _LETTERS)
