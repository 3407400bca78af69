"""The engine against itself under all rules: every move is legal, every game ends as its rules say (slow)."""

from __future__ import annotations

import random

import pytest

from draughts import DraughtsError, Game, Rules, variants
from draughts.engine import Engine
from drawn_rules import seeded_rules

#: Games of each preset, custom rule sets, and games of each of these: ten thousand in all and more.
_GAMES, _CUSTOM, _FEW = 320, 50, 40
_MOST_PLIES = 250


def _played(engine: Engine, rules: Rules, chance: random.Random) -> Game:
    """A game at shallow depth, some of whose moves are left to chance; `Game.push` refuses what is illegal."""
    game = Game(rules)
    depth = chance.randrange(1, 4)
    while not game.is_over and game.ply < _MOST_PLIES:
        if game.ply < 6 or chance.random() < 0.05:
            game.push(chance.choice(game.legal_moves))
            continue
        result = engine.search(game, depth=depth)
        board = game.board
        for move in result.pv:  # the whole line, and not only its first move
            assert move in board.legal_moves
            board = board.play(move)
        game.push(result.move)
    return game


def _check(rules: Rules, games: int, seed: str) -> None:
    engine = Engine(rules, hash_mb=1)
    chance = random.Random(seed)
    for _ in range(games):
        game = _played(engine, rules, chance)
        if game.is_over:
            with pytest.raises(DraughtsError, match="over"):
                engine.search(game, depth=1)
        again = Game(rules)
        for move in game.moves:
            assert not again.is_over
            again.push(move)
        assert again.result == game.result


@pytest.mark.slow
@pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)
def test_hundreds_of_games_of_every_preset_have_legal_moves_and_right_ends(rules: Rules) -> None:
    _check(rules, _GAMES, f"games of {rules.name}")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(_CUSTOM))
def test_games_under_rules_made_at_random_have_legal_moves_and_right_ends(number: int) -> None:
    rules = next(rules for rules in seeded_rules(number) if not Game(rules).is_over)
    _check(rules, _FEW, f"games of custom rules {number}")
