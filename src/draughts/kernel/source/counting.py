"""Counting moves without making them.

While no king stands on the board, captures of one and two pieces and whole exchanges of a quiet move and its answer are
counted for all men at once, as sets. That holds for every rule set: a man that has made one or two jumps has not come
back to a square or a piece that its capture has changed (it would have to turn straight back), and without kings every
test of the capture priority either asks for the most men (`MOVEMENT.most_men`) or decides nothing.
"""

from __future__ import annotations

from draughts.kernel.source.captures import begin, flying_jumpers, follow_all, jumpers, spend
from draughts.kernel.source.lists import list_captures
from draughts.kernel.source.quiet import count_king_moves, count_man_moves
from draughts.kernel.vocabulary import *


@inlined
def takeoffs(d: Static[Direction], prey: Word, empty: Word) -> Word:
    """The squares from which a short jump in one direction is possible."""
    return d.back(prey & d.back(empty))


@inlined
def landings(d: Static[Direction], men: Word, prey: Word, empty: Word) -> Word:
    """Where those men land that can jump in one direction."""
    return d.step(d.step(men & takeoffs(d, prey, empty)))


@inlined
def onward(side: Static[Side], prey: Word, empty: Word) -> Word:
    """The squares on which a man that has just made its first jump may go on.

    It cannot turn back: the piece that it took stands between it and its origin, and that counts as filled here.
    """
    squares = ZERO
    for d in side.man_captures:
        squares |= takeoffs(d, prey, empty)
    if MOVEMENT.ends_move:
        squares &= ~side.promotion
    if MOVEMENT.continues_as_king:
        squares |= side.promotion
    return squares


@inlined
def onward_after(side: Static[Side], d: Static[Direction], prey: Word, empty: Word) -> Word:
    """As `onward`, for a man that has made several jumps, the last one in this direction."""
    squares = ZERO
    for e in side.man_captures:
        if e.index != d.opposite:
            squares |= takeoffs(e, prey, empty)
    if MOVEMENT.ends_move:
        squares &= ~side.promotion
    if MOVEMENT.continues_as_king:
        squares |= side.promotion
    return squares


@inlined
def going_on(side: Static[Side], men: Word, prey: Word, empty: Word) -> Word:
    """Where men land that may go on after their first jump."""
    squares = ZERO
    for d in side.man_captures:
        squares |= landings(d, men, prey, empty)
    return squares & onward(side, prey, empty)


def count_longer(side: Static[Side], own: Word, opp: Word, empty: Word, scratch: int) -> int:
    """How many captures a side without kings has, if some man can take two pieces; no kings on the board."""
    if MOVEMENT.continues_as_king and going_on(side, own, opp, empty) & side.promotion:
        return count_captures(side, own, opp, ZERO, empty, scratch)
    total = 0
    further = ZERO
    reached = empty
    if TRIANGLES:  # three jumps may lead back to where they began
        reached |= jumpers(side.man_captures, own, opp, empty)
    for d in side.man_captures:
        first = landings(d, own, opp, empty)
        if not MOVEMENT.most_men:
            total += popcount(first & ~onward(side, opp, empty))
        if MOVEMENT.ends_move:
            first &= ~side.promotion
        if first:
            for e in side.man_captures:
                if e.index != d.opposite:
                    second = landings(e, first, opp, empty)
                    total += popcount(second)
                    further |= second & onward_after(side, e, opp, reached)
    if not further:
        return total
    if MOVEMENT.continues_as_king:
        return count_captures(side, own, opp, ZERO, empty, scratch)
    return count_one_by_one(side, own, opp, empty, scratch)


@inlined
def merged(ways: int, others: int) -> int:
    """Two counts of captures in one: most pieces taken in the upper half, number of captures in the lower one."""
    if MOVEMENT.most_men:
        if ways >> 32 == others >> 32:
            return ways + (others & 0xFFFFFFFF)
        return ways if ways > others else others
    total = (ways & 0xFFFFFFFF) + (others & 0xFFFFFFFF)
    return (ways if ways > others else others) >> 32 << 32 | total


def count_from(side: Static[Side], man: Word, prey: Word, empty: Word, scratch: int) -> int:
    """The captures of a man from where it stands, as `merged` has them; 0 if it has none."""
    ways = 0
    if not spend(scratch):
        return ways
    for d in side.man_captures:
        victim = d.step(man) & prey
        landing = d.step(victim) & empty
        if landing:
            further = 0
            if not MOVEMENT.ends_move or not landing & side.promotion:
                further = count_from(
                    side, landing, prey ^ victim, empty | victim if MOVEMENT.immediate else empty, scratch
                )
            if further == 0:
                further = 1
            ways = merged(ways, further + (1 << 32))
    return ways


def count_one_by_one(side: Static[Side], own: Word, opp: Word, empty: Word, scratch: int) -> int:
    """How many captures a side has, man by man; no kings on the board."""
    store(scratch, BUDGET, CAPTURE_BUDGET)
    ways = 0
    movers = jumpers(side.man_captures, own, opp, empty)
    while movers:
        man = lowest_bit(movers)
        movers ^= man
        ways = merged(ways, count_from(side, man, opp, empty | man, scratch))
    if load(scratch, BUDGET) < 0:
        store(scratch, FAILED, TOO_MANY_ROUTES)
    if load(scratch, DISTINCT) and ways >> 32 >= DUPLICATES_FROM:
        return count_listed(side, own, opp, ZERO, empty, scratch)
    return ways & 0xFFFFFFFF


