"""Values of options, read in the same way by every command."""

from __future__ import annotations

import argparse

from draughts.support.numbers import whole_number

__all__ = ["count", "port", "seconds"]


def port(text: str) -> int:
    """The number of a port, 0 included."""
    number = whole_number(text)
    if number is None or number >= 1 << 16:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return number


def count(text: str) -> int:
    """A whole number from 1."""
    number = whole_number(text)
    if not number or number >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return number


def seconds(text: str) -> float:
    """A span of time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return value
