"""Refusing arguments that can mean nothing, in words that say what was wanted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NoReturn, TypeVar

from draughts.errors import ArgumentError

__all__ = ["as_flag", "as_list", "as_number", "as_seed", "as_text", "as_whole", "is_whole", "refuse"]

T = TypeVar("T")

_SHOWN = 80


def refuse(what: str, value: object) -> NoReturn:
    """Raise the error for an argument that can mean nothing here.

    Examples
    --------
    >>> refuse("a depth is a whole number", "deep")
    Traceback (most recent call last):
    draughts.errors.ArgumentError: a depth is a whole number, not 'deep'
    """
    try:
        shown = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        shown = "a number of thousands of digits"
    raise ArgumentError(f"{what}, not {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '...'}")


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_whole(value: object, name: str, least: int = 0, most: int = 1_000_000_000) -> int:
    """A whole number within limits."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        refuse(f"{name} must be a whole number, {least} or more", value)
    if value > most:
        refuse(f"{name} must be a whole number up to {most}", value)
    return value


def as_number(value: object, name: str) -> float:
    """A finite number from 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        refuse(f"{name} must be a number, 0 or more", value)
    return value


def as_flag(value: object, name: str) -> bool:
    """True or False, and nothing that only counts as one of them."""
    return value if isinstance(value, bool) else refuse(f"{name} must be True or False", value)


def as_list(values: Iterable[T], name: str) -> list[T]:
    """What can be gone through, as a list; a text is none."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        refuse(f"{name} are given in a list", values)
    return list(values)


def as_seed(value: object) -> int | str:
    """What lots are drawn by: a whole number or a text."""
    if isinstance(value, str) or is_whole(value):
        return value  # type: ignore[return-value]  # as `is_whole` tells
    refuse("a seed is a whole number or a text", value)


def as_text(value: object, name: str) -> str:
    """A text."""
    return value if isinstance(value, str) else refuse(f"{name} must be a text", value)
