"""How a search is limited: levels, clocks, asyncio, and the memory that it takes."""

from __future__ import annotations

import asyncio

import pytest

from draughts import (
    AMERICAN,
    RUSSIAN,
    ArgumentError,
    Board,
    Clock,
    Color,
    DrawOffers,
    Game,
    GameStateError,
    Repetition,
    TimeControl,
)
from draughts.engine import LEVELS, Engine, Level, Line, SearchResult
from draughts.engine import engine as engine_module
from draughts.engine.timing import TimePlan
from draughts.engine.worker import Table
from draughts.game.player import Limits


def test_a_level_looks_at_no_more_positions_than_it_says() -> None:
    for level in LEVELS[:4]:
        result = Engine(RUSSIAN, level=level).search(Board(RUSSIAN))
        assert result.nodes <= level.nodes + level.choices
        assert len(result.lines) == 1
    assert Engine(level=Level(1, 5000)).search(Board(), nodes=70).nodes <= 71
    assert Engine(level=7).search(Board(), depth=2).depth == 2


def test_a_level_plays_the_same_whatever_it_was_asked_before() -> None:
    used, fresh = Engine(RUSSIAN, level=3, seed=5), Engine(RUSSIAN, level=3, seed=5)
    game = Game(RUSSIAN)
    for _ in range(8):
        game.push(used.search(game).move)
    assert fresh.search(game).lines == used.search(game).lines


def test_what_a_level_leaves_to_chance_depends_on_the_seed() -> None:
    moves = {Engine(level=Level(1, 200, noise=500), seed=seed).search(Board()).move for seed in range(12)}
    assert len(moves) > 1


def test_with_several_lines_a_level_chooses_nothing() -> None:
    lines = Engine(level=Level(1, 200, noise=500)).search(Board(), multipv=4).lines
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert len(lines) == 4


def test_a_level_has_a_name_or_a_number() -> None:
    engine = Engine(level="hard")
    assert engine.level is LEVELS[7]
    assert Engine().level is None
    with pytest.raises(ValueError, match="there is no level 11; levels are 1 to 10, easy, medium, hard"):
        Engine(level=11)


def test_a_table_that_was_not_used_is_not_touched_when_it_is_cleared() -> None:
    table = Table(1)
    table._memory[0] = 7  # as nothing says that it was written to, clearing leaves it alone
    table.clear()
    assert table._memory[0] == 7
    table.is_used = True
    table.clear()
    assert table._memory[0] == 0


def test_a_level_takes_no_more_memory_than_its_positions_need() -> None:
    assert Engine(AMERICAN, level=1)._table.size == 1024
    assert Engine(AMERICAN, hash_mb=0.1, level=10)._table.size < 1 << 13


# Time


def test_a_clock_gives_a_share_and_more_of_it_for_hard_moves() -> None:
    plan = TimePlan.of(Limits(remaining=300.0))
    assert plan == TimePlan(aim=10.0, most=40.0)
    short = TimePlan.of(Limits(remaining=3.0, increment=10.0))
    assert short is not None
    assert short.aim <= short.most <= 3.0 * 0.9
    last = TimePlan.of(Limits(remaining=30.0, moves_to_go=1))
    assert last == TimePlan(aim=27.0, most=27.0)
    assert TimePlan.of(Limits(remaining=300.0, seconds=12.0)) == TimePlan(aim=10.0, most=12.0)
    assert TimePlan.of(Limits(depth=4)) is None


def test_a_clock_that_has_run_out_still_gives_a_moment() -> None:
    plan = TimePlan.of(Limits(remaining=0.0))
    assert plan is not None
    assert 0 < plan.aim <= plan.most < 0.01


def _depths(*found: tuple[int, int]) -> list[SearchResult]:
    """Results of depths: the number of the move among those of the start position, and its score."""
    moves = Board().legal_moves
    return [
        SearchResult((Line(score, (moves[at],)),), depth, depth, 100, 1.0) for depth, (at, score) in enumerate(found)
    ]


def test_what_depths_agree_on_is_played_sooner_than_what_they_do_not() -> None:
    plan = TimePlan(aim=10.0, most=40.0)
    settled = _depths((0, 5), (0, 5), (0, 6), (0, 6), (0, 5))
    changed = _depths((0, 5), (0, 5), (0, 6), (0, 6), (1, 8))
    fallen = _depths((0, 5), (1, 5), (0, 60), (0, 60), (0, 5))
    usual = _depths((0, 5), (1, 5), (0, 6), (0, 6), (0, 5))
    ends = []
    for depths in (settled, usual, changed, fallen):
        ends.append(next(seconds for seconds in range(100) if plan.is_enough(seconds, depths)))
    assert ends == sorted(ends)
    assert ends[0] < ends[1] < ends[2] < plan.most
    assert ends[3] > ends[1]


def test_a_time_for_the_move_is_used_as_a_whole() -> None:
    plan = TimePlan(aim=10.0, most=10.0)
    assert not plan.is_enough(9.9, _depths((0, 5), (0, 5), (0, 5), (0, 5), (0, 5)))
    assert plan.is_enough(10.0, _depths((0, 5)))


