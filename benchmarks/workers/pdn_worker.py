"""Replays PDN games with one package: ``python pdn_worker.py PACKAGE``, requests and answers as JSON lines.

A request names a file, a variant and how many of its games to replay; the answer has the CPU seconds and plies of that,
from opening the file to the last move. It runs in the environment of the package.
"""

from __future__ import annotations

import importlib
import itertools
import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any


def bitdraughts(path: str, variant: str, games: int) -> int:
    draughts: Any = importlib.import_module("draughts")
    pdn: Any = importlib.import_module("draughts.pdn")
    reports = pdn.validate(path, draughts.get_rules(variant))
    found = list(itertools.islice(reports, games))
    assert all(report.ok for report in found)
    return sum(report.plies for report in found)


def py_draughts(path: str, variant: str, games: int) -> int:
    draughts: Any = importlib.import_module("draughts")
    board = {"international": draughts.StandardBoard, "russian": draughts.RussianBoard}[variant]
    with open(path, encoding="utf-8") as file:
        texts = file.read().split("\n\n[Event ")[:games]
    return sum(
        len(board.from_pdn(text if number == 0 else f"[Event {text}")._moves_stack) for number, text in enumerate(texts)
    )


def pydraughts(path: str, variant: str, games: int) -> int:
    draughts: Any = importlib.import_module("draughts")
    reader: Any = importlib.import_module("draughts.PDN")
    with open(path, encoding="utf-8") as file:
        texts = file.read().split("\n\n[Event ")[:games]
    plies = 0
    for number, text in enumerate(texts):
        (game,) = reader.PDNReader(text if number == 0 else f"[Event {text}").games
        board = draughts.Board({"international": "standard"}.get(variant, variant))
        for move in game.moves:
            board.push(draughts.Move(board, pdn_move=move.replace(":", "x")))
        plies += len(game.moves)
    return plies


PACKAGES: dict[str, Callable[[str, str, int], int]] = {
    "bitdraughts": bitdraughts,
    "py-draughts": py_draughts,
    "pydraughts": pydraughts,
}


def main() -> None:
    package = sys.argv[1]
    replay = PACKAGES[package]
    print(json.dumps({"version": version(package)}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        start = time.process_time()
        plies = replay(request["path"], request["variant"], request["games"])
        print(json.dumps({"seconds": time.process_time() - start, "plies": plies}), flush=True)


if __name__ == "__main__":
    main()
