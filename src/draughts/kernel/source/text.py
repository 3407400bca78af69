"""Reading and writing text: bytes at an address, which are ASCII."""

from __future__ import annotations

from draughts.kernel.vocabulary import *


@inlined
def is_digit(sign: int) -> bool:
    """Whether a sign is a digit."""
    return sign >= ord("0") and sign <= ord("9")


@inlined
def is_blank(sign: int) -> bool:
    """Whether a sign is a blank, a tab or the end of a line."""
    return sign == ord(" ") or sign == ord("\n") or sign == ord("\t")


@inlined
def digits_end(text: int, at: int, end: int, most: int) -> int:
    """Where the digits from `at` on end, of which at most `most` are looked at."""
    stop = at + most
    if stop > end:
        stop = end
    while at < stop and is_digit(load_byte(text, at)):
        at += 1
    return at


@inlined
def number_between(text: int, at: int, stop: int) -> int:
    """The number whose digits stand between two places; 0 if there are none."""
    number = 0
    while at < stop:
        number = 10 * number + load_byte(text, at) - ord("0")
        at += 1
    return number


@inlined
def blanks_end(text: int, at: int, end: int) -> int:
    """Where the blanks from `at` on end."""
    while at < end and is_blank(load_byte(text, at)):
        at += 1
    return at


@inlined
def put(text: int, at: int, sign: int) -> int:
    """Write a sign; where it ends."""
    store_byte(text, at, sign)
    return at + 1
