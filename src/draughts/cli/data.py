"""``draughts data``: write data sets, and say what they hold."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from draughts.cli._cluster import add_workers_options, workers
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import StatusLine
from draughts.rules.registry import get_rules

if TYPE_CHECKING:
    from draughts.datasets import Progress, Summary
    from draughts.datasets.source import Source

__all__ = ["add_parser", "run"]

_EPILOG = """\
A data set is a folder of files; each holds the positions of some games: pieces, side to move, the move that was made,
the result for the side to move, and what a search has found of it. Read it with draughts.datasets.read, files of
Parquet also with whatever reads Parquet (it needs an optional package: pip install 'bitdraughts[data]').

What is in the files depends on the options only, and not on how many processes or machines make them. A file is there
as a whole or not at all: a command that was stopped or killed goes on when it is given again. A folder that holds
another data set is refused.

exit codes: 0 fine, 2 wrong usage, or a folder or file that does not fit, 130 interrupted

examples:
  draughts data random american --dir games --games 100000 --seed 7
  draughts data selfplay international --dir games --games 5000 --nodes 2000 --workers 2 --format parquet
  draughts data pdn russian --dir games tournament.pdn match.pdn.gz
  draughts data info games
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "data",
        help="write positions of many games for learning programs",
        description="Write positions of many games, with moves and results, to files of NumPy or Parquet.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    random = _source(tasks, "random", "play games at random", 10_000)
    _add_playing(random, games=10_000, max_plies=1000)
    random.set_defaults(work=_random)
    selfplay = _source(tasks, "selfplay", "let the engine play against itself", 50)
    _add_playing(selfplay, games=1000, max_plies=300)
    selfplay.add_argument("--depth", metavar="N", type=int, help="plies to look ahead (default: 4, unless --nodes)")
    selfplay.add_argument("--nodes", metavar="N", type=int, help="positions to look at for a move")
    selfplay.add_argument(
        "--opening", metavar="N", type=int, default=8, help="plies at random at the beginning, left out (default: 8)"
    )
    selfplay.set_defaults(work=_selfplay)
    recorded = _source(tasks, "pdn", "take the games of PDN files", 500)
    recorded.add_argument("paths", metavar="FILE", nargs="+", type=Path, help="a PDN file, which may be compressed")
    recorded.set_defaults(work=_recorded)
    info = tasks.add_parser("info", help="what a data set holds")
    info.add_argument("dir", metavar="DIR", type=Path, help="its folder")
    info.add_argument("--json", action="store_true", help="print one JSON object")
    info.set_defaults(run=run, work=_info)


def _source(tasks: Any, name: str, text: str, part: int) -> argparse.ArgumentParser:
    """The parser of a task that writes a data set."""
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=text)
    parser.add_argument("variant", metavar="VARIANT", help="name, alias or GameType, such as american or 20")
    parser.add_argument("--dir", metavar="D", type=Path, required=True, help="the folder for the files")
    parser.add_argument("--format", choices=("npz", "parquet"), default="npz", help="of the files (default: npz)")
    parser.add_argument("--part", metavar="N", type=int, default=part, help=f"games a file (default: {part})")
    add_workers_options(parser, "make the files")
    add_rules_option(parser)
    parser.set_defaults(run=run)
    return parser


def _add_playing(parser: argparse.ArgumentParser, games: int, max_plies: int) -> None:
    """Add the options of games that are played."""
    parser.add_argument("--games", metavar="N", type=int, default=games, help=f"how many games (default: {games})")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="other seeds play other games (default: 0)")
    parser.add_argument(
        "--max-plies", metavar="N", type=int, default=max_plies, help=f"stop games then (default: {max_plies})"
    )


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    code: int = options.work(options)
    return code


def _random(options: argparse.Namespace) -> int:
    from draughts.datasets import RandomGames

    rules = get_rules(options.variant)
    return _write(RandomGames(rules, options.games, options.seed, options.max_plies, options.part), options)


def _selfplay(options: argparse.Namespace) -> int:
    from draughts.datasets import SelfPlay

    source = SelfPlay(
        get_rules(options.variant),
        options.games,
        depth=options.depth,
        nodes=options.nodes,
        opening=options.opening,
        seed=options.seed,
        max_plies=options.max_plies,
        games_per_part=options.part,
    )
    return _write(source, options)


def _recorded(options: argparse.Namespace) -> int:
    from draughts.datasets import PdnGames

    return _write(PdnGames(get_rules(options.variant), options.paths, options.part), options)


def _write(source: Source, options: argparse.Namespace) -> int:
    from draughts.datasets import write

    with workers(options) as executor, StatusLine() as status:

        def note(progress: Progress) -> None:
            of_all = "" if progress.parts is None else f" of {progress.parts}"
            status.show(f"{progress.done}{of_all} files, {progress.positions:,} positions")

        try:
            summary = write(source, options.dir, format=options.format, executor=executor, on_progress=note)
        except KeyboardInterrupt:
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
            status.clear()
            print(f"what is finished is in {options.dir}; the same command goes on", file=sys.stderr)
            raise
    _print(summary, options.dir)
    return 0


def _info(options: argparse.Namespace) -> int:
    from draughts.datasets import read_summary

    summary = read_summary(options.dir)
    if options.json:
        content = {
            "games": summary.games,
            "positions": summary.positions,
            "left_out": dict(summary.left_out),
            "parts": summary.parts,
            "is_complete": summary.is_complete,
        }
        print(json.dumps(content))
    else:
        _print(summary, options.dir)
    return 0


def _print(summary: Summary, folder: Path) -> None:
    files = f"{summary.parts:,} {'file' if summary.parts == 1 else 'files'}"
    unfinished = "" if summary.is_complete else ", unfinished"
    print(f"{summary.positions:,} positions of {summary.games:,} games in {files}: {folder}{unfinished}")
    if summary.left_out:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in summary.left_out.items())
        print(f"games left out: {reasons}")
