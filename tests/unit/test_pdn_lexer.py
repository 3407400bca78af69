"""Tokens: every trap of the grammar, places, damage, and that neither blocks nor bad text matter."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts.pdn import DeviationKind, Token, TokenKind, tokenize, tokens, window

_fixed = settings(max_examples=300)


def _kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind.name, token.text) for token in tokenize([text])]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("11-15", "MOVE"),
        ("12.11-15", "MOVE_NUMBER MOVE"),
        ("12... 11-15", "MOVE_NUMBER MOVE"),
        ("1.a3b4", "MOVE_NUMBER MOVE"),
        ("22x15x8", "MOVE"),
        ("28:17", "MOVE"),
        ("c3:e5:g7", "MOVE"),
        ("E3-D4", "MOVE"),
        ("ed4", "MOVE"),
        ("06-11", "MOVE"),
        ("3228 1823", "MOVE MOVE"),
        ("1- 7 35x 4 10 x 17", "MOVE MOVE MOVE"),
        ("11\u201315 15\u00d722", "MOVE MOVE"),
        ("47x36 <42,29,14,31>", "MOVE"),
        ("1-18", "MOVE"),
        ("1-1", "RESULT"),
        ("1-1x10", "MOVE"),
        ("12-16 1-0", "MOVE RESULT"),
        ("11-1 0-1", "MOVE RESULT"),
        ("1-0", "RESULT"),
        ("0-1", "RESULT"),
        ("1/2-1/2", "RESULT"),
        ("1:0 0:1 1/2:1/2", "RESULT RESULT RESULT"),
        ("2-0 0-2 0-0", "RESULT RESULT RESULT"),
        ("\u00bd-\u00bd 0.5-0.5", "RESULT RESULT"),
        ("1.01-0.99", "RESULT"),
        ("1.11-15", "MOVE_NUMBER MOVE"),
        ("1 1/2 - 1/2", "RESULT"),
        ("1+ - 1-", "RESULT"),
        ("2-0F", "RESULT"),
        ("1-0:", "RESULT JUNK"),
        ("0-1-", "RESULT JUNK"),
        ("1  -   0", "RESULT"),
        ("1-0:5", "MOVE"),
        ("1 -1: 7", "MOVE"),
        ("1. 2-0", "MOVE_NUMBER RESULT"),
        ("27-20* *", "MOVE STRENGTH RESULT"),
        ("11-15!? 23-19(!?!!!) 8-11 ??", "MOVE STRENGTH MOVE STRENGTH MOVE STRENGTH"),
        ("11-15$3", "MOVE NAG"),
        ("41. - -", "MOVE_NUMBER UNKNOWN_MOVE"),
        ("1. ... 22-18", "MOVE_NUMBER UNKNOWN_MOVE MOVE"),
        ("(1... 22-18)", "OPEN MOVE_NUMBER MOVE CLOSE"),
        ("(11-15)", "OPEN MOVE CLOSE"),
        ('/FEN "B:W18,24:B12,K22"/ 12-16', "SETUP MOVE"),
        ("11-15 ; to the end 22-18\n8-11", "MOVE LINE_COMMENT MOVE"),
        ("% escaped 11-15\n8-11", "LINE_COMMENT MOVE"),
        ("(a; b) 11-15", "OPEN JUNK JUNK CLOSE MOVE"),
        ("(about 50 % ; of all) 11-15", "OPEN JUNK MOVE_NUMBER JUNK JUNK JUNK JUNK CLOSE MOVE"),
        ("{a { b } c }", "COMMENT JUNK JUNK"),
        ("[pdn]11-15[/pdn]", "JUNK MOVE JUNK"),
        ("11-15\u200b 22-18\ufeff", "MOVE MOVE"),
        ("22-", "MOVE"),
        ("22-1l", "MOVE"),
        ("(30-25 32-28)", "OPEN MOVE MOVE CLOSE"),
        ("3x10x19x26)", "MOVE CLOSE"),
        ("32-28", "MOVE"),
    ],
)
def test_text_becomes_these_tokens(text: str, kinds: str) -> None:
    found = list(tokenize([text]))
    assert " ".join(token.kind.name for token in found) == kinds
    assert {token.deviation.kind for token in found if token.deviation} <= {DeviationKind.SPELLING}


@pytest.mark.parametrize(
    "text",
    ["12. 12... ...", "11-15 22x15x8 28:17 c3:e5 a3b4 06-11 3228", "1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0 *",
     "11-15! 8-11(?)", "11-15$7 {text} % text", '[Event "x"] /FEN "B:W18:B12"/ - -'],
)  # fmt: skip
def test_spellings_of_the_standard_are_no_deviations(text: str) -> None:
    assert [token.deviation for token in tokenize([text]) if token.deviation] == []


@pytest.mark.parametrize(
    "text",
    ["E3-D4", "ed4", "1- 7", "35x 4", "11\u201315", "15\u00d722", "15X22", "47x36<42,29>", "1:0", "1/2:1/2",
     "\u00bd-\u00bd", "0.5-0.5", "2-0F", "12..", "12 ", "; text", '[event "x"]'],
)  # fmt: skip
def test_a_spelling_of_its_own_is_a_deviation(text: str) -> None:
    (token,) = tokenize([text])
    assert token.deviation is not None
    assert (token.deviation.kind, token.deviation.line, token.deviation.column) == (DeviationKind.SPELLING, 1, 1)


@pytest.mark.parametrize("mark", ["*", " !", " ?!"])
def test_a_star_and_a_mark_that_stands_apart_are_deviations(mark: str) -> None:
    move, strength = tokenize([f"27-20{mark} "])
    assert (move.deviation, strength.deviation is None) == (None, False)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1- 7", "1-7"),
        ("35x 4", "35x4"),
        ("11\u201315", "11-15"),
        ("15\u00d722", "15x22"),
        ("3228", "32-28"),
        ("11-\u200b15", "11-15"),
        ("11-15", ""),
        ("c3:e5", ""),
    ],
)
def test_an_unusual_spelling_of_a_move_has_a_plain_one(text: str, plain: str) -> None:
    (token,) = tokenize([text])
    assert (token.text, token.value) == (text, plain)


def test_a_whole_move_is_one_token_beside_anything() -> None:
    assert _kinds("(22x15x8){x}11-15!{y}(3.b6xd4)*") == [
        ("OPEN", "("),
        ("MOVE", "22x15x8"),
        ("CLOSE", ")"),
        ("COMMENT", "x"),
        ("MOVE", "11-15"),
        ("STRENGTH", "!"),
        ("COMMENT", "y"),
        ("OPEN", "("),
        ("MOVE_NUMBER", "3."),
        ("MOVE", "b6xd4"),
        ("CLOSE", ")"),
        ("RESULT", "*"),
    ]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[Event "Ayr"]', "Event", "Ayr"),
        ('[ Event\t  "Ayr" ]', "Event", "Ayr"),
        ('[Event"Ayr"]', "Event", "Ayr"),
        ('[Event ""]', "Event", ""),
        (r'[Site "\"64\", 1974"]', "Site", '"64", 1974'),
        (r'[Comment "C:\games\one.xml"]', "Comment", r"C:\games\one.xml"),
        ('[Event\n"two\nlines"]', "Event", "two\nlines"),
        ('[Event "a]b"]', "Event", "a]b"),
    ],
)
def test_tag_pairs(text: str, name: str, value: str) -> None:
    (token,) = tokenize([text])
    assert (token.kind, token.text, token.value, token.deviation) == (TokenKind.TAG, name, value, None)


@pytest.mark.parametrize(
    ("text", "value", "complaint"),
    [
        ('[Round "11.1]', "11.1", "tag 'Round' lacks its closing quote"),
        ('[Round 11.1"]', "11.1", "tag 'Round' lacks its opening quote"),
        ("[Round 11.1]", "11.1", "tag 'Round' lacks its quotes"),
        ('[Round "11.1"', "11.1", "tag 'Round' lacks its closing bracket"),
        ('[Round "the "big" one"]', 'the "big" one', "tag 'Round' has quotes inside its value"),
        ('[Round "C:\\dir\\"]', "C:\\dir\\", "tag 'Round' has quotes inside its value"),
    ],
)
def test_a_damaged_tag_is_read_and_reported(text: str, value: str, complaint: str) -> None:
    for after in ("", '\n[White "W"]', '\n[White ""]'):
        token = next(tokenize([text + after]))
        assert (token.text, token.value) == ("Round", value)
        assert token.deviation is not None
        assert (token.deviation.kind, token.deviation.message) == (DeviationKind.BROKEN_TAG, complaint)


@pytest.mark.parametrize("text", ['[Round "11.1', '[Round "', "[Round ", "[Round", "{a comment"])
def test_what_the_end_of_the_file_cuts_is_truncated(text: str) -> None:
    *_, token = tokenize(["1. 11-15 ", text])
    assert token.deviation is not None
    assert (token.deviation.kind, token.deviation.column) == (DeviationKind.TRUNCATED, 10)


def test_tokens_know_their_lines_and_columns() -> None:
    text = '[Event\r\n "x"]\r\n1. 11-15 {two\rlines} 23-19\n\n  8-11'
    places = [(token.text, token.line, token.column) for token in tokenize([text])]
    assert places == [
        ("Event", 1, 1),
        ("1.", 3, 1),
        ("11-15", 3, 4),
        ("two\nlines", 3, 10),
        ("23-19", 4, 8),
        ("8-11", 6, 3),
    ]


def test_a_forgotten_brace_ends_the_comment_before_the_next_game() -> None:
    for rest in ("", " {closed} *", " *\n"):
        first, tag, *_ = tokenize(['{open\n[Event "2"] 1. 11-15' + rest])
        assert (first.text, tag.text) == ("open\n", "Event")
        assert first.deviation is not None
        assert first.deviation.kind is DeviationKind.UNTERMINATED_COMMENT


def test_a_game_inside_a_closed_comment_stays_there() -> None:
    (token,) = tokenize(['{left out:\n[Event "1"]\n1. 11-15 *\n}'])
    assert token.deviation is None
    assert token.text.endswith("11-15 *\n")


@pytest.mark.parametrize("opening", ["{", "% ", "; "])
def test_an_endless_comment_is_cut_and_reading_goes_on(opening: str) -> None:
    def chunks() -> Iterator[str]:
        yield opening
        for _ in range(400):
            yield "x" * 10_000
        yield "}\n 11-15" if opening == "{" else "\n 11-15"

    comment, move = tokenize(chunks())
    assert len(comment.text) == tokens.TOKEN_LIMIT
    assert comment.deviation is not None
    assert comment.deviation.kind is DeviationKind.TOO_LONG
    assert (move.text, move.line, move.column) == ("11-15", 2, 2)


def test_an_endless_comment_that_is_never_closed_ends_at_the_next_game() -> None:
    text = "{" + "x" * 3 * tokens.TOKEN_LIMIT + '\n[Event "next"]'
    comment, tag = tokenize([text])
    assert (len(comment.text), tag.value, tag.line) == (tokens.TOKEN_LIMIT, "next", 2)


def test_text_may_come_in_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        '[Event "\\"x\\""]\r\n[Round "1]\r\n[White "a\nb"] {brace {\r\n} 1. 11-15! (1... 22-18 {y} ; z\n) 23-19* '
        '/FEN "B:W1:B2"/ 1/2-1/2\r% line\r\n{open\n[A "b"]\n{c} 12 - 16 2.11\u201315 *\n'
    ) * 40
    whole = list(tokenize([text]))
    monkeypatch.setattr(window, "_BLOCK", 50)
    for size in (1, 2, 7, 64, 1000):
        assert list(tokenize(text[at : at + size] for at in range(0, len(text), size))) == whole


@given(st.text(), st.integers(1, 9))
@_fixed
def test_any_text_gives_tokens_in_order(text: str, size: int) -> None:
    found = list(tokenize(text[at : at + size] for at in range(0, len(text), size)))
    assert found == list(tokenize([text]))
    places = [(token.line, token.column) for token in found]
    assert places == sorted(places)


_PIECES = st.sampled_from(
    ["{", "}", "(", ")", "[", "]", '"', "\\", "[A ", '[A "', '"]', "\n", "\r", "\r\n", " ", "1.", "11-15", "x", "-",
     "*", "1-0", ";", "%", "/", '/FEN "', "$", "!", "?", "...", "ed4", "a3b4", "\u200b", "\x00", "\ud800", "<1,", "9"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=60).map("".join))
@_fixed
def test_any_mixture_of_signs_gives_tokens_that_cover_it(text: str) -> None:
    found = list(tokenize([text]))
    assert all(isinstance(token, Token) and token.line >= 1 and token.column >= 1 for token in found)
    kept = "".join(token.source for token in found)
    assert sum(map(kept.count, "1ax")) >= sum(map(text.count, "1ax"))


@pytest.mark.parametrize(
    "unit",
    [
        '[A "b"]\n{\n', "{", "[", '[A "', '[A "\\"\n', '[A "\\', "1", "1x", "1- ", "( ;", '{\n[A "\n', '/FEN "',
        "11-15<1,", "(!", "*", " *", "\n", "\r", ";", "(((", '{[A "x"]\n',
    ],
)  # fmt: skip
def test_time_is_linear_in_hostile_text(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        begin = time.process_time()
        assert sum(1 for _ in tokenize([text])) >= 0
        return time.process_time() - begin

    small = min(seconds(20_000) for _ in range(3))
    large = seconds(200_000)
    assert large < 40 * small + 0.2