def test_a_search_may_be_given_the_clock_of_the_game() -> None:
    game = Game(clock=TimeControl.from_text("10"))
    game.start_clock(100.0)
    game.push("11-15", at=107.0)
    clock = game.clock
    assert clock is not None
    assert clock.is_running
    assert Engine(hash_mb=1).search(game, clock=clock, depth=4).depth <= 4
    with pytest.raises(ArgumentError, match="clock and limits cannot be given together"):
        Engine(hash_mb=1).search(game, clock=clock, limits=Limits(depth=2))
    with pytest.raises(ArgumentError, match="a clock is a Clock, not 5"):
        Engine(hash_mb=1).search(game, clock=5)  # type: ignore[arg-type]


def test_the_time_of_the_side_to_move_counts() -> None:
    clock = Clock.new(TimeControl.from_text("60"), Color.BLACK).started(0.0).pressed(50.0)
    limits = Limits.of_clock(clock, Color.BLACK, 50.0)
    assert limits.remaining == 10.0
    # White has its minute still: a share of it is more than all that Black has left, and the search ends by depth.
    board = Board().play("11-15")
    assert Engine(hash_mb=1).search(board, clock=clock, depth=3).depth == 3


# Asyncio


def test_a_search_that_is_cancelled_has_ended() -> None:
    async def test() -> None:
        engine = Engine(hash_mb=1)
        searching = asyncio.create_task(engine.search_async(Board()))
        await asyncio.sleep(0.01)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching
        assert (await engine.search_async(Board(), depth=2)).depth == 2  # it would be busy otherwise

    asyncio.run(test())


def test_a_search_under_asyncio_raises_what_the_search_raises() -> None:
    async def test() -> None:
        await Engine(hash_mb=1).search_async(Board(RUSSIAN), depth=2)

    with pytest.raises(GameStateError, match="plays american"):
        asyncio.run(test())


# Ending games


def test_a_draw_is_accepted_by_the_worse_side_only_on_every_level() -> None:
    for level in (1, 5, None):
        engine = Engine(hash_mb=1, level=level)
        behind = Game(start=Board.from_fen("W:W22,K30,K31:B1"))
        behind.offer_draw(Color.WHITE)
        assert engine.accepts_draw(behind)
        ahead = Game(start=Board.from_fen("W:W22:B1,K10,K11"))
        ahead.offer_draw(Color.WHITE)
        assert not engine.accepts_draw(ahead)


def test_a_draw_offered_with_a_move_is_answered_by_the_side_to_move() -> None:
    game = Game(start=Board.from_fen("W:W22,K30,K31:B1"))
    game.push("31-26", offer_draw=True)
    assert game.offer is Color.WHITE
    assert Engine(hash_mb=1).accepts_draw(game)


def test_equal_is_not_worse() -> None:
    game = Game(start=Board.from_fen("W:WK18:BK1"))
    game.offer_draw()
    engine = Engine(hash_mb=1)
    assert engine.search(game, depth=9).score == 0
    assert not engine.accepts_draw(game)


def test_a_draw_is_offered_when_nothing_has_happened_for_ten_moves() -> None:
    draws = tuple(rule for rule in AMERICAN.draws if not isinstance(rule, Repetition))
    rules = AMERICAN.replace(draws=draws)
    level, ahead = Engine(rules, level=4), Engine(rules, level=4)
    game = Game(start=Board.from_fen("W:WK32:BK1", rules))
    won = Game(start=Board.from_fen("W:WK32,K23,K24:BK1,K5", rules))
    tour = ("32-28", "1-6", "28-32", "6-1")
    said, said_ahead = [], []
    while game.ply < 60:
        said += [game.ply] if level.offers_draw(game) else []
        said_ahead += [won.ply] if ahead.offers_draw(won) and won.turn is Color.WHITE else []
        game.push(tour[game.ply % 4])
        won.push(tour[won.ply % 4])
    assert {20, 40} <= set(said) <= {20, 21, 40, 41}
    assert said_ahead == []


def test_no_draw_is_offered_where_the_rules_know_none() -> None:
    rules = AMERICAN.replace(draws=(*AMERICAN.draws, DrawOffers(allowed=False)))
    game = Game(rules)
    assert not game.may_offer_draw
    assert not Engine(rules, level=2).offers_draw(game)


def test_only_a_hopeless_game_is_given_up() -> None:
    engine = Engine(hash_mb=1)
    assert engine.gives_up(Game(start=Board.from_fen("B:WK14,K18,K22:BK5")))
    assert not engine.gives_up(Game())


def test_lines_are_in_order_even_if_the_last_one_turns_out_best_and_is_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = Engine(hash_mb=1)
    moves = Board().legal_moves
    lines = [Line(10, (moves[0],)), Line(31_000, (moves[1],))]

    def next_line(hunt: engine_module._Hunt, nodes: object, depth: int) -> Line:
        line = lines.pop(0)
        if not lines:
            engine.stop()
        return line

    monkeypatch.setattr(engine_module._Hunt, "_best_of", next_line)
    result = engine.search(Board(), depth=9, multipv=2)
    assert [line.score for line in result.lines] == [31_000, 10]
