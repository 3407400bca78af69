"""Perft against native code: leaves a second in every variant, one thread, bulk-counted, no hash.

The yardstick is the C++ program in benchmarks/native, built here with the compiler that is found (CXX, or c++), and
run in this process, so that both see the same machine at the same time. Without a compiler American checkers is the
measure.
Every count is checked before anything is measured.

    python benchmarks/perft.py
    python benchmarks/perft.py --only american international --rounds 15
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import harness

from draughts import Board, Color, PieceType, get_rules, published, warm_up
from draughts.kernel.nodes import KEPT, REMOVED, count_leaves

NATIVE = Path(__file__).parent / "native"

#: Depths that take some tenths of a second.
DEPTHS = {
    "american": 11,
    "international": 9,
    "brazilian": 10,
    "russian": 10,
    "pool": 10,
    "italian": 11,
    "spanish": 11,
    "czech": 11,
    "turkish": 8,
    "canadian": 8,
    "frisian": 9,
    "killer": 9,
}
#: Positions with kings: (variant, name of the published position, depth).
WITH_KINGS = (("international", "random-178", 8), ("international", "all-kings", 9), ("international", "woldouby", 13))


def build() -> ctypes.CDLL | None:
    """The yardstick as a library, or None without a compiler."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        return None
    library = NATIVE / "build" / "libperft.so"
    source = NATIVE / "perft.cpp"
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        library.parent.mkdir(exist_ok=True)
        flags = ["-O3", "-march=native", "-std=c++20", "-shared", "-fPIC", "-DLIBRARY"]
        subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.draughts_perft.restype = ctypes.c_uint64
    loaded.draughts_perft.argtypes = [ctypes.c_int, *[ctypes.c_uint64] * 3, *[ctypes.c_int] * 3]
    return loaded


def native_run(library: ctypes.CDLL, board: Board, depth: int, mode: int) -> Callable[[], int]:
    """The yardstick on a position."""

    def word(*squares: int) -> int:
        return sum(1 << (square - 1) for square in squares)

    white, black = (word(*board.pieces(color)) for color in (Color.WHITE, Color.BLACK))
    kings = word(*(square for color in Color for square in board.pieces(color, PieceType.KING)))
    variant = 0 if board.rules.name == "american" else 1
    arguments = variant, white, black, kings, board.turn is Color.BLACK, depth, mode == REMOVED
    return lambda: int(library.draughts_perft(*arguments))


def our_run(board: Board, depth: int, mode: int) -> Callable[[], int | None]:
    """Our kernel on a position."""
    position = board.kernel_position
    return lambda: count_leaves(position, depth, mode)


def expected(variant: str, name: str, depth: int, convention: str) -> int | None:
    """The published count."""
    for table in published():
        if (table.variant, table.name, table.convention) == (variant, name, convention):
            return table.counts.get(depth)
    return None


def main() -> None:
    arguments = harness.parser(__doc__)
    arguments.add_argument("--only", nargs="*", metavar="VARIANT", help="measure these variants")
    options = arguments.parse_args()
    chosen = options.only or list(DEPTHS)
    warm_up(*map(get_rules, chosen), get_rules("american"))
    library = build()
    if library is None:
        print("no C++ compiler: measured against American checkers", file=sys.stderr)

    candidates: dict[str, tuple[Callable[[], object], int]] = {}
    for variant in ("american", "international") if library else ("american",):
        board = Board(get_rules(variant))
        depth = DEPTHS[variant]
        run = native_run(library, board, depth, KEPT) if library else our_run(board, depth, KEPT)
        name = f"{variant} {depth}, {'native' if library else 'ours'}"
        candidates[name] = run, check(run(), expected(variant, "initial", depth, "kept"), name)
    for variant in chosen:
        board, depth = Board(get_rules(variant)), DEPTHS[variant]
        ours = our_run(board, depth, KEPT)
        candidates[f"{variant} {depth}"] = ours, check(ours(), expected(variant, "initial", depth, "kept"), variant)
    tables = {"start positions": harness.side_by_side(candidates, rounds=options.rounds)}
    harness.print_table("Perft from the start", tables["start positions"], "leaves")

    if library and not options.only:
        for variant, name, depth in WITH_KINGS:
            table = next(t for t in published() if (t.variant, t.name) == (variant, name))
            board = Board.from_fen(table.fen, get_rules(variant))
            native, ours = native_run(library, board, depth, REMOVED), our_run(board, depth, REMOVED)
            work = check(ours(), table.counts[depth], name)
            check(native(), work, f"{name}, native")
            pair: dict[str, tuple[Callable[[], object], int]] = {"native": (native, work), "ours": (ours, work)}
            tables[name] = harness.side_by_side(pair, rounds=options.rounds)
            harness.print_table(f"{variant} {name}, depth {depth}, distinct", tables[name], "leaves")
    harness.save("perft", tables, options.json)


def check(count: int | None, published_count: int | None, name: str) -> int:
    """The count, if it is the published one."""
    if count is None or (published_count is not None and count != published_count):
        sys.exit(f"{name}: {count} leaves, but {published_count} are published")
    return count


if __name__ == "__main__":
    main()
