"""Faults of other draughts programs, each with its smallest input; the numbers are those of the list of cases.

Cases about games with a history (G17) are not here; the one about numbers for learning programs (G26) is in test_batch.
"""

from __future__ import annotations

import pytest

from draughts import (
    AMERICAN,
    BRAZILIAN,
    INTERNATIONAL,
    RUSSIAN,
    AmbiguousMoveError,
    Board,
    Color,
    FenError,
    IllegalMoveError,
    Piece,
    PieceType,
    Reason,
    Rules,
    RulesError,
    divide,
    get_rules,
    perft,
    variants,
)

_WHITE_KING = Piece(Color.WHITE, PieceType.KING)
_WHITE_MAN = Piece(Color.WHITE, PieceType.MAN)

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


def _board(fen: str, rules: Rules) -> Board:
    return Board.from_fen(fen, rules)


def _texts(board: Board) -> list[str]:
    """Every legal move with all its landing squares."""
    return sorted(board.notation(move, "long") for move in board.legal_moves)


def _line(board: Board, moves: str) -> Board:
    for text in moves.split():
        board = board.play(text)
    return board


def test_g1_captures_are_compulsory_in_american_checkers() -> None:
    board = _line(Board().with_turn(Color.WHITE), "21-17 9-13 17-14")
    assert _texts(board) == ["10x17"]
    assert board.explain("11-15").reason is Reason.CAPTURE_AVAILABLE
    assert [perft(Board(), depth) for depth in range(1, 7)] == [7, 49, 302, 1469, 7361, 36768]


def test_g2_black_moves_first_in_american_checkers() -> None:
    board = Board()
    assert board.turn is Color.BLACK
    assert board.pieces(Color.BLACK) == tuple(range(1, 13))
    assert board.pieces(Color.WHITE) == tuple(range(21, 33))
    assert AMERICAN.game_type == "21,B,8,8,N1,0"
    assert _line(board, "11-15 23-19 8-11 22-17").turn is Color.BLACK


@pytest.mark.parametrize("name", ["pool", "spanish", "czech", "armenian", "canadian"])
def test_g3_a_variant_is_never_played_as_another_one(name: str) -> None:
    assert get_rules(name).name == name
    assert get_rules(name) != INTERNATIONAL


def test_g3_an_unknown_variant_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(RulesError) as error:
        get_rules("anything")
    assert sum(name in str(error.value) for name in variants()) >= 3


@pytest.mark.parametrize("value", ["spanish", "Spanish", 24])
def test_g3_a_board_takes_a_variant_by_its_name_or_number(value: str | int) -> None:
    assert Board(value) == Board(get_rules("spanish"))


@pytest.mark.parametrize("value", ["anything", 999, None, Board])
def test_g3_a_board_refuses_what_names_no_variant(value: object) -> None:
    with pytest.raises((RulesError, TypeError), match=r"no variant|[Rr]ules"):
        Board(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "token"),
    [
        ("W:W55:B4", "55"),
        ("W:W14,14:B10", "14"),
        ("W:W4:B10", "4"),
        ("W:W40:B49", "49"),
        ("", "''"),
        ("W", "'W'"),
    ],
)
def test_g4_a_bad_position_is_refused_with_the_offending_token(fen: str, token: str) -> None:
    with pytest.raises(FenError) as error:
        _board(fen, INTERNATIONAL)
    assert isinstance(error.value, ValueError)
    assert any(token in fault for fault in error.value.faults)


@every_variant
def test_g5_a_turn_passed_and_taken_back_leaves_the_position_as_it_was(rules: Rules) -> None:
    board = Board(rules)
    passed = board.with_turn(board.turn.opponent)
    assert passed.fen != board.fen
    assert passed.with_turn(board.turn) == board
    assert passed.with_turn(board.turn).fen == board.fen == Board(rules).fen


def test_g6_trying_moves_does_not_spoil_later_move_lists() -> None:
    board = Board()
    before = (board.fen, board.key, hash(board), list(board.legal_moves))
    for move in board.legal_moves:
        for reply in board.play(move).legal_moves:
            board.play(move).play(reply)
    assert (board.fen, board.key, hash(board), list(board.legal_moves)) == before
    assert [perft(board, depth, bulk=False) for depth in range(1, 5)] == [7, 49, 302, 1469]


