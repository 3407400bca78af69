"""Captures, followed jump by jump; what is done at the end of one is the sink's business.

Scratch memory holds what one search needs throughout: `PREY` the pieces that could be taken at its start, `KINGS` all
kings, `BEST` the highest priority key so far, `BUDGET` how many jumps may still be followed. `prey` is what is left to
take, so `PREY ^ prey` is what has been taken. The key adds up what `Rules.capture_priority` asks for, most significant
test first: the captures with the highest key are the legal ones.

Routes that differ in the order of their jumps are followed each by itself, which costs least where they are few. The
sink `OUTCOMES` is for the rare positions that have millions: what can still happen depends on where the piece is, on
what is left to take and on the key, so each of these states is followed once.
"""

from __future__ import annotations

from draughts.kernel.source.records import arriving, leaving
from draughts.kernel.vocabulary import *


@inlined
def jumpers(directions: Static[tuple[Direction, ...]], pieces: Word, prey: Word, empty: Word) -> Word:
    """Those of some short-range pieces that can jump something."""
    found = ZERO
    for d in directions:
        found |= pieces & d.back(prey & d.back(empty))
    return found


@inlined
def flying_jump(d: Static[Direction], number: int, prey: Word, empty: Word) -> Word:
    """The piece that a flying king on square `number` can jump in one direction, or nothing."""
    hit = d.first(ray(d.index, number) & ~empty) & prey
    if d.step(hit) & empty:
        return hit
    return ZERO


@inlined
def flying_jumpers(royal: Static[Royal], kings: Word, prey: Word, empty: Word) -> Word:
    """The first of some flying kings that can jump something, or nothing."""
    while kings:
        king = lowest_bit(kings)
        kings ^= king
        number = index(king)
        for d in royal.captures:
            if flying_jump(d, number, prey, empty):
                return king
    return ZERO


@inlined
def nearest(d: int, squares: Word) -> Word:
    """The square of a set on one line that comes first in direction number `d`."""
    if d < HALF:
        return lowest_bit(squares)
    return highest_bit(squares)


@inlined
def spend(scratch: int) -> bool:
    """Take one jump from the budget; whether there was one."""
    left = load(scratch, BUDGET) - 1
    store(scratch, BUDGET, left)
    return left >= 0


def is_known(state: int, key: int, prey: Word, scratch: int) -> bool:
    """Whether a capture has come to a state before. It is noted; if there is no room left, nothing more is followed.

    `state` is a number above 0 that says where the piece is and how it got there, as far as that matters.
    """
    state |= load(scratch, ORIGIN) << 16
    slot = mix(prey, ZERO, ZERO, state + key) & (KNOWN_SLOTS - 1)
    tries = 0
    while tries < 64:
        at = KNOWN + KNOWN_SLOT * slot
        if load(scratch, at) == 0:
            store(scratch, at, state)
            store(scratch, at + 1, key)
            store_word(scratch, at + 2, prey)
            return False
        if load(scratch, at) == state and load(scratch, at + 1) == key and load_word(scratch, at + 2) == prey:
            return True
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
        tries += 1
    store(scratch, BUDGET, -1)
    return True


@inlined
def key_with(key: int, victim: Word, prey: Word, scratch: int) -> int:
    """The priority key after taking `victim`, which is still among `prey`."""
    if MAN_WEIGHT == KING_WEIGHT and EARLIEST_SHIFT < 0:
        return key + MAN_WEIGHT
    if victim & load_word(scratch, KINGS):
        if EARLIEST_SHIFT >= 0:
            taken = popcount(load_word(scratch, PREY) ^ prey)
            if taken < EARLIEST_PIECES:
                key += 1 << (EARLIEST_SHIFT - taken)
        return key + KING_WEIGHT
    return key + MAN_WEIGHT


@inlined
def note_jump(sink: Static[Sink], victim: Word, prey: Word, scratch: int) -> None:
    """Remember for a route which piece has just been taken; it is no longer among `prey`."""
    if sink == ROUTES:
        jumps = popcount(load_word(scratch, PREY) ^ prey)
        store(scratch, PATH + 2 * jumps - 2, index(victim))


@inlined
def note_landing(sink: Static[Sink], landing: Word, prey: Word, scratch: int) -> None:
    """Remember for a route, or for its first step, where the last jump landed."""
    if sink == ROUTES or sink == STEPS:
        jumps = popcount(load_word(scratch, PREY) ^ prey)
        store(scratch, PATH + 2 * jumps - 1, index(landing))


