"""A perft in parts: positions some plies on, each with the number of ways to reach it, counted by threads or machines.

Transpositions are merged where the tree is split, so no part is counted twice. Counts are added up as Python ints.
"""

from __future__ import annotations

import json
import re
import threading
from collections import Counter as Multiset
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from draughts.errors import DraughtsError
from draughts.kernel import nodes as leaves
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.support.files import replace_file

__all__ = ["PerftRun", "Progress", "children", "leaves_behind", "routes_counted"]

_FORMAT = 1
#: A saved count; JSON's own numbers are exact only as far as some readers care.
_COUNT = re.compile(r"[0-9]{1,4000}")


class Progress(NamedTuple):
    """How far a perft has come.

    Attributes
    ----------
    done, parts : int
        Parts of the tree counted, and all of them.
    leaves : int
        Leaves counted so far.
    """

    done: int
    parts: int
    leaves: int


def routes_counted(board: Board, move: Move, mode: int) -> int:
    """How often a convention counts a move of a board."""
    if mode == leaves.REMOVED or len(move.captured) < 2:
        return 1
    if mode == leaves.PATHS:
        return len(move.routes)
    place = board.rules.geometry.coordinates

    def heading(square: int, victim: int) -> tuple[bool, bool, bool, bool]:
        (row, column), (other_row, other_column) = place(square), place(victim)
        return row < other_row, row > other_row, column < other_column, column > other_column

    # Routes that take the same pieces in the same order, each in the same direction, differ in stop-overs only.
    orders = {
        tuple((victim, heading(square, victim)) for square, victim in zip(path, victims, strict=False))
        for path, victims in move.routes
    }
    return len(orders)


def children(board: Board, mode: int) -> Iterable[tuple[Board, int]]:
    """The boards one ply on, with how often the convention counts each."""
    return ((board.play(move).without_king_moves(), routes_counted(board, move, mode)) for move in board.legal_moves)


def leaves_behind(counter: leaves.Counter, board: Board, depth: int) -> int:
    """The leaves at `depth`, 1 or more: a number of any size.

    The kernel counts in 63 bits. Where these are too few it says so, and the positions one ply on are counted instead,
    each once, however many ways lead to it.
    """
    total = 0
    front = {board: 1}
    following: dict[Board, list[tuple[Board, int]]] = {}
    while front:
        reached: Multiset[Board] = Multiset()
        for position, ways in front.items():
            try:
                total += ways * counter.count(position.kernel_position, depth)
            except leaves.TooLargeError:
                if position not in following:
                    following[position] = list(children(position, counter.mode))
                for child, routes in following[position]:
                    reached[child] += ways * routes
        front, depth = reached, depth - 1
    return total


