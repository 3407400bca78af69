"""Playing a saved game again. Every move and event is made by the game's own methods, so that none goes unchecked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.errors import DraughtsError, GameStateError, SavedGameError
from draughts.game.events import EventKind, GameEvent
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
    """Make the moves of a saved game and bring its events about again, on a new game.

    Raises
    ------
    SavedGameError
        If they cannot have happened, or lead to another position or result than was saved.
    """
    events = list(enumerate(saved.events))[::-1]
    for ply in range(len(saved.moves) + 1):
        if ply:
            press = events.pop()[1] if events and events[-1][1][:2] == (ply, EventKind.PRESS_CLOCK) else None
            _push(game, ply, saved.moves[ply - 1], press)
        while events and events[-1][1].ply == ply:
            _repeat(game, *events.pop())
    if game.board.fen != saved.fen:
        raise SavedGameError(f"the moves lead to {game.board.fen}, but fen is {saved.fen}")
    if outcome(game.result) != saved.result:
        raise SavedGameError(f"moves and events give the result {outcome(game.result)}, but {saved.result} is saved")


def _push(game: Game, ply: int, text: str, press: GameEvent | None) -> None:
    try:
        game.push(game.board.move(text), at=None if press is None else press.at)
    except DraughtsError as error:
        raise SavedGameError(f"moves[{ply - 1}]: {error}") from None
    if press is not None and game.events[-1:] != (press,):
        raise SavedGameError(f"moves[{ply - 1}]: the clock cannot have been pressed: {press.describe()}")


def _repeat(game: Game, position: int, event: GameEvent) -> None:
    """Bring an event about again."""
    try:
        _perform(game, event)
    except DraughtsError as error:
        raise SavedGameError(f"events[{position}]: {error}") from None
    if game.events[-1:] != (event,):
        raise SavedGameError(f"events[{position}] cannot have happened: {event.describe()}")


def _perform(game: Game, event: GameEvent) -> None:
    color = event.color or game.turn
    match event.kind:
        case EventKind.OFFER:
            game.offer_draw(event.color)
        case EventKind.DECLINE:
            game.decline_draw(event.color)
        case EventKind.ACCEPT:
            game.accept_draw(event.color)
        case EventKind.CLAIM:
            game.claim_draw(event.color)
        case EventKind.RESIGN:
            game.resign(color)
        case EventKind.FORFEIT:
            game.forfeit(color, event.note)
        case EventKind.ADJUDICATE:
            game.adjudicate(event.color, event.note)
        case EventKind.ILLEGAL_MOVE:
            game.caution(event.note)
        case EventKind.TIME_UP if event.at is None:
            game.forfeit(color, ResultReason.TIME)
        case EventKind.TIME_UP:
            game.check_time(event.at or 0.0)
        case EventKind.START_CLOCK:
            game.start_clock(_time(event))
        case EventKind.STOP_CLOCK:
            game.stop_clock(_time(event))
        case EventKind.PRESS_CLOCK:
            raise GameStateError(f"no move was made {event.describe()}")


def _time(event: GameEvent) -> float:
    if event.at is None:
        raise GameStateError(f"the time is missing: {event.describe()}")
    return event.at
