"""A process forks while its threads meet new moves and compile; no child hangs or is wrong."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

from attack.common import attacks, cases, in_child, is_right, kept_folder
from draughts import BRAZILIAN, CZECH, warm_up
from draughts.kernel.machine_code import use_compiled

_WHILE_PLAYING = 300
_WHILE_COMPILING = 20


def rounds() -> Iterator[str | None]:
    with kept_folder() as folder:
        os.environ["DRAUGHTS_CACHE_DIR"] = str(folder / "cache")
        use_compiled()
        positions = cases("american", "international", "frisian")
        is_over = threading.Event()

        def compile_some() -> None:
            for rules in (CZECH, BRAZILIAN):
                warm_up(rules)

        def ask() -> str | None:
            wrong = [case for case in positions[:20] if not is_right(case)]
            return f"wrong moves in a child: {wrong[0].fen}" if wrong else None

        def play() -> None:
            while not is_over.is_set():
                for case in cases("canadian", "spanish", "italian", "russian", "turkish"):
                    is_right(case)
                    if is_over.is_set():
                        return

        compiler = threading.Thread(target=compile_some)
        compiler.start()
        for _ in range(_WHILE_COMPILING):
            yield in_child(ask)
        compiler.join()
        players = [threading.Thread(target=play) for _ in range(2)]
        for player in players:
            player.start()
        for _ in range(_WHILE_PLAYING):
            yield in_child(ask)
        is_over.set()
        for player in players:
            player.join()


if __name__ == "__main__":
    attacks(rounds)
