"""Ballots."""

from __future__ import annotations

import pytest

from draughts.errors import IllegalMoveError, RulesError
from draughts.openings import (
    GO_AS_YOU_PLEASE,
    Ballot,
    ballot,
    ballot_deck,
    check_eleven_man,
    draw_ballot,
    eleven_man_board,
    three_move_ballots,
    two_move_ballots,
)
from draughts.position.board import Board
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Color, Piece, PieceType


def test_there_are_174_ballots_156_of_them_accepted() -> None:
    ballots = three_move_ballots()
    assert [entry.number for entry in ballots] == list(range(1, 175))
    assert len({entry.moves for entry in ballots}) == 174
    assert sum(entry.is_accepted for entry in ballots) == 156
    assert sum(entry.is_recent for entry in ballots) == 12
    assert sum(bool(entry.name) for entry in ballots) == 24
    assert not ballot(26).is_accepted
    assert ballot(26).moves == ("9-13", "24-19", "10-15")


def test_every_ballot_is_three_legal_moves_to_a_position_of_its_own() -> None:
    boards = {entry.board() for entry in three_move_ballots()}
    assert len(boards) == 174
    assert {board.turn for board in boards} == {Color.WHITE}


def test_a_ballot_is_a_part_of_the_game() -> None:
    game = ballot(1).start()
    assert [str(move) for move in game.moves] == ["9-13", "21-17", "5-9"]
    assert game.boards[0] == Board()
    game.pop()
    assert game.ply == 2


def test_the_deck_depends_on_the_seed_only() -> None:
    deck = ballot_deck(7)
    assert deck == ballot_deck(7) != ballot_deck(8)
    assert sorted(entry.number for entry in deck) == [b.number for b in three_move_ballots() if b.is_accepted]
    assert draw_ballot(7) == deck[0]
    assert len(ballot_deck("x", two_move_ballots())) == 43


def test_two_move_ballots_bar_six_pairs() -> None:
    assert len(two_move_ballots()) == 49
    assert {entry.moves for entry in two_move_ballots() if not entry.is_accepted} >= {("9-14", "21-17")}


def test_go_as_you_please_is_the_start_position() -> None:
    assert GO_AS_YOU_PLEASE.board() == Board()
    assert GO_AS_YOU_PLEASE.board(INTERNATIONAL) == Board(INTERNATIONAL)
    assert str(GO_AS_YOU_PLEASE) == "go as you please"


def test_what_is_no_ballot_is_refused() -> None:
    for number in (0, 175):
        with pytest.raises(RulesError, match="1 to 174"):
            ballot(number)
    with pytest.raises(IllegalMoveError):
        Ballot(0, ("11-18",)).start()


def test_an_eleven_man_ballot_takes_one_man_of_each_side_off() -> None:
    board = eleven_man_board(1, 32)
    assert len(board) == 22
    assert check_eleven_man(board) is board
    for black, white in ((13, 32), (32, 1), (1, 0), (1, 99)):
        with pytest.raises(RulesError, match=r"no (Black|White) man"):
            eleven_man_board(black, white)
    with pytest.raises(RulesError, match="12 men"):
        check_eleven_man(Board())
    with pytest.raises(RulesError, match="kings"):
        check_eleven_man(board.with_piece(18, Piece(Color.WHITE, PieceType.KING)))
    with pytest.raises(IllegalMoveError):
        eleven_man_board(1, 32, ["9-18"])
