"""Moves as text: what a spelling says, which legal moves it fits, and how moves are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from draughts.position.move import Move
from draughts.rules.geometry import Geometry
from draughts.rules.rules import Notation, Rules
from draughts.support.checks import refuse

if TYPE_CHECKING:
    from draughts.position.board import Board

__all__ = [
    "DASHES",
    "Spelling",
    "Style",
    "fitting",
    "in_ascii",
    "in_pairs",
    "legal_moves",
    "read_spelling",
    "write_algebraic",
    "write_hub",
    "write_long",
    "write_move",
]

Style = Literal["short", "long", "unambiguous", "algebraic", "pdn", "hub"]

#: What pages and word processors put for ``-``; the last two are those of Windows 1252 where it is read as Latin-1.
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\x96\x97"
#: The same for ``x``, and Cyrillic letters that look like Latin ones.
_LOOKALIKES = str.maketrans(
    dict.fromkeys(DASHES, "-")
    | dict(zip("\xd7\u0445\u0430\u0441\u0435\u0425\u0410\u0421\u0415", "xxaceXACE", strict=True))
)
#: What may stand between two squares of a move.
_MARK = "[-x:]"
_NUMBER, _NAME = "[0-9]{1,3}", "[a-l][0-9]{1,2}"
_SEPARATOR = re.compile(rf"\s*({_MARK})\s*")
_NUMERIC = re.compile(rf"{_NUMBER}(?:{_MARK}{_NUMBER})+", re.ASCII)
_GLUED = re.compile(r"(?:[0-9]{2}){2,26}", re.ASCII)
_CROWNED = re.compile(r"=[kdq]\Z", re.IGNORECASE)
_ALGEBRAIC = re.compile(rf"{_NAME}(?:{_MARK}?{_NAME})+", re.ASCII)
_BY_FILE = re.compile(rf"([a-l])(?:{_MARK}|\s)?({_NAME})", re.ASCII)
_LONGEST = 256


class Spelling(NamedTuple):
    """What a text says before any board is asked.

    Attributes
    ----------
    squares : tuple of int
        The squares named, in order; 0 for one that is not on the board, and first of all if only its file is named.
    names : tuple of str
        The squares as they were written.
    is_capture : bool
        Whether a capture separator was written.
    file : str
        The file of the origin, for spellings such as ``ed4`` that name no more of it.
    """

    squares: tuple[int, ...]
    names: tuple[str, ...]
    is_capture: bool
    file: str = ""


def in_ascii(text: str) -> str:
    """A move with ASCII marks and letters, and without what says that its piece is crowned (``c7-d8=K``)."""
    return _CROWNED.sub("", text.translate(_LOOKALIKES))


def in_pairs(text: str) -> list[str]:
    """The squares of a move without any marks, of two digits each, such as ``3228``; none if it is no such move."""
    return [text[at : at + 2] for at in range(0, len(text), 2)] if _GLUED.fullmatch(text) else []


def read_spelling(text: str, geometry: Geometry) -> Spelling | None:
    """Read a move such as ``11-15``, ``22x15x8``, ``c3:e5``, ``a3b4``, ``ed4``, ``3228`` or ``423322``.

    None if it is no move.

    Examples
    --------
    >>> from draughts import Geometry
    >>> from draughts.position.notation import read_spelling
    >>> read_spelling("c3:e5", Geometry()).squares
    (22, 15)
    """
    if len(text) > _LONGEST:
        return None
    compact = _SEPARATOR.sub(r"\1", in_ascii(text.strip().lower()))
    is_capture = "x" in compact or ":" in compact
    if _NUMERIC.fullmatch(compact):
        names = re.split(_MARK, compact)
        squares = tuple(int(name) if int(name) in geometry.numbers else 0 for name in names)
        return Spelling(squares, tuple(names), is_capture)
    if names := in_pairs(compact):
        squares = tuple(int(name) if int(name) in geometry.numbers else 0 for name in names)
        return Spelling(squares, tuple(names), len(names) > 2)
    if _ALGEBRAIC.fullmatch(compact):
        names = re.findall(_NAME, compact)
        return Spelling(tuple(geometry.number(name) or 0 for name in names), tuple(names), is_capture)
    by_file = _BY_FILE.fullmatch(compact)
    if by_file:
        file, name = by_file.groups()
        return Spelling((0, geometry.number(name) or 0), (file, name), is_capture, file)
    return None


def fitting(spelling: Spelling, moves: Iterable[Move], geometry: Geometry) -> list[Move]:
    """The moves that a spelling fits.

    The squares between origin and destination are landing squares, in order but not necessarily all of them; if no move
    fits that way they are the captured squares, either before the destination or, as in the Hub protocol, after it. A
    spelling that is exactly one of a move's routes fits that move only.
    """
    first, *between, last = spelling.squares
    if spelling.file:
        candidates = [move for move in moves if geometry.name(move.origin)[0] == spelling.file]
    else:
        candidates = [move for move in moves if move.origin == first]
    ends = [move for move in candidates if move.destination == last]
    if not between:
        direct = [move for move in ends if spelling.squares in move.paths] if len(ends) > 1 else []
        return direct or ends
    found = [move for move in ends if any(_contains(path[1:-1], between) for path in move.paths)]
    if found:
        exact = [move for move in found if spelling.squares in move.paths]
        return exact or found
    found = [move for move in ends if sorted(between) == list(move.captured)]
    if found:
        return found
    hub = sorted([*between[1:], last])
    return [move for move in candidates if move.destination == between[0] and hub == list(move.captured)]


def legal_moves(board: Board, text: str) -> tuple[Spelling | None, list[Move]]:
    """What a text says, and the legal moves that fit it; None and no moves if it is no move."""
    spelling = board.context.spell(text)
    if spelling is None:
        return None, []
    squares = spelling.squares
    if len(squares) == 2 and 0 not in squares:
        legal = board.legal_moves.between(*squares)
        return spelling, fitting(spelling, legal, board.rules.geometry) if len(legal) > 1 else legal
    return spelling, fitting(spelling, board.legal_moves, board.rules.geometry)


def _contains(path: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether all of `wanted` lie on a path in this order."""
    remaining = iter(path)
    return all(square in remaining for square in wanted)


