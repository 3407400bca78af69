"""The oracle itself, against published counts, independent vectors and positions worked out by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import oracle
from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.presets import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BREAKTHROUGH,
    FRISIAN,
    INTERNATIONAL,
    KILLER,
    POOL,
    RUSSIAN,
    THAI,
    TURKISH,
)
from draughts.rules.registry import get_rules
from draughts.rules.rules import (
    CapturePriority,
    Color,
    Direction,
    Goal,
    KingLanding,
    KingRange,
    Promotion,
    Removal,
    Rules,
)

_DATA = Path(__file__).parent.parent / "data"
_VECTORS = sorted((_DATA / "vectors").glob("*.jsonl"))  # none: pytest skips what they parametrize
_SAMPLE = 40


def _numbers(text: str, rules: Rules) -> str:
    """Algebraic squares replaced by their numbers; colours and kings are upper case and stay."""
    return re.sub(r"[a-l][0-9]+", lambda match: str(rules.geometry.number(match[0])), text)


def _position(fen: str, rules: Rules) -> oracle.Position:
    return oracle.parse(_numbers(fen, rules), rules)


def _key(origin: int, destination: int, captures: tuple[int, ...]) -> str:
    if not captures:
        return f"{origin}-{destination}"
    return f"{origin}x{destination}:{','.join(map(str, sorted(captures)))}"


def _keys(outcomes: dict[oracle.Outcome, list[oracle.Route]]) -> list[str]:
    return [_key(outcome.origin, outcome.destination, outcome.captures) for outcome in outcomes]


def _expected(text: str, rules: Rules) -> set[str]:
    """Keys of moves written as ``c5xg5:d4,f4`` or ``28-24``, separated by blanks."""
    keys = set()
    for word in _numbers(text, rules).split():
        squares, _, taken = word.partition(":")
        origin, destination = map(int, re.split("[-x]", squares))
        keys.add(_key(origin, destination, tuple(map(int, taken.split(","))) if taken else ()))
    return keys


def _legal(fen: str, rules: Rules, frozen: frozenset[int] = frozenset()) -> set[str]:
    return set(_keys(oracle.legal(_position(fen, rules), rules, frozen)))


def _check_vector(line: str, rules: Rules) -> None:
    vector: dict[str, Any] = json.loads(line)
    position = oracle.parse(vector["fen"], rules)
    outcomes = oracle.legal(position, rules)
    winner = oracle.winner(position, rules)
    found = {
        "moves": [
            {"from": outcome.origin, "to": outcome.destination, "captures": list(outcome.captures)}
            for outcome in outcomes
        ],
        "after": {
            key: oracle.write(oracle.play(position, outcome, rules), rules)
            for key, outcome in zip(_keys(outcomes), outcomes, strict=True)
        },
        "winner": winner.value if winner else None,
        "fen": oracle.write(position, rules),
    }
    assert found == {name: vector[name] for name in found}


@pytest.mark.parametrize("path", _VECTORS, ids=lambda path: path.stem)
def test_a_sample_of_the_vectors_is_reproduced(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines[:: max(1, len(lines) // _SAMPLE)]:
        _check_vector(line, get_rules(path.stem))


@pytest.mark.slow
@pytest.mark.parametrize("path", _VECTORS, ids=lambda path: path.stem)
def test_all_vectors_are_reproduced(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        _check_vector(line, get_rules(path.stem))


_PERFT = _DATA / "perft" / "perft.json"
_TABLES = [
    pytest.param(table, id=f"{table['variant']}-{table['name']}-{table['duplicates']}")
    for table in (json.loads(_PERFT.read_text(encoding="utf-8")) if _PERFT.exists() else ())
]


def _check_perft(table: dict[str, Any], most_leaves: int) -> None:
    rules = get_rules(table["variant"])
    position = oracle.parse(table["fen"], rules)
    counts = {depth: leaves for depth, leaves in table["counts"].items() if leaves <= most_leaves}
    assert counts
    assert counts == {depth: oracle.perft(position, int(depth), rules, table["duplicates"]) for depth in counts}


@pytest.mark.parametrize("table", _TABLES)
def test_small_perft_counts_are_reproduced(table: dict[str, Any]) -> None:
    _check_perft(table, most_leaves=2_000)


@pytest.mark.slow
@pytest.mark.parametrize("table", _TABLES)
def test_middling_perft_counts_are_reproduced(table: dict[str, Any]) -> None:
    _check_perft(table, most_leaves=60_000)


# The worked positions of the rules reference, section 23, under their numbers there; moves are complete.
_WORKED = [
    ("T01", "international", "W:WK18:B7,15,23,27,40", "18x45:23,40"),
    ("T02", "international", "W:W13:B7,8,44", "13x11:7,8"),
    ("T03", "international", "W:WK26:B9,21,29,32,39", "26x4:9,21,29,32,39"),
    ("T04", "international", "W:W9,K39:B13,30", "9x18:13 39x25:30"),
    ("T05", "russian", "W:Wc5:Bd4,d6,f4", "c5xe7:d6 c5xg5:d4,f4"),
    ("T06", "brazilian", "W:Wc5:Bd4,d6,f4", "c5xg5:d4,f4"),
    ("T07", "russian", "W:Wh6:Bb4,g7", "h6xa3:b4,g7"),
    ("T08", "brazilian", "W:Wh6:Bb4,g7", "h6xf8:g7"),
    ("T09", "russian", "W:Wd6:Bd4,e7,g7", "d6xh6:e7,g7"),
    ("T10", "brazilian", "W:Wd6:Bd4,e7,g7", "d6xh6:e7,g7"),
    ("T10", "pool", "W:Wd6:Bd4,e7,g7", "d6xh6:e7,g7"),
    ("T10", "klyo", "W:Wd6:Bd4,e7,g7", "d6xh6:e7,g7"),
    ("T11", "russian", "W:WKg7:Be3,f4,f6,g3,g5", "g7xh4:e3,f6,g3"),
    ("T11", "brazilian", "W:WKg7:Be3,f4,f6,g3,g5", "g7xh4:e3,f6,g3"),
    ("T12", "russian", "W:WKa5:Bb6,g5", "a5xh4:b6,g5"),
    ("T13", "pool", "W:W9:B6,14,16", "9x18:14 9x2:6"),
    ("T14", "pool", "W:W10:B7,8,15", "10x19:15 10x12:7,8"),
    ("T15", "american", "W:W11:B6,7", "11x2:7"),
    ("T16", "american", "W:W16,22:B6,11,18", "16x7:11 22x8:11,18"),
    ("T17", "american", "W:WK22:B9,10,17,18", "22x22:9,10,17,18"),
    ("T18", "american", "B:W9,14:B5", ""),
    ("T19", "italian", "W:W28:B13,K23", "28-24"),
    ("T20", "italian", "W:W20,K12:B15", "12x19:15"),
    ("T21", "italian", "W:WK14:B10,K11", "14x7:11"),
    ("T22", "italian", "W:WK8,K23:B10,12,K19", "23x5:10,19"),
    ("T23", "italian", "W:W25,K10:B14,21", "25x11:14,21"),
    ("T24", "spanish", "W:WK19:B26,K28", "19x32:28"),
    ("T24", "portuguese", "W:WK19:B26,K28", "19x32:28"),
    ("T25", "spanish", "W:W18,K20:B6,15,K22", "20x2:6,15"),
    ("T25", "portuguese", "W:W18,K20:B6,15,K22", "20x2:6,15"),
    ("T26", "czech", "W:Wd2,Ke7:Ba3,c3,c5", "e7xb4:c5"),
    ("T27", "czech", "W:WKe3:Bb4,d4,g5", "e3xa3:b4,d4 e3xh6:g5"),
    ("T28", "turkish", "W:WKe5:Bb5,g5", "e5xa5:b5 e5xh5:g5"),
    ("T29", "turkish", "W:WKb1:Bb4,d4,e7,h5", "b1xa4:b4,d4,e7,h5 b1xb4:b4,d4,e7,h5 b1xc4:b4,d4,e7,h5"),
    ("T30", "turkish", "W:Wb6:Bb7,g4,Kc8", "b6xd8:b7,c8"),
    ("T31", "armenian", "W:Wd2:Be3", "d2-c2 d2-e2 d2-d3 d2-c3"),
    (
        "T32",
        "armenian",
        "W:WKd4:Bf6",
        "d4-a4 d4-b4 d4-c4 d4-e4 d4-f4 d4-g4 d4-h4 d4-d1 d4-d2 d4-d3 d4-d5 d4-d6 d4-d7 d4-d8 "
        "d4-a1 d4-b2 d4-c3 d4-e5 d4-a7 d4-b6 d4-c5 d4-e3 d4-f2 d4-g1",
    ),
    ("T33", "armenian", "W:Wh4:Bh5,h7,Kb8", "h4xa8:b8,h5,h7"),
    ("T35", "frisian", "W:W29,K24:B34", "24x44:34"),
    ("T36", "frisian", "W:W23:B33", "23x43:33"),
    ("T36", "international", "W:W23:B33", "23-18 23-19"),
    ("T37", "frisian", "W:W32:B7,11,27,K33,K40", "32x45:33,40"),
    ("T38", "thai", "W:WK5:B14,16", "5x18:14"),
    ("T39", "thai", "W:WK15:B8,25", "15x4:8,25 15x29:8,25"),
    ("T40", "canadian", "W:W13:B8,9,38", "13x15:8,9"),
    ("T41", "russian", "W:Wa1:Bb2,c3", ""),
    ("T41", "russian-giveaway", "W:Wa1:Bb2,c3", ""),
    ("T42", "frisian", "W:W17:B12,13,K21", "17x19:12,13"),
    ("T43", "frisian", "W:W13:B23,30,34,K28", "13x24:23,30,34"),
]


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [pytest.param(*row[1:], id=f"{row[0]}-{row[1]}") for row in _WORKED],
)
def test_the_worked_positions_have_the_moves_of_the_reference(variant: str, fen: str, moves: str) -> None:
    rules = get_rules(variant)
    assert _legal(fen, rules) == _expected(moves, rules)


@pytest.mark.parametrize(
    ("number", "is_king"),
    [
        *((number, True) for number in ("T07", "T08", "T09", "T15", "T20", "T30", "T33", "T35")),
        *((number, False) for number in ("T02", "T10", "T23", "T40")),
    ],
)
def test_the_worked_positions_end_with_a_king_or_a_man(number: str, is_king: bool) -> None:
    _, variant, fen, _ = next(row for row in _WORKED if row[0] == number)
    rules = get_rules(variant)
    assert [outcome.becomes_king for outcome in oracle.legal(_position(fen, rules), rules)] == [is_king]


@pytest.mark.parametrize(
    ("fen", "rules", "side"),
    [
        ("B:W9,14:B5", AMERICAN, Color.WHITE),
        ("B:W9,14:B5", AMERICAN_GIVEAWAY, Color.BLACK),
        ("W:Wa1:Bb2,c3", RUSSIAN, Color.BLACK),
        ("W:W:B1", AMERICAN, Color.BLACK),
        ("B:W12:B1", AMERICAN, None),
        ("B:WK3:B20", BREAKTHROUGH, Color.WHITE),
        ("W:WK3:B20", BREAKTHROUGH, Color.WHITE),
        ("B:W46:B20,K50", BREAKTHROUGH, Color.BLACK),
        ("B:WK3:B20,K50", BREAKTHROUGH, Color.WHITE),
        ("B:W31:B20", BREAKTHROUGH, None),
        ("B:W31:B", BREAKTHROUGH, Color.WHITE),
    ],
)
def test_a_blocked_side_or_the_first_king_decides(fen: str, rules: Rules, side: Color | None) -> None:
    assert oracle.winner(_position(fen, rules), rules) is side


def test_no_move_is_left_once_a_king_has_won() -> None:
    assert not _legal("B:WK3:B20", BREAKTHROUGH)
    assert _legal("B:WK3:B20", INTERNATIONAL) == {"20-24", "20-25"}


def test_a_man_that_passes_the_promotion_row_has_not_won() -> None:
    position = _position("W:W13:B7,8,44", BREAKTHROUGH)
    (outcome,) = oracle.legal(position, BREAKTHROUGH)
    assert oracle.winner(oracle.play(position, outcome, BREAKTHROUGH), BREAKTHROUGH) is None


def test_routes_are_counted_by_three_conventions() -> None:
    # One line, two stop-overs.
    position = _position("W:WK18:B7,15,23,27,40", INTERNATIONAL)
    assert oracle.legal(position, INTERNATIONAL) == {
        oracle.Outcome(18, 45, (23, 40), True): [
            oracle.Route((18, 29, 45), (23, 40)),
            oracle.Route((18, 34, 45), (23, 40)),
        ]
    }
    assert [oracle.count(position, INTERNATIONAL, how) for how in ("removed", "kept", "paths")] == [1, 1, 2]
    # One round, two ways about.
    position = _position("W:WK22:B9,10,17,18", AMERICAN)
    assert oracle.legal(position, AMERICAN) == {
        oracle.Outcome(22, 22, (9, 10, 17, 18), True): [
            oracle.Route((22, 13, 6, 15, 22), (17, 9, 10, 18)),
            oracle.Route((22, 15, 6, 13, 22), (18, 10, 9, 17)),
        ]
    }
    assert [oracle.count(position, AMERICAN, how) for how in ("removed", "kept", "paths")] == [1, 2, 2]
    assert [oracle.perft(position, 1, AMERICAN, how) for how in ("removed", "kept", "paths")] == [1, 2, 2]


def test_frozen_kings_take_but_do_not_move_quietly() -> None:
    assert _legal("W:WK46,31:B1", FRISIAN, frozenset({46})) == {"31-26", "31-27"}
    assert _legal("W:WK46,31:B28,1", FRISIAN, frozenset({46})) == _legal("W:WK46,31:B28,1", FRISIAN)
    blocked = _position("W:W6,K46:B1", FRISIAN)
    assert oracle.winner(blocked, FRISIAN) is None
    assert oracle.winner(blocked, FRISIAN, frozenset({46})) is Color.BLACK


# Rules that no variant has, each position worked out by hand.
_MIXED = [
    pytest.param(
        # 23 and 40 one way and 7 the other, from either end: what has left does not bar the way back.
        INTERNATIONAL.replace(removal=Removal.IMMEDIATE),
        "W:WK18:B7,15,23,27,40",
        "18x45:7,23,40 18x1:7,23,40",
        id="a king turns back through the pieces it has lifted",
    ),
    pytest.param(
        THAI.replace(removal=Removal.AFTER_MOVE),
        "W:WK15:B8,25",
        "15x4:8 15x29:25",
        id="a king cannot turn back through pieces that stay",
    ),
    pytest.param(
        TURKISH.replace(about_turns=True),
        "W:WKe5:Bb5,g5",
        "e5xa5:b5,g5 e5xh5:b5,g5",
        id="a king may turn about",
    ),
    pytest.param(
        # Of the landings behind b5 only f5 goes on.
        TURKISH,
        "W:WKa5:Bb5,f7",
        "a5xf8:b5,f7",
        id="a king turns aside and jumps from afar",
    ),
    pytest.param(
        AMERICAN.replace(capture_priority=(CapturePriority.KINGS_EARLIEST,)),
        "W:W16,21,22:B11,K17,K18",
        "22x8:11,18 21x14:17 22x13:17",
        id="a king alone is as early as a king and then a man",
    ),
    pytest.param(
        AMERICAN.replace(capture_priority=(CapturePriority.KINGS_EARLIEST,)),
        "W:W16,22:B6,K11,18",
        "16x7:11",
        id="a king first goes before a man first",
    ),
    pytest.param(
        AMERICAN.replace(capture_priority=(CapturePriority.KINGS_EARLIEST,)),
        "W:W16,22:B6,K11,K18",
        "22x8:11,18",
        id="a second king goes before none",
    ),
    pytest.param(
        RUSSIAN.replace(men_capture_kings=False),
        "W:Wh6:Bg7,Kb4",
        "h6xa3:b4,g7",
        id="a man crowned inside a capture takes kings",
    ),
    pytest.param(
        RUSSIAN.replace(men_capture_kings=False),
        "W:Wh6:Bb4,Kg7",
        "",
        id="a king only blocks a man that may not take it",
    ),
    pytest.param(
        # The man ends on f8 as a king, but it was a man when it began.
        RUSSIAN.replace(capture_priority=(CapturePriority.WITH_KING,)),
        "W:Wh6,Ka3:Bb4,g7",
        "a3xc5:b4 a3xd6:b4 a3xe7:b4 a3xf8:b4",
        id="a man crowned inside a capture has captured as a man",
    ),
    pytest.param(
        POOL.replace(promotion=Promotion.ENDS_MOVE),
        "W:Wd6:Bd4,e7,g7",
        "d6xf8:e7",
        id="a man that could jump back out of the promotion row stops there",
    ),
    pytest.param(
        KILLER,
        "W:WK46:BK32",
        "46x28:32",
        id="a king stops right behind a king",
    ),
    pytest.param(
        KILLER,
        "W:WK46:B13,K32",
        "46x8:13,32 46x2:13,32",
        id="a king need not stop right behind a king when it goes on",
    ),
    pytest.param(
        KILLER,
        "W:WK46:BK13,32",
        "46x8:13,32",
        id="a king stops right behind a king taken last",
    ),
    pytest.param(
        # From 28 nothing more can be taken, and 19 is out of reach.
        KILLER.replace(king_landing=KingLanding.ADJACENT),
        "W:WK46:B13,K32",
        "46x28:32",
        id="a king that always stops right behind misses the second piece",
    ),
    pytest.param(
        FRISIAN.replace(king_range=KingRange.SHORT),
        "W:WK24:B34",
        "24x44:34",
        id="a short king jumps along a file",
    ),
    pytest.param(
        FRISIAN.replace(king_range=KingRange.SHORT),
        "W:WK14:B34",
        "14-9 14-10 14-19 14-20",
        id="a short king does not jump from afar",
    ),
    pytest.param(
        ARMENIAN.replace(king_captures=Direction.EVERY),
        "W:WKd4:Bf6",
        "d4xg7:f6 d4xh8:f6",
        id="a king captures diagonally on a board of all squares",
    ),
    pytest.param(
        # Black's forward is down: it takes e2 and e1 is its promotion row, a8 is not.
        ARMENIAN,
        "B:Wd5,e2:Be3",
        "e3xe1:e2",
        id="directions are those of the side that moves",
    ),
    pytest.param(
        INTERNATIONAL.replace(man_moves=Direction.DIAGONAL),
        "B:W:B28",
        "28-22 28-23 28-32 28-33",
        id="men step back where the rules let them",
    ),
    pytest.param(
        # 2 pieces as against 1 first, then the king: in the other order the king's one piece would win.
        INTERNATIONAL.replace(capture_priority=(CapturePriority.MOST_PIECES, CapturePriority.WITH_KING)),
        "W:W13,K39:B7,8,30",
        "13x11:7,8",
        id="the number comes first where it is named first",
    ),
    pytest.param(
        INTERNATIONAL.replace(capture_priority=(CapturePriority.WITH_KING, CapturePriority.MOST_PIECES)),
        "W:W13,K39:B7,8,30",
        "39x25:30",
        id="the king comes first where it is named first",
    ),
    pytest.param(
        INTERNATIONAL.replace(capture_priority=(CapturePriority.MOST_KINGS, CapturePriority.MOST_PIECES)),
        "W:W13,K39:B7,8,K30",
        "39x25:30",
        id="kings come first where they are named first",
    ),
    pytest.param(
        AMERICAN.replace(goal=Goal.FIRST_KING),
        "W:W6:B20",
        "6-1 6-2",
        id="the move that makes the first king is played",
    ),
    pytest.param(
        Rules(
            name="small",
            geometry=Geometry(4, 6, PlayableSquares.ALL),
            men_rows=1,
            man_moves=Direction.FORWARD,
            man_captures=Direction.DIAGONAL,
            game_type=None,
        ),
        "W:Wb2:Bc3,c5,a3",
        "b2xb6:c3,c5",
        id="a small board of all squares with diagonal captures",
    ),
]


@pytest.mark.parametrize(("rules", "fen", "moves"), _MIXED)
def test_mixed_rules_are_followed(rules: Rules, fen: str, moves: str) -> None:
    assert _legal(fen, rules) == _expected(moves, rules)


@pytest.mark.parametrize(
    "fen",
    ["W:W21,K30:B1", "B:W:B5", "W:W:B", "B:W1,K2,3:BK7,32"],
)
def test_a_position_is_written_as_it_was_read(fen: str) -> None:
    assert oracle.write(oracle.parse(fen, AMERICAN), AMERICAN) == fen


@pytest.mark.parametrize(
    "fen",
    ["", "W:W1", "X:W1:B2", "W:W1:B33", "W:W1:B1", "W:W0:B1", "W:W1,:B2", "W:W1-3:B9", "W:Wa1:Bb2"],
)
def test_what_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=r"square|form"):
        oracle.parse(fen, AMERICAN)


def test_squares_of_a_larger_board_are_not_written() -> None:
    with pytest.raises(ValueError, match="off the board"):
        oracle.write(oracle.parse("W:W50:B1", INTERNATIONAL), AMERICAN)


def test_an_illegal_move_is_not_played() -> None:
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(_position("W:W21:B1", AMERICAN), oracle.Outcome(21, 14, (), False), AMERICAN)


def test_playing_leaves_the_position_as_it_was() -> None:
    position = _position("W:W11:B6,7", AMERICAN)
    (outcome,) = oracle.legal(position, AMERICAN)
    assert oracle.write(oracle.play(position, outcome, AMERICAN), AMERICAN) == "B:WK2:B6"
    assert oracle.write(position, AMERICAN) == "W:W11:B6,7"
