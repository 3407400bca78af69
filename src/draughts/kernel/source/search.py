"""The search for the best move: principal variation search, deeper and deeper.

A position is never judged while a capture is pending, a forced reply costs no depth, and a win counts less by one for
each ply that it takes. Scores are those of the side to move, in hundredths of a man; `WON` less the plies is a win.

What a search needs throughout lies in scratch memory, in places behind those of the generator: the table, the weights,
the keys of the positions before, what was learned of good moves. The moves of each ply of the tree lie on a stack that
begins at `TOP`; a move there has its rank above the 24 bits of its record.

The *state* of a position is what decides about its moves besides the pieces: for the side to move, and 24 bits higher
for the other side, the bit of the king that moved last (8 bits) and how often it has moved in succession (16 bits).
Under rules without a limit of king moves it is 0.
"""

from __future__ import annotations

from draughts.kernel.source.drawing import count_draws
from draughts.kernel.source.endgames import quiet_value
from draughts.kernel.source.evaluation import worth
from draughts.kernel.source.lists import can_capture, list_captures, list_quiet
from draughts.kernel.source.quiet import king_targets, man_targets
from draughts.kernel.source.records import (
    crowned_by,
    ends_of,
    kings_after,
    opponent_after,
    own_after,
    shift_of,
    vacated_by,
)
from draughts.kernel.vocabulary import *


@inlined
def must_capture(turn: int, own: Word, opp: Word, kings: Word, empty: Word) -> bool:
    """Whether the side to move has a capture."""
    for side in SIDES:
        if turn == side.index:
            return can_capture(side, own, opp, kings, empty)
    return False


@inlined
def frozen_king(state: int, scratch: int) -> Word:
    """The king of the side to move that may make no quiet move."""
    limit = load(scratch, KING_LIMIT)
    if limit and (state >> 8) & 0xFFFF >= limit:
        return square(state & 255)
    return ZERO


@inlined
def can_move(side: Static[Side], own: Word, kings: Word, frozen: Word, empty: Word) -> bool:
    """Whether a side has a quiet move."""
    if man_targets(side, own & ~kings, empty):
        return True
    royal = own & kings & ~frozen
    while royal:
        king = lowest_bit(royal)
        royal ^= king
        if king_targets(side.royal, king, empty):
            return True
    return False


@inlined
def blocked(ply: int, scratch: int) -> int:
    """The score of a side that has no move."""
    return ply - WON if load(scratch, BLOCKED_LOSES) else WON - ply


def settled(turn: int, own: Word, opp: Word, kings: Word, state: int, empty: Word, ply: int, scratch: int) -> int:
    """The score of a position in which nothing can be captured and that is looked at no further."""
    for side in SIDES:
        if turn == side.index:
            if not can_move(side, own, kings, frozen_king(state, scratch), empty):
                return blocked(ply, scratch)
            return worth(side, own, opp, kings, scratch)
    return 0


@inlined
def is_cut_short(plies: int, frame: int, scratch: int) -> bool:
    """Whether some draw rule may end the game before so many plies have been played."""
    number = load(scratch, RULE_COUNT)
    while number > 0:
        left = load(scratch, frame + number)
        if left >= 0 and left < plies:
            return True
        number -= 1
    return False


def endgame_score(turn: int, own: Word, opp: Word, kings: Word, events: int, frame: int, ply: int, scratch: int) -> int:
    """The score of a position in which nothing can be captured, from endgame tables; or `NO_SCORE`.

    Tables know nothing of draws by counting moves. A win that may be cut short is left to the search. So is, without
    distances, one with as much left to be captured and crowned as at the root: to know it does not help to make it.
    """
    if popcount(own | opp) > load(scratch, ENDGAME_PIECES):
        return NO_SCORE
    if count_draws(events, turn, own, opp, kings, False, frame - FRAME, frame, scratch):
        return 0
    tables = load(scratch, ENDGAMES)
    value = UNKNOWN
    for side in SIDES:
        if turn == side.index:
            value = quiet_value(side, own, opp, kings, tables)
    if value == UNKNOWN:
        return NO_SCORE
    if value == 0:
        return 0
    score = WON - ply - (value - 1)
    if load(tables, DISTANCES):
        if is_cut_short(value - 1, frame, scratch):
            return NO_SCORE
    else:
        if popcount(own | opp) + popcount((own | opp) & ~kings) >= load(scratch, ENDGAME_MEASURE):
            return NO_SCORE
        score = TABLE_WON - ply
    return -score if value & 1 == load(tables, LOST) else score


