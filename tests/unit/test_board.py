"""Boards as values: what stands on them, what changes with a move, counters of king moves, pictures."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from draughts import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    BARRELHEAD,
    BREAKTHROUGH,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    RUSSIAN,
    RUSSIAN_GIVEAWAY,
    SPANISH,
    TURKISH,
    ArgumentError,
    Board,
    Color,
    FenError,
    IllegalMoveError,
    LegalMoves,
    Move,
    Piece,
    PieceType,
    Reason,
    Rules,
    get_variant,
    variants,
)

pytestmark = pytest.mark.smoke

_WHITE_MAN, _WHITE_KING = Piece(Color.WHITE, PieceType.MAN), Piece(Color.WHITE, PieceType.KING)
_BLACK_MAN, _BLACK_KING = Piece(Color.BLACK, PieceType.MAN), Piece(Color.BLACK, PieceType.KING)

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


def _line(board: Board, moves: str) -> Board:
    for text in moves.split():
        board = board.play(text)
    return board


# What stands where


@every_variant
def test_the_start_position_has_men_only_and_the_first_mover_to_move(rules: Rules) -> None:
    board = Board(rules)
    assert board.turn is rules.first_mover
    for color in Color:
        assert board.pieces(color) == board.pieces(color, PieceType.MAN)
        assert board.pieces(color, PieceType.KING) == ()
    assert len(board) == len(board.pieces(Color.WHITE)) + len(board.pieces(Color.BLACK))
    assert board.legal_moves
    assert not board.has_capture
    assert not board.is_terminal
    assert board.winner is None


@every_variant
def test_pieces_and_squares_tell_the_same(rules: Rules) -> None:
    board = Board(rules)
    for square in rules.geometry.numbers:
        piece = board[square]
        assert (piece is None) == all(square not in board.pieces(color) for color in Color)
        if piece is not None:
            assert square in board.pieces(*piece)


def test_pieces_are_listed_in_ascending_order() -> None:
    board = Board.from_fen("W:WK30,21,K2:B1,K29", AMERICAN)
    assert board.pieces(Color.WHITE) == (2, 21, 30)
    assert board.pieces(Color.WHITE, PieceType.KING) == (2, 30)
    assert board.pieces(Color.WHITE, PieceType.MAN) == (21,)
    assert board.pieces(Color.BLACK) == (1, 29)
    assert [board[square] for square in (1, 2, 21, 29, 30, 3)] == [
        _BLACK_MAN,
        _WHITE_KING,
        _WHITE_MAN,
        _BLACK_KING,
        _WHITE_KING,
        None,
    ]
    # Numbers run against the rows on the Spanish board; they ascend all the same.
    assert Board.from_fen("W:WK30,2,11:B21", SPANISH).pieces(Color.WHITE) == (2, 11, 30)


@pytest.mark.parametrize("square", [0, -1, 33, 1000])
def test_there_is_nothing_off_the_board(square: int) -> None:
    with pytest.raises(IndexError, match=str(square)):
        Board()[square]
    with pytest.raises(IndexError, match=str(square)):
        Board().with_piece(square, None)


def test_an_empty_board_is_a_position_and_is_true() -> None:
    board = Board.empty()
    assert (board.fen, len(board), bool(board)) == ("B:W:B", 0, True)
    assert (board.is_terminal, board.winner) == (True, Color.WHITE)
    assert Board.empty(AMERICAN, Color.WHITE).fen == "W:W:B"
    assert Board.empty(RUSSIAN).turn is Color.WHITE
    assert Board.empty(AMERICAN_GIVEAWAY).winner is Color.BLACK


def test_pieces_can_be_put_down_and_taken_away() -> None:
    board = Board.empty(AMERICAN, Color.WHITE).with_piece(18, _WHITE_KING).with_piece(9, _BLACK_MAN)
    assert board.fen == "W:WK18:B9"
    assert board.with_piece(18, _WHITE_MAN).fen == "W:W18:B9"
    assert board.with_piece(18, _BLACK_KING).fen == "W:W:B9,K18"
    assert board.with_piece(9, None).fen == "W:WK18:B"
    assert board.with_piece(1, None) == board
    assert board.fen == "W:WK18:B9"


@pytest.mark.parametrize(("square", "piece"), [(1, _WHITE_MAN), (32, _BLACK_MAN)])
def test_no_man_is_put_on_its_promotion_row(square: int, piece: Piece) -> None:
    with pytest.raises(FenError, match="promotion row"):
        Board.empty().with_piece(square, piece)
    king = Piece(piece.color, PieceType.KING)
    assert Board.empty().with_piece(square, king)[square] == king


@every_variant
def test_the_turn_can_be_given_to_either_side(rules: Rules) -> None:
    board = Board(rules)
    other = board.with_turn(board.turn.opponent)
    assert (other.turn, other.with_turn(board.turn)) == (board.turn.opponent, board)
    assert board.with_turn(board.turn) == board
    for square in rules.geometry.numbers:
        assert other[square] == board[square]


@every_variant
def test_the_start_position_turned_round_is_itself_with_the_other_side_to_move(rules: Rules) -> None:
    board = Board(rules)
    assert board.flip() == board.with_turn(board.turn.opponent)


def test_turning_the_board_exchanges_colours_and_kings_stay_kings() -> None:
    assert Board.from_fen("W:W32,K5:B1,K4", AMERICAN).flip().fen == "B:WK29,32:B1,K28"
    assert Board.from_fen("W:WK32,41:BK1,7:+232+101", FRISIAN).flip().fen == "B:W44,K50:B10,K19:+219+150"


# Values


@pytest.mark.parametrize("value", [None, 3.5, True, Color.WHITE, Board, Board()])
def test_a_board_takes_rules_only(value: Any) -> None:
    with pytest.raises(ArgumentError, match="Rules"):
        Board(value)


def test_rules_may_be_named_wherever_they_are_wanted() -> None:
    for name in ("russian", "Shashki", 25, "25", get_variant("russian")):
        assert Board(name) == Board(RUSSIAN)
        assert Board.from_fen("W:Wc3:B", name) == Board.empty(name).with_piece("c3", "white man").with_turn("W")


def test_boards_are_equal_by_position_and_what_decides_moves() -> None:
    board = Board.from_fen("W:W21:B1", AMERICAN)
    assert board == Board.from_fen("W:W21:B1.", AMERICAN)
    assert board != Board.from_fen("B:W21:B1", AMERICAN)
    assert board != Board.from_fen("W:WK21:B1", AMERICAN)
    assert board != Board.from_fen("W:W21:B2", AMERICAN)
    assert board != Board.from_fen("W:W21:B1", POOL)
    assert board != "W:W21:B1"
    assert Board(AMERICAN) == Board(BARRELHEAD) == Board(AMERICAN.replace(draws=(), name="another"))
    assert hash(Board(AMERICAN)) == hash(Board(BARRELHEAD))
    assert Board(FRISIAN) != Board(FRISIAN.replace(king_move_limit=2))
    assert Board(RUSSIAN) != Board(RUSSIAN_GIVEAWAY)
    assert len({Board(), Board(), Board(AMERICAN), Board(RUSSIAN)}) == 2


def test_equal_rules_make_equal_boards() -> None:
    rules = pickle.loads(pickle.dumps(RUSSIAN))
    assert rules is not RUSSIAN
    assert Board(rules) == Board(RUSSIAN)
    assert hash(Board(rules)) == hash(Board(RUSSIAN))
    assert Board(rules).play("c3-d4") == Board(RUSSIAN).play("c3-d4")


def test_a_board_cannot_be_changed() -> None:
    board: Any = Board()
    for name in ("turn", "fen", "rules", "legal_moves", "new"):
        with pytest.raises(AttributeError):
            setattr(board, name, None)
    with pytest.raises(TypeError):
        board[1] = None


def test_copies_are_the_board_itself() -> None:
    board = Board().play("11-15")
    assert copy.copy(board) is board
    assert copy.deepcopy(board) is board
    assert copy.deepcopy([board]) == [board]


@every_variant
def test_what_a_board_shows_makes_it_again(rules: Rules) -> None:
    board = Board(rules)
    shown = repr(board)
    assert board.fen in shown
    assert rules.name in shown


def test_playing_does_not_change_the_board() -> None:
    board = Board()
    before = (board.fen, board.key, list(board.legal_moves))
    later = _line(board, "11-15 23-19 8-11 22-17")
    assert later != board
    assert (board.fen, board.key, list(board.legal_moves)) == before


@pytest.mark.parametrize("value", [None, 5, (11, 15), ["11-15"], b"11-15"], ids=lambda value: type(value).__name__)
def test_only_moves_and_texts_are_played(value: Any) -> None:
    with pytest.raises(TypeError):
        Board().play(value)


@pytest.mark.parametrize("value", [None, 5, b"11-15", (11, 15)], ids=lambda value: type(value).__name__)
def test_a_move_is_read_from_a_string(value: Any) -> None:
    with pytest.raises(TypeError):
        Board().move(value)
    with pytest.raises(TypeError):
        Board().explain(value)


# Moves


def test_legal_moves_are_a_sequence() -> None:
    moves = Board().legal_moves
    assert isinstance(moves, LegalMoves)
    assert [str(move) for move in moves] == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert len(moves) == 7
    assert moves
    assert (moves[0], moves[6], moves[-1], moves[-7]) == (moves[0], moves[-1], moves[6], moves[0])
    assert moves[1:3] == (moves[1], moves[2])
    assert moves.index(moves[3]) == 3
    assert moves.count(moves[3]) == 1
    assert list(reversed(moves)) == list(moves)[::-1]
    assert list(moves) == list(moves)
    assert moves == Board().legal_moves
    assert moves == list(moves)
    assert moves != list(moves)[:-1]
    assert [str(move) for move in moves] == [str(moves[at]) for at in range(len(moves))]
    for at in (7, -8):
        with pytest.raises(IndexError):
            moves[at]


@every_variant
def test_a_legal_move_is_among_the_legal_moves(rules: Rules) -> None:
    board = Board(rules)
    for move in board.legal_moves:
        assert move in board.legal_moves
        assert move in Board.from_fen(board.fen, rules).legal_moves
    other = board.with_turn(board.turn.opponent)
    assert all(move not in board.legal_moves for move in other.legal_moves)


@pytest.mark.parametrize("value", ["11-15", 1, None, (11, 15)])
def test_what_is_no_move_is_not_among_the_legal_moves(value: object) -> None:
    assert value not in Board().legal_moves


def test_no_legal_moves_are_false() -> None:
    moves = Board.from_fen("B:W9,14:B5", AMERICAN).legal_moves
    assert (bool(moves), len(moves), list(moves)) == (False, 0, [])


@pytest.mark.parametrize(
    ("rules", "fen", "has_capture"),
    [
        (AMERICAN, "W:W22:B18", True),
        (AMERICAN, "W:W22:B13,15,17,18", False),
        (AMERICAN, "W:W22:B25", False),
        (INTERNATIONAL, "W:W22:B28", True),
        (ITALIAN, "W:W28:B13,K23", False),
        (RUSSIAN, "W:WKa1:Bd4", True),
        (TURKISH, "W:Wd4:Bc4", True),
        (FRISIAN, "W:W23:B33", True),
        (CANADIAN, "W:W72:BK1", False),
    ],
)
def test_a_side_that_can_capture_must(rules: Rules, fen: str, has_capture: bool) -> None:
    board = Board.from_fen(fen, rules)
    assert board.has_capture is has_capture
    assert all(move.is_capture is has_capture for move in board.legal_moves)


@pytest.mark.parametrize(
    ("rules", "fen", "winner"),
    [
        (AMERICAN, "B:W9,14:B5", Color.WHITE),
        (AMERICAN, "B:W9:B", Color.WHITE),
        (AMERICAN, "W:W:B5", Color.BLACK),
        (AMERICAN, "W:W9:B5", None),
        (AMERICAN_GIVEAWAY, "B:W9,14:B5", Color.BLACK),
        (AMERICAN_GIVEAWAY, "W:W:B5", Color.WHITE),
        (BREAKTHROUGH, "B:WK3:B20", Color.WHITE),
        (BREAKTHROUGH, "W:W20:BK50", Color.BLACK),
        (BREAKTHROUGH, "W:W20:B9", None),
        (BREAKTHROUGH, "W:W20:B", None),
        (BREAKTHROUGH, "W:W:B9", Color.BLACK),
    ],
)
def test_the_position_says_who_has_won(rules: Rules, fen: str, winner: Color | None) -> None:
    assert Board.from_fen(fen, rules).winner is winner


@pytest.mark.parametrize("fen", ["B:WK3:B20", "W:WK3:B20", "B:W46:B20,K50"])
def test_nothing_is_played_once_breakthrough_is_won(fen: str) -> None:
    board = Board.from_fen(fen, BREAKTHROUGH)
    assert (list(board.legal_moves), board.is_terminal, board.has_capture) == ([], True, False)
    assert board.explain("20-24").reason is Reason.GAME_OVER


def test_crowning_ends_a_game_of_breakthrough_and_passing_the_far_row_does_not() -> None:
    assert Board.from_fen("W:W6:B20", BREAKTHROUGH).play("6-1").winner is Color.WHITE
    assert Board.from_fen("W:W13:B7,8,44", BREAKTHROUGH).play("13x2x11").winner is None


def test_a_move_of_another_board_is_refused() -> None:
    board = Board()
    foreign: list[Move] = [
        Board(RUSSIAN).move("c3-d4"),
        Board(INTERNATIONAL).move("32-28"),
        board.play("11-15").move("23-19"),
        Board.from_fen("B:WK32:BK11", AMERICAN).move("11-15"),
        Board.from_fen("B:W15:B11", AMERICAN).move("11x18"),
    ]
    for move in foreign:
        assert move not in board.legal_moves
        with pytest.raises(IllegalMoveError):
            board.play(move)
    assert board == Board()


def test_a_move_of_an_equal_board_is_played() -> None:
    move = pickle.loads(pickle.dumps(Board().move("11-15")))
    assert Board().play(move) == Board().play("11-15")
    # The same squares, the same piece, the same result, under other rules with the same numbering.
    assert Board().play(Board(POOL).move("11-15")) == Board().play("11-15")


# Frisian: no more than three quiet moves in succession with one king while the side has men (article 17)

_KINGS_AND_MEN = "W:WK40,K49,39:BK3,25"


def test_a_king_that_has_moved_three_times_may_not_move_a_fourth_time() -> None:
    board = _line(Board.from_fen(_KINGS_AND_MEN, FRISIAN), "40-1 3-8 1-40 8-3 40-1")
    assert board.fen == "B:WK1,39,K49:BK3,25:+203+301"
    board = board.play("3-8")
    assert board.fen == "W:WK1,39,K49:BK8,25:+308+301"
    assert {move.origin for move in board.legal_moves} == {39, 49}
    with pytest.raises(IllegalMoveError, match="3 quiet moves"):
        board.play("1-40")
    # The move of another piece frees the king of that side, and of that side only.
    board = board.play("39-33")
    assert board.fen == "B:WK1,33,K49:BK8,25:+308+0"
    assert {move.origin for move in board.legal_moves} == {25}


def test_another_king_has_a_count_of_its_own() -> None:
    board = Board.from_fen("W:WK1,39,K49:BK8,25:+301+308", FRISIAN).play("49-44")
    assert board.fen == "B:WK1,39,K44:BK8,25:+308+144"


def test_a_tired_king_may_still_capture() -> None:
    board = Board.from_fen("W:W31,K46:B9:+346+0", FRISIAN)
    assert {move.origin for move in board.legal_moves} == {31}
    board = Board.from_fen("W:W31,K46:BK5,28,14:+346+0", FRISIAN)
    assert {move.origin for move in board.legal_moves} == {46}
    assert board.has_capture


def test_a_capture_lifts_the_limit() -> None:
    board = Board.from_fen("W:W31,K46:BK1,19:+346+0", FRISIAN)
    after = board.play(board.legal_moves[0])
    assert after.fen.count(":") == 2


def test_a_side_without_men_may_move_one_king_as_often_as_it_likes() -> None:
    board = Board.from_fen("W:WK46:BK1,20", FRISIAN)
    board = _line(board, "46-41 20-24 41-46 24-29 46-41 29-33")
    assert board.fen == "W:WK41:BK1,33"
    assert 46 in {move.destination for move in board.legal_moves}


def test_a_king_is_free_again_when_its_last_man_is_taken() -> None:
    board = Board.from_fen("B:WK5,40:B34,12:+305+0", FRISIAN).play("34x45")
    assert board.fen == "W:WK5:B12,45"
    assert board.winner is None
    assert {move.origin for move in board.legal_moves} == {5}
    assert board.play("5-46").fen == "B:WK46:B12,45"


def test_a_king_that_is_taken_takes_its_count_with_it() -> None:
    board = Board.from_fen("B:W31,K28:BK6,1:+228+0", FRISIAN)
    after = board.play(board.legal_moves[0])
    assert after.rules.king_move_limit == 3
    assert ":+" not in after.fen


def test_a_side_that_can_only_move_a_tired_king_loses() -> None:
    board = Board.from_fen("W:W6,K46:BK1:+346+0", FRISIAN)
    assert (board.is_terminal, board.winner) == (True, Color.BLACK)
    assert Board.from_fen("W:W6,K46:BK1:+246+0", FRISIAN).winner is None


def test_turning_the_board_turns_the_counts_of_king_moves() -> None:
    board = Board.from_fen("W:W31,K46:B9:+346+0", FRISIAN).flip()
    assert board.fen == "B:W42:BK5,20:+305+0"
    assert {move.origin for move in board.legal_moves} == {20}


def test_no_other_variant_counts_king_moves() -> None:
    board = Board.from_fen(_KINGS_AND_MEN, INTERNATIONAL)
    assert _line(board, "40-1 3-8 1-40 8-3 40-1 3-8 1-40 8-3") == board


# Pictures


def test_a_board_is_drawn_with_white_at_the_bottom() -> None:
    lines = Board.from_fen("W:W21,K30:B1,K2", AMERICAN).ascii().splitlines()
    assert lines == [
        " 8    b   B   .   .",
        " 7  .   .   .   .",
        " 6    .   .   .   .",
        " 5  .   .   .   .",
        " 4    .   .   .   .",
        " 3  w   .   .   .",
        " 2    .   .   .   .",
        " 1  .   W   .   .",
        "    a b c d e f g h",
    ]
    assert str(Board()) == Board().ascii()


@every_variant
def test_a_drawing_shows_each_piece_and_each_empty_square(rules: Rules) -> None:
    board = Board(rules)
    rows = board.ascii().splitlines()
    drawn = "".join(row[4:] for row in rows[:-1])
    men = len(board.pieces(Color.WHITE))
    assert (drawn.count("w"), drawn.count("b")) == (men, men)
    assert drawn.count(".") == rules.geometry.square_count - 2 * men
    assert len(rows) == rules.geometry.height + 1
    numbered = board.ascii(numbers=True)
    for square in rules.geometry.numbers:
        assert (str(square) in numbered.split()) or board[square] or square <= rules.geometry.height
    symbols = board.unicode()
    assert (symbols.count("⛀"), symbols.count("⛂")) == (men, men)


def test_kings_have_symbols_of_their_own() -> None:
    symbols = Board.from_fen("W:W21,K30:B1,K2", AMERICAN).unicode()
    assert [symbols.count(sign) for sign in "⛀⛁⛂⛃"] == [1, 1, 1, 1]


def test_the_jamaican_board_is_lettered_from_the_right() -> None:
    assert Board(variants()["jamaican"]).ascii().splitlines()[-1].split() == list("hgfedcba")
