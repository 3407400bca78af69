"""Work in parts that do not depend on each other, done here or by an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TypeVar

__all__ = ["done_parts"]

T = TypeVar("T")

#: Parts that are out at a time; so many answers wait in memory.
_OUT = 64


def done_parts(parts: Iterable[tuple[int, Callable[[], T]]], executor: Executor | None) -> Iterator[tuple[int, T]]:
    """The numbers of parts and what they came to, in the order in which they are finished.

    Parameters
    ----------
    parts : iterable of (int, callable)
        Parts by their numbers; the callables are pickled if the executor is one of processes or machines.
    executor : Executor, optional
        Who does them; without one they are done here, each when it is asked for. What an executor that breaks still
        owed is done here, too. If the caller stops asking, what has not begun is taken back.

    Examples
    --------
    >>> from draughts.support.divided import done_parts
    >>> list(done_parts([(0, int), (1, str)], None))
    [(0, 0), (1, '')]
    """
    left = iter(parts)
    owed: dict[int, Callable[[], T]] = {}
    futures: dict[Future[T], int] = {}
    if executor is not None:
        try:
            for number, work in left:
                owed[number] = work
                futures[executor.submit(work)] = number
                if len(futures) >= _OUT:
                    yield from _finished(futures, owed)
            while futures:
                yield from _finished(futures, owed)
        except BrokenExecutor:
            futures.clear()  # and not cancelled: the executor is about to fail them
        finally:
            for future in futures:
                future.cancel()
    for number, work in owed.items():
        yield number, work()
    for number, work in left:
        yield number, work()


def _finished(futures: dict[Future[T], int], owed: dict[int, Callable[[], T]]) -> Iterator[tuple[int, T]]:
    """Wait until a part is finished, or several are, and take them out."""
    for future in wait(futures, return_when=FIRST_COMPLETED).done:
        answer = future.result()
        number = futures.pop(future)
        del owed[number]
        yield number, answer
