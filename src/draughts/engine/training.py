"""Rounds of self-play and learning, kept in a folder so that an interrupted training goes on.

A round plays games with the weights of the round before and fits new weights to the positions of the last rounds. It
depends on the rules, the plan and the number of the round only, not on who plays the games.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from draughts.engine.examples import Examples, play_games
from draughts.engine.learning import learn
from draughts.engine.weights import general_weights, read_weights, write_weights
from draughts.errors import DraughtsError
from draughts.rules.rules import Rules
from draughts.support.divided import done_parts
from draughts.support.files import replace_file

__all__ = ["Plan", "Round", "Training"]

#: Games that are played in one go; a round's games are cut into such parts for any number of workers.
_PART = 50
#: Rounds whose positions weights are fitted to.
_REMEMBERED = 3
_PLAN = "plan.json"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a training does.

    Attributes
    ----------
    games : int
        Games a round.
    depth : int
        Plies that they look ahead.
    trust : float
        How much of the target is the result of the game, from 0 to 1; the rest is what the search expected.
    seed : int
        Which games are played.

    Raises
    ------
    ValueError
        If one of them makes no sense.
    """

    games: int = 5000
    depth: int = 6
    trust: float = 0.3
    seed: int = 1

    def __post_init__(self) -> None:
        for name, most in (("games", 10**7), ("depth", 30), ("seed", 10**6)):
            if not 1 <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be from 1 to {most}, not {getattr(self, name)}")
        if not 0 <= self.trust <= 1:
            raise ValueError(f"trust must be from 0 to 1, not {self.trust}")


class Round(NamedTuple):
    """A round that is finished: its number, its positions, and how many of these are from drawn games."""

    number: int
    positions: int
    drawn: float

    def describe(self) -> str:
        """The round in words."""
        return f"round {self.number}: {self.positions:,} positions, {self.drawn:.0%} of them from drawn games"


class Training:
    """The training of one rule set's evaluation.

    Parameters
    ----------
    rules : Rules
        The rules.
    plan : Plan
        What to do.
    folder : Path
        Where the rounds are kept; it is made if it is not there.

    Attributes
    ----------
    finished : int
        Rounds that are finished.
    weights : Weights
        Those of the last one.

    Raises
    ------
    DraughtsError
        If the folder holds another training, or a file of it is damaged.
    """

    def __init__(self, rules: Rules, plan: Plan, folder: Path) -> None:
        self._rules = rules
        self._plan = plan
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"variant": rules.name, **asdict(plan)}, indent=1)
        kept = folder / _PLAN
        if not kept.exists():
            replace_file(kept, text)
        elif kept.read_text("utf-8") != text:
            raise DraughtsError(f"{folder} holds another training: {' '.join(kept.read_text('utf-8').split())[:300]}")
        self.finished = 0
        self.weights = general_weights(rules)
        while self._path(self.finished + 1, "weights").exists():
            self.finished += 1
        if self.finished:
            path = self._path(self.finished, "weights")
            self.weights = read_weights(path.read_bytes(), str(path), rules)

    def play_round(
        self, executor: Executor | None = None, on_progress: Callable[[int, int], object] | None = None
    ) -> Round:
        """Play and learn one round.

        Parameters
        ----------
        executor : Executor, optional
            Plays the games: a process pool, or the executor of a cluster (``distributed.Client.get_executor()``). If it
            breaks, the rest is played in this process.
        on_progress : callable, optional
            Is told how many games have been played, and how many there will be.
        """
        number = self.finished + 1
        examples = self._played(number, executor, on_progress)
        earlier = [self._examples(other) for other in range(max(1, number - _REMEMBERED + 1), number)]
        together = Examples.joined([*earlier, examples])
        self.weights = learn(self._rules, together, self.weights, trust=self._plan.trust, seed=number)
        memory = io.BytesIO()
        np.savez_compressed(memory, **asdict(examples))
        replace_file(self._path(number, "npz"), memory.getvalue())
        replace_file(self._path(number, "weights"), self.as_file(number))
        self.finished = number
        return Round(number, len(examples), float(np.mean(examples.result == 0.5)))

    def as_file(self, rounds: int | None = None) -> bytes:
        """The weights as the content of a file."""
        plan = self._plan
        count = rounds or self.finished
        made = f"{count} rounds of {plan.games} games, depth {plan.depth}, trust {plan.trust}, seed {plan.seed}"
        return write_weights(self.weights, self._rules, made)

    def _path(self, number: int, kind: str) -> Path:
        return self._folder / f"round-{number}.{kind}"

    def _examples(self, number: int) -> Examples:
        path = self._path(number, "npz")
        try:
            with np.load(path, allow_pickle=False) as kept:
                return Examples(**{name: kept[name] for name in ("turn", "score", "words", "result")})
        except Exception as error:  # whatever a damaged file raises
            raise DraughtsError(f"{path}: the positions of this round cannot be read: {error}") from None

    def _played(
        self, number: int, executor: Executor | None, on_progress: Callable[[int, int], object] | None
    ) -> Examples:
        """The games of a round, in the order of their numbers whoever has played them."""
        games, first = self._plan.games, (self._plan.seed * 10_000 + number) * self._plan.games
        parts = [(first + done, min(_PART, games - done)) for done in range(0, games, _PART)]
        jobs = (
            (at, partial(play_games, self._rules, *part, self._plan.depth, self.weights))
            for at, part in enumerate(parts)
        )
        found: dict[int, Examples] = {}
        for at, examples in done_parts(jobs, executor):
            found[at] = examples
            if on_progress is not None:
                on_progress(min(games, len(found) * _PART), games)
        return Examples.joined([found[at] for at in range(len(parts))])
