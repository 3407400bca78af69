"""Who chooses the moves: the seam between a game and a program that plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from draughts.game.game import Game
from draughts.position.move import Move

__all__ = ["Limits", "Player"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think about one move. What is None is not limited.

    Attributes
    ----------
    seconds : float or None
        Time.
    depth : int or None
        Plies looked ahead.
    nodes : int or None
        Positions looked at.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


@runtime_checkable
class Player(Protocol):
    """Whatever can play: a name, a move when asked, an answer to a draw offer.

    Nothing need be inherited. A player gets the game itself and leaves it as it is; what it wants to try out it tries
    on `Game.copy` or on boards.

    Examples
    --------
    >>> from draughts import Game
    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game, limits):
    ...         return game.legal_moves[0]
    ...
    ...     def accepts_draw(self, game):
    ...         return False
    >>> isinstance(First(), Player)
    True
    >>> First().choose(Game(), Limits())
    Move(9-13)
    """

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, game: Game, limits: Limits) -> Move:
        """One of ``game.legal_moves``, for the side to move. Only asked while the game goes on."""

    def accepts_draw(self, game: Game) -> bool:
        """Whether to accept the offer that ``game.offer.opponent`` has to answer. Asked before the next move."""
