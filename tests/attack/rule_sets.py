"""Hundreds of rule sets, each compiled: what stays in memory would let a process meet a thousand."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from attack.common import attacks
from draughts import Board, DraughtsError
from draughts.kernel.machine_code import use_compiled
from draughts.kernel.movement import movement_of
from drawn_rules import seeded_rules

_SETS = 200
#: The first ones compile at the usual level of optimisation, and fill caches.
_FIRST = 80
#: Megabytes that a process may have when it has met a thousand.
_MOST = 600


def megabytes() -> float:
    """The memory of this process; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def play(board: Board) -> None:
    """Some plies, so that lists of moves are compiled."""
    with suppress(DraughtsError):
        for _ in range(3):
            if board.legal_moves:
                board = board.play(board.legal_moves[0])


def rounds() -> Iterator[str | None]:
    if not megabytes():
        return
    with tempfile.TemporaryDirectory(prefix="draughts-attack-") as folder:
        os.environ["DRAUGHTS_CACHE_DIR"] = folder  # empty: everything is compiled here
        use_compiled()
        rule_sets = {movement_of(rules): rules for rules in islice(seeded_rules(5), 3 * _SETS)}
        first = 0.0
        for number, rules in enumerate(list(rule_sets.values())[:_SETS]):
            if number == _FIRST:
                first = megabytes()
            play(Board(rules))
            yield None
        each = (megabytes() - first) / (_SETS - _FIRST)
        expected = first + each * (1000 - _FIRST)
        if expected > _MOST:
            yield f"{each:.2f} MB stay of a rule set, so 1000 would take {expected:.0f} MB"


if __name__ == "__main__":
    attacks(rounds)
