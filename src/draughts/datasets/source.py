"""What a source of positions is: parts that can be made apart from each other, anywhere and in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from draughts.datasets.dataset import DataSet
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules

__all__ = ["Job", "Source", "Yield"]


class Yield(NamedTuple):
    """What a part came to.

    Attributes
    ----------
    rows : DataSet
        Its rows.
    games : int
        Games that they are from.
    left_out : dict
        How many games are not among them, by the reason.
    """

    rows: DataSet
    games: int
    left_out: dict[str, int]


#: Makes a part; it goes to other processes.
Job = Callable[[], Yield]


class Source(Protocol):
    """Where positions come from: `RandomGames`, `SelfPlay` or `PdnGames`."""

    @property
    def rules(self) -> Rules | Variant | str | int:
        """The rules."""
        ...

    @property
    def parts(self) -> int | None:
        """How many parts there are; None while that is not known."""
        ...

    def describe(self) -> dict[str, Any]:
        """What the rows depend on besides the rules, as JSON has it."""
        ...

    def jobs(self) -> Iterator[tuple[int, Job]]:
        """The parts by their numbers from 0, and what has to be done for each."""
        ...
