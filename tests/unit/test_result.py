"""Results: scores and sentences."""

from __future__ import annotations

import pytest

from draughts.errors import RulesError
from draughts.game.result import Result, ResultReason
from draughts.rules.draws import Repetition
from draughts.rules.rules import Color, ResultStyle

BLACK, WHITE = Color.BLACK, Color.WHITE


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (ResultReason.NO_PIECES, "White wins: Black has no pieces left"),
        (ResultReason.BLOCKED, "White wins: Black has no legal move"),
        (ResultReason.GIVEN_AWAY, "White wins: White has no pieces left"),
        (ResultReason.SHUT_IN, "White wins: White has no legal move"),
        (ResultReason.CROWNED, "White wins: White has a king"),
        (ResultReason.RESIGNATION, "White wins: Black resigns"),
        (ResultReason.FORFEIT, "White wins: Black forfeits the game"),
        (ResultReason.TIME, "White wins: Black's time is up"),
        (ResultReason.ILLEGAL_MOVES, "White wins: Black made another illegal move after a caution"),
        (ResultReason.ADJUDICATION, "White wins: by adjudication"),
    ],
)
def test_a_win_says_why(reason: ResultReason, sentence: str) -> None:
    assert Result(WHITE, reason, BLACK).describe() == sentence


def test_a_draw_says_by_what_and_a_note_comes_last() -> None:
    rule = Repetition(3)
    drawn = Result(None, ResultReason.REPETITION, BLACK, rule=rule)
    assert drawn.is_draw
    assert drawn.describe() == f"drawn by {ResultReason.REPETITION.value} ({rule.describe()})"
    assert Result(None, ResultReason.AGREEMENT, BLACK).describe() == "drawn by agreement"
    lost = Result(BLACK, ResultReason.FORFEIT, BLACK, note="did not appear")
    assert lost.describe() == "Black wins: White forfeits the game (did not appear)"


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_the_first_number_belongs_to_the_side_that_moves_first(first: Color) -> None:
    won, lost = (Result(winner, ResultReason.BLOCKED, first) for winner in (first, first.opponent))
    drawn = Result(None, ResultReason.AGREEMENT, first)
    assert [result.score() for result in (won, drawn, lost)] == ["1-0", "1/2-1/2", "0-1"]
    assert [result.score("2-0") for result in (won, drawn, lost)] == ["2-0", "1-1", "0-2"]
    assert str(won) == "1-0"


def test_the_variant_s_own_style_is_used_unless_another_one_is_asked_for() -> None:
    result = Result(WHITE, ResultReason.BLOCKED, WHITE, ResultStyle.INTERNATIONAL)
    assert (result.score(), result.score(ResultStyle.DEFAULT)) == ("2-0", "1-0")
    with pytest.raises(RulesError, match="style must be '1-0' or '2-0', not '3-0'"):
        result.score("3-0")
