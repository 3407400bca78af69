"""Judging the moves of a game: what was played against what was best.

How much a move has lost is measured in the result to be expected, from 0 for a loss to 1 for a win: a man more or less
matters less to a side that is winning anyway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from draughts.engine.engine import Engine
from draughts.engine.result import ODDS_SCALE, Line, plies_to_end
from draughts.game.player import Limits
from draughts.kernel.search_words import WON
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.readings import as_color
from draughts.rules.rules import Color
from draughts.support.checks import as_list, refuse

__all__ = ["Judged", "Verdict", "accuracy", "expected_result", "judge"]


class Verdict(Enum):
    """What is said of a move, by how much of the expected result it has lost."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def nag(self) -> int | None:
        """The numeric annotation of PDN: ``?!``, ``?`` or ``??``; None for a fine move."""
        return {Verdict.INACCURACY: 6, Verdict.MISTAKE: 2, Verdict.BLUNDER: 4}.get(self)


#: The least loss for each verdict, the worst first.
_LOSSES = ((0.3, Verdict.BLUNDER), (0.15, Verdict.MISTAKE), (0.07, Verdict.INACCURACY))


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of a game, judged.

    Attributes
    ----------
    ply : int
        The number of the move in the game, from 0.
    board : Board
        The position before it.
    move : Move
        The move that was played.
    score : int
        What it leads to, for the side that made it, in hundredths of a man.
    best : Line
        What was best there, and how it would have gone on; if the move was that, the line begins with it.
    """

    ply: int
    board: Board
    move: Move
    score: int
    best: Line

    @property
    def loss(self) -> float:
        """By how much the expected result of the side that moved has fallen, from 0 to 1."""
        return max(0.0, expected_result(self.best.score) - expected_result(self.score))

    @property
    def verdict(self) -> Verdict:
        """What is said of it. The best move is always fine."""
        if self.move == self.best.move:
            return Verdict.FINE
        return next((verdict for least, verdict in _LOSSES if self.loss >= least), Verdict.FINE)


def expected_result(score: int) -> float:
    """The result that a side with a score may expect: 1 is a win, 0.5 a draw, 0 a loss.

    Examples
    --------
    >>> from draughts.engine.analysis import expected_result
    >>> round(expected_result(0), 2), round(expected_result(100), 2), expected_result(-31990) < 0.01
    (0.5, 0.73, True)
    """
    return 1 / (1 + math.exp(-max(-2000, min(2000, score)) / ODDS_SCALE))


def judge(
    engine: Engine,
    played: Sequence[tuple[Board, Move]],
    limits: Limits,
    on_progress: Callable[[int], object] | None = None,
) -> Iterator[Judged]:
    """Judge the moves of a game, the last one first: what is found about later positions helps with earlier ones.

    Parameters
    ----------
    engine : Engine
        For the rules of the game.
    played : sequence of (Board, Move)
        Each position and the move made there.
    limits : Limits
        For each position.
    on_progress : callable, optional
        Is told how many positions have been searched.

    Yields
    ------
    Judged
        Each move, as soon as it has been judged.
    """
    if not played:
        return
    board, move = played[-1]
    later = _best_line(engine, board.play(move), limits)
    for done, ply in enumerate(range(len(played) - 1, -1, -1), 1):
        board, move = played[ply]
        best = _best_line(engine, board, limits)
        score = best.score if move == best.move else _from_before(later.score)
        if score > best.score:  # the search of the next position saw farther
            best = Line(score, (move, *later.moves))
        later = best
        if on_progress is not None:
            on_progress(done)
        yield Judged(ply, board, move, score, best)


def _best_line(engine: Engine, board: Board, limits: Limits) -> Line:
    """The best line of a position; one without moves if the game is over there."""
    if board.is_terminal:
        return Line(0 if board.winner is None else WON if board.winner is board.turn else -WON, ())
    return engine.search(board, limits=limits).lines[0]


def _from_before(score: int) -> int:
    """The score of a position for the side that has just moved; a decided game ends one ply later from there."""
    plies = plies_to_end(score)
    return -score if plies is None else -score - (1 if score < 0 else -1)


def accuracy(judged: Sequence[Judged], color: Color) -> float | None:
    """How well a side has played, from 0 to 100: the mean of what its moves have kept; None if it made none."""
    side = as_color(color)
    moves = as_list(judged, "judged moves")
    if not all(isinstance(each, Judged) for each in moves):
        refuse("accuracy is that of moves which `judge` has judged", judged)
    kept = [1 - each.loss for each in moves if each.board.turn is side]
    return 100 * sum(kept) / len(kept) if kept else None
