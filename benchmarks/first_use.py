"""What a process pays before its first answer, against `import numpy`.

Every run is a fresh process, and its CPU seconds are measured from outside. Compiling happens in private cache folders,
and everything else on a cache that has been filled before.

    python benchmarks/first_use.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import harness

FIRST_MOVES = "from draughts import Board; assert len(Board().legal_moves) == 7"
WARM = "from draughts import AMERICAN, Board, warm_up; warm_up(AMERICAN); assert len(Board().legal_moves) == 7"
COMPILE = "from draughts import get_rules, warm_up; warm_up(*map(get_rules, {names}))"
#: What runs on a warm cache; the first is the reference.
WARM_CACHE = {
    "import numpy": ["-c", "import numpy"],
    "python": ["-c", "pass"],
    "import numba": ["-c", "import numba"],
    "import draughts": ["-c", "import draughts"],
    "import, first moves (plain)": ["-c", FIRST_MOVES],
    "import, first moves (compiled)": ["-c", WARM],
    "draughts --help": ["-m", "draughts", "--help"],
}


def cpu_seconds() -> float:
    """CPU seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(arguments: list[str], cache: Path) -> None:
    """One process."""
    environment = {**os.environ, "DRAUGHTS_CACHE_DIR": str(cache)}
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)


def compiling(*names: str) -> list[str]:
    """The arguments of a process that compiles some variants."""
    return ["-c", COMPILE.format(names=list(names))]


def compile_cold(*names: str) -> None:
    """Compile some variants into a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        run(compiling(*names), Path(folder))


def main() -> None:
    options = harness.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        run(compiling("american"), cache)
        warm: dict[str, tuple[Callable[[], object], int]] = {
            name: (partial(run, arguments, cache), 1) for name, arguments in WARM_CACHE.items()
        }
        tables = {"fresh processes": harness.side_by_side(warm, rounds=options.rounds, clock=cpu_seconds)}
        cold: dict[str, tuple[Callable[[], object], int]] = {
            "import numpy": (partial(run, WARM_CACHE["import numpy"], cache), 1),
            "american, cold": (partial(compile_cold, "american"), 1),
            "international, cold": (partial(compile_cold, "international"), 1),
            "both, cold": (partial(compile_cold, "american", "international"), 1),
        }
        tables["compiling"] = harness.side_by_side(cold, rounds=min(options.rounds, 5), clock=cpu_seconds)
    for title, figures in tables.items():
        show(title, figures)
    _, american, international, both = (figure.seconds for figure in tables["compiling"])
    print(
        f"\na second variant adds {both - international:.2f} CPU s (American) or {both - american:.2f} (International)"
    )
    harness.save("first_use", tables, options.json)


def show(title: str, figures: list[harness.Figure]) -> None:
    """A table in multiples of the reference."""
    print(f"\n{title}  (multiples of {figures[0].name}: median, least, most; and CPU seconds)")
    for name, seconds, ratio, low, high, _ in figures:
        print(f"  {name:32} {1 / ratio:7.2f} {1 / high:7.2f} {1 / low:7.2f} {seconds:9.3f} s")


if __name__ == "__main__":
    main()
