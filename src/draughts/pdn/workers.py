"""Games checked by workers: parts of files go out as text, answers come back in the order of the files."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TypeVar

from draughts.pdn.pipeline import Settings, check
from draughts.pdn.plain import PlainGames
from draughts.pdn.reports import GameReport
from draughts.pdn.splitting import Part

__all__ = ["check_elsewhere"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

#: Parts that are out at a time; so many are held in memory.
_OUT = 4 * (os.cpu_count() or 1)


def check_in_worker(part: Part, settings: Settings, convert: Callable[[GameReport], T]) -> list[T]:
    """What is wanted of each report of a part."""
    PlainGames.expect(len(part.text))
    return [convert(report) for report in check(part, settings)]


def check_elsewhere(
    parts: Iterable[tuple[K, Part | None]],
    settings: Settings,
    executor: Executor,
    convert: Callable[[GameReport], T],
) -> Iterator[tuple[K, Iterable[T]]]:
    """Check parts on an executor; here, if that breaks.

    Parameters
    ----------
    parts : iterable of (key, Part or None)
        What to check, each under a name for the caller. None keeps its place and has no reports.
    settings : Settings
        How.
    executor : Executor
        Where.
    convert : callable
        What becomes of a report before it is sent back; it goes to the workers, too.

    Yields
    ------
    (key, iterable)
        For every part in order what became of its reports.
    """
    out: deque[tuple[K, Part | None, Future[list[T]] | None]] = deque()
    is_broken = False
    left = iter(parts)
    try:
        while True:
            while len(out) < _OUT and (following := next(left, None)) is not None:
                key, part = following
                future = None
                if part is not None and not (part.rest or is_broken):
                    try:
                        future = executor.submit(check_in_worker, part, settings, convert)
                    except BrokenExecutor:
                        is_broken = True
                out.append((key, part, future))
            if not out:
                return
            first, text, answer = out.popleft()
            yield first, _received(text, answer, settings, convert)
    finally:
        for _, _, future in out:
            if future is not None:
                future.cancel()


def _received(
    part: Part | None, future: Future[list[T]] | None, settings: Settings, convert: Callable[[GameReport], T]
) -> Iterable[T]:
    """What became of a part's reports, from a worker if one has it."""
    if part is None:
        return ()
    if future is not None:
        try:
            return future.result()
        except BrokenExecutor:
            pass
    return map(convert, check(part, settings))
