"""Rules that nobody plays, drawn at random, and random positions under them: the kernel against the oracle.

Random rule sets run on the Python backend: compiling takes a second for each. A fixed list of mixed rule sets is
compiled. How long a position takes the oracle is not known beforehand; positions whose capture tree is large are left
out, by the number of jumps that the kernel has followed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import oracle
from draughts import (
    AMERICAN,
    BRAZILIAN,
    CANADIAN,
    CZECH,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    SPANISH,
    THAI,
    TURKISH,
    Board,
    CapturePriority,
    Corner,
    Direction,
    Geometry,
    Goal,
    KingRange,
    PlayableSquares,
    Promotion,
    Removal,
    Rules,
    RulesError,
    perft,
)
from draughts.kernel import cache
from drawn_rules import CONVENTIONS, Case, draw_case, draw_rules, is_small, plain_count, seeded_rules
from tiers import asking


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Valid rule sets of every kind."""
    try:
        return draw_rules(lambda options: draw(st.sampled_from(options)))
    except RulesError:
        assume(False)
        raise


@st.composite
def cases(draw: st.DrawFn, number: int) -> list[Case]:
    """A rule set and some positions."""
    rules = draw(rule_sets())
    return [draw_case(lambda options: draw(st.sampled_from(options)), rules) for _ in range(number)]


# Comparing


@pytest.fixture(scope="module")
def plain() -> Iterator[None]:
    """Boards ask the Python backend, however many questions there are."""
    with asking("plain"):
        yield


@pytest.fixture
def compiled() -> Iterator[None]:
    """Boards ask compiled code at once."""
    with asking("compiled"):
        yield


def answers(board: Board) -> dict[oracle.Outcome, list[oracle.Route]]:
    """What the board says, in the oracle's words."""
    found: dict[oracle.Outcome, list[oracle.Route]] = {}
    for move in board.legal_moves:
        outcome = oracle.Outcome(move.origin, move.destination, move.captured, move.becomes_king)
        assert outcome not in found, "an outcome is listed twice"
        routes = [oracle.Route(*route) for route in move.routes]
        assert len(set(routes)) == len(routes), "a route is listed twice"
        found[outcome] = sorted(routes)
    return found


def expected(case: Case) -> dict[oracle.Outcome, list[oracle.Route]]:
    limit = case.rules.king_move_limit
    frozen = frozenset({case.tired.square} if case.tired and limit and case.tired.moves >= limit else ())
    return oracle.legal(oracle.parse(case.fen, case.rules), case.rules, frozen)


def check(case: Case) -> bool:
    """Compare everything that a board says with the oracle; whether the position was small enough."""
    board = Board.from_fen(case.text, case.rules)
    if not is_small(board):
        return False
    wanted = expected(case)
    found = answers(board)
    assert found.keys() == wanted.keys(), explain(case)
    assert found == wanted, explain(case)
    for move in board.legal_moves:
        assert move.paths[0] == move.path
        assert (move.path, move.captures) in move.routes
    assert board.has_capture == any(outcome.captures for outcome in wanted)
    return True


def check_counts(case: Case, depth: int) -> bool:
    """Compare the three counts at a depth with the oracle; whether every tree was small enough."""
    board = Board.from_fen(case.fen, case.rules)
    if not is_small(board):
        return False
    if depth > 1 and not all(is_small(board.play(move)) for move in board.legal_moves):
        return False
    position = oracle.parse(case.fen, case.rules)
    for convention in CONVENTIONS:
        wanted = oracle.perft(position, depth, case.rules, convention)
        assert plain_count(board, convention, depth)[0] == wanted, f"{convention} at depth {depth}: {explain(case)}"
    return True


def explain(case: Case) -> str:
    return f"{case.text} under {case.rules!r} with {case.rules.geometry!r}"


_NORMAL = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.mark.usefixtures("plain")
@_NORMAL
@given(cases(number=5))
def test_any_rules_have_the_moves_and_routes_of_the_oracle(drawn: list[Case]) -> None:
    for case in drawn:
        check(case)


