"""What a process loads and when: numba only for real work. Every case is a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import draughts

_SOURCE = Path(draughts.__file__).parent.parent

#: The last line of every script: which of the heavy modules are loaded.
_HEAVY = """
import json as _json, sys as _sys
print(_json.dumps([name for name in ("numba", "numpy", "llvmlite") if name in _sys.modules]))
"""

_FENS = (
    ("W:W22:B18,2", "american"),
    ("W:WK18:B7,15,23,27,40", "international"),
    ("W:Wc5:Bd4,d6,f4", "russian"),
    ("W:WKe5:Bb5,g5", "turkish"),
    ("W:WK67,50:B61,49", "canadian"),
    ("W:W13:BK28,23,30,34", "frisian"),
)


def environment(tmp_path: Path, **changes: str) -> dict[str, str]:
    unwanted = ("DRAUGHTS_", "NUMBA_", "PYTHON", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {
        "PYTHONPATH": str(_SOURCE),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DRAUGHTS_CACHE_DIR": str(tmp_path / "cache"),
        **changes,
    }


def lines(tmp_path: Path, code: str, **changes: str) -> list[str]:
    """What a script prints, line by line."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=environment(tmp_path, **changes),
        cwd=tmp_path,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def loaded(tmp_path: Path, code: str, **changes: str) -> list[str]:
    """The heavy modules that a script has loaded at its end."""
    names: list[str] = json.loads(lines(tmp_path, code + _HEAVY, **changes)[-1])
    return names


# Without numba


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded(tmp_path, "import draughts") == []


def test_positions_need_nothing_heavy(tmp_path: Path) -> None:
    code = f"""
import copy, pickle
from draughts import *
for fen, name in {_FENS!r}:
    board = Board.from_fen(fen, get_rules(name))
    print(board, repr(board), board.unicode(), board.fen, board.key, hash(board), board.flip().fen)
    print(board.legal_moves, [move.paths for move in board.legal_moves], board.has_capture, board.winner)
    print([board.notation(move, style) for move in board.legal_moves for style in ("short", "long", "algebraic")])
    assert pickle.loads(pickle.dumps(board)) == board == copy.copy(board)
    try:
        board.move("1-2")
    except IllegalMoveError as error:
        print(error)
for rules in variants().values():
    print(Board(rules).legal_moves)
"""
    assert loaded(tmp_path, code) == []
    assert not (tmp_path / "cache").exists()


def test_a_game_of_sixty_plies_needs_nothing_heavy(tmp_path: Path) -> None:
    code = """
import random
from draughts import *
for rules in (AMERICAN, INTERNATIONAL, RUSSIAN, TURKISH, FRISIAN):
    source, board, plies = random.Random(4), Board(rules), 0
    while plies < 60:
        if not board.legal_moves:
            board = Board(rules)
        board = board.play(str(source.choice(board.legal_moves).path).strip("()").replace(", ", "x")
                           if board.has_capture else source.choice(board.legal_moves))
        plies += 1
    print(board.fen)
"""
    assert loaded(tmp_path, code) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["variants"],
        ["variants", "russian"],
        ["variants", "25", "--json"],
        ["perft", "--help"],
    ],
    ids=" ".join,
)
def test_commands_that_only_tell_need_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    assert loaded(tmp_path, f"from draughts.cli import main\nassert main({arguments!r}) == 0") == []


def test_wrong_usage_needs_nothing_heavy(tmp_path: Path) -> None:
    code = """
import contextlib, io
from draughts.cli import main
with contextlib.redirect_stderr(io.StringIO()):
    assert main(["perft", "chess", "3"]) == 2
    assert main(["perft", "american", "3", "--fen", "nonsense"]) in (1, 2)
    assert main(["perft", "american", "-3"]) == 2
"""
    assert loaded(tmp_path, code) == []


# The change


_WALK = """
import json, random, sys
from draughts import *
from draughts.kernel.machine_code import PLAIN_CALLS, is_compiled
sys.stderr.flush()
source, found, changed = random.Random(8), [], []
for rules in (AMERICAN, INTERNATIONAL, TURKISH):
    board = Board(rules)
    for _ in range(CALLS):
        moves = board.legal_moves
        found.append([[move.origin, move.destination, move.captured, move.promotes] for move in moves])
        changed.append(is_compiled())
        if moves:
            board = board.play(moves[source.randrange(len(moves))])
        else:
            board = Board(rules).play(Board(rules).legal_moves[source.randrange(3)])
print(json.dumps([PLAIN_CALLS, changed, found]))
"""


def walk(tmp_path: Path, calls: int, plain_calls: int | None) -> tuple[int, list[bool], list[object], list[str]]:
    changes = {} if plain_calls is None else {"DRAUGHTS_PLAIN_CALLS": str(plain_calls)}
    code = _WALK.replace("CALLS)", f"{calls})") + _HEAVY
    *_, answer, heavy = lines(tmp_path, code, **changes)
    limit, changed, found = json.loads(answer)
    return limit, changed, found, json.loads(heavy)


def test_after_some_hundred_questions_compiled_code_answers_and_says_the_same(tmp_path: Path) -> None:
    limit, changed, found, heavy = walk(tmp_path, 500, None)
    assert limit == 1000
    assert "numba" in heavy
    assert not any(changed[:900])
    assert changed[-1]
    assert changed == sorted(changed)
    _, never, wanted, light = walk(tmp_path, 500, 1_000_000)
    assert not any(never)
    assert light == []
    assert found == wanted


