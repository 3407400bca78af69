"""Four processes start at once with nothing compiled."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from attack.common import attacks, environment, kept_folder

_ASK = """
from draughts import AMERICAN, Board, perft, warm_up
warm_up(AMERICAN)
print(Board.from_fen("W:W22:B18,2").legal_moves[0], perft(Board(), 7))
"""
_ROUNDS = 3


def rounds() -> Iterator[str | None]:
    for _ in range(_ROUNDS):
        with kept_folder() as folder:
            started = [
                subprocess.Popen(
                    [sys.executable, "-c", _ASK],
                    env=environment(DRAUGHTS_CACHE_DIR=str(folder / "cache")),
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
                for _ in range(4)
            ]
            for process in started:
                said = process.communicate(timeout=200)
                yield None if said == ("22x15 179740\n", "") else f"{said}"


if __name__ == "__main__":
    attacks(rounds)
