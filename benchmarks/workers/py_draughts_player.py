"""Lets the engines of py-draughts play: TurboEngine on the International board, SimpleEngine on the American one.

Reads a JSON line for each move wanted: the game, its first position as a FEN, the moves since as [origin, destination,
captured squares], the seconds to think. Answers with a move in the same form. Squares are numbered from 1.

It runs in the environment of that package, so it imports nothing of this one.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

draughts: Any = importlib.import_module("draughts")
simple: Any = importlib.import_module("draughts.engines.simple")
turbo: Any = importlib.import_module("draughts.engines.turbo")


def written(move: Any) -> list[Any]:
    """A move as it goes over the line."""
    return [move.square_list[0] + 1, move.square_list[-1] + 1, sorted(square + 1 for square in move.captured_list)]


def board_of(asked: dict[str, Any]) -> Any:
    """The board of a request, with its history."""
    kind = draughts.StandardBoard if asked["game"] == "international" else draughts.AmericanBoard
    board = kind.from_fen(asked["fen"])
    for played in asked["moves"]:
        board.push(next(move for move in board.legal_moves if written(move) == played))
    return board


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        kind = turbo.TurboEngine if asked["game"] == "international" else simple.SimpleEngine
        engine = kind(depth_limit=None, time_limit=asked["seconds"])
        print(json.dumps(written(engine.get_best_move(board_of(asked)))), flush=True)


if __name__ == "__main__":
    main()
