"""Draw rules: each one ply before, at and after its limit, and what does and does not start its count anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from draughts.errors import GameStateError, RulesError
from draughts.game.draw_counting import counters_for
from draughts.game.game import Game
from draughts.game.result import ResultReason
from draughts.position.board import Board
from draughts.rules.draws import (
    DrawRule,
    LoneKings,
    Material,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    ResetOn,
)
from draughts.rules.geometry import Geometry
from draughts.rules.houses import BARRELHEAD, CHECKERS_BOARD, KLYO, YEEQIA
from draughts.rules.presets import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BRAZILIAN,
    BREAKTHROUGH,
    CANADIAN,
    CZECH,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    INTERNATIONAL_GIVEAWAY,
    ITALIAN,
    JAMAICAN,
    KILLER,
    POOL,
    PORTUGUESE,
    RUSSIAN,
    RUSSIAN_GIVEAWAY,
    SPANISH,
    THAI,
    TURKISH,
)
from draughts.rules.rules import Color, PieceType, Rules
from walks import wander

Keep = Callable[[Board], bool]


def _anything(board: Board) -> bool:
    return True


def _black_king_on_diagonal(board: Board) -> bool:
    return bool(set(board.rules.geometry.long_diagonal) & set(board.pieces(Color.BLACK, PieceType.KING)))


def _black_king_off_diagonal(board: Board) -> bool:
    return not _black_king_on_diagonal(board)


def _white_king_on_diagonal(board: Board) -> bool:
    return bool(set(board.rules.geometry.long_diagonal) & set(board.pieces(Color.WHITE, PieceType.KING)))


class Limit(NamedTuple):
    """A position in which a rule begins to count, and after how many plies it draws."""

    name: str
    rules: Rules
    fen: str
    rule: DrawRule
    plies: int
    keep: Keep = _anything


def _nth(rules: Rules, kind: type[DrawRule], position: int = 0) -> DrawRule:
    return [rule for rule in rules.draws if isinstance(rule, kind)][position]


_QUIET, _MATERIAL, _COUNT = NoProgress, MaterialLimit, PieceCountLimit

#: Men on the back rows, a king each: nobody can be taken there.
_BEHIND_MEN = "W:Wa1,c1,e1,g1,Kb4:Bb8,d8,f8,h8,Kg5"
_THREE_EACH = "W:Wa1,c1,Kb4:Bf8,h8,Kg5"

LIMITS = [
    Limit("American 40", AMERICAN, "W:WK29,K30:BK3,K4", _nth(AMERICAN, _QUIET), 80),
    Limit("American giveaway 40", AMERICAN_GIVEAWAY, "W:WK29,K30:BK3,K4", _nth(AMERICAN_GIVEAWAY, _QUIET), 80),
    Limit("Yeeqia 40", YEEQIA, "W:WK29,K30:BK3,K4", _nth(YEEQIA, _QUIET), 80),
    Limit("Barrelhead 40", BARRELHEAD, "W:WK29,K30:BK3,K4", _nth(BARRELHEAD, _QUIET), 80),
    Limit("Italian 40", ITALIAN, "W:WK29,K30:BK3,K4", _nth(ITALIAN, _QUIET), 80),
    Limit("International 25", INTERNATIONAL, "W:WK46,K47:BK5,K4", _nth(INTERNATIONAL, _QUIET), 50),
    Limit("Killer 25", KILLER, "W:WK46,K47:BK5,K4", _nth(KILLER, _QUIET), 50),
    Limit("Canadian 25", CANADIAN, "W:WK67,K68:BK6,K5", _nth(CANADIAN, _QUIET), 50),
    Limit("International 16", INTERNATIONAL, "W:WK2,K30,K50:BK16", _nth(INTERNATIONAL, _MATERIAL, 0), 32),
    Limit("International 5", INTERNATIONAL, "W:WK17,K40:BK48", _nth(INTERNATIONAL, _MATERIAL, 1), 10),
    Limit("International K v K", INTERNATIONAL, "W:WK46:BK3", _nth(INTERNATIONAL, _MATERIAL, 1), 10),
    Limit("Canadian 16", CANADIAN, "B:WK33,K46,K68:BK4", _nth(CANADIAN, _MATERIAL, 0), 32),
    Limit("R04", RUSSIAN, "W:WKa1,Kb2,Kc1:BKh6", _nth(RUSSIAN, _MATERIAL, 0), 30, _black_king_off_diagonal),
    Limit("Russian 7.2.4, four kings", RUSSIAN, "B:WKa1,Kb2,Kc1,Ka3:BKh6", _nth(RUSSIAN, _MATERIAL, 0), 30),
    Limit("Russian 7.2.5", RUSSIAN, _BEHIND_MEN, _nth(RUSSIAN, _QUIET), 30),
    Limit("Russian 7.2.6, 4 pieces", RUSSIAN, "W:WKa1,Kc1:BKh8,Kf8", _nth(RUSSIAN, _COUNT, 0), 60),
    Limit("Russian 7.2.6, 6 pieces", RUSSIAN, _THREE_EACH, _nth(RUSSIAN, _COUNT, 1), 120),
    Limit("R05", RUSSIAN, "W:WKc1,Ke1,Kg1:BKh8", _nth(RUSSIAN, _MATERIAL, 1), 10, _black_king_on_diagonal),
    Limit("Russian 7.2.8", RUSSIAN, "W:WKa1,Kc1:BKh6", _nth(RUSSIAN, _MATERIAL, 2), 10),
    Limit("Poddavki 15", RUSSIAN_GIVEAWAY, _BEHIND_MEN, _nth(RUSSIAN_GIVEAWAY, _QUIET), 30),
    Limit("Brazilian 20", BRAZILIAN, _BEHIND_MEN, _nth(BRAZILIAN, _QUIET), 40),
    Limit("Brazilian 2K v 2K", BRAZILIAN, "W:WKa1,Kc1:BKh8,Kf8", _nth(BRAZILIAN, _MATERIAL), 10),
    Limit("Brazilian K v K+M", BRAZILIAN, "W:WKc1:BKf8,h8", _nth(BRAZILIAN, _MATERIAL), 10),
    Limit("Klyo 15", KLYO, "W:WKa1,Kc1:BKh8,Kf8", _nth(KLYO, _QUIET), 30),
    Limit("R06", POOL, "W:WK2,K17,K23:BK30", _nth(POOL, _MATERIAL), 26),
    Limit("Jamaican 13", JAMAICAN, "B:WK16,K24,K31:BK25", _nth(JAMAICAN, _MATERIAL), 26),
    Limit("Pool 15", POOL, "W:WK29,K30:BK3,K4", _nth(POOL, _QUIET), 30),
    Limit("Czech 15", CZECH, "W:WKa1,Kc1:BKh8,Kf8", _nth(CZECH, _QUIET), 30),
    Limit("Spanish 20", SPANISH, "W:WK2,K3:BK31,K30", _nth(SPANISH, _QUIET), 40),
    Limit("Spanish 12", SPANISH, "W:WK2,K17,K23:BK30", _nth(SPANISH, _MATERIAL), 24, _white_king_on_diagonal),
    Limit("Portuguese 12", PORTUGUESE, "B:WK5,K9,K11:BK29", _nth(PORTUGUESE, _MATERIAL), 24, _white_king_on_diagonal),
    Limit("Frisian 7", FRISIAN, "W:WK17,K40:BK48", _nth(FRISIAN, _MATERIAL), 14),
    Limit("Frysk! 7", FRYSK, "B:WK17,K40:BK48", _nth(FRYSK, _MATERIAL), 14),
]


def _plies_left(game: Game, rule: DrawRule) -> int | None:
    return next((status.value for status in game.draw_status if status.rule == rule), None)


@pytest.fixture(autouse=True)
def _new_counters() -> None:
    """What counts for a rule set is made for each test, not once for all."""
    counters_for.cache_clear()


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
def test_a_limit_draws_with_its_last_ply_and_not_before(limit: Limit) -> None:
    game = Game(start=Board.from_fen(limit.fen, limit.rules))
    assert _plies_left(game, limit.rule) == limit.plies
    wander(game, limit.plies - 1, limit.keep)
    assert game.result is None
    assert _plies_left(game, limit.rule) == 1
    wander(game, 1, limit.keep)
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == (None, limit.rule)
    assert game.result.reason in (ResultReason.NO_PROGRESS, ResultReason.MATERIAL)
    assert game.legal_moves == ()
    with pytest.raises(GameStateError, match="the game is over: drawn by"):
        game.push(game.board.legal_moves[0])
    game.pop()
    assert game.result is None
    assert _plies_left(game, limit.rule) == 1


@pytest.mark.parametrize(
    "limit", [limit for limit in LIMITS if limit.plies <= 32 and limit.rule.automatic], ids=lambda limit: limit.name
)
def test_a_limit_that_is_claimed_lets_the_game_go_on_until_then(limit: Limit) -> None:
    claimed = replace(limit.rule, automatic=False)
    rules = limit.rules.replace(draws=(claimed,))
    game = Game(start=Board.from_fen(limit.fen, rules))
    wander(game, limit.plies - 1, limit.keep)
    with pytest.raises(GameStateError, match="no draw can be claimed now"):
        game.claim_draw()
    wander(game, 2, limit.keep)
    assert game.result is None
    assert game.claimable_draws == (claimed,)
    game.claim_draw(game.turn)
    assert game.result is not None
    assert game.result.rule == claimed


@pytest.mark.parametrize(
    ("rules", "fen", "rule", "plies"),
    [
        pytest.param(INTERNATIONAL, "W:WK46,K47,K48:BK5", _nth(INTERNATIONAL, _MATERIAL, 0), 32, id="R02"),
        pytest.param(INTERNATIONAL, "W:WK46,K47:BK5", _nth(INTERNATIONAL, _MATERIAL, 1), 10, id="R03"),
        pytest.param(RUSSIAN, "W:WKa1,Kb2,Kc1:BKh6", _nth(RUSSIAN, _MATERIAL, 0), 30, id="R04"),
        pytest.param(RUSSIAN, "W:WKc1,Ke1,Kg1:BKh8", _nth(RUSSIAN, _MATERIAL, 1), 10, id="R05"),
        pytest.param(FRISIAN, "W:WK46,K47:BK5", _nth(FRISIAN, _MATERIAL), 14, id="R08"),
    ],
)
def test_a_class_that_just_arose_has_its_whole_count_left(rules: Rules, fen: str, rule: DrawRule, plies: int) -> None:
    assert _plies_left(Game(start=Board.from_fen(fen, rules)), rule) == plies


def test_r02_and_r03_the_capture_that_brings_a_class_about_is_not_counted() -> None:
    game = Game(start=Board.from_fen("W:WK46,K47,K48:BK5,23", INTERNATIONAL))
    game.push("46x10")
    assert _plies_left(game, _nth(INTERNATIONAL, _MATERIAL, 0)) == 32
    game.push("5x46")
    assert _plies_left(game, _nth(INTERNATIONAL, _MATERIAL, 0)) is None
    assert _plies_left(game, _nth(INTERNATIONAL, _MATERIAL, 1)) == 10


def test_r06_the_strong_side_has_thirteen_moves_whoever_begins() -> None:
    for fen in ("W:WK2,K17,K23:BK30", "B:WK16,K24,K31:BK25"):
        game = Game(start=Board.from_fen(fen, POOL))
        wander(game, 26)
        strong = [move for move in game.moves if move.piece.color is Color.WHITE]
        assert len(strong) == 13
        assert game.is_over


def test_r01_a_win_on_the_last_ply_of_a_count_is_a_win() -> None:
    rules = AMERICAN.replace(draws=(NoProgress(1, ResetOn.CAPTURE),))
    game = Game(start=Board.from_fen("B:WK27,K31:B24", rules))
    game.push("24-28")
    game.push("27-32")
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == (Color.WHITE, ResultReason.BLOCKED)
    game.pop()
    game.push("27-23")
    assert game.result is not None
    assert game.result.reason is ResultReason.NO_PROGRESS


def test_r07_a_frisian_king_that_has_moved_three_times_stands_still() -> None:
    game = Game(start=Board.from_fen("W:WK46,35:B4,3", FRISIAN))
    for text in ("46-41", "3-8", "41-46", "8-12", "46-41", "12-17"):
        game.push(text)
    assert {move.origin for move in game.legal_moves} == {35}
    stuck = Game(start=Board.from_fen("W:WK46,35:B24,30,1:+346+0", FRISIAN))
    assert stuck.result is not None
    assert (stuck.result.winner, stuck.result.reason) == (Color.BLACK, ResultReason.BLOCKED)
    assert Game(start=Board.from_fen("W:WK46,35:B24,30,1", FRISIAN)).result is None


def test_r09_one_turkish_piece_each_is_a_draw_unless_one_can_be_taken() -> None:
    drawn = Game(start=Board.from_fen("W:Wa2:BKh8", TURKISH))
    assert drawn.result is not None
    assert drawn.result.reason is ResultReason.MATERIAL
    taking = Game(start=Board.from_fen("W:WKa1:Ba5", TURKISH))
    assert taking.result is None
    taking.push("a1xa6")
    assert taking.result is not None
    assert taking.result.winner is Color.WHITE
    for fen in ("W:Wa2:Bh7", "W:WKa1:BKh8", "B:WKa1:Bh7"):
        assert Game(start=Board.from_fen(fen, ARMENIAN)).result is not None
    assert Game(start=Board.from_fen("W:WKa1,Kb1:BKh8", TURKISH)).result is None


def test_turkish_one_piece_each_is_drawn_by_the_capture_that_leads_to_it() -> None:
    game = Game(start=Board.from_fen("W:WKa1:Ba5,Kh8", TURKISH))
    game.push("a1xa6")
    assert game.result is not None
    assert game.result.rule == _nth(TURKISH, MaterialLimit)


def test_a_king_each_is_drawn_at_once_on_yeeqia_even_if_one_can_be_taken() -> None:
    result = Game(start=Board.from_fen("W:WK14:BK18", YEEQIA)).result
    assert result is not None
    assert result.reason is ResultReason.MATERIAL
    assert Game(start=Board.from_fen("W:WK14:BK18", AMERICAN)).result is None
    assert Game(start=Board.from_fen("W:WK14:B20", YEEQIA)).result is None
    assert Game(start=Board.from_fen("W:WK14:BK20,K28", YEEQIA)).result is None


def test_frisian_lone_kings_are_drawn_unless_a_capture_is_there_or_forced() -> None:
    rule = _nth(FRISIAN, LoneKings)
    far = Game(start=Board.from_fen("W:WK46:BK3", FRISIAN)).result
    assert far is not None
    assert far.rule == rule
    assert Game(start=Board.from_fen("W:WK37:BK28", FRISIAN)).result is None
    forced = [
        fen
        for white in range(1, 51)
        for black in range(1, 51)
        if white != black
        for fen in [f"W:WK{white}:BK{black}"]
        if _is_forced(Board.from_fen(fen, FRISIAN))
    ]
    assert forced
    for fen in forced:
        game = Game(start=Board.from_fen(fen, FRISIAN))
        assert game.result is None
        game.push(game.legal_moves[0])
        assert game.board.has_capture
        assert game.result is None
    server = FRISIAN.replace(draws=(MaterialLimit(2, (Material(kings=(1, 1)),), (Material(kings=(1, 1)),)),))
    assert _plies_left(Game(start=Board.from_fen("W:WK46:BK3", server)), server.draws[0]) == 4


def _is_forced(board: Board) -> bool:
    return not board.has_capture and all(board.play(move).has_capture for move in board.legal_moves)


REPETITIONS = [
    (AMERICAN, "W:WK29:BK4,K3", ("29-25", "4-8", "25-29", "8-4"), 3),
    (ITALIAN, "W:WK29:BK4,K3", ("29-25", "4-8", "25-29", "8-4"), 4),
    (RUSSIAN, _BEHIND_MEN, ("b4-a5", "g5-h4", "a5-b4", "h4-g5"), 3),
    (TURKISH, "W:Wa2,Kc1:Bh7,Kf8", ("c1-d1", "f8-e8", "d1-c1", "e8-f8"), 3),
    (THAI, "W:WK2:BK31,K32", ("2-6", "31-13", "6-2", "13-31"), 3),
    (INTERNATIONAL_GIVEAWAY, "W:WK46,K47:BK5,K4", ("47-42", "4-9", "42-47", "9-4"), 3),
]


@pytest.mark.parametrize(
    ("rules", "fen", "cycle", "times"), REPETITIONS, ids=lambda value: getattr(value, "name", None)
)
def test_r10_repetition_counts_the_first_position_and_draws_at_the_last_occurrence(
    rules: Rules, fen: str, cycle: tuple[str, ...], times: int
) -> None:
    game = Game(start=Board.from_fen(fen, rules))
    for seen in range(1, times):
        assert _plies_left(game, Repetition(times)) == seen
        for text in cycle[:-1]:
            game.push(text)
        assert game.result is None
        game.push(cycle[-1])
    assert game.result is not None
    assert (game.result.reason, game.result.rule) == (ResultReason.REPETITION, Repetition(times))
    with pytest.raises(GameStateError):
        game.push(cycle[0])
    game.pop()
    assert game.result is None


def test_positions_of_men_that_step_sideways_come_back() -> None:
    game = Game(start=Board.from_fen("W:Wa3,c1:Bh6,f8", TURKISH))
    for text in 2 * ("a3-b3", "h6-g6", "b3-a3", "g6-h6"):
        assert not game.is_over
        game.push(text)
    assert game.is_over
    assert game.legal_moves == ()
    assert game.result is not None
    assert game.result.rule == Repetition(3)


def test_a_limit_that_a_move_put_off_draws_in_time_when_that_move_is_taken_back() -> None:
    game = Game(start=Board.from_fen("W:WK29,30:BK4,3", AMERICAN.replace(draws=(NoProgress(2),))))
    for text in ("29-25", "4-8", "25-29"):
        game.push(text)
    game.push("3-7")
    assert _plies_left(game, NoProgress(2)) == 4
    game.pop()
    game.push("8-4")
    assert game.is_over
    assert game.legal_moves == ()


def test_repetition_needs_the_same_side_to_move() -> None:
    rules = INTERNATIONAL.replace(draws=(Repetition(3),))
    game = Game(start=Board.from_fen("W:WK47,K48:BK4,K3", rules))
    for text in ("47-42", "4-9", "42-38", "9-4", "38-47"):
        game.push(text)
    assert game.board.with_turn(Color.WHITE) == game.boards[0]
    assert _plies_left(game, Repetition(3)) == 1


def test_repetition_counts_cycles_longer_than_four_plies_and_ones_that_are_not_consecutive() -> None:
    game = Game(start=Board.from_fen("W:WK29,K31:BK4,K1", AMERICAN))
    long_way = ("29-25", "4-8", "25-22", "8-12", "22-26", "12-8", "26-22", "8-4", "22-25", "1-5", "25-29", "5-1")
    for text in (*long_way, "31-27", "4-8", "27-31", "8-4"):
        assert game.result is None
        game.push(text)
    assert game.result is not None
    assert game.result.reason is ResultReason.REPETITION


def test_there_is_no_repetition_in_frisian_and_breakthrough_games() -> None:
    game = Game(start=Board.from_fen("W:WK46,K47:BK5,K4", FRISIAN))
    for _ in range(5):
        for text in ("47-42", "4-9", "42-47", "9-4"):
            game.push(text)
    assert game.result is None
    assert Game(BREAKTHROUGH).draw_status == ()


class Event(NamedTuple):
    """Moves after which a rule has so many plies left (None: it does not apply)."""

    name: str
    rules: Rules
    rule: DrawRule
    fen: str
    moves: str
    left: int | None


_DIAGONAL = _nth(RUSSIAN, _MATERIAL, 1)

EVENTS = [
    Event("a capture", AMERICAN, _nth(AMERICAN, _QUIET), "W:WK29,K32:BK4,K23", "29-25 4-8 32-27 23x32", 80),
    Event("a man move", AMERICAN, _nth(AMERICAN, _QUIET), "W:WK29,22:BK4,9", "29-25 4-8 22-18", 80),
    Event("a king move", AMERICAN, _nth(AMERICAN, _QUIET), "W:WK29,22:BK4,9", "29-25 4-8 25-29", 77),
    Event("a man move", INTERNATIONAL, _nth(INTERNATIONAL, _QUIET), "W:WK46,K47,35:BK5,K4", "47-42 4-9 35-30", 50),
    Event("a king move", INTERNATIONAL, _nth(INTERNATIONAL, _QUIET), "W:WK46,K47,35:BK5,K4", "47-42 4-9 42-47", 47),
    Event(
        "16: a man move does not count anew",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 0),
        "W:WK46,35,45:BK3",
        "46-41 3-8 35-30",
        29,
    ),
    Event(
        "16: a promotion does not count anew",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 0),
        "W:WK46,6,45:BK3",
        "46-41 3-9 6-1",
        29,
    ),
    Event(
        "16 to 5 by a capture: 16 ends",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 0),
        "W:WK46,35,45:BK3",
        "46-41 3-8 35-30 8x35",
        None,
    ),
    Event(
        "16 to 5 by a capture: 5 begins",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 1),
        "W:WK46,35,45:BK3",
        "46-41 3-8 35-30 8x35",
        10,
    ),
    Event(
        "5: a man move does not count anew",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 1),
        "W:WK46,45:BK3",
        "46-41 3-8 45-40 8-3",
        6,
    ),
    Event(
        "5: the first king begins the count",
        INTERNATIONAL,
        _nth(INTERNATIONAL, _MATERIAL, 1),
        "W:WK46,45:B39",
        "46-41 39-44 41-46 44-50",
        10,
    ),
    Event(
        "7.2.4: a capture counts anew",
        RUSSIAN,
        _nth(RUSSIAN, _MATERIAL, 0),
        "W:WKa1,Kc1,Ke1,Ka5:BKh6",
        "a5-d2 h6-f8 a1-h8 f8-h6 d2-g5 h6:f4",
        30,
    ),
    Event(
        "7.2.4: a king move does not",
        RUSSIAN,
        _nth(RUSSIAN, _MATERIAL, 0),
        "W:WKa1,Kc1,Ke1,Ka5:BKh6",
        "a5-d2 h6-f8 a1-h8 f8-h6",
        26,
    ),
    Event("7.2.5: a man move", RUSSIAN, _nth(RUSSIAN, _QUIET), _BEHIND_MEN, "b4-a5 g5-h4 g1-h2", 30),
    Event("7.2.5: rests with 4-7 pieces", RUSSIAN, _nth(RUSSIAN, _QUIET), _THREE_EACH, "b4-a5", None),
    Event("7.2.6: a man move does not", RUSSIAN, _nth(RUSSIAN, _COUNT, 1), _THREE_EACH, "b4-a5 g5-h4 c1-d2", 117),
    Event("7.2.6: a promotion", RUSSIAN, _nth(RUSSIAN, _COUNT, 1), "W:Wc1,a7,Kb4:Bf8,h8,Kg5", "b4-a5 g5-h4 a7-b8", 120),
    Event(
        "7.2.6: begins with the second king", RUSSIAN, _nth(RUSSIAN, _COUNT, 1), "W:Wc1,a7,e1:Bf8,h8,Kg5", "a7-b8", 120
    ),
    Event(
        "7.2.6: needs kings on both sides", RUSSIAN, _nth(RUSSIAN, _COUNT, 1), "W:Wc1,a3,e1:Bf8,h8,Kg5", "a3-b4", None
    ),
    Event("7.2.7: off the diagonal", RUSSIAN, _DIAGONAL, "W:WKa3,Ka5,Kg1:BKh8", "a3-b4 h8-g7 b4-a3 g7-h6", None),
    Event("7.2.7: on it again", RUSSIAN, _DIAGONAL, "W:WKa3,Ka5,Kg1:BKh8", "a3-b4 h8-g7 b4-a3 g7-h6 a3-b4 h6-g7", 10),
    Event("7.2.7: along the diagonal", RUSSIAN, _DIAGONAL, "W:WKa3,Ka5,Kg1:BKh8", "a3-b4 h8-g7 b4-a3 g7-h8", 6),
    Event("7.2.8: a man move does not", RUSSIAN, _nth(RUSSIAN, _MATERIAL, 2), "W:WKc1,a3:BKh6", "a3-b4 h6-g7 b4-a5", 7),
    Event("a man move", BRAZILIAN, _nth(BRAZILIAN, _QUIET), _BEHIND_MEN, "b4-a5 g5-h4 g1-h2", 40),
    Event("a king move", BRAZILIAN, _nth(BRAZILIAN, _QUIET), _BEHIND_MEN, "b4-a5 g5-h4", 38),
    Event(
        "one list of endings",
        BRAZILIAN,
        _nth(BRAZILIAN, _MATERIAL),
        "W:WKa5,Kc1:BKh8,Kf8",
        "a5-d8 f8-g7 c1-b2 g7xa1",
        6,
    ),
    Event("a capture ends the count", POOL, _nth(POOL, _MATERIAL), "W:WK2,K17,K23:BK30", "2-6 30x1", None),
    Event("a king move does not", POOL, _nth(POOL, _MATERIAL), "W:WK2,K17,K23:BK30", "2-7", 25),
    Event("a man move", POOL, _nth(POOL, _QUIET), "W:WK31,22:BK2,5", "31-26 2-6 22-18", 30),
    Event("a man move", CZECH, _nth(CZECH, _QUIET), _BEHIND_MEN, "b4-a5 g5-h4 g1-h2", 30),
    Event("a man move does not", SPANISH, _nth(SPANISH, _QUIET), "W:WK1,2,3:BK30,31", "1-5 30-26 2-6", 37),
    Event("a promotion", SPANISH, _nth(SPANISH, _QUIET), "W:WK4,2,28:BK30,22", "4-8 30-26 28-32", 40),
    Event("off the diagonal", SPANISH, _nth(SPANISH, _MATERIAL), "W:WK2,K17,K23:BK30", "23-16", None),
    Event("along the diagonal", SPANISH, _nth(SPANISH, _MATERIAL), "W:WK2,K17,K23:BK30", "23-28", 23),
    Event("a king move", KLYO, _nth(KLYO, _QUIET), "W:WKa1,Kc1:BKh8,Kf8", "c1-d2 f8-e7", 28),
    Event("a man move", KLYO, _nth(KLYO, _QUIET), _BEHIND_MEN, "b4-a5 g5-h4 g1-h2", 30),
    Event("a man each has no limit", FRISIAN, _nth(FRISIAN, _MATERIAL), "W:WK46,45:BK5", "46-41", None),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: f"{event.rules.name}, {event.name}")
def test_what_starts_a_count_anew(event: Event) -> None:
    game = Game(start=Board.from_fen(event.fen, event.rules))
    for text in event.moves.split():
        game.push(text)
    assert _plies_left(game, event.rule) == event.left


@pytest.mark.parametrize(
    ("fen", "few", "several"),
    [
        ("W:WKa1:BKh8,Kf8", None, None),  # three pieces
        ("W:WKa1,Kc1:BKh8,Kf8", 60, None),
        ("W:Wa1,Kc1:BKh8,Kf8,d8", 60, None),
        ("W:Wa1,c1,Kb4:Bf8,h8,Kg5", None, 120),
        ("W:Wa1,c1,e1,Kb4:Bf8,h8,Kg5", None, 120),
        ("W:Wa1,c1,e1,Kb4:Bf8,h8,d8,Kg5", None, None),  # eight
        ("W:Wa1,c1,Kb4:Bf8,h8", None, None),  # no king of Black's
        ("W:Wa1,c1:Bf8,h8,Kg5", None, None),  # none of White's, who is to move
    ],
)
def test_russian_article_7_2_6_is_about_four_to_seven_pieces_with_a_king_on_both_sides(
    fen: str, few: int | None, several: int | None
) -> None:
    game = Game(start=Board.from_fen(fen, RUSSIAN))
    assert _plies_left(game, _nth(RUSSIAN, _COUNT, 0)) == few
    assert _plies_left(game, _nth(RUSSIAN, _COUNT, 1)) == several


def test_material_is_counted_from_the_fewest_to_the_most_that_are_named() -> None:
    rule = MaterialLimit(5, (Material(men=(1, 2), kings=(1, 2)),), (Material(kings=(1, 1)),))
    rules = AMERICAN.replace(draws=(rule,))
    squares = ("29", "30", "31"), ("32", "21", "22")
    applies = set()
    for men in range(4):
        for kings in range(1, 4):
            pieces = [f"K{square}" for square in squares[0][:kings]] + list(squares[1][:men])
            game = Game(start=Board.from_fen(f"W:W{','.join(pieces)}:BK1", rules))
            if _plies_left(game, rule) == 10:
                applies.add((men, kings))
    assert applies == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_a_capture_by_a_man_is_a_capture() -> None:
    rule = NoProgress(5, ResetOn.CAPTURE)
    game = Game(start=Board.from_fen("W:WK29,22:BK4,18,12", AMERICAN.replace(draws=(rule,))))
    game.push("22x15")
    assert _plies_left(game, rule) == 10


@pytest.mark.parametrize("draws", [(NoProgress(2), Repetition(2)), (Repetition(2), NoProgress(2))])
def test_of_two_rules_that_draw_with_the_same_ply_the_first_is_named(draws: tuple[DrawRule, ...]) -> None:
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", AMERICAN.replace(draws=draws)))
    for text in ("29-25", "4-8", "25-29", "8-4"):
        game.push(text)
    assert game.result is not None
    assert game.result.rule == draws[0]


def test_a_repetition_that_nobody_has_claimed_can_be_claimed_later() -> None:
    rule = Repetition(2, automatic=False)
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", AMERICAN.replace(draws=(rule,))))
    for _ in range(3):
        for text in ("29-25", "4-8", "25-29", "8-4"):
            game.push(text)
        assert game.claimable_draws == (rule,)


def test_a_limit_ends_a_game_that_nobody_has_asked_about_with_its_last_ply() -> None:
    game = Game(start=Board.from_fen("W:WK29,30:BK4,3", AMERICAN.replace(draws=(NoProgress(2),))))
    for text in ("29-25", "4-8", "25-29"):
        game.push(text)
        assert game.legal_moves
    game.push("8-4")
    assert game.is_over
    assert game.legal_moves == ()


def test_an_occurrence_that_is_taken_back_is_not_counted() -> None:
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", AMERICAN))
    cycle = ("29-25", "4-8", "25-29", "8-4")
    for text in cycle:
        game.push(text)
    for _ in range(3):
        assert _plies_left(game, Repetition(3)) == 2
        game.pop()
        game.push("8-4")
    for text in cycle[:-1]:
        game.push(text)
    assert not game.is_over
    game.push(cycle[-1])
    assert game.is_over


def test_how_far_a_limit_is_is_said_in_words() -> None:
    rule = NoProgress(2)
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", AMERICAN.replace(draws=(rule,))))
    said = []
    for text in ("29-25", "4-8", "25-30"):
        said += [status.describe().split(":")[0] for status in game.draw_status]
        game.push(text)
    assert said == ["2 moves each left", "2 moves each left", "1 move each left"]


def test_the_strict_reading_applies_15_moves_with_few_pieces_too() -> None:
    draws = tuple(
        replace(rule, replaces=False) if isinstance(rule, PieceCountLimit) else rule for rule in RUSSIAN.draws
    )
    strict = RUSSIAN.replace(draws=draws)
    game = Game(start=Board.from_fen(_THREE_EACH, strict))
    wander(game, 29)
    assert game.result is None
    wander(game, 1)
    assert game.result is not None
    assert game.result.rule == NoProgress(15)


def test_poddavki_draws_three_kings_against_one_on_the_main_road() -> None:
    rule = _nth(RUSSIAN_GIVEAWAY, MaterialLimit)
    alone = RUSSIAN_GIVEAWAY.replace(draws=(rule,))
    game = Game(start=Board.from_fen("W:WKc1,Ke1,Kg1:BKh8", alone))
    wander(game, 29, _black_king_on_diagonal)
    assert game.result is None
    wander(game, 1, _black_king_on_diagonal)
    assert game.result is not None
    assert game.result.rule == rule


def test_equal_moves_do_not_make_equal_positions() -> None:
    game = Game(start=Board.from_fen("W:WK29,21,22:BK4,12", AMERICAN))
    for text in ("29-25", "4-8", "25-29", "8-4", "22-18", "4-8", "29-25", "8-4", "25-29", "12-16"):
        game.push(text)
    assert game.result is None
    assert _plies_left(game, Repetition(3)) == 1


def test_a_board_shows_the_last_twenty_moves_each_only_where_the_house_says_so() -> None:
    game = Game(start=Board.from_fen("W:WK29,K30:BK3,K4", CHECKERS_BOARD))
    shown = []
    for _ in range(79):
        wander(game, 1)
        shown.append([status.moves_left for status in game.countdowns])
    assert shown == [[]] * 39 + [[(80 - plies + 1) // 2] for plies in range(40, 80)]
    assert all(status.describe().startswith("1 move each left") for status in game.countdowns)
    wander(game, 1)
    assert game.is_over
    assert game.countdowns == ()
    assert not any(status.is_shown for status in Game(AMERICAN).draw_status)


def test_a_board_that_is_not_square_has_no_main_road() -> None:
    with pytest.raises(RulesError, match="no long diagonal"):
        _ = Geometry(10, 8).long_diagonal


def test_counters_are_made_once_for_a_rule_set() -> None:
    assert counters_for(AMERICAN) is counters_for(AMERICAN.replace())
