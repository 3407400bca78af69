"""An engine as a `Player`: ``hub:COMMAND`` in ``draughts play`` and ``draughts hub``."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from draughts.errors import EngineError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.blocking import SimpleEngine
from draughts.hub.engine import HubEngine
from draughts.hub.messages import Id, Mode, Param
from draughts.hub.parameters import Value, parameter_text
from draughts.hub.search import Answer, Search
from draughts.hub.task import Reply, Task
from draughts.position.move import Move
from draughts.rules.rules import Rules
from draughts.transport.commands import split_command

__all__ = ["HubPlayer"]


class HubPlayer:
    """An engine that plays games. It is started for its first move, in the variant of the game, and again for another.

    It is an `Adjustable`, too: ``draughts hub --player hub:COMMAND`` hands the engine on to a GUI, with its parameters,
    what it says while it searches, and the GUI's wish to stop.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments, such as ``"scan hub"``.
    parameters, timeout, directory
        As for `HubEngine.popen`; but an engine may take a minute to load its files.

    Raises
    ------
    EngineError
        If the command is empty, or a quotation mark in it is not closed.

    Notes
    -----
    A draw offer is never accepted: the protocol has no way to ask.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        parameters: Mapping[str, Value] = MappingProxyType({}),
        timeout: float = 60.0,
        directory: str | Path | None = None,
    ) -> None:
        self._words = split_command(command) if isinstance(command, str) else list(command)
        if not self._words:
            raise EngineError("no command is given that starts the engine")
        self._command = command
        self._values: dict[str, Value] = dict(parameters)
        self._timeout = timeout
        self._directory = directory
        self._engine: SimpleEngine | None = None
        self._introduced: tuple[Id, Mapping[str, Param]] | None = None
        #: How long the last game was; a shorter one is another.
        self._ply = 0

    @property
    def name(self) -> str:
        """What the engine calls itself once it runs; until then its file."""
        engine = self._engine
        return Path(self._words[0]).name if engine is None else engine.name

    def choose(self, game: Game, limits: Limits) -> Move:
        """The engine's move; see `HubEngine.play` for errors."""
        engine = self._started(game.rules)
        if game.ply < self._ply:
            engine.new_game()
        self._ply = game.ply
        return engine.play(game, limits).move

    def accepts_draw(self, game: Game) -> bool:
        """Never."""
        return False

    def close(self) -> None:
        """End the engine. It also ends with this object, and with the process."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.quit()

    def kill(self) -> None:
        """End the engine at once, whatever it does. It is started again for the next move."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    # What a GUI wants of it

    def introduce(self) -> tuple[Id, Mapping[str, Param]]:
        """Who the engine says that it is, and its parameters; it is started to find out, see `HubEngine.inspect`."""
        if self._introduced is None:
            self._introduced = SimpleEngine.inspect(self._words, timeout=self._timeout, directory=self._directory)
        return self._introduced

    def set_parameter(self, name: str, value: str) -> None:
        """Set a parameter for the next start of the engine; see `HubEngine.popen` for errors."""
        identity, parameters = self.introduce()
        self._values[name] = parameter_text(identity.name or self.name, parameters, name, value)

    def get_ready(self, rules: Rules) -> None:
        """Start the engine; see `HubEngine.popen` for errors."""
        self._started(rules)

    def new_game(self) -> None:
        """Tell the engine, if it runs, to forget the searches before."""
        if self._engine is not None:
            self._engine.new_game()

    def search(self, task: Task) -> Reply:
        """What the engine finds; see `HubEngine.play` for errors."""
        engine = self._started(task.game.rules)
        answer = engine.run(lambda inner: _relay(inner, task))
        return Reply(answer.move, answer.ponder)

    def _started(self, rules: Rules) -> SimpleEngine:
        engine = self._engine
        if engine is None or not engine.is_open or engine.rules != rules:
            self.close()
            self._engine = engine = SimpleEngine.popen(
                self._words, rules, parameters=self._values, timeout=self._timeout, directory=self._directory
            )
        return engine

    def __repr__(self) -> str:
        return f"HubPlayer({self._command!r})"


async def _relay(engine: HubEngine, task: Task) -> Answer:
    """Search as a task says: what the engine says is reported, and what the GUI wishes is told to the engine."""
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    search = await engine.search(task.game, task.limits, task.mode)
    task.watch(lambda: _wake(loop, changed))
    obeying = asyncio.create_task(_obey(search, task, changed))
    try:
        async for info in search:
            task.report(info)
    finally:
        obeying.cancel()
        await asyncio.gather(obeying, return_exceptions=True)  # if it has failed, so has the search
    return await search.result()


def _wake(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
    with contextlib.suppress(RuntimeError):  # the engine has been closed, and its loop with it
        loop.call_soon_threadsafe(changed.set)


async def _obey(search: Search, task: Task, changed: asyncio.Event) -> None:
    """Tell the engine to stop, or that the expected move was made, when the GUI says so."""
    while True:
        await changed.wait()
        changed.clear()
        if search.mode is Mode.PONDER and task.mode is Mode.THINK:
            await search.ponder_hit()
        if task.is_stopped:
            search.ask_to_stop()
