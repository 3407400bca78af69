"""What a program that is driven is asked, and what it answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.messages import Id, Info, Mode, Param
from draughts.position.move import Move
from draughts.rules.rules import Rules

__all__ = ["Adjustable", "Reply", "Searcher", "Task"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a program has found: the move to play, and the reply that it expects, if it does."""

    move: Move
    ponder: Move | None = None


class Task:
    """What a program is to search. It runs in a thread of its own.

    Attributes
    ----------
    game : Game
        The position with its history.
    limits : Limits
        How long. Until `is_wanted` they do not count.
    """

    def __init__(self, game: Game, limits: Limits, mode: Mode, report: Callable[[Info], None]) -> None:
        self.game = game
        self.limits = limits
        self._mode = mode
        self._is_stopped = False
        self._report = report
        self._changed = threading.Condition()
        self._watchers: list[Callable[[], None]] = []

    @property
    def mode(self) -> Mode:
        """What it is for. Pondering turns into thinking when the expected move is made."""
        return self._mode

    @property
    def is_stopped(self) -> bool:
        """Whether the answer is wanted at once. Long searches look at this again and again."""
        return self._is_stopped

    @property
    def is_wanted(self) -> bool:
        """Whether an answer is of use now: not while pondering, nor in an analysis without limits, until stopped."""
        is_endless = self._mode is Mode.PONDER or (self._mode is Mode.ANALYZE and self.limits == Limits())
        return self._is_stopped or not is_endless

    def wait(self) -> None:
        """Wait until `is_wanted`."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_wanted)

    def report(self, info: Info) -> None:
        """Tell the GUI how the search stands."""
        self._report(info)

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call a function now, and whenever the answer is wanted at once or the expected move was made.

        It is called from other threads, and must not wait.
        """
        with self._changed:
            self._watchers.append(watcher)
            watcher()

    def stop(self) -> None:
        """Ask for the answer at once."""
        with self._changed:
            self._is_stopped = True
            self._tell()

    def ponder_hit(self) -> None:
        """Say that the expected move was made."""
        with self._changed:
            if self._mode is Mode.PONDER:
                self._mode = Mode.THINK
                self._tell()

    def _tell(self) -> None:
        self._changed.notify_all()
        for watcher in self._watchers:
            watcher()


@runtime_checkable
class Searcher(Protocol):
    """A program that can be stopped and can say how it gets on. A `Player` can do neither, and serves as well."""

    @property
    def name(self) -> str:
        """What the program is called."""

    def search(self, task: Task) -> Reply:
        """A move of ``task.game.legal_moves``. It may be given before `Task.is_wanted`."""


@runtime_checkable
class Adjustable(Searcher, Protocol):
    """A program that says itself who it is, and has parameters: an engine that is handed on, such as `HubPlayer`."""

    def introduce(self) -> tuple[Id, Mapping[str, Param]]:
        """Who it is, and its parameters: the values of one called ``variant`` are the variants that it plays.

        Without such a parameter it plays the normal variant only.

        Raises
        ------
        EngineError
            If nobody can say.
        """

    def set_parameter(self, name: str, value: str) -> None:
        """Set a parameter other than the variant, before `get_ready`.

        Raises
        ------
        EngineError
            If there is none of this name, or it cannot have this value.
        """

    def get_ready(self, rules: Rules) -> None:
        """Get ready for searches under these rules."""

    def new_game(self) -> None:
        """Forget the searches before."""

    def close(self) -> None:
        """End: nobody asks for anything any more."""
