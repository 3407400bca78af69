"""A history in which two players contend: offers, claims, cautions, resignations, moves being entered, the result."""

from __future__ import annotations

from draughts.errors import AmbiguousMoveError, GameStateError, IllegalMoveError
from draughts.game.events import EventKind, GameEvent
from draughts.game.history import History
from draughts.game.offers import offer_refusal, open_offer
from draughts.game.result import Result, ResultReason
from draughts.game.verdicts import DRAWN_BY, LOST_BY, VERDICTS, won_on_board
from draughts.position.board import Board
from draughts.position.explanation import Reason
from draughts.position.move import Move
from draughts.position.move_entry import MoveEntry
from draughts.rules.draws import DrawRule
from draughts.rules.readings import as_color
from draughts.rules.rules import Color
from draughts.support.checks import as_flag, as_number, as_text

__all__ = ["Contest"]

#: Texts that say no move at all are slips of the pen, not illegal moves.
_SLIPS = {Reason.UNREADABLE, Reason.NO_SUCH_SQUARE, Reason.AMBIGUOUS, Reason.GAME_OVER}


class Contest(History):
    """A history with the events besides its moves.

    Parameters
    ----------
    start : Board
        The first position.
    cautions : int or None
        How many illegal moves of a player are forgiven; None if they are not counted.
    """

    __slots__ = ("_cautions", "_entry", "_events")

    def __init__(self, start: Board, cautions: int | None) -> None:
        super().__init__(start)
        self._cautions = cautions
        self._events: list[GameEvent] = []
        self._entry: MoveEntry | None = None

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on.

        A position that decides the game goes before a draw rule that the same ply fulfils.
        """
        board = self.board
        verdict = self._verdict()
        if verdict is not None:
            return verdict
        won = won_on_board(board)
        if won is not None:
            return self._ended(*won)
        rule = self._tally.drawn(self._moves, self._boards)
        return None if rule is None else self._ended(None, DRAWN_BY[type(rule)], rule)

    def _ended(
        self, winner: Color | None, reason: ResultReason, rule: DrawRule | None = None, note: str = ""
    ) -> Result:
        rules = self._rules
        return Result(winner, reason, rules.first_mover, rules.result_style, rule, note, rules.side_names)

    def _named(self, color: Color) -> str:
        return self._rules.side_name(color)

    def _verdict(self) -> Result | None:
        """What the players or an arbiter have decided."""
        if not self._events or self._events[-1].ply != len(self._moves):
            return None
        _, kind, color, note, _ = self._events[-1]
        if kind is EventKind.ILLEGAL_MOVE:
            assert color is not None
            if self._cautions is None or self.illegal_moves(color) <= self._cautions:
                return None
            return self._ended(color.opponent, ResultReason.ILLEGAL_MOVES)
        if kind not in VERDICTS:
            return None
        if kind is EventKind.ACCEPT:
            return self._ended(None, ResultReason.AGREEMENT)
        if kind is EventKind.CLAIM:
            rule = self.claimable_draws[0]
            return self._ended(None, DRAWN_BY[type(rule)], rule)
        if kind is EventKind.ADJUDICATE:
            return self._ended(color, ResultReason.ADJUDICATION, note=note)
        assert color is not None
        return self._ended(color.opponent, LOST_BY[kind], note=note)

    def _over(self) -> GameStateError:
        result = self.result
        assert result is not None
        return GameStateError(f"the game is over: {result.describe()}")

    def _recognised(self, board: Board, move: Move | str) -> Move:
        """The board's own move for an equal one or for a text."""
        try:
            return board.move(move)
        except AmbiguousMoveError:
            raise
        except IllegalMoveError as error:
            if self.is_over:
                raise self._over() from None
            text = str(move)
            if self._cautions is None or board.explain(text).reason in _SLIPS:
                raise
            raise IllegalMoveError(f"{error}; {self.caution(text)}") from None

    @property
    def offer(self) -> Color | None:
        """The side whose draw offer is open, or None."""
        return open_offer(self._events, len(self._moves))

    def offer_draw(self, color: Color | str | None = None) -> None:
        """Offer a draw before one's move. The offer lapses with the next move, so it is answered before.

        An offer that the opponent has the whole next turn to answer is made with the move: ``push(move,
        offer_draw=True)``.

        Parameters
        ----------
        color : Color, optional
            Who offers; the side to move, as nobody else may.

        Raises
        ------
        GameStateError
            If it is not the player's turn, a capture is being made, an offer is open, or the rules allow none now
            (`DrawOffers`).
        """
        self._check_running()
        if color is not None and as_color(color) is not self.turn:
            raise GameStateError(f"a draw is offered on one's own turn, and {self._named(self.turn)} is to move")
        entry = self._present_entry()
        if entry is not None and entry.is_under_way:
            raise GameStateError("no draw can be offered in the middle of a capture")
        self._check_offer(self.turn)
        self._events.append(GameEvent(len(self._moves), EventKind.OFFER, self.turn))

    @property
    def may_offer_draw(self) -> bool:
        """Whether the side to move may offer a draw now; `offer_draw` says why not.

        Examples
        --------
        >>> from draughts import Game
        >>> game = Game()
        >>> before = game.may_offer_draw
        >>> game.offer_draw()
        >>> before, game.may_offer_draw
        (True, False)
        """
        if self.is_over or self.offer is not None:
            return False
        entry = self._present_entry()
        if entry is not None and entry.is_under_way:
            return False
        return not offer_refusal(self._rules, self._events, len(self._moves), self.turn)

    def _check_offer(self, color: Color) -> None:
        """Make sure that a side may offer a draw in its present turn."""
        offer = self.offer
        if offer is not None:
            raise GameStateError(f"{self._named(offer)}'s draw offer is still open")
        refusal = offer_refusal(self._rules, self._events, len(self._moves), color)
        if refusal:
            raise GameStateError(refusal)

    def accept_draw(self, color: Color | str) -> None:
        """Accept the other side's draw offer.

        Parameters
        ----------
        color : Color
            Who accepts: the opponent of the side that has offered.

        Raises
        ------
        GameStateError
            If no offer is open, or it is this side's own.
        """
        self._events.append(GameEvent(len(self._moves), EventKind.ACCEPT, self._answering(color)))
        self._closed = True

    def decline_draw(self, color: Color | str) -> None:
        """Decline the other side's draw offer.

        Parameters
        ----------
        color : Color
            Who declines: the opponent of the side that has offered.

        Raises
        ------
        GameStateError
            If no offer is open, or it is this side's own.
        """
        self._events.append(GameEvent(len(self._moves), EventKind.DECLINE, self._answering(color)))

    def _answering(self, color: Color | str) -> Color:
        color = as_color(color)
        self._check_running()
        offer = self.offer
        if offer is None:
            raise GameStateError("no draw offer is open; it lapses with the next move")
        if color is offer:
            raise GameStateError(f"{self._named(color)} cannot answer an offer of its own")
        return offer.opponent

    def claim_draw(self, color: Color | str | None = None) -> None:
        """Claim a draw by a rule that is fulfilled and does not end the game by itself.

        Parameters
        ----------
        color : Color, optional
            Who claims; the side to move by default.

        Raises
        ------
        GameStateError
            If no such rule is fulfilled now.
        """
        self._check_running()
        if not self.claimable_draws:
            raise GameStateError("no draw can be claimed now")
        self._end(EventKind.CLAIM, self.turn if color is None else as_color(color))

    def play_on(self) -> None:
        """Let the game go on although a draw rule has ended it, as the players of many recorded games did.

        From here on no draw rule ends the game by itself; what may be claimed may still be claimed.

        Raises
        ------
        GameStateError
            If no draw rule has ended the game.

        Examples
        --------
        >>> from draughts import Game
        >>> game = Game("frisian", "W:WK46:BK25")
        >>> game.result.describe()
        'drawn by material (one king each, at once, unless one can capture now or is bound to with the next move)'
        >>> game.play_on()
        >>> game.push("46-41"), game.result, game.drawn_after
        (Move(46-41), None, 0)
        """
        result = self.result
        if result is None or result.rule is None or self._verdict() is not None:
            raise GameStateError("no draw rule has ended the game")
        ply = len(self._moves)
        self._events.append(GameEvent(ply, EventKind.PLAY_ON))
        self._tally.lifted_at = ply
        self._closed = False

    @property
    def drawn_after(self) -> int | None:
        """The ply after which a draw rule had ended the game, which then went on; see `play_on`. Otherwise None."""
        return self._tally.lifted_at

    def resign(self, color: Color | str) -> None:
        """Give the game up.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        self._check_running()
        self._end(EventKind.RESIGN, as_color(color))

    def forfeit(self, color: Color | str, reason: ResultReason | str = "") -> None:
        """Lose the game for a reason outside the board.

        Parameters
        ----------
        color : Color
            Who loses.
        reason : ResultReason or str
            `ResultReason.TIME`, or the reason in words.

        Raises
        ------
        GameStateError
            If the game is over, or the reason is another member of `ResultReason`.
        """
        color = as_color(color)
        self._check_running()
        if reason is ResultReason.TIME:
            self._end(EventKind.TIME_UP, color)
        elif isinstance(reason, str) or reason is ResultReason.FORFEIT:
            self._end(EventKind.FORFEIT, color, reason if isinstance(reason, str) else "")
        else:
            raise GameStateError(f"a game is forfeited on time, or for a reason in words, not for {reason}")

    def adjudicate(self, winner: Color | str | None, note: str = "") -> None:
        """End the game by a decision from outside, such as an arbiter's or that of a file which says no more.

        Parameters
        ----------
        winner : Color, str or None
            Who wins; None or ``"draw"`` for a draw.
        note : str
            Why.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        decided = None if winner is None or winner == "draw" else as_color(winner)
        self._check_running()
        self._end(EventKind.ADJUDICATE, decided, as_text(note, "note"))

    def caution(self, text: str = "") -> str:
        """Count an illegal move of the side to move, as `push` does: it is cautioned, or has lost.

        Parameters
        ----------
        text : str
            What was tried.

        Returns
        -------
        str
            The consequence in words.

        Raises
        ------
        GameStateError
            If the game is over, or does not count illegal moves.
        """
        self._check_running()
        if self._cautions is None:
            raise GameStateError("this game does not count illegal moves")
        color = self.turn
        self._events.append(GameEvent(len(self._moves), EventKind.ILLEGAL_MOVE, color, as_text(text, "text")[:80]))
        result = self.result
        if result is None:
            return f"{self._named(color)} is cautioned, and the move is taken back"
        self._closed = True
        return result.describe()

    @property
    def cautions(self) -> int | None:
        """How many illegal moves of each side are forgiven; None if they are not counted."""
        return self._cautions

    def illegal_moves(self, color: Color | str) -> int:
        """How many illegal moves a player has tried, in a game with `cautions`."""
        player = as_color(color)
        return sum(event.kind is EventKind.ILLEGAL_MOVE and event.color is player for event in self._events)

    def note_time(self, color: Color | str, seconds: float, *, is_used: bool = False) -> None:
        """Note what a clock elsewhere showed after the last move, as files of games have it.

        No time passes in the game by it. `to_pdn` writes it as ``[%clk ...]``, ``[%clock ...]`` or ``[%emt ...]``.

        Parameters
        ----------
        color : Color
            Whose clock.
        seconds : float
            The time that was left.
        is_used : bool
            Whether it is the time that the player's last move took instead.

        Raises
        ------
        GameStateError
            If the game has been ended by the players or an arbiter.
        ArgumentError
            If the seconds are no finite number from 0.

        Examples
        --------
        >>> from draughts import Game
        >>> game = Game(clock="300+5", is_timed=False)
        >>> game.push("11-15")
        Move(11-15)
        >>> game.note_time("black", 298)
        >>> print(game.to_pdn(commands=False), end="")
        [Result "*"]
        [GameType "21,B,8,8,N1,0"]
        [TimeControl "300+5"]
        <BLANKLINE>
        1. 11-15 {[%clk 0:04:58]} *
        """
        player, time = as_color(color), as_number(seconds, "seconds")
        if self._verdict() is not None:
            raise self._over()
        kind = EventKind.TIME_USED if as_flag(is_used, "is_used") else EventKind.TIME_LEFT
        self._events.append(GameEvent(len(self._moves), kind, player, at=float(time)))

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """What has happened besides moves, in order."""
        return tuple(self._events)

    def _end(self, kind: EventKind, color: Color | None, note: str = "", at: float | None = None) -> None:
        self._events.append(GameEvent(len(self._moves), kind, color, note, at))
        self._closed = True

    def _check_running(self) -> None:
        if self.is_over:
            raise self._over()

    def start_move(self, square: int | str, *, touch_move: bool = False) -> MoveEntry:
        """Select a piece, to enter its move step by step; then ``push(entry.move)``.

        Parameters
        ----------
        square : int or str
            Where the piece stands.
        touch_move : bool
            Whether it must then move, and every jump stands.

        Raises
        ------
        GameStateError
            If the game is over, a capture with another entry has begun, or its piece was touched.
        IllegalMoveError
            If the piece there may not move.

        Examples
        --------
        >>> from draughts import Board, Game
        >>> game = Game(start=Board.from_fen("W:W22:B9,10,17,18"))
        >>> entry = game.start_move(22)
        >>> entry.targets
        (13, 15)
        >>> entry.step(15)
        >>> game.push(entry.finish(6))
        Move(22x15x6)
        """
        self._check_running()
        present = self._present_entry()
        if present is not None:
            present.check_free()
        self._entry = entry = MoveEntry(self.board, square, touch_move=touch_move)
        return entry

    def _present_entry(self) -> MoveEntry | None:
        """The entry of the present position's move, if there is one."""
        return self._entry if self._entry is not None and self._entry.board is self.board else None
