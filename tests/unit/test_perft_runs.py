"""Perft in parts: what they add up to, tables and threads, interruption, and the files that keep a long count."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import draughts
from draughts import Board, CaptureLimitError, DraughtsError, divide, get_rules, perft
from draughts.cli import main
from draughts.enumeration import runs as counting
from draughts.enumeration.runs import PerftRun, Progress
from draughts.kernel import nodes as leaves
from draughts.kernel.generator import Position
from draughts.kernel.nodes import Counter
from draughts.kernel.rule_words import hash_entry

_MODES = {"kept": leaves.KEPT, "removed": leaves.REMOVED, "paths": leaves.PATHS}
#: Large enough to be split, and quick to count as a whole.
_DEPTH = 6


class Case(NamedTuple):
    """A position to count."""

    variant: str
    fen: str | None = None
    depth: int = _DEPTH

    @property
    def board(self) -> Board:
        rules = get_rules(self.variant)
        return Board(rules) if self.fen is None else Board.from_fen(self.fen, rules)

    def direct(self, mode: int, depth: int | None = None) -> int:
        """The count without parts, tables or threads."""
        return leaves.count_leaves(self.board.kernel_position, depth or self.depth, mode)


_CASES = {
    "american": Case("american"),
    "international": Case("international", depth=5),
    "russian": Case("russian"),
    "italian": Case("italian"),
    "turkish": Case("turkish", depth=4),
    "canadian": Case("canadian", depth=4),
    "frisian": Case("frisian", depth=5),
    # A king has made its three moves and may not go on; perft does not see that.
    "frisian counters": Case("frisian", "W:WK28,31,36:B6,7,K45:+328+245", depth=5),
    # Pieces that can be taken in different orders, at once and some plies on.
    "windmill": Case("international", "W:WK2,48,50:B7,8,17,18,27", depth=5),
    "windmill later": Case("international", "B:WK2,48,50:B1,8,17,18,27", depth=5),
    "round trip": Case("american", "W:WK22,32,31:B9,10,17,18,1"),
    "many paths": Case("international", "W:WK18,49,50:B7,15,23,27,40,41", depth=5),
    "no moves": Case("american", "B:W9,14:B5"),
}
every_case = pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in _CASES.items()])
every_mode = pytest.mark.parametrize("mode", _MODES.values(), ids=_MODES)


def _collecting(reports: list[Progress]) -> Callable[[Progress], None]:
    return reports.append


def _interrupting(after: int) -> Callable[[Progress], None]:
    """A report that interrupts once so many parts are counted."""

    def report(progress: Progress) -> None:
        if progress.done >= after:
            raise KeyboardInterrupt

    return report


# Parts


@every_case
@every_mode
@pytest.mark.parametrize("parts", [1, 20, 300])
def test_parts_add_up_to_the_whole(case: Case, mode: int, parts: int) -> None:
    run = PerftRun(case.board, case.depth, mode, parts)
    whole = case.direct(mode)
    counts = {board: leaves.count_leaves(board.kernel_position, run.left, mode) for board in run.parts}
    assert sum(count * run.parts[board] for board, count in counts.items()) == whole
    assert run.run() == run.total == whole
    assert run.counts == counts


def test_a_tree_is_split_until_there_are_enough_parts_and_three_plies_are_left_at_least() -> None:
    board = Board()
    assert PerftRun(board, 9, leaves.KEPT, 1).parts == {board: 1}
    for parts in (2, 7, 8, 49, 50, 200):
        run = PerftRun(board, 9, leaves.KEPT, parts)
        assert len(run.parts) >= parts
        before = PerftRun(board, 9, leaves.KEPT, 1) if run.left == 8 else None
        assert before is None or len(before.parts) < parts
        # Every way to reach a part is counted once: these are the leaves of the plies that were split.
        assert sum(run.parts.values()) == perft(board, 9 - run.left)
    deep = PerftRun(board, 6, leaves.KEPT, 10**6)
    assert deep.left == 3
    assert sum(deep.parts.values()) == 302
    assert PerftRun(board, 2, leaves.KEPT, 10**6).left == 2


def test_positions_that_repeat_are_one_part() -> None:
    run = PerftRun(Board(), 9, leaves.KEPT, 100)
    assert max(run.parts.values()) > 1
    assert len(run.parts) < sum(run.parts.values())


def test_a_capture_in_several_orders_counts_for_each() -> None:
    board = _CASES["windmill"].board
    (move,) = (move for move in board.legal_moves if len(move.captured) == 4)
    weights = [PerftRun(board, 6, mode, 2).parts for mode in (leaves.REMOVED, leaves.KEPT)]
    ways = [parts[board.play(move)] if board.play(move) in parts else sum(parts.values()) for parts in weights]
    assert ways[1] > ways[0]


def test_king_moves_in_succession_do_not_keep_parts_apart() -> None:
    board = _CASES["frisian counters"].board
    assert board.without_king_moves() != board
    run = PerftRun(board, 6, leaves.KEPT, 300)
    assert all(part == part.without_king_moves() for part in run.parts)
    assert run.run() == PerftRun(board.without_king_moves(), 6, leaves.KEPT, 300).run()


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_limit_on_king_moves_plays_no_part_however_leaves_are_counted(depth: int) -> None:
    board = _CASES["frisian counters"].board
    whole = perft(board, depth)
    assert whole == perft(board.without_king_moves(), depth)
    assert whole == perft(board, depth, bulk=False)
    assert whole == sum(divide(board, depth).values())


def test_counts_beyond_64_bits_add_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Counter, "count", lambda self, position, depth: 2**63 - 1)
    run = PerftRun(Board(), 12, leaves.KEPT, 100)
    wanted = (2**63 - 1) * sum(run.parts.values())
    assert wanted > 2**64
    reports: list[Progress] = []
    assert run.run(workers=2, report=_collecting(reports)) == wanted
    assert reports[-1].leaves == wanted
    run.save(tmp_path / "run.json")
    again = PerftRun(Board(), 12, leaves.KEPT, 100)
    again.resume(tmp_path / "run.json")
    assert again.total == wanted


# Progress and threads


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_progress_is_reported_to_the_end(workers: int) -> None:
    run = PerftRun(Board(), 8, leaves.KEPT, 60)
    reports: list[Progress] = []
    total = run.run(workers=workers, report=_collecting(reports))
    assert total == 845931
    done = [report.done for report in reports]
    assert done == sorted(set(done))
    assert reports[-1] == run.progress == Progress(len(run.parts), len(run.parts), total)
    assert all(report.parts == len(run.parts) for report in reports)
    assert [report.leaves for report in reports] == sorted(report.leaves for report in reports)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("hash_mb", [0, 3])
def test_every_part_is_counted_once(workers: int, hash_mb: float, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = _record(monkeypatch)
    run = PerftRun(Board(), 8, leaves.KEPT, 60)
    assert run.run(workers=workers, hash_mb=hash_mb) == 845931
    assert sorted(counted) == sorted(board.kernel_position[1:] for board in run.parts)
    assert run.run(workers=workers) == 845931  # nothing is left to do
    assert len(counted) == len(run.parts)


def _record(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The positions that are counted from here on."""
    counted: list[tuple[int, ...]] = []
    real = Counter.count

    def count(self: Counter, position: Position, depth: int) -> int:
        counted.append(position[1:])
        return real(self, position, depth)

    monkeypatch.setattr(Counter, "count", count)
    return counted


