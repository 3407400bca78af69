"""Games as PDN: what is written, what is restored, what other programs wrote, and what is refused."""

from __future__ import annotations

import contextlib
import io
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import pdn
from draughts.errors import DraughtsError, GameStateError, IllegalMoveError, PdnError
from draughts.game.events import EventKind
from draughts.game.game import Game
from draughts.game.result import ResultReason
from draughts.pdn import GameRecord, MoveCell, Tag, Variation, dump, dumps, loads, validate
from draughts.pdn.game_records import record_of
from draughts.position.board import Board
from draughts.rules.draws import NoProgress, Repetition
from draughts.rules.houses import CHECKERS_BOARD
from draughts.rules.presets import AMERICAN, BREAKTHROUGH, FRISIAN, INTERNATIONAL, RUSSIAN
from draughts.rules.registry import variants
from draughts.rules.rules import Color, KingRange, Rules
from draughts.rules.time_control import Expiry, Period, TimeControl

FILES = sorted((Path(__file__).parents[1] / "data" / "pdn").glob("*.pdn"))
EVERY_VARIANT = pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)


def _game(*moves: str, rules: Rules = AMERICAN) -> Game:
    game = Game(rules)
    for move in moves:
        game.push(move)
    return game


def _eventful() -> Game:
    """A game in which nearly everything has happened."""
    game = Game(RUSSIAN, cautions=1, clock=TimeControl((Period(300, increment=2),)))
    game.start_clock(at=1000.5)
    game.push("c3-d4", at=1004)
    game.offer_draw(Color.BLACK)
    game.decline_draw(Color.WHITE)
    game.push("d6-c5", at=1010)
    with pytest.raises(IllegalMoveError):
        game.push("a1-b2", at=1011)
    game.push("b2-c3", at=1015)
    game.stop_clock(at=1020)
    game.start_clock(at=5000)
    game.push("f6-g5", at=5001.25)
    game.offer_draw()
    return game


def _check_same(game: Game, again: Game) -> None:
    assert again == game
    assert again.to_dict() == game.to_dict()
    assert again.draw_status == game.draw_status
    assert again.offer is game.offer
    assert again.clock == game.clock
    assert again.result == game.result


# What is written


def test_a_game_is_written_as_other_programs_read_it() -> None:
    game = _game("11-15", "23-19", "8-11", "22-17")
    game.resign(Color.WHITE)
    text = game.to_pdn(Event="Ayr", White="J. Drummond", Board="3")
    tags, _, moves = text.partition("\n\n")
    assert tags.splitlines() == [
        '[Event "Ayr"]',
        '[White "J. Drummond"]',
        '[Result "1-0"]',
        '[GameType "21,B,8,8,N1,0"]',
        '[Termination "Black wins: White resigns"]',
        '[Board "3"]',
    ]
    assert re.sub(r"\{[^}]*\}", "", moves).split() == ["1.", "11-15", "23-19", "2.", "8-11", "22-17", "1-0"]
    (report,) = validate(text)
    assert report.ok
    assert not report.notes


def test_result_styles_and_first_movers_are_the_variants_own() -> None:
    for rules, score in ((AMERICAN, "0-1"), (RUSSIAN, "1-0"), (INTERNATIONAL, "2-0")):
        game = Game(rules)
        game.resign(Color.BLACK)
        assert f'[Result "{score}"]' in game.to_pdn()
        assert game.to_pdn().split()[-1] == score
    game = Game(INTERNATIONAL)
    game.offer_draw()
    game.accept_draw(Color.BLACK)
    assert game.to_pdn(commands=False).splitlines() == [
        '[Result "1-1"]',
        '[GameType "20,W,10,10,N2,0"]',
        '[Termination "drawn by agreement"]',
        "",
        "1-1",
    ]


def test_the_strict_form_ends_with_a_star() -> None:
    game = _game("11-15")
    game.resign(Color.WHITE)
    text = game.to_pdn(strict=True)
    assert text.rstrip().endswith("*")
    assert '[Result "1-0"]' in text
    assert Game.from_pdn(text) == game


