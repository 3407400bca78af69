"""Perft on other processes and machines: pools, a Dask cluster, and what happens when workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import draughts
from draughts import Board, CaptureLimitError, get_rules, perft, warm_up
from draughts.cli import main
from draughts.enumeration.runs import PerftRun, Progress
from draughts.kernel import nodes as leaves

_AMERICAN = {6: 36768, 7: 179740, 8: 845931, 9: 3963680, 10: 18391564, 11: 85242128}
_EXPLOSION = "W:WK5:B2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24,27,29,30,31,32,33,35,36,38,40,41,42,43,44,K47,K49"
#: Signals that end a process at once.
_KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)

dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra 'distributed' is not installed")


def _pool(workers: int = 2) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Kernels are on disk before several processes look for them."""
    warm_up(*map(get_rules, ("american", "international", "frisian")))


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Two worker processes."""
    with _pool() as pool:
        yield pool


class Inline(Executor):
    """Counts at once, in the caller's thread, and breaks after so many parts."""

    def __init__(self, breaks_after: int = 10**9, *, when_submitting: bool = False) -> None:
        self.breaks_after = breaks_after
        self.when_submitting = when_submitting
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        if self.submitted <= self.breaks_after:
            future.set_result(fn(*args, **kwargs))
        elif self.when_submitting:
            raise BrokenExecutor("it has broken")
        else:
            future.set_exception(BrokenExecutor("it has broken"))
        return future


class Interfering(Executor):
    """Another executor, to which something happens when it is half way through."""

    def __init__(self, other: Executor, at: int, happens: Callable[[], object]) -> None:
        self.other = other
        self.at = at
        self.happens = happens
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future = self.other.submit(fn, *args, **kwargs)
        if self.submitted == self.at:
            self.happens()
        return future


# Pools


@pytest.mark.parametrize("hash_mb", [0, 2])
def test_processes_count_the_same(processes: ProcessPoolExecutor, hash_mb: float) -> None:
    assert perft(Board(), 8, executor=processes, hash_mb=hash_mb) == _AMERICAN[8]


@pytest.mark.parametrize("count", ["kept", "removed", "paths"])
@pytest.mark.parametrize("fen", ["W:WK2,48,50:B7,8,17,18,27", "W:WK18,49,50:B7,15,23,27,40,41"])
def test_conventions_reach_the_workers(processes: ProcessPoolExecutor, fen: str, count: str) -> None:
    board = Board.from_fen(fen, get_rules("international"))
    for hash_mb in (0, 1):
        assert perft(board, 5, count=count, executor=processes, hash_mb=hash_mb) == perft(board, 5, count=count)


def test_one_worker_counts_under_rules_and_conventions_in_turn(processes: ProcessPoolExecutor) -> None:
    for _ in range(2):
        for variant in ("american", "international", "frisian"):
            board = Board(get_rules(variant))
            for distinct in (False, True):
                found = perft(board, 5, executor=processes, distinct=distinct, hash_mb=1)
                assert found == perft(board, 5, distinct=distinct)


def test_rules_of_ones_own_reach_the_workers(processes: ProcessPoolExecutor) -> None:
    board = Board(draughts.AMERICAN.replace(name="flying american", flying_kings=True))
    assert perft(board, 5, executor=processes) == perft(board, 5)


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
def test_small_trees_may_be_counted_elsewhere_too(processes: ProcessPoolExecutor, depth: int) -> None:
    assert perft(Board(), depth, executor=processes) == perft(Board(), depth)


def test_an_error_of_a_worker_is_raised_here(processes: ProcessPoolExecutor) -> None:
    board = Board.from_fen(_EXPLOSION, get_rules("frisian"))
    with pytest.raises(CaptureLimitError, match="more capture routes"):
        perft(board, 3, executor=processes)
    assert perft(Board(), 8, executor=processes) == _AMERICAN[8]


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_of_a_pool_count_the_same(workers: int) -> None:
    with ThreadPoolExecutor(workers) as pool:
        assert perft(Board(), 8, executor=pool) == _AMERICAN[8]
        assert perft(Board(), 8, executor=pool, hash_mb=1) == _AMERICAN[8]


def test_any_executor_will_do() -> None:
    executor = Inline()
    assert perft(Board(), 8, executor=executor) == _AMERICAN[8]
    assert executor.submitted > 100


