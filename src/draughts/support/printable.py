"""Texts from files, engines and the network, made safe to show on a terminal or to keep in a log."""

from __future__ import annotations

import sys

__all__ = ["printable"]


def printable(text: str) -> str:
    r"""A text in one line, with escapes for what a terminal would obey or the encoding of standard output lacks.

    Examples
    --------
    >>> print(printable("a\x1b[31mb\nc"))
    a\x1b[31mb\nc
    """
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return shown.encode(encoding, "backslashreplace").decode(encoding)
