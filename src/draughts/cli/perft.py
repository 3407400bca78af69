"""``draughts perft``: count leaves, and compare with the published tables."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from draughts.cli._cluster import add_scheduler_option, cluster
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import StatusLine, span
from draughts.enumeration.perft import LARGEST_HASH, MOST_PLIES, convention, divide_lazily, published
from draughts.enumeration.runs import PerftRun, Progress
from draughts.errors import DraughtsError
from draughts.kernel.warm import warm_up
from draughts.position.board import Board
from draughts.rules.registry import get_rules
from draughts.support.numbers import whole_number

__all__ = ["add_parser", "run"]

_EPILOG = """\
Depths from 1 to DEPTH are counted and printed one after another. Ctrl-C ends a count within moments and says how far it
came; with --resume FILE what was counted is kept there, and the same command goes on with it.

examples:
  draughts perft american 11 --check
  draughts perft international 8 --distinct --check
  draughts perft russian 5 --fen "W:Wc3,e3:Bd6,f6" --divide
  draughts perft american 16 --hash 1024 --workers 2 --resume american16.json
  draughts perft frisian 8 --json
"""

#: Parts of a long count, so that progress shows and little is lost when it is interrupted.
_PARTS = 600
#: Seconds between two writes of the resume file.
_SAVE_EVERY = 2.0


class _Line(NamedTuple):
    depth: int
    leaves: int
    seconds: float
    published: int | None

    @property
    def differs(self) -> bool:
        return self.published is not None and self.published != self.leaves


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
    parser.add_argument(
        "depth", metavar="DEPTH", type=_number("a depth is a number of plies", MOST_PLIES), help="in plies"
    )
    parser.add_argument("--fen", metavar="F", help="the position (default: the start position)")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--distinct",
        action="store_true",
        help="count captures with the same result once (default: captures in another order count separately)",
    )
    choice.add_argument("--count", choices=("kept", "removed", "paths"), help="the convention by name")
    parser.add_argument("--divide", action="store_true", help="show the leaves behind each move, at DEPTH only")
    parser.add_argument(
        "--check", action="store_true", help="compare with the published table; exit code 1 if a count differs"
    )
    megabytes = _number("a size is in megabytes", LARGEST_HASH)
    parser.add_argument("--hash", metavar="MB", type=megabytes, default=0, help="table of known counts")
    parser.add_argument("--workers", metavar="N", type=_number("workers are threads"), default=1, help="threads")
    add_scheduler_option(parser, "count")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="keep a long count here, and go on with it")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    rules = get_rules(options.variant)
    board = Board(rules) if options.fen is None else Board.from_fen(options.fen, rules)
    name = options.count or ("removed" if options.distinct else "kept")
    table = _published_counts(board, name)
    if options.check and not table:
        other = "--distinct" if name == "kept" else "--count kept"
        print(
            f"draughts perft: nothing is published for {board.fen} under {rules.name} rules in convention {name!r}; "
            f"try {other}, or the start position",
            file=sys.stderr,
        )
        return 2
    warm_up(rules)
    if options.divide:
        return _divide(board, options, name, table)
    lines = []
    if not options.json:
        print(f"{rules.name}, {board.fen}, {name}")
        print(f"{'depth':>5} {'leaves':>26} {'time':>10} {'leaves/s':>12}")
    with cluster(options.scheduler) as executor:
        for line in _count(board, options, name, table, executor):
            lines.append(line)
            if not options.json:
                _print(line, options.check)
    if options.json:
        _dump(board, name, [_as_json(line) for line in lines])
    if not options.check:
        return 0
    wrong = sum(line.differs for line in lines)
    if not options.json:
        checked = sum(line.published is not None for line in lines)
        print(
            f"{wrong} of {checked} counts differ from the published table"
            if wrong
            else f"{checked} counts agree with the published table"
        )
    return 1 if wrong else 0


def _count(
    board: Board, options: argparse.Namespace, name: str, table: dict[int, int], executor: Executor | None
) -> Iterator[_Line]:
    def prepare(depth: int) -> PerftRun:
        parts = _PARTS if depth > 11 or executor is not None else 20 * options.workers
        return PerftRun(board, depth, convention(False, name), parts)

    if options.resume is not None:
        _check_resume(options.resume, prepare(options.depth))
    for depth in range(1, options.depth + 1):
        start = time.perf_counter()
        last = depth == options.depth
        counting = prepare(depth)
        resume = options.resume if last else None
        if resume is not None:
            counting.resume(resume)
        with StatusLine() as status:
            report = _reporter(counting, status, resume)
            try:
                leaves = counting.run(
                    workers=options.workers, hash_mb=options.hash, executor=executor if last else None, report=report
                )
            except KeyboardInterrupt:
                status.clear()
                _tell_interrupted(counting, resume)
                raise
            if resume is not None:
                counting.save(resume)
        yield _Line(depth, leaves, time.perf_counter() - start, table.get(depth))


def _check_resume(path: Path, counting: PerftRun) -> None:
    """Find out before anything is counted whether the file can be read and written, and belongs to this count."""
    try:
        if path.exists():
            counting.resume(path)
        counting.save(path)
    except OSError as error:
        raise DraughtsError(f"--resume: {path} cannot be read and written: {error.strerror}") from error


def _reporter(counting: PerftRun, status: StatusLine, resume: Path | None) -> Callable[[Progress], None]:
    """What happens after each part: a line on the terminal, and now and then the resume file."""
    start = saved = time.perf_counter()
    earlier = counting.progress

    def report(progress: Progress) -> None:
        nonlocal saved
        now = time.perf_counter()
        share = progress.done / progress.parts
        new = progress.done - earlier.done
        left = (now - start) * (progress.parts - progress.done) / new if new else 0.0
        rate = _rate(progress.leaves - earlier.leaves, now - start)
        so_far = f"{share:4.0%}, {progress.leaves:,} leaves, {rate}/s"
        status.show(f"depth {counting.depth}: {so_far}, about {span(left)} left")
        if resume is not None and now - saved > _SAVE_EVERY:
            counting.save(resume)
            saved = now

    return report


def _tell_interrupted(counting: PerftRun, resume: Path | None) -> None:
    progress = counting.progress
    done = (
        f"depth {counting.depth}: {progress.done} of {progress.parts} parts counted, {progress.leaves:,} leaves in them"
    )
    if resume is None:
        print(f"{done}; with --resume FILE they would have been kept", file=sys.stderr)
        return
    counting.save(resume)
    print(f"{done}; kept in {resume}, the same command goes on", file=sys.stderr)


def _divide(board: Board, options: argparse.Namespace, name: str, table: dict[int, int]) -> int:
    start = time.perf_counter()
    behind = {}
    for move, leaves in divide_lazily(board, options.depth, name, hash_mb=options.hash, workers=options.workers):
        text = board.notation(move)
        behind[text] = leaves
        if not options.json:
            print(f"{text:>24} {leaves:>26,}", flush=True)
    line = _Line(options.depth, sum(behind.values()), time.perf_counter() - start, table.get(options.depth))
    if options.json:
        _dump(board, name, [{**_as_json(line), "divide": behind}])
    else:
        _print(line, options.check)
    return 1 if options.check and line.differs else 0


def _published_counts(board: Board, name: str) -> dict[int, int]:
    """What is published for a position; variants that differ in nothing that perft sees share tables."""
    for table in published():
        if table.convention == name:
            rules = get_rules(table.variant)
            if Board.from_fen(table.fen, rules).kernel_position == board.kernel_position:
                return table.counts
    return {}


def _print(line: _Line, check: bool) -> None:
    rate = _rate(line.leaves, line.seconds) if line.seconds > 0.001 else ""
    verdict = ""
    if check and line.published is not None:
        verdict = f"  DIFFERS: published {line.published:,}" if line.differs else "  as published"
    print(f"{line.depth:>5} {line.leaves:>26,} {span(line.seconds):>10} {rate:>12}{verdict}", flush=True)


def _rate(leaves: int, seconds: float) -> str:
    """Leaves a second, for people."""
    if leaves >= 10**18:
        return "many"  # of such trees nobody visits the leaves, and a quotient might be too large
    number = leaves / seconds
    for scale, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= scale:
            return f"{number / scale:.1f} {letter}"
    return f"{number:.0f}"


def _as_json(line: _Line) -> dict[str, object]:
    return {
        "depth": line.depth,
        "leaves": line.leaves,
        "seconds": round(line.seconds, 6),
        "published": line.published,
        "agrees": None if line.published is None else not line.differs,
    }


def _dump(board: Board, name: str, results: list[dict[str, object]]) -> None:
    print(json.dumps({"variant": board.rules.name, "fen": board.fen, "count": name, "results": results}))


def _number(what: str, largest: int = 1000) -> Callable[[str], int]:
    """A converter for an argument."""

    def convert(text: str) -> int:
        number = whole_number(text)
        if number is None or not 1 <= number <= largest:
            raise argparse.ArgumentTypeError(f"{what}, 1 to {largest}, not {text!r}")
        return number

    return convert
