"""The same again and again: memory does not grow."""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from attack.common import attacks, cases
from draughts import FRISIAN, INTERNATIONAL, RUSSIAN, Board, DraughtsError, Game, perft, warm_up
from draughts.pdn import loads, validate

_TIMES = 300
#: Blocks that a growing dictionary or a cache that fills up may take.
_BLOCKS = 300

_PDN = '[Event "x"]\n[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) {so} 3. 37-32 *\n\n'


def play() -> None:
    """A game to its end."""
    board = Board(RUSSIAN)
    for _ in range(60):
        moves = board.legal_moves
        if not moves:
            break
        board = board.play(moves[len(moves) // 2])


def positions() -> Callable[[], None]:
    asked = cases("international", "frisian", "canadian", number=60)

    def ask() -> None:
        for case in asked:
            list(Board.from_fen(case.fen, case.rules).legal_moves)

    return ask


def refused() -> None:
    """Everything that raises."""
    board = Board(INTERNATIONAL)
    for text in ("32-29", "99-1", "x", "", "\0", "31x32x33"):
        with suppress(DraughtsError):
            board.move(text)
    for text in ("W:W1:B1", "W:W99:B", "", "X:", "W:WK1,2,3,1:B4-9"):
        with suppress(DraughtsError):
            Board.from_fen(text)


def counted() -> None:
    perft(Board(FRISIAN), 3)
    perft(Board(FRISIAN), 3, hash_mb=1)


def games() -> None:
    game = Game(INTERNATIONAL)
    for move in ("32-28", "19-23", "28x19", "14x23"):
        game.push(move)
    game.pop()
    Game.from_json(game.to_json())
    Game.from_pdn(game.to_pdn())


def files() -> None:
    loads(_PDN * 20)
    list(validate(_PDN * 20))
    list(validate("1. 11-15 23-19 (" * 20))


def explained() -> None:
    with suppress(DraughtsError):
        Board.from_fen("W:W21,22,30:B18,14,26,K5").move("30-25")


def rounds() -> Iterator[str | None]:
    warm_up(INTERNATIONAL, RUSSIAN, FRISIAN)
    for action in (play, positions(), refused, counted, games, files, explained):
        for _ in range(_TIMES // 3):  # caches fill
            action()
        gc.collect()
        blocks, memory = sys.getallocatedblocks(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(_TIMES):
            action()
            yield None
        gc.collect()
        more = sys.getallocatedblocks() - blocks
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        if more > _BLOCKS or kilobytes > 4096:
            yield f"{action.__name__} left {more} blocks and {kilobytes} kB after {_TIMES} times"


if __name__ == "__main__":
    attacks(rounds)
