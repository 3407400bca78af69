"""Games that are played for a data set: at random, or by the engine against itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from draughts.batch import Boards
from draughts.datasets.dataset import DataSet
from draughts.datasets.source import Job, Yield
from draughts.engine.engine import Engine
from draughts.errors import ArgumentError
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RandomGames", "SelfPlay"]

#: The constants of SplitMix64.
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
#: Megabytes for what a search remembers of the positions that it has seen.
_HASH_MB = 4
#: The winner as a number.
_NUMBERS = {Color.BLACK: 0, Color.WHITE: 1, None: -1}


class _Numbered:
    """Games that depend on their number and a seed; parts have the same number of games."""

    __slots__ = ()

    games: int
    games_per_part: int

    def _check(self) -> None:
        object.__setattr__(self, "rules", as_rules(getattr(self, "rules")))  # noqa: B009
        for name, least, most in (
            ("games", 1, 10**9),
            ("games_per_part", 1, 10**6),
            ("seed", 0, 10**9),
            ("max_plies", 1, 10_000),
        ):
            as_whole(getattr(self, name), name, least, most)

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.games // self.games_per_part)

    def _bounds(self) -> Iterator[tuple[int, range]]:
        """The numbers of each part's games."""
        for part in range(self.parts):
            first = part * self.games_per_part
            yield part, range(first, min(self.games, first + self.games_per_part))


@dataclass(frozen=True, slots=True)
class RandomGames(_Numbered):
    """Games from the start in which every legal move has the same chance, to their end by the rules.

    Attributes
    ----------
    rules : Rules, Variant, str or int
        The rules.
    games : int
        How many games.
    seed : int
        A game depends on the rules, the seed and its number only.
    max_plies : int
        Plies after which a game is stopped; it counts as drawn.
    games_per_part : int
        Games that are played at once, and whose positions are in one file.

    Raises
    ------
    ArgumentError
        If a number makes no sense.

    Examples
    --------
    >>> from draughts.datasets import RandomGames
    >>> RandomGames("russian", games=25_000).parts
    3
    """

    rules: Rules | Variant | str | int
    games: int
    seed: int = 0
    max_plies: int = 1000
    games_per_part: int = 10_000

    def __post_init__(self) -> None:
        self._check()

    def describe(self) -> dict[str, Any]:
        """What the positions depend on."""
        return {
            "kind": "random games",
            "games": self.games,
            "seed": self.seed,
            "max_plies": self.max_plies,
            "games_per_part": self.games_per_part,
        }

    def jobs(self) -> Iterator[tuple[int, Job]]:
        """What has to be done for each part."""
        for part, numbers in self._bounds():
            yield part, partial(random_games, as_rules(self.rules), numbers, self.seed, self.max_plies)


@dataclass(frozen=True, slots=True)
class SelfPlay(_Numbered):
    """Games of the engine against itself, behind some plies at random.

    Attributes
    ----------
    rules : Rules, Variant, str or int
        The rules.
    games : int
        How many games.
    depth, nodes : int, optional
        Plies that a search looks ahead, or positions that it looks at, for every move; one of them, or both. By default
        a depth of 4.
    opening : int
        Plies at random that every game begins with, or fewer if it ends before; their positions are left out.
    seed : int
        A game depends on the rules, the limits, the seed and its number only.
    max_plies : int
        Plies after which a game is stopped; it counts as drawn.
    games_per_part : int
        Games whose positions are in one file.

    Raises
    ------
    ArgumentError
        If a number makes no sense.

    Examples
    --------
    >>> from draughts.datasets import SelfPlay
    >>> SelfPlay("american", games=1000, nodes=500).parts
    20
    """

    rules: Rules | Variant | str | int
    games: int
    depth: int | None = None
    nodes: int | None = None
    opening: int = 8
    seed: int = 0
    max_plies: int = 300
    games_per_part: int = 50

    def __post_init__(self) -> None:
        self._check()
        as_whole(self.opening, "opening", 0, 1000)
        if self.depth is None and self.nodes is None:
            object.__setattr__(self, "depth", 4)
        for name, most in (("depth", 60), ("nodes", 10**9)):
            if getattr(self, name) is not None:
                as_whole(getattr(self, name), name, 1, most)
        if self.opening >= self.max_plies:
            raise ArgumentError(f"opening must be less than max_plies, {self.max_plies}, not {self.opening}")

    def describe(self) -> dict[str, Any]:
        """What the positions depend on."""
        return {
            "kind": "self-play",
            "games": self.games,
            "depth": self.depth,
            "nodes": self.nodes,
            "opening": self.opening,
            "seed": self.seed,
            "max_plies": self.max_plies,
            "games_per_part": self.games_per_part,
        }

    def jobs(self) -> Iterator[tuple[int, Job]]:
        """What has to be done for each part."""
        for part, numbers in self._bounds():
            yield part, partial(engine_games, self, numbers)


