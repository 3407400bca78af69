"""Games: what is played by two on a board, with a clock, and kept.

A `History` has the moves and positions, a `Contest` what the players and the arbiter decide; here are making moves,
time and saving. `draw_counting` counts towards draws, `offers` knows when a draw may be offered, `verdicts` why a game
is over, `timekeeping` what its clock has shown, `saved_game` how it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from draughts.errors import GameStateError, IllegalMoveError, RulesError
from draughts.game.clocks import Clock
from draughts.game.contest import Contest
from draughts.game.draw_counting import Tally
from draughts.game.events import EventKind, GameEvent
from draughts.game.history import History
from draughts.game.saved_game import GameData, outcome, read_text, restore_game, write_game
from draughts.game.timekeeping import GameClock
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_long
from draughts.position.readings import as_board
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_rules, as_time_control
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.rules.time_control import Expiry, TimeControl
from draughts.support.checks import as_flag, as_number, as_whole
from draughts.support.coming_from import answers_for
from draughts.support.numbers import counted

if TYPE_CHECKING:
    from draughts.pdn.records import GameRecord

__all__ = ["Game"]


@answers_for("Game")
class Game(Contest):
    """A board with a history.

    Parameters
    ----------
    rules : Rules, Variant, str or int, optional
        The variant, or its name or GameType; that of `start` or else American checkers.
    start : Board or str, optional
        The first position, if it is not the variant's; or its FEN.
    cautions : int, optional
        How many illegal moves of a player are cautioned and taken back before the next one loses the game (WCDF: 1).
        By default they are refused and not counted.
    clock : TimeControl or str, optional
        The time that the players have; moves are then made on a running clock, see `start_clock`. By default the time
        that the variant gives (`Rules.clock`), if any: it is counted from `start_clock` on, and need not be used.
    is_timed : bool
        Whether moves are made on the running clock. If not, it need not be used either, as in a game that was played
        elsewhere: see `note_time`.

    Raises
    ------
    RulesError
        If `start` has other rules than `rules`.

    Notes
    -----
    The position after a move is worked out when something asks for it; the next `push` does.

    Examples
    --------
    >>> from draughts import Game
    >>> game = Game()
    >>> game.push("11-15")
    Move(11-15)
    >>> game.push("22-18")
    Move(22-18)
    >>> game.legal_moves
    [Move(15x22)]
    >>> game.pop()
    Move(22-18)
    >>> game.board.turn, game.is_over
    (<Color.WHITE: 'W'>, False)
    """

    __slots__ = ("_time",)

    def __init__(
        self,
        rules: Rules | Variant | str | int | None = None,
        start: Board | str | None = None,
        *,
        cautions: int | None = None,
        clock: TimeControl | str | None = None,
        is_timed: bool = True,
    ) -> None:
        if rules is not None:
            rules = as_rules(rules)
        first = Board(rules or AMERICAN) if start is None else as_board(start, rules or AMERICAN)
        rules = rules or first.rules
        if first.rules != rules:
            raise RulesError(f"start is a board of {first.rules.name} rules, and rules are {rules.name}")
        if cautions is not None:
            as_whole(cautions, "cautions")
        super().__init__(first, cautions)
        control = rules.clock if clock is None else as_time_control(clock)
        must_run = as_flag(is_timed, "is_timed") and control != rules.clock
        self._time = None if control is None else GameClock(control, first.turn, must_run=must_run)

    def push(self, move: Move | str, *, at: float | None = None, offer_draw: bool = False) -> Move:
        """Make a move.

        Parameters
        ----------
        move : Move or str
            A legal move, or a text as in `Board.move`.
        at : float, optional
            The timestamp, if the game has a clock that runs.
        offer_draw : bool
            Whether the player offers a draw with the move: after it and before the clock is pressed, as players with a
            clock do. The offer lapses with the opponent's next move. (FMJD's Annex 1, 7.3.1, asks for the consent of
            both, and leaves the order to the rules for competitions.)

        Returns
        -------
        Move
            The move made.

        Raises
        ------
        GameStateError
            If the game is over; if time is up, which ends it or has somebody else move for the player; if another piece
            was touched; or if no draw may be offered.
        IllegalMoveError
            If the move is not legal. Nothing has been made, but a game with `cautions` has counted it.
        """
        board = self._board
        if board is None:
            board = self._settle()
        if self._closed:
            raise self._over()
        for known in board.legal_moves:
            if known is move:
                break
        else:
            known = self._recognised(board, move)
        if self._entry is None and self._time is None and offer_draw is False:
            self._moves.append(known)
            self._board = None
        else:
            self._make_at_table(known, at, offer_draw)
        return known

    def _make_at_table(self, move: Move, at: float | None, offer_draw: bool) -> None:
        """Make a legal move under the rules of touch-move, offers and time."""
        entry = self._present_entry()
        if entry is not None:
            entry.check_allows(move)
        if as_flag(offer_draw, "offer_draw"):
            self._check_offer(self.turn)
        time = self._time
        pressed = None
        if time is not None and not time.is_unused:
            pressed = time.check_press(at)
            if self.check_time(pressed):
                if self._closed:
                    raise self._over()
                raise GameStateError(f"{self._named(self.turn)}'s time is up: auto_move makes a move for the player")
        self._make(move, offer_draw=offer_draw, pressed=pressed)

    def _make(self, move: Move, *, offer_draw: bool = False, pressed: float | None = None) -> None:
        """Make a legal move, offer a draw with it, press the clock."""
        mover = self.turn
        self._moves.append(move)
        self._board = None
        ply = len(self._moves)
        if offer_draw:
            self._events.append(GameEvent(ply, EventKind.OFFER, mover))
        if pressed is not None and self._time is not None:
            self._time.press(ply, pressed)
            self._events.append(GameEvent(ply, EventKind.PRESS_CLOCK, mover, at=pressed))

    def pop(self) -> Move:
        """Take the last move back, with everything that has happened since, and return it.

        The game is then as it was before that `push`: an offer is open again, a caution given later is forgotten.

        Raises
        ------
        GameStateError
            If no move has been made.
        """
        moves = self._moves
        if not moves:
            raise GameStateError("there is no move to take back")
        move = moves.pop()
        board = self._board
        if board is not None:
            self._boards.pop()
            self._tally.take_back(board, len(moves) + 1)
            self._closed = False
        self._board = self._boards[-1]
        if self._events:
            self._forget()
        return move

    def _forget(self) -> None:
        """Drop what happened after the present position was left for the first time."""
        ply = len(self._moves)
        events = self._events
        while events and events[-1].ply > ply:
            events.pop()
            self._closed = False
        if self._time is not None:
            self._time.take_back(ply)

    @property
    def time_control(self) -> TimeControl | None:
        """The time control, if the game has a clock."""
        return None if self._time is None else self._time.control

    @property
    def clock(self) -> Clock | None:
        """The clock as it was last started, stopped or pressed; None in a game without one."""
        if self._time is None:
            return None
        return Clock.new(self._time.control, self.turn) if self._time.is_unused else self._time.now

    def clock_after(self, ply: int) -> Clock:
        """The clock as it was after so many plies, as a file of moves with their times has it.

        Raises
        ------
        GameStateError
            If the game has no clock.
        """
        return self._given_time().after(as_whole(ply, "ply"))

    def start_clock(self, at: float) -> None:
        """Start the clock of the side to move, at the beginning or after a break.

        Raises
        ------
        GameStateError
            If the game is over or has no clock, or the clock is running.
        """
        self._check_running()
        self._given_time().start(len(self._moves), self.turn, at)
        self._events.append(GameEvent(len(self._moves), EventKind.START_CLOCK, at=at))

    def stop_clock(self, at: float) -> None:
        """Stop the clock, for a break or before the game is saved.

        Raises
        ------
        GameStateError
            If the game has no clock, or the clock is stopped.
        """
        self._check_running()
        self._given_time().stop(len(self._moves), at)
        self._events.append(GameEvent(len(self._moves), EventKind.STOP_CLOCK, at=at))

    def restart_clock(self, at: float, *, used: float = 0.0) -> None:
        """Let a running clock go on from a timestamp of another time source, as after a restart of the program.

        Parameters
        ----------
        at : float
            The present, by the new source.
        used : float
            Seconds of the present turn that count, between the last start or press and the restart.

        Raises
        ------
        GameStateError
            If the game is over or has no clock, or the clock is stopped.

        Examples
        --------
        >>> from draughts import Game, TimeControl
        >>> game = Game(clock=TimeControl.from_text("300+5"))
        >>> game.start_clock(at=1_000_000.0)
        >>> game.restart_clock(at=12.5, used=8)
        >>> game.clock.remaining(game.turn, at=12.5)
        292.0
        """
        since = self._given_time().now.since
        if since is None:
            raise GameStateError("the clock is stopped; start_clock lets time run")
        self.stop_clock(since + as_number(used, "used"))
        self.start_clock(at)

    def check_time(self, at: float) -> bool:
        """Whether the time of the side to move is up. If that loses, the game is then over.

        Where a move is made for the player instead, the caller makes it: see `auto_move`.
        """
        time = self._given_time()
        if self.is_over or time.is_unused or not time.now.is_expired(at):
            return False
        if time.control.expiry is Expiry.LOSS:
            self._end(EventKind.TIME_UP, self.turn, at=at)
        return True

    def auto_move(self, choose: Callable[[Sequence[Move]], Move] | None = None, *, at: float | None = None) -> Move:
        """Make a move for a player whose time is up. A capture that was begun by `start_move` is finished.

        Parameters
        ----------
        choose : callable, optional
            Chooses one of the moves that it is given; by default a choice that depends on the position only.
        at : float, optional
            The timestamp, if the game has a clock that runs.
        """
        moves: Sequence[Move] = self.legal_moves
        if not moves:
            raise self._over()
        entry = self._present_entry()
        if entry is not None and len(entry.path) > 1:
            moves = entry.moves
        move = moves[self.board.key % len(moves)] if choose is None else choose(moves)
        if move not in moves:
            raise IllegalMoveError(
                f"{write_long(move)} is none of the moves that can be made for {self._named(self.turn)}"
            )
        time = self._time
        if time is None or time.is_unused or not time.is_late(time.check_press(at)):
            return self.push(move, at=at)
        move = self.board.move(move)
        self._make(move, pressed=at)
        return move

    def _given_time(self) -> GameClock:
        if self._time is None:
            raise GameStateError("the game has no clock")
        return self._time

    def to_dict(self) -> dict[str, Any]:
        """The whole game as data that JSON can hold: moves, offers, cautions, clock and result.

        Examples
        --------
        >>> from draughts import Game
        >>> game = Game()
        >>> game.push("11-15")
        Move(11-15)
        >>> game.offer_draw()
        >>> again = Game.from_dict(game.to_dict())
        >>> again.offer, again == game
        (<Color.WHITE: 'W'>, True)
        """
        return write_game(
            GameData(
                rules=self._rules,
                start=self._boards[0],
                moves=tuple(map(write_long, self._moves)),
                events=tuple(self._events),
                cautions=self._cautions,
                control=self.time_control,
                fen=self.board.fen,
                result=outcome(self.result),
            )
        )

    def to_json(self, *, indent: int | None = 1) -> str:
        """The game of `to_dict` as a text; with ``indent=None`` in one line, as small as it gets."""
        data = self.to_dict()
        return json.dumps(data, separators=(",", ":")) if indent is None else json.dumps(data, indent=indent) + "\n"

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The game that `to_dict` gave: it goes on where it was.

        Raises
        ------
        SavedGameError
            If the data are damaged, edited, or from a later version; the message says what is wrong.
        """
        return restore_game(cls, data)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The game of a text that `to_json` gave.

        Raises
        ------
        SavedGameError
            As `from_dict`, or if the text is cut off.
        """
        return cls.from_dict(read_text(text))

    def to_pdn(self, *, commands: bool = True, strict: bool = False, **tags: str) -> str:
        """The whole game as PDN 3.0, as other programs read it.

        Parameters
        ----------
        commands : bool
            Whether to keep what PDN has no words for (offers, cautions, timestamps, why the game is over) in comments
            that other programs leave alone. Without them `from_pdn` gives back moves and result.
        strict : bool
            Whether to end with ``*`` as the grammar has it, and not with the result as nearly everybody does.
        **tags : str
            Tags, such as ``Event="Ayr", White="..."``. Those of variant, start position, clock and result are written
            anyway.

        Raises
        ------
        PdnError
            If a tag has a name or a value that PDN does not allow, or one that the game itself decides.

        Examples
        --------
        >>> from draughts import Color, Game
        >>> game = Game()
        >>> for move in ("11-15", "23-19", "8-11"):
        ...     _ = game.push(move)
        >>> game.resign(Color.WHITE)
        >>> print(game.to_pdn(commands=False, Event="Ayr"), end="")
        [Event "Ayr"]
        [Result "1-0"]
        [GameType "21,B,8,8,N1,0"]
        [Termination "Black wins: White resigns"]
        <BLANKLINE>
        1. 11-15 23-19 2. 8-11 1-0
        """
        from draughts.pdn.game_records import record_of
        from draughts.pdn.writer import dumps

        return dumps(record_of(self, tags, commands=as_flag(commands, "commands")), strict=strict)

    @classmethod
    def from_pdn(cls, text: str | bytes | GameRecord, *, rules: Rules | None = None) -> Self:
        """The game in a PDN text of one game, or in a record of `pdn.read`.

        A game that `to_pdn` wrote is restored with everything that happened in it. Of other games the moves are made,
        and the result in the file counts where they lead to none.

        Parameters
        ----------
        text : str, bytes or GameRecord
            The game.
        rules : Rules, optional
            The variant; by default that which the tags name, or for a game that does not say what its moves tell.

        Raises
        ------
        PdnError
            If there is not exactly one game, if it has an illegal or unknown move, or if it was written by `to_pdn` and
            then changed or cut off.

        Notes
        -----
        A game that goes on after a draw by the rules is read whole: `drawn_after` says where it was drawn.

        Examples
        --------
        >>> from draughts import Game
        >>> game = Game.from_pdn('[GameType "25"] 1. c3-d4 d6-c5 2. b2-c3 0-1')
        >>> game.rules.name, game.ply, game.result.describe()
        ('russian', 3, 'Black wins: by adjudication')
        """
        from draughts.pdn.restoring import restore

        return restore(cls, text, rules)

    def copy(self) -> Self:
        """A game with the same history that goes its own way from here."""
        twin = object.__new__(type(self))
        for name in (*History.__slots__, *Contest.__slots__, *Game.__slots__):
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list | Tally | GameClock) else value)
        twin._entry = None
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._moves == other._moves
            and self._events == other._events
            and self._boards[0] == other._boards[0]
            and self._cautions == other._cautions
            and self.time_control == other.time_control
        )

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        from draughts import svg

        return svg.board(self.board, last_move=self.last_move)

    def __repr__(self) -> str:
        result = self.result
        state = f"{self._named(self.turn)} to move" if result is None else result.score()
        return f"<Game {self._rules.name}, {counted(len(self._moves), 'ply', 'plies')}, {state}>"
