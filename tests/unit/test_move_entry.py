"""Entering moves square by square."""

from __future__ import annotations

import pytest

from draughts.errors import AmbiguousMoveError, GameStateError, IllegalMoveError
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move_entry import MoveEntry, selectable_squares, square_number
from draughts.rules.presets import AMERICAN, FRISIAN, INTERNATIONAL, RUSSIAN, TURKISH
from draughts.rules.rules import Rules


def _entry(fen: str, square: int | str, rules: Rules = AMERICAN, *, touch_move: bool = False) -> MoveEntry:
    return MoveEntry(Board.from_fen(fen, rules), square, touch_move=touch_move)


def test_only_pieces_that_may_move_can_be_selected() -> None:
    assert selectable_squares(Board()) == (9, 10, 11, 12)
    assert selectable_squares(Board.from_fen("W:W22,32:B18")) == (22,)


@pytest.mark.parametrize(
    ("fen", "square", "rules", "why"),
    [
        ("W:W22,32:B18", 10, AMERICAN, "no piece stands on 10"),
        ("W:W22,32:B18", 18, AMERICAN, "the man on 18 is Black's, and White is to move"),
        ("W:W22,32:B18", 32, AMERICAN, "a capture is available and must be made, with the piece on 22"),
        ("B:W9,14:B5", 5, AMERICAN, "Black has no legal move"),
        ("W:W21,25:B3", 25, AMERICAN, None),
        ("W:W26,30,31:B3", 30, AMERICAN, None),
        ("W:Wc3,b2,d2:Bh8", "d2", RUSSIAN, None),
        ("W:Wa3,b4,h2:Bh8", "a3", RUSSIAN, "the man on a3 cannot move"),
        ("W:WK46,35:B3:+346+0", 46, FRISIAN, "the king on 46 has made 3 quiet moves in succession"),
    ],
)
def test_a_piece_that_may_not_move_is_refused_with_the_reason(
    fen: str, square: int | str, rules: Rules, why: str | None
) -> None:
    if why is None:
        assert _entry(fen, square, rules).targets
    else:
        with pytest.raises(IllegalMoveError, match=why):
            _entry(fen, square, rules)


def test_a_quiet_move_is_one_step() -> None:
    entry = MoveEntry(Board(), 11)
    assert (entry.targets, entry.is_complete, entry.open) == (
        (15, 16),
        False,
        "from 11 the Black man can go to 15 or 16",
    )
    with pytest.raises(GameStateError, match="not finished: from 11"):
        _ = entry.move
    with pytest.raises(IllegalMoveError, match="not to 18"):
        entry.step(18)
    entry.step(15)
    assert str(entry.move) == "11-15"
    assert (entry.targets, entry.open, entry.taken, entry.is_under_way) == ((), "", (), False)
    with pytest.raises(GameStateError, match="complete"):
        entry.step(18)


def test_a_chain_is_kept_until_it_is_finished_and_can_be_taken_back() -> None:
    entry = _entry("W:W16,22:B6,11,18", 22)
    entry.step(15)
    assert entry.is_under_way
    assert entry.open == "from 15 the White man must go on to 8"
    assert (entry.taken, entry.lifted, entry.square) == ((18,), (), 15)
    entry.undo()
    assert (entry.path, entry.targets) == ((22,), (15,))
    with pytest.raises(GameStateError, match="no step"):
        entry.undo()
    entry.step(15)
    entry.cancel()
    assert entry.path == (22,)
    entry.step(15)
    entry.step(8)
    assert (entry.taken, entry.lifted) == ((18, 11), (18, 11))


def test_touch_move_binds_the_piece_and_every_jump() -> None:
    entry = _entry("W:W16,22:B6,11,18", 22, touch_move=True)
    with pytest.raises(GameStateError, match="the piece on 22 must be moved"):
        entry.cancel()
    entry.step(15)
    with pytest.raises(GameStateError, match="the step stands"):
        entry.undo()


def test_a_flying_king_chooses_its_landing_squares() -> None:
    entry = _entry("W:WK26:B9,21,29,32,39", 26, INTERNATIONAL)
    for square in (12, 34, 43, 27):
        assert square in entry.targets
        entry.step(square)
    assert entry.targets == (4,)
    entry.step(4)
    assert entry.move.captured == (9, 21, 29, 32, 39)


def test_landing_squares_that_end_the_capture_too_early_are_no_targets() -> None:
    entry = _entry("W:WKa5:Bb6,g5", "a5", RUSSIAN)
    assert [entry.board.rules.geometry.name(square) for square in entry.targets] == ["d8"]
    entry.step("d8")
    entry.step("h4")
    assert entry.is_complete


def test_routes_that_lead_to_one_move_are_all_kept() -> None:
    first = _entry("W:WK18:B7,15,23,27,40", 18, INTERNATIONAL)
    other = _entry("W:WK18:B7,15,23,27,40", 18, INTERNATIONAL)
    assert first.targets == (29, 34)
    first.step(29)
    other.step(34)
    assert first.finish(45) == other.finish(45)


def test_the_end_of_a_move_may_be_chosen_at_once_if_it_is_the_only_one() -> None:
    entry = _entry("W:WK4:B13,20,32,37", 4, INTERNATIONAL)
    assert 15 in entry.destinations
    with pytest.raises(AmbiguousMoveError) as error:
        entry.finish(15)
    assert len(error.value.candidates) == 2
    assert len(entry.moves) >= 2
    with pytest.raises(IllegalMoveError, match="no legal move ends on 1"):
        entry.finish(1)
    entry.step(entry.targets[0])
    quiet = MoveEntry(Board(), 11)
    assert str(quiet.finish("15")) == "11-15"
    assert str(quiet.finish(15)) == "11-15"
    with pytest.raises(GameStateError, match="complete"):
        quiet.finish(16)


def test_taken_pieces_leave_at_once_where_the_rules_say_so() -> None:
    entry = _entry("W:WKb1:Bb4,d4,e7,h5", "b1", TURKISH)
    entry.step("b7")
    assert entry.lifted == entry.taken == (square_number(entry.board, "b4"),)
    assert "b1" not in repr(entry)


def test_squares_that_do_not_exist_are_refused() -> None:
    for square in (0, 33, "z9", "33", "a2"):
        with pytest.raises(IllegalMoveError, match="no square"):
            MoveEntry(Board(), square)


def test_a_game_keeps_one_entry_at_a_time() -> None:
    game = Game(start=Board.from_fen("W:W16,22:B6,11,18"))
    entry = game.start_move(22)
    game.start_move(16)
    entry = game.start_move(22)
    entry.step(15)
    with pytest.raises(GameStateError, match="must be finished"):
        game.start_move(16)
    entry.cancel()
    touched = game.start_move(16, touch_move=True)
    with pytest.raises(GameStateError, match="touch-move"):
        game.start_move(22)
    game.push(touched.finish(7))
    assert game.board[7] is not None
    assert game.start_move(18).targets == (25,)


def test_an_automatic_move_finishes_the_capture_that_was_begun() -> None:
    game = Game(start=Board.from_fen("W:W16,22:B6,11,18"))
    game.start_move(22).step(15)
    assert str(game.auto_move()) == "22x8"
    game = Game()
    assert game.auto_move() in Board().legal_moves
    assert game.auto_move(lambda moves: moves[-1]) == game.moves[-1]
    with pytest.raises(IllegalMoveError, match="none of the moves"):
        game.auto_move(lambda moves: Board.from_fen("W:W32:BK1").legal_moves[0])
