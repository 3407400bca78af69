"""Drives clatsop: American checkers as masks, in pure Python. It has no FEN, and its turns never change."""

from __future__ import annotations

import importlib
from typing import Any

from protocol import Game, Operation, Position, serve

clatsop: Any = importlib.import_module("clatsop")
ruleset = clatsop.american_ruleset()
rules = tuple(ruleset.rules)


def turn(position: Position) -> Any:
    """A position of the package."""
    black = white = kings = 0
    side, *parts = position["fen"].split(":")
    for part in parts:
        for word in filter(None, part[1:].split(",")):
            bit = 1 << (int(word.lstrip("K")) - 1)
            kings |= bit if word[0] == "K" else 0
            black |= bit if part[0] == "B" else 0
            white |= bit if part[0] == "W" else 0
    return clatsop.Turn.from_masks(black, white, kings, int(side == "B"))


def outcomes(position: Position) -> int:
    """Moves with different results."""
    return len(set(ruleset.expand_keys(turn(position))[0]))


def count(states: list[int]) -> int:
    """Lists, by the fastest of its calls."""
    for state in states:
        len(ruleset.expand_packed_unchecked(state)[0])
    return len(states)


def read(turns: list[Any]) -> int:
    """Lists with every move read."""
    for turn in turns:
        for path, _ in ruleset.expand_edges(turn)[0]:
            rules[path[0]].mover, rules[path[-1]].is_empty
    return len(turns)


def turn_and_paths(position: Position) -> tuple[Any, list[tuple[int, ...]]]:
    """A position and the paths of its moves."""
    made = turn(position)
    return made, [path for path, _ in ruleset.expand_edges(made)[0]]


def play(items: list[tuple[Any, list[tuple[int, ...]]]]) -> int:
    """Positions after a move, jump by jump."""
    for turn, paths in items:
        for path in paths:
            after = turn
            for index in path[:-1]:
                after = ruleset.apply_rule(after, index, switch_side=False)
            ruleset.apply_rule(after, path[-1])
    return sum(len(paths) for _, paths in items)


def hashes(turns: list[Any]) -> int:
    """Hashes of Python's."""
    for turn in turns:
        hash(turn)
    return len(turns)


def equal(pairs: list[tuple[Any, Any]]) -> int:
    """Comparisons of equal positions."""
    for one, other in pairs:
        one == other  # noqa: B015
    return len(pairs)


if __name__ == "__main__":
    operations = {
        "count": Operation(lambda position: turn(position).packed, count, fresh=True),
        "read": Operation(turn, read, fresh=True),
        "play": Operation(turn_and_paths, play),
        "hash": Operation(turn, hashes, fresh=True),
        "equality": Operation(lambda position: (turn(position), turn(position)), equal),
    }
    serve({"american": Game(outcomes, operations)}, clatsop.__version__)
