"""The kernel as machine code. This module and those that only it imports load numba; import it late."""

from __future__ import annotations

import sys
import types as python_types
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import cgutils, types

from draughts.kernel.cache import attach_cache
from draughts.kernel.cpython import INTEGER, ObjectMaker, PythonObject, as_number, intrinsic_of
from draughts.kernel.llvm_backend import lower
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import FIRST_RECORD, PLACES, STACK_UNITS
from draughts.kernel.specialise import entry_words, specialise

__all__ = ["cache_misses", "compiled", "compiled_entry", "compiled_lists", "kernel"]

#: What this process compiled because the disk did not have it.
cache_misses: list[str] = []

_TEMPLATE = """
def {name}({parameters}):
    return kernel({parameters})
"""


def _announce(name: str) -> None:
    cache_misses.append(name)
    if len(cache_misses) == 1 and sys.stderr is not None and sys.stderr.isatty():
        print("draughts: compiling the move generator, once for these rules ...", file=sys.stderr, flush=True)


def _word_kinds(movement: MovementRules, entry: str) -> list[types.Type]:
    """The types that an entry point takes; words wider than 64 bits are two numbers, the low half first."""
    halves = 2 if movement.layout.bits > 64 else 1
    kinds: list[types.Type] = []
    for is_word in entry_words(entry):
        kinds += [types.uint64] * halves if is_word else [types.int64]
    return kinds


def _call(movement: MovementRules, entry: str, builder: ir.IRBuilder, arguments: Sequence[ir.Value]) -> ir.Value:
    """Add a specialisation to the module that is being built, and a call of its entry point."""
    function = lower(specialise(movement, entry), builder.module)[entry]
    rest = list(arguments)
    joined = []
    for parameter in function.args:
        value = rest.pop(0)
        if parameter.type.width > 64:
            low, high = (builder.zext(half, parameter.type) for half in (value, rest.pop(0)))
            value = builder.or_(low, builder.shl(high, ir.Constant(parameter.type, 64)))
        joined.append(value)
    return builder.call(function, joined, cconv="fastcc")


def kernel(movement: MovementRules, entry: str) -> Any:
    """A numba intrinsic that is one entry point for movement rules; see `compiled_entry` for what it takes."""

    @intrinsic_of(types.int64, *_word_kinds(movement, entry))
    def kernel(context: Any, builder: ir.IRBuilder, *arguments: ir.Value) -> ir.Value:
        return _call(movement, entry, builder, arguments)

    return kernel


def compiled(
    key: str,
    code: python_types.CodeType,
    kinds: Sequence[types.Type],
    names: Mapping[str, object],
    *,
    long_running: bool = False,
    announce: Callable[[str], None] = cache_misses.append,
) -> Callable[..., Any]:
    """A function for Python, compiled or loaded from disk.

    Parameters
    ----------
    key : str
        Tells it apart on disk from others with its name: a movement's key, or another name.
    code : code object
        What it does.
    kinds : sequence of numba types
        What it takes.
    names : mapping of str to object
        What its global names mean. Functions are helpers with the same global names.
    long_running : bool
        Whether it runs without the interpreter lock.
    announce : callable
        Is told its name if the disk does not have it.
    """
    # Compiled code of many processes meets in one program, so its names must tell movement rules apart; numba looks the
    # module up by name when it loads the code.
    module = python_types.ModuleType(f"draughts.kernel.compiled_{key}_{code.co_name}")
    sys.modules[module.__name__] = module
    namespace = module.__dict__
    namespace |= names

    def function(code: python_types.CodeType) -> Any:
        made = python_types.FunctionType(code, namespace, code.co_name)
        made.__module__ = module.__name__
        made.__qualname__ = code.co_name
        return njit(made, nogil=long_running)

    for name, value in names.items():
        if isinstance(value, python_types.FunctionType):
            namespace[name] = function(value.__code__)
    dispatcher = namespace["keep"] = function(code)
    attach_cache(dispatcher, key, announce)
    dispatcher.compile(tuple(kinds))
    # What the dispatcher would call after looking at the types of the arguments, which here are always the same.
    (overload,) = dispatcher.overloads.values()
    return overload.entry_point  # type: ignore[no-any-return]


def _bind(
    movement: MovementRules, entry: str, kinds: Sequence[types.Type], kernel: Any, *, long_running: bool = False
) -> Callable[..., Any]:
    """A function for Python that does what an intrinsic does."""
    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    namespace: dict[str, Any] = {}
    exec(compile(_TEMPLATE.format(name=entry, parameters=parameters), __file__, "exec"), namespace)
    names = {"kernel": kernel}
    return compiled(
        movement.key, namespace[entry].__code__, kinds, names, long_running=long_running, announce=_announce
    )


@lru_cache(maxsize=512)
def compiled_entry(movement: MovementRules, entry: str, *, long_running: bool = True) -> Callable[..., int]:
    """One entry point for one set of movement rules, compiled or loaded from disk.

    Arguments are Python ints: words as unsigned numbers (low and high half, if the board needs two), scratch memory as
    its address. `long_running` code runs without the interpreter lock.
    """
    return _bind(movement, entry, _word_kinds(movement, entry), kernel(movement, entry), long_running=long_running)


@lru_cache(maxsize=512)
def compiled_lists(movement: MovementRules) -> Callable[..., Any]:
    """`list_moves` with Python's objects as arguments and results, as `generator.Generator.moves` has it.

    Words that are wide are two numbers, the low half first, also in records. None says that there is more than fits the
    memory it has on the stack.
    """
    count = len(_word_kinds(movement, "list_moves")) - 2
    kinds = [PythonObject()] * (count + 2)
    is_wide = movement.layout.bits > 64

    @intrinsic_of(PythonObject(), *kinds)
    def kernel(context: Any, builder: ir.IRBuilder, *arguments: ir.Value) -> ir.Value:
        *numbers, known, kind = arguments
        with builder.goto_entry_block():
            memory = builder.alloca(ir.ArrayType(INTEGER, STACK_UNITS))
        place = partial(cgutils.gep_inbounds, builder, memory, 0)
        builder.store(INTEGER(STACK_UNITS), place(PLACES["END"]))
        address = builder.ptrtoint(memory, INTEGER)
        words = [as_number(builder, number) for number in numbers]
        count = _call(movement, "list_moves", builder, [*words, INTEGER(FIRST_RECORD), address])
        python = ObjectMaker(context.get_python_api(builder), builder)
        return python.moves(count, as_number(builder, known), kind, place, is_wide=is_wide)

    return _bind(movement, "list_moves", kinds, kernel)
