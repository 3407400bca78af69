"""Lines and telegrams out of a stream of bytes, however it is cut."""

from __future__ import annotations

import random

import pytest

from draughts.errors import ProtocolError
from draughts.transport.framing import Framer


def _all(framer: Framer) -> list[bytes]:
    return list(iter(framer.next, None))


def test_frames_come_out_whole_however_the_stream_is_cut() -> None:
    frames = [b"", b"hub", b"x" * 40, b"", b"pos pos=W", b"quit"]
    stream = b"".join(frame + b"\n" for frame in frames)
    for seed in range(50):
        chance = random.Random(seed)
        framer = Framer(b"\n", 40, "line")
        found: list[bytes] = []
        at = 0
        while at < len(stream):
            size = chance.randint(1, 12)
            framer.feed(stream[at : at + size])
            at += size
            if chance.random() < 0.7:
                found += _all(framer)
        assert found + _all(framer) == frames
        assert framer.number == len(frames)
        assert framer.rest == b""


def test_the_rest_is_what_has_come_of_an_unfinished_frame() -> None:
    framer = Framer(b"\0", 127, "telegram")
    framer.feed(b"E00\0M00")
    assert _all(framer) == [b"E00"]
    framer.feed(b"12")
    assert framer.next() is None
    assert framer.rest == b"M0012"


@pytest.mark.parametrize("end", [b"", b"\n", b"\nping\n"])
def test_a_frame_that_is_too_long_is_refused_whether_it_ends_or_not(end: bytes) -> None:
    framer = Framer(b"\n", 10, "line")
    framer.feed(b"ping\n0123456789\n01234567890" + end)
    assert [framer.next(), framer.next()] == [b"ping", b"0123456789"]
    with pytest.raises(ProtocolError, match="a line of more than 10 bytes") as caught:
        framer.next()
    assert (caught.value.line, caught.value.column) == (3, 11)


def test_a_flood_is_not_kept() -> None:
    framer = Framer(b"\n", 1000, "line")
    for _ in range(10):
        framer.feed(b"x" * 100)
        assert framer.next() is None
    framer.feed(b"x" * 100)
    for _ in range(2):
        with pytest.raises(ProtocolError):
            framer.next()


def test_many_frames_take_linear_time() -> None:
    framer = Framer(b"\n", 100, "line")
    framer.feed(b"ping\n" * 200_000)
    assert len(_all(framer)) == 200_000
