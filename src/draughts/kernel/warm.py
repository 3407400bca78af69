"""Compiling ahead of time."""

from __future__ import annotations

from draughts.kernel.generator import generator_for
from draughts.kernel.machine_code import compiled_entry, use_compiled
from draughts.kernel.movement import movement_of
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Rules

__all__ = ["warm_up"]


def warm_up(*rules: Rules) -> None:
    """Load the compiled kernel of some rule sets now, compiling what the disk cache lacks.

    Without it the first thousand or so positions of a process are answered without numba. Then the compiled kernel is
    loaded, which takes about a second, or compiled, which takes some seconds. Programs that serve many processes warm
    up before they fork.

    Parameters
    ----------
    *rules : Rules
        The variants; American checkers if none is given.

    Examples
    --------
    >>> from draughts import AMERICAN, warm_up
    >>> warm_up(AMERICAN)
    """
    for movement in dict.fromkeys(map(movement_of, rules or (AMERICAN,))):
        generator_for(movement).load()
        compiled_entry(movement, "count_leaves")
    use_compiled()