def test_another_start_has_setup_and_fen_and_the_second_side_three_dots() -> None:
    game = Game(start=Board.from_fen("W:W22,K30:B1,9"))
    game.push("22-18")
    game.push("9-13")
    text = game.to_pdn(commands=False)
    assert '[SetUp "1"]\n[FEN "W:W22,K30:B1,9"]' in text
    assert "1... 22-18 2. 9-13 *" in text
    assert Game.from_pdn(text) == game


def test_squares_and_ambiguous_captures_are_written_as_the_variant_has_them() -> None:
    game = Game(start=Board.from_fen("W:Wc5:Bd4,f4,a7", RUSSIAN))
    game.push("c5:g5")
    assert "1. c5:g5 *" in game.to_pdn(commands=False)
    game = Game(start=Board.from_fen("W:W22:B9,10,17,18"))
    game.push("22x15x6")
    assert "22x15x6" in game.to_pdn() or "22x6" in game.to_pdn()
    _check_same(game, Game.from_pdn(game.to_pdn()))


def test_a_running_clock_is_shown_after_each_move() -> None:
    text = _eventful().to_pdn()
    assert '[TimeControl "300+2"]' in text
    assert re.findall(r"\[%clk ([0-9:]+)\]", text) == ["0:04:58", "0:04:56", "0:04:55", "0:04:51"]


def test_variants_without_a_number_name_themselves() -> None:
    for rules in variants().values():
        (report,) = validate(Game(rules).to_pdn())
        assert report.rules is not None
        assert report.rules.name == rules.name or report.rules.game_type == rules.game_type


@pytest.mark.parametrize("name", ["event", "Two words", "", "Ünicode", "A-B"])
def test_a_tag_needs_a_name_that_pdn_allows(name: str) -> None:
    with pytest.raises(PdnError, match="no tag can be called"):
        record_of(Game(), {name: "x"})


@pytest.mark.parametrize("name", ["Result", "FEN", "GameType", "SetUp", "TimeControl", "Variant"])
def test_a_tag_that_the_game_decides_cannot_be_given(name: str) -> None:
    with pytest.raises(PdnError, match="follows from the game"):
        record_of(Game(), {name: "x"})


@pytest.mark.parametrize("value", ["two\nlines", "ends in \\", 'back\\"slash'])
def test_a_value_that_pdn_cannot_hold_is_refused(value: str) -> None:
    with pytest.raises(PdnError, match="cannot have the value"):
        Game().to_pdn(Event=value)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\\"), max_size=30))
def test_every_other_value_is_read_as_it_was_written(value: str) -> None:
    try:
        text = Game().to_pdn(Event=value)
    except PdnError:
        assert "\n" in value or "\r" in value
        return
    assert loads(text)[0].tag("Event") == value


# What is restored


def test_everything_is_restored() -> None:
    game = _eventful()
    again = Game.from_pdn(game.to_pdn())
    _check_same(game, again)
    assert again.offer is Color.WHITE
    assert again.illegal_moves(Color.WHITE) == 1
    again.push("g1-h2" if "g1-h2" in map(str, again.legal_moves) else again.legal_moves[0], at=5003)
    while game.ply:
        _check_same(game, Game.from_pdn(game.to_pdn()))
        game.pop()
    _check_same(game, Game.from_pdn(game.to_pdn()))


@pytest.mark.parametrize("note", ["", "late", 'brackets {[(%)]} and "quotes"', "two\nlines", "\\", "é€"])
def test_notes_are_restored_whatever_is_in_them(note: str) -> None:
    game = _game("11-15")
    game.forfeit(Color.WHITE, note)
    text = game.to_pdn()
    _check_same(game, Game.from_pdn(text))
    assert text.partition("\n\n")[2].count("}") == 2
    (report,) = validate(text)
    assert report.ok
    assert not report.notes


@pytest.mark.parametrize(
    "control",
    [
        TimeControl((Period(7200, moves=40), Period(300.5, increment=0.25, delay=3))),
        TimeControl((Period(1234567),)),
        TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE),
    ],
    ids=str,
)
def test_every_time_control_is_restored(control: TimeControl) -> None:
    game = Game(clock=control)
    game.start_clock(at=-5)
    game.push("11-15", at=1e-3)
    _check_same(game, Game.from_pdn(game.to_pdn()))


