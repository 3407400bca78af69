"""One allocation after another fails: MemoryError and nothing else, and the next answer is right."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType

from attack.common import attacks, in_child
from draughts import AMERICAN, INTERNATIONAL, Board, Game, warm_up
from draughts.pdn import loads

_FENS = ("W:W22:B18,2", "W:WK18,31:B7,15,23,24,2", "B:W22,30:BK4,K6")
_BIG = "W:WK28,31,K5:B7,17,23,37,40,K50"
_MOST = 400
_EACH = 25


def lists() -> object:
    return [str(move) for fen in _FENS for move in Board.from_fen(fen, AMERICAN).legal_moves]


def wide_captures() -> object:
    board = Board.from_fen(_BIG, INTERNATIONAL)
    return [(move.origin, move.captured, move.paths) for move in board.legal_moves]


def fens() -> object:
    return [Board.from_fen(fen, AMERICAN).fen for fen in _FENS]


def play() -> object:
    game = Game(AMERICAN)
    for move in ("11-15", "23-19", "8-11", "22-17"):
        game.push(move)
    return game.board.fen, game.result


def read() -> object:
    return [len(record.moves) for record in loads("1. 11-15 23-19 (1... 22-17) 2. 8-11 *\n")]


def starved(testing: ModuleType, action: Callable[[], object], first: int) -> str | None:
    """What an action does wrong while one allocation fails, for some allocations from one number on."""
    right = action()
    for number in range(first, first + _EACH):
        said = None
        testing.set_nomemory(number, number + 1)
        try:
            said = action()
        except MemoryError:
            said = right
        except BaseException as error:
            said = error
        finally:
            testing.remove_mem_hooks()
        if said != right:
            return f"{action.__name__}, allocation {number}: {said!r:.200}"
        if action() != right:
            return f"{action.__name__} is wrong after allocation {number} failed"
    return None


def rounds() -> Iterator[str | None]:
    try:
        testing = importlib.import_module("_testcapi")
    except ImportError:  # only in builds of Python that carry its own tests
        return
    for is_compiled in (False, True):
        if is_compiled:
            warm_up(AMERICAN, INTERNATIONAL)
        for action in (lists, wide_captures, fens, play, read):
            with suppress(MemoryError):
                action()
            for first in range(0, _MOST, _EACH):
                said = in_child(lambda action=action, first=first: starved(testing, action, first))  # type: ignore[misc]
                yield said and f"{'compiled' if is_compiled else 'Python'} {said}"


if __name__ == "__main__":
    attacks(rounds)
