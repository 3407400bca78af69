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
from numba.extending import box, intrinsic, models, register_model

from draughts._kernels.cache import attach_cache, cache_root
from draughts._kernels.lower import lower
from draughts._kernels.policy import Policy
from draughts._kernels.specialise import FIRST_RECORD, PLACES, STACK_UNITS, TOO_MANY, entry_words, specialise

__all__ = ["bind_jit", "bind_lists", "cache_misses", "compiled", "kernel"]

#: Kernels that this process compiled because the disk did not have them.
cache_misses: list[str] = []

_TEMPLATE = """
def {name}({parameters}):
    return kernel({parameters})
"""


class _PythonObject(types.Type):
    """An object that compiled code has made, for Python to have."""

    def __init__(self) -> None:
        super().__init__("draughts.PythonObject")


register_model(_PythonObject)(models.OpaqueModel)


@box(_PythonObject)  # type: ignore[untyped-decorator]
def _hand_over(kind: types.Type, value: ir.Value, c: Any) -> ir.Value:
    return value


def _announce(name: str) -> None:
    cache_misses.append(name)
    if len(cache_misses) == 1 and sys.stderr is not None and sys.stderr.isatty():
        print("draughts: compiling the move generator, once for these rules ...", file=sys.stderr, flush=True)


def _word_kinds(policy: Policy, entry: str) -> list[types.Type]:
    """The types that an entry point takes; words wider than 64 bits are two numbers, the low half first."""
    halves = 2 if policy.layout.bits > 64 else 1
    kinds: list[types.Type] = []
    for is_word in entry_words(entry):
        kinds += [types.uint64] * halves if is_word else [types.int64]
    return kinds


def _call(policy: Policy, entry: str, builder: ir.IRBuilder, arguments: Sequence[ir.Value]) -> ir.Value:
    """Add a specialisation to the module that is being built, and a call of its entry point."""
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


def _intrinsic(kinds: Sequence[types.Type], result: types.Type, emit: Callable[..., ir.Value]) -> Any:
    """A numba intrinsic of these types; `emit` writes its code, and only if the disk does not have it."""
    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    namespace = {"emit": emit, "signature": result(*kinds)}
    exec(f"def kernel(context, {parameters}):\n    return signature, emit\n", namespace)
    return intrinsic(namespace["kernel"])


