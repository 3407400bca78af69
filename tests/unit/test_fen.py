"""Positions as text: what is read, what is refused and why, and how positions are written."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import (
    AMERICAN,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    SPANISH,
    TURKISH,
    Board,
    Color,
    Corner,
    DraughtsError,
    FenError,
    Geometry,
    Piece,
    PieceType,
    PlayableSquares,
    Rules,
    variants,
)
from draughts.position.fen import Placement, fen_text, promotion_row, read_fen, write_fen

pytestmark = pytest.mark.smoke

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


def _fen(text: str, rules: Rules = AMERICAN) -> str:
    return Board.from_fen(text, rules).fen


def _faults(text: Any, rules: Rules = AMERICAN) -> tuple[str, ...]:
    with pytest.raises(FenError) as error:
        Board.from_fen(text, rules)
    assert isinstance(error.value, ValueError)
    assert isinstance(error.value, DraughtsError)
    assert error.value.faults
    for fault in error.value.faults:
        assert fault in str(error.value)
    return error.value.faults


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:W21,22:B1,2", "W:W21,22:B1,2"),
        ("W:W22,21:B2,1", "W:W21,22:B1,2"),
        ("W:WK30,21:B2,K1", "W:W21,K30:BK1,2"),
        ("B:B1:W21", "B:W21:B1"),
        ("w:w21,k30:b1", "W:W21,K30:B1"),
        ("W:W21:B1.", "W:W21:B1"),
        (" W : W21 , K30 : B1 ", "W:W21,K30:B1"),
        ("W:W21,\n22:B1\n", "W:W21,22:B1"),
        ("W:W021:B01", "W:W21:B1"),
        ("W:W:B5", "W:W:B5"),
        ("W:W:B", "W:W:B"),
        ("W:W21-24:B1-3", "W:W21,22,23,24:B1,2,3"),
        ("W:WK21-23,30:B1-1", "W:WK21,K22,K23,30:B1"),
        ("W:Wa3,Kg1:Bb8", "W:W21,K32:B1"),
        ("W:WA3:BB8", "W:W21:B1"),
        ("W:Wa3,22:Bb8,2", "W:W21,22:B1,2"),
        ("W:Wa1-c1:Bb8", "W:W29,30:B1"),
        ("W:WK1:BK32", "W:WK1:BK32"),
        ('[FEN "W:W21:B1"]', "W:W21:B1"),
        ("W:W21:B1:W22", "W:W21,22:B1"),
        ("W:W21:B1:H0:F1", "W:W21:B1"),
        ("B:B1:W21:F12:H100.", "B:W21:B1"),
        ("W:WG3:BB8,A7", "W:W24:B1,5"),
        ("w:wk30,21:bk4", "W:W21,K30:BK4"),
    ],
)
def test_a_position_may_be_spelt_in_several_ways(text: str, canonical: str) -> None:
    assert _fen(text) == canonical
    assert _fen(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [("''", "side to move"), ("no list of pieces",)]),
        ("W", [("no list of pieces",)]),
        ("W:", [("''", "'W' or 'B'"), ("no list of pieces",)]),
        ("X:W21:B1", [("'X'", "side to move")]),
        ("?:W21:B1", [("side to move", "unknown")]),
        ("W21:B1", [("'W21'", "side to move")]),
        ("W:W21:B1:C5", [("'C5'", "'W' or 'B'")]),
        ("W:W33:B1", [("'33'", "33", "1 to 32")]),
        ("W:W0:B1", [("'0'", "1 to 32")]),
        ("W:W21,21:B1", [("21", "twice")]),
        ("W:W21:B21", [("21", "twice")]),
        ("W:W21-23,22:B1", [("22", "twice")]),
        ("W:W21,,22:B1", [("missing",)]),
        ("W:W,21:B1", [("missing",)]),
        ("W:WQ21:B1", [("'Q21'", "no piece")]),
        ("W:WKK21:B1", [("'KK21'",)]),
        ("W:WK:B1", [("'K'",)]),
        ("W:W-21:B1", [("'-21'",)]),
        ("W:W21-:B1", [("'21-'",)]),
        ("W:W2１:B1", [("'2１'",)]),
        ("W:Wа3:B1", [("'а3'",)]),
        ("W:W24-21:B1", [("'24-21'", "backward")]),
        ("W:W21-40:B1", [("'21-40'", "40")]),
        ("W:Wa2:B1", [("'a2'", "no square a2")]),
        ("W:Wa9:B1", [("'a9'",)]),
        ("W:Wi1:B1", [("'i1'",)]),
        ("W:W1:B9", [("'1'", "White man", "promotion row")]),
        ("W:W21:B32", [("'32'", "Black man", "promotion row")]),
        ("W:Wb8:B9", [("'b8'", "promotion row")]),
        ("W:W4-6:B9", [("'4-6'", "4", "promotion row")]),
        ("W:W9999:B1", [("'9999'",)]),
        ("W:W21:B1..", [("'1.'",)]),
        ("W:W21;22:B1", [("'21;22'",)]),
        ("W:H0:W21:B1", [("'H0'", "'W' or 'B'")]),
        ("W:W21:B1:H:F", [("'H'", "plies"), ("'F'", "number of the move")]),
        ("W:W21:B1:H1:H2:F0", [("'H2'", "twice"), ("'F0'", "from 1")]),
        ("W:W21:B1,G9", [("9", "taken", "goes on")]),
        ("W:W21,P22:B1", [("22", "not to move")]),
        ("W:W21:B9,G9", [("9", "twice"), ("9", "goes on")]),
        ("W:W21:B1:+0+0", [("'+0+0'", "american", "king moves")]),
        ("W:W21\0:B1", [("no piece",)]),
        ("\0W:W21:B1", [("side to move",)]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [("chess",)]),
        ("W:W33,1:B0,32,x", [("'33'",), ("'1'",), ("'0'",), ("'32'",), ("'x'",)]),
    ],
)
def test_each_fault_is_named(text: str, faults: list[tuple[str, ...]]) -> None:
    found = _faults(text)
    assert len(found) == len(faults)
    for sentence, words in zip(found, faults, strict=True):
        assert all(word in sentence for word in words), sentence


def test_an_error_carries_the_text_and_can_be_pickled() -> None:
    with pytest.raises(FenError) as error:
        Board.from_fen("W:W33,1:B9")
    assert "'W:W33,1:B9'" in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.faults) == (str(error.value), error.value.faults)


@pytest.mark.parametrize(
    "value", [None, 5, b"W:W21:B1", ["W:W21:B1"], Board(), object()], ids=lambda v: type(v).__name__
)
def test_a_position_is_a_string(value: object) -> None:
    try:
        Board.from_fen(value)  # type: ignore[arg-type]
    except (FenError, TypeError) as error:
        assert type(value).__name__ in str(error) or "str" in str(error)  # noqa: PT017
    else:
        pytest.fail("read")


@pytest.mark.parametrize(
    "text",
    [
        "W:W" + ",".join(["21"] * 100_000) + ":B1",
        "W:W21:B1" + " " * 1_000_000,
        ":" * 1_000_000,
        "W:W" + "9" * 1_000_000 + ":B1",
        "W:W1-" + "9" * 4_000 + ":B1",
        "W:" + "W:" * 500_000,
        "+" * 10_000,
    ],
    ids=["many squares", "blanks", "colons", "a long number", "a long range", "many lists", "pluses"],
)
def test_huge_texts_are_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(FenError) as error:
        Board.from_fen(text)
    assert len(str(error.value)) < 20_000


def test_a_board_full_of_pieces_is_read_on_the_largest_board() -> None:
    text = f"W:W{','.join(f'K{n}' for n in range(1, 37))}:B{','.join(f'K{n}' for n in range(37, 73))}"
    assert _fen(text, CANADIAN) == text
    assert _fen("W:WK1-36:BK37-72", CANADIAN) == text


@every_variant
def test_the_start_position_is_read_as_it_is_written(rules: Rules) -> None:
    assert Board.from_fen(Board(rules).fen, rules) == Board(rules)


@every_variant
def test_algebraic_squares_are_those_of_the_variant(rules: Rules) -> None:
    geometry = rules.geometry
    for square in geometry.numbers:
        for color in Color:
            piece = Piece(color, PieceType.KING)
            lists = {color: f"K{geometry.name(square)}", color.opponent: ""}
            board = Board.from_fen(f"B:W{lists[Color.WHITE]}:B{lists[Color.BLACK]}", rules)
            assert board[square] == piece
            assert board.pieces(color) == (square,)


@pytest.mark.parametrize(
    ("rules", "algebraic", "numeric"),
    [
        (RUSSIAN, "W:Wh6:Bg7,c5,d2", "W:W12:B8,14,26"),
        (ITALIAN, "W:WKa8:BKh1", "W:WK1:BK32"),
        (SPANISH, "W:Wh1:BKa8", "W:W1:BK32"),
        (TURKISH, "W:Wa1:Bh8", "W:W57:B8"),
        (INTERNATIONAL, "W:Wa1:Bb10", "W:W46:B1"),
        (CANADIAN, "W:Wa1:Bb12", "W:W67:B1"),
    ],
    ids=lambda value: value.name if isinstance(value, Rules) else "",
)
def test_names_and_numbers_mean_the_same_squares(rules: Rules, algebraic: str, numeric: str) -> None:
    assert _fen(algebraic, rules) == numeric


@every_variant
def test_men_stand_anywhere_but_on_their_promotion_row(rules: Rules) -> None:
    geometry = rules.geometry
    for color, far in ((Color.WHITE, 0), (Color.BLACK, geometry.height - 1)):
        for square in geometry.numbers:
            lists = {color: str(square), color.opponent: ""}
            text = f"W:W{lists[Color.WHITE]}:B{lists[Color.BLACK]}"
            if geometry.coordinates(square)[0] == far:
                (fault,) = _faults(text, rules)
                assert str(square) in fault
            else:
                assert _fen(text, rules) == text


# Frisian counters of king moves, in Lidraughts' order: how often Black's king, then its square; then White's.


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:WK32,41:BK1,7:+0+0", "W:WK32,41:BK1,7"),
        ("W:WK32,41:BK1,7:+0+132", "W:WK32,41:BK1,7:+0+132"),
        ("W:WK32,41:BK1,7:+132+0", "W:WK32,41:BK1,7:+0+132"),
        ("W:WK32,41:BK1,7:+0+201", "W:WK32,41:BK1,7:+201+0"),
        ("B:WK32,41:BK1,7:+332+101", "B:WK32,41:BK1,7:+101+332"),
        ("B:BK1,7:WK32,41:+101+332", "B:WK32,41:BK1,7:+101+332"),
        ("W:WK32,41:BK1,7:+0+132.", "W:WK32,41:BK1,7:+0+132"),
        ("W:WK32,41:BK1,7:+1+2", "W:WK32,41:BK1,7:+101+232"),
        ("W:WK32,41:B1,7:+0+2", "W:WK32,41:B1,7:+0+232"),
    ],
)
def test_frisian_positions_carry_the_counts_of_king_moves(text: str, canonical: str) -> None:
    assert _fen(text, FRISIAN) == canonical
    assert Board.from_fen(canonical, FRISIAN) == Board.from_fen(text, FRISIAN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("W:WK32,41:BK1,7:+432+0", ("'+432+0'", "1 to 3")),
        ("W:WK32,41:BK1,K2,7:+1+0", ("'+1+0'", "Black has 2 kings")),
        ("W:WK32,41:B1,7:+1+0", ("'+1+0'", "Black has no kings")),
        ("W:WK32,41:BK1,7:+032+0", ("'+032+0'",)),
        ("W:WK32,41:BK1,7:+132", ("'+132'",)),
        ("W:WK32,41:BK1,7:+", ("'+'",)),
        ("W:WK32,41:BK1,7:+0+133", ("33", "no White king")),
        ("W:WK32,41:BK1,7:+0+141", ("41", "no White king")),
        ("W:WK32,41:BK1,7:+132+232", ("square 32", "no Black king")),
        ("W:WK32:BK1,7:+132+0", ("White", "no men")),
        ("W:WK32,41:BK1:+0+101", ("Black", "no men")),
        ("W:WK32,41:BK1,7:+0+199", ("99",)),
    ],
)
def test_a_wrong_count_of_king_moves_is_named(text: str, words: tuple[str, ...]) -> None:
    (fault,) = _faults(text, FRISIAN)
    assert all(word in fault for word in words)


def test_lidraughts_counters_freeze_the_king_that_they_name() -> None:
    board = Board.from_fen("W:W24,K46:B5,K4:H6:F40:+0+346", FRISIAN)
    assert [str(move) for move in board.legal_moves] == ["24-19", "24-20"]
    assert board.fen == "W:W24,K46:B5,K4:+0+346".replace("B5,K4", "BK4,5")
    older = Board.from_fen("W:WK8,45:BK10,16:+3+3", FRISIAN)
    assert [str(move) for move in older.legal_moves] == ["45-40"]
    assert older.fen == "W:WK8,45:BK10,16:+310+308"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W:B:W27,23:B1,2", "B:W23,27:B1,2"),
        ("B:W:W27,23:B1,2", "W:W23,27:B1,2"),
        ("W:W:W27,23:B1,2", "W:W23,27:B1,2"),
        ("B:B3", "B:W:B3"),
        ("W:B:W27", "W:W27:B"),
        ("W:W24,K5:B26,27,", "W:WK5,24:B26,27"),
        ("W:W24,K5,:B26,27,.", "W:WK5,24:B26,27"),
    ],
)
def test_habits_of_other_programs(text: str, canonical: str) -> None:
    assert _fen(text) == canonical


_CORNERS = (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT, Corner.TOP_LEFT, Corner.TOP_RIGHT)
_SIZES = st.sampled_from((4, 6, 8, 10, 12))


@st.composite
def _counting_rules(draw: st.DrawFn) -> Rules:
    """Rules that count king moves, on any board and with any limit."""
    squares = draw(st.sampled_from(PlayableSquares))
    width, height = draw(_SIZES), draw(_SIZES)
    if squares is PlayableSquares.ALL and width * height > 128:
        width = 10
    corner = draw(st.sampled_from(_CORNERS[:2])) if squares is PlayableSquares.DIAGONAL else _CORNERS[0]
    geometry = Geometry(
        width, height, squares, corner, draw(st.sampled_from(_CORNERS)), draw(st.sampled_from(_CORNERS[:2]))
    )
    return FRISIAN.replace(
        name="counting", geometry=geometry, men_rows=1, king_move_limit=draw(st.integers(1, 200)), game_type=None
    )


@given(_counting_rules(), st.data())
@settings(max_examples=200)
def test_every_position_of_every_board_is_read_as_it_was_written(rules: Rules, data: st.DataObject) -> None:
    geometry = rules.geometry
    rows = {color: promotion_row(geometry, color) for color in Color}
    pieces: dict[int, Piece] = {}
    for square in data.draw(st.lists(st.sampled_from(geometry.numbers), max_size=14, unique=True)):
        color = data.draw(st.sampled_from(Color))
        is_man = geometry.coordinates(square)[0] != rows[color] and data.draw(st.booleans())
        pieces[square] = Piece(color, PieceType.MAN if is_man else PieceType.KING)
    counters = {}
    for color in Color:
        kings = [square for square, piece in pieces.items() if piece == Piece(color, PieceType.KING)]
        if kings and Piece(color, PieceType.MAN) in pieces.values() and data.draw(st.booleans()):
            counters[color] = (data.draw(st.sampled_from(kings)), data.draw(st.integers(1, rules.king_move_limit or 1)))
    placement = Placement(data.draw(st.sampled_from(Color)), pieces, counters)
    text = write_fen(placement, geometry)
    board = Board.from_fen(text, rules)
    assert read_fen(text, rules) == placement
    assert board.fen == text
    plies, number = data.draw(st.integers(0, 10**9 - 1)), data.draw(st.integers(1, 10**9 - 1))
    for spelling in (
        fen_text(board, names=True),
        fen_text(board, ranges=True),
        fen_text(board, names=True, plies=plies, move_number=number),
    ):
        assert Board.from_fen(spelling, rules) == board, spelling


def test_counts_of_king_moves_make_another_position() -> None:
    text = "W:WK32,41:BK1,7"
    boards = {Board.from_fen(text + counters, FRISIAN) for counters in ("", ":+0+0", ":+0+132", ":+0+232", ":+101+0")}
    assert len(boards) == 4
    assert len({board.key for board in boards}) == 4


def test_reading_says_what_stands_where() -> None:
    placement = read_fen("B:WK32,41:BK1,7:+0+232", FRISIAN)
    assert placement.turn is Color.BLACK
    assert placement.pieces == {
        32: Piece(Color.WHITE, PieceType.KING),
        41: Piece(Color.WHITE, PieceType.MAN),
        1: Piece(Color.BLACK, PieceType.KING),
        7: Piece(Color.BLACK, PieceType.MAN),
    }
    assert placement.king_moves == {Color.WHITE: (32, 2)}


def test_what_lidraughts_writes_is_read_in_full() -> None:
    placement = read_fen("B:W27,G32,P41:B1,K46:H12:F34", INTERNATIONAL, in_capture=True)
    assert (placement.turn, placement.plies, placement.move_number) == (Color.BLACK, 12, 34)
    assert placement.taken == {32: Piece(Color.WHITE, PieceType.MAN), 41: Piece(Color.WHITE, PieceType.KING)}
    assert placement.pieces.keys() == {27, 1, 46}
    frisian = read_fen("W:W32,K48:B1,K7:H3:F20:+0+148", FRISIAN)
    assert (frisian.plies, frisian.move_number, frisian.king_moves) == (3, 20, {Color.WHITE: (48, 1)})


@every_variant
def test_every_spelling_is_read_as_it_is_written(rules: Rules) -> None:
    rng = random.Random(rules.name)
    board = Board(rules)
    for _ in range(60):
        spellings = [fen_text(board), fen_text(board, ranges=True), fen_text(board, plies=7, move_number=9)]
        spellings.append(fen_text(board, names=True))
        assert spellings[0] == board.fen
        for text in spellings:
            assert Board.from_fen(text, rules) == board, text
        placement = read_fen(spellings[2], rules)
        assert (placement.plies, placement.move_number) == (7, 9)
        moves = board.legal_moves
        board = board.play(rng.choice(list(moves))) if moves else Board(rules)


@pytest.mark.parametrize("wrong", [{"names": True, "ranges": True}, {"plies": -1}, {"move_number": 0}])
def test_a_spelling_that_makes_no_sense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"names and ranges|must be"):
        fen_text(Board(), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("fen", ["W:W3 1:B2", "W:W3 2:B2,4", "W:W31 :B2 3", "W:W4\x1e2:B2", "W:W31:B2:H1 2:F4"])
def test_a_blank_is_no_comma_and_not_left_out_of_a_number(fen: str) -> None:
    with pytest.raises(FenError, match=r"a comma is missing after [0-9a-z]+, or a blank stands in a number"):
        Board.from_fen(fen, INTERNATIONAL)


def test_blanks_anywhere_else_do_not_matter() -> None:
    assert Board.from_fen(" W : W 31 , K 32\n: B 1-3 , 7. ", INTERNATIONAL).fen == "W:W31,K32:B1,2,3,7"


@pytest.mark.parametrize(("text", "square"), [("W:W21 22:B1", "21"), ("W:WK21 K22:B1", "K21"), ("W:Wc3 e3:Bd6", "c3")])
def test_a_comma_that_is_missing_is_told_first(text: str, square: str) -> None:
    with pytest.raises(FenError) as error:
        Board.from_fen(text, RUSSIAN)
    assert f"a comma is missing after {square}," in error.value.faults[0]
