"""Boards that ask one backend, whatever was asked before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest

from draughts.kernel import generator as binding
from draughts.kernel.generator import Generator
from draughts.position import board
from draughts.position import context as _squares

_real_load = Generator.load


@contextmanager
def asking(tier: Literal["plain", "compiled"]) -> Iterator[None]:
    """Let boards that are made meanwhile ask this backend; the Python one hands over what is too much for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binding._Tier, "is_compiled", tier == "compiled")
        if tier == "plain":
            patch.setattr(binding, "PLAIN_CALLS", 1 << 60)
            patch.setattr(Generator, "load", _load_once)
        _forget()
        yield
    _forget()


def _load_once(generator: Generator) -> None:
    _real_load(generator)
    compiled = generator.moves

    def once(*position: Any) -> Any:
        generator.moves = generator._first_moves
        return compiled(*position)

    generator.moves = once


def _forget() -> None:
    """Let new boards have new generators."""
    for cache in (binding.generator_for, _squares.context_of, _squares.supposed_context, board._start):
        cache.cache_clear()
