"""``draughts analyse``: the best moves of a position, and every move of a game judged."""

from __future__ import annotations

import argparse
from typing import Any

from draughts.cli._cluster import add_workers_options
from draughts.cli._rules import add_rules_option
from draughts.support.numbers import whole_number

__all__ = ["add_parser", "run"]

_EPILOG = """\
A position is given as FEN, games as a file of PDN or - for standard input. Without a limit a position is searched for
five seconds, and each position of a game for half a second. Ctrl-C ends the search of a position with what is known;
of games, those that are finished have been written. With a limit of depth or positions and one thread the answers are
the same on every machine, whatever the number of workers.

A move is an inaccuracy (?!), a mistake (?) or a blunder (??) if the result to be expected after it, from 0 to 1, is at
least 0.07, 0.15 or 0.3 less than after the best one. --pdn writes the games with these marks, and the better line;
--graph draws the result that White could expect, with the marks on it.

exit codes: 0 fine, 1 a game of the file is wrong, 2 wrong usage or no position, 130 interrupted

examples:
  draughts analyse "W:W18,24,K3:B10,12,20"
  draughts analyse "W:W31-50:B1-20" --variant international --depth 15 --multipv 3
  draughts analyse games.pdn --nodes 100000 --pdn annotated.pdn --workers 2
  draughts analyse game.pdn --graph course.svg
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "analyse",
        help="find the best moves of a position, judge the moves of games",
        description="Find the best moves of a position, or judge every move of the games in a file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", metavar="FILE|FEN", help="games, or a position")
    parser.add_argument("--variant", metavar="V", help="the rules (default: those that a game names; american)")
    parser.add_argument("--depth", metavar="N", type=_count, help="plies to look ahead")
    parser.add_argument("--nodes", metavar="N", type=_count, help="positions to look at")
    parser.add_argument("--time", metavar="S", type=_seconds, help="seconds for a position")
    parser.add_argument("--multipv", metavar="N", type=_count, help="how many moves to show of a position (default: 1)")
    parser.add_argument("--hash-mb", metavar="N", type=_count, default=64, help="megabytes of memory (default: 64)")
    parser.add_argument("--threads", metavar="N", type=_count, default=1, help="threads that search (default: 1)")
    parser.add_argument("--tablebase", metavar="DIR", help="endgame tables, as draughts tablebase builds them")
    parser.add_argument("--pdn", metavar="OUT", help="write the games with these marks; - to the screen")
    parser.add_argument(
        "--graph", metavar="OUT", help="draw the course of the game as SVG; that of another one is OUT-2"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one line for a position or a game")
    add_workers_options(parser, "analyse games")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.cli._analysing import analyse  # loads numpy, which other commands do without

    return analyse(options)


def _count(text: str) -> int:
    count = whole_number(text)
    if not count or count >= 1 << 31:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return count


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value
