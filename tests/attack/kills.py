"""Fifty processes are killed while they count, save games, and compile; nothing that they leave is half done."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attack.common import attacks, command, environment, kept_folder, run

_SAVE = """
import sys
from pathlib import Path
from draughts import Game
from draughts.support.files import replace_file
path = Path(sys.argv[1])
games = Game().to_json(), Game.from_pdn("1. 11-15 23-19 *").to_json() + " " * 300_000
print("ready", flush=True)
while True:
    for text in games:
        replace_file(path, text)
"""
_COMPILE = """
from draughts import RUSSIAN, Board, warm_up
warm_up(RUSSIAN)
print(len(Board(RUSSIAN).legal_moves))
"""
#: Published: russian, depth 10, captures in another order counted separately.
_DEPTH, _LEAVES = 10, 22450628


def kill_after(arguments: list[str], seconds: float, *, ready: bool = False, **changes: str) -> None:
    """Start a process and kill it, so many seconds after it says that it is ready."""
    process = subprocess.Popen(
        arguments, env=environment(**changes), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        if ready:
            process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()


def saving(folder: Path, chance: random.Random) -> Iterator[str | None]:
    path = folder / "game.json"
    for _ in range(25):
        kill_after([sys.executable, "-c", _SAVE, str(path)], chance.uniform(0.001, 0.2), ready=True)
        try:
            json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            yield f"a saved game after a kill: {error}"
        else:
            yield None


def counting(folder: Path, chance: random.Random) -> Iterator[str | None]:
    path = folder / "run.json"
    arguments = command("perft", "russian", str(_DEPTH), "--resume", str(path), "--workers", "2", "--json")
    for _ in range(10):
        kill_after(arguments, chance.uniform(0.5, 3.0))
        yield None
    done = run(arguments)
    if str(_LEAVES) not in done.stdout:
        yield f"a count that was killed ten times: {done.stdout[-300:]} {done.stderr[-300:]}"


def compiling(folder: Path, chance: random.Random) -> Iterator[str | None]:
    cache = str(folder / "cache")
    for _ in range(15):
        kill_after([sys.executable, "-c", _COMPILE], chance.uniform(0.5, 5.0), DRAUGHTS_CACHE_DIR=cache)
        yield None
    done = run([sys.executable, "-c", _COMPILE], DRAUGHTS_CACHE_DIR=cache)
    if (done.stdout, done.stderr) != ("7\n", ""):
        yield f"a cache after kills: {done.stdout} {done.stderr[-300:]}"


def rounds() -> Iterator[str | None]:
    chance = random.Random(50)
    with kept_folder() as folder:
        yield from saving(folder, chance)
        yield from counting(folder, chance)
        yield from compiling(folder, chance)


if __name__ == "__main__":
    attacks(rounds)