def test_g7_a_chain_of_jumps_must_be_completed() -> None:
    assert perft(Board(), 6) == 36768
    board = _board("W:W16,22:B6,11,18", AMERICAN)
    assert _texts(board) == ["16x7", "22x15x8"]
    assert board.explain("22x15").reason is Reason.UNFINISHED


def test_g8_a_spent_move_is_refused() -> None:
    board = _board("W:WK2,25:B14,15,16", INTERNATIONAL)
    move = board.legal_moves[0]
    later = board.play(move)
    fen = later.fen
    with pytest.raises(IllegalMoveError):
        later.play(move)
    assert later.fen == fen
    assert board.fen == "W:WK2,25:B14,15,16"


def test_g9_a_side_may_have_no_pieces() -> None:
    board = _board("B:W50:B", INTERNATIONAL)
    assert (board.is_terminal, board.winner) == (True, Color.WHITE)
    assert _board("W:W39:B44", INTERNATIONAL).play("39x50") == board


@every_variant
def test_g10_the_side_to_move_is_written_once(rules: Rules) -> None:
    board = Board(rules)
    side, white, black = board.fen.split(":")
    assert (side, white[0], black[0]) == (rules.first_mover.value, "W", "B")
    assert white[1:] == ",".join(map(str, board.pieces(Color.WHITE)))
    assert black[1:] == ",".join(map(str, board.pieces(Color.BLACK)))
    assert Board.from_fen(board.fen, rules) == board


def test_g11_two_captures_that_share_a_text_are_ambiguous() -> None:
    board = _board("W:WK4:B13,20,32,37", INTERNATIONAL)
    assert len(board.legal_moves) == 2
    with pytest.raises(AmbiguousMoveError) as error:
        board.move("4x15")
    assert len(error.value.candidates) == 2
    assert all(candidate in str(error.value) for candidate in error.value.candidates)
    assert {board.move(candidate) for candidate in error.value.candidates} == set(board.legal_moves)


@pytest.mark.parametrize(
    ("fen", "token"),
    [("W:WK4,WK5,55:B4", "WK5"), ("W:W14:B14", "14"), ("W:W0:B4", "0"), ("W:W50-31:B1", "50-31")],
)
def test_g12_stray_letters_squares_off_the_board_and_duplicates_are_refused(fen: str, token: str) -> None:
    with pytest.raises(FenError) as error:
        _board(fen, INTERNATIONAL)
    assert any(token in fault for fault in error.value.faults)


def test_g12_every_fault_is_named() -> None:
    with pytest.raises(FenError) as error:
        _board("W:WK4,WK5,55:B4", INTERNATIONAL)
    faults = error.value.faults
    assert len(faults) == 3
    for token, fault in zip(("WK5", "55", "4"), faults, strict=True):
        assert token in fault


def test_g12_ranges_expand_and_kings_apply_to_all_of_a_range() -> None:
    assert _board("W:W31-50:B1-20", INTERNATIONAL) == Board(INTERNATIONAL)
    assert _board("W:WK4-6:B", INTERNATIONAL) == _board("W:WK4,K5,K6:B", INTERNATIONAL)


def test_g13_a_windmill_is_one_result_and_two_orders() -> None:
    board = _board("W:WK2:B7,8,17,18", INTERNATIONAL)
    (move,) = board.legal_moves
    assert (move.origin, move.destination, move.captured) == (2, 2, (7, 8, 17, 18))
    assert (perft(board, 1, distinct=True), perft(board, 1)) == (1, 2)
    assert divide(board, 1) == {move: 2}
    assert divide(board, 1, distinct=True) == {move: 1}
    assert {captures for _, captures in move.routes} == {(7, 17, 18, 8), (8, 18, 17, 7)}


