"""Games of PDN files for a data set."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from draughts import pdn
from draughts.batch import Boards
from draughts.datasets.dataset import DataSet
from draughts.datasets.source import Job, Yield
from draughts.errors import ArgumentError, DraughtsError
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_list, as_whole

__all__ = ["PdnGames"]

_OTHER_VARIANT, _ILLEGAL, _NO_RESULT, _NO_MOVES = "another variant", "illegal", "no result", "no moves"


@dataclass(frozen=True, slots=True)
class PdnGames:
    """The games of PDN files that are of one variant, legal, and have a result. The others are left out and counted.

    Attributes
    ----------
    rules : Rules, Variant, str or int
        The rules. A game whose tags name others is left out; one without such tags is taken for one of these.
    paths : sequence of str or Path
        The files, which may be compressed. Games are numbered through all of them, from 0; those that are left out have
        numbers, too.
    games_per_part : int
        Games whose positions are in one file.

    Raises
    ------
    ArgumentError
        If there is no file, or a number makes no sense.
    OSError
        If a file cannot be read.
    """

    rules: Rules | Variant | str | int
    paths: Sequence[str | PathLike[str]]
    games_per_part: int = 500

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))
        object.__setattr__(self, "paths", tuple(Path(path) for path in as_list(self.paths, "paths")))
        as_whole(self.games_per_part, "games_per_part", 1, 10**6)
        if not self.paths:
            raise ArgumentError("no PDN file is named")

    @property
    def parts(self) -> int | None:
        """Nobody knows before the files have been read."""
        return None

    def describe(self) -> dict[str, Any]:
        """What the positions depend on: what is in the files, and not where they are."""
        return {
            "kind": "PDN games",
            "files": [[Path(path).name, _digest(Path(path))] for path in self.paths],
            "games_per_part": self.games_per_part,
        }

    def jobs(self) -> Iterator[tuple[int, Job]]:
        """What has to be done for each part."""
        records = (record for path in self.paths for record in pdn.read(path))
        part = 0
        while held := list(islice(records, self.games_per_part)):
            yield part, partial(replayed, as_rules(self.rules), held, part * self.games_per_part)
            part += 1


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def replayed(rules: Rules, records: Sequence[pdn.GameRecord], first: int) -> Yield:
    """The rows of games, which are numbered from `first`."""
    boards: list[Board] = []
    rows: list[tuple[int, int, int, int]] = []
    left_out: Counter[str] = Counter()
    for number, record in enumerate(records, first):
        game = _game(rules, record)
        if isinstance(game, str):
            left_out[game] += 1
            continue
        winner = -1 if game.result is None or game.result.winner is None else int(game.result.winner is Color.WHITE)
        for ply, (board, move) in enumerate(zip(game.boards, game.moves, strict=False)):
            boards.append(board)
            rows.append((number, ply, board.legal_moves.index(move), winner))
    games, plies, choices, winners = np.array(rows, np.int64).reshape(-1, 4).T
    positions = Boards.from_boards(boards, rules, history=0)
    count = len(records) - left_out.total()
    return Yield(DataSet.of_choices(positions, choices, games, plies, winners), count, dict(sorted(left_out.items())))


def _game(rules: Rules, record: pdn.GameRecord) -> Game | str:
    """The game of a record, or why it is left out."""
    try:
        named = record.tag("GameType") or record.tag("Variant")
        if named and Game.from_pdn(record).rules != rules:
            return _OTHER_VARIANT
        game = Game.from_pdn(record, rules=rules)
    except DraughtsError:
        return _ILLEGAL
    if not game.moves:
        return _NO_MOVES
    return game if game.result else _NO_RESULT
