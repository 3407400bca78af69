"""A game that is being played by people and players. What is typed becomes calls in `commands`; no terminal here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from draughts.errors import DraughtsError, GameStateError, IllegalMoveError, PlayerError
from draughts.game.player import Decision, Limits, Player, abandon
from draughts.players import HUMAN
from draughts.position.explanation import Reason
from draughts.position.move import Move
from draughts.position.move_entry import MoveEntry
from draughts.rules.rules import Color
from draughts.rules.time_control import Expiry
from draughts.support.printable import printable
from draughts.terminal import storage
from draughts.terminal.advice import Adviser, EngineAdviser, hint_text, plan_text
from draughts.terminal.beginning import begin_again
from draughts.terminal.picture import Picture, move_text, path_text, picture
from draughts.terminal.record import Record
from draughts.terminal.reply import Reply
from draughts.terminal.storage import StoredGame
from draughts.terminal.thinking import found_by, has_to_start, start, think

if TYPE_CHECKING:  # loads numpy
    from draughts.tablebase import Tablebase

__all__ = ["Seats", "Session"]

#: Who plays in a game: a player, or None for a person.
Seats = Callable[[StoredGame], Mapping[Color, Player | None]]

#: Seconds for a move in a game without a clock.
_TEMPO = 5.0
#: Seconds between looks at the clock while a player thinks.
_TICK = 0.1


class Session:
    """A game with its players.

    Parameters
    ----------
    stored : StoredGame
        The game, new or resumed, and what is known about who plays.
    seats : callable
        Gives the players of a game, None for a person. What a file says about them is a text, so that only `seats`
        can start a program.
    path : Path or None
        Where the game is saved after everything that happens; None if it is not.
    now : callable
        What time it is, for games with a clock.
    seconds : float, optional
        The most that a player may take for a move; by default 5 without a clock, and no limit but the clock with one.
    record : Record, optional
        Where games are counted that a person takes part in.
    adviser : Adviser, optional
        Who gives hints; the engine unless given.
    tablebase : Tablebase, optional
        Endgame tables for whoever asks.

    Attributes
    ----------
    game : Game
        The game.
    entry : MoveEntry or None
        The move that is being entered step by step.
    is_flipped : bool
        Whether Black sits at the bottom.
    is_left : bool
        Whether somebody has asked to leave.
    is_resigning : bool
        Whether the side to move has been asked if it means to resign.
    tablebase : Tablebase or None
        The tables that commands ask.
    unsaved : str
        Why the last attempt to save failed; empty if it did not.

    Examples
    --------
    >>> from draughts import Game
    >>> session = Session(StoredGame(Game()), lambda stored: dict.fromkeys(Color), None, lambda: 0.0)
    >>> session.step("11").messages
    ('from 11 the Black man can go to 15 or 16',)
    >>> session.step("15").messages
    ('Black: 11-15',)
    >>> session.move("23-19").messages
    ('White: 23-19',)
    """

    def __init__(
        self,
        stored: StoredGame,
        seats: Seats,
        path: Path | None,
        now: Callable[[], float],
        *,
        seconds: float | None = None,
        record: Record | None = None,
        adviser: Adviser | None = None,
        tablebase: Tablebase | None = None,
    ) -> None:
        self.path = path
        self.is_left = False
        self.unsaved = ""
        self._seats = seats
        self._now = now
        self._seconds = seconds
        self._record = record
        self._adviser: Adviser = EngineAdviser(tablebase) if adviser is None else adviser
        self.tablebase = tablebase
        self._sit_down(stored)
        people = [color for color, player in self._players.items() if player is None]
        self.is_flipped = people == [Color.BLACK]

    def _sit_down(self, stored: StoredGame) -> None:
        """Begin with a game, new or resumed."""
        self.game = stored.game
        self.entry: MoveEntry | None = None
        self.is_resigning = False
        self._stored = stored
        self._players = self._seats(stored)
        record = self._record if self.has_people else None
        self._scorekeeper = None if record is None else record.keeper(self.game, stored.players)

    # Looking

    @property
    def has_people(self) -> bool:
        """Whether anybody sits at the terminal."""
        return None in self._players.values()

    @property
    def player(self) -> Player | None:
        """Who is to move; None for a person, and when the game is over."""
        return None if self.game.is_over else self._players[self.game.turn]

    @property
    def prompt(self) -> str:
        """What to ask."""
        if self.game.is_over:
            return "over> "
        if self.is_resigning:
            return f"{self._side(self.game.turn)} resigns? yes or no> "
        steps = "" if self.entry is None else f" {path_text(self.game.board, self.entry.path)}"
        return f"{self._side(self.game.turn)}{steps}> "

    @property
    def seconds_left(self) -> float | None:
        """The time of the side to move; None without a clock."""
        clock = self.game.clock
        return None if clock is None or self.game.is_over else clock.remaining(self.game.turn, self._now())

    @property
    def _at(self) -> float | None:
        return None if self.game.clock is None else self._now()

    def picture(self) -> Picture:
        """What there is to see."""
        names = {color: self._name_of(color) for color in Color}
        return picture(self.game, names, entry=self.entry, is_flipped=self.is_flipped, at=self._now())

    # Beginning and leaving

    @property
    def starting(self) -> list[str]:
        """The names of the players that `begin` has to start."""
        return [self._name_of(color) for color, player in self._players.items() if has_to_start(player)]

    def begin(self, is_interrupted: Callable[[], bool] = lambda: False) -> None:
        """Start the players, let the clock run, and save the game.

        A clock that ran when the game was saved has stood still since then, and the start of a player takes none of
        its time.

        Parameters
        ----------
        is_interrupted : callable
            Asked while players start: whether nobody wants to wait any longer.

        Raises
        ------
        PlayerError
            If a player cannot be started.
        """
        if not self.game.is_over:
            for color, player in self._players.items():
                with self._failures_of(color):
                    if not start(player, self.game.rules, is_interrupted):
                        return
            self._start_clock()
        self.save()

    def _start_clock(self) -> None:
        clock = self.game.clock
        if clock is None:
            return
        if clock.is_running:
            started = clock.since or 0.0
            self.game.stop_clock(max(started, self._stored.at or started))
        self.game.start_clock(self._now())

    def leave(self) -> None:
        """Stop the clock and save the game."""
        self.entry = None
        clock = self.game.clock
        if clock is not None and clock.is_running and not self.game.is_over and not self.game.check_time(self._now()):
            self.game.stop_clock(self._now())
        self.save()

    def save(self) -> None:
        """Save the game where it belongs; a failure is kept in `unsaved`, and the game goes on."""
        if self._scorekeeper is not None:
            self._scorekeeper.settle(self.game.result)
        if self.path is None:
            return
        try:
            storage.store(self.path, self._to_store())
            self.unsaved = ""
        except (OSError, DraughtsError) as error:
            self.unsaved = f"cannot save to {self.path}: {getattr(error, 'strerror', None) or error}"

    def _to_store(self) -> StoredGame:
        stored = self._stored
        return StoredGame(self.game, stored.players, stored.seed, stored.opening, self._now())

    # Moves

    def answer(self, is_interrupted: Callable[[], bool] = lambda: False) -> Reply:
        """Let the player move whose turn it is. A flag that falls meanwhile ends the game.

        Parameters
        ----------
        is_interrupted : callable
            Asked while the player thinks: whether nobody wants to wait any longer.

        Raises
        ------
        PlayerError
            If the player fails; the message names it and says why.
        """
        player, turn = self.player, self.game.turn
        assert player is not None
        late = self.check_time()
        if late is not None:
            return late
        with self._failures_of(turn):
            thought = think(player, self.game, self._limits())
            while not thought.done():
                left = self.seconds_left
                wait((thought,), _TICK if left is None else min(_TICK, left))
                late = self.check_time()
                if late is not None or (is_interrupted() and not thought.done()):
                    if not thought.done():
                        abandon(player)
                    return Reply() if late is None else late
            return self._carry_out(player, thought.result())

    def _carry_out(self, player: Player, decision: Decision) -> Reply:
        """Do what a player has decided, and say what it knows of the end."""
        turn, board = self.game.turn, self.game.board
        decision.carry_out(self.game, self._at)
        if decision.move is None:
            deed = "accepts the draw" if decision.accepts_draw else "resigns"
            return self._announce((f"{self._side(turn)} ({self._name_of(turn)}) {deed}",))
        side, found = self._side(turn), found_by(player)
        told = [f"{side}: {board.notation(decision.move, 'pdn')}"]
        if found is not None and found.certainty and not self.game.is_over:
            told.append(f"{side} {found.certainty}")
        if decision.offers_draw:
            told.append(f"{side} offers a draw{'; accept, decline or move' if self.player is None else ''}")
        return self._announce(tuple(told))

    @contextmanager
    def _failures_of(self, color: Color) -> Iterator[None]:
        """Say of an error whose it is."""
        try:
            yield
        except (DraughtsError, OSError) as error:
            raise PlayerError(f"{self._side(color)} ({self._name_of(color)}) failed: {error}") from error

    def _limits(self) -> Limits:
        clock = self.game.clock
        if clock is None:
            return Limits(seconds=_TEMPO if self._seconds is None else self._seconds)
        limits = Limits.of_clock(clock, self.game.turn, self._now())
        if self._seconds is None or (limits.seconds is not None and limits.seconds <= self._seconds):
            return limits
        return replace(limits, seconds=self._seconds)

    def check_time(self) -> Reply | None:
        """What happens if time is up: the game is lost, or a move is made for the player. None if it is not."""
        clock = self.game.clock
        if clock is None or self.game.is_over or not self.game.check_time(self._now()):
            return None
        if clock.control.expiry is Expiry.AUTO_MOVE:
            turn, board = self.game.turn, self.game.board
            move = self.game.auto_move(at=self._now())
            return self._announce((f"{self._side(turn)}'s time is up; a move is made: {board.notation(move, 'pdn')}",))
        return self._announce(())

    def refused(self, message: str) -> Reply:
        """What to say about a line that was no good; the game may have counted it as an illegal move."""
        if self.game.illegal_moves(self.game.turn):
            self.save()
        return Reply((message,), is_new=self.game.is_over)

    def move(self, text: str) -> Reply:
        """Make the move that a text means."""
        self._check_running()
        found = self.game.board.explain(text)
        if found.reason is Reason.AMBIGUOUS:
            squares = ", ".join(path_text(self.game.board, move.path) for move in found.moves)
            return Reply((f"{text!r}: several moves fit; name the next square: {squares}",))
        return self._push(found.moves[0] if found.is_legal else text)

    def _push(self, move: Move | str) -> Reply:
        turn, board = self.game.turn, self.game.board
        made = self.game.push(move, at=self._at)
        return self._announce((f"{self._side(turn)}: {board.notation(made, 'pdn')}",))

    def _announce(self, messages: tuple[str, ...]) -> Reply:
        """After a move: save, and say how the game stands."""
        self.entry, self.is_resigning = None, False
        self.save()
        result = self.game.result
        if result is None:
            return Reply(messages, is_new=True)
        told = [f"The game is over: {result.describe()}"]
        if self._scorekeeper is not None:
            told.append(self._scorekeeper.describe())
        if self.has_people:
            told.append("new begins another game")
        return Reply((*messages, *told), is_new=True)

    def step(self, text: str) -> Reply:
        """Take a square: it names a piece, or goes on with the move that has begun."""
        self._check_running()
        entry = self.entry
        if entry is None:
            return self._select(text)
        try:
            entry.step(text)
        except IllegalMoveError:
            if entry.is_under_way:
                raise
            return self._select(text)
        if entry.is_complete:
            return self._push(entry.move)
        return Reply((entry.open,), is_new=True)

    def _select(self, text: str) -> Reply:
        self.entry = None
        self.entry = self.game.start_move(text)
        return Reply((self.entry.open,), is_new=True)

    # What commands do

    def undo(self) -> Reply:
        """Take back a step, or the last move of a person and what followed it."""
        if self.entry is not None:
            if len(self.entry.path) > 1:
                self.entry.undo()
                return Reply((self.entry.open,), is_new=True)
            self.entry = None
            return Reply(("nothing is selected",), is_new=True)
        if self.game.clock is not None:
            raise GameStateError("no move is taken back in a game with a clock")
        turn, ply = self.game.turn, self.game.ply
        people = [color for color, player in self._players.items() if player is None]
        while ply > self._stored.opening:
            ply, turn = ply - 1, turn.opponent
            if turn in people:
                break
        else:
            raise GameStateError("there is no move to take back")
        while self.game.ply > ply:
            self.game.pop()
        self.save()
        return Reply((f"taken back; {self._side(turn)} is to move again",), is_new=True)

    def hint(self) -> Reply:
        """The best move."""
        self._check_running()
        return Reply((hint_text(self.game.board, self._adviser.advise(self.game.copy()).lines[0]),))

    def ask(self) -> Reply:
        """What the opponent would play in this place; the engine answers if that is a person."""
        self._check_running()
        game, other = self.game.copy(), self.game.turn.opponent
        opponent = self._players[other]
        if opponent is None:
            line = self._adviser.advise(game).lines[0]
            return Reply((f"the engine would play {plan_text(game.board, line.move, line)}",))
        with self._failures_of(other):
            move = opponent.choose(game, self._limits())
        plan = plan_text(game.board, move, found_by(opponent))
        return Reply((f"{self._side(other)} ({self._name_of(other)}) would play {plan}",))

    def offer_draw(self) -> Reply:
        """Offer a draw; a player answers at once, a person by a command."""
        self.game.offer_draw()
        turn = self.game.turn
        offerer, opponent = self._side(turn), self._side(turn.opponent)
        player = self._players[turn.opponent]
        if player is None:
            self.save()
            answer = f"{opponent} may accept or decline; a move by {offerer} takes the offer back"
            return Reply((f"{offerer} offers a draw", answer), is_new=True)
        if player.accepts_draw(self.game.copy()):
            self.game.accept_draw(turn.opponent)
            return self._announce((f"{opponent} ({player.name}) accepts the draw",))
        self.game.decline_draw(turn.opponent)
        self.save()
        return Reply((f"{opponent} ({player.name}) declines the draw",), is_new=True)

    def answer_offer(self, *, accepts: bool) -> Reply:
        """Accept or decline."""
        offerer = self.game.offer
        answering = self.game.turn if offerer is None else offerer.opponent
        if accepts:
            self.game.accept_draw(answering)
            return self._announce(())
        self.game.decline_draw(answering)
        self.save()
        return Reply(("the draw is declined",), is_new=True)

    def claim(self) -> Reply:
        """Claim a draw by a rule that is fulfilled."""
        self.game.claim_draw()
        return self._announce(())

    def resign(self) -> Reply:
        """Ask the side to move whether it means to give up the game; `confirm` takes the answer."""
        self._check_running()
        self.is_resigning = True
        return Reply()

    def confirm(self, word: str) -> Reply | None:
        """Take the answer to the question of `resign`. None if it is no answer: then the question is withdrawn."""
        self.is_resigning = False
        if word.lower() in ("yes", "y"):
            self.game.resign(self.game.turn)
            return self._announce(())
        return Reply(("the game goes on",)) if word.lower() in ("no", "n") else None

    def new_game(self) -> Reply:
        """Begin another game like the last one, which must be over: same players, opening and clock."""
        last, stored = self.game, self._stored
        if not last.is_over:
            raise GameStateError("the game is not over; resign or quit ends it")
        game = begin_again(last, stored.opening)
        if self.path is not None:
            self.path = storage.next_file(self.path)
        self._sit_down(StoredGame(game, stored.players, stored.seed + 1, stored.opening))
        self.begin()
        return Reply(("a new game",), is_new=True)

    def record(self) -> Reply:
        """The games won, lost and drawn by these players."""
        keeper = self._scorekeeper
        return Reply(("only games with a person are counted" if keeper is None else keeper.describe(),))

    def legal(self, square: str) -> Reply:
        """The legal moves, all or those of one piece."""
        self._check_running()
        moves = self.game.legal_moves if not square else self.game.start_move(square).moves
        return Reply((", ".join(move_text(self.game.board, move) for move in moves),))

    def save_as(self, name: str) -> Reply:
        """Save now, and a copy if a file is named."""
        if not name:
            if self.path is None:
                return Reply(("the game is not saved anywhere yet; say where: save FILE",))
            self.save()
            return Reply((self.unsaved or f"saved to {self.path}",))
        path = Path(name).expanduser()
        try:
            storage.store(path, self._to_store())
        except OSError as error:
            return Reply((f"cannot save to {path}: {error.strerror or error}",))
        return Reply((f"saved to {path}",))

    def _check_running(self) -> None:
        if self.game.is_over:
            raise GameStateError("the game is over; new, undo, save FILE or quit")

    def _side(self, color: Color) -> str:
        return self.game.rules.side_name(color)

    def _name_of(self, color: Color) -> str:
        player = self._players[color]
        return HUMAN if player is None else printable(player.name)
