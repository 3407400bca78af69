"""What the learned evaluation is worth: paired games against the general one, both looking at as many positions a move.

Each opening is eight random plies that leave both sides about level; it is played twice, with sides changed. Every move
is made by `Game`, which refuses illegal ones and ends the game by the rules of the variant.

    python benchmarks/matches.py
    python benchmarks/matches.py russian frisian --pairs 100 --nodes 5000
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator

from draughts import Game, Rules, get_rules
from draughts.engine import Engine
from draughts.engine.weights import general_weights, weights_for

LEARNED = ("american", "brazilian", "frisian", "international", "russian")
MOST_PLIES = 240
#: How uneven an opening may be, in hundredths of a man.
UNEVEN = 60


def openings(rules: Rules, judge: Engine, seed: int) -> Iterator[Game]:
    """Openings without end, always the same ones."""
    source = random.Random(seed)
    while True:
        game = Game(rules)
        while game.ply < 8 and not game.is_over:
            game.push(source.choice(game.legal_moves))
        if not game.is_over and abs(judge.search(game.board, depth=5).score) < UNEVEN:
            yield game


def play(game: Game, first: Engine, second: Engine, nodes: int) -> float:
    """The result of a game for the engine that moves first in it: 1, 0.5 or 0."""
    mover = game.turn
    while not game.is_over and game.ply < MOST_PLIES:
        engine = first if game.turn is mover else second
        game.push(engine.search(game, nodes=nodes).move)
    winner = game.result.winner if game.result is not None else None
    return 0.5 if winner is None else float(winner is mover)


def elo(share: float) -> float:
    """The difference in Elo that a share of the points stands for."""
    return -400 * math.log10(1 / min(max(share, 0.001), 0.999) - 1)


def match(rules: Rules, pairs: int, nodes: int, seed: int) -> list[float]:
    """The results of the learned evaluation, game by game."""
    learned = Engine(rules, hash_mb=4, weights=weights_for(rules))
    general = Engine(rules, hash_mb=4, weights=general_weights(rules))
    results = []
    for _, opening in zip(range(pairs), openings(rules, general, seed), strict=False):
        for is_first in (True, False):
            learned.clear()
            general.clear()
            game = opening.copy()
            if is_first:
                results.append(play(game, learned, general, nodes))
            else:
                results.append(1 - play(game, general, learned, nodes))
    return results


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("variants", nargs="*", default=LEARNED, help=f"rule sets (default: {', '.join(LEARNED)})")
    arguments.add_argument("--pairs", type=int, default=25, help="openings, each played twice (default: 25)")
    arguments.add_argument("--nodes", type=int, default=2000, help="positions for a move (default: 2000)")
    arguments.add_argument("--seed", type=int, default=7, help="other seeds draw other openings (default: 7)")
    options = arguments.parse_args()
    print(f"{'variant':16} {'won':>5} {'drawn':>6} {'lost':>5} {'points':>8} {'Elo':>6}")
    for name in options.variants:
        results = match(get_rules(name), options.pairs, options.nodes, options.seed)
        won, drawn, lost = (results.count(result) for result in (1.0, 0.5, 0.0))
        share = sum(results) / len(results)
        print(f"{name:16} {won:5} {drawn:6} {lost:5} {share:8.1%} {elo(share):+6.0f}", flush=True)


if __name__ == "__main__":
    main()
