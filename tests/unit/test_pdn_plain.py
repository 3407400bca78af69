"""Games replayed as they stand: the same reports, to the letter, as those of games that are read."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import AMERICAN, FRISIAN, INTERNATIONAL, RUSSIAN, TURKISH, Board, Game, Rules
from draughts.pdn import DeviationKind, GameReport, PlainGame, dumps, loads, validate

pytestmark = pytest.mark.smoke

_FILES = sorted((Path(__file__).parents[1] / "data" / "pdn").glob("*.pdn"))
_RULES = (AMERICAN, INTERNATIONAL, RUSSIAN)


class _Finder:
    """Finds nothing."""

    def __init__(self, rules: Rules | None, white_first: bool) -> None:
        pass

    def take(self, window: object) -> None:
        return None


@pytest.fixture(autouse=True)
def at_once() -> Iterator[None]:
    """Machine code from the first game on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("draughts.kernel.machine_code.GAMES.done", 1 << 40)
        yield


def _read(source: bytes, rules: Rules | None = None) -> list[GameReport]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("draughts.pdn.pipeline.PlainGames", _Finder)
        return list(validate(io.BytesIO(source), rules))


def _plain(source: bytes, rules: Rules | None = None) -> tuple[list[GameReport], int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("draughts.kernel.machine_code.GAMES.done", 1 << 40)
        reports = list(validate(io.BytesIO(source), rules))
    return reports, sum(isinstance(report.source, PlainGame) for report in reports)


def _games(seed: int, count: int = 6) -> str:
    rng = random.Random(seed)
    games = []
    for number in range(count):
        game = Game(rng.choice(_RULES))
        for _ in range(rng.randrange(60)):
            if game.is_over:
                break
            game.push(rng.choice(list(game.legal_moves)))
        (record,) = loads(game.to_pdn(commands=False, Event=f"Game {number}", White="Čapek" if number % 3 else "Ito"))
        if rng.random() < 0.3:
            record = loads(dumps(record).replace("2. ", "{a note\n of two lines} 2. ").replace("3. ", "$3 3. "))[0]
        games.append(record)
    return dumps(games)


def test_most_games_are_plain() -> None:
    text = "".join(map(_games, range(10)))
    reports, plain = _plain(text.encode())
    assert reports == _read(text.encode())
    assert plain > len(reports) * 0.7
    assert all(report.ok for report in reports)


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_reports_are_the_same(path: Path) -> None:
    for rules in (None, AMERICAN):
        assert _plain(path.read_bytes(), rules)[0] == _read(path.read_bytes(), rules)


_SIGNS = '0123456789-x:.,*!?${}()[]/% ;\n\tabcdefghABC"\\\x00½'


@given(
    st.integers(0, 300), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(_SIGNS), st.integers(0, 3)), max_size=6)
)
@settings(max_examples=250, deadline=None)
def test_whatever_is_changed_in_a_file_the_reports_are_the_same(seed: int, edits: list[tuple[float, str, int]]) -> None:
    text = _games(seed % 12, 3)
    for place, sign, removed in edits:
        at = int(place * len(text))
        text = text[:at] + sign + text[at + removed :]
    for rules in (None, AMERICAN):
        assert _plain(text.encode(), rules)[0] == _read(text.encode(), rules)


