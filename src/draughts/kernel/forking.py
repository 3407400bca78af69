"""A process that forks while another of its threads loads numba or compiles.

The child has the locks of that thread and not the thread, so it would wait for ever as soon as it loads or compiles
anything itself. Therefore a fork waits until nobody does.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

__all__ = ["compiling"]

#: Held while modules that load numba are imported, and while anything is loaded from disk or compiled, be it for Python
#: or for the machine.
compiling = threading.RLock()

#: numba's lock while this process forks: other code of the process may compile, too.
_held: list[Any] = []


def _before() -> None:
    compiling.acquire()
    numbas = getattr(sys.modules.get("numba.core.compiler_lock"), "global_compiler_lock", None)
    if numbas is not None:
        numbas.acquire()
        _held.append(numbas)


def _after() -> None:
    if _held:
        _held.pop().release()
    compiling.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
