"""``draughts play`` in a pseudo-terminal: whole dialogues, signals, sizes, encodings, and death in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from draughts.game.game import Game
from draughts.players import RandomPlayer
from draughts.rules.rules import Color
from draughts.terminal import storage
from draughts.terminal.terminal import Terminal, TimeUp

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

from dialogue import PATIENCE, Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.close()


PEOPLE = ("--black", "human", "--white", "human")


def test_a_whole_game_is_played_to_its_end(desk: Desk) -> None:
    game = Game()
    while not game.is_over:
        game.push(RandomPlayer(11).choose(game))
    assert game.result is not None
    jumps = 0
    dialogue = desk.play(*PEOPLE, "--save", "game.json")
    for at, move in enumerate(game.moves):
        turn = "Black" if at % 2 == 0 else "White"
        dialogue.expect(f"{turn}> ")
        if len(move.path) > 2:
            jumps += 1
            dialogue.ask(str(move.origin), f"from {move.origin} the {turn} {move.piece.kind} can go to")
            for square in move.path[1:-1]:
                dialogue.ask(str(square), f"from {square} the {turn} {move.piece.kind} must go on to")
            dialogue.type(str(move.destination))
        else:
            dialogue.type(str(move))
    assert jumps
    dialogue.expect(f"The game is over: {game.result.describe()}")
    dialogue.expect("over> ")
    dialogue.ask("11-15", "the game is over")
    dialogue.ask("save game.pdn", "saved to game.pdn")
    dialogue.type("quit")
    dialogue.expect("The game is saved in game.json")
    assert dialogue.end() == 0
    assert storage.load(desk.home / "game.json").game == game
    assert Game.from_pdn((desk.home / "game.pdn").read_bytes()) == game


def test_a_jump_is_made_step_by_step_and_steps_are_taken_back(desk: Desk) -> None:
    dialogue = desk.play(*PEOPLE, "--fen", "W:W22:B9,10,17,18", "--plain")
    dialogue.expect("a capture must be made")
    dialogue.expect("White> ")
    shown = dialogue.ask("22", "White 22> ")
    assert "<13>" in shown
    assert "<15>" in shown
    shown = dialogue.ask("15", "White 22x15> ")
    assert "from 15 the White man must go on to 6" in shown
    assert "(b18)" in shown
    dialogue.ask("draw", "no draw can be offered in the middle of a capture")
    dialogue.ask("13", "not to 13: from 15 the White man must go on to 6")
    dialogue.ask("undo", "White 22> ")
    dialogue.ask("13", "White 22x13> ")
    dialogue.ask("6", "White: 22x13x6")
    dialogue.expect("Black> ")


def test_an_illegal_move_is_refused_in_words_and_explained(desk: Desk) -> None:
    dialogue = desk.play("--plain", "--white", "random")
    dialogue.expect("Black> ")
    dialogue.ask("11-18", "a man moves one square diagonally forward")
    dialogue.ask("explain 22-18", "the man on 22 is White's")
    dialogue.ask("moves", "9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16")
    dialogue.ask("moves 11", "11-15, 11-16")
    dialogue.ask("xyzzy", "'xyzzy' is neither a move nor a command")
    dialogue.ask("help", "help, h, ?")


def test_a_move_against_random_is_answered_hinted_and_taken_back(desk: Desk) -> None:
    dialogue = desk.play("--white", "random", "--seed", "3", "--save", "game.json")
    dialogue.expect("Black> ")
    dialogue.ask("11-15", "Black: 11-15")
    dialogue.expect("White: ")
    dialogue.expect("Black> ")
    dialogue.ask("hint", "hint: ")
    dialogue.expect("Black> ")
    dialogue.ask("undo", "taken back; Black is to move again")
    dialogue.expect("Black> ")
    dialogue.ask("undo", "there is no move to take back")
    dialogue.expect("Black> ")
    assert storage.load(desk.home / "game.json").game.ply == 0
    dialogue.ask("flip", "Black> ")
    dialogue.press(b"\x04")
    dialogue.expect("go on with: draughts play --resume game.json")
    assert dialogue.end() == 0


def test_random_declines_a_draw_when_level_and_accepts_when_behind(desk: Desk) -> None:
    dialogue = desk.play("--plain", "--white", "random")
    dialogue.ask("draw", "White (random) declines the draw")
    dialogue.ask("draw", "Black can offer a draw again 1 move after the last time")
    dialogue.ask("resign", "Black resigns? yes or no> ")
    dialogue.ask("no", "the game goes on")
    dialogue.ask("resign", "Black resigns? yes or no> ")
    dialogue.ask("yes", "The game is over: White wins: Black resigns")
    dialogue.expect("Against random: 0 games won, 1 lost, 0 drawn")
    dialogue.expect("over> ")
    dialogue = desk.play("--plain", "--white", "random", "--fen", "B:W30:B1,2")
    dialogue.ask("draw", "White (random) accepts the draw")
    dialogue.expect("The game is over: drawn by agreement")


def test_people_answer_a_draw_offer_themselves(desk: Desk) -> None:
    dialogue = desk.play(*PEOPLE, "--plain")
    dialogue.ask("draw", "Black offers a draw: accept or decline")
    dialogue.ask("decline", "the draw is declined")
    dialogue.ask("accept", "no draw offer is open")
    dialogue.ask("11-15", "White> ")
    dialogue.ask("draw", "White offers a draw: accept or decline")
    dialogue.ask("accept", "The game is over: drawn by agreement")


def test_a_killed_game_goes_on_with_everything(desk: Desk) -> None:
    dialogue = desk.play(*PEOPLE, "--cautions", "1", "--clock", "3000+5", "--save", "game.json", "--plain")
    dialogue.expect("Black> ")
    dialogue.ask("11-15", "White> ")
    dialogue.ask("22-11", "White is cautioned")
    dialogue.ask("22-18", "Black> ")
    dialogue.ask("draw", "Black offers a draw: accept or decline")
    dialogue.expect("Black> ")
    dialogue.kill()
    saved = storage.load(desk.home / "game.json").game
    assert (saved.ply, saved.offer, saved.illegal_moves(Color.WHITE)) == (2, Color.BLACK, 1)
    dialogue = desk.play("--resume", "game.json", "--plain")
    dialogue.expect("Resumed after 2 plies")
    resumed = dialogue.expect("Black> ")
    assert "clock: Black 50:0" in resumed
    assert "Black offers a draw: accept or decline" in resumed
    assert "cautions: White 1" in resumed
    dialogue.ask("15x22", "White> ")
    dialogue.ask("1-1", "White made another illegal move after a caution")
    dialogue.expect("over> ")
    dialogue.kill()
    assert storage.load(desk.home / "game.json").game.is_over


def test_interrupting_leaves_a_saved_game(desk: Desk) -> None:
    dialogue = desk.play("--white", "random", "--clock", "600")
    dialogue.ask("11-15", "White: ")
    dialogue.expect("Black> ")
    dialogue.press(b"half a li")
    dialogue.expect("half a li")
    dialogue.press(b"\x03")
    dialogue.expect("The game is saved; go on with: draughts play --resume")
    assert dialogue.end() == 130
    assert "Traceback" not in dialogue.text
    dialogue = desk.play("--resume")
    dialogue.expect("Resumed after 2 plies")
    dialogue.expect("Black> ")
    dialogue.press(b"\x04")
    assert dialogue.end() == 0
    stored = storage.load(desk.home / "draughts" / "last-game.json")
    assert stored.game.ply == 2
    assert stored.game.clock is not None
    assert not stored.game.clock.is_running


@pytest.mark.parametrize("kind", [KeyboardInterrupt, TimeUp])
def test_two_signals_at_once_are_as_good_as_one(monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]) -> None:
    def interrupted(prompt: str) -> str:
        raise SystemError("a handler was called with an exception set") from kind()

    monkeypatch.setattr("builtins.input", interrupted)
    with Terminal() as terminal, pytest.raises(kind):
        terminal.read("> ")


def test_time_runs_out_while_nobody_types(desk: Desk) -> None:
    dialogue = desk.play(*PEOPLE, "--plain", "--clock", "1")
    dialogue.expect("The game is over: White wins: Black's time is up")
    dialogue = desk.play(*PEOPLE, "--plain", "--clock", "1/move/auto")
    dialogue.expect("Black's time is up; a move is made: ")
    dialogue.expect("White's time is up; a move is made: ")


def test_a_smaller_terminal_gets_a_smaller_board_at_once(desk: Desk) -> None:
    dialogue = desk.play("--variant", "international", "--white", "human", "--black", "human")
    dialogue.expect("White> ")
    dialogue.press(b"his")
    dialogue.expect("his")
    dialogue.resize(40, 30)
    dialogue.expect("White (human) to move, move 1")
    dialogue.expect("White> his")
    dialogue.ask("tory", "no move has been made")
    dialogue.expect("White> ")
    narrow = dialogue.ask("32-28", "Black> ")
    assert max(len(line) for line in narrow.splitlines()) <= 40
    assert "28" in narrow


def test_a_narrow_plain_terminal_is_enough_for_every_board(desk: Desk) -> None:
    for variant in ("canadian", "turkish"):
        options = ("--variant", variant, "--black", "random", "--save", f"{variant}.json")
        dialogue = desk.play(*options, "--plain", columns=40)
        shown = dialogue.expect("> ")
        assert max(len(line) for line in shown.splitlines()) <= 40


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": "unknown"}], ids=str)
def test_a_terminal_without_colours_gets_plain_text(desk: Desk, environment: dict[str, str]) -> None:
    dialogue = desk.play("--white", "random", **environment)  # type: ignore[arg-type]
    shown = dialogue.expect("Black> ")
    assert "b11" in shown
    dialogue.ask("11-15", " b15")
    assert "\x1b[4" not in dialogue.everything.decode()
    if environment.get("TERM") == "dumb":
        assert "\x1b" not in dialogue.everything.decode()


def test_colours_are_used_where_there_are_some(desk: Desk) -> None:
    pytest.importorskip("rich")
    dialogue = desk.play("--white", "random")
    dialogue.expect("Black> ")
    assert "▗" in dialogue.text
    assert "\x1b[1;38;5;234;48;5;231m" in dialogue.everything.decode()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1251"])
@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_that_is_not_utf8_raises_nothing(desk: Desk, encoding: str, plain: bool) -> None:
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": encoding}
    options = ["--plain"] if plain else []
    dialogue = desk.play(*options, "--white", "random", "--fen", "B:W18,K30:BK1,9,10", **locale)  # type: ignore[arg-type]
    dialogue.expect("Black> ")
    dialogue.press(b"\xe9\xff\n")
    dialogue.type("\u00e9")
    dialogue.ask("zz", "is neither a move nor a command")
    dialogue.ask("9-14", "Black: 9-14")
    dialogue.expect("> ")
    dialogue.type("quit")
    assert dialogue.end() == 0
    assert "Traceback" not in dialogue.text
    assert "▗" not in dialogue.text


# Without a terminal


def _run(home: Path, lines: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    keep = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-m", "draughts", "play", *arguments],
        input=lines.encode(),
        capture_output=True,
        cwd=home,
        env=keep | {"XDG_STATE_HOME": str(home)} | environment,
        timeout=PATIENCE,
        check=False,
    )


def test_a_game_can_be_played_through_pipes(tmp_path: Path) -> None:
    done = _run(tmp_path, "11\n15\nquit\n", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, b"")
    output = done.stdout.decode("ascii")
    assert "\x1b" not in output
    assert "Black> 11\nfrom 11 the Black man can go to 15 or 16" in output
    assert "Black 11> 15\nBlack: 11-15\nWhite: " in output


def test_the_end_of_input_leaves_the_game_saved(tmp_path: Path) -> None:
    done = _run(tmp_path, "11-15", "--save", "game.pdn")
    assert done.returncode == 0
    assert b"go on with: draughts play --resume game.pdn" in done.stdout
    again = _run(tmp_path, "", "--resume", "game.pdn")
    assert again.returncode == 0
    assert b"Resumed after 2 plies" in again.stdout
    swapped = ("--black", "random", "--white", "human")
    assert b"White (human) to move" in _run(tmp_path, "", "--resume", "game.pdn", *swapped).stdout


def test_two_players_need_nobody(tmp_path: Path) -> None:
    arguments = ("--black", "random", "--white", "random", "--seed", "5")
    first, second = (_run(tmp_path, "", *arguments, "--save", name) for name in ("a.json", "b.json"))
    assert first.returncode == 0
    assert b"The game is over: " in first.stdout
    assert storage.load(tmp_path / "a.json").game == storage.load(tmp_path / "b.json").game
    assert first.stdout.replace(b"a.json", b"b.json") == second.stdout


def test_output_in_a_poor_encoding_raises_nothing(tmp_path: Path) -> None:
    done = _run(tmp_path, "é\nhelp\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_interrupting_while_an_engine_thinks_leaves_a_saved_game(desk: Desk) -> None:
    engine = desk.home / "engine.py"
    engine.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'go':\n"
        "        time.sleep(600)\n"
        "    print({'hub': 'id name=Slow\\nwait', 'init': 'ready'}.get(word, ''), flush=True)\n",
        encoding="utf-8",
    )
    player = f"hub:{sys.executable} {engine}"
    options = ("--variant", "international", "--white", "human", "--clock", "600", "--save", "game.json", "--plain")
    dialogue = desk.play(*options, "--black", player)
    dialogue.expect("White> ")
    dialogue.ask("32-28", "White: 32-28")
    dialogue.press(b"\x03")
    dialogue.expect(f"The game is saved; go on with: draughts play --resume game.json --black '{player}'")
    assert dialogue.end() == 130
    assert "Traceback" not in dialogue.text
    game = storage.load(desk.home / "game.json").game
    assert (game.ply, game.is_over) == (1, False)
