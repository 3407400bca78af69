"""Moves as text: every spelling that is read, what is not read, and every style that is written."""

from __future__ import annotations

from typing import Any

import pytest

from draughts import (
    AMERICAN,
    BRAZILIAN,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    RUSSIAN,
    SPANISH,
    THAI,
    TURKISH,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    Move,
    Reason,
    Rules,
    get_rules,
    variants,
)
from draughts.position.notation import Style, read_spelling

_STYLES: tuple[Style, ...] = ("short", "long", "unambiguous", "algebraic", "pdn", "hub")

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


def _move(text: str, rules: Rules, fen: str = "") -> Move:
    return (Board.from_fen(fen, rules) if fen else Board(rules)).move(text)


# Reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" 11 - 15 ", "11-15"),
        ("11\t-\t15\n", "11-15"),
        ("1115", "11-15"),
        ("011-015", "11-15"),
        ("f6-g5", "11-16"),
        ("F6-G5", "11-16"),
        ("f6g5", "11-16"),
        ("f6 - g5", "11-16"),
        ("fg5", "11-16"),
    ],
)
def test_a_quiet_move_is_read_in_many_spellings(text: str, expected: str) -> None:
    board = Board()
    assert board.move(text) == board.move(expected)
    assert str(board.move(text)) == expected


@pytest.mark.parametrize("dash", "‐‑‒–—−-")
def test_dashes_that_look_like_a_hyphen_are_read_as_one(dash: str) -> None:
    assert _move(f"11{dash}15", AMERICAN) == _move("11-15", AMERICAN)
    assert _move(f"c3{dash}d4", RUSSIAN) == _move("c3-d4", RUSSIAN)


@pytest.mark.parametrize("cross", "xX×хХ:")
def test_crosses_that_look_like_an_x_are_read_as_one(cross: str) -> None:
    # The last two letters before the colon are Cyrillic.
    fen = "W:W22:B18,11"
    assert _move(f"22{cross}15{cross}8", AMERICAN, fen) == _move("22x15x8", AMERICAN, fen)
    assert _move(f"c3{cross}e5{cross}c7", RUSSIAN, "W:Wc3:Bd4,d6").captures == (18, 10)


@pytest.mark.parametrize(
    ("text", "fen", "rules"),
    [
        ("22x15x8", "W:W22:B18,11", AMERICAN),
        ("22x8", "W:W22:B18,11", AMERICAN),
        ("22-8", "W:W22:B18,11", AMERICAN),
        ("22-15-8", "W:W22:B18,11", AMERICAN),
        ("22:15:8", "W:W22:B18,11", AMERICAN),
        ("22x15-8", "W:W22:B18,11", AMERICAN),
        ("22 x 15 x 8", "W:W22:B18,11", AMERICAN),
        ("2208", "W:W22:B18,11", AMERICAN),
        ("c3xe5xg7", "W:W22:B18,11", AMERICAN),
        ("c3:g7", "W:W22:B18,11", AMERICAN),
        ("c3g7", "W:W22:B18,11", AMERICAN),
        ("c3e5g7", "W:W22:B18,11", AMERICAN),
        ("c:g7", "W:W22:B18,11", AMERICAN),
        ("cg7", "W:W22:B18,11", AMERICAN),
        # Hub: origin, destination, then what is taken, in any order.
        ("22x8x18x11", "W:W22:B18,11", AMERICAN),
        ("22x8x11x18", "W:W22:B18,11", AMERICAN),
        # What is taken between the two ends.
        ("22x18x11x8", "W:W22:B18,11", AMERICAN),
        ("22x11x18x8", "W:W22:B18,11", AMERICAN),
    ],
)
def test_a_capture_is_read_in_many_spellings(text: str, fen: str, rules: Rules) -> None:
    move = _move(text, rules, fen)
    assert (move.origin, move.destination, move.captured) == (22, 8, (11, 18))


@pytest.mark.parametrize("text", ["12x3x17x31", "12x31", "12x17x31", "12x3x31", "h6:f8:b4:e1", "h6:e1", "he1"])
def test_some_of_the_landing_squares_are_enough(text: str) -> None:
    assert _move(text, RUSSIAN, "W:W12:B8,14,26").path == (12, 3, 17, 31)


