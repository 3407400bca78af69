"""Compiling so that little is left behind, for processes that meet a thousand rule sets.

Nothing that numba and LLVM take for a function is given back: several megabytes for a module as large as a move
generator. Two habits of numba's are most of that, and neither is needed here.

* It optimises every function by itself before it optimises the module. LLVM keeps 33 kB of each such run, and the
  passes over the module do the same work.
* It leaves the module in LLVM's engine, which needs it no more once the code has an address.

What LLVM keeps of the passes over the module cannot be had back: half a megabyte, and a third of that at a lower level
of optimisation. So a process that has compiled many modules compiles further ones at that level. They are up to a
twentieth slower.

Imported by ``jit`` only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

__all__ = ["MANY", "frugal", "give_back"]

#: Functions that a process compiles at numba's usual level of optimisation.
MANY = 64


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """A module whose functions are optimised together only."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout


@contextmanager
def frugal(compiled: int) -> Iterator[None]:
    """Compile so, in a process that has compiled some functions before; no other thread compiles meanwhile."""
    codegen = cpu_target.target_context.codegen()
    with global_compiler_lock:
        level = config.OPT
        codegen._library_class = _Library
        if compiled >= MANY:
            config.OPT = min(level, config._OptLevel(1))
        try:
            yield
        finally:
            config.OPT = level
            del codegen._library_class  # the class has numba's own


def give_back(library: Any) -> None:
    """Free the modules of a library whose code has an address, and that nothing will be linked with."""
    library.codegen._engine._ee.remove_module(library._final_module)
    library._final_module.close()
    if library._shared_module is not None:
        library._shared_module.close()
