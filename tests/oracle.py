"""A slow, plain move generator for any `Rules` value, written from the rule texts: what the fast kernel is judged by.

The board is a mapping from square to piece, a capture is followed jump by jump, and nothing is shared with the package
but the rule set and the squares' coordinates. Draws and the history of a game are not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Literal, NamedTuple

from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.rules import (
    CapturePriority,
    Color,
    Direction,
    Goal,
    KingLanding,
    KingRange,
    Piece,
    PieceType,
    Promotion,
    Removal,
    Rules,
)

__all__ = ["Convention", "Outcome", "Position", "Route", "count", "legal", "parse", "perft", "play", "winner", "write"]

#: What counts as one move: its outcome, the order in which it takes, or every list of landing squares.
Convention = Literal["removed", "kept", "paths"]

#: Rows down and columns to the right from one square to the next.
_Step = tuple[int, int]

#: The steps as White sees them, who moves up the diagram; Black sees each reversed.
_WHITE_STEPS: Mapping[Direction, _Step] = {
    Direction.FORWARD_LEFT: (-1, -1),
    Direction.FORWARD_RIGHT: (-1, 1),
    Direction.BACKWARD_LEFT: (1, -1),
    Direction.BACKWARD_RIGHT: (1, 1),
    Direction.FORWARD: (-1, 0),
    Direction.BACKWARD: (1, 0),
    Direction.LEFT: (0, -1),
    Direction.RIGHT: (0, 1),
}

_FEN = re.compile(r"(?P<turn>[BW]):W(?P<white>[^:]*):B(?P<black>[^:]*)")
_FEN_PIECE = re.compile(r"(?P<king>K?)(?P<square>[1-9][0-9]*)")


@dataclass(frozen=True)
class Position:
    """What stands where, and whose move it is."""

    pieces: Mapping[int, Piece]
    turn: Color


@dataclass(frozen=True, order=True)
class Outcome:
    """A move by what it does to the board, however it gets there.

    `captures` ascends; `becomes_king` says that the piece on `destination` is a king after the move, whatever it was
    before.
    """

    origin: int
    destination: int
    captures: tuple[int, ...]
    becomes_king: bool


class Route(NamedTuple):
    """One way to play an outcome: the squares landed on, origin first, and the squares taken, in the order jumped."""

    path: tuple[int, ...]
    captured: tuple[int, ...]


def parse(fen: str, rules: Rules) -> Position:
    """Read a position such as ``W:W21,K30:B1``, with both sides named and square numbers only.

    Raises
    ------
    ValueError
        If the text has another form, or names a square that is not on the board, or names one twice.
    """
    parts = _FEN.fullmatch(fen)
    if parts is None:
        raise ValueError(f"not of the form 'W:W21,K30:B1': {fen!r}")
    pieces: dict[int, Piece] = {}
    for color, text in ((Color.WHITE, parts["white"]), (Color.BLACK, parts["black"])):
        for word in text.split(",") if text else ():
            match = _FEN_PIECE.fullmatch(word)
            if match is None:
                raise ValueError(f"not a square: {word!r} in {fen!r}")
            square = int(match["square"])
            if square not in rules.geometry.numbers or square in pieces:
                raise ValueError(f"square {square} is not on the board, or named twice: {fen!r}")
            pieces[square] = Piece(color, PieceType.KING if match["king"] else PieceType.MAN)
    return Position(pieces, Color(parts["turn"]))


def write(position: Position, rules: Rules) -> str:
    """The position as `parse` reads it, squares ascending.

    Raises
    ------
    ValueError
        If a piece stands on no square of the board.
    """
    if not position.pieces.keys() <= set(rules.geometry.numbers):
        raise ValueError(f"pieces off the board of {rules.name}: {position}")

    def side(color: Color) -> str:
        return color.value + ",".join(
            f"{'K' if piece.kind is PieceType.KING else ''}{square}"
            for square, piece in sorted(position.pieces.items())
            if piece.color is color
        )

    return f"{position.turn.value}:{side(Color.WHITE)}:{side(Color.BLACK)}"


def legal(position: Position, rules: Rules, frozen: frozenset[int] = frozenset()) -> dict[Outcome, list[Route]]:
    """Every legal outcome, with every route that leads to it; both ascend.

    Parameters
    ----------
    position : Position
        Any placement, whether a game could reach it or not.
    rules : Rules
        Any rule set.
    frozen : frozenset of int
        Squares of the mover's kings that may take but not move quietly (Frisian, article 17).
    """
    if _crowned_sides(position, rules):
        return {}
    captures = [_finished(capture) for capture in _all_captures(position, rules)]
    found = _preferred(captures, rules) or list(_quiet_moves(position, rules, frozen))
    outcomes: dict[Outcome, list[Route]] = {}
    for move in sorted(found, key=lambda move: (move.outcome, move.route)):
        outcomes.setdefault(move.outcome, []).append(move.route)
    return outcomes


def count(position: Position, rules: Rules, convention: Convention) -> int:
    """Number of legal moves under one of the three conventions."""
    return sum(_multiplicity(routes, convention, rules.geometry) for routes in legal(position, rules).values())


def play(position: Position, outcome: Outcome, rules: Rules) -> Position:
    """The position after a legal move, with the other side to move.

    Raises
    ------
    ValueError
        If the move is not legal.
    """
    if outcome not in legal(position, rules):
        raise ValueError(f"{outcome} is not legal in {write(position, rules)} ({rules.name})")
    return _after(position, outcome)


def perft(position: Position, depth: int, rules: Rules, convention: Convention) -> int:
    """Number of sequences of exactly `depth` plies; a child reached by several moves counts as often."""
    if depth == 0:
        return 1
    return sum(
        _multiplicity(routes, convention, rules.geometry)
        * perft(_after(position, outcome), depth - 1, rules, convention)
        for outcome, routes in legal(position, rules).items()
    )


def winner(position: Position, rules: Rules, frozen: frozenset[int] = frozenset()) -> Color | None:
    """The side that has won on the board, or None while the game goes on.

    No game where the first king wins reaches a position with kings of both sides; the side that moved last is then
    said to have won.
    """
    crowned = _crowned_sides(position, rules)
    if crowned:
        return position.turn.opponent if position.turn.opponent in crowned else position.turn
    if legal(position, rules, frozen):
        return None
    return position.turn if rules.goal is Goal.BE_BLOCKED else position.turn.opponent


def _crowned_sides(position: Position, rules: Rules) -> set[Color]:
    """The sides with a king, in a game that a king ends."""
    if rules.goal is not Goal.FIRST_KING:
        return set()
    return {piece.color for piece in position.pieces.values() if piece.kind is PieceType.KING}


def _multiplicity(routes: list[Route], convention: Convention, geometry: Geometry) -> int:
    """How many moves the routes to one outcome are. They are distinct as lists of landing squares."""
    match convention:
        case "removed":
            return 1
        case "kept":
            return len({_order(route, geometry) for route in routes})
        case "paths":
            return len(routes)


def _order(route: Route, geometry: Geometry) -> tuple[tuple[int, int, int], ...]:
    """The pieces taken, in order, each with the direction of the jump: all that tells captures apart if 'kept'."""
    jumps = []
    for square, victim in zip(route.path, route.captured, strict=False):
        (row, column), (other_row, other_column) = geometry.coordinates(square), geometry.coordinates(victim)
        jumps.append((victim, _sign(other_row - row), _sign(other_column - column)))
    return tuple(jumps)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _after(position: Position, outcome: Outcome) -> Position:
    gone = {outcome.origin, *outcome.captures}
    pieces = {square: piece for square, piece in position.pieces.items() if square not in gone}
    kind = PieceType.KING if outcome.becomes_king else PieceType.MAN
    pieces[outcome.destination] = Piece(position.turn, kind)
    return Position(pieces, position.turn.opponent)


def _steps(directions: Direction, geometry: Geometry, color: Color) -> Iterator[_Step]:
    """The steps in these directions of this side, each from a playable square to the next one."""
    sign = 1 if color is Color.WHITE else -1
    for direction, (down, right) in _WHITE_STEPS.items():
        if direction in directions:
            is_straight = 0 in (down, right)
            length = 2 if is_straight and geometry.squares is PlayableSquares.DIAGONAL else 1
            yield sign * length * down, sign * length * right


@cache
def _line(square: int, step: _Step, geometry: Geometry) -> tuple[int, ...]:
    """The squares from here to the edge of the board, nearest first, without the first."""
    line: list[int] = []
    row, column = geometry.coordinates(square)
    down, right = step
    while (following := geometry.at(row + down, column + right)) is not None:
        line.append(following)
        row, column = row + down, column + right
    return tuple(line)


def _is_promotion_square(square: int, color: Color, geometry: Geometry) -> bool:
    row, _ = geometry.coordinates(square)
    return row == (0 if color is Color.WHITE else geometry.height - 1)


def _flies(piece: Piece, rules: Rules) -> bool:
    return piece.kind is PieceType.KING and rules.king_range is KingRange.FLYING


class _Move(NamedTuple):
    """A finished move, with what the capture priorities ask about it."""

    outcome: Outcome
    route: Route
    began_as: PieceType
    kinds: tuple[PieceType, ...]


def _quiet_moves(position: Position, rules: Rules, frozen: frozenset[int]) -> Iterator[_Move]:
    for origin, piece in position.pieces.items():
        if piece.color is not position.turn or (piece.kind is PieceType.KING and origin in frozen):
            continue
        directions = rules.king_moves if piece.kind is PieceType.KING else rules.man_moves
        for step in _steps(directions, rules.geometry, piece.color):
            line = _line(origin, step, rules.geometry)
            reach = line if _flies(piece, rules) else line[:1]
            for destination in takewhile(lambda square: square not in position.pieces, reach):
                is_king = piece.kind is PieceType.KING or _is_promotion_square(destination, piece.color, rules.geometry)
                outcome = Outcome(origin, destination, (), is_king)
                yield _Move(outcome, Route((origin, destination), ()), piece.kind, ())


@dataclass(frozen=True)
class _Capture:
    """A capture under way or finished.

    `board` is what the capturing piece still meets. The piece itself is lifted off it, so that its origin is empty from
    the first jump.
    """

    board: Mapping[int, Piece]
    piece: Piece
    began_as: PieceType
    path: tuple[int, ...]
    taken: tuple[int, ...]
    kinds: tuple[PieceType, ...]
    last_step: _Step | None


class _Jump(NamedTuple):
    """One enemy piece that can be jumped, and the squares behind it, nearest first."""

    step: _Step
    prey: int
    landings: list[int]


def _all_captures(position: Position, rules: Rules) -> Iterator[_Capture]:
    """Every complete capture of the side to move, before any priority."""
    for origin, piece in position.pieces.items():
        if piece.color is position.turn:
            lifted = {square: other for square, other in position.pieces.items() if square != origin}
            yield from _completions(_Capture(lifted, piece, piece.kind, (origin,), (), (), None), rules)


def _completions(capture: _Capture, rules: Rules) -> list[_Capture]:
    """Every way to carry a capture on to its end; none if it cannot go on from where the piece stands.

    A capture may stop behind a jumped piece only if it can go on from no landing square behind that piece.
    """
    complete: list[_Capture] = []
    for jump in _jumps(capture, rules):
        landed = [_landed(capture, jump, landing, rules) for landing in jump.landings]
        longer = [further for stage in landed if not _must_stop(stage, rules) for further in _completions(stage, rules)]
        complete += longer or [_at_rest(stage, rules) for stage in _final_landings(landed, rules)]
    return complete


def _jumps(capture: _Capture, rules: Rules) -> Iterator[_Jump]:
    """Every jump that the piece has from where it stands, as what it is now."""
    piece = capture.piece
    directions = rules.king_captures if piece.kind is PieceType.KING else rules.man_captures
    for step in _steps(directions, rules.geometry, piece.color):
        if not rules.about_turns and capture.last_step == (-step[0], -step[1]):
            continue
        line = _line(capture.path[-1], step, rules.geometry)
        # A flying king comes from afar; any other piece jumps only what stands next to it.
        approach = len(list(takewhile(lambda square: square not in capture.board, line))) if _flies(piece, rules) else 0
        if approach >= len(line) or not _is_prey(capture, line[approach], rules):
            continue
        landings = list(takewhile(lambda square: square not in capture.board, line[approach + 1 :]))
        if not _flies(piece, rules) or rules.king_landing is KingLanding.ADJACENT:
            landings = landings[:1]
        if landings:
            yield _Jump(step, line[approach], landings)


def _is_prey(capture: _Capture, square: int, rules: Rules) -> bool:
    """Whether there is a piece that may be jumped: an enemy, once only, and no king if men may not take kings."""
    met = capture.board.get(square)
    if met is None or met.color is capture.piece.color or square in capture.taken:
        return False
    return rules.men_capture_kings or met.kind is PieceType.MAN or capture.piece.kind is PieceType.KING


def _landed(capture: _Capture, jump: _Jump, landing: int, rules: Rules) -> _Capture:
    """The capture after one more jump."""
    board = dict(capture.board)
    kind = board[jump.prey].kind
    if rules.removal is Removal.IMMEDIATE:
        del board[jump.prey]
    piece = capture.piece
    if rules.promotion is Promotion.CONTINUES_AS_KING and _is_promotion_square(landing, piece.color, rules.geometry):
        piece = Piece(piece.color, PieceType.KING)
    return _Capture(
        board=board,
        piece=piece,
        began_as=capture.began_as,
        path=(*capture.path, landing),
        taken=(*capture.taken, jump.prey),
        kinds=(*capture.kinds, kind),
        last_step=jump.step,
    )


def _must_stop(capture: _Capture, rules: Rules) -> bool:
    """Whether the piece is a man that has just reached its promotion row in a game where that ends the move."""
    return (
        rules.promotion is Promotion.ENDS_MOVE
        and capture.piece.kind is PieceType.MAN
        and _is_promotion_square(capture.path[-1], capture.piece.color, rules.geometry)
    )


def _final_landings(landed: list[_Capture], rules: Rules) -> list[_Capture]:
    """Which of the landings behind the last piece taken, nearest first, the capture may end on."""
    if rules.king_landing is KingLanding.ADJACENT_AFTER_KING and landed[0].kinds[-1] is PieceType.KING:
        return landed[:1]
    return landed


def _at_rest(capture: _Capture, rules: Rules) -> _Capture:
    """The finished capture: a man that has come to rest on the promotion row is crowned under every rule."""
    if not _is_promotion_square(capture.path[-1], capture.piece.color, rules.geometry):
        return capture
    return replace(capture, piece=Piece(capture.piece.color, PieceType.KING))


def _finished(capture: _Capture) -> _Move:
    outcome = Outcome(
        origin=capture.path[0],
        destination=capture.path[-1],
        captures=tuple(sorted(capture.taken)),
        becomes_king=capture.piece.kind is PieceType.KING,
    )
    return _Move(outcome, Route(capture.path, capture.taken), capture.began_as, capture.kinds)


def _preferred(captures: list[_Move], rules: Rules) -> list[_Move]:
    """The captures that pass every priority test, each applied to what the one before has left."""
    for test in rules.capture_priority:
        best = max((_score(capture, test) for capture in captures), default=())
        captures = [capture for capture in captures if _score(capture, test) == best]
    return captures


def _score(capture: _Move, test: CapturePriority) -> tuple[int, ...]:
    """What a test compares; the greater, the better."""
    kings = capture.kinds.count(PieceType.KING)
    men = capture.kinds.count(PieceType.MAN)
    match test:
        case CapturePriority.MOST_PIECES:
            return (men + kings,)
        case CapturePriority.MOST_VALUE:
            # A king is worth a trifle less than two men, and all trifles together less than a man.
            return (men + 2 * kings, -kings)
        case CapturePriority.WITH_KING:
            return (int(capture.began_as is PieceType.KING),)
        case CapturePriority.MOST_KINGS:
            return (kings,)
        case CapturePriority.KINGS_EARLIEST:
            # The places of the kings: the first that differs decides, and men at the end of a longer capture do not.
            return tuple(-place for place, kind in enumerate(capture.kinds) if kind is PieceType.KING)
