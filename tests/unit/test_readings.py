"""What callers may say instead of a value, and that everything else is refused in words, wherever it is said."""

from __future__ import annotations

import json

import pytest

import draughts
from draughts import (
    AMERICAN,
    INTERNATIONAL,
    RUSSIAN,
    ArgumentError,
    Board,
    Clock,
    Color,
    Game,
    Piece,
    PieceType,
    SquareError,
    perft,
    viewer,
)


def _board() -> Board:
    return Board.from_fen("W:W22:B9,10,17,18")


def test_what_has_one_reading_is_taken() -> None:
    game = Game("russian", start="W:Wc3,e3:Bd4,f6", clock="300+5")
    assert game.rules == RUSSIAN
    assert str(game.time_control) == "300+5"
    assert game.board["c3"] == Piece(Color.WHITE, PieceType.MAN)
    assert game.board.pieces("white", "man") == game.board.pieces(Color.WHITE, PieceType.MAN)
    assert "d4" in game.board
    assert list(game.board) == sorted(game.board.piece_map())
    game.resign("W")
    assert game.result is not None
    assert game.result.winner is Color.BLACK
    game = Game()
    game.adjudicate("draw")
    assert game.result is not None
    assert game.result.is_draw
    assert perft(AMERICAN, 3) == perft("american", 3) == perft(Game(), 3) == perft(Board().fen, 3) == 302
    assert viewer.page(Game()).startswith("<!DOCTYPE html>")
    assert Clock.new("60", "B").started(at=0).remaining("B", at=10) == 50


def test_a_missing_square_names_a_game_that_has_it() -> None:
    with pytest.raises(SquareError, match=r"1 to 32\); 50 is a square of 10x10 games such as INTERNATIONAL"):
        Board()[50]
    assert "50 is a square of 10x10 games such as INTERNATIONAL" in Board().explain("50-45").message
    with pytest.raises(IndexError) as error:
        Board(INTERNATIONAL).with_piece(99, None)
    assert isinstance(error.value, ArgumentError)


def test_names_of_other_packages_are_answered_with_ours() -> None:
    for value, name, ours in (
        (Board(), "push", "board.play"),
        (Board(), "piece_at", r"board\[square\]"),
        (Game(), "push_uci", "game.push"),
        (Board().legal_moves[0], "from_square", "move.origin"),
        (draughts, "StandardBoard", "Board"),
    ):
        with pytest.raises(AttributeError, match=ours):
            getattr(value, name)
        assert not hasattr(value, "no_such_name")
        assert not hasattr(value, name)
        assert name not in dir(value)


def test_positions_and_moves_are_data_for_front_ends() -> None:
    board = _board()
    data = json.loads(json.dumps(board.to_dict()))
    assert Board.from_fen(data["fen"], data["variant"]) == board
    assert data["pieces"] == {str(square): str(piece).lower() for square, piece in board.piece_map().items()}
    for move in board.legal_moves:
        told = json.loads(json.dumps(move.to_dict()))
        assert board.move(told["move"]) == move
        assert (told["path"], told["captures"]) == (list(move.path), list(move.captures))
    game = Game()
    game.push("11-15")
    assert Game.from_json(game.to_json(indent=None)) == game
    assert "\n" not in game.to_json(indent=None)
    assert (str(game.last_move), game.fen) == ("11-15", game.board.fen)


@pytest.mark.parametrize("name", ["american", "international", "turkish", "jamaican", "spantsiretti"])
def test_a_flipped_move_is_one_of_the_flipped_board(name: str) -> None:
    board = Board(name)
    for _ in range(30):
        if not board.legal_moves:
            break
        flipped = board.flip()
        assert {move.flip() for move in board.legal_moves} == set(flipped.legal_moves)
        move = board.legal_moves[-1]
        assert board.play(move).flip() == flipped.play(move.flip())
        assert move.flip().flip() == move
        board = board.play(move)


def test_moves_are_written_in_the_variants_own_style() -> None:
    board = Board.from_fen("W:Wc5:Bd4,f4", RUSSIAN)
    assert board.notation(board.legal_moves[0]) == "c5:g5"
    assert Board().notation("11-15") == "11-15"


def test_dir_of_the_package_shows_what_is_public() -> None:
    shown = {name for name in dir(draughts) if not name.startswith("__")}
    assert shown == (set(draughts.__all__) | {"errors"}) - {"__version__"}
