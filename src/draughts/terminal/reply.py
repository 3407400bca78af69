"""What a game at a terminal answers."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line has led to.

    Attributes
    ----------
    messages : tuple of str
        To be said.
    is_new : bool
        Whether there is something new to see on the board.
    """

    messages: tuple[str, ...] = ()
    is_new: bool = False
