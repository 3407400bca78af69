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

__all__ = ["abandon", "get_ready", "is_program", "think"]

T = TypeVar("T")


@runtime_checkable
class _Program(Protocol):
    """A player for whom another program does the thinking."""

    def get_ready(self, rules: Rules) -> None:
        """Start the program, if it does not run."""

    def kill(self) -> None:
        """End the program at once, whatever it does."""


def is_program(player: Player | None) -> bool:
    """Whether a player runs as a program of its own, which takes its time to start."""
    return isinstance(player, _Program)


def get_ready(player: Player | None, rules: Rules) -> Future[None]:
    """Start the program of a player; there is nothing to wait for if it has none.

    Returns
    -------
    Future of None
        Done when the program can be asked for a move, or with the exception that the player raised.
    """
    if isinstance(player, _Program):
        program = player
        return _begun(lambda: program.get_ready(rules))
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
    """Let nobody wait any longer for a player: a program that thinks for it is ended. It may be asked again."""
    if isinstance(player, _Program):
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
