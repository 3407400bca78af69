"""The tag pairs of a game in PDN, and where one game ends and the next begins."""

from __future__ import annotations

from draughts.kernel.source.text import blanks_end, is_blank, is_digit
from draughts.kernel.vocabulary import *


def name_end(text: int, at: int, end: int) -> int:
    """Where the name of a tag ends; -1 if there is no tag, or not all of it that comes before its value."""
    if at >= end or load_byte(text, at) != ord("["):
        return -1
    begin = at + 1
    at = begin
    is_name = True
    while is_name and at < end:
        sign = load_byte(text, at)
        is_name = sign >= ord("A") and sign <= ord("Z")
        if at > begin and not is_name:
            is_name = (sign >= ord("a") and sign <= ord("z")) or is_digit(sign) or sign == ord("_")
        if is_name:
            at += 1
    if at == begin or at - begin > MOST_NAME or at + 2 > end:
        return -1
    if load_byte(text, at) != ord(" ") or load_byte(text, at + 1) != ord('"'):
        return -1
    return at


@inlined
def value_end(text: int, at: int, end: int) -> int:
    """Where the value of a tag ends that begins at `at`; -1 if it is unusual."""
    begin = at
    is_plain = True
    while is_plain and at < end:
        sign = load_byte(text, at)
        is_plain = (
            sign != ord('"') and sign != ord("\\") and sign != ord("\n") and sign != ord("[") and sign != ord("]")
        )
        if is_plain:
            at += 1
    if (
        at + 1 >= end
        or at - begin > MOST_VALUE
        or load_byte(text, at) != ord('"')
        or load_byte(text, at + 1) != ord("]")
    ):
        return -1
    return at


@inlined
def first_letters(text: int, at: int, length: int) -> int:
    """Up to eight letters as a number."""
    letters = 0
    stop = at + length
    if length > 8:
        stop = at + 8
    while at < stop:
        letters = letters << 8 | load_byte(text, at)
        at += 1
    return letters


def has_come_before(text: int, begin: int, length: int, letters: int, tags: int, seen: int) -> bool:
    """Whether one of the tags before has the same name; `seen` is what `read_tags` has noted of them."""
    for tag in range(tags):
        if load(seen, 3 * tag + 1) == length and load(seen, 3 * tag + 2) == letters:
            other = load(seen, 3 * tag)
            same = 0
            while same < length and load_byte(text, begin + same) == load_byte(text, other + same):
                same += 1
            if same == length:
                return True
    return False


def read_tags(text: int, at: int, end: int, seen: int, out: int) -> int:
    """Read tag pairs and the blanks after them; where they end, or -1 if there is none or something unusual.

    `seen` is memory for three numbers a tag: where its name begins, its length, and its first letters.
    """
    tags = 0
    while at < end and load_byte(text, at) == ord("["):
        begin = at + 1
        at = name_end(text, at, end)
        if at < 0 or tags == MOST_TAGS:
            return -1
        length = at - begin
        letters = first_letters(text, begin, length)
        if has_come_before(text, begin, length, letters, tags, seen):
            return -1
        store(seen, 3 * tags, begin)
        store(seen, 3 * tags + 1, length)
        store(seen, 3 * tags + 2, letters)
        tags += 1
        value = at + 2
        at = value_end(text, value, end)
        if at < 0:
            return -1
        if length <= 8:
            for tag in TAGS:
                if letters == tag.letters:
                    store(out, tag.place, value)
                    store(out, tag.place + 1, at)
        at = blanks_end(text, at + 2, end)
    return at if tags else -1


def next_game(text: int, at: int, end: int, is_end: int) -> int:
    """Where the game after a result begins; -1 if that is not sure."""
    is_new_line = False
    while at < end and is_blank(load_byte(text, at)):
        is_new_line = is_new_line or load_byte(text, at) == ord("\n")
        at += 1
    if at >= end:
        return at if is_end else -1
    return at if is_new_line and name_end(text, at, end) >= 0 else -1
