"""What a quiet position is worth to the side to move, in hundredths of a man.

Two sums are made at once, what counts while all men are there and what counts when all are gone; the pieces on the
board weigh them against each other. A weight is both numbers in one: the second one times ``1 << 32`` plus the first.

The general weights lie in scratch memory from `WEIGHTS` on: a man, a king, a quiet move of a man more than the other
side has, the turn to move, a king that is not on the edge, the opposition, then a man on each row counted from its own
side. Rules that weights were learned for have a table of patterns besides. A pattern is a group of squares; its weights
are found by the men on them, each square a digit of a number in base 3 (nobody, a man of side 0, a man of side 1), and
count for side 0. The same groups of squares have other weights for the kings on them.
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
def opposition(pieces: Word) -> int:
    """1 if the side to move has the move, as players say, -1 if the other side has it, 0 where nobody can have it.

    Every step changes on how many squares of `ALTERNATE` there are pieces by one, so that with an even number of pieces
    it is always the same side that makes it even.
    """
    if popcount(pieces) & 1:
        return 0
    return 2 * (popcount(pieces & ALTERNATE) & 1) - 1


@inlined
def digits(pattern: Static[Pattern], pieces: Word, scratch: int) -> int:
    """The number in base 3 with a digit 1 for each square of a pattern on which a piece stands."""
    picked = ZERO
    for part in pattern.parts:
        picked |= pieces >> part.shift & part.mask
    return load(scratch, TERNARY + as_number(picked))


def recognised(first: Word, second: Word, begin: int, scratch: int) -> int:
    """What the patterns of the pieces of side 0 and of side 1 are worth for side 0, with the weights behind `begin`."""
    total = 0
    table = load(scratch, PATTERN_TABLE)
    for pattern in PATTERNS:
        place = digits(pattern, first, scratch) + 2 * digits(pattern, second, scratch)
        total += load(table, begin + pattern.place + place)
    return total


@inlined
def patterns(side: Static[Side], own: Word, opp: Word, begin: int, scratch: int) -> int:
    """What the patterns are worth that pieces of both sides form, for the side to move."""
    if side.index == 0:
        return recognised(own, opp, begin, scratch)
    return -recognised(opp, own, begin, scratch)


@inlined
def weighed(total: int, pieces: int, scratch: int) -> int:
    """The value behind two sums in one, with so many pieces on the board."""
    early = (total + 0x80000000 & 0xFFFFFFFF) - 0x80000000
    late = (total - early) >> 32
    share = pieces * load(scratch, PIECE_SHARE)
    if share > 1024:
        share = 1024
    return (early * share + late * (1024 - share)) >> 10


@inlined
def worth(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """The value of a position in which nothing can be captured at once."""
    other = side.opponent
    men = own & ~kings
    foes = opp & ~kings
    total = load(scratch, WEIGHTS + WEIGHT_MAN) * (popcount(men) - popcount(foes))
    total += advanced(side, men, scratch) - advanced(other, foes, scratch)
    empty = VALID & ~(own | opp)
    moves = count_man_moves(side, men, empty) - count_man_moves(other, foes, empty)
    total += load(scratch, WEIGHTS + WEIGHT_MOVE) * moves
    if kings:
        total += load(scratch, WEIGHTS + WEIGHT_KING) * (popcount(own & kings) - popcount(opp & kings))
        inner = popcount(own & kings & INTERIOR) - popcount(opp & kings & INTERIOR)
        total += load(scratch, WEIGHTS + WEIGHT_INTERIOR) * inner
    if load(scratch, HAS_PATTERNS):
        total += patterns(side, men, foes, 0, scratch)
        if kings:
            total += patterns(side, own & kings, opp & kings, KING_PATTERNS, scratch)
    total += load(scratch, WEIGHTS + WEIGHT_TURN) + load(scratch, WEIGHTS + WEIGHT_OPPOSITION) * opposition(own | opp)
    return weighed(total, popcount(own | opp), scratch)