def test_an_error_in_a_thread_ends_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    run = PerftRun(Board(), 8, leaves.KEPT, 60)
    bad = list(run.parts)[20].kernel_position
    real = Counter.count

    def count(self: Counter, position: Position, depth: int) -> int:
        if position == bad:
            raise CaptureLimitError("too many")
        return real(self, position, depth)

    monkeypatch.setattr(Counter, "count", count)
    with pytest.raises(CaptureLimitError, match="too many"):
        run.run(workers=2)
    assert len(run.counts) < len(run.parts)
    monkeypatch.undo()
    assert run.run(workers=2) == 845931


# Tables


def _table_of(entries: int, case: Case) -> float:
    """Megabytes for so many entries."""
    return entries * 8 * hash_entry(case.board.kernel_position.movement.layout) / 2**20


@every_case
@every_mode
@pytest.mark.parametrize("entries", [1, 16, 1 << 12])
def test_small_tables_change_no_count(case: Case, mode: int, entries: int) -> None:
    position = case.board.kernel_position
    counter = Counter(position.movement, mode, case.depth, _table_of(entries, case))
    assert counter._table[1] == entries - 1
    # One table sees every depth, up and down, and the children of the position, which the other side moves.
    children = list(case.board.legal_moves)[:2]
    for depth in (3, case.depth, 1, 4, 2, case.depth):
        assert counter.count(position, depth) == case.direct(mode, depth)
        for move in children:
            child = case.board.play(move).kernel_position
            assert counter.count(child, depth) == leaves.count_leaves(child, depth, mode)