@pytest.mark.usefixtures("plain")
@_NORMAL
@given(cases(number=3))
def test_any_rules_have_the_counts_of_the_oracle(drawn: list[Case]) -> None:
    for case in drawn:
        check_counts(case, 1)


@pytest.mark.usefixtures("plain")
@_NORMAL
@given(cases(number=2))
def test_any_rules_have_the_counts_of_the_oracle_two_plies_deep(drawn: list[Case]) -> None:
    for case in drawn:
        check_counts(case, 2)


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_positions_under_any_rules_have_the_moves_of_the_oracle(seed: int) -> None:
    source = random.Random(seed)
    checked = 0
    for rules in seeded_rules(seed):
        for case in [draw_case(source.choice, rules) for _ in range(25)]:
            if check(case):
                checked += 1
                check_counts(case, 1)
                if checked % 5 == 0:
                    check_counts(case, 2)
        if checked >= 1_050:
            break


# What the random positions have found, made small


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("fen", "directions"),
    [
        ("W:WK18:B15,22", Direction.DIAGONAL_FORWARD),
        ("B:W15,22:BK18", Direction.DIAGONAL_FORWARD),
        ("W:WK18:B15,22", Direction.BACKWARD_LEFT | Direction.BACKWARD_RIGHT),
        ("B:W15,22:BK18", Direction.BACKWARD_LEFT | Direction.BACKWARD_RIGHT),
        ("W:WK18:B1", Direction.DIAGONAL_FORWARD),
        ("B:W32:BK18", Direction.DIAGONAL_FORWARD),
    ],
)
@pytest.mark.parametrize("king_range", KingRange)
def test_kings_that_see_one_way_see_the_way_of_their_owner(
    fen: str, directions: Direction, king_range: KingRange
) -> None:
    try:
        rules = AMERICAN.replace(king_moves=directions, king_captures=directions, king_range=king_range)
    except RulesError:
        return  # such rules may be refused, but not played wrongly
    assert check(Case(rules, fen, None))


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("rules", "fen"),
    [
        # 9x2x20x27 may not end on 9 behind 18: from 14, behind 18 too, the king can go on over 10.
        (RUSSIAN, "W:WK9:B6,10,11,18,22,24,26"),
        # 10x17x31x24 may not end on 10 behind 19: from 6 or 15 it can go on.
        (CZECH, "W:WK10:B9,14,19,22,27"),
        (RUSSIAN, "W:WK20:B11,14,19,24,26"),
    ],
)
def test_a_route_that_could_go_on_from_another_landing_square_is_none(rules: Rules, fen: str) -> None:
    assert check(Case(rules, fen, None))


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("rules", "fen", "depth"),
    [
        # From 50 over 44 to 17, 22 or 28, then over 18 in three directions, then over 24: three captures, not one.
        (FRISIAN, "B:W18,24,44:BK50", 1),
        (FRISIAN, "B:W14,25,33:BK43", 1),
        (FRISIAN, "W:W22,35,37:BK9", 2),
        (TURKISH.replace(king_captures=Direction.EVERY, capture_priority=()), "W:WK27:B6,17,26", 1),
    ],
)
def test_captures_in_another_direction_are_kept_apart_and_stop_overs_are_not(
    rules: Rules, fen: str, depth: int
) -> None:
    assert check_counts(Case(rules, fen, None), depth)


