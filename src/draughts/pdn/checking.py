"""One game against the rules: which rules, whether every move is legal, and whether the result fits the board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from draughts.errors import FenError
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.records import GameRecord, MoveCell, PlainGame, RulesSource, Tag
from draughts.pdn.replaying import Replay, Stop, first_draw
from draughts.pdn.reports import Fault, FaultKind, GameReport
from draughts.pdn.results import Outcome, meaning, winner_of
from draughts.pdn.variant_detection import (
    NO_NEIGHBOURS,
    Choice,
    Neighbours,
    contradicting,
    guess,
    guess_among,
    named,
    names_side_twice,
    other_variants,
    position,
    unmirrored,
)
from draughts.position.board import Board
from draughts.position.explanation import Reason
from draughts.position.notation import read_spelling, write_long
from draughts.rules.geometry import STANDARD_BOARD
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Notation, Rules

__all__ = ["report_of", "report_of_plain"]

_FAULTS = {Reason.AMBIGUOUS: FaultKind.AMBIGUOUS_MOVE, Reason.UNREADABLE: FaultKind.UNREADABLE_MOVE}
_CHESS_MOVE = re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#!?]*|O-O(?:-O)?[+#!?]*")
#: How many variants a message names.
_SHOWN = 3
#: How many legal moves it lists.
_LEGAL_SHOWN = 8


def report_of(
    number: int,
    record: GameRecord,
    rules: Rules | None = None,
    *,
    strict: bool = False,
    white_first: bool = False,
    neighbours: Neighbours = NO_NEIGHBOURS,
) -> GameReport:
    """What there is to say of one record; see `validate`. `neighbours` is what its neighbours tell of the rules."""
    check = _Check(record, white_first, neighbours)
    choice = check.choose(rules)
    if choice.rules is not None:
        check.replay_by(choice)
    if strict:
        check.refuse_deviations()
    notes = (*record.deviations, *check.notes) if check.notes else record.deviations
    return GameReport(
        number,
        record,
        check.rules,
        choice.source,
        check.plies,
        tuple(check.faults),
        notes,
        tuple(other.name for other in check.others),
        check.also_fits,
    )


def report_of_plain(number: int, game: PlainGame, neighbours: Neighbours = NO_NEIGHBOURS) -> GameReport:
    """What there is to say of a game that was replayed as it stands: nothing, but how its rules were found."""
    notes = game.deviations
    also: tuple[str, ...] = ()
    if game.source is RulesSource.GUESS and game.rules != AMERICAN:
        also = _also_fitting(game.rules, neighbours)
        notes += (_guessed(game.first, game.rules, also),)
    return GameReport(number, game, game.rules, game.source, game.plies, (), notes, also_fits=also)


def _also_fitting(rules: Rules, neighbours: Neighbours) -> tuple[str, ...]:
    """The other variants that a game and all its neighbours may be of."""
    return tuple(other.name for other in neighbours.others) if neighbours.rules == rules else ()


def _guessed(place: tuple[int, int], rules: Rules, also: Sequence[str]) -> Deviation:
    others = f", but {', '.join(also)} would fit as well" if also else ""
    message = f"no tag names the variant; taken for {rules.name}{others}"
    return Deviation(DeviationKind.GUESSED_VARIANT, *place, message)


class _Check:
    """One game and what was found so far."""

    def __init__(self, record: GameRecord, white_first: bool, neighbours: Neighbours) -> None:
        self.record = record
        self.rules: Rules | None = None
        self.plies = 0
        self.faults: list[Fault] = []
        self.notes: list[Deviation] = []
        self.others: tuple[Rules, ...] = ()
        self.also_fits: tuple[str, ...] = ()
        self._neighbours = neighbours
        self._white_first = white_first
        self._guessed: Replay | None = None

    def fault(self, kind: FaultKind, place: tuple[int, int], reason: str, cell: MoveCell | None = None) -> None:
        """Note what is wrong; with a move, at that move."""
        if cell is None:
            self.faults.append(Fault(kind, *place, 0, "", reason))
        else:
            self.faults.append(Fault(kind, *place, self.plies + 1, cell.text, reason))

    def _note(self, kind: DeviationKind, place: tuple[int, int], message: str) -> None:
        self.notes.append(Deviation(kind, *place, message))

    # Whose rules

    def choose(self, rules: Rules | None) -> Choice:
        """Find the rules of the game; without any there is nothing to replay."""
        record = self.record
        if _is_no_game(record):
            what = _appearance(record)
            self.fault(FaultKind.NOT_A_GAME, (record.line, 1), f"no game of draughts in this text; {what}")
            return Choice(None, RulesSource.GUESS)
        if rules is not None:
            return Choice(rules, RulesSource.GIVEN)
        choice = named(record)
        if choice is None:
            return self._guess()
        if choice.rules is None:
            self._report_unknown(choice)
            return choice
        return self._settled(choice, choice.rules)

    def _settled(self, choice: Choice, rules: Rules) -> Choice:
        """Where the tags contradict each other the moves decide, and the ``GameType`` if they fit both."""
        other = contradicting(self.record.tag("GameType"), self.record.tag("Variant"))
        tag = self.record.find_tag("Variant")
        if other is None or tag is None or not self.record.moves:
            return choice
        found = guess_among(self.record, (rules, other))
        decided = rules if found is None else found.rules
        if found is not None:
            self._guessed = found
        message = f"GameType is {rules.name}, but Variant is {tag.value!r}; by its moves taken for {decided.name}"
        self._note(DeviationKind.MISLEADING_TAG, (tag.line, tag.column), message)
        return Choice(decided, RulesSource.GAME_TYPE if decided is rules else RulesSource.VARIANT, tag)

    def _guess(self) -> Choice:
        self._guessed = guess(self.record, self._neighbours)
        told = self._neighbours.rules if self._neighbours.is_sure else None
        rules = (told or AMERICAN) if self._guessed is None else self._guessed.rules
        if rules != AMERICAN:
            place = (self.record.moves[0].line, self.record.moves[0].column) if self.record.moves else self._start()
            self.also_fits = _also_fitting(rules, self._neighbours)
            self.notes.append(_guessed(place, rules, self.also_fits))
        return Choice(rules, RulesSource.GUESS)

    def _start(self) -> tuple[int, int]:
        tag = self.record.find_tag("FEN")
        return (self.record.line, 1) if tag is None else (tag.line, tag.column)

    def _report_unknown(self, choice: Choice) -> None:
        assert choice.tag is not None
        reason = f"no known variant has {choice.tag.name} {choice.tag.value!r}"
        place = (choice.tag.line, choice.tag.column)
        if self.record.moves:
            self.others = tuple(other_variants(self.record, None))
            self.fault(FaultKind.UNKNOWN_VARIANT, place, reason + self._replays())
        else:
            self._note(DeviationKind.UNKNOWN_VARIANT, place, reason)

    def _replays(self) -> str:
        names = [other.name for other in self.others[:_SHOWN]]
        return f"; the game replays fully as {' or '.join(names)}" if names else ""

    # Moves

    def replay_by(self, choice: Choice) -> None:
        """Replay the game and say where and why it stops."""
        assert choice.rules is not None
        self.rules = choice.rules
        replay = self._guessed or self._set_up(choice.rules)
        if replay is None:
            return
        stop = replay.stop or replay.advance()
        if stop in (Stop.WRONG, Stop.BAD_SETUP) and choice.tag is not None:
            replay, stop = self._by_algebraic_squares(replay, stop, choice.tag)
        self.plies = replay.plies
        self.notes += replay.notes
        self._note_draw(replay)
        if stop is Stop.END:
            self._compare_result(replay.board)
        else:
            self._report_stop(replay, stop)
        self._report_cut(replay, stop)

    def _set_up(self, rules: Rules) -> Replay | None:
        """A replay at the start position; None if there is none."""
        if names_side_twice(self.record.tag("FEN") or ""):
            message = "the position names the side to move twice; the second one counts"
            self._note(DeviationKind.SPELLING, self._start(), message)
        try:
            return Replay(self.record, position(self.record, rules))
        except FenError as error:
            fen = self.record.tag("FEN") or ""
            if self.record.moves or not _lacks_only_turn(fen, rules):
                self.others = tuple(other_variants(self.record, rules)) if self.record.moves else ()
                self.fault(FaultKind.BAD_POSITION, self._start(), f"{error}{self._replays()}")
            else:
                message = "the position does not say whose turn it is"
                self._note(DeviationKind.UNKNOWN_TURN, self._start(), message)
            return None

    def _by_algebraic_squares(self, replay: Replay, stop: Stop, tag: Tag) -> tuple[Replay, Stop]:
        """Squares with letters say more than the tag of a game that has none here, if all moves are legal so.

        Games of the mirrored board are written by some on the other one, with names of squares.
        """
        first = self.record.moves[0]
        if replay.played or replay.rules.notation is not Notation.NUMERIC or not first.text[0].isalpha():
            return replay, stop
        rules = replay.rules
        same = unmirrored(rules)
        other = None if same is None else guess_among(self.record, (same,))
        if other is not None:
            message = f"{tag.name} {tag.value!r} is {rules.name}, and the squares are those of the board not mirrored"
        elif tag.name == "GameType" and (other := guess(self.record)) is not None:
            message = f"GameType {tag.value!r} is {rules.name}, but the squares are those of {other.rules.name}"
        if other is None or other.stop is None or not other.is_complete:
            return replay, stop
        self._note(DeviationKind.MISLEADING_TAG, (tag.line, tag.column), message)
        self.rules = other.rules
        return other, other.stop

    def _report_stop(self, replay: Replay, stop: Stop) -> None:
        cell = self.record.moves[replay.at]
        place = (cell.line, cell.column)
        if stop is Stop.UNKNOWN:
            left = len(self.record.moves) - replay.at
            message = f"unknown move; {left} {'move' if left == 1 else 'moves'} from here on cannot be replayed"
            self._note(DeviationKind.UNKNOWN_MOVE, place, message)
            return
        if stop is Stop.TOO_COMPLEX:
            self.fault(FaultKind.TOO_COMPLEX, place, replay.error, cell)
            return
        if self._guessed is None or not replay.at:
            self.others = tuple(other_variants(self.record, replay.rules))
        if stop is Stop.BAD_SETUP:
            kind, reason = FaultKind.BAD_POSITION, replay.error
        elif stop is Stop.OVER:
            kind, reason = FaultKind.MOVE_AFTER_END, f"the game is over: {replay.board.winner} has won"
        else:
            found = replay.board.explain(replay.text(cell))
            kind, reason = _FAULTS.get(found.reason, FaultKind.ILLEGAL_MOVE), found.message
            if stop is Stop.WRONG:
                reason += _legal_instead(replay.board, reason)
        if self.others and kind is FaultKind.ILLEGAL_MOVE:
            kind = FaultKind.WRONG_VARIANT
        self.fault(kind, place, reason + self._replays(), cell)

    def _report_cut(self, replay: Replay, stop: Stop) -> None:
        """A file that ends in the middle of something; the last move was perhaps cut, too."""
        for deviation in self.record.deviations:
            if deviation.kind is DeviationKind.TRUNCATED:
                place = (deviation.line, deviation.column)
                last = self.record.moves[-1] if self.record.moves else None
                is_last = stop is Stop.WRONG and last is not None and place == (last.line, last.column)
                if is_last:  # it is wrong because it was cut
                    self.faults.pop()
                self.fault(FaultKind.TRUNCATED, place, deviation.message, last if is_last else None)

    def _note_draw(self, replay: Replay) -> None:
        """Say where a draw rule had ended the game, if moves follow."""
        drawn = first_draw(replay)
        if drawn is not None:
            ply, rule = drawn
            cell = self.record.moves[replay.played[ply].at]
            message = f"drawn after ply {ply} by the rules ({rule.describe()}); the game goes on"
            self._note(DeviationKind.DRAWN_BEFORE, (cell.line, cell.column), message)

    # The result

    def _compare_result(self, board: Board) -> None:
        record = self.record
        tag = record.find_tag("Result")
        ending = meaning(record.result) if record.result is not None and record.result != "*" else None
        claimed = meaning(tag.value) if tag is not None else None
        place = (record.result_line, record.result_column)
        if tag is not None and claimed and ending and claimed != ending:
            message = f"the game ends with {record.result!r}, but its Result tag is {tag.value!r}"
            self._note(DeviationKind.RESULT_DIFFERS, place, message)
        if not record.moves:
            return
        if tag is not None and isinstance(claimed, Outcome):
            self._compare_winner(board, claimed, tag.value, (tag.line, tag.column))
        elif isinstance(ending, Outcome) and record.result is not None:
            self._compare_winner(board, ending, record.result, place)

    def _compare_winner(self, board: Board, claimed: Outcome, text: str, place: tuple[int, int]) -> None:
        winner = board.winner
        if winner is None or winner is winner_of(claimed, board.rules, white_first=self._white_first):
            return
        if claimed is Outcome.BOTH_LOSE:
            message = f"{winner} has won on the board, but by {text!r} both sides lost"
            self._note(DeviationKind.RESULT_AND_BOARD, place, message)
            return
        said = "the game is a draw" if claimed is Outcome.DRAW else f"{winner.opponent} won"
        reason = f"{winner} has won on the board, but {text!r} says that {said}"
        if claimed is not Outcome.DRAW and winner is winner_of(claimed, board.rules, white_first=not self._white_first):
            reason += f" ({self._owner(board.rules)})"
        self.faults.append(Fault(FaultKind.WRONG_RESULT, *place, self.plies, self.record.moves[-1].text, reason))

    def _owner(self, rules: Rules) -> str:
        if self._white_first:
            return "the first number was taken for White's"
        return f"the first number belongs to {rules.first_mover}, who moves first in {rules.name}"

    def refuse_deviations(self) -> None:
        """Make every note a fault."""
        noted = [*self.record.deviations, *self.notes]
        known = {(fault.line, fault.column) for fault in self.faults if fault.kind is FaultKind.TRUNCATED}
        for note in noted:
            if note.kind is not DeviationKind.TRUNCATED or (note.line, note.column) not in known:
                self.fault(FaultKind.NOT_STANDARD, (note.line, note.column), note.message)


def _is_no_game(record: GameRecord) -> bool:
    """Whether a text without tags has nothing else of a game either, or only words where moves should be."""
    if record.tags or record.variations:
        return False
    known = [cell for cell in record.moves if cell.is_known]
    if known:
        return all(read_spelling(cell.text, STANDARD_BOARD) is None and not cell.text[0].isdigit() for cell in known)
    left_out = (DeviationKind.JUNK, DeviationKind.BRACKET_TEXT)
    is_empty = not (record.result or record.comments or record.moves)
    return is_empty or any(note.kind in left_out for note in record.deviations)


def _appearance(record: GameRecord) -> str:
    if any(_CHESS_MOVE.fullmatch(cell.text) for cell in record.moves):
        return "it looks like chess"
    return "neither a tag nor a move that can be read" + (" nor a result" if record.result is None else "")


def _legal_instead(board: Board, reason: str) -> str:
    """The legal moves as words to add, unless a reason names some already."""
    legal = list(board.legal_moves)
    moves = [board.notation(move, "pdn") for move in legal]
    if not moves or any(move in reason for move in (*moves, *map(write_long, legal))):
        return ""
    more = f" and {len(moves) - _LEGAL_SHOWN} more" if len(moves) > _LEGAL_SHOWN else ""
    return f"; legal: {', '.join(moves[:_LEGAL_SHOWN])}{more}"


def _lacks_only_turn(fen: str, rules: Rules) -> bool:
    """Whether a position is all right except that it begins with a question mark."""
    text = fen.strip()
    try:
        Board.from_fen("W" + text[1:], rules)
    except FenError:
        return False
    return text.startswith("?")
