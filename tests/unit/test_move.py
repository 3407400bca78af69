"""Moves as values: what is known of a move without its board."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest

from draughts import AMERICAN, INTERNATIONAL, RUSSIAN, TURKISH, Board, Color, Move, Piece, PieceType, Rules, variants

_ROUND = "W:WK22:B9,10,17,18"
_LINE = "W:WK18:B7,15,23,27,40"


def _only(fen: str, rules: Rules) -> Move:
    (move,) = Board.from_fen(fen, rules).legal_moves
    return move


def test_a_quiet_move_knows_its_squares_and_its_piece() -> None:
    move = Board().move("11-15")
    assert (move.origin, move.destination, move.path) == (11, 15, (11, 15))
    assert (move.captures, move.captured, move.is_capture) == ((), (), False)
    assert (move.paths, move.routes) == (((11, 15),), (((11, 15), ()),))
    assert (move.promotes, move.becomes_king) == (False, False)
    assert move.piece == Piece(Color.BLACK, PieceType.MAN)
    assert (str(move), repr(move)) == ("11-15", "Move(11-15)")


def test_a_capture_knows_what_it_takes_in_order() -> None:
    move = Board.from_fen("W:W22:B18,11", AMERICAN).move("22x15x8")
    assert (move.path, move.captures, move.captured) == ((22, 15, 8), (18, 11), (11, 18))
    assert move.is_capture
    assert (str(move), repr(move)) == ("22x8", "Move(22x15x8)")


def test_a_single_jump_shows_its_two_squares() -> None:
    move = Board.from_fen("W:W22:B18", AMERICAN).move("22x15")
    assert (str(move), repr(move), move.path, move.captures) == ("22x15", "Move(22x15)", (22, 15), (18,))


@pytest.mark.parametrize(
    ("fen", "rules", "text", "promotes", "becomes_king"),
    [
        ("W:W6:B20", AMERICAN, "6-1", True, True),
        ("W:W11:B6,7", AMERICAN, "11x2", True, True),
        ("W:WK6:B20", AMERICAN, "6-1", False, True),
        ("W:W22:B20", AMERICAN, "22-17", False, False),
        ("W:W13:B7,8,44", INTERNATIONAL, "13x2x11", False, False),
        ("W:Wd6:Bd4,e7,g7", RUSSIAN, "d6:f8:h6", True, True),
        ("W:Wb6:Bb7,g4,Kc8", TURKISH, "b6xb8xd8", True, True),
        ("B:W5:B28", AMERICAN, "28-32", True, True),
    ],
)
def test_a_move_knows_whether_it_crowns(fen: str, rules: Rules, text: str, promotes: bool, becomes_king: bool) -> None:
    move = Board.from_fen(fen, rules).move(text)
    assert (move.promotes, move.becomes_king) == (promotes, becomes_king)


def test_every_route_of_a_round_trip_is_known() -> None:
    move = _only(_ROUND, AMERICAN)
    assert set(move.routes) == {
        ((22, 13, 6, 15, 22), (17, 9, 10, 18)),
        ((22, 15, 6, 13, 22), (18, 10, 9, 17)),
    }
    assert set(move.paths) == {(22, 13, 6, 15, 22), (22, 15, 6, 13, 22)}
    assert (move.origin, move.destination, move.captured) == (22, 22, (9, 10, 17, 18))


def test_every_stop_over_of_a_flying_king_is_a_route() -> None:
    move = _only(_LINE, INTERNATIONAL)
    assert set(move.routes) == {((18, 29, 45), (23, 40)), ((18, 34, 45), (23, 40))}


@pytest.mark.parametrize(("fen", "rules"), [(_ROUND, AMERICAN), (_LINE, INTERNATIONAL)], ids=["round", "line"])
def test_path_and_captures_are_the_first_route(fen: str, rules: Rules) -> None:
    # Asked for in either order, and on a board of its own: the answer does not depend on what was asked before.
    first = _only(fen, rules)
    path, captures = first.path, first.captures
    second = _only(fen, rules)
    routes = second.routes
    assert routes[0] == (path, captures)
    assert (second.path, second.captures) == (path, captures)
    assert first.routes == routes
    assert first.paths == tuple(route for route, _ in routes)


def test_moves_are_equal_by_what_they_do() -> None:
    board = Board.from_fen(_ROUND, AMERICAN)
    assert board.move("22x15x6x13x22") == board.move("22x13x6x15x22")
    one, other = Board().move("11-15"), Board.from_fen(Board().fen, AMERICAN).move("11-15")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != Board().move("11-16")
    assert one != "11-15"
    assert one != (11, 15)


def test_moves_that_leave_another_piece_or_take_another_piece_differ() -> None:
    king = Board.from_fen("B:W32:BK11", AMERICAN).move("11-15")
    white = Board.from_fen("W:WK11:B1", AMERICAN).move("11-15")
    man = Board().move("11-15")
    assert len({king, white, man}) == 3
    longer = Board.from_fen("W:WK4:B13,20,32,37", INTERNATIONAL).legal_moves
    assert longer[0] != longer[1]
    assert (longer[0].origin, longer[0].destination) == (longer[1].origin, longer[1].destination)


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])
def test_moves_have_an_order(rules: Rules) -> None:
    moves = list(Board(rules).legal_moves)
    assert sorted(moves) == moves
    assert sorted(moves, reverse=True) == moves[::-1]
    for earlier, later in pairwise(moves):
        assert earlier < later
        assert earlier <= later
        assert later > earlier
        assert later >= earlier
        assert not later < earlier
        same = pickle.loads(pickle.dumps(earlier))
        assert same <= earlier
        assert same >= earlier


def test_moves_have_no_order_with_other_things() -> None:
    move: Any = Board().move("11-15")
    for compare in ("__lt__", "__gt__"):
        assert getattr(move, compare)("11-15") is NotImplemented
    with pytest.raises(TypeError):
        move < "11-15"  # noqa: B015
    with pytest.raises(TypeError):
        move >= (11, 15)  # noqa: B015


@pytest.mark.parametrize("name", ["origin", "destination", "piece", "promotes", "path", "captures", "other"])
def test_a_move_cannot_be_changed(name: str) -> None:
    move = Board().move("11-15")
    with pytest.raises(AttributeError):
        setattr(move, name, 1)
    with pytest.raises(AttributeError):
        delattr(move, name)
    assert move == Board().move("11-15")


@pytest.mark.parametrize(
    ("fen", "rules"),
    [(_ROUND, AMERICAN), (_LINE, INTERNATIONAL), ("W:W22:B18", AMERICAN), ("W:W6:B", AMERICAN)],
    ids=["round", "line", "jump", "crowning"],
)
def test_a_move_can_be_pickled_and_copied(fen: str, rules: Rules) -> None:
    board = Board.from_fen(fen, rules)
    for move in board.legal_moves:
        again = pickle.loads(pickle.dumps(move))
        assert again == move
        assert hash(again) == hash(move)
        assert (again.path, again.captures, again.captured) == (move.path, move.captures, move.captured)
        assert (again.promotes, again.piece, str(again), repr(again)) == (
            move.promotes,
            move.piece,
            str(move),
            repr(move),
        )
        assert again in board.legal_moves
        assert board.play(again) == board.play(move)
        assert copy.copy(move) is move
        assert copy.deepcopy(move) is move


def test_a_pickled_move_still_knows_every_route() -> None:
    for fen, rules in ((_ROUND, AMERICAN), (_LINE, INTERNATIONAL)):
        move = _only(fen, rules)
        assert set(pickle.loads(pickle.dumps(move)).routes) == set(_only(fen, rules).routes)


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])
def test_users_get_plain_numbers(rules: Rules) -> None:
    for move in Board(rules).legal_moves:
        assert type(move.origin) is type(move.destination) is int
        assert all(type(square) is int for square in move.path)


def test_a_capture_of_several_pieces_is_not_made_without_its_routes() -> None:
    with pytest.raises(ValueError, match="needs its routes"):
        Move(22, 6, Piece(Color.WHITE, PieceType.MAN), captured=(10, 18))
