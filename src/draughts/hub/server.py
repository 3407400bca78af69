"""A program of this library as an engine that a GUI drives with the Hub protocol. Files and sockets are elsewhere."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import takewhile

from draughts.errors import DraughtsError, EngineError, GameStateError, ProtocolError
from draughts.game.game import Game
from draughts.game.player import Player
from draughts.hub.levels import read_level
from draughts.hub.lines import format_message, parse_message
from draughts.hub.messages import Done, Error, Go, Id, Level, Message, Mode, Param, Pos, SetParam, Signal
from draughts.hub.moves import read_move, write_move
from draughts.hub.position import read_position
from draughts.hub.syntax import MAX_LINE
from draughts.hub.task import Adjustable, Reply, Searcher, Task
from draughts.hub.variants import DEFAULT_VARIANT, VARIANTS, variant_rules
from draughts.rules.rules import Rules
from draughts.transport.line_splitting import LineSplitter

__all__ = ["HubServer"]

#: A GUI that sends so many commands without waiting for the end of a search is no GUI.
_MOST_WAITING = 1000
#: So many failed searches of one conversation are logged with their traceback.
_MOST_TRACEBACKS = 10
_SHOWN = 500

_log = logging.getLogger("draughts.hub")


class HubServer:
    r"""The engine's side of a conversation. What a GUI sends is fed to it; searches run in threads.

    Commands that come during a search wait for its end, except `ping`, `stop`, `ponder-hit` and `quit`; a new position
    or a new search stops the one under way. Every `go` is answered with one `done`, without a move if there is none.

    Parameters
    ----------
    program : Player or Searcher
        What plays. The answer of a `Player` is kept until the GUI wants it. Of an `Adjustable` the parameters are
        those of the engine; it is closed at the end.
    send : callable
        Takes the lines for the GUI, without their ends; it is called from several threads, by one at a time.
    name, version, author : str, optional
        Who the engine says that it is; what the program says unless given: a `Player` or `Searcher` has a name only.
    variant : str
        What is played until the GUI says otherwise, by its Hub name.

    Examples
    --------
    >>> from draughts.hub import HubServer
    >>> from draughts.players import RandomPlayer
    >>> server = HubServer(RandomPlayer(), print, version="1.0")
    >>> server.feed(b"ping\nhub\n")
    pong
    id name=random version=1.0
    param name=variant value=normal type=enum values="normal killer bt frisian losing"
    wait
    True
    """

    def __init__(
        self,
        program: Player | Searcher,
        send: Callable[[str], None],
        *,
        name: str | None = None,
        version: str | None = None,
        author: str | None = None,
        variant: str = DEFAULT_VARIANT,
    ) -> None:
        self._searcher = program if isinstance(program, Searcher) else _Held(program)
        self._adjustable = program if isinstance(program, Adjustable) else None
        given = {"name": name, "version": version, "author": author}
        self._said = {key: text for key, text in given.items() if text is not None}
        self._write = send
        self._splitter = LineSplitter(b"\n", MAX_LINE, "line")
        #: Held while something is sent or the search changes.
        self._lock = threading.RLock()
        self._is_open = True
        self._task: Task | None = None
        #: What has come during the search.
        self._waiting: deque[Message] = deque()
        self._tracebacks = 0
        self._is_ready = False
        self._variant = variant
        self._rules: Rules = variant_rules(variant)
        self._game: Game | None = None
        self._level = Level()
        self._level_is_used = False

    def feed(self, data: bytes) -> bool:
        """Take bytes of the GUI; False once the conversation is over."""
        self._splitter.feed(data)
        try:
            while self._is_open and (line := self._splitter.next()) is not None:
                self._receive(line.decode("utf-8", "replace").removesuffix("\r"))
        except ProtocolError as error:  # a line that is too long: nothing tells where the next one begins
            self._complain(error)
            self.close()
        return self._is_open

    def close(self) -> None:
        """End the conversation: a search is stopped, and what it says is not sent any more."""
        with self._lock:
            was_open, self._is_open = self._is_open, False
            self._waiting.clear()
            if self._task is not None:
                self._task.stop()
        if was_open and self._adjustable is not None:
            self._adjustable.close()

    # What the GUI says

    def _receive(self, text: str) -> None:
        try:
            message = parse_message(text, self._splitter.number)
        except DraughtsError as error:
            self._complain(error)
            return
        match message:
            case Signal.PING:
                self._send(Signal.PONG)
            case Signal.QUIT:
                self.close()
            case _:
                with self._lock:
                    self._waiting.append(message)
                    self._work_off()
                    if len(self._waiting) > _MOST_WAITING:
                        raise ProtocolError(
                            f"more than {_MOST_WAITING} commands during a search", self._splitter.number
                        )

    def _work_off(self) -> None:
        """Obey what has come, as far as the search allows."""
        while self._waiting and self._task is None:
            self._obey(self._waiting.popleft())
        if self._task is None:
            return
        for message in list(takewhile(lambda message: not isinstance(message, Go), self._waiting)):
            if message in (Signal.STOP, Signal.PONDER_HIT):  # for this search: the next one has not begun
                self._waiting.remove(message)
                self._obey(message)
        if any(isinstance(message, Pos | Go) for message in self._waiting):
            self._task.stop()

    def _obey(self, message: Message) -> None:
        try:
            self._do(message)
        except DraughtsError as error:
            self._complain(error)
            if isinstance(message, Go):
                self._send(Done(""))

    def _do(self, message: Message) -> None:
        match message:
            case Signal.HUB:
                self._introduce()
            case SetParam(name, value):
                self._set(name, value)
            case Signal.INIT:
                if self._adjustable is not None:
                    self._adjustable.get_ready(self._rules)
                self._is_ready = True
                self._send(Signal.READY)
            case Signal.NEW_GAME:
                self._game = None
                if self._adjustable is not None:
                    self._adjustable.new_game()
            case Pos():
                self._game = None
                self._game = _game(message, self._rules)
            case Level():
                self._limit(message)
            case Go(mode):
                self._go(mode)
            case Signal.STOP if self._task is not None:
                self._task.stop()
            case Signal.PONDER_HIT if self._task is not None:
                self._task.ponder_hit()

    def _introduce(self) -> None:
        identity, variants = Id(self._searcher.name), tuple(VARIANTS)
        parameters: dict[str, Param] = {}
        if self._adjustable is not None:
            identity, given = self._adjustable.introduce()
            parameters = dict(given)
            own = parameters.pop("variant", None)
            played = variants[:1] if own is None else own.values
            variants = tuple(name for name in variants if name in played)
        self._send(replace(identity, **self._said))
        self._send(Param("variant", self._variant, "enum", values=variants))
        for parameter in parameters.values():
            self._send(parameter)
        self._send(Signal.WAIT)

    def _set(self, name: str, value: str) -> None:
        if self._is_ready:
            raise EngineError("parameters are set before init")
        if name == "variant":
            self._rules = variant_rules(value)
            self._variant = value
            self._game = None
        elif self._adjustable is not None:
            self._adjustable.set_parameter(name, value)
        else:
            raise EngineError(f"there is no parameter {name}")

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
        answers: list[Message]
        try:
            answers = [self._checked(task, self._searcher.search(task))]
        except Exception as error:  # whatever happens in the program, the GUI waits for an answer
            self._log_failure(task)
            answers = [_error(error), Done("")]
        with self._lock:
            self._task = None
            for answer in answers:
                self._send(answer)
            self._work_off()

    def _log_failure(self, task: Task) -> None:
        self._tracebacks += 1
        if self._is_open and self._tracebacks <= _MOST_TRACEBACKS:
            _log.exception("the search of %s has failed", task.game.board.fen)

    def _checked(self, task: Task, reply: Reply) -> Done:
        board = task.game.board
        if reply.move not in board.legal_moves:
            raise EngineError(f"the program wants to play {reply.move}, which is not legal in {board.fen}")
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
    """An error as a message; what cannot be written is replaced, and the rest of a long text left out."""
    text = (str(error) or type(error).__name__)[:_SHOWN]
    return Error("".join(letter if letter.isprintable() and letter != '"' else "'" for letter in text))
