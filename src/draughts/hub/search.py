"""Searches of an engine, and what they find."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from types import TracebackType
from typing import Self

from draughts.errors import AmbiguousMoveError, EngineError, EngineTimeoutError, GameStateError, IllegalMoveError
from draughts.hub.dialogue import Dialogue
from draughts.hub.messages import Done, Error, Info, Level, Mode, Signal
from draughts.hub.moves import read_move
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.support.printable import printable

__all__ = ["Answer", "Search"]

#: Lines of information that are kept until somebody reads them; then the oldest go.
_BACKLOG = 1000


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine has found.

    Attributes
    ----------
    move : Move
        The move to play.
    ponder : Move or None
        The reply that it expects.
    info : Info
        The last of everything that it has said about the search.
    """

    move: Move
    ponder: Move | None
    info: Info


class Search:
    """A search under way. It is made by `HubEngine.search`.

    Iterating gives what the engine says as it goes on. The end of an ``async with`` statement stops it.

    Attributes
    ----------
    board : Board
        The position searched.
    mode : Mode
        What it is for.
    """

    def __init__(
        self, dialogue: Dialogue, board: Board, level: Level, mode: Mode, *, longest: float = math.inf
    ) -> None:
        self.board = board
        self.mode = mode
        self._dialogue = dialogue
        self._level = level
        self._longest = longest
        self._backlog: deque[Info] = deque(maxlen=_BACKLOG)
        self._info = Info()
        self._complaint = ""
        self._done: Done | None = None
        self._is_stopping = False
        self._ends = math.inf if mode is Mode.PONDER else self._now() + self._allowance()
        dialogue.listener = self._take

    @property
    def is_over(self) -> bool:
        """Whether the engine has answered."""
        return self._done is not None

    async def result(self) -> Answer:
        """The engine's answer, when it comes; see `HubEngine.play` for errors."""
        await self._wait(lambda: self.is_over)
        return self._answer()

    async def stop(self) -> Answer:
        """Stop, and give what the engine has found until now; see `HubEngine.play` for errors."""
        await self.finish()
        return self._answer()

    async def finish(self) -> None:
        """Stop, and wait until the engine has answered, whatever it answers; see `HubEngine.ping` for errors."""
        self.ask_to_stop()
        ends = self._now() + self._dialogue.timeout
        await self._dialogue.until(lambda: self.is_over, lambda: ends, "sent its move after stop")

    def ask_to_stop(self) -> None:
        """Tell the engine to stop, without waiting for what it answers."""
        if not self.is_over and not self._is_stopping:  # once only: an engine might answer each time
            self._is_stopping = True
            self._dialogue.write(Signal.STOP)

    async def ponder_hit(self) -> None:
        """Say that the reply expected was made: from now on the engine thinks about its own move.

        Raises
        ------
        GameStateError
            If the engine does not ponder.
        """
        if self.mode is not Mode.PONDER:
            raise GameStateError(f"the search is to {self.mode.value}, not to ponder")
        self.mode = Mode.THINK
        self._ends = self._now() + self._allowance()
        if not self.is_over:
            await self._dialogue.say(Signal.PONDER_HIT)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        await self._wait(lambda: bool(self._backlog) or self.is_over)
        if not self._backlog:
            raise StopAsyncIteration
        return self._backlog.popleft()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._dialogue.channel.is_open:
            await self.finish()

    def _take(self, message: Info | Error | Done) -> None:
        """Whatever the engine says about the search."""
        match message:
            case Info():
                self._backlog.append(message)
                said = {field.name: getattr(message, field.name) for field in fields(message)}
                given = {name: value for name, value in said.items() if value not in (None, ())}
                self._info = replace(self._info, **given)
            case Error(text):  # it may answer nevertheless, but is not waited for as long
                self._complaint = printable(text)
                self._ends = min(self._ends, self._now() + self._dialogue.timeout)
            case Done():
                self._done = message
                self._dialogue.listener = None

    def _answer(self) -> Answer:
        assert self._done is not None
        name, text = self._dialogue.name, self._done.move
        complaint = f" ({self._complaint})" if self._complaint else ""
        if not text:
            raise EngineError(f"{name} gave no move{complaint}")
        try:
            move = read_move(self.board, text)
        except AmbiguousMoveError as error:
            raise AmbiguousMoveError(f"{name} wants to play {text!r}{complaint}: {error}", error.candidates) from None
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{name} wants to play {text!r}{complaint}: {error}") from None
        return Answer(move, self._expected(move, self._done.ponder), self._info)

    def _expected(self, move: Move, text: str) -> Move | None:
        """The reply that the engine expects; a wrong one does no harm."""
        if not text:
            return None
        try:
            return read_move(self.board.play(move), text)
        except IllegalMoveError as error:
            self._dialogue.warn(f"it expects a reply that is not legal: {error}")
            return None

    def _allowance(self) -> float:
        """Seconds that the limits leave to the engine, and what it may have beyond."""
        level = self._level
        if level.infinite:
            return math.inf
        limits = [limit for limit in (level.move_time, level.time) if limit is not None]
        return min(limits) + self._dialogue.timeout if limits else self._longest

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _wait(self, is_done: Callable[[], bool]) -> None:
        try:
            await self._dialogue.until(is_done, lambda: None if math.isinf(self._ends) else self._ends, "sent its move")
        except EngineTimeoutError:
            if not self._complaint:
                raise
            raise EngineError(f"{self._dialogue.name}: {self._complaint}") from None
