"""Driving an engine that speaks the Hub protocol, with asyncio. Without asyncio: ``blocking``."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from draughts.errors import EngineError, GameStateError, IllegalMoveError, ProtocolError, RulesError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.levels import write_level
from draughts.hub.messages import (
    Done,
    Error,
    Go,
    Id,
    Info,
    Level,
    Message,
    Mode,
    Param,
    Pos,
    SetParam,
    Signal,
    format_message,
    parse_message,
)
from draughts.hub.moves import read_move, write_move
from draughts.hub.position import write_position
from draughts.hub.syntax import MAX_LINE
from draughts.hub.variants import variant_name
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import PieceType, Rules
from draughts.transport.channel import Channel, connect, deadline, start
from draughts.transport.framing import Framer

__all__ = ["Answer", "HubEngine", "Search"]

#: Seconds for answers that need no search, and for searches whose limits do not say how long they take.
_TIMEOUT = 10.0
_SEARCH_TIMEOUT = 3600.0

_MOST_PARAMETERS = 1000
#: Lines of information that are kept until somebody reads them; then the oldest go.
_BACKLOG = 1000

_log = logging.getLogger("draughts.hub")


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


class HubEngine:
    """An engine that speaks the Hub protocol. It is made by `popen` or `connect`.

    An engine that breaks the protocol, or does not answer in time, is closed: it is not known then what it does.

    Attributes
    ----------
    id : Id
        Who the engine says that it is.
    parameters : mapping of str to Param
        The parameters that it has, with their values before any was set.
    rules : Rules
        The variant that it plays.
    timeout : float
        Seconds that it has for every answer, and for a search beyond what its limits allow.
    search_timeout : float
        Seconds that it has for a search whose limits do not say how long it takes, such as one to a depth.

    Examples
    --------
    >>> from draughts.hub.listening import listen
    >>> from draughts.players import RandomPlayer
    >>> async def main():
    ...     async with listen(RandomPlayer) as port:
    ...         async with await HubEngine.connect("127.0.0.1", port) as engine:
    ...             return engine.name, await engine.play(Game(INTERNATIONAL), Limits(seconds=1))
    >>> name, answer = asyncio.run(main())
    >>> name, answer.move in Board(INTERNATIONAL).legal_moves
    ('draughts random', True)
    """

    def __init__(self, channel: Channel, rules: Rules, timeout: float = _TIMEOUT) -> None:
        self.id = Id()
        self.parameters: Mapping[str, Param] = MappingProxyType({})
        self.rules = rules
        self.timeout = timeout
        self.search_timeout = _SEARCH_TIMEOUT
        self._channel = channel
        #: Held by the one task that reads.
        self._reading = asyncio.Lock()
        self._search: Search | None = None
        self._pings = 0
        self._pongs = 0

    # Beginning and end

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str],
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, str] = MappingProxyType({}),
        timeout: float = _TIMEOUT,
        directory: str | Path | None = None,
    ) -> Self:
        """Start an engine and get it ready.

        Parameters
        ----------
        command : str or sequence of str
            The program and its arguments, such as ``"scan hub"``; a text is cut at blanks as a shell does. What it
            writes to its standard error goes to that of this process.
        rules : Rules
            The variant. Where Hub has no name for it, `parameters` must say what the engine calls it (``"variant"``).
        parameters : mapping of str to str
            Values for its parameters.
        timeout : float
            Seconds for every answer; engines that load large files when they start may need more.
        directory : str or path, optional
            Where it runs; many engines look for their files there.

        Raises
        ------
        EngineError
            If it cannot be started, ends, does not answer in time, or does not have a parameter or the variant.
        ProtocolError
            If it does not speak the protocol.
        RulesError
            If Hub has no name for the variant.
        """
        return await cls._ready(await start(command, _framer(), directory), rules, parameters, timeout)

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, str] = MappingProxyType({}),
        timeout: float = _TIMEOUT,
    ) -> Self:
        """Connect to an engine that listens on a socket, and get it ready; as `popen` otherwise."""
        return await cls._ready(await connect(host, port, _framer(), timeout), rules, parameters, timeout)

    @classmethod
    async def _ready(cls, channel: Channel, rules: Rules, parameters: Mapping[str, str], timeout: float) -> Self:
        engine = cls(channel, rules, timeout)
        try:
            await engine._begin(dict(parameters))
        except BaseException:
            await channel.close()
            raise
        return engine

    async def _begin(self, wanted: dict[str, str]) -> None:
        """The handshake."""
        variant = wanted.pop("variant", None) or variant_name(self.rules)
        await self._say(Signal.HUB)
        async with deadline(self._channel, self.timeout, "sent its parameters"):
            await self._read_parameters()
        if "variant" in self.parameters:
            wanted["variant"] = variant
        elif variant != "normal":
            raise EngineError(f"{self.name} plays the normal variant only, not {variant}")
        changes = [SetParam(name, value) for name, value in wanted.items() if self._changes(name, value)]
        await self._say(*changes, Signal.INIT)
        async with deadline(self._channel, self.timeout, "got ready"):
            # Whatever else it writes while it loads its files is to be ignored.
            while (await self._channel.receive()).strip() != Signal.READY.value.encode():
                pass

    async def _read_parameters(self) -> None:
        parameters: dict[str, Param] = {}
        self.parameters = MappingProxyType(parameters)
        while True:
            match await self._receive():
                case Signal.WAIT:
                    return
                case Id() as identity:
                    self.id = identity
                case Param() as parameter:
                    parameters[parameter.name] = parameter
                    if len(parameters) > _MOST_PARAMETERS:
                        raise ProtocolError(f"more than {_MOST_PARAMETERS} parameters", self._channel.number)
                case Error(text):
                    raise EngineError(f"{self.name}: {text}")

    def _changes(self, name: str, value: str) -> bool:
        """Whether a value must be sent, after a look at whether it may be."""
        parameter = self.parameters.get(name)
        if parameter is None:
            known = ", ".join(self.parameters) or "none"
            raise EngineError(f"{self.name} has no parameter {name!r}; it has {known}")
        if parameter.values and value not in parameter.values:
            raise EngineError(f"{self.name}: {name} cannot be {value!r}; it can be {', '.join(parameter.values)}")
        return parameter.value != value

    @property
    def name(self) -> str:
        """What the engine calls itself, or how it was reached."""
        return self.id.name or self._channel.name

    @property
    def is_open(self) -> bool:
        """Whether the engine can be asked for something."""
        return self._channel.is_open

    async def quit(self) -> int | None:
        """Tell the engine to end, and kill it if it does not within `timeout`.

        Returns
        -------
        int or None
            Its exit code; None if it was not started here.
        """
        if self._search is not None:
            self._search._ask_to_stop()
        self._channel.write(_line(Signal.QUIT))
        await self._channel.close(grace=self.timeout)
        return self._channel.exit_code

    async def close(self) -> None:
        """End the connection at once; an engine that was started here is killed."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.quit()

    # Searching

    async def play(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """The engine's move.

        Parameters
        ----------
        position : Game or Board
            What to think about. With a game the engine learns which positions have been there before.
        limits : Limits or Level
            How long, or how much time is left on the clock.

        Raises
        ------
        GameStateError
            If the game is over.
        RulesError
            If the position is of another variant.
        IllegalMoveError
            If the engine's move is not legal.
        EngineError
            If the engine ends, complains, or takes too long.
        ProtocolError
            If it does not keep to the protocol.
        """
        return await self._searched(position, limits, Mode.THINK)

    async def analyse(self, position: Game | Board, limits: Limits | Level) -> Answer:
        """As `play`, but the engine may assume that it is not playing a game."""
        return await self._searched(position, limits, Mode.ANALYZE)

    async def _searched(self, position: Game | Board, limits: Limits | Level, mode: Mode) -> Answer:
        search = await self.search(position, limits, mode)
        try:
            return await search.result()
        except asyncio.CancelledError:
            search._ask_to_stop()  # whoever uses the engine next waits for the answer
            raise

    async def search(
        self, position: Game | Board, limits: Limits | Level | None = None, mode: Mode = Mode.ANALYZE
    ) -> Search:
        """Begin a search and return at once. A search that is under way is stopped first.

        Parameters
        ----------
        position : Game or Board
            What to think about; to ponder, the position after the expected reply.
        limits : Limits or Level, optional
            How long; None until it is stopped.
        mode : Mode
            What for.

        Raises
        ------
        GameStateError, RulesError, EngineError, ProtocolError
            As `play`.
        """
        board, pos = self._describe(position)
        level = write_level(limits)
        if self._search is not None:
            await self._search._stop()
        await self._say(pos, level, Go(mode))
        self._search = Search(self, board, level, mode)
        return self._search

    def _describe(self, position: Game | Board) -> tuple[Board, Pos]:
        """The position to search, and how it is sent: as an earlier one and the moves that may repeat it."""
        if position.rules != self.rules:
            raise RulesError(f"{self.name} plays {self.rules.name}, and the position is {position.rules.name}")
        if isinstance(position, Board):
            if position.winner is not None:
                raise GameStateError(f"the game is over: {position.winner} has won")
            return position, Pos(write_position(position))
        result = position.result
        if result is not None:
            raise GameStateError(f"the game is over: {result.describe()}")
        boards, moves = position.boards, position.moves
        first = len(moves)
        while first and (_is_reversible(moves[first - 1]) or boards[first] != boards[first].without_king_moves()):
            first -= 1
        return boards[-1], Pos(write_position(boards[first]), tuple(map(write_move, moves[first:])))

    # Other commands

    async def ping(self) -> None:
        """Wait until the engine has answered; also during a search.

        Raises
        ------
        EngineError
            If it does not.
        """
        self._pings += 1
        wanted = self._pings
        await self._say(Signal.PING)
        await self._until(lambda: self._pongs >= wanted, self.timeout, "answered ping")

    async def new_game(self) -> None:
        """Say that the next search has nothing to do with those before it."""
        if self._search is not None:
            await self._search._stop()
        await self._say(Signal.NEW_GAME)

    # Inside

    async def _say(self, *messages: Message) -> None:
        async with deadline(self._channel, self.timeout, "taken what was sent"):
            for message in messages:
                await self._channel.send(_line(message))

    async def _receive(self) -> Message:
        """The next message."""
        text = (await self._channel.receive()).decode("utf-8", "replace").removesuffix("\r")
        try:
            return parse_message(text, self._channel.number)
        except ProtocolError as error:
            if not text.lstrip().startswith("info"):
                raise
            _log.warning("%s: %s", self.name, error)  # no reason to lose a game
            return Info()

    async def _until(self, is_done: Callable[[], bool], seconds: float | None, what: str) -> None:
        """Read until something has happened. Whichever task reads, the others learn what concerns them."""
        async with deadline(self._channel, seconds, what):
            while not is_done():
                async with self._reading:
                    if not is_done():
                        self._take(await self._receive())

    def _take(self, message: Message) -> None:
        search = self._search
        match message:
            case Info() if search is not None:
                search._add(message)
            case Done() if search is not None:
                search._done = message
                self._search = None
            case Signal.PONG:
                self._pongs = min(self._pongs + 1, self._pings)
            case Error(text) if search is not None:
                raise EngineError(f"{self.name}: {text}")
            case Error(text):
                _log.warning("%s: %s", self.name, text)


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

    def __init__(self, engine: HubEngine, board: Board, level: Level, mode: Mode) -> None:
        self.board = board
        self.mode = mode
        self._engine = engine
        self._level = level
        self._backlog: deque[Info] = deque(maxlen=_BACKLOG)
        self._info = Info()
        self._done: Done | None = None
        self._is_stopping = False
        self._ends = math.inf if mode is Mode.PONDER else self._now() + self._allowance()

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
        await self._stop()
        return self._answer()

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
            await self._engine._say(Signal.PONDER_HIT)

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
        if self._engine.is_open:
            await self._stop()

    async def _stop(self) -> None:
        engine = self._engine
        self._ask_to_stop()
        await engine._until(lambda: self.is_over, engine.timeout, "sent its move after stop")

    def _ask_to_stop(self) -> None:
        """Once only: an engine might answer each time."""
        if not self.is_over and not self._is_stopping:
            self._is_stopping = True
            self._engine._channel.write(_line(Signal.STOP))

    def _add(self, info: Info) -> None:
        self._backlog.append(info)
        said = {field.name: getattr(info, field.name) for field in fields(info)}
        self._info = replace(self._info, **{name: value for name, value in said.items() if value not in (None, ())})

    def _answer(self) -> Answer:
        assert self._done is not None
        move = read_move(self.board, self._done.move)
        return Answer(move, self._expected(move, self._done.ponder), self._info)

    def _expected(self, move: Move, text: str) -> Move | None:
        """The reply that the engine expects; a wrong one does no harm."""
        if not text:
            return None
        try:
            return read_move(self.board.play(move), text)
        except IllegalMoveError as error:
            _log.warning("%s expects a reply that is not legal: %s", self._engine.name, error)
            return None

    def _allowance(self) -> float:
        """Seconds that the limits leave to the engine, and what it may have beyond."""
        level, engine = self._level, self._engine
        if level.infinite:
            return math.inf
        limits = [limit for limit in (level.move_time, level.time) if limit is not None]
        return min(limits) + engine.timeout if limits else engine.search_timeout

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _wait(self, is_done: Callable[[], bool]) -> None:
        left = None if math.isinf(self._ends) else max(0.0, self._ends - self._now())
        await self._engine._until(is_done, left, "sent its move")


def _framer() -> Framer:
    return Framer(b"\n", MAX_LINE, "line")


def _line(message: Message) -> bytes:
    return f"{format_message(message)}\n".encode()


def _is_reversible(move: Move) -> bool:
    return not move.is_capture and move.piece.kind is PieceType.KING