#: Every test at once: the most bits that a capture's key can need.
_EVERY_TEST = (
    CapturePriority.MOST_VALUE,
    CapturePriority.MOST_PIECES,
    CapturePriority.MOST_KINGS,
    CapturePriority.WITH_KING,
    CapturePriority.KINGS_EARLIEST,
)
_MIXED = {
    "international with lifted pieces": INTERNATIONAL.replace(removal=Removal.IMMEDIATE),
    "international without about-turns": INTERNATIONAL.replace(removal=Removal.IMMEDIATE, about_turns=False),
    "russian that favours kings": RUSSIAN.replace(
        capture_priority=(CapturePriority.WITH_KING, CapturePriority.MOST_KINGS)
    ),
    "russian whose men spare kings": RUSSIAN.replace(men_capture_kings=False),
    "brazilian by value, then early kings": BRAZILIAN.replace(
        capture_priority=(CapturePriority.MOST_VALUE, CapturePriority.KINGS_EARLIEST)
    ),
    "italian with flying kings": ITALIAN.replace(king_range=KingRange.FLYING),
    "spanish on ten by eight": SPANISH.replace(geometry=Geometry(10, 8, first_square=Corner.BOTTOM_RIGHT)),
    "thai with pieces that stay": THAI.replace(removal=Removal.AFTER_MOVE, man_captures=Direction.DIAGONAL),
    "turkish with diagonal captures too": TURKISH.replace(
        man_captures=Direction.EVERY, king_captures=Direction.EVERY, promotion=Promotion.CONTINUES_AS_KING
    ),
    "turkish with short kings on six by six": TURKISH.replace(
        geometry=Geometry(6, 6, PlayableSquares.ALL), men_rows=1, king_range=KingRange.SHORT, about_turns=True
    ),
    "frisian on twelve by twelve": FRISIAN.replace(geometry=Geometry(12, 12), promotion=Promotion.ENDS_MOVE),
    "frisian with short kings and a race": FRISIAN.replace(
        king_range=KingRange.SHORT, goal=Goal.FIRST_KING, king_move_limit=None
    ),
    "pieces on all of ten by twelve": TURKISH.replace(
        geometry=Geometry(10, 12, PlayableSquares.ALL), removal=Removal.AFTER_MOVE, capture_priority=()
    ),
}


def few_cases(rules: Rules, seed: int, number: int) -> list[Case]:
    """Positions that are small enough for the oracle."""
    source = random.Random(seed)
    drawn = (draw_case(source.choice, rules) for _ in range(3 * number))
    return [case for case in drawn if is_small(Board.from_fen(case.text, rules))][:number]


def check_compiled(rules: Rules, seed: int, number: int) -> None:
    for case in few_cases(rules, seed, number):
        assert check(case)
        board = Board.from_fen(case.fen, rules)
        position = oracle.parse(case.fen, rules)
        for convention in CONVENTIONS:
            assert perft(board, 1, count=convention) == oracle.count(position, rules, convention), explain(case)


_ALL_TESTS = [
    pytest.param(INTERNATIONAL, "W:W28,35:B22,23,13,14", id="international"),
    pytest.param(INTERNATIONAL, "W:WK46,50:BK41,K32,K23,K14,K44,K34", id="international kings"),
    pytest.param(TURKISH, "W:W37,34:B29,13,26", id="turkish"),
    pytest.param(TURKISH, "W:WK57,34:BK49,K33,K17,26", id="turkish kings"),
    pytest.param(CANADIAN, "W:WK67,50:BK61,K49,K37,K25,44", id="canadian kings"),
]


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("preset", "fen"), _ALL_TESTS)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_priority_test_at_once_is_applied_in_order(preset: Rules, fen: str, reverse: bool) -> None:
    assert check(Case(every_test(preset, reverse), fen, None))


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("preset", "fen"), _ALL_TESTS)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_priority_test_at_once_is_compiled_right(preset: Rules, fen: str, reverse: bool) -> None:
    assert check(Case(every_test(preset, reverse), fen, None))


def every_test(preset: Rules, reverse: bool) -> Rules:
    """A rule set with all tests; `KINGS_EARLIEST` has to come after `MOST_KINGS`."""
    first, *rest, last = _EVERY_TEST
    return preset.replace(capture_priority=(*reversed(rest), last, first) if reverse else _EVERY_TEST)


# Compiled


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", _MIXED)
def test_mixed_rules_are_compiled_right(name: str) -> None:
    check_compiled(_MIXED[name], seed=7, number=40)


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("seed", range(64))
def test_random_rules_are_compiled_right(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_root", lambda: None)  # nobody needs them again
    check_compiled(next(seeded_rules(1000 + seed)), seed, number=200)
