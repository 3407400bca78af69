"""The engine: what it finds, what it obeys, and that both backends search alike."""

from __future__ import annotations

import random
import threading
import time

import pytest

from draughts import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    BREAKTHROUGH,
    FRISIAN,
    INTERNATIONAL,
    RUSSIAN,
    Board,
    Game,
    GameStateError,
    Repetition,
    Rules,
    variants,
)
from draughts.engine import Engine, SearchResult
from draughts.engine.root import Root, root_of
from draughts.engine.weights import packed, weights_for
from draughts.engine.worker import Table, Worker
from draughts.game.draw_counting import counters_for
from draughts.game.player import Limits
from draughts.kernel.jit import compiled_entry
from draughts.kernel.movement import movement_of
from draughts.kernel.python_backend import python_entries
from draughts.kernel.scratch import PLACES
from draughts.kernel.search_words import MOST_BEFORE, MOST_RULES, SEARCH_PLACES, SEARCH_STACK

_WON = 32000
#: Every preset; in the normal set one of each kind.
_KINDS = ("american", "international", "russian", "frisian", "turkish", "breakthrough")
_EACH = [
    pytest.param(rules, id=name, marks=() if name in _KINDS else pytest.mark.slow) for name, rules in variants().items()
]


def _wander(board: Board, rng: random.Random, plies: int) -> Board:
    """A position some random plies later, or earlier if the game ends."""
    for _ in range(plies):
        if board.is_terminal or all(board.play(move).is_terminal for move in board.legal_moves):
            break
        board = board.play(rng.choice(board.legal_moves))
    return board if board.legal_moves else Board(board.rules)


@pytest.mark.parametrize(
    ("rules", "fen", "move", "plies"),
    [
        (INTERNATIONAL, "W:WK46,K47,K48:BK5", "48-37", 3),
        (AMERICAN, "W:WK18,K14:BK11", "14-9", 7),
        (AMERICAN_GIVEAWAY, "W:W22:B18,10", "22x6", -1),
        (BREAKTHROUGH, "W:W20,30:B40,41", "20-14", -2),
        (BREAKTHROUGH, "W:W7,30:B40,26", "7-1", 1),
    ],
)
def test_a_decided_ending_is_seen_to_its_end(rules: Rules, fen: str, move: str, plies: int) -> None:
    board = Board.from_fen(fen, rules)
    result = Engine(rules, hash_mb=1).search(board, depth=12)
    assert result.win_in == plies
    for each in result.pv:
        board = board.play(each)
    assert len(result.pv) == abs(plies)
    assert board.is_terminal
    assert str(result.move) == move or result.win_in == plies


def test_three_kings_win_against_one_in_every_position_in_which_the_problem_says_so() -> None:
    # Three kings and the long diagonal against a king off it: a win within 15 moves in Russian draughts.
    board = Board.from_fen("W:Wc1,Ka1,Kc3:BKb4", RUSSIAN)
    assert Engine(RUSSIAN, hash_mb=4).search(board, depth=15).score > 0


@pytest.mark.parametrize("rules", [AMERICAN, FRISIAN], ids=str)
def test_a_new_engine_repeats_itself_to_the_node(rules: Rules) -> None:
    results = [Engine(rules, hash_mb=1).search(Board(rules), depth=7) for _ in range(2)]
    assert results[0].nodes == results[1].nodes
    assert results[0].lines == results[1].lines
    limited = [Engine(rules, hash_mb=1).search(Board(rules), nodes=5000) for _ in range(2)]
    assert limited[0].lines == limited[1].lines


@pytest.mark.parametrize("rules", _EACH)
def test_every_line_is_one_of_legal_moves(rules: Rules) -> None:
    engine = Engine(rules, hash_mb=0.1)
    rng = random.Random(3)
    for plies in (0, 20, 45):
        board = _wander(Board(rules), rng, plies)
        for line in engine.search(board, depth=4, multipv=3).lines:
            after = board
            for move in line.moves:
                after = after.play(move)  # an illegal one would be refused


