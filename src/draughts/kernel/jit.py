"""The kernel as machine code. This module and those that only it imports load numba; `machine_code` imports it late.

Every compiled function is an entry point of the kernel source. `compiled_entry` makes a function of numbers of it; the
others are functions of Python's objects, which `cpython` reads and makes.
"""

from __future__ import annotations

import sys
import types as python_types
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.registry import CPUDispatcher

from draughts.kernel.cache import attach_cache, is_kept
from draughts.kernel.cpython import (
    INTEGER,
    NUMBER,
    TEXT,
    Answer,
    Border,
    PythonObject,
    Reader,
    intrinsic_of,
    number_tuple,
    object_tuple,
    text_of,
)
from draughts.kernel.frugal import frugal, give_back
from draughts.kernel.llvm_backend import lower
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import FIRST_RECORD, PLACES, STACK_UNITS
from draughts.kernel.specialise import entry_words, specialise

__all__ = ["KEPT", "cache_misses", "compiled_entry", "entry_kinds", "fen_functions", "interned_lists", "is_on_disk"]

ReadFen = Callable[[int, str], tuple[int, int, int, int] | None]
WriteFen = Callable[[int, int, int, int, int], str]

#: What this process compiled because the disk did not have it.
cache_misses: list[str] = []

#: Functions that a process keeps although nothing uses them. Each has machine code of its own.
KEPT = 64


def _announce(name: str) -> None:
    cache_misses.append(name)
    if len(cache_misses) == 1 and sys.stderr is not None and sys.stderr.isatty():
        print("draughts: compiling the move generator, once for these rules ...", file=sys.stderr, flush=True)


def entry_kinds(movement: MovementRules | None, entry: str) -> list[types.Type]:
    """The types that an entry point takes; words wider than 64 bits are two numbers, the low half first."""
    halves = 2 if movement is not None and movement.layout.bits > 64 else 1
    kinds: list[types.Type] = []
    for is_word in entry_words(entry):
        kinds += [types.uint64] * halves if is_word else [types.int64]
    return kinds


def _call(movement: MovementRules | None, entry: str, builder: ir.IRBuilder, arguments: Sequence[ir.Value]) -> ir.Value:
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


def _compiled(
    movement: MovementRules | None, name: str, kinds: Sequence[types.Type], kernel: Any, *, long_running: bool = False
) -> Callable[..., Any]:
    """A function for Python that does what an intrinsic does, compiled or loaded from disk."""
    # Compiled code of many processes meets in one program, so its names must tell movement rules apart; numba looks the
    # module up by name while it compiles or loads the code.
    key = _key(movement)
    module = python_types.ModuleType(f"draughts.kernel.compiled_{key}_{name}")
    module.__dict__["kernel"] = kernel
    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    exec(f"def {name}({parameters}):\n    return kernel({parameters})\n", module.__dict__)
    # Not numba's decorator, which makes nothing of a function where NUMBA_DISABLE_JIT is set.
    options = {"nopython": True, "nogil": long_running}
    dispatcher = module.__dict__["keep"] = CPUDispatcher(module.__dict__[name], targetoptions=options)
    attach_cache(dispatcher, key, _announce)
    sys.modules[module.__name__] = module
    try:
        with frugal(len(cache_misses)):
            dispatcher.compile(tuple(kinds))
    finally:
        del sys.modules[module.__name__]
    # What the dispatcher would call after looking at the types of the arguments, which here are always the same.
    (overload,) = dispatcher.overloads.values()
    give_back(overload.library)
    return overload.entry_point  # type: ignore[no-any-return]


@lru_cache(maxsize=KEPT)
def compiled_entry(movement: MovementRules | None, entry: str, *, long_running: bool = True) -> Callable[..., int]:
    """One entry point for some movement rules, or that no rules matter for, compiled or loaded from disk.

    Arguments are Python ints: words as unsigned numbers (low and high half, if the board needs two), memory as its
    address. `long_running` code runs without the interpreter lock.
    """
    kinds = entry_kinds(movement, entry)

    @intrinsic_of(types.int64, *kinds)
    def kernel(context: Any, builder: ir.IRBuilder, *arguments: ir.Value) -> ir.Value:
        return _call(movement, entry, builder, arguments)

    return _compiled(movement, entry, kinds, kernel, long_running=long_running)


def _object_entry(
    movement: MovementRules | None,
    entry: str,
    readers: Sequence[Reader],
    answer: Answer,
    extra: int = 0,
    *,
    takes_memory: bool = False,
) -> Callable[..., Any]:
    """An entry point as a function of Python's objects.

    Parameters
    ----------
    movement, entry
        As in `compiled_entry`. The last two parameters of the entry point, the first place that it may write to and
        memory, are supplied here. The memory is on the stack.
    readers : sequence of Reader
        How the other arguments are read.
    answer : callable
        How the answer is made.
    extra : int
        How many arguments follow that only `answer` is given.
    takes_memory : bool
        Whether the last number that is read is the address of other memory to be used, or 0.
    """
    kinds = [PythonObject()] * (len(readers) + extra)

    @intrinsic_of(PythonObject(), *kinds)
    def kernel(context: Any, builder: ir.IRBuilder, *arguments: ir.Value) -> ir.Value:
        border = Border(context.get_python_api(builder), builder)
        with builder.goto_entry_block():
            memory = builder.alloca(ir.ArrayType(INTEGER, STACK_UNITS))
            result = builder.alloca(border.api.pyobj)
        builder.store(border.api.get_null_object(), result)
        address = builder.ptrtoint(memory, INTEGER)
        end = builder.gep(memory, [INTEGER(0), INTEGER(PLACES["END"])], inbounds=True)
        builder.store(INTEGER(STACK_UNITS), end)
        numbers: list[ir.Value] = []
        for reader, argument in zip(readers, arguments, strict=False):
            numbers += reader.read(border, argument)
        if takes_memory:
            given = numbers.pop()
            address = builder.select(builder.icmp_unsigned("==", given, INTEGER(0)), address, given)
        with builder.if_then(border.is_fine, likely=True):
            count = _call(movement, entry, builder, [*numbers, INTEGER(FIRST_RECORD), address])
            builder.store(answer(border, count, address, arguments[len(readers) :]), result)
        return builder.load(result)

    return _compiled(movement, entry, kinds, kernel)


def _key(movement: MovementRules | None) -> str:
    return movement.key if movement else "any-rules"


@lru_cache(maxsize=KEPT)
def is_on_disk(movement: MovementRules | None, entry: str) -> bool:
    """Whether the disk had an entry point when this was first asked."""
    return is_kept(f"{_key(movement)}-{entry}")


@lru_cache(maxsize=KEPT)
def interned_lists(movement: MovementRules) -> Callable[..., tuple[Any, ...] | None]:
    """The legal moves as a tuple of interned objects, as `generator.Generator.interned_moves` has it.

    Words that are wide are two numbers, the low half first. Before the class it takes the address of memory, in which
    Python finds the records of the moves (see ``source/interned``), or 0.
    """
    numbers = len(entry_kinds(movement, "list_interned_moves")) - 1
    return _object_entry(movement, "list_interned_moves", [NUMBER] * numbers, object_tuple, extra=1, takes_memory=True)


@lru_cache(maxsize=1)
def fen_functions() -> tuple[ReadFen, WriteFen]:
    """What reads FEN, and what writes it, with a table of squares as ``source/fen`` has it as the first argument."""
    reader = _object_entry(None, "read_fen", [NUMBER, TEXT], number_tuple(4))
    return reader, _object_entry(None, "write_fen", [NUMBER] * 5, text_of)
