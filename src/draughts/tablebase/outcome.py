"""What a table says of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Outcome", "Outcomes", "outcome_of"]


class Outcome(NamedTuple):
    """How a position ends with best play.

    Attributes
    ----------
    result : str
        ``"win"``, ``"draw"`` or ``"loss"``, for the side to move.
    plies : int or None
        The plies to the end, at which the side to move has no move, or a side has the king that it needs. None for
        draws, and from tables without distances.

    Examples
    --------
    >>> from draughts.tablebase import Outcome
    >>> print(Outcome("loss", 36))
    loss in 36 plies
    """

    result: Literal["win", "draw", "loss"]
    plies: int | None = None

    def __str__(self) -> str:
        if self.plies is None:
            return self.result
        return f"{self.result} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"

    @property
    def rank(self) -> int:
        """A number that is greater the better this is: quick wins first, slow losses last but before quick ones."""
        plies = self.plies or 0
        return {"win": (1 << 20) - plies, "draw": 0, "loss": plies - (1 << 20)}[self.result]


class Outcomes(NamedTuple):
    """How some positions end with best play.

    Attributes
    ----------
    results : array of int8
        1 where the side to move wins, 0 for draws, -1 where it loses.
    plies : array of int32
        The plies to the end; -1 for draws, where `is_known` is False, and from tables without distances.
    is_known : array of bool
        Whether some table has the position; if not, its result is 0.
    """

    results: NDArray[np.int8]
    plies: NDArray[np.int32]
    is_known: NDArray[np.bool_]


def outcome_of(value: int, *, blocked_wins: bool, distances: bool) -> Outcome:
    """The outcome that a value of the kernel stands for (see `draughts.kernel.endgame_words`)."""
    if value == 0:
        return Outcome("draw")
    wins = value % 2 == (1 if blocked_wins else 0)
    return Outcome("win" if wins else "loss", value - 1 if distances else None)