@pytest.mark.parametrize("fen", ["W:W4:B40", "W:W40:B49", "W:W31:B46"])
def test_g14_a_man_on_its_own_crowning_row_is_refused(fen: str) -> None:
    with pytest.raises(FenError, match="promotion row"):
        _board(fen, INTERNATIONAL)


@every_variant
def test_g14_no_variant_has_a_man_on_its_own_crowning_row(rules: Rules) -> None:
    geometry = rules.geometry
    for square in geometry.numbers:
        row, _ = geometry.coordinates(square)
        for color, promotion_row in ((Color.WHITE, 0), (Color.BLACK, geometry.height - 1)):
            pieces = {color: str(square), color.opponent: ""}
            fen = f"W:W{pieces[Color.WHITE]}:B{pieces[Color.BLACK]}"
            if row == promotion_row:
                with pytest.raises(FenError, match="promotion row"):
                    _board(fen, rules)
            else:
                assert _board(fen, rules)[square] == Piece(color, PieceType.MAN)


def test_g15_a_man_crowned_inside_a_chain_is_a_king_wherever_it_ends() -> None:
    board = _board("W:W12:B8,14,26", RUSSIAN)
    move = board.move("12x3x17x31")
    assert move.promotes
    assert board.play(move).fen == "B:WK31:B"
    assert board[12] == _WHITE_MAN


def test_g16_a_chain_cannot_be_left_unfinished_after_crowning() -> None:
    board = _board("W:Wh6:Bg7,c5,d2", RUSSIAN)
    assert board == _board("W:W12:B8,14,26", RUSSIAN)
    (move,) = board.legal_moves
    assert (move.path, move.captures) == ((12, 3, 17, 31), (8, 14, 26))
    assert board.move("h6xf8xb4xe1") == move
    for prefix in ("12x3", "12x3x17"):
        assert board.explain(prefix).reason is Reason.UNFINISHED


@pytest.mark.parametrize(
    ("rules", "fen", "text", "piece"),
    [
        pytest.param(INTERNATIONAL, "W:W13:B7,8,44", "13x2x11", _WHITE_MAN, id="international"),
        pytest.param(BRAZILIAN, "W:Wd6:Bd4,e7,g7", "d6xf8xh6", _WHITE_MAN, id="brazilian"),
        pytest.param(RUSSIAN, "W:Wd6:Bd4,e7,g7", "d6:f8:h6", _WHITE_KING, id="russian"),
        pytest.param(AMERICAN, "W:W11:B6,7", "11x2", _WHITE_KING, id="american"),
    ],
)
def test_g18_a_capture_over_the_far_row_crowns_as_the_variant_says(
    rules: Rules, fen: str, text: str, piece: Piece
) -> None:
    board = _board(fen, rules)
    (move,) = board.legal_moves
    assert board.move(text) == move
    assert board.play(move)[move.destination] == piece


def test_g19_men_capture_backward_in_international_draughts_only() -> None:
    assert _texts(_board("W:W22:B27,28", INTERNATIONAL)) == ["22x31", "22x33"]
    board = _board("W:W22:B25,26", AMERICAN)
    assert _texts(board) == ["22-17", "22-18"]
    for text in ("22x29", "22x31"):
        assert board.explain(text).reason is Reason.MAN_DIRECTION


@pytest.mark.parametrize(("text", "after"), [("14x3", "B:WK3:B10"), ("14x5", "B:WK5:B9")])
def test_g20_a_capture_that_crowns_can_be_taken_back(text: str, after: str) -> None:
    board = _board("W:W14:B9,10", INTERNATIONAL)
    assert _texts(board) == ["14x3", "14x5"]
    assert board.play(text).fen == after
    assert board.fen == "W:W14:B9,10"
    assert board == _board("W:W14:B9,10", INTERNATIONAL)


def test_g21_a_winning_move_can_be_taken_back() -> None:
    board = _board("W:WK27:B28", AMERICAN)
    won = board.play("27-32")
    assert (won.fen, won.winner) == ("B:WK32:B28", Color.WHITE)
    assert (board.fen, board.winner) == ("W:WK27:B28", None)


