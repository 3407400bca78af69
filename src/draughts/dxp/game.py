"""Games over DXP: who may say what when. A `Player` that plays one is in ``playing``."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from draughts.dxp.link import DxpLink
from draughts.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackRequest,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    OtherVersion,
    format_telegram,
)
from draughts.dxp.position import check_squares, read_position, write_position
from draughts.errors import EngineError, FenError, GameStateError, IllegalMoveError, ProtocolError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.square_strings import find_move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Color, Rules
from draughts.support.printable import printable

__all__ = ["DxpGame", "Ending"]

_NAME = "draughts"
#: Seconds of the clock that are kept back: what a player uses is measured here, and the other side measures more.
_RESERVE = 2.0
#: Seconds in a game without a clock: for a move of this side, and for one of the other side.
_OWN_MOVE = 30.0
_OTHER_MOVE = 3600.0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game over DXP was ended.

    Attributes
    ----------
    by : Color
        Who ended it.
    reason : EndReason
        Why, as that side says. The protocol leaves the other one no choice, so it need not be what the board says; see
        ``game.result`` for that.
    stop : bool
        Whether one of the sides wants no other game.
    """

    by: Color
    reason: EndReason
    stop: bool


class DxpGame:
    """A game over a link, seen from one side. `request` and `accept` begin one, `play_game` plays one.

    Several tasks may use it at once: one may wait in `receive` while another one moves, ends the game or takes back.

    Attributes
    ----------
    game : Game
        The game until now.
    color : Color
        What this side plays.
    opponent : str
        What the other side calls itself.
    minutes : float
        Time of each side; 0 for no limit.
    moves : int
        Number of moves of each side; 0 for no limit.
    ending : Ending or None
        How it was ended.
    accepts_back : callable
        Asked whether the other side may go back to an earlier position, with its request and the game; it may not
        unless this is replaced.
    """

    def __init__(
        self, link: DxpLink, game: Game, color: Color, opponent: str, minutes: float, moves: int, *, name: str = _NAME
    ) -> None:
        self.game = game
        self.color = color
        self.opponent = opponent
        self.minutes = minutes
        self.moves = moves
        self.ending: Ending | None = None
        self.accepts_back: Callable[[BackRequest, Game], bool] = lambda request, game: False
        self._link = link
        self._name = name
        self._used = 0.0
        #: Held by the one task that reads.
        self._reading = asyncio.Lock()
        #: What has happened while some task waits for it.
        self._happened: deque[Move | BackRequest | Ending] = deque()
        self._receivers = 0
        #: The request to go back that has not been answered, with the number of moves made there.
        self._asked: tuple[BackRequest, int] | None = None
        self._is_granted = False
        #: Whether both sides have said that the game is over.
        self._is_confirmed = False

    # How games begin

    @classmethod
    async def request(
        cls,
        link: DxpLink,
        *,
        color: Color = Color.WHITE,
        minutes: int = 10,
        moves: int = 0,
        start: Board | None = None,
        rules: Rules = INTERNATIONAL,
        name: str = _NAME,
    ) -> Self:
        """Ask for a game, as the Initiator.

        Parameters
        ----------
        link : DxpLink
            The connection.
        color : Color
            What this side plays.
        minutes, moves : int
            Time and number of moves of each side.
        start : Board, optional
            Where to begin; the start position unless given.
        rules : Rules
            The variant, if there is no `start`. The protocol does not name it: the other side must know.
        name : str
            What this side is called, in at most 32 characters.

        Raises
        ------
        EngineError
            If the other side refuses, is gone or silent.
        ProtocolError
            If it does not keep to the protocol, or a value does not fit it.
        RulesError
            If the board has not 50 squares.
        """
        board = Board(rules) if start is None else start
        check_squares(board.rules)
        is_normal = board == Board(board.rules) and board.turn is Color.WHITE
        position = "" if is_normal else write_position(board)
        await link.send(GameRequest(name, color.opponent, minutes, moves, position))
        answer = await _answer_to_request(link, name)
        if answer.code is not AcceptCode.ACCEPTED:
            reason = answer.code.name.lower().replace("_", " ")
            raise EngineError(f"{answer.name or 'the other side'} does not play: {reason}")
        return cls(link, Game(start=board), color, answer.name, minutes, moves, name=name)

    @classmethod
    async def accept(
        cls,
        link: DxpLink,
        *,
        rules: Rules = INTERNATIONAL,
        name: str = _NAME,
        decide: Callable[[GameRequest], AcceptCode] = lambda request: AcceptCode.ACCEPTED,
        timeout: float | None = None,
    ) -> Self:
        """Wait for a request that can be accepted, as the Follower. Others are refused.

        Parameters
        ----------
        link : DxpLink
            The connection.
        rules : Rules
            The variant, which the protocol does not name.
        name : str
            What this side is called, in at most 32 characters.
        decide : callable
            What to answer; positions that are none of the variant are refused without asking.
        timeout : float, optional
            Seconds to wait for each request; for ever unless given.

        Raises
        ------
        EngineError
            If the other side is gone, or asks for nothing in time.
        ProtocolError
            If it does not keep to the protocol.
        RulesError
            If the board of the variant has not 50 squares.
        """
        check_squares(rules)
        while True:
            request = await link.receive(timeout, "asked for a game")
            code = AcceptCode.WRONG_VERSION
            start = Board(rules)
            if isinstance(request, GameRequest):
                code = AcceptCode.NOT_THIS_GAME
                try:
                    start = read_position(request.position, rules) if request.position else start
                    code = decide(request)
                except FenError:
                    pass
            elif not isinstance(request, OtherVersion):
                link.note(f"skipped between games: {request}")
                continue
            await link.send(GameAccept(name, code))
            if isinstance(request, GameRequest) and code is AcceptCode.ACCEPTED:
                game = Game(start=start)
                minutes, moves = request.minutes, request.moves
                return cls(link, game, request.follower, request.name, minutes, moves, name=name)

    # What is known

    @property
    def is_over(self) -> bool:
        """Whether one side has ended the game."""
        return self.ending is not None

    @property
    def is_own_turn(self) -> bool:
        """Whether this side is to move, or to end the game."""
        return not self.is_over and self.game.turn is self.color

    @property
    def limits(self) -> Limits:
        """How long this side may think about its move."""
        if not self.minutes:
            return Limits(seconds=_OWN_MOVE)
        left = max(self.minutes * 60 - self._used, 0.0)
        moves = max(self.moves - self.game.ply // 2, 1) if self.moves else None
        return Limits(remaining=left - min(_RESERVE, left / 2), moves_to_go=moves)

    @property
    def end_reason(self) -> EndReason | None:
        """Why this side, being to move, should end the game; None while it goes on."""
        result = self.game.result
        if result is None:
            return EndReason.NONE if self.moves and self.game.ply // 2 >= self.moves else None
        if result.winner is None:
            return EndReason.DRAW
        return EndReason.WIN if result.winner is self.color else EndReason.RESIGN

    # What this side does

    async def play(self, move: Move | str, seconds: float = 0.0) -> Move:
        """Make a move; not while a request of this side to go back is open, see `settled`.

        Parameters
        ----------
        move : Move or str
            The move.
        seconds : float
            Time used for it.

        Raises
        ------
        GameStateError
            If this side is not to move or must wait, or the game is over.
        IllegalMoveError
            If the move is not legal.
        EngineError
            If the other side is gone.
        """
        self._check_turn()
        self._check_settled()
        made = self.game.push(move)
        self._used += seconds
        await self._link.send(MoveMade(round(seconds), made.origin, made.destination, made.captured))
        return made

    async def end(self, reason: EndReason = EndReason.NONE, *, stop: bool = False) -> Ending:
        """End the game instead of making a move, and wait for the answer.

        Raises
        ------
        GameStateError
            If this side is not to move, or has ended the game already.
        EngineError
            If the other side does not answer.
        """
        self._check_turn()
        return await self._end(reason, stop=stop)

    async def take_back(self, number: int, turn: Color) -> bool:
        """Ask to go back to where a side was to make its move of this number, from 1; whether it was granted.

        It may be asked at any moment. The side that begins makes its first move with the number 1; where Black begins,
        White answers with its move number 2.

        Raises
        ------
        GameStateError
            If there was no such position, another request has not been answered yet, or the game is over.
        EngineError
            If the other side is gone, or does not answer.
        """
        if self.is_over:
            raise GameStateError("the game has been ended")
        self._check_settled()
        request = BackRequest(number, turn)
        ply = self._ply(request)
        if ply is None:
            raise GameStateError(f"move {number} of {turn} has not been made")
        self._asked, self._is_granted = (request, ply), False
        await self._link.send(request)
        await self.settled()
        return self._is_granted

    async def settled(self) -> None:
        """Wait until no request of this side to go back is open; see `take_back` for errors."""
        answered = "said whether moves are taken back"
        await self._until(lambda: self._asked is None or self.is_over, self._patience(), answered)

    async def abort(self, reason: EndReason = EndReason.NONE, *, stop: bool = False) -> None:
        """End the game because this side cannot go on, at any moment; the other side is told, if it is there still.

        Nothing is raised: call it before the link is closed, whatever has happened.
        """
        if self.is_over:
            return
        with contextlib.suppress(EngineError, ProtocolError):
            await self._end(reason, stop=stop)

    # What the other side does

    async def receive(self) -> Move | BackRequest | Ending:
        """Wait for what the other side does: its move, a request to go back that was granted, or the end.

        If this side is to move, there may be a request to go back or the end, and it may take for ever.

        Raises
        ------
        GameStateError
            If the game is over.
        IllegalMoveError
            If its move is not legal here, as when the positions differ. The game has been ended then.
        EngineError
            If it is gone or silent.
        ProtocolError
            If it does not keep to the protocol. The game has been ended then.
        """
        if self.is_over:
            raise GameStateError("the game has been ended")
        self._receivers += 1
        try:
            await self._until(
                lambda: bool(self._happened), None if self.is_own_turn else self._patience(), "sent its move"
            )
            happened = self._happened.popleft()
            await self._wait_for_confirmation()
            return happened
        finally:
            self._receivers -= 1
            if not self._receivers:
                self._happened.clear()

    async def _until(self, is_done: Callable[[], bool], seconds: float | None, what: str) -> None:
        """Read until something has happened. Whichever task reads, the others learn what concerns them."""
        ends = None if seconds is None else asyncio.get_running_loop().time() + seconds
        while not is_done():
            try:
                async with self._reading:
                    if not is_done():
                        await self._take(ends, what)
            except (IllegalMoveError, ProtocolError):
                await self.abort(stop=True)
                raise

    async def _take(self, ends: float | None, what: str) -> None:
        """Do what one telegram asks for. What has no sense now is skipped."""
        link = self._link
        left = None if ends is None else max(0.0, ends - asyncio.get_running_loop().time())
        telegram = await link.receive(left, what)
        match telegram:
            case MoveMade() if not self.is_over and not self.is_own_turn:
                await self._take_move(telegram)
            case GameEnd(reason, stop) if self.ending is None:
                self._ended(self.color.opponent, reason, stop)
                await link.send(GameEnd())
            case GameEnd(stop=stop) if self.ending is not None and not self._is_confirmed:
                self._is_confirmed = True
                self.ending = replace(self.ending, stop=self.ending.stop or stop)
            case BackRequest():
                ply = self._ply(telegram)
                # Requests that cross are both refused, so that both sides know where they are.
                is_possible = not self.is_over and self._asked is None and ply is not None
                is_granted = is_possible and self.accepts_back(telegram, self.game)
                if is_granted and ply is not None:
                    self._go_back(ply)
                    self._tell(telegram)
                await link.send(BackAccept(0 if is_granted else 1))
            case BackAccept(code) if self._asked is not None and not self.is_over:
                (request, ply), self._asked = self._asked, None
                if code == 0:
                    self._is_granted = True
                    self._go_back(ply)
                    self._tell(request)
            case GameRequest() | OtherVersion():
                await link.send(GameAccept(self._name, AcceptCode.NOT_THIS_GAME))
            case _:
                link.note(f"skipped during a game: {telegram}")

    def _tell(self, event: Move | BackRequest | Ending) -> None:
        """Hand over to whoever waits in `receive`."""
        if self._receivers:
            self._happened.append(event)

    async def _take_move(self, made: MoveMade) -> None:
        game = self.game
        if game.is_over:  # the other side has not noticed, so this one says it
            await self._say_end(self.end_reason or EndReason.NONE)
            return
        mark = "x" if made.captured else "-"
        text = f"{made.origin}{mark}{'x'.join(map(str, (made.destination, *made.captured)))}"
        try:
            move = find_move(game.board, made.origin, made.destination, made.captured, text)
        except IllegalMoveError as error:
            name = printable(self.opponent) or "the other side"
            raise IllegalMoveError(f"{name} has sent {format_telegram(made)!r}: {error}") from None
        self._tell(game.push(move))

    # Inside

    async def _end(self, reason: EndReason, *, stop: bool = False) -> Ending:
        await self._say_end(reason, stop=stop)
        await self._wait_for_confirmation()
        assert self.ending is not None
        return self.ending

    async def _say_end(self, reason: EndReason, *, stop: bool = False) -> None:
        self._ended(self.color, reason, stop)
        await self._link.send(GameEnd(reason, stop))

    async def _wait_for_confirmation(self) -> None:
        """If this side has ended the game, wait until the other one has said so, too."""
        if self.is_over:
            await self._until(lambda: self._is_confirmed, self._link.timeout, "confirmed the end of the game")

    def _ended(self, by: Color, reason: EndReason, stop: bool) -> None:
        self.ending = Ending(by, reason, stop)
        self._is_confirmed = by is not self.color
        if reason is EndReason.RESIGN and not self.game.is_over:
            self.game.resign(by)
        self._tell(self.ending)

    def _check_turn(self) -> None:
        if not self.is_own_turn:
            raise GameStateError("the game has been ended" if self.is_over else f"{self.game.turn} is to move")

    def _check_settled(self) -> None:
        if self._asked is not None:
            raise GameStateError("the other side has not yet said whether moves are taken back")

    def _ply(self, request: BackRequest) -> int | None:
        """How many moves had been made there, or None if it was not reached.

        Moves are numbered as if White had begun: where Black begins, its first move is the second half of number 1.
        """
        boards = self.game.boards
        ply = 2 * (request.number - 1) + (request.turn is Color.BLACK) - (boards[0].turn is Color.BLACK)
        return ply if 0 <= ply < self.game.ply else None

    def _go_back(self, ply: int) -> None:
        while self.game.ply > ply:
            self.game.pop()

    def _patience(self) -> float:
        """Seconds that the other side has for a move: all its time, for the clocks are not compared."""
        return (self.minutes * 60 or _OTHER_MOVE) + self._link.timeout


async def _answer_to_request(link: DxpLink, name: str) -> GameAccept:
    """What the other side says to a request; whatever else it says before is skipped."""
    ends = asyncio.get_running_loop().time() + link.timeout
    while True:
        left = max(0.0, ends - asyncio.get_running_loop().time())
        answer = await link.receive(left, "said whether it plays")
        if isinstance(answer, GameAccept):
            return answer
        if isinstance(answer, GameRequest | OtherVersion):  # it asks at the same time; this side was first, it says
            await link.send(GameAccept(name, AcceptCode.NOT_THIS_GAME))
        link.note(f"skipped before a game: {answer}")
