"""Rule sets that nobody plays and positions under them, drawn at random; and counts by the Python backend."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import oracle
from draughts import (
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
)
from draughts.kernel.python_backend import python_entries
from draughts.kernel.scratch import FIRST_RECORD, PLACES
from draughts.kernel.specialise import CAPTURE_BUDGET

__all__ = [
    "CONVENTIONS",
    "Case",
    "calm_board",
    "draw_case",
    "draw_rules",
    "is_small",
    "mixed_rules",
    "plain_count",
    "seeded_rules",
]

T = TypeVar("T")
#: Chooses one of several things, at random or as hypothesis likes.
Pick = Callable[[Sequence[T]], T]

#: Jumps in a capture tree that the oracle is still asked to follow; a few milliseconds each hundred.
_LARGEST_TREE = 1_500
_UNITS = 1 << 16
CONVENTIONS: tuple[oracle.Convention, ...] = ("kept", "removed", "paths")

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
        digits = 2 if self.rules.geometry.square_count < 100 else 3
        counter = f"+{self.tired.moves}{self.tired.square:0{digits}d}"
        return f"{self.fen}:{counter}+0" if self.fen.startswith("W") else f"{self.fen}:+0{counter}"


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


def seeded_rules(seed: int) -> Iterator[Rules]:
    """Valid rule sets without end, always the same ones."""
    source = random.Random(seed)
    while True:
        try:
            yield draw_rules(source.choice)
        except RulesError:
            continue


def mixed_rules(seed: int) -> Iterator[Rules]:
    """Valid rule sets whose men move and capture straight and diagonally on all squares; always the same ones."""
    source = random.Random(seed)
    while True:
        try:
            yield draw_rules(source.choice).replace(
                geometry=Geometry(*source.choice(_FULL_BOARDS), PlayableSquares.ALL),
                man_moves=Direction.DIAGONAL_FORWARD | draw_directions(source.choice, _PAIRS),
                man_captures=draw_directions(source.choice, _PAIRS) | source.choice(_PAIRS[::2]),
            )
        except RulesError:
            continue


def calm_board(pick: Pick[object], rules: Rules) -> Board:
    """Men only, and none of either side can be taken at once."""
    geometry = rules.geometry
    free = list(geometry.numbers)
    pieces: dict[int, Piece] = {}
    for color in Color:
        last = 0 if color is Color.WHITE else geometry.height - 1
        for _ in range(_one(pick, range(1, 1 + min(16, geometry.square_count // 4)))):
            fit = [square for square in free if geometry.coordinates(square)[0] != last]
            square = _one(pick, fit)
            free.remove(square)
            pieces[square] = Piece(color, PieceType.MAN)
    turn = _one(pick, tuple(Color))
    while True:
        boards = [Board.from_fen(oracle.write(oracle.Position(pieces, side), rules), rules) for side in Color]
        taken = sorted({square for board in boards for move in board.legal_moves for square in move.captured})
        if not taken:
            return boards[list(Color).index(turn)]
        del pieces[_one(pick, taken)]


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
