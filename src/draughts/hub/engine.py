"""Driving an engine that speaks the Hub protocol, with asyncio. Without asyncio: ``blocking``."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from draughts.errors import EngineError, GameStateError, ProtocolError, RulesError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub.dialogue import Dialogue, hub_splitter
from draughts.hub.levels import write_level
from draughts.hub.messages import Error, Go, Id, Level, Mode, Param, Pos, SetParam, Signal
from draughts.hub.moves import write_move
from draughts.hub.parameters import Value, parameter_text
from draughts.hub.position import write_position
from draughts.hub.search import Answer, Search
from draughts.hub.variants import variant_name
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import PieceType, Rules
from draughts.support.printable import printable
from draughts.transport.channel import Channel, connect, deadline, start

__all__ = ["HubEngine"]

#: Seconds for answers that need no search, and for searches whose limits do not say how long they take.
_TIMEOUT = 10.0
_SEARCH_TIMEOUT = 3600.0

_MOST_PARAMETERS = 1000


class HubEngine:
    """An engine that speaks the Hub protocol. It is made by `popen` or `connect`.

    An engine that breaks the protocol, or does not answer in time, is closed: it is not known then what it does.

    Attributes
    ----------
    parameters : mapping of str to Param
        The parameters that it has, with their values before any was set.
    rules : Rules
        The variant that it plays.
    search_timeout : float
        Seconds that it has for a search whose limits do not say how long it takes, such as one to a depth.

    Examples
    --------
    >>> import asyncio
    >>> from draughts import INTERNATIONAL, Board, Game
    >>> from draughts.hub import HubEngine
    >>> from draughts.hub.listening import listen
    >>> from draughts.players import Limits, RandomPlayer
    >>> async def main():
    ...     async with listen(RandomPlayer) as port:
    ...         async with await HubEngine.connect("127.0.0.1", port) as engine:
    ...             return engine.name, await engine.play(Game(INTERNATIONAL), Limits(seconds=1))
    >>> name, answer = asyncio.run(main())
    >>> name, answer.move in Board(INTERNATIONAL).legal_moves
    ('random', True)
    """

    def __init__(self, channel: Channel, rules: Rules, timeout: float = _TIMEOUT) -> None:
        self.parameters: Mapping[str, Param] = MappingProxyType({})
        self.rules = rules
        self.search_timeout = _SEARCH_TIMEOUT
        self._dialogue = Dialogue(channel, timeout)
        self._search: Search | None = None

    # Beginning and end

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str],
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, Value] = MappingProxyType({}),
        timeout: float = _TIMEOUT,
        directory: str | Path | None = None,
    ) -> Self:
        """Start an engine and get it ready.

        Parameters
        ----------
        command : str or sequence of str
            The program and its arguments, such as ``"scan hub"``; a text is cut as the shell of the system does. What
            it writes to its standard error goes to the logger ``draughts.transport``.
        rules : Rules
            The variant. Where Hub has no name for it, `parameters` must say what the engine calls it (``"variant"``).
        parameters : mapping of str to str, bool, int or float
            Values for its parameters, as Python has them (``{"book": False, "threads": 2}``) or as texts.
        timeout : float
            Seconds for every answer; engines that load large files when they start may need more.
        directory : str or path, optional
            Where it runs; many engines look for their files there.

        Raises
        ------
        EngineError
            If it cannot be started, ends, does not answer in time, or does not have the variant, a parameter, or a
            parameter with this value.
        ProtocolError
            If it does not speak the protocol.
        RulesError
            If Hub has no name for the variant.
        """
        return await cls._ready(await start(command, hub_splitter(), directory), rules, parameters, timeout)

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        rules: Rules = INTERNATIONAL,
        *,
        parameters: Mapping[str, Value] = MappingProxyType({}),
        timeout: float = _TIMEOUT,
    ) -> Self:
        """Connect to an engine that listens on a socket, and get it ready; as `popen` otherwise."""
        return await cls._ready(await connect(host, port, hub_splitter(), timeout), rules, parameters, timeout)

    @classmethod
    async def inspect(
        cls, command: str | Sequence[str], *, timeout: float = _TIMEOUT, directory: str | Path | None = None
    ) -> tuple[Id, Mapping[str, Param]]:
        """Who an engine says that it is, and its parameters. It is started and ended, and loads nothing for a search.

        Raises
        ------
        EngineError, ProtocolError
            As `popen`.
        """
        engine = cls(await start(command, hub_splitter(), directory), INTERNATIONAL, timeout)
        try:
            await engine._introduce()
            await engine.quit()
        finally:
            await engine.close()
        return engine.id, engine.parameters

    @classmethod
    async def _ready(cls, channel: Channel, rules: Rules, parameters: Mapping[str, Value], timeout: float) -> Self:
        engine = cls(channel, rules, timeout)
        try:
            await engine._introduce()
            await engine._begin(dict(parameters))
        except BaseException:
            await channel.close()
            raise
        return engine

    async def _introduce(self) -> None:
        """The first half of the handshake: the engine says who it is."""
        await self._dialogue.say(Signal.HUB)
        async with deadline(self._dialogue.channel, self.timeout, "sent its parameters"):
            await self._read_parameters()

    async def _begin(self, wanted: dict[str, Value]) -> None:
        """The second half: it is told what to be, and gets ready."""
        variant = wanted.pop("variant", None) or variant_name(self.rules)
        if "variant" in self.parameters:
            wanted["variant"] = variant
        elif variant != "normal":
            raise EngineError(f"{self.name} plays the normal variant only, not {variant}")
        values = {name: parameter_text(self.name, self.parameters, name, value) for name, value in wanted.items()}
        changes = [SetParam(name, text) for name, text in values.items() if self.parameters[name].value != text]
        await self._dialogue.say(*changes, Signal.INIT)
        channel = self._dialogue.channel
        async with deadline(channel, self.timeout, "got ready"):
            # Whatever else it writes while it loads its files is to be ignored.
            while (await channel.receive()).strip() != Signal.READY.value.encode():
                pass

    async def _read_parameters(self) -> None:
        dialogue = self._dialogue
        parameters: dict[str, Param] = {}
        self.parameters = MappingProxyType(parameters)
        while True:
            match await dialogue.receive():
                case Signal.WAIT:
                    return
                case Id() as identity:
                    dialogue.id = identity
                case Param() as parameter:
                    parameters[parameter.name] = parameter
                    if len(parameters) > _MOST_PARAMETERS:
                        raise ProtocolError(f"more than {_MOST_PARAMETERS} parameters", dialogue.channel.number)
                case Error(text):
                    raise EngineError(f"{self.name}: {printable(text)}")

    @property
    def id(self) -> Id:
        """Who the engine says that it is, letter by letter."""
        return self._dialogue.id

    @property
    def timeout(self) -> float:
        """Seconds that the engine has for every answer, and for a search beyond what its limits allow."""
        return self._dialogue.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._dialogue.timeout = seconds

    @property
    def name(self) -> str:
        """What the engine calls itself, or how it was reached; safe to show."""
        return self._dialogue.name

    @property
    def is_open(self) -> bool:
        """Whether the engine can be asked for something."""
        return self._dialogue.channel.is_open

    async def quit(self) -> int | None:
        """Tell the engine to end, and kill it if it does not within `timeout`.

        Returns
        -------
        int or None
            Its exit code; None if it was not started here.
        """
        channel = self._dialogue.channel
        if self._search is not None:
            self._search.ask_to_stop()
        self._dialogue.write(Signal.QUIT)
        await channel.close(grace=self.timeout)
        return channel.exit_code

    async def close(self) -> None:
        """End the connection at once; an engine that was started here is killed."""
        await self._dialogue.channel.close()

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
            search.ask_to_stop()  # whoever uses the engine next waits for the answer
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
        await self._finish_search()
        # First the search, so that no task that reads can miss what the engine says about it.
        self._search = search = Search(self._dialogue, board, level, mode, longest=self.search_timeout)
        await self._dialogue.say(pos, level, Go(mode))
        return search

    async def _finish_search(self) -> None:
        if self._search is not None:
            await self._search.finish()

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
        await self._dialogue.ping()

    async def new_game(self) -> None:
        """Say that the next search has nothing to do with those before it."""
        await self._finish_search()
        await self._dialogue.say(Signal.NEW_GAME)
        self._dialogue.forgive()


def _is_reversible(move: Move) -> bool:
    return not move.is_capture and move.piece.kind is PieceType.KING