def test_rules_of_ones_own_are_restored() -> None:
    for rules in (
        AMERICAN.replace(name="flying [%]", king_range=KingRange.FLYING, game_type=None),
        INTERNATIONAL.replace(name="mine", draws=(Repetition(5), NoProgress(9, automatic=False))),
        CHECKERS_BOARD,
        AMERICAN.replace(draws=()),
    ):
        game = Game(rules)
        game.push(game.legal_moves[0])
        again = Game.from_pdn(game.to_pdn())
        assert again.rules == rules
        _check_same(game, again)


def _act(game: Game, number: int) -> None:
    """Something that is done besides moving; most of it is refused most of the time."""
    events = (
        game.offer_draw,
        lambda: game.decline_draw(game.turn.opponent),
        game.offer_draw,
        lambda: game.caution("tried"),
        lambda: game.push("1-1", at=float(game.ply)),
        game.claim_draw,
        lambda: game.accept_draw(game.turn.opponent),
        lambda: game.resign(game.turn),
        lambda: game.forfeit(game.turn, ResultReason.TIME),
        lambda: game.adjudicate(None, "dark"),
    )
    with contextlib.suppress(DraughtsError):
        events[number % len(events)]()


@EVERY_VARIANT
@settings(max_examples=6)
@given(data=st.data())
def test_a_game_is_the_same_game_at_any_ply(rules: Rules, data: st.DataObject) -> None:
    timed = data.draw(st.booleans())
    game = Game(rules, cautions=2, clock=TimeControl((Period(1000, moves=5),)) if timed else None)
    if timed:
        game.start_clock(at=0)
    for _ in range(data.draw(st.integers(0, 70))):
        if game.is_over:
            break
        choice = data.draw(st.integers(0, 60))
        if choice < 10:
            _act(game, choice)
        else:
            game.push(game.legal_moves[choice % len(game.legal_moves)], at=game.ply + 0.5 if timed else None)
    text = game.to_pdn(White="W", Black="B")
    _check_same(game, Game.from_pdn(text))
    _check_same(game, Game.from_pdn(text.encode()))
    (report,) = validate(text)
    assert report.ok, report.faults
    assert not report.notes
    bare = Game.from_pdn(game.to_pdn(commands=False, strict=timed), rules=rules)
    assert bare.moves == game.moves
    assert (bare.result is None) == (game.result is None)
    if bare.result is not None and game.result is not None:
        assert bare.result.winner is game.result.winner


@EVERY_VARIANT
@settings(max_examples=2)
@given(data=st.data())
def test_a_game_from_the_middle_is_the_same_game(rules: Rules, data: st.DataObject) -> None:
    first = Game(rules)
    for _ in range(data.draw(st.integers(1, 60))):
        if first.is_over:
            break
        first.push(data.draw(st.sampled_from(list(first.legal_moves))))
    game = Game(start=first.board)
    while not game.is_over and game.ply < 10:
        game.push(data.draw(st.sampled_from(list(game.legal_moves))))
    _check_same(game, Game.from_pdn(game.to_pdn()))


# What other programs wrote

_CHECKERBOARD = """
[Event "example"]
[Date "2004-10-19"]
[Black "A"]
[White "B"]
[Result "1/2-1/2"]
1. 11-15 23-19 2. 8-11 22-17 {a good reply} 3. 4-8! 17-13
4. 15-18 ({or} 4. 11-16 24-20) 4... 24-20 1/2-1/2
"""
_LIDRAUGHTS = """
[Event "Rated game"]
[GameType "20"]
[White "x"]
[Black "y"]
[Result "2-0"]
[TimeControl "180+2"]
[Termination "Time forfeit"]

1. 32-28 {[%clock w0:03:00 B0:03:00]} 18-23 {[%clock W0:03:00 b0:02:59]} 2. 33-29 23x32 3. 37x28 2-0
"""
_SPLIT_JUMPS = """[GameType "21"][FEN "W:W22:B1,10,18."]
1. 22x15 15x6 2. 1x10 *"""


