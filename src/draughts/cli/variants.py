"""``draughts variants``: the presets in a table, or one explained."""

from __future__ import annotations

import argparse
import json
from typing import Any

from draughts.cli._rules import add_rules_option
from draughts.position.describe import as_dict, describe, summary_table
from draughts.rules.registry import get_variant, variants

__all__ = ["add_parser", "run"]

_EPILOG = """\
examples:
  draughts variants
  draughts variants italian
  draughts variants 25 --json
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "variants",
        help="list the variants, or explain one",
        description="List the variants, or explain the rules of one with its start position and sources.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="VARIANT", nargs="?", help="name, alias or GameType")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    if options.variant is not None:
        variant = get_variant(options.variant)
        print(json.dumps(as_dict(variant)) if options.json else describe(variant))
        return 0
    every = [get_variant(name) for name in variants()]
    print(json.dumps([as_dict(variant) for variant in every]) if options.json else summary_table(every))
    return 0
