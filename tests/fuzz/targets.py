"""What reads untrusted text, for a fuzzer guided by coverage.

    python tests/fuzz/targets.py pdn -max_total_time=600

The options behind the name are those of libFuzzer. Atheris instruments the package, so that inputs which reach new code
are kept and changed further. A target lets our own exceptions pass and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import atheris

with atheris.instrument_imports(include=["draughts"]):
    from draughts import (
        AMERICAN,
        FRISIAN,
        INTERNATIONAL,
        RUSSIAN,
        TURKISH,
        Board,
        DraughtsError,
        Game,
        PdnError,
        dxp,
        hub,
        warm_up,
    )
    from draughts.pdn import PlainGame, dumps, loads, repairs, validate
    from draughts.pdn.checking import report_of
    from draughts.players import RandomPlayer
    from draughts.position.fen import read_fen

T = TypeVar("T")
_RULES = (AMERICAN, INTERNATIONAL, RUSSIAN, FRISIAN, TURKISH)
_SEEDS = Path(__file__).parents[1] / "data"


def pdn(data: bytes) -> None:
    """Nothing in a file raises; what was read can be written and is read again; reports are values.

    Games replayed as they stand have the reports that they have when they are read.
    """
    try:
        records = loads(data)
    except PdnError:  # it begins like a compressed file
        return
    again = loads(dumps([record for record in records if record.tags or record.moves]))
    assert sum(len(record.moves) for record in again) == sum(len(record.moves) for record in records)
    for report in validate(data):
        assert report.ok is not bool(report.faults)
        assert all(map(str, repairs(report)))
        if isinstance(report.source, PlainGame):
            assert report == report_of(report.game, report.record)


def game(data: bytes) -> None:
    """A game is restored or refused."""
    try:
        restored = Game.from_pdn(data)
    except DraughtsError:
        return
    assert Game.from_pdn(restored.to_pdn()).moves == restored.moves


def saved(data: bytes) -> None:
    """A saved game is restored or refused."""
    try:
        restored = Game.from_json(data.decode("utf-8", "replace"))
    except DraughtsError:
        return
    assert Game.from_json(restored.to_json()) == restored


def fen(data: bytes) -> None:
    """A position is read, and written as it was read, or refused; the first byte chooses the variant."""
    text = data[1:].decode("utf-8", "replace")
    rules = _RULES[data[0] % len(_RULES)] if data else AMERICAN
    try:
        board = Board.from_fen(text, rules)
    except DraughtsError:
        return
    assert Board.from_fen(board.fen, rules) == board
    assert read_fen(text, rules).turn is board.turn


def moves(data: bytes) -> None:
    """A list of moves is replayed, and each move is understood or explained."""
    text = data.decode("utf-8", "replace")
    board = Board(_RULES[len(data) % len(_RULES)])
    for word in text.split()[:20]:
        try:
            board = board.play(word)
        except DraughtsError:
            break
    assert all(report.plies <= len(report.record.moves) for report in validate(text + "\n"))


def _come_back(texts: Iterable[str], read: Callable[[str], T], write: Callable[[T], str]) -> None:
    """Each text is refused, or read and written so that it is read alike."""
    for text in texts:
        try:
            found = read(text)
            written = write(found)
        except DraughtsError:
            continue
        assert read(written) == found


def hub_lines(data: bytes) -> None:
    """A server survives its GUI; every line is a message, which is written as it was read, or refused."""
    server = hub.HubServer(RandomPlayer(1), lambda line: None)
    try:
        server.feed(data)
    finally:
        server.close()
    _come_back(data.decode("utf-8", "replace").splitlines(), hub.parse_message, hub.format_message)
    try:
        board = hub.read_position(data.decode("utf-8", "replace"))
    except DraughtsError:
        return
    assert hub.read_position(hub.write_position(board)) == board


def dxp_telegrams(data: bytes) -> None:
    """Every telegram is written as it was read, or refused."""
    _come_back(data.decode("utf-8", "replace").split("\0"), dxp.parse_telegram, dxp.format_telegram)


_HUB = b"""hub
init
set-param name=variant value=frisian
pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23"
level depth=3 moves=40 time=60.5 inc=1
go think
info depth=3 score=0.12 nodes=100 pv="32-28 19-23 28x19x23"
done move=32-28 ponder=19-23
error message="what?"
quit
"""
_DXP = b"\0".join(
    (
        b"R01Somebody                        W030050A",
        b"AOther                           0",
        *(b"M001205250422122320", b"E00", b"CHello", b"B012W", b"K0"),
    )
)

TARGETS: dict[str, tuple[Callable[[bytes], None], tuple[bytes, ...]]] = {
    "pdn": (pdn, tuple(path.read_bytes() for path in sorted(_SEEDS.glob("pdn/*.pdn")))),
    "game": (game, (Game().to_pdn().encode(), *(path.read_bytes() for path in sorted(_SEEDS.glob("pdn/*.pdn"))))),
    "saved": (saved, (Game().to_json().encode(), Game(FRISIAN).to_json().encode())),
    "fen": (fen, tuple(b"%d%s" % (at, Board(rules).fen.encode()) for at, rules in enumerate(_RULES))),
    "hub": (hub_lines, (_HUB, b"Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww")),
    "dxp": (dxp_telegrams, (_DXP,)),
    "moves": (moves, (b"11-15 23-19 8-11 22-17", b"c3-d4 d6-c5\nb2-c3 f6-g5\n", b"32-28 19-23 28x19 14x23")),
}


def main() -> None:
    name, *options = sys.argv[1:]
    target, seeds = TARGETS[name]
    folder = next((Path(option) for option in options if not option.startswith("-")), None)
    if folder is not None:
        for number, seed in enumerate(seeds):
            (folder / f"seed{number}").write_bytes(seed)
    warm_up(*_RULES)  # machine code reads text, too, when there has been enough of it
    atheris.Setup([sys.argv[0], "-timeout=20", "-rss_limit_mb=3000", "-max_len=4096", *options], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
