"""An engine that is driven without asyncio: each call waits for its answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self, TypeVar

from draughts.errors import EngineTerminatedError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.engine import Answer, HubEngine
from draughts.hub.messages import Id, Level, Param
from draughts.position.board import Board
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Rules

__all__ = ["SimpleEngine"]

T = TypeVar("T")


class SimpleEngine:
    """A `HubEngine` for programs without asyncio. It is made by `popen` or `connect`, and best used in ``with``.

    Calls may come from any thread; the errors are those of `HubEngine`. Behind it works a thread of its own.
    """

    def __init__(self, opening: Callable[[], Coroutine[None, None, HubEngine]]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="hub engine", daemon=True)
        self._thread.start()
        try:
            self._engine = self._run(opening())
        except BaseException:
            self._end_loop()
            raise

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, str] = MappingProxyType({}),
        timeout: float = 10.0,
        directory: str | Path | None = None,
    ) -> Self:
        """Start an engine; see `HubEngine.popen`."""
        return cls(lambda: HubEngine.popen(command, rules, parameters=parameters, timeout=timeout, directory=directory))

    @classmethod
    def connect(
        cls,
        host: str,
        port: int,
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, str] = MappingProxyType({}),
        timeout: float = 10.0,
    ) -> Self:
        """Connect to an engine that listens; see `HubEngine.connect`."""
        return cls(lambda: HubEngine.connect(host, port, rules, parameters=parameters, timeout=timeout))

    @property
    def id(self) -> Id:
        """Who the engine says that it is."""
        return self._engine.id

    @property
    def name(self) -> str:
        """What the engine calls itself, or how it was reached."""
        return self._engine.name

    @property
    def parameters(self) -> Mapping[str, Param]:
        """The parameters that the engine has."""
        return self._engine.parameters

    @property
    def rules(self) -> Rules:
        """The variant that it plays."""
        return self._engine.rules

    @property
    def is_open(self) -> bool:
        """Whether the engine can be asked for something."""
        return self._engine.is_open and not self._loop.is_closed()

    def play(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """The engine's move; see `HubEngine.play`."""
        return self._run(self._engine.play(position, limits))

    def analyse(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """What the engine thinks of a position; see `HubEngine.analyse`."""
        return self._run(self._engine.analyse(position, limits))

    def ping(self) -> None:
        """Wait until the engine has answered; see `HubEngine.ping`."""
        self._run(self._engine.ping())

    def new_game(self) -> None:
        """Say that the next search has nothing to do with those before it."""
        self._run(self._engine.new_game())

    def quit(self) -> int | None:
        """Tell the engine to end, and kill it if it does not; see `HubEngine.quit`."""
        if self._loop.is_closed():
            return None
        try:
            return self._run(self._engine.quit())
        finally:
            self._end_loop()

    def close(self) -> None:
        """End the connection at once; an engine that was started here is killed."""
        if self._loop.is_closed():
            return
        try:
            self._run(self._engine.close())
        finally:
            self._end_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.quit()

    def _run(self, work: Coroutine[None, None, T]) -> T:
        """Do something in the thread, and wait for it."""
        if self._loop.is_closed():
            work.close()
            raise EngineTerminatedError("the engine has been closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # the caller was interrupted; otherwise it has ended already
            raise

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
