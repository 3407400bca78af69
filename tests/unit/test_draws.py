"""Draw rules as values: what they say to players, and which of them make no sense."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from draughts.errors import RulesError
from draughts.rules.draws import (
    DrawOffers,
    DrawRule,
    LoneKings,
    Material,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    ResetOn,
)

_KING = Material(kings=(1, 1))
_KINGS = Material(kings=(3, 50))
_BOTH = Material(men=(1, 1), kings=(2, 2))
_MEN = Material(men=(2, 3))
_MANY_KINGS = Material(kings=(2, 49))


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (Repetition(2), "the same position, with the same side to move, for the second time"),
        (Repetition(3), "the same position, with the same side to move, for the third time"),
        (Repetition(4), "the same position, with the same side to move, for the fourth time"),
        (Repetition(5), "the same position, with the same side to move, for the fifth time"),
        (Repetition(6), "the same position, with the same side to move, for the 6th time"),
        (NoProgress(40), "40 moves by each side without a capture or a man move"),
        (
            NoProgress(20, ResetOn.CAPTURE | ResetOn.PROMOTION),
            "20 moves by each side without a capture or a promotion",
        ),
        (
            MaterialLimit(15, (_KINGS,), (_KING,), resets=ResetOn.CAPTURE),
            "15 moves by each side with 3 or more kings against 1 king, without a capture",
        ),
        (
            MaterialLimit(5, (_BOTH, _MEN), (_KING,), weak_on_long_diagonal=True),
            "5 moves by each side with 2 kings and 1 man or 2 to 3 men against 1 king on the long diagonal",
        ),
        (
            MaterialLimit(12, (_MANY_KINGS,), (Material(),), strong_on_long_diagonal=True),
            "12 moves by each side with 2 to 49 kings on the long diagonal against nothing",
        ),
        (MaterialLimit(0, (_KING,), (_KING,)), "1 king against 1 king: at once"),
        (
            MaterialLimit(0, (_KING,), (Material(men=(1, 1)),), unless_capture=True),
            "1 king against 1 man: at once, unless the side to move can capture",
        ),
        (
            PieceCountLimit(60, (6, 7)),
            "60 moves by each side without a capture or a promotion, "
            "with 6 to 7 pieces on the board and a king on both sides",
        ),
        (
            PieceCountLimit(1, (2, 2), ResetOn(0)),
            "1 move by each side with 2 pieces on the board and a king on both sides",
        ),
        (LoneKings(), "one king each, at once, unless one can capture now or is bound to with the next move"),
        (DrawOffers(), "agreement"),
        (DrawOffers(allowed=False), "no draw can be offered"),
        (
            DrawOffers(after_moves=20, between_moves=2),
            "agreement; offers only after 20 moves by each side; "
            "the next offer of the same player 2 moves later at the earliest",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else type(value).__name__,
)
def test_a_draw_rule_is_a_sentence(rule: DrawRule, sentence: str) -> None:
    assert rule.describe() == sentence


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Repetition(1), "occurrences must be at least 2, not 1"),
        (lambda: NoProgress(0), "moves must be at least 1, not 0"),
        (lambda: NoProgress(40, ResetOn(0)), "resets must name at least one event"),
        (lambda: NoProgress(40, countdown=41), "countdown must be None or 1 to moves=40, not 41"),
        (lambda: NoProgress(40, countdown=0), "countdown must be None or 1 to moves=40, not 0"),
        (lambda: MaterialLimit(5), "strong and weak must both name some material"),
        (lambda: MaterialLimit(5, (_KING,)), "strong and weak must both name some material"),
        (lambda: MaterialLimit(5, weak=(_KING,)), "strong and weak must both name some material"),
        (lambda: Material(kings=(3, 2)), "kings must be a range from 0, not (3, 2)"),
        (lambda: Material(men=(-1, 2)), "men must be a range from 0, not (-1, 2)"),
        (lambda: MaterialLimit(-1, (_KING,), (_KING,)), "moves must be at least 0, not -1"),
        (
            lambda: MaterialLimit(5, (_KING,), (_KING,), unless_capture=True),
            "unless_capture needs moves=0, not moves=5",
        ),
        (lambda: PieceCountLimit(0), "moves must be at least 1, not 0"),
        (lambda: PieceCountLimit(30, (5, 4)), "pieces must be a range of 2 or more, not (5, 4)"),
        (lambda: PieceCountLimit(30, (1, 4)), "pieces must be a range of 2 or more, not (1, 4)"),
        (lambda: DrawOffers(between_moves=0), "between_moves must be at least 1, not 0"),
        (lambda: DrawOffers(after_moves=-1), "after_moves must be at least 0, not -1"),
    ],
)
def test_a_draw_rule_without_meaning_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RulesError) as error:
        make()
    assert str(error.value) == message


def test_a_countdown_may_last_one_move_or_all_of_them() -> None:
    assert NoProgress(40, countdown=1).countdown == 1
    assert NoProgress(40, countdown=40).countdown == 40


def test_material_is_a_range_of_men_and_one_of_kings() -> None:
    material = Material(men=(1, 2), kings=(0, 1))
    fitting = {(men, kings) for men in range(4) for kings in range(4) if material.matches(men, kings)}
    assert fitting == {(1, 0), (1, 1), (2, 0), (2, 1)}