def test_games_are_found_over_the_seams_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(map(_games, range(4))).encode()
    expected = _read(text)
    for size in (37, 300, 1111):
        monkeypatch.setattr("draughts.pdn.window._BLOCK", size)
        monkeypatch.setattr("draughts.pdn.encoding._BLOCK", size)
        monkeypatch.setattr("draughts.pdn.plain._LOOK_AHEAD", 4 * size)
        assert _plain(text)[0] == expected


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('[Event "x"]\n1. 11-15 23-19 1-0\n', True),
        ('[Event "x"]\n\n1.11-15! {a} 23-19$4 2. 8-11?! *\n', True),
        ('[Event "x"] 11-15 23-19 1/2-1/2\n', True),
        ('[GameType "21"]\n1. 11-15 22-18 2. 15x22 25x18 0-1', True),
        ('[FEN "W:W26:B23,15,1"]\n26x19x10 *\n', True),
        ('[GameType "25"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *\n', True),
        ('[Event "x"]\n1. 11-15 23-19\n', False),
        ('[Event "x"]\n1. 11-15 (1. 9-14) 23-19 *\n', False),
        ('[Event "x"]\n1. 11- 15 23-19 *\n', False),
        ('[Event "x"]\n1. 11-15 23-19* *\n', False),
        ('[Event "x"]\n1. 11x15 23-19 *\n', False),
        ('[Event "x"]\n1. 11-15 23-19 1-0 {late}\n', False),
        ('[Event "x"]\n1. 11-15 23-19 1-0 *\n', False),
        ('[Event "x"]\n[Event "y"]\n1. 11-15 23-19 1-0\n', False),
        ('[Result "0-1"]\n1. 11-15 23-19 1-0\n', False),
        ('[Result "4-6"]\n1. 11-15 23-19 *\n', False),
        ('[FEN "W:W22:B18"]\n22x15 *\n', True),
        ('[FEN "W:W22:B18"]\n22x15 0-1\n', True),
        ('[FEN "W:W22:B18"]\n22x15 1-0\n', False),
        ('[FEN "W:W22:B18"]\n22x15 0-0\n', False),
        ('[Result "1/2-1/2"]\n[FEN "W:W22:B18"]\n22x15 *\n', False),
        ('[Event "x"]\n1. 11-15 23-17 *\n', False),
        ('[FEN "W:W26:B14,15,22,23"]\n26x10 *\n', False),
        ('[GameType "40"]\n1. 32-28 19-23 *\n', False),
        ('[WhiteTitle "MF"]\n[WhiteTitle "GMI"]\n1. 11-15 *\n', False),
        ('[WhiteTitleA "MF"]\n[WhiteTitleB "MF"]\n[WhiteTitl "MF"]\n1. 11-15 *\n', True),
        (f'[{"A" * 64} "x"]\n1. 11-15 *\n', True),
        (f'[{"A" * 65} "x"]\n1. 11-15 *\n', False),
        (f'[Event "{"é" * 1000}"]\n1. 11-15 *\n', True),
        (f'[Event "{"é" * 1001}"]\n1. 11-15 *\n', False),
        ("".join(f'[T{number} "x"]\n' for number in range(64)) + "1. 11-15 *\n", True),
        ("".join(f'[T{number} "x"]\n' for number in range(65)) + "1. 11-15 *\n", False),
        ('[Event "a \\"b\\""]\n1. 11-15 *\n', False),
        ('[Event  "x"]\n1. 11-15 *\n', False),
        ('[event "x"]\n1. 11-15 *\n', False),
        ('[1Event "x"]\n1. 11-15 *\n', False),
        ('[Event "x"][Site "y"]\t[Round "1"] \n\n1. 11-15 *\n', True),
        ('[Event "x"] \f1. 11-15 *\n', False),
        ('[Event "x"]\n1. 11-15 * [Event "y"]\n1. 11-15 {\n', False),
        ('[Event "x"]\n1. 11-15 *\n[Event "y"]\n1. 11-15 {\n', True),
        ('[Event "x"]\n1. 11-15 *\n[Event y]\n1. 11-15 {\n', False),
        ('[Event "x"]\n1. 11-15 *\n1. 11-15 {\n', False),
        ('[Event "x"', False),
        ('[Event "x"]', False),
        ('[Event "x"]\n1.01-0.99\n', False),
        ('[Event "x"]\n1:0\n', False),
    ],
)
def test_what_is_plain(text: str, plain: bool) -> None:
    reports, count = _plain(text.encode())
    assert (bool(count), reports) == (plain, _read(text.encode()))


def test_strict_checking_reads_every_game() -> None:
    (report,) = validate('[Event "x"]\n1. 11-15 23-19 1-0\n', strict=True)
    assert not isinstance(report.source, PlainGame)
    assert report.ok


def test_a_position_that_names_its_side_twice_is_noted_by_machine_code_too() -> None:
    [report], plain = _plain(b'[GameType "20"]\n[FEN "W:B:W27,33:B1,2"]\n1. 1-6 *\n')
    assert plain == 0
    assert [note.message for note in report.notes] == [
        "the position names the side to move twice; the second one counts"
    ]


def _played_on(rules: Rules, fen: str, seed: int, plies: int) -> str:
    """A game by moves that are only legal, whatever the draw rules say."""
    rng = random.Random(seed)
    board = Board.from_fen(fen, rules)
    cells = []
    for _ in range(plies):
        if not board.legal_moves:
            break
        move = rng.choice(list(board.legal_moves))
        cells.append(board.notation(move, "pdn"))
        board = board.play(move)
    return f'[GameType "{rules.game_type}"]\n[FEN "{fen}"]\n{" ".join(cells)} *\n\n'


@pytest.mark.parametrize(
    ("rules", "fen"),
    [
        (AMERICAN, "B:WK32:BK1,K2"),
        (AMERICAN, "B:WK32,21:BK1,K2,9"),
        (INTERNATIONAL, "W:WK46,K47,K48:BK3"),
        (INTERNATIONAL, "W:WK46,K47,31:BK3,16,17"),
        (RUSSIAN, "W:WKa1,Kb2,Kc1:BKh6"),
        (RUSSIAN, "W:Wh2,Ka1:BKh6,h4"),
        (FRISIAN, "W:WK46:BK25"),
        (TURKISH, "W:Wa2:Bh7"),
    ],
)
def test_a_draw_that_was_passed_over_is_noted_alike(rules: Rules, fen: str) -> None:
    text = "".join(_played_on(rules, fen, seed, plies) for seed in range(8) for plies in (6, 40, 130)).encode()
    reports, plain = _plain(text)
    assert reports == _read(text)
    drawn = [note.kind is DeviationKind.DRAWN_BEFORE for report in reports for note in report.notes]
    assert any(drawn)
    assert plain or rules in (FRISIAN, TURKISH)  # one piece each may be drawn at any ply


def test_the_note_names_the_ply_and_the_rule_and_stands_at_the_move_that_follows() -> None:
    (report,) = validate('[GameType "20"]\n[FEN "W:WK46:BK3"]\n' + "46-41 3-8 41-46 8-3 " * 3 + "*\n")
    (note,) = report.notes
    assert (report.ok, note.kind, note.line, note.column) == (True, DeviationKind.DRAWN_BEFORE, 3, 41)
    assert note.message.startswith("drawn after ply 8 by the rules (the same position")
    (report,) = validate('[GameType "20"]\n[FEN "W:WK46:BK3"]\n' + "46-41 3-8 41-46 8-3 " * 2 + "1-1\n")
    assert not report.notes  # the draw is the end
