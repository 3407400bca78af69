"""``draughts show``: what it prints and writes, what it refuses, and files that are never half written."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from draughts import INTERNATIONAL, Board, Color, svg
from draughts.cli import main

_GAMES = """[Event "First"]
[White "Wyllie"]
[Black "Anderson"]
[Result "*"]
[GameType "21"]

1. 11-15 23-19 2. 8-11 22-17 *

[Event "Second"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 2-0

[Event "Third"]
[GameType "21"]

1. 11-15 22-18 2. 8-11 18x11 *
"""


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pdn"
    path.write_text(_GAMES, encoding="utf-8")
    return str(path)


def _show(*arguments: str) -> int:
    return main(["show", *arguments])


# Text


def test_a_fen_is_shown_as_a_diagram(capsys: pytest.CaptureFixture[str]) -> None:
    assert _show("W:W21,K30:B1", "--coordinates", "none") == 0
    output = capsys.readouterr()
    board = Board.from_fen("W:W21,K30:B1")
    assert output.out == f"American checkers (English draughts): White to move\n{board.ascii()}\n{board.fen}\n"
    assert output.err == ""


def test_a_diagram_has_the_numbers_of_a_variant_that_has_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert _show("W:W21,K30:B1") == 0
    assert Board.from_fen("W:W21,K30:B1").ascii(numbers=True) in capsys.readouterr().out
    assert _show("W:Wc3:Bd6", "--variant", "russian") == 0
    assert " 6    .   b   .   ." in capsys.readouterr().out


def test_a_flipped_diagram_has_black_at_the_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    assert _show("W:W21,K30:B1", "--flip", "--coordinates", "none") == 0
    assert capsys.readouterr().out.splitlines()[1:10] == [
        " 1    .   .   W   .",
        " 2  .   .   .   .",
        " 3    .   .   .   w",
        " 4  .   .   .   .",
        " 5    .   .   .   .",
        " 6  .   .   .   .",
        " 7    .   .   .   .",
        " 8  .   .   .   b",
        "    h g f e d c b a",
    ]


def test_a_game_is_shown_at_its_end_or_at_a_ply(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _show(games) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Anderson – Wyllie",
        "American checkers (English draughts) · First · no result",
        "2... 22-17 (ply 4 of 4). Black to move.",
    ]
    board = Board().play("11-15")
    assert _show(games, "--at", "1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[2], lines[-1]) == ("1. 11-15 (ply 1 of 4). White to move.", board.fen)
    assert _show(games, "--at", "0") == 0
    assert capsys.readouterr().out.splitlines()[-1] == Board().fen


def test_the_game_is_chosen_by_its_number(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _show(games, "--game", "2", "--at", "0") == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("Second", Board(INTERNATIONAL).fen)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(_GAMES.encode())))
    assert _show("-", "--game", "2") == 0
    assert "2... 14x23 (ply 4 of 4). White to move." in capsys.readouterr().out


def test_texts_of_a_file_do_not_reach_the_terminal_as_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pdn"
    path.write_bytes(b'[Event "\x1b[31mred"] 1. 11-15 *')
    assert _show(str(path)) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_game_with_a_fault_is_shown_as_far_as_it_is_right(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _show(games, "--game", "3") == 1
    output = capsys.readouterr()
    assert "1... 22-18 (ply 2 of 2). Black to move." in output.out
    assert output.err.startswith(f"draughts show: {games}: line 17, column 19, ply 3, 8-11: a capture is available")
    assert _show(games, "--game", "3", "--at", "1") == 1
    assert _show(games, "--game", "3", "--at", "3") == 1
    output = capsys.readouterr()
    assert "ply 3, 8-11" in output.err


# Pictures


def test_svg_is_the_picture_of_the_position(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.svg"
    assert _show(games, "--at", "2", "--flip", "--theme", "green", "--size", "300", "--svg", str(out)) == 0
    board = Board().play("11-15")
    move = board.move("23-19")
    expected = svg.board(board.play(move), orientation=Color.BLACK, last_move=move, theme="green", size=300)
    assert out.read_text(encoding="utf-8") == expected + "\n"
    assert capsys.readouterr().out == ""


def test_a_strip_has_every_position(games: str, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert _show(games, "--strip", "--svg", str(out)) == 0
    root = ET.parse(out).getroot()
    captions = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert captions == ["Start", "1. 11-15", "1... 23-19", "2. 8-11", "2... 22-17"]


def test_png_has_the_size_that_was_asked_for(games: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "a.png"
    assert _show(games, "--png", str(out), "--size", "200", "--coordinates", "none") == 0
    content = out.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(content[16:20], "big") == 200


def test_png_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = tmp_path / "a.png"
    assert _show("W:W21:B1", "--png", str(out)) == 2
    assert "pip install 'bitdraughts[png]'" in capsys.readouterr().err
    assert not out.exists()


def test_html_is_a_page_of_the_game(games: str, tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    assert _show(games, "--html", str(out)) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert '"start":0,' in text
    assert _show(games, "--html", str(out), "--at", "3") == 0
    assert '"start":3,' in out.read_text(encoding="utf-8")
    assert _show(games, "--game", "3", "--html", str(out)) == 1
    assert "This game is not right" in out.read_text(encoding="utf-8")


def test_all_games_become_pages_in_a_folder(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pages"
    assert _show(games, "--html", f"{folder}/", "--flip") == 1
    names = ["game-1.html", "game-2.html", "game-3.html", "index.html"]
    assert sorted(path.name for path in folder.iterdir()) == names
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"draughts show: {games}: game 3: line 17, ")
    assert Path(games).name in (folder / "index.html").read_text(encoding="utf-8")
    assert 'class="is-flipped"' in (folder / "game-2.html").read_text(encoding="utf-8")
    (folder / "index.html").unlink()
    assert _show(games, "--html", str(folder)) == 1
    assert (folder / "index.html").exists()


def test_a_page_of_the_first_of_several_games_is_told_about(
    games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _show(games, "--html", str(tmp_path / "a.html")) == 0
    assert "there are more games than the first one; --html FOLDER/ makes pages of all" in capsys.readouterr().err
    assert _show(games, "--html", str(tmp_path / "a.html"), "--game", "1") == 0
    assert capsys.readouterr().err == ""


def test_a_won_game_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pdn"
    path.write_text('[GameType "21"] [FEN "B:W18:B15"] 1. 15x22 *', encoding="utf-8")
    assert _show(str(path)) == 0
    assert "1. 15x22 (ply 1 of 1). Black has won." in capsys.readouterr().out


def test_several_outputs_of_one_run(games: str, tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "a.html"
    assert _show(games, "--svg", str(first), "--html", str(second)) == 0
    assert first.exists()
    assert second.exists()


def test_standard_output_takes_a_picture(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert _show("W:W21:B1", "--svg", "-") == 0
    assert capsysbinary.readouterr().out == svg.board(Board.from_fen("W:W21:B1")).encode() + b"\n"


# Refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such.pdn"], "there is no file 'no-such.pdn'"),
        (["W:W40:B1"], "no square 40 on this board (1 to 32)"),
        (["W:W40:B1", "--variant", "tiddlywinks"], "tiddlywinks"),
        (["W:W21:B1", "--at", "0"], "--at is about games, and there is no file 'W:W21:B1'"),
        (["W:W21:B1", "--html", "a.html"], "--html is about games"),
        (["W:W21:B1", "--strip", "--svg", "a.svg"], "--strip is about games"),
        (["x" * 5000], "is no file that exists"),
        (["W:W1\0:B2"], "is no file that exists"),
        (["W:W21:B1", "--size", "0", "--svg", "a.svg"], "--size must be from 1 to 16384 pixels, not 0"),
        (["W:W21:B1", "--svg", "a", "--png", "a"], "each output needs a name of its own"),
        (["W:W21:B1", "--png", "a.jpg"], "--png writes PNG, so 'a.jpg' should end in .png"),
        (["W:W21:B1", "--svg", "a.png"], "--svg writes SVG, so 'a.png' should end in .svg"),
        (["GAMES", "--html", "pages/", "--game", "2"], "is about all games, so there can be no --game"),
        (["GAMES", "--html", "pages/", "--svg", "a.svg"], "is about all games, so there can be no --svg"),
        (["GAMES", "--html", "none/pages/"], "cannot write to none/pages/game-1.html"),
        (["GAMES", "--game", "0"], "--game must be at least 1, not 0"),
        (["GAMES", "--game", "4"], "there is no game 4; the last one is 3"),
        (["GAMES", "--at", "5"], "--at 5: the game has 4 plies"),
        (["GAMES", "--at", "-1"], "--at must be at least 0, not -1"),
        (["GAMES", "--strip"], "--strip needs --svg or --png"),
        (["GAMES", "--strip", "--svg", "a", "--at", "1"], "there can be no --at"),
        (["GAMES", "--encoding", "klingon"], "klingon"),
        (["GAMES", "--svg", "GAMES"], "is the file that is shown; it is not overwritten"),
    ],
)
def test_wrong_use_is_refused(
    arguments: list[str],
    message: str,
    games: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _show(*(games if argument == "GAMES" else argument for argument in arguments)) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("draughts show: ")
    assert message in output.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.pdn"]
    assert Path(games).read_text(encoding="utf-8") == _GAMES


def test_files_that_cannot_be_read_or_written(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _show(str(tmp_path)) == 1
    assert f"draughts show: {tmp_path}: " in capsys.readouterr().err
    missing = str(tmp_path / "missing" / "a.svg")
    assert _show(games, "--svg", missing) == 2
    assert f"draughts show: cannot write to {missing}: " in capsys.readouterr().err
    empty = tmp_path / "empty.pdn"
    empty.write_bytes(b"")
    assert _show(str(empty)) == 2
    assert "there is no game in it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "draughts-play"}', "line 1, column 1: neither a tag nor a move"),
        ('[GameType "99"] 1. 11-15 *', "no known variant has GameType '99'"),
        ('[GameType "21"] [FEN "W:W77:B1"] *', "no square 77 on this board (1 to 32)"),
    ],
)
def test_files_without_a_game_that_can_be_shown(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pdn"
    path.write_text(text, encoding="utf-8")
    assert _show(str(path)) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"draughts show: {path}: ")
    assert message in output.err


def test_a_failed_write_leaves_the_old_file(
    games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.svg"
    out.write_text("old", encoding="utf-8")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    assert _show(games, "--svg", str(out)) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "games.pdn"]


def test_a_link_stays_a_link(games: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    assert _show(games, "--svg", str(link)) == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("<svg")


def test_the_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert _show("--help") == 0
    assert "draughts show games.pdn --html game.html" in capsys.readouterr().out