def write_long(move: Move) -> str:
    """Every landing square: ``22x15x8``."""
    return "x".join(map(str, move.path)) if move.is_capture else str(move)


def write_algebraic(move: Move, rules: Rules, *, whole_path: bool) -> str:
    """With the names of squares, and the variant's own capture separator: ``c3:e5``."""
    squares = move.path if whole_path else (move.origin, move.destination)
    separator = rules.capture_separator if move.is_capture else "-"
    return separator.join(map(rules.geometry.name, squares))


def write_hub(move: Move) -> str:
    """Origin, destination and every captured square: ``28x17x22``."""
    return "x".join(map(str, (move.origin, move.destination, *move.captured))) if move.is_capture else str(move)


def write_move(board: Board, move: Move, style: Style) -> str:
    """A move of a board in a style; see `Board.notation`."""
    if style == "pdn":
        if board.rules.notation is Notation.ALGEBRAIC:
            style = "algebraic"
        else:
            return write_move(board, move, "unambiguous").replace("x", board.rules.capture_separator)
    if style == "short":
        return str(move)
    if style == "long":
        return write_long(move)
    if style == "hub":
        return write_hub(move)
    whole_path = move.is_capture and len(board.legal_moves.between(move.origin, move.destination)) > 1
    if style == "algebraic":
        return write_algebraic(move, board.rules, whole_path=whole_path)
    if style == "unambiguous":
        return write_long(move) if whole_path else str(move)
    refuse("style must be 'short', 'long', 'unambiguous', 'algebraic', 'pdn' or 'hub'", style)
