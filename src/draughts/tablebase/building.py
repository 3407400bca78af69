"""Building tables: slice after slice, here or by an executor, each file as soon as it is done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from draughts.errors import ArgumentError, TablebaseError
from draughts.kernel.movement import movement_of
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.support.checks import as_whole
from draughts.tablebase.files import METRICS, agree, check_rules, file_of, read_slice, write_slice
from draughts.tablebase.material import Material, materials, waves
from draughts.tablebase.memory import EndgameMemory, SliceData
from draughts.tablebase.packing import unpack
from draughts.tablebase.solving import BYTES_A_POSITION, solve

__all__ = ["MOST_PIECES", "Progress", "build", "build_slices", "memory_needed"]

#: No table has more pieces.
MOST_PIECES = 8


class Progress(NamedTuple):
    """How far a build has come.

    Attributes
    ----------
    done, slices : int
        Slices on the disk, and all of them.
    share : float
        The positions of these slices as a share of all.
    seconds_left : float or None
        An estimate, once something has been built.
    """

    done: int
    slices: int
    share: float
    seconds_left: float | None


def memory_needed(rules: Rules, pieces: int) -> int:
    """Bytes that solving the largest slice takes, besides the tables that it builds on."""
    movement = movement_of(rules)
    sizes = (
        material.size(movement) * (1 if material == material.flipped else 2)
        for material in materials(pieces, kings=not movement.ends_with_king)
    )
    return BYTES_A_POSITION * max(sizes)


def build(
    rules: Rules | Variant | str,
    pieces: int,
    directory: str | Path,
    *,
    metric: str = "wdl",
    workers: int = 1,
    executor: Executor | None = None,
    memory_gb: float = 4,
    report: Callable[[Progress], None] | None = None,
) -> None:
    """Build the tables of all positions of 2 to `pieces` pieces, as far as they are not there.

    Every slice is a file of its own, written as a whole once it is solved; a build that was interrupted goes on when it
    is started again. Whoever builds, the files are the same.

    Parameters
    ----------
    rules : Rules
        The variant.
    pieces : int
        The most pieces, 2 to 8.
    directory : path
        Where the files go; made if it is not there.
    metric : str
        ``"wdl"``: who wins. ``"dtw"``: also in how many plies; these files are about ten times as large.
    workers : int
        Processes, each with the memory of one slice; without effect if `executor` is given.
    executor : concurrent.futures.Executor, optional
        Solves slices that do not depend on each other elsewhere, with `directory` in reach. If it breaks, the rest is
        solved here.
    memory_gb : float
        Refuse to begin if the largest slice needs more memory than so many gigabytes, 4 by default.
    report : callable, optional
        Called with a `Progress` after each slice and its flip.

    Raises
    ------
    RulesError
        If a position of these rules is more than its pieces and the side to move (Frisian: the king move limit).
    ArgumentError
        If the largest slice needs too much memory; the message has the figure.
    TablebaseError
        If a file in the directory is damaged, or one of other rules or another metric.

    Examples
    --------
    >>> import tempfile
    >>> from draughts.tablebase import Tablebase, build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     build("american", 2, place)
    ...     Tablebase.open(place).counts()["0101"]
    (230, 654, 108)
    """
    rules = as_rules(rules)
    check_rules(rules)
    as_whole(pieces, "pieces", 2, MOST_PIECES)
    as_whole(workers, "workers", 1)
    if metric not in METRICS:
        raise ArgumentError(f"metric must be 'wdl' or 'dtw', not {metric!r}")
    needed = memory_needed(rules, pieces)
    if needed > memory_gb * (1 << 30):
        raise ArgumentError(
            f"the largest slice of {pieces} pieces under {rules.name} rules takes {needed / (1 << 30):.1f} GB of "
            f"memory while it is solved, and {memory_gb} GB are allowed; memory_gb allows more"
        )
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    run = _Run(rules, metric, directory, pieces, report)
    with _pool(workers, executor) as chosen:
        run.build(chosen)


def _pool(workers: int, executor: Executor | None) -> ProcessPoolExecutor | nullcontext[Executor | None]:
    if executor is None and workers > 1:
        return ProcessPoolExecutor(workers, get_context("spawn"))
    return nullcontext(executor)


class _Run:
    """One build."""

    def __init__(
        self, rules: Rules, metric: str, directory: Path, pieces: int, report: Callable[[Progress], None] | None
    ) -> None:
        self.rules, self.metric, self.directory, self.report = rules, metric, directory, report
        movement = movement_of(rules)
        every = materials(pieces, kings=not movement.ends_with_king)
        self.waves = waves(every)
        self.sizes = {material: material.size(movement) for material in every}
        self.done: set[Material] = set()
        self.found = 0
        self.start = time.monotonic()

    def build(self, executor: Executor | None) -> None:
        """Build what is missing."""
        missing = []
        for wave in self.waves:
            rest = [material for material in wave if not self._is_there(material)]
            self.done |= {each for material in wave if material not in rest for each in (material, material.flipped)}
            missing.append(rest)
        self.found = self._positions()
        for rest in missing:
            if executor is not None:
                rest = self._build_elsewhere(executor, rest)  # noqa: PLW2901 - what is left to do here
            for material in rest:
                build_slices(self.rules, self.metric, str(self.directory), material)
                self._note(material)

    def _is_there(self, material: Material) -> bool:
        """Whether a slice and its flip are on the disk."""
        paths = [file_of(self.directory, each) for each in (material, material.flipped)]
        if not all(path.exists() for path in paths):
            return False
        for path in paths:
            _check_kin(path, self.rules, self.metric)
        return True

    def _build_elsewhere(self, executor: Executor, rest: list[Material]) -> list[Material]:
        """Have slices solved by an executor; those that it did not solve because it broke."""
        futures: dict[Future[None], Material] = {}
        try:
            for material in rest:
                future = executor.submit(build_slices, self.rules, self.metric, str(self.directory), material)
                futures[future] = material
            for future in as_completed(futures):
                future.result()
                self._note(futures[future])
        except BrokenExecutor:
            for material in rest:
                if material not in self.done and self._is_there(material):
                    self._note(material)
            return [material for material in rest if material not in self.done]
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        return []

    def _positions(self) -> int:
        return sum(self.sizes[material] for material in self.done)

    def _note(self, material: Material) -> None:
        self.done |= {material, material.flipped}
        if self.report is not None:
            every, done = sum(self.sizes.values()), self._positions()
            seconds = (time.monotonic() - self.start) * (every - done) / (done - self.found)
            self.report(Progress(len(self.done), len(self.sizes), done / every, seconds))


def _check_kin(path: Path, rules: Rules, metric: str) -> SliceData:
    """The values in a file, which must be of these rules and this metric."""
    found = read_slice(path)
    if found.metric != metric:
        raise TablebaseError(f"{path} has metric {found.metric!r}, not {metric!r}: use another directory")
    if not agree(found.rules, rules):
        raise TablebaseError(f"{path} belongs to {found.rules.name} rules, not {rules.name}: use another directory")
    return found.values


_thread = threading.local()


def _memory(rules: Rules, metric: str, directory: str) -> EndgameMemory:
    """What this thread knows of a build; slices are read from their files when they are needed."""
    key = (rules, metric, directory)
    if getattr(_thread, "key", None) != key:
        _thread.key, _thread.memory = key, EndgameMemory(rules, metric == "dtw")
    memory: EndgameMemory = _thread.memory
    return memory


def build_slices(rules: Rules, metric: str, directory: str, material: Material) -> None:
    """Solve a slice and its flip, and write them; what they depend on is on the disk."""
    memory = _memory(rules, metric, directory)
    needed: set[Material] = set()
    front = {material, material.flipped}
    while front:  # behind a capture there may be another one to be made
        front = {after for each in front for after in each.successors()} - needed - {material, material.flipped}
        needed |= front
    if memory.movement.ends_with_king:
        needed = {each for each in needed if each.men == each.pieces}
    memory.keep_only(needed)
    for each in needed:
        if each not in memory:
            values = _check_kin(file_of(Path(directory), each), rules, metric)
            if values.kind == "PACKED":  # read often, so plain
                size = each.size(memory.movement)
                values = SliceData("BYTES", unpack(values, size), np.zeros(0, np.uint32))
            memory.add(each, values)
    for solved in solve(memory, material):
        write_slice(Path(directory), rules, metric, solved)
