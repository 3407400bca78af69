"""Whole PDN files: reading the text, understanding every move and replaying it, against other packages.

The files hold random games, written here; a real one can be given. Each package runs in an environment of its own under
benchmarks/.envs, made when it is missing. In every round all of them replay games of the same file in turn, the slow
ones only its first ones; what counts is CPU time a ply, from opening the file to the last move. That they replay the
same number of plies is checked first.

    python benchmarks/pdn.py
    python benchmarks/pdn.py --file games.pdn --variant international
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import harness
import python_api

from draughts import Game, get_rules

PACKAGES = ("py-draughts", "pydraughts")
VARIANTS = ("international", "russian")
GAMES = 4000
#: Games that others replay in a round; the first ones of the file.
FEW = {"py-draughts": 40, "pydraughts": 1}


def write_games(path: Path, variant: str, number: int) -> None:
    """A file of random games with the tags that files usually have."""
    rng = random.Random(variant)
    rules = get_rules(variant)

    def played() -> Game:
        game = Game(rules)
        for _ in range(rng.randint(40, 90)):
            if game.is_over:
                break
            game.push(rng.choice(game.legal_moves))
        return game

    with path.open("w", encoding="utf-8") as file:
        for at in range(number):
            text = played().to_pdn(
                commands=False, Event=f"Random {at}", Site="?", Date="2026.01.01", Round="1", White="A", Black="B"
            )
            file.write(("\n" if at else "") + text)


class Worker:
    """A process that replays games with one package."""

    def __init__(self, package: str, python: Path) -> None:
        ours = package == "bitdraughts"
        environment = {key: value for key, value in os.environ.items() if ours or key != "PYTHONPATH"}
        script = Path(__file__).parent / "workers" / "pdn_worker.py"
        self._process = subprocess.Popen(
            [python, "-W", "ignore", script, package],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.package = package
        self.version: str = self._answer()["version"]

    def replay(self, path: Path, variant: str, games: int) -> tuple[float, int]:
        """CPU seconds and plies of so many games."""
        assert self._process.stdin is not None
        print(json.dumps({"path": str(path), "variant": variant, "games": games}), file=self._process.stdin, flush=True)
        answer = self._answer()
        return answer["seconds"], answer["plies"]

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker of {self.package} has ended with exit code {self._process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def measure(workers: list[Worker], path: Path, variant: str, games: int, rounds: int) -> list[harness.Figure]:
    """All packages on one file, in turn."""
    few = {worker.package: min(FEW.get(worker.package, games), games) for worker in workers}
    for worker in workers:
        expected = workers[0].replay(path, variant, few[worker.package])[1]
        found = worker.replay(path, variant, few[worker.package])[1]
        if found != expected:
            raise RuntimeError(f"{worker.package} replays {found} plies instead of {expected}")
    times: dict[str, list[float]] = {worker.package: [] for worker in workers}
    plies = {}
    workers[0].replay(path, variant, games)
    for _ in range(rounds):
        for worker in workers:
            seconds, plies[worker.package] = worker.replay(path, variant, few[worker.package])
            times[worker.package].append(seconds)
    return harness.figures(times, plies)


def main() -> int:
    arguments = harness.parser(__doc__)
    arguments.add_argument("--file", type=Path, help="a PDN file instead of random games")
    arguments.add_argument("--variant", help="its variant")
    options = arguments.parse_args()
    workers = [Worker("bitdraughts", Path(sys.executable))]
    for package in PACKAGES:
        python = python_api.environment(package)
        if python is not None:
            workers.append(Worker(package, python))
    tables = {}
    games: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for variant in [options.variant] if options.file else VARIANTS:
            path = options.file or Path(folder) / f"{variant}.pdn"
            if not options.file:
                write_games(path, variant, GAMES)
            games[variant] = path.read_text("utf-8").count("[Event ")
            start = time.perf_counter()
            title = f"PDN files, {variant}"
            tables[title] = measure(workers, path, variant, games[variant], options.rounds)
            harness.print_table(f"{variant}, {games[variant]} games", tables[title], "plies")
            ours = tables[title][0]
            print(f"  {games[variant] / ours.seconds:.0f} games/s; {time.perf_counter() - start:.0f} s in all")
    versions = {worker.package: worker.version for worker in workers}
    for worker in workers:
        worker.close()
    harness.save("pdn", tables, options.json, versions=versions, games=games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
