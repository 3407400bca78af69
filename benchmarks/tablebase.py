"""Endgame tables: what building them costs, each in a process of its own, and how long a probe takes.

Builds are measured in CPU seconds, peak memory of the process, and bytes of the files. Probes are those of random
positions with as many pieces as there are tables for, in CPU time: from Python, and of whole arrays, which shows what a
search pays for one at most.

    python benchmarks/tablebase.py
    python benchmarks/tablebase.py --pieces 6
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import harness
from memory import status

from draughts.batch import Boards
from draughts.tablebase import Tablebase, build

#: What is built: rules, pieces, metric.
BUILDS = (
    ("american", 4, "wdl"),
    ("american", 4, "dtw"),
    ("russian", 4, "wdl"),
    ("international", 4, "wdl"),
    ("american", 5, "wdl"),
    ("american", 5, "dtw"),
    ("russian", 5, "wdl"),
    ("american", 6, "wdl"),
)
#: Positions that are probed.
MANY, FEW = 100_000, 10_000


class Built(NamedTuple):
    """What a build has cost."""

    name: str
    positions: int
    seconds: float
    memory_mb: float
    files_mb: float


def built(rules: str, pieces: int, metric: str, place: Path) -> Built:
    """Build tables in this process, with compiled code in the cache."""
    build(rules, 2, place / "two")
    start = time.process_time()
    build(rules, pieces, place, metric=metric, memory_gb=16)
    seconds, megabytes = time.process_time() - start, status("VmHWM") / 2**20
    positions = sum(map(sum, Tablebase.open(place).counts().values()))
    size = sum(path.stat().st_size for path in place.glob("*.draughts-endings"))
    return Built(f"{rules}, {pieces} pieces, {metric}", positions, seconds, megabytes, size / 1e6)


def probes(tables: Tablebase, rounds: int) -> list[harness.Figure]:
    """Probes a second of one thread."""
    materials = [material for material in tables.counts() if sum(map(int, material)) == tables.pieces]
    boards = [
        board
        for material in materials
        for board in islice(tables.positions(material, seed=1), -(-MANY // len(materials)))
    ]
    array, few = Boards.from_boards(boards), boards[:: len(boards) // FEW]

    def one_by_one() -> None:
        for board in few:
            tables.probe(board)

    ways: dict[str, tuple[Callable[[], object], int]] = {
        "boards, one by one": (one_by_one, len(few)),
        "arrays": (lambda: tables.probe_boards(array), len(boards)),
    }
    return harness.side_by_side(ways, rounds=rounds)


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--pieces", type=int, default=5, help="the most pieces of what is built (default: 5)")
    options = parser.parse_args()
    figures: dict[str, list[harness.Figure]] = {}
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'':28} {'positions':>14} {'CPU s':>8} {'memory':>9} {'files':>9}")
        rows: list[Built] = []
        for rules, pieces, metric in BUILDS:
            if pieces <= options.pieces:
                place = Path(folder) / f"{rules}-{pieces}-{metric}"
                with ProcessPoolExecutor(1, get_context("spawn")) as process:
                    row = process.submit(built, rules, pieces, metric, place).result()
                rows.append(row)
                print(
                    f"{row.name:28} {row.positions:>14,} {row.seconds:>8.1f} {row.memory_mb:>6.0f} MB "
                    f"{row.files_mb:>6.1f} MB",
                    flush=True,
                )
                if (rules, metric) == ("american", "wdl"):
                    title = f"probes, {rules}, {pieces} pieces"
                    figures[title] = probes(Tablebase.open(place), options.rounds)
        for title, measured in figures.items():
            harness.print_table(title, measured, "probes")
    harness.save("tablebase", figures, options.json, builds=[row._asdict() for row in rows])


if __name__ == "__main__":
    main()
