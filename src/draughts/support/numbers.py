"""Whole numbers in text: read from what nobody has checked, and written with their nouns."""

from __future__ import annotations

__all__ = ["counted", "whole_number"]

#: Python reads no number of thousands of digits; nothing here is as large as this.
_DIGITS = 15


def whole_number(text: str) -> int | None:
    r"""The number that some ASCII digits are; None for any other text, and for numbers that nothing can mean.

    Examples
    --------
    >>> whole_number("21"), whole_number("-1"), whole_number("\u0662"), whole_number("9" * 5000)
    (21, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """A number with its noun; the plural ends in s unless it is given.

    Examples
    --------
    >>> counted(1, "ply", "plies"), counted(2, "ply", "plies"), counted(0, "game")
    ('1 ply', '2 plies', '0 games')
    """
    return f"{count} {singular if count == 1 else plural or f'{singular}s'}"