@every_mode
@pytest.mark.parametrize("entries", [1, 64, 1 << 14])
@pytest.mark.parametrize("variant", ["american", "international", "russian", "canadian", "frisian", "turkish"])
def test_a_table_tells_sides_apart(variant: str, mode: int, entries: int) -> None:
    """The words of the two positions are the same, and only the side to move is another."""
    rules = get_rules(variant)
    # Men in the middle of the board may belong to either side.
    middle = rules.geometry.square_count // 2
    near, far = (middle - 3, middle - 1, middle + 4), (middle + 2, middle + 1, middle - 5)
    pair = []
    for turn in ("W", "B"):
        own, opp = (",".join(map(str, squares)) for squares in (near, far))
        white, black = (own, opp) if turn == "W" else (opp, own)
        pair.append(Board.from_fen(f"{turn}:W{white}:B{black}", rules))
    first, second = pair
    assert first.kernel_position[2:] == second.kernel_position[2:]
    assert first.kernel_position.turn != second.kernel_position.turn
    counter = Counter(first.kernel_position.movement, mode, 4, _table_of(entries, Case(variant)))
    for depth in (3, 4, 2, 4):
        for board in (first, second, first):
            position = board.kernel_position
            assert counter.count(position, depth) == leaves.count_leaves(position, depth, mode)


@pytest.mark.parametrize("megabytes", [1e-9, _table_of(1, Case("american")), 0.01, 1])
@pytest.mark.parametrize("workers", [1, 2])
def test_any_size_of_table_will_do(megabytes: float, workers: int) -> None:
    assert perft(Board(), 9, hash_mb=megabytes, workers=workers) == 3963680
    frisian = Board(get_rules("frisian"))
    assert perft(frisian, 8, hash_mb=megabytes, workers=workers) == _CASES["frisian"].direct(leaves.KEPT, 8)


# Interruption


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_was_counted(workers: int) -> None:
    run = PerftRun(Board(), 9, leaves.KEPT, 100)
    with pytest.raises(KeyboardInterrupt):
        run.run(workers=workers, report=_interrupting(5))
    kept = dict(run.counts)
    assert 5 <= len(kept) <= len(run.parts)
    assert all(count == leaves.count_leaves(board.kernel_position, run.left, 0) for board, count in kept.items())
    assert run.total == sum(count * run.parts[board] for board, count in kept.items())
    assert run.run(workers=workers) == 3963680
    assert run.counts.items() >= kept.items()


