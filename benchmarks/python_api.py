"""The Python level against other packages: lists of moves, moves made, hashes, equality, FEN.

Each package lives in an environment of its own under benchmarks/.envs, made here when it is missing, and is driven by a
script in benchmarks/workers. In every round each of them runs its batch in turn, on the same positions from random
games, and says how much CPU time that took. Before anything is measured, the number of moves in every position is
compared: a package that plays by other rules is left out of that game. Our machine code is compiled before.

    python benchmarks/python_api.py
    python benchmarks/python_api.py --only dame-rs clatsop --rounds 15

count     lists of the legal moves of a new position; only their number is asked for
read      the same, and the origin and destination of every move
play      positions after a move, the one before unchanged (a copy, where boards change in place)
push+pop  moves made and taken back, on a board or game with a history
walk      the same, with the legal moves counted in between
hash, equality, FEN out, FEN in
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import harness

from draughts import Game, get_rules

HERE = Path(__file__).parent
ENVIRONMENTS = HERE / ".envs"
OURS = "bitdraughts"
PACKAGES = ("dame-rs", "py-draughts", "pydraughts", "clatsop", "open_spiel")
GAMES = ("american", "international")
OPERATIONS = ("count", "read", "play", "push+pop", "walk", "hash", "equality", "FEN out", "FEN in")
#: What a package does other than it seems.
REMARKS = {
    "open_spiel": "actions are single jumps; a list of them is shorter work than a list of moves",
    "dame-rs": "hash is its Zobrist hash; play is a copy and a push",
    "py-draughts": "play is a copy and a push; no equality or hash by value",
    "pydraughts": "play is a copy and a push; no equality or hash by value",
    "clatsop": "no FEN; positions do not change, so nothing is taken back",
}
#: CPU seconds that a batch should take.
BATCH = 0.05
#: Positions for a package that is so slow that a batch of them takes longer than that.
FEW = 20


def positions(name: str, number: int) -> list[dict[str, object]]:
    """Positions from random games, with the moves that lead there.

    OpenSpiel ends a game after 40 plies without a capture, so none of them is near that.
    """
    rng = random.Random(name)
    rules = get_rules(name)
    found: list[dict[str, object]] = []
    while len(found) < number:
        game = Game(rules)
        quiet = 0
        for _ in range(rng.randint(4, 70)):
            if game.is_over or quiet > 10:
                break
            move = rng.choice(game.legal_moves)
            quiet = 0 if move.captured else quiet + 1
            game.push(move)
        if not game.is_over:
            found.append({"fen": game.board.fen, "moves": [list(move.path) for move in game.moves]})
    return found


class Worker:
    """A process that drives one package."""

    def __init__(self, name: str, python: Path) -> None:
        self.name = name
        script = HERE / "workers" / f"{name.replace('-', '_')}_worker.py"
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        hello = self._answer()
        self.version: str = hello["version"]
        self.games: dict[str, list[str]] = hello["games"]

    def tell(self, content: object) -> None:
        """Send a request, or the positions."""
        assert self._process.stdin is not None
        print(json.dumps(content), file=self._process.stdin, flush=True)

    def outcomes(self, game: str) -> list[int]:
        """How many moves each position of a game has."""
        self.tell({"game": game, "operation": "outcomes", "first": None})
        found: list[int] = self._answer()["outcomes"]
        return found

    def measure(self, game: str, operation: str, repeats: int, first: int | None = None) -> tuple[float, int]:
        """CPU seconds and operations of so many runs over the positions, or the first of them."""
        self.tell({"game": game, "operation": operation, "repeats": repeats, "first": first})
        answer = self._answer()
        return answer["seconds"], answer["operations"]

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker of {self.name} has ended with exit code {self._process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def environment(package: str) -> Path | None:
    """The interpreter of a package's environment, made if it is missing; None if the package cannot be installed."""
    folder = ENVIRONMENTS / package
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (folder / "installed").exists():
        return python
    print(f"installing {package} ...", flush=True)
    venv.create(folder, with_pip=True, clear=True)
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines() or ["pip failed"]
        print(f"{package} is left out: it cannot be installed: {reason[-1]}", file=sys.stderr)
        return None
    (folder / "installed").touch()
    return python