@pytest.mark.parametrize("plain_calls", [0, pytest.param(1, marks=pytest.mark.slow), 10])
def test_a_variable_says_how_many_questions(tmp_path: Path, plain_calls: int) -> None:
    limit, changed, _, heavy = walk(tmp_path, 8, plain_calls)
    assert limit == plain_calls
    assert "numba" in heavy
    assert changed[0] is (plain_calls == 0)
    assert changed.index(True) in range(plain_calls // 2, plain_calls + 2)


def test_questions_asked_twice_count_once(tmp_path: Path) -> None:
    code = """
from draughts import *
board = Board()
for _ in range(5000):
    assert len(board.legal_moves) == 7 and not board.has_capture and not board.is_terminal and board.winner is None
"""
    assert loaded(tmp_path, code) == []


def test_warming_up_changes_at_once(tmp_path: Path) -> None:
    code = """
import sys
from draughts import *
from draughts.kernel.machine_code import is_compiled
before = [str(move) for move in Board().legal_moves], [str(move) for move in Board(RUSSIAN).legal_moves]
assert not is_compiled() and "numba" not in sys.modules
warm_up()
assert is_compiled() and "numba" in sys.modules
fresh = [Board.from_fen(Board(rules).fen, rules) for rules in (AMERICAN, RUSSIAN)]
assert ([str(move) for move in fresh[0].legal_moves], [str(move) for move in fresh[1].legal_moves]) == before
assert all("_first_moves" not in repr(board.context.generator.interned_moves) for board in fresh)
"""
    assert "numba" in loaded(tmp_path, code)


def test_warming_up_compiles_what_perft_and_boards_need(tmp_path: Path) -> None:
    code = """
from draughts import *
warm_up(AMERICAN, BRAZILIAN)
from draughts.kernel.jit import cache_misses
before = list(cache_misses)
assert sorted(before) == 2 * ["count_leaves"] + 2 * ["list_interned_moves"]
assert perft(Board(), 5) == 7361
assert len(Board.from_fen("W:W22:B18").legal_moves) == 1
assert len(Board(BRAZILIAN).legal_moves) == 7 and perft(Board(BRAZILIAN), 4) == perft(Board(KLYO), 4)
assert cache_misses == before
"""
    assert "numba" in loaded(tmp_path, code)


def test_boards_made_before_the_change_are_as_good_after_it(tmp_path: Path) -> None:
    code = """
from draughts import *
early = [Board.from_fen(fen, get_rules(name)) for fen, name in FENS]
listed = [board.legal_moves for board in early]
fresh = [Board.from_fen(board.fen, board.rules) for board in early]
from draughts.kernel.machine_code import use_compiled
use_compiled()
assert [list(board.legal_moves) for board in early] == [list(board.legal_moves) for board in fresh]
assert [[move.paths for move in moves] for moves in listed] == [[m.paths for m in b.legal_moves] for b in fresh]
assert [board.play(board.legal_moves[0]) for board in early] == [board.play(board.legal_moves[0]) for board in fresh]
assert all(move in board.legal_moves for board, moves in zip(fresh, listed) for move in moves)
""".replace("FENS", repr(_FENS[1::2]))
    assert "numba" in loaded(tmp_path, code)


def test_perft_answers_without_a_warm_up(tmp_path: Path) -> None:
    code = "from draughts import *\nassert perft(Board(), 6) == 36768"
    assert "numba" in loaded(tmp_path, code)


# What a terminal shows


def shown(tmp_path: Path, code: str) -> str:
    """What a script writes to standard error if that is a terminal."""
    pty = pytest.importorskip("pty")
    primary, secondary = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.DEVNULL,
        stderr=secondary,
        env=environment(tmp_path),
        cwd=tmp_path,
    )
    os.close(secondary)
    seen = b""
    while True:
        try:
            part = os.read(primary, 4096)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        seen += part
    os.close(primary)
    assert process.wait(timeout=600) == 0, seen
    return seen.decode().replace("\r\n", "\n")


_COLD = """
from draughts import *
from draughts.kernel.machine_code import use_compiled
use_compiled()
assert [len(Board(rules).legal_moves) for rules in (AMERICAN, RUSSIAN)] == [7, 7]
"""


def test_a_terminal_is_told_once_that_code_is_compiled_once(tmp_path: Path) -> None:
    text = shown(tmp_path, _COLD)
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1
    assert text.startswith("draughts: ")
    assert "compil" in text
    assert "once" in text
    # Warm, nothing is worth telling.
    assert shown(tmp_path, _COLD) == ""
    # Another variant is compiled for its own part.
    assert len(shown(tmp_path, _COLD.replace("RUSSIAN", "ITALIAN")).splitlines()) == 1


def test_nothing_but_a_terminal_is_told(tmp_path: Path) -> None:
    assert lines(tmp_path, _COLD) == []


def test_plain_work_tells_a_terminal_nothing(tmp_path: Path) -> None:
    assert shown(tmp_path, "from draughts import *; print(Board().legal_moves)") == ""


def test_a_process_without_standard_error_compiles_all_the_same(tmp_path: Path) -> None:
    code = f"import sys\nsys.stderr = None{_COLD}print('done')"
    assert lines(tmp_path, code) == ["done"]
