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

from attack.common import Case, attacks, cases, is_right, kept_folder
from draughts import Board, warm_up
from draughts.support.files import replace_file

_SECONDS_EACH = 15.0
#: Seconds between two questions in a handler.
_PAUSE = 0.0005
_SAVES = 300


def wrong_about(case: Case) -> str | None:
    """What is wrong with the moves of a position, or their routes."""
    try:
        is_fine = is_right(case) and all(move.paths for move in Board.from_fen(case.fen, case.rules).legal_moves)
    except Exception as error:
        return f"{case.rules.name} {case.fen}: {type(error).__name__}: {error}"
    return None if is_fine else f"wrong moves: {case.rules.name} {case.fen}"


def nested(*variants: str) -> Iterator[str | None]:
    """The same positions asked in a handler and outside of it."""
    positions = cases(*variants)
    for case in positions[:200]:  # nothing can be imported in a handler while it is being imported outside of it
        is_right(case)
    outer, inner = cycle(positions), cycle(positions[::-1])
    wrong: list[str] = []

    def ask(number: int, frame: FrameType | None) -> None:
        said = wrong_about(next(inner))
        if said is not None:
            wrong.append(f"in a handler: {said}")
        signal.setitimer(signal.ITIMER_REAL, _PAUSE)

    before = signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, _PAUSE)
    end = time.monotonic() + _SECONDS_EACH
    try:
        while time.monotonic() < end:
            said = wrong_about(next(outer))
            yield said and f"around a handler: {said}"
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
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
    yield from nested("american")  # the Python backend
    warm_up()
    yield from nested("american", "russian", "canadian", "frisian", "turkish")
    with kept_folder() as folder:
        yield from interrupted(folder)


if __name__ == "__main__":
    attacks(rounds)