def test_progress_of_an_executor_is_reported(processes: ProcessPoolExecutor) -> None:
    run = PerftRun(Board(), 8, leaves.KEPT, 100)
    reports: list[Progress] = []
    assert run.run(executor=processes, report=reports.append) == _AMERICAN[8]
    assert reports[-1] == Progress(len(run.parts), len(run.parts), _AMERICAN[8])


# Pools that break


@pytest.mark.parametrize("when_submitting", [False, True])
@pytest.mark.parametrize("after", [0, 1, 50, 200])
def test_what_a_broken_executor_owes_is_counted_here(after: int, when_submitting: bool) -> None:
    executor = Inline(after, when_submitting=when_submitting)
    assert perft(Board(), 8, executor=executor) == _AMERICAN[8]
    assert executor.submitted > after


def test_parts_that_were_counted_before_it_broke_are_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real, counted = leaves.Counter.count, []

    def count(self: leaves.Counter, position: Any, depth: int) -> int:
        counted.append(position)
        return real(self, position, depth)

    monkeypatch.setattr(leaves.Counter, "count", count)
    run = PerftRun(Board(), 8, leaves.KEPT, 100)
    assert run.run(executor=Inline(50, when_submitting=True)) == _AMERICAN[8]
    assert len(counted) == len(run.parts)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")
@pytest.mark.parametrize("hash_mb", [0, 1])
def test_a_worker_that_is_killed_does_no_harm(hash_mb: float) -> None:
    with _pool() as pool:
        executor = Interfering(pool, 20, lambda: pool.submit(signal.raise_signal, _KILL))
        assert perft(Board(), 10, executor=executor, hash_mb=hash_mb) == _AMERICAN[10]
        assert executor.submitted >= 20
        with pytest.raises(BrokenExecutor):  # it did break
            pool.submit(os.getpid)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")
def test_a_pool_that_is_broken_from_the_start_does_no_harm() -> None:
    with _pool(1) as pool:
        with pytest.raises(BrokenExecutor):
            pool.submit(signal.raise_signal, _KILL).result()
        assert perft(Board(), 8, executor=pool) == _AMERICAN[8]


def test_an_interrupt_takes_back_what_has_not_begun() -> None:
    futures: list[Future[Any]] = []

    class Watched(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            futures.append(super().submit(fn, *args, **kwargs))
            return futures[-1]

    def report(progress: Progress) -> None:
        raise KeyboardInterrupt

    run = PerftRun(Board(), 11, leaves.KEPT, 1000)
    with Watched(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            run.run(executor=pool, report=report)
        assert all(future.done() or future.running() for future in futures)
        assert any(future.cancelled() for future in futures)
    assert 1 <= len(run.counts) < len(run.parts)
    assert run.run(workers=2) == _AMERICAN[11]


# Dask


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes of a Dask cluster on this machine."""
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with LocalCluster(
            n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster:
            yield cluster


@dask
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_counts_the_same(cluster: Any) -> None:
    from distributed import Client

    with Client(cluster) as client, client.get_executor() as executor:
        assert perft(Board(), 6, executor=executor) == _AMERICAN[6]
        board = Board(get_rules("international"))
        assert perft(board, 4, executor=executor, hash_mb=1, distinct=True) == perft(board, 4, distinct=True)


@dask
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")
def test_a_dask_worker_that_is_killed_does_no_harm(cluster: Any) -> None:
    from distributed import Client

    run = PerftRun(Board(), 11, leaves.KEPT, 60)
    with Client(cluster) as client, client.get_executor() as inner:
        pids = list(client.run(os.getpid).values())
        assert len(pids) == 2
        executor = Interfering(inner, 20, lambda: os.kill(pids[0], _KILL))
        assert run.run(executor=executor) == _AMERICAN[11]
        assert executor.submitted >= 20


@dask
@pytest.mark.parametrize("arguments", [["--check"], ["--check", "--hash", "2"]], ids=["plain", "hashed"])
def test_the_command_counts_on_a_cluster(cluster: Any, arguments: list[str]) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "draughts", "perft", "american", "6", *arguments),
            *("--scheduler", cluster.scheduler_address),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(draughts.__file__).parent.parent)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "36,768" in done.stdout
    assert "6 counts agree" in done.stdout


@dask
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "100ms"}):
        assert main(["perft", "american", "3", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "tcp://127.0.0.1:9" in capsys.readouterr().err


def test_without_the_extra_the_command_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["perft", "american", "3", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    error = capsys.readouterr().err
    assert "--scheduler" in error
    assert "bitdraughts[distributed]" in error
    assert "Traceback" not in error
