"""Whole games of plain text, read and replayed by machine code: what ``source/games`` and ``source/replay`` answer.

A game with anything unusual in it is left to the caller, who reads it in another way; see `draughts.pdn.plain`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from draughts.kernel.game_terms import ANSWER_UNITS, CELLS
from draughts.kernel.generator import Position
from draughts.kernel.machine_code import compiled_entry, is_on_disk
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import FIRST_RECORD, UnitMemory

__all__ = ["GameMemory", "Replay", "is_reader_on_disk"]


class GameMemory:
    """The text that machine code reads, and what it writes about a game.

    Attributes
    ----------
    moves : array of int
        The moves of the game as `scan_game` writes them.
    answer : array of int
        What is found, by place: see `game_terms.ANSWER`. Words are signed.
    """

    def __init__(self) -> None:
        self.moves = array("q", bytes(8 * CELLS))
        self.answer = array("q", bytes(8 * ANSWER_UNITS))
        #: Where these two are; they never grow.
        self.addresses = self.moves.buffer_info()[0], self.answer.buffer_info()[0]
        self._text = array("B")
        self._scan_game = compiled_entry(None, "scan_game", long_running=False)

    def take(self, text: bytes) -> None:
        """Read this text from now on: ASCII."""
        self._text = array("B", text)

    def scan(self, at: int, *, is_end: bool) -> int:
        """Read the game that begins at a place; the status. `is_end` says that no more text follows."""
        text, size = self._text.buffer_info()
        return self._scan_game(text, at, size, int(is_end), *self.addresses)


class Replay:
    """Replays games by one set of movement rules, whose words have 64 bits.

    Parameters
    ----------
    movement : MovementRules
        The rules.
    squares : sequence of int
        The bit number of each square, by number, by name from `game_terms.NAMED` on, and from `game_terms.BETWEEN` on
        that of the square between any two of 64 bits; -1 where there is none. From `game_terms.PATIENCE` on the plies
        after which a draw rule may be fulfilled.
    """

    def __init__(self, movement: MovementRules, squares: Sequence[int]) -> None:
        self._play_game = compiled_entry(movement, "play_game", long_running=False)
        self._squares = array("q", squares)
        self._address = self._squares.buffer_info()[0]

    def play(self, game: GameMemory, position: Position, at: int = 0) -> int:
        """Make the moves that were read, from the one at a place on; the status."""
        moves, answer = game.addresses
        _, turn, own, opp, kings = position
        with UnitMemory() as memory:
            return self._play_game(
                moves, at, turn, own, opp, kings, self._address, answer, FIRST_RECORD, memory.address
            )


def is_reader_on_disk() -> bool:
    """Whether the reader of games need not be compiled."""
    return is_on_disk(None, "scan_game")
