"""Players work in threads of their own, so that a flag that falls and Ctrl-C are noticed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from draughts.game.game import Game
from draughts.game.player import Decision, Limits, Player, abandon, decide
from draughts.rules.rules import Rules

if TYPE_CHECKING:  # loads numpy
    from draughts.engine.result import Line, SearchResult

__all__ = ["found_by", "has_to_start", "start", "think"]

T = TypeVar("T")

#: Seconds between looks at whether anybody waits still.
_TICK = 0.1


@runtime_checkable
class _Starting(Protocol):
    """A player that takes its time to start: a program that is loaded, or code that is compiled."""

    def get_ready(self, rules: Rules) -> None:
        """Start, if that was not done before."""


@runtime_checkable
class _Telling(Protocol):
    """A player that can say what it has found about the move that it chose last."""

    @property
    def last(self) -> SearchResult | None:
        """What it has found."""


def found_by(player: Player | None) -> Line | None:
    """What a player has found about its last move; None if it cannot say."""
    last = player.last if isinstance(player, _Telling) else None
    return None if last is None else last.lines[0]


def has_to_start(player: Player | None) -> bool:
    """Whether a player takes its time to start."""
    return isinstance(player, _Starting)


def start(player: Player | None, rules: Rules, is_interrupted: Callable[[], bool]) -> bool:
    """Start a player and wait until it can be asked for a move; one that needs no start is ready.

    Parameters
    ----------
    player : Player or None
        The player.
    rules : Rules
        What is to be played.
    is_interrupted : callable
        Asked meanwhile: whether nobody wants to wait any longer.

    Returns
    -------
    bool
        Whether it is ready. What it raises is raised here.
    """
    if not isinstance(player, _Starting):
        return True
    starting = player
    ready = _begun(lambda: starting.get_ready(rules))
    while not ready.done() and not is_interrupted():
        wait((ready,), _TICK)
    if not ready.done():
        abandon(player)
        return False
    ready.result()
    return True


def think(player: Player, game: Game, limits: Limits) -> Future[Decision]:
    """Let a player choose a move, answer an offer, or give up.

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
    Future of Decision
        What it does, or the exception that the player raised. The process does not wait for it to end.

    Examples
    --------
    >>> from draughts.players import RandomPlayer
    >>> think(RandomPlayer(7), Game(), Limits()).result().move in Game().legal_moves
    True
    """
    copy = game.copy()
    return _begun(lambda: decide(player, copy, limits))


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
