"""Games over DXP: who may say what when, and a `Player` that plays one."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
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
    Telegram,
)
from draughts.dxp.position import read_position, write_position
from draughts.errors import EngineError, FenError, GameStateError, IllegalMoveError, ProtocolError, RulesError
from draughts.game.game import Game
from draughts.game.player import Limits, Player
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.square_strings import find_move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Color, Rules

__all__ = ["DxpGame", "Ending", "play_game"]

_NAME = "draughts"
_SQUARES = 50
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

    Attributes
    ----------
    game : Game
        The game until now.
    color : Color
        What this side plays.
    opponent : str
        What the other side calls itself.
    minutes, moves : int
        Time and number of moves of each side; 0 for no limit.
    ending : Ending or None
        How it was ended.
    accepts_back : callable
        Asked whether the other side may go back to an earlier position, with its request and the game; it may not
        unless this is replaced.
    """

    def __init__(self, link: DxpLink, game: Game, color: Color, opponent: str, minutes: int, moves: int) -> None:
        self.game = game
        self.color = color
        self.opponent = opponent
        self.minutes = minutes
        self.moves = moves
        self.ending: Ending | None = None
        self.accepts_back: Callable[[BackRequest, Game], bool] = lambda request, game: False
        self._link = link
        self._used = 0.0

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
        _check_squares(board.rules)
        is_normal = board == Board(board.rules) and board.turn is Color.WHITE
        position = "" if is_normal else write_position(board)
        await link.send(GameRequest(name, color.opponent, minutes, moves, position))
        answer = await link.receive(link.timeout, "said whether it plays")
        if not isinstance(answer, GameAccept):
            raise await _unexpected(link, answer, "GAMEACC")
        if answer.code is not AcceptCode.ACCEPTED:
            reason = answer.code.name.lower().replace("_", " ")
            raise EngineError(f"{answer.name or 'the other side'} does not play: {reason}")
        return cls(link, Game(start=board), color, answer.name, minutes, moves)

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
        _check_squares(rules)
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
                raise await _unexpected(link, request, "GAMEREQ")
            await link.send(GameAccept(name, code))
            if isinstance(request, GameRequest) and code is AcceptCode.ACCEPTED:
                game = Game(start=start)
                return cls(link, game, request.follower, request.name, request.minutes, request.moves)

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
        """Make a move.

        Parameters
        ----------
        move : Move or str
            The move.
        seconds : float
            Time used for it.

        Raises
        ------
        GameStateError
            If this side is not to move, or the game is over.
        IllegalMoveError
            If the move is not legal.
        EngineError
            If the other side is gone.
        """
        self._check_turn()
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
        EngineError, ProtocolError
            If the other side does not answer, or not with GAMEEND.
        """
        self._check_turn()
        return await self._end(reason, stop=stop)

    async def take_back(self, number: int, turn: Color) -> bool:
        """Ask to go back to where a side was to make its move of this number, from 1; whether it was granted.

        Raises
        ------
        GameStateError
            If this side is not to move, or there was no such position.
        EngineError, ProtocolError
            If the other side does not answer, or not with BACKACC.
        """
        self._check_turn()
        request = BackRequest(number, turn)
        if self._ply(request) is None:
            raise GameStateError(f"move {number} of {turn} has not been made")
        await self._link.send(request)
        answer = await self._link.receive(self._patience(), "said whether moves are taken back")
        if not isinstance(answer, BackAccept):
            raise await _unexpected(self._link, answer, "BACKACC")
        if answer.code == 0:
            self._go_back(request)
        return answer.code == 0

    # What the other side does

    async def receive(self) -> Move | BackRequest | Ending:
        """Wait for what the other side does: its move, a request to go back that was granted, or the end.

        Raises
        ------
        GameStateError
            If this side is to move, or the game is over.
        IllegalMoveError
            If its move is not legal here, as when the positions differ. The game has been ended then.
        EngineError
            If it is gone or silent.
        ProtocolError
            If it does not keep to the protocol.
        """
        if self.is_over or self.is_own_turn:
            raise GameStateError("the game has been ended" if self.is_over else "this side is to move")
        while True:
            telegram = await self._link.receive(self._patience(), "sent its move")
            match telegram:
                case MoveMade():
                    return await self._take_move(telegram)
                case GameEnd(reason, stop):
                    await self._link.send(GameEnd())
                    return self._ended(self.color.opponent, reason, stop)
                case BackRequest():
                    is_granted = self._ply(telegram) is not None and self.accepts_back(telegram, self.game)
                    await self._link.send(BackAccept(0 if is_granted else 1))
                    if is_granted:
                        self._go_back(telegram)
                        return telegram
                case _:
                    raise await _unexpected(self._link, telegram, "MOVE")

    async def _take_move(self, made: MoveMade) -> Move | Ending:
        game = self.game
        if game.is_over:  # the other side has not noticed, so this one says it
            return await self._end(self.end_reason or EndReason.NONE)
        text = "x".join(map(str, (made.origin, made.destination, *made.captured)))
        try:
            move = find_move(game.board, made.origin, made.destination, made.captured, text)
        except IllegalMoveError:
            with contextlib.suppress(EngineError, ProtocolError):
                await self._end(EndReason.NONE, stop=True)
            raise
        return game.push(move)

    # Inside

    async def _end(self, reason: EndReason, *, stop: bool = False) -> Ending:
        self._ended(self.color, reason, stop)
        await self._link.send(GameEnd(reason, stop))
        answer = await self._link.receive(self._link.timeout, "confirmed the end of the game")
        if not isinstance(answer, GameEnd):
            raise await _unexpected(self._link, answer, "GAMEEND")
        return self._ended(self.color, reason, stop or answer.stop)

    def _ended(self, by: Color, reason: EndReason, stop: bool) -> Ending:
        self.ending = Ending(by, reason, stop)
        if reason is EndReason.RESIGN and not self.game.is_over:
            self.game.resign(by)
        return self.ending

    def _check_turn(self) -> None:
        if not self.is_own_turn:
            raise GameStateError("the game has been ended" if self.is_over else f"{self.game.turn} is to move")

    def _ply(self, request: BackRequest) -> int | None:
        """How many moves had been made there, or None if it was not reached."""
        start = self.game.boards[0].turn
        ply = 2 * (request.number - 1) + (request.turn is not start)
        return ply if 0 <= ply < self.game.ply else None

    def _go_back(self, request: BackRequest) -> None:
        ply = self._ply(request)
        while ply is not None and self.game.ply > ply:
            self.game.pop()

    def _patience(self) -> float:
        """Seconds that the other side has for a move: all its time, for the clocks are not compared."""
        return (self.minutes * 60 or _OTHER_MOVE) + self._link.timeout


async def play_game(game: DxpGame, player: Player) -> Ending:
    """Play a game to its end.

    Parameters
    ----------
    game : DxpGame
        The game.
    player : Player
        Who chooses the moves of this side; it runs in another thread.

    Raises
    ------
    IllegalMoveError, EngineError, ProtocolError
        As `DxpGame.receive`.

    Examples
    --------
    >>> from draughts.dxp.link import listen
    >>> from draughts.players import RandomPlayer
    >>> async def follow(link):
    ...     await play_game(await DxpGame.accept(link), RandomPlayer(1))
    >>> async def main():
    ...     async with listen(follow, port=0) as port:
    ...         async with await DxpLink.connect(port=port) as link:
    ...             game = await DxpGame.request(link, moves=10)
    ...             await play_game(game, RandomPlayer(2))
    ...             return game
    >>> game = asyncio.run(main())
    >>> game.game.ply, game.ending.reason
    (20, <EndReason.NONE: 0>)
    """
    while game.ending is None:
        if not game.is_own_turn:
            await game.receive()
        elif (reason := game.end_reason) is not None:
            await game.end(reason)
        else:
            began = time.monotonic()
            move = await asyncio.to_thread(player.choose, game.game.copy(), game.limits)
            await game.play(move, time.monotonic() - began)
    return game.ending


def _check_squares(rules: Rules) -> None:
    count = rules.geometry.square_count
    if count != _SQUARES:
        raise RulesError(f"DXP is for boards of {_SQUARES} squares, and that of {rules.name} has {count}")


async def _unexpected(link: DxpLink, telegram: Telegram, wanted: str) -> ProtocolError:
    await link.close()
    return ProtocolError(f"expected {wanted}, not {telegram}", link._channel.number)
