"""Memory: what a Board takes, and that the kernel allocates nothing per node.

Every measurement has a process of its own. A million different boards from random games are kept in a list; the growth
of the resident set, divided by their number, includes the list, the allocator's waste and what boards share. Perft is
measured by the high-water mark of the resident set, which must not grow with depth. Ratios are limits over what was
measured: above 1 is good.

    python benchmarks/memory.py
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import harness

BOARDS = 1_000_000
#: Bytes a board may take, and megabytes that the resident set may grow during a perft.
BYTES, MEGABYTES = 200, 8
DEPTHS = {"american": (8, 10, 12), "international": (6, 8, 10)}


class Memory(NamedTuple):
    """What was measured: an amount of memory, and the limit over it."""

    name: str
    amount: float
    unit: str
    ratio: float
    low: float
    high: float


def status(field: str) -> int:
    """A field of /proc/self/status, in bytes: VmRSS is what is resident now, VmHWM the most that ever was."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


def boards(variant: str, number: int, with_moves: bool) -> float:
    """Bytes that the resident set grows for each of so many boards."""
    from draughts import Board, get_rules, warm_up

    rules = get_rules(variant)
    warm_up(rules)
    rng = random.Random(1)
    kept: list[Board] = []

    def fill(number: int) -> None:
        board = Board(rules)
        while len(kept) < number:
            moves = board.legal_moves
            if not moves:
                board = Board(rules)
                continue
            board = board.play(rng.choice(moves))
            kept.append(board if with_moves else Board.from_fen(board.fen, rules))

    fill(1000)
    before = status("VmRSS")
    fill(number + 1000)
    return (status("VmRSS") - before) / number


def perft_growth(variant: str, depth: int) -> float:
    """Megabytes that the resident set grows, at most, during a perft, after one of four plies."""
    from draughts import Board, get_rules, perft

    board = Board(get_rules(variant))
    perft(board, 8)  # scratch memory, threads and the kernel are there now
    before = status("VmHWM")
    perft(board, depth)
    return (status("VmHWM") - before) / 2**20


MEASUREMENTS: dict[str, Callable[..., float]] = {"boards": boards, "perft": perft_growth}


def elsewhere(what: str, *arguments: object) -> float:
    """A measurement in a process of its own."""
    command = [sys.executable, __file__, "--measure", json.dumps([what, *arguments])]
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def main() -> None:
    arguments = harness.parser(__doc__)
    arguments.set_defaults(rounds=3)
    arguments.add_argument("--boards", type=int, default=BOARDS, help=f"how many boards to keep (default: {BOARDS})")
    arguments.add_argument("--measure", type=json.loads, help="used by this script itself")
    options = arguments.parse_args()
    if options.measure:
        what, *rest = options.measure
        print(MEASUREMENTS[what](*rest))
        return
    rows = []
    for variant in DEPTHS:
        for with_moves in (False, True):
            name = f"{variant}, Board{' that has listed its moves' if with_moves else ''}"
            measured = sorted(elsewhere("boards", variant, options.boards, with_moves) for _ in range(options.rounds))
            middle = measured[len(measured) // 2]
            rows.append(Memory(name, middle, "B", BYTES / middle, BYTES / measured[-1], BYTES / measured[0]))
    for variant, depths in DEPTHS.items():
        for depth in depths:
            grown = sorted(elsewhere("perft", variant, depth) for _ in range(options.rounds))
            # A page or two more or less means nothing: half a megabyte is added on both sides.
            ratios = [MEGABYTES / (amount + 0.5) for amount in grown]
            middle = len(grown) // 2
            rows.append(
                Memory(f"{variant}, perft({depth})", grown[middle], "MB", ratios[middle], ratios[-1], ratios[0])
            )
    print(f"\nMemory  (limits: {BYTES} B for a Board, {MEGABYTES} MB for a perft)")
    for row in rows:
        print(f"  {row.name:48} {row.amount:8.1f} {row.unit}")
    harness.save("memory", {"memory": rows}, options.json)
    if any(row.ratio < 1 for row in rows if "listed" not in row.name):
        sys.exit("above the limit")


if __name__ == "__main__":
    main()
