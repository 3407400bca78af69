"""What attacks share: how they report, right answers to compare with, and processes that are looked after."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from draughts import Board, Rules, get_rules

__all__ = [
    "DATA",
    "Case",
    "attacks",
    "cases",
    "command",
    "environment",
    "in_child",
    "is_right",
    "kept_folder",
    "run",
    "text_of",
]

DATA = Path(__file__).parents[1] / "data"

#: Seconds after which a child counts as hanging.
_PATIENCE = 60


class Case(NamedTuple):
    """A position, and its legal moves as an independent program lists them."""

    rules: Rules
    fen: str
    moves: str


def cases(*variants: str, number: int = 400) -> list[Case]:
    """Positions of some variants with their moves, in an order that mixes variants."""
    found = []
    for name in variants:
        lines = (DATA / "vectors" / f"{name}.jsonl").read_text("utf-8").splitlines()[:number]
        for line in lines:
            data = json.loads(line)
            moves = sorted(f"{move['from']}{move['captures'] or '-'}{move['to']}" for move in data["moves"])
            found.append(Case(get_rules(name), data["fen"], " ".join(moves)))
    random.Random(1).shuffle(found)
    return found


def text_of(board: Board) -> str:
    """The legal moves of a position as `Case` has them."""
    return " ".join(sorted(f"{m.origin}{list(m.captured) or '-'}{m.destination}" for m in board.legal_moves))


def is_right(case: Case) -> bool:
    """Whether a position that is asked anew has the moves that it should have."""
    return text_of(Board.from_fen(case.fen, case.rules)) == case.moves


def attacks(rounds: Callable[[], Iterable[str | None]]) -> None:
    """Run an attack, which says for each round what it found, or None; the last line printed is the outcome."""
    count = 0
    found = []
    for said in rounds():
        count += 1
        if said is not None:
            found.append(said)
    print(json.dumps([count, found]))


@contextmanager
def kept_folder() -> Iterator[Path]:
    """A folder for an attack's files, removed at its end."""
    with tempfile.TemporaryDirectory(prefix="draughts-attack-") as name:
        yield Path(name)


def environment(**changes: str) -> dict[str, str]:
    """For processes that are attacked."""
    return os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | changes


def command(*arguments: str) -> list[str]:
    """The command line of the package."""
    return [sys.executable, "-m", "draughts", *arguments]


def run(arguments: Sequence[str], **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a program without input."""
    return subprocess.run(
        arguments,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_PATIENCE,
        check=False,
    )


def in_child(action: Callable[[], str | None]) -> str | None:
    """What an action finds in a child of this process; that it crashes, hangs or raises is found, too."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = action()
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, (said or "").encode("utf-8", "replace")[:60_000])
        os._exit(0)
    os.close(writer)
    end = time.monotonic() + _PATIENCE
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)
    with open(reader, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    if os.WIFSIGNALED(status):
        what = "hung" if os.WTERMSIG(status) == signal.SIGKILL else f"died of signal {os.WTERMSIG(status)}"
        return f"a child {what}"
    return said or None
