"""Validation: each fault and each note with its place, whose rules count, and real files replayed to the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import AMERICAN, BRAZILIAN, INTERNATIONAL, RUSSIAN, PdnError, Rules, get_rules
from draughts.pdn import DeviationKind, Fault, FaultKind, GameReport, RulesSource, validate

_FILES = Path(__file__).parents[1] / "data" / "pdn"
_fixed = settings(max_examples=200)


def _only(text: str, rules: Rules | None = None) -> GameReport:
    (report,) = validate(text + "\n", rules)
    return report


def _fault(text: str, rules: Rules | None = None) -> Fault:
    report = _only(text, rules)
    assert not report.ok
    (fault,) = report.faults
    return fault


def _notes(report: GameReport) -> list[DeviationKind]:
    return [note.kind for note in report.notes]


def test_a_right_game_is_ok() -> None:
    (report,) = validate(_FILES / "plain.pdn")
    assert (report.ok, report.faults, report.notes) == (True, (), ())
    assert (report.game, report.line, report.plies, report.rules) == (1, 1, 6, AMERICAN)
    assert report.record.tag("Event") == "Plain"


def test_each_wrong_game_has_its_fault_and_the_others_go_on() -> None:
    reports = list(validate(_FILES / "wrong_games.pdn"))
    found = [
        (r.record.tag("Event"), r.plies, *((f.kind, f.line, f.column, f.ply, f.move) for f in r.faults))
        for r in reports
    ]
    assert found == [
        ("Wrong square", 0, (FaultKind.ILLEGAL_MOVE, 2, 4, 1, "11-18")),
        ("Capture missed", 2, (FaultKind.ILLEGAL_MOVE, 5, 19, 3, "8-11")),
        ("Right", 4),
        ("Unreadable", 1, (FaultKind.UNREADABLE_MOVE, 11, 10, 2, "22-1l")),
        ("No position", 0, (FaultKind.BAD_POSITION, 14, 1, 0, "")),
        ("After the end", 1, (FaultKind.MOVE_AFTER_END, 20, 10, 2, "17-13")),
        ("Wrong winner", 1, (FaultKind.WRONG_RESULT, 24, 1, 1, "14x21")),
        ("Unknown game", 0, (FaultKind.UNKNOWN_VARIANT, 28, 1, 0, "")),
        ("Two ways", 0, (FaultKind.AMBIGUOUS_MOVE, 33, 4, 1, "26x10")),
    ]
    assert [report.game for report in reports] == list(range(1, 10))
    assert "square 14 is named twice" in reports[4].faults[0].reason
    assert "26x17x10, 26x19x10" in reports[8].faults[0].reason


def test_a_cut_file_is_wrong_where_it_is_cut() -> None:
    whole, cut = validate(_FILES / "truncated.pdn")
    assert whole.ok
    assert [(fault.kind, fault.line, fault.ply, fault.move) for fault in cut.faults] == [
        (FaultKind.TRUNCATED, 5, 4, "22-")
    ]
    assert _notes(cut) == [DeviationKind.TRUNCATED, DeviationKind.MISSING_TERMINATOR]


def test_text_that_is_no_game_is_a_fault() -> None:
    assert _fault("nothing but words").kind is FaultKind.NOT_A_GAME
    assert list(validate("\n")) == []


def test_records_without_moves_are_ok() -> None:
    reports = list(validate(_FILES / "tags_only.pdn"))
    assert [(report.ok, report.plies) for report in reports] == [(True, 0)] * 3


def test_faults_read_well() -> None:
    assert str(_fault("1. 11-18 *")).startswith("line 1, column 4, ply 1, 11-18: a man moves one square")
    assert str(_fault('[GameType "77"] 11-15 *')) == "line 1, column 1: no known variant has GameType '77'"


# Whose rules count


@pytest.mark.parametrize(
    ("tags", "rules"),
    [
        ("", "american"),
        ('[GameType "21"]', "american"),
        ('[GameType "20,W,10,10,N2,0"]', "international"),
        ('[GameType "20,W,0,0,N,0"]', "international"),
        ('[GameType "25"] [Variant "Frisian"]', "russian"),
        ('[GameType ""] [Variant "Frisian"]', "frisian"),
        ('[Variant "American/English"]', "american"),
        ('[Variant "Standard"]', "international"),
        ('[Variant "Antidraughts"]', "international-giveaway"),
        ('[Variant "Chess960"]', "american"),
    ],
)
def test_the_tags_name_the_rules(tags: str, rules: str) -> None:
    assert _only(f"{tags} *").rules == get_rules(rules)


def test_given_rules_beat_the_tags() -> None:
    assert _only('[GameType "20"] 1. c3-d4 b6-a5 *', RUSSIAN).ok
    assert not _only('[GameType "20"] 1. c3-d4 b6-a5 *', INTERNATIONAL).ok


def test_squares_with_letters_beat_a_tag_that_has_none() -> None:
    report = _only('[GameType "20"] 1. g3-h4 b6-a5 2. e3-f4 *')
    assert (report.ok, report.rules, _notes(report)) == (True, RUSSIAN, [DeviationKind.MISLEADING_TAG])
    assert report.rules_from is RulesSource.GAME_TYPE


@pytest.mark.parametrize(
    ("moves", "rules"),
    [
        ("1. 11-15 23-19", "american"),
        ("1. 22-18 12-16", "italian"),
        ("1. 12-16 22-19 2. 11-15 19x12 3. 8x15 24-20", "spanish"),
        ("1. 32-28 19-23 2. 28x19 14x23", "international"),
        ("1. c3-d4 d6-c5", "russian"),
        ("1. 46-40 28-34 2. 40-35 29x40 3. 51-46 40x38", "canadian"),
        ('[FEN "W:W31-50:B1-20"]', "international"),
        ('[FEN "W:Wa1:Bh8"]', "russian"),
        ('[FEN "B:W18:B1"]', "american"),
        ("", "american"),
    ],
)
def test_squares_and_moves_tell_what_is_played(moves: str, rules: str) -> None:
    report = _only(f'[Event "x"] {moves} *')
    assert (report.ok, report.rules, report.rules_from) == (True, get_rules(rules), RulesSource.GUESS)
    assert _notes(report) == ([] if rules == "american" else [DeviationKind.GUESSED_VARIANT])


def test_a_game_under_the_wrong_tag_is_known_for_what_it_is() -> None:
    moves = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25 4. 9-13 18-14 5. 10x17 21x14 6. 16-20 14-10 7. 7x14 *"
    assert _only(f'[GameType "21"] {moves}').ok
    fault = _fault(f'[GameType "22"] {moves}')
    assert fault.kind is FaultKind.WRONG_VARIANT
    assert "the game replays fully as american" in fault.reason
    report = _only(f'[GameType "77"] {moves}')
    assert (report.faults[0].kind, report.replays_as[0]) == (FaultKind.UNKNOWN_VARIANT, "american")


def test_an_illegal_move_says_what_was_legal() -> None:
    assert "no piece stands on 15; legal: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16" in _fault("1. 15-18 *").reason
    assert _fault("1. 11-15 22-18 2. 9-13 *").reason.endswith("must be made: 15x22")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1. 11-15 22-", "22-"),
        ("1. 11-15 22-18 2.", ""),
        ("1. 11-15 {a comm", ""),
        ("1. 11-15 (1. 9-14", ""),
        ('1. 11-15 * [Event "Ay', ""),
        ("1. 11-15 * [Even", ""),
    ],
)
def test_a_file_that_ends_in_the_middle_of_something_is_truncated(text: str, move: str) -> None:
    *_, last = validate(text.encode(), AMERICAN)
    assert [(fault.kind, fault.move) for fault in last.faults] == [(FaultKind.TRUNCATED, move)]


def test_strict_validation_refuses_every_deviation() -> None:
    text = "1. 11-15 22- 18 1-0\n"
    assert [report.ok for report in validate(text)] == [True]
    (report,) = validate(text, strict=True)
    assert [(fault.kind, fault.line, fault.column) for fault in report.faults] == [(FaultKind.NOT_STANDARD, 1, 10)]


def test_an_unknown_game_without_moves_is_no_fault() -> None:
    report = _only('[GameType "77"] [Event "x"] 1-0')
    assert (report.ok, report.rules, _notes(report)) == (True, None, [DeviationKind.UNKNOWN_VARIANT])


# Positions


@pytest.mark.parametrize("fen", ["W:W22:B18.", "W:W 22 : B 18 ", "w:w22:b18", "W:B18:W22", "W:Wc3:Bd4"])
def test_positions_in_every_spelling(fen: str) -> None:
    report = _only(f'[FEN "{fen}"] 22x15 *')
    assert (report.ok, report.plies) == (True, 1)


def test_a_position_that_does_not_say_whose_turn_it_is() -> None:
    report = _only('[FEN "?:W22:B18"] *')
    assert (report.ok, _notes(report)) == (True, [DeviationKind.UNKNOWN_TURN])
    assert _fault('[FEN "?:W22:B18"] 22x15 *').kind is FaultKind.BAD_POSITION
    assert _fault('[FEN "?:W22:B22"] *').kind is FaultKind.BAD_POSITION


def test_an_empty_position_tag_says_nothing() -> None:
    assert _only('[FEN ""] 11-15 *').plies == 1


def test_a_setup_replaces_the_position() -> None:
    assert _only('1. 11-15 /FEN "W:W22:B18"/ 22x15 *').plies == 2
    assert _only('1. 11-15 /FEN "B::"/ 15-18 *').plies == 2
    fault = _fault('1. 11-15 /FEN "W:W22,22:B18"/ 22x15 *')
    assert (fault.kind, fault.ply, fault.move) == (FaultKind.BAD_POSITION, 2, "22x15")


# Spellings of moves


@pytest.mark.parametrize(
    "moves",
    [
        "11-15 22-18 15x22 25x18",
        "11-15 22-18 15-22 25-18",
        "11 - 15 22- 18 15x 22 25 :18",
        "1115 2218 1522 2518",
        "11\u201315 22\u201318 15\u00d722 25\u00d718",
        "f6-g5 c3-d4 g5-f4",
        "11-15! 22-18(?) 15x22* 25x18 !?",
    ],
)
def test_moves_in_every_spelling(moves: str) -> None:
    text = moves.replace("f6-g5 c3-d4 g5-f4", "f6-e5 c3-d4 e5xc3 b2xd4")
    report = _only(text + " *")
    assert (report.faults, report.plies) == ((), 4)


def test_jumps_written_one_by_one_are_one_ply() -> None:
    report = _only('[FEN "W:W26:B14,22"] 26x17 17x10 *')
    assert (report.ok, report.plies, _notes(report)) == (True, 1, [DeviationKind.JOINED_JUMPS])
    assert _fault('[FEN "W:W26:B14,22"] 26x17 *').reason.startswith("the capture is not finished")
    fault = _fault('[FEN "W:W26:B14,22"] 26x17 22-25 *')
    assert (fault.ply, fault.move) == (1, "26x17")


def test_captured_squares_may_follow_the_move() -> None:
    report = _only('[FEN "W:W26:B14,15,22,23"] 26x10 <22,14> *')
    assert (report.ok, report.plies) == (True, 1)


def test_a_quiet_move_with_a_capture_mark_is_a_note() -> None:
    report = _only("11x15 22-18 *")
    assert (report.ok, report.plies, _notes(report)) == (True, 2, [DeviationKind.CAPTURE_MARK])


def test_squares_may_be_counted_from_the_first_side() -> None:
    report = _only('[GameType "21"] 1. c3-d4 b6-c5 2. d4xb6 a7xc5 *')
    assert (report.ok, report.plies, _notes(report)) == (True, 4, [DeviationKind.FIRST_SIDE_VIEW])
    assert _only("1. c3-d4 b6-c5 2. d4xb6 a7xc5 *", BRAZILIAN).notes == ()
    assert not _only("1. f6-e5 b6-c5 *", AMERICAN).ok


def test_replay_ends_at_an_unknown_move() -> None:
    report = _only("1. 11-15 - - 2. 1-32 *")
    assert (report.ok, report.plies, _notes(report)) == (True, 1, [DeviationKind.UNKNOWN_MOVE])
    assert _only("1. - - 2. - - 1-0").plies == 0


def test_a_variation_is_not_replayed() -> None:
    assert _only("1. 11-15 (1-32 5-5) 22-18 *").plies == 2


def test_a_win_by_the_first_king_ends_the_game() -> None:
    start = '[GameType "96"] [FEN "W:W6,50:B45,2"] '
    assert _only(start + "1. 6-1 *").ok
    assert _fault(start + "1. 6-1 2-7 *").kind is FaultKind.MOVE_AFTER_END


# Results


@pytest.mark.parametrize(
    ("text", "ok", "notes"),
    [
        ('[Result "1-0"] 14x21 1-0', True, []),
        ('[Result "1-0"] 14x21 *', True, []),
        ("14x21 2-0", True, []),
        ("14x21 1:0", True, [DeviationKind.SPELLING]),
        ("14x21 0-1", False, []),
        ("14x21 0:2", False, [DeviationKind.SPELLING]),
        ('[Result "0-1"] 14x21 *', False, []),
        ('[Result "1-0"] 14x21 0-1', True, [DeviationKind.RESULT_DIFFERS]),
        ('[Result "0-1"] 14x21 1-0', False, [DeviationKind.RESULT_DIFFERS]),
        ('[Result "*"] 14x21 1-0', True, [DeviationKind.RESULT_DIFFERS]),
        ('[Result "?"] 14x21 1-0', True, []),
        ('[Result "2-0"] 14x21 1-0', True, []),
        ('[Result "1/2-1/2"] 14x21 1/2:1/2', False, [DeviationKind.SPELLING]),
        ("14x21 1-1", False, []),
        ("14x21 0-0", True, [DeviationKind.RESULT_AND_BOARD]),
        ('[Result "1 1/2 - 1/2"] 14x21 *', True, []),
    ],
)
def test_the_result_is_compared_with_the_board(text: str, ok: bool, notes: list[DeviationKind]) -> None:
    report = _only(f'[FEN "B:W17:B14"] {text}')
    assert (report.ok, _notes(report), report.plies) == (ok, notes, 1)


def test_the_first_number_belongs_to_the_side_that_moves_first() -> None:
    assert _only('[FEN "W:W18:B14"] 18x9 0-1').ok
    assert not _only('[FEN "W:W18:B14"] 18x9 1-0').ok
    assert _only('[GameType "26"] [FEN "W:W18:B14"] 18x9 1-0').ok
    assert _only('[FEN "W:W18:B14"] 18x9 0-1', get_rules("american-giveaway")).faults[0].kind is FaultKind.WRONG_RESULT


def test_a_game_that_is_given_up_may_have_any_result() -> None:
    for result in ("1-0", "0-1", "1/2-1/2", "0-0", "*"):
        assert _only(f"11-15 22-17 {result}").notes == ()


# Sources


def test_paths_texts_bytes_and_files() -> None:
    path = _FILES / "plain.pdn"
    content = path.read_bytes()
    for source in (path, content, content.decode(), io.BytesIO(content), io.StringIO(content.decode())):
        assert [(report.ok, report.plies) for report in validate(source)] == [(True, 6)]
    assert [report.plies for report in validate("11-15 22-18 *")] == [2]
    with pytest.raises(FileNotFoundError):
        list(validate(Path("no such file")))


# Anything

_MOVES = st.sampled_from(
    ["11-15", "22-18", "15x22", "25x18", "8-11", "1-32", "33-1", "c3-d4", "ed4", "- -", "...", "x", "11-", "1.", "(",
     ")", "{", "}", "*", "1-0", '[FEN "W:W22:B18"]', '[GameType "20"]', '[GameType "x"]', '[Result "0-1"]', "22x15",
     '/FEN "W:W1:B2"/', "\n", "32x5x14x7<1,2>"]
)  # fmt: skip


@given(st.lists(_MOVES, max_size=40).map(" ".join))
@_fixed
def test_any_mixture_of_moves_gives_reports(text: str) -> None:
    for report in validate(text + "\n"):
        assert report.plies <= len(report.record.moves)
        assert report.ok is not bool(report.faults)
        assert all(fault.reason and fault.line >= 1 for fault in report.faults)


@given(st.one_of(st.binary(), st.text().map(lambda text: text + "\n")))
@_fixed
def test_any_text_and_any_bytes_give_reports(source: str | bytes) -> None:
    try:
        reports = list(validate(source))
    except PdnError:  # bytes that begin like a compressed file
        assert isinstance(source, bytes)
        return
    assert all(report.ok is not bool(report.faults) for report in reports)
