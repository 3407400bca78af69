"""``draughts tablebase``: build endgame tables, check them, and ask them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from draughts.cli._cluster import add_scheduler_option, cluster
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import StatusLine, span
from draughts.position.board import Board
from draughts.rules.registry import get_rules

__all__ = ["add_parser", "run"]

_EPILOG = """\
A build that was interrupted goes on when the same command is given again.

examples:
  draughts tablebase build american --pieces 4
  draughts tablebase build russian --pieces 4 --metric dtw --dir russian4
  draughts tablebase probe russian4 "W:Wc3,Ke3:BKa5"
  draughts tablebase verify russian4
  draughts tablebase info russian4 --json
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "tablebase",
        help="build endgame tables, check and ask them",
        description="Tables of all positions with few pieces: who wins, and in how many plies.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    build = tasks.add_parser("build", help="build tables, or what is missing of them")
    build.add_argument("variant", metavar="VARIANT", help="name, alias or GameType, such as american or 20")
    build.add_argument("--pieces", metavar="N", type=int, default=4, help="the most pieces, 2 to 8 (default: 4)")
    build.add_argument("--dir", metavar="D", type=Path, help="where the files go (default: VARIANT-endings)")
    build.add_argument("--metric", choices=("wdl", "dtw"), default="wdl", help="who wins, or also in how many plies")
    build.add_argument("--workers", metavar="W", type=int, default=1, help="processes")
    build.add_argument("--memory", metavar="GB", type=float, default=4, help="for one slice at most (default: 4)")
    add_scheduler_option(build, "solve tables")
    add_rules_option(build)
    build.set_defaults(run=run, work=_build)
    for name, work, text in (
        ("verify", _verify, "compare every value with those behind the moves; exit code 1 if one is wrong"),
        ("info", _info, "what tables hold"),
        ("probe", _probe, "what tables say of a position and of its moves"),
    ):
        task = tasks.add_parser(name, help=text)
        task.add_argument("directory", metavar="DIR", type=Path, help="the directory with the files")
        if name == "probe":
            task.add_argument("fen", metavar="FEN", help="the position")
        task.add_argument("--json", action="store_true", help="print one JSON object")
        task.set_defaults(run=run, work=work)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    code: int = options.work(options)
    return code


def _build(options: argparse.Namespace) -> int:
    from draughts.tablebase import Progress, Tablebase, build

    rules = get_rules(options.variant)
    directory = options.dir or Path(f"{rules.name}-endings")
    start = time.perf_counter()
    with cluster(options.scheduler) as executor, StatusLine() as status:

        def report(progress: Progress) -> None:
            left = "" if progress.seconds_left is None else f", about {span(progress.seconds_left)} left"
            status.show(f"{progress.done} of {progress.slices} tables, {progress.share:.0%} of the positions{left}")

        try:
            build(
                rules,
                options.pieces,
                directory,
                metric=options.metric,
                workers=options.workers,
                executor=executor,
                memory_gb=options.memory,
                report=report,
            )
        except KeyboardInterrupt:
            status.clear()
            print(f"what is finished is in {directory}; the same command goes on", file=sys.stderr)
            raise
    tables = Tablebase.open(directory)
    print(f"{tables.rules.name}, all positions of 2 to {tables.pieces} pieces, {tables.metric}: {directory}")
    size = sum(path.stat().st_size for path in directory.iterdir())
    print(f"{_total(tables.counts()):,} positions, {size / 1e6:.1f} MB, {span(time.perf_counter() - start)}")
    return 0


def _total(counts: dict[str, tuple[int, int, int]]) -> int:
    return sum(map(sum, counts.values()))


def _verify(options: argparse.Namespace) -> int:
    from draughts.tablebase import Tablebase

    wrong: dict[str, str] = {}
    checked = 0
    with StatusLine() as status:
        for material, board in Tablebase.open(options.directory).verify():
            checked += 1
            status.show(f"{material}: {'right' if board is None else 'WRONG'}")
            if board is not None:
                wrong[material] = board.fen
    if options.json:
        print(json.dumps({"tables": checked, "wrong": wrong}))
    else:
        for material, fen in wrong.items():
            print(f"{material}: the value of {fen} is not the best one behind its moves")
        print(f"{len(wrong)} of {checked} tables are wrong" if wrong else f"{checked} tables are right")
    return 1 if wrong else 0


def _info(options: argparse.Namespace) -> int:
    from draughts.tablebase import Tablebase

    tables = Tablebase.open(options.directory)
    counts = tables.counts()
    longest: dict[str, tuple[str, int]] = {}
    if tables.metric == "dtw":
        found = {material: tables.longest_win(material) for material in counts}
        longest = {material: (win[0].fen, win[1]) for material, win in found.items() if win is not None}
    if options.json:
        slices = {
            material: {
                **dict(zip(("wins", "draws", "losses"), numbers, strict=True)),
                **(dict(zip(("fen", "plies"), longest[material], strict=True)) if material in longest else {}),
            }
            for material, numbers in counts.items()
        }
        content = {"variant": tables.rules.name, "metric": tables.metric, "pieces": tables.pieces, "tables": slices}
        print(json.dumps(content))
        return 0
    print(f"{tables.rules.name}, all positions of 2 to {tables.pieces} pieces, {tables.metric}")
    print("men and kings of the side to move, men and kings of the other side; values of the side to move")
    print(f"{'':>4} {'wins':>14} {'draws':>14} {'losses':>14}" + ("  longest win" if longest else ""))
    for material, numbers in counts.items():
        line = f"{material:>4} " + " ".join(f"{number:>14,}" for number in numbers)
        if material in longest:
            fen, plies = longest[material]
            line += f"  {plies} plies, {fen}"
        print(line)
    return 0


def _probe(options: argparse.Namespace) -> int:
    from draughts.tablebase import Tablebase

    tables = Tablebase.open(options.directory)
    board = Board.from_fen(options.fen, tables.rules)
    outcome = tables.probe(board)
    moves = {board.notation(move): behind for move, behind in tables.moves(board).items()}
    if options.json:
        content = {
            "fen": board.fen,
            "result": outcome and outcome.result,
            "plies": outcome and outcome.plies,
            "moves": {text: {"result": behind.result, "plies": behind.plies} for text, behind in moves.items()},
        }
        print(json.dumps(content))
        return 0
    print(f"{board.fen}: {outcome or 'in no table'}")
    for text, behind in moves.items():
        print(f"  {text}: {behind}")
    return 0
