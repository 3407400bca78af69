"""Whole numbers in text that nobody has checked."""

from __future__ import annotations

__all__ = ["whole_number"]

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
