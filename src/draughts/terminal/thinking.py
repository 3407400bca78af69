"""A player thinks in a thread of its own, so that a flag that falls and Ctrl-C are noticed meanwhile."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from typing import Protocol, runtime_checkable

from draughts.game.game import Game
from draughts.game.player import Limits, Player
from draughts.position.move import Move

__all__ = ["abandon", "think"]


@runtime_checkable
class _Killable(Protocol):
    """A player that another program does the thinking for."""

    def kill(self) -> None:
        """End the program at once, whatever it does."""


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
    thought: Future[Move] = Future()
    copy = game.copy()

    def work() -> None:
        try:
            thought.set_result(player.choose(copy, limits))
        except BaseException as error:
            thought.set_exception(error)

    Thread(target=work, name=f"thinking: {player.name}", daemon=True).start()
    return thought


def abandon(player: Player) -> None:
    """Let nobody wait any longer for a player: a program that thinks for it is ended. It may be asked again."""
    if isinstance(player, _Killable):
        player.kill()
