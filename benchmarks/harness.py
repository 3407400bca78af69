"""Measuring side by side: interleaved rounds, medians, ratios to a reference, JSON out.

Machines are shared and noisy, so a lone time says little. Every round runs all candidates one after another; what is
reported is the median of the rounds' ratios to the reference, in CPU time of the thread that does the work.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Protocol

__all__ = ["Figure", "figures", "machine", "parser", "print_table", "save", "short", "side_by_side"]

RESULTS = Path(__file__).parent / "results"


class Figure(NamedTuple):
    """What was measured of one candidate.

    Attributes
    ----------
    name : str
        The candidate.
    seconds : float
        Median CPU seconds of a run.
    ratio : float
        Median over the rounds of the reference's time divided by this one's: above 1 is faster than the reference.
    low, high : float
        The least and greatest of these ratios.
    work : int
        Units of work in a run, such as leaves.
    """

    name: str
    seconds: float
    ratio: float
    low: float
    high: float
    work: int

    @property
    def rate(self) -> float:
        """Units of work a second."""
        return self.work / self.seconds


def side_by_side(
    candidates: Mapping[str, tuple[Callable[[], object], int]],
    *,
    rounds: int,
    clock: Callable[[], float] = time.thread_time,
) -> list[Figure]:
    """Measure candidates against the first of them.

    Parameters
    ----------
    candidates : mapping of str to (callable, int)
        What to run, and how many units of work a run does. Each runs once before the rounds, unmeasured.
    rounds : int
        How often all of them run in turn.
    clock : callable
        Seconds, before and after a run.
    """
    times: dict[str, list[float]] = {name: [] for name in candidates}
    for run, _ in candidates.values():
        run()
    for _ in range(rounds):
        for name, (run, _) in candidates.items():
            start = clock()
            run()
            times[name].append(clock() - start)
    return figures(times, {name: work for name, (_, work) in candidates.items()})


def figures(times: Mapping[str, Sequence[float]], works: Mapping[str, int]) -> list[Figure]:
    """The figures of rounds that have been measured: seconds by candidate, the reference first, and units of work."""
    reference = next(iter(times))
    found = []
    for name, measured in times.items():
        pairs = zip(times[reference], measured, strict=True)
        ratios = [(theirs / works[reference]) / (ours / works[name]) for theirs, ours in pairs]
        found.append(
            Figure(name, statistics.median(measured), statistics.median(ratios), min(ratios), max(ratios), works[name])
        )
    return found


def print_table(title: str, measured: Sequence[Figure], unit: str) -> None:
    """Print the figures of one run."""
    print(f"\n{title}  (ratios to {measured[0].name}; above 1 is faster)")
    print(f"  {'':32} {'ratio':>7} {'low':>7} {'high':>7} {unit + '/s':>14}")
    for figure in measured:
        print(f"  {figure.name:32} {figure.ratio:7.2f} {figure.low:7.2f} {figure.high:7.2f} {short(figure.rate):>14}")


def short(number: float) -> str:
    """A rate for people."""
    for scale, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= scale:
            return f"{number / scale:.1f} {letter}"
    return f"{number:.1f}"


def machine() -> dict[str, str]:
    """What the figures were measured with."""
    return {
        "processor": _processor(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "bitdraughts": version("bitdraughts"),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


class _Row(Protocol):
    def _asdict(self) -> dict[str, object]: ...


def save(name: str, content: Mapping[str, Sequence[_Row]], path: Path | None, **more: object) -> None:
    """Write figures as JSON, to `path` or among the results."""
    target = path or RESULTS / f"{name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    rows = {title: [row._asdict() for row in measured] for title, measured in content.items()}
    target.write_text(json.dumps({"benchmark": name, "machine": machine(), **more, "figures": rows}, indent=1) + "\n")
    print(f"\nwritten to {target}")


def parser(description: str | None) -> argparse.ArgumentParser:
    """The arguments that every benchmark takes."""
    arguments = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=7, help="how often the candidates run in turn (default: 7)")
    arguments.add_argument("--json", type=_target, help="where to write the figures (default: benchmarks/results)")
    return arguments


def _target(text: str) -> Path:
    """A file for figures, refused before anything is measured if nothing can be written there."""
    path = Path(text)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a"):
            pass
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be written: {error.strerror}") from error
    return path


if __name__ == "__main__":
    sys.exit("this module is used by the benchmarks beside it")