def count_listed(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """How many captures a side has, those with the same result counted once."""
    top = load(scratch, TOP)
    end = list_captures(side, own, opp, kings, empty, scratch)
    store(scratch, TOP, top)
    return (end - top) // RECORD


def count_captures(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int) -> int:
    """How many captures a side has, followed one by one."""
    begin(opp, kings, scratch)
    follow_all(side, COUNT, own, opp, kings, empty, scratch)
    if load(scratch, BUDGET) < 0:
        store(scratch, FAILED, TOO_MANY_ROUTES)
    if load(scratch, DISTINCT) and load(scratch, LONGEST) >= DUPLICATES_FROM:
        return count_listed(side, own, opp, kings, empty, scratch)
    return load(scratch, TOTAL)


@inlined
def count_moves(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """How many legal moves a side has."""
    if kings:
        return count_moves_with_kings(side, own, opp, kings, scratch)
    empty = VALID & ~(own | opp)
    if jumpers(side.man_captures, own, opp, empty):
        return count_men_captures(side, own, opp, empty, scratch)
    return count_man_moves(side, own, empty)


@inlined
def count_men_captures(side: Static[Side], own: Word, opp: Word, empty: Word, scratch: int) -> int:
    """How many captures a side has that has one; no kings on the board."""
    if going_on(side, own, opp, empty):
        return count_longer(side, own, opp, empty, scratch)
    total = 0
    for d in side.man_captures:
        total += popcount(landings(d, own, opp, empty))
    return total


def count_moves_with_kings(side: Static[Side], own: Word, opp: Word, kings: Word, scratch: int) -> int:
    """How many legal moves a side has when kings are on the board."""
    if MOVEMENT.ends_with_king:
        return 0
    empty = VALID & ~(own | opp)
    crowned = own & kings
    men = own ^ crowned
    prey = opp if MOVEMENT.men_capture_kings else opp & ~kings
    if jumpers(side.man_captures, men, prey, empty):
        return count_captures(side, own, opp, kings, empty, scratch)
    if crowned and (
        flying_jumpers(side.royal, crowned, opp, empty)
        if MOVEMENT.flying
        else jumpers(side.royal.captures, crowned, opp, empty)
    ):
        return count_captures(side, own, opp, kings, empty, scratch)
    return count_man_moves(side, men, empty) + count_king_moves(side.royal, crowned, empty)


@inlined
def hanging(d: Static[Direction], opp: Word, empty: Word) -> Word:
    """Where a piece is taken in one direction if it steps there: an opponent before it, an empty square behind."""
    return d.step(opp) & d.back(empty)


@inlined
def guarded(d: Static[Direction], own: Word, opp: Word) -> Word:
    """The squares that keep the piece in front of them from being taken in one direction as long as they are filled."""
    return d.step(d.step(opp) & own)


def count_exchanges(side: Static[Side], own: Word, opp: Word, empty: Word, scratch: int) -> int:
    """How many pairs of a quiet move and an answer there are, if no king is on the board and neither side can capture.

    A move from `s` to `t` changes the answers only around these two squares. The opponent can take the piece on `t`
    if it is hanging there, or if he stands before it and `s` behind it is now empty (facing); and he can take another
    piece if `s` was guarding it. Such moves are risky. After all others, which are calm, he has the quiet moves that
    he had, less those into `t`, plus those into `s`. After a risky move his captures are counted by the same sets,
    unless one of them may go on; those moves are made and counted one by one. So are moves that crown, where that can
    matter.
    """
    other = side.opponent
    replies = count_man_moves(other, opp, empty)
    any_hanging = ZERO
    any_guarded = ZERO
    chain_hanging = ZERO
    chain_guarded = ZERO
    further = onward(other, own, empty)
    behind = further
    if JUMPS_INTO_ORIGIN:  # behind the man that has moved, one may go on into the square that he has left
        behind |= onward(other, own, empty | own)
    for j in other.man_captures:
        any_hanging |= hanging(j, opp, empty)
        chain_hanging |= hanging(j, opp, empty) & j.back(behind)
        any_guarded |= guarded(j, own, opp)
        chain_guarded |= guarded(j, own, opp) & further
    leaves = 0
    for d in side.man_moves:
        movers = own & d.back(empty)
        if MOVEMENT.kings_matter:
            crowning = movers & d.back(side.promotion)
            movers ^= crowning
            while crowning:
                man = lowest_bit(crowning)
                crowning ^= man
                moved = own ^ (man | d.step(man))
                leaves += count_moves_with_kings(other, opp, moved, d.step(man), scratch)
        risky = movers & (any_guarded | d.back(any_hanging))
        chains = movers & (chain_guarded | any_guarded & d.back(d.back(empty)) | d.back(chain_hanging))
        facing = ZERO
        for j in other.man_captures:
            if j.index == d.opposite:
                facing = movers & d.back(d.back(opp))
                chains |= facing & further
        risky |= facing
        calm = movers ^ risky
        simple = risky & ~chains
        leaves += popcount(calm) * replies + popcount(simple & facing)
        for e in other.man_moves:
            leaves += popcount(calm & e.step(opp)) - popcount(d.step(calm) & e.step(opp))
        for j in other.man_captures:
            leaves += popcount(d.step(simple) & hanging(j, opp, empty)) + popcount(simple & guarded(j, own, opp))
        while chains:
            man = lowest_bit(chains)
            chains ^= man
            moved = own ^ (man | d.step(man))
            leaves += count_men_captures(other, opp, moved, VALID & ~(moved | opp), scratch)
    return leaves
