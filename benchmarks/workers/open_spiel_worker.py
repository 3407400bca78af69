"""Drives OpenSpiel's checkers, in C++. Actions are single jumps; states have no FEN, hash or equality by value.

Its first mover sits at the bottom of the board, so squares are turned by half a circle.
"""

from __future__ import annotations

import importlib
import itertools
import json
import random
from functools import cache
from importlib.metadata import version
from typing import Any

from protocol import Game, Operation, Position, serve

game: Any = importlib.import_module("pyspiel").load_game("checkers")


def name(square: int) -> str:
    """A square as it is called there."""
    row, column = divmod(32 - square, 4)
    return f"{'abcdefgh'[2 * column + (row + 1) % 2]}{8 - row}"


@cache
def replayed(moves: str) -> Any:
    """A state of the package: it takes moves, not positions."""
    made = game.new_initial_state()
    for path in json.loads(moves):
        for origin, destination in itertools.pairwise(path):
            made.apply_action(made.string_to_action(name(origin) + name(destination)))
    return made


def state(position: Position) -> Any:
    """A state of its own for every caller."""
    return replayed(json.dumps(position["moves"])).clone()


def outcomes(position: Position) -> int:
    """Moves with different results, each followed to its last jump."""

    def follow(made: Any) -> set[str]:
        if made.is_terminal() or made.current_player() != mover:
            return {str(made)}
        return {result for action in made.legal_actions() for result in follow(made.child(action))}

    start = state(position)
    mover = start.current_player()
    if start.is_terminal():
        return 0
    return len({result for action in start.legal_actions() for result in follow(start.child(action))})


def count(states: list[Any]) -> int:
    """Lists of actions."""
    for made in states:
        len(made.legal_actions())
    return len(states)


def read(states: list[Any]) -> int:
    """Lists with every action read, which gives its squares as text."""
    for made in states:
        for action in made.legal_actions():
            made.action_to_string(action)
    return len(states)


def state_and_actions(position: Position) -> tuple[Any, int, list[int]]:
    """A state, who moves, and the actions."""
    made = state(position)
    return made, made.current_player(), made.legal_actions()


def state_and_turns(position: Position) -> tuple[Any, int, list[int]]:
    """As above, without actions that leave the same player to move: undoing one spoils the state (OpenSpiel 2.0.2)."""
    made, player, actions = state_and_actions(position)
    return made, player, [action for action in actions if made.child(action).current_player() != player]


def play(items: list[tuple[Any, int, list[int]]]) -> int:
    """States after an action."""
    for made, _, actions in items:
        for action in actions:
            made.child(action)
    return sum(len(actions) for _, _, actions in items)


def push_pop(items: list[tuple[Any, int, list[int]]]) -> int:
    """Actions made and taken back."""
    for made, player, actions in items:
        for action in actions:
            made.apply_action(action)
            made.undo_action(player, action)
    return sum(len(actions) for _, _, actions in items)


def walk(items: list[tuple[Any, int, list[int]]]) -> int:
    """Actions made, answered with a list, and taken back."""
    for made, player, actions in items:
        for action in actions:
            made.apply_action(action)
            len(made.legal_actions())
            made.undo_action(player, action)
    return sum(len(actions) for _, _, actions in items)


def random_games(states: list[Any]) -> int:
    """Games played to their end at random."""
    for made in states:
        while not made.is_terminal():
            made.apply_action(random.choice(made.legal_actions()))
    return len(states)


if __name__ == "__main__":
    operations = {
        "count": Operation(state, count, fresh=True),
        "read": Operation(state, read, fresh=True),
        "play": Operation(state_and_actions, play),
        "push+pop": Operation(state_and_turns, push_pop),
        "walk": Operation(state_and_turns, walk),
        "random games": Operation(state, random_games, fresh=True),
    }
    serve({"american": Game(outcomes, operations)}, version("open_spiel"))
