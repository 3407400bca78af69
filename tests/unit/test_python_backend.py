"""The kernel on Python integers: what a debugger, a profiler and a traceback see of it."""

from __future__ import annotations

import linecache
import sys
import traceback
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from draughts import FRISIAN, INTERNATIONAL, RUSSIAN, TURKISH, Board, Rules
from draughts.kernel.movement import movement_of
from draughts.kernel.python_backend import python_entries

_SOURCE = Path(str(files("draughts.kernel"))) / "source"


def test_a_traceback_shows_the_line_of_the_kernel_source() -> None:
    list_moves = python_entries(movement_of(INTERNATIONAL), "list_moves")["list_moves"]
    with pytest.raises(IndexError) as caught:
        list_moves(0, 1, 0, 0, 0, 0, [])  # no memory at all
    last = traceback.extract_tb(caught.value.__traceback__)[-2]
    assert (Path(last.filename), last.name) == (_SOURCE / "lists.py", "list_quiet_0")
    assert last.line is not None
    assert last.line.startswith("if top + count + popcount(targets) > load(scratch, END):")


@pytest.mark.parametrize("rules", [RUSSIAN, TURKISH, FRISIAN], ids=lambda rules: rules.name)
def test_a_profiler_sees_each_function_in_its_own_file(rules: Rules) -> None:
    seen: dict[str, set[str]] = {}

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and Path(frame.f_code.co_filename).parent == _SOURCE:
            line = linecache.getline(frame.f_code.co_filename, frame.f_code.co_firstlineno)
            if line.startswith("@"):
                line = linecache.getline(frame.f_code.co_filename, frame.f_code.co_firstlineno + 1)
            seen.setdefault(Path(frame.f_code.co_filename).name, set()).add(frame.f_code.co_name)
            assert line.startswith("def ")
            assert frame.f_code.co_name.startswith(line[4:].split("(")[0])

    position = Board(rules).kernel_position
    count_leaves = python_entries(position.movement, "count_leaves")["count_leaves"]
    sys.setprofile(profile)
    try:
        count_leaves(position.turn, *position.words(), 3, [0] * 10_000)
    finally:
        sys.setprofile(None)
    assert {"perft.py", "quiet.py"} <= seen.keys()
