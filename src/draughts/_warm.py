"""Compiling ahead of time."""

from __future__ import annotations

from draughts._kernels.binding import use_compiled
from draughts._kernels.policy import policy_of
from draughts.presets import AMERICAN
from draughts.rules import Rules

__all__ = ["compile_kernels", "warm_up"]


def warm_up(*rules: Rules) -> None:
    """Load the compiled kernel of some rule sets now, compiling what the disk cache lacks.

    Without it the first few hundred positions of a process are answered without numba, and then it is loaded, which
    takes a fraction of a second. Programs that serve many processes warm up before they fork.

    Parameters
    ----------
    *rules : Rules
        The variants; American checkers if none is given.

    Examples
    --------
    >>> from draughts import AMERICAN, warm_up
    >>> warm_up(AMERICAN)
    """
    compile_kernels(*(rules or (AMERICAN,)))
    use_compiled()


def compile_kernels(*rules: Rules) -> list[str]:
    """Compile what the disk cache lacks for these rule sets; the kernels that had to be compiled."""
    from draughts._kernels.jit import bind_jit, bind_lists, cache_misses

    before = len(cache_misses)
    for policy in dict.fromkeys(map(policy_of, rules)):
        bind_lists(policy)
        bind_jit(policy, "count_leaves")
    return cache_misses[before:]