def test_g22_taking_the_last_man_wins() -> None:
    won = _board("B:W17:B14", AMERICAN).play("14x21")
    assert won.fen == "W:W:B21"
    assert (len(won.legal_moves), won.is_terminal, won.winner) == (0, True, Color.BLACK)


def test_g23_a_king_does_not_pass_over_a_man_without_taking_it() -> None:
    board = _line(
        Board().with_turn(Color.WHITE),
        "24-20 12-16 28-24 8-12 32-28 4-8 24-19 9-13 28-24 10-14 22-18 6-10 18x9 5x14 25-22 1-5 22-18 5-9 18-15 "
        "11x18 20x11x4 3-8",
    )
    assert board == _board("W:W19,21,23,24,26,27,29,30,31,K4:B2,7,8,9,10,12,13,14,18", AMERICAN)
    assert _texts(board) == ["4x11"]
    with pytest.raises(IllegalMoveError):
        board.move("4-22")


def test_g24_a_double_jump_may_end_on_the_last_row() -> None:
    board = _board("W:W17:B6,14", AMERICAN)
    (move,) = board.legal_moves
    assert (move.path, move.promotes) == ((17, 10, 1), True)
    assert board.play(move).fen == "B:WK1:B"


def test_g25_a_man_crowned_by_a_jump_stops() -> None:
    board = _board("W:W11:B6,7", AMERICAN)
    assert _texts(board) == ["11x2"]
    assert board.play("11x2").fen == "B:WK2:B6"
    assert board.explain("11x2x9").reason is Reason.PROMOTION_ENDS_MOVE


@every_variant
def test_g27_boards_and_moves_compare_by_value(rules: Rules) -> None:
    one, other = Board(rules), Board.from_fen(Board(rules).fen, rules)
    assert one == other
    assert hash(one) == hash(other)
    assert list(one.legal_moves) == list(other.legal_moves)
    assert {*one.legal_moves, *other.legal_moves} == set(one.legal_moves)
    move = one.legal_moves[0]
    assert one.play(move) == other.play(move)
    assert one.play(move) != one
    assert one.with_turn(one.turn.opponent) != one


def test_a_kings_jump_is_offered_beside_a_mans() -> None:
    board = _board("W:WK18,32:B8,14,15,27", AMERICAN)
    assert _texts(board) == ["18x11x4", "18x9", "32x23"]


def test_kings_do_not_fly_in_american_checkers() -> None:
    board = _board("W:WK32:B14", AMERICAN)
    assert _texts(board) == ["32-27", "32-28"]
    assert board.explain("32-23").reason is Reason.KING_RANGE


@pytest.mark.parametrize(("rules", "separator"), [(RUSSIAN, ":"), (BRAZILIAN, "x")], ids=["russian", "brazilian"])
def test_a_piece_is_jumped_once_only(rules: Rules, separator: str) -> None:
    # Behind e5 the king could turn about and take the same man again, for ever.
    board = _board("W:WKd4:Be5", rules)
    names = [board.notation(move, "algebraic") for move in board.legal_moves]
    assert sorted(names) == [f"d4{separator}{square}" for square in ("f6", "g7", "h8")]
    assert all(len(move.path) == 2 for move in board.legal_moves)


def test_a_taken_piece_blocks_the_way_until_the_turn_ends() -> None:
    board = _board("W:WKg7:Be3,f4,f6,g3,g5", RUSSIAN)
    (move,) = board.legal_moves
    assert move.captured == tuple(sorted(filter(None, map(RUSSIAN.geometry.number, ("f6", "e3", "g3")))))


def test_a_text_that_names_a_square_twice_does_not_fit_a_path_that_crosses_it_once() -> None:
    board = _board("W:WK1:B7,18", INTERNATIONAL)
    assert board.move("1x12x23").captures == (7, 18)
    with pytest.raises(IllegalMoveError):
        board.move("1x23x12x23")


def test_the_longest_capture_of_a_man_goes_backward_too() -> None:
    board = _board("W:W28:B22,32,42", INTERNATIONAL)
    (move,) = board.legal_moves
    assert move.captures == (32, 42)
    assert move.path == (28, 37, 48)
