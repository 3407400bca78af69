"""An engine as a `Player`: ``hub:COMMAND`` in ``draughts play``."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from draughts.errors import EngineError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.blocking import SimpleEngine
from draughts.position.move import Move
from draughts.rules.rules import Rules

__all__ = ["HubPlayer"]


class HubPlayer:
    """An engine that plays games. It is started for its first move, in the variant of the game, and again for another.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments, such as ``"scan hub"``.
    parameters, timeout, directory
        As for `HubEngine.popen`; but an engine may take a minute to load its files.

    Raises
    ------
    EngineError
        If the command is empty.

    Notes
    -----
    A draw offer is never accepted: the protocol has no way to ask.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        parameters: Mapping[str, str] = MappingProxyType({}),
        timeout: float = 60.0,
        directory: str | Path | None = None,
    ) -> None:
        words = command.split() if isinstance(command, str) else list(command)
        if not words:
            raise EngineError("no command is given that starts the engine")
        self._command = command
        self._start = partial(SimpleEngine.popen, command, parameters=parameters, timeout=timeout, directory=directory)
        self._program = Path(words[0]).name
        self._engine: SimpleEngine | None = None
        self._finalizer: weakref.finalize[[], HubPlayer] | None = None

    @property
    def name(self) -> str:
        """What the engine calls itself once it runs; until then its file."""
        engine = self._engine
        return self._program if engine is None else engine.name

    def choose(self, game: Game, limits: Limits) -> Move:
        """The engine's move; see `HubEngine.play` for errors."""
        return self._started(game.rules).play(game, limits).move

    def accepts_draw(self, game: Game) -> bool:
        """Never."""
        return False

    def close(self) -> None:
        """End the engine. It also ends with this object, and with the process."""
        if self._finalizer is not None:
            self._finalizer()
        self._engine = None

    def kill(self) -> None:
        """End the engine at once, whatever it does. It is started again for the next move."""
        engine, self._engine = self._engine, None
        if self._finalizer is not None:
            self._finalizer.detach()
        if engine is not None:
            engine.close()

    def _started(self, rules: Rules) -> SimpleEngine:
        engine = self._engine
        if engine is None or not engine.is_open or engine.rules != rules:
            self.close()
            engine = self._engine = self._start(rules)
            self._finalizer = weakref.finalize(self, engine.quit)
        return engine

    def __repr__(self) -> str:
        return f"HubPlayer({self._command!r})"
