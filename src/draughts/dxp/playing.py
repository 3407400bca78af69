"""A `Player` that plays a game over DXP."""

from __future__ import annotations

import asyncio
import time

from draughts.dxp.game import DxpGame, Ending
from draughts.dxp.messages import EndReason
from draughts.game.player import Decision, Player, Stoppable, decide

__all__ = ["play_game"]

#: Seconds between attempts to stop a player that nobody waits for any longer.
_GLANCE = 0.02


async def play_game(game: DxpGame, player: Player) -> Ending:
    """Play a game to its end. A player may resign; the protocol has no way to offer a draw.

    Parameters
    ----------
    game : DxpGame
        The game.
    player : Player
        Who chooses the moves of this side; it runs in another thread.

    Raises
    ------
    IllegalMoveError, EngineError, ProtocolError
        As `DxpGame.receive`. Errors of the player are raised as well. The other side has been told then that the game
        is over.

    Examples
    --------
    >>> import asyncio
    >>> from draughts.dxp import DxpGame, play_game
    >>> from draughts.dxp.link import DxpLink, listen
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
    thinking: asyncio.Task[Decision] | None = None
    try:
        while game.ending is None:
            await game.settled()
            if not game.is_own_turn:
                await game.receive()
            elif (reason := game.end_reason) is not None:
                await game.end(reason)
            else:
                if thinking is not None:  # about a position that was taken back; a player does one thing at a time
                    await asyncio.wait((thinking,))
                    if not game.is_own_turn:
                        continue
                thinking = asyncio.create_task(asyncio.to_thread(decide, player, game.game.copy(), game.limits))
                thinking.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may ask for it
                if await _answer(game, thinking):
                    thinking = None
    except BaseException:
        await game.abort()
        raise
    finally:
        if thinking is not None and isinstance(player, Stoppable):
            while not thinking.done():  # again and again, as it may not have begun
                player.kill()
                await asyncio.wait((thinking,), timeout=_GLANCE)
    return game.ending


async def _answer(game: DxpGame, thinking: asyncio.Task[Decision]) -> bool:
    """Let the player move, and hear meanwhile what the other side says: if it goes back or ends, the move is not made.

    Returns
    -------
    bool
        Whether the player has answered; it thinks still if not.
    """
    began, ply = time.monotonic(), game.game.ply
    hearing = asyncio.create_task(game.receive())
    try:
        await asyncio.wait((thinking, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()
        (heard,) = await asyncio.gather(hearing, return_exceptions=True)
    if isinstance(heard, Exception):
        raise heard
    if not thinking.done():
        return False
    await game.settled()
    if game.is_own_turn and game.game.ply == ply:
        decision = thinking.result()
        if decision.move is None:
            await game.end(EndReason.RESIGN)
        else:
            await game.play(decision.move, time.monotonic() - began)
    return True
