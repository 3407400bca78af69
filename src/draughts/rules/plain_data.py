"""Frozen dataclasses as plain data, such as JSON has, and back. What a field may hold is read off its annotation."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum, Flag
from functools import lru_cache
from typing import Any, cast

from draughts.errors import DraughtsError, RulesError
from draughts.rules import draws
from draughts.rules.rules import Rules

__all__ = ["from_plain", "to_plain"]

_KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        draws.LoneKings,
        draws.MaterialLimit,
        draws.NoProgress,
        draws.DrawOffers,
        draws.PieceCountLimit,
        draws.Repetition,
    )
}


def to_plain(value: object) -> Any:
    """A value as plain data: enums by their names, dataclasses as mappings, draw rules with their kind.

    Of `Rules` only the fields are there that differ from American checkers.

    Examples
    --------
    >>> from draughts import ITALIAN
    >>> from draughts.rules.plain_data import to_plain
    >>> to_plain(ITALIAN.draws[0]), to_plain(ITALIAN)["first_mover"]
    ({'kind': 'Repetition', 'automatic': True, 'occurrences': 4}, 'white')
    """
    if isinstance(value, Flag):
        return [str(member.name).lower() for member in value]
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": type(value).__name__} if isinstance(value, draws.DrawRule) else {}
        fields = {
            field.name: to_plain(content)
            for field in dataclasses.fields(value)
            if (content := getattr(value, field.name)) != field.default or not isinstance(value, Rules)
        }
        return kind | fields
    return value


def from_plain(kind: Any, data: object, where: str) -> Any:
    """The value of a type that plain data describe.

    Parameters
    ----------
    kind : type
        A dataclass, or the annotation of one of its fields.
    data : object
        What `to_plain` gave.
    where : str
        The name of the data, for messages.

    Raises
    ------
    RulesError
        If the data are not such a value; the message says where.

    Examples
    --------
    >>> from draughts import Rules
    >>> from draughts.rules.plain_data import from_plain
    >>> from_plain(Rules, {"name": "mine", "promotion": "at_rest"}, "rules")
    Rules(name='mine', promotion=Promotion.AT_REST)
    >>> from_plain(Rules, {"promotion": "never"}, "rules")
    Traceback (most recent call last):
    draughts.errors.RulesError: rules.promotion must be at_rest, continues_as_king or ends_move, not 'never'
    """
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        return _from_union(typing.get_args(kind), data, where)
    if origin is tuple:
        return _from_list(typing.get_args(kind), data, where)
    if issubclass(kind, Flag):
        return _from_names(kind, data, where)
    if issubclass(kind, Enum):
        return _member(kind, data, where)
    if dataclasses.is_dataclass(kind):
        return _from_mapping(cast("type", kind), data, where)
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if type(data) is not kind:
        raise RulesError(f"{where} must be {_word(kind)}, not {data!r}")
    return data


def _from_union(kinds: tuple[Any, ...], data: object, where: str) -> Any:
    if data is None and types.NoneType in kinds:
        return None
    (kind,) = (kind for kind in kinds if kind is not types.NoneType)
    return from_plain(kind, data, where)


def _from_list(kinds: tuple[Any, ...], data: object, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise RulesError(f"{where} must be a list, not {data!r}")
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(data)
    if len(kinds) != len(data):
        raise RulesError(f"{where} must have {len(kinds)} entries, not {len(data)}")
    return tuple(
        from_plain(kind, item, f"{where}[{at}]") for at, (kind, item) in enumerate(zip(kinds, data, strict=True))
    )


def _from_names(kind: type[Flag], data: object, where: str) -> Flag:
    if not isinstance(data, list):
        raise RulesError(f"{where} must be a list of names, not {data!r}")
    flags = kind(0)
    for at, name in enumerate(data):
        flags |= _member(kind, name, f"{where}[{at}]")
    return flags


def _member(kind: type[Enum], data: object, where: str) -> Any:
    members = {str(member.name).lower(): member for member in kind}
    if not isinstance(data, str) or data not in members:
        *most, last = members
        raise RulesError(f"{where} must be {', '.join(most)} or {last}, not {data!r}")
    return members[data]


def _from_mapping(kind: type, data: object, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise RulesError(f"{where} must be a mapping, not {data!r}")
    if kind is draws.DrawRule:
        name = data.get("kind")
        if not isinstance(name, str) or name not in _KINDS:
            raise RulesError(f"{where}.kind must be one of {', '.join(sorted(_KINDS))}, not {name!r}")
        kind = _KINDS[name]
        data = {key: content for key, content in data.items() if key != "kind"}
    hints = _hints(kind)
    unknown = sorted(str(key) for key in data if key not in hints)
    if unknown:
        raise RulesError(f"{where} has no {', '.join(unknown)}")
    values = {key: from_plain(hints[key], content, f"{where}.{key}") for key, content in data.items()}
    try:
        return kind(**values)
    except TypeError:
        required = {field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING}
        raise RulesError(f"{where} lacks {', '.join(sorted(required - set(data)))}") from None
    except DraughtsError as error:
        raise RulesError(f"{where}: {error}") from None


@lru_cache(maxsize=32)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _word(kind: type) -> str:
    return {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}.get(kind, kind.__name__)
