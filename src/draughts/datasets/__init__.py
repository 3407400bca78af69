"""Data sets: positions of many games, each with the move that was made, the result and a score, in files.

========================================  ==============================================================
where positions come from                 `RandomGames`, `SelfPlay`, `PdnGames`
writing them, in parts that may go on     `write`, which answers with a `Summary` and tells of its `Progress`
reading them                              `read`, a `DataSet`; `read_summary`
========================================  ==============================================================

>>> from tempfile import TemporaryDirectory
>>> from draughts.datasets import RandomGames, read, write
>>> with TemporaryDirectory() as folder:
...     summary = write(RandomGames("american", games=10, seed=1), folder)
...     data = read(folder)
>>> summary.games, len(data) == summary.positions
(10, True)
>>> data.boards()
<... positions of american>

May be imported: what is listed here. Imports `engine`, `batch`, `pdn` and the rooms below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.datasets.dataset import NO_SCORE, DataSet
    from draughts.datasets.files import Summary
    from draughts.datasets.recorded import PdnGames
    from draughts.datasets.selfplay import RandomGames, SelfPlay
    from draughts.datasets.writing import Progress, read, read_summary, write

__all__ = [
    "NO_SCORE",
    "DataSet",
    "PdnGames",
    "Progress",
    "RandomGames",
    "SelfPlay",
    "Summary",
    "read",
    "read_summary",
    "write",
]

#: The module of each name.
_HOMES = {
    "dataset": ("NO_SCORE", "DataSet"),
    "files": ("Summary",),
    "recorded": ("PdnGames",),
    "selfplay": ("RandomGames", "SelfPlay"),
    "writing": ("Progress", "read", "read_summary", "write"),
}


def __getattr__(name: str) -> object:
    """A name of the room, loaded when it is asked for."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"draughts.datasets.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