def test_a_game_of_another_program_is_played_and_its_result_counts() -> None:
    game = Game.from_pdn(_CHECKERBOARD)
    assert (game.rules, game.ply, game.offer) == (AMERICAN, 8, None)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (None, ResultReason.ADJUDICATION)
    game = Game.from_pdn(_LIDRAUGHTS)
    assert (game.rules, game.ply, str(game.time_control)) == (INTERNATIONAL, 5, "180+2")
    times = [(event.ply, str(event.color), event.at) for event in game.events if event.kind is EventKind.TIME_LEFT]
    assert times == [(1, "White", 180), (1, "Black", 180), (2, "White", 180), (2, "Black", 179)]
    assert game.result is not None
    assert (game.result.winner, game.result.note) == (Color.WHITE, "Time forfeit")
    game = Game.from_pdn(_SPLIT_JUMPS)
    assert [str(move) for move in game.moves] == ["22x6", "1x10"]
    assert game.result is not None
    assert game.result.describe() == "Black wins: White has no pieces left"


def test_spellings_of_other_programs_are_understood() -> None:
    assert Game.from_pdn("1. c3-d4 *").ply == 1  # seen from Black's side
    assert Game.from_pdn('[GameType "25"] 1. cd4 dc5 2. b2c3 *').ply == 3
    game = Game.from_pdn('[GameType "20"] [FEN "W:WK47:B42,29"] 1. 47x20<42,29> *')
    assert game.moves[0].captured == (29, 42)
    assert Game.from_pdn('/FEN "W:W22:B1"/ 1. 22-18 *').boards[0].fen == "W:W22:B1"


def test_a_record_of_a_file_can_be_given() -> None:
    (record,) = loads(_CHECKERBOARD)
    assert Game.from_pdn(record) == Game.from_pdn(_CHECKERBOARD)


def test_a_result_on_another_scale_is_left_out() -> None:
    assert Game.from_pdn('[Result "4-6"] 1. 11-15 23-19 4-6').result is None
    assert Game.from_pdn('[Result "?"] 1. 11-15 23-19 1-0').result is not None


def test_a_game_that_goes_on_after_a_draw_by_the_rules_is_read_whole() -> None:
    game = Game.from_pdn('[GameType "40"] [FEN "W:WK46:BK25"] 1. 46-41 25-20 *')
    assert (game.ply, game.drawn_after, game.result) == (2, 0, None)
    text = (
        '[GameType "21"][FEN "B:WK32:BK1,K2"] 1. 1-5 32-28 2. 5-1 28-32 3. 1-5 32-28 4. 5-1 28-32 5. 1-5 32-28 1/2-1/2'
    )
    game = Game.from_pdn(text)
    assert (game.ply, game.drawn_after) == (10, 8)  # the position occurs for the third time after four moves each
    assert game.result is not None
    assert game.result.describe() == "drawn by adjudication"
    for again in (Game.from_pdn(game.to_pdn()), Game.from_json(game.to_json()), game.copy()):
        assert again == game
        assert again.drawn_after == 8
    assert Game.from_pdn(text, rules=AMERICAN.replace(draws=())).drawn_after is None


def test_after_a_draw_that_was_passed_over_no_rule_ends_the_game_until_it_is_taken_back() -> None:
    game = Game.from_pdn('[GameType "40"] [FEN "W:WK46:BK25"] 1. 46-41 25-20 *')
    game.push("41-46")
    assert not game.is_over
    for _ in range(3):
        game.pop()
    assert game.drawn_after == 0
    game = Game("american", "B:WK32:BK1,K2")
    for move in ("1-5", "32-28", "5-1", "28-32") * 2:
        game.push(move)
    game.play_on()
    game.push("1-5")
    game.pop()
    game.pop()
    assert game.drawn_after is None
    game.push("28-32")
    assert game.is_over
    game.pop()
    with pytest.raises(GameStateError, match="no draw rule has ended the game"):
        game.play_on()


