"""``draughts train``: let the engine learn its evaluation from games against itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from draughts.cli._cluster import add_workers_options, workers
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import StatusLine
from draughts.rules.registry import get_rules
from draughts.support.files import replace_file

if TYPE_CHECKING:
    from draughts.engine.training import Training

__all__ = ["add_parser", "run"]

_EPILOG = """\
Every round plays games with the weights of the round before, and fits new weights to the positions of the last rounds.
What a round depends on is the seed, so the same command makes the same weights. The folder keeps each round: a command
that was stopped or killed goes on behind the last round that was finished.

exit codes: 0 fine, 1 the folder holds another training, 2 wrong usage, 130 interrupted

examples:
  draughts train russian --dir weights/russian --rounds 4 --games 5000
  draughts train american --dir weights/american --depth 7 --trust 0.05 --workers 2
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "train",
        help="let the engine learn its evaluation from games against itself",
        description="Let the engine learn its evaluation from games that it plays against itself.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="VARIANT", help="the rules")
    parser.add_argument("--dir", metavar="D", required=True, help="the folder that keeps the rounds")
    parser.add_argument("--rounds", metavar="N", type=int, default=3, help="how many rounds in all (default: 3)")
    parser.add_argument("--games", metavar="N", type=int, default=5000, help="games a round (default: 5000)")
    parser.add_argument("--depth", metavar="N", type=int, default=6, help="plies that games look ahead (default: 6)")
    parser.add_argument(
        "--trust", metavar="P", type=float, default=0.3, help="how much results count, against what the search expected"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="other seeds play other games (default: 1)")
    add_workers_options(parser, "play games")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.engine.training import Plan, Training

    rules = get_rules(options.variant)
    plan = Plan(options.games, options.depth, options.trust, options.seed)
    training = Training(rules, plan, Path(options.dir))
    with workers(options) as executor, StatusLine() as status:
        for text in _rounds(training, options.rounds, executor, status):
            status.clear()
            print(text, flush=True)
    path = Path(options.dir) / f"{rules.name}.weights"
    replace_file(path, training.as_file())
    print(f"the weights are in {path}")
    return 0


def _rounds(training: Training, count: int, executor: Executor | None, status: StatusLine) -> Iterator[str]:
    while training.finished < count:
        number = training.finished + 1

        def note(done: int, games: int, number: int = number) -> None:
            status.show(f"round {number} of {count}: {done} of {games} games")

        yield training.play_round(executor, note).describe()
