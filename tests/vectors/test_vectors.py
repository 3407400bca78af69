"""All positions of the independent test vectors: legal moves, their order, the boards after them, winners, notation.

The vectors come from a mailbox program that shares nothing with this package (tests/data/vectors/README.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from draughts import AmbiguousMoveError, Board, Move, Rules, get_rules
from draughts.position.notation import Style

pytestmark = pytest.mark.smoke

_FILES = sorted((Path(__file__).parent.parent / "data" / "vectors").glob("*.jsonl"))
#: Styles that name one move only; the short one may name several.
_EXACT_STYLES: tuple[Style, ...] = ("long", "unambiguous", "algebraic", "pdn", "hub")


class Vector(NamedTuple):
    """One line of a file."""

    line: int
    fen: str
    tag: str
    winner: str | None
    moves: tuple[tuple[int, int, tuple[int, ...]], ...]
    after: dict[str, str]


@cache
def _load(variant: str) -> tuple[Vector, ...]:
    path = next(path for path in _FILES if path.stem == variant)
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_vector(number, json.loads(line)) for number, line in enumerate(lines, 1))


def _vector(line: int, data: dict[str, Any]) -> Vector:
    moves = tuple((move["from"], move["to"], tuple(move["captures"])) for move in data["moves"])
    return Vector(line, data["fen"], data["tag"], data["winner"], moves, data["after"])


@cache
def _board(fen: str, rules: Rules) -> Board:
    return Board.from_fen(fen, rules)


def _outcome(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.destination, move.captured


def _key(origin: int, destination: int, captured: tuple[int, ...]) -> str:
    return f"{origin}x{destination}:{','.join(map(str, captured))}" if captured else f"{origin}-{destination}"


def _faults(variant: str, fault: Callable[[Vector, Board], object]) -> list[str]:
    """The lines of a file, each with its position, in which `fault` finds something wrong."""
    rules = get_rules(variant)
    found = ((vector, fault(vector, _board(vector.fen, rules))) for vector in _load(variant))
    return [f"line {vector.line} ({vector.tag}), {vector.fen}: {wrong}" for vector, wrong in found if wrong]


every_variant = pytest.mark.parametrize("variant", [path.stem for path in _FILES])


def test_there_are_vectors_of_sixteen_variants() -> None:
    assert len(_FILES) == 16
    assert all(len(_load(path.stem)) == 400 for path in _FILES)


@every_variant
def test_the_legal_moves_are_exactly_those_of_the_vectors(variant: str) -> None:
    def fault(vector: Vector, board: Board) -> object:
        found, wanted = set(map(_outcome, board.legal_moves)), set(vector.moves)
        return (sorted(found - wanted), sorted(wanted - found)) if found != wanted else None

    assert _faults(variant, fault) == []


@every_variant
def test_each_outcome_is_listed_once_by_origin_then_destination_then_captured_squares(variant: str) -> None:
    # The documented order of `Board.legal_moves` is the order in which the vectors are written.
    def fault(vector: Vector, board: Board) -> object:
        found = tuple(map(_outcome, board.legal_moves))
        return found if found != vector.moves or len(board.legal_moves) != len(vector.moves) else None

    assert _faults(variant, fault) == []


@every_variant
def test_playing_a_move_leads_to_the_position_of_the_vectors(variant: str) -> None:
    def fault(vector: Vector, board: Board) -> object:
        # Frisian boards append the count of quiet moves with one king (":+0+132"). The vectors ignore the limit on
        # such moves, so their positions carry no counters, and only what stands on the board is compared.
        found = {
            _key(*_outcome(move)): board.play(move).fen.partition(":+")[0] for move in board.legal_moves
        }  # one key a move: a second move with the same outcome would be missing from the count of the test above
        return [key for key in found.keys() | vector.after.keys() if found.get(key) != vector.after.get(key)]

    assert _faults(variant, fault) == []


@every_variant
def test_a_position_is_written_as_it_was_read(variant: str) -> None:
    def fault(vector: Vector, board: Board) -> object:
        return board.fen if board.fen != vector.fen else None

    assert _faults(variant, fault) == []


@every_variant
def test_the_side_without_a_move_loses_or_wins_as_the_vectors_say(variant: str) -> None:
    def fault(vector: Vector, board: Board) -> object:
        has_capture = any(captures for _, _, captures in vector.moves)
        winner = board.winner.value if board.winner else None
        found = (winner, board.is_terminal, board.has_capture, bool(board.legal_moves))
        return found if found != (vector.winner, not vector.moves, has_capture, bool(vector.moves)) else None

    assert _faults(variant, fault) == []


@every_variant
@pytest.mark.parametrize("style", _EXACT_STYLES)
def test_every_move_can_be_read_back(variant: str, style: Style) -> None:
    def fault(_: Vector, board: Board) -> object:
        return [text for move in board.legal_moves if _meant(board, text := board.notation(move, style)) != [move]]

    assert _faults(variant, fault) == []


@every_variant
def test_a_short_text_means_its_move_or_names_every_move_between_the_two_squares(variant: str) -> None:
    def fault(_: Vector, board: Board) -> object:
        return [move for move in board.legal_moves if not _is_readable(board, move)]

    assert _faults(variant, fault) == []


def _is_readable(board: Board, move: Move) -> bool:
    ends = move.origin, move.destination
    same_ends = sum((other.origin, other.destination) == ends for other in board.legal_moves)
    meant = _meant(board, str(move))
    if same_ends == 1:
        return meant == [move]
    # "15x22" may be the whole path of one of them, and then means that one.
    is_whole_path = len(meant) == 1 and ends in meant[0].paths
    return is_whole_path or (len(set(meant)) == same_ends and move in meant)


def _meant(board: Board, text: str) -> list[Move]:
    """The move that a text means, or those that it may mean, each read from the spelling that the error lists."""
    try:
        return [board.move(text)]
    except AmbiguousMoveError as error:
        return [board.move(candidate) for candidate in error.candidates if candidate != text]