def list_all(turn: int, own: Word, opp: Word, kings: Word, state: int, empty: Word, scratch: int) -> int:
    """Write the moves of a position from `TOP` on, captures if there are any; where they end."""
    start = load(scratch, TOP)
    for side in SIDES:
        if turn == side.index:
            if can_capture(side, own, opp, kings, empty):
                return list_captures(side, own, opp, kings, empty, scratch)
            return start + list_quiet(side, own, kings, frozen_king(state, scratch), empty, start, scratch)
    return start


@inlined
def mark(taken: Word) -> int:
    """Eight bits that tell captures with the same origin and destination apart."""
    return mix(taken, ZERO, ZERO, 0) & 255


@inlined
def history_place(turn: int, info: int) -> int:
    """Where it is kept how good a quiet move has been."""
    return HISTORY + (turn << 12 | (info >> ORIGIN_SHIFT & 63) << 6 | info >> TARGET_SHIFT & 63)


def rank_moves(turn: int, start: int, end: int, size: int, known: int, ply: int, scratch: int) -> None:
    """Put a rank on every move: first the one that the table knows, then those that were good elsewhere."""
    first = load(scratch, KILLERS + 2 * ply)
    second = load(scratch, KILLERS + 2 * ply + 1)
    at = start
    while at < end:
        info = load(scratch, at)
        rank = 0
        if size == 1:
            rank = load(scratch, history_place(turn, info))
            if info == first:
                rank += 1 << 17
            elif info == second:
                rank += 1 << 16
            if info & (KING_MOVES | KING_ARRIVES) == KING_ARRIVES:
                rank += 1 << 15
            if ends_of(info) == known >> 8:
                rank += 1 << 20
        else:
            taken = load_word(scratch, at + 1)
            rank = popcount(taken)
            if ends_of(info) == known >> 8 and mark(taken) == known & 255:
                rank += 1 << 20
        store(scratch, at, rank << INFO_BITS | info)
        at += size


def bring_best(at: int, end: int, size: int, scratch: int) -> None:
    """Exchange the move at `at` with the one of the highest rank behind it."""
    best = at
    highest = load(scratch, at)
    other = at + size
    while other < end:
        if load(scratch, other) > highest:
            highest = load(scratch, other)
            best = other
        other += size
    if best > at:
        for part in range(size):
            kept = load(scratch, at + part)
            store(scratch, at + part, load(scratch, best + part))
            store(scratch, best + part, kept)


def praise(turn: int, start: int, at: int, depth: int, ply: int, scratch: int) -> None:
    """A quiet move was too good for the opponent: remember it, and that those before it were not."""
    info = load(scratch, at) & INFO
    if load(scratch, KILLERS + 2 * ply) != info:
        store(scratch, KILLERS + 2 * ply + 1, load(scratch, KILLERS + 2 * ply))
        store(scratch, KILLERS + 2 * ply, info)
    bonus = depth * depth if depth < 12 else 144
    place = history_place(turn, info)
    value = load(scratch, place)
    store(scratch, place, value + bonus - (value * bonus >> 12))
    for other in range(start, at):
        place = history_place(turn, load(scratch, other))
        value = load(scratch, place)
        store(scratch, place, value - (value * bonus >> 12))


def state_after(state: int, info: int, taken: Word, moved: Word, left: Word, kings: Word, scratch: int) -> int:
    """The state behind a move; `moved` and `left` are the pieces of the mover and of the opponent there.

    Frisian rules, article 17: the count ends with the last man of its side, with another move, and with the king.
    """
    if not load(scratch, KING_LIMIT):
        return 0
    mine = 0
    if info & KING_MOVES and not taken and moved & ~kings:
        count = 1
        if (state >> 8) & 0xFFFF and state & 255 == info >> ORIGIN_SHIFT:
            count = ((state >> 8) & 0xFFFF) + 1
        mine = count << 8 | info >> TARGET_SHIFT & NUMBER_MASK
    theirs = state >> 24
    if theirs and not (left & ~kings and left & square(theirs & 255)):
        theirs = 0
    return mine << 24 | theirs


