"""Games that the search plays against itself, as examples for its evaluation."""

from __future__ import annotations

from draughts.kernel.source.records import crowned_by, kings_after, opponent_after, own_after, shift_of, vacated_by
from draughts.kernel.source.search import happened, list_all, must_capture, search, state_after
from draughts.kernel.vocabulary import *


@inlined
def at_random(seed: int, number: int, count: int) -> int:
    """A number below `count` that depends on a seed and the number of the draw."""
    return (mix(ZERO, ZERO, ZERO, seed << 16 | number) >> 8 & 0xFFFFFFFF) * count >> 32


@entry
def self_play(  # long: one game, whose state is in its locals
    turn: int,
    own: Word,
    opp: Word,
    kings: Word,
    depth: int,
    opening: int,
    most: int,
    seed: int,
    out: int,
    scratch: int,
) -> int:
    """Play a game: `opening` plies at random, then each side what a search of `depth` plies finds, `most` plies in all.

    Quiet positions behind the opening are written to `out` in `EXAMPLE` units each, unless nothing has happened for 12
    plies: the side to move, its score, its pieces, the opponent's and the kings. The scratch memory is that of a search
    from the start position.

    Returns
    -------
    int
        Four times the number of positions, plus 1 if side 0 has won, 2 if side 1 has, 3 if the game was stopped; a
        game that nobody wins within `most` plies, or within 120 plies that can be undone, is drawn.
    """
    top = load(scratch, TOP)
    state = 0
    events = 0
    calm = 0
    count = 0
    result = -1
    ply = 0
    while result < 0:
        empty = VALID & ~(own | opp)
        pending = must_capture(turn, own, opp, kings, empty)
        store(scratch, TOP, top)
        end = list_all(turn, own, opp, kings, state, empty, scratch)
        size = RECORD if pending else 1
        moves = (end - top) // size
        score = 0
        at = top
        if load(scratch, FAILED) or load(scratch, STOPPED):
            result = 3
        elif moves == 0 or (MOVEMENT.ends_with_king and kings):
            wins = 0 if load(scratch, BLOCKED_LOSES) or moves else 1
            result = 1 + (turn if wins else 1 - turn)
        elif ply >= most or calm >= 120:
            result = 0
        elif ply < opening:
            at = top + at_random(seed, ply, moves) * size
        else:
            for ahead in range(1, depth + 1):
                score = search(turn, own, opp, kings, state, events, ahead, -WON, WON, 1, scratch)
            if score > WON - 1000:
                result = 1 + turn
            elif score < 1000 - WON:
                result = 2 - turn
            elif load(scratch, LINES + LINE) == 0:
                result = 0  # drawn by rule
            at = LINES + LINE + 1
        if result < 0:
            info = load(scratch, at) & INFO
            taken = load_word(scratch, at + 1) if pending else ZERO
            if not pending and ply >= opening and calm < 12:
                place = count * EXAMPLE
                store(out, place, turn)
                store(out, place + 1, score)
                store_word(out, place + 2, own)
                store_word(out, place + 2 + RECORD - 1, opp)
                store_word(out, place + 2 + 2 * (RECORD - 1), kings)
                count += 1
            moved = own_after(own, shift_of(info))
            left = opponent_after(opp, taken)
            crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
            state = state_after(state, info, taken, moved, left, crowned, scratch)
            events = happened(info, pending)
            calm = calm + 1 if events & UNDOABLE else 0
            own = left
            opp = moved
            kings = crowned
            turn = 1 - turn
            ply += 1
    store(scratch, TOP, top)
    return count << 2 | result
