"""The plain text of a game replayed in machine code: numbers, moves, comments and a result, and nothing unusual.

What is read here is only what every reader of PDN understands alike. Whatever else comes up, the caller is told so and
reads the game in its own way; see `draughts.pdn.plain`. This module loads numba.
"""

from __future__ import annotations

import hashlib
import sys
import types as python_types
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numba.core import types
from numba.extending import intrinsic

from draughts._kernels.cache import attach_cache, cache_root
from draughts._kernels.lower import lower
from draughts._kernels.policy import Policy
from draughts._kernels.specialise import FIRST_RECORD, PLACES, TOO_MANY, specialise
from draughts._movetext_terms import (
    AT,
    BLOCKED,
    DONE,
    END,
    FIRST,
    KINGS,
    OPP,
    OWN,
    PLIES,
    RESULT,
    SHORT,
    TURN,
    UNUSUAL,
    USED,
    WRONG,
)

__all__ = ["CELLS", "SCRATCH", "bind_play", "bind_scan", "is_on_disk", "scratch"]

#: Units of scratch memory.
SCRATCH = 1 << 16

#: Numbers that the moves of a game may take: three a move and one more for each square.
CELLS = 1 << 15

#: The folder of code that no rules matter for.
_READER = "movetext"

SPACE, NEWLINE, TAB, BANG, QUERY, DOLLAR, STAR, DASH, DOT, SLASH, COLON, CROSS = map(ord, " \n\t!?$*-./:x")
BRACKET, BRACE, END_BRACE = map(ord, "[{}")
DIGIT_0, DIGIT_1, DIGIT_2, DIGIT_4, DIGIT_9, LETTER_A, LETTER_L = map(ord, "01249al")

_BYTES = types.Array(types.uint8, 1, "C", readonly=True)
_NUMBERS = types.Array(types.int64, 1, "C")
_TABLE = types.Array(types.int64, 1, "C", readonly=True)
_WORDS = [types.uint64] * 3


def _scan(text, at, end, cells, out):  # type: ignore[no-untyped-def]
    """Read the moves from `at` to the result; the status.

    A move becomes: 1 if it is written as a capture, how many squares there are, and the squares: their numbers, or 256
    and 16 for each file and 1 for each rank.
    """
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
    return DONE


def _play(cells, at, turn, own, opp, kings, squares, scratch, out, address):  # type: ignore[no-untyped-def]
    """Make the moves that `_scan` has read, from the one at `at` on; the status.

    Where a move is not sure to be the one that is meant, the answer says where that is and what the position is.
    `squares` has the bit of each square, by number and by name, and from 512 on the bit between any two of 64 bits.
    """
    one = np.uint64(1)
    path = np.zeros(16, np.int64)
    used = out[USED]
    plies = out[PLIES]
    while True:
        out[AT] = at
        out[TURN] = turn
        out[OWN] = np.int64(own)
        out[OPP] = np.int64(opp)
        out[KINGS] = np.int64(kings)
        count = kernel(turn, own, opp, kings, np.uint64(0), RECORDS, address)  # type: ignore[name-defined]  # noqa: F821
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
            for record in range(RECORDS, RECORDS + count):  # type: ignore[name-defined]  # noqa: F821
                if scratch[record] >> 8 == ends:
                    found = record
        elif count > 0:
            return UNUSUAL
        else:
            for record in range(RECORDS, RECORDS - 2 * count, 2):  # type: ignore[name-defined]  # noqa: F821
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


#: What the two functions above know by name.
_CONSTANTS = {name: value for name, value in globals().items() if isinstance(value, int)}


@lru_cache(maxsize=1)
def bind_scan() -> Callable[..., int]:
    """The reader of moves, compiled or loaded from disk.

    It takes the text, where the moves begin, where the text ends, memory for the moves, and the answer.
    """
    return _compiled("scan", _scan, _READER, {}, types.int64(_BYTES, types.int64, types.int64, _NUMBERS, _NUMBERS))


@lru_cache(maxsize=64)
def bind_play(policy: Policy) -> Callable[..., int]:
    """The replay by one policy, compiled or loaded from disk. Its words are no wider than 64 bits.

    It takes the moves and where to begin, the kernel's side to move and words, the table of squares, scratch memory,
    the answer, and the address of the scratch memory.
    """

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = lower(specialise(policy, "list_moves"), builder.module)["list_moves"]
        return builder.call(function, arguments, cconv="fastcc")

    kernel_type = types.int64(types.int64, *_WORDS, types.uint64, types.int64, types.int64)

    def kernel(context: Any, turn: Any, own: Any, opp: Any, kings: Any, frozen: Any, top: Any, memory: Any) -> Any:
        return kernel_type, emit

    names = {"kernel": intrinsic(kernel), "RECORDS": FIRST_RECORD}
    signature = types.int64(_NUMBERS, types.int64, types.int64, *_WORDS, _TABLE, _NUMBERS, _NUMBERS, types.int64)
    return _compiled("play", _play, policy.key, names, signature)


def _compiled(name: str, source: Any, key: str, names: dict[str, Any], signature: Any) -> Callable[..., int]:
    """A function of this module with some names given a meaning, compiled or loaded from disk."""
    module = python_types.ModuleType(f"draughts._kernels.compiled_{key}_{name}")
    sys.modules[module.__name__] = module
    root = cache_root()
    namespace = module.__dict__
    namespace |= {"np": np, "CACHE_FOLDER": str(root / key / _fingerprint()) if root else "", **_CONSTANTS, **names}
    function = python_types.FunctionType(source.__code__, namespace, name)
    function.__module__ = module.__name__
    function.__qualname__ = name
    dispatcher = njit(function)
    if root:
        attach_cache(dispatcher, lambda missing: None)
    dispatcher.compile(signature.args)
    (compiled,) = dispatcher.overloads.values()
    namespace["keep"] = dispatcher
    return compiled.entry_point  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def is_on_disk() -> bool:
    """Whether the reader of moves need not be compiled."""
    root = cache_root()
    return root is not None and any((root / _READER / _fingerprint()).glob("*.nbi"))


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    """A name for this source and its terms, which the cache must not outlive."""
    folder = Path(__file__).parent
    texts = (folder / name for name in ("_movetext.py", "_movetext_terms.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in texts)).hexdigest()[:12]


def scratch() -> tuple[np.ndarray[Any, np.dtype[np.int64]], int]:
    """Scratch memory for `bind_play`, and its address."""
    memory = np.zeros(SCRATCH, np.int64)
    memory[PLACES["END"]] = SCRATCH
    return memory, memory.ctypes.data
