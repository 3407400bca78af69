"""Rule sets of one's own, in files."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, get_type_hints

from draughts.errors import RulesError
from draughts.rules.plain_data import from_plain
from draughts.rules.registry import get_rules
from draughts.rules.rules import Rules
from draughts.support.checks import refuse

__all__ = ["load_rules"]

_LARGEST_FILE = 65_536


def load_rules(path: str | Path) -> Rules:
    r"""The rules in a TOML file: the fields of `Rules` that differ from another game's.

    ``base`` names that game, which is American checkers by default. Values are written as `Rules` has them, in lower
    case: enums by their names, directions and tests as lists, the geometry and each draw rule as a table.

    .. code-block:: toml

        name = "towers"
        base = "russian"
        capture_priority = ["most_pieces"]
        side_names = ["Ebony", "Ivory"]

        [[draws]]
        kind = "Repetition"
        occurrences = 3

    Parameters
    ----------
    path : str or Path
        The file.

    Raises
    ------
    RulesError
        If the file is not TOML, or its content makes no sense; the message names the field.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from draughts import load_rules
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.toml")
    ...     _ = file.write_text('name = "mine"\nbase = "russian"\nking_range = "short"')
    ...     load_rules(file).king_range
    <KingRange.SHORT: 'short'>
    """
    import tomllib

    if not isinstance(path, str | Path):
        refuse("rules are read from a path", path)
    with open(path, "rb") as file:
        content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise RulesError(f"{path}: rules take no more than {_LARGEST_FILE:,} bytes")
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: byte {error.start + 1} is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise RulesError(f"{path} is not TOML: {error}") from None
    try:
        return _rules(data)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def _rules(data: dict[str, Any]) -> Rules:
    base = data.pop("base", "american")
    if not isinstance(base, str):
        raise RulesError(f"base must be the name of a variant, not {base!r}")
    if "name" not in data:
        raise RulesError("name is missing")
    hints = get_type_hints(Rules)
    fields = {field.name for field in dataclasses.fields(Rules)}
    unknown = sorted(set(data) - fields)
    if unknown:
        raise RulesError(f"Rules has no field {', '.join(map(repr, unknown))}; it has {', '.join(sorted(fields))}")
    return get_rules(base).replace(**{name: from_plain(hints[name], value, name) for name, value in data.items()})
