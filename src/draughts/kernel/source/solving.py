"""Endgame tables made: by going back from positions whose value is known to those before them.

A slice and the one with the colours exchanged are solved together: every move from a position of the one that takes
nothing and crowns nobody leads to a position of the other. All other moves lead to slices that are known.

At first a position has the value that these other moves give it, if they decide: with a capture to be made there are no
other ones, a man that is crowned may win, and having no move is an end. Then values spread: the moves before a lost
position win, and a position is lost when the last of its moves has been found to lose. `QUIET_COUNTS` has the moves for
which that is not known yet, and one more where a crowning does not lose.
"""

from __future__ import annotations

from draughts.kernel.source.endgames import known_value, men_squares, number_of, score_of, value_of, value_of_captures
from draughts.kernel.source.lists import can_capture
from draughts.kernel.source.quiet import count_king_moves, king_targets, reach
from draughts.kernel.vocabulary import *


@inlined
def set_at(task: int, group: int, number: int) -> Word:
    """The squares of set `number` of a group."""
    return load_word(load(task, SETS + group), number * UNIT)


@inlined
def turned(task: int, group: int, number: int) -> int:
    """The number of a set as the other side sees it."""
    return load_32(load(task, TURNED + group), number)


@inlined
def crowning_men(side: Static[Side], men: Word, empty: Word) -> Word:
    """The men that a quiet move crowns."""
    found = ZERO
    for d in side.man_moves:
        found |= men & d.back(empty & side.promotion)
    return found


def best_crowning(side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int, tables: int) -> int:
    """The score of the best quiet move that crowns a man."""
    best = -FAR
    for d in side.man_moves:
        men = own & ~kings & d.back(empty & side.promotion)
        while men:
            man = lowest_bit(men)
            men ^= man
            target = d.step(man)
            after = known_value(side.opponent, opp, own ^ (man | target), kings | target, scratch, tables)
            if after == UNKNOWN:
                store(scratch, FAILED, TOO_MANY_ROUTES)
            else:
                score = score_of(after, tables)
                if score > best:
                    best = score
    return best


@inlined
def count_staying(side: Static[Side], own: Word, kings: Word, empty: Word) -> int:
    """How many quiet moves stay in the slices that are solved together."""
    total = count_king_moves(side.royal, own & kings, empty)
    for d in side.man_moves:
        total += popcount(d.step(own & ~kings) & empty & ~side.promotion)
    return total


def first_value(
    side: Static[Side], place: int, own: Word, opp: Word, kings: Word, task: int, tables: int, scratch: int
) -> int:
    """The value that a position has without moves that stay, 0 if these decide; sets its count."""
    empty = VALID & ~(own | opp)
    counts = load(task, QUIET_COUNTS)
    if can_capture(side, own, opp, kings, empty):
        store_byte(counts, place, NOT_QUIET)
        value = value_of_captures(side, own, opp, kings, empty, scratch, tables)
        if value == UNKNOWN:
            store(scratch, FAILED, TOO_MANY_ROUTES)
            return 0
        return value
    count = count_staying(side, own, kings, empty)
    value = 0
    if crowning_men(side, own & ~kings, empty):
        best = best_crowning(side, own, opp, kings, empty, scratch, tables)
        if best == 0:
            count += 1
        elif best > 0 or count == 0:
            value = value_of(best)
    elif count == 0:
        value = 1
    store_byte(counts, place, count)
    return value


@entry
def begin_slice(first: int, last: int, task: int, tables: int, scratch: int) -> int:
    """Give the positions from one number up to another their first values and counts; `FAILED` says whether it went."""
    for place in range(first, last):
        rest = place // load(task, TASK_THEIR_KINGS)
        their_kings = set_at(task, 3, place - rest * load(task, TASK_THEIR_KINGS))
        digit = rest // load(task, TASK_OUR_KINGS)
        our_kings = set_at(task, 2, rest - digit * load(task, TASK_OUR_KINGS))
        men = digit // load(task, TASK_THEIR_MEN)
        opp = set_at(task, 1, digit - men * load(task, TASK_THEIR_MEN))
        own = set_at(task, 0, men)
        value = NO_POSITION
        if own & opp or (own | opp) & (our_kings | their_kings) or our_kings & their_kings:
            store_byte(load(task, QUIET_COUNTS), place, NOT_QUIET)
        else:
            kings = our_kings | their_kings
            value = first_value(SIDES[0], place, own | our_kings, opp | their_kings, kings, task, tables, scratch)
        store_16(load(task, VALUES), place, value)
    return 0


@inlined
def note(list_place: int, count_place: int, place: int, task: int) -> None:
    """Append the number of a position to a list."""
    count = load(task, count_place)
    store_32(load(task, list_place), count, place)
    store(task, count_place, count + 1)


def precede(
    side: Static[Side], place: int, own: Word, opp: Word, kings: Word, value: int, task: int, tables: int, scratch: int
) -> None:
    """What it means for a position that one of its quiet moves leads to one of this value. `side` is to move in it."""
    counts = load(task, BEFORE_QUIET_COUNTS)
    count = load_byte(counts, place)
    if count == NOT_QUIET:
        return
    values = load(task, BEFORE_VALUES)
    known = load_16(values, place)
    if value & 1 == load(tables, LOST):
        if known == 0 or known > value + 1:
            store_16(values, place, value + 1)
            note(FOUND, FOUND_COUNT, place, task)
        return
    if known:
        return
    store_byte(counts, place, count - 1)
    if count > 1:
        return
    found = value + 1
    empty = VALID & ~(own | opp)
    if load(tables, DISTANCES):
        if crowning_men(side, own & ~kings, empty):
            longest = value_of(best_crowning(side, own, opp, kings, empty, scratch, tables))
            if longest > found:
                store_16(values, place, longest)
                note(LATE, LATE_COUNT, place, task)
                return
    store_16(values, place, found)
    note(FOUND, FOUND_COUNT, place, task)