@pytest.mark.parametrize("hash_mb", [0, 1])
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_parts_that_would_take_years(
    workers: int, hash_mb: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(futures: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "as_completed", interrupted)
    run = PerftRun(Board(get_rules("international")), 40, leaves.KEPT, 1)
    with pytest.raises(KeyboardInterrupt):
        run.run(workers=workers, hash_mb=hash_mb)
    assert run.counts == {}
    with pytest.raises(KeyboardInterrupt):
        perft(Board(), 40, workers=workers, hash_mb=hash_mb)


# Saving


@pytest.fixture(scope="module")
def half_done() -> PerftRun:
    """A run with some parts counted."""
    run = PerftRun(Board(), 8, leaves.KEPT, 60)
    for board in list(run.parts)[:30]:
        run.counts[board] = leaves.count_leaves(board.kernel_position, run.left, leaves.KEPT)
    return run


def _like(run: PerftRun) -> PerftRun:
    """The same run, with nothing counted."""
    return PerftRun(run.board, run.depth, run.mode, 60)


@every_case
@every_mode
def test_a_saved_run_goes_on(case: Case, mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    run = PerftRun(case.board, case.depth, mode, 60)
    for board in list(run.parts)[::2]:
        run.counts[board] = leaves.count_leaves(board.kernel_position, run.left, mode)
    run.save(path)
    again = PerftRun(case.board, case.depth, mode, 60)
    again.resume(path)
    assert again.counts == run.counts
    assert again.progress == run.progress
    counted = _record(monkeypatch)
    total = again.run()
    assert len(counted) == len(run.parts) - len(run.counts)
    assert total == case.direct(mode)


def test_a_run_replaces_its_file_and_leaves_nothing_beside_it(half_done: PerftRun, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text("something old")
    half_done.save(path)
    half_done.save(path)
    assert list(tmp_path.iterdir()) == [path]
    again = _like(half_done)
    again.resume(path)
    assert again.counts == half_done.counts


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (PerftRun(Board(), 9, leaves.KEPT, 60), "depth"),
        (PerftRun(Board(), 8, leaves.REMOVED, 60), "mode"),
        (PerftRun(Board(), 8, leaves.KEPT, 1), "left"),
        (PerftRun(Board().play("11-15"), 8, leaves.KEPT, 60), "fen"),
        (PerftRun(Board(get_rules("pool")), 8, leaves.KEPT, 60), "rules"),
        (PerftRun(Board(get_rules("american-giveaway")), 8, leaves.KEPT, 60), "rules"),
    ],
    ids=["depth", "convention", "parts", "position", "rules", "goal"],
)
def test_another_run_is_refused(other: PerftRun, word: str, half_done: PerftRun, tmp_path: Path) -> None:
    half_done.save(tmp_path / "run.json")
    with pytest.raises(DraughtsError, match=f"run.json belongs to another perft: its {word} is"):
        other.resume(tmp_path / "run.json")
    assert other.counts == {}


def _try(run: PerftRun, path: Path) -> bool:
    """Whether a file is taken; if it is not, that is said and nothing has changed."""
    try:
        run.resume(path)
    except DraughtsError as error:
        message = str(error)
    else:
        assert run.counts.keys() <= run.parts.keys()
        assert all(type(count) is int and count >= 0 for count in run.counts.values())
        return True
    assert path.name in message
    assert run.counts == {}
    return False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "1",
        '"counts"',
        "{}",
        '{"counts": null}',
        '{"counts": []}',
        '{"counts": {"W:W31:B1": null}}',
        '{"counts": {"W:W31:B1": []}}',
        '{"counts": {"W:W31:B1": "x"}}',
        '{"counts": {"W:W31:B1": NaN}}',
        '{"counts": {"W:W31:B1": 1e999}}',
        '{"counts": {"W:W31:B1": ' + "9" * 5000 + "}}",
        "[" * 100_000,
        '{"counts": ' * 100_000,
    ],
    ids=range(17),
)
def test_what_is_no_saved_run_is_refused(text: str, half_done: PerftRun, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    assert not _try(_like(half_done), path)


@pytest.mark.parametrize("count", [-1, "-1", "x", "", None, [], {}, 1.5, float("inf"), float("nan"), True], ids=repr)
def test_a_count_is_a_number_that_is_not_negative(count: object, half_done: PerftRun, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    half_done.save(path)
    content = json.loads(path.read_text())
    content["counts"][next(iter(content["counts"]))] = count
    path.write_text(json.dumps(content))
    assert not _try(_like(half_done), path)


def test_a_position_that_is_no_part_is_refused(half_done: PerftRun, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    half_done.save(path)
    content = json.loads(path.read_text())
    content["counts"]["W:W31:B1"] = "7"
    path.write_text(json.dumps(content))
    with pytest.raises(DraughtsError, match=r"damaged: W:W31:B1"):
        _like(half_done).resume(path)


fuzzed = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@fuzzed
@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_refused(half_done: PerftRun, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)
    assert not _try(_like(half_done), path)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@fuzzed
@given(_json, st.sampled_from(["format", "rules", "fen", "depth", "mode", "left", "counts", "a count", "a position"]))
@example(float("inf"), "a count")
def test_a_field_with_any_content_is_harmless(half_done: PerftRun, tmp_path: Path, value: Any, field: str) -> None:
    path = tmp_path / "run.json"
    half_done.save(path)
    content = json.loads(path.read_text())
    if field == "a count":
        content["counts"][next(iter(content["counts"]))] = value
    elif field == "a position":
        content["counts"][str(value)] = "1"
    else:
        content[field] = value
    path.write_text(json.dumps(content))
    run = _like(half_done)
    if _try(run, path) and field not in {"counts", "a count"}:
        assert run.counts == half_done.counts


@fuzzed
@given(st.data())
def test_a_damaged_file_is_refused_or_still_fits(half_done: PerftRun, tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "run.json"
    half_done.save(path)
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    match data.draw(st.sampled_from(["cut", "change", "remove", "insert", "double"])):
        case "cut":
            del content[at:]
        case "change":
            content[at] = data.draw(st.integers(0, 255))
        case "remove":
            del content[at : at + data.draw(st.integers(1, 200))]
        case "insert":
            content[at:at] = data.draw(st.binary(min_size=1, max_size=20))
        case "double":
            content += content[at:]
    path.write_bytes(content)
    _try(_like(half_done), path)


# The command

#: Counts three parts of the last depth, and then goes on with parts that would take years.
_ENDLESS = """
import sys
from draughts.kernel.nodes import Counter
from draughts.cli import main, perft

perft._SAVE_EVERY = -1.0
real, counted = Counter.count, []

def count(self, position, depth):
    is_last = depth == int(sys.argv[1])
    if is_last:
        counted.append(position)
    return real(self, position, 60 if len(counted) > 3 else depth)

Counter.count = count
sys.exit(main(sys.argv[2:]))
"""


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(draughts.__file__).parent.parent), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def interrupted(tmp_path: Path) -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """A count that has been interrupted with Ctrl-C once its file says that three parts are done."""
    path = tmp_path / "run.json"
    command = ["perft", "american", "9", "--check", "--resume", str(path)]
    left = PerftRun(Board(), 9, leaves.KEPT, 20).left
    with subprocess.Popen(
        [sys.executable, "-c", _ENDLESS, str(left), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
    ) as process:
        try:
            while process.poll() is None and _parts_in(path) < 3:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return command, subprocess.CompletedProcess(command, process.returncode, out, err)


def _parts_in(path: Path) -> int:
    return len(json.loads(path.read_text())["counts"]) if path.exists() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent in another way")
def test_an_interrupted_count_goes_on_where_it_stopped(
    interrupted: tuple[list[str], subprocess.CompletedProcess[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    command, done = interrupted
    path = Path(command[-1])
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert f"3 of {len(PerftRun(Board(), 9, leaves.KEPT, 20).parts)} parts counted" in done.stderr
    assert str(path) in done.stderr
    assert "3,963,680" not in done.stdout
    assert _parts_in(path) == 3
    kept = path.read_text()

    assert main(command) == 0
    assert "9 counts agree" in capsys.readouterr().out
    assert _parts_in(path) == len(PerftRun(Board(), 9, leaves.KEPT, 20).parts)

    # What the file says is taken over and not counted anew.
    content = json.loads(kept)
    first = next(iter(content["counts"]))
    content["counts"][first] = str(int(content["counts"][first]) + 1)
    path.write_text(json.dumps(content))
    assert main(command) == 1
    assert "DIFFERS: published 3,963,680" in capsys.readouterr().out


def test_a_finished_count_is_answered_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["perft", "american", "8", "--check", "--resume", str(tmp_path / "run.json")]
    assert main(command) == 0
    counted = _record(monkeypatch)
    assert main(command) == 0
    assert "845,931" in capsys.readouterr().out
    last = PerftRun(Board(), 8, leaves.KEPT, 20)
    earlier = sum(len(PerftRun(Board(), depth, leaves.KEPT, 20).parts) for depth in range(1, 8))
    assert len(counted) == earlier
    assert len(last.parts) > 1


@pytest.mark.parametrize("content", ["", "{}", "[1, 2]", '{"counts": {"x": "1"}}'])
def test_a_file_that_is_something_else_is_left_alone(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "thesis.json"
    path.write_text(content)
    assert main(["perft", "american", "6", "--resume", str(path)]) == 2
    assert "thesis.json" in capsys.readouterr().err
    assert path.read_text() == content


@pytest.mark.parametrize("name", [".", "no/such/folder/run.json"])
def test_a_file_that_cannot_be_written_is_said_before_anything_is_counted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main(["perft", "american", "6", "--resume", str(path)]) == 2
    captured = capsys.readouterr()
    assert str(path) in captured.err
    assert "36,768" not in captured.out