def finish(sink: Static[Sink], landings: Word, prey: Word, key: int, crowned: int, scratch: int) -> None:
    """A capture is complete, on any one of `landings`: count it, or list it, if no other has priority."""
    if not MOVEMENT.free_choice:
        best = load(scratch, BEST)
        if key < best:
            return
        if key > best:
            store(scratch, BEST, key)
            store(scratch, TOTAL, 0)
            store(scratch, TOP, load(scratch, BASE))
    if sink == ROUTES:
        finish_route(landings, prey, scratch)
        return
    if sink == STEPS:
        finish_step(landings, prey, scratch)
        return
    if load(scratch, DISTINCT):
        jumps = popcount(load_word(scratch, PREY) ^ prey)
        if jumps > load(scratch, LONGEST):
            store(scratch, LONGEST, jumps)
    if sink == COUNT:
        store(scratch, TOTAL, load(scratch, TOTAL) + popcount(landings))
    if sink == LIST or sink == OUTCOMES:
        origin = load(scratch, ORIGIN)
        top = load(scratch, TOP)
        taken = load_word(scratch, PREY) ^ prey
        while landings:
            landing = lowest_bit(landings)
            landings ^= landing
            if top + RECORD > load(scratch, END):
                store(scratch, BUDGET, -1)
                return
            store(scratch, top, arriving(origin, index(landing), crowned))
            store_word(scratch, top + 1, taken)
            top += RECORD
        store(scratch, TOP, top)


def finish_route(landings: Word, prey: Word, scratch: int) -> None:
    """Write a route as its number of jumps, then victim and landing square of each, if it ends where it should."""
    taken = load_word(scratch, PREY) ^ prey
    if taken != load_word(scratch, WANTED) or not landings & square(load(scratch, TARGET)):
        return
    jumps = popcount(taken)
    top = load(scratch, TOP)
    if top + 2 * jumps + 1 > load(scratch, END):
        store(scratch, BUDGET, -1)
        return
    store(scratch, top, jumps)
    for place in range(2 * jumps):
        store(scratch, top + 1 + place, load(scratch, PATH + place))
    store(scratch, top + 2 * jumps, load(scratch, TARGET))
    store(scratch, TOP, top + 2 * jumps + 1)
    if load(scratch, PATHS) == 2 and EARLIEST_SHIFT < 0:
        store(scratch, BUDGET, -1)  # one route was asked for


def finish_step(landings: Word, prey: Word, scratch: int) -> None:
    """Write the first jump of a capture behind `STEPS_BEFORE` ones, as a move without captured squares, but once."""
    first = load(scratch, STEPS_BEFORE) + 1
    if popcount(load_word(scratch, PREY) ^ prey) > first:
        landings = square(load(scratch, PATH + 2 * first - 1))
    while landings:
        landing = lowest_bit(landings)
        landings ^= landing
        step = arriving(load(scratch, ORIGIN), index(landing), 0)
        top = load(scratch, TOP)
        at = load(scratch, BASE)
        while at < top and load(scratch, at) != step:
            at += 1
        if at == top:
            if top >= load(scratch, END):
                store(scratch, BUDGET, -1)
                return
            store(scratch, top, step)
            store(scratch, TOP, top + 1)


def walk_short(
    side: Static[Side],
    sink: Static[Sink],
    is_king: Static[bool],
    piece: Word,
    prey: Word,
    empty: Word,
    key: int,
    scratch: int,
) -> bool:
    """Follow every jump of a short-range piece from where it stands; whether it has one, or need not be followed."""
    if not spend(scratch):
        return True
    if sink == OUTCOMES:
        if is_known(index(piece) << 5 | (31 if is_king else 30), key, prey, scratch):
            return True
    found = False
    for d in side.royal.captures if is_king else side.man_captures:
        victim = d.step(piece) & prey
        if not is_king and not MOVEMENT.men_capture_kings:
            victim &= ~load_word(scratch, KINGS)
        landing = d.step(victim) & empty
        if landing:
            found = True
        if landing and (sink != ROUTES or victim & load_word(scratch, WANTED)):
            left = prey ^ victim
            vacant = empty | victim if MOVEMENT.immediate else empty
            reached = key_with(key, victim, prey, scratch)
            note_jump(sink, victim, left, scratch)
            note_landing(sink, landing, left, scratch)
            if not is_king and (MOVEMENT.continues_as_king or MOVEMENT.ends_move) and landing & side.promotion:
                if MOVEMENT.ends_move:
                    finish(sink, landing, left, reached, KING_ARRIVES, scratch)
                elif (
                    not walk_king(side.royal, sink, landing, d.opposite, left, vacant, reached, scratch)
                    or not MOVEMENT.must_finish
                ):
                    finish(sink, landing, left, reached, KING_ARRIVES, scratch)
            elif (
                not walk_short(side, sink, is_king, landing, left, vacant, reached, scratch) or not MOVEMENT.must_finish
            ):
                if is_king:
                    finish(sink, landing, left, reached, KING_ARRIVES, scratch)
                else:
                    crowned = KING_ARRIVES if landing & side.promotion else 0
                    finish(sink, landing, left, reached, crowned, scratch)
    return found


