"""Games against the rules: every move of the main line is replayed, and every fault is reported with its place."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import count

from draughts.pdn.encoding import PathOrFile, TextSource
from draughts.pdn.movelists import lines_as_games
from draughts.pdn.pipeline import Settings, check, with_neighbours
from draughts.pdn.records import GameRecord, RulesSource
from draughts.pdn.reports import Fault, FaultKind, GameReport
from draughts.pdn.splitting import Part, parts
from draughts.pdn.workers import check_elsewhere
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.support.checks import as_flag

__all__ = ["validate"]

#: A text that looks like the name of a file of games.
_FILE_NAME = re.compile(r"\s*[^\n\r\"]{1,4096}\.(?:pdn|pgn|txt)(?:\.(?:gz|bz2|xz|zip))?\s*", re.IGNORECASE)


def validate(
    source: PathOrFile | bytes,
    rules: Rules | Variant | str | int | None = None,
    *,
    encoding: str | None = None,
    strict: bool = False,
    white_first: bool = False,
    executor: Executor | None = None,
) -> Iterator[GameReport]:
    """Replay every game and report what is wrong.

    Parameters
    ----------
    source : text, path, or binary or text file
        A string is text and so are bytes; they are never taken for the name of a file. A file is named by a
        `pathlib.Path`, or given open. It may be compressed by gzip, bzip2, xz or zip. Besides PDN it may be a list of
        moves without tags, ``11-15 23-19 ...``: one game, or one a line if the second line begins a game by the rules.
    rules : Rules, Variant, str or int, optional
        The rules of all games. If None, each game says which: by its ``GameType`` tag, else by a ``Variant`` tag that
        names a known variant. For a game that does not say they are guessed from its squares and moves, and from those
        of the first 64 games; a guess other than American checkers is a note.
    encoding : str or None
        The encoding of lines that are not UTF-8; by default what the file declares or looks like, see `read`.
    strict : bool
        Whether every deviation is a fault.
    white_first : bool
        Whether the first number of a result is White's in every variant, and not that of the side that moves first.
    executor : concurrent.futures.Executor, optional
        Checks parts of the file elsewhere, such as a ``ProcessPoolExecutor`` or a cluster's. Reports come in the order
        of the file all the same, and so many parts are out at a time as this machine can keep in mind. If it breaks,
        the rest is checked here.

    Yields
    ------
    GameReport
        One a game, in order. A broken game never hides the next one.

    Raises
    ------
    OSError
        If the file cannot be read.
    PdnError
        If it is compressed and damaged, or grows too much.

    Notes
    -----
    A game begins with the position of its ``FEN`` tag, and ``/FEN "..."/`` setups are followed. Only the main line is
    replayed. Records with tags or a result but without moves are fine. These are notes and no faults: jumps of one
    capture written as moves of their own, algebraic squares seen from the first side's corner, an unknown move
    (``- -``; replay ends there), a result that differs from the ``Result`` tag. If the two differ the tag counts.
    The first number of a result belongs to the side that moves first by the rules: in American checkers ``1-0`` means
    that Black won. A result that contradicts the end on the board is a fault; only a loss of both sides is a note.

    Examples
    --------
    >>> from draughts.pdn import validate
    >>> for report in validate("1. 11-15 22-18 2. 15x22 24-20 1-0"):
    ...     for fault in report.faults:
    ...         print(fault)
    line 1, column 25, ply 4, 24-20: a capture is available and must be made: ...
    """
    if isinstance(source, str) and _FILE_NAME.fullmatch(source):
        yield _report_of_name(source.strip())
        return
    chosen = None if rules is None else as_rules(rules)
    settings = Settings(chosen, as_flag(strict, "strict"), as_flag(white_first, "white_first"))
    text = TextSource(_as_file(source), encoding)
    blocks, are_lists = lines_as_games(text, chosen)
    if executor is None:
        yield from check(Part("", 1, text.deviations, blocks), settings)
        return
    cut = ((None, part) for part in with_neighbours(parts(blocks, text.deviations, are_lists=are_lists), settings))
    numbers = count(1)
    for _, reports in check_elsewhere(cut, settings, executor, _itself):
        for report in reports:
            yield report.numbered(next(numbers))


def _itself(report: GameReport) -> GameReport:
    return report


def _as_file(source: PathOrFile | bytes) -> PathOrFile:
    if isinstance(source, bytes):
        return io.BytesIO(source)
    return io.StringIO(source, newline="") if isinstance(source, str) else source


def _report_of_name(name: str) -> GameReport:
    """What to say of a text that is probably meant as the name of a file."""
    reason = f"a string is text, and this one holds no game; to read a file give pathlib.Path({name!r})"
    fault = Fault(FaultKind.NOT_A_GAME, 1, 1, 0, "", reason)
    return GameReport(1, GameRecord(), None, RulesSource.GUESS, 0, (fault,))
