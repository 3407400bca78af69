"""Between boards, which Python holds one by one, and arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from draughts.batch.layout import Array
from draughts.batch.tables import BatchTables
from draughts.kernel.scratch import LOW
from draughts.position.board import Board
from draughts.position.context import context_of
from draughts.position.king_moves import NO_KING_MOVES

__all__ = ["board_arrays", "boards_of", "turned"]


#: Each byte with its bits in the opposite order.
_REVERSED = np.array([int(f"{byte:08b}"[::-1], 2) for byte in range(256)], np.uint8)


def board_arrays(tables: BatchTables, boards: Sequence[Board]) -> dict[str, Array]:
    """The bitboards, turns and king moves of boards."""
    words = [board.words for board in boards]
    number = len(words)
    numbers = (word >> 64 * unit & LOW for row in words for word in row[1:] for unit in range(tables.wide))
    parts = np.fromiter(numbers, np.uint64, 3 * number * tables.wide).reshape(number, 3, tables.wide)
    own, opponent, kings = parts.swapaxes(0, 1)
    sets = np.stack([own & ~kings, own & kings, opponent & ~kings, opponent & kings], axis=1)
    sides = np.fromiter((row[0] for row in words), np.uint8, number)
    arrays = {
        "bitboards": _looked_up(sets, tables.gather[0], tables.units),
        "turns": sides ^ np.uint8(tables.black_side),
    }
    if tables.rules.king_move_limit:
        arrays["king_moves"] = np.array([board.king_moves for board in boards], np.uint16).reshape(number, 4)
    return arrays


def boards_of(tables: BatchTables, bitboards: Array, turns: Array, king_moves: Array) -> list[Board]:
    """The boards of arrays."""
    context = context_of(tables.rules)
    number = len(turns)
    sets = _looked_up(bitboards.reshape(number, 4, tables.units), tables.spread, tables.wide).reshape(
        number, 4, tables.wide
    )
    parts = [sets[:, 0] | sets[:, 1], sets[:, 2] | sets[:, 3], sets[:, 1] | sets[:, 3]]
    own, opponent, kings = ([sum(int(n) << 64 * at for at, n in enumerate(row)) for row in part] for part in parts)
    sides = (turns ^ np.uint8(tables.black_side)).tolist()
    counters = [tuple(row) for row in king_moves.tolist()] if king_moves.size else [NO_KING_MOVES] * number
    return [
        Board.of_words(context, words, counter)
        for words, counter in zip(zip(sides, own, opponent, kings, strict=True), counters, strict=True)
    ]


def _looked_up(sets: Array, table: Array, units: int) -> Array:
    """Sets of squares or words, in units along the last axis, by the images of their bytes."""
    octets = np.ascontiguousarray(sets).astype("<u8").view(np.uint8)
    found = np.zeros((*sets.shape[:-1], units), np.uint64)
    for place in range(octets.shape[-1]):
        found |= table[place][octets[..., place]]
    return found[..., 0] if units == 1 else found


def turned(sets: Array, squares: int, units: int) -> Array:
    """Sets of squares on the board turned by 180 degrees: square 1 becomes the last one."""
    shape = sets.shape
    flat = np.ascontiguousarray(sets).reshape(-1, units).astype("<u8")
    octets = _REVERSED[flat.view(np.uint8)[:, ::-1]]
    reversed_units = np.ascontiguousarray(octets).view("<u8").astype(np.uint64)
    spare = 64 * units - squares
    if units == 1:
        return (reversed_units >> np.uint64(spare)).reshape(shape)
    low, high = reversed_units[:, 0], reversed_units[:, 1]
    if spare:
        low, high = low >> np.uint64(spare) | high << np.uint64(64 - spare), high >> np.uint64(spare)
    return np.stack([low, high], axis=1).reshape(shape)