@pytest.mark.parametrize("text", ["12x17x3x31", "12x3x3x31", "12x17x17x31", "12x3x17x31x12", "12x4x31"])
def test_landing_squares_in_another_order_or_others_are_not_read(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        _move(text, RUSSIAN, "W:W12:B8,14,26")


def test_a_text_that_names_a_whole_route_means_the_move_with_that_route() -> None:
    fen = "W:WK4:B13,20,32,37"
    moves = {text: _move(text, INTERNATIONAL, fen) for text in ("4x27x38x15", "4x31x42x15")}
    assert len(set(moves.values())) == 2
    for text, move in moves.items():
        assert tuple(map(int, text.split("x"))) in move.paths


def test_a_text_that_is_the_whole_route_of_one_capture_means_it_though_a_longer_one_ends_there() -> None:
    # 15:1 takes 10; 15:22:31:24:15:1 goes round first. The long text names the long way, the short one the short way.
    board = Board.from_fen("W:WK15:BK10,14,16,18,19,26,27", RUSSIAN)
    single = next(move for move in board.legal_moves if move.path == (15, 1))
    longer = next(move for move in board.legal_moves if move.destination == 1 and move != single)
    assert board.move(board.notation(longer, "long")) == longer
    assert board.move(board.notation(single, "long")) == single


def test_captured_squares_tell_captures_with_the_same_ends_apart() -> None:
    board = Board.from_fen("W:WK4:B13,20,32,37", INTERNATIONAL)
    with pytest.raises(AmbiguousMoveError):
        board.move("4x15")
    for move in board.legal_moves:
        assert board.move(board.notation(move, "hub")) == move


@pytest.mark.parametrize(
    ("text", "expected"),
    [("cd4", "c3-d4"), ("ed4", "e3-d4"), ("e-d4", "e3-d4"), ("CB4", "c3-b4"), ("gf4", "g3-f4"), (" g h4 ", "g3-h4")],
)
def test_a_file_is_enough_where_one_piece_on_it_can_go_there(text: str, expected: str) -> None:
    assert _move(text, RUSSIAN) == _move(expected, RUSSIAN)


def test_a_file_is_not_enough_where_two_pieces_on_it_can_go_there() -> None:
    board = Board.from_fen("W:WKc1,Kc5:Bh8", RUSSIAN)
    with pytest.raises(AmbiguousMoveError) as error:
        board.move("ce3")
    assert {board.move(text) for text in error.value.candidates} == {board.move("c1-e3"), board.move("c5-e3")}


@pytest.mark.parametrize(
    ("rules", "text", "numeric"),
    [
        (INTERNATIONAL, "d4-e5", "32-28"),
        (INTERNATIONAL, "3228", "32-28"),
        (ITALIAN, "b3-a4", "21-17"),
        (SPANISH, "h3-g4", "9-13"),
        (TURKISH, "a3-a4", "41-33"),
        (TURKISH, "4133", "41-33"),
        (get_rules("canadian"), "a5-b6", "43-37"),
        (THAI, "a7-b6", "28-24"),
    ],
    ids=lambda value: value.name if isinstance(value, Rules) else str(value),
)
def test_names_and_numbers_are_those_of_the_variant(rules: Rules, text: str, numeric: str) -> None:
    board = Board(rules)
    assert board.move(text) == board.move(numeric)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "x",
        "11",
        "11-",
        "-15",
        "11--15",
        "11-15-",
        "11xx15",
        "11,15",
        "11/15",
        "11-15x",
        "1-2-3-",
        "11-15 23-19",
        "1. 11-15",
        "11-15!",
        "11-15?",
        "11-15\0",
        "\x0011-15",
        "１１-１５",
        "a",
        "a1",
        "a-b",
        "z1-z2",
        "m1-a2",
        "O-O",
        "e2e4q",
        "--",
        "*",
        "1-0",
        "0-1",
        "1/2-1/2",
        "null",
        "None",
        "11-15" * 100,
        "x".join(["1"] * 1000),
        "1" * 100_000,
        "-" * 100_000,
        "9999999999-1",
        "🙂",
        "11\ud80015",
    ],
    ids=repr,
)
def test_what_is_no_move_of_this_board_is_refused(text: str) -> None:
    board = Board()
    explanation = board.explain(text)
    assert explanation.reason in {Reason.UNREADABLE, Reason.NO_SUCH_SQUARE, Reason.NO_PIECE}
    assert not explanation.moves
    with pytest.raises(IllegalMoveError):
        board.move(text)
    with pytest.raises(IllegalMoveError):
        board.play(text)


