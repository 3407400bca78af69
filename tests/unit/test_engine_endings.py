"""The engine with endgame tables: it wins what is won as fast as can be, and knows what is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from draughts import AMERICAN, RUSSIAN, ArgumentError, Board, Game, NoProgress, Repetition
from draughts.cli import main
from draughts.engine import Engine
from draughts.tablebase import Tablebase, build

#: Rules that no win is too long for.
ENDLESS = AMERICAN.replace(draws=())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("american")
    build(AMERICAN, 3, place, metric="dtw")
    return place


@pytest.fixture(scope="module")
def tables(place: Path) -> Tablebase:
    return Tablebase.open(place)


@pytest.fixture(scope="module")
def results_only(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    place = tmp_path_factory.mktemp("results")
    build(AMERICAN, 3, place)
    return Tablebase.open(place)


def plies_against_best_defence(engine: Engine, tables: Tablebase, fen: str) -> int:
    """How long the engine takes to win against a defender that loses as late as possible."""
    game = Game(engine.rules, Board.from_fen(fen, engine.rules))
    attacker = game.turn
    while not game.is_over:
        if game.turn is attacker:
            game.push(engine.search(game, nodes=2000).move)
        else:
            game.push(tables.best_moves(game.board)[0])
    assert game.result is not None
    assert game.result.winner is attacker
    return len(game.moves)


@pytest.mark.parametrize(("fen", "plies"), [("W:WK31,K32:BK1", 33), ("W:W29,30:BK7", 61), ("W:WK32:BK26", 9)])
def test_won_endings_are_won_as_fast_as_can_be(fen: str, plies: int, tables: Tablebase) -> None:
    engine = Engine(ENDLESS, hash_mb=1, tablebase=tables)
    assert tables.probe(fen) == ("win", plies)
    assert plies_against_best_defence(engine, tables, fen) == plies


@pytest.mark.slow
def test_first_position_is_won(tmp_path: Path) -> None:
    build(AMERICAN, 4, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    engine = Engine(ENDLESS, hash_mb=1, tablebase=tables)
    assert plies_against_best_defence(engine, tables, "W:WK15,20:B12,K28") == 81


def test_results_tell_what_the_tables_say(tables: Tablebase) -> None:
    engine = Engine(AMERICAN, hash_mb=1, tablebase=tables)
    result = engine.search(Board.from_fen("W:WK31,K32:BK1"), multipv=2)
    assert (result.win_in, result.lines[0].outcome, len(result.pv)) == (33, ("win", 33), 33)
    drawn = engine.search(Board.from_fen("B:WK32:BK26"))
    assert drawn.lines[0].score_text == "drawn with best play"


def test_a_win_that_a_draw_rule_cuts_short_is_no_win(tables: Tablebase) -> None:
    hasty = AMERICAN.replace(draws=(NoProgress(moves=5),))
    result = Engine(hasty, hash_mb=1, tablebase=tables).search(Board.from_fen("W:WK31,K32:BK1", hasty), depth=4)
    assert result.win_in is None
    assert result.lines[0].outcome is None


def test_the_search_asks_tables_behind_captures(results_only: Tablebase) -> None:
    rules = AMERICAN.replace(draws=(Repetition(),))
    board = Board.from_fen("W:WK31,K32:BK1,K26", rules)  # after the capture two kings are left against one
    result = Engine(rules, hash_mb=1, tablebase=results_only).search(board, depth=3)
    assert result.score > 25_000


def test_without_distances_only_moves_that_keep_the_result_are_made(results_only: Tablebase) -> None:
    engine = Engine(ENDLESS, hash_mb=1, tablebase=results_only)
    board = Board.from_fen("W:WK32:BK26", ENDLESS)
    move = engine.search(board, depth=1).move
    assert move in results_only.best_moves(board)


def test_lines_that_keep_the_result_come_first(results_only: Tablebase) -> None:
    engine = Engine(ENDLESS, hash_mb=1, tablebase=results_only)
    board = Board.from_fen("W:WK31,29:BK22", ENDLESS)
    results = {move: outcome.result for move, outcome in results_only.moves(board).items()}
    assert sorted(results.values()) == ["draw", "loss", "win"]
    lines = engine.search(board, depth=3, multipv=3).lines
    assert [results[line.move] for line in lines] == ["win", "draw", "loss"]
    assert [line.score_text == "drawn with best play" for line in lines] == [False, True, False]


def test_a_slower_win_is_made_where_a_draw_rule_is_faster(tables: Tablebase) -> None:
    """The quickest win takes longer than the rule allows; a move of a man begins its count anew."""
    hasty = AMERICAN.replace(draws=(NoProgress(moves=12),))
    board = Board.from_fen("W:W29,30:BK7", hasty)
    assert tables.probe(board) == ("win", 61)
    assert plies_against_best_defence(Engine(hasty, hash_mb=1, tablebase=tables), tables, board.fen) <= 100


def test_tables_of_other_rules_are_refused(tables: Tablebase) -> None:
    with pytest.raises(ArgumentError, match="american rules, not russian"):
        Engine(RUSSIAN, tablebase=tables)


def test_analyse_says_what_tables_know(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "W:WK31,K32:BK1", "--tablebase", str(place)]) == 0
    assert "won in 33 plies" in capsys.readouterr().out
    assert main(["analyse", "B:WK32:BK26", "--tablebase", str(place)]) == 0
    assert "drawn with best play" in capsys.readouterr().out


@pytest.mark.slow
def test_three_kings_win_before_the_fifteen_move_rule_draws(tmp_path: Path) -> None:
    build(RUSSIAN, 4, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    board, plies = tables.longest_win("0301") or (Board(), 0)
    assert plies == 25
    assert plies_against_best_defence(Engine(RUSSIAN, hash_mb=1, tablebase=tables), tables, board.fen) == 25
