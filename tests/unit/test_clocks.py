"""Time controls and clocks."""

from __future__ import annotations

import math

import pytest

from draughts.errors import GameStateError, RulesError
from draughts.game.clocks import Clock
from draughts.game.events import EventKind
from draughts.game.game import Game
from draughts.game.result import ResultReason
from draughts.rules.houses import YEEQIA
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color
from draughts.rules.time_control import Expiry, Period, TimeControl

BLACK, WHITE = Color.BLACK, Color.WHITE
YEEQIA_TIME = TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE)


def _running(control: TimeControl, at: float = 0) -> Clock:
    return Clock.new(control, BLACK).started(at)


def test_time_runs_for_the_side_to_move_only() -> None:
    clock = _running(TimeControl((Period(60),)), at=1000)
    assert (clock.remaining(BLACK, at=1010), clock.remaining(WHITE, at=1010)) == (50, 60)
    clock = clock.pressed(at=1010)
    assert (clock.remaining(BLACK, at=1030), clock.remaining(WHITE, at=1030)) == (50, 40)
    assert clock.deadline == 1070
    assert not clock.is_expired(at=1069.9)
    assert clock.is_expired(at=1070)
    assert clock.remaining(WHITE, at=1100) == 0


def test_time_is_up_for_the_side_to_move_while_the_other_one_has_some_left() -> None:
    clock = _running(TimeControl((Period(60),))).pressed(at=50).pressed(at=51)
    assert not clock.is_expired(at=60.5)
    assert clock.pressed(at=60.5).remaining(BLACK) == 0.5
    assert clock.is_expired(at=61)
    with pytest.raises(GameStateError, match="Black's time is up"):
        clock.pressed(at=61)


def test_an_increment_is_added_after_the_move_and_a_delay_is_not_counted() -> None:
    clock = _running(TimeControl((Period(60, increment=5),))).pressed(at=10)
    assert clock.remaining(BLACK) == 55
    clock = _running(TimeControl((Period(60, delay=5),))).pressed(at=3)
    assert clock.remaining(BLACK) == 60
    clock = clock.pressed(at=3 + 15)
    assert clock.remaining(WHITE) == 50


def test_a_period_begins_when_the_moves_of_the_last_one_are_made() -> None:
    clock = _running(TimeControl((Period(100, moves=2), Period(30))))
    for second in (10, 20, 30):
        clock = clock.pressed(at=second)
    assert clock.remaining(BLACK) == 100 - 20 + 30
    assert clock.remaining(WHITE, at=30) == 90
    clock = clock.pressed(at=40)
    assert clock.remaining(WHITE) == 80 + 30
    clock = clock.pressed(at=41).pressed(at=42)
    assert clock.remaining(WHITE) == 109


def test_each_period_adds_its_time_to_what_is_left_of_the_one_before() -> None:
    clock = _running(TimeControl((Period(10, moves=1), Period(20, moves=2), Period(30))))
    left = []
    for second in range(0, 8, 2):
        clock = clock.pressed(at=second + 1).pressed(at=second + 2)
        left.append(clock.remaining(WHITE))
    assert left == [9 + 20, 28, 27 + 30, 56]


def test_thirty_moves_an_hour_go_on_like_that() -> None:
    clock = _running(TimeControl((Period(3600, moves=30),)))
    for move in range(60):
        clock = clock.pressed(at=move + 1)
    assert clock.remaining(WHITE) == 7200 - 30


def test_a_clock_can_be_stopped_and_started_again() -> None:
    clock = _running(TimeControl((Period(60),))).stopped(at=10)
    assert (clock.is_running, clock.deadline, clock.remaining(BLACK)) == (False, None, 50)
    with pytest.raises(GameStateError, match="stopped already"):
        clock.stopped(at=11)
    with pytest.raises(GameStateError, match="the clock is stopped"):
        clock.pressed(at=11)
    clock = clock.started(at=1000)
    assert clock.remaining(BLACK, at=1005) == 45
    with pytest.raises(GameStateError, match="running already"):
        clock.started(at=1006)
    with pytest.raises(GameStateError, match="say what time"):
        clock.remaining(BLACK)
    for wrong in (math.nan, math.inf, True):
        with pytest.raises(GameStateError, match="timestamp"):
            clock.pressed(at=wrong)


