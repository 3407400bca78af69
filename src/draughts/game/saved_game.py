"""Saved games: a game as JSON has it, its strict reading, and playing it again.

Every move and event of a saved game is made by the game's own methods, so that none goes unchecked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from draughts.errors import ArgumentError, DraughtsError, FenError, GameStateError, RulesError, SavedGameError
from draughts.game.events import EventKind, GameEvent
from draughts.game.result import Result, ResultReason
from draughts.position.board import Board
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.rules import Color, Rules
from draughts.rules.time_control import Expiry, TimeControl
from draughts.support.checks import as_text

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = [
    "FORMAT",
    "VERSION",
    "GameData",
    "digest",
    "outcome",
    "read_game",
    "read_text",
    "replay",
    "restore_game",
    "write_game",
]

G = TypeVar("G", bound="Game")

FORMAT = "draughts-game"
#: The version that is written. Every version from 1 on can be read.
VERSION = 1

_COLORS = {"B": Color.BLACK, "W": Color.WHITE}
_KINDS = {kind.value: kind for kind in EventKind}


class GameData(NamedTuple):
    """What a saved game says.

    Attributes
    ----------
    rules : Rules
        The variant.
    start : Board
        The first position.
    moves : tuple of str
        The moves, with every landing square.
    events : tuple of GameEvent
        Everything else that happened, in order.
    cautions : int or None
        How many illegal moves are forgiven; None if they are not counted.
    control : TimeControl or None
        The time control, if there is a clock.
    fen : str
        The last position.
    result : tuple of (str or None, str), optional
        Winner's letter and reason, if the game is over.
    """

    rules: Rules
    start: Board
    moves: tuple[str, ...]
    events: tuple[GameEvent, ...]
    cautions: int | None
    control: TimeControl | None
    fen: str
    result: tuple[str | None, str] | None


def write_game(game: GameData) -> dict[str, Any]:
    """A game as data that JSON can hold."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {"name": game.rules.name} | to_plain(game.rules),
        "start": game.start.fen,
        "moves": list(game.moves),
        "events": [_plain_event(event) for event in game.events],
        "cautions": game.cautions,
        "clock": None if game.control is None else to_plain(game.control),
        "fen": game.fen,
        "result": None if game.result is None else {"winner": game.result[0], "reason": game.result[1]},
    }
    return data | {"check": _check(data)}


