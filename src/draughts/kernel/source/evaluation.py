"""What a quiet position is worth to the side to move, in hundredths of a man.

The weights lie in scratch memory from `WEIGHTS` on: a man, a king, a man on each row counted from its own side, a king
that is not on the edge, a move that a side has more than the other, the turn to move.
"""

from __future__ import annotations

from draughts.kernel.source.quiet import count_man_moves
from draughts.kernel.vocabulary import *


@inlined
def advanced(side: Static[Side], men: Word, scratch: int) -> int:
    """What the rows are worth that the men of a side have reached."""
    total = 0
    for row in side.rows:
        total += load(scratch, WEIGHTS + WEIGHT_ROWS + row.number) * popcount(men & row.squares)
    return total


@inlined
def worth(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The value of a position in which nothing can be captured at once."""
    other = side.opponent
    men = own & ~kings
    foes = opp & ~kings
    value = load(scratch, WEIGHTS + WEIGHT_MAN) * (popcount(men) - popcount(foes))
    value += advanced(side, men, scratch) - advanced(other, foes, scratch)
    empty = VALID & ~(own | opp)
    moves = count_man_moves(side, men, empty) - count_man_moves(other, foes, empty)
    value += load(scratch, WEIGHTS + WEIGHT_MOVE) * moves
    if kings:
        value += load(scratch, WEIGHTS + WEIGHT_KING) * (popcount(own & kings) - popcount(opp & kings))
        inner = popcount(own & kings & INTERIOR) - popcount(opp & kings & INTERIOR)
        value += load(scratch, WEIGHTS + WEIGHT_INTERIOR) * inner
    return value + load(scratch, WEIGHTS + WEIGHT_TURN)
