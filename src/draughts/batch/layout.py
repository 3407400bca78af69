"""The arrays that positions consist of: their types and shapes, and what may stand in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from draughts.batch.tables import BatchTables
from draughts.errors import ArgumentError
from draughts.kernel.scratch import LOW
from draughts.position.fen import promotion_row
from draughts.rules.draws import Repetition
from draughts.rules.geometry import Geometry
from draughts.rules.rules import Color

__all__ = ["FIELDS", "Array", "check_array", "check_content", "shapes_of"]

Array = NDArray[Any]

#: The arrays by name, in the order in which they are listed, and what their elements are.
FIELDS: dict[str, type[np.generic]] = {
    "bitboards": np.uint64,
    "turns": np.uint8,
    "plies": np.uint32,
    "counts": np.int32,
    "king_moves": np.uint16,
    "calm": np.uint16,
    "history": np.uint16,
    "chains": np.uint8,
    "taken": np.uint64,
}

#: The sides by their numbers in arrays.
_COLORS = (Color.BLACK, Color.WHITE)
_SETS = ("own men", "own kings", "the opponent's men", "the opponent's kings")


def shapes_of(tables: BatchTables, number: int, history: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array for so many positions that remember so many plies."""
    halves = () if tables.units == 1 else (2,)
    return {
        "bitboards": (number, 4, *halves),
        "turns": (number,),
        "plies": (number,),
        "counts": (number, len(tables.draw_rules)),
        "king_moves": (number, 4 if tables.rules.king_move_limit else 0),
        "calm": (number,),
        "history": (number, history),
        "chains": (number, 4),
        "taken": (number, *halves),
    }


def check_array(name: str, array: object, dtype: type[np.generic], shape: tuple[int, ...]) -> Array:
    """An array that must be as it is told; it is not copied.

    Raises
    ------
    ArgumentError
        If it has another type, shape or order in memory.
    """
    wanted = f"{name} must be a C-contiguous array of {np.dtype(dtype)} with shape {shape}"
    if not isinstance(array, np.ndarray):
        raise ArgumentError(f"{wanted}, not {type(array).__name__}")
    if array.dtype != np.dtype(dtype):
        raise ArgumentError(f"{wanted}, not of {array.dtype}")
    if array.shape != shape:
        raise ArgumentError(f"{wanted}, not {array.shape}")
    if not array.flags.c_contiguous or not array.flags.aligned:
        raise ArgumentError(f"{wanted}; its elements do not follow one another: np.ascontiguousarray copies it")
    return array


def check_content(tables: BatchTables, arrays: Mapping[str, Array]) -> None:
    """Make sure that arrays hold positions of the rules.

    Raises
    ------
    ArgumentError
        If they do not; the message names the first position that is wrong, and why.
    """
    number = len(arrays["turns"])
    _refuse(arrays["turns"] > 1, "turns is {}, not 0 (Black) or 1 (White)", arrays["turns"])
    sets = arrays["bitboards"].reshape(number, 4, tables.units)
    taken = arrays["taken"].reshape(number, tables.units)
    valid = _units((1 << tables.squares) - 1, tables.units)
    _refuse(
        ((sets & ~valid).any(axis=(1, 2)) | (taken & ~valid).any(axis=1)),
        f"a bit is set that belongs to no square: the board has {tables.squares}",
    )
    for first in range(4):
        for second in range(first):
            both = (sets[:, first] & sets[:, second]).any(axis=1)
            _refuse(both, f"a square belongs to {_SETS[second]} and to {_SETS[first]}")
    _check_men(tables, sets, arrays["turns"])
    _check_counts(tables, arrays)
    _check_king_moves(tables, arrays, sets)
    _check_chains(tables, arrays, sets, taken)


def _refuse(wrong: Any, reason: str, values: Array | None = None) -> None:
    places = np.flatnonzero(wrong)
    if places.size:
        first = int(places[0])
        _fail(first, reason if values is None else reason.format(values[first].tolist()))


def _fail(position: int, reason: str) -> NoReturn:
    raise ArgumentError(f"position {position}: {reason}")


def _units(squares: int, units: int) -> Array:
    return np.array([squares >> 64 * unit & LOW for unit in range(units)], np.uint64)


