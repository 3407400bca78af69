"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass

from draughts.kernel.search_words import TABLE_WON, WON
from draughts.position.move import Move
from draughts.tablebase.outcome import Outcome

__all__ = ["ODDS_SCALE", "Line", "SearchResult", "plies_to_end", "score_text"]

#: Wins farther away than this would be scores of positions that are not decided.
_FARTHEST = 1000
#: Hundredths of a man that multiply the odds of winning by e.
ODDS_SCALE = 100.0


def plies_to_end(score: int) -> int | None:
    """Plies to the end of a game that a score says is decided: positive if won, negative if lost; else None.

    Examples
    --------
    >>> from draughts.engine.result import plies_to_end
    >>> plies_to_end(31993), plies_to_end(-31998), plies_to_end(120)
    (7, -2, None)
    """
    if score > WON - _FARTHEST:
        return WON - score
    if score < _FARTHEST - WON:
        return -WON - score
    return None


def score_text(score: int) -> str:
    """A score for readers: men and hundredths, or the plies to the end.

    Examples
    --------
    >>> from draughts.engine.result import score_text
    >>> score_text(135), score_text(-31998), score_text(0)
    ('+1.35', 'lost in 2 plies', '0.00')
    """
    plies = plies_to_end(score)
    if plies is None and abs(score) > TABLE_WON - _FARTHEST:
        return "won" if score > 0 else "lost"
    if plies is None:
        return f"{score / 100:+.2f}" if score else "0.00"
    if plies == -WON - score == 0:
        return "lost"
    return f"{'won' if plies > 0 else 'lost'} in {abs(plies)} {'ply' if abs(plies) == 1 else 'plies'}"


@dataclass(frozen=True, slots=True)
class Line:
    """A move and what is best behind it.

    Attributes
    ----------
    score : int
        For the side to move, in hundredths of a man; see `plies_to_end` for wins.
    moves : tuple of Move
        The move, then the best replies of both sides, as far as they are known.
    outcome : Outcome or None
        What endgame tables say of the move, for the side that makes it, where they have decided.
    """

    score: int
    moves: tuple[Move, ...]
    outcome: Outcome | None = None

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.moves[0]

    @property
    def win_in(self) -> int | None:
        """Plies to the end if the game is decided: positive if the side to move wins, negative if it loses."""
        return plies_to_end(self.score)

    @property
    def certainty(self) -> str:
        """What is known of the end, as said of the side to move; empty if nothing is.

        Examples
        --------
        >>> from draughts import Board
        >>> from draughts.engine.result import Line
        >>> moves = Board().legal_moves
        >>> [Line(score, (moves[0],)).certainty for score in (31993, -31998, 29990, 120)]
        ['wins in 7 plies', 'loses in 2 plies', 'wins', '']
        """
        if self.outcome is not None and self.outcome.result == "draw":
            return "draws with best play"
        said = score_text(self.score).partition(" ")
        verb = {"won": "wins", "lost": "loses"}.get(said[0], "")
        return f"{verb}{said[1]}{said[2]}" if verb else ""

    @property
    def score_text(self) -> str:
        """The score for readers; see `score_text`."""
        if self.outcome is not None and self.outcome.result == "draw":
            return "drawn with best play"
        return score_text(self.score)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of `Engine.search`.

    Attributes
    ----------
    lines : tuple of Line
        The best moves with their scores, best first; one, or as many as `multipv` asked for.
    depth : int
        Plies that were looked ahead completely.
    seldepth : int
        Plies of the longest line that was looked at.
    nodes : int
        Positions that were looked at.
    time : float
        Seconds.
    """

    lines: tuple[Line, ...]
    depth: int
    seldepth: int
    nodes: int
    time: float

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].move

    @property
    def score(self) -> int:
        """Its score for the side to move, in hundredths of a man."""
        return self.lines[0].score

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the best move and the best replies."""
        return self.lines[0].moves

    @property
    def win_in(self) -> int | None:
        """Plies to the end if the game is decided: positive if the side to move wins, negative if it loses."""
        return self.lines[0].win_in
