"""When machine code takes over from Python, and how it is had by one thread at a time.

A process that looks at a few positions must not wait for numba, and one that looks at many must not wait for Python. So
Python does the first part of each kind of work. How much that is stands here for all kinds.
"""

from __future__ import annotations

import logging
import os
import sysconfig
from collections.abc import Callable
from threading import get_ident
from typing import Any

from draughts.errors import UnsupportedPythonError
from draughts.kernel.forking import compiling
from draughts.kernel.movement import MovementRules

__all__ = [
    "FEN", "GAMES", "LISTS", "PLAIN_CALLS", "Takeover", "cache_misses", "check_python", "compiled_entry",
    "fen_functions", "interned_lists", "is_compiled", "is_loading", "is_on_disk", "loading", "use_compiled",
]  # fmt: skip

_log = logging.getLogger("draughts.kernel")


Words = tuple[int, int, int, int]


def _number(text: str, usual: int) -> int:
    """The number that a variable of the environment asks for."""
    if not text.strip():
        return usual
    try:
        number = int(text)
        if number < 0:
            raise ValueError
    except ValueError:
        _log.warning("DRAUGHTS_PLAIN_CALLS is a number of questions, 0 or more, not %r: %d is taken", text, usual)
        return usual
    return number


#: Questions about moves that a process asks Python. Loading numba takes as long as a few thousand of them.
PLAIN_CALLS = _number(os.environ.get("DRAUGHTS_PLAIN_CALLS", ""), 1000)


class _State:
    """What this process has come to."""

    #: Whether boards are to ask compiled code from now on, which is so once numba is loaded.
    is_compiled = False
    #: The thread that is compiling or loading code.
    loader: int | None = None


def use_compiled() -> None:
    """Let every further question of this process go to compiled code."""
    _State.is_compiled = _is_supported()


def is_compiled() -> bool:
    """Whether questions go to compiled code."""
    return _State.is_compiled


class Takeover:
    """Decides when machine code does one kind of work.

    Parameters
    ----------
    after : int
        Units of work that Python does before machine code is loaded, or compiled if the disk does not have it.
    after_on_disk : int, optional
        The same if numba is loaded already and the disk has the code.
    needs_numba : bool
        Whether this kind of work waits until another one has loaded numba.
    """

    def __init__(self, after: int, after_on_disk: int | None = None, *, needs_numba: bool = False) -> None:
        self.after = after
        self._after_on_disk = after if after_on_disk is None else after_on_disk
        self._needs_numba = needs_numba
        #: Units of work that Python has done, or that are known to come.
        self.done = 0

    def pays(self, units: int = 1, is_on_disk: Callable[[], bool] = lambda: False) -> bool:
        """Count some units of work, and say whether machine code does them."""
        self.done += units
        if self.done <= self._after_on_disk or not _is_supported() or is_loading():
            return False
        if self.done > self.after:
            return _State.is_compiled or not self._needs_numba
        if _State.is_compiled and is_on_disk():
            return True
        self._after_on_disk = min(2 * self.done, self.after)  # the disk is not asked about every unit
        return False


#: Lists of moves. Python is a hundred times slower, so they are compiled where the disk has nothing.
LISTS = Takeover(PLAIN_CALLS)
#: Texts of FEN read or written, which Python does five times slower.
FEN = Takeover(200_000, 2_000, needs_numba=True)
#: Characters of PDN, which Python reads ten times slower.
GAMES = Takeover(3 << 19, 1 << 16)


def _is_supported() -> bool:
    return not sysconfig.get_config_var("Py_GIL_DISABLED")


def check_python() -> None:
    """Raise an error where compiled code would not be safe.

    Raises
    ------
    UnsupportedPythonError
        If this Python runs without the interpreter lock.
    """
    if not _is_supported():
        raise UnsupportedPythonError(
            "compiled code needs a Python with the interpreter lock, and this one is built without it; boards, games "
            "and files work here in plain Python, perft and warm_up do not"
        )


class _Loading:
    """One thread at a time compiles or loads code; others wait, and so does a fork."""

    _depth = 0

    def __enter__(self) -> None:
        compiling.acquire()
        self._depth += 1
        _State.loader = get_ident()

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if not self._depth:
            _State.loader = None
        compiling.release()


loading = _Loading()


def is_loading() -> bool:
    """Whether this very thread is compiling, and something has interrupted it."""
    return _State.loader == get_ident()


def is_on_disk(movement: MovementRules | None, entry: str) -> bool:
    """Whether an entry point need not be compiled; False as long as nothing else has loaded numba."""
    if not is_compiled():
        return False
    with loading:
        from draughts.kernel import jit

        return jit.is_on_disk(movement, entry)


def compiled_entry(movement: MovementRules | None, entry: str, *, long_running: bool = True) -> Callable[..., int]:
    """As `jit.compiled_entry`, for code that may run before numba is loaded."""
    check_python()
    with loading:
        from draughts.kernel import jit

        return jit.compiled_entry(movement, entry, long_running=long_running)


def interned_lists(movement: MovementRules) -> Callable[..., tuple[Any, ...] | None]:
    """As `jit.interned_lists`."""
    check_python()
    with loading:
        from draughts.kernel import jit

        return jit.interned_lists(movement)


def fen_functions() -> tuple[Callable[[int, str], Words | None], Callable[[int, int, int, int, int], str]]:
    """As `jit.fen_functions`."""
    check_python()
    with loading:
        from draughts.kernel import jit

        return jit.fen_functions()


def cache_misses() -> list[str]:
    """What this process has compiled because the disk did not have it."""
    check_python()
    with loading:
        from draughts.kernel import jit

        return jit.cache_misses
