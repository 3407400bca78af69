"""An opponent and analyst for every rule set: one search, which knows no variant by name.

>>> from draughts import Board, engine
>>> result = engine.Engine().search(Board.from_fen("W:WK1,K2:BK32"), depth=9)
>>> result.move in Board.from_fen("W:WK1,K2:BK32").legal_moves, result.depth
(True, 9)

May be imported: what is listed here. Imports `game`, `kernel` and the rooms below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.engine.analysis import Judged, Verdict, accuracy, judge
    from draughts.engine.engine import Engine
    from draughts.engine.levels import LEVELS, Level, get_level
    from draughts.engine.result import Line, SearchResult
    from draughts.engine.weights import Weights, read_weights

__all__ = [
    "LEVELS",
    "Engine",
    "Judged",
    "Level",
    "Line",
    "SearchResult",
    "Verdict",
    "Weights",
    "accuracy",
    "get_level",
    "judge",
    "read_weights",
]

#: The module of each name.
_HOMES = {
    "engine": ("Engine",),
    "analysis": ("Judged", "Verdict", "accuracy", "judge"),
    "levels": ("LEVELS", "Level", "get_level"),
    "result": ("Line", "SearchResult"),
    "weights": ("Weights", "read_weights"),
}


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"draughts.engine.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
