"""Numbers beyond all measure: our exceptions within seconds, and exact counts or none."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator

from attack.common import attacks, command, in_child, run
from draughts import AMERICAN, INTERNATIONAL, Board, DraughtsError, Game, perft

_NUMBERS = (-1, 100_000, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, -(2**63) - 1)
#: By dynamic programming over all positions of kings.
_FEN, _PLIES, _LEAVES = "W:WK1:BK32", 45, 18389010684224466739958


def refused(action: Callable[[], object]) -> str | None:
    """Whether an action raises one of our exceptions, or ends."""
    try:
        action()
    except (DraughtsError, ValueError, TypeError):  # what is no number of the kind is a mistake in a program
        return None
    return None


def exact() -> str | None:
    """A count past 2^63 is right, or there is none."""
    try:
        found = perft(Board.from_fen(_FEN), _PLIES, hash_mb=64)
    except DraughtsError:
        return None
    return None if found == _LEAVES else f"{_FEN} has {found} leaves at depth {_PLIES}"


def on_a_small_stack() -> str | None:
    """Deep recursion in a thread that has next to no stack."""
    threading.stack_size(32768)
    found: list[object] = []

    def count() -> None:
        try:
            found.append(perft(Board.from_fen("W:WK1:B", AMERICAN), 300))
            found.append(len(Board.from_fen("W:WK28:B7,8,9,17,19,27,37,38,39", INTERNATIONAL).legal_moves))
        except DraughtsError as error:
            found.append(error)

    thread = threading.Thread(target=count)
    thread.start()
    thread.join()
    return None if found else "a thread with a small stack ended without an answer"


def rounds() -> Iterator[str | None]:
    lone = Board.from_fen("W:WK1:B")  # White's move, and then nobody's
    for number in _NUMBERS:
        for action in (
            lambda number=number: perft(lone, number),
            lambda number=number: perft(lone, number, hash_mb=1),
            lambda number=number: perft(lone, 3, workers=min(number, 3)),
            lambda number=number: Board.from_fen(f"W:W{number}:B1"),
            lambda number=number: Board.from_fen(f"W:W31:B1:H{number}:F{number}"),
            lambda number=number: Game.from_pdn(f'[GameType "{number}"]\n{number}. 11-15 *'),
        ):
            yield in_child(lambda action=action: refused(action))  # type: ignore[misc]
    for megabytes in (-1.0, math.nan, math.inf, 1e300):
        yield in_child(lambda megabytes=megabytes: refused(lambda: perft(lone, 3, hash_mb=megabytes)))  # type: ignore[misc]
    for text in ("100000", "9223372036854775808", "-1", "1e3", "٣", "9" * 5000):
        done = run(command("perft", "american", text))
        is_fine = done.returncode in (1, 2) and "Traceback" not in done.stderr and len(done.stderr) < 20_000
        yield None if is_fine else f"perft american {text[:30]}: {done.returncode} {done.stderr[-300:]}"
    yield in_child(exact)
    yield in_child(on_a_small_stack)


if __name__ == "__main__":
    attacks(rounds)