# What is refused


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1, column 1: there is no game in this text"),
        ("1. 11-15 1-0 1. 9-14 *", "there are 2 games"),
        ("1. 11-15 11-18 *", "line 1, column 10: ply 2, 11-18: "),
        ('[GameType "11"] 1. 11-15 *', "no known variant has GameType"),
        ('[FEN "W:W22,99"] 1. 22-18 *', "no square 99"),
        ('[FEN "?:W22:B1"] *', "the side to move is unknown"),
        ("1. 11-15 - - *", "does not know the move"),
        ('1. 11-15 /FEN "W:W22:B1"/ 22-18 *', "the position is replaced"),
        ("1. 11-15 0-0", "both sides have lost"),
        ('[FEN "W:W22:B18"] 1. 22x15 1/2-1/2', "White has won on the board"),
        ('[GameType "11"] *', "by which rules"),
    ],
)
def test_what_is_no_single_game_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(PdnError, match=re.escape(complaint)):
        Game.from_pdn(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[%draughts offer W]", ""),
        ("[%draughts offer W]", "[%draughts offer B]"),
        ("[%draughts 1 ", "[%draughts 2 "),
        ("[%draughts 1 ", "[%draughts x "),
        ("[%draughts cautions 1]", "[%draughts cautions 2]"),
        ("[%draughts cautions 1]", ""),
        ("press-clock W 1004", "press-clock W 1003"),
        ("c3-d4", "c3-b4"),
        ('[Result "*"]', '[Result "1-0"]'),
        ("\n2... f6-g5", "} *"),
        ('"25,W', '"26,W'),
    ],
)
def test_a_game_that_was_changed_is_refused(old: str, new: str) -> None:
    text = _eventful().to_pdn()
    assert old in text
    with pytest.raises(PdnError):
        Game.from_pdn(text.replace(old, new, 1))


def test_a_game_without_its_first_comment_is_refused() -> None:
    text = _eventful().to_pdn()
    with pytest.raises(PdnError, match="the comment before the first move is missing"):
        Game.from_pdn(re.sub(r"\{.*\}\n", "", text, count=1))
    assert Game.from_pdn(re.sub(r"\{[^}]*\}", "", text)).ply == 4


@given(st.integers(0, 10_000))
def test_a_game_that_was_cut_off_is_refused_or_whole(length: int) -> None:
    game = _eventful()
    text = game.to_pdn()
    cut = text[: length % len(text)]
    try:
        again = Game.from_pdn(cut)
    except PdnError:
        return
    if "%draughts" in cut:
        assert again == game
    else:
        assert (again.ply, again.events) == (0, ())


# Records


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_is_read_as_it_was_written(path: Path) -> None:
    for record in pdn.read(path):
        if "\\" in "".join(tag.value for tag in record.tags):
            continue
        (again,) = loads(dumps(record))
        assert [(tag.name, tag.value) for tag in again.tags] == [(tag.name, tag.value) for tag in record.tags]
        assert [_without_places(cell) for cell in again.moves] == [_without_places(cell) for cell in record.moves]
        assert again.comments == record.comments
        assert (again.result or "*") == (record.result or "*")


def _without_places(cell: MoveCell) -> object:
    return cell._replace(line=0, column=0, variations=tuple(map(_flat, cell.variations)))


def _flat(variation: Variation) -> Any:
    return (
        tuple(map(_without_places, variation.moves)),
        variation.comments,
        tuple(map(_flat, variation.variations)),
    )


def test_marks_numbers_and_setups_are_kept() -> None:
    text = '{start} 1. 11-15!? $1 $26 {a} ( 1. 9-13 ( 1. 9-14 ) ) 23-19 $7 /FEN "W:W22:B1"/ 1... 22-18 *\n'
    assert dumps(loads(text)).split() == text.split()
    assert dumps(loads("1. 11-15* *")) == "1. 11-15 $7 *\n"


def test_variations_may_nest_as_deep_as_they_like() -> None:
    depth = 20_000
    text = "1. 11-15 " + "( 1. 9-13 " * depth + ") " * depth + "*"
    assert dumps(loads(text)).split() == text.split()


