"""Tables that are there: what they say of positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from draughts.errors import ArgumentError, TablebaseError
from draughts.kernel.endgame_words import ENDGAME_WORDS
from draughts.kernel.machine_code import compiled_entry
from draughts.kernel.movement import movement_of
from draughts.kernel.scratch import FIRST_RECORD, PLACES, UnitMemory
from draughts.position.board import Board
from draughts.position.context import context_of
from draughts.position.move import Move
from draughts.position.readings import HasBoard, as_board
from draughts.rules.rules import Goal, Rules
from draughts.tablebase.files import SUFFIX, SliceFile, agree, read_slice
from draughts.tablebase.material import Material, materials, read_material
from draughts.tablebase.memory import EndgameMemory, sets_of
from draughts.tablebase.outcome import Outcome, Outcomes, outcome_of
from draughts.tablebase.solving import check

if TYPE_CHECKING:
    from draughts.batch.boards import Boards

__all__ = ["Tablebase"]


class Tablebase:
    """The tables of one rule set, mapped into memory; may be asked by several threads.

    Made by `open`.

    Attributes
    ----------
    rules : Rules
        The rules that they were built for.
    metric : str
        ``"wdl"`` or ``"dtw"``: whether distances are known.
    pieces : int
        All positions of so many pieces and fewer are known; 0 if slices are missing.
    most_pieces : int
        The most pieces of any slice.
    memory : EndgameMemory
        What the kernel is given.
    """

    def __init__(self, directory: Path, slices: list[SliceFile]) -> None:
        first = slices[0]
        self.rules, self.metric = first.rules, first.metric
        self._directory = directory
        self._slices = {each.material: each for each in slices}
        movement = movement_of(self.rules)
        self.pieces = max(
            (n for n in range(2, 9) if set(materials(n, kings=not movement.ends_with_king)) <= self._slices.keys()),
            default=0,
        )
        self.most_pieces = max(material.pieces for material in self._slices)
        self.memory = EndgameMemory(self.rules, self.metric == "dtw")
        for each in slices:
            self.memory.add(each.material, each.values)
        self._probe = compiled_entry(movement, "probe_endgames", long_running=False)

    @classmethod
    def open(cls, directory: str | Path) -> Tablebase:
        """The tables in a directory.

        Every file is checked against its digest.

        Raises
        ------
        TablebaseError
            If there are none, one is damaged, or they do not belong together; the message names the file.
        """
        directory = Path(directory)
        paths = sorted(directory.glob(f"*{SUFFIX}"))
        if not paths:
            raise TablebaseError(f"{directory} has no endgame tables: no file is named like 0101{SUFFIX}")
        slices = []
        for path in paths:
            found = read_slice(path)
            slices.append(found)
            if found.metric != slices[0].metric:
                raise TablebaseError(f"{path} has metric {found.metric!r}, and {paths[0]} {slices[0].metric!r}")
            if not agree(found.rules, slices[0].rules):
                raise TablebaseError(
                    f"{path} belongs to {found.rules.name} rules, and {paths[0]} to {slices[0].rules.name}"
                )
        return cls(directory, slices)

    def __repr__(self) -> str:
        return f"<Tablebase {self.rules.name}, {self.pieces} pieces, {self.metric}>"

    def fits(self, rules: Rules) -> bool:
        """Whether positions of some rules have the values of these tables: what draws a game makes no difference."""
        return rules.king_move_limit is None and agree(rules, self.rules)

    def check_fit(self, rules: Rules) -> None:
        """Refuse rules under which positions have other values than in these tables.

        Raises
        ------
        ArgumentError
            If `fits` says no.
        """
        if not self.fits(rules):
            raise ArgumentError(f"these tables are for {self.rules.name} rules, not {rules.name}")

    def probe(self, board: Board | HasBoard | str) -> Outcome | None:
        """How a position ends with best play; None if no table has it, or it has more pieces than any table.

        Parameters
        ----------
        board : Board, Game or str
            The position: also that of a game, or a FEN.

        Raises
        ------
        ArgumentError
            If it is a position of other rules.

        Examples
        --------
        >>> import tempfile
        >>> from draughts import Board
        >>> from draughts.tablebase import build
        >>> with tempfile.TemporaryDirectory() as place:
        ...     build("american", 2, place, metric="dtw")
        ...     tables = Tablebase.open(place)
        ...     tables.probe("W:WK32:BK26"), tables.probe("B:WK32:BK26"), tables.probe(Board())
        (Outcome(result='win', plies=9), Outcome(result='draw', plies=None), None)
        """
        board = self._read(board)
        position = board.kernel_position
        with UnitMemory() as memory:
            units = memory.units
            units[PLACES["TOP"]] = FIRST_RECORD
            units[PLACES["FAILED"]] = units[PLACES["DISTINCT"]] = units[PLACES["PATHS"]] = 0
            value = self._probe(position.turn, *position.words(), self.memory.address, memory.address)
        if value == ENDGAME_WORDS["UNKNOWN"]:
            return None
        return outcome_of(value, blocked_wins=self.rules.goal is Goal.BE_BLOCKED, distances=self.metric == "dtw")

    def probe_boards(self, boards: Boards, *, threads: int = 1) -> Outcomes:
        """How each of many positions ends with best play.

        Raises
        ------
        ArgumentError
            If they are positions of other rules.
        CaptureLimitError
            If a position has more capture routes than the generator follows.

        Examples
        --------
        >>> import tempfile
        >>> from draughts import AMERICAN
        >>> from draughts.batch import Boards
        >>> from draughts.tablebase import build
        >>> boards = Boards.from_fens(["W:WK32:BK26", "B:WK32:BK26", "W:W29,30:BK1,K2"], AMERICAN)
        >>> with tempfile.TemporaryDirectory() as place:
        ...     build(AMERICAN, 2, place, metric="dtw")
        ...     outcomes = Tablebase.open(place).probe_boards(boards)
        >>> outcomes.results.tolist(), outcomes.plies.tolist(), outcomes.is_known.tolist()
        ([1, 0, 0], [9, -1, -1], [True, True, False])
        """
        self.check_fit(boards.rules)
        values = boards.values_in(self.memory.address, threads=threads)
        is_known = values != ENDGAME_WORDS["UNKNOWN"]
        decided = is_known & (values != 0)
        wins = values % 2 == (1 if self.rules.goal is Goal.BE_BLOCKED else 0)
        results = np.where(decided, np.where(wins, 1, -1), 0).astype(np.int8)
        plies = np.where(decided, values - 1, -1).astype(np.int32)
        return Outcomes(results, plies if self.metric == "dtw" else np.full_like(plies, -1), is_known)

    def _read(self, board: Board | HasBoard | str) -> Board:
        board = Board.from_fen(board, self.rules) if isinstance(board, str) else as_board(board)
        if board.rules is not self.rules:
            self.check_fit(board.rules)
        return board

    def moves(self, board: Board | HasBoard | str) -> dict[Move, Outcome]:
        """The legal moves with what each leads to, for the side that makes it, best first.

        Moves to positions that no table has are not there. Plies are counted from the position before the move.
        """
        board = self._read(board)
        found = {}
        for move in board.legal_moves:
            after = self.probe(board.play(move))
            if after is not None:
                result = {"win": "loss", "draw": "draw", "loss": "win"}[after.result]
                found[move] = Outcome(result, None if after.plies is None else after.plies + 1)  # type: ignore[arg-type]
        return dict(sorted(found.items(), key=lambda item: -item[1].rank))

    def best_moves(self, board: Board | HasBoard | str) -> list[Move]:
        """The moves that are as good as any: that win soonest, keep the draw, or lose last.

        Without distances every move that keeps the result is as good. Empty if a position behind some move is in no
        table, or there is no move.
        """
        board = self._read(board)
        moves = self.moves(board)
        if len(moves) != len(board.legal_moves) or not moves:
            return []
        best = max(outcome.rank for outcome in moves.values())
        return [move for move, outcome in moves.items() if outcome.rank == best]

    def line(self, board: Board | HasBoard | str) -> list[Move]:
        """A line of best moves from a won or lost position to the end of the game; empty for a draw.

        Raises
        ------
        ArgumentError
            If the tables have no distances (build with ``metric="dtw"``), or do not have the position.
        TablebaseError
            If values contradict each other: somebody has made a file that looks whole.
        """
        board = self._read(board)
        if self.metric != "dtw":
            raise ArgumentError("tables with metric 'wdl' do not say how a win is made: build with metric='dtw'")
        outcome = self.probe(board)
        if outcome is None:
            raise ArgumentError(f"no table has {board.fen}")
        moves = []
        for left in range(outcome.plies or 0, 0, -1):
            behind = self.moves(board)
            best = max(behind, key=lambda move: behind[move].rank, default=None)
            if best is None or behind[best].plies != left:
                raise self._contradiction(board)
            moves.append(best)
            board = board.play(best)
        return moves

    def _contradiction(self, board: Board) -> TablebaseError:
        return TablebaseError(f"the tables in {self._directory} contradict themselves at {board.fen}")

    def counts(self) -> dict[str, tuple[int, int, int]]:
        """Wins, draws and losses of the side to move, by material.

        The key has four digits: men and kings of the side to move, then men and kings of the other side. Positions with
        a capture to be made are counted.
        """
        return {
            str(material): (each.counts["wins"], each.counts["draws"], each.counts["losses"])
            for material, each in sorted(self._slices.items())
        }

    def slice_counts(self, material: str) -> dict[str, int]:
        """All that is counted in the table of some material, by name.

        Raises
        ------
        ArgumentError
            If there is no such table.
        """
        return dict(self._slice(material).counts)

    def _slice(self, material: str) -> SliceFile:
        wanted = read_material(material)
        if wanted is None or wanted not in self._slices:
            there = ", ".join(map(str, sorted(self._slices)[:5]))
            raise ArgumentError(
                f"there is no table of material {material!r}: men and kings of the side to move, then of the other "
                f"side, such as {there}"
            )
        return self._slices[wanted]

    def longest_win(self, material: str) -> tuple[Board, int] | None:
        """A position of some material that takes longest to win, and the plies; None if none is won.

        Raises
        ------
        ArgumentError
            If there is no such table, or it has no distances.
        TablebaseError
            If values contradict each other.
        """
        counts = self._slice(material).counts
        if self.metric != "dtw":
            raise ArgumentError("tables with metric 'wdl' do not say how long a win takes: build with metric='dtw'")
        if "longest win" not in counts:
            return None
        board, plies = (
            self._board(self._slice(material).material, counts["one with the longest win"]),
            counts["longest win"],
        )
        if self.probe(board) != ("win", plies):
            raise self._contradiction(board)
        return board, plies

    def verify(self) -> Iterator[tuple[str, Board | None]]:
        """Compare the value of every position with the best one behind its moves.

        Yields
        ------
        tuple of str and Board or None
            The material of each table, and a position in it whose value is wrong, or None.
        """
        for material in sorted(self._slices, key=lambda each: (each.pieces, each)):
            wrong = check(self.memory, material)
            yield str(material), None if wrong is None else self._board(material, wrong)

    def positions(self, material: str, *, seed: int | str = 0) -> Iterator[Board]:
        """Positions of some material at random, without end.

        Raises
        ------
        ArgumentError
            If there is no such table.
        """
        wanted = self._slice(material).material
        size = wanted.size(self.memory.movement)
        chance = random.Random(f"{material} {seed}")
        while True:
            board = self._board(wanted, chance.randrange(size))
            if sum(1 for _ in board) == wanted.pieces:
                yield board if chance.random() < 0.5 else board.flip()

    def _board(self, material: Material, number: int) -> Board:
        """The position with a number in its slice; the kernel's side 0 is to move."""
        digits = []
        for count in reversed(material.set_counts(self.memory.movement)):
            number, digit = divmod(number, count)
            digits.append(digit)
        words = []
        for (kings, count), side, digit in zip(material.groups, (0, 1, 0, 1), reversed(digits), strict=True):
            sets, _ = sets_of(self.memory.movement, side, kings, count)
            parts = sets.reshape(-1, 1 if self.memory.movement.layout.bits <= 64 else 2)[digit].tolist()
            words.append(sum(part << 64 * place for place, part in enumerate(parts)))
        our_men, their_men, our_kings, their_kings = words
        position = 0, our_men | our_kings, their_men | their_kings, our_kings | their_kings
        return Board.of_words(context_of(self.rules), position)
