"""Whole games in PDN: tags, numbers, moves, comments and a result, and nothing unusual.

What is read here is only what every reader of PDN understands alike. Whatever else comes up, the caller is told so and
reads the game in its own way: see `draughts.kernel.game_text`, which also says what the answer has where.

A function that reads something is given the place where it begins, and says where it ends, or minus the status.
"""

from __future__ import annotations

from draughts.kernel.source.tags import next_game, read_tags
from draughts.kernel.source.text import digits_end, is_blank, is_digit, number_between
from draughts.kernel.vocabulary import *


@inlined
def is_square_letter(sign: int) -> bool:
    """Whether a sign names a file of a board."""
    return sign >= ord("a") and sign <= ord("l")


@inlined
def is_cross(sign: int) -> bool:
    """Whether a sign stands between the squares of a capture."""
    return sign == ord("x") or sign == ord(":")


def read_move_number(text: int, dot: int) -> int:
    """Read the dots of a move number, which may not be the decimals of a result."""
    at = dot + 1
    if load_byte(text, at) == ord("."):
        if load_byte(text, at + 1) != ord("."):
            return -UNUSUAL
        at += 2
    if load_byte(text, at) == ord("."):
        return -UNUSUAL
    if is_digit(load_byte(text, at)):
        ahead = at + 1
        if is_digit(load_byte(text, ahead)):
            ahead += 1
        tens = load_byte(text, ahead + 1)
        if load_byte(text, ahead) == ord("-") and tens >= ord("0") and tens <= ord("2"):
            if load_byte(text, ahead + 2) == ord("."):
                return -UNUSUAL
    return at


def read_draw(text: int, start: int, slash: int, out: int) -> int:
    """Read ``1/2-1/2``."""
    if (
        slash == start + 1
        and load_byte(text, start) == ord("1")
        and load_byte(text, slash + 1) == ord("2")
        and load_byte(text, slash + 2) == ord("-")
        and load_byte(text, slash + 3) == ord("1")
        and load_byte(text, slash + 4) == ord("/")
        and load_byte(text, slash + 5) == ord("2")
    ):
        store(out, OUT_RESULT, start)
        return slash + 6
    return -UNUSUAL


@inlined
def end_move(text: int, at: int, start: int, is_capture: bool, length: int, cells: int, out: int) -> int:
    """Note a move of so many steps whose squares have been written."""
    sign = load_byte(text, at)
    if not is_blank(sign) and sign != ord("!") and sign != ord("?") and sign != ord("{") and sign != ord("$"):
        return -UNUSUAL
    used = load(out, OUT_USED)
    if used == 0:
        store(out, OUT_FIRST, start)
    store(cells, used, 1 if is_capture else 0)
    store(cells, used + 1, length + 1)
    used += length + 3
    if used > CELLS - 32:
        return -UNUSUAL
    store(out, OUT_USED, used)
    return at


def read_numbered_move(text: int, start: int, stop: int, end: int, cells: int, out: int) -> int:
    """Read a move in numbers of squares, whose first one stands between `start` and `stop`; or ``1-0`` and the like."""
    if stop - start > 2:
        return -UNUSUAL
    path = load(out, OUT_USED) + 2
    first = number_between(text, start, stop)
    number = first
    store(cells, path, first)
    is_capture = load_byte(text, stop) != ord("-")
    at = stop
    length = 0
    goes_on = True
    while goes_on:
        begin = at + 1
        at = digits_end(text, begin, end, 3)
        length += 1
        if at == begin or at > begin + 2 or length > MOST_STEPS:
            return -UNUSUAL
        number = number_between(text, begin, at)
        store(cells, path + length, number)
        if at + 4 >= end:
            return -SHORT
        goes_on = is_cross(load_byte(text, at))
        if goes_on and not is_capture:
            return -UNUSUAL
    if first <= 2 and number <= 2 and at == start + 3:
        if is_capture or first + number == 3 or first + number == 4:
            return -UNUSUAL
        store(out, OUT_RESULT, start)
        return at
    return end_move(text, at, start, is_capture, length, cells, out)


