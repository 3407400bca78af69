r"""Writing PDN, and games as PDN: what `Game.to_pdn` writes, `Game.from_pdn` restores.

What PDN has no words for stands in comments, as commands that other programs leave alone:

.. code-block:: text

   {[%draughts 1 5d9f1c0e2b7a4483] [%draughts cautions 1]}
   1. 11-15 {[%clk 0:04:58] [%draughts press-clock B 1004.5]}
   1... 23-19 {[%draughts offer B] [%draughts decline W]}

The first one has the version and a digest of all others, the moves and the start position. A game that was edited or
cut off does not fit it and is refused; a game without commands is anybody's, and read as it stands.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import IO, TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import unquote

from draughts.errors import DraughtsError, FenError, GameStateError, PdnError, RulesError
from draughts.game.clocks import Clock, TimeControl
from draughts.game.events import EventKind, GameEvent
from draughts.game.plain_data import from_plain, to_plain
from draughts.game.replay import outcome, replay
from draughts.game.saved import GameData
from draughts.pdn.checking import report_of
from draughts.pdn.deviations import DeviationKind
from draughts.pdn.reader import loads
from draughts.pdn.records import GameRecord, MoveCell, Tag, Variation
from draughts.pdn.replaying import Replay
from draughts.pdn.results import Outcome, outcome_of, winner_of
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_algebraic, write_long
from draughts.rules.presets import get_rules, get_variant, variants
from draughts.rules.rules import Color, Notation, Rules
from draughts.support.numbers import whole_number

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = ["dump", "dumps", "record_of", "restore"]

G = TypeVar("G", bound="Game")

_VERSION = 1
_WIDTH = 79
_SEPARATORS = "-x:"
_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
#: Tags that the game itself decides.
_OWN_TAGS = ("Result", "GameType", "Variant", "SetUp", "FEN", "TimeControl")
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,63}", re.ASCII)
#: What a tag's value cannot hold: line ends, and a backslash that would hide a quote.
_BAD_VALUE = re.compile(r'[\r\n]|\\(?="|\Z)')
#: Also one that was cut off, so that it does not go unnoticed.
_COMMAND = re.compile(r"\[%draughts\b ?([^\[\]{}]*)")
_ACT = re.compile(r'([a-z-]+)(?: ([BW]))?(?: (-?[0-9][0-9.e+-]*))?(?: (".*"))?', re.ASCII)
_KINDS = {kind.value.replace(" ", "-"): kind for kind in EventKind}
_TERMINATION = "Termination"


# Records as text


def dumps(games: Iterable[Game | GameRecord] | Game | GameRecord, *, long: bool = False, strict: bool = False) -> str:
    """Games as PDN.

    Parameters
    ----------
    games : games or records, or one of them
        What to write. Of a record everything is kept but its line breaks; its moves stay as they are spelt.
    long : bool
        Whether the captures of a `Game` name every square landed on; otherwise they do where origin and destination fit
        several captures.
    strict : bool
        Whether each game ends with ``*``, as the grammar of PDN 3.0 has it, and not with its result.

    Raises
    ------
    PdnError
        If a tag or comment has something in it that PDN cannot hold.

    Examples
    --------
    >>> from draughts.pdn import loads
    >>> print(dumps(loads('[Event "Ayr"]1.11-15! 23-19{Fourteenth}(1...22-18 2.15x22)2.8-11 1/2-1/2')), end="")
    [Event "Ayr"]
    <BLANKLINE>
    1. 11-15! 23-19 {Fourteenth} ( 1... 22-18 2. 15x22 ) 2. 8-11 1/2-1/2
    """
    every = games if isinstance(games, Iterable) else (games,)
    records = (game if isinstance(game, GameRecord) else record_of(game, long=long) for game in every)
    return "\n".join(_text(record, strict) for record in records)


def dump(
    games: Iterable[Game | GameRecord] | Game | GameRecord, file: IO[str], *, long: bool = False, strict: bool = False
) -> None:
    """Write games to a text file, one after another; see `dumps`."""
    every = games if isinstance(games, Iterable) else (games,)
    for number, game in enumerate(every):
        file.write(("\n" if number else "") + dumps(game, long=long, strict=strict))


def _text(record: GameRecord, strict: bool) -> str:
    lines = [_tag_line(tag, line) for line, tag in enumerate(record.tags, 1)]
    if lines:
        lines.append("")
    line = ""
    for token in chain(_tokens(record), ("*" if strict else record.result or "*",)):
        begins_line = token.startswith("%")
        if line and (begins_line or len(line) + 1 + len(token) > _WIDTH):
            lines.append(line)
            line = ""
        line = f"{line} {token}" if line else token
        if begins_line or token[-1] in _SEPARATORS:  # a broken move would be joined with what follows
            lines.append(line)
            line = ""
    return "\n".join((*lines, line, ""))


def _tag_line(tag: Tag, line: int) -> str:
    value = tag.value.replace('"', '\\"')
    text = f'[{tag.name} "{value}"]'
    if _BAD_VALUE.search(tag.value) and not _is_read_back(tag, text):
        raise PdnError(f"tag {tag.name!r} cannot have the value {tag.value!r}", line, 1)
    return text


def _is_read_back(tag: Tag, text: str) -> bool:
    """Whether a value that PDN has no way to write was damaged in such a way that it is read as it was."""
    return [[(found.name, found.value) for found in record.tags] for record in loads(f"{text}\n*\n")] == [[tag[:2]]]


def _tokens(record: GameRecord) -> Iterator[str]:
    """The movetext. Variations nest without limit, so nothing here recurs."""
    setup = () if record.setup is None else (_setup(record.setup),)
    waiting: list[Iterator[MoveCell | Variation | str]] = [
        chain(map(_comment, record.comments), record.variations, record.moves, setup)
    ]
    while waiting:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif isinstance(item, Variation):
            waiting.append(chain(("(",), map(_inner_comment, item.comments), item.variations, item.moves, (")",)))
        elif isinstance(item, MoveCell):
            yield from _cell(item, _comment if len(waiting) == 1 else _inner_comment)
            waiting.append(iter(item.variations))
        else:
            yield item


def _cell(cell: MoveCell, comment: Callable[[str], str]) -> Iterator[str]:
    """A move with what is said about it, but for the variations."""
    if cell.setup is not None:
        yield _setup(cell.setup)
    marks = [strength for strength in cell.strengths if strength != "*"]
    move = cell.text + "".join(f"({mark})" if at else mark for at, mark in enumerate(marks))
    yield move if cell.number is None else f"{cell.number} {move}"
    if "*" in cell.strengths:
        yield "$7"
    yield from (f"${nag}" for nag in cell.nags)
    yield from map(comment, cell.comments)


def _comment(text: str) -> str:
    """A comment in braces, or, if a closing one is in it, to the end of a line."""
    if "}" not in text:
        return f"{{{text}}}"
    if "\n" in text:
        raise PdnError(f"a comment of several lines cannot have a closing brace in it: {text[:40]!r}", 1, 1)
    return f"%{text}"


def _inner_comment(text: str) -> str:
    """A comment in a variation, where a line comment might close the bracket: braces become round brackets."""
    return f"{{{text.replace('{', '(').replace('}', ')')}}}"


def _setup(fen: str) -> str:
    return f'/FEN "{fen}"/'


# Games as records


def record_of(
    game: Game, tags: Mapping[str, str] | None = None, *, commands: bool = True, long: bool = False
) -> GameRecord:
    """A game as a record that `dumps` writes; see `Game.to_pdn`.

    Raises
    ------
    PdnError
        If a tag has a name that PDN does not allow, or one that the game itself decides.
    """
    result = game.result
    said = _commands(game) if commands else {}
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
    game_type = _game_type(rules)
    if game_type is not None:
        values["GameType"] = game_type
    else:
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


def _game_type(rules: Rules) -> str | None:
    """PDN's number, or that of programs where PDN has none."""
    if rules.game_type is None and variants().get(rules.name) == rules:
        numbers = get_variant(rules.name).numbers
        return str(numbers[0]) if numbers else None
    return rules.game_type


