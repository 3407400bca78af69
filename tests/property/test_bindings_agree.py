"""The Python backend and the LLVM backend: made from one source, they must write the same records to the last bit."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import (
    AMERICAN,
    BREAKTHROUGH,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    Board,
    Color,
    FenError,
    KingRange,
    Piece,
    PieceType,
    Rules,
    variants,
)
from draughts.kernel import jit, specialise
from draughts.kernel import movement as movement_module
from draughts.kernel import nodes as leaves
from draughts.kernel.generator import Generator, Position
from draughts.kernel.interned import InternedObjects
from draughts.kernel.layout import Layout, layout_of
from draughts.kernel.movement import MovementRules, movement_of
from draughts.kernel.python_backend import load_functions, python_entries
from draughts.kernel.records import Record, number_of
from draughts.kernel.scratch import FIRST_RECORD, PLACES

_UNITS = 1 << 18
#: One rule set for the movement rules of each preset.
_PRESETS = list({movement_of(rules): rules for rules in reversed(list(variants().values()))}.values())
_BY_NAME = pytest.mark.parametrize("rules", _PRESETS, ids=lambda rules: rules.name)
_SETTINGS = settings(max_examples=20, deadline=None)


# Positions


def scattered(rules: Rules, source: random.Random) -> Board:
    """Any number of men and kings anywhere; few pieces to take where many kings fly."""
    geometry = rules.geometry
    free = list(geometry.numbers)
    source.shuffle(free)
    kings = source.choice((0, 0, 1, 2, 4))
    most = geometry.square_count // 3
    if kings and rules.king_range is KingRange.FLYING:
        most = min(most, 12)
    board = Board.empty(rules, source.choice(tuple(Color)))
    for color in Color:
        for number in range(source.randint(1, most)):
            kind = PieceType.KING if number < kings and source.random() < 0.7 else PieceType.MAN
            try:
                board = board.with_piece(free.pop(), Piece(color, kind))
            except FenError:
                continue  # a man on its promotion row
    return board


def played(rules: Rules, source: random.Random) -> Board:
    """A position from a game of random moves."""
    board = Board(rules)
    for _ in range(source.randint(0, 60)):
        if not board.legal_moves:
            break
        board = board.play(source.choice(board.legal_moves))
    return board


def positions(rules: Rules) -> st.SearchStrategy[Board]:
    """Positions of both kinds; hypothesis chooses the seeds, and shrinks to small ones."""
    return st.builds(
        lambda kind, seed: kind(rules, random.Random(seed)),
        st.sampled_from((scattered, played)),
        st.integers(0, 1 << 32),
    )


# Both backends


def compiled_generator(movement: MovementRules) -> Generator:
    generator = Generator(movement)
    generator.load()
    return generator


class _Known(tuple[str, ...]):
    pass


class Words(NamedTuple):
    turn: int
    own: int
    opp: int
    kings: int


def words(board: Board) -> Words:
    position = board.kernel_position
    return Words(position.turn, position.own, position.opp, position.kings)


def plain_leaves(position: Position, depth: int, mode: int) -> int:
    scratch = [0] * _UNITS
    scratch[PLACES["TOP"]] = FIRST_RECORD
    scratch[PLACES["END"]] = _UNITS
    scratch[PLACES["DISTINCT"]] = mode == leaves.REMOVED
    scratch[PLACES["PATHS"]] = mode == leaves.PATHS
    count = python_entries(position.movement, "count_leaves")["count_leaves"]
    found = count(position.turn, position.own, position.opp, position.kings, depth, scratch)
    assert not scratch[PLACES["FAILED"]]
    return found


def interned_number(record: Record) -> int:
    return number_of(*record) if isinstance(record, tuple) else record


def check_records(board: Board, compiled: Generator) -> None:
    plain = Generator(compiled.movement, plain_only=True)
    position = words(board)
    for frozen in (0, position.own & position.kings):
        wanted = plain.records(*position, frozen)
        assert compiled.records(*position, frozen) == wanted, board
        interned = InternedObjects[str]()
        singles = [number for number in map(interned_number, wanted) if number]
        ranks = dict(zip(singles, random.Random(len(singles)).sample(range(1 << 16), len(singles)), strict=True))
        for known in range(len(singles) + 1):
            found = compiled.interned_moves(*position, frozen, interned.address, 0, _Known)
            if type(found) is _Known:
                assert known == len(wanted) == len(found)
            else:
                assert compiled.records_of(found) == wanted
            if known < len(singles):
                interned.add(singles[known], str(singles[known]), ranks[singles[known]])
        if len(singles) == len(wanted):
            assert type(found) is _Known
            assert found == tuple(map(str, sorted(singles, key=ranks.__getitem__)))


def check_counts(board: Board, depth: int) -> None:
    for mode in (leaves.KEPT, leaves.REMOVED, leaves.PATHS):
        position = board.kernel_position
        wanted = plain_leaves(position, depth, mode)
        assert leaves.count_leaves(position, depth, mode) == wanted, (board, depth, mode)
        if depth == 3:
            with_table = leaves.Counter(position.movement, mode, depth, hash_mb=1)
            assert [with_table.count(position, depth) for _ in range(2)] == [wanted, wanted], (board, depth, mode)


@_BY_NAME
def test_both_bindings_list_the_same_moves(rules: Rules) -> None:
    compiled = compiled_generator(movement_of(rules))

    @_SETTINGS
    @given(positions(rules))
    def check(board: Board) -> None:
        check_records(board, compiled)

    check()


@_BY_NAME
def test_both_bindings_count_the_same_leaves(rules: Rules) -> None:
    @_SETTINGS
    @given(positions(rules), st.sampled_from((1, 1, 2)))
    def check(board: Board, depth: int) -> None:
        check_counts(board, depth)

    check()
    check_counts(Board(rules), 3)


@pytest.mark.slow
@_BY_NAME
def test_both_bindings_count_the_same_leaves_deeper(rules: Rules) -> None:
    source = random.Random(11)
    for _ in range(40):
        check_counts(played(rules, source), 3)
        check_counts(scattered(rules, source), 2)
    check_counts(Board(rules), 4)


@pytest.mark.slow
@_BY_NAME
def test_both_bindings_list_the_same_moves_of_thousands_of_positions(rules: Rules) -> None:
    source = random.Random(5)
    compiled = compiled_generator(movement_of(rules))
    for _ in range(1500):
        check_records(scattered(rules, source), compiled)


def test_both_bindings_have_the_highest_squares_of_every_board() -> None:
    # Captured sets with bit 63 or 127, or near them, come back as unsigned numbers.
    for rules in _PRESETS:
        geometry = rules.geometry
        last = geometry.square_count
        compiled = compiled_generator(movement_of(rules))
        for square in (1, 2, last // 2, last - 1, last):
            for other in range(1, last + 1):
                for turn in Color if square != other else ():
                    board = Board.empty(rules, turn)
                    board = board.with_piece(square, Piece(turn, PieceType.KING))
                    board = board.with_piece(other, Piece(turn.opponent, PieceType.KING))
                    check_records(board, compiled)


# The same boards in words of 128 bits


def wide_layout(width: int, height: int, all_squares: bool, straight_jumps: bool) -> Layout:
    """The usual layout, said to have more bits than a machine word."""
    layout = layout_of(width, height, all_squares, straight_jumps)
    if layout.bits > 64:
        return layout
    unused = (0,) * (100 - layout.bits)
    steps = {unit: step._replace(rays=step.rays + unused) for unit, step in layout.steps.items()}
    return layout._replace(bits=100, steps=steps)


@pytest.fixture
def wide(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[MovementRules, str], tuple[Callable[..., int], Callable[..., int]]]:
    """Both backends of one entry point in wide words, compiled without the disk."""

    def bind(movement: MovementRules, entry: str) -> tuple[Callable[..., int], Callable[..., int]]:
        with monkeypatch.context() as patch:
            patch.setattr(movement_module, "layout_of", wide_layout)
            code = specialise.specialise(movement, entry)
            plain = load_functions(code)
            patch.setattr(jit, "attach_cache", lambda *_: None)
            compiled = jit.compiled_entry.__wrapped__(movement, entry)
        return plain[entry], compiled

    return bind


def halves(*numbers: int) -> Iterator[int]:
    for number in numbers:
        yield number & ((1 << 64) - 1)
        yield number >> 64


_NARROW = (INTERNATIONAL, AMERICAN, RUSSIAN, ITALIAN, FRISIAN, BREAKTHROUGH)


@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, id=rules.name, marks=() if rules is INTERNATIONAL else pytest.mark.slow) for rules in _NARROW],
)
def test_boards_of_one_machine_word_are_the_same_in_two(
    rules: Rules, wide: Callable[[MovementRules, str], tuple[Callable[..., int], Callable[..., int]]]
) -> None:
    narrow = compiled_generator(movement_of(rules))
    plain, compiled = wide(movement_of(rules), "list_moves")
    plain_count, compiled_count = wide(movement_of(rules), "count_leaves")
    memory = array("q", bytes(8 * _UNITS))
    listed = [0] * _UNITS
    memory[PLACES["END"]] = listed[PLACES["END"]] = _UNITS
    address = memory.buffer_info()[0]
    source = random.Random(3)
    for number in range(60):
        board = (scattered, played)[number % 2](rules, source)
        turn, own, opp, kings = words(board)
        sets = own, opp, kings
        records = narrow.records(turn, own, opp, kings, 0)
        found = compiled(turn, *halves(*sets, 0), FIRST_RECORD, address)
        assert found == plain(turn, *sets, 0, FIRST_RECORD, listed)
        assert abs(found) == len(records)
        size = 3 if found < 0 else 1
        end = FIRST_RECORD + size * abs(found)
        assert memory[FIRST_RECORD:end:size].tolist() == listed[FIRST_RECORD:end:size]
        if found < 0:
            taken = [low & (1 << 64) - 1 for low in memory[FIRST_RECORD + 1 : end : 3]]
            assert taken == listed[FIRST_RECORD + 1 : end : 3]
            assert not any(memory[FIRST_RECORD + 2 : end : 3])
            assert records == list(zip(listed[FIRST_RECORD:end:3], taken, strict=True))
        else:
            assert records == listed[FIRST_RECORD:end]
        for depth in (1, 2):
            wanted = leaves.count_leaves(board.kernel_position, depth, leaves.KEPT)
            memory[PLACES["TOP"]] = listed[PLACES["TOP"]] = FIRST_RECORD
            memory[PLACES["DISTINCT"]] = memory[PLACES["PATHS"]] = 0
            listed[PLACES["DISTINCT"]] = listed[PLACES["PATHS"]] = 0
            assert compiled_count(turn, *halves(*sets), depth, address) == wanted
            assert plain_count(turn, *sets, depth, listed) == wanted
