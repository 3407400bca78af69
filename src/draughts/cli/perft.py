"""``draughts perft``: count leaves, and compare with the published tables."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from draughts._kernels import leaves
from draughts._perft import divide_lazily, perft, published
from draughts.board import Board
from draughts.variants import get_rules

__all__ = ["add_parser", "run"]

_EPILOG = """\
examples:
  draughts perft american 9
  draughts perft international 8 --distinct --check
  draughts perft russian 5 --fen "W:Wc3,e3:Bd6,f6" --divide
  draughts perft frisian 8 --workers 2 --json
"""


class _Line(NamedTuple):
    depth: int
    nodes: int
    seconds: float
    published: int | None

    @property
    def differs(self) -> bool:
        return self.published is not None and self.published != self.nodes


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "perft",
        help="count the leaves of the move tree",
        description="Count the leaves of the move tree at each depth up to DEPTH plies, bulk-counted.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="VARIANT", help="name, alias or GameType, such as american or 20")
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="in plies, 1 or more")
    parser.add_argument("--fen", metavar="F", help="the position (default: the start position)")
    convention = parser.add_mutually_exclusive_group()
    convention.add_argument(
        "--distinct",
        action="store_true",
        help="count captures with the same result once (default: captures in another order count separately)",
    )
    convention.add_argument("--count", choices=("kept", "removed", "paths"), help="the convention by name")
    parser.add_argument("--divide", action="store_true", help="show the leaves behind each move, at DEPTH only")
    parser.add_argument(
        "--check", action="store_true", help="compare with the published table; exit code 1 if a count differs"
    )
    parser.add_argument("--workers", metavar="N", type=_workers, default=1, help="threads (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    rules = get_rules(options.variant)
    board = Board(rules) if options.fen is None else Board.from_fen(options.fen, rules)
    convention = options.count or ("removed" if options.distinct else "kept")
    table = _published_counts(board, convention)
    if options.check and not table:
        print(
            f"draughts perft: nothing is published for {board.fen} under {rules.name} rules in convention "
            f"{convention!r}; try {'--distinct' if convention == 'kept' else '--count kept'}, or the start position",
            file=sys.stderr,
        )
        return 2
    if options.divide:
        return _divide(board, options, convention, table)
    lines = []
    if not options.json:
        print(
            f"{rules.name}, {board.fen}, {convention}",
            f"{'depth':>5} {'nodes':>24} {'seconds':>9} {'nodes/s':>9}",
            sep="\n",
        )
    for line in _count(board, options, convention, table):
        lines.append(line)
        if not options.json:
            _print(line, options.check)
    if options.json:
        _dump(board, convention, [_as_json(line) for line in lines])
    wrong = [line for line in lines if line.differs] if options.check else []
    if options.check and not options.json:
        checked = sum(line.published is not None for line in lines)
        print(
            f"{len(wrong)} of {checked} counts differ from the published table"
            if wrong
            else f"{checked} counts agree with the published table"
        )
    return 1 if wrong else 0


def _count(board: Board, options: argparse.Namespace, convention: str, table: dict[int, int]) -> Iterator[_Line]:
    for depth in range(1, options.depth + 1):
        start = time.perf_counter()
        nodes = perft(board, depth, count=convention, workers=options.workers)
        yield _Line(depth, nodes, time.perf_counter() - start, table.get(depth))


def _divide(board: Board, options: argparse.Namespace, convention: str, table: dict[int, int]) -> int:
    start = time.perf_counter()
    mode = {"kept": leaves.KEPT, "removed": leaves.REMOVED, "paths": leaves.PATHS}[convention]
    behind = {}
    for move, nodes in divide_lazily(board, options.depth, mode):
        text = board.notation(move, "long")
        behind[text] = nodes
        if not options.json:
            print(f"{text:>24} {nodes:>24,}")
    line = _Line(options.depth, sum(behind.values()), time.perf_counter() - start, table.get(options.depth))
    if options.json:
        _dump(board, convention, [{**_as_json(line), "divide": behind}])
    else:
        _print(line, options.check)
    return 1 if options.check and line.differs else 0


def _published_counts(board: Board, convention: str) -> dict[int, int]:
    """What is published for a position; variants that differ in nothing perft sees share tables."""
    for table in published():
        if table.convention == convention:
            rules = get_rules(table.variant)
            if Board.from_fen(table.fen, rules)._position() == board._position():
                return table.counts
    return {}


def _print(line: _Line, check: bool) -> None:
    speed = f"{line.nodes / line.seconds / 1e6:7.1f} M" if line.seconds > 0.001 else ""
    verdict = ""
    if check and line.published is not None:
        verdict = f"  DIFFERS: published {line.published:,}" if line.differs else "  as published"
    print(f"{line.depth:>5} {line.nodes:>24,} {line.seconds:>9.3f} {speed:>9}{verdict}", flush=True)


def _as_json(line: _Line) -> dict[str, object]:
    return {
        "depth": line.depth,
        "nodes": line.nodes,
        "seconds": round(line.seconds, 6),
        "published": line.published,
        "agrees": None if line.published is None else not line.differs,
    }


def _dump(board: Board, convention: str, results: list[dict[str, object]]) -> None:
    print(json.dumps({"variant": board.rules.name, "fen": board.fen, "count": convention, "results": results}))


def _depth(text: str) -> int:
    return _positive(text, "a depth is a number of plies")


def _workers(text: str) -> int:
    return _positive(text, "workers are threads")


def _positive(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1 or int(text) > 1000:
        raise argparse.ArgumentTypeError(f"{what}, 1 to 1000, not {text!r}")
    return int(text)