def kernel(policy: Policy, entry: str) -> Any:
    """A numba intrinsic that is one entry point of one policy; see `bind_jit` for what it takes."""

    def emit(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        return _call(policy, entry, builder, arguments)

    return _intrinsic(_word_kinds(policy, entry), types.int64, emit)


def compiled(
    key: str,
    code: python_types.CodeType,
    kinds: Sequence[types.Type],
    names: Mapping[str, object],
    *,
    version: str = "",
    long_running: bool = False,
    announce: Callable[[str], None] = lambda name: None,
) -> Callable[..., Any]:
    """A function for Python, compiled or loaded from disk.

    Parameters
    ----------
    key : str
        The folder of the cache where it is kept: a policy's key, or another name.
    code : code object
        What it does.
    kinds : sequence of numba types
        What it takes.
    names : mapping of str to object
        What its global names mean. Functions are helpers with the same global names.
    version : str
        What the code depends on besides everything that kernels depend on.
    long_running : bool
        Whether it runs without the interpreter lock.
    announce : callable
        Is told its name if the disk does not have it.
    """
    # Compiled code of many processes meets in one program, so its names must tell policies apart; numba looks the
    # module up by name when it loads the code.
    module = python_types.ModuleType(f"draughts._kernels.compiled_{key}_{code.co_name}")
    sys.modules[module.__name__] = module
    namespace = module.__dict__
    root = cache_root()
    namespace |= {"CACHE_FOLDER": str(root / key / version) if root else "", **names}

    def function(code: python_types.CodeType) -> Any:
        made = python_types.FunctionType(code, namespace, code.co_name)
        made.__module__ = module.__name__
        made.__qualname__ = code.co_name
        return njit(made, nogil=long_running)

    for name, value in names.items():
        if isinstance(value, python_types.FunctionType):
            namespace[name] = function(value.__code__)
    dispatcher = namespace["keep"] = function(code)
    if root:
        attach_cache(dispatcher, announce)
    dispatcher.compile(tuple(kinds))
    # What the dispatcher would call after looking at the types of the arguments, which here are always the same.
    (overload,) = dispatcher.overloads.values()
    return overload.entry_point  # type: ignore[no-any-return]


def _bind(
    policy: Policy, entry: str, kinds: Sequence[types.Type], kernel: Any, *, long_running: bool = False
) -> Callable[..., Any]:
    """A function for Python that does what an intrinsic does."""
    parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
    namespace: dict[str, Any] = {}
    exec(compile(_TEMPLATE.format(name=entry, parameters=parameters), __file__, "exec"), namespace)
    names = {"kernel": kernel}
    return compiled(policy.key, namespace[entry].__code__, kinds, names, long_running=long_running, announce=_announce)


@lru_cache(maxsize=512)
def bind_jit(policy: Policy, entry: str, *, long_running: bool = True) -> Callable[..., int]:
    """One entry point of one policy, compiled or loaded from disk.

    Arguments are Python ints: words as unsigned numbers (low and high half, if the board needs two), scratch memory as
    its address. `long_running` code runs without the interpreter lock.
    """
    return _bind(policy, entry, _word_kinds(policy, entry), kernel(policy, entry), long_running=long_running)


@lru_cache(maxsize=512)
def bind_lists(policy: Policy) -> Callable[..., list[int] | tuple[int, ...] | None]:
    """`list_moves` of one policy, with its results as Python objects: no memory of ours is read by Python.

    It takes the arguments before `top`. Quiet moves come as a list, captures as a tuple of two numbers each (three if
    words are wide). None says that there is more than fits the memory it has on the stack.
    """
    *kinds, _, _ = _word_kinds(policy, "list_moves")
    size = 3 if policy.layout.bits > 64 else 2

    def emit(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
        integer = ir.IntType(64)
        with builder.goto_entry_block():
            memory = builder.alloca(ir.ArrayType(integer, STACK_UNITS))
        place = partial(cgutils.gep_inbounds, builder, memory, 0)
        builder.store(integer(STACK_UNITS), place(PLACES["END"]))
        address = builder.ptrtoint(memory, integer)
        count = _call(policy, "list_moves", builder, [*arguments, integer(FIRST_RECORD), address])
        return _as_python(context.get_python_api(builder), builder, count, size, place)

    return _bind(policy, "list_moves", kinds, _intrinsic(kinds, _PythonObject(), emit))


def _as_python(
    api: Any, builder: ir.IRBuilder, count: ir.Value, size: int, place: Callable[[ir.Value], ir.Value]
) -> ir.Value:
    """What `list_moves` has written, as a Python object; a null pointer with an exception if memory is short."""
    integer = count.type
    result = cgutils.alloca_once_value(builder, api.get_null_object())

    def c_function(name: str, result: ir.Type, *parameters: ir.Type) -> ir.Function:
        return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, parameters), name)

    def fill(kind: str, number: ir.Value) -> None:
        new = c_function(f"Py{kind}_New", api.pyobj, api.py_ssize_t)
        put = c_function(f"Py{kind}_SetItem", ir.IntType(32), api.pyobj, api.py_ssize_t, api.pyobj)
        made = builder.call(new, [number])
        builder.store(made, result)
        with builder.if_then(cgutils.is_not_null(builder, made)), cgutils.for_range(builder, number) as loop:
            record = builder.load(place(builder.add(loop.index, integer(FIRST_RECORD))))
            builder.call(put, [made, loop.index, api.long_from_ulonglong(record)])

    is_quiet = builder.icmp_signed(">=", count, integer(0))
    with builder.if_else(is_quiet, likely=True) as (quiet, captures):
        with quiet:
            is_known = builder.icmp_signed("<", count, integer(TOO_MANY))
            with builder.if_else(is_known, likely=True) as (known, unknown):
                with known:
                    fill("List", count)
                with unknown:
                    builder.store(api.make_none(), result)
        with captures:
            fill("Tuple", builder.mul(count, integer(-size)))
    return builder.load(result)
