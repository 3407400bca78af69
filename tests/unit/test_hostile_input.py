"""Input that means harm: depth, length, noise. Only our own exceptions, and memory in proportion to a game."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import AMERICAN, INTERNATIONAL, Board, DraughtsError, FenError, Game, Rules, variants
from draughts.pdn import dumps, loads, repairs, validate
from draughts.position.fen import read_fen

_DEEP = 100_000
_MANY = 20_000


@pytest.mark.parametrize(
    "text",
    [
        "1. 11-15 " + "(1. 9-13 " * _DEEP + ")" * _DEEP + " *\n",
        "1. 11-15 " + "(1. 9-13 " * _MANY + " *\n",
        "1. 11-15 " + ")" * _MANY + " *\n",
        "(" * _MANY + "\n",
        "{" * _MANY + "\n",
        "[" * _MANY + "\n",
        '[Event "' * _MANY + "\n",
        "1. 11-15 " + "(a " * _MANY + ")" * _MANY + " *\n",
    ],
    ids=["closed", "open", "closing", "opening", "braces", "brackets", "tags", "prose"],
)
def test_depth_is_no_danger(text: str) -> None:
    records = loads(text)
    assert loads(dumps([record for record in records if record.tags or record.moves])) is not None
    for report in validate(text):
        assert report.plies <= 1
        assert all(map(str, repairs(report)))


class _Endless(io.RawIOBase):
    """A file that is never held as a whole: the same games again and again."""

    def __init__(self, piece: bytes, times: int) -> None:
        self.left = times
        self.piece = piece

    def read(self, size: int = -1, /) -> bytes:
        self.left -= 1
        return self.piece if self.left >= 0 else b""


@pytest.mark.parametrize(
    "piece",
    [
        b'[Event "x"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n\n' * 500,
        b'[Event "x"]\n1. 11-15 (1. 9-14) 23- 19 2. 8-11 22-17\n\n' * 300,
        b"11-15 23-19 8-11 22-17\n" * 500,
        b"{ a comment }\n" * 3000,
        b"\xff\xfe junk } ) ] \n" * 3000,
        b"\xe9 junk } ) ] \n" * 3000,
    ],
    ids=["games", "unusual games", "lines", "comments", "noise in UTF-16", "noise"],
)
def test_memory_does_not_grow_with_the_file(piece: bytes) -> None:
    def peak(times: int) -> int:
        tracemalloc.start()
        for report in validate(_Endless(piece, times)):
            assert report.line
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)  # code, caches
    short, long = peak(3), peak(12)
    assert long < 2.5 * short + 4_000_000


_FEN_SIGNS = 'WBKGPHF:,.-+?0123456789abcdefghijkl \n\t[]"e½'


@given(st.text(st.sampled_from(_FEN_SIGNS), max_size=60), st.sampled_from(list(variants().values())))
@settings(max_examples=500)
def test_any_text_is_a_position_or_an_error_of_ours(text: str, rules: Rules) -> None:
    for sides in ("", "W:W", "B:Ba1:W"):
        try:
            board = Board.from_fen(sides + text, rules)
        except FenError:
            continue
        assert Board.from_fen(board.fen, rules) == board
        assert read_fen(sides + text, rules).turn is board.turn


def _mutations() -> st.SearchStrategy[str]:
    game = Game()
    for move in ("11-15", "23-19", "8-11"):
        game.push(move)
    whole = game.to_json()
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-3, 1 << 70) | st.floats(allow_nan=True) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )

    def replaced(key: str, value: object) -> str:
        return json.dumps(json.loads(whole) | {key: value})

    keys = st.sampled_from(sorted(json.loads(whole)))
    cut = st.integers(0, len(whole)).map(lambda length: whole[:length])
    return st.one_of(cut, st.builds(replaced, keys, values), values.map(json.dumps), st.text(max_size=30))


@given(_mutations())
@settings(max_examples=300)
def test_any_json_is_a_saved_game_or_an_error_of_ours(text: str) -> None:
    try:
        game = Game.from_json(text)
    except DraughtsError:
        return
    assert Game.from_json(game.to_json()) == game


def test_deep_json_is_refused() -> None:
    for text in ("[" * _DEEP, '{"rules":' * _DEEP, "[" * _DEEP + "]" * _DEEP):
        with pytest.raises(DraughtsError):
            Game.from_json(text)


@given(
    st.lists(
        st.sampled_from(["11-15", "23-19", "x", "-", "99", "c3", "d4", ":", "*", "1.", "\n", "½", "\x00"]), max_size=60
    )
)
@settings(max_examples=200)
def test_any_list_of_moves_is_checked(words: list[str]) -> None:
    for text in (" ".join(words), "".join(words)):
        for rules in (None, AMERICAN, INTERNATIONAL):
            assert all(report.plies <= len(words) for report in validate(text + "\n", rules))


def test_a_tag_without_its_opening_bracket_is_read_once() -> None:
    # It begins another game, at which the reader goes back to the tag; it once went back to the tag before that.
    reports = list(validate('[E""*\nE ""]'))
    assert [report.line for report in reports] == [1, 2]
