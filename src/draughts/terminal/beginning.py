"""Games that begin: their position, opening and clock."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.time_control import TimeControl

__all__ = ["begin_again", "begin_game"]


def begin_game(
    start: Board, opening: Sequence[Move | str] = (), *, cautions: int | None = None, clock: TimeControl | None = None
) -> Game:
    """A game with an opening that nobody has to think about: its moves take no time.

    Without a clock the game has that of its rules, if they have one.

    Raises
    ------
    IllegalMoveError
        If a move of the opening is not legal.
    """
    game = Game(start=start, cautions=cautions, clock=clock)
    if not opening:
        return game
    at = None if game.clock is None else 0.0
    if at is not None:
        game.start_clock(at)
    for move in opening:
        game.push(move, at=at)
    if at is not None:
        game.stop_clock(at)
    return game


def begin_again(last: Game, plies: int) -> Game:
    """A game with the start, the first plies, the cautions and the time control of another."""
    control = None if last.clock is None else last.clock.control
    return begin_game(last.boards[0], last.moves[:plies], cautions=last.cautions, clock=control)