def test_several_lines_are_the_best_ones_in_order() -> None:
    board = Board()
    engine = Engine(hash_mb=1)
    every = engine.search(board, depth=5, multipv=100).lines
    assert {line.move for line in every} == set(board.legal_moves)
    assert [line.score for line in every] == sorted((line.score for line in every), reverse=True)
    assert len(engine.search(board, depth=5, multipv=2).lines) == 2


def test_a_position_that_has_been_there_is_a_draw() -> None:
    # The lone king in the double corner only goes to and fro; so does the stronger side, here by force of depth.
    game = Game(start=Board.from_fen("W:WK18:BK1"))
    for text in ("18-15", "1-5", "15-18", "5-1"):
        game.push(text)
    assert len(root_of(game, MOST_BEFORE).before) == 4
    assert Engine(hash_mb=1).search(game, depth=9).score <= 0


def test_what_cannot_be_undone_ends_the_positions_that_matter() -> None:
    game = Game()
    for text in ("11-15", "23-19", "8-11"):
        game.push(text)
    assert root_of(game, MOST_BEFORE).before == ()


@pytest.mark.parametrize("rules", _EACH)
def test_draw_rules_count_in_the_kernel_as_in_a_game(rules: Rules) -> None:
    worker = Worker(rules, Table(0.1))
    draws_here = compiled_entry(movement_of(rules), "draws_here")
    counters = counters_for(rules)
    first = sum(isinstance(rule, Repetition) for rule in counters.rules)
    rng = random.Random(11)
    squares = rules.geometry.numbers
    compared = 0
    behind = SEARCH_PLACES["FRAMES"] + MOST_RULES + 1
    for _ in range(40):
        places = rng.sample(squares, rng.randrange(2, 8))
        pieces = [("K" if rng.random() < 0.8 else "") + str(place) for place in places]
        cut = rng.randrange(1, len(pieces))
        try:
            board = Board.from_fen(f"W:W{','.join(pieces[:cut])}:B{','.join(pieces[cut:])}", rules)
        except ValueError:
            continue
        counts = counters.begin(board)
        for _ in range(45):
            root = Root(board, (), counts[first:], (), 0)
            if board.is_terminal:
                break
            move = rng.choice(board.legal_moves)
            (node,) = (node for node in root_of(board, 0).nodes if node.move == move)
            worker.begin(root, 1)
            board = board.play(move)
            counts = counters.count(counts, move, board, 1)
            position = node.position
            drawn = draws_here(node.events, position.turn, *position.words(), 1, worker._address)
            found = [int(number) for number in worker._memory[behind + 1 :][: len(counts) - first]]
            if not board.is_terminal:
                assert found == list(counts[first:])
                assert drawn == (0 in counts[first:])
                compared += 1
    assert compared > 50 or not counts[first:]


