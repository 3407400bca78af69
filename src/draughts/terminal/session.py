"""A game that is being played by people and players. What is typed becomes calls in `commands`; no terminal here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from draughts.errors import DraughtsError, GameStateError, IllegalMoveError
from draughts.game.clocks import Expiry
from draughts.game.player import Limits, Player
from draughts.players import parse_player
from draughts.position.explanation import Reason
from draughts.position.move import Move
from draughts.position.move_entry import MoveEntry, selectable_squares
from draughts.rules.rules import Color, Notation
from draughts.terminal import storage
from draughts.terminal.advice import Adviser
from draughts.terminal.picture import Picture, history, picture
from draughts.terminal.storage import StoredGame

__all__ = ["Reply", "Session"]

_TEMPO = Limits(seconds=5)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line has led to.

    Attributes
    ----------
    messages : tuple of str
        To be said.
    is_new : bool
        Whether there is something new to see on the board.
    """

    messages: tuple[str, ...] = ()
    is_new: bool = False


class Session:
    """A game with its players.

    Parameters
    ----------
    stored : StoredGame
        The game, new or resumed, and who plays.
    path : Path or None
        Where it is saved after everything that happens; None if it is not.
    now : callable
        What time it is, for games with a clock.
    adviser : Player, optional
        Who gives hints.

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
    unsaved : str
        Why the last attempt to save failed; empty if it did not.

    Examples
    --------
    >>> from draughts import Game
    >>> session = Session(StoredGame(Game()), None, lambda: 0.0)
    >>> session.step("11").messages
    ('from 11 the Black man can go to 15 or 16',)
    >>> session.step("15").messages
    ('Black: 11-15',)
    >>> session.move("23-19").messages
    ('White: 23-19',)
    """

    def __init__(
        self, stored: StoredGame, path: Path | None, now: Callable[[], float], *, adviser: Player | None = None
    ) -> None:
        self.game = stored.game
        self.entry: MoveEntry | None = None
        self.is_flipped = False
        self.is_left = False
        self.unsaved = ""
        self.path = path
        self._stored = stored
        self._now = now
        self._adviser: Player = Adviser() if adviser is None else adviser
        self._players: Mapping[Color, Player | None] = {
            color: parse_player(text, f"{stored.seed} {color.value}") for color, text in stored.players.items()
        }
        people = [color for color, player in self._players.items() if player is None]
        self.is_flipped = people == [Color.BLACK]

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
        steps = "" if self.entry is None else f" {self._written(self.entry.path)}"
        return f"{self.game.turn}{steps}> "

    @property
    def seconds_left(self) -> float | None:
        """The time of the side to move; None without a clock."""
        clock = self.game.clock
        return None if clock is None or self.game.is_over else clock.remaining(self.game.turn, self._now())

    def picture(self) -> Picture:
        """What there is to see."""
        names = {color: "human" if player is None else player.name for color, player in self._players.items()}
        return picture(self.game, names, entry=self.entry, is_flipped=self.is_flipped, at=self._now())

    # Beginning and leaving

    def begin(self) -> None:
        """Let the clock run, and save the game. A clock that ran when the game was saved had stood still since then."""
        clock = self.game.clock
        if clock is not None and not self.game.is_over:
            if clock.is_running:
                started = clock.since or 0.0
                self.game.stop_clock(max(started, self._stored.at or started))
            self.game.start_clock(self._now())
        self.save()

    def leave(self) -> None:
        """Stop the clock and save the game."""
        self.entry = None
        clock = self.game.clock
        if clock is not None and clock.is_running and not self.game.is_over and not self.game.check_time(self._now()):
            self.game.stop_clock(self._now())
        self.save()

    def save(self) -> None:
        """Save the game where it belongs; a failure is kept in `unsaved`, and the game goes on."""
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

    def answer(self) -> Reply:
        """Let the player move whose turn it is."""
        player = self.player
        assert player is not None
        late = self.check_time()
        if late is not None:
            return late
        move = player.choose(self.game, _TEMPO)
        return self._push(move)

    def check_time(self) -> Reply | None:
        """What happens if time is up: the game is lost, or a move is made for the player. None if it is not."""
        clock = self.game.clock
        if clock is None or self.game.is_over or not self.game.check_time(self._now()):
            return None
        if clock.control.expiry is Expiry.AUTO_MOVE:
            turn, board = self.game.turn, self.game.board
            move = self.game.auto_move(at=self._now())
            return self._announce((f"{turn}'s time is up; a move is made: {board.notation(move, 'pdn')}",))
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
            squares = ", ".join(self._written(move.path) for move in found.moves)
            return Reply((f"{text!r}: several moves fit; name the next square: {squares}",))
        return self._push(found.moves[0] if found.is_legal else text)

    def _push(self, move: Move | str) -> Reply:
        turn, board = self.game.turn, self.game.board
        made = self.game.push(move, at=None if self.game.clock is None else self._now())
        return self._announce((f"{turn}: {board.notation(made, 'pdn')}",))

    def _announce(self, messages: tuple[str, ...]) -> Reply:
        """After a move: save, and say how the game stands."""
        self.entry = None
        self.save()
        result = self.game.result
        return Reply(messages if result is None else (*messages, f"The game is over: {result.describe()}"), is_new=True)

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
        return Reply((f"taken back; {turn} is to move again",), is_new=True)

    def hint(self) -> Reply:
        """What might be played."""
        self._check_running()
        move = self._adviser.choose(self.game.copy(), _TEMPO)
        return Reply((f"hint: {self.game.board.notation(move, 'pdn')}",))

    def offer_draw(self) -> Reply:
        """Offer a draw; a player answers at once, a person by a command."""
        self.game.offer_draw()
        offerer = self.game.turn
        player = self._players[offerer.opponent]
        if player is None:
            self.save()
            answer = f"{offerer.opponent} may accept or decline; a move by {offerer} takes the offer back"
            return Reply((f"{offerer} offers a draw", answer), is_new=True)
        if player.accepts_draw(self.game.copy()):
            self.game.accept_draw()
            return self._announce((f"{offerer.opponent} ({player.name}) accepts the draw",))
        self.game.decline_draw()
        self.save()
        return Reply((f"{offerer.opponent} ({player.name}) declines the draw",), is_new=True)

    def answer_offer(self, *, accepts: bool) -> Reply:
        """Accept or decline."""
        if accepts:
            self.game.accept_draw()
            return self._announce(())
        self.game.decline_draw()
        self.save()
        return Reply(("the draw is declined",), is_new=True)

    def claim(self) -> Reply:
        """Claim a draw by a rule that is fulfilled."""
        self.game.claim_draw()
        return self._announce(())

    def resign(self) -> Reply:
        """Give up the game of the side to move."""
        self.game.resign(self.game.turn)
        return self._announce(())

    def legal(self, square: str) -> Reply:
        """The legal moves, all or those of one piece."""
        self._check_running()
        moves = self.game.legal_moves if not square else self.game.start_move(square).moves
        return Reply((", ".join(self._written_move(move) for move in moves),))

    def explain(self, text: str) -> Reply:
        """Why a move is not legal."""
        if not text:
            pieces = ", ".join(self._name(square) for square in selectable_squares(self.game.board))
            return Reply((f"explain what? For example: explain 11-18. Pieces that can move: {pieces or 'none'}",))
        found = self.game.board.explain(text.replace(" ", ""))
        return Reply((f"{text}: {found.message}",))

    def draws(self) -> Reply:
        """How far each draw rule is."""
        lines = tuple(status.describe() for status in self.game.draw_status)
        return Reply(lines or ("no draw rule applies now",))

    def moves_so_far(self) -> Reply:
        """The moves made."""
        return Reply(history(self.game) or ("no move has been made",))

    def flip(self) -> Reply:
        """Turn the board round."""
        self.is_flipped = not self.is_flipped
        return Reply(is_new=True)

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
            raise GameStateError("the game is over; undo, save FILE or quit")

    def _written_move(self, move: Move) -> str:
        return self._written(move.path) if len(move.captured) > 1 else self.game.board.notation(move, "pdn")

    def _written(self, path: tuple[int, ...]) -> str:
        mark = self.game.rules.capture_separator if self.game.board.has_capture else "-"
        return mark.join(map(self._name, path))

    def _name(self, square: int) -> str:
        rules = self.game.rules
        return rules.geometry.name(square) if rules.notation is Notation.ALGEBRAIC else str(square)
