"""Perft: counting the leaves of the move tree, the common check of move generators.

The published tables ship with the package (`published`); `draughts perft --check` compares with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from draughts.enumeration.runs import PerftRun, children, leaves_behind, routes_counted
from draughts.errors import ArgumentError
from draughts.kernel import nodes as leaves
from draughts.kernel.nodes import MOST_PLIES
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.readings import HasBoard, as_board
from draughts.rules.rules import Rules
from draughts.support.checks import as_flag, as_whole, refuse

__all__ = [
    "LARGEST_HASH",
    "MOST_PLIES",
    "PublishedTable",
    "convention",
    "divide",
    "divide_lazily",
    "perft",
    "published",
]

_MODES = {"kept": leaves.KEPT, "removed": leaves.REMOVED, "paths": leaves.PATHS}


def perft(
    board: Board | HasBoard | Rules | str,
    depth: int,
    *,
    distinct: bool = False,
    bulk: bool = True,
    count: str | None = None,
    hash_mb: float = 0,
    workers: int = 1,
    executor: Executor | None = None,
) -> int:
    """The number of sequences of `depth` plies from a position.

    Draw rules play no part, nor does a limit on quiet king moves; that is the convention of all published tables.

    Parameters
    ----------
    board : Board, Game, str or Rules
        The position: also that of a game, a FEN, or the start of a variant.
    depth : int
        In plies, 0 to 1000.
    distinct : bool
        Count captures with the same result once. By default captures that take their pieces in another order count
        separately, as most published tables have it.
    bulk : bool
        Add up the number of moves before the last ply instead of making them. Slower and equal if False.
    count : str, optional
        The convention by name, instead of `distinct`: ``"kept"`` (by default), ``"removed"`` (as `distinct`), or
        ``"paths"``, which counts every list of landing squares.
    hash_mb : float
        Megabytes for tables of counts that are known already, up to 1,048,576. A hit compares the whole position, its
        depth and side to move, so tables never change a count.
    workers : int
        Threads. The kernel runs without the interpreter lock.
    executor : concurrent.futures.Executor, optional
        Counts parts of the tree elsewhere: a process pool, or the executor of a cluster. `hash_mb` is then the size of
        each worker's table. If a pool breaks, the rest is counted here.

    Returns
    -------
    int
        The count, exact however large it is.

    Raises
    ------
    CaptureLimitError
        If a position in the tree has more capture routes than the generator follows.
    ValueError
        If an argument makes no sense.

    Examples
    --------
    >>> from draughts import Board, perft
    >>> [perft(Board(), depth) for depth in range(6)]
    [1, 7, 49, 302, 1469, 7361]
    >>> perft(Board(), 11, hash_mb=16, workers=2)
    85242128
    """
    mode = convention(distinct, count)
    as_whole(depth, "depth, a number of plies,", most=MOST_PLIES)
    as_whole(workers, "workers", 1)
    if not isinstance(hash_mb, int | float) or not 0 <= hash_mb <= LARGEST_HASH:
        refuse(f"hash_mb must be a number of megabytes from 0 to {LARGEST_HASH:,}", hash_mb)
    board = as_board(board).without_king_moves()
    if not as_flag(bulk, "bulk"):
        return _one_by_one(board, depth, mode)
    if depth == 0:
        return 1
    if executor is None and depth < _WORTH_SPLITTING:
        return leaves_behind(leaves.Counter(board.kernel_position.movement, mode, depth, hash_mb), board, depth)
    run = PerftRun(board, depth, mode, _parts(workers, executor))
    return run.run(workers=workers, hash_mb=hash_mb, executor=executor)


#: The largest tables of counts, in megabytes.
LARGEST_HASH = 1 << 20

#: Plies from which a count takes long enough to be split, so that threads share it and an interrupt ends it.
_WORTH_SPLITTING = 8


def _parts(workers: int, executor: Executor | None) -> int:
    """Into how many parts a tree is split: enough for the slowest to be a small share of the whole."""
    return 1000 if executor is not None else 20 * workers


def divide(
    board: Board | HasBoard | Rules | str,
    depth: int,
    *,
    distinct: bool = False,
    count: str | None = None,
    hash_mb: float = 0,
    workers: int = 1,
) -> dict[Move, int]:
    """Perft for each move: how many of the leaves lie behind it.

    Parameters
    ----------
    board : Board
        The position.
    depth : int
        In plies, 1 to 1000; the sum of the values is ``perft(board, depth)``.
    distinct, count, hash_mb, workers
        As in `perft`.

    Examples
    --------
    >>> from draughts import Board, divide
    >>> divide(Board(), 3)
    {Move(9-13): 48, Move(9-14): 40, Move(10-14): 40, Move(10-15): 40, Move(11-15): 40, Move(11-16): 47, ...}
    """
    as_whole(depth, "depth, a number of plies,", 1, MOST_PLIES)
    name = ("kept", "removed", "paths")[convention(distinct, count)]
    return dict(divide_lazily(as_board(board), depth, name, hash_mb=hash_mb, workers=workers))


def divide_lazily(
    board: Board, depth: int, name: str, *, hash_mb: float = 0, workers: int = 1
) -> Iterator[tuple[Move, int]]:
    """`divide`, one move after another: for callers that show progress."""
    mode = convention(False, name)
    board = board.without_king_moves()
    for move in board.legal_moves:
        behind = perft(board.play(move), depth - 1, count=name, hash_mb=hash_mb, workers=workers)
        yield move, routes_counted(board, move, mode) * behind


def convention(distinct: bool, name: str | None) -> int:
    """The kernel's number of a convention."""
    as_flag(distinct, "distinct")
    if name is None:
        return leaves.REMOVED if distinct else leaves.KEPT
    if distinct and name != "removed":
        raise ArgumentError(f"distinct=True is count='removed', not {name!r}")
    if not isinstance(name, str) or name not in _MODES:
        refuse("count must be 'kept', 'removed' or 'paths'", name)
    return _MODES[name]


def _one_by_one(board: Board, depth: int, mode: int) -> int:
    total = 0
    waiting = [(board, depth, 1)]
    while waiting:
        position, left, ways = waiting.pop()
        if left == 0:
            total += ways
        else:
            waiting += [(child, left - 1, ways * routes) for child, routes in children(position, mode)]
    return total


class PublishedTable(NamedTuple):
    """A perft table from the literature, or one on which generators agree that were written apart.

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
        Who published it, and where; no address where nobody has.
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
    """The perft tables that ship with the package.

    Examples
    --------
    >>> from draughts import published
    >>> published()[0].counts[10]
    18391564
    """
    text = (files("draughts.enumeration") / "perft.json").read_text("utf-8")
    return tuple(
        PublishedTable(**{**table, "counts": {int(depth): n for depth, n in table["counts"].items()}})
        for table in json.loads(text)
    )