@inlined
def king_sources(royal: Static[Royal], king: Word, empty: Word) -> Word:
    """Where one king may have come from by a quiet move."""
    sources = ZERO
    for d in royal.moves:
        if MOVEMENT.flying:
            for e in DIRECTIONS:
                if e.index == d.opposite:
                    sources |= reach(e, index(king), empty)
        else:
            sources |= d.back(king) & empty
    return sources


def spread_from(side: Static[Side], place: int, value: int, task: int, tables: int, scratch: int) -> None:
    """Go back from one position by the quiet moves of `side`, which is not to move in it."""
    rest = place // load(task, TASK_THEIR_KINGS)
    royal_number = place - rest * load(task, TASK_THEIR_KINGS)
    digit = rest // load(task, TASK_OUR_KINGS)
    our_royal_number = rest - digit * load(task, TASK_OUR_KINGS)
    our_men_number = digit // load(task, TASK_THEIR_MEN)
    men_number = digit - our_men_number * load(task, TASK_THEIR_MEN)
    men = set_at(task, 1, men_number)
    royal = set_at(task, 3, royal_number)
    their_royal = set_at(task, 2, our_royal_number)
    theirs = set_at(task, 0, our_men_number) | their_royal
    empty = VALID & ~(men | royal | theirs)
    # The digits as the side that has moved sees them; only one of its two changes.
    men_digit = turned(task, 1, men_number)
    middle = turned(task, 0, our_men_number)
    royal_digit = turned(task, 3, royal_number)
    last = turned(task, 2, our_royal_number)
    many_men = load(task, BEFORE_THEIR_MEN)
    many_ours = load(task, BEFORE_OUR_KINGS)
    many_theirs = load(task, BEFORE_THEIR_KINGS)
    left = men
    squares = men_squares(side)
    while left:
        man = lowest_bit(left)
        left ^= man
        for d in side.man_moves:
            source = d.back(man) & empty & squares
            if source:
                moved = men ^ (man | source)
                before = number_of(side, moved, squares, tables) * many_men + middle
                before = (before * many_ours + royal_digit) * many_theirs + last
                precede(side, before, moved | royal, theirs, royal | their_royal, value, task, tables, scratch)
    left = royal
    base = (men_digit * many_men + middle) * many_ours
    while left:
        king = lowest_bit(left)
        left ^= king
        sources = king_sources(side.royal, king, empty)
        while sources:
            source = lowest_bit(sources)
            sources ^= source
            moved = royal ^ (king | source)
            before = (base + number_of(side, moved, VALID, tables)) * many_theirs + last
            precede(side, before, men | moved, theirs, moved | their_royal, value, task, tables, scratch)


@entry
def spread_values(numbers: int, count: int, value: int, task: int, tables: int, scratch: int) -> int:
    """Go back from those positions of a list that have this value; how many others have the next one now."""
    store(task, FOUND_COUNT, 0)
    store(task, LATE_COUNT, 0)
    for at in range(count):
        place = load_32(numbers, at)
        if load_16(load(task, VALUES), place) == value:
            spread_from(SIDES[1], place, value, task, tables, scratch)
    return load(task, FOUND_COUNT)


def value_by_moves(
    side: Static[Side], own: Word, opp: Word, kings: Word, empty: Word, scratch: int, tables: int
) -> int:
    """The value of a position in which nothing can be captured, as that of its best move."""
    best = -FAR
    if count_staying(side, own, kings, empty) == 0 and not crowning_men(side, own & ~kings, empty):
        return 1
    left = own
    while left:
        piece = lowest_bit(left)
        left ^= piece
        targets = ZERO
        if piece & kings:
            targets = king_targets(side.royal, piece, empty)
        else:
            for d in side.man_moves:
                targets |= d.step(piece) & empty
        while targets:
            target = lowest_bit(targets)
            targets ^= target
            crowned = kings & ~piece
            if piece & kings or target & side.promotion:
                crowned |= target
            after = known_value(side.opponent, opp, own ^ (piece | target), crowned, scratch, tables)
            if after == UNKNOWN:
                return UNKNOWN
            score = score_of(after, tables)
            if score > best:
                best = score
    return value_of(best)


@entry
def check_slice(first: int, last: int, task: int, tables: int, scratch: int) -> int:
    """The first of these positions that tables give another value than its moves; `last` if all are right."""
    for place in range(first, last):
        rest = place // load(task, TASK_THEIR_KINGS)
        their_kings = set_at(task, 3, place - rest * load(task, TASK_THEIR_KINGS))
        digit = rest // load(task, TASK_OUR_KINGS)
        our_kings = set_at(task, 2, rest - digit * load(task, TASK_OUR_KINGS))
        men = digit // load(task, TASK_THEIR_MEN)
        opp = set_at(task, 1, digit - men * load(task, TASK_THEIR_MEN))
        own = set_at(task, 0, men)
        if not (own & opp or (own | opp) & (our_kings | their_kings) or our_kings & their_kings):
            own |= our_kings
            opp |= their_kings
            kings = our_kings | their_kings
            empty = VALID & ~(own | opp)
            if not can_capture(SIDES[0], own, opp, kings, empty):
                right = value_by_moves(SIDES[0], own, opp, kings, empty, scratch, tables)
                if right != known_value(SIDES[0], own, opp, kings, scratch, tables):
                    return place
    return last
