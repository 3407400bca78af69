"""Work for a Dask cluster: the option ``--scheduler``."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext

from draughts.cli._terminal import extra_missing
from draughts.errors import DraughtsError

__all__ = ["add_scheduler_option", "cluster"]


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
