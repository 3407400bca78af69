"""Files start no programs, write nowhere, and put nothing on the screen that the terminal would obey."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from attack.common import attacks, command, kept_folder, run
from draughts import Game

#: Clears the screen, sets the title, and the same with one character for two; turns the direction of text.
_EVIL = "\x1b[2J\x1b]0;evil\x07\x9b2J\u202e"


def programs(folder: Path) -> Iterator[str | None]:
    """Games whose players are commands."""
    trace = folder / "trace"
    saved = json.loads(Game().to_json())
    for number, player in enumerate(
        (f"hub:touch {trace}", f"engine:touch {trace}", f"touch {trace}", f"|touch {trace}")
    ):
        pdn = folder / f"{number}.pdn"
        pdn.write_text(f'[Event "x"]\n[White "{player}"]\n[Black "{player}"]\n1. 11-15 *\n')
        stored = folder / f"{number}.json"
        players = {"W": player, "B": player}
        data = {"format": "draughts game", "version": 1, "players": players, "seed": 0, "opening": 0, "game": saved}
        stored.write_text(json.dumps(data))
        for arguments in (("play", "--resume", str(pdn)), ("play", "--resume", str(stored)), ("validate", str(pdn))):
            run(command(*arguments))
            yield f"{' '.join(arguments)} ran {player}" if trace.exists() else None
            trace.unlink(missing_ok=True)


def screens(folder: Path) -> Iterator[str | None]:
    """Control characters wherever a file has text."""
    path = folder / "evil.pdn"
    path.write_text(
        f'[Event "{_EVIL}"]\n[White "{_EVIL}"]\n[GameType "{_EVIL}"]\n[{_EVIL} "x"]\n[FEN "{_EVIL}"]\n'
        f"1. 11-15 {_EVIL} {{ {_EVIL} }} 23-1{_EVIL} *\n",
        "utf-8",
    )
    (folder / f"a{_EVIL}.pdn").write_text("1. 11-99 *\n")
    (folder / "evil.json").write_text(json.dumps({"format": _EVIL, "players": _EVIL}))
    for arguments in (
        ("validate", str(path)),
        ("validate", "--fix-report", "--notes", str(path)),
        ("validate", "--json", str(path)),
        ("validate", str(folder)),
        ("show", str(path)),
        ("show", _EVIL),
        ("show", f"W:W{_EVIL}:B1"),
        ("play", "--resume", str(path), "--plain"),
        ("play", "--resume", str(folder / "evil.json")),
        ("perft", _EVIL, "3"),
        ("perft", "american", "3", "--resume", str(path)),
        ("variants", _EVIL),
        ("hub", "--player", _EVIL),
        (_EVIL,),
    ):
        done = run(command(*arguments))
        shown = done.stdout + done.stderr
        obeyed = sorted({sign for sign in shown if not sign.isprintable() and sign not in "\n\t"})
        yield f"{arguments[0]!r} shows {obeyed}" if obeyed or "Traceback" in shown else None


def rounds() -> Iterator[str | None]:
    with kept_folder() as folder:
        yield from programs(folder)
        yield from screens(folder)


if __name__ == "__main__":
    attacks(rounds)
