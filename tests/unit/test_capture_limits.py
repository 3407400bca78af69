"""Positions with too many captures to follow: an error, in good time, and never a part of the list.

Positions near the limit are checked against a count of their own, which remembers what it has seen: on a square with
the same pieces taken, a king goes on in the same ways however it came there.
"""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from functools import cache

import pytest

import oracle
from draughts import (
    BRAZILIAN,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    RUSSIAN,
    Board,
    CaptureLimitError,
    CapturePriority,
    Color,
    Direction,
    DraughtsError,
    FenError,
    Move,
    PieceType,
    Removal,
    Rules,
    divide,
    get_rules,
    perft,
)
from draughts.kernel import generator
from draughts.kernel.interned import InternedObjects
from draughts.kernel.jit import compiled_entry, interned_lists
from draughts.kernel.python_backend import python_entries
from draughts.kernel.scratch import (
    FIRST_RECORD,
    OUTCOME_PLACES,
    OUTCOME_UNITS,
    PLACES,
    ListMemory,
    UnitMemory,
)
from draughts.kernel.specialise import TOO_MANY
from tiers import asking

#: From a comment in scaladraughts; the two men on White's first row are kings here.
_FRISIAN = "W:WK5:B2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24,27,29,30,31,32,33,35,36,38,40,41,42,43,44,K47,K49"
_LIFTED = CANADIAN.replace(name="canadian, pieces lifted at once", removal=Removal.IMMEDIATE)
_TWENTY = "W:WK26:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48"
_MESSAGE = "more capture routes than"

_EXPLOSIONS = [pytest.param(FRISIAN, _FRISIAN, id="frisian"), pytest.param(_LIFTED, _TWENTY, id="canadian-lifted")]

#: Whole lattices of isolated pieces, and positions that a search for large capture trees has found.
_NEAR = [
    pytest.param(RUSSIAN, "W:WK18:B6,7,8,14,15,16,22,23,24", id="russian"),
    pytest.param(BRAZILIAN, "W:WK18:B6,7,8,14,15,16,22,23,24", id="brazilian"),
    pytest.param(INTERNATIONAL, "W:WK22:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40", id="international"),
    pytest.param(
        INTERNATIONAL,
        "W:WK6,K16,K25,K45,K48,K50:B7,8,9,10,17,18,19,20,21,28,29,30,31,32,39,40,41,42,43",
        id="international-kings",
    ),
    pytest.param(
        INTERNATIONAL.replace(removal=Removal.IMMEDIATE),
        "W:WK22:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
        id="international-lifted",
    ),
    pytest.param(
        CANADIAN,
        "W:WK26:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48,56,57,58,59,60",
        id="canadian",
    ),
    pytest.param(
        CANADIAN,
        "W:WK1,K6,K42,K43,K66,K70:B9,10,11,12,13,21,23,24,25,28,33,34,37,41,44,45,52,53,56,57,61,63,64,65",
        id="canadian-kings",
    ),
    pytest.param(FRISIAN, "W:WK5:BK2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24", id="frisian"),
]


@pytest.fixture(params=["plain", "compiled"])
def tier(request: pytest.FixtureRequest) -> Iterator[str]:
    """Boards ask one backend; the Python one may hand over what is too much for it."""
    with asking(request.param):
        yield str(request.param)