def _usual_start(named: str) -> str | None:
    """Where a game begins for those who know no more of its rules than the tag says."""
    try:
        return Board(get_rules(named)).fen
    except RulesError:
        return None


def _cells(game: Game, said: Mapping[int, Sequence[str]], long: bool) -> tuple[MoveCell, ...]:
    boards = game.boards
    second = boards[0].turn is not game.rules.first_mover
    times = _remaining(game)
    cells = []
    is_apart = True
    for at, move in enumerate(game.moves):
        number, is_second = divmod(at + second, 2)
        shown = f"{number + 1}{'...' if is_second else '.'}" if is_apart or not is_second else None
        words = [f"[%clk {times[at + 1]}]"] if at + 1 in times else []
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


def _remaining(game: Game) -> dict[int, str]:
    """What was left to the player after each move on a running clock, by ply."""
    clocks: dict[int, Clock] = dict(game._clocks)
    turn = game.boards[0].turn
    times = {}
    for event in game.events:
        if event.kind is EventKind.PRESS_CLOCK:
            mover = turn if event.ply % 2 else turn.opponent
            times[event.ply] = _clock_time(clocks[event.ply].remaining(mover, event.at))
    return times


def _clock_time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


# Commands


def _commands(game: Game) -> dict[int, list[str]]:
    """Everything that PDN has no words for, by ply; the digest comes first."""
    said: dict[int, list[str]] = {0: list(_settings(game))}
    for event in game.events:
        said.setdefault(event.ply, []).append(_event_text(event))
    ended = outcome(game.result)
    if ended is not None:
        winner, reason = ended
        said.setdefault(game.ply, []).append(f"result {winner or '-'} {reason.replace(' ', '-')}")
    digest = _digest(game.boards[0], game.moves, [(ply, text) for ply in sorted(said) for text in said[ply]])
    said[0].insert(0, f"{_VERSION} {digest}")
    return {ply: [f"[%draughts {text}]" for text in texts] for ply, texts in said.items()}


