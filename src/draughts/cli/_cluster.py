"""Work for other processes and machines: the options ``--workers`` and ``--scheduler``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import ParamSpec, TypeVar

from draughts.errors import DraughtsError
from draughts.support.extras import extra_missing

__all__ = ["Processes", "add_scheduler_option", "add_workers_options", "cluster", "workers"]

P = ParamSpec("P")
T = TypeVar("T")


def add_scheduler_option(parser: argparse.ArgumentParser, work: str) -> None:
    """Add the option to a command; `work` is what is done there."""
    parser.add_argument("--scheduler", metavar="ADDRESS", help=f"{work} on the Dask cluster of this scheduler")


def cluster(address: str | None) -> AbstractContextManager[Executor | None]:
    """The executor of the Dask cluster with this scheduler; without an address none."""
    if address is None:
        return nullcontext()
    try:
        from distributed import Client
    except ImportError as error:
        raise extra_missing("--scheduler", "distributed") from error
    try:
        executor: AbstractContextManager[Executor] = Client(address).get_executor()
    except (OSError, ValueError) as error:
        raise DraughtsError(f"--scheduler: no Dask scheduler answers at {address}: {error}") from error
    return executor


def add_workers_options(parser: argparse.ArgumentParser, work: str) -> None:
    """Add both options to a command; `work` is what is done there."""
    parser.add_argument("--workers", metavar="N", type=int, default=1, help=f"processes that {work} (default: 1)")
    add_scheduler_option(parser, work)


def workers(options: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """The executor of a cluster, or processes, which leave interrupts to this one; None for a single worker."""
    most = 8 * (os.cpu_count() or 1)
    if not 1 <= options.workers <= most:
        raise DraughtsError(f"--workers must be from 1 to {most}, not {options.workers}")
    if options.scheduler or options.workers == 1:
        return cluster(options.scheduler)
    return Processes(options.workers)


class Processes(ProcessPoolExecutor):
    """Processes that leave interrupts to this one, from their first moment on.

    Parameters
    ----------
    count : int
        How many.
    """

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(count, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As of every executor. Processes that begin now inherit that interrupts are held back."""
        if sys.platform == "win32":
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
