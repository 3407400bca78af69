"""Texts of every format, changed at random: an answer or one of the package's own exceptions, within seconds."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from attack.common import DATA, attacks
from draughts import FRISIAN, INTERNATIONAL, Board, DraughtsError, Game, dxp, hub, warm_up
from draughts.pdn import dumps, loads, validate

_EACH = 3000
#: Seconds; compiling takes some of them, once.
_SLOW = 20.0
_SPLICES = [
    b"\0",
    b"\xff",
    b"{",
    b"}",
    b"(",
    b")",
    b'"',
    b"[",
    b"\\",
    b"\n%",
    b";",
    b"$999999999999999999999",
    b"1" * 400,
    b"x" * 70,
    b"\x1b[2J",
    b":",
    b",",
    b"-",
    b"K",
    b"1e999",
    b"NaN",
    b"9223372036854775808",
    b"\xe2\x80\xae",
    b"\r",
    b"\xed\xa0\x80",
]


def mutated(text: bytes, chance: random.Random) -> bytes:
    content = bytearray(text)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(content) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            content[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            content[at:at] = chance.choice(_SPLICES)
        elif kind == 2:
            del content[at : at + chance.randrange(1, 20)]
        elif kind == 3:
            end = at + chance.randrange(1, 60)
            content[at:at] = content[at:end] * chance.randrange(1, 20)
        else:
            del content[at:]
        if not content:
            break
    return bytes(content)


def text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def pdn(data: bytes) -> None:
    records = loads(data)
    loads(dumps([record for record in records if record.tags or record.moves]))
    for report in validate(data.decode("latin-1") + "\n"):
        str(report)


def game(data: bytes) -> None:
    Game.from_pdn(data).to_json()


def saved(data: bytes) -> None:
    Game.from_json(text(data)).to_pdn()


def fen(data: bytes) -> None:
    board = Board.from_fen(text(data), INTERNATIONAL)
    assert Board.from_fen(board.fen, INTERNATIONAL) == board
    assert len(board.legal_moves) >= 0


def moves(data: bytes) -> None:
    board = Board(INTERNATIONAL)
    for word in text(data).split()[:20]:
        board = board.play(word)


def message(data: bytes) -> None:
    hub.format_message(hub.parse_message(text(data)))


def position(data: bytes) -> None:
    hub.write_position(hub.read_position(text(data)))


def telegram(data: bytes) -> None:
    dxp.format_telegram(dxp.parse_telegram(data.decode("latin-1")))


def formats() -> list[tuple[Callable[[bytes], None], list[bytes]]]:
    """What reads, and texts that it reads."""
    files = [path.read_bytes()[:3000] for path in sorted((DATA / "pdn").glob("*.pdn"))]
    fens = [Board(INTERNATIONAL).fen.encode(), b"B:W27,K32,48:B5,9,K23", b"W:W31-50:B1-20", b"W:W1:BK2:H0:F12:+1+0"]
    lines = [
        b"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=32-28",
        b'info depth=3 score=0.12 nodes=100 pv="32-28 19-23 28x19x23"',
        b"level depth=3 moves=40 time=60.5 inc=1",
        b"done move=32-28 ponder=19-23",
        b'param name=threads value=1 type=int min=1 max="64"',
    ]
    telegrams = [
        b"R01Somebody" + b" " * 24 + b"W030050A",
        b"AOther" + b" " * 27 + b"0",
        b"M001205250422122320",
        b"B012W",
    ]
    return [
        (pdn, [*files, Game(INTERNATIONAL).to_pdn().encode()]),
        (game, [*files, Game(FRISIAN).to_pdn().encode()]),
        (saved, [Game().to_json().encode(), Game.from_pdn("1. 11-15 23-19 2. 8-11 *").to_json().encode()]),
        (fen, fens),
        (moves, [b"32-28 19-23 28x19 14x23 37-32", b"31-26 20-24 26-21 17x26"]),
        (message, lines),
        (
            position,
            [
                b"Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
                b"BeeeeeWeeeebeBbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwww",
            ],
        ),
        (telegram, telegrams),
    ]


def rounds() -> Iterator[str | None]:
    chance = random.Random(13)
    for is_compiled in (False, True):
        if is_compiled:
            warm_up(INTERNATIONAL)
        for read, seeds in formats():
            for _ in range(_EACH):
                data = mutated(chance.choice(seeds), chance)
                start = time.monotonic()
                said = None
                try:
                    read(data)
                except DraughtsError:
                    pass
                except Exception as error:
                    said = f"{read.__name__}: {type(error).__name__}: {error}: {data[:200]!r}"
                if time.monotonic() - start > _SLOW:
                    said = f"{read.__name__} took more than {_SLOW} seconds: {data[:200]!r}"
                yield said


if __name__ == "__main__":
    attacks(rounds)
