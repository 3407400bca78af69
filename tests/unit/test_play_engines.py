"""``draughts play`` with engines: who may start them, what they are told, and what happens when they fail."""

from __future__ import annotations

import io
import shlex
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from draughts.cli import main
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.game.result import ResultReason
from draughts.position.move import Move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.rules import Color
from draughts.terminal import storage
from draughts.terminal.loop import play
from draughts.terminal.picture import Picture
from draughts.terminal.session import Session
from draughts.terminal.storage import StoredGame

_ENGINE = """
import os, sys, time
def log(text):
    with open({log!r}, "a") as file:
        print(text, file=file)
log(f"in {{os.getcwd()}}")
for line in sys.stdin:
    log(line.strip())
    word = line.split()[0]
    if word == "hub":
        print("id name=Fake\\nparam name=book value=true type=bool\\nwait")
    elif word == "init":
        print("ready")
    elif word == "ping":
        print("pong")
    elif word == "go":
        {go}
    elif word == "quit":
        break
    sys.stdout.flush()
"""


class Engine:
    """A program that speaks Hub and does what a test says when it is to move."""

    def __init__(self, folder: Path, go: str) -> None:
        self.log = folder / "engine.log"
        path = folder / "engine.py"
        path.write_text(textwrap.dedent(_ENGINE.format(log=str(self.log), go=go)), encoding="utf-8")
        self.player = f"hub:{shlex.join([sys.executable, str(path)])}"

    @property
    def said(self) -> list[str]:
        """What the program was told; nothing if it was never started."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


# Only the command line starts programs


def _named_in_a_file(name: str, player: str) -> Path:
    path = Path(name)
    storage.store(path, StoredGame(Game(INTERNATIONAL), {Color.BLACK: player, Color.WHITE: player}))
    assert "hub:" in path.read_text(encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["game.json", "game.pdn"])
@pytest.mark.parametrize("given", [[], ["--black", "human"], ["--white", "random"]], ids=str)
def test_a_file_that_names_a_program_does_not_start_it(
    tmp_path: Path, name: str, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    path = _named_in_a_file(name, engine.player)
    before = path.read_bytes()
    assert main(["play", "--resume", name, *given]) == 2
    side = "--white" if "--black" in given else "--black"
    complaint = capsys.readouterr().err
    assert f"{side} {shlex.quote(engine.player)}" in complaint
    assert "a file starts no player" in complaint
    assert engine.said == []
    assert path.read_bytes() == before


def test_a_program_that_a_file_names_plays_if_the_command_line_says_so(tmp_path: Path) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    _named_in_a_file("game.json", engine.player)
    assert main(["play", "--resume", "game.json", "--white", engine.player, "--black", "human"]) == 0
    assert [str(move) for move in storage.load(Path("game.json")).game.moves] == ["32-28"]


def test_players_of_a_file_that_nobody_knows_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    storage.store(Path("game.json"), StoredGame(Game(), {Color.BLACK: "Deep\x1b[31m", Color.WHITE: "random"}))
    assert main(["play", "--resume", "game.json"]) == 2
    complaint = capsys.readouterr().err
    assert r"'Deep\x1b[31m' plays Black" in complaint
    assert "\x1b" not in complaint


# Time


def test_an_engine_is_told_its_clock_and_where_it_runs(tmp_path: Path) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    (tmp_path / "home").mkdir()
    options = ["--white-param", "book=false", "--white-dir", "home", "--save", "game.json"]
    assert main(["play", "--variant", "international", "--white", engine.player, "--clock", "300+5", *options]) == 0
    assert engine.said[0] == f"in {tmp_path / 'home'}"
    assert "set-param name=book value=false" in engine.said
    (level,) = (line for line in engine.said if line.startswith("level"))
    fields = dict(field.split("=") for field in level.split()[1:])
    assert fields["inc"] == "5"
    assert 290 < float(fields["time"]) <= 300


@pytest.mark.parametrize(("given", "level"), [([], "level move-time=5"), (["--time", "0.25"], "level move-time=0.25")])
def test_without_a_clock_an_engine_is_told_the_time_for_a_move(tmp_path: Path, given: list[str], level: str) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    assert main(["play", "--variant", "international", "--white", engine.player, *given]) == 0
    assert level in engine.said


def test_a_flag_that_falls_while_an_engine_thinks_ends_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = Engine(tmp_path, "time.sleep(600)")
    options = ["--variant", "international", "--clock", "0.5", "--save", "game.pdn"]
    assert main(["play", "--white", engine.player, "--black", engine.player, *options]) == 0
    output = capsys.readouterr()
    assert "The game is over: Black wins: White's time is up" in output.out
    assert output.err == ""
    result = storage.load(Path("game.pdn")).game.result
    assert result is not None
    assert (result.winner, result.reason) == (Color.BLACK, ResultReason.TIME)
    assert '[Result "0-2"]' in Path("game.pdn").read_text(encoding="utf-8")


def test_the_start_of_an_engine_takes_no_time_of_its_clock(tmp_path: Path) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    path = tmp_path / "engine.py"
    path.write_text(path.read_text(encoding="utf-8").replace('print("ready")', 'time.sleep(0.5); print("ready")'))
    options = ["--variant", "international", "--clock", "0.4", "--save", "game.json"]
    assert main(["play", "--white", engine.player, *options]) == 0
    assert storage.load(Path("game.json")).game.ply == 1


def test_an_engine_plays_another_game_without_being_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(tmp_path, 'print("done move=32-28")')
    monkeypatch.setattr(sys, "stdin", io.StringIO("resign\nyes\nnew\nquit\n"))
    assert main(["play", "--variant", "international", "--white", engine.player, "--save", "game.json"]) == 0
    assert [line for line in engine.said if line in ("hub", "new-game")] == ["hub"]
    assert sum(line.startswith("go") for line in engine.said) == 2
    assert storage.load(Path("game-2.json")).game.ply == 1


def test_the_engine_of_the_package_is_ready_before_its_clock_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--white", "human", "--black", "engine:1", "--clock", "600", "--save", "game.json"]) == 0
    assert "starting engine, level 1\n" in capsys.readouterr().out
    game = storage.load(Path("game.json")).game
    assert game.ply == 1
    assert main(["play", "--resume", "game.json"]) == 0  # it starts no other program, so a file may name it


# Failure


def _fails(engine: Engine, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    arguments = ["play", "--variant", "international", "--white", engine.player, "--save", "game.json"]
    assert main(arguments) == 1
    output = capsys.readouterr()
    assert f"go on with: draughts play --resume game.json --white {shlex.quote(engine.player)}" in output.out
    assert storage.load(Path("game.json")).game == Game(INTERNATIONAL)
    return output.out, output.err


@pytest.mark.parametrize(
    ("go", "told"),
    [
        ('print("done move=32-27x")', "32-27x"),
        ('print("done move=31-22")', "31-22"),
        ("sys.exit(3)", "has ended with exit code 3"),
    ],
)
def test_an_engine_that_fails_is_named_with_what_it_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], go: str, told: str
) -> None:
    _, complaint = _fails(Engine(tmp_path, go), capsys)
    assert complaint.startswith("draughts play: White (Fake) failed: ")
    assert told in complaint


def test_what_an_engine_complains_about_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go = 'print("error message=\\"\\x1b]0;title\\x07\\"\\ndone")'
    out, complaint = _fails(Engine(tmp_path, go), capsys)
    assert r"\x1b]0;title\x07" in complaint
    assert "\x1b" not in out + complaint


def test_a_program_that_cannot_be_started_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--variant", "international", "--white", "hub:no-such-program"]) == 1
    output = capsys.readouterr()
    assert "no-such-program" in output.err
    assert "The game is saved; go on with: " in output.out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--white-param", "book=true"],
        ["--white", "random", "--white-dir", "."],
        ["--black", "hub:x", "--black-param", "book"],
        ["--time", "0"],
        ["--time", "-1"],
        ["--time", "soon"],
    ],
    ids=" ".join,
)
def test_wrong_options_of_engines_are_told_before_anything_is_started(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *wrong]) == 2
    assert capsys.readouterr().err
    assert not Path("state").exists()


# What is shown


class _Screen:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, ...]] = []

    def show(self, picture: Picture, messages: Sequence[str]) -> None:
        self.said.append(tuple(messages))

    def say(self, picture: Picture, messages: Sequence[str]) -> None:
        self.said.append(tuple(messages))


class _Dull:
    """The first legal move, always."""

    name = "dull\x1b[31m"

    def choose(self, game: Game, limits: Limits) -> Move:
        return game.legal_moves[0]

    def accepts_draw(self, game: Game) -> bool:
        return False


def test_two_players_show_each_move_with_their_names_escaped() -> None:
    session = Session(StoredGame(Game()), lambda stored: dict.fromkeys(Color, _Dull()), None, lambda: 0.0)
    screen = _Screen()
    begun = session.picture().status[0]
    assert play(session, screen) == 0
    moves = [said[0] for said in screen.said[1:]]
    assert len(moves) == session.game.ply
    assert moves[:2] == ["Black: 9-13", "White: 21-17"]
    assert screen.said[-1][1].startswith("The game is over: ")
    assert begun == r"Black (dull\x1b[31m) to move, move 1"
