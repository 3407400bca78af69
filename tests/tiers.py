"""Boards that ask one backend, whatever was asked before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest

from draughts.kernel import generator, machine_code
from draughts.position import board
from draughts.position import context as _squares


@contextmanager
def asking(tier: Literal["plain", "compiled"]) -> Iterator[None]:
    """Let boards that are made meanwhile ask this backend; the Python one hands over what is too much for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine_code._State, "is_compiled", tier == "compiled")
        if tier == "plain":
            patch.setattr(machine_code.LISTS, "done", -1 << 60)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Let new boards have new generators."""
    for cache in (generator.generator_for, _squares.context_of, _squares.supposed_context, board._start):
        cache.cache_clear()