def test_a_comment_with_a_brace_is_written_to_the_end_of_the_line() -> None:
    text = dumps(GameRecord(comments=("a } b",), result="*"))
    assert text == "%a } b\n*\n"
    assert loads(text)[0].comments == ("a } b",)
    with pytest.raises(PdnError, match="several lines cannot have a closing brace"):
        dumps(GameRecord(comments=("a } b\nc",), result="*"))
    (record,) = loads("1. 11-15 (9-14 % a } b\n 22-18) *")
    assert "{ a ) b}" in dumps(record)


def _meaning(record: GameRecord) -> str:
    """Everything but the places and the deviations, as text that can be compared."""

    def cell(move: MoveCell) -> str:
        kept = (move.text, move.number, move.strengths, move.nags, move.comments, move.setup)
        return f"{kept} {[line(variation) for variation in move.variations]}"

    def line(variation: Variation) -> str:
        inner = [line(other) for other in variation.variations]
        return f"({variation.comments} {inner} {[cell(move) for move in variation.moves]})"

    rest = (record.comments, [line(variation) for variation in record.variations], record.setup, record.result or "*")
    # In variations braces are written as round brackets.
    main = [cell(move).replace("}", ")").replace("{", "(") for move in record.moves]
    return repr(([tag[:2] for tag in record.tags], main, rest))


_WORDS = st.sampled_from(
    ["11-15", "22x15x8", "c3:e5", "ed4", "1- 7", "3228", "- -", "...", "1.", "2...", "7", "!", "?!", "*", "(?)", "$4",
     "1-0", "1:0", "( 9-14 )", "(", ")", "(see 4 words)", "{a comment}", "{one \n two}", "; to the end } of it\n",
     "% so } too\n", '[Event "x"]', '[Event "with \\"quotes\\""]', '/FEN "W:W22:B18"/', "words", "\n", "\n\n", "}",
     "47x36<42,29>", "12-"]
)  # fmt: skip


@pytest.mark.parametrize("text", ['[Site "C:\\games\\"]\n*', '[Site "two\nlines"] *', '[Site "a \\\\"b"]\n*'])
def test_a_damaged_value_is_written_as_it_was_read(text: str) -> None:
    (record,) = loads(text)
    (again,) = loads(dumps(record))
    assert [tag[:2] for tag in again.tags] == [tag[:2] for tag in record.tags]


@given(st.lists(_WORDS, max_size=30).map(" ".join))
@settings(max_examples=400)
def test_what_was_read_is_written_without_loss(text: str) -> None:
    records = [record for record in loads(text) if record.tags or record.moves]
    written = dumps(records)
    assert [_meaning(record) for record in loads(written)] == [_meaning(record) for record in records], written


@EVERY_VARIANT
def test_captures_are_written_in_full_on_demand(rules: Rules) -> None:
    rng = random.Random(rules.name)
    game = Game(rules)
    while not game.is_over and game.ply < 60:
        game.push(rng.choice(list(game.legal_moves)))
    for long in (False, True):
        (record,) = loads(dumps(game, long=long))
        assert len(record.moves) == game.ply
        for cell, board, move in zip(record.moves, game.boards, game.moves, strict=False):
            assert board.move(cell.text) == move
            assert not long or len(re.findall("[-x:]", cell.text)) == max(len(move.captures), 1)
        assert Game.from_pdn(record).board == game.board


def test_games_and_records_are_written_to_a_file_one_after_another() -> None:
    file = io.StringIO()
    record = GameRecord(tags=(Tag("Event", "Ayr", 0, 0),), result="1-0")
    dump([_game("11-15"), record, record_of(Game(BREAKTHROUGH)), Game(FRISIAN)], file)
    assert [found.tag("Result") or found.result for found in loads(file.getvalue())] == ["*", "1-0", "*", "*"]
    assert file.getvalue() == dumps([_game("11-15"), record, record_of(Game(BREAKTHROUGH)), Game(FRISIAN)])
    one = io.StringIO()
    dump(record, one, strict=True)
    assert one.getvalue() == '[Event "Ayr"]\n\n*\n'


def test_lines_are_short_where_they_can_be() -> None:
    game = Game(RUSSIAN)
    while not game.is_over and game.ply < 80:
        game.push(game.legal_moves[0])
    assert max(map(len, game.to_pdn(commands=False).splitlines())) < 80