@inlined
def happened(info: int, is_capture: bool) -> int:
    """What a move is, as `events` of the search has it."""
    events = CAPTURED if is_capture else 0
    if not info & KING_MOVES:
        events |= MAN_MOVED
        if info & KING_ARRIVES:
            events |= PROMOTED
    if not is_capture and (info & KING_MOVES or (MOVEMENT.men_return and not info & KING_ARRIVES)):
        events |= UNDOABLE
    return events


@inlined
def is_repeated(key: int, place: int, calm: int, scratch: int) -> bool:
    """Whether a position has been there within the last `calm` plies, which can all be undone."""
    found = False
    earlier = place - 4
    last = place - calm
    while earlier >= last:
        if load(scratch, earlier) == key:
            found = True
            earlier = last
        earlier -= 2
    return found


@inlined
def as_kept(score: int, ply: int) -> int:
    """A score as the table has it: a win counts from the position, not from the root."""
    if score > WON - 1000:
        return score + ply
    if score < 1000 - WON:
        return score - ply
    return score


@inlined
def as_found(score: int, ply: int) -> int:
    """A score of the table as the tree has it."""
    if score > WON - 1000:
        return score - ply
    if score < 1000 - WON:
        return score + ply
    return score


def keep(key: int, move: int, score: int, bound: int, depth: int, ply: int, scratch: int) -> None:
    """Put what was found into the table. The key is changed by the rest, so that halves of two writers never pass."""
    table = load(scratch, TABLE)
    place = 2 * (key & load(scratch, MASK))
    data = move << 32 | load(scratch, AGE) << 26 | (depth if depth < 127 else 127) << 18 | bound << 16
    data |= as_kept(score, ply) + 32768
    old = load(table, place + 1)
    if (old >> 26 & 63) != load(scratch, AGE) or (old >> 18 & 127) <= depth or bound == EXACT:
        store(table, place, key ^ data)
        store(table, place + 1, data)


@inlined
def is_open(beta: int, pieces: Word) -> bool:
    """Whether a shallow search may decide: not about wins, nor with few pieces, where giving most of them may win."""
    return popcount(pieces) > 8 and beta < WON - 1000 and beta > 1000 - WON


@inlined
def reduction(depth: int, tried: int) -> int:
    """How many plies less a quiet move is searched at first that comes after `tried` others."""
    less = 0
    if depth >= 2:
        less = 1
        if tried >= 3 and depth >= 4:
            less = 2
        if tried >= 5 and depth >= 7:
            less = 3
        if tried >= 8 and depth >= 10:
            less = 4
    return less


def lengthen(ply: int, at: int, is_capture: bool, scratch: int) -> None:
    """The best line from here is the move at `at` and the best line behind it."""
    row = LINES + ply * LINE
    below = row + LINE
    length = load(scratch, below)
    store(scratch, row, length + 1)
    store(scratch, row + 1, load(scratch, at) & INFO)
    store_word(scratch, row + 2, load_word(scratch, at + 1) if is_capture else ZERO)
    for part in range(1, length * RECORD + 1):
        store(scratch, row + RECORD + part, load(scratch, below + part))


@entry
def position_key(turn: int, own: Word, opp: Word, kings: Word, state: int) -> int:
    """What the table and the search for repetitions know a position by."""
    return mix(own, opp, kings, state << 1 | turn)


