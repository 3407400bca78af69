"""Rules of one's own on the command line: the option ``--rules``, which every command has that takes a variant."""

from __future__ import annotations

import argparse

from draughts.errors import RulesError
from draughts.rules.own import load_rules
from draughts.rules.registry import register_rules

__all__ = ["add_rules_option", "learn_rules"]


def add_rules_option(parser: argparse.ArgumentParser) -> None:
    """Add the option to a command."""
    parser.add_argument(
        "--rules",
        metavar="FILE",
        action="append",
        default=[],
        help="rules of your own, in TOML; they are known by their name, and taken where no variant is named",
    )


def learn_rules(options: argparse.Namespace) -> None:
    """Make the rules in the files known, and the first ones those of a command that names no variant.

    Raises
    ------
    RulesError
        If a file cannot be read or holds no rules, or another variant has the name.
    """
    names = []
    for path in getattr(options, "rules", ()):
        try:
            names.append(register_rules(load_rules(path)).name)
        except OSError as error:
            raise RulesError(f"--rules: {path}: {error.strerror or error}") from None
    if not names:
        return
    if getattr(options, "variants", None) == []:
        options.variants = names
    elif getattr(options, "variant", "") is None and not getattr(options, "resume", None):
        options.variant = names[0]
