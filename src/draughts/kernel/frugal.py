"""Compiling so that little is left behind, for processes that meet a thousand rule sets.

Nothing that numba and LLVM take for a function is given back: several megabytes for a module as large as a move
generator. Two habits of numba's are most of that, and neither is needed here.

* It optimises every function by itself before it optimises the module. LLVM keeps 33 kB of each such run, and the
  passes over the module do the same work.
* It leaves the module in LLVM's engine, which needs it no more once the code has an address.

What LLVM keeps of the passes over the module cannot be had back: half a megabyte. A process that has compiled many
functions runs a dozen passes over further ones, of which next to nothing stays. Compiling takes half the time then, and
code that searches is up to a tenth slower.

Imported by ``jit`` only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

__all__ = ["MANY", "frugal", "give_back"]

#: Functions that a process compiles with all passes.
MANY = 64

_BRIEF = (
    "always_inliner", "sroa", "simplify_cfg", "instruction_combine", "ipsccp", "jump_threading", "new_gvn",
    "loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg", "global_dead_code_eliminate",
)  # fmt: skip


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """A module whose functions are optimised together only."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout


class _BriefLibrary(_Library):
    """The same with few passes; with all of them where llvmlite is too old to name them."""

    def _optimize_final_module(self) -> None:
        passes = llvm.create_new_module_pass_manager()
        names = [f"add_{name}_pass" for name in _BRIEF]
        if not all(hasattr(passes, name) for name in names):
            super()._optimize_final_module()
            return
        for name in names:
            getattr(passes, name)()
        passes.run(self._final_module, self._codegen._pass_builder())


@contextmanager
def frugal(compiled: int) -> Iterator[None]:
    """Compile so, in a process that has compiled some functions before; no other thread compiles meanwhile."""
    codegen = cpu_target.target_context.codegen()
    with global_compiler_lock:
        codegen._library_class = _BriefLibrary if compiled >= MANY else _Library
        try:
            yield
        finally:
            del codegen._library_class  # the class has numba's own


def give_back(library: Any) -> None:
    """Free the modules of a library whose code has an address, and that nothing will be linked with."""
    library.codegen._engine._ee.remove_module(library._final_module)
    library._final_module.close()
    if library._shared_module is not None:
        library._shared_module.close()
