"""The kernel as machine code. This module and those that only it imports load numba; import it late."""

from __future__ import annotations

import sys
import types as python_types
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import types
from numba.extending import intrinsic

from draughts._kernels.cache import attach_cache, cache_root
from draughts._kernels.lower import lower
from draughts._kernels.policy import Policy
from draughts._kernels.specialise import entry_words, specialise

__all__ = ["bind_jit", "cache_misses"]

#: Kernels that this process compiled because the disk did not have them.
cache_misses: list[str] = []

_TEMPLATE = """
def {name}({parameters}):
    return kernel({parameters})
"""


def _announce(name: str) -> None:
    cache_misses.append(name)
    if len(cache_misses) == 1 and sys.stderr is not None and sys.stderr.isatty():
        print("draughts: compiling the move generator, once for these rules ...", file=sys.stderr, flush=True)


def _kernel(policy: Policy, entry: str) -> tuple[Any, list[types.Type]]:
    """A numba intrinsic that holds the lowered source and calls one of its functions, and the types it takes.

    Words wider than 64 bits come from Python as two numbers, the low half first. The source is specialised when numba
    asks for code, that is, not if the disk has it.
    """
    wide = policy.layout.bits > 64
    kinds: list[types.Type] = []
    for is_word in entry_words(entry):
        kinds += [types.uint64] * (2 if wide else 1) if is_word else [types.int64]

    def emit(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        function = lower(specialise(policy, entry), builder.module)[entry]
        rest = list(arguments)
        joined = []
        for parameter in function.args:
            value = rest.pop(0)
            if parameter.type.width > 64:
                low, high = (builder.zext(half, parameter.type) for half in (value, rest.pop(0)))
                value = builder.or_(low, builder.shl(high, ir.Constant(parameter.type, 64)))
            joined.append(value)
        return builder.call(function, joined, cconv="fastcc")

    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    namespace = {"emit": emit, "signature": types.int64(*kinds)}
    exec(f"def kernel(context, {parameters}):\n    return signature, emit\n", namespace)
    return intrinsic(namespace["kernel"]), kinds


@lru_cache(maxsize=512)
def bind_jit(policy: Policy, entry: str, *, long_running: bool = True) -> Callable[..., int]:
    """One entry point of one policy, compiled or loaded from disk.

    Arguments are Python ints: words as unsigned numbers (low and high half, if the board needs two), scratch memory as
    its address. `long_running` code runs without the interpreter lock.
    """
    # Compiled code of many processes meets in one program, so its names must tell policies apart; numba looks the
    # module up by name when it loads the code.
    module = python_types.ModuleType(f"draughts._kernels.compiled_{policy.key}_{entry}")
    sys.modules[module.__name__] = module
    namespace = module.__dict__
    namespace["kernel"], kinds = _kernel(policy, entry)
    root = cache_root()
    namespace["CACHE_FOLDER"] = str(root / policy.key) if root else ""
    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    exec(compile(_TEMPLATE.format(name=entry, parameters=parameters), __file__, "exec"), namespace)
    dispatcher = njit(namespace[entry], nogil=long_running)
    if root:
        attach_cache(dispatcher, _announce)
    dispatcher.compile(tuple(kinds))
    # What the dispatcher would call after looking at the types of the arguments, which here are always the same.
    (compiled,) = dispatcher.overloads.values()
    namespace["keep"] = dispatcher
    return compiled.entry_point  # type: ignore[no-any-return]
