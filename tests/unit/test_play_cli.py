"""``draughts play``: options, exit codes, and files that are damaged or in the way."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from draughts.cli import main
from draughts.cli.play import _control
from draughts.errors import PdnError, SavedGameError
from draughts.game.game import Game
from draughts.rules.presets import RUSSIAN
from draughts.rules.rules import Color
from draughts.rules.time_control import Expiry, TimeControl
from draughts.support.files import replace_file
from draughts.terminal import loop, storage
from draughts.terminal.storage import StoredGame


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


def _type(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_new_game_is_saved_where_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    _type(monkeypatch, "c3-d4", "quit")
    assert main(["play", "--variant", "russian", "--black", "random", "--white", "human", "--save", "a.json"]) == 0
    stored = storage.load(Path("a.json"))
    assert (stored.game.rules, stored.game.ply) == (RUSSIAN, 2)
    assert stored.players == {Color.BLACK: "random", Color.WHITE: "human"}


def test_a_game_without_a_file_has_one_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 0
    assert f"--resume {storage.default_file()}" in capsys.readouterr().out.replace("'", "")
    assert main(["play"]) == 0
    kept = storage.default_file().with_name("previous-game.json")
    assert f"The unfinished game before this one is kept in {kept}" in capsys.readouterr().out
    assert storage.load(kept).game == Game()
    assert main(["play", "--resume"]) == 0


def test_a_place_where_nothing_can_be_saved_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "file"))
    assert main(["play"]) == 0
    assert "The game is not saved" in capsys.readouterr().out
    assert main(["play", "--save", "none/a.json"]) == 2
    assert "cannot save to none" in capsys.readouterr().err


def test_an_existing_file_is_not_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.json").write_text("precious", encoding="utf-8")
    assert main(["play", "--save", "a.json"]) == 2
    assert "a.json exists" in capsys.readouterr().err
    assert Path("a.json").read_text(encoding="utf-8") == "precious"


def test_a_ballot_is_played_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--ballot", "5", "--save", "a.json", "--clock", "300+5"]) == 0
    assert "Ballot 5. 9-13 22-18 6-9 (Dreaded Edinburgh)" in capsys.readouterr().out
    stored = storage.load(Path("a.json"))
    assert stored.opening == 3
    assert stored.game.ply >= 3
    assert main(["play", "--ballot", "--seed", "7", "--save", "b.json"]) == 0
    assert main(["play", "--ballot", "random", "--seed", "7", "--save", "c.json"]) == 0
    assert storage.load(Path("b.json")).game.moves == storage.load(Path("c.json")).game.moves


@pytest.mark.parametrize(
    "wrong",
    [
        ["--variant", "chess"],
        ["--black", "nobody"],
        ["--white", "engine:11"],
        ["--fen", "W:W99:B1"],
        ["--clock", "soon"],
        ["--ballot", "175"],
        ["--ballot", "x"],
        ["--ballot", "5", "--variant", "russian"],
        ["--ballot", "5", "--fen", "W:W22:B1"],
        ["--cautions", "-1"],
        ["--seed", "x"],
        ["--resume", "a.json", "--variant", "russian"],
        ["extra"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *wrong]) == 2
    assert capsys.readouterr().err


def test_a_missing_or_damaged_game_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume", "none.json"]) == 1
    assert main(["play", "--resume"]) == 1
    for content in ("", "{", '{"format": "draughts-play"}', "[]"):
        Path("a.json").write_text(content, encoding="utf-8")
        assert main(["play", "--resume", "a.json"]) == 1
    Path("a.pdn").write_text("1. 11-18 *", encoding="utf-8")
    assert main(["play", "--resume", "a.pdn"]) == 1
    assert "a man moves one square diagonally forward" in capsys.readouterr().err


def test_a_resumed_game_may_get_other_players(capsys: pytest.CaptureFixture[str]) -> None:
    storage.store(Path("a.json"), StoredGame(Game()))
    assert main(["play", "--resume", "a.json", "--black", "random", "--white", "random"]) == 0
    assert "The game is over: " in capsys.readouterr().out
    assert storage.load(Path("a.json")).game.is_over


def test_time_controls_have_texts() -> None:
    assert _control("300+5") == TimeControl.from_text("300+5")
    assert _control("40/move") == TimeControl(per_move=40)
    assert _control("40/move/auto") == TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE)


def test_without_rich_the_board_is_plain_and_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "_has_colors", lambda: True)
    monkeypatch.setitem(sys.modules, "draughts.terminal.drawn", None)
    screen, advice = loop.choose_screen(plain=False)
    assert isinstance(screen, loop.PlainScreen)
    assert "bitdraughts[play]" in advice
    assert loop.choose_screen(plain=True)[1] == ""


@pytest.mark.parametrize(
    ("arguments", "black", "white"),
    [
        ([], "human", "engine:5"),
        (["--variant", "international"], "engine:5", "human"),
        (["--variant", "barrelhead"], "human", "engine:5"),
        (["--fen", "W:W22:B1"], "engine:5", "human"),
        (["--ballot", "5"], "human", "engine:5"),
        (["--white", "human"], "engine:5", "human"),
        (["--black", "random"], "random", "human"),
        (["--white", "human", "--black", "human"], "human", "human"),
    ],
    ids=str,
)
def test_the_side_that_moves_first_is_yours_unless_you_say_otherwise(
    arguments: list[str], black: str, white: str
) -> None:
    assert main(["play", *arguments, "--save", "a.json"]) == 0
    assert storage.load(Path("a.json")).players == {Color.BLACK: black, Color.WHITE: white}


def test_only_an_unfinished_game_is_kept_when_another_begins() -> None:
    kept = storage.default_file().with_name("previous-game.json")
    assert main(["play"]) == 0
    assert main(["play", "--white", "random", "--black", "random"]) == 0
    unfinished = kept.read_bytes()
    assert main(["play"]) == 0
    assert kept.read_bytes() == unfinished


# Files


def test_a_stored_game_comes_back_with_its_players(tmp_path: Path) -> None:
    game = Game()
    game.push("11-15")
    stored = StoredGame(game, {Color.BLACK: "human", Color.WHITE: "random"}, 5, 1, 12.5)
    storage.store(tmp_path / "a.json", stored)
    assert storage.load(tmp_path / "a.json") == stored
    assert [path.name for path in tmp_path.glob("*a.json*")] == ["a.json"]
    storage.store(tmp_path / "a.pdn", stored)
    again = storage.load(tmp_path / "a.pdn")
    assert (again.game, again.players) == (game, stored.players)


def test_games_of_other_origins_can_be_resumed(tmp_path: Path) -> None:
    game = Game()
    game.push("11-15")
    (tmp_path / "a.json").write_text(game.to_json(), encoding="utf-8")
    (tmp_path / "b.PDN").write_text('[Black "J. Drummond"] [White "random"] 1. 11-15 *', encoding="utf-8")
    assert storage.load(tmp_path / "a.json").game == game
    assert storage.load(tmp_path / "b.PDN").game == game
    assert storage.load(tmp_path / "b.PDN").players == {Color.BLACK: "human", Color.WHITE: "random"}


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": True},
        {"version": None},
        {"players": {"B": "human"}},
        {"players": None},
        {"seed": "x"},
        {"opening": 9},
        {"opening": None},
        {"at": "noon"},
        {"game": None},
    ],
    ids=str,
)
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "a.json"
    storage.store(path, StoredGame(Game()))
    data = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SavedGameError):
        storage.load(path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SavedGameError, match="not UTF-8"):
        storage.load(tmp_path / "a.json")
    (tmp_path / "a.pdn").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PdnError):
        storage.load(tmp_path / "a.pdn")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    replace_file(path, "old")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
