"""A record as positions to look at: the main line and its variations, in the order of reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from draughts.errors import FenError, PdnError
from draughts.pdn.checking import report_of
from draughts.pdn.records import GameRecord, MoveCell, Variation
from draughts.pdn.replaying import Replay, Stop
from draughts.pdn.reports import Fault
from draughts.pdn.variant_detection import position
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import Rules

__all__ = ["Bracket", "Comment", "Item", "Lines", "Node", "Placed", "Skipped", "Step", "replay_lines"]

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


class Node(NamedTuple):
    """A position of a game.

    Attributes
    ----------
    parent : int or None
        The index of the position before it; None for the first one.
    board : Board
        The position.
    number : int
        The number of the next move, in pairs.
    move : Move or None
        The move that led here; None for the first position and for one that was set up.
    is_main : bool
        Whether it belongs to the main line.
    """

    parent: int | None
    board: Board
    number: int
    move: Move | None = None
    is_main: bool = True


class Step(NamedTuple):
    """A move that was made: the index of the position after it, and what the file says about it."""

    node: int
    cells: tuple[MoveCell, ...]


class Placed(NamedTuple):
    """A position that was set up in the middle of a line."""

    node: int


class Skipped(NamedTuple):
    """A move that is not made, and why; empty for those that follow such a move."""

    cell: MoveCell
    reason: str


class Comment(NamedTuple):
    """A comment."""

    text: str


class Bracket(Enum):
    """The beginning or the end of a variation."""

    OPEN = "("
    CLOSE = ")"


Item = Step | Placed | Skipped | Comment | Bracket


@dataclass(frozen=True, slots=True)
class Lines:
    """A record with its positions.

    Attributes
    ----------
    record : GameRecord
        The game.
    rules : Rules
        Its variant.
    nodes : list of Node
        Every position; the first one is the start.
    items : list
        What is there to read, in order.
    faults : tuple of Fault
        What is wrong with the main line.
    """

    record: GameRecord
    rules: Rules
    faults: tuple[Fault, ...]
    nodes: list[Node] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    @property
    def main(self) -> list[int]:
        """The positions of the main line, from the start."""
        return [at for at, node in enumerate(self.nodes) if node.is_main]

    def label(self, node: int) -> str:
        """How a position is called: by the move that led to it, with its number."""
        _, _, _, move, _ = here = self.nodes[node]
        if here.parent is None:
            return "Start"
        if move is None:
            return "Position"
        return f"{self.move_number(node)} {self.move_text(node)}"

    def move_number(self, node: int) -> str:
        """The number of the move that led to a position, such as ``12.`` or ``12...``."""
        before = self._before(node)
        return f"{before.number}{'.' if before.board.turn is self.rules.first_mover else '...'}"

    def move_text(self, node: int) -> str:
        """The move that led to a position, as the variant writes moves."""
        move = self.nodes[node].move
        assert move is not None
        return self._before(node).board.notation(move, "pdn")

    def _before(self, node: int) -> Node:
        parent = self.nodes[node].parent
        assert parent is not None
        return self.nodes[parent]


def replay_lines(record: GameRecord, rules: Rules | None = None) -> Lines:
    """Replay a record and its variations; a line that goes wrong is shown as far as it goes.

    Parameters
    ----------
    record : GameRecord
        The game.
    rules : Rules, optional
        The variant; by default that which the game says.

    Raises
    ------
    PdnError
        If the variant or the start position is not known, or if there are neither tags nor moves.

    Examples
    --------
    >>> from draughts.pdn import loads
    >>> from draughts.viewer.lines import replay_lines
    >>> [record] = loads("1. 11-15 23-19 (1... 22-18 2. 15x22) 2. 8-11 *")
    >>> lines = replay_lines(record)
    >>> [lines.label(node) for node in range(len(lines.nodes))]
    ['Start', '1. 11-15', '1... 23-19', '1... 22-18', '2. 15x22', '2. 8-11']
    """
    if not (record.tags or record.moves or record.variations or record.setup):
        raise PdnError("neither a tag nor a move", record.line, 1)
    report = report_of(1, record, rules)
    if report.rules is None:
        reason = report.faults[0].reason if report.faults else "the game does not say by which rules it is played"
        raise PdnError(reason, record.line, 1)
    try:
        start = position(record, report.rules)
    except FenError as error:
        tag = record.find_tag("FEN")
        raise PdnError(str(error), record.line if tag is None else tag.line, 1) from None
    lines = Lines(record, report.rules, report.faults)
    lines.nodes.append(Node(None, start, _first_number(record)))
    _Reader(lines).read()
    return lines


def _first_number(record: GameRecord) -> int:
    written = record.moves[0].number if record.moves else None
    match = _NUMBER.match(written or "")
    return int(match[0]) if match else 1


class _Reader:
    """Fills `Lines`. Variations nest without limit, so nothing here recurs."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._is_turned = False

    def read(self) -> None:
        record, items = self._lines.record, self._lines.items
        items.extend(map(Comment, record.comments))
        waiting = [self._line(record, 0, is_main=True)]
        while waiting:
            opened = next(waiting[-1], None)
            if opened is None:
                waiting.pop()
                if waiting:
                    items.append(Bracket.CLOSE)
            else:
                variation, parent = opened
                items.append(Bracket.OPEN)
                items.extend(map(Comment, variation.comments))
                inner = GameRecord(moves=variation.moves, variations=variation.variations)
                waiting.append(self._line(inner, parent, is_main=False))

    def _line(self, record: GameRecord, parent: int | None, *, is_main: bool) -> Iterator[tuple[Variation, int | None]]:
        """Add a line; what is yielded are its variations with the positions where they begin, None if unknown."""
        items = self._lines.items
        for variation in record.variations:
            yield variation, parent
        skipped, reason = record.moves, ""
        if parent is not None:
            replay = Replay(record, self._lines.nodes[parent].board)
            replay.is_turned = self._is_turned
            stop = replay.advance()
            if is_main:
                self._is_turned = replay.is_turned
            ends = [*(played.at for played in replay.played[1:]), replay.at]
            for (at, board, move), end in zip(replay.played, ends, strict=False):
                cells = record.moves[at:end]
                parent = self._placed(parent, board, is_main=is_main)
                before, parent = parent, self._made(parent, move, is_main=is_main)
                items.append(Step(parent, cells))
                items.extend(Comment(text) for cell in cells for text in cell.comments)
                for cell in cells:
                    for variation in cell.variations:
                        yield variation, before
            if stop is not Stop.END:
                reason = _why(replay, stop)
                parent = self._placed(parent, replay.board, is_main=is_main)
            elif record.setup is not None:
                self._placed(parent, _set_up(record.setup, replay.board), is_main=is_main)
            skipped = record.moves[replay.at :]
        for cell in skipped:
            items.append(Skipped(cell, reason))
            items.extend(map(Comment, cell.comments))
            for variation in cell.variations:
                yield variation, parent
            parent, reason = None, ""  # where the moves after it would begin is not known

    def _placed(self, parent: int, board: Board, *, is_main: bool) -> int:
        """The position before a move: the last one, unless another was set up."""
        nodes = self._lines.nodes
        if nodes[parent].board == board:
            return parent
        nodes.append(Node(parent, board, nodes[parent].number, None, is_main))
        self._lines.items.append(Placed(len(nodes) - 1))
        return len(nodes) - 1

    def _made(self, parent: int, move: Move, *, is_main: bool) -> int:
        nodes = self._lines.nodes
        before = nodes[parent]
        is_second = before.board.turn is not self._lines.rules.first_mover
        nodes.append(Node(parent, before.board.play(move), before.number + is_second, move, is_main))
        return len(nodes) - 1


def _why(replay: Replay, stop: Stop) -> str:
    """Why a line goes no further."""
    cell = replay.record.moves[replay.at]
    if stop is Stop.WRONG:
        return replay.board.explain(replay.text(cell)).message
    if stop is Stop.OVER:
        return f"the game is over: {replay.board.winner} has won"
    return replay.error or stop.value


def _set_up(fen: str, board: Board) -> Board:
    try:
        return Board.from_fen(fen, board.rules)
    except FenError:
        return board
