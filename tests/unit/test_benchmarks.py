"""The comparison of benchmark results, which says what has become slower since the last release."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_COMPARE = Path(__file__).parents[2] / "benchmarks" / "compare.py"
pytestmark = pytest.mark.skipif(not _COMPARE.exists(), reason="the benchmarks are not here")
_MACHINE = {"processor": "one", "bitdraughts": "0.1.0"}


def _results(folder: Path, ratio: float, **machine: str) -> Path:
    folder.mkdir()
    row = {"name": "lists", "seconds": 1.0, "ratio": ratio, "low": ratio - 0.05, "high": ratio + 0.05, "work": 1}
    content = {"benchmark": "api", "machine": _MACHINE | machine, "figures": {"international": [row]}}
    (folder / "api.json").write_text(json.dumps(content))
    return folder


def _compared(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(_COMPARE), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("ratio", "code", "line"),
    [
        (1.02, 0, "1 figures compared, 0 slower"),  # within the noise
        (0.8, 1, "slower  0.80  api: international: lists: 1 (0.95 to 1.05) -> 0.8 (0.75 to 0.85)"),
        (1.5, 0, "faster  1.50  api: international: lists: 1 (0.95 to 1.05) -> 1.5 (1.45 to 1.55)"),
    ],
)
def test_a_figure_has_moved_if_it_has_left_its_noise(tmp_path: Path, ratio: float, code: int, line: str) -> None:
    done = _compared(_results(tmp_path / "before", 1.0), _results(tmp_path / "after", ratio))
    assert done.returncode == code
    assert done.stdout.splitlines()[0] == line


def test_another_machine_is_mentioned(tmp_path: Path) -> None:
    done = _compared(_results(tmp_path / "before", 1.0), _results(tmp_path / "after", 1.0, processor="two"))
    assert done.stdout.startswith("api: processor was one, is two: figures may have moved because of that")


def test_a_release_has_figures_to_compare_with() -> None:
    done = _compared()
    assert done.returncode in (0, 1), done.stderr
    assert "nothing to compare with" not in done.stdout


def test_a_path_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    done = _compared(tmp_path / "nowhere")
    assert (done.returncode, done.stderr) == (2, f"compare.py: there is no {tmp_path / 'nowhere'}\n")
