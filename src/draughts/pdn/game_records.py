"""Games as records: what `Game.to_pdn` writes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from draughts.errors import PdnError, RulesError
from draughts.game.events import EventKind, GameEvent
from draughts.pdn.clock_comments import clock_commands
from draughts.pdn.commands import commands_of, game_type_of
from draughts.pdn.records import GameRecord, MoveCell, Tag
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_algebraic, write_long
from draughts.rules.registry import get_rules
from draughts.rules.rules import Notation
from draughts.support.checks import refuse

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = ["record_of"]

G = TypeVar("G", bound="Game")

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
#: Tags that the game itself decides.
_OWN_TAGS = ("Result", "GameType", "Variant", "SetUp", "FEN", "TimeControl")
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,63}", re.ASCII)
#: What a tag's value cannot hold: line ends, and a backslash that would hide a quote.
_BAD_VALUE = re.compile(r'[\r\n]|\\(?="|\Z)')
_TERMINATION = "Termination"


def record_of(
    game: Game, tags: Mapping[str, str] | None = None, *, commands: bool = True, long: bool = False
) -> GameRecord:
    """A game as a record that `dumps` writes; see `Game.to_pdn`.

    Raises
    ------
    PdnError
        If a tag has a name that PDN does not allow, or one that the game itself decides.
    """
    if not hasattr(game, "boards"):
        refuse("what is written is a Game or a GameRecord", game)
    result = game.result
    said = commands_of(game) if commands else {}
    score = "*" if result is None else result.score()
    cells = _cells(game, said, long)
    start = (" ".join(said[0]),) if said else ()
    return GameRecord(tags=tuple(_tags(game, tags or {}, score)), moves=cells, result=score, comments=start)


def _tags(game: Game, given: Mapping[str, str], score: str) -> Iterator[Tag]:
    for name in given:
        if not _TAG_NAME.fullmatch(name):
            raise PdnError(f"no tag can be called {name!r}; a name is a capital followed by letters and digits", 1, 1)
        if name in _OWN_TAGS:
            raise PdnError(f"tag {name!r} follows from the game", 1, 1)
        if _BAD_VALUE.search(str(given[name])):
            raise PdnError(f"tag {name!r} cannot have the value {given[name]!r}", 1, 1)
    values = {name: given[name] for name in _ROSTER if name in given}
    values["Result"] = score
    rules = game.rules
    game_type = game_type_of(rules)
    if game_type is not None:
        values["GameType"] = game_type
    if game_type is None or get_rules(game_type).name != rules.name:
        values["Variant"] = rules.name
    start = game.boards[0]
    if start.fen != _usual_start(game_type or rules.name):
        values |= {"SetUp": "1", "FEN": start.fen}
    clock = game.clock
    if clock is not None and clock.control.periods:
        values["TimeControl"] = str(clock.control)
    if game.result is not None:
        values[_TERMINATION] = " ".join(game.result.describe().replace("\\", "/").split())
    for name, value in (values | dict(given)).items():
        yield Tag(name, str(value), 0, 0)


def _usual_start(named: str) -> str | None:
    """Where a game begins for those who know no more of its rules than the tag says."""
    try:
        return Board(get_rules(named)).fen
    except RulesError:
        return None


def _cells(game: Game, said: Mapping[int, Sequence[str]], long: bool) -> tuple[MoveCell, ...]:
    boards = game.boards
    second = boards[0].turn is not game.rules.first_mover
    times = _times(game)
    cells = []
    is_apart = True
    for at, move in enumerate(game.moves):
        number, is_second = divmod(at + second, 2)
        shown = f"{number + 1}{'...' if is_second else '.'}" if is_apart or not is_second else None
        words = times.get(at + 1, [])
        words += said.get(at + 1, ())
        comments = (" ".join(words),) if words else ()
        is_apart = bool(comments)
        text = _long(boards[at], move) if long else boards[at].notation(move, "pdn")
        cells.append(MoveCell(text, 0, 0, shown, comments=comments))
    return tuple(cells)


def _long(board: Board, move: Move) -> str:
    """A move with every square that it lands on, in the squares and with the mark of the variant."""
    rules = board.rules
    if rules.notation is Notation.ALGEBRAIC:
        return write_algebraic(move, rules, whole_path=True)
    return write_long(move).replace("x", rules.capture_separator)


def _times(game: Game) -> dict[int, list[str]]:
    """What the clocks showed after each move, as commands by ply: the game's own clock, or what was noted of others."""
    turn = game.boards[0].turn
    shown: dict[int, list[GameEvent]] = {}
    for event in game.events:
        ply, kind, mover, _, at = event
        if kind is EventKind.PRESS_CLOCK and mover is not None:
            left = math.floor(game.clock_after(ply).remaining(mover, at))
            shown.setdefault(ply, []).append(GameEvent(ply, EventKind.TIME_LEFT, mover, at=left))
        elif kind in (EventKind.TIME_LEFT, EventKind.TIME_USED):
            shown.setdefault(ply, []).append(event)
    return {ply: clock_commands(events, turn if ply % 2 else turn.opponent) for ply, events in shown.items()}
