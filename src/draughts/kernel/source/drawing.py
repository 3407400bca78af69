"""Draws by rule inside a search, counted as `draughts.game.draw_counting` counts them in a game.

Each ply of the tree has a frame in scratch memory: how many plies before it can be undone, then a count for each rule:
the plies left until it draws, or -1 while it does not apply. A rule is a record of `RULE` units from `RULES` on; those
about play without progress come first.
"""

from __future__ import annotations

from draughts.kernel.source.lists import can_capture
from draughts.kernel.source.quiet import king_targets
from draughts.kernel.vocabulary import *


@inlined
def owns(material: int, pieces: Word, kings: Word, scratch: int) -> bool:
    """Whether a side has what a rule names: at `material` there is a bit for each number of kings, by number of men."""
    crowned = popcount(pieces & kings)
    return load(scratch, material + popcount(pieces) - crowned) >> crowned & 1 != 0


@inlined
def is_on(diagonal: int, pieces: Word, kings: Word, scratch: int) -> bool:
    """Whether a king of a side stands on the squares at `diagonal`, or none need do so."""
    squares = load_word(scratch, diagonal)
    if squares == ZERO:
        return True
    return pieces & kings & squares != ZERO


def is_between(rule: int, strong: Word, weak: Word, kings: Word, scratch: int) -> bool:
    """Whether the first side is the strong one of a rule and the second the weak one."""
    return (
        owns(rule + RULE_STRONG, strong, kings, scratch)
        and owns(rule + RULE_WEAK, weak, kings, scratch)
        and is_on(rule + RULE_STRONG_ON, strong, kings, scratch)
        and is_on(rule + RULE_WEAK_ON, weak, kings, scratch)
    )


def is_at_peace(turn: int, own: Word, opp: Word, kings: Word) -> bool:
    """Whether a lone king can go where the other one, also alone, cannot take it, nor must take it."""
    empty = VALID & ~(own | opp)
    for side in SIDES:
        if turn == side.index:
            targets = king_targets(side.royal, own, empty)
            while targets:
                target = lowest_bit(targets)
                targets ^= target
                if not can_capture(side.opponent, opp, target, kings ^ (own | target), VALID & ~(target | opp)):
                    return True
    return False


def applies(rule: int, pending: bool, turn: int, own: Word, opp: Word, kings: Word, scratch: int) -> bool:
    """Whether a rule about material counts in a position."""
    kind = load(scratch, rule + RULE_KIND)
    if kind == MATERIAL:
        if pending and load(scratch, rule + RULE_UNLESS_CAPTURE):
            return False
        return is_between(rule, own, opp, kings, scratch) or is_between(rule, opp, own, kings, scratch)
    if kind == PIECE_COUNT:
        pieces = popcount(own | opp)
        if pieces < load(scratch, rule + RULE_FEWEST) or pieces > load(scratch, rule + RULE_MOST):
            return False
        return own & kings != ZERO and opp & kings != ZERO
    if pending or own & ~kings or opp & ~kings or popcount(own) != 1 or popcount(opp) != 1:
        return False
    return is_at_peace(turn, own, opp, kings)


def count_draws(
    events: int, turn: int, own: Word, opp: Word, kings: Word, pending: bool, before: int, after: int, scratch: int
) -> bool:
    """Fill the frame at `after` from that of the ply before, which may be the same; whether a rule draws here.

    `events` adds up what the last ply was: `CAPTURED`, `MAN_MOVED`, `PROMOTED`; rules reset by them have the same bits.
    """
    rests = False
    drawn = False
    number = load(scratch, RULE_COUNT)
    while number > 0:  # backwards: a rule about material may take the place of those about progress
        rule = RULES + (number - 1) * RULE
        left = load(scratch, before + number)
        kind = load(scratch, rule + RULE_KIND)
        if kind == QUIET_PLAY and rests:
            left = -1
        elif kind != QUIET_PLAY and not (
            few(own, opp, scratch) and applies(rule, pending, turn, own, opp, kings, scratch)
        ):
            left = -1
        else:
            if events & load(scratch, rule + RULE_RESETS) or left < 0:
                left = load(scratch, rule + RULE_PLIES)
            elif left > 0:
                left -= 1
            if load(scratch, rule + RULE_REPLACES):
                rests = True
            if left == 0:
                drawn = True
        store(scratch, after + number, left)
        number -= 1
    return drawn


@entry
def draws_here(events: int, turn: int, own: Word, opp: Word, kings: Word, ply: int, scratch: int) -> int:
    """As `count_draws`, from outside a search: 1 if a rule draws, else 0."""
    pending = False
    for side in SIDES:
        if turn == side.index:
            pending = can_capture(side, own, opp, kings, VALID & ~(own | opp))
    frame = FRAMES + ply * FRAME
    return 1 if count_draws(events, turn, own, opp, kings, pending, frame - FRAME, frame, scratch) else 0


@inlined
def few(own: Word, opp: Word, scratch: int) -> bool:
    """Whether a side has so few pieces that a rule about material may apply."""
    least = load(scratch, FEW)
    return popcount(own) <= least or popcount(opp) <= least
