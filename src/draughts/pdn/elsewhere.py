"""Games checked by workers: parts of a file go out as text, reports come back in the order of the file."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import chain
from typing import NamedTuple

from draughts.pdn.checking import report_of
from draughts.pdn.reader import records_of
from draughts.pdn.reports import GameReport
from draughts.pdn.splitting import Part
from draughts.pdn.tokens import tokenize
from draughts.rules import Rules

__all__ = ["Settings", "check", "check_elsewhere"]

#: Parts that are out at a time; so many are held in memory.
_OUT = 4 * (os.cpu_count() or 1)


class Settings(NamedTuple):
    """How games are checked; see `validate`."""

    rules: Rules | None
    strict: bool
    white_first: bool


def check(part: Part, settings: Settings) -> Iterator[GameReport]:
    """The reports of a part; its games are counted from 1."""
    tokens = tokenize(chain((part.text,), part.rest), line=part.line)
    noted = part.deviations if part.rest else part.deviations.copy()
    for number, record in enumerate(records_of(tokens, noted), 1):
        yield report_of(number, record, settings.rules, strict=settings.strict, white_first=settings.white_first)


def check_in_worker(part: Part, settings: Settings) -> list[GameReport]:
    """The same in a worker, as something that can be sent back."""
    return list(check(part, settings))


def check_elsewhere(parts: Iterable[Part], settings: Settings, executor: Executor) -> Iterator[GameReport]:
    """The reports of a file's parts, checked by an executor; here, if that breaks."""
    out: deque[tuple[Part, Future[list[GameReport]] | None]] = deque()
    number = 0
    is_broken = False
    try:
        for part in chain(parts, (None,)):
            while out and (part is None or len(out) >= _OUT):
                for report in _received(*out.popleft(), settings):
                    number += 1
                    yield report.numbered(number)
            if part is None:
                break
            future = None
            if not (part.rest or is_broken):
                try:
                    future = executor.submit(check_in_worker, part, settings)
                except BrokenExecutor:
                    is_broken = True
            out.append((part, future))
    finally:
        for _, future in out:
            if future is not None:
                future.cancel()


def _received(part: Part, future: Future[list[GameReport]] | None, settings: Settings) -> Iterator[GameReport]:
    """The reports of a part, from a worker if one has it."""
    if future is not None:
        try:
            yield from future.result()
        except BrokenExecutor:
            pass
        else:
            return
    yield from check(part, settings)
