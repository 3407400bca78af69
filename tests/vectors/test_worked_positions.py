"""The worked positions T01 to T43 of the rules reference: what is legal, what is refused, and the reason in words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from draughts import Board, Color, IllegalMoveError, Move, PieceType, Reason, get_rules

pytestmark = pytest.mark.smoke

_FILE = Path(__file__).parent.parent / "data" / "worked_positions.toml"


class WorkedMove(NamedTuple):
    """A legal move as the reference gives it."""

    text: str
    takes: tuple[str, ...]
    ends_as: PieceType | None
    also: tuple[str, ...]


class WorkedPosition(NamedTuple):
    """A position of the reference under one of its variants."""

    name: str
    variant: str
    fen: str
    moves: tuple[WorkedMove, ...]
    refused: tuple[tuple[str, Reason], ...]
    winner: str | None

    def board(self) -> Board:
        return Board.from_fen(self.fen, get_rules(self.variant))


def _load() -> list[WorkedPosition]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return [
        WorkedPosition(
            name=f"{row['id']}-{variant}",
            variant=variant,
            fen=row["fen"],
            moves=tuple(
                WorkedMove(
                    move["text"],
                    tuple(map(str, move["takes"])),
                    PieceType(move["ends_as"]) if "ends_as" in move else None,
                    tuple(move.get("also", ())),
                )
                for move in row["moves"]
            ),
            refused=tuple((move["text"], Reason[move["reason"]]) for move in row.get("refused", ())),
            winner=row.get("winner"),
        )
        for row in data["position"]
        for variant in row["variants"]
    ]


_POSITIONS = _load()
every_position = pytest.mark.parametrize("position", [pytest.param(row, id=row.name) for row in _POSITIONS])


def _squares(names: tuple[str, ...], board: Board) -> tuple[int, ...]:
    """Square numbers, ascending, from numbers or names."""
    numbers = (int(name) if name.isdigit() else board.rules.geometry.number(name) for name in names)
    return tuple(sorted(number or 0 for number in numbers))


def _expected(move: WorkedMove, board: Board) -> tuple[int, int, tuple[int, ...]]:
    names = move.text.replace(":", "-").replace("x", "-").split("-")
    (origin,), (destination,) = _squares((names[0],), board), _squares((names[-1],), board)
    return origin, destination, _squares(move.takes, board)


def test_every_number_of_the_reference_is_here() -> None:
    numbers = {position.name.partition("-")[0] for position in _POSITIONS}
    assert numbers == {f"T{number:02}" for number in range(1, 44)} - {"T34"}  # the reference has no T34


@every_position
def test_nothing_but_the_moves_of_the_reference_is_legal(position: WorkedPosition) -> None:
    board = position.board()
    found = [(move.origin, move.destination, move.captured) for move in board.legal_moves]
    assert sorted(found) == sorted(_expected(move, board) for move in position.moves)


@every_position
def test_each_spelling_of_a_move_means_it(position: WorkedPosition) -> None:
    board = position.board()
    for expected in position.moves:
        for text in (expected.text, *expected.also):
            move = board.move(text)
            assert (move.origin, move.destination, move.captured) == _expected(expected, board)


@every_position
def test_the_piece_ends_as_a_man_or_a_king(position: WorkedPosition) -> None:
    board = position.board()
    for expected in position.moves:
        if expected.ends_as is None:
            continue
        move: Move = board.move(expected.text)
        origin = board[move.origin]
        assert origin is not None
        is_king = expected.ends_as is PieceType.KING
        assert (move.becomes_king, move.promotes) == (is_king, is_king and origin.kind is PieceType.MAN)
        assert board.play(move)[move.destination] == (board.turn, expected.ends_as)


@every_position
def test_the_side_without_a_move_has_lost_or_won(position: WorkedPosition) -> None:
    board = position.board()
    winner = Color[position.winner.upper()] if position.winner else None
    assert (board.is_terminal, board.winner) == (not position.moves, winner)


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        pytest.param(position, text, reason, id=f"{position.name}-{text}")
        for position in _POSITIONS
        for text, reason in position.refused
    ],
)
def test_a_refused_move_is_refused_for_its_reason(position: WorkedPosition, text: str, reason: Reason) -> None:
    board = position.board()
    explanation = board.explain(text)
    assert explanation.reason is reason, explanation
    with pytest.raises(IllegalMoveError) as refusal:
        board.move(text)
    assert explanation.message in str(refusal.value)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("text", ["d4xg7", "d4xh8"])
def test_a_king_that_may_not_capture_diagonally_is_not_told_how_men_move(text: str) -> None:
    position = next(row for row in _POSITIONS if row.name == "T32-armenian")
    explanation = position.board().explain(text)
    assert not explanation.is_legal
    assert "king" in explanation.message
    assert "a man" not in explanation.message
