"""The one way in which our frozen dataclasses show themselves: only what differs from the defaults."""

from __future__ import annotations

import dataclasses
from enum import Enum, Flag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def show_changes(value: DataclassInstance, *always: str) -> str:
    """``Name(field=value, ...)`` with the fields that differ from their defaults, and those named in `always`."""
    changes = (
        f"{field.name}={show(content)}"
        for field in dataclasses.fields(value)
        if (content := getattr(value, field.name)) != field.default or field.name in always
    )
    return f"{type(value).__name__}({', '.join(changes)})"


def show(value: object) -> str:
    """``repr``, with enums written as a user would type them."""
    if isinstance(value, Flag):
        names = [member.name for member in value] if value.name is None or "|" in value.name else [value.name]
        return " | ".join(f"{type(value).__name__}.{name}" for name in names)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple):
        return f"({', '.join(map(show, value))}{',' if len(value) == 1 else ''})"
    return repr(value)