def _plain_and_compiled(rules: Rules, board: Board, depth: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Score and nodes of all replies, from the compiled backend and from Python."""
    table = Table(0.02)
    worker = Worker(rules, table)
    search = python_entries(movement_of(rules), "search")["search"]
    root = root_of(board, MOST_BEFORE)
    worker.begin(root, 1 << 62)
    memory: list[object] = [int(number) for number in worker._memory]
    memory[SEARCH_PLACES["TABLE"]] = [0] * (2 * table.size)
    patterns = weights_for(rules).patterns
    if patterns is not None:
        memory[SEARCH_PLACES["PATTERN_TABLE"]] = packed(patterns).ravel().tolist()
    compiled = plain = 0
    for node in root.nodes:
        memory[PLACES["TOP"]] = SEARCH_STACK
        position = node.position
        words = (position.own, position.opp, position.kings)
        limits = (depth, -_WON, _WON, 1)
        compiled += worker.score(node, depth, -_WON, _WON)
        plain -= search(position.turn, *words, node.state, node.events, *limits, memory)
    nodes = memory[SEARCH_PLACES["NODES"]]
    assert isinstance(nodes, int)
    return (compiled, worker.nodes), (plain, nodes)


@pytest.mark.parametrize("name", ["american", "frisian", "turkish", "canadian", "breakthrough"])
def test_both_backends_search_the_same_tree(name: str) -> None:
    rules = variants()[name]
    compiled, plain = _plain_and_compiled(rules, _wander(Board(rules), random.Random(5), 24), 2)
    assert compiled == plain


def test_a_stop_that_comes_before_the_search_is_ready_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(AMERICAN, hash_mb=1)

    def stopped_meanwhile(position: Board, most: int) -> Root:
        engine.stop()
        return root_of(position, most)

    monkeypatch.setattr("draughts.engine.engine.root_of", stopped_meanwhile)
    assert engine.search(Board(), nodes=200_000).nodes < 1000
    monkeypatch.undo()
    assert engine.search(Board(), nodes=20_000).nodes > 10_000  # it counts for one search only


def test_threads_share_the_positions_that_may_be_looked_at() -> None:
    engine = Engine(AMERICAN, hash_mb=1, threads=4)
    assert engine.search(Board(), nodes=40_000).nodes < 50_000


def test_a_table_that_there_is_no_memory_for_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("draughts.engine.worker.np.zeros", no_memory)
    with pytest.raises(MemoryError, match="no memory for a table of 512 MB; make hash_mb smaller"):
        Engine(AMERICAN, hash_mb=512)


def test_stopping_from_another_thread_gives_what_is_known() -> None:
    engine = Engine(INTERNATIONAL, hash_mb=4)
    depths: list[int] = []

    def note(result: SearchResult) -> None:
        depths.append(result.depth)
        if result.depth == 6:
            threading.Thread(target=engine.stop).start()

    result = engine.search(Board(INTERNATIONAL), on_info=note)
    assert result.move in Board(INTERNATIONAL).legal_moves
    assert depths[:6] == [1, 2, 3, 4, 5, 6]


def test_two_threads_find_a_move_and_end() -> None:
    before = threading.active_count()
    result = Engine(hash_mb=4, threads=2).search(Board(), depth=11)
    assert result.depth == 11
    assert threading.active_count() == before


def test_time_is_kept() -> None:
    engine = Engine(INTERNATIONAL, hash_mb=4)
    begun = time.monotonic()
    result = engine.search(Board(INTERNATIONAL), limits=Limits(seconds=0.2))
    assert result.depth >= 1
    assert time.monotonic() - begun < 60  # it ends


def test_what_cannot_be_searched_is_refused() -> None:
    engine = Engine(hash_mb=1)
    with pytest.raises(GameStateError, match=r"White has no legal move"):
        engine.search(Board.from_fen("W:W5:B1,9,14"))
    with pytest.raises(GameStateError, match=r"plays american, and the position is one of russian"):
        engine.search(Board(RUSSIAN))
    game = Game()
    game.resign(game.turn)
    with pytest.raises(GameStateError, match="the game is over"):
        engine.search(game)
    for wrong in ({"depth": 0}, {"nodes": 0}, {"multipv": 0}, {"depth": 1.5}):
        with pytest.raises(ValueError, match=r"must be a whole number"):
            engine.search(Board(), **wrong)
    with pytest.raises(ValueError, match="time must be more than 0"):
        engine.search(Board(), time=0)
    for wrong in ({"hash_mb": 0}, {"hash_mb": 1e9}, {"threads": 0}):
        with pytest.raises(ValueError, match="must be"):
            Engine(**wrong)


def test_one_engine_searches_one_position_at_a_time() -> None:
    engine = Engine(hash_mb=1)
    refused: list[str] = []

    def again(result: SearchResult) -> None:
        with pytest.raises(GameStateError, match="is searching already") as caught:
            engine.search(Board())
        refused.append(str(caught.value))

    engine.search(Board(), depth=2, on_info=again)
    assert len(refused) == 2
