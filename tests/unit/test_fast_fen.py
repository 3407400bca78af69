"""FEN by machine code and by Python: the same to the letter."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from draughts import INTERNATIONAL, Board, Game, Rules, get_rules, variants
from draughts.kernel.movement import movement_of
from draughts.position.fast_fen import FenWords
from draughts.position.squaremap import SquareMap

pytestmark = pytest.mark.smoke

_SIGNS = "0123456789KWB:,x \u00e9\ud800"


def _words(rules: Rules) -> FenWords:
    movement = movement_of(rules)
    return FenWords(
        SquareMap(rules.geometry, movement.straight_jumps, rules.actions), rules.geometry, movement.layout.rows
    )


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.kernel.machine_code._State.is_compiled", True)
    monkeypatch.setattr("draughts.kernel.machine_code.FEN.done", 1 << 40)


def _positions(rules: Rules) -> Iterator[Board]:
    rng = random.Random(rules.name)
    for _ in range(4):
        game = Game(rules)
        while not game.is_over and game.ply < 90:
            game.push(rng.choice(game.legal_moves))
            yield game.board


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("rules", variants().values(), ids=variants())
def test_machine_code_reads_and_writes_what_python_does(rules: Rules) -> None:
    rng = random.Random(rules.name)
    quick, slow = _words(rules), _words(rules)
    read, write = slow._first_read, slow._first_write
    slow._is_narrow = False
    for board in _positions(rules):
        words = board.words
        text = write(*words)
        assert quick.write(*words) == text
        assert quick.read(text) == read(text) == words
        for _ in range(20):
            at = rng.randrange(len(text))
            odd = text[:at] + rng.choice(_SIGNS) + text[at + rng.randrange(3) :]
            assert quick.read(odd) == read(odd), odd
    assert (quick.read == quick._first_read) is (len(SquareMap(rules.geometry, False, rules.actions).square) > 64)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "odd", ["", "W", "W:", "W:W", "W:W1", "W:W1:", "W:W01:B", "W:W999:B", "W:W1,:B", "W:W,1:B", "W:WK:B", "W:W6:BK51",
    "W:W6:B6", "W:W6,6:B", "W:W1:B", "W:W6:B50", "w:W6:B7", "W:B7:W6", "W:W6:B7.", "W:W6:B7:", "W:W6:B7:H0:F1"],
)  # fmt: skip
def test_what_is_odd_is_left_to_the_usual_reader(odd: str) -> None:
    assert _words(INTERNATIONAL).read(odd) is None


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("thing", [None, 5, b"W:W6:B7", ["W:W6:B7"]])
def test_what_is_no_text_is_left_to_the_usual_reader(thing: Any) -> None:
    assert _words(INTERNATIONAL).read(thing) is None


@pytest.mark.usefixtures("at_once")
def test_an_empty_board() -> None:
    words = _words(get_rules("italian"))
    assert words.read("W:W:B") == (words._white_side, 0, 0, 0)
    assert words.write(words._white_side, 0, 0, 0) == "W:W:B"


def test_fen_alone_never_loads_numba() -> None:
    code = """
import sys
from draughts import Board
for _ in range(2500):
    assert Board.from_fen(Board().fen) == Board()
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
