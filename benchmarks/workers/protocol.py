"""What every worker does: read requests as JSON lines, run batches, answer with the CPU seconds they took.

A worker runs in the environment of the package that it drives, so this module uses the standard library only.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypedDict

__all__ = ["Game", "Operation", "Position", "serve"]


class Position(TypedDict):
    """A position: its FEN, and the moves that lead there from the start as lists of squares stepped on."""

    fen: str
    moves: list[list[int]]


class Operation(NamedTuple):
    """Something to measure.

    Attributes
    ----------
    prepare : callable
        Makes what a run works on from a position; not measured.
    run : callable
        Works on all of them and says how many operations that was; measured.
    fresh : bool
        Whether every run needs new things to work on, because a board might remember the answer.
    """

    prepare: Callable[[Position], Any]
    run: Callable[[list[Any]], int]
    fresh: bool = False


class Game(NamedTuple):
    """What a package can do in one game.

    Attributes
    ----------
    outcomes : callable
        How many legal moves with different results a position has: how rules are compared.
    operations : mapping of str to Operation
        What it has of the operations that are measured.
    """

    outcomes: Callable[[Position], int]
    operations: Mapping[str, Operation]


def serve(games: Mapping[str, Game], version: str) -> None:
    """Answer requests from standard input until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", closefd=False)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that a package prints gets among the answers

    def answer(**content: object) -> None:
        print(json.dumps(content), file=answers, flush=True)

    answer(version=version, games={name: sorted(game.operations) for name, game in games.items()})
    positions: dict[str, list[Position]] = json.loads(sys.stdin.readline())
    for line in sys.stdin:
        request = json.loads(line)
        game = games[request["game"]]
        where = positions[request["game"]][: request["first"]]
        if request["operation"] == "outcomes":
            answer(outcomes=[game.outcomes(position) for position in where])
            continue
        seconds, operations = _measure(game.operations[request["operation"]], where, request["repeats"])
        answer(seconds=seconds, operations=operations)


def _measure(operation: Operation, positions: list[Position], repeats: int) -> tuple[float, int]:
    seconds, operations = 0.0, 0
    items: list[Any] = []
    for _ in range(repeats):
        if operation.fresh or not items:
            items = [operation.prepare(position) for position in positions]
        gc.collect(0)
        gc.disable()
        start = time.process_time()
        operations += operation.run(items)
        seconds += time.process_time() - start
        gc.enable()
    return seconds, operations
