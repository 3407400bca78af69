"""What a game has counted towards draws, made up only when it is asked for or when a rule may draw.

Most plies can be left uncounted for a while: something has happened that cannot be undone, so no position can have
come back; no limit for moves can have run out since the last count; and there is too much material for the rules about
little of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from draughts.game.draw_counting import Counters, Counts
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.draws import DrawRule

__all__ = ["Tally"]

#: Positions as far as repetition matters: own, opponent's and kings' words, and the side to move.
_Place = tuple[int, int, int, int]


class Tally:
    """The counts of a game, ply by ply, as far as they have been made up.

    Parameters
    ----------
    counters : Counters
        The rules that are counted.
    start : Board
        The first position.
    """

    __slots__ = ("_counts", "_due", "_seen", "counters")

    #: The counts in each position from the first one on.
    _counts: list[Counts]
    #: How often each of these positions has occurred.
    _seen: dict[_Place, int]
    #: The first ply at which a limit for moves may have run out.
    _due: int

    def __init__(self, counters: Counters, start: Board) -> None:
        self.counters = counters
        self._counts = [counters.begin(start)]
        self._seen = {_place(start, 0): 1}
        self._due = counters.plies_left(self._counts[0])

    def copy(self) -> Tally:
        """A tally of the same that goes its own way from here."""
        made = object.__new__(Tally)
        made.counters, made._due = self.counters, self._due
        made._counts, made._seen = self._counts.copy(), self._seen.copy()
        return made

    def may_be_drawn(self, moves: Sequence[Move], board: Board) -> bool:
        """Whether a rule may have drawn after these moves, at this board; False is certain."""
        return len(moves) >= self._due or self.counters.may_apply(moves, board)

    def drawn(self, moves: Sequence[Move], boards: Sequence[Board]) -> DrawRule | None:
        """The rule that has ended the game by itself, or None."""
        return self.counters.drawn(self.counts(moves, boards))

    def counts(self, moves: Sequence[Move], boards: Sequence[Board]) -> Counts:
        """The counts in the last of the boards of a game."""
        for ply in range(len(self._counts), len(boards)):
            board = boards[ply]
            place = _place(board, ply)
            seen = self._seen.get(place, 0) + 1
            counts = self.counters.count(self._counts[-1], moves[ply - 1], board, seen)
            self._seen[place] = seen
            self._counts.append(counts)
            self._due = ply + self.counters.plies_left(counts)
        return self._counts[-1]

    def take_back(self, board: Board, ply: int) -> None:
        """Forget the position after the last ply."""
        if len(self._counts) <= ply:
            return
        self._counts.pop()
        self._due = 0  # that ply may have put a limit off
        place = _place(board, ply)
        seen = self._seen[place] - 1
        if seen:
            self._seen[place] = seen
        else:
            del self._seen[place]


def _place(board: Board, ply: int) -> _Place:
    return board._own, board._opp, board._kings, ply & 1
