"""Values for the parameters of an engine, checked before they are sent."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping

from draughts.errors import EngineError
from draughts.hub.messages import Param

__all__ = ["Value", "parameter_text"]

#: A value as Python has it, or as the protocol writes it.
Value = str | bool | int | float

_TRUTH = {"true": "true", "false": "false"}


def parameter_text(engine: str, parameters: Mapping[str, Param], name: str, value: Value) -> str:
    """A value as the protocol writes it.

    Parameters
    ----------
    engine : str
        What the engine is called, for messages.
    parameters : mapping of str to Param
        The parameters that it has.
    name : str
        One of them.
    value : str, bool, int or float
        The new value.

    Raises
    ------
    EngineError
        If the engine has no such parameter, or the parameter cannot have this value.

    Examples
    --------
    >>> from draughts.hub import Param
    >>> from draughts.hub.parameters import parameter_text
    >>> threads = {"threads": Param("threads", "1", "int", "1", "16")}
    >>> parameter_text("scan", threads, "threads", 4)
    '4'
    >>> parameter_text("scan", threads, "threads", 0)
    Traceback (most recent call last):
    draughts.errors.EngineError: scan: threads cannot be 0; it is a whole number from 1 to 16
    """
    parameter = parameters.get(name)
    if parameter is None:
        raise EngineError(f"{engine} has no parameter {name!r}; it has {', '.join(parameters) or 'none'}")
    text = _written(parameter, value)
    if text is None:
        raise EngineError(f"{engine}: {name} cannot be {value!r}; it is {_described(parameter)}")
    return text


def _written(parameter: Param, value: Value) -> str | None:
    """The text of a value; None if the parameter cannot have it."""
    match parameter.type:
        case "bool":
            text = ("true" if value else "false") if isinstance(value, bool) else str(value)
            return _TRUTH.get(text.strip().casefold())
        case "int" | "real":
            return _number(parameter, value)
        case "enum":
            return value if isinstance(value, str) and value in parameter.values else None
        case _:
            if isinstance(value, bool):
                return "true" if value else "false"
            return str(value)


def _number(parameter: Param, value: Value) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | numbers.Real):
        return None
    is_whole = parameter.type == "int"
    try:
        number = int(str(value)) if is_whole else float(value)
    except ValueError:
        return None
    if not math.isfinite(number) or not _bound(parameter.min, -math.inf) <= number <= _bound(parameter.max, math.inf):
        return None
    return value.strip() if isinstance(value, str) else str(number)


def _bound(text: str, default: float) -> float:
    """A bound; an engine that writes nonsense there has none."""
    try:
        bound = float(text)
    except ValueError:
        return default
    return default if math.isnan(bound) else bound


def _described(parameter: Param) -> str:
    """What a parameter can be, in words."""
    match parameter.type:
        case "bool":
            return "true or false"
        case "enum":
            return f"one of {', '.join(parameter.values) or 'nothing'}"
        case _:
            words = "a whole number" if parameter.type == "int" else "a number"
            least = f" from {parameter.min}" if parameter.min else ""
            most = f" to {parameter.max}" if parameter.max else ""
            return f"{words}{least}{most}"
