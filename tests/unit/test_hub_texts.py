"""Positions, moves and names of variants as the Hub protocol has them."""

from __future__ import annotations

import pytest

from draughts import (
    AMERICAN,
    BREAKTHROUGH,
    CANADIAN,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    INTERNATIONAL_GIVEAWAY,
    KILLER,
    RUSSIAN,
    AmbiguousMoveError,
    Board,
    Color,
    FenError,
    Game,
    IllegalMoveError,
    Rules,
    RulesError,
    variants,
)
from draughts.hub import (
    VARIANTS,
    read_move,
    read_position,
    read_variation,
    variant_name,
    variant_rules,
    write_move,
    write_position,
)

_START = 20 * "b" + 10 * "e" + 20 * "w"


# Positions


def test_the_position_of_the_protocols_description() -> None:
    board = read_position("W" + _START)
    assert board == Board(INTERNATIONAL)
    assert write_position(board) == "W" + _START
    kings = read_position("BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee")
    assert kings.fen == "B:WK4,K5,25,35,36:BK38,K48"
    assert kings.turn is Color.BLACK


@pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)
def test_start_positions_of_every_board_go_out_and_in(rules: Rules) -> None:
    text = write_position(Board(rules))
    assert len(text) == 1 + rules.geometry.square_count
    assert read_position(text, rules) == Board(rules)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ("a Hub position begins with the side to move, W or B",)),
        ("w" + _START, ("a Hub position begins with the side to move, W or B",)),
        ("W", ("0 squares, but the international board has 50",)),
        ("W" + _START[:-1], ("49 squares, but the international board has 50",)),
        ("W" + _START + "e", ("51 squares, but the international board has 50",)),
        (
            "W" + _START[:-2] + "x ",
            ("'x' on square 49 is none of w, b, W, B, e", "' ' on square 50 is none of w, b, W, B, e"),
        ),
        ("Ww" + "e" * 49, ("'1': a White man cannot stand on its promotion row (square 1)",)),
    ],
)
def test_what_is_no_position_is_refused_with_every_fault(text: str, faults: tuple[str, ...]) -> None:
    with pytest.raises(FenError) as caught:
        read_position(text)
    assert caught.value.faults == faults


def test_a_long_text_is_not_repeated_in_the_message() -> None:
    with pytest.raises(FenError) as caught:
        read_position("W" + "e" * 100_000)
    assert len(str(caught.value)) < 200


def test_counters_of_king_moves_have_no_place_in_a_position() -> None:
    board = Board.from_fen("W:W40,K46:B5,K10", FRISIAN).play("46-41")
    with pytest.raises(FenError, match="king move counters"):
        write_position(board)
    assert read_position(write_position(board.without_king_moves()), FRISIAN) == board.without_king_moves()


# Moves


@pytest.mark.parametrize(
    "text", ["28x19x12x13x22", "28x19x22x12x13", "28x19x13x22x12"], ids=["ascending", "jumped", "mixed"]
)
def test_captured_squares_come_in_any_order(text: str) -> None:
    board = Board.from_fen("W:W28:B22,12,13", INTERNATIONAL)
    assert read_move(board, text) == board.legal_moves[0]
    assert write_move(board.legal_moves[0]) == "28x19x12x13x22"


def test_squares_behind_a_destination_are_captured_ones_never_landing_squares() -> None:
    board = Board.from_fen("W:W28:B22,12", INTERNATIONAL)  # it goes 28, 17, 8
    assert read_move(board, "28x8x12x22").path == (28, 17, 8)
    with pytest.raises(IllegalMoveError, match="the capture is not finished"):
        read_move(board, "28x17x8")


def test_a_capture_without_captured_squares_is_understood_if_one_fits() -> None:
    assert write_move(read_move(Board.from_fen("W:W28:B22", INTERNATIONAL), "28x17")) == "28x17x22"
    board = Board.from_fen("W:WK30:B16,17,18,19,43", INTERNATIONAL)
    with pytest.raises(AmbiguousMoveError, match="names no captured squares") as caught:
        read_move(board, "30x49")
    assert caught.value.candidates == ("30x49x17x19x43", "30x49x18x19x43")
    for text in caught.value.candidates:
        assert write_move(read_move(board, text)) == text


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        ("W:W28:B22", "28-17", "28x17x22"),  # a capture, written as a quiet move
        ("W:W28:B22", "28-23", "a capture is available"),
        ("W:W28:B22", "28x17x23", "no legal move from 28 to 17 takes 23; legal: 28x17x22"),
        ("W:W28:B22", "28x17x22x22", "takes 22, 22"),
        ("W:W28:B22", "28x17x22x23", "takes 22, 23"),
        ("W:W28:B22", "28x51x22", "there is no square 51"),
        ("W:W28:B22", "0x17x22", "there is no square 0"),
        ("W:W28:B22", "28x51", "there is no square 51"),
        ("W:W28:B22", "28x19", "28x19"),
        ("W:W28:B12", "28x23", "28-23 takes nothing"),
        ("W:W28:B12", "28x23x12", "no legal move from 28 to 23 takes 12; legal: 28-23"),
        ("W:W28:B12", "29-23", "no piece stands on 29"),
        ("W:W28:B12", "28-22-17", "is no move"),
        ("W:W28:B12", "", "'' is no move"),
        ("W:W28:B12", "28", "is no move"),
        ("W:W28:B12", " 28-22", "is no move"),
        ("W:W28:B12", "28-22\n", "is no move"),
        ("W:W28:B12", "a1-b2", "is no move"),
        ("W:W28:B12", "٢٨-22", "is no move"),
        ("W:W28:B12", "28x" + "1x" * 10_000, "is no move"),
    ],
)
def test_what_is_no_legal_move_is_refused_with_the_reason(fen: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason) as caught:
        read_move(Board.from_fen(fen, INTERNATIONAL), text)
    assert len(str(caught.value)) < 400


def test_zeros_in_front_do_no_harm() -> None:
    assert str(read_move(Board(INTERNATIONAL).play("32-28"), "016-021")) == "16-21"


def test_a_variation_names_the_move_that_is_wrong() -> None:
    with pytest.raises(IllegalMoveError, match="'28x18x23'"):
        read_variation(Board(INTERNATIONAL), ["32-28", "19-23", "28x18x23"])


# Names of variants


def test_hubs_names_mean_these_rules() -> None:
    assert dict(VARIANTS) == {
        "normal": INTERNATIONAL,
        "killer": KILLER,
        "bt": BREAKTHROUGH,
        "frisian": FRISIAN,
        "losing": INTERNATIONAL_GIVEAWAY,
    }
    for name, rules in VARIANTS.items():
        assert variant_rules(name) is rules
        assert variant_name(rules) == name


def test_draws_and_the_start_make_no_other_variant() -> None:
    assert variant_name(FRYSK) == "frisian"
    assert variant_name(INTERNATIONAL.replace(name="club", draws=())) == "normal"


@pytest.mark.parametrize("rules", [AMERICAN, RUSSIAN, CANADIAN, INTERNATIONAL.replace(capture_priority=())])
def test_other_rules_have_no_name(rules: Rules) -> None:
    with pytest.raises(RulesError, match="Hub has no name for"):
        variant_name(rules)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(RulesError, match="it has normal, killer, bt, frisian, losing"):
        variant_rules("Normal")


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_moves_of_a_game_are_read_back(rules: Rules) -> None:
    game = Game(rules)
    while not game.is_over and game.ply < 40:
        for move in game.legal_moves:
            assert read_move(game.board, write_move(move)) == move
        game.push(game.legal_moves[game.board.key % len(game.legal_moves)])
