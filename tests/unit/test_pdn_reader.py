"""Records: how tokens become games, what stays together, and that a broken game never loses the next."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import PdnError
from draughts.pdn import DeviationKind, GameRecord, MoveCell, Variation, loads, read, unfinished_game

_FILES = Path(__file__).parents[1] / "data" / "pdn"
_COLLECTION = Path(__file__).parents[3] / "shared" / "data"
_fixed = settings(max_examples=300)


def _texts(record: GameRecord) -> list[str]:
    return [cell.text for cell in record.moves]


def _kinds(record: GameRecord) -> list[DeviationKind]:
    return [deviation.kind for deviation in record.deviations]


def test_a_game_keeps_everything_in_its_place() -> None:
    (record,) = loads(
        '{before} [Event "a"] [Event "b"] [x "y"]\n{opening} 1. 11-15! $5 {good} 23-19 (23-18 {bad}) 2... 8-11* 1-0'
    )
    assert [(tag.name, tag.value) for tag in record.tags] == [("Event", "a"), ("Event", "b"), ("x", "y")]
    assert (record.tag("Event"), record.tag("event"), record.tag("x")) == ("a", None, "y")
    assert record.comments == ("before", "opening")
    first, second, third = record.moves
    assert first == MoveCell("11-15", 2, 14, "1.", ("!",), (5,), ("good",))
    (variation,) = second.variations
    assert [(cell.text, cell.comments) for cell in variation.moves] == [("23-18", ("bad",))]
    assert (third.number, third.strengths, third.nags) == ("2...", (), (7,))
    assert (record.result, record.result_line, record.result_column) == ("1-0", 2, 62)
    assert (record.line, record.last_line) == (1, 2)
    assert _kinds(record) == [DeviationKind.DUPLICATE_TAG, DeviationKind.SPELLING, DeviationKind.SPELLING]


def test_numbers_are_hints_only() -> None:
    for text in (
        "11-15 23-19 8-11 *",
        "1. 11-15 23-19 2. 8-11 *",
        "7 11-15 7... 23-19 9.8-11 *",
        "1. 11-15 1. ... 23-19 8-11 *",
    ):
        (record,) = loads(text)
        assert _texts(record) == ["11-15", "23-19", "8-11"]


def test_unknown_moves_are_cells_that_name_none() -> None:
    (record,) = loads("1. 11-15 23-19 2. - - 3. ... 22-18 *")
    assert [(cell.text, cell.is_known) for cell in record.moves] == [
        ("11-15", True),
        ("23-19", True),
        ("- -", False),
        ("22-18", True),
    ]


def test_a_setup_stands_before_its_move() -> None:
    (record,) = loads('1. 11-15 /FEN "W:W22:B18"/ 22x15 /FEN "B:W22:B18"/ *')
    assert [cell.setup for cell in record.moves] == [None, "W:W22:B18"]
    assert record.setup == "B:W22:B18"


def test_brackets_of_brackets_belong_to_the_move_after_them() -> None:
    (record,) = loads("1. 11-15 23-19 ( ( 2. 8-11 ) ( 2. 9-14 22-17 ) ) 2. 7-11 *")
    assert record.moves[1].variations == ()
    (outer,) = record.moves[2].variations
    assert [[cell.text for cell in inner.moves] for inner in outer.variations] == [["8-11"], ["9-14", "22-17"]]


def test_a_variation_before_the_first_move_belongs_to_it() -> None:
    (record,) = loads("(1. 9-14) 1. 11-15 *")
    assert [variation.moves[0].text for variation in record.moves[0].variations] == ["9-14"]
    (record,) = loads("(1. 9-14) *")
    assert record.variations[0].moves[0].text == "9-14"


def test_comments_between_number_and_move_stay_in_their_line() -> None:
    (record,) = loads("1. 32-28 19-23 ( { text } 1... 1-6 { more } 2. {again} 46-41 ) 2. 28x19 *")
    (variation,) = record.moves[1].variations
    assert variation.comments == (" text ",)
    assert [(cell.number, cell.text, cell.comments) for cell in variation.moves] == [
        ("1...", "1-6", (" more ", "again")),
        ("2.", "46-41", ()),
    ]


@pytest.mark.parametrize(
    ("bracket", "comment"),
    [
        ('(the "Vegas" version, 6-9 being preferred; see {x})', 'the "Vegas" version, 6-9 being preferred; see {x}'),
        ("(White (or Black) wins.)", "White (or Black) wins."),
        ("(Score 1-0)", "Score 1-0"),
        ("(3)", "3"),
        ("(1-0)", "1-0"),
        ('(a [White "x"] b)', 'a [White "x"] b'),
    ],
)
def test_prose_in_round_brackets_becomes_a_comment(bracket: str, comment: str) -> None:
    (record,) = loads(f"1. 11-15 {bracket} 23-19 *")
    assert (_texts(record), record.moves[0].comments) == (["11-15", "23-19"], (comment,))
    assert _kinds(record) == [DeviationKind.BRACKET_TEXT]


def test_prose_inside_a_variation_is_a_comment_there() -> None:
    (record,) = loads("1. 11-15 (9-14 (the Double Corner) 22-18) *")
    (variation,) = record.moves[0].variations
    assert [(cell.text, cell.comments) for cell in variation.moves] == [("9-14", ("the Double Corner",)), ("22-18", ())]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("11-15 23-19", DeviationKind.MISSING_TERMINATOR),
        ("11-15 ) 23-19 *", DeviationKind.UNBALANCED_BRACKET),
        ("11-15 hello there 23-19 *", DeviationKind.JUNK),
        ("11-15 { a { b } c } 23-19 *", DeviationKind.JUNK),
        ("11-15 23-19 * *", DeviationKind.EXTRA_TERMINATOR),
        ("11-15 23-19 * what", DeviationKind.JUNK),
        ("11-15 23-19 (8-11 *", DeviationKind.UNBALANCED_BRACKET),
    ],
)
def test_a_deviation_is_reported_and_the_moves_are_kept(text: str, kind: DeviationKind) -> None:
    record, following = loads(f'[Event "1"] 1. {text}\n[Event "2"] 1. 9-13 *')
    assert _texts(record) == ["11-15", "23-19"]
    assert _kinds(record) == [kind]
    assert (following.tag("Event"), _texts(following), following.deviations) == ("2", ["9-13"], ())


def test_results_on_other_scales_are_known_by_the_tag() -> None:
    (record,) = loads('[Result "4-6"] 1. 32-28 19-23 4-6')
    assert (_texts(record), record.result, record.deviations) == (["32-28", "19-23"], "4-6", ())


def test_comments_on_the_line_of_the_result_belong_to_the_game() -> None:
    first, second = loads("1. 9-13 1-0 {resigned}\n{next} 1. 9-14 * \n{the end}")
    assert first.moves[0].comments == ("resigned",)
    assert (second.comments, second.moves[0].comments) == (("next",), ("the end",))


def test_a_repeated_tag_after_a_blank_line_begins_a_game() -> None:
    assert len(loads('[FEN "B:W30:B1"]\n\n[FEN "B:W31:B1"]\n')) == 2
    assert len(loads('[Event "a"]\n[Event "b"]\n*')) == 1


def test_what_is_no_game_at_all() -> None:
    assert loads("") == loads(" \r\n\t") == loads("\ufeff") == []
    (record,) = loads("Dear Sir, nothing here")
    assert (record.tags, record.moves, _kinds(record)) == ((), (), [DeviationKind.JUNK])
    assert loads("{only a comment}")[0].comments == ("only a comment",)


def test_strict_reading_stops_at_the_first_deviation() -> None:
    games = read(io.StringIO("1. 9-13 * 1. 9-14 ) * 1. 10-14 *"), strict=True)
    assert _texts(next(games)) == ["9-13"]
    with pytest.raises(PdnError, match="closing bracket") as caught:
        next(games)
    assert (caught.value.line, caught.value.column) == (1, 19)


# Files


def test_paths_files_texts_and_bytes_read_alike() -> None:
    path = _FILES / "crlf.pdn"
    content = path.read_bytes()
    expected = list(read(path))
    assert [record.tag("Event") for record in expected] == ["Carriage returns", "Two"]
    assert list(read(str(path))) == expected
    assert list(read(io.BytesIO(content))) == expected
    assert list(read(io.StringIO(content.decode(), newline=""))) == expected
    assert loads(content) == loads(content.decode()) == expected


def test_every_kind_of_line_end_counts_the_same_lines() -> None:
    assert [(r.tag("Event"), r.line, len(r.moves)) for r in read(_FILES / "mixed_line_ends.pdn")] == [
        ("CR", 1, 2),
        ("LF", 4, 2),
        ("CRLF", 8, 2),
    ]


@pytest.mark.parametrize(("name", "event"), [("bom.pdn", "Zürich"), ("utf16.pdn", "Łódź")])
def test_a_byte_order_mark_tells_the_encoding(name: str, event: str) -> None:
    (record,) = read(_FILES / name)
    assert (record.tag("Event"), record.deviations) == (event, ())


def test_lines_that_are_not_utf8_are_read_in_the_fallback_encoding() -> None:
    first, second = read(_FILES / "latin1.pdn")
    assert (first.tag("Event"), first.tag("White"), first.moves[0].comments) == ("Zürich", "Müller", ("schön",))
    assert [(d.kind, d.line, d.column) for d in first.deviations] == [
        (DeviationKind.ENCODING, 1, 10),
        (DeviationKind.ENCODING, 2, 10),
        (DeviationKind.ENCODING, 3, 14),
    ]
    assert second.deviations == ()
    (russian,) = read(_FILES / "cp1251.pdn", encoding="cp1251")
    assert russian.tag("Event") == "Москва"


def test_an_unknown_encoding_is_refused_by_name() -> None:
    for name in ("latin-99", "base64", "a\0b"):
        with pytest.raises(ValueError, match="no text encoding"):
            read(_FILES / "plain.pdn", encoding=name)


def test_bad_bytes_lose_nothing_else() -> None:
    first, second = read(_FILES / "bad_bytes.pdn")
    assert (first.tag("Event") or "").startswith("Zero\x00 and ")
    assert second.tag("Event") == "\N{GRINNING FACE}"
    assert DeviationKind.ENCODING in _kinds(first)


def test_long_files_are_decoded_in_blocks_without_a_seam() -> None:
    games = "".join(f'[Event "{"é" * (n % 90)}{n}"]\r\n1. 11-15 {{{"ü" * 50}}} *\r\n' for n in range(3000))
    records = list(read(io.BytesIO(games.encode())))
    assert [int((record.tag("Event") or "").strip("é")) for record in records] == list(range(3000))
    assert [record.line for record in records] == list(range(1, 6001, 2))
    one_line = "{" + "é" * 800_000 + "} 11-15 *"
    (record,) = loads(one_line.encode())
    assert (record.comments[0], record.deviations) == ("é" * 800_000, ())


def test_damaged_tags_are_all_kept() -> None:
    (record,) = read(_FILES / "damaged_tags.pdn")
    assert [tag.value for tag in record.tags] == [
        "No quote",
        "C:\\games\\",
        'A "B" C',
        'An "open" tag',
        "Nobody",
        "2001.01.01",
    ]
    assert [deviation.line for deviation in record.deviations] == [1, 2, 4, 5, 6]


def test_games_follow_each_other_without_blank_lines() -> None:
    assert [(r.tag("Event"), r.result) for r in read(_FILES / "no_blank_lines.pdn")] == [
        ("1", "1-0"),
        ("2", "0-1"),
        ("3", "1/2-1/2"),
        (None, "*"),
    ]


@pytest.mark.parametrize(
    "name", ["unterminated_comment.pdn", "missing_terminators.pdn", "nested_comments.pdn", "truncated.pdn"]
)
def test_a_broken_game_does_not_lose_the_next(name: str) -> None:
    records = list(read(_FILES / name))
    assert len(records) == (3 if name == "missing_terminators.pdn" else 2)
    assert all(record.tags and record.moves for record in records)


def test_reading_is_lazy() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield "1. 11-15 *\n"

    class Endless(io.TextIOBase):
        def __init__(self) -> None:
            self.source = endless()

        def read(self, size: int | None = -1) -> str:
            return next(self.source)

    games = read(Endless())
    assert [_texts(next(games)) for _ in range(3)] == [["11-15"]] * 3


# Depth and size


def test_variations_nest_to_any_depth_without_recursion() -> None:
    depth = 100_000
    records = loads("1. 11-15 " + "(22-18 " * depth + ")" * depth + " 22-17 1-0")
    (record,) = records
    cell, found = record.moves[0], 0
    while cell.variations:
        cell, found = cell.variations[0].moves[0], found + 1
    assert found == depth
    assert copy.deepcopy(record) == record


def test_deep_variations_are_compared_shown_and_pickled_without_recursion() -> None:
    depth = 10_000
    (record,) = loads("1. 11-15 " + "(22-18 " * depth + ")" * depth + " 22-17 1-0")
    assert "Variation" in repr(record)
    assert isinstance(hash(record), int)
    copied = pickle.loads(pickle.dumps(record))
    assert copied == record


@pytest.mark.parametrize("unit", ["(", ")", "(22-18 ", "(hello 22-18 ", "(hello (22-18 ", "{", "(1841 ", "() "])
def test_any_number_of_brackets_is_read(unit: str) -> None:
    first = loads("1. 11-15 " + unit * 20_000 + "\n" + '[Event "next"] *')
    assert first[-1].tag("Event") == "next"
    assert first[0].moves[0].text == "11-15"


def test_an_endless_game_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished_game, "GAME_LIMIT", 100)
    records = loads("11-15 " * 250)
    assert [len(record.moves) for record in records] == [100, 100, 50]
    assert DeviationKind.TOO_LONG in _kinds(records[0])


def test_deviations_are_counted_out() -> None:
    (record,) = loads("11-15 " + "hello\n" * 5000 + "*" + " *" * 5000)
    assert len(record.deviations) == 1001
    assert record.deviations[-1].kind is DeviationKind.TOO_LONG


def test_variations_are_values() -> None:
    text = "1. 11-15 (9-14 (10-14 {x}) 22-18 (a b)) *"
    (one,), (two,) = loads(text), loads(text)
    assert one == two
    assert hash(one) == hash(two)
    assert one.moves[0].variations[0] != Variation()
    assert Variation() != "variation"
    assert repr(one.moves[0].variations) == "(Variation(9-14 22-18),)"


# Anything


@given(st.one_of(st.text(), st.binary()))
@_fixed
def test_any_text_and_any_bytes_give_records(text: str | bytes) -> None:
    try:
        records = loads(text)
    except PdnError:  # bytes that begin like a compressed file
        assert isinstance(text, bytes)
        return
    for record in records:
        assert record.line <= record.last_line
        assert all(deviation.line >= 1 and deviation.column >= 1 for deviation in record.deviations)
    with contextlib.suppress(PdnError):
        loads(text, strict=True)


_PIECES = st.sampled_from(
    ["{", "}", "(", ")", "[", "]", '"', "\n", "\r", " ", "1.", "11-15", " 23-19", '[Event "x"]\n', '[Result "4-6"]',
     "4-6", "*", "1-0", "; ", "% ", "!", "$1", "...", "- -", "word ", '/FEN "B:W1:B2"/', "\xff"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=50).map("".join))
@_fixed
def test_any_mixture_gives_records_and_finds_the_next_game(text: str) -> None:
    records = loads(text + '}\n[Event "last"]\n1. 9-13 1-0')
    assert records[-1].tag("Event") == "last" or "(" in text or "[" in text
    assert pickle.loads(pickle.dumps(records)) == records


# Real files


@pytest.mark.skipif(not _COLLECTION.is_dir(), reason="the collection of real files is not there")
@pytest.mark.parametrize(
    ("name", "games", "cells"),
    [
        ("english/oca_2.0_excerpt", 43, 2280),
        ("english/inferno", 68, 3306),
        ("english/tricks_traps_shots", 91, 3017),
        ("english/principles_of_strategy", 16, 594),
        ("english/gem_problems", 162, 0),
        ("english/british_computer_2002", 16, 804),
        ("english/position_game", 1, 4),
        ("english/11_man_ballots", 2400, 0),
        ("english/german_open_2004", 1, 44),
        ("english/double_corner_dyke", 1, 48),
        ("english/playstrategy_american", 15, 1157),
        ("international/40camp_assoluto_2004", 45, 4804),
        ("international/nk2003_amsterdam", 91, 9347),
        ("international/nk2009_ronde01", 7, 725),
        ("international/schildpad", 34, 3014),
        ("russian/world_championship_1998", 460, 17346),
        ("russian/ussr_1947", 153, 8730),
        ("czech/mrcd2007", 102, 4542),
        ("italian/partite", 219, 11824),
    ],
)
def test_real_files_have_these_games_and_moves(name: str, games: int, cells: int) -> None:
    records = list(read(_COLLECTION / f"{name}.pdn"))
    assert (len(records), sum(len(record.moves) for record in records)) == (games, cells)
