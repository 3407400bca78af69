"""Games against the rules: every move of the main line is replayed, and every fault is reported with its place."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import PurePath
from typing import IO

from draughts.board import Board
from draughts.errors import DraughtsError, FenError, RulesError
from draughts.explanation import Explanation, Reason
from draughts.move import Move
from draughts.notation import read_spelling
from draughts.pdn.deviations import Deviation, DeviationKind
from draughts.pdn.encoding import PathOrFile
from draughts.pdn.reader import read
from draughts.pdn.records import GameRecord, MoveCell, Tag
from draughts.rules import Color, Goal, Notation, Rules
from draughts.variants import AMERICAN, INTERNATIONAL, get_rules

__all__ = ["Fault", "FaultKind", "GameReport", "validate"]

#: Names in ``Variant`` tags for the usual game.
_ORDINARY = ("standard", "from position")
_SUFFIXES = (".pdn", ".pgn", ".txt")


class FaultKind(Enum):
    """What is wrong with a game."""

    ILLEGAL_MOVE = "illegal move"
    AMBIGUOUS_MOVE = "ambiguous move"
    """A move that several moves with different outcomes fit."""
    UNREADABLE_MOVE = "unreadable move"
    MOVE_AFTER_END = "move after the end"
    """A move in a position where the game is over by the rules."""
    WRONG_RESULT = "wrong result"
    """The result says that a side lost which has just won on the board."""
    BAD_POSITION = "bad position"
    """A start position or setup that is none, or does not say whose turn it is."""
    UNKNOWN_VARIANT = "unknown variant"
    """A ``GameType`` that no known variant has."""
    TOO_COMPLEX = "too complex"
    """A position with more captures than the move generator follows."""
    NOT_A_GAME = "not a game"
    """Text in which there is neither a tag nor a move nor a result."""


_FAULTS = {Reason.AMBIGUOUS: FaultKind.AMBIGUOUS_MOVE, Reason.UNREADABLE: FaultKind.UNREADABLE_MOVE}

#: A move and the number of cells that it is written in.
_Meant = tuple[Move, int]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a game.

    Attributes
    ----------
    kind : FaultKind
        What sort of fault.
    line, column : int
        Where in the file, both counted from 1.
    ply : int
        The ply that it concerns, from 1; 0 if it concerns none.
    move : str
        The move as written; empty if it concerns none.
    reason : str
        What is wrong, in words.
    """

    kind: FaultKind
    line: int
    column: int
    ply: int
    move: str
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        return f"{place}, ply {self.ply}, {self.move}: {self.reason}" if self.move else f"{place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class GameReport:
    """What `validate` found in a game.

    Attributes
    ----------
    game : int
        Number of the game in its source, from 1.
    record : GameRecord
        The game as text.
    rules : Rules or None
        The rules that it was checked by; None if its variant is not known.
    plies : int
        How many plies were replayed. A capture counts once, however it is written.
    faults : tuple of Fault
        What is wrong. Replay ends at the first wrong move.
    notes : tuple of Deviation
        What is unusual but understood: the deviations of the record and of the replay.
    """

    game: int
    record: GameRecord
    rules: Rules | None
    plies: int
    faults: tuple[Fault, ...]
    notes: tuple[Deviation, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong: no fault. Notes do not count."""
        return not self.faults

    @property
    def line(self) -> int:
        """The line where the game begins, from 1."""
        return self.record.line


def validate(
    source: PathOrFile | bytes, rules: Rules | None = None, *, encoding: str = "latin-1"
) -> Iterator[GameReport]:
    """Replay every game and report what is wrong.

    Parameters
    ----------
    source : path, text, or binary or text file
        A string with a line break or a quote in it is text; another one is a path if such a file exists or if it ends
        in ``.pdn``, ``.pgn`` or ``.txt``, otherwise text. Bytes are text.
    rules : Rules or None
        The rules of all games. If None, each game says which: by its ``GameType`` tag, else by a ``Variant`` tag that
        names a known variant, else it is American checkers.
    encoding : str
        The encoding of lines that are not UTF-8.

    Yields
    ------
    GameReport
        One a game, in order. A broken game never hides the next one.

    Raises
    ------
    OSError
        If the file cannot be read.

    Notes
    -----
    A game begins with the position of its ``FEN`` tag, and ``/FEN "..."/`` setups are followed. Only the main line is
    replayed. Records with tags or a result but without moves are fine. These are notes and no faults: jumps of one
    capture written as moves of their own, algebraic squares seen from the first side's corner, an unknown move
    (``- -``; replay ends there), a result that differs from the ``Result`` tag. If the two differ the tag counts.
    The first number of a result belongs to the side that moves first by the rules: in American checkers ``1-0`` means
    that Black won. A win for the side that has lost on the board is a fault; a draw or a loss of both is a note.

    Examples
    --------
    >>> for report in validate("1. 11-15 22-18 2. 15x22 24-20 1-0"):
    ...     for fault in report.faults:
    ...         print(fault)
    line 1, column 25, ply 4, 24-20: a capture is available and must be made: ...
    """
    for number, record in enumerate(read(_as_file(source), encoding=encoding), 1):
        yield _report(number, record, rules)


def _as_file(source: PathOrFile | bytes) -> PathOrFile:
    if isinstance(source, bytes):
        return io.BytesIO(source)
    if isinstance(source, str) and _is_text(source):
        text: IO[str] = io.StringIO(source, newline="")
        return text
    return source


def _is_text(source: str) -> bool:
    if any(mark in source for mark in '\n\r"'):
        return True
    return not os.path.exists(source) and PurePath(source).suffix.lower() not in _SUFFIXES


# Rules and start position


def _report(number: int, record: GameRecord, rules: Rules | None) -> GameReport:
    replay = _Replay(record)
    if not (record.tags or record.moves or record.result or record.comments or record.variations):
        replay.fault(FaultKind.NOT_A_GAME, (record.line, 1), "neither a tag nor a move nor a result")
    elif rules is None:
        rules = replay.rules_of_tags()
    if rules is not None and replay.set_up(rules) and record.moves:
        replay.run()
    notes = (*record.deviations, *replay.notes) if replay.notes else record.deviations
    return GameReport(number, record, rules, replay.plies, tuple(replay.faults), notes)


@lru_cache(maxsize=256)
def _rules_by_name(name: str) -> Rules | None:
    try:
        return get_rules(name)
    except RulesError:
        return None


@lru_cache(maxsize=256)
def _rules_of_variant_tag(value: str) -> Rules | None:
    """The rules that a ``Variant`` tag names: ``Russian``, or either of the names in ``American/English``."""
    if value.strip().lower() in _ORDINARY:
        return INTERNATIONAL
    found = (_rules_by_name(name) for name in (value, *value.split("/")) if name.strip())
    return next((rules for rules in found if rules is not None), None)


class _Replay:
    """One game on its way through the rules."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.plies = 0
        self.faults: list[Fault] = []
        self.notes: list[Deviation] = []
        self._board = Board()
        self._is_seen_from_first_side = False

    def fault(self, kind: FaultKind, place: tuple[int, int], reason: str, cell: MoveCell | None = None) -> None:
        """Note what is wrong; with a move, at that move."""
        if cell is None:
            self.faults.append(Fault(kind, *place, 0, "", reason))
        else:
            self.faults.append(Fault(kind, *place, self.plies + 1, cell.text, reason))

    def _note(self, kind: DeviationKind, place: tuple[int, int], message: str) -> None:
        self.notes.append(Deviation(kind, *place, message))

    def rules_of_tags(self) -> Rules | None:
        """The rules that the tags name; None if they name an unknown game."""
        game_type = self.record.find_tag("GameType")
        if game_type is not None and game_type.value.strip(" ?"):
            rules = _rules_by_name(game_type.value)
            if rules is None:
                self._report_unknown(game_type)
            return rules
        variant = self.record.tag("Variant")
        return (variant and _rules_of_variant_tag(variant)) or AMERICAN

    def _report_unknown(self, tag: Tag) -> None:
        reason = f"no known variant has GameType {tag.value!r}"
        if self.record.moves:
            self.fault(FaultKind.UNKNOWN_VARIANT, (tag.line, tag.column), reason)
        else:
            self._note(DeviationKind.UNKNOWN_VARIANT, (tag.line, tag.column), reason)

    def set_up(self, rules: Rules) -> bool:
        """Find the start position; whether there is one."""
        tag = self.record.find_tag("FEN")
        if tag is None or not tag.value.strip():
            self._board = Board(rules)
            return True
        try:
            self._board = Board.from_fen(tag.value, rules)
        except FenError as error:
            if self.record.moves or not _lacks_only_turn(tag.value, rules):
                self.fault(FaultKind.BAD_POSITION, (tag.line, tag.column), str(error))
            else:
                self._note(
                    DeviationKind.UNKNOWN_TURN, (tag.line, tag.column), "the position does not say whose turn it is"
                )
            return False
        return True

    # Moves

    def run(self) -> None:
        """Replay the main line, and compare the end with the result."""
        moves = self.record.moves
        ends_early = self._board.rules.goal is Goal.FIRST_KING
        at = 0
        try:
            while at < len(moves):
                cell = moves[at]
                if cell.setup is not None and not self._place(cell):
                    return
                if ends_early and self._board.winner is not None:
                    self._report_end(cell)
                    return
                found = self._board.explain(self._view(cell.text) if self._is_seen_from_first_side else cell.text)
                if found.reason is Reason.LEGAL:
                    move, used = found.moves[0], 1
                else:
                    meant = self._second_chance(at, found)
                    if meant is None:
                        return
                    move, used = meant
                self._board = self._board.play(move)
                self.plies += 1
                at += used
            self._compare_result()
        except DraughtsError as error:
            cell = moves[min(at, len(moves) - 1)]
            self.fault(FaultKind.TOO_COMPLEX, (cell.line, cell.column), str(error), cell)

    def _place(self, cell: MoveCell) -> bool:
        """Replace the position by a setup; one without pieces only passes the turn."""
        assert cell.setup is not None
        text = "".join(cell.setup.split()).upper()
        if text in ("W::", "B::"):
            self._board = self._board.with_turn(Color(text[0]))
            return True
        try:
            self._board = Board.from_fen(cell.setup, self._board.rules)
        except FenError as error:
            self.fault(FaultKind.BAD_POSITION, (cell.line, cell.column), str(error), cell)
            return False
        return True

    def _second_chance(self, at: int, found: Explanation) -> _Meant | None:
        """The move meant by a cell that is no legal move as it stands; None, and a fault or note, if there is none."""
        cell = self.record.moves[at]
        if not cell.is_known:
            left = len(self.record.moves) - at
            message = f"unknown move; {left} {'move' if left == 1 else 'moves'} from here on cannot be replayed"
            self._note(DeviationKind.UNKNOWN_MOVE, (cell.line, cell.column), message)
            return None
        if found.reason is Reason.GAME_OVER:
            self._report_end(cell)
            return None
        if found.reason is Reason.NOTHING_TAKEN and len(found.moves) == 1:
            message = f"{cell.text} takes nothing and is written as a capture"
            self._note(DeviationKind.CAPTURE_MARK, (cell.line, cell.column), message)
            return found.moves[0], 1
        meant = self._with_captured_squares(cell) or self._joined(at) or self._from_first_side(at)
        if meant is None:
            kind = _FAULTS.get(found.reason, FaultKind.ILLEGAL_MOVE)
            self.fault(kind, (cell.line, cell.column), found.message, cell)
        return meant

    def _report_end(self, cell: MoveCell) -> None:
        reason = f"the game is over: {self._board.winner} has won"
        self.fault(FaultKind.MOVE_AFTER_END, (cell.line, cell.column), reason, cell)

    def _with_captured_squares(self, cell: MoveCell) -> _Meant | None:
        """``47x36<42,29>`` names the captured squares after the move."""
        move, bracket, captured = cell.text.rstrip(">").partition("<")
        if not bracket:
            return None
        found = self._board.explain("x".join([move, *captured.split(",")]))
        return (found.moves[0], 1) if found.is_legal else None

    def _from_first_side(self, at: int) -> _Meant | None:
        """Where Black moves first, some programs call Black's left corner a1. The first algebraic move tells."""
        rules = self._board.rules
        cell = self.record.moves[at]
        viewed = self._view(cell.text)
        if rules.notation is not Notation.NUMERIC or rules.first_mover is not Color.BLACK or viewed == cell.text:
            return None
        if self.plies or self._is_seen_from_first_side:
            return None
        self._is_seen_from_first_side = True
        found = self._board.explain(viewed)
        meant = (found.moves[0], 1) if found.is_legal else self._joined(at)
        self._is_seen_from_first_side = meant is not None
        if meant is not None:
            message = "algebraic squares are counted from the corner of the side that moves first"
            self._note(DeviationKind.FIRST_SIDE_VIEW, (cell.line, cell.column), message)
        return meant

    def _view(self, text: str) -> str:
        """A move in algebraic squares of the side that moves first, in numbers."""
        geometry = self._board.rules.geometry
        spelling = read_spelling(text, geometry) if text[0].isalpha() else None
        if spelling is None or not all(spelling.squares):
            return text
        turned = (str(geometry.square_count + 1 - square) for square in spelling.squares)
        return ("x" if spelling.is_capture else "-").join(turned)

    def _joined(self, at: int) -> _Meant | None:
        """The jumps of one capture, each written as a move: joined while each begins where the last one ended."""
        if not self._board.has_capture:
            return None
        moves = self.record.moves
        squares = self._squares(moves[at])
        captures = [move for move in self._board.legal_moves if squares and move.origin == squares[0]]
        for used, cell in enumerate(moves[at + 1 :], 2) if captures else ():
            more = self._squares(cell)
            if cell.setup is not None or not more or more[0] != squares[-1]:
                break
            squares += more[1:]
            captures = [move for move in captures if any(path[: len(squares)] == squares for path in move.paths)]
            complete = [move for move in captures if squares in move.paths]
            if complete:
                place = (moves[at].line, moves[at].column)
                self._note(DeviationKind.JOINED_JUMPS, place, f"{used} jumps written apart are one capture")
                return complete[0], used
            if not captures:
                break
        return None

    def _squares(self, cell: MoveCell) -> tuple[int, ...]:
        """The squares that a cell names; none if it cannot be read."""
        text = self._view(cell.text) if self._is_seen_from_first_side else cell.text
        spelling = read_spelling(text, self._board.rules.geometry)
        return () if spelling is None or not all(spelling.squares) else spelling.squares

    # The result

    def _compare_result(self) -> None:
        record = self.record
        tag = record.find_tag("Result")
        ending = _meaning(record.result) if record.result is not None and record.result != "*" else None
        claimed = _meaning(tag.value) if tag is not None else None
        place = (record.result_line, record.result_column)
        if tag is not None and claimed and ending and claimed != ending:
            message = f"the game ends with {record.result!r}, but its Result tag is {tag.value!r}"
            self._note(DeviationKind.RESULT_DIFFERS, place, message)
        if tag is not None and isinstance(claimed, _Outcome):
            self._compare_winner(claimed, tag.value, (tag.line, tag.column))
        elif isinstance(ending, _Outcome) and record.result is not None:
            self._compare_winner(ending, record.result, place)

    def _compare_winner(self, claimed: _Outcome, text: str, place: tuple[int, int]) -> None:
        winner = self._board.winner
        if winner is None:
            return
        first = self._board.rules.first_mover
        if claimed in (_Outcome.DRAW, _Outcome.BOTH_LOSE):
            self._note(
                DeviationKind.RESULT_AND_BOARD, place, f"{winner} has won on the board, but the result is {text!r}"
            )
        elif winner is not (first if claimed is _Outcome.FIRST_SIDE_WINS else first.opponent):
            reason = f"{winner} has won on the board, but {text!r} says that {winner.opponent} won"
            self.faults.append(Fault(FaultKind.WRONG_RESULT, *place, self.plies, self.record.moves[-1].text, reason))


class _Outcome(Enum):
    FIRST_SIDE_WINS = "the first side wins"
    SECOND_SIDE_WINS = "the second side wins"
    DRAW = "a draw"
    BOTH_LOSE = "both lose"


_OUTCOMES = {
    "1-0": _Outcome.FIRST_SIDE_WINS,
    "2-0": _Outcome.FIRST_SIDE_WINS,
    "0-1": _Outcome.SECOND_SIDE_WINS,
    "0-2": _Outcome.SECOND_SIDE_WINS,
    "1/2-1/2": _Outcome.DRAW,
    "0.5-0.5": _Outcome.DRAW,
    "1-1": _Outcome.DRAW,
    "0-0": _Outcome.BOTH_LOSE,
}
_RESULT_SIGNS = str.maketrans(
    {
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2015": "-",
        "\u2212": "-",
        ":": "-",
        ",": ".",
        "\u00bd": "1/2",
    }
)


def _meaning(result: str) -> _Outcome | str:
    """What a result says: an outcome, or its text if it is on another scale; empty if it says nothing."""
    plain = "".join(result.split()).translate(_RESULT_SIGNS).rstrip("fF")
    return _OUTCOMES.get(plain, "" if plain == "?" else plain)


def _lacks_only_turn(fen: str, rules: Rules) -> bool:
    """Whether a position is all right except that it begins with a question mark."""
    text = fen.strip()
    try:
        Board.from_fen("W" + text[1:], rules)
    except FenError:
        return False
    return text.startswith("?")