def _check_men(tables: BatchTables, sets: Array, turns: Array) -> None:
    geometry = tables.rules.geometry
    last = np.stack([_units(_row(geometry, promotion_row(geometry, color)), tables.units) for color in _COLORS])
    for place, color in ((0, turns), (2, 1 - turns)):
        _refuse((sets[:, place] & last[color]).any(axis=1), f"one of {_SETS[place]} stands on its promotion row")


def _row(geometry: Geometry, row: int) -> int:
    """The squares of a row as a set."""
    return sum(1 << square - 1 for square in geometry.numbers if geometry.coordinates(square)[0] == row)


def _check_counts(tables: BatchTables, arrays: Mapping[str, Array]) -> None:
    for column, rule in enumerate(tables.draw_rules):
        most = rule.occurrences - 1 if isinstance(rule, Repetition) else 2 * getattr(rule, "moves", 0)
        counts = arrays["counts"][:, column]
        least = 0 if isinstance(rule, Repetition) else -1
        wrong = (counts < least) | (counts > most)
        _refuse(wrong, f"counts[{column}] is {{}}, not {least} to {most} ({rule.describe()})", counts)
    size = arrays["history"].shape[1]
    _refuse(arrays["calm"] > size, f"calm is {{}}, but history remembers {size} plies", arrays["calm"])
    ends = arrays["history"]
    known = np.arange(size) < arrays["calm"][:, None]
    # The oldest entries may never have been written; those that count are the last `calm` ones.
    places = (arrays["plies"][:, None].astype(np.int64) - 1 - np.arange(size)) % max(size, 1)
    used = np.take_along_axis(ends, places, axis=1) if size else ends
    squares = np.minimum(used >> 8, used & 255), np.maximum(used >> 8, used & 255)
    wrong = known & ((squares[0] < 1) | (squares[1] > tables.squares))
    _refuse(wrong.any(axis=1), f"history has a move from or to a square that the board of {tables.squares} lacks")


def _check_king_moves(tables: BatchTables, arrays: Mapping[str, Array], sets: Array) -> None:
    limit = tables.rules.king_move_limit
    if not limit:
        return
    for place, kings, whose in ((0, 1, "the side to move"), (2, 3, "the opponent")):
        square, moves = arrays["king_moves"][:, place], arrays["king_moves"][:, place + 1]
        _refuse(moves > limit, f"king_moves counts {{}} moves, and the limit is {limit}", moves)
        stands = _holds(sets[:, kings], square)
        _refuse((moves > 0) & ~stands, f"king_moves counts moves of no king that {whose} has: square {{}}", square)


def _check_chains(tables: BatchTables, arrays: Mapping[str, Array], sets: Array, taken: Array) -> None:
    chains = arrays["chains"]
    under_way = chains[:, 0] > 0
    if not under_way.any():
        _refuse(taken.any(axis=1) | chains.any(axis=1), "pieces are taken, but no capture is under way")
        return
    _refuse(~under_way & (taken.any(axis=1) | chains.any(axis=1)), "pieces are taken, but no capture is under way")
    _refuse((chains[:, :3] > tables.squares).any(axis=1), f"chains has squares of no board of {tables.squares}")
    own, opponent = sets[:, 0] | sets[:, 1], sets[:, 2] | sets[:, 3]
    _refuse(under_way & ~_holds(own, chains[:, 0]), "chains begins where the side to move has no piece")
    here = _holds(own | opponent, chains[:, 2]) & (chains[:, 2] != chains[:, 0])
    _refuse(under_way & (here | (chains[:, 2] == 0)), "chains has the capturing piece on a square that is not empty")
    _refuse(under_way & ~taken.any(axis=1), "a capture is under way, but no piece is taken")
    _refuse((taken & ~opponent).any(axis=1), "taken has a square without a piece of the opponent")


def _holds(squares: Array, numbers: Array) -> Array:
    """Whether sets of squares, in units, have the squares of these numbers."""
    bit = np.maximum(numbers.astype(np.int64) - 1, 0)
    unit = np.take_along_axis(squares, np.minimum(bit // 64, squares.shape[1] - 1)[:, None], axis=1)[:, 0]
    held: Array = (numbers > 0) & ((unit >> (bit % 64).astype(np.uint64) & np.uint64(1)) == 1)
    return held
