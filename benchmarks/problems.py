"""How soon the engine finds the moves of published problems and of wins that were proved, in four variants.

    python benchmarks/problems.py
    python benchmarks/problems.py --seconds 20 --only russian

A problem is solved at the time from which the search keeps to a right move: one that the problem names, one that tables
say keeps the result, or one with which the search has seen a forced win to its end. The problems are in
tests/data/endgames/problems.json, with their sources.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import harness

from draughts import Board, get_rules
from draughts.engine import Engine, SearchResult
from draughts.support.files import replace_file

PROBLEMS = Path(__file__).parents[1] / "tests" / "data" / "endgames" / "problems.json"
VARIANTS = {"english": "american"}
#: What is aimed at: published ones within the first, proved ones within the second.
SOON, LATE = 2.0, 20.0


class Solution(NamedTuple):
    """What came of a problem.

    Attributes
    ----------
    name : str
        The problem.
    move : str
        What the engine played.
    seconds : float or None
        CPU seconds after which it kept to a right move; None if it did not.
    depth : int
        Plies that it looked ahead then.
    is_proved : bool
        Whether the solution has been proved.
    """

    name: str
    move: str
    seconds: float | None
    depth: int
    is_proved: bool


def solve(problem: dict[str, Any], seconds: float) -> Solution:
    """Let the engine think about a problem for so long, or until it has proved a win with a right move."""
    rules = get_rules(VARIANTS.get(problem["variant"], problem["variant"]))
    board = Board.from_fen(problem["fen"], rules)
    right = {board.move(text) for text in [*problem["best"], *problem.get("keeps_result", [])]}
    engine = Engine(rules)
    begin = time.thread_time()
    since: tuple[float, int] | None = None

    def watch(info: SearchResult) -> None:
        nonlocal since
        if info.move not in right and not (problem["result"] == "win" and (info.win_in or 0) > 0):
            since = None
        elif since is None:
            since = (time.thread_time() - begin, info.depth)

    result = engine.search(board, time=seconds, on_info=watch)
    watch(result)
    proved = not problem["proof"].startswith("published")
    took, depth = since or (None, result.depth)
    return Solution(problem["id"], board.notation(result.move), took, depth, proved)


def main() -> None:
    """Solve all, and say what came of it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=LATE, help="to think about each (default: 20)")
    arguments.add_argument("--only", metavar="TEXT", default="", help="problems whose name has this")
    arguments.add_argument("--json", type=Path, help="where to write the figures (default: benchmarks/results)")
    options = arguments.parse_args()
    problems = [each for each in json.loads(PROBLEMS.read_text("utf-8"))["problems"] if options.only in each["id"]]
    found = []
    for problem in problems:
        found.append(solution := solve(problem, options.seconds))
        said = "not found" if solution.seconds is None else f"{solution.seconds:7.3f} s, depth {solution.depth}"
        print(f"{solution.name:22} {solution.move:12} {said}", flush=True)
    for limit in (SOON, LATE):
        solved = [each for each in found if each.seconds is not None and each.seconds <= limit]
        proved = sum(each.is_proved for each in solved)
        provable = sum(each.is_proved for each in found)
        print(f"within {limit:g} s: {len(solved)} of {len(found)}, {proved} of the {provable} proved ones")
    kept = {"benchmark": "problems", "machine": harness.machine(), "problems": [each._asdict() for each in found]}
    replace_file(options.json or harness.RESULTS / "problems.json", json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