def test_no_time_passes_while_the_time_source_steps_back() -> None:
    clock = _running(TimeControl((Period(60),)), at=1000)
    assert (clock.remaining(BLACK, at=990), clock.is_expired(at=-1e9)) == (60, False)
    clock = clock.pressed(at=990)
    assert (clock.remaining(BLACK), clock.remaining(WHITE, at=995)) == (60, 55)
    assert clock.stopped(at=980).remaining(WHITE) == 60


def test_a_clock_goes_on_over_a_restart_with_another_time_source() -> None:
    game = Game(clock=TimeControl((Period(60),)))
    game.start_clock(at=1_000_000)
    game.push("11-15", at=1_000_010)
    game = Game.from_json(game.to_json())
    game.restart_clock(at=3, used=20)
    assert game.clock is not None
    assert (game.clock.remaining(WHITE, at=5), game.clock.remaining(BLACK)) == (38, 50)
    game.push("23-19", at=6)
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.clock == game.clock
    game.stop_clock(at=7)
    with pytest.raises(GameStateError, match="stopped"):
        game.restart_clock(at=8)


def test_a_press_after_the_time_is_refused_where_that_loses() -> None:
    with pytest.raises(GameStateError, match="Black's time is up"):
        _running(TimeControl((Period(60),))).pressed(at=60)
    late = _running(YEEQIA_TIME).pressed(at=45)
    assert (late.turn, late.remaining(WHITE, at=50)) == (WHITE, 35)
    assert late.remaining(BLACK) == 40


def test_time_that_was_overrun_is_not_owed() -> None:
    control = TimeControl((Period(10, moves=2, increment=3), Period(30)), expiry=Expiry.AUTO_MOVE)
    clock = _running(control).pressed(at=100)
    assert clock.remaining(BLACK) == 3
    clock = clock.pressed(at=101).pressed(at=110)
    assert clock.remaining(BLACK) == 3 + 30


def test_both_limits_may_be_set() -> None:
    control = TimeControl((Period(100),), per_move=30)
    assert _running(control).remaining(BLACK, at=10) == 20
    assert _running(control).remaining(WHITE, at=10) == 30


@pytest.mark.parametrize("text", ["30/3600", "40/7200:300+5", "600", "300+2", "40/7200:20/3600:900", "0.5"])
def test_pdn_writes_time_controls(text: str) -> None:
    assert str(TimeControl.from_text(text)) == text


@pytest.mark.parametrize("text", ["", "?", "-", "*", "*60+5", "300:300", "x/3", "40/", "1e9", "-5", "0", "0/30"])
def test_texts_that_are_no_time_control_are_refused(text: str) -> None:
    with pytest.raises(RulesError):
        TimeControl.from_text(text)


def test_a_refused_time_control_is_shown_with_what_would_be_right() -> None:
    with pytest.raises(RulesError, match=r"'x/3' in '40/7200:x/3' is no time control; they look like 30/3600"):
        TimeControl.from_text("40/7200:x/3")


