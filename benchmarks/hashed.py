"""Perft with a table of counts, and in threads.

The effective rate is the number of leaves of the tree over CPU seconds, however many of them were counted: with a table
most are known already. Every count is checked.

    python benchmarks/hashed.py
    python benchmarks/hashed.py --deep            # adds American 14 without a table, which takes long
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

import harness

from draughts import Board, get_rules, perft, published, warm_up

HASH_MB = 64
#: Depths of the comparison with and without a table.
DEPTHS = (("american", 11), ("american", 12), ("american", 13), ("international", 9), ("international", 10))
DEEP = (("american", 14),)
#: Depths for one thread against two, without a table and with one.
THREADS = (("american", 12, 0), ("international", 10, 0), ("american", 14, HASH_MB))


def checked(variant: str, depth: int, hash_mb: int, workers: int) -> None:
    """A count that must be the published one."""
    found = perft(Board(get_rules(variant)), depth, hash_mb=hash_mb, workers=workers)
    if found != leaves(variant, depth):
        sys.exit(f"{variant} {depth}: {found} leaves, but {leaves(variant, depth)} are published")


def leaves(variant: str, depth: int) -> int:
    """The published count."""
    for table in published():
        if (table.variant, table.name, table.convention) == (variant, "initial", "kept"):
            return table.counts[depth]
    raise LookupError(variant)


def main() -> None:
    arguments = harness.parser(__doc__)
    arguments.set_defaults(rounds=3)
    arguments.add_argument("--deep", action="store_true", help="American 14 with and without a table too")
    options = arguments.parse_args()
    warm_up(get_rules("american"), get_rules("international"))
    tables = {}
    for variant, depth in (*DEPTHS, *(DEEP if options.deep else ())):
        work = leaves(variant, depth)
        pair: dict[str, tuple[Callable[[], object], int]] = {
            "without": (partial(checked, variant, depth, 0, 1), work),
            f"{HASH_MB} MB": (partial(checked, variant, depth, HASH_MB, 1), work),
        }
        title = f"{variant} {depth}, table"
        tables[title] = harness.side_by_side(pair, rounds=options.rounds, clock=time.process_time)
        harness.print_table(title, tables[title], "leaves")
    for variant, depth, hash_mb in THREADS:
        work = leaves(variant, depth)
        title = f"{variant} {depth}{f', {HASH_MB} MB' if hash_mb else ''}, threads"
        cpu, wall = threads(partial(checked, variant, depth, hash_mb), work, options.rounds)
        tables[f"{title}, CPU seconds of both"], tables[f"{title}, wall clock"] = cpu, wall
        harness.print_table(f"{title}, CPU seconds of both", cpu, "leaves")
        harness.print_table(f"{title}, wall clock", wall, "leaves")
    harness.save("hashed", tables, options.json)


def threads(run: Callable[[int], None], work: int, rounds: int) -> tuple[list[harness.Figure], list[harness.Figure]]:
    """One thread and two, by the CPU seconds of the process and by the clock on the wall."""
    names = {"one thread": 1, "two threads": 2}
    cpu: dict[str, list[float]] = {name: [] for name in names}
    wall: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        for name, workers in names.items():
            cpu_start, wall_start = time.process_time(), time.perf_counter()
            run(workers)
            cpu[name].append(time.process_time() - cpu_start)
            wall[name].append(time.perf_counter() - wall_start)
    works = dict.fromkeys(names, work)
    return harness.figures(cpu, works), harness.figures(wall, works)


if __name__ == "__main__":
    main()
