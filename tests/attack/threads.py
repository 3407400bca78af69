"""Four threads ask about ten variants while everything that is cached is thrown away."""

from __future__ import annotations

import functools
import gc
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from attack.common import Case, attacks, cases, is_right
from draughts.kernel.machine_code import use_compiled

_VARIANTS = (
    "american",
    "international",
    "russian",
    "brazilian",
    "italian",
    "spanish",
    "czech",
    "turkish",
    "canadian",
    "frisian",
)
_ROUNDS = 200
_EACH = 100


def forget() -> None:
    """What happens to every cache that is full, all at once."""
    for thing in gc.get_objects():
        # type() asks the thing itself, and isinstance() a proxy what it stands for.
        if issubclass(type(thing), functools._lru_cache_wrapper) and thing.__module__.startswith("draughts."):
            size = thing.cache_parameters()["maxsize"]
            if size is not None and size > 1:
                thing.cache_clear()


def some(positions: list[Case], seed: int) -> str | None:
    """What is wrong among some positions."""
    for case in random.Random(seed).choices(positions, k=_EACH):
        if not is_right(case):
            return f"wrong moves: {case.rules.name} {case.fen}"
    return None


def rounds() -> Iterator[str | None]:
    positions = cases(*_VARIANTS)
    with ThreadPoolExecutor(4) as pool:
        for number in range(_ROUNDS):
            if number == _ROUNDS // 4:
                use_compiled()
            asked = [pool.submit(some, positions, 10 * number + thread) for thread in range(4)]
            if number % 2:
                forget()
            for future in asked:
                yield future.result()


if __name__ == "__main__":
    attacks(rounds)
