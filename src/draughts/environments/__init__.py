"""Environments for learning programs.

`VectorGames` steps thousands of games at once, with NumPy alone. The modules ``single`` (Gymnasium) and ``aec``
(PettingZoo) need the extra ``rl``, ``spiel`` (OpenSpiel) the extra ``openspiel``.

>>> from draughts.environments import VectorGames
>>> games = VectorGames("american", 1000)
>>> games.reset().observation.shape
(1000, 4, 8, 8)

May be imported: what is listed here. Imports `batch` and the rooms below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.environments.vector import VectorGames, VectorState

__all__ = ["VectorGames", "VectorState"]


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    if name in __all__:
        from draughts.environments import vector

        return getattr(vector, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
