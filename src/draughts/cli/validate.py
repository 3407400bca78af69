"""``draughts validate``: replay the games of PDN files and list what is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from draughts import pdn
from draughts.cli._cluster import Processes
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import StatusLine
from draughts.errors import PdnError, RulesError
from draughts.pdn import GameReport
from draughts.pdn.compressed import PathOrFile
from draughts.pdn.encoding import TextSource
from draughts.pdn.movelists import lines_as_games
from draughts.pdn.pipeline import Settings, check, with_neighbours
from draughts.pdn.splitting import Part, parts
from draughts.pdn.workers import check_elsewhere
from draughts.rules.registry import get_rules
from draughts.support.numbers import counted
from draughts.support.printable import printable

__all__ = ["add_parser", "run"]

#: What is looked for in folders.
_SUFFIXES = (".pdn", ".pdn.gz", ".pdn.bz2", ".pdn.xz", ".pdn.zip")
_EPILOG = """\
A PATH is a file, a folder (every .pdn file below it), or - for standard input. Files may be compressed (.gz, .bz2, .xz,
.zip). Besides PDN, a file may hold bare moves:
11-15 23-19 ..., one game as a text or one game a line.

Every fault is one line: FILE:LINE:COLUMN: game G, ply P, MOVE: reason. No file is ever changed.
The exit code is 0 if every game is right, 1 if a game is wrong or a file cannot be read, 2 for wrong usage.