@pytest.mark.parametrize("text", ["11-15" * 100, "x".join(["1"] * 1000), "１１-１５", "1" * 100_000])
def test_strange_texts_are_no_spelling(text: str) -> None:
    assert read_spelling(text, AMERICAN.geometry) is None


# Writing


@pytest.mark.parametrize(
    ("rules", "fen", "text", "written"),
    [
        (AMERICAN, "W:W22:B1", "22-18", ("22-18", "22-18", "22-18", "c3-d4", "22-18", "22-18")),
        (AMERICAN, "W:W22:B18", "22x15", ("22x15", "22x15", "22x15", "c3xe5", "22x15", "22x15x18")),
        (AMERICAN, "W:W22:B18,11", "22x8", ("22x8", "22x15x8", "22x8", "c3xg7", "22x8", "22x8x11x18")),
        (RUSSIAN, "W:Wc5:Bd4,f4", "c5:g5", ("14x16", "14x23x16", "14x16", "c5:g5", "c5:g5", "14x16x18x19")),
        (BRAZILIAN, "W:Wc5:Bd4,f4", "c5xg5", ("14x16", "14x23x16", "14x16", "c5xg5", "c5xg5", "14x16x18x19")),
        (THAI, "W:WK5:B14,16", "5x18", ("5x18", "5x18", "5x18", None, None, "5x18x14")),
        (POOL, "W:W10:B7,8,15", "10x3x12", ("10x12", "10x3x12", "10x12", "d6xh6", "10x12", "10x12x7x8")),
        (
            INTERNATIONAL,
            "W:WK4:B13,20,32,37",
            "4x27x38x15",
            ("4x15", "4x27x38x15", "4x27x38x15", None, "4x27x38x15", None),
        ),
        (
            AMERICAN,
            "W:WK22:B9,10,17,18",
            "22x22",
            ("22x22", None, "22x22", "c3xc3", "22x22", "22x22x9x10x17x18"),
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Rules) else value if isinstance(value, str) else "",
)
def test_a_move_is_written_in_every_style(rules: Rules, fen: str, text: str, written: tuple[str | None, ...]) -> None:
    board = Board.from_fen(fen, rules)
    move = board.move(text)
    for style, expected in zip(_STYLES, written, strict=True):
        found = board.notation(move, style)
        assert expected is None or found == expected, style


@every_variant
@pytest.mark.parametrize("style", _STYLES)
def test_every_first_and_second_move_can_be_read_back(rules: Rules, style: Style) -> None:
    board = Board(rules)
    for move in board.legal_moves:
        assert board.move(board.notation(move, style)) == move
        later = board.play(move)
        for reply in later.legal_moves:
            assert later.move(later.notation(reply, style)) == reply


def test_captures_of_thai_draughts_are_written_with_a_hyphen() -> None:
    board = Board.from_fen("W:WK5:B14,16", THAI)
    assert "x" not in board.notation(board.legal_moves[0], "pdn")


@pytest.mark.parametrize("style", ["", "SHORT", "fen", None, 1])
def test_an_unknown_style_is_refused(style: Any) -> None:
    board = Board()
    with pytest.raises(ValueError, match="style"):
        board.notation(board.legal_moves[0], style)


def test_the_short_text_of_a_move_is_its_str() -> None:
    board = Board.from_fen("W:W22:B18,11", AMERICAN)
    (move,) = board.legal_moves
    assert board.notation(move) == board.notation(move, "short") == str(move) == "22x8"
