"""One thread of a search: its memory, and the calls of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from draughts.engine.root import Node, Root, state_of
from draughts.engine.weights import Weights, packed, ternary, weights_for
from draughts.errors import CaptureLimitError
from draughts.game.draw_records import write_rules
from draughts.kernel.generator import Position
from draughts.kernel.machine_code import compiled_entry
from draughts.kernel.movement import movement_of
from draughts.kernel.records import destination_of, origin_of
from draughts.kernel.scratch import LOW, PLACES
from draughts.kernel.search_words import (
    MOST_BEFORE,
    MOST_PLIES,
    MOST_RULES,
    PATTERN_SIZE,
    SEARCH_PLACES,
    SEARCH_STACK,
    SEARCH_WORDS,
    STOPPED_BY_LIMIT,
    WON,
)
from draughts.position.board import Board
from draughts.rules.rules import Goal, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from draughts.tablebase.tables import Tablebase

__all__ = ["Table", "Worker"]

_UNITS = 1 << 19
#: Units of an entry of the table.
_ENTRY = 2


class Table:
    """What a search has found out about positions, for all threads.

    Parameters
    ----------
    megabytes : float
        Its size; the largest power of two entries of 16 bytes that fits, at least 1024.

    Raises
    ------
    MemoryError
        If there is no memory for it.
    """

    def __init__(self, megabytes: float) -> None:
        entries = max(1024, int(megabytes * (1 << 20)) // (8 * _ENTRY))
        self.size = 1 << entries.bit_length() - 1
        try:
            self._memory = np.zeros(_ENTRY * self.size, np.int64)
        except MemoryError:
            raise MemoryError(f"there is no memory for a table of {megabytes} MB; make hash_mb smaller") from None
        self.age = 0
        #: Whether a search may have written something.
        self.is_used = False

    @property
    def address(self) -> int:
        """Where it lies."""
        return int(self._memory.ctypes.data)

    def clear(self) -> None:
        """Forget everything. Of a table that nothing was written to, no memory is touched, so that none is taken."""
        if self.is_used:
            self._memory[:] = 0
        self.age = 0
        self.is_used = False


class Worker:
    """One thread's search under one rule set; used by one thread at a time.

    Parameters
    ----------
    rules : Rules
        The rules.
    table : Table
        The table, which may be shared.
    weights : Weights, optional
        The evaluation; by default the best one for the rules.
    tablebase : Tablebase, optional
        Endgame tables.
    """

    def __init__(
        self, rules: Rules, table: Table, weights: Weights | None = None, tablebase: Tablebase | None = None
    ) -> None:
        movement = movement_of(rules)
        self._play = partial(compiled_entry, movement, "self_play")
        self._search = compiled_entry(movement, "search")
        self._key = compiled_entry(movement, "position_key")
        self._words = 1 if movement.layout.bits <= 64 else 2
        self._memory = np.zeros(_UNITS, np.int64)
        self._address = int(self._memory.ctypes.data)
        self._table = table
        self._put("END", _UNITS)
        self._put("TABLE", table.address)
        self._put("MASK", table.size - 1)
        self._put("KING_LIMIT", rules.king_move_limit or 0)
        self._put("BLOCKED_LOSES", rules.goal is not Goal.BE_BLOCKED)
        self._write_weights(weights or weights_for(rules))
        write_rules(self._memory, rules)
        self._tablebase = tablebase
        if tablebase is not None:
            self._put("ENDGAMES", tablebase.memory.address)
            self._put("ENDGAME_PIECES", tablebase.most_pieces)

    def _put(self, name: str, value: int) -> None:
        self._memory[SEARCH_PLACES.get(name, PLACES.get(name))] = value

    def _get(self, name: str) -> int:
        return int(self._memory[SEARCH_PLACES[name]])

    def _write_weights(self, weights: Weights) -> None:
        general = packed(weights.general)
        self._memory[SEARCH_PLACES["WEIGHTS"] :][: len(general)] = general
        self._put("PIECE_SHARE", 1024 // weights.pieces)
        self._memory[SEARCH_PLACES["TERNARY"] :][: 1 << PATTERN_SIZE] = ternary()
        if weights.patterns is not None:
            self._patterns = packed(weights.patterns).ravel()
            self._put("HAS_PATTERNS", 1)
            self._put("PATTERN_TABLE", int(self._patterns.ctypes.data))

    # A search

    def begin(self, root: Root, node_limit: int) -> None:
        """Prepare for a position."""
        first = SEARCH_PLACES["KEYS"]
        before = [self._position_key(board.kernel_position, state_of(board)) for board in root.before[-MOST_BEFORE:]]
        before.append(self._position_key(root.board.kernel_position, state_of(root.board)))
        self._memory[first : first + len(before)] = before
        self._put("BEFORE", len(before) - 1)
        frame = SEARCH_PLACES["FRAMES"]
        self._memory[frame] = len(before) - 1
        self._memory[frame + 1 :][: len(root.counts[:MOST_RULES])] = root.counts[:MOST_RULES]
        self._put("AGE", self._table.age)
        self._table.is_used = True
        _, own, opp, kings = root.board.words
        self._put("ENDGAME_MEASURE", (own | opp).bit_count() + ((own | opp) & ~kings).bit_count())
        for name, value in (("NODES", 0), ("DEEPEST", 0), ("STOPPED", 0), ("FAILED", 0), ("NODE_LIMIT", node_limit)):
            self._put(name, value)
        for name, units in (("KILLERS", 2 * MOST_PLIES + 2), ("HISTORY", 2 << 12)):
            self._memory[SEARCH_PLACES[name] :][:units] = 0

    def score(self, node: Node, depth: int, alpha: int, beta: int) -> int:
        """The score of a move at the root for the side that makes it; see the kernel's `search`.

        Raises
        ------
        CaptureLimitError
            If a position has more capture routes than the generator follows.
        """
        self._put("TOP", SEARCH_STACK)
        position = node.position
        answer = -self._search(
            position.turn,
            *position.words(),
            node.state,
            node.events,
            depth,
            -beta,
            -alpha,
            1,
            self._address,
        )
        if self._get("STOPPED") == STOPPED_BY_LIMIT:
            raise CaptureLimitError("a position in the tree has more capture routes than the generator follows")
        return int(answer)

    def value(self, board: Board) -> int:
        """What the evaluation says of a position in which the side to move can move and need not capture."""
        self._put("TOP", SEARCH_STACK)
        position = board.kernel_position
        return int(self._search(position.turn, *position.words(), state_of(board), 0, 0, -WON, WON, 1, self._address))

    def line(self) -> Iterator[tuple[int, int, int]]:
        """The best replies to the move that was searched last: bits of origin and destination, and pieces taken."""
        size = 1 + self._words
        row = SEARCH_PLACES["LINES"] + SEARCH_WORDS["LINE"]
        for at in range(row + 1, row + 1 + size * int(self._memory[row]), size):
            info, *halves = (int(number) for number in self._memory[at : at + size])
            taken = sum((half & LOW) << 64 * place for place, half in enumerate(halves))
            yield origin_of(info), destination_of(info), taken

    def play(
        self, board: Board, depth: int, opening: int, most: int, seed: int
    ) -> tuple[NDArray[np.int64], int | None]:
        """Play a game against itself; see the kernel's `self_play`.

        Returns
        -------
        tuple
            The quiet positions as rows of numbers, and the side that won, or None.
        """
        self._put("TOP", SEARCH_STACK)
        size = 2 + 3 * self._words
        rows = np.empty((most, size), np.int64)
        position = board.kernel_position
        play = self._play()
        limits = depth, opening, most, seed
        answer = play(position.turn, *position.words(), *limits, int(rows.ctypes.data), self._address)
        winner = answer & 3
        if winner == 3:
            raise CaptureLimitError("a position of a game has more capture routes than the generator follows")
        return rows[: answer >> 2].copy(), winner - 1 if winner else None

    def stop(self) -> None:
        """Let the search end soon; from any thread."""
        self._put("STOPPED", 1)

    @property
    def is_stopped(self) -> bool:
        """Whether the search has been stopped, or has looked at as many positions as it may."""
        return self._get("STOPPED") != 0

    @property
    def nodes(self) -> int:
        """Positions that were looked at."""
        return self._get("NODES")

    @property
    def deepest(self) -> int:
        """Plies of the longest line."""
        return self._get("DEEPEST")

    def _position_key(self, position: Position, state: int) -> int:
        return int(self._key(position.turn, *position.words(), state))
