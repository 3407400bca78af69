"""Data sets: rows that agree with games played one by one, files that are whole, and work that is divided anyhow."""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from draughts import Color, DraughtsError, Game, get_rules
from draughts.batch import Boards
from draughts.cli import main
from draughts.datasets import NO_SCORE, DataSet, PdnGames, Progress, RandomGames, SelfPlay, read, read_summary, write
from draughts.engine import Engine

_KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
parquet = pytest.mark.skipif(find_spec("pyarrow") is None, reason="the extra 'data' is not installed")
dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra 'distributed' is not installed")

_FORMATS = ["npz", pytest.param("parquet", marks=parquet)]
_PDN = """
[Event "1"] [GameType "21"] [Result "0-1"]
1. 11-15 22-18 2. 15x22 25x18 0-1

[Event "2"] [GameType "21"] [Result "*"]
1. 11-15 22-18 *

[Event "3"] [GameType "21"] [Result "1-0"]
1. 11-18 1-0

[Event "4"] [GameType "20"] [Result "1-1"]
1. 32-28 19-23 1-1

[Event "5"] [GameType "21"] [Result "1/2-1/2"]
1. 9-13 1/2-1/2

[Event "6"] [GameType "21"] [Result "1-0"]
1-0
"""


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _same(one: DataSet, other: DataSet) -> bool:
    return one.rules == other.rules and all(
        np.array_equal(array, other.arrays()[name]) and array.dtype == other.arrays()[name].dtype
        for name, array in one.arrays().items()
    )


def _check_games(data: DataSet, starts: dict[int, Game]) -> None:
    """Replay the games of a data set one by one, and compare every column with what `Game` and `Move` say."""
    boards = data.boards().boards()
    for row in range(len(data)):
        game = starts[int(data.games[row])]
        board, color = game.board, int(game.turn is Color.WHITE)
        assert (boards[row], data.turns[row]) == (board, color)
        move = board.legal_moves[int(data.choices[row])]
        assert (move.origin, move.destination) == (data.origins[row], data.destinations[row])
        taken = sum(int(part) << 64 * at for at, part in enumerate(np.atleast_1d(data.captured[row])))
        assert taken == sum(1 << square - 1 for square in move.captured)
        if board.rules.actions.has_chains or len(move.captured) < 2:
            assert data.actions[row] == move.action
        game.push(move)


# What rows hold


@pytest.mark.parametrize("name", ["american", "frisian", "turkish", "canadian", "breakthrough", "american giveaway"])
def test_random_games_are_those_that_a_game_would_have_played(tmp_path: Path, name: str) -> None:
    write(RandomGames(name, 6, seed=3), tmp_path)
    data = read(tmp_path)
    games = {number: Game(get_rules(name)) for number in range(6)}
    _check_games(data, games)
    assert (np.diff(data.games.astype(int)) >= 0).all()
    for number, game in games.items():
        assert game.is_over
        assert game.result is not None
        rows = data.games == number
        assert data.plies[rows].tolist() == list(range(game.ply))
        winner = game.result.winner
        for turn, result in zip(data.turns[rows], data.results[rows], strict=True):
            mover = Color.WHITE if turn else Color.BLACK
            assert result == (0 if winner is None else 1 if winner is mover else -1)
    assert (data.scores == NO_SCORE).all()


def test_games_do_not_depend_on_the_games_around_them(tmp_path: Path) -> None:
    write(RandomGames("russian", 9, seed=3), tmp_path / "all")
    write(RandomGames("russian", 9, seed=3, games_per_part=2), tmp_path / "parts")
    write(RandomGames("russian", 9, seed=4), tmp_path / "others")
    whole, parts = read(tmp_path / "all"), read(tmp_path / "parts")
    assert _same(whole, parts)
    assert not _same(whole, read(tmp_path / "others"))


def test_a_game_that_is_stopped_counts_as_drawn(tmp_path: Path) -> None:
    summary = write(RandomGames("international", 3, max_plies=7), tmp_path)
    data = read(tmp_path)
    assert (summary.games, summary.positions, data.results.tolist()) == (3, 21, [0] * 21)


