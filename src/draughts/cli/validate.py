"""``draughts validate``: replay the games of PDN files and list what is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from draughts import pdn
from draughts.cli._terminal import StatusLine, printable
from draughts.errors import RulesError
from draughts.pdn import Fault, GameReport
from draughts.pdn.encoding import PathOrFile
from draughts.rules import Rules
from draughts.variants import get_rules

__all__ = ["add_parser", "run"]

_EPILOG = """\
Every fault is one line: FILE:LINE:COLUMN: game G, ply P, MOVE: reason.
The exit code is 0 if every game is right, 1 if a game is wrong or a file cannot be read, 2 for wrong usage.

examples:
  draughts validate games.pdn
  draughts validate --variant russian --encoding cp1251 old/*.pdn
  draughts validate --json games.pdn > reports.jsonl
  cat *.pdn | draughts validate -
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "validate",
        help="check the games of PDN files",
        description="Replay every game of PDN files and report illegal moves and other faults with their places.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a PDN file; - is standard input")
    parser.add_argument("--variant", metavar="V", help="name, alias or GameType (default: what each game says)")
    parser.add_argument("--encoding", metavar="E", default="latin-1", help="of lines that are not UTF-8 (%(default)s)")
    parser.add_argument("--notes", action="store_true", help="also list what is unusual but no fault")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game, and one of totals")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    try:
        rules = None if options.variant is None else get_rules(options.variant)
        b" ".decode(options.encoding, errors="ignore")
    except (RulesError, LookupError, ValueError) as error:
        print(f"draughts validate: {error}", file=sys.stderr)
        return 2
    run = _Run(rules, options)
    try:
        for name in options.files:
            run.check_file(name)
    except KeyboardInterrupt:
        run.print_totals("interrupted; ")
        return 130
    run.print_totals()
    return 1 if run.faulty or run.unreadable else 0


class _Run:
    """What has been checked so far."""

    def __init__(self, rules: Rules | None, options: argparse.Namespace) -> None:
        self.rules = rules
        self.encoding: str = options.encoding
        self.as_json: bool = options.json
        self.with_notes: bool = options.notes
        self.files = 0
        self.games = 0
        self.faulty = 0
        self.plies = 0
        self.unreadable = 0
        self.kinds: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self._status = StatusLine()

    def check_file(self, name: str) -> None:
        source: PathOrFile = getattr(sys.stdin, "buffer", sys.stdin) if name == "-" else Path(name)
        shown = "<stdin>" if name == "-" else name
        try:
            for report in pdn.validate(source, self.rules, encoding=self.encoding):
                self._count(report)
                self._print(shown, report)
                self._status.show(f"{shown}: {report.game} games")
        except OSError as error:
            self._status.clear()
            print(f"draughts validate: {shown}: {error.strerror or error}", file=sys.stderr)
            self.unreadable += 1
        else:
            self.files += 1

    def _count(self, report: GameReport) -> None:
        self.games += 1
        self.plies += report.plies
        if report.faults:
            self.faulty += 1
            self.kinds.update(fault.kind.value for fault in report.faults)
        if report.notes:
            self.notes.update(note.kind.value for note in report.notes)

    def _print(self, name: str, report: GameReport) -> None:
        if self.as_json:
            self._status.clear()
            print(json.dumps(_as_dict(name, report)))
            return
        if report.faults:
            self._status.clear()
        for fault in report.faults:
            place = f"{name}:{fault.line}:{fault.column}"
            print(printable(f"{place}: game {report.game}, {_subject(fault)}{fault.reason}"))
        for note in report.notes if self.with_notes else ():
            print(printable(f"{name}:{note.line}:{note.column}: game {report.game}: note: {note.message}"))

    def print_totals(self, prefix: str = "") -> None:
        """The last line or lines."""
        self._status.clear()
        totals = {
            "files": self.files,
            "unreadable_files": self.unreadable,
            "games": self.games,
            "ok": self.games - self.faulty,
            "faulty": self.faulty,
            "plies": self.plies,
            "faults": dict(self.kinds.most_common()),
            "notes": dict(self.notes.most_common()),
        }
        if self.as_json:
            print(json.dumps({"summary": totals, "interrupted": bool(prefix)}))
            return
        unreadable = f" ({self.unreadable} unreadable)" if self.unreadable else ""
        print(
            f"{prefix}{_counted(self.files, 'file')}{unreadable}, {_counted(self.games, 'game')}: "
            f"{totals['ok']} ok, {self.faulty} faulty; {_counted(self.plies, 'ply', 'plies')}"
        )
        for title, counts in (("faults", self.kinds), ("notes", self.notes)):
            if counts:
                print(f"{title}: {', '.join(f'{kind} {count}' for kind, count in counts.most_common())}")


def _subject(fault: Fault) -> str:
    return f"ply {fault.ply}, {fault.move}: " if fault.move else "start: "


def _counted(count: int, singular: str, plural: str | None = None) -> str:
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def _as_dict(name: str, report: GameReport) -> dict[str, object]:
    return {
        "file": name,
        "game": report.game,
        "line": report.line,
        "ok": report.ok,
        "rules": None if report.rules is None else report.rules.name,
        "plies": report.plies,
        "result": report.record.result,
        "tags": [[tag.name, tag.value] for tag in report.record.tags],
        "faults": [
            {
                "kind": fault.kind.value,
                "line": fault.line,
                "column": fault.column,
                "ply": fault.ply,
                "move": fault.move,
                "reason": fault.reason,
            }
            for fault in report.faults
        ],
        "notes": [
            {"kind": note.kind.value, "line": note.line, "column": note.column, "message": note.message}
            for note in report.notes
        ],
    }
