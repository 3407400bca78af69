"""What has become faster or slower since the last release, by more than the noise of both runs.

Every figure is a ratio to a reference that ran at the same time, with the least and greatest ratio of its rounds. A
figure has moved if these ranges do not overlap and the middle of them differs by more than a few percent.

    python benchmarks/compare.py                          # benchmarks/baseline against benchmarks/results
    python benchmarks/compare.py old.json new.json
    cp benchmarks/results/*.json benchmarks/baseline/     # when a release is made

exit codes: 0 nothing is slower, 1 something is, 2 wrong usage
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent


class Movement(NamedTuple):
    """A figure of both runs."""

    where: str
    before: dict[str, float]
    after: dict[str, float]

    @property
    def change(self) -> float:
        """How many times the new ratio is the old one; above 1 is better."""
        return self.after["ratio"] / self.before["ratio"]

    def verdict(self, least: float) -> str:
        """How it has moved, if it has moved by more than `least` and more than its noise."""
        if self.after["high"] < self.before["low"] and self.change < 1 - least:
            return "slower"
        if self.after["low"] > self.before["high"] and self.change > 1 + least:
            return "faster"
        return ""


def pairs(before: Path, after: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The results of both, benchmark by benchmark."""
    for new in sorted(after.glob("*.json")) if after.is_dir() else [after]:
        old = before / new.name if before.is_dir() else before
        found = json.loads(new.read_text())
        if "figures" not in found:  # results of games, and not how fast something is
            continue
        if old.exists():
            yield json.loads(old.read_text()), found
        else:
            print(f"{new.name}: nothing to compare with")


def movements(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Movement]:
    """The figures that both results have."""
    for title, rows in after["figures"].items():
        earlier = {row["name"]: row for row in before["figures"].get(title, [])}
        for row in rows:
            if row["name"] in earlier:
                yield Movement(f"{after['benchmark']}: {title}: {row['name']}", earlier[row["name"]], row)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?", default=HERE / "baseline", help="a file, or a folder of them")
    parser.add_argument("after", type=Path, nargs="?", default=HERE / "results", help="a file, or a folder of them")
    parser.add_argument("--least", type=float, default=0.05, help="the smallest change that counts (default: 0.05)")
    options = parser.parse_args()
    for path in (options.before, options.after):
        if not path.exists():
            print(f"compare.py: there is no {path}", file=sys.stderr)
            return 2
    seen, slower = 0, 0
    for before, after in pairs(options.before, options.after):
        for key in before["machine"].keys() | after["machine"].keys():
            old, new = before["machine"].get(key), after["machine"].get(key)
            if old != new and key != "bitdraughts":
                print(f"{after['benchmark']}: {key} was {old}, is {new}: figures may have moved because of that")
        for movement in movements(before, after):
            seen += 1
            verdict = movement.verdict(options.least)
            slower += verdict == "slower"
            if verdict:
                ranges = " -> ".join(
                    f"{row['ratio']:.3g} ({row['low']:.3g} to {row['high']:.3g})"
                    for row in (movement.before, movement.after)
                )
                print(f"{verdict} {movement.change:5.2f}  {movement.where}: {ranges}")
    print(f"{seen} figures compared, {slower} slower")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