def test_self_play_plays_what_the_engine_finds(tmp_path: Path) -> None:
    write(SelfPlay("american", 3, depth=2, opening=4, seed=5, games_per_part=2), tmp_path)
    data = read(tmp_path)
    starts = Boards.start("american", 3).random_plies(4, seed=5)
    games = {number: Game(start=board) for number, board in enumerate(starts)}
    _check_games(data, games)
    engine = Engine(hash_mb=4)
    game = Game(start=starts[0])
    for row in np.flatnonzero(data.games == 0):
        found = engine.search(game, depth=2)
        assert data.plies[row] == 4 + game.ply
        assert (game.board.legal_moves[int(data.choices[row])], data.scores[row]) == (found.move, found.score)
        game.push(found.move)
    assert games[0].result == game.result


def test_games_of_pdn_files_keep_moves_and_results_and_the_others_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(_PDN, encoding="utf-8")
    summary = write(PdnGames("american", [file], games_per_part=4), tmp_path / "d")
    assert (summary.games, summary.positions, summary.parts, summary.is_complete) == (2, 5, 2, True)
    assert summary.left_out == {"another variant": 1, "illegal": 1, "no moves": 1, "no result": 1}
    data = read(tmp_path / "d")
    assert data.games.tolist() == [0, 0, 0, 0, 4]
    assert list(zip(data.origins.tolist(), data.destinations.tolist(), strict=True)) == [
        (11, 15),
        (22, 18),
        (15, 22),
        (25, 18),
        (9, 13),
    ]
    assert data.captured.tolist() == [0, 0, 1 << 17, 1 << 21, 0]
    assert data.results.tolist() == [-1, 1, -1, 1, 0]  # Black moves first: 0-1 means that White won
    assert data.boards()[2].fen == "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"


# Files


@pytest.mark.parametrize("form", _FORMATS)
@pytest.mark.parametrize("name", ["american", "frisian", "canadian"])
def test_files_are_read_as_they_were_written(tmp_path: Path, name: str, form: str) -> None:
    source = SelfPlay(name, 2, depth=1, opening=2, max_plies=40, games_per_part=1)
    (_, first), (_, second) = source.jobs()
    write(source, tmp_path, format=form)
    assert _same(read(tmp_path), DataSet.joined([first().rows, second().rows]))
    assert _same(read(tmp_path / f"part-000001.{form}"), second().rows)


@parquet
def test_parquet_files_are_tables_for_everybody(tmp_path: Path) -> None:
    import pyarrow.parquet

    write(RandomGames("american", 2), tmp_path, format="parquet")
    table = pyarrow.parquet.read_table(tmp_path)
    data = read(tmp_path)
    assert table.column("own_men").to_pylist() == data.bitboards[:, 0].tolist()
    assert table.column("result").to_pylist() == data.results.tolist()
    assert table.column("score").null_count == len(data)


def test_without_its_package_parquet_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DraughtsError, match=r"bitdraughts\[data\]"):
        write(RandomGames("american", 2), tmp_path, format="parquet")
    (tmp_path / "part-000000.parquet").write_bytes(b"PAR1")
    with pytest.raises(DraughtsError, match=r"bitdraughts\[data\]"):
        read(tmp_path / "part-000000.parquet")


def _damaged(data: bytes) -> Iterator[bytes]:
    yield b""
    yield b"PK\x03\x04"
    yield b"[Event 1]"
    yield data[: len(data) // 2]
    yield data[:-30]
    yield data[: len(data) // 3] + bytes(200) + data[len(data) // 3 + 200 :]


@pytest.mark.parametrize("form", _FORMATS)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, form: str) -> None:
    write(RandomGames("american", 20), tmp_path, format=form)
    path = tmp_path / f"part-000000.{form}"
    for wrong in _damaged(path.read_bytes()):
        path.write_bytes(wrong)
        with pytest.raises(DraughtsError, match=f"part-000000.{form} is no part of a data set, or is damaged"):
            read(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("turns", 2, "position 3: turns is 2"),
        ("choices", 60, "row 3: choices has no move of the position"),
        ("choices", 0, "row 3: origins is not that of the move in choices"),
        ("results", 2, "row 3: results is not 1, 0 or -1"),
        ("captured", 1, "row 3: captured is not that of the move"),
        ("bitboards", 3, "position 3: a square belongs to own men and to own kings"),
    ],
)
def test_a_row_that_is_wrong_is_named(tmp_path: Path, name: str, value: int, reason: str) -> None:
    write(RandomGames("american", 1, seed=1), tmp_path)
    path = tmp_path / "part-000000.npz"
    with np.load(path) as archive:
        arrays = dict(archive)
    if reason.endswith("choices"):
        arrays["origins"][3] ^= 1
        name = "plies"
    arrays[name][3] = value
    np.savez(path, **arrays)
    with pytest.raises(DraughtsError, match=reason):
        read(tmp_path)
    read(tmp_path, check=False)


