"""What comes from files, engines and the network is escaped before anybody sees it."""

from __future__ import annotations

import io
import sys

import pytest

from draughts.support.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text: 11-15", "plain text: 11-15"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("two\r\nlines\ttab", r"two\r\nlines\ttab"),
        ("\u202eturned\u2066", r"\u202eturned\u2066"),
        ("\x9b31m", r"\x9b31m"),
        ("\udcff", r"\udcff"),
        ("Дамка", "Дамка"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown


def test_what_the_encoding_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert printable("é") == r"\xe9"
    monkeypatch.setattr(sys, "stdout", None)
    assert printable("é") == "é"
