"""An engine that is driven without asyncio: each call waits for its answer."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeVar

from draughts.errors import EngineTerminatedError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.engine import HubEngine
from draughts.hub.messages import Id, Level, Param
from draughts.hub.parameters import Value
from draughts.hub.search import Answer
from draughts.position.board import Board
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Rules

__all__ = ["SimpleEngine"]

#: Seconds that an engine has to end in when nobody holds it any more, and that its thread is waited for.
_GRACE = 1.0
_PATIENCE = 5.0

T = TypeVar("T")


class SimpleEngine:
    """A `HubEngine` for programs without asyncio. It is made by `popen` or `connect`, and best used in ``with``.

    Calls may come from any thread; the errors are those of `HubEngine`. Behind it works a thread of its own. An engine
    that nobody holds any more is ended.
    """

    def __init__(self, opening: Callable[[], Coroutine[Any, Any, HubEngine]]) -> None:
        self._worker = worker = _Worker()
        try:
            self._engine = worker.run(opening())
        except BaseException:
            worker.end()
            raise
        self._finalizer = weakref.finalize(self, _end, worker, self._engine)

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, Value] = MappingProxyType({}),
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
        parameters: Mapping[str, Value] = MappingProxyType({}),
        timeout: float = 10.0,
    ) -> Self:
        """Connect to an engine that listens; see `HubEngine.connect`."""
        return cls(lambda: HubEngine.connect(host, port, rules, parameters=parameters, timeout=timeout))

    @staticmethod
    def inspect(
        command: str | Sequence[str], *, timeout: float = 10.0, directory: str | Path | None = None
    ) -> tuple[Id, Mapping[str, Param]]:
        """Who an engine says that it is, and its parameters; see `HubEngine.inspect`."""
        return asyncio.run(HubEngine.inspect(command, timeout=timeout, directory=directory))

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
        return self._engine.is_open and not self._worker.is_ended

    def play(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """The engine's move; see `HubEngine.play`."""
        return self._worker.run(self._engine.play(position, limits))

    def analyse(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """What the engine thinks of a position; see `HubEngine.analyse`."""
        return self._worker.run(self._engine.analyse(position, limits))

    def ping(self) -> None:
        """Wait until the engine has answered; see `HubEngine.ping`."""
        self._worker.run(self._engine.ping())

    def new_game(self) -> None:
        """Say that the next search has nothing to do with those before it."""
        self._worker.run(self._engine.new_game())

    def run(self, work: Callable[[HubEngine], Coroutine[Any, Any, T]]) -> T:
        """Do with the engine whatever a coroutine function does with its `HubEngine`, and wait for the outcome.

        The function runs in the thread of the engine: it must not call methods of this object.
        """
        return self._worker.run(work(self._engine))

    def quit(self) -> int | None:
        """Tell the engine to end, and kill it if it does not; see `HubEngine.quit`."""
        return self._finish(self._engine.quit)

    def close(self) -> None:
        """End the connection at once; an engine that was started here is killed."""
        self._finish(self._engine.close)

    def _finish(self, ending: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        if self._finalizer.detach() is None:
            return None
        try:
            return self._worker.run(ending())
        finally:
            self._worker.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.quit()


class _Worker:
    """A thread with an event loop in it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._is_ending = False
        self._thread = threading.Thread(target=_work, args=(self._loop,), name="hub engine", daemon=True)
        self._thread.start()

    @property
    def is_ended(self) -> bool:
        return self._is_ending

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the thread, and wait for it."""
        if self._is_ending:
            work.close()
            raise EngineTerminatedError("the engine has been closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # the caller was interrupted; otherwise it has ended already
            raise

    def end(self) -> None:
        """End the thread, and wait for its end."""
        if not self._is_ending:
            self._is_ending = True
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)

    def end_with(self, work: Coroutine[Any, Any, object]) -> None:
        """End the thread as soon as something is done, without waiting if this is the thread itself."""

        async def last() -> None:
            try:
                await work
            finally:
                asyncio.get_running_loop().stop()

        self._is_ending = True
        asyncio.run_coroutine_threadsafe(last(), self._loop)
        if threading.current_thread() is not self._thread:
            self._thread.join(_PATIENCE)


def _work(loop: asyncio.AbstractEventLoop) -> None:
    """Run an event loop until it is stopped, then end whatever still waits in it."""
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        while tasks := asyncio.all_tasks(loop):
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


def _end(worker: _Worker, engine: HubEngine) -> None:
    """What is left to do when nobody holds an engine any more; it may happen in any thread, and must not wait long."""
    engine.timeout = min(engine.timeout, _GRACE)
    worker.end_with(engine.quit())