@pytest.fixture
def compiled() -> Iterator[None]:
    """Boards ask compiled code."""
    with asking("compiled"):
        yield


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scratch memory ends after a few hundred units."""
    shorten(monkeypatch)


def shorten(patch: pytest.MonkeyPatch) -> None:
    """Let scratch memory of both backends end after a few hundred units."""
    units = [0] * 1000
    buffer = array("q", bytes(8 * 1000))
    units[PLACES["END"]] = buffer[PLACES["END"]] = 1000
    patch.setattr(ListMemory, "_free", [units])
    patch.setattr(UnitMemory, "_free", [buffer])


# The independent count


def longest_captures(board: Board) -> dict[tuple[int, int, frozenset[int]], int]:
    """Captures of the most pieces by flying kings: origin, destination and pieces taken, with the number of paths."""
    rules = board.rules
    assert rules.capture_priority == (CapturePriority.MOST_PIECES,)
    at, coordinates = rules.geometry.at, rules.geometry.coordinates
    stays = rules.removal is Removal.AFTER_MOVE
    enemies = frozenset(board.pieces(board.turn.opponent))
    found: dict[tuple[int, int, frozenset[int]], int] = {}
    for origin in board.pieces(board.turn, PieceType.KING):
        friends = frozenset(board.pieces(board.turn)) - {origin}

        def jumps(square: int, taken: frozenset[int], friends: frozenset[int] = friends) -> Iterator[tuple[int, int]]:
            """The pieces that can be jumped now, each with every landing square."""
            for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                row, column = coordinates(square)
                victim = None
                while (following := at(row := row + down, column := column + right)) is not None:
                    if following in friends:
                        break
                    if following in enemies and not (following in taken and not stays):
                        if victim is not None or following in taken:
                            break
                        victim = following
                    elif victim is not None:
                        yield victim, following

        ways: dict[tuple[int, frozenset[int]], int] = {(origin, frozenset()): 1}
        for size in range(len(enemies) + 1):
            for (square, taken), number in ways.items():
                if size:
                    found[origin, square, taken] = number
            following_ways: dict[tuple[int, frozenset[int]], int] = {}
            for (square, taken), number in ways.items():
                for victim, landing in jumps(square, taken):
                    state = landing, taken | {victim}
                    following_ways[state] = following_ways.get(state, 0) + number
            ways = following_ways
    most = max(len(taken) for _, _, taken in found)
    return {capture: number for capture, number in found.items() if len(capture[2]) == most}


def kept_captures(board: Board) -> int:
    """Captures of the most pieces, told apart by their order of taking: with that, only the last landing is free."""
    (origin,) = board.pieces(board.turn)
    at, coordinates = board.rules.geometry.at, board.rules.geometry.coordinates
    enemies = frozenset(board.pieces(board.turn.opponent))

    @cache
    def best(line: tuple[int, ...], left: frozenset[int]) -> tuple[int, int]:
        """Most pieces, and in how many orders and landings, for a king that may stand on any square of a line."""
        most, ways = 0, len(line)
        following: dict[int, set[tuple[int, ...]]] = {}
        for square in line:
            for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                row, column = coordinates(square)
                victim = None
                behind: list[int] = []
                while (there := at(row := row + down, column := column + right)) is not None:
                    if there in left:
                        if victim is not None:
                            break
                        victim = there
                    elif victim is not None:
                        behind.append(there)
                if victim is not None and behind:
                    following.setdefault(victim, set()).add(tuple(behind))
        for victim, lines in following.items():
            (behind_it,) = lines  # on four diagonals a piece can be jumped from one line in one direction only
            size, number = best(behind_it, left - {victim})
            if size + 1 > most:
                most, ways = size + 1, 0
            if size + 1 == most:
                ways += number
        return most, ways

    return best((origin,), enemies)[1]


def frisian_captures(board: Board) -> set[tuple[int, int, frozenset[int]]]:
    """Every outcome of a Frisian king that takes all it can reach: the best value is tried with no other king about."""
    geometry = board.rules.geometry
    (origin,) = board.pieces(Color.WHITE)
    kings = frozenset(board.pieces(Color.BLACK, PieceType.KING))
    enemies = frozenset(board.pieces(Color.BLACK))
    lines = {
        square: [oracle._line(square, step, geometry) for step in oracle._steps(Direction.EVERY, geometry, Color.WHITE)]
        for square in geometry.numbers
    }
    states = {(origin, frozenset[int]())}
    reached = set()
    while states:
        following: set[tuple[int, frozenset[int]]] = set()
        for square, taken in states:
            for line in lines[square]:
                victim = None
                for there in line:
                    if there in enemies:
                        if victim is not None or there in taken:
                            break
                        victim = there
                    elif victim is not None:
                        following.add((there, taken | {victim}))
        reached |= following
        states = following

    def value(taken: frozenset[int]) -> tuple[int, int]:
        return len(taken) + len(taken & kings), -len(taken & kings)

    best = max(value(taken) for _, taken in reached)
    return {(origin, square, taken) for square, taken in reached if value(taken) == best}


@cache
def exact(fen: str, rules: Rules) -> dict[tuple[int, int, frozenset[int]], int]:
    return longest_captures(Board.from_fen(fen, rules))


def listed(board: Board) -> list[tuple[int, int, frozenset[int]]]:
    return [(move.origin, move.destination, frozenset(move.captured)) for move in board.legal_moves]


# Too many


@pytest.mark.usefixtures("compiled")
def test_an_explosion_is_an_error_of_every_question_about_moves() -> None:
    board = Board.from_fen(_FRISIAN, FRISIAN)
    for ask in (
        lambda: board.legal_moves,
        lambda: board.has_capture,
        lambda: board.is_terminal,
        lambda: board.winner,
        lambda: board.move("5x1"),
        lambda: perft(board, 1),
        lambda: perft(board, 1, distinct=True),
        lambda: perft(board, 1, count="paths"),
        lambda: perft(board, 2),
        lambda: perft(board, 3),
        lambda: perft(board, 3, workers=2),
        lambda: perft(board, 1, bulk=False),
        lambda: divide(board, 1),
    ):
        with pytest.raises(CaptureLimitError, match=_MESSAGE):
            ask()


@pytest.mark.usefixtures("compiled")
@pytest.mark.slow
def test_what_can_be_counted_without_a_list_is_counted() -> None:
    board = Board.from_fen(_TWENTY, _LIFTED)
    with pytest.raises(CaptureLimitError, match=_MESSAGE):
        assert board.legal_moves
    with pytest.raises(CaptureLimitError, match=_MESSAGE):
        perft(board, 1, distinct=True)
    assert perft(board, 1) == kept_captures(board)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "fen"), _EXPLOSIONS)
@pytest.mark.usefixtures("tier")
def test_an_explosion_is_an_error_on_both_bindings(rules: Rules, fen: str) -> None:
    board = Board.from_fen(fen, rules)
    for _ in range(2):
        with pytest.raises(CaptureLimitError, match=_MESSAGE):
            assert board.legal_moves


#: More than 10,000 routes lead to each of a few outcomes.
_MANY = "W:WK26:B8,9,10,11,20,21,22,23,32,33,34,35,44,45,46,47,56"


def test_a_list_that_needs_memory_of_its_own_is_whole(tier: str) -> None:
    board = Board.from_fen(_MANY, _LIFTED)
    position = board.kernel_position
    table = InternedObjects[Move]()
    too_much = interned_lists(position.movement)(position.turn, *position.words(), 0, 0, table.address, 0, tuple)
    assert too_much is None  # for the stack
    assert sorted(listed(board), key=str) == sorted(exact(_MANY, _LIFTED), key=str)


@pytest.mark.usefixtures("little_room")
def test_a_list_that_does_not_fit_is_made_by_outcomes(tier: str) -> None:
    for _ in range(2):
        board = Board.from_fen(_MANY, _LIFTED)
        assert sorted(listed(board), key=str) == sorted(exact(_MANY, _LIFTED), key=str)
    assert len(Board.from_fen("W:WK22:B7,8,17,18", INTERNATIONAL).legal_moves) > 0


def test_routes_that_do_not_fit_are_an_error_but_the_first_is_known(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_fen("W:WK22:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40", INTERNATIONAL)
    first, second = board.legal_moves
    with monkeypatch.context() as patch:
        shorten(patch)
        assert len(first.path) == 17
        assert first.path[0] == 22
        with pytest.raises(CaptureLimitError, match=_MESSAGE):
            assert first.paths
        with pytest.raises(CaptureLimitError, match=_MESSAGE):
            assert first.routes
    assert len(set(first.paths)) == len(first.paths) == exact(board.fen, INTERNATIONAL)[listed(board)[0]]
    assert len(second.paths) == exact(board.fen, INTERNATIONAL)[listed(board)[1]]


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_more_routes_than_there_is_room_for_are_an_error_but_the_first_is_known() -> None:
    # A route takes 33 numbers.
    board = Board.from_fen(_MANY, _LIFTED)
    numbers = exact(_MANY, _LIFTED)
    assert sorted(numbers, key=str) == sorted(listed(board), key=str)
    most = max(board.legal_moves, key=lambda move: numbers[move.origin, move.destination, frozenset(move.captured)])
    assert numbers[most.origin, most.destination, frozenset(most.captured)] > 10_000
    assert most.path[-1] == most.destination
    with pytest.raises(CaptureLimitError, match=_MESSAGE):
        assert most.paths


def test_the_error_says_what_is_the_matter() -> None:
    assert issubclass(CaptureLimitError, DraughtsError)
    assert issubclass(CaptureLimitError, ValueError)
    error = generator.limit_error()
    assert "this position has more capture routes than the generator follows" in str(error)
    assert len(str(error)) < 120


@pytest.mark.usefixtures("compiled")
def test_an_explosion_deeper_in_the_tree_is_an_error_too() -> None:
    # White's king cannot be taken in the corner, and has all thirty-two pieces before it after most moves.
    board = Board.from_fen(_FRISIAN.replace("W:W", "B:W"), FRISIAN)
    assert perft(board, 1) > 0
    for depth in (2, 3):
        with pytest.raises(CaptureLimitError, match=_MESSAGE):
            perft(board, depth)


@pytest.mark.usefixtures("compiled")
def test_a_process_goes_on_after_an_explosion() -> None:
    calm = Board(FRISIAN)
    before = [str(move) for move in calm.legal_moves], perft(calm, 6), perft(Board(INTERNATIONAL), 6)
    near = Board.from_fen("W:WK5:BK2,4,7,8,9,10,11,13,15", FRISIAN)
    wanted = listed(near), perft(near, 1, count="paths"), perft(near, 2)
    for _ in range(3):
        with pytest.raises(CaptureLimitError):
            assert Board.from_fen(_FRISIAN, FRISIAN).legal_moves
        with pytest.raises(CaptureLimitError):
            perft(Board.from_fen(_FRISIAN, FRISIAN), 2)
        fresh = Board(FRISIAN).with_turn(Color.BLACK).with_turn(Color.WHITE)
        assert ([str(move) for move in fresh.legal_moves], perft(fresh, 6), perft(Board(INTERNATIONAL), 6)) == before
        again = Board.from_fen(near.fen, FRISIAN)
        assert (listed(again), perft(again, 1, count="paths"), perft(again, 2)) == wanted


def test_the_command_says_so_and_fails() -> None:
    command = [sys.executable, "-m", "draughts", "perft", "frisian", "1", "--fen", _FRISIAN]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert _MESSAGE in done.stderr
    assert "Traceback" not in done.stderr


# Not too many


@pytest.mark.parametrize(
    ("rules", "fen"), [case for case in _NEAR if case.id not in ("russian", "frisian", "canadian-kings")]
)
@pytest.mark.usefixtures("tier")
def test_captures_near_the_limit_are_exact(rules: Rules, fen: str) -> None:
    board = Board.from_fen(fen, rules)
    wanted = exact(fen, rules)
    assert len(listed(board)) == len(set(listed(board)))
    assert set(listed(board)) == wanted.keys()
    assert perft(board, 1, count="removed") == len(wanted)
    assert perft(board, 1, count="paths") == sum(wanted.values())


@pytest.mark.parametrize("id_", ["russian", "brazilian"])
def test_a_full_lattice_on_the_small_board_is_as_the_oracle_has_it(id_: str, tier: str) -> None:
    rules, fen = next(case.values for case in _NEAR if case.id == id_)
    assert isinstance(rules, Rules)
    assert isinstance(fen, str)
    board = Board.from_fen(fen, rules)
    wanted = oracle.legal(oracle.parse(fen, rules), rules)
    assert len(board.legal_moves) == len(wanted)
    assert {(move.origin, move.destination, move.captured, True) for move in board.legal_moves} == {
        (outcome.origin, outcome.destination, outcome.captures, outcome.becomes_king) for outcome in wanted
    }
    for convention in ("kept", "removed", "paths"):
        assert perft(board, 1, count=convention) == oracle.count(oracle.parse(fen, rules), rules, convention)


@pytest.mark.parametrize(
    "fen",
    [
        "W:WK5:BK2,4,7,8,9,10,11,13,15,16,18,19,20",
        "W:WK5:BK2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24",
        "W:WK5:B2,K4,7,8,K9,10,11,K13,15,16,18,K19,20,21,22",
    ],
)
def test_frisian_captures_near_the_limit_are_exact(fen: str, tier: str) -> None:
    board = Board.from_fen(fen, FRISIAN)
    assert len(listed(board)) == len(set(listed(board)))
    assert set(listed(board)) == frisian_captures(board)
    assert perft(board, 1, count="removed") == len(board.legal_moves)


@pytest.mark.slow
@pytest.mark.usefixtures("tier")
def test_captures_of_many_kings_near_the_limit_are_exact() -> None:
    rules, fen = next(case.values for case in _NEAR if case.id == "canadian-kings")
    assert isinstance(rules, Rules)
    assert isinstance(fen, str)
    test_captures_near_the_limit_are_exact(rules, fen)


@pytest.mark.slow
def test_routes_near_the_limit_are_exact() -> None:
    fen = "W:WK22:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40"
    rules = INTERNATIONAL.replace(removal=Removal.IMMEDIATE)
    board = Board.from_fen(fen, rules)
    for move in list(board.legal_moves)[::10]:
        wanted = exact(fen, rules)[move.origin, move.destination, frozenset(move.captured)]
        assert len(set(move.paths)) == len(move.paths) == wanted


# Few outcomes of many routes

#: Millions of routes lead to a few outcomes.
_FEW = "W:WK49:B7,K9,10,K12,14,17,20,21,23,K25,K26,27,K30,K32,K34,K36,37,38,40"


def test_a_position_with_more_routes_than_are_followed_may_have_few_outcomes(tier: str) -> None:
    board = Board.from_fen(_FEW, FRISIAN)
    assert len(board.legal_moves) == 21
    assert set(listed(board)) == frisian_captures(board)
    move = board.legal_moves[0]
    assert board.move("x".join(map(str, move.path))) == move
    assert board.play(move).pieces(Color.BLACK) == tuple(sorted(set(board.pieces(Color.BLACK)) - set(move.captured)))


def _scattered(rng: random.Random, rules: Rules) -> Board:
    """Pieces anywhere, many of them kings."""
    squares = [*rules.geometry.numbers]
    while True:
        chosen = rng.sample(squares, rng.randint(6, len(squares) // 2))
        sides = {"W": chosen[:3], "B": chosen[3:]}
        text = ":".join(
            side + ",".join(f"{rng.choice(('', 'K'))}{square}" for square in sorted(sides[side])) for side in sides
        )
        try:
            return Board.from_fen(f"W:{text}", rules)
        except FenError:
            continue


def _outcomes(board: Board, backend: str) -> list[int] | None:
    """What `list_outcomes` writes; None if that is too much."""
    movement, turn, *_ = position = board.kernel_position
    units: list[int] | array[int] = array("q", bytes(8 * OUTCOME_UNITS))
    units[PLACES["END"]] = OUTCOME_PLACES["KNOWN"]
    size = 3 if movement.layout.bits > 64 else 2
    if backend == "plain":
        units = list(units)
        words = position[2:]
        count = python_entries(movement, "list_outcomes")["list_outcomes"](turn, *words, FIRST_RECORD, units)
    else:
        assert isinstance(units, array)
        address = units.buffer_info()[0]
        compiled = compiled_entry(movement, "list_outcomes", long_running=False)
        count = compiled(turn, *position.words(), FIRST_RECORD, address)
    if count == TOO_MANY:
        return None
    return [info & 0xFFFFFF for info in units[FIRST_RECORD : FIRST_RECORD + size * count : size]]


@pytest.mark.parametrize("backend", ["plain", "compiled"])
@pytest.mark.parametrize(
    "name", ["american", "russian", "italian", "spanish", "international", "frisian", "turkish", "canadian", "killer"]
)
def test_outcomes_that_are_followed_once_are_those_of_the_list(name: str, backend: str) -> None:
    rng = random.Random(name)
    found = 0
    while found < (4 if backend == "plain" else 40):
        board = _scattered(rng, get_rules(name))
        if not board.has_capture:
            continue
        found += 1
        movement, turn, own, opp, kings = board.kernel_position
        records = generator.generator_for(movement).records(turn, own, opp, kings, 0)
        assert _outcomes(board, backend) == [record[0] for record in records if isinstance(record, tuple)]
