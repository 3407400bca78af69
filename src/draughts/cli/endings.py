"""``draughts endings``: the longest wins, positions with one winning move, and a trainer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from draughts.cli._rules import add_rules_option
from draughts.errors import DraughtsError
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.registry import get_rules
from draughts.support.numbers import whole_number

if TYPE_CHECKING:
    from draughts.tablebase import Tablebase

__all__ = ["add_parser", "run"]

_EPILOG = """\
The tables have to be there, with distances: draughts tablebase build VARIANT --pieces 3 --metric dtw

examples:
  draughts endings american
  draughts endings american --one-move --material 2001
  draughts endings american --train
"""

#: Plies below which a win is no lesson, and positions that are looked at to find one.
_TOO_SHORT, _MOST_TRIES = 5, 20_000


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "endings",
        help="endings to learn from, with endgame tables",
        description="The longest wins; with --one-move, positions that one move only wins; with --train, win them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="VARIANT", help="name, alias or GameType, such as american or 20")
    parser.add_argument("--dir", metavar="D", type=Path, help="where the tables are (default: VARIANT-endings)")
    parser.add_argument("--material", metavar="DDDD", help="men and kings of the side to move, then of the other side")
    parser.add_argument("--count", metavar="N", type=_count, default=10, help="how many (default: 10)")
    parser.add_argument("--seed", metavar="S", default="0", help="other positions for another seed")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--one-move", action="store_true", help="positions in which only one move wins")
    task.add_argument("--train", action="store_true", help="win such positions against the best defence")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    number = whole_number(text)
    if number is None or not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"a number from 1 to 1000, not {text!r}")
    return number


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from draughts.tablebase import Tablebase

    rules = get_rules(options.variant)
    directory = options.dir or Path(f"{rules.name}-endings")
    tables = Tablebase.open(directory)
    if not tables.fits(rules):
        raise DraughtsError(f"{directory} has tables for {tables.rules.name} rules, not {rules.name}")
    if tables.metric != "dtw":
        raise DraughtsError(f"{directory} has tables without distances; build them with --metric dtw")
    if options.train:
        return _train(tables, options)
    lessons = _lessons(tables, options) if options.one_move else _longest(tables, options)
    found = list(islice(lessons, options.count))
    if options.json:
        rows = [{"fen": board.fen, "plies": plies, "moves": _texts(board, moves)} for board, plies, moves in found]
        print(json.dumps({"variant": rules.name, "endings": rows}))
        return 0
    for board, plies, moves in found:
        print(f"{plies:>4} plies  {board.fen}  {', '.join(_texts(board, moves))}")
    return 0


def _texts(board: Board, moves: list[Move]) -> list[str]:
    return [board.notation(move) for move in moves]


def _materials(tables: Tablebase, options: argparse.Namespace) -> list[str]:
    return [options.material] if options.material else list(tables.counts())


def _longest(tables: Tablebase, options: argparse.Namespace) -> Iterator[tuple[Board, int, list[Move]]]:
    """The longest win of each material, the longest first, with the moves that win as fast."""
    wins = [win for material in _materials(tables, options) if (win := tables.longest_win(material)) is not None]
    for board, plies in sorted(wins, key=lambda win: -win[1]):
        yield board, plies, tables.best_moves(board)


def _lessons(tables: Tablebase, options: argparse.Namespace) -> Iterator[tuple[Board, int, list[Move]]]:
    """Positions at random in which one move of several wins."""
    sources = [tables.positions(material, seed=options.seed) for material in _materials(tables, options)]
    for _ in range(_MOST_TRIES):
        for source in sources:
            board = next(source)
            moves = tables.moves(board)
            winning = [move for move, outcome in moves.items() if outcome.result == "win"]
            if len(winning) == 1 and len(moves) > 1:
                plies = moves[winning[0]].plies or 0
                if plies >= _TOO_SHORT:
                    yield board, plies, winning


# The trainer


def _train(tables: Tablebase, options: argparse.Namespace) -> int:
    """Let the reader win positions; the exit code."""
    print("Win each of these. Type a move; 'best' shows it, 'next' goes to the next one, 'quit' ends.")
    won = 0
    tried = 0
    for start, plies, _ in islice(_lessons(tables, options), options.count):
        tried += 1
        print(f"\n{start.ascii()}\n{start.turn} to move wins, in {plies} plies with best play.")
        answer = _play(tables, start)
        if answer is None:
            break
        won += answer
    print(f"{won} of {tried} won")
    return 0


def _play(tables: Tablebase, board: Board) -> bool | None:
    """Let the reader win one position against the best defence: whether it was won, or None to end."""
    while True:
        text = _asked(board)
        if text in (None, "quit"):
            return None
        if text == "next":
            return False
        if text == "best":
            print(f"best: {', '.join(_texts(board, tables.best_moves(board)))}")
            continue
        try:
            after = board.play(text or "")
        except DraughtsError as error:
            print(error)
            continue
        outcome = tables.probe(after)
        if outcome is None or outcome.result != "loss":
            best = ", ".join(_texts(board, tables.best_moves(board)))
            now = "lost" if outcome is not None and outcome.result == "win" else "drawn"
            print(f"that gives the win away: the game is {now} now; {best} wins")
            return False
        if not after.legal_moves:
            print("won")
            return True
        reply = tables.best_moves(after)[0]
        print(f"still won, in {outcome.plies} plies; {after.turn} plays {after.notation(reply)}")
        board = after.play(reply)
        print(board.ascii())


def _asked(board: Board) -> str | None:
    """What the reader types; None at the end of the input."""
    try:
        return input(f"{board.turn}: ").strip()
    except EOFError:
        return None
