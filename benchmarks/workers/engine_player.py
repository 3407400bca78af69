"""Lets a copy of this package play, in a process of its own, for matches between versions of the search.

Reads a JSON line for each move wanted: the game, its first position as a FEN, the moves since as [origin, destination,
captured squares], how many positions to look at, and whether the game is a new one. Answers with a move, in the same
form.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from draughts import Board, Game, Move, get_rules
from draughts.engine import Engine


def written(move: Move) -> list[Any]:
    """A move as it goes over the line."""
    return [move.origin, move.destination, sorted(move.captured)]


def main() -> None:
    """Answer until the input ends."""
    engine: Engine | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        rules = get_rules(asked["game"])
        if engine is None:
            engine = Engine(rules, hash_mb=asked["hash_mb"])
        if asked["is_new"]:
            engine.clear()
        game = Game(start=Board.from_fen(asked["fen"], rules))
        for played in asked["moves"]:
            game.push(next(move for move in game.legal_moves if written(move) == played))
        print(json.dumps(written(engine.search(game, nodes=asked["nodes"]).move)), flush=True)


if __name__ == "__main__":
    main()