examples:
  draughts validate games.pdn
  draughts validate --variant russian --encoding cp1251 old/*.pdn
  draughts validate --workers 4 archive/
  draughts validate --fix-report games.pdn
  draughts validate --json games.pdn > reports.jsonl
  echo "11-15 23-19 8-11 22-17" | draughts validate -
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "validate",
        help="check the games of PDN files and lists of moves",
        description="Replay every game of PDN files and report illegal moves and other faults with their places.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a PDN file, a folder, or - for standard input")
    parser.add_argument(
        "--variant", metavar="V", help="name, alias or GameType (default: what each game says, or a guess)"
    )
    parser.add_argument(
        "--encoding", metavar="E", help="of lines that are not UTF-8 (default: what a file declares, or looks like)"
    )
    parser.add_argument("--strict", action="store_true", help="every deviation from PDN 3.0 is a fault")
    parser.add_argument(
        "--white-first", action="store_true", help="the first number of a result is White's in every variant"
    )
    parser.add_argument("--notes", action="store_true", help="also list what is unusual but no fault")
    parser.add_argument("--fix-report", action="store_true", help="also say what would mend each fault and deviation")
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="processes that check (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game, and one of totals")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    try:
        rules = None if options.variant is None else get_rules(options.variant)
        b" ".decode(options.encoding or "utf-8", errors="ignore")
        if options.workers < 1:
            raise ValueError(f"--workers must be 1 or more, not {options.workers}")
    except (RulesError, LookupError, ValueError) as error:
        print(f"draughts validate: {error}", file=sys.stderr)
        return 2
    totals = _Totals(options)
    settings = Settings(rules, options.strict, options.white_first)
    with _pool(options.workers) as executor:
        try:
            _check(totals, settings, options, executor)
        except KeyboardInterrupt:
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
            totals.print("interrupted; ")
            return 130
    totals.print()
    return 1 if totals.faulty or totals.unreadable else 0


def _check(totals: _Totals, settings: Settings, options: argparse.Namespace, executor: Executor | None) -> None:
    """Check all files and print what there is to say of them, in their order."""
    describe = partial(
        _described, with_tags=options.json, with_repairs=options.fix_report, white_first=options.white_first
    )
    files = _Files(options.paths, settings, options.encoding)
    answers: Iterator[tuple[int, Iterable[int | dict[str, Any]]]]
    if executor is None:
        answers = ((file, map(describe, check(part, settings)) if part else ()) for file, part in files.parts())
    else:
        answers = check_elsewhere(files.parts(), settings, executor, describe)
    current, games = -1, count(1)
    for file, games_found in answers:
        if file != current:
            current, games = file, count(1)
            totals.begin(files.names[file])
        for game, number in zip(games_found, games, strict=False):
            if isinstance(game, int):
                totals.add_silent(game)
            else:
                totals.add(files.names[file], game | {"game": number})
        totals.show(files.names[file])
        if file in files.errors:
            totals.report_unreadable(files.names[file], files.errors[file])


class _Files:
    """The files to check, and those of them that could not be read."""

    def __init__(self, paths: Iterable[str], settings: Settings, encoding: str | None) -> None:
        self.names: list[str] = []
        self.errors: dict[int, str] = {}
        self._paths = paths
        self._settings = settings
        self._encoding = encoding

    def parts(self) -> Iterator[tuple[int, Part | None]]:
        """What is in the files, each part with the number of its file; None where no more can be read."""
        for shown, source in self._sources():
            number = len(self.names)
            self.names.append(shown)
            try:
                if source is None:
                    raise OSError("no .pdn file in this folder")
                text = TextSource(source, self._encoding)
                blocks, are_lists = lines_as_games(text, self._settings.rules)
                for part in with_neighbours(parts(blocks, text.deviations, are_lists=are_lists), self._settings):
                    yield number, part
            except (OSError, PdnError) as error:
                self.errors[number] = (isinstance(error, OSError) and error.strerror) or str(error)
                yield number, None

    def _sources(self) -> Iterator[tuple[str, PathOrFile | None]]:
        for name in self._paths:
            path = Path(name)
            if name == "-":
                yield "<stdin>", getattr(sys.stdin, "buffer", sys.stdin)
            elif path.is_dir():
                found = sorted(
                    file for file in path.rglob("*") if file.name.lower().endswith(_SUFFIXES) and file.is_file()
                )
                yield from ((str(file), file) for file in found)
                if not found:
                    yield name, None
            else:
                yield name, path


def _pool(workers: int) -> AbstractContextManager[Executor | None]:
    """Processes for the work; none for a single worker."""
    return nullcontext() if workers == 1 else Processes(workers)


class _Totals:
    """What has been checked so far; prints as it goes."""

    def __init__(self, options: argparse.Namespace) -> None:
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

    def begin(self, name: str) -> None:
        """A file is begun."""
        self.files += 1

    def report_unreadable(self, name: str, why: str) -> None:
        """A file could not be read, or not to its end."""
        self._status.clear()
        print(printable(f"draughts validate: {name}: {why}"), file=sys.stderr)
        self.files -= 1
        self.unreadable += 1

    def add_silent(self, plies: int) -> None:
        """Count a game of which there is nothing to say."""
        self.games += 1
        self.plies += plies

    def add(self, name: str, game: dict[str, Any]) -> None:
        """Count a game, and print what is wrong with it."""
        self._count(game)
        self._print(name, game)

    def show(self, name: str) -> None:
        """Say on a terminal how far it has come."""
        self._status.show(f"{name}: {counted(self.games, 'game')} in all")

    def _count(self, game: dict[str, Any]) -> None:
        self.games += 1
        self.plies += game["plies"]
        if game["faults"]:
            self.faulty += 1
            self.kinds.update(fault["kind"] for fault in game["faults"])
        self.notes.update(note["kind"] for note in game["notes"])

    def _print(self, name: str, game: dict[str, Any]) -> None:
        if self.as_json:
            self._status.clear()
            print(json.dumps({"file": name} | game))
            return
        lines = [(fault, f", {_subject(fault)}{fault['reason']}") for fault in game["faults"]]
        if self.with_notes:
            lines += [(note, f": note: {note['message']}") for note in game["notes"]]
        lines += [(repair, f": repair: {repair['text']}") for repair in game.get("repairs", ())]
        for place, text in lines:
            self._status.clear()
            print(printable(f"{name}:{place['line']}:{place['column']}: game {game['game']}{text}"))

    def print(self, prefix: str = "") -> None:
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
            f"{prefix}{counted(self.files, 'file')}{unreadable}, {counted(self.games, 'game')}: "
            f"{totals['ok']} ok, {self.faulty} faulty; {counted(self.plies, 'ply', 'plies')}"
        )
        for title, counts in (("faults", self.kinds), ("notes", self.notes)):
            if counts:
                print(f"{title}: {', '.join(f'{kind} {count}' for kind, count in counts.most_common())}")


def _subject(fault: dict[str, Any]) -> str:
    return f"ply {fault['ply']}, {fault['move']}: " if fault["move"] else "start: "


def _described(report: GameReport, *, with_tags: bool, with_repairs: bool, white_first: bool) -> int | dict[str, Any]:
    """A report as plain data: what is printed, and what comes back from other processes; plies if that is all."""
    if not (report.faults or report.notes or with_tags):
        return report.plies
    described: dict[str, Any] = {
        "game": report.game,
        "line": report.line,
        "ok": report.ok,
        "rules": None if report.rules is None else report.rules.name,
        "rules_from": report.rules_from.value,
        "replays_as": list(report.replays_as),
        "also_fits": list(report.also_fits),
        "plies": report.plies,
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
    if with_tags:
        record = report.record
        described |= {"result": record.result, "tags": [[tag.name, tag.value] for tag in record.tags]}
    if with_repairs:
        found = pdn.repairs(report, white_first=white_first) if report.faults or report.notes else ()
        described["repairs"] = [repair._asdict() | {"text": str(repair).partition(": ")[2]} for repair in found]
    return described
