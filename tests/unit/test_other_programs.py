"""What is written here is read by another package, which lives in an environment of its own."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from draughts import AMERICAN, BRAZILIAN, FRISIAN, INTERNATIONAL, ITALIAN, RUSSIAN, Game, Rules
from draughts.pdn import dumps, loads

_ENVIRONMENT = Path(__file__).parents[2] / "benchmarks" / ".envs" / "pydraughts"
#: An interpreter that has pydraughts.
_PYTHON = Path(os.environ.get("DRAUGHTS_PYDRAUGHTS", _ENVIRONMENT / "bin" / "python"))
_NAMES = {
    AMERICAN: "english",
    BRAZILIAN: "brazilian",
    FRISIAN: "frisian",
    INTERNATIONAL: "standard",
    ITALIAN: "italian",
    RUSSIAN: "russian",
}
#: Reads games, and prints the tags and moves of each, and the position after the last of them.
_SCRIPT = """
import json, sys
from draughts import Board, Move
from draughts.PDN import PDNReader
for text in json.load(sys.stdin):
    (game,) = PDNReader(text).games
    board = Board(game.variant)
    for move in game.moves:
        board.push(Move(board, pdn_move=move.replace(":", "x")))
    print(json.dumps([game.tags, game.variant, game.moves, board.fen]))
"""


def _games(rules: Rules, long: bool) -> list[tuple[Game, str]]:
    rng = random.Random(f"{rules.name} {long}")
    found = []
    for number in range(4):
        game = Game(rules)
        while not game.is_over and game.ply < 40:
            game.push(rng.choice(list(game.legal_moves)))
        (record,) = loads(game.to_pdn(commands=False, Event=f"Game {number}", White="A", Black="B"))
        found.append((game, dumps(game, long=True) if long else dumps(record)))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not _PYTHON.exists(), reason="no interpreter with pydraughts; DRAUGHTS_PYDRAUGHTS names one")
@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
@pytest.mark.parametrize("rules", _NAMES, ids=lambda rules: rules.name)
def test_pydraughts_reads_what_is_written(rules: Rules, long: bool) -> None:
    games = _games(rules, long)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [_PYTHON, "-W", "ignore", "-c", _SCRIPT],
        input=json.dumps([text for _, text in games]),
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for (game, text), line in zip(games, done.stdout.splitlines(), strict=True):
        tags, variant, moves, fen = json.loads(line)
        (record,) = loads(text)
        assert variant == _NAMES[rules]
        assert tags == {tag.name: tag.value for tag in record.tags}
        assert moves == [cell.text for cell in record.moves]
        pieces = {piece for part in fen.split(":")[1:3] for piece in part[1:].split(",") if piece}
        assert len(pieces) == len(game.board), text
