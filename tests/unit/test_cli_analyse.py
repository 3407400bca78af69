"""``draughts analyse``: positions, games, and what is written of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from draughts import INTERNATIONAL, Board, Game, pdn
from draughts.cli import main
from draughts.engine import Engine, Line
from draughts.engine.analysis import Judged, Verdict, accuracy, expected_result, judge
from draughts.game.player import Limits
from draughts.rules.rules import Color

#: Black's last move gives a man away: 12-16 19x12.
_MOVES = ("11-15", "23-19", "9-14", "22-17", "6-9", "17-13", "2-6", "25-22", "8-11", "29-25", "14-18")
_GAME = f'[White "\\x1b[31mA"]\n[GameType "21"]\n\n{" ".join(_MOVES)} *\n'


def _judged(*texts: str, nodes: int = 4000) -> list[Judged]:
    game = Game()
    for text in texts:
        game.push(text)
    played = list(zip(game.boards, game.moves, strict=False))
    return sorted(judge(Engine(hash_mb=4), played, Limits(nodes=nodes)), key=lambda each: each.ply)


def test_a_position_is_searched_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "W:WK18,K14:BK11", "--depth", "10", "--multipv", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("won in 7 plies  " in line for line in lines)
    assert lines[-1].startswith("  2. ")


def test_a_position_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "W:W31-50:B1-20", "--variant", "international", "--nodes", "3000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["variant"] == "international"
    assert 0 < found["nodes"] <= 3000
    board = Board.from_fen(found["fen"], INTERNATIONAL)
    for text in found["lines"][0]["moves"]:
        board = board.play(text)


def test_a_move_that_gives_a_man_away_is_marked_and_the_better_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "games.pdn", tmp_path / "judged.pdn"
    source.write_text(_GAME)
    assert main(["analyse", str(source), "--nodes", "4000", "--pdn", str(out)]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "ply  11  Black 14-18" in text
    [record] = pdn.loads(out.read_text())
    assert [cell.text for cell in record.moves] == list(_MOVES)
    last = record.moves[-1]
    assert last.nags[0] in (2, 4)
    board = Game.from_pdn(out.read_text()).boards[10]
    for cell in last.variations[0].moves:
        board = board.play(cell.text)
    assert all(report.ok for report in pdn.validate(out.read_text()))


def test_two_workers_say_what_one_says_in_the_order_of_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "games.pdn"
    short = f'[GameType "21"]\n\n{" ".join(_MOVES[:3])} *\n'
    wrong = '[GameType "21"]\n\n11-15 11-15 *\n'
    source.write_text("\n".join([_GAME, short, wrong, _GAME, short]))
    answers = []
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.pdn"
        arguments = ["analyse", str(source), "--nodes", "2000", "--pdn", str(out), "--workers", workers]
        assert main(arguments) == 1
        told = capsys.readouterr()
        answers.append((told.out, told.err, out.read_text()))
    assert answers[0] == answers[1]
    assert [line for line in answers[0][0].splitlines() if line.startswith("game")][1] == "game 2: ? - ?"
    assert "game 3:" in answers[0][1]
    assert len(pdn.loads(answers[0][2])) == 4


def test_the_course_of_a_game_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "games.pdn", tmp_path / "course.svg"
    source.write_text(f"{_GAME}\n{_GAME}")
    assert main(["analyse", str(source), "--nodes", "2000", "--graph", str(out)]) == 0
    picture = out.read_text()
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "ply 11: 14-18?" in picture
    points = re.search(r'<polyline points="([^"]*)"', picture)
    assert points is not None
    assert len(points[1].split()) == len(_MOVES) + 1
    assert float(points[1].split()[-1].partition(",")[2]) < 60  # White is better at the end: the curve is high
    assert (tmp_path / "course-2.svg").read_text() == picture
    assert main(["analyse", str(source), "--nodes", "200", "--graph", str(tmp_path / "nowhere" / "x.svg")]) != 0
    assert "nowhere" in capsys.readouterr().err


def test_games_as_json_have_every_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(_GAME)
    assert main(["analyse", str(source), "--depth", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [move["move"] for move in found["moves"]] == list(_MOVES)
    assert 0 <= found["accuracy"]["Black"] <= 100


def test_a_game_that_is_wrong_is_named_and_the_others_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "games.pdn"
    source.write_text('[GameType "21"]\n1. 11-15 22-18 2. 8-11 *\n\n[GameType "21"]\n1. 11-15 *\n')
    assert main(["analyse", str(source), "--depth", "3"]) == 1
    output = capsys.readouterr()
    assert "game 1: line 2, column 1: a capture is available" in output.err
    assert "game 2: ? - ?" in output.out


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["nothing.pdn"], 2, "is no file that exists, and no FEN"),
        (["W:W5:B1,9,14"], 2, "the game is over"),
        (["W:W18:B9", "--pdn", "x.pdn"], 2, "--pdn is about games"),
        (["W:W18:B9", "--depth", "0"], 2, "no whole number from 1"),
        (["W:W18:B9", "--time", "x"], 2, "no number of seconds"),
    ],
)
def test_wrong_input_is_refused(
    arguments: list[str], code: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", *arguments]) == code
    assert complaint in capsys.readouterr().err


def test_the_best_move_is_fine_and_loses_nothing() -> None:
    board = Board()
    move = board.legal_moves[0]
    judged = Judged(0, board, move, 10, Line(10, (move,)))
    assert (judged.verdict, judged.loss) == (Verdict.FINE, 0)
    worse = Judged(0, board, move, -200, Line(10, (board.legal_moves[1],)))
    assert worse.verdict is Verdict.BLUNDER
    assert accuracy([judged, worse], Color.WHITE) is None
    assert accuracy([judged], Color.BLACK) == 100


def test_a_decided_game_is_judged_to_its_end() -> None:
    game = Game(start=Board.from_fen("W:WK18,K14:BK11"))
    for text in ("14-9", "11-16", "18-15", "16-20", "15-19", "20-24", "19x28"):
        game.push(text)
    played = list(zip(game.boards, game.moves, strict=False))
    judged = sorted(judge(Engine(hash_mb=1), played, Limits(depth=9)), key=lambda each: each.ply)
    assert [each.verdict for each in judged[::2]] == [Verdict.FINE] * 4
    assert judged[0].score == 32000 - 7
    assert judged[-1].score == 32000 - 1


def test_expected_results_add_up() -> None:
    for score in (0, 35, 250, 31990):
        assert expected_result(score) + expected_result(-score) == pytest.approx(1)


def test_no_moves_are_judged_as_none() -> None:
    assert _judged() == []
