"""Positions by the million, as arrays of NumPy: legal moves, play, results, and what learning programs see of them.

`Boards` holds N positions of one rule set. Everything about them is answered by the same move generator as `Board`'s,
in machine code and in as many threads as wanted, with nothing in Python for a single position:

======================================  ==================================================================
making                                  `Boards.start`, `from_boards`, `from_fens`, `from_arrays`, `load`
back again                              ``boards[i]`` (a `Board`), `boards`, `fens`, `arrays`, `save`
moves                                   `legal_counts`, `legal_moves` (`MoveLists`), `play`
actions, by number                      `action_mask`, `act`; see `Rules.actions` and `Move.action`
results                                 `is_over`, `is_terminal`, `winners`, `draws`
positions as numbers                    `planes`, `keys`, `flip`
at random                               `random_plies`, `playouts` (`Playouts`)
some of them                            ``boards[2:5]``, ``boards[mask]``, ``boards[mask] = others``, `concatenate`
======================================  ==================================================================

Sides are numbers in all arrays: 0 Black, 1 White, and -1 nobody.

>>> from draughts.batch import Boards
>>> boards = Boards.start("international", 1000).random_plies(20, seed=1)
>>> boards.action_mask().sum(axis=1).tolist() == boards.step_counts().tolist()
True
>>> boards.planes(squares=True).shape
(1000, 4, 50)
>>> games = boards.playouts(seed=2)
>>> len(games.winners)
1000

May be imported: what is listed here. Imports `game`, `kernel` and the rooms below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.batch.boards import PLANES, Boards
    from draughts.batch.results import MoveLists, Playouts
    from draughts.batch.storage import load, save

__all__ = ["PLANES", "Boards", "MoveLists", "Playouts", "load", "save"]

#: The module of each name.
_HOMES = {
    "boards": ("PLANES", "Boards"),
    "results": ("MoveLists", "Playouts"),
    "storage": ("load", "save"),
}


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"draughts.batch.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
