"""The command ``draughts``. Each subcommand is a module with `add_parser` and `run`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from draughts.cli import (
    analyse,
    compile,
    data,
    dxp,
    endings,
    hub,
    match,
    perft,
    play,
    show,
    tablebase,
    train,
    validate,
    variants,
)
from draughts.cli._rules import learn_rules
from draughts.cli._terminal import complain
from draughts.errors import DraughtsError
from draughts.support.printable import printable
from draughts.support.version import VERSION

__all__ = ["main"]

_COMMANDS = (play, analyse, perft, validate, show, variants, tablebase, endings, hub, dxp, match, data, train, compile)

_EPILOG = """\
exit codes:
  0  fine
  1  the input is wrong: an illegal game, a count that does not match
  2  wrong usage
  130  interrupted

examples:
  draughts play
  draughts analyse games.pdn
  draughts perft american 9 --check
  draughts validate games.pdn
  draughts show games.pdn --html game.html
  draughts variants russian
"""


class _Parser(argparse.ArgumentParser):
    """Arguments may come from file names that somebody else chose, so complaints about them are escaped."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the process if None; the exit code."""
    parser = _Parser(
        prog="draughts",
        description="Draughts and checkers in every variant.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    try:
        options = parser.parse_args(arguments)
    except SystemExit as stop:  # argparse has printed what is wrong, or the help
        return stop.code if isinstance(stop.code, int) else 2
    try:
        learn_rules(options)
        code: int = options.run(options)
        print(end="", flush=True)
    except DraughtsError as error:
        complain(options.command, str(error))
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _drop_output()  # the reader has gone (`draughts ... | head`); nothing is left to tell it
        return 0
    except OSError as error:  # no room, or whatever else the system has against it
        where = f"{error.filename}: " if error.filename else ""
        complain(options.command, f"{where}{error.strerror or error}")
        _drop_output()
        return 1
    return code


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that the end of the process does not fail, too."""
    with contextlib.suppress(OSError, ValueError):  # no file at all, in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
