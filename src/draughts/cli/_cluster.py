"""Work for other processes and machines: the options ``--workers`` and ``--scheduler``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from draughts.cli._terminal import extra_missing
from draughts.errors import DraughtsError

__all__ = ["add_scheduler_option", "add_workers_options", "cluster", "workers"]


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
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(options.workers, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
