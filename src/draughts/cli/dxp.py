"""``draughts dxp``: the engine, or another player, in games with another program over a network."""

from __future__ import annotations

import argparse
from typing import Any

from draughts.cli._arguments import count, port, seconds
from draughts.cli._rules import add_rules_option

__all__ = ["add_parser", "run"]

_EPILOG = """\
DamExchange (DXP) connects two programs by TCP. Without HOST this one waits until another connects and asks for games,
one after the other, until Ctrl-C or --games. With HOST it connects to a program that waits, and asks itself; of several
games the sides are exchanged after each. The protocol is for boards of 50 squares, and does not name the variant: both
sides must know it. A game that this side cannot finish, as after Ctrl-C, is ended with a word to the other side.

exit codes: 0 fine, 1 nobody answers, the port is taken, or the other side broke off or broke the rules,
            2 wrong usage, 130 interrupted

examples:
  draughts dxp                              wait on port 27531 of this machine, as Scan and Moby Dam do
  draughts dxp --host 0.0.0.0 --player engine:8 --pdn played.pdn
  draughts dxp localhost --minutes 5 --moves 75
  draughts dxp 192.168.1.7 --color black --games 10 --pdn match.pdn
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "dxp",
        help="play another program over a network",
        description="Let the engine, or another player, play another program over a network.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("connect", metavar="HOST", nargs="?", help="where another program waits")
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="where to wait (default: this machine only)")
    parser.add_argument("--port", metavar="N", type=port, help="the port (default: 27531, that of the protocol)")
    parser.add_argument("--player", metavar="PLAYER", default="engine", help="who plays here (default: engine)")
    parser.add_argument("--variant", metavar="V", help="the rules (default: international)")
    parser.add_argument("--tablebase", metavar="DIR", help="endgame tables for the engine")
    parser.add_argument("--resign", action="store_true", help="the engine gives up games that it judges hopeless")
    parser.add_argument("--time", metavar="S", type=seconds, help="seconds for a move at most")
    parser.add_argument("--name", metavar="NAME", default="draughts", help="what this side is called")
    parser.add_argument("--games", metavar="N", type=count, help="how many games (default: 1; without HOST, no end)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of players that leave something to chance")
    parser.add_argument("--pdn", metavar="FILE", help="add the games to this file")
    asking = parser.add_argument_group("with HOST")
    asking.add_argument("--color", choices=("white", "black"), default="white", help="this side's (default: white)")
    asking.add_argument("--minutes", metavar="N", type=count, default=10, help="for each side (default: 10)")
    asking.add_argument("--moves", metavar="N", type=count, default=0, help="end after so many by each side")
    asking.add_argument("--fen", metavar="F", help="begin with this position")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.cli._network_games import play_over_network  # loads asyncio, which other commands do without

    return play_over_network(options)
