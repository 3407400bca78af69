"""Records as games: what `Game.from_pdn` reads, written by this package or by any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from draughts.errors import DraughtsError, FenError, PdnError, RulesError
from draughts.game.saved_game import GameData, replay
from draughts.pdn.checking import report_of
from draughts.pdn.clock_comments import readings
from draughts.pdn.commands import (
    Said,
    check_header,
    ending_of,
    event_of,
    header_of,
    said_in,
    saved_rules,
    setting,
    unquoted,
)
from draughts.pdn.diagnostics import DeviationKind
from draughts.pdn.parser import loads
from draughts.pdn.records import GameRecord, MoveCell
from draughts.pdn.replaying import Replay
from draughts.pdn.results import Outcome, outcome_of, winner_of
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_long
from draughts.rules.plain_data import from_plain
from draughts.rules.rules import Rules
from draughts.rules.time_control import TimeControl

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = ["restore"]

G = TypeVar("G", bound="Game")

_TERMINATION = "Termination"


class _Played(NamedTuple):
    """A move of the file, and where its last cell stands."""

    move: Move
    cell: MoveCell


def restore(kind: type[G], source: str | bytes | GameRecord, rules: Rules | None = None) -> G:
    """The game that a text or a record tells; see `Game.from_pdn`."""
    record = source if isinstance(source, GameRecord) else _only_game(source)
    header = header_of(record)
    report = report_of(1, record, rules or saved_rules(header))
    for deviation in record.deviations:
        if deviation.kind in (DeviationKind.UNTERMINATED_COMMENT, DeviationKind.TRUNCATED):
            raise deviation.error()
    for fault in report.faults:
        where = f"ply {fault.ply}, {fault.move}: " if fault.move else ""
        raise PdnError(f"{where}{fault.reason}", fault.line, fault.column)
    if report.rules is None:
        raise PdnError("the game does not say by which rules it is played", record.line, 1)
    start = _start(record, report.rules)
    played = _replayed(record, start)
    if header:
        return _restored(kind, record, start, played, header)
    for ply, (_, cell) in enumerate(played, 1):
        for said in said_in(cell.comments, ply, cell.line, cell.column):
            raise said.error("the comment before the first move is missing; the game was edited")
    return _adopted(kind, record, start, played)


def _only_game(text: str | bytes) -> GameRecord:
    records = [record for record in loads(text) if record.tags or record.moves or record.result]
    if not records:
        raise PdnError("there is no game in this text", 1, 1)
    if len(records) > 1:
        message = f"there are {len(records)} games in this text; pdn.loads gives the records one by one"
        raise PdnError(message, records[1].line, 1)
    return records[0]


def _start(record: GameRecord, rules: Rules) -> Board:
    tag = record.find_tag("FEN")
    first = record.moves[0].setup if record.moves else record.setup
    try:
        if first is not None:
            return Board.from_fen(first, rules)
        if tag is not None and tag.value.strip():
            return Board.from_fen(tag.value, rules)
    except FenError as error:
        line, column = (record.line, 1) if tag is None else (tag.line, tag.column)
        raise PdnError(str(error), line, column) from None
    return Board(rules)


# Moves


def _replayed(record: GameRecord, start: Board) -> list[_Played]:
    """The moves that the cells of a game without faults mean."""
    cells = record.moves
    for at, cell in enumerate(cells):
        if at and cell.setup is not None:
            raise PdnError("the position is replaced in the middle of the game", cell.line, cell.column)
        if not cell.is_known:
            raise PdnError("the file does not know the move played here", cell.line, cell.column)
    if not cells:
        return []
    replay = Replay(record, start)
    replay.advance()
    ends = [played.at for played in replay.played[1:]] + [len(cells)]
    return [_Played(played.move, cells[end - 1]) for played, end in zip(replay.played, ends, strict=True)]


# Games of other programs


def _adopted(kind: type[G], record: GameRecord, start: Board, played: Sequence[_Played]) -> G:
    """A game without our commands: its moves, and its result where the moves give none."""
    game = kind(start.rules, start, clock=_control(record), is_timed=False)
    for move, cell in played:
        if game.is_over:  # by a draw rule, as every move is legal
            game.play_on()
        mover = game.turn
        game.push(move)
        for color, seconds, is_used in readings(cell.comments, mover):
            game.note_time(color, seconds, is_used=is_used)
    tag = record.find_tag("Result")
    line, column = (record.result_line, record.result_column) if tag is None else (tag.line, tag.column)
    claimed = outcome_of(record)
    if claimed is None:
        return game
    text = record.result if tag is None else tag.value
    if claimed is Outcome.BOTH_LOSE:
        raise PdnError(f"{text!r}: a game that both sides have lost cannot be represented", line, column)
    winner = winner_of(claimed, start.rules)
    result = game.result
    if result is None:
        game.adjudicate(winner, record.tag(_TERMINATION) or "")
    elif result.winner is not winner:
        raise PdnError(f"the result is {text!r}, but the moves give: {result.describe()}", line, column)
    return game


def _control(record: GameRecord) -> TimeControl | None:
    """The time control of the game; None if the file names none that can be read."""
    try:
        return TimeControl.from_text(record.tag("TimeControl") or "")
    except RulesError:
        return None


def _restored(kind: type[G], record: GameRecord, start: Board, played: Sequence[_Played], header: Sequence[Said]) -> G:
    """A game that `record_of` wrote: every move and event is made again, and must lead to what was saved."""
    said = list(header)
    for ply, (_, cell) in enumerate(played, 1):
        said += said_in(cell.comments, ply, cell.line, cell.column)
    moves = [move for move, _ in played]
    first, *rest = said
    check_header(first, start, moves, rest)
    cautions, clock = setting(header, "cautions"), setting(header, "clock")
    control = None
    try:
        if clock is not None:
            control = from_plain(TimeControl, unquoted(clock), "clock")
        count = None if cautions is None else int(cautions.text.partition(" ")[2])
        events = [event for command in rest if (event := event_of(command)) is not None]
        ended = setting(reversed(rest), "result")
        data = GameData(
            rules=start.rules,
            start=start,
            moves=tuple(map(write_long, moves)),
            events=tuple(events),
            cautions=count,
            control=control,
            fen=_last(start, moves).fen,
            result=None if ended is None else ending_of(ended),
        )
        game = replay(kind, data)
    except PdnError:
        raise
    except (DraughtsError, ValueError) as error:
        raise PdnError(str(error), record.line, 1) from None
    _compare(game, record)
    return game


def _last(board: Board, moves: Iterable[Move]) -> Board:
    for move in moves:
        board = board.play(move)
    return board


def _compare(game: Game, record: GameRecord) -> None:
    """Make sure that the result which everybody can read is that of the game."""
    tag = record.find_tag("Result")
    if tag is None:
        return
    score = "*" if game.result is None else game.result.score()
    if tag.value != score:
        raise PdnError(f"the result is {tag.value!r}, but moves and comments give {score!r}", tag.line, tag.column)
