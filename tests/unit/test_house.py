"""Sizes: what a reader opens is short, or says why it is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import draughts

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
