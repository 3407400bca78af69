"""Building endgame tables: interrupted, killed, or on other processes, the files are the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import draughts
from draughts import AMERICAN, Goal
from draughts.cli import main
from draughts.tablebase import Progress, Tablebase, build, building

#: Signals that end a process at once.
_KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)

dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra 'distributed' is not installed")
killing = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")


def files(place: Path) -> dict[str, bytes]:
    """What is in a directory, without what a killed process has left unfinished."""
    return {path.name: path.read_bytes() for path in place.iterdir() if not path.name.endswith(".saving")}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of all positions of three pieces."""
    place = tmp_path_factory.mktemp("three")
    build(AMERICAN, 3, place)
    return files(place)


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


class Breaking(Executor):
    """Solves one slice, then breaks."""

    def __init__(self) -> None:
        self.solved = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.solved:
            future.set_exception(BrokenExecutor())
        else:
            self.solved += 1
            future.set_result(function(*args, **kwargs))
        return future


class Interfering(Executor):
    """Another executor, to which something happens once it has been given so many slices."""

    def __init__(self, other: Executor, at: int, happens: Callable[[], object]) -> None:
        self.other = other
        self.at = at
        self.happens = happens
        self.submitted = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted == self.at:
            self.happens()
        return self.other.submit(function, *args, **kwargs)


def test_a_build_goes_on_where_it_was(three: dict[str, bytes], tmp_path: Path) -> None:
    build(AMERICAN, 3, tmp_path)
    (tmp_path / "0101.draughts-endings").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    seen: list[Progress] = []
    build(AMERICAN, 3, tmp_path, report=seen.append)
    assert files(tmp_path) == three
    assert all((tmp_path / name).stat().st_mtime_ns == time for name, time in before.items())
    assert [(progress.done, progress.slices, f"{progress.share:.0%}") for progress in seen] == [(16, 16, "100%")]


def test_every_slice_is_told_as_it_is_finished(tmp_path: Path) -> None:
    seen: list[Progress] = []
    build(AMERICAN, 3, tmp_path, report=seen.append)
    assert [progress.done for progress in seen] == [1, 3, 4, 6, 8, 10, 12, 14, 16]
    assert [progress.share for progress in seen] == sorted(progress.share for progress in seen)
    assert seen[-1].seconds_left == 0


@pytest.mark.parametrize("executor", [Breaking, lambda: ThreadPoolExecutor(2)], ids=["breaks", "threads"])
def test_an_executor_gives_the_same_files(
    executor: Callable[[], Executor], three: dict[str, bytes], tmp_path: Path
) -> None:
    with executor() as chosen:
        build(AMERICAN, 3, tmp_path, executor=chosen)
    assert files(tmp_path) == three


def test_processes_give_the_same_files(three: dict[str, bytes], tmp_path: Path) -> None:
    build(AMERICAN, 3, tmp_path, workers=2)
    assert files(tmp_path) == three


def test_an_interrupted_build_keeps_what_is_finished(three: dict[str, bytes], tmp_path: Path) -> None:
    def report(progress: Progress) -> None:
        if progress.done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(AMERICAN, 3, tmp_path, report=report)
    assert len(files(tmp_path)) == 6
    assert files(tmp_path).items() <= three.items()
    build(AMERICAN, 3, tmp_path)
    assert files(tmp_path) == three


@killing
def test_a_worker_that_is_killed_does_no_harm(three: dict[str, bytes], tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        executor = Interfering(pool, 6, lambda: pool.submit(signal.raise_signal, _KILL))
        build(AMERICAN, 3, tmp_path, executor=executor)
        assert executor.submitted >= 6
        with pytest.raises(BrokenExecutor):  # it did break
            pool.submit(os.getpid)
    assert files(tmp_path) == three


@killing
@pytest.mark.slow
def test_a_build_that_is_killed_goes_on(tmp_path: Path) -> None:
    build(AMERICAN, 4, tmp_path / "whole")
    place = tmp_path / "killed"
    code = f"from draughts.tablebase import build; build('american', 4, {str(place)!r})"
    for slices in (3, 9, 20, 40):
        process = subprocess.Popen([sys.executable, "-c", code])
        while process.poll() is None and len(list(place.glob("*.draughts-endings"))) < slices:
            time.sleep(0.001)
        process.kill()
        process.wait()
    build(AMERICAN, 4, place)
    assert files(place) == files(tmp_path / "whole")


@dask
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_files(cluster: Any, three: dict[str, bytes], tmp_path: Path) -> None:
    from distributed import Client

    with Client(cluster) as client, client.get_executor() as executor:
        build(AMERICAN, 3, tmp_path, executor=executor)
    assert files(tmp_path) == three


@dask
@killing
@pytest.mark.filterwarnings("ignore")
def test_a_dask_worker_that_is_killed_does_no_harm(cluster: Any, three: dict[str, bytes], tmp_path: Path) -> None:
    from distributed import Client

    with Client(cluster) as client, client.get_executor() as inner:
        pids = list(client.run(os.getpid).values())
        assert len(pids) == 2
        executor = Interfering(inner, 6, lambda: os.kill(pids[0], _KILL))
        build(AMERICAN, 3, tmp_path, executor=executor)
        assert executor.submitted == 9
    assert files(tmp_path) == three


@dask
def test_the_command_builds_on_a_cluster(cluster: Any, three: dict[str, bytes], tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "draughts", "tablebase", "build", "american", "--pieces", "3"),
            *("--dir", str(tmp_path), "--scheduler", cluster.scheduler_address),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(draughts.__file__).parent.parent)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "american, all positions of 2 to 3 pieces, wdl" in done.stdout
    assert files(tmp_path) == three


def test_the_command_builds_under_rules_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "club.toml"
    own.write_text('name = "club"\nbase = "russian"\ngoal = "be_blocked"\n')
    place = tmp_path / "tables"
    command = ["tablebase", "build", "club", "--rules", str(own), "--pieces", "2", "--dir", str(place)]
    assert main(command) == 0
    assert capsys.readouterr().out.startswith(f"club, all positions of 2 to 2 pieces, wdl: {place}\n")
    tables = Tablebase.open(place)
    assert (tables.rules.name, tables.rules.goal) == ("club", Goal.BE_BLOCKED)
    assert {board for _, board in tables.verify()} == {None}


def test_the_command_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "write_slice", interrupted)
    assert main(["tablebase", "build", "american", "--pieces", "2", "--dir", str(tmp_path)]) == 130
    assert f"what is finished is in {tmp_path}; the same command goes on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["american", "--pieces", "9"], "pieces"),
        (["american", "--pieces", "1"], "pieces"),
        (["american", "--pieces", "7"], "7 pieces under american rules takes"),
        (["american", "--workers", "0"], "workers"),
        (["amercan"], "amercan"),
        (["frisian"], "3 quiet moves in succession"),
    ],
)
def test_the_command_says_what_it_cannot_build(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tablebase", "build", *arguments, "--dir", str(tmp_path / "tables")]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "tables").exists()
