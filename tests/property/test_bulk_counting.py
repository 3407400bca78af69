"""The last two plies, counted as sets for all men at once, against counting behind each move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

import oracle
from draughts import ARMENIAN, Board, Rules, perft
from drawn_rules import CONVENTIONS, calm_board, mixed_rules, plain_count, seeded_rules
from tiers import asking


@pytest.fixture(scope="module", autouse=True)
def plain() -> Iterator[None]:
    """Boards ask the Python backend, however many questions there are."""
    with asking("plain"):
        yield


def check(board: Board, convention: oracle.Convention) -> None:
    behind = sum(plain_count(board.play(move), convention)[0] for move in board.legal_moves)
    assert plain_count(board, convention, 2)[0] == behind, f"{convention}: {board.fen} under {board.rules!r}"


_CAPTURES_AS_MOVES = ARMENIAN.replace(
    name="armenian whose men take where they go", man_captures=ARMENIAN.man_moves, capture_priority=(), game_type=None
)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_reply_may_take_the_man_that_moved_and_jump_on_into_the_square_that_he_left(
    convention: oracle.Convention,
) -> None:
    rules, fen = _CAPTURES_AS_MOVES, "B:W35:B10,19,20,25"
    assert oracle.perft(oracle.parse(fen, rules), 2, rules, convention) == 61
    assert plain_count(Board.from_fen(fen, rules), convention, 2)[0] == 61


def test_compiled_counting_of_two_plies_agrees_with_counting_leaf_by_leaf() -> None:
    board = Board.from_fen("B:W35:B10,19,20,25", _CAPTURES_AS_MOVES)
    assert perft(board, 2) == 61
    assert perft(board, 2, bulk=False) == 61


@pytest.mark.parametrize("draw", [seeded_rules, mixed_rules])
def test_two_plies_of_men_are_counted_as_behind_each_move(draw: Callable[[int], Iterator[Rules]]) -> None:
    source = random.Random(12)
    for rules, _ in zip(draw(12), range(4), strict=False):
        for number in range(20):
            check(calm_board(source.choice, rules), CONVENTIONS[number % 3])


@pytest.mark.slow
@pytest.mark.parametrize("draw", [seeded_rules, mixed_rules])
@pytest.mark.parametrize("seed", range(30))
def test_two_plies_of_men_are_counted_as_behind_each_move_under_thousands_of_rules(
    seed: int, draw: Callable[[int], Iterator[Rules]]
) -> None:
    source = random.Random(seed)
    for rules, _ in zip(draw(seed), range(50), strict=False):
        for number in range(30):
            check(calm_board(source.choice, rules), CONVENTIONS[number % 3])
