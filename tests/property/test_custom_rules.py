"""Rules that nobody plays, drawn at random, and random positions under them: the kernel against the oracle.

Random rule sets run on the Python backend: compiling takes a second for each. A fixed list of mixed rule sets is
compiled. How long a position takes the oracle is not known beforehand; positions whose capture tree is large are left
out, by the number of jumps that the kernel has followed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

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
    CaptureLimitError,
    CapturePriority,
    Color,
    Corner,
    Direction,
    Geometry,
    Goal,
    KingLanding,
    KingRange,
    NoProgress,
    Notation,
    Piece,
    PieceType,
    PlayableSquares,
    Promotion,
    Removal,
    Repetition,
    ResultStyle,
    Rules,
    RulesError,
    perft,
)
from draughts.kernel import cache
from draughts.kernel.python_backend import python_entries
from draughts.kernel.scratch import FIRST_RECORD, PLACES
from draughts.kernel.specialise import CAPTURE_BUDGET
from tiers import asking

T = TypeVar("T")
#: Chooses one of several things, at random or as hypothesis likes.
Pick = Callable[[Sequence[T]], T]

#: Jumps in a capture tree that the oracle is still asked to follow; a few milliseconds each hundred.
_LARGEST_TREE = 1_500
_UNITS = 1 << 16
_CONVENTIONS: tuple[oracle.Convention, ...] = ("kept", "removed", "paths")

_PAIRS = (
    Direction.DIAGONAL_FORWARD,
    Direction.BACKWARD_LEFT | Direction.BACKWARD_RIGHT,
    Direction.FORWARD,
    Direction.BACKWARD,
    Direction.SIDEWAYS,
)
_NONE = Direction(0)
_DIAGONAL_BOARDS = ((8, 8), (10, 10), (12, 12), (6, 6), (10, 8), (8, 10), (4, 4), (4, 12), (12, 4), (6, 10))
_FULL_BOARDS = ((8, 8), (6, 6), (4, 4), (10, 8), (4, 10), (10, 12))


class Tired(NamedTuple):
    """A king that has made as many quiet moves as the rules allow."""

    square: int
    moves: int


class Case(NamedTuple):
    rules: Rules
    fen: str
    tired: Tired | None

    @property
    def text(self) -> str:
        """The FEN, with the counters of a tired king."""
        if self.tired is None:
            return self.fen
        counter = f"+{self.tired.moves}{self.tired.square:02d}"
        return f"{self.fen}:{counter}+0" if self.fen.startswith("W") else f"{self.fen}:+0{counter}"


# Drawing


def draw_geometry(pick: Pick[object]) -> Geometry:
    squares = _one(pick, (PlayableSquares.DIAGONAL, PlayableSquares.DIAGONAL, PlayableSquares.ALL))
    width, height = _one(pick, _DIAGONAL_BOARDS if squares is PlayableSquares.DIAGONAL else _FULL_BOARDS)
    bottom = (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT)
    return Geometry(
        width,
        height,
        squares,
        playable_corner=_one(pick, bottom) if squares is PlayableSquares.DIAGONAL else Corner.BOTTOM_LEFT,
        first_square=_one(pick, tuple(Corner)),
        algebraic_origin=_one(pick, bottom),
    )


def draw_directions(pick: Pick[object], pairs: Sequence[Direction]) -> Direction:
    """Any set of directions that treats left and right alike, perhaps none."""
    flags = _NONE
    for pair in pairs:
        flags |= _one(pick, (_NONE, pair))
    return flags


def draw_rules(pick: Pick[object]) -> Rules:
    """A rule set, valid or not."""
    geometry = draw_geometry(pick)
    moves = _PAIRS if geometry.squares is PlayableSquares.ALL else _PAIRS[:2]
    captures = _PAIRS if _one(pick, (geometry.squares is PlayableSquares.ALL, True, False)) else _PAIRS[:2]
    king_range = _one(pick, tuple(KingRange))
    return Rules(
        name="drawn",
        geometry=geometry,
        first_mover=_one(pick, tuple(Color)),
        men_rows=1,
        empty_back_rows=_one(pick, (0, geometry.height // 2 - 1)),
        man_moves=draw_directions(pick, moves) | _one(pick, (moves[0], moves[-1] | moves[0])),
        man_captures=draw_directions(pick, captures) or captures[0],
        king_moves=draw_directions(pick, moves) or Direction.DIAGONAL,
        king_captures=draw_directions(pick, captures) or Direction.DIAGONAL,
        king_range=king_range,
        king_landing=_one(pick, tuple(KingLanding)) if king_range is KingRange.FLYING else KingLanding.ANY,
        removal=_one(pick, tuple(Removal)),
        about_turns=_one(pick, (True, False)),
        promotion=_one(pick, tuple(Promotion)),
        men_capture_kings=_one(pick, (True, True, False)),
        capture_priority=draw_priority(pick),
        king_move_limit=_one(pick, (None, None, 1, 2, 3)),
        goal=_one(pick, (Goal.BLOCK, Goal.BLOCK, Goal.BE_BLOCKED, Goal.FIRST_KING)),
        draws=_one(pick, ((), (Repetition(3),), (NoProgress(25), Repetition(3)))),
        notation=_one(pick, tuple(Notation)),
        capture_separator=_one(pick, ("x", ":", "-")),
        game_type=None,
        result_style=_one(pick, tuple(ResultStyle)),
        side_names=_one(pick, (("Black", "White"), ("Red", "White"))),
    )


def draw_priority(pick: Pick[object]) -> tuple[CapturePriority, ...]:
    """Some of the tests, each once, in any order."""
    left = list(CapturePriority)
    tests = []
    for _ in range(_one(pick, (0, 0, 1, 1, 2, 2, 3, 4))):
        test = _one(pick, tuple(left))
        left.remove(test)
        tests.append(test)
    return tuple(tests)


def draw_case(pick: Pick[object], rules: Rules) -> Case:
    """A position under these rules, dense or not; few pieces where captures would explode."""
    geometry = rules.geometry
    flies = rules.king_range is KingRange.FLYING
    eight = bool(rules.king_captures & Direction.STRAIGHT) and bool(rules.king_captures & Direction.DIAGONAL)
    area = geometry.square_count
    turn = _one(pick, tuple(Color))
    own_kings = _one(pick, (0, 1, 1, 2, 3) if flies else (0, 1, 2, 4))
    other_kings = _one(pick, (0, 0, 1, 2, 4))
    if _one(pick, (True, False, rules.goal is Goal.FIRST_KING)):
        own_kings = other_kings = 0
    own_men = _one(pick, tuple(range(min(16, area // 3) + 1)))
    most = 9 if eight and flies and own_kings else 18
    others = _one(pick, tuple(range(1, min(most, area // 3) + 1)))
    other_kings = min(others, other_kings)
    free = list(geometry.numbers)
    pieces: dict[int, Piece] = {}
    for color, kind, number in (
        (turn, PieceType.KING, own_kings),
        (turn.opponent, PieceType.KING, other_kings),
        (turn.opponent, PieceType.MAN, others - other_kings),
        (turn, PieceType.MAN, own_men),
    ):
        last = 0 if color is Color.WHITE else geometry.height - 1
        for _ in range(number):
            fit = [s for s in free if kind is PieceType.KING or geometry.coordinates(s)[0] != last]
            if not fit:
                break
            square = _one(pick, fit)
            free.remove(square)
            pieces[square] = Piece(color, kind)
    return Case(rules, oracle.write(oracle.Position(pieces, turn), rules), draw_tired(pick, rules, turn, pieces))


def draw_tired(pick: Pick[object], rules: Rules, turn: Color, pieces: dict[int, Piece]) -> Tired | None:
    kings = [square for square, piece in pieces.items() if piece == (turn, PieceType.KING) and square < 100]
    if rules.king_move_limit is None or not kings or Piece(turn, PieceType.MAN) not in pieces.values():
        return None
    moves = _one(pick, tuple(range(rules.king_move_limit + 1)))
    return Tired(_one(pick, kings), moves) if moves else None


def _one(pick: Pick[object], options: Sequence[T]) -> T:
    return pick(options)  # type: ignore[return-value]


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


def seeded_rules(seed: int) -> Iterator[Rules]:
    """Valid rule sets without end, always the same ones."""
    source = random.Random(seed)
    while True:
        try:
            yield draw_rules(source.choice)
        except RulesError:
            continue


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


def plain_count(board: Board, convention: oracle.Convention, depth: int = 1) -> tuple[int, int]:
    """Leaves by the Python backend's counter, and the jumps that it followed in the last position."""
    scratch = [0] * _UNITS
    scratch[PLACES["TOP"]] = FIRST_RECORD
    scratch[PLACES["END"]] = _UNITS
    scratch[PLACES["DISTINCT"]] = convention == "removed"
    scratch[PLACES["PATHS"]] = convention == "paths"
    scratch[PLACES["BUDGET"]] = CAPTURE_BUDGET
    position = board.kernel_position
    count_leaves = python_entries(position.movement, "count_leaves", budget=CAPTURE_BUDGET)["count_leaves"]
    leaves = count_leaves(position.turn, position.own, position.opp, position.kings, depth, scratch)
    if scratch[PLACES["FAILED"]]:
        raise CaptureLimitError
    return leaves, CAPTURE_BUDGET - scratch[PLACES["BUDGET"]]


def is_small(board: Board) -> bool:
    """Whether the oracle follows every capture in a moment."""
    try:
        return plain_count(board, "paths")[1] <= _LARGEST_TREE
    except CaptureLimitError:
        return False


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
    for convention in _CONVENTIONS:
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
        for convention in _CONVENTIONS:
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
