"""Signals ask questions inside questions, and interrupt what is being saved."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from types import FrameType

from attack.common import attacks, cases, is_right, kept_folder
from draughts import Board, warm_up
from draughts.support.files import replace_file

_SECONDS_EACH = 15.0
_SAVES = 300


def nested(*variants: str) -> Iterator[str | None]:
    """The same positions asked in a handler and outside of it."""
    outer = cycle(cases(*variants))
    inner = cycle(cases(*variants)[::-1])
    wrong: list[str] = []

    def ask(number: int, frame: FrameType | None) -> None:
        case = next(inner)
        if not is_right(case):
            wrong.append(f"wrong in a handler: {case.rules.name} {case.fen}")
        board = Board.from_fen(case.fen, case.rules)
        for move in board.legal_moves:
            assert move.paths

    before = signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, 0.0007, 0.0007)
    end = time.monotonic() + _SECONDS_EACH
    try:
        while time.monotonic() < end:
            case = next(outer)
            is_fine = is_right(case) and all(m.paths for m in Board.from_fen(case.fen, case.rules).legal_moves)
            yield None if is_fine else f"wrong around a handler: {case.rules.name} {case.fen}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    yield from wrong


class InterruptionError(Exception):
    """What the handler raises."""


def interrupted(folder: Path) -> Iterator[str | None]:
    """Saving is stopped anywhere: the exception comes out, and the file is old or new."""
    path = folder / "a.json"
    texts = "a" * 10, "b" * 500_000
    chance = random.Random(1)

    def stop(number: int, frame: FrameType | None) -> None:
        raise InterruptionError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        replace_file(path, texts[0])
        for _ in range(_SAVES):
            with suppress(InterruptionError):
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.00002, 0.002))
                replace_file(path, chance.choice(texts))
                signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            yield None if path.read_text() in texts else "a file half saved after a signal"
        if len(list(folder.iterdir())) > 3:
            yield f"signals left {len(list(folder.iterdir())) - 1} files half saved"
    finally:
        signal.signal(signal.SIGALRM, before)


def rounds() -> Iterator[str | None]:
    yield from nested("american", "international")  # the Python backend, and its change to machine code
    warm_up()
    yield from nested("american", "russian", "canadian", "frisian", "turkish")
    with kept_folder() as folder:
        yield from interrupted(folder)


if __name__ == "__main__":
    attacks(rounds)