def _settings(game: Game) -> Iterator[str]:
    rules = game.rules
    if variants().get(rules.name) != rules:
        yield f"rules {_quoted({'name': rules.name} | to_plain(rules))}"
    elif get_rules(_game_type(rules) or rules.name).name != rules.name:
        yield f"rules {rules.name}"
    if game._cautions is not None:
        yield f"cautions {game._cautions}"
    if game.clock is not None:
        yield f"clock {_quoted(to_plain(game.clock.control))}"


def _event_text(event: GameEvent) -> str:
    parts = [event.kind.value.replace(" ", "-")]
    if event.color is not None:
        parts.append(event.color.value)
    if event.at is not None:
        parts.append(json.dumps(event.at))
    if event.note:
        parts.append(_quoted(event.note))
    return " ".join(parts)


def _quoted(data: object) -> str:
    """JSON without the brackets that end a comment or a command."""
    text = json.dumps(data)
    return "".join(f"%{ord(sign):02X}" if sign in "%[]{}" else sign for sign in text)


def _digest(start: Board, moves: Iterable[Move], said: Iterable[tuple[int, str]]) -> str:
    content = json.dumps([start.rules.name, start.fen, [write_long(move) for move in moves], list(said)])
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


# Text as games


class _Said(NamedTuple):
    """A command in a comment of the file."""

    ply: int
    text: str
    line: int
    column: int

    def error(self, message: str) -> PdnError:
        return PdnError(f"[%draughts {self.text}]: {message}", self.line, self.column)


class _Played(NamedTuple):
    """A move of the file, and where its last cell stands."""

    move: Move
    cell: MoveCell


def restore(kind: type[G], source: str | bytes | GameRecord, rules: Rules | None = None) -> G:
    """The game that a text or a record tells; see `Game.from_pdn`."""
    record = source if isinstance(source, GameRecord) else _only_game(source)
    header = _header(record)
    report = report_of(1, record, rules or _saved_rules(header))
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
        for said in _said_in(cell.comments, ply, cell.line, cell.column):
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
    game = kind(start.rules, start)
    for move, cell in played:
        try:
            game.push(move)
        except GameStateError as error:
            message = f"{cell.text}: {error}; by rules without this draw it can be read"
            raise PdnError(message, cell.line, cell.column) from None
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