def test_what_is_no_data_set_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(DraughtsError, match=r"holds no data set: it has no _dataset\.json"):
        read(tmp_path)
    with pytest.raises(DraughtsError, match="a data set is a folder, or a file that ends with"):
        read(tmp_path / "games.pdn")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(DraughtsError, match=r"other\.npz is no part of a data set"):
        read(tmp_path / "other.npz")
    (tmp_path / "_dataset.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(DraughtsError, match="is damaged"):
        read(tmp_path)


# Going on


class _StopError(Exception):
    pass


def _stopping(after: int) -> Callable[[Progress], None]:
    def report(progress: Progress) -> None:
        if progress.done == after:
            raise _StopError

    return report


@pytest.mark.parametrize("form", _FORMATS)
def test_work_that_was_stopped_goes_on_with_what_is_missing(tmp_path: Path, form: str) -> None:
    source = RandomGames("american", 10, games_per_part=2)
    write(source, tmp_path / "whole", format=form)
    with pytest.raises(_StopError):
        write(source, tmp_path / "parts", format=form, on_progress=_stopping(2))
    summary = read_summary(tmp_path / "parts")
    assert (summary.parts, summary.games, summary.is_complete) == (2, 4, False)
    assert set(read(tmp_path / "parts").games) == {0, 1, 2, 3}
    kept = (tmp_path / "parts" / f"part-000001.{form}").stat().st_mtime_ns
    (tmp_path / "parts" / f"part-000000.{form}").unlink()
    seen: list[Progress] = []
    write(source, tmp_path / "parts", format=form, on_progress=seen.append)
    assert [(progress.done, progress.parts) for progress in seen] == [(at, 5) for at in range(1, 6)]
    assert _files(tmp_path / "parts") == _files(tmp_path / "whole")
    assert (tmp_path / "parts" / f"part-000001.{form}").stat().st_mtime_ns == kept


def test_a_folder_of_another_data_set_is_left_alone(tmp_path: Path) -> None:
    source = RandomGames("american", 4, games_per_part=2)
    write(source, tmp_path / "a")
    before = _files(tmp_path / "a")
    for other, what in (
        (RandomGames("american", 4, seed=1, games_per_part=2), "source"),
        (RandomGames("russian", 4, games_per_part=2), "rules"),
        (SelfPlay("american", 4, games_per_part=2), "source"),
    ):
        with pytest.raises(DraughtsError, match=f"holds another data set: its {what} is"):
            write(other, tmp_path / "a")
    with pytest.raises(DraughtsError, match='its format is "npz", not "parquet"'):
        write(source, tmp_path / "a", format="parquet")
    assert _files(tmp_path / "a") == before
    write(RandomGames("american", 4, seed=1, games_per_part=2), tmp_path / "b")
    (tmp_path / "a" / "part-000001.npz").write_bytes((tmp_path / "b" / "part-000001.npz").read_bytes())
    for act in (lambda: write(source, tmp_path / "a"), lambda: read(tmp_path / "a")):
        with pytest.raises(DraughtsError, match=r"part-000001\.npz belongs to another data set"):
            act()
    (tmp_path / "a" / "_dataset.json").unlink()
    with pytest.raises(DraughtsError, match="says what it belongs to"):
        write(source, tmp_path / "a")


def test_a_part_that_has_gone_is_missed(tmp_path: Path) -> None:
    write(RandomGames("american", 4, games_per_part=2), tmp_path)
    (tmp_path / "part-000000.npz").unlink()
    with pytest.raises(DraughtsError, match="it has 1 parts, and there were 2"):
        read(tmp_path)


@pytest.mark.parametrize(
    "make",
    [
        lambda: RandomGames("american", 0),
        lambda: RandomGames("american", 1, seed=-1),
        lambda: SelfPlay("american", 1, depth=0),
        lambda: SelfPlay("american", 1, nodes=0),
        lambda: SelfPlay("american", 1, opening=300),
        lambda: PdnGames("american", []),
        lambda: PdnGames("american", "games.pdn"),
        lambda: write(RandomGames("american", 1), "nowhere", format="csv"),
    ],
)
def test_settings_that_make_no_sense_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"must be|given in a list|no PDN file"):
        make()


