"""Endgame tables: perfect play with few pieces, built and probed under any rules without a history.

>>> import tempfile
>>> from draughts import Board
>>> from draughts.tablebase import Tablebase, build
>>> place = tempfile.mkdtemp()
>>> build("american", 3, place, metric="dtw")
>>> tables = Tablebase.open(place)
>>> print(tables.probe(Board.from_fen("W:WK31,K32:BK1")))
win in 33 plies
>>> tables.best_moves(Board.from_fen("W:WK31,K32:BK1"))
[Move(31-26), Move(31-27), Move(32-27), Move(32-28)]

A value is that of the side to move, under the rules of movement alone: draws by counting moves or by repetition are not
part of it. May be imported: what is listed here. Imports `game`, `kernel` and the rooms below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.tablebase.building import Progress, build
    from draughts.tablebase.outcome import Outcome, Outcomes
    from draughts.tablebase.tables import Tablebase

__all__ = ["Outcome", "Outcomes", "Progress", "Tablebase", "build"]

#: The module of each name.
_HOMES = {"building": ("Progress", "build"), "outcome": ("Outcome", "Outcomes"), "tables": ("Tablebase",)}


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"draughts.tablebase.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
