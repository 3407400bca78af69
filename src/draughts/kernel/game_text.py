"""Whole games of plain text in machine code: tags, numbers, moves, comments and a result, and nothing unusual.

What is read here is only what every reader of PDN understands alike. Whatever else comes up, the caller is told so and
reads the game in its own way; see `draughts.pdn.plain`. This module loads numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numba.core import types

from draughts.kernel.cache import is_kept
from draughts.kernel.game_text_terms import (
    AT,
    BLOCKED,
    DONE,
    END,
    FIRST,
    KINGS,
    NEXT,
    OPP,
    OWN,
    PLIES,
    RESULT,
    SHORT,
    TAGS,
    TURN,
    UNUSUAL,
    USED,
    WRONG,
)
from draughts.kernel.jit import compiled, kernel
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import FIRST_RECORD, PLACES
from draughts.kernel.specialise import TOO_MANY

__all__ = ["CELLS", "SCRATCH", "bind_play", "bind_scan", "is_on_disk", "scratch"]

#: Units of scratch memory.
SCRATCH = 1 << 16

#: Numbers that the moves of a game may take: three a move and one more for each square.
CELLS = 1 << 15

#: The key of code that no rules matter for.
_READER = "movetext"

SPACE, NEWLINE, TAB, BANG, QUERY, DOLLAR, STAR, DASH, DOT, SLASH, COLON, CROSS = map(ord, " \n\t!?$*-./:x")
BRACKET, END_BRACKET, BRACE, END_BRACE, QUOTE, BACKSLASH, UNDERSCORE = map(ord, '[]{}"\\_')
DIGIT_0, DIGIT_1, DIGIT_2, DIGIT_4, DIGIT_9, LETTER_A, LETTER_L, LETTER_Z = map(ord, "01249alz")
CAPITAL_A, CAPITAL_Z = map(ord, "AZ")
MOST_TAGS, LONGEST_NAME, LONGEST_VALUE = 64, 64, 1000
#: The letters of the tags that are asked for as one number each, and where the answer has them.
TAG_LETTERS = tuple(int.from_bytes(name.encode("ascii"), "big") for name in TAGS)
TAG_PLACES = tuple(TAGS.values())

_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_NUMBERS = types.Array(types.int64, 1, "C")
_TABLE = types.Array(types.int64, 1, "C", readonly=True)
_WORDS = [types.uint64] * 3

# mypy: disable-error-code="no-untyped-call, no-untyped-def, name-defined"
# The functions from here to `bind_scan` are compiled. `bind_play` says what `list_moves` is.


def _name_end(text, at, end):
    """Where the name of a tag ends; -1 if there is no tag, or not all of it that comes before its value."""
    if at >= end or text[at] != BRACKET:
        return -1
    at += 1
    begin = at
    while at < end:
        sign = text[at]
        is_capital = CAPITAL_A <= sign <= CAPITAL_Z
        is_other = LETTER_A <= sign <= LETTER_Z or DIGIT_0 <= sign <= DIGIT_9 or sign == UNDERSCORE
        if not (is_capital or (is_other and at > begin)):
            break
        at += 1
    if at == begin or at - begin > LONGEST_NAME or at + 2 > end or text[at] != SPACE or text[at + 1] != QUOTE:
        return -1
    return at


def _read_tags(text, at, end, seen, out):
    """Read tag pairs and the blanks after them; where they end, or -1 if there is none or something unusual.

    `seen` is memory for three numbers a tag: where its name begins, its length, and the first eight letters of it.
    """
    tags = 0
    while at < end and text[at] == BRACKET:
        begin = at + 1
        at = _name_end(text, at, end)
        if at < 0 or tags == MOST_TAGS:
            return -1
        length = at - begin
        letters = 0
        for place in range(begin, begin + min(length, 8)):
            letters = letters << 8 | text[place]
        for other in range(0, 3 * tags, 3):
            if seen[other + 1] == length and seen[other + 2] == letters:
                same = 0
                while same < length and text[begin + same] == text[seen[other] + same]:
                    same += 1
                if same == length:
                    return -1
        seen[3 * tags] = begin
        seen[3 * tags + 1] = length
        seen[3 * tags + 2] = letters
        tags += 1
        at += 2
        value = at
        while at < end and text[at] not in (QUOTE, BACKSLASH, NEWLINE, BRACKET, END_BRACKET):
            at += 1
        if at + 1 >= end or at - value > LONGEST_VALUE or text[at] != QUOTE or text[at + 1] != END_BRACKET:
            return -1
        if length <= 8:
            for tag in range(len(TAG_LETTERS)):
                if letters == TAG_LETTERS[tag]:
                    out[TAG_PLACES[tag]] = value
                    out[TAG_PLACES[tag] + 1] = at
        at += 2
        while at < end and text[at] in (SPACE, NEWLINE, TAB):
            at += 1
    return at if tags else -1


def _next_game(text, at, end, is_end):
    """Where the game after a result begins; -1 if that is not sure."""
    is_new_line = False
    while at < end and text[at] in (SPACE, NEWLINE, TAB):
        is_new_line = is_new_line or text[at] == NEWLINE
        at += 1
    if at >= end:
        return at if is_end else -1
    return at if is_new_line and _name_end(text, at, end) >= 0 else -1


def _scan(text, at, end, is_end, cells, out):
    """Read a game from its first tag to the next one; the status. `is_end` says that no more text follows.

    A move becomes: 1 if it is written as a capture, how many squares there are, and the squares: their numbers, or 256
    and 16 for each file and 1 for each rank.
    """
    for tag in range(len(TAG_LETTERS)):
        out[TAG_PLACES[tag]] = -1
    at = _read_tags(text, at, end, cells, out)
    if at < 0:
        return UNUSUAL
    used = 0
    before = SPACE  # the sign before
    out[FIRST] = -1
    while at < end:
        sign = text[at]
        if sign in (SPACE, NEWLINE, TAB):
            before = SPACE
            at += 1
            continue
        start = at
        length = 0
        is_capture = False
        if DIGIT_0 <= sign <= DIGIT_9:
            number = 0
            digits = 0
            while at < end and DIGIT_0 <= text[at] <= DIGIT_9 and digits < 7:
                number = 10 * number + text[at] - DIGIT_0
                digits += 1
                at += 1
            if at + 8 >= end:
                return SHORT
            sign = text[at]
            if sign == DOT:  # a move number
                at += 1
                if text[at] == DOT:
                    if text[at + 1] != DOT:
                        return UNUSUAL
                    at += 2
                if text[at] == DOT:
                    return UNUSUAL
                if DIGIT_0 <= text[at] <= DIGIT_9:  # it may be a result with decimals
                    ahead = at + 1
                    if DIGIT_0 <= text[ahead] <= DIGIT_9:
                        ahead += 1
                    if text[ahead] == DASH and DIGIT_0 <= text[ahead + 1] <= DIGIT_2 and text[ahead + 2] == DOT:
                        return UNUSUAL
                before = DOT
                continue
            if sign == SLASH:  # 1/2-1/2
                if (
                    number == 1
                    and digits == 1
                    and text[at + 1] == DIGIT_2
                    and text[at + 2] == DASH
                    and text[at + 3] == DIGIT_1
                    and text[at + 4] == SLASH
                    and text[at + 5] == DIGIT_2
                ):
                    out[RESULT] = start
                    at += 6
                    break
                return UNUSUAL
            if sign not in (DASH, CROSS, COLON) or digits > 2:
                return UNUSUAL
            path = used + 2
            cells[path] = number
            first = number
            is_capture = sign != DASH
            while True:
                number = 0
                digits = 0
                at += 1
                while at < end and DIGIT_0 <= text[at] <= DIGIT_9 and digits < 3:
                    number = 10 * number + text[at] - DIGIT_0
                    digits += 1
                    at += 1
                if digits == 0 or digits > 2:
                    return UNUSUAL
                length += 1
                if length > 15:
                    return UNUSUAL
                cells[path + length] = number
                if at + 4 >= end:
                    return SHORT
                if text[at] in (CROSS, COLON):
                    if not is_capture:
                        return UNUSUAL
                    continue
                break
            if first <= 2 and number <= 2 and at - start == 3:
                if is_capture or first + number == 3 or first + number == 4:
                    return UNUSUAL
                out[RESULT] = start
                break
        elif LETTER_A <= sign <= LETTER_L:
            length = -1
            path = used + 2
            while True:
                column = text[at] - LETTER_A
                at += 1
                row = 0
                digits = 0
                while at < end and DIGIT_0 <= text[at] <= DIGIT_9 and digits < 3:
                    row = 10 * row + text[at] - DIGIT_0
                    digits += 1
                    at += 1
                if at + 4 >= end:
                    return SHORT
                if digits == 0 or digits > 2 or row > 15:
                    return UNUSUAL
                length += 1
                if length > 15:
                    return UNUSUAL
                cells[path + length] = 256 + 16 * column + row
                sign = text[at]
                if sign in (CROSS, COLON) or (sign == DASH and length == 0):
                    is_capture = is_capture or sign != DASH
                    at += 1
                    sign = text[at]
                    if not LETTER_A <= sign <= LETTER_L:
                        return UNUSUAL
                    continue
                if LETTER_A <= sign <= LETTER_L and length == 0:
                    continue
                break
            if length == 0:
                return UNUSUAL
        elif sign == BRACE:  # a comment
            at += 1
            while at < end and text[at] != END_BRACE:
                if text[at] == NEWLINE:
                    ahead = at + 1
                    while ahead < end and text[ahead] in (SPACE, TAB):
                        ahead += 1
                    if ahead < end and text[ahead] == BRACKET:
                        return UNUSUAL
                at += 1
            if at >= end:
                return SHORT
            at += 1
            before = END_BRACE
            continue
        elif sign in (BANG, QUERY):
            if before == SPACE or used == 0:
                return UNUSUAL
            at += 1
            continue
        elif sign == DOLLAR:
            at += 1
            digits = 0
            while at < end and DIGIT_0 <= text[at] <= DIGIT_9 and digits < 5:
                digits += 1
                at += 1
            if digits == 0 or digits > 4:
                return UNUSUAL
            before = DIGIT_9
            continue
        elif sign == STAR and before == SPACE:
            out[RESULT] = start
            at += 1
            break
        else:
            return UNUSUAL
        # A move
        sign = text[at]
        if sign not in (SPACE, NEWLINE, TAB, BANG, QUERY, BRACE, DOLLAR):
            return UNUSUAL
        before = DIGIT_9
        if used == 0:
            out[FIRST] = start
        cells[used] = is_capture
        cells[used + 1] = length + 1
        used += length + 3
        if used > len(cells) - 32:
            return UNUSUAL
    else:
        return SHORT
    if at < end and text[at] not in (SPACE, NEWLINE, TAB):
        return UNUSUAL
    out[END] = at
    out[USED] = used
    out[NEXT] = _next_game(text, at, end, is_end)
    return DONE if out[NEXT] >= 0 else UNUSUAL


def _play(cells, at, turn, own, opp, kings, squares, scratch, out, address):
    """Make the moves that `_scan` has read, from the one at `at` on; the status.

    Where a move is not sure to be the one that is meant, the answer says where that is and what the position is.
    `squares` has the bit of each square, by number and by name, and from 512 on the bit between any two of 64 bits.
    """
    one = np.uint64(1)
    path = np.zeros(16, np.int64)
    used = out[USED]
    plies = out[PLIES] if at else 0
    while True:
        out[AT] = at
        out[TURN] = turn
        out[OWN] = np.int64(own)
        out[OPP] = np.int64(opp)
        out[KINGS] = np.int64(kings)
        count = list_moves(turn, own, opp, kings, np.uint64(0), FIRST_RECORD, address)  # noqa: F821
        if at >= used:
            break
        is_capture = cells[at]
        length = cells[at + 1] - 1
        out[PLIES] = plies
        for step in range(length + 1):
            path[step] = squares[cells[at + 2 + step]]
            if path[step] < 0:
                return WRONG
        at += length + 3
        ends = path[0] << 8 | path[length]
        found = -1
        taken = np.uint64(0)
        if 0 <= count < TOO_MANY:
            if is_capture or length > 1:
                return UNUSUAL
            for record in range(FIRST_RECORD, FIRST_RECORD + count):
                if scratch[record] >> 8 == ends:
                    found = record
        elif count > 0:
            return UNUSUAL
        else:
            for record in range(FIRST_RECORD, FIRST_RECORD - 2 * count, 2):
                if scratch[record] >> 8 == ends:
                    if found >= 0:
                        return UNUSUAL
                    found = record
            if found >= 0:
                taken = np.uint64(scratch[found + 1])
                if length > 1:
                    # Only a chain of single jumps over just the pieces that are taken is sure to be the route.
                    jumped = np.uint64(0)
                    for step in range(length):
                        over = squares[512 + 64 * path[step] + path[step + 1]]
                        landing = one << np.uint64(path[step + 1])
                        if over < 0 or (step + 1 < length and (own | opp) & landing):
                            return UNUSUAL
                        if jumped & (one << np.uint64(over)):
                            return UNUSUAL
                        jumped |= one << np.uint64(over)
                    if jumped != taken:
                        return UNUSUAL
        if found < 0:
            return WRONG
        info = scratch[found]
        origin = one << np.uint64(path[0])
        target = one << np.uint64(path[length])
        kings &= ~(taken | origin)
        if info & 1:
            kings |= target
        moved = (own & ~origin) | target
        own = opp & ~taken
        opp = moved
        turn = 1 - turn
        plies += 1
    out[PLIES] = plies
    out[BLOCKED] = count == 0
    return DONE


#: What the functions above know by name.
_NAMES: dict[str, object] = {name: value for name, value in globals().items() if isinstance(value, int | tuple)}
_NAMES |= {"np": np, "_name_end": _name_end, "_read_tags": _read_tags, "_next_game": _next_game}


@lru_cache(maxsize=1)
def bind_scan() -> Callable[..., int]:
    """The reader of games, compiled or loaded from disk.

    It takes the text, where the game begins, where the text ends, whether no more follows, memory for the moves, and
    the answer.
    """
    kinds = (_BYTES, types.int64, types.int64, types.int64, _NUMBERS, _NUMBERS)
    return compiled(_READER, _scan.__code__, kinds, _NAMES)


@lru_cache(maxsize=64)
def bind_play(movement: MovementRules) -> Callable[..., int]:
    """The replay by one set of movement rules, compiled or loaded from disk. Its words are no wider than 64 bits.

    It takes the moves and where to begin, the kernel's side to move and words, the table of squares, scratch memory,
    the answer, and the address of the scratch memory.
    """
    kinds = (_NUMBERS, types.int64, types.int64, *_WORDS, _TABLE, _NUMBERS, _NUMBERS, types.int64)
    names = _NAMES | {"list_moves": kernel(movement, "list_moves")}
    return compiled(movement.key, _play.__code__, kinds, names)


@lru_cache(maxsize=1)
def is_on_disk() -> bool:
    """Whether the reader of games need not be compiled."""
    return is_kept(_READER)


def scratch() -> tuple[np.ndarray[Any, np.dtype[np.int64]], int]:
    """Scratch memory for `bind_play`, and its address."""
    memory = np.zeros(SCRATCH, np.int64)
    memory[PLACES["END"]] = SCRATCH
    return memory, memory.ctypes.data