# Divided work


class _Interfering(Executor):
    """Another executor, to which something happens when a part is submitted."""

    def __init__(self, other: Executor, at: int, happens: Callable[[], object]) -> None:
        self._other, self._at, self._happens = other, at, happens
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future = self._other.submit(fn, *args, **kwargs)
        if self.submitted == self._at:
            self._happens()
        return future


def _sources() -> dict[str, RandomGames | SelfPlay]:
    return {
        "random": RandomGames("american", 60, seed=2, games_per_part=5),
        "selfplay": SelfPlay("american", 6, depth=1, seed=2, games_per_part=1),
    }


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The files that one process writes by itself."""
    folder = tmp_path_factory.mktemp("alone")
    for name, source in _sources().items():
        write(source, folder / name)
    return {name: _files(folder / name) for name in _sources()}


def test_files_are_the_same_whoever_makes_them_even_if_a_worker_is_killed(
    tmp_path: Path, wanted: dict[str, dict[str, bytes]]
) -> None:
    for workers in (1, 2):
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            for name, source in _sources().items():
                write(source, tmp_path / f"{name}{workers}", executor=pool)
                assert _files(tmp_path / f"{name}{workers}") == wanted[name]
            if workers == 2:
                executor = _Interfering(pool, 4, lambda: pool.submit(signal.raise_signal, _KILL))
                write(_sources()["random"], tmp_path / "killed", executor=executor)
                assert _files(tmp_path / "killed") == wanted["random"]
                with pytest.raises(BrokenExecutor):
                    pool.submit(os.getpid)


@dask
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way")
def test_a_dask_cluster_writes_the_same_even_if_a_worker_is_killed(
    tmp_path: Path, wanted: dict[str, dict[str, bytes]]
) -> None:
    from distributed import Client, LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
            Client(cluster) as client,
            client.get_executor() as inner,
        ):
            write(_sources()["selfplay"], tmp_path / "selfplay", executor=inner)
            assert _files(tmp_path / "selfplay") == wanted["selfplay"]
            pids = list(client.run(os.getpid).values())
            executor = _Interfering(inner, 4, lambda: os.kill(pids[0], _KILL))
            write(_sources()["random"], tmp_path / "random", executor=executor)
            assert _files(tmp_path / "random") == wanted["random"]


# The command


def test_the_command_writes_data_sets_and_says_what_they_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = str(tmp_path / "r"), tmp_path / "games.pdn"
    assert main(["data", "random", "american", "--dir", folder, "--games", "4", "--part", "2"]) == 0
    first = capsys.readouterr()
    assert "positions of 4 games in 2 files" in first.out
    assert first.err == ""
    assert main(["data", "random", "american", "--dir", folder, "--games", "4", "--part", "2"]) == 0
    assert capsys.readouterr().out == first.out
    assert main(["data", "info", folder, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["parts"], told["is_complete"]) == (4, 2, True)
    assert main(["data", "random", "american", "--dir", folder, "--games", "5"]) == 2
    assert "holds another data set" in capsys.readouterr().err
    file.write_text(_PDN, encoding="utf-8")
    assert main(["data", "pdn", "american", "--dir", str(tmp_path / "p"), str(file)]) == 0
    assert "left out: 1 another variant, 1 illegal, 1 no moves, 1 no result" in capsys.readouterr().out
    arguments = ["data", "selfplay", "american", "--dir", str(tmp_path / "s"), "--games", "1", "--nodes", "20"]
    assert main(arguments) == 0
    assert "of 1 games in 1 file" in capsys.readouterr().out
    assert main([*arguments, "--workers", "0"]) == 2
    assert main(["data", "pdn", "american", "--dir", str(tmp_path / "q"), str(tmp_path / "no.pdn")]) == 1


def test_an_interrupt_keeps_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from draughts.datasets import writing

    real = writing.make_part

    def interrupted(number: int, *rest: Any) -> bytes:
        if number == 2:
            raise KeyboardInterrupt
        return real(number, *rest)

    arguments = ["data", "random", "american", "--dir", str(tmp_path), "--games", "6", "--part", "2"]
    monkeypatch.setattr(writing, "make_part", interrupted)
    assert main(arguments) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert main(["data", "info", str(tmp_path)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("unfinished")
    monkeypatch.setattr(writing, "make_part", real)
    assert main(arguments) == 0
    assert len(_files(tmp_path)) == 4
