"""Openings made by chance that leave both sides about level, for matches in variants without ballots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from draughts.engine.engine import Engine
from draughts.errors import RulesError
from draughts.game.game import Game
from draughts.openings import Ballot
from draughts.rules.readings import as_rules
from draughts.rules.rules import Rules
from draughts.support.checks import as_seed, as_whole

__all__ = ["random_openings"]

#: How uneven an opening may be, in hundredths of a man, as a search of so many positions sees it.
_UNEVEN = 60
_NODES = 5_000
_HASH_MB = 1
#: Attempts to find one more opening.
_ATTEMPTS = 2_000


def random_openings(rules: Rules, count: int, *, plies: int = 8, seed: int | str = 0) -> tuple[Ballot, ...]:
    """Different openings of random moves after which a short search sees neither side more than 0.6 men ahead.

    Parameters
    ----------
    rules : Rules
        The variant.
    count : int
        How many.
    plies : int
        How long they are.
    seed : int or str
        Decides which, on every machine alike.

    Raises
    ------
    RulesError
        If there are not so many.

    Examples
    --------
    >>> from draughts import RUSSIAN
    >>> from draughts.match import random_openings
    >>> openings = random_openings(RUSSIAN, 3, plies=4, seed=7)
    >>> [len(opening.moves) for opening in openings], openings == random_openings(RUSSIAN, 3, plies=4, seed=7)
    ([4, 4, 4], True)
    """
    rules = as_rules(rules)
    as_whole(count, "count")
    as_whole(plies, "plies", most=100)
    found = tuple(islice(_openings(rules, plies, random.Random(as_seed(seed))), count))
    if len(found) < count:
        raise RulesError(f"no {count} even openings of {plies} plies were found in {rules.name}, only {len(found)}")
    return found


def _openings(rules: Rules, plies: int, source: random.Random) -> Iterator[Ballot]:
    judge = Engine(rules, hash_mb=_HASH_MB)
    seen = set()
    attempts = 0
    while attempts < _ATTEMPTS:
        attempts += 1
        opening = _opening(rules, plies, source)
        if opening is None:
            continue
        game, texts = opening
        if game.board in seen:
            continue
        judge.clear()
        if abs(judge.search(game.board, nodes=_NODES).score) <= _UNEVEN:
            seen.add(game.board)
            attempts = 0
            yield Ballot(0, texts)


def _opening(rules: Rules, plies: int, source: random.Random) -> tuple[Game, tuple[str, ...]] | None:
    """Some random moves; None if the game ends with them, or one of them cannot be written unambiguously."""
    game, texts = Game(rules), []
    for _ in range(plies):
        if game.is_over:
            return None
        move = source.choice(game.legal_moves)
        texts.append(game.board.notation(move))
        if not game.board.explain(texts[-1]).is_legal:
            return None
        game.push(move)
    return None if game.is_over else (game, tuple(texts))
