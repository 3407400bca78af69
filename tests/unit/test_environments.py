"""Environments agree with games that are played one by one."""

from __future__ import annotations

import numpy as np
import pytest

from draughts import Color, Game, Move
from draughts.batch import Boards
from draughts.environments import VectorGames
from draughts.errors import IllegalMoveError


def test_games_that_are_stepped_at_once_end_and_begin_anew_as_single_games_do() -> None:
    chance = np.random.default_rng(5)
    games = VectorGames("american", 8)
    state = games.reset()
    single = [Game("american") for _ in range(8)]
    ended = 0
    for _ in range(150):
        actions = [int(chance.choice(np.flatnonzero(mask))) for mask in state.legal_action_mask]
        state = games.step(actions)
        last = iter(state.final_observation)
        for i, action in enumerate(actions):
            single[i].push(single[i].board.legal_moves.numbered(action))
            result = single[i].result
            assert bool(state.terminated[i]) == (result is not None)
            if state.terminated[i]:
                ended += 1
                shown = Boards.from_boards([single[i].board]).planes()[0]
                assert next(last).tolist() == shown.tolist()
                single[i] = Game("american")
            assert games.boards[i] == single[i].board
        assert next(last, None) is None
    assert ended >= 8


@pytest.mark.parametrize("name", ["international", "breakthrough", "frisian"])
def test_steps_of_captures_make_whole_moves_under_all_rules(name: str) -> None:
    chance = np.random.default_rng(7)
    games = VectorGames(name, 6, threads=2)
    state = games.reset()
    single = [Game(name) for _ in range(6)]
    for _ in range(100):
        state = games.step([int(chance.choice(np.flatnonzero(mask))) for mask in state.legal_action_mask])
        for i, game in enumerate(single):
            if state.terminated[i]:
                assert any(_after(game, move).result is not None for move in game.board.legal_moves)
                single[i] = Game(name)
            elif games.boards.turns[i] != int(game.turn is Color.WHITE):  # a whole move
                shown = games.boards[i]
                game.push(next(move for move in game.board.legal_moves if game.board.play(move) == shown))
                assert game.result is None


def _after(game: Game, move: Move) -> Game:
    after = game.copy()
    after.push(move)
    return after


def test_a_win_rewards_the_winner_and_costs_the_loser() -> None:
    chance = np.random.default_rng(6)
    games = VectorGames("american", 50)
    state = games.reset()
    won = 0
    for _ in range(120):
        before = state.current_player
        state = games.step([int(chance.choice(np.flatnonzero(mask))) for mask in state.legal_action_mask])
        decided = state.rewards[:, 0] != 0
        assert not (decided & ~state.terminated).any()
        assert (state.rewards.sum(axis=1) == 0).all()
        assert (state.rewards[decided, before[decided]] == 1).all()  # who cannot move has lost
        won += int(decided.sum())
    assert won


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    games = VectorGames("american", 3)
    state = games.reset()
    legal = int(state.legal_action_mask[0].argmax())
    illegal = int((~state.legal_action_mask[0]).argmax())
    with pytest.raises(IllegalMoveError, match="position 2"):
        games.step([legal, legal, illegal])
    assert games.boards == VectorGames("american", 3).boards


def test_games_are_truncated_at_the_most_plies_and_begin_anew() -> None:
    games = VectorGames("american", 2, max_plies=1)
    state = games.step(games.reset().legal_action_mask.argmax(axis=1))
    assert state.truncated.tolist() == [True, True]
    assert not state.terminated.any()
    assert games.boards.plies.tolist() == [0, 0]