@entry
def search(  # noqa: PLR0912 - long: one node of the tree from beginning to end, which calls itself and keeps its locals
    turn: int,
    own: Word,
    opp: Word,
    kings: Word,
    state: int,
    events: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    scratch: int,
) -> int:
    """The score of a position, if it lies between `alpha` and `beta`; else one that is not on the wrong side of them.

    `events` adds up what the last ply was: `CAPTURED`, `MAN_MOVED`, `PROMOTED`, `UNDOABLE`.
    When `STOPPED` is set, now or meanwhile, the answer means nothing.
    """
    if load(scratch, STOPPED):
        return 0
    nodes = load(scratch, NODES) + 1
    store(scratch, NODES, nodes)
    if nodes >= load(scratch, NODE_LIMIT):
        store(scratch, STOPPED, 1)
        return 0
    store(scratch, LINES + ply * LINE, 0)
    if ply > load(scratch, DEEPEST):
        store(scratch, DEEPEST, ply)
    if MOVEMENT.ends_with_king and kings:
        return ply - WON
    empty = VALID & ~(own | opp)
    pending = must_capture(turn, own, opp, kings, empty)
    start = load(scratch, TOP)
    if load(scratch, ENDGAMES) and not pending:
        certain = endgame_score(turn, own, opp, kings, events, FRAMES + ply * FRAME, ply, scratch)
        if certain != NO_SCORE:
            return certain
    if ply >= MOST_PLIES or (depth <= 0 and not pending) or start + ROOM > load(scratch, END):
        return settled(turn, own, opp, kings, state, empty, ply, scratch)
    frame = FRAMES + ply * FRAME
    calm = load(scratch, frame - FRAME) + 1 if events & UNDOABLE else 0
    store(scratch, frame, calm)
    if count_draws(events, turn, own, opp, kings, pending, frame - FRAME, frame, scratch):
        return 0
    # Nothing here is better than a win with the next move, or worse than a loss now.
    if beta - alpha == 1 and alpha >= WON - ply - 1:
        return alpha
    if beta - alpha == 1 and beta <= ply - WON:
        return beta
    key = mix(own, opp, kings, state << 1 | turn)
    place = KEYS + load(scratch, BEFORE) + ply
    store(scratch, place, key)
    if calm >= 4 and is_repeated(key, place, calm, scratch):
        return 0
    known = 0
    if depth > 0:
        table = load(scratch, TABLE)
        data = load(table, 2 * (key & load(scratch, MASK)) + 1)
        if data and load(table, 2 * (key & load(scratch, MASK))) ^ data == key:
            known = data >> 32
            score = as_found((data & 0xFFFF) - 32768, ply)
            bound = data >> 16 & 3
            if (
                data >> 18 & 127 >= depth
                and beta - alpha == 1
                and ((bound & LOWER and score >= beta) or (bound & UPPER and score <= alpha))
            ):
                return score
    if beta - alpha == 1 and depth >= 3 and not pending and is_open(beta, own | opp):
        # What a shallow search finds far better is better: there is no passing a move in this game, for zugzwang.
        margin = beta + 7 * depth
        score = search(turn, own, opp, kings, state, events, depth * 2 // 5, margin - 1, margin, ply, scratch)
        if score >= margin or load(scratch, STOPPED):
            return score
    end = list_all(turn, own, opp, kings, state, empty, scratch)
    if load(scratch, FAILED):
        store(scratch, STOPPED, STOPPED_BY_LIMIT)
        return 0
    if end == start:
        return blocked(ply, scratch)
    size = RECORD if pending else 1
    store(scratch, TOP, end)
    rank_moves(turn, start, end, size, known, ply, scratch)
    below = depth - 1
    if end == start + size:
        below = depth
    if pending and below < 0:
        below = 0
    best = -WON
    best_move = 0
    floor = alpha
    tried = 0
    at = start
    while at < end:
        bring_best(at, end, size, scratch)
        info = load(scratch, at) & INFO
        taken = load_word(scratch, at + 1) if pending else ZERO
        moved = own_after(own, shift_of(info))
        after = opponent_after(opp, taken)
        crowned = kings_after(kings, vacated_by(info, taken), crowned_by(info))
        further = state_after(state, info, taken, moved, after, crowned, scratch)
        happens = happened(info, pending)
        score = 0
        if tried == 0:
            score = -search(1 - turn, after, moved, crowned, further, happens, below, -beta, -alpha, ply + 1, scratch)
        else:
            less = 0
            if not pending and info & (KING_MOVES | KING_ARRIVES) != KING_ARRIVES:
                less = reduction(depth, tried)
            score = -search(
                1 - turn,
                after,
                moved,
                crowned,
                further,
                happens,
                below - less,
                -alpha - 1,
                -alpha,
                ply + 1,
                scratch,
            )
            if score > alpha and (less or score < beta):
                score = -search(
                    1 - turn, after, moved, crowned, further, happens, below, -beta, -alpha, ply + 1, scratch
                )
        if load(scratch, STOPPED):
            store(scratch, TOP, start)
            return 0
        if score > best:
            best = score
            best_move = ends_of(info) << 8 | (mark(taken) if pending else 0)
            if score > alpha:
                alpha = score
                if score < beta:
                    lengthen(ply, at, pending, scratch)
        tried += 1
        if alpha >= beta:
            if not pending:
                praise(turn, start, at, depth, ply, scratch)
            at = end
        else:
            at += size
    store(scratch, TOP, start)
    if depth > 0:
        bound = EXACT
        if best <= floor:
            bound = UPPER
        elif best >= beta:
            bound = LOWER
        keep(key, best_move, best, bound, depth, ply, scratch)
    return best
