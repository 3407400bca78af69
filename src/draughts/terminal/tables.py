"""What endgame tables say, in words for whoever plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.game.game import Game
from draughts.tablebase.draw_rules import is_cut_short

if TYPE_CHECKING:  # loads numpy
    from draughts.tablebase import Tablebase

__all__ = ["spoken_tables"]

_VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}


def spoken_tables(tablebase: Tablebase, game: Game) -> tuple[str, ...]:
    """How the position of a game ends with best play, and which moves lead where.

    Examples
    --------
    >>> import tempfile
    >>> from draughts import Board
    >>> from draughts.tablebase import Tablebase, build
    >>> place = tempfile.mkdtemp()
    >>> build("american", 2, place, metric="dtw")
    >>> for line in spoken_tables(Tablebase.open(place), Game(start=Board.from_fen("W:WK31:BK22"))):
    ...     print(line)
    White draws with best play
    draws: 31-27
    loses: 31-26 (2 plies)
    """
    if game.result is not None:
        return (f"the game is over: {game.result.describe()}",)
    board = game.board
    outcome = tablebase.probe(board)
    if outcome is None:
        return (f"no table has this position; no table has more than {tablebase.most_pieces} pieces",)
    verb = _VERBS[outcome.result]
    plies = "" if outcome.plies is None else str(outcome).removeprefix(outcome.result)
    lines = [f"{game.rules.side_name(game.turn)} {verb}{plies} with best play"]
    if outcome.plies is not None and is_cut_short(game, tablebase.line(board)):
        lines[0] += ", but a draw rule ends the game first: draws says how far each one is"
    moves: dict[str, list[str]] = {}
    for move, behind in tablebase.moves(board).items():
        text = board.notation(move, "pdn")
        if behind.plies is not None:
            text += f" ({str(behind).removeprefix(f'{behind.result} in ')})"
        moves.setdefault(behind.result, []).append(text)
    return (*lines, *(f"{_VERBS[result]}: {', '.join(texts)}" for result, texts in moves.items()))