class PerftRun:
    """One perft, split into parts.

    Parameters
    ----------
    board : Board
        The position.
    depth : int
        In plies, 1 or more.
    mode : int
        The convention, as in `leaves`.
    parts : int
        Split until there are so many parts, as long as three plies are left to count in each.
    """

    def __init__(self, board: Board, depth: int, mode: int, parts: int) -> None:
        self.board, self.depth, self.mode = board, depth, mode
        # King move counters decide what is legal but not what perft counts; positions differ in them needlessly.
        front = Multiset({board.without_king_moves(): 1})
        self.left = depth
        while self.left > 3 and 0 < len(front) < parts:
            following: Multiset[Board] = Multiset()
            for position, ways in front.items():
                for child, routes in children(position, mode):
                    following[child] += ways * routes
            front, self.left = following, self.left - 1
        self.parts = front
        self.counts: dict[Board, int] = {}

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(len(self.counts), len(self.parts), self.total)

    @property
    def total(self) -> int:
        """The leaves of the parts counted so far; of the whole tree, once all are."""
        return sum(count * self.parts[board] for board, count in self.counts.items())

    # Counting

    def run(
        self,
        *,
        workers: int = 1,
        hash_mb: float = 0,
        executor: Executor | None = None,
        report: Callable[[Progress], None] | None = None,
    ) -> int:
        """Count what is left and return the total.

        An interrupt stops the threads within moments; what they finished stays in `counts`.

        Parameters
        ----------
        workers : int
            Threads of this process, each with its share of `hash_mb`; without effect if `executor` is given.
        hash_mb : float
            Size of the tables of counts, in megabytes: of all threads, or of each worker process of an executor.
        executor : Executor, optional
            Counts the parts elsewhere. If it breaks, the parts that it still owed are counted in this process.
        report : callable, optional
            Called after each part.
        """
        rest = [board for board in self.parts if board not in self.counts]
        if executor is not None:
            rest = self._run_elsewhere(executor, rest, hash_mb, report)
        if rest:
            self._run_here(rest, workers, hash_mb, report)
        return self.total

    def _run_here(
        self, rest: list[Board], workers: int, hash_mb: float, report: Callable[[Progress], None] | None
    ) -> None:
        movement = self.board.kernel_position.movement
        counters = [leaves.Counter(movement, self.mode, self.left, hash_mb / workers) for _ in range(workers)]
        idle = list(counters)
        lock = threading.Lock()

        def count(board: Board) -> int:
            with lock:
                counter = idle.pop()
            try:
                return leaves_behind(counter, board, self.left)
            finally:
                with lock:
                    idle.append(counter)

        pool = ThreadPoolExecutor(workers, thread_name_prefix="perft")
        try:
            self._collect({pool.submit(count, board): board for board in rest}, report)
        except BaseException:
            for counter in counters:
                counter.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _run_elsewhere(
        self, executor: Executor, rest: list[Board], hash_mb: float, report: Callable[[Progress], None] | None
    ) -> list[Board]:
        """Count on an executor; the parts that it did not count because it broke."""
        futures: dict[Future[int], Board] = {}
        try:
            for board in rest:
                futures[executor.submit(count_part, board, self.left, self.mode, hash_mb)] = board
            self._collect(futures, report)
        except BrokenExecutor:
            # The others are left to the executor, which is about to fail them and must not find them cancelled.
            for future, board in futures.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    self.counts[board] = future.result()
            return [board for board in rest if board not in self.counts]
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        return []

    def _collect(self, futures: dict[Future[int], Board], report: Callable[[Progress], None] | None) -> None:
        for future in as_completed(futures):
            self.counts[futures[future]] = future.result()
            if report is not None:
                report(self.progress)

    # Saving

    def _identity(self) -> dict[str, object]:
        return {
            "format": _FORMAT,
            "rules": repr(self.board.rules),
            "fen": self.board.fen,
            "depth": self.depth,
            "mode": self.mode,
            "left": self.left,
        }

    def save(self, path: Path) -> None:
        """Write what has been counted; the file is replaced as a whole or not at all."""
        counts = {board.fen: str(count) for board, count in self.counts.items()}
        replace_file(path, json.dumps({**self._identity(), "counts": counts}))

    def resume(self, path: Path) -> None:
        """Take over what `save` wrote.

        Raises
        ------
        DraughtsError
            If the file is no saved count, or one of another position, depth or convention.
        """
        try:
            content = json.loads(path.read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            raise DraughtsError(f"{path} is not a saved perft: {error}") from error
        if not isinstance(content, dict) or not isinstance(content.get("counts"), dict):
            raise DraughtsError(f"{path} is not a saved perft: it has no counts")
        for name, value in self._identity().items():
            found = content.get(name)
            if type(found) is not type(value) or found != value:
                raise DraughtsError(f"{path} belongs to another perft: its {name} is {found!r}, not {value!r}")
        by_fen = {board.fen: board for board in self.parts}
        counts = {}
        for fen, count in content["counts"].items():
            if fen not in by_fen:
                raise DraughtsError(f"{path} is damaged: {fen} is no part of this perft")
            if not isinstance(count, str) or not _COUNT.fullmatch(count):
                raise DraughtsError(f"{path} is damaged: the count of {fen} is {count!r}, not a number in digits")
            counts[by_fen[fen]] = int(count)
        self.counts = counts


_thread = threading.local()


def count_part(board: Board, depth: int, mode: int, hash_mb: float) -> int:
    """Count one part in a worker; its table stays for the next part."""
    movement = board.kernel_position.movement
    key = (movement, mode, depth, hash_mb)
    if getattr(_thread, "key", None) != key:
        _thread.key, _thread.counter = key, leaves.Counter(movement, mode, depth, hash_mb)
    counter: leaves.Counter = _thread.counter
    return leaves_behind(counter, board, depth)
