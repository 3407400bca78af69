"""Properties of games: what is done is undone exactly, and what is saved is restored exactly."""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from draughts.errors import DraughtsError, GameStateError
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move_entry import MoveEntry, selectable_squares
from draughts.rules.draws import Repetition
from draughts.rules.registry import get_rules, variants
from draughts.rules.rules import Color, Goal, Piece, PieceType, Rules
from draughts.rules.time_control import Period, TimeControl

FIXED = settings(
    derandomize=True, database=None, deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow]
)
VECTORS = sorted((Path(__file__).parent.parent / "data" / "vectors").glob("*.jsonl"))
EVERY_VARIANT = pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)


class Snapshot(NamedTuple):
    """Everything that a game remembers."""

    boards: object
    moves: object
    counts: object
    seen: object
    events: object
    clocks: object
    closed: bool
    result: object
    status: object


def _snapshot(game: Game) -> Snapshot:
    boards = game.boards
    return Snapshot(
        boards,
        game.moves,
        game._counted(),
        dict(game._tally._seen),
        game.events,
        (None if game._time is None else tuple(game._time._history), game.clock),
        game._closed,
        game.result,
        game.draw_status,
    )


def _act(game: Game, number: int) -> None:
    """Something that is done besides moving; most of it is refused most of the time."""
    events = (
        game.offer_draw,
        lambda: game.decline_draw(game.turn.opponent),
        game.offer_draw,
        lambda: game.caution("tried"),
        lambda: game.push("1-1", at=float(game.ply)),
        game.claim_draw,
        lambda: game.accept_draw(game.turn.opponent),
        lambda: game.resign(game.turn),
    )
    with contextlib.suppress(DraughtsError):
        events[number % len(events)]()


@EVERY_VARIANT
@FIXED
@given(data=st.data())
def test_taking_back_restores_everything(rules: Rules, data: st.DataObject) -> None:
    game = Game(rules, cautions=3, clock=TimeControl((Period(1000, moves=5),)))
    game.start_clock(at=0)
    history: list[Snapshot] = []
    for _ in range(data.draw(st.integers(0, 60))):
        choice = data.draw(st.integers(0, 40))
        if choice < 8:
            _act(game, choice)
        elif choice < 14 and history:
            game.pop()
            assert _snapshot(game) == history.pop()
        elif not game.is_over:
            history.append(_snapshot(game))
            game.push(game.legal_moves[choice % len(game.legal_moves)], at=float(game.ply + 1))
    while history:
        game.pop()
        assert _snapshot(game) == history.pop()


@EVERY_VARIANT
@FIXED
@given(data=st.data())
def test_a_game_counts_what_its_boards_show(rules: Rules, data: st.DataObject) -> None:
    game = Game(rules)
    board = game.board
    while not game.is_over and game.ply < 150:
        move = data.draw(st.sampled_from(list(game.legal_moves)))
        game.push(move)
        board = board.play(move)
        if data.draw(st.booleans()):
            assert game.board == board
            assert game.is_over == (game.result is not None)
    assert game.board == board
    assert game.boards[-1] == board
    if board.winner is not None:
        assert game.result is not None
        assert game.result.winner is board.winner
    if any(isinstance(rule, Repetition) for rule in rules.draws):
        places = Counter(later.kernel_position for later in game.boards)
        assert max(places.values()) <= 4
        game._counted()
        assert sorted(places.values()) == sorted(game._tally._seen.values())
    if game.is_over:
        assert list(game.legal_moves) == []
        with pytest.raises(GameStateError):
            game.push("1-2")


@EVERY_VARIANT
@FIXED
@given(data=st.data())
def test_a_saved_game_is_the_same_game_at_any_ply(rules: Rules, data: st.DataObject) -> None:
    game = Game(rules, cautions=2)
    for _ in range(data.draw(st.integers(0, 50))):
        if game.is_over:
            break
        choice = data.draw(st.integers(0, 40))
        if choice < 6:
            _act(game, choice)
        else:
            game.push(game.legal_moves[choice % len(game.legal_moves)])
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert again == game
    assert _snapshot(again) == _snapshot(game)
    while game.ply:
        game.pop()
        again.pop()
        assert _snapshot(again) == _snapshot(game)


def _positions(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[::4]]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_move_entry_reaches_every_legal_move_and_nothing_else(path: Path) -> None:
    rules = get_rules(path.stem)
    for position in _positions(path):
        board = Board.from_fen(position["fen"], rules)
        reached = set()
        for square in selectable_squares(board):
            reached |= _reachable(MoveEntry(board, square))
        wanted = {(move["from"], move["to"], tuple(move["captures"])) for move in position["moves"]}
        assert reached == wanted, position["fen"]


def _reachable(entry: MoveEntry) -> set[tuple[int, int, tuple[int, ...]]]:
    """Every move that steps from here can end in, with a look at what the entry says on the way."""
    if entry.is_complete:
        move = entry.move
        assert entry.targets == ()
        assert entry.open == ""
        assert sorted(entry.taken) == list(move.captured)
        assert entry.moves == (move,)
        return {(move.origin, move.destination, move.captured)}
    assert entry.targets
    assert entry.open
    found = set()
    for target in entry.targets:
        path = entry.path
        entry.step(target)
        found |= _reachable(entry)
        entry.undo()
        assert entry.path == path
    return found


def _few_pieces(rules: Rules, men: int, rng: random.Random) -> Board:
    """Two kings of each side and some men, away from the rows where men are crowned."""
    squares = list(rules.geometry.numbers)
    quarter = len(squares) // 4
    board = Board.empty(rules)
    for number, square in enumerate(rng.sample(squares[quarter:-quarter], 4 + 2 * men)):
        kind = PieceType.KING if number < 4 else PieceType.MAN
        board = board.with_piece(square, Piece((Color.WHITE, Color.BLACK)[number % 2], kind))
    return board


@EVERY_VARIANT
@pytest.mark.parametrize("men", [0, 1, 3])
def test_counts_made_up_late_end_a_game_at_the_same_ply(rules: Rules, men: int) -> None:
    rng = random.Random(f"{rules.name} {men}")
    for _ in range(12):
        start = _few_pieces(rules, men, rng)
        late, early = Game(rules, start), Game(rules, start)
        while not late.is_over and late.ply < 120:
            before = late.moves[-2] if late.ply > 1 else None
            legal = list(late.legal_moves)
            returning = [move for move in legal if before and move.destination == before.origin]
            move = rng.choice(returning if returning and rng.random() < 0.8 else legal)
            late.push(move)
            early.push(move)
            if rng.random() < 0.05:
                late.pop()
                early.pop()
            assert late.board == early.board
            drawn = early._tally.counters.drawn(early._counted()) is not None
            crowned = rules.goal is Goal.FIRST_KING and early.board.words[3] != 0
            assert late._closed == (drawn or crowned)
        assert late.draw_status == early.draw_status
        assert late.result == early.result
