"""What a score says about ending a game: accepting a draw, offering one, giving up."""

from __future__ import annotations

from itertools import takewhile

from draughts.game.game import Game
from draughts.rules.rules import PieceType

__all__ = ["gives_up", "is_time_to_offer", "is_worse"]

#: Plies without a capture or a move of a man after which, and then after every so many, a draw is offered.
_CALM = 20
#: Hundredths of a man that a side is behind when it gives up.
_HOPELESS = 800


def is_worse(score: int) -> bool:
    """Whether a side with this score is the worse one."""
    return score < 0


def is_time_to_offer(game: Game) -> bool:
    """Whether the side to move may offer a draw and nothing has happened for so long that it is worth a try.

    It is so in one turn of each side, then in one of each ten.
    """
    if not game.may_offer_draw:
        return False
    calm = sum(
        1
        for _ in takewhile(lambda move: move.piece.kind is PieceType.KING and not move.is_capture, reversed(game.moves))
    )
    return calm >= _CALM and calm % _CALM < 2


def gives_up(score: int) -> bool:
    """Whether there is no hope for a side with this score.

    Examples
    --------
    >>> from draughts.engine.offers import gives_up
    >>> gives_up(-31990), gives_up(-900), gives_up(-300), gives_up(31990)
    (True, True, False, False)
    """
    return score <= -_HOPELESS