def walk_king(
    royal: Static[Royal], sink: Static[Sink], king: Word, barred: int, prey: Word, empty: Word, key: int, scratch: int
) -> bool:
    """Follow every jump of a king from where it stands, but none in direction `barred`; whether it has one."""
    if not MOVEMENT.flying:
        return walk_short(royal.side, sink, True, king, prey, empty, key, scratch)
    found = False
    number = index(king)
    for d in royal.captures:
        if MOVEMENT.about_turns or d.index != barred:
            victim = flying_jump(d, number, prey, empty)
            if victim:
                found = True
                jump(royal, sink, d.index, victim, prey, empty, key, scratch)
    return found


@inlined
def jump(
    royal: Static[Royal], sink: Static[Sink], d: int, victim: Word, prey: Word, empty: Word, key: int, scratch: int
) -> None:
    """Take `victim` with a flying king that goes in direction number `d`, and go on from behind it.

    A route that is looked for takes certain pieces only. Others are not taken, but that they could be counts.
    """
    if sink == ROUTES:
        if not victim & load_word(scratch, WANTED):
            return
    left = prey ^ victim
    note_jump(sink, victim, left, scratch)
    reached = key_with(key, victim, prey, scratch)
    fly_on(royal, sink, d, index(victim), left, empty | victim if MOVEMENT.immediate else empty, reached, scratch)


def fly_on(  # noqa: PLR0912 - half of the branches are decided by the rules and gone from what is compiled
    royal: Static[Royal], sink: Static[Sink], d: int, victim: int, prey: Word, empty: Word, key: int, scratch: int
) -> None:
    """A flying king has jumped the piece on square `victim` in direction number `d`: follow what it can do next.

    Straight on (or straight back) the next capture is the same one from every landing square, so it is followed once,
    unless routes are told apart by their stop-overs (`PATHS`). The turns differ with the landing square.
    """
    if not spend(scratch):
        return
    if sink == OUTCOMES:
        if is_known(victim << 5 | d + 1, key, prey, scratch):
            return
    found = False
    beyond = ray(d, victim)
    blocker = nearest(d, beyond & ~empty)
    landings = beyond
    if blocker:
        landings = beyond ^ (ray(d, index(blocker)) | blocker)
    if MOVEMENT.landing_adjacent:
        landings = nearest(d, landings)
    every_stop = load(scratch, PATHS)
    opposite = d - HALF if d >= HALF else d + HALF

    ahead = blocker & prey
    if ahead and nearest(d, ray(d, index(ahead))) & empty:
        found = True
        stops = landings
        while stops:
            landing = nearest(d, stops)
            stops ^= landing
            note_landing(sink, landing, prey, scratch)
            jump(royal, sink, d, ahead, prey, empty, key, scratch)
            if not every_stop:
                stops = ZERO
    if MOVEMENT.immediate and MOVEMENT.about_turns and royal.reverses >> d & 1:
        stops = landings
        while stops:
            landing = nearest(d, stops)
            stops ^= landing
            behind = nearest(opposite, ray(opposite, index(landing)) & ~empty) & prey
            if behind and nearest(opposite, ray(opposite, index(behind))) & empty:
                found = True
                note_landing(sink, landing, prey, scratch)
                jump(royal, sink, opposite, behind, prey, empty, key, scratch)
            if not every_stop:
                stops = ZERO
    stops = landings
    while stops:
        landing = nearest(d, stops)
        stops ^= landing
        number = index(landing)
        for turn in royal.captures:
            if turn.index != d and turn.index != opposite:
                aside = flying_jump(turn, number, prey, empty)
                if aside:
                    found = True
                    note_landing(sink, landing, prey, scratch)
                    jump(royal, sink, turn.index, aside, prey, empty, key, scratch)
    if not found or not MOVEMENT.must_finish:
        if MOVEMENT.landing_after_king and square(victim) & load_word(scratch, KINGS):
            landings = nearest(d, landings)
        finish(sink, landings, prey, key, KING_ARRIVES, scratch)


@inlined
def begin(prey: Word, kings: Word, scratch: int) -> None:
    """Prepare scratch memory for a new search."""
    store(scratch, BASE, load(scratch, TOP))
    store(scratch, BEST, -1)
    store(scratch, TOTAL, 0)
    store(scratch, LONGEST, 0)
    store(scratch, BUDGET, CAPTURE_BUDGET)
    store_word(scratch, PREY, prey)
    store_word(scratch, KINGS, kings)


@inlined
def follow_all(
    side: Static[Side], sink: Static[Sink], own: Word, opp: Word, kings: Word, empty: Word, scratch: int
) -> None:
    """Follow every capture of one side; `begin` has been called."""
    prey = opp if MOVEMENT.men_capture_kings else opp & ~kings
    crowned = own & kings
    movers = jumpers(side.man_captures, own ^ crowned, prey, empty)
    while movers:
        man = lowest_bit(movers)
        movers ^= man
        store(scratch, ORIGIN, leaving(index(man), 0))
        walk_short(side, sink, False, man, opp, empty | man, 0, scratch)
    while crowned:
        king = lowest_bit(crowned)
        crowned ^= king
        store(scratch, ORIGIN, leaving(index(king), KING_MOVES))
        walk_king(side.royal, sink, king, -1, opp, empty | king, KING_START, scratch)
