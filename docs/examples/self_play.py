"""A small learner: a network that judges positions learns draughts from games against itself.

It sees positions as `Boards.planes` has them, plays 512 games at once, and looks one ply ahead, and further while there
is something to capture. What it expected is then moved towards what came of it, by the lambda-return (Sutton and Barto,
"Reinforcement Learning", chapter 12). In matches with the engine it looks two plies further. All it needs is NumPy.

    python docs/examples/self_play.py
    python docs/examples/self_play.py --variant russian --rounds 200 --picture curve.svg
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from draughts import Rules, get_rules
from draughts.batch import Boards
from draughts.engine import Engine

#: Games that are played at once, plies after which they are stopped, and plies at random at their beginning.
GAMES, MOST_PLIES, OPENING = 512, 150, 6
#: How far what came later counts, the share of moves at random, and the pace of learning.
LAMBDA, EXPLORE, RATE = 0.8, 0.05, 1e-3
HIDDEN, BATCH = 128, 1024
THREADS = 1

Floats = NDArray[np.float32]


class Network:
    """Judges positions for the side to move, from -1, lost, to 1, won: one hidden layer, learned by Adam."""

    def __init__(self, inputs: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros(HIDDEN, np.float32),  # at first all positions are the same to it
            np.zeros(1, np.float32),
        ]
        self._means = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def values(self, planes: Floats) -> Floats:
        """What it expects of positions."""
        into, bias, out, offset = self.weights
        values: Floats = np.tanh(np.maximum(planes @ into + bias, 0) @ out + offset)
        return values

    def learn(self, planes: Floats, targets: Floats) -> None:
        """Move what it expects of positions towards their targets."""
        into, bias, out, offset = self.weights
        hidden = np.maximum(planes @ into + bias, 0)
        values = np.tanh(hidden @ out + offset)
        error = (values - targets) * (1 - values**2) / len(targets)
        back = np.outer(error, out) * (hidden > 0)
        gradients = [planes.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]
        self._steps += 1
        pace = RATE * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for at, gradient in enumerate(gradients):
            self._means[at] += 0.1 * (gradient - self._means[at])
            self._squares[at] += 0.001 * (gradient**2 - self._squares[at])
            self.weights[at] -= pace * self._means[at] / (np.sqrt(self._squares[at]) + 1e-8)


def planes_of(boards: Boards) -> Floats:
    """What the network sees."""
    return boards.planes(squares=True, threads=THREADS).reshape(len(boards), -1)


class Children(NamedTuple):
    """The positions behind all moves of some positions.

    Attributes
    ----------
    boards : Boards
        The positions, one list behind the other, without a history of moves.
    starts, counts : ndarray of int64
        Where the list of each position begins, and how long it is; none is empty.
    """

    boards: Boards
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, boards: Boards, counts: NDArray[Any]) -> Children:
        """The children of positions that have so many moves each, at least one."""
        starts = np.cumsum(counts) - counts
        parents = np.repeat(np.arange(len(boards)), counts)
        children = Boards.from_arrays(
            boards.rules,
            boards.bitboards[parents],
            boards.turns[parents],
            king_moves=boards.king_moves[parents],
            history=0,
            check=False,
        )
        children.play(np.arange(len(parents)) - np.repeat(starts, counts), out=children, threads=THREADS)
        return cls(children, starts, counts)


def search(network: Network, boards: Boards, depth: int = 0) -> Floats:
    """What positions are worth to the side to move, so many plies ahead; plies at which something is taken are free."""
    moves = boards.legal_moves(threads=THREADS)
    counts = np.diff(moves.offsets)
    values = np.full(len(boards), -1, np.float32)  # without a move the side to move has lost
    movable = np.flatnonzero(counts)
    taking = moves.captured[moves.offsets[movable]] != 0
    further = taking | (depth > 0)
    judged, opened = movable[~further], movable[further]
    if len(judged):
        values[judged] = network.values(planes_of(boards[judged]))
    if len(opened):
        children = Children.of(boards[opened], counts[opened])
        values[opened] = np.maximum.reduceat(-search(network, children.boards, depth - 1), children.starts)
    return values


def choose(network: Network, boards: Boards, depth: int = 0) -> tuple[NDArray[np.int64], Floats]:
    """The best move of each position as a place in its list, and its value. All must have moves."""
    children = Children.of(boards, boards.legal_counts(threads=THREADS).astype(np.int64))
    values = -search(network, children.boards, depth)
    best = np.maximum.reduceat(values, children.starts)
    places = np.arange(len(values)) - np.repeat(children.starts, children.counts)
    is_best = values == np.repeat(best, children.counts)
    return np.minimum.reduceat(np.where(is_best, places, len(values)), children.starts), best


def play_games(network: Network, rules: Rules, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Play games of the network against itself; the positions that it saw, and what to expect of them."""
    boards = Boards.start(rules, GAMES).random_plies(OPENING, seed=int(rng.integers(1 << 60)), threads=THREADS)
    seen = np.zeros((MOST_PLIES, *planes_of(boards).shape), np.float32)
    values, results = np.zeros((MOST_PLIES, GAMES), np.float32), np.zeros((MOST_PLIES + 1, GAMES), np.float32)
    playing = np.zeros((MOST_PLIES, GAMES), np.bool_)
    alive = np.arange(GAMES)
    for ply in range(MOST_PLIES):
        over = boards.is_over(threads=THREADS)
        results[ply, alive[over]] = np.where(boards[over].winners() < 0, 0, -1)  # the side to move has lost
        boards, alive = boards[~over], alive[~over]
        if not len(alive):
            break
        choices, values[ply, alive] = choose(network, boards)
        seen[ply, alive], playing[ply, alive] = planes_of(boards), True
        at_random = rng.random(len(alive)) < EXPLORE
        choices = np.where(at_random, rng.integers(boards.legal_counts()), choices)
        boards.play(choices, out=boards, threads=THREADS)
    # The value that the other side expects next, and the lambda-return behind it, both for that side.
    target, following = results[MOST_PLIES], results[MOST_PLIES]
    targets = np.zeros_like(values)
    for ply in reversed(range(MOST_PLIES)):
        target = np.where(playing[ply], -(LAMBDA * target + (1 - LAMBDA) * following), results[ply])
        following = np.where(playing[ply], values[ply], results[ply])
        targets[ply] = target
    return seen[playing], targets[playing]


