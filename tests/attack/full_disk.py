"""The disk is full: what is written stays as it was, and says so."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from attack.common import attacks, command, in_child, kept_folder, run

_PDN = '[Event "x"]\n1. 11-15 23-19 2. 8-11 22-17 *\n'
_SAVE = """
import sys
from pathlib import Path
from draughts.support.files import replace_file
try:
    replace_file(Path(sys.argv[1]), "new" * 100_000)
except OSError as error:
    print("refused")
"""
_COMPILE = """
from draughts import ITALIAN, Board, perft, warm_up
warm_up(ITALIAN)
print(perft(Board(ITALIAN), 7))
"""


def limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def saving(folder: Path) -> str | None:
    limited(1000)
    path = folder / "a.json"
    path.write_text("old")
    done = run([sys.executable, "-c", _SAVE, str(path)])
    if done.stdout != "refused\n" or path.read_text() != "old" or list(folder.glob(".*")):
        return f"a file that could not be replaced: {done.stdout} {done.stderr[-300:]} {path.read_text()[:20]}"
    return None


def compiling(folder: Path) -> str | None:
    limited(20_000)
    for _ in range(2):
        done = run([sys.executable, "-c", _COMPILE], DRAUGHTS_CACHE_DIR=str(folder / "cache"))
        if done.stdout != "177532\n" or "Traceback" in done.stderr or "could not be kept" not in done.stderr:
            return f"a full cache: {done.stdout} {done.stderr[-300:]}"
    return None


def writing(folder: Path) -> Iterator[str | None]:
    """Every command that writes, to a device without room."""
    (folder / "a.pdn").write_text(_PDN)
    for arguments in (
        ("perft", "american", "3"),
        ("perft", "american", "3", "--json"),
        ("variants",),
        ("variants", "russian"),
        ("validate", str(folder / "a.pdn")),
        ("validate", "--json", str(folder / "a.pdn")),
        ("show", str(folder / "a.pdn")),
        ("show", str(folder / "a.pdn"), "--svg", "-"),
        ("show", str(folder / "a.pdn"), "--html", "-"),
    ):
        done = run(["sh", "-c", 'exec "$@" > /dev/full', "sh", *command(*arguments)])
        is_fine = done.returncode not in (0, 120) and "Traceback" not in done.stderr and done.stderr.count("\n") <= 2
        yield None if is_fine else f"{' '.join(arguments)} > /dev/full: {done.returncode} {done.stderr[-300:]}"


def rounds() -> Iterator[str | None]:
    with kept_folder() as folder:
        yield in_child(lambda: saving(folder))
        yield in_child(lambda: compiling(folder))
        if Path("/dev/full").exists():
            yield from writing(folder)


if __name__ == "__main__":
    attacks(rounds)
