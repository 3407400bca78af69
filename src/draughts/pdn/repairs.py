"""What would mend a game: for faults and deviations the text to put there, where that is known. No file is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from draughts.errors import DraughtsError
from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.records import GameRecord, MoveCell
from draughts.pdn.replaying import Replay, Stop
from draughts.pdn.reports import Fault, FaultKind, GameReport
from draughts.pdn.results import Outcome, meaning, outcome_of, result_text, winner_of
from draughts.pdn.variant_detection import position
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.registry import get_rules
from draughts.support.checks import as_flag, refuse

__all__ = ["Repair", "repairs"]


#: Legal moves in place of a wrong one; if more than these fit, nothing tells which was meant.
_FEW = 3


_PROSE = re.compile(r"[^\W\d_]{2}")


class Repair(NamedTuple):
    """Something to change in a file.

    Attributes
    ----------
    line, column : int
        Where, both counted from 1.
    old : str
        What stands there; empty where something is missing.
    new : tuple of str
        What should: one text, or several that are equally good. An empty one means that nothing should. Without any,
        `why` says what to do.
    why : str
        What this mends.
    """

    line: int
    column: int
    old: str
    new: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        if not self.new:
            return f"{place}: {self.why}"
        choices = " or ".join(repr(text) if text else "nothing" for text in self.new)
        what = f"{self.old!r} -> {choices}" if self.old else f"add {choices}"
        return f"{place}: {what} ({self.why})"


def repairs(report: GameReport, *, white_first: bool = False) -> tuple[Repair, ...]:
    r"""What would mend the faults and deviations of a game, as far as its text and the rules tell.

    Parameters
    ----------
    report : GameReport
        What `validate` found.
    white_first : bool
        Whether the first number of a result is White's, as in the call of `validate`.

    Notes
    -----
    A wrong or ambiguous move is replaced by the legal moves after which all the rest of the game is legal.

    Examples
    --------
    >>> from draughts.pdn import repairs, validate
    >>> (report,) = validate("1. 11-15 22-18 2. 15x22 25x17 3. 8-11 29-25 4. 4-8 25-22 1-0\n")
    >>> for repair in repairs(report):
    ...     print(repair)
    line 1, column 25: '25x17' -> '25x18' (the only legal move after which the rest of the game is legal)
    """
    if not isinstance(report, GameReport):
        refuse("repairs takes a report of pdn.validate", report)
    mender = _Mender(report, as_flag(white_first, "white_first"))
    found = [mended for fault in report.faults for mended in mender.of_fault(fault)]
    found += [mended for note in report.notes for mended in mender.of_note(note)]
    return tuple(sorted(dict.fromkeys(found)))


class _Mender:
    def __init__(self, report: GameReport, white_first: bool) -> None:
        self.report = report
        self.white_first = white_first
        self.record = report.record
        self._written = {note[1:3]: note.text for note in report.notes if note.text}
        self.replay: Replay | None = None
        if report.rules is not None:
            try:
                self.replay = Replay(report.record, position(report.record, report.rules))
            except DraughtsError:
                return
            self.replay.advance()

    def of_fault(self, fault: Fault) -> Iterator[Repair]:
        place = (fault.line, fault.column)
        if fault.kind in (FaultKind.WRONG_VARIANT, FaultKind.UNKNOWN_VARIANT):
            yield from self._game_type()
        elif fault.kind in (FaultKind.ILLEGAL_MOVE, FaultKind.AMBIGUOUS_MOVE, FaultKind.UNREADABLE_MOVE):
            yield from self._move(fault)
        elif fault.kind is FaultKind.WRONG_RESULT and self.replay is not None:
            board = self.replay.board
            right = result_text(board.winner, board.rules, white_first=self.white_first)
            for old, at in self._results():
                if meaning(old) != meaning(right):
                    yield Repair(*at, old, (_on_scale_of(old, right),), f"{board.winner} has won on the board")
        elif fault.kind is FaultKind.MOVE_AFTER_END:
            yield Repair(*place, self._in_file(fault, fault.move), ("",), "the game is over")
        elif fault.kind is FaultKind.TRUNCATED:
            yield Repair(*place, "", (), "the rest of the file is missing; it has to be fetched again")

    def of_note(self, note: Deviation) -> Iterator[Repair]:
        mend = _NOTES.get(note.kind)
        if mend is not None:
            yield from mend(self, note)

    def _in_file(self, place: Fault | MoveCell, text: str) -> str:
        """A move as it stands in the file."""
        return self._written.get((place.line, place.column), text)

    # Faults

    def _game_type(self) -> Iterator[Repair]:
        types = tuple(
            f'[GameType "{rules.game_type}"]'
            for rules in map(get_rules, self.report.replays_as)
            if rules.game_type is not None
        )
        if types:
            tag = self.record.find_tag("GameType")
            old = "" if tag is None else f'[GameType "{tag.value}"]'
            line, column = (self.record.line, 1) if tag is None else (tag.line, tag.column)
            yield Repair(line, column, old, types, "the game is legal so from beginning to end")

    def _move(self, fault: Fault) -> Iterator[Repair]:
        replay = self.replay
        if replay is None or replay.stop not in (Stop.WRONG, Stop.AMBIGUOUS):
            return
        fitting = replay.board.explain(replay.text(self.record.moves[replay.at])).moves
        tried = fitting if replay.stop is Stop.AMBIGUOUS else tuple(replay.board.legal_moves)
        good = [move for move in tried if self._goes_on(replay, move)]
        if replay.stop is Stop.WRONG:
            yield from self._lost_or_doubled(replay, fault)
        if replay.stop is Stop.AMBIGUOUS:
            good = self._by_result(replay, good)
        if not good or (replay.stop is Stop.WRONG and len(good) > _FEW):
            return
        texts = tuple(replay.board.notation(move, "pdn") for move in good)
        only = "the only legal move" if len(good) == 1 else "the legal moves"
        old = self._in_file(fault, fault.move)
        yield Repair(fault.line, fault.column, old, texts, f"{only} after which the rest of the game is legal")

    def _lost_or_doubled(self, replay: Replay, fault: Fault) -> Iterator[Repair]:
        """A move that was left out before the wrong one, or one too many, if the rest is legal then."""
        moves = self.record.moves[replay.at :]
        if self._is_legal(replay, replay.board, moves[1:]) and len(moves) > 1:
            why = "without it the rest of the game is legal; it may have been written twice"
            yield Repair(fault.line, fault.column, self._in_file(fault, fault.move), ("",), why)
        missing = [move for move in replay.board.legal_moves if self._is_legal(replay, replay.board.play(move), moves)]
        if missing:
            texts = [replay.board.notation(move, "pdn") for move in missing]
            why = "a move is missing here, with which the rest of the game is legal"
            if len(texts) > _FEW:
                shown = ", ".join(texts)
                yield Repair(fault.line, fault.column, "", (), f"{why}: {shown}")
            else:
                yield Repair(fault.line, fault.column, "", tuple(texts), why)

    def _by_result(self, replay: Replay, moves: list[Move]) -> list[Move]:
        """The same moves of the end of a game that is won: first those that win for the side that the result names.

        Then come those that win for the other side, as the file may give the first number of a result to it: they say,
        too, why the game ends here.
        """
        claimed = winner_of(outcome_of(self.record), replay.rules, white_first=self.white_first)
        if claimed is None or replay.at < len(self.record.moves) - 1:
            return moves
        winners = {move: replay.board.play(move).winner for move in moves}
        return sorted(moves, key=lambda move: (winners[move] is not claimed, winners[move] is None))

    def _is_legal(self, replay: Replay, board: Board, moves: Sequence[MoveCell]) -> bool:
        """Whether these moves are all legal from a position on."""
        follow = Replay(GameRecord(moves=tuple(moves)), board)
        follow.is_turned = replay.is_turned
        follow.advance()
        return follow.is_complete

    def _goes_on(self, replay: Replay, move: Move) -> bool:
        """Whether the rest of the game is legal after a move in place of the wrong one."""
        return self._is_legal(replay, replay.board.play(move), self.record.moves[replay.at + 1 :])

    def _results(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """The results of the game where they stand."""
        tag = self.record.find_tag("Result")
        if tag is not None and isinstance(meaning(tag.value), Outcome):
            yield tag.value, (tag.line, tag.column)
        if self.record.result is not None and isinstance(meaning(self.record.result), Outcome):
            yield self.record.result, (self.record.result_line, self.record.result_column)

    # Notes

    def _cell(self, note: Deviation) -> MoveCell | None:
        return next((cell for cell in self.record.moves if (cell.line, cell.column) == note[1:3]), None)

    def _meant(self, note: Deviation) -> Iterator[Repair]:
        """The cells that the replay understood in its own way, as one move."""
        if self.replay is None:
            return
        ends = [played.at for played in self.replay.played[1:]] + [self.replay.at]
        for played, end in zip(self.replay.played, ends, strict=False):
            cells: Sequence[MoveCell] = self.record.moves[played.at : end]
            if (cells[0].line, cells[0].column) == note[1:3]:
                new = played.board.notation(played.move, "pdn")
                old = " ".join(self._in_file(cell, cell.text) for cell in cells)
                yield Repair(note.line, note.column, old, (new,), note.kind.value)

    def _terminator(self, note: Deviation) -> Iterator[Repair]:
        tag = self.record.tag("Result")
        ending = tag if tag and outcome_of(self.record) is not None else "*"
        yield Repair(self.record.last_line, note.column, "", (ending,), "the game has no end")

    def _result(self, note: Deviation) -> Iterator[Repair]:
        tag = self.record.find_tag("Result")
        if tag is not None and self.record.result is not None:
            if tag.value.strip() == "*":
                yield Repair(tag.line, tag.column, tag.value, (self.record.result,), note.kind.value)
            else:
                yield Repair(note.line, note.column, self.record.result, (tag.value,), "the Result tag counts")

    def _spelling(self, note: Deviation) -> Iterator[Repair]:
        cell = self._cell(note)
        if cell is not None:
            yield from self._meant(note)
        elif (note.line, note.column) == (self.record.result_line, self.record.result_column):
            said = meaning(self.record.result or "")
            if isinstance(said, Outcome):
                yield Repair(note.line, note.column, self.record.result or "", (_PLAIN[said],), note.kind.value)

    def _variant(self, note: Deviation) -> Iterator[Repair]:
        rules = self.report.rules
        if rules is None or rules.game_type is None:
            return
        if note.kind is DeviationKind.GUESSED_VARIANT and self.report.also_fits:
            names = ", ".join(self.report.also_fits)
            yield Repair(note.line, note.column, "", (), f"say which variant it is; the moves also fit {names}")
            return
        tag = self.record.find_tag("GameType")
        line, column = (self.record.line, 1) if tag is None else (tag.line, tag.column)
        old = "" if tag is None else f'[GameType "{tag.value}"]'
        yield Repair(line, column, old, (f'[GameType "{rules.game_type}"]',), note.message)

    def _tag(self, note: Deviation) -> Iterator[Repair]:
        for tag in self.record.tags:
            if (tag.line, tag.column) == note[1:3]:
                if note.kind is DeviationKind.DUPLICATE_TAG:
                    yield Repair(note.line, note.column, tag.name, ("",), note.message)
                else:
                    value = tag.value.replace('"', '\\"')
                    yield Repair(note.line, note.column, tag.name, (f'[{tag.name} "{value}"]',), note.message)

    def _comment(self, note: Deviation) -> Iterator[Repair]:
        if note.kind is DeviationKind.JUNK and not _PROSE.search(note.message.rpartition("' is no part")[0]):
            return  # signs without words are no comment
        yield Repair(
            note.line, note.column, "", (), "put braces around the text, as comments have them, or take it out"
        )

    def _bracket(self, note: Deviation) -> Iterator[Repair]:
        yield Repair(note.line, note.column, "", (), "add the other bracket, or take this one out")

    def _brace(self, note: Deviation) -> Iterator[Repair]:
        yield Repair(note.line, note.column, "", (), "add the closing brace")

    def _superfluous(self, note: Deviation) -> Iterator[Repair]:
        yield Repair(note.line, note.column, "", (), "take it out, or begin a game before it")

    def _encoding(self, note: Deviation) -> Iterator[Repair]:
        yield Repair(note.line, note.column, "", (), "save the file as UTF-8")


_PLAIN = {
    Outcome.FIRST_SIDE_WINS: "1-0",
    Outcome.SECOND_SIDE_WINS: "0-1",
    Outcome.DRAW: "1/2-1/2",
    Outcome.BOTH_LOSE: "0-0",
}

_NOTES: dict[DeviationKind, Callable[[_Mender, Deviation], Iterator[Repair]]] = {
    DeviationKind.ENCODING: _Mender._encoding,
    DeviationKind.BROKEN_TAG: _Mender._tag,
    DeviationKind.DUPLICATE_TAG: _Mender._tag,
    DeviationKind.UNTERMINATED_COMMENT: _Mender._brace,
    DeviationKind.UNBALANCED_BRACKET: _Mender._bracket,
    DeviationKind.BRACKET_TEXT: _Mender._comment,
    DeviationKind.JUNK: _Mender._comment,
    DeviationKind.MISSING_TERMINATOR: _Mender._terminator,
    DeviationKind.EXTRA_TERMINATOR: _Mender._superfluous,
    DeviationKind.JOINED_JUMPS: _Mender._meant,
    DeviationKind.CAPTURE_MARK: _Mender._meant,
    DeviationKind.FIRST_SIDE_VIEW: _Mender._meant,
    DeviationKind.RESULT_DIFFERS: _Mender._result,
    DeviationKind.SPELLING: _Mender._spelling,
    DeviationKind.GUESSED_VARIANT: _Mender._variant,
    DeviationKind.MISLEADING_TAG: _Mender._variant,
}


def _on_scale_of(old: str, right: str) -> str:
    """A result with as many points for a win as another one gives."""
    plain = old.replace("1/2", "")
    win = "2" if "2" in plain or plain.count("1") > 1 else "1"
    return "-".join("0" if part == "0" else win for part in right.split("-"))
