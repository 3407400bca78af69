"""Habits and damage of real files: no move is lost, no game appears from nowhere, and what is read is written alike."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import AMERICAN, INTERNATIONAL, RUSSIAN, Board, Game, Rules, variants
from draughts.pdn import (
    DeviationKind,
    FaultKind,
    GameRecord,
    GameReport,
    MoveCell,
    Variation,
    dumps,
    loads,
    repairs,
    validate,
)

_OPENING = '[GameType "20"]\n1. 32-28 19-23'


def _report(text: str) -> GameReport:
    (report,) = validate(text + "\n")
    return report


def _cells(record: GameRecord) -> list[str]:
    return [cell.text for cell in record.moves]


def _kinds(record: GameRecord) -> list[DeviationKind]:
    return [note.kind for note in record.deviations]


# Marks between squares


@pytest.mark.parametrize(
    "mark", ["*", "/", "~", "=", ",", " ", ".", "\u2192", "->", "=>", "_", "\x96", "\u2013", "+", "\ufffd"]
)
def test_a_mark_that_is_none_of_pdn_makes_a_move_with_a_note(mark: str) -> None:
    report = _report(f'[GameType "20"]\n1. 32{mark}28 19{mark}23 2. 28{mark}19 14{mark}23 1-1')
    assert (report.ok, report.plies) == (True, 4)
    assert [note.kind for note in report.notes].count(DeviationKind.SPELLING) == 4
    again = _report(f"{_OPENING} 2. 28{mark}19 14{mark}23 1-1")
    assert (again.ok, again.plies) == (True, 4)


@pytest.mark.parametrize("text", ["c3/d4 d6/c5", "с3-d4 d6-с5", "c3-d4 d6=c5"])
def test_letters_that_look_alike_and_marks_between_named_squares(text: str) -> None:
    report = _report(f'[GameType "25"] 1. {text} *')
    assert (report.ok, report.plies) == (True, 2)


def test_the_board_reads_cyrillic_letters_that_look_like_files() -> None:
    assert str(Board(RUSSIAN).move("с3-d4")) == str(Board(RUSSIAN).move("c3-d4"))


@pytest.mark.parametrize("word", ["e4", "Nf3", "moves?!x", "d4!", "O-O"])
def test_a_word_where_a_move_is_expected_is_a_fault(word: str) -> None:
    report = _report(f"{_OPENING} 2. {word} 3. 1-1")
    assert report.faults[0].kind is FaultKind.UNREADABLE_MOVE
    assert (report.plies, report.faults[0].ply) == (2, 3)


def test_a_move_may_say_that_it_crowns() -> None:
    report = _report('[GameType "25"] [FEN "W:Wc7:Bh8,h2"] 1. c7-b8=K *')
    assert (report.ok, report.plies, report.record.moves[0].text) == (True, 1, "c7-b8")
    assert Board.from_fen("W:Wc7:Bh8", RUSSIAN).move("c7-b8=K").promotes


@pytest.mark.parametrize(
    ("fen", "digits", "path"),
    [
        ("W:W42:B28,38", "423322", (42, 33, 22)),
        ("W:WK47:B14,19,29,31,42", "4738241336", (47, 38, 24, 13, 36)),
    ],
)
def test_a_route_may_be_written_in_digits(fen: str, digits: str, path: tuple[int, ...]) -> None:
    assert Board.from_fen(fen, INTERNATIONAL).move(digits).paths.count(path) == 1
    report = _report(f'[GameType "20"] [FEN "{fen}"] 1. {digits} *')
    assert (report.ok, report.plies) == (True, 1)


# Text that is no game


@pytest.mark.parametrize(
    "text",
    ["milk 2 eggs 12 *", "2024", "1. e4 e5 2. Nf3 Nc6 1-0", "import os\nfor x in y:\n    print(x[1], (2 * 3))\n",
     "int main(void) { return 0; }", "Dear Sir,\n\nnothing to see here.\n", "some (bracket) *"],
)  # fmt: skip
def test_text_that_is_no_game_is_a_fault(text: str) -> None:
    reports = list(validate(text + "\n"))
    assert reports
    assert all(fault.kind is FaultKind.NOT_A_GAME for report in reports for fault in report.faults)
    assert not any(report.ok for report in reports)


def test_a_game_of_chess_is_called_one() -> None:
    assert "chess" in _report("1. e4 e5 2. Nf3 Nc6 1-0").faults[0].reason


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ('[&#xc9;vent "Final 2024"]', "&#xc9;vent", "Final 2024"),
        ('[\u00c9vent "Final 2024"]', "\u00c9vent", "Final 2024"),
        ('[Type de jeu "20"]', "Type de jeu", "20"),
        ('Event "Club 2025"]', "Event", "Club 2025"),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_line_that_is_nearly_a_tag_is_one(line: str, name: str, value: str, is_first: bool) -> None:
    other = '[White "A"]\n[GameType "20"]\n'
    report = _report((f"{line}\n{other}" if is_first else f"{other}{line}\n") + "\n1. 32-28 19-23 1-1")
    assert (report.ok, report.plies, report.record.tag(name)) == (True, 2, value)
    assert {note.kind for note in report.notes} <= {DeviationKind.SPELLING, DeviationKind.BROKEN_TAG}
    (again,) = loads(dumps(report.record))
    assert [tag[:2] for tag in again.tags] == [tag[:2] for tag in report.record.tags]


@pytest.mark.parametrize(
    "prose",
    ["Played 12-05-2024 at the club", "#! file", "12 May 2024, round 3", "1841 match of Anderson (second game)",
     "Round 11: two games were drawn", "# 11-15 22-18"],
)  # fmt: skip
def test_prose_between_games_is_a_note(prose: str) -> None:
    game = '[Event "x"]\n1. 11-15 1-0\n\n'
    first, second = validate(f"{game}{prose}\n\n{game}")
    assert (first.ok, second.ok, first.plies, second.plies) == (True, True, 1, 1)
    assert DeviationKind.JUNK in {note.kind for note in first.notes}
    assert second.notes == ()
    (only,) = validate(f"{prose}\n{game}")
    assert (only.ok, only.plies) == (True, 1)


@pytest.mark.parametrize(
    "line",
    ["Game 1: 11-15 23-19 8-11 22-17 1-0", "11-15 23-19 drawn by agreement 1/2-1/2", "Fourteenth 11-15 23-19 8-11 *"],
)
def test_a_line_with_more_moves_than_words_is_no_prose(line: str) -> None:
    (record,) = loads(line + "\n")
    assert len(record.moves) >= 2


# Comments and ends


def test_a_semicolon_that_touches_a_move_begins_a_comment() -> None:
    report = _report('[GameType "20"]\n1. 32-28 19-23;note 12-8\n2. 28x19 14x23 2-0')
    assert (report.ok, report.plies, report.record.moves[1].comments) == (True, 4, ("note 12-8",))


def test_a_comment_to_the_end_of_the_line_between_variations() -> None:
    (record,) = loads("1. 11-15 ( 1. 9-14 ) ; text; more\n( 1. 10-14 ) 22-18 *\n")
    assert (_cells(record), record.moves[0].comments) == (["11-15", "22-18"], (" text; more",))
    assert [variation.moves[0].text for variation in record.moves[0].variations] == ["9-14", "10-14"]


def test_a_remark_that_is_glued_to_a_move_is_a_comment() -> None:
    report = _report("1. 11-15 22-18Redoverstepped. 0-1")
    assert (report.ok, report.plies, report.record.moves[1].comments) == (True, 2, ("Redoverstepped.",))
    assert DeviationKind.SPELLING in {note.kind for note in report.notes}


def test_a_dash_is_no_result_and_a_half_is_a_draw() -> None:
    report = _report('[Result "-"]\n' + _OPENING + " -")
    assert (report.ok, report.plies, report.record.result) == (True, 2, "*")
    report = _report(_OPENING + " 1/2")
    assert (report.ok, report.record.result) == (True, "1/2")
    report = _report('[GameType "20"] [FEN "W:W32:B28"] 1. 32x23 1/2')
    assert [fault.kind for fault in report.faults] == [FaultKind.WRONG_RESULT]


def test_the_same_junk_on_every_line_is_one_note_with_a_count() -> None:
    moves = ["1. 11-15 22-18", "2. 15x22 25x18", *["{a} "] * 1997, "*"]
    (record,) = loads("\\r\n".join(moves) + "\n")
    junk = [note for note in record.deviations if note.kind is DeviationKind.JUNK]
    assert [note.message for note in junk] == [r"'\r' is no part of a game; left out 1,999 times"]
    assert len(record.moves) == 4


def test_junk_is_quoted_as_it_stands() -> None:
    (record,) = loads('1. 11-15 [&#x00c9;.. "a" b] 22-18 *\n')
    assert _cells(record) == ["11-15", "22-18"]
    assert "'[&#x00c9;.. \"a\" b]'" in record.deviations[0].message


# Whose rules, and what would mend a game


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ('[FEN "B:WK32:B1"]\n1. 1-6 32-14 *', "pool"),
        ('[FEN "W:WK3:B8,13"]\n1. 3x12 13-18 *', "international"),
        ('[Variant "Pool"][GameType "27"]\n1. 11-15 23-18 *', "pool"),
        ('[Variant "Pool"][GameType "20"]\n1. 32-28 19-23 *', "international"),
        ('[Variant "Frysk"][GameType "40"]\n1. 46-41 5-10 *', "frysk"),
    ],
)
def test_the_moves_tell_the_rules(text: str, rules: str) -> None:
    report = _report(text)
    assert report.rules is not None
    assert (report.ok, report.rules.name) == (True, rules)


def test_no_variant_is_proposed_where_several_fit() -> None:
    (repair,) = repairs(_report('[FEN "B:WK32:B1"]\n1. 1-6 32-14 *'))
    assert repair.new == ()
    assert "russian" in repair.why


def test_variants_that_fit_as_well_are_named() -> None:
    report = _report('[FEN "B:WK32:B1"]\n1. 1-6 32-14 *')
    assert report.also_fits == ("russian", "brazilian", "international", "frisian")
    (note,) = report.notes
    assert note.message.endswith("taken for pool, but russian, brazilian, international, frisian would fit as well")
    assert _report('[FEN "W:WK3:B8,13"]\n1. 3x12 13-18 *').also_fits == ()


_LEGAL_BY_BOTH = "1. c3-b4 b6-c5 2. b2-c3 f6-e5 3. e3-f4 g7-f6 *"
#: The king must take in Czech draughts, not in Russian ones; a man that is crowned goes on in Russian ones only.
_CZECH_ONLY = '[FEN "W:Wc5:Bb6,d6,e7"]\n1. c5-b6 *'


def _czech(number: int) -> str:
    """A game of random moves by Czech rules."""
    rng = random.Random(number)
    game = Game("czech")
    for _ in range(60):
        if game.is_over:
            break
        game.push(rng.choice(list(game.legal_moves)))
    (record,) = loads(game.to_pdn(commands=False))
    return dumps(GameRecord(moves=record.moves))


def test_a_game_is_played_by_the_rules_of_its_neighbours() -> None:
    text = "\n".join(['[Event "1"]\n' + _LEGAL_BY_BOTH, *(f'[Event "x"]\n{_czech(at)}' for at in range(8))])
    reports = list(validate(text + '\n[Event "no moves"]\n*\n'))
    assert {report.rules and report.rules.name for report in reports} == {"czech"}
    assert all(report.ok and not report.also_fits for report in reports)
    assert [report.rules and report.rules.name for report in validate(_LEGAL_BY_BOTH)] == ["russian"]


def test_a_bad_position_is_told_by_its_neighbours() -> None:
    good = ["W:W24,K23:BK15.", "W:W22,K23:BK15.", "B:W5,K23:BK15.", "B:W21,22:B1,2."]
    text = "".join(f'[FEN "{fen}"]\n*\n\n' for fen in (*good, "W:W3,K23:BK15."))
    *others, last = validate(text)
    assert all(report.ok and report.rules == AMERICAN for report in others)
    assert [fault.kind for fault in last.faults] == [FaultKind.BAD_POSITION]
    assert last.rules == AMERICAN
    (alone,) = validate('[FEN "W:W3,K23:BK15."]\n*\n')
    assert alone.ok  # on the board of Spanish draughts, say


def test_a_variant_of_its_own_among_the_neighbours_is_found_all_the_same() -> None:
    text = "".join('[Event "a"]\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *\n' for _ in range(5))
    text += '[Event "b"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 32-28 23x32 5. 38x27 *\n'
    names = [report.rules.name for report in validate(text) if report.ok and report.rules]
    assert names == ["american"] * 5 + ["international"]


@pytest.mark.parametrize("tag", ['[Variant "Portuguese"]', '[GameType "28"]', '[GameType "24"]', '[Variant "Italian"]'])
def test_names_of_squares_are_those_of_the_board_that_is_not_mirrored(tag: str) -> None:
    report = _report(f"{tag} 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *")
    assert (report.ok, report.plies) == (True, 4)
    assert report.rules is not None
    assert report.rules.name in ("portuguese", "spanish", "italian")
    (note,) = report.notes
    assert (note.kind, "the board not mirrored" in note.message) == (DeviationKind.MISLEADING_TAG, True)
    game = Game.from_pdn(f"{tag} 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *")
    assert (game.ply, Game.from_pdn(game.to_pdn())) == (4, game)


@pytest.mark.parametrize("rules", variants().values(), ids=variants())
def test_a_game_keeps_its_variant_without_our_commands(rules: Rules) -> None:
    game = Game(rules)
    game.push(game.legal_moves[0])
    assert Game.from_pdn(game.to_pdn(commands=False)).rules == rules


def test_a_side_to_move_that_is_named_twice_is_a_note() -> None:
    report = _report('[GameType "20"] [FEN "W:B:W27,33:B1,2"] 1. 1-6 *')
    assert (report.ok, [note.kind for note in report.notes]) == (True, [DeviationKind.SPELLING])


def test_a_ply_that_was_left_out_or_doubled_is_found() -> None:
    moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22"]
    for at in range(1, len(moves) - 1):
        missing = " ".join(moves[:at] + moves[at + 1 :])
        assert any(moves[at] in repair.new or moves[at] in repair.why for repair in repairs(_report(f"{missing} *")))
        doubled = " ".join(moves[: at + 1] + moves[at:])
        assert any(repair.new == ("",) for repair in repairs(_report(f"{doubled} *")))


def test_signs_that_are_no_words_are_not_to_be_put_in_braces() -> None:
    assert repairs(_report('[GameType "20"]\\r\n1. 32-28 19-23 *')) == ()


# Written as it was read


_TEXTS = st.sampled_from(["good", "see 9-14", "two\nlines", "a { b", "% of it", "", "[%clk 0:01:02]", "(prose)"])
_FENS = st.sampled_from(["W:W22:B18", "B:W30:BK1"])


def _move(text: str) -> st.SearchStrategy[str]:
    marks = st.sampled_from(["", "", "", "!", "?!", " $4", "*"])
    numbers = st.sampled_from(["", "", "1. ", "12... "])
    return st.builds(lambda number, mark: f"{number}{text}{mark}", numbers, marks)


_ITEMS = st.one_of(
    st.sampled_from(["11-15", "22x15x8", "c3:e5", "- -", "32/28"]).flatmap(_move),
    _TEXTS.map(lambda text: f"{{{text}}}"),
    st.sampled_from(["% a line }\n", "; another\n", "1.", "..."]),
    _FENS.map(lambda fen: f'/FEN "{fen}"/'),
)
_LINES = st.recursive(
    st.lists(_ITEMS, max_size=6).map(" ".join),
    lambda inner: st.lists(st.one_of(_ITEMS, inner.map(lambda text: f"( {text} )")), max_size=6).map(" ".join),
    max_leaves=12,
)


def _meaning(record: GameRecord) -> tuple[object, ...]:
    """A record without places and deviations."""
    return (
        [tag[:2] for tag in record.tags],
        record.comments,
        record.setup,
        record.result or "*",
        tuple(map(_cell, record.moves)),
        tuple(map(_variation, record.variations)),
    )


def _cell(cell: MoveCell) -> tuple[object, ...]:
    return (*cell[0:1], *cell[3:7], tuple(map(_variation, cell.variations)), cell.setup)


def _variation(variation: Variation) -> tuple[object, ...]:
    return (
        tuple(map(_cell, variation.moves)),
        variation.comments,
        tuple(map(_variation, variation.variations)),
        variation.setup,
    )


@pytest.mark.parametrize(
    "text",
    [
        "( ( 1. 9-14 22-18 ) ( 1. 10-14 ) ) 1. 9-13 22-18 *",
        "1. 9-13 ( 1. 10-14 ) ( ( 1... 22-18 ) ) 22-17 *",
        "1. 9-13 22-17 ( ( 2. 9-14 ) ) *",
        '1. 9-13 ( 1. 9-14 /FEN "W:W22:B18"/ ) 22-17 *',
        "1. 9-13* ( prose } {x} ( 1... 22-18 (a } b) ) ) 22-17 *",
    ],
)
def test_variations_keep_their_places(text: str) -> None:
    (record,) = loads(text + "\n")
    written = dumps(record)
    (again,) = loads(written)
    assert _meaning(again) == _meaning(record)
    assert dumps(again) == written


@given(_LINES)
@settings(max_examples=300)
def test_what_is_read_is_written_so_that_the_same_is_read(text: str) -> None:
    records = [record for record in loads(f'[Event "x"]\n1. {text} *\n') if record.tags or record.moves]
    written = dumps(records)
    again = loads(written)
    assert list(map(_meaning, again)) == list(map(_meaning, records)), written
    assert dumps(again) == written
