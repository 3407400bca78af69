"""Compiling ahead of time."""

from __future__ import annotations

from draughts._kernels.binding import use_compiled
from draughts._kernels.policy import policy_of
from draughts.presets import AMERICAN
from draughts.rules import Rules

__all__ = ["compile_all", "warm_up"]


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
    from draughts._kernels.jit import bind_jit, bind_lists

    for policy in dict.fromkeys(map(policy_of, rules or (AMERICAN,))):
        bind_lists(policy)
        bind_jit(policy, "count_leaves")
    use_compiled()


def compile_all(rules: Rules) -> list[str]:
    """Compile what the disk cache lacks of all that a rule set may need, FEN and PDN included; what that was."""
    from draughts._fentext import bind_read, bind_write
    from draughts._kernels.jit import cache_misses
    from draughts.pdn.plain import compile_plain

    before = len(cache_misses)
    warm_up(rules)
    bind_read()
    bind_write()
    compile_plain(rules)
    return cache_misses[before:]
