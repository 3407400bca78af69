"""Players work in threads of their own, so that a flag that falls and Ctrl-C are noticed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Protocol, TypeVar, runtime_checkable

from draughts.game.game import Game
from draughts.game.player import Limits, Player
from draughts.position.move import Move
from draughts.rules.rules import Rules

__all__ = ["abandon", "get_ready", "has_to_start", "think"]

T = TypeVar("T")


@runtime_checkable
class _Starting(Protocol):
    """A player that takes its time to start: a program that is loaded, or code that is compiled."""

    def get_ready(self, rules: Rules) -> None:
        """Start, if that was not done before."""


@runtime_checkable
class _Stoppable(Protocol):
    """A player that need not be waited for."""

    def kill(self) -> None:
        """Stop thinking at once; the answer no longer matters."""


def has_to_start(player: Player | None) -> bool:
    """Whether a player takes its time to start."""
    return isinstance(player, _Starting)


def get_ready(player: Player | None, rules: Rules) -> Future[None]:
    """Start a player; there is nothing to wait for if it needs no start.

    Returns
    -------
    Future of None
        Done when the player can be asked for a move, or with the exception that it raised.
    """
    if isinstance(player, _Starting):
        starting = player
        return _begun(lambda: starting.get_ready(rules))
    nothing: Future[None] = Future()
    nothing.set_result(None)
    return nothing


def think(player: Player, game: Game, limits: Limits) -> Future[Move]:
    """Let a player choose a move.

    Parameters
    ----------
    player : Player
        Who is to move.
    game : Game
        The game; the player gets a copy, so that it may change meanwhile.
    limits : Limits
        How long the player may think.

    Returns
    -------
    Future of Move
        The move, once it is there, or the exception that the player raised. The process does not wait for it to end.

    Examples
    --------
    >>> from draughts.players import RandomPlayer
    >>> think(RandomPlayer(7), Game(), Limits()).result() in Game().legal_moves
    True
    """
    copy = game.copy()
    return _begun(lambda: player.choose(copy, limits))


def abandon(player: Player | None) -> None:
    """Let a player stop whose answer nobody waits for any longer. It may be asked again."""
    if isinstance(player, _Stoppable):
        player.kill()


def _begun(work: Callable[[], T]) -> Future[T]:
    """What some work gives, which has begun in a thread that nobody has to wait for."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, name="draughts player", daemon=True).start()
    return future
