"""Lines and telegrams out of a stream of bytes, however it is cut."""

from __future__ import annotations

import random

import pytest

from draughts.errors import ProtocolError
from draughts.transport.line_splitting import LineSplitter


def _all(splitter: LineSplitter) -> list[bytes]:
    return list(iter(splitter.next, None))


def test_lines_come_out_whole_however_the_stream_is_cut() -> None:
    lines = [b"", b"hub", b"x" * 40, b"", b"pos pos=W", b"quit"]
    stream = b"".join(line + b"\n" for line in lines)
    for seed in range(50):
        chance = random.Random(seed)
        splitter = LineSplitter(b"\n", 40, "line")
        found: list[bytes] = []
        at = 0
        while at < len(stream):
            size = chance.randint(1, 12)
            splitter.feed(stream[at : at + size])
            at += size
            if chance.random() < 0.7:
                found += _all(splitter)
        assert found + _all(splitter) == lines
        assert splitter.number == len(lines)
        assert splitter.rest == b""


def test_the_rest_is_what_has_come_of_an_unfinished_line() -> None:
    splitter = LineSplitter(b"\0", 127, "telegram")
    splitter.feed(b"E00\0M00")
    assert _all(splitter) == [b"E00"]
    splitter.feed(b"12")
    assert splitter.next() is None
    assert splitter.rest == b"M0012"


@pytest.mark.parametrize("end", [b"", b"\n", b"\nping\n"])
def test_a_line_that_is_too_long_is_refused_whether_it_ends_or_not(end: bytes) -> None:
    splitter = LineSplitter(b"\n", 10, "line")
    splitter.feed(b"ping\n0123456789\n01234567890" + end)
    assert [splitter.next(), splitter.next()] == [b"ping", b"0123456789"]
    with pytest.raises(ProtocolError, match="a line of more than 10 bytes") as caught:
        splitter.next()
    assert (caught.value.line, caught.value.column) == (3, 11)


def test_a_flood_is_not_kept() -> None:
    splitter = LineSplitter(b"\n", 1000, "line")
    for _ in range(10):
        splitter.feed(b"x" * 100)
        assert splitter.next() is None
    splitter.feed(b"x" * 100)
    for _ in range(2):
        with pytest.raises(ProtocolError):
            splitter.next()


def test_many_lines_take_linear_time() -> None:
    splitter = LineSplitter(b"\n", 100, "line")
    splitter.feed(b"ping\n" * 200_000)
    assert len(_all(splitter)) == 200_000
