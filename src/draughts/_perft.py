"""Perft: counting the leaves of the move tree, the common check of move generators.

The published tables ship with the package (`published`); `draughts perft --check` compares with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from draughts._kernels import leaves
from draughts.board import Board
from draughts.errors import CaptureLimitError
from draughts.move import Move

__all__ = ["PublishedTable", "divide", "perft", "published"]

_MODES = {"kept": leaves.KEPT, "removed": leaves.REMOVED, "paths": leaves.PATHS}


def perft(
    board: Board, depth: int, *, distinct: bool = False, bulk: bool = True, count: str | None = None, workers: int = 1
) -> int:
    """The number of sequences of `depth` plies from a position.

    Draw rules play no part, nor does a limit on quiet king moves; that is the convention of all published tables.

    Parameters
    ----------
    board : Board
        The position.
    depth : int
        In plies, 0 or more.
    distinct : bool
        Count captures with the same result once. By default captures that take their pieces in another order count
        separately, as most published tables have it.
    bulk : bool
        Add up the number of moves before the last ply instead of making them. Slower and equal if False.
    count : str, optional
        The convention by name, instead of `distinct`: ``"kept"`` (by default), ``"removed"`` (as `distinct`), or
        ``"paths"``, which counts every list of landing squares.
    workers : int
        Threads. The kernel runs without the interpreter lock.

    Returns
    -------
    int
        The count.

    Raises
    ------
    CaptureLimitError
        If a position in the tree has more capture routes than the generator follows.
    ValueError
        If `depth`, `workers` or `count` make no sense, or the count may not fit into 63 bits.

    Examples
    --------
    >>> from draughts import Board, perft
    >>> [perft(Board(), depth) for depth in range(6)]
    [1, 7, 49, 302, 1469, 7361]
    """
    mode = _mode(distinct, count)
    if not isinstance(depth, int) or depth < 0:
        raise ValueError(f"depth is a number of plies, 0 or more, not {depth!r}")
    if workers < 1:
        raise ValueError(f"workers must be 1 or more, not {workers}")
    if depth == 0:
        return 1
    if workers == 1 or depth < 3:
        return _count(board, depth, mode, bulk)
    # Plies 1 and 2 are made here; the threads count what is left, large parts before small ones as they come.
    parts = [(child, depth - 2, mode, bulk) for child in _children(board, mode) for child in _children(child, mode)]
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(lambda part: _count(*part), parts))


def divide(board: Board, depth: int, *, distinct: bool = False, count: str | None = None) -> dict[Move, int]:
    """Perft for each move: how many of the leaves lie behind it.

    Parameters
    ----------
    board : Board
        The position.
    depth : int
        In plies, 1 or more; the sum of the values is ``perft(board, depth)``.
    distinct, count
        As in `perft`.

    Examples
    --------
    >>> from draughts import Board, divide
    >>> divide(Board(), 3)
    {Move(9-13): 48, Move(9-14): 40, Move(10-14): 40, Move(10-15): 40, Move(11-15): 40, Move(11-16): 47, ...}
    """
    if not isinstance(depth, int) or depth < 1:
        raise ValueError(f"depth is a number of plies, 1 or more, not {depth!r}")
    return dict(divide_lazily(board, depth, _mode(distinct, count)))


def divide_lazily(board: Board, depth: int, mode: int) -> Iterator[tuple[Move, int]]:
    """`divide`, one move after another: for callers that show progress."""
    for move in board.legal_moves:
        child = board.play(move)
        yield move, _routes(move, mode) * (_count(child, depth - 1, mode, bulk=True) if depth > 1 else 1)


def _children(board: Board, mode: int) -> Iterator[Board]:
    """The boards one ply on, as often as the convention counts them."""
    for move in board.legal_moves:
        child = board.play(move)
        for _ in range(_routes(move, mode)):
            yield child


def _routes(move: Move, mode: int) -> int:
    """How often a convention counts a move."""
    if mode == leaves.REMOVED or len(move.captured) < 2:
        return 1
    routes = move.routes
    return len(routes) if mode == leaves.PATHS else len({captures for _, captures in routes})


def _mode(distinct: bool, count: str | None) -> int:
    if count is None:
        return leaves.REMOVED if distinct else leaves.KEPT
    if count not in _MODES:
        raise ValueError(f"count must be 'kept', 'removed' or 'paths', not {count!r}")
    return _MODES[count]


def _count(board: Board, depth: int, mode: int, bulk: bool) -> int:
    total = leaves.count_leaves(board._position(), depth, mode) if bulk else _count_one_by_one(board, depth, mode)
    if total is None:
        raise CaptureLimitError(f"a position in the tree of {board.fen} has more capture routes than are followed")
    return total


def _count_one_by_one(board: Board, depth: int, mode: int) -> int:
    if depth == 0:
        return 1
    return sum(_count_one_by_one(child, depth - 1, mode) for child in _children(board, mode))


class PublishedTable(NamedTuple):
    """A perft table from the literature.

    Attributes
    ----------
    variant, name : str
        The rules, and the position: ``"initial"`` or a name.
    fen : str
        The position.
    convention : str
        The convention: ``"kept"``, ``"removed"`` or ``"paths"``.
    counts : dict of int to int
        Leaves by depth in plies.
    source, url, date : str
        Who published it, and where.
    """

    variant: str
    name: str
    fen: str
    convention: str
    counts: dict[int, int]
    source: str
    url: str
    date: str


@lru_cache(maxsize=1)
def published() -> tuple[PublishedTable, ...]:
    """The tables that ship with the package.

    Examples
    --------
    >>> from draughts import published
    >>> published()[0].counts[10]
    18391564
    """
    text = (files("draughts") / "data" / "perft.json").read_text("utf-8")
    return tuple(
        PublishedTable(**{**table, "counts": {int(depth): n for depth, n in table["counts"].items()}})
        for table in json.loads(text)
    )
