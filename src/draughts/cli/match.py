"""``draughts match``: two players against each other, many times."""

from __future__ import annotations

import argparse
from typing import Any

from draughts.cli._arguments import count, seconds
from draughts.cli._rules import add_rules_option

__all__ = ["add_parser", "run"]

_EPILOG = """\
Each opening is played twice, the sides exchanged. Openings are random moves after which a short search sees both sides
about level; in American checkers --openings ballots deals three-move ballots. Every move is checked. With --pdn each
game is added to the file when it is finished, and the same command goes on there after it was stopped or killed.

players: random, engine (as strong as its limits allow), engine:LEVEL, hub:COMMAND. Without limits a player that has no
         level thinks a second.

exit codes: 0 fine, 1 a player failed, or the file holds another match, 2 wrong usage, 130 interrupted

examples:
  draughts match engine:5 engine:4 --games 100
  draughts match engine "hub:scan hub" --variant international --time 0.2 --games 200 --pdn scan.pdn
  draughts match engine engine:8 --nodes 50000 --openings ballots --adjudicate 4 --tablebase american-endings
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "match",
        help="let two players play a match",
        description="Let two players play a match, and say how much one of them is stronger.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="who plays, see below")
    parser.add_argument("--variant", metavar="V", help="the rules (default: american)")
    parser.add_argument("--games", metavar="N", type=count, default=20, help="how many, an even number (default: 20)")
    parser.add_argument(
        "--openings",
        choices=("random", "ballots", "none"),
        default="random",
        help="how games begin (default: random)",
    )
    parser.add_argument("--plies", metavar="N", type=count, default=8, help="of a random opening (default: 8)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="other seeds draw other lots (default: 1)")
    parser.add_argument("--time", metavar="S", type=seconds, help="seconds for a move")
    parser.add_argument("--nodes", metavar="N", type=count, help="positions for a move")
    parser.add_argument("--depth", metavar="N", type=count, help="plies to look ahead")
    parser.add_argument("--adjudicate", metavar="MEN", type=count, help="a side so far ahead for 8 plies has won")
    parser.add_argument("--most-plies", metavar="N", type=count, default=300, help="then it is drawn (default: 300)")
    parser.add_argument("--tablebase", metavar="DIR", help="endgame tables: for engine, and to end games by")
    parser.add_argument("--resign", action="store_true", help="engine gives up games that it judges hopeless")
    parser.add_argument("--pdn", metavar="FILE", help="add the games to this file, and go on with those in it")
    parser.add_argument("--json", action="store_true", help="print the result as a line of JSON")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.cli._matches import play_match  # loads numpy, which other commands do without

    return play_match(options)
