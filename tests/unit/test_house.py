"""Sizes, and places: what a reader opens is short, or says why not; a rule of movement stands where it is said to."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import draughts
from draughts import Rules
from draughts.kernel.movement import movement_of

_LINES_OF_A_MODULE = 500
_LINES_OF_A_FUNCTION = 60

_PACKAGE = Path(draughts.__file__).parent
_MODULES = sorted(path.relative_to(_PACKAGE).as_posix() for path in _PACKAGE.rglob("*.py"))


def long_functions(text: str) -> Iterator[str]:
    """Functions whose lines, docstring apart, are too many, and that give no reason for it on their first line."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            documented = ast.get_docstring(node, clean=False) is not None
            length = (node.end_lineno or 0) - node.lineno + 1
            if documented:
                length -= (first.end_lineno or 0) - first.lineno + 1
            if length > _LINES_OF_A_FUNCTION and "long: " not in lines[node.lineno - 1]:
                yield f"{node.name} has {length} lines"


@pytest.mark.parametrize("name", _MODULES)
def test_modules_and_functions_are_short_or_say_why_not(name: str) -> None:
    text = (_PACKAGE / name).read_text("utf-8")
    if text.count("\n") > _LINES_OF_A_MODULE:
        assert "This module is long since" in (ast.get_docstring(ast.parse(text)) or "")
    assert not list(long_functions(text))


def test_a_long_function_is_found_unless_it_gives_a_reason() -> None:
    body = "    pass\n" * _LINES_OF_A_FUNCTION
    assert list(long_functions(f"def f():\n{body}")) == ["f has 61 lines"]
    assert not list(long_functions(f"def f():  # long: a table\n{body}"))


#: Where a rule of movement stands, as CONTRIBUTING says; presets are what the rules are for.
_PLACES = {"rules/rules.py", "rules/presets.py", "kernel/movement.py", "kernel/source", "position/movement_in_words.py"}

#: Who else asks for rules of movement: for what follows from them, not to play by them.
_ALSO_ASKING = {
    # Directions become shifts of bits.
    "man_captures": {"kernel/rule_words.py"},
    "king_moves": {"kernel/rule_words.py"},
    "king_captures": {"kernel/rule_words.py"},
    # And where men return, their moves can be taken back and positions recur.
    "man_moves": {"kernel/rule_words.py", "game/draw_counting.py", "engine/root.py", "batch/tables.py"},
    "king_range": {"engine/weights.py"},  # what a king is worth before anything is learned
    "removal": {"position/move_entry.py"},  # pieces that are to be shown while a move is entered
    "capture_priority": {"position/explanation.py"},  # the test that a capture fails is looked for
}

#: The fields that the kernel's movement rules are made of; the board and the goal are more than rules of movement.
_MOVEMENT_FIELDS = sorted(
    ({field.name for field in dataclasses.fields(Rules)} - {"geometry", "goal"})
    & set(re.findall(r"\brules\.(\w+)", inspect.getsource(movement_of)))
)


def test_the_fields_of_movement_are_found() -> None:
    assert {"man_moves", "king_landing", "removal", "about_turns", "promotion"} <= set(_MOVEMENT_FIELDS)


def asks_for(field: str, text: str) -> bool:
    """Whether code reads a field of a rule set or of movement rules."""
    return field in text and any(
        isinstance(node, ast.Attribute)
        and node.attr == field
        and ast.unparse(node.value).lower().endswith(("rules", "movement"))
        for node in ast.walk(ast.parse(text))
    )


@pytest.mark.parametrize("field", _MOVEMENT_FIELDS)
def test_a_rule_of_movement_has_four_places(field: str) -> None:
    places = {
        "kernel/source" if name.startswith("kernel/source/") else name
        for name in _MODULES
        if asks_for(field, (_PACKAGE / name).read_text("utf-8"))
    }
    assert places <= _PLACES | _ALSO_ASKING.get(field, set())
    assert {"kernel/movement.py", "position/movement_in_words.py"} <= places
