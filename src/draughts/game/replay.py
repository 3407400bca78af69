"""Playing a saved game again. Every move and act is made by the game's own methods, so that none goes unchecked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.errors import DraughtsError, GameStateError, SavedGameError
from draughts.game.events import Act, ActKind
from draughts.game.result import Result, ResultReason
from draughts.game.saved import GameData

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = ["outcome", "replay"]


def outcome(result: Result | None) -> tuple[str | None, str] | None:
    """A result as saved games have it."""
    if result is None:
        return None
    return (None if result.winner is None else result.winner.value), result.reason.value


def replay(game: Game, saved: GameData) -> None:
    """Make the moves of a saved game and do its acts again, on a new game.

    Raises
    ------
    SavedGameError
        If they cannot have happened, or lead to another position or result than was saved.
    """
    acts = list(enumerate(saved.acts))[::-1]
    for ply in range(len(saved.moves) + 1):
        if ply:
            press = acts.pop()[1] if acts and acts[-1][1][:2] == (ply, ActKind.PRESS_CLOCK) else None
            _push(game, ply, saved.moves[ply - 1], press)
        while acts and acts[-1][1].ply == ply:
            _repeat(game, *acts.pop())
    if game.board.fen != saved.fen:
        raise SavedGameError(f"the moves lead to {game.board.fen}, but fen is {saved.fen}")
    if outcome(game.result) != saved.result:
        raise SavedGameError(f"moves and acts give the result {outcome(game.result)}, but {saved.result} is saved")


def _push(game: Game, ply: int, text: str, press: Act | None) -> None:
    try:
        game.push(game.board.move(text), at=None if press is None else press.at)
    except DraughtsError as error:
        raise SavedGameError(f"moves[{ply - 1}]: {error}") from None
    if press is not None and game.acts[-1:] != (press,):
        raise SavedGameError(f"moves[{ply - 1}]: the clock cannot have been pressed: {press.describe()}")


def _repeat(game: Game, position: int, act: Act) -> None:
    """Do again what an act says."""
    try:
        _perform(game, act)
    except DraughtsError as error:
        raise SavedGameError(f"acts[{position}]: {error}") from None
    if game.acts[-1:] != (act,):
        raise SavedGameError(f"acts[{position}] cannot have happened: {act.describe()}")


def _perform(game: Game, act: Act) -> None:
    color = act.color or game.turn
    match act.kind:
        case ActKind.OFFER:
            game.offer_draw(act.color)
        case ActKind.DECLINE:
            game.decline_draw(act.color)
        case ActKind.ACCEPT:
            game.accept_draw(act.color)
        case ActKind.CLAIM:
            game.claim_draw(act.color)
        case ActKind.RESIGN:
            game.resign(color)
        case ActKind.FORFEIT:
            game.forfeit(color, act.note)
        case ActKind.ADJUDICATE:
            game.adjudicate(act.color, act.note)
        case ActKind.ILLEGAL_MOVE:
            game.caution(act.note)
        case ActKind.TIME_UP if act.at is None:
            game.forfeit(color, ResultReason.TIME)
        case ActKind.TIME_UP:
            game.check_time(act.at or 0.0)
        case ActKind.START_CLOCK:
            game.start_clock(_time(act))
        case ActKind.STOP_CLOCK:
            game.stop_clock(_time(act))
        case ActKind.PRESS_CLOCK:
            raise GameStateError(f"no move was made {act.describe()}")


def _time(act: Act) -> float:
    if act.at is None:
        raise GameStateError(f"the time is missing: {act.describe()}")
    return act.at