def read_text(text: str) -> Any:
    """Read JSON.

    Raises
    ------
    SavedGameError
        If the text is none; the message says where it breaks off.
    """
    try:
        return json.loads(as_text(text, "a saved game"))
    except json.JSONDecodeError as error:
        raise SavedGameError(
            f"this is not JSON, or it was cut off: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except ArgumentError:
        raise
    except (RecursionError, ValueError):
        raise SavedGameError("this is no saved game: brackets nested too deep, or a number that is too long") from None


def read_game(data: object) -> GameData:
    """Read what `write_game` wrote.

    Raises
    ------
    SavedGameError
        If the data are not such a game.
    """
    if not isinstance(data, Mapping):
        raise SavedGameError(f"a saved game is a mapping, not {_shown(data)}")
    if data.get("format") != FORMAT:
        raise SavedGameError(f"format must be {FORMAT!r}, not {_shown(data.get('format'))}")
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise SavedGameError(f"version must be a whole number from 1, not {_shown(version)}")
    if version > VERSION:
        raise SavedGameError(
            f"version {version} was written by a later version of this package, which reads up to {VERSION}"
        )
    return _Reader(data).game()


class _Reader:
    """Reads version 1."""

    fields = ("format", "version", "rules", "start", "moves", "events", "cautions", "clock", "fen", "result", "check")

    def __init__(self, data: Mapping[Any, Any]) -> None:
        missing = [field for field in self.fields if field not in data]
        if missing:
            raise SavedGameError(f"the saved game lacks {', '.join(missing)}")
        unknown = [_shown(field) for field in data if field not in self.fields]
        if unknown:
            raise SavedGameError(f"the saved game has unknown entries: {', '.join(unknown)}")
        self.data = data

    def game(self) -> GameData:
        data = self.data
        rules = self.plain(Rules, "rules")
        assert isinstance(rules, Rules)
        control = None if data["clock"] is None else self.plain(TimeControl, "clock")
        moves = self.list("moves")
        for at, move in enumerate(moves):
            if not isinstance(move, str):
                raise SavedGameError(f"moves[{at}] must be a text, not {_shown(move)}")
        game = GameData(
            rules=rules,
            start=self.board("start", rules),
            moves=tuple(moves),
            events=tuple(self.event(at, event, len(moves)) for at, event in enumerate(self.list("events"))),
            cautions=self.cautions(),
            control=control,
            fen=self.board("fen", rules).fen,
            result=self.result(),
        )
        plies = [event.ply for event in game.events]
        if plies != sorted(plies):
            raise SavedGameError("events are not in the order of their plies")
        return game

    def plain(self, kind: type, field: str) -> Any:
        try:
            return from_plain(kind, self.data[field], field)
        except RulesError as error:
            raise SavedGameError(str(error)) from None

    def list(self, field: str) -> list[Any]:
        value = self.data[field]
        if not isinstance(value, list):
            raise SavedGameError(f"{field} must be a list, not {_shown(value)}")
        return value

    def board(self, field: str, rules: Rules) -> Board:
        value = self.data[field]
        if not isinstance(value, str):
            raise SavedGameError(f"{field} must be a FEN, not {_shown(value)}")
        try:
            return Board.from_fen(value, rules)
        except FenError as error:
            raise SavedGameError(f"{field}: {error}") from None

    def cautions(self) -> int | None:
        value = self.data["cautions"]
        if value is not None and (type(value) is not int or value < 0):
            raise SavedGameError(f"cautions must be null or a whole number from 0, not {_shown(value)}")
        return value

    def event(self, at: int, data: object, plies: int) -> GameEvent:
        where = f"events[{at}]"
        known = ("ply", "event", "color", "note", "at")
        if not isinstance(data, Mapping) or not set(data) <= set(known) or not {"ply", "event"} <= set(data):
            raise SavedGameError(f"{where} must have ply and event, and may have color, note and at: {_shown(data)}")
        ply, kind, color, note, time = (data.get(key) for key in known)
        if type(ply) is not int or not 0 <= ply <= plies:
            raise SavedGameError(f"{where}.ply must be 0 to {plies}, not {_shown(ply)}")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise SavedGameError(f"{where}.event must be one of {', '.join(_KINDS)}, not {_shown(kind)}")
        if "color" in data and (not isinstance(color, str) or color not in _COLORS):
            raise SavedGameError(f"{where}.color must be 'B' or 'W', not {_shown(color)}")
        if "note" in data and not isinstance(note, str):
            raise SavedGameError(f"{where}.note must be a text, not {_shown(note)}")
        if "at" in data and (isinstance(time, bool) or not isinstance(time, int | float)):
            raise SavedGameError(f"{where}.at must be a number of seconds, not {_shown(time)}")
        return GameEvent(ply, _KINDS[kind], None if color is None else _COLORS[color], note or "", time)

    def result(self) -> tuple[str | None, str] | None:
        value = self.data["result"]
        if value is None:
            return None
        if not isinstance(value, Mapping) or set(value) != {"winner", "reason"}:
            raise SavedGameError(f"result must be null or have winner and reason: {_shown(value)}")
        winner, reason = value["winner"], value["reason"]
        if winner not in (None, "B", "W") or not isinstance(reason, str):
            raise SavedGameError(f"result: the winner must be 'B', 'W' or null and the reason a text: {_shown(value)}")
        return winner, reason


def outcome(result: Result | None) -> tuple[str | None, str] | None:
    """A result as saved games have it."""
    if result is None:
        return None
    return (None if result.winner is None else result.winner.value), result.reason.value


def replay(kind: type[G], saved: GameData) -> G:
    """Make the moves of a saved game and bring its events about again.

    Raises
    ------
    SavedGameError
        If they cannot have happened, or lead to another position or result than was saved.
    """
    is_timed = not saved.moves or any(event[:2] == (0, EventKind.START_CLOCK) for event in saved.events)
    game = kind(saved.rules, saved.start, cautions=saved.cautions, clock=saved.control, is_timed=is_timed)
    events = list(enumerate(saved.events))[::-1]
    for ply in range(len(saved.moves) + 1):
        if ply:
            with_move = []
            while events and events[-1][1].ply == ply and _belongs_to_move(events[-1][1], game.turn):
                with_move.append(events.pop()[1])
            _push(game, ply, saved.moves[ply - 1], with_move)
        while events and events[-1][1].ply == ply:
            _repeat(game, *events.pop())
    if game.board.fen != saved.fen:
        raise SavedGameError(f"the moves lead to {game.board.fen}, but fen is {saved.fen}")
    if outcome(game.result) != saved.result:
        raise SavedGameError(f"moves and events give the result {outcome(game.result)}, but {saved.result} is saved")
    return game


def _belongs_to_move(event: GameEvent, mover: Color) -> bool:
    """Whether an event came about with the move that leads to its ply."""
    return event.kind is EventKind.PRESS_CLOCK or (event.kind is EventKind.OFFER and event.color is mover)


def _push(game: Game, ply: int, text: str, events: Sequence[GameEvent]) -> None:
    """Make a move, with the offer and the press of the clock that belong to it."""
    offers = any(event.kind is EventKind.OFFER for event in events)
    at = next((event.at for event in events if event.kind is EventKind.PRESS_CLOCK), None)
    try:
        move = game.board.move(text)
        if at is not None and _is_late(game, at):
            game.auto_move(lambda _: move, at=at)
        else:
            game.push(move, at=at, offer_draw=offers)
    except DraughtsError as error:
        raise SavedGameError(f"moves[{ply - 1}]: {error}") from None
    if events and game.events[-len(events) :] != tuple(events):
        said = "; ".join(event.describe() for event in events)
        raise SavedGameError(f"moves[{ply - 1}]: the clock cannot have been pressed, or the draw offered: {said}")


def _is_late(game: Game, at: float) -> bool:
    """Whether a move at this time was made for the player."""
    clock = game.clock
    return clock is not None and clock.is_running and clock.control.expiry is Expiry.AUTO_MOVE and clock.is_expired(at)


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
            game.decline_draw(color)
        case EventKind.ACCEPT:
            game.accept_draw(color)
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
        case EventKind.PLAY_ON:
            game.play_on()
        case EventKind.START_CLOCK:
            game.start_clock(_time(event))
        case EventKind.STOP_CLOCK:
            game.stop_clock(_time(event))
        case EventKind.TIME_LEFT | EventKind.TIME_USED:
            game.note_time(color, _time(event), is_used=event.kind is EventKind.TIME_USED)
        case EventKind.PRESS_CLOCK:
            raise GameStateError(f"no move was made {event.describe()}")


def _time(event: GameEvent) -> float:
    if event.at is None:
        raise GameStateError(f"the time is missing: {event.describe()}")
    return event.at


def restore_game(kind: type[G], data: object) -> G:
    """The game that `write_game` wrote, made and played by its class.

    Raises
    ------
    SavedGameError
        If the data are damaged, edited, or from a later version.
    """
    saved = read_game(data)
    game = replay(kind, saved)
    assert isinstance(data, Mapping)
    content = {key: value for key, value in data.items() if key != "check"}
    if data["check"] != _check(content):
        raise SavedGameError(
            f"the saved game was changed after it was written: check is {_shown(data['check'])}, "
            f"but its content gives {_check(content)!r}"
        )
    return game


def _plain_event(event: GameEvent) -> dict[str, Any]:
    data: dict[str, Any] = {"ply": event.ply, "event": event.kind.value}
    if event.color is not None:
        data["color"] = event.color.value
    if event.note:
        data["note"] = event.note
    if event.at is not None:
        data["at"] = event.at
    return data


def _check(data: Mapping[Any, Any]) -> str:
    """A digest of everything else in the record."""
    return digest(json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True))


def digest(text: str) -> str:
    """Sixteen digits by which a change of a text is noticed."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
