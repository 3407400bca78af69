"""``draughts hub``: a player of the package as an engine that GUIs drive."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict

from draughts.cli._arguments import port
from draughts.cli._terminal import complain
from draughts.errors import PlayerError
from draughts.game.player import Player
from draughts.players import parse_player
from draughts.rules.registry import get_rules
from draughts.support.version import VERSION

if TYPE_CHECKING:
    from draughts.tablebase import Tablebase

__all__ = ["add_parser", "run"]

_EPILOG = """\
The program is driven with the Hub protocol, version 2, over standard input and output, or over a socket with --port.
It ends with the command quit, or with its input. The engine has the parameters variant, level, hash (megabytes),
threads and endgames (a folder of endgame tables); what the options say is what they are until the GUI sets them.

exit codes: 0 fine, 1 the socket cannot be opened, 2 wrong usage, 130 interrupted

examples:
  draughts hub                              the engine, as strong as its time allows
  draughts hub --player engine:5 --variant frisian
  draughts hub --tablebase international-endings
  draughts hub --player "hub:scan hub"      an engine, handed on with its parameters
  draughts hub --port 27532
"""


class _Settings(TypedDict, total=False):
    name: str
    version: str
    author: str
    variant: str


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "hub",
        help="be driven by a GUI with the Hub protocol",
        description="Let a GUI drive a player of the package as an engine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--player", metavar="PLAYER", default="engine", help="who plays (default: engine)")
    parser.add_argument("--variant", metavar="V", help="what is played until the GUI says it (default: international)")
    parser.add_argument("--tablebase", metavar="DIR", help="endgame tables for the engine")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of players that leave something to chance")
    parser.add_argument("--port", metavar="N", type=port, help="listen on this port; 0 for a free one, which is named")
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="where to listen (default: this machine only)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    import asyncio  # slow to load, and no other command needs it

    from draughts.hub.listening import serve
    from draughts.hub.task import Adjustable
    from draughts.hub.variants import DEFAULT_VARIANT, variant_name

    tablebase = None if options.tablebase is None else _tables(options.tablebase)

    def program() -> Player:
        player = parse_player(options.player, options.seed, tablebase=tablebase)
        if player is None:
            raise PlayerError("a person cannot be driven by a GUI; a player can, such as engine")
        return player

    player = program()
    variant = DEFAULT_VARIANT if options.variant is None else variant_name(get_rules(options.variant))
    settings: _Settings = {"variant": variant}
    if not isinstance(player, Adjustable):  # an engine that is handed on says itself who it is
        settings |= {"name": f"draughts {player.name}", "version": VERSION, "author": "The draughts developers"}
    if options.port is None:
        serve(player, **settings)
        return 0
    try:
        asyncio.run(_listen(program, options.host, options.port, settings))
    except (OSError, UnicodeError) as error:
        complain("hub", f"cannot listen on {options.host}:{options.port}: {error}")
        return 1
    return 0


async def _listen(program: Callable[[], Player], host: str, port: int, settings: _Settings) -> None:
    import asyncio

    from draughts.hub.listening import listen

    async with listen(program, host, port, **settings) as taken:
        print(f"listening on port {taken}", flush=True)
        await asyncio.Event().wait()


def _tables(directory: str) -> Tablebase:
    from draughts.tablebase import Tablebase  # loads numpy

    return Tablebase.open(directory)
