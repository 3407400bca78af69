"""Making the moves that a game's text has: see ``source/games`` for how they are written down."""

from __future__ import annotations

from draughts.kernel.source.lists import list_moves
from draughts.kernel.source.records import (
    crowned_by,
    ends_of,
    kings_after,
    opponent_after,
    own_after,
    shift_of,
    vacated_by,
)
from draughts.kernel.source.search import happened
from draughts.kernel.vocabulary import *


@inlined
def step_square(cells: int, at: int, step: int, squares: int) -> int:
    """The bit number of a square that the move at `at` names; -1 if there is no such square."""
    return load(squares, load(cells, at + 2 + step))


def is_only_route(cells: int, at: int, length: int, squares: int, taken: Word, filled: Word) -> bool:
    """Whether single jumps along the squares named take just the pieces that the capture takes, so that it is meant."""
    jumped = ZERO
    for step in range(length):
        here = step_square(cells, at, step, squares)
        there = step_square(cells, at, step + 1, squares)
        over = load(squares, BETWEEN + 64 * here + there)
        if over < 0:
            return False
        if step + 1 < length and filled & square(there):
            return False
        if jumped & square(over):
            return False
        jumped |= square(over)
    return jumped == taken


def find_quiet(ends: int, count: int, top: int, scratch: int) -> int:
    """The place of the quiet move with these ends; minus the status if there is none."""
    for place in range(top, top + count):
        if ends_of(load(scratch, place)) == ends:
            return place
    return -WRONG


def find_capture(ends: int, count: int, top: int, scratch: int) -> int:
    """The place of the only capture with these ends; minus the status if there is none, or another one."""
    found = -WRONG
    for number in range(count):
        place = top + RECORD * number
        if ends_of(load(scratch, place)) == ends:
            if found >= 0:
                return -UNUSUAL
            found = place
    return found


def find_meant(cells: int, at: int, squares: int, count: int, filled: Word, top: int, scratch: int) -> int:
    """The place of the move that is meant by the one at `at`; minus the status if that is not sure.

    `count` is what `list_moves` has answered, and `filled` are the squares with a piece.
    """
    length = load(cells, at + 1) - 1
    for step in range(length + 1):
        if step_square(cells, at, step, squares) < 0:
            return -WRONG
    ends = step_square(cells, at, 0, squares) << TARGET_SHIFT | step_square(cells, at, length, squares)
    if count >= 0:
        if count == TOO_MANY or load(cells, at) or length > 1:
            return -UNUSUAL
        return find_quiet(ends, count, top, scratch)
    found = find_capture(ends, -count, top, scratch)
    if found >= 0 and length > 1:
        if not is_only_route(cells, at, length, squares, load_word(scratch, found + 1), filled):
            return -UNUSUAL
    return found


@inlined
def note_position(at: int, turn: int, own: Word, opp: Word, kings: Word, out: int) -> None:
    """Write down where the replay stands."""
    store(out, OUT_AT, at)
    store(out, OUT_TURN, turn)
    store_word(out, OUT_OWN, own)
    store_word(out, OUT_OPP, opp)
    store_word(out, OUT_KINGS, kings)


def occurrences(own: Word, opp: Word, kings: Word, out: int) -> int:
    """Note a position, and how often it has occurred since the last move that cannot be undone."""
    run = load(out, OUT_RUN)
    here = OUT_POSITIONS + 3 * run
    if run >= MOST_POSITIONS:
        return MOST_POSITIONS
    store_word(out, here, own)
    store_word(out, here + 1, opp)
    store_word(out, here + 2, kings)
    found = 1
    at = here - 6
    while at >= OUT_POSITIONS:
        if load_word(out, at) == own and load_word(out, at + 1) == opp and load_word(out, at + 2) == kings:
            found += 1
        at -= 6
    return found


@inlined
def watch_for_draws(own: Word, opp: Word, kings: Word, squares: int, out: int) -> None:
    """Note whether a draw rule may be fulfilled in a position that a move follows."""
    balance = popcount(own)
    if popcount(opp) < balance:
        balance = popcount(opp)
    if not (own & kings and opp & kings):
        balance += NO_KINGS
    since = load(out, OUT_SINCE) + 1
    if balance != load(out, OUT_BALANCE):
        since = 0
        store(out, OUT_BALANCE, balance)
    store(out, OUT_SINCE, since)
    if since >= load(squares, PATIENCE + balance) or load(out, OUT_QUIET) >= load(squares, QUIET_PATIENCE):
        store(out, OUT_MAY_BE_DRAWN, 1)
    if occurrences(own, opp, kings, out) >= load(squares, OCCURRENCES):
        store(out, OUT_MAY_BE_DRAWN, 1)


@inlined
def count_quiet(events: int, out: int) -> None:
    """Count a ply with these events among those without progress and those that can be undone, or begin anew."""
    store(out, OUT_QUIET, 0 if events & (CAPTURED | MAN_MOVED) else load(out, OUT_QUIET) + 1)
    store(out, OUT_RUN, load(out, OUT_RUN) + 1 if events & UNDOABLE else 0)


@entry
def play_game(
    cells: int, at: int, turn: int, own: Word, opp: Word, kings: Word, squares: int, out: int, top: int, scratch: int
) -> int:
    """Make the moves of a game, from the one at `at` on; the status. Words have 64 bits.

    Where a move is not sure to be the one that is meant, the answer says where that is and what the position is.
    `squares` has the bit number of each square, by number and by name, and from `BETWEEN` on that of the square between
    any two of 64 bits, or -1; from `PATIENCE` on after how many plies a draw rule may be fulfilled.
    """
    used = load(out, OUT_USED)
    if at == 0:
        store(out, OUT_PLIES, 0)
        store(out, OUT_QUIET, 0)
        store(out, OUT_RUN, 0)
        store(out, OUT_BALANCE, -1)
        store(out, OUT_MAY_BE_DRAWN, 0)
    note_position(at, turn, own, opp, kings, out)
    count = list_moves(turn, own, opp, kings, ZERO, top, scratch)
    while at < used:
        watch_for_draws(own, opp, kings, squares, out)
        found = find_meant(cells, at, squares, count, own | opp, top, scratch)
        if found < 0:
            return -found
        info = load(scratch, found)
        taken = ZERO
        if count < 0:
            taken = load_word(scratch, found + 1)
        count_quiet(happened(info, count < 0), out)
        kings = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        moved = own_after(own, shift_of(info))
        own = opponent_after(opp, taken)
        opp = moved
        turn = 1 - turn
        at += load(cells, at + 1) + 2
        store(out, OUT_PLIES, load(out, OUT_PLIES) + 1)
        note_position(at, turn, own, opp, kings, out)
        count = list_moves(turn, own, opp, kings, ZERO, top, scratch)
    store(out, OUT_BLOCKED, 1 if count == 0 else 0)
    return DONE