def learn(network: Network, rules: Rules, rng: np.random.Generator) -> int:
    """Play some games and learn from them; how many positions they had."""
    planes, targets = play_games(network, rules, rng)
    order = rng.permutation(len(planes))
    for rows in np.array_split(order, max(1, len(order) // BATCH)):
        network.learn(planes[rows], targets[rows])
    return len(planes)


def score(network: Network, rules: Rules, opponent: Engine | None, games: int, depth: int = 0) -> float:
    """Points a game, from 0 to 1, against an engine, or against moves at random; half of the games with each side."""
    boards = Boards.start(rules, games).random_plies(4, seed=1, threads=THREADS)
    rng = np.random.default_rng(1)
    points = np.full(games, 0.5)
    alive = np.arange(games)
    for _ in range(2 * MOST_PLIES):
        over = boards.is_over(threads=THREADS)
        winners, ended = boards[over].winners(), alive[over]
        points[ended] = np.where(winners < 0, 0.5, winners == ended % 2)
        boards, alive = boards[~over], alive[~over]
        if not len(alive):
            break
        ours = boards.turns == alive % 2
        choices = rng.integers(boards.legal_counts(threads=THREADS))
        if ours.any():
            choices[ours] = choose(network, boards[ours], depth)[0]
        if opponent is not None:
            for at in np.flatnonzero(~ours).tolist():
                board = boards[at]
                choices[at] = board.legal_moves.index(opponent.search(board).move)
        boards.play(choices, out=boards, threads=THREADS)
    return float(points.mean())


class Point(NamedTuple):
    """A point of the learning curve: games learned from, seconds, and points a game against two opponents."""

    games: int
    seconds: float
    against_random: float
    against_engine: float


def train(network: Network, rules: Rules, rounds: int, seed: int) -> Iterator[Point]:
    """Learn for so many rounds; a point of the curve after every power of two of them, and after the last one."""
    rng = np.random.default_rng(seed)
    opponent = Engine(rules, level=1)
    seconds = 0.0
    for done in range(rounds + 1):
        if done & (done - 1) == 0 or done == rounds:
            against_random = score(network, rules, None, 400)
            yield Point(done * GAMES, seconds, against_random, score(network, rules, opponent, 100, depth=2))
        start = time.perf_counter()
        if done < rounds:
            learn(network, rules, rng)
        seconds += time.perf_counter() - start


def draw(curve: Sequence[Point], picture: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "self-play"  # the same curve gives the same file
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6))
    places = range(len(curve))
    for values, mark, color, name in (
        ([point.against_random for point in curve], "o-", "#1f6f8b", "moves at random"),
        ([point.against_engine for point in curve], "s-", "#c0632b", "the engine, level 1"),
    ):
        axes.plot(places, [100 * value for value in values], mark, color=color, label=name)
    axes.axhline(50, color="#b9bec4", linewidth=0.8)
    axes.set_xticks(places, [f"{point.games:,}" for point in curve])
    axes.set_ylim(0, 102)
    axes.set_xlabel("games of self-play")
    axes.set_ylabel("points against it, in %")
    axes.legend(loc="lower right", frameon=False)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.suffix == ".svg" else None)


def main() -> None:
    """Learn, print the learning curve, and draw it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--variant", default="american", help="the rules (default: american)")
    options.add_argument("--rounds", type=int, default=32, help=f"of {GAMES} games each (default: 64)")
    options.add_argument("--seed", type=int, default=1, help="other seeds learn from other games (default: 1)")
    options.add_argument("--picture", type=Path, help="where the learning curve goes (needs matplotlib)")
    given = options.parse_args()
    rules = get_rules(given.variant)
    if rules.geometry.square_count > 64:
        sys.exit("boards of more than 64 squares have two numbers for the pieces that a move takes; this takes one")
    network = Network(4 * rules.geometry.square_count, given.seed)
    print(f"{'games':>8} {'seconds':>8} {'random':>8} {'level 1':>8}")
    curve = []
    for point in train(network, rules, given.rounds, given.seed):
        curve.append(point)
        print(
            f"{point.games:>8,} {point.seconds:>8.1f} {point.against_random:>8.1%} {point.against_engine:>8.1%}",
            flush=True,
        )
    if given.picture is not None:
        draw(curve, given.picture)


if __name__ == "__main__":
    main()