def read_numeric(text: int, start: int, end: int, cells: int, out: int) -> int:
    """Read what begins with a digit: a move number, a move or a result."""
    stop = digits_end(text, start, end, 7)
    if stop + 8 >= end:
        return -SHORT
    sign = load_byte(text, stop)
    if sign == ord("."):
        return read_move_number(text, stop)
    if sign == ord("/"):
        return read_draw(text, start, stop, out)
    if sign == ord("-") or is_cross(sign):
        return read_numbered_move(text, start, stop, end, cells, out)
    return -UNUSUAL


def read_named_move(text: int, start: int, end: int, cells: int, out: int) -> int:
    """Read a move in names of squares."""
    path = load(out, OUT_USED) + 2
    at = start
    length = -1
    is_capture = False
    goes_on = True
    while goes_on:
        column = load_byte(text, at) - ord("a")
        begin = at + 1
        at = digits_end(text, begin, end, 3)
        row = number_between(text, begin, at)
        if at + 4 >= end:
            return -SHORT
        length += 1
        if at == begin or at > begin + 2 or row > 15 or length > MOST_STEPS:
            return -UNUSUAL
        store(cells, path + length, NAMED + 16 * column + row)
        sign = load_byte(text, at)
        goes_on = is_square_letter(sign) and length == 0
        if is_cross(sign) or (sign == ord("-") and length == 0):
            is_capture = is_capture or sign != ord("-")
            at += 1
            if not is_square_letter(load_byte(text, at)):
                return -UNUSUAL
            goes_on = True
    if length == 0:
        return -UNUSUAL
    return end_move(text, at, start, is_capture, length, cells, out)


def read_comment(text: int, start: int, end: int) -> int:
    """Read a comment in braces, in which no line begins like a tag."""
    at = start + 1
    while at < end and load_byte(text, at) != ord("}"):
        if load_byte(text, at) == ord("\n"):
            ahead = at + 1
            while ahead < end and (load_byte(text, ahead) == ord(" ") or load_byte(text, ahead) == ord("\t")):
                ahead += 1
            if ahead < end and load_byte(text, ahead) == ord("["):
                return -UNUSUAL
        at += 1
    return -SHORT if at >= end else at + 1


def read_item(text: int, at: int, end: int, is_apart: bool, cells: int, out: int) -> int:
    """Read what begins at `at` and is no blank; `is_apart` says whether a blank stands before it."""
    sign = load_byte(text, at)
    if is_digit(sign):
        return read_numeric(text, at, end, cells, out)
    if is_square_letter(sign):
        return read_named_move(text, at, end, cells, out)
    if sign == ord("{"):
        return read_comment(text, at, end)
    if sign == ord("!") or sign == ord("?"):
        return -UNUSUAL if is_apart or load(out, OUT_USED) == 0 else at + 1
    if sign == ord("$"):
        stop = digits_end(text, at + 1, end, 5)
        return -UNUSUAL if stop == at + 1 or stop > at + 5 else stop
    if sign == ord("*") and is_apart:
        store(out, OUT_RESULT, at)
        return at + 1
    return -UNUSUAL


@entry
def scan_game(text: int, at: int, end: int, is_end: int, cells: int, out: int) -> int:
    """Read a game from its first tag to the next one; the status. `is_end` says that no more text follows.

    A move becomes: 1 if it is written as a capture, how many squares there are, and the squares: their numbers, or
    `NAMED` and 16 for each file and 1 for each rank.
    """
    for tag in TAGS:
        store(out, tag.place, -1)
    at = read_tags(text, at, end, cells, out)
    if at < 0:
        return UNUSUAL
    store(out, OUT_RESULT, -1)
    store(out, OUT_FIRST, -1)
    store(out, OUT_USED, 0)
    is_apart = True
    while load(out, OUT_RESULT) < 0:
        if at >= end:
            return SHORT
        if is_blank(load_byte(text, at)):
            is_apart = True
            at += 1
        else:
            at = read_item(text, at, end, is_apart, cells, out)
            if at < 0:
                return -at
            is_apart = False
    if at < end and not is_blank(load_byte(text, at)):
        return UNUSUAL
    store(out, OUT_END, at)
    following = next_game(text, at, end, is_end)
    store(out, OUT_NEXT, following)
    return DONE if following >= 0 else UNUSUAL
