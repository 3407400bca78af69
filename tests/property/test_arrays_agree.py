"""Everything that arrays of positions answer is what boards and games answer one by one."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import Board, CaptureLimitError, Color, Game, Rules, RulesError
from draughts.batch import Boards
from draughts.kernel import cache
from draughts.position.move import Move
from drawn_rules import draw_case, seeded_rules
from property.strategies import ALL_VARIANTS, boards, rule_sets

#: Games played side by side, and the plies after which they are stopped.
#: One variant of each kind; the others are slow, since code has to be compiled for each.
_QUICK = {"american", "breakthrough", "canadian", "frisian", "international", "italian", "russian", "turkish"}
_VARIANTS = [
    pytest.param(rules, id=rules.name, marks=[] if rules.name in _QUICK else [pytest.mark.slow])
    for rules in ALL_VARIANTS
]

_GAMES, _PLIES = 12, 120
#: Ways to make the captures of one position step by step.
_MOST_WAYS = 400


@st.composite
def positions(draw: st.DrawFn) -> list[Board]:
    rules = draw(rule_sets())
    return draw(st.lists(boards(rules), min_size=1, max_size=6))


@settings(max_examples=80, deadline=None)
@given(positions())
def test_positions_answer_as_boards_do(several: list[Board]) -> None:
    check_positions(several)


@pytest.mark.parametrize("rules", _VARIANTS)
def test_games_in_arrays_go_as_games_go(rules: Rules) -> None:
    check_games(rules)


@pytest.mark.parametrize("rules", _VARIANTS)
def test_random_games_are_games_of_the_rules(rules: Rules) -> None:
    check_random_games(rules)


@pytest.mark.parametrize("rules", [*islice(seeded_rules(77), 2)], ids=["first", "second"])
def test_rules_that_nobody_plays_are_played_alike(rules: Rules) -> None:
    check_all(rules)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_random_rules_are_played_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_root", lambda: None)  # nobody needs them again
    check_all(next(seeded_rules(3000 + seed)))


def check_all(rules: Rules) -> None:
    source = random.Random(5)
    drawn = (draw_case(source.choice, rules) for _ in range(60))
    check_positions([Board.from_fen(case.text, rules) for case in drawn])
    check_games(rules)
    check_random_games(rules)


def check_positions(several: list[Board]) -> None:
    rules = several[0].rules
    several = [board for board in several if is_followed(board)]
    arrays = Boards.from_boards(several, rules)
    assert arrays.boards() == several
    assert arrays.fens() == [board.fen for board in several]
    assert arrays.legal_counts().tolist() == [len(board.legal_moves) for board in several]
    assert arrays.is_terminal().tolist() == [board.is_terminal for board in several]
    assert arrays.winners().tolist() == [number_of(board.winner) for board in several]
    assert arrays.flip().boards() == [board.flip() for board in several]
    assert arrays.flip().flip() == arrays
    check_lists(arrays, several)
    check_planes(arrays, several)
    check_keys(arrays, several)
    for at, board in enumerate(several):
        check_actions(arrays[at : at + 1], board)


def is_followed(board: Board) -> bool:
    try:
        return len(board.legal_moves) < 200
    except CaptureLimitError:
        return False


def number_of(color: Color | None) -> int:
    return -1 if color is None else int(color is Color.WHITE)


def squares_of(squares: np.ndarray | np.uint64) -> tuple[int, ...]:
    number = sum(int(half) << 64 * at for at, half in enumerate(np.atleast_1d(squares)))
    return tuple(at + 1 for at in range(128) if number >> at & 1)


def check_lists(arrays: Boards, several: list[Board]) -> None:
    lists = arrays.legal_moves()
    assert lists.mask().sum(axis=1).tolist() == [len(board.legal_moves) for board in several]
    for at, board in enumerate(several):
        part = slice(lists.offsets[at], lists.offsets[at + 1])
        assert lists.origins[part].tolist() == [move.origin for move in board.legal_moves]
        assert lists.destinations[part].tolist() == [move.destination for move in board.legal_moves]
        assert lists.promotes[part].tolist() == [move.promotes for move in board.legal_moves]
        assert [squares_of(taken) for taken in lists.captured[part]] == [move.captured for move in board.legal_moves]
        assert lists.actions[part].tolist() == [action_of(move) for move in board.legal_moves]


def action_of(move: Move) -> int:
    try:
        return move.action
    except RulesError:
        return -1


def check_planes(arrays: Boards, several: list[Board]) -> None:
    geometry = arrays.rules.geometry
    planes, flat = arrays.planes(dtype=np.uint8), arrays.planes(squares=True, dtype=np.uint8)
    for at, board in enumerate(several):
        seen = board if board.turn is Color.WHITE else board.flip()
        sets = [tuple(square + 1 for square in np.flatnonzero(plane).tolist()) for plane in flat[at]]
        assert sets == [squares_of(np.array([s & (1 << 64) - 1, s >> 64], np.uint64)) for s in seen.bitboards()]
        for plane, squares in zip(planes[at], sets, strict=True):
            assert sorted(map(tuple, np.argwhere(plane).tolist())) == sorted(map(geometry.coordinates, squares))


def check_keys(arrays: Boards, several: list[Board]) -> None:
    keys = arrays.keys().tolist()
    for at, board in enumerate(several):
        for other, key in zip(several, keys, strict=True):
            assert (keys[at] == key) == (board == other)


def check_actions(one: Boards, board: Board) -> None:
    """Every capture can be made step by step, and as a whole where it has a number."""
    moves = board.legal_moves
    if one.is_over()[0]:
        return
    afterwards = {(board.after(move).fen) for move in moves}
    assert one.step_counts().tolist() == one.action_mask(steps=True).sum(axis=1).tolist()
    open_ends, reached, ways = [one], set(), 0
    while open_ends and ways < _MOST_WAYS:
        here = open_ends.pop()
        steps = np.flatnonzero(here.action_mask(steps=True)[0])
        assert len(steps) > 0
        after = here[np.zeros(len(steps), np.int64)].act(steps, steps=True)
        open_ends += [after[at : at + 1] for at in np.flatnonzero(after.chains[:, 0])]
        reached.update(after[after.chains[:, 0] == 0].fens())
        ways += len(steps)
    assert reached == afterwards if not open_ends else reached <= afterwards
    for move in moves[:20]:
        walked = one
        for step in move.steps:
            walked = walked.act([step], steps=True)
        assert walked[0] == board.after(move)
    if one.rules.actions.has_chains:
        actions = [move.action for move in moves]
        assert sorted(set(actions)) == np.flatnonzero(one.action_mask()[0]).tolist()
        assert len(set(actions)) == len(moves)
        assert all(moves.numbered(action) is move for action, move in zip(actions, moves, strict=True))
        assert one[np.zeros(len(moves), np.int64)].act(actions).boards() == [board.after(move) for move in moves]


def check_games(rules: Rules) -> None:
    arrays = Boards.start(rules, _GAMES).random_plies(20, seed=4)
    games = [Game(start=board) for board in arrays]
    arrays = Boards.from_boards(arrays.boards())
    chance = random.Random(6)
    for _ in range(_PLIES):
        check_results(arrays, games)
        choices = []
        for game in games:
            legal = len(game.legal_moves)
            choices.append(chance.randrange(legal) if legal else -1)
            if legal:
                game.push(game.legal_moves[choices[-1]])
        if set(choices) == {-1}:
            break
        arrays = arrays.play(choices)
        assert arrays.boards() == [game.board for game in games]


def check_results(arrays: Boards, games: Iterable[Game]) -> None:
    winners, draws, over = arrays.winners(), arrays.draws(), arrays.is_over()
    for at, game in enumerate(games):
        assert over[at] == game.is_over
        status = {arrays.draw_rules.index(entry.rule): entry.value for entry in game.draw_status}
        for column, rule in enumerate(arrays.draw_rules):
            count = int(arrays.counts[at, column])
            occurrences = getattr(rule, "occurrences", None)
            if not game.is_over:
                assert count == (status.get(column, -1) if occurrences is None else occurrences - status[column])
        if game.result is not None:
            assert winners[at] == number_of(game.result.winner)
            drawn_by = game.result.rule
            assert draws[at] == (-1 if drawn_by is None else arrays.draw_rules.index(drawn_by))


def check_random_games(rules: Rules) -> None:
    """The games of `playouts` are those of `random_plies`, and each of their plies is legal."""
    first = Boards.start(rules, _GAMES)
    results = first.playouts(seed=8, most=_PLIES)
    games = [Game(rules) for _ in range(_GAMES)]
    played = [first.random_plies(ply, seed=8).boards() for ply in range(1, 25)]
    for boards_then in played:
        for game, board in zip(games, boards_then, strict=True):
            if not game.is_over:
                (move, *_) = (move for move in game.legal_moves if game.board.after(move) == board)
                game.push(move)
    arrays = first.random_plies(_PLIES, seed=8)
    assert arrays.plies.tolist() == results.lengths.tolist()
    ended = results.finished
    assert ended.tolist() == arrays.is_over().tolist()
    assert results.winners[ended].tolist() == arrays.winners()[ended].tolist()
    assert results.draws[ended].tolist() == arrays.draws()[ended].tolist()