# Games of ours


def _header(record: GameRecord) -> list[_Said]:
    """Our commands before the first move; none in games of other programs."""
    return list(_said_in(record.comments, 0, record.line, 1))


def _said_in(comments: Iterable[str], ply: int, line: int, column: int) -> Iterator[_Said]:
    for comment in comments:
        for text in _COMMAND.findall(comment):
            yield _Said(ply, text, line, column)


def _saved_rules(header: Sequence[_Said]) -> Rules | None:
    """The rules, where they are not those that the tags name."""
    said = _setting(header, "rules")
    if said is None:
        return None
    argument = said.text.partition(" ")[2]
    try:
        if argument in variants():
            return variants()[argument]
        rules = from_plain(Rules, _unquoted(said), "rules")
    except RulesError as error:
        raise said.error(str(error)) from None
    assert isinstance(rules, Rules)
    return rules


def _setting(said: Iterable[_Said], name: str) -> _Said | None:
    return next((command for command in said if command.text.partition(" ")[0] == name), None)


def _unquoted(said: _Said) -> object:
    try:
        return json.loads(unquote(said.text.partition(" ")[2]))
    except (ValueError, RecursionError):
        raise said.error("this cannot be read") from None


def _restored(kind: type[G], record: GameRecord, start: Board, played: Sequence[_Played], header: Sequence[_Said]) -> G:
    """A game that `record_of` wrote: every move and event is made again, and must lead to what was saved."""
    said = list(header)
    for ply, (_, cell) in enumerate(played, 1):
        said += _said_in(cell.comments, ply, cell.line, cell.column)
    moves = [move for move, _ in played]
    first, *rest = said
    _check_header(first, start, moves, rest)
    cautions, clock = _setting(header, "cautions"), _setting(header, "clock")
    control = None
    try:
        if clock is not None:
            control = from_plain(TimeControl, _unquoted(clock), "clock")
        count = None if cautions is None else int(cautions.text.partition(" ")[2])
        game = kind(start.rules, start, cautions=count, clock=control)
        events = [event for command in rest if (event := _event(command)) is not None]
        ended = _setting(reversed(rest), "result")
        data = GameData(
            rules=start.rules,
            start=start,
            moves=tuple(map(write_long, moves)),
            events=tuple(events),
            cautions=count,
            control=control,
            fen=_last(start, moves).fen,
            result=None if ended is None else _ending(ended),
        )
        replay(game, data)
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


def _check_header(first: _Said, start: Board, moves: Sequence[Move], said: Iterable[_Said]) -> None:
    text, _, digest = first.text.partition(" ")
    version = whole_number(text)
    if version is None:
        raise first.error("the version is missing; the game was edited")
    if version > _VERSION:
        raise first.error(f"this was written by a later version of this package, which reads up to {_VERSION}")
    if digest != _digest(start, moves, [(command.ply, command.text) for command in said]):
        raise first.error("the game was cut off or changed after it was written; without our comments it can be read")


def _event(said: _Said) -> GameEvent | None:
    """The event that a command says; None for one that says something else."""
    if said.text.partition(" ")[0] in ("rules", "cautions", "clock", "result"):
        return None
    match = _ACT.fullmatch(said.text)
    if match is None or match[1] not in _KINDS:
        raise said.error("no such command is known")
    color = None if match[2] is None else Color(match[2])
    at = None if match[3] is None else json.loads(match[3])
    note = "" if match[4] is None else json.loads(unquote(match[4]))
    return GameEvent(said.ply, _KINDS[match[1]], color, note, at)


def _ending(said: _Said) -> tuple[str | None, str]:
    _, winner, reason = said.text.split(" ")
    return None if winner == "-" else winner, reason.replace("-", " ")


def _compare(game: Game, record: GameRecord) -> None:
    """Make sure that the result which everybody can read is that of the game."""
    tag = record.find_tag("Result")
    if tag is None:
        return
    score = "*" if game.result is None else game.result.score()
    if tag.value != score:
        raise PdnError(f"the result is {tag.value!r}, but moves and comments give {score!r}", tag.line, tag.column)