def start(packages: list[str]) -> list[Worker]:
    """The workers that can be started, ours first."""
    workers = [Worker(OURS, Path(sys.executable))]
    for package in packages:
        python = environment(package)
        if python is None:
            continue
        try:
            workers.append(Worker(package, python))
        except RuntimeError as error:
            print(f"{package} is left out: {error}", file=sys.stderr)
    return workers


def comparable(workers: list[Worker], game: str, where: list[dict[str, object]]) -> list[Worker]:
    """Those that find as many moves as we do in every position."""
    expected = workers[0].outcomes(game)
    agreeing = workers[:1]
    for worker in workers[1:]:
        if game not in worker.games:
            continue
        found = worker.outcomes(game)
        wrong = [at for at, (one, other) in enumerate(zip(expected, found, strict=True)) if one != other]
        if wrong:
            at = wrong[0]
            print(
                f"{worker.name} is left out of {game}: other rules, {len(wrong)} of {len(found)} positions differ, "
                f"such as {where[at]['fen']} with {found[at]} moves instead of {expected[at]}"
            )
        else:
            agreeing.append(worker)
    return agreeing


def measure(workers: list[Worker], game: str, operation: str, rounds: int) -> list[harness.Figure]:
    """One operation, side by side."""
    doing = [worker for worker in workers if operation in worker.games[game]]
    batches: dict[str, tuple[int, int | None]] = {}
    for worker in doing:
        seconds, _ = worker.measure(game, operation, 1, FEW)
        batches[worker.name] = 1, FEW
        if seconds < BATCH:
            worker.measure(game, operation, 1)  # caches are filled now, code is compiled
            seconds, _ = worker.measure(game, operation, 1)
            batches[worker.name] = max(1, round(BATCH / seconds)), None
    times: dict[str, list[float]] = {worker.name: [] for worker in doing}
    works = {}
    for _ in range(rounds):
        for worker in doing:
            seconds, works[worker.name] = worker.measure(game, operation, *batches[worker.name])
            times[worker.name].append(seconds)
    return harness.figures(times, works)


def show(game: str, tables: dict[str, list[harness.Figure]], workers: list[Worker]) -> None:
    """What was measured in one game."""
    print(f"\n{game}: our operations a second, and how many times as fast as others we are (least to most)")
    names = [worker.name for worker in workers[1:]]
    print(f"  {'':10} {OURS:>12}" + "".join(f" {name:>24}" for name in names))
    for operation in OPERATIONS:
        by_name = {figure.name: figure for figure in tables[f"{game}, {operation}"]}
        cells = []
        for name in names:
            if name in by_name:
                _, _, ratio, low, high, _ = by_name[name]
                cells.append(f"{1 / ratio:.3g} ({1 / high:.3g} to {1 / low:.3g})")
            else:
                cells.append("-")
        print(f"  {operation:10} {harness.short(by_name[OURS].rate):>12}" + "".join(f" {cell:>24}" for cell in cells))


def main() -> None:
    arguments = harness.parser(__doc__)
    arguments.add_argument("--only", nargs="*", metavar="PACKAGE", help=f"of {', '.join(PACKAGES)}")
    arguments.add_argument("--positions", type=int, default=300, help="positions of each game (default: 300)")
    options = arguments.parse_args()
    where = {game: positions(game, options.positions) for game in GAMES}
    subprocess.run([sys.executable, "-m", "draughts", "compile", *GAMES], stdout=subprocess.DEVNULL, check=True)
    workers = start(list(PACKAGES) if options.only is None else options.only)
    for worker in workers:
        print(f"{worker.name} {worker.version}: {REMARKS.get(worker.name, '')}".rstrip(": "))
        worker.tell(where)
    tables: dict[str, list[harness.Figure]] = {}
    for game in GAMES:
        agreeing = comparable(workers, game, where[game])
        for operation in OPERATIONS:
            tables[f"{game}, {operation}"] = measure(agreeing, game, operation, options.rounds)
        show(game, tables, agreeing)
    slowest = min((1 / figure.ratio, title, figure.name) for title, row in tables.items() for figure in row[1:] or row)
    middle = statistics.median(1 / figure.ratio for row in tables.values() for figure in row[1:] or row)
    print(f"\nleast: {slowest[0]:.2f} times as fast as {slowest[2]} in {slowest[1]}; median {middle:.0f} times")
    for worker in workers:
        worker.close()
    versions = {worker.name: worker.version for worker in workers}
    harness.save("python_api", tables, options.json, packages=versions)


if __name__ == "__main__":
    main()