def test_time_controls_without_meaning_are_refused() -> None:
    with pytest.raises(RulesError, match="a time control needs periods or per_move"):
        TimeControl()
    with pytest.raises(RulesError, match=r"^per_move must be more than 0$"):
        TimeControl(per_move=0)
    with pytest.raises(RulesError, match=r"^per_move must be a number of seconds from 0, not -1$"):
        TimeControl(per_move=-1)
    with pytest.raises(RulesError, match=r"periods: only the last one may have no number of moves"):
        TimeControl((Period(300), Period(300)))
    with pytest.raises(RulesError, match=r"periods: the first one must give some time"):
        TimeControl((Period(0, moves=1), Period(300)))
    with pytest.raises(RulesError, match="moves must be at least 1 or None, not 0"):
        Period(60, moves=0)
    wrong: object
    for wrong in (-1, math.inf, math.nan, True, "60"):
        with pytest.raises(RulesError, match=r"^seconds must be a number of seconds from 0, not "):
            Period(wrong)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"^delay must be a number"):
        Period(60, delay=-1)
    assert TimeControl((Period(5, delay=5),)).periods[0].delay == 5
    assert str(YEEQIA_TIME) == "40 a move"


def test_a_game_with_a_clock_asks_for_the_time() -> None:
    game = Game(clock=TimeControl((Period(60),)))
    with pytest.raises(GameStateError, match="start_clock"):
        game.push("11-15", at=0)
    game.start_clock(at=100)
    with pytest.raises(GameStateError, match="at what time"):
        game.push("11-15")
    game.push("11-15", at=110)
    assert game.clock is not None
    assert game.clock.remaining(BLACK) == 50
    game.push("23-19", at=115)
    game.pop()
    assert game.clock.remaining(WHITE, at=120) == 50
    game.pop()
    assert (game.clock.turn, game.clock.remaining(BLACK, at=120)) == (BLACK, 40)
    game.stop_clock(at=130)
    assert game.clock.remaining(BLACK) == 30
    game.start_clock(at=200)
    game.push("11-15", at=210)
    assert game.clock.remaining(BLACK) == 20


def test_time_that_is_up_loses_the_game() -> None:
    game = Game(clock=TimeControl((Period(60),)))
    game.start_clock(at=0)
    assert not game.check_time(at=59)
    with pytest.raises(GameStateError, match="White wins: Black's time is up"):
        game.push("11-15", at=60)
    assert game.result is not None
    assert (game.result.winner, game.result.reason, game.ply) == (WHITE, ResultReason.TIME, 0)
    assert not game.check_time(at=70)
    assert not Game(clock=YEEQIA_TIME).check_time(at=5)


def test_or_a_move_is_made_for_the_player() -> None:
    game = Game(clock=YEEQIA_TIME)
    game.start_clock(at=0)
    assert not game.check_time(at=39)
    assert game.check_time(at=40)
    assert game.result is None
    game.auto_move(at=40)
    assert game.ply == 1
    assert game.clock is not None
    assert game.clock.remaining(WHITE, at=50) == 30


def test_a_late_move_is_refused_where_one_is_made_for_the_player() -> None:
    game = Game(YEEQIA)
    game.start_clock(at=0)
    with pytest.raises(GameStateError, match=r"Red's time is up: auto_move"):
        game.push("11-15", at=40)
    assert (game.ply, game.is_over) == (0, False)
    game.auto_move(lambda moves: moves[-1], at=41)
    game.push("23-19", at=80.9)
    assert Game.from_json(game.to_json()) == game
    assert Game.from_pdn(game.to_pdn()) == game


def test_a_house_brings_its_clock_which_need_not_be_used() -> None:
    game = Game(YEEQIA)
    assert game.time_control == YEEQIA_TIME
    assert game.clock is not None
    assert (game.clock.turn, game.clock.is_running) == (BLACK, False)
    game.push("11-15")
    assert (game.clock.turn, game.check_time(at=1e9)) == (WHITE, False)
    again = Game.from_json(game.to_json())
    assert again == game
    game.start_clock(at=100)
    with pytest.raises(GameStateError, match="at what time"):
        game.push("23-19")
    assert game.check_time(at=140)
    game.push("23-19", at=139)
    assert game.pop() == game.boards[-1].move("23-19")
    assert game.clock.remaining(WHITE, at=110) == 30
    game.pop()
    game.push("12-16")
    assert Game(AMERICAN).clock is None
    longer = Game(YEEQIA, clock=TimeControl((Period(60),)))
    with pytest.raises(GameStateError, match="start_clock"):
        longer.push("11-15")


