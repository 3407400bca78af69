"""Every file of compiled code is damaged at random; processes compile anew and answer rightly."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

from attack.common import attacks, kept_folder, run

_ASK = """
from attack.common import cases, is_right
from draughts import AMERICAN, Board, perft, warm_up
warm_up(AMERICAN)
print(all(map(is_right, cases("american"))), perft(Board(), 7))
"""
_ROUNDS = 24


def flip(content: bytearray, chance: random.Random) -> None:
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def zero(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content))
    content[at : at + 4096] = bytes(len(content[at : at + 4096]))


def cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


def grow(content: bytearray, chance: random.Random) -> None:
    content += chance.randbytes(chance.randrange(1, 100))


def scramble(content: bytearray, chance: random.Random) -> None:
    for _ in range(100):
        content[chance.randrange(len(content))] = chance.randrange(256)


def rounds() -> Iterator[str | None]:
    chance = random.Random(4)
    damages: list[Callable[[bytearray, random.Random], None]] = [flip, flip, zero, cut, grow, scramble]
    with kept_folder() as folder:
        cache = str(folder / "cache")
        ask = [sys.executable, "-c", _ASK]
        run(ask, DRAUGHTS_CACHE_DIR=cache)
        files = [path for path in folder.rglob("*") if path.is_file()]
        for number in range(_ROUNDS):
            contents = [bytearray(path.read_bytes()) for path in files]
            if number % 8 == 7:  # each in the place of another
                contents = contents[1:] + contents[:1]
            else:
                for content in contents:
                    damages[number % len(damages)](content, chance)
            for path, content in zip(files, contents, strict=True):
                path.write_bytes(content)
            done = run(ask, DRAUGHTS_CACHE_DIR=cache)
            is_fine = (done.returncode, done.stdout, done.stderr) == (0, "True 179740\n", "")
            yield None if is_fine else f"after damage {number}: {done.returncode} {done.stdout} {done.stderr[-300:]}"


if __name__ == "__main__":
    attacks(rounds)
