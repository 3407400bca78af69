"""Positions by the million: random games beside other packages, arrays beside boards, environments, and threads.

Random games are played by `draughts.batch` and, one by one, by the packages that have the game, each in an environment
of its own (see python_api.py). Arrays are asked what is asked of boards in a loop, once it is sure that they answer the
same. Environments are stepped beside Pgx's chess and Othello, compiled by JAX. Rates are for one core, in CPU time.

    python benchmarks/batch.py
    python benchmarks/batch.py --rounds 15
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import harness
import numpy as np
import python_api

from draughts import Board, Rules, get_rules
from draughts.batch import Boards
from draughts.environments import VectorGames

GAMES = ("american", "international")
PEERS = ("open_spiel", "dame-rs")
#: Positions in arrays, and boards that are asked one by one.
MANY, FEW = 100_000, 1_000
#: Games that an environment steps at once, and steps of each in a round.
AT_ONCE, STEPS = 1_024, 100
#: Games from the start that are played side by side, and those for the comparison of threads.
SIDE_BY_SIDE, IN_THREADS = 20, 200_000


def random_games(rounds: int) -> tuple[dict[str, list[harness.Figure]], dict[str, str]]:
    """Games a second, ours and those of others."""
    where: dict[str, list[dict[str, object]]] = {
        game: [{"fen": Board(get_rules(game)).fen, "moves": []}] * SIDE_BY_SIDE for game in GAMES
    }
    workers = python_api.start(list(PEERS))
    for worker in workers:
        worker.tell(where)
    tables = {}
    for game in GAMES:
        able = [worker for worker in workers if "random games" in worker.games.get(game, ())]
        tables[f"{game}, random games"] = python_api.measure(able, game, "random games", rounds)
        harness.print_table(f"{game}, random games", tables[f"{game}, random games"], "games")
    for worker in workers:
        worker.close()
    return tables, {worker.name: worker.version for worker in workers}


def positions(rules: Rules) -> Boards:
    """Positions of random games that go on."""
    boards = Boards.start(rules, MANY).random_plies(30, seed=1)
    return boards[np.resize(np.flatnonzero(~boards.is_over()), MANY)]


def questions(rules: Rules) -> dict[str, tuple[Callable[[], object], int]]:
    """What is asked of arrays, and first of boards one by one."""
    boards = positions(rules)
    few = boards[:FEW].boards()
    if boards[:FEW].legal_counts().tolist() != [len(board.legal_moves) for board in few]:
        sys.exit(f"{rules.name}: arrays and boards differ")
    texts = boards[:FEW].fens()
    geometry = rules.geometry
    planes = np.empty((MANY, 4, geometry.height, geometry.width), np.float32)
    mask, steps = boards.action_mask(), boards.action_mask(steps=True)
    choices, target = np.zeros(MANY, np.int64), boards.copy()
    by_array: dict[str, Callable[[], object]] = {
        "counts of legal moves": boards.legal_counts,
        "lists of legal moves": boards.legal_moves,
        "moves made": lambda: boards.play(choices, out=target),
        "planes, float32": lambda: boards.planes(out=planes),
        "planes of squares, uint8": lambda: boards.planes(squares=True, dtype=np.uint8),
        "masks of actions": lambda: boards.action_mask(out=mask),
        "masks of steps": lambda: boards.action_mask(steps=True, out=steps),
        "keys": boards.keys,
    }

    def one_by_one() -> None:
        for text in texts:
            len(Board.from_fen(text, rules).legal_moves)

    return {"boards, one by one": (one_by_one, FEW), **{name: (run, MANY) for name, run in by_array.items()}}


def steps(rounds: int) -> tuple[list[harness.Figure], dict[str, str]]:
    """Steps of environments, beside those of Pgx in other games; every game makes its first legal action."""
    times: dict[str, list[float]] = {}
    works: dict[str, int] = {}
    ours = {game: VectorGames(game, AT_ONCE) for game in GAMES}
    states = {game: games.reset() for game, games in ours.items()}
    python = python_api.environment("pgx")
    pgx = None if python is None else python_api.Worker("pgx", python)
    if pgx is not None:
        pgx.tell({game: [{"fen": "", "moves": []}] for game in pgx.games})
    for _ in range(rounds + 1):  # the first one is not counted
        for game, games in ours.items():
            start = time.process_time()
            for _ in range(STEPS):
                states[game] = games.step(states[game].legal_action_mask.argmax(axis=1))
            times.setdefault(game, []).append(time.process_time() - start)
            works[game] = STEPS * AT_ONCE
        if pgx is not None:
            for game in pgx.games:
                seconds, works[f"pgx, {game}"] = pgx.measure(game, "steps", 1)
                times.setdefault(f"pgx, {game}", []).append(seconds)
    versions = {}
    if pgx is not None:
        versions["pgx"] = pgx.version
        pgx.close()
    return harness.figures({name: measured[1:] for name, measured in times.items()}, works), versions


def played(name: str, number: int, threads: int) -> float:
    """Play so many games from the start; the CPU seconds of this process that it took."""
    start = time.process_time()
    Boards.start(get_rules(name), number).playouts(seed=1, threads=threads)
    return time.process_time() - start


def in_threads(name: str, rounds: int) -> tuple[list[harness.Figure], list[harness.Figure]]:
    """One thread and two, and two processes with half of the games each, which show what the machine has to give.

    By the CPU seconds of all that work, and by the clock on the wall.
    """
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:

        def apart() -> float:
            return sum(pool.map(played, [name] * 2, [IN_THREADS // 2] * 2, [1] * 2))

        ways: dict[str, Callable[[], float]] = {
            "one thread": partial(played, name, IN_THREADS, 1),
            "two threads": partial(played, name, IN_THREADS, 2),
            "two processes": apart,
        }
        cpu: dict[str, list[float]] = {way: [] for way in ways}
        wall: dict[str, list[float]] = {way: [] for way in ways}
        for run in ways.values():
            run()
        for _ in range(rounds):
            for way, run in ways.items():
                start = time.perf_counter()
                cpu[way].append(run())
                wall[way].append(time.perf_counter() - start)
    works = dict.fromkeys(ways, IN_THREADS)
    return harness.figures(cpu, works), harness.figures(wall, works)


def main() -> None:
    options = harness.parser(__doc__).parse_args()
    subprocess.run([sys.executable, "-m", "draughts", "compile", *GAMES], stdout=subprocess.DEVNULL, check=True)
    tables, versions = random_games(options.rounds)
    for game in GAMES:
        rules = get_rules(game)
        title = f"{game}, {MANY:,} positions in arrays"
        tables[title] = harness.side_by_side(questions(rules), rounds=options.rounds)
        harness.print_table(title, tables[title], "positions")
    title = f"steps of environments, {AT_ONCE:,} games at once"
    tables[title], more = steps(options.rounds)
    harness.print_table(title, tables[title], "steps")
    versions |= more
    for game in GAMES if (os.cpu_count() or 1) > 1 else ():
        cpu, wall = in_threads(game, options.rounds)
        for what, measured in (("CPU seconds of all", cpu), ("wall clock", wall)):
            title = f"{game}, random games in threads, {what}"
            tables[title] = measured
            harness.print_table(title, measured, "games")
    harness.save("batch", tables, options.json, packages=versions)


if __name__ == "__main__":
    main()
