"""A program of this library as an engine that a GUI drives with the Hub protocol. Files and sockets are elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Protocol, runtime_checkable

from draughts.errors import DraughtsError, EngineError, GameStateError, ProtocolError
from draughts.game.game import Game
from draughts.game.player import Limits, Player
from draughts.hub.levels import read_level
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
from draughts.hub.position import read_position
from draughts.hub.syntax import MAX_LINE
from draughts.hub.variants import VARIANTS, variant_rules
from draughts.position.move import Move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Rules
from draughts.support.version import VERSION
from draughts.transport.framing import Framer

__all__ = ["HubServer", "Reply", "Searcher", "Task"]


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

    def stop(self) -> None:
        """Ask for the answer at once."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Say that the expected move was made."""
        with self._changed:
            if self._mode is Mode.PONDER:
                self._mode = Mode.THINK
                self._changed.notify_all()


@runtime_checkable
class Searcher(Protocol):
    """A program that can be stopped and can say how it gets on. A `Player` can do neither, and serves as well."""

    @property
    def name(self) -> str:
        """What the program is called."""

    def search(self, task: Task) -> Reply:
        """A move of ``task.game.legal_moves``. It may be given before `Task.is_wanted`."""


class HubServer:
    r"""One conversation with a GUI: bytes come in, lines go out, searches run in threads.

    Parameters
    ----------
    program : Player or Searcher
        What plays. The answer of a `Player` is kept until the GUI wants it.
    send : callable
        Takes the lines for the GUI, without their ends; it is called from several threads, by one at a time.

    Examples
    --------
    >>> from draughts.players import RandomPlayer
    >>> server = HubServer(RandomPlayer(), print)
    >>> server.feed(b"ping\nhub\n")
    pong
    id name="draughts random" version=... author="The draughts developers"
    param name=variant value=normal type=enum values="normal killer bt frisian losing"
    wait
    True
    """

    def __init__(self, program: Player | Searcher, send: Callable[[str], None]) -> None:
        self._searcher = program if isinstance(program, Searcher) else _Held(program)
        self._write = send
        self._framer = Framer(b"\n", MAX_LINE, "line")
        #: Held while something is sent or the search changes.
        self._lock = threading.RLock()
        self._is_open = True
        self._task: Task | None = None
        self._is_ready = False
        self._variant = next(iter(VARIANTS))
        self._rules: Rules = INTERNATIONAL
        self._game: Game | None = None
        self._level = Level()
        self._level_is_used = False

    def feed(self, data: bytes) -> bool:
        """Take bytes of the GUI; False once the conversation is over."""
        self._framer.feed(data)
        try:
            while self._is_open and (frame := self._framer.next()) is not None:
                self._receive(frame.decode("utf-8", "replace").removesuffix("\r"))
        except ProtocolError as error:  # a line that is too long: nothing tells where the next one begins
            self._complain(error)
            self.close()
        return self._is_open

    def close(self) -> None:
        """End the conversation: a search is stopped, and what it says is not sent any more."""
        with self._lock:
            self._is_open = False
            if self._task is not None:
                self._task.stop()

    # What the GUI says

    def _receive(self, text: str) -> None:
        try:
            self._obey(parse_message(text, self._framer.number))
        except DraughtsError as error:
            self._complain(error)

    def _obey(self, message: Message) -> None:
        match message:
            case Signal.HUB:
                self._introduce()
            case SetParam(name, value):
                self._set(name, value)
            case Signal.INIT:
                self._is_ready = True
                self._send(Signal.READY)
            case Signal.NEW_GAME:
                self._game = None
            case Signal.PING:
                self._send(Signal.PONG)
            case Pos():
                self._game = None
                self._game = _game(message, self._rules)
            case Level():
                self._limit(message)
            case Go(mode):
                self._go(mode)
            case Signal.STOP:
                if (task := self._task) is not None:
                    task.stop()
            case Signal.PONDER_HIT:
                if (task := self._task) is not None:
                    task.ponder_hit()
            case Signal.QUIT:
                self.close()

    def _introduce(self) -> None:
        self._send(Id(f"draughts {self._searcher.name}", VERSION, "The draughts developers"))
        self._send(Param("variant", self._variant, "enum", values=tuple(VARIANTS)))
        self._send(Signal.WAIT)

    def _set(self, name: str, value: str) -> None:
        if name != "variant":
            raise EngineError(f"there is no parameter {name}")
        if self._is_ready:
            raise EngineError("parameters are set before init")
        self._rules = variant_rules(value)
        self._variant = value
        self._game = None

    def _limit(self, level: Level) -> None:
        """Limits of several lines go together, until a search has used them."""
        if self._level_is_used:
            self._level = level
            self._level_is_used = False
        else:
            said = {field.name: getattr(level, field.name) for field in fields(level)}
            given = {name: value for name, value in said.items() if value not in (None, False)}
            self._level = replace(self._level, **given)

    def _go(self, mode: Mode) -> None:
        with self._lock:
            if self._task is not None:
                raise EngineError("a search is under way; stop it first")
            game = self._game
            if game is None:
                raise EngineError("there is no position to search")
            if game.result is not None:
                raise GameStateError(f"the game is over: {game.result.describe()}")
            self._level_is_used = True
            self._task = task = Task(game.copy(), read_level(self._level), mode, self._send)
        # A daemon: a program that does not stop must not keep the process alive after quit.
        threading.Thread(target=self._search, args=(task,), name="hub search", daemon=True).start()

    # What the program says

    def _search(self, task: Task) -> None:
        try:
            answer: Message = self._checked(task, self._searcher.search(task))
        except Exception as error:  # whatever happens in the program, the GUI waits for an answer
            answer = _error(error)
        with self._lock:
            self._task = None
            self._send(answer)

    def _checked(self, task: Task, reply: Reply) -> Done:
        board = task.game.board
        if reply.move not in board.legal_moves:
            raise EngineError(f"the program wants to play {reply.move}, which is not legal")
        if reply.ponder is None or reply.ponder not in board.play(reply.move).legal_moves:
            return Done(write_move(reply.move))
        return Done(write_move(reply.move), write_move(reply.ponder))

    def _complain(self, error: Exception) -> None:
        self._send(_error(error))

    def _send(self, message: Message) -> None:
        with self._lock:
            if self._is_open:
                self._write(format_message(message))


class _Held:
    """A `Player` as a `Searcher`."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.name = player.name

    def search(self, task: Task) -> Reply:
        move = self._player.choose(task.game, task.limits)
        task.wait()
        return Reply(move)


def _game(pos: Pos, rules: Rules) -> Game:
    """The game of a position and its moves. A GUI may go on where a draw rule ends it: then it begins anew there."""
    game = Game(start=read_position(pos.position, rules))
    for text in pos.moves:
        move = read_move(game.board, text)
        game = _going_on(game)
        game.push(move)
    return _going_on(game)


def _going_on(game: Game) -> Game:
    return Game(start=game.board) if game.is_over and game.board.winner is None else game


def _error(error: Exception) -> Error:
    """An error as a message; what cannot be written is replaced."""
    text = str(error) or type(error).__name__
    return Error("".join(letter if letter.isprintable() and letter != '"' else "'" for letter in text))
