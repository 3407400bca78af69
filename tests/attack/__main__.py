"""All attacks, one after another, and a table of what they found.

    python tests/attack [NAME ...]

Each attack is a program of its own beside this file, so that one which brings its process down is a line of the table
and not the end of it. The exit code is 0 if nothing was found.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent
#: Seconds after which an attack counts as hanging.
_LONGEST = 300


class Outcome(NamedTuple):
    """What came of an attack: what it does, how often it did it in how many seconds, and what it found."""

    title: str
    rounds: int
    seconds: float
    found: list[str]


def names() -> list[str]:
    """The attacks, by their files."""
    return sorted(path.stem for path in _FOLDER.glob("[a-z]*.py") if path.stem not in ("common", "test_attacks"))


def attack(name: str) -> Outcome:
    """Run one attack."""
    path = _FOLDER / f"{name}.py"
    title = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or name).partition("\n")[0].rstrip(".")
    paths = os.pathsep.join(filter(None, (str(_FOLDER.parent), os.environ.get("PYTHONPATH"))))
    start = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"attack.{name}"],
            env=os.environ | {"PYTHONPATH": paths},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(title, 0, _LONGEST, [f"not done after {_LONGEST} seconds"])
    seconds = time.monotonic() - start
    try:
        rounds, found = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return Outcome(title, 0, seconds, [f"ended with {done.returncode}: {done.stderr[-2000:]}"])
    return Outcome(title, rounds, seconds, found)


def main() -> int:
    """Print the table."""
    failed = 0
    print(f"{'attack':84} {'rounds':>8} {'seconds':>8}  result", flush=True)
    for name in sys.argv[1:] or names():
        title, rounds, seconds, found = attack(name)
        failed += bool(found)
        result = f"{len(found)} found" if found else "nothing" if rounds else "not possible here"
        print(f"{f'{name}: {title}':84} {rounds:8,} {seconds:8.0f}  {result}", flush=True)
        for text in found[:5]:
            print(f"    {text}", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
