"""Advice for a player who is stuck, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move

if TYPE_CHECKING:  # loads numpy
    from draughts.engine.engine import Engine
    from draughts.engine.result import Line, SearchResult
    from draughts.tablebase.tables import Tablebase

__all__ = ["Adviser", "EngineAdviser", "hint_text", "plan_text"]

#: Positions that are looked at for a hint.
_NODES = 200_000
_HASH_MB = 16
#: Moves of a line that are shown.
_SHOWN = 8


class Adviser(Protocol):
    """Who is asked for hints."""

    def advise(self, game: Game) -> SearchResult:
        """What is best for the side to move."""


class EngineAdviser:
    """The engine at full strength; it is loaded when it is first asked.

    Parameters
    ----------
    tablebase : Tablebase, optional
        Endgame tables.

    Examples
    --------
    >>> from draughts import Board, Game
    >>> EngineAdviser().advise(Game(start=Board.from_fen("W:W22,32:B18,25"))).move
    Move(22x15)
    """

    def __init__(self, tablebase: Tablebase | None = None) -> None:
        self._tablebase = tablebase
        self._engine: Engine | None = None

    def advise(self, game: Game) -> SearchResult:
        """What is best for the side to move."""
        from draughts.engine.engine import Engine

        if self._engine is None or self._engine.rules != game.rules:
            tablebase = self._tablebase
            fits = tablebase is not None and tablebase.fits(game.rules)
            self._engine = Engine(game.rules, hash_mb=_HASH_MB, tablebase=tablebase if fits else None)
        return self._engine.search(game, nodes=_NODES)


def hint_text(board: Board, line: Line) -> str:
    """The hint to play the first move of a line, with what is known of the end."""
    known = f", which {line.certainty}" if line.certainty else ""
    return f"hint: {board.notation(line.move, 'pdn')}{known}"


def plan_text(board: Board, move: Move, line: Line | None) -> str:
    """A move with what is known or thought of it and how it goes on, if there is such a line.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.engine import Line
    >>> board = Board()
    >>> move = board.move("11-15")
    >>> plan_text(board, move, Line(12, (move, board.play(move).move("23-19"))))
    '11-15 (+0.12): 11-15 23-19'
    """
    first = board.notation(move, "pdn")
    if line is None:
        return first
    moves = " ".join(_written(board, line))
    return f"{first} ({line.certainty or line.score_text}){f': {moves}' if len(line.moves) > 1 else ''}"


def _written(board: Board, line: Line) -> Iterator[str]:
    for move in line.moves[:_SHOWN]:
        yield board.notation(move, "pdn")
        board = board.play(move)