def random_games(rules: Rules, numbers: range, seed: int, max_plies: int) -> Yield:
    """The rows of random games with these numbers."""
    boards = Boards.start(rules, len(numbers))
    games = np.arange(numbers.start, numbers.stop)
    winners = np.full(len(numbers), -1, np.int8)
    nobody = np.zeros(0, np.int64)
    played = [DataSet.of_choices(boards[:0], nobody, nobody, nobody, nobody)]
    for ply in range(max_plies):
        over = boards.is_over()
        if over.any():
            winners[games[over] - numbers.start] = boards[over].winners()
            boards, games = boards[~over], games[~over]
        if not len(boards):
            break
        choices = _draws(seed, games, ply, boards.legal_counts())
        plies = np.full(len(boards), ply)
        played.append(DataSet.of_choices(boards, choices, games, plies, np.full(len(boards), -1)))
        boards.play(choices, out=boards)
    else:
        winners[games - numbers.start] = boards.winners()
    rows = DataSet.joined(played)
    rows = rows.taken(np.lexsort((rows.plies, rows.games)))
    won = winners[rows.games.astype(np.int64) - numbers.start]
    rows.results[:] = np.where(won < 0, 0, np.where(won == rows.turns, 1, -1))
    return Yield(rows, len(numbers), {})


def _draws(seed: int, games: NDArray[np.int64], ply: int, counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each game a number below its count that depends on the seed, the game and the ply (SplitMix64)."""
    mixed = games.astype(np.uint64)
    for number in (seed, ply):
        mixed = (mixed + np.uint64(number + 1)) * _GAMMA
        for shift, factor in zip((30, 27), _MIX, strict=True):
            mixed = (mixed ^ mixed >> np.uint64(shift)) * factor
        mixed ^= mixed >> np.uint64(31)
    return ((mixed >> np.uint64(32)) * counts.astype(np.uint64) >> np.uint64(32)).astype(np.int64)


def engine_games(source: SelfPlay, numbers: range) -> Yield:
    """The rows of self-play games with these numbers."""
    rules = as_rules(source.rules)
    engine = Engine(rules, hash_mb=_HASH_MB)
    starts = Boards.start(rules, len(numbers)).random_plies(source.opening, seed=source.seed, first=numbers.start)
    boards: list[Board] = []
    rows: list[tuple[int, int, int, int, int]] = []
    for at, number in enumerate(numbers):
        game = Game(start=starts[at])
        before = int(starts.plies[at])
        first = len(rows)
        moves: list[tuple[int, int, int]] = []
        engine.clear()
        while not game.is_over and before + game.ply < source.max_plies:
            found = engine.search(game, depth=source.depth, nodes=source.nodes)
            board = game.board
            boards.append(board)
            moves.append((before + game.ply, board.legal_moves.index(found.move), found.score))
            game.push(found.move)
        winner = _NUMBERS[game.result.winner if game.result else None]
        rows[first:] = [(number, ply, choice, score, winner) for ply, choice, score in moves]
    games, plies, choices, scores, winners = np.array(rows, np.int64).reshape(-1, 5).T
    positions = Boards.from_boards(boards, rules, history=0)
    return Yield(DataSet.of_choices(positions, choices, games, plies, winners, scores), len(numbers), {})
