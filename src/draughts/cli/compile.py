"""``draughts compile``: fill the disk cache of machine code."""

from __future__ import annotations

import argparse
import time
from typing import Any

from draughts.cli._rules import add_rules_option
from draughts.kernel.machine_code import cache_misses, fen_functions
from draughts.kernel.warm import warm_up
from draughts.rules.registry import get_rules, variants
from draughts.rules.rules import Rules

__all__ = ["add_parser", "run"]

_EPILOG = """\
Machine code is compiled when it is first needed and kept on disk: to find moves and count leaves, and, once there are
many, to read FEN and PDN. Run this when a container image is built, before a test run, or wherever the seconds that it
takes should not fall on a user. DRAUGHTS_CACHE_DIR chooses the folder; it must be an absolute path, and belong to the
user alone. Code of other versions and processors is removed when it has not been used for two months, or with --clean.

examples:
  draughts compile
  draughts compile american russian
  draughts compile --clean american
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compile",
        help="compile machine code ahead of time",
        description="Compile the machine code of some or all variants ahead of time.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", metavar="VARIANT", nargs="*", help="names (default: all variants)")
    parser.add_argument(
        "--clean",
        action="store_true",
        help="first remove what was compiled by other versions of draughts, Python and numba or for other processors",
    )
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.kernel.cache import cache_root, clean

    if options.clean:
        removed = clean()
        print(f"removed {removed} {'folder' if removed == 1 else 'folders'} of other versions and processors")
    chosen = [get_rules(name) for name in options.variants] or list(variants().values())
    for rules in chosen:
        start = time.perf_counter()
        compiled = compile_all(rules)
        print(f"{rules.name:24} {'compiled' if compiled else 'ready'} {time.perf_counter() - start:6.2f} s", flush=True)
    print(f"kept in {cache_root() or 'memory only: no folder can be written'}")
    return 0


def compile_all(rules: Rules) -> list[str]:
    """Compile what the disk cache lacks of all that a rule set may need, FEN and PDN included; what that was."""
    from draughts.pdn.plain import compile_plain

    misses = cache_misses()
    before = len(misses)
    warm_up(rules)
    fen_functions()
    compile_plain(rules)
    return misses[before:]