def test_a_game_without_a_clock_has_no_time() -> None:
    game = Game()
    assert game.clock is None
    for call in (game.start_clock, game.stop_clock, game.check_time):
        with pytest.raises(GameStateError, match="no clock"):
            call(1.0)


def test_a_game_without_time_at_its_beginning_begins_with_the_increment() -> None:
    control = TimeControl.from_text("0+10")
    assert str(control) == "0+10"
    clock = _running(control)
    assert clock.remaining(BLACK, at=4) == 6
    assert clock.pressed(at=4).remaining(BLACK) == 16
    with pytest.raises(RulesError, match="must give some time"):
        TimeControl.from_text("0")


def test_a_sand_clock_gives_the_opponent_what_a_player_uses() -> None:
    control = TimeControl.from_text("*60")
    assert str(control) == "*60"
    clock = _running(control).pressed(at=10)
    assert (clock.remaining(BLACK), clock.remaining(WHITE, at=10)) == (50, 70)
    clock = clock.pressed(at=40)
    assert (clock.remaining(BLACK, at=40), clock.remaining(WHITE)) == (80, 40)
    assert clock.is_expired(at=120)
    later = _running(TimeControl.from_text("2/100:*60"))
    for second in (10, 20, 30, 40):
        later = later.pressed(at=second)
    assert later.pressed(at=55).remaining(WHITE, at=55) == 100 - 20 + 60 + 15
    with pytest.raises(RulesError, match="is_sand_clock"):
        Period(60, increment=2, is_sand_clock=True)
    with pytest.raises(RulesError, match="only the last one"):
        TimeControl.from_text("*60:30")


def test_times_that_were_noted_are_kept_and_stop_no_move() -> None:
    game = Game(clock="300+5", is_timed=False)
    game.push("11-15")
    game.note_time("B", 298.5)
    game.note_time("W", 300)
    game.push("23-19")
    game.note_time("white", 2, is_used=True)
    noted = [(event.ply, event.kind, event.color, event.at) for event in game.events]
    assert noted == [
        (1, EventKind.TIME_LEFT, BLACK, 298.5),
        (1, EventKind.TIME_LEFT, WHITE, 300),
        (2, EventKind.TIME_USED, WHITE, 2),
    ]
    text = game.to_pdn(commands=False)
    assert text.endswith("1. 11-15 {[%clock W0:05:00 b0:04:58.5]} 1... 23-19 {[%emt 0:00:02]} *\n")
    for again in (Game.from_pdn(text), Game.from_pdn(game.to_pdn()), Game.from_json(game.to_json())):
        assert again == game or sorted(map(str, again.events)) == sorted(map(str, game.events))
        assert again.time_control == game.time_control
        again.push("8-11")
    game.pop()
    assert len(game.events) == 2
    game.resign("white")
    with pytest.raises(GameStateError, match="the game is over"):
        game.note_time("white", 2)


def test_an_offer_stays_open_when_times_are_noted() -> None:
    game = Game(clock="300+5", is_timed=False)
    game.push("11-15", offer_draw=True)
    game.note_time("black", 298)
    assert game.offer is BLACK
    game.accept_draw("white")
    assert game.result is not None


@pytest.mark.parametrize("tag", ["-", "?", "", "blitz", "*180", "40/7200:300+5", "0+10"])
def test_the_time_control_of_a_file_is_read_where_it_names_one(tag: str) -> None:
    game = Game.from_pdn(f'[TimeControl "{tag}"] 1. 11-15 {{[%clk 0:04:58]}} 23-19 {{[%clk x]}} *')
    assert game.ply == 2
    assert str(game.time_control) == (tag if tag[:1].isdigit() or tag[:1] == "*" else "None")
    assert [(event.ply, event.color, event.at) for event in game.events] == [(1, BLACK, 298)]
    assert Game.from_pdn(game.to_pdn(commands=False)) == game
