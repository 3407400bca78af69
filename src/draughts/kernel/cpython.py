"""The border to Python's objects: compiled code reads numbers and texts of them here, and makes them.

What happens here happens under the interpreter lock, by calls of Python's C interface. Each of its answers is looked
at: where one is a failure, nothing is called any more, and the compiled function answers with a null pointer, so that
Python raises the exception that is set.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import NativeValue, box, intrinsic, models, register_model, unbox

from draughts.kernel.scratch import FIRST_RECORD, PLACES

__all__ = [
    "INTEGER", "NUMBER", "TEXT", "Answer", "Border", "PythonObject", "Reader", "intrinsic_of", "number_tuple",
    "object_tuple", "text_of",
]  # fmt: skip

INTEGER = ir.IntType(64)
_STATUS = ir.IntType(32)
_BYTE = ir.IntType(8)

#: Since Python 3.14 a tuple keeps its hash in a field of its own, which only Python sets right: there a tuple of
#: another class is made by calling the class.
CALLS_CLASSES = sys.version_info >= (3, 14)


class PythonObject(types.Type):
    """The numba type of an object that compiled code is given, or has made."""

    def __init__(self) -> None:
        super().__init__("draughts.PythonObject")


register_model(PythonObject)(models.OpaqueModel)


@box(PythonObject)  # type: ignore[untyped-decorator]
def _hand_over(kind: types.Type, value: ir.Value, c: Any) -> ir.Value:
    return value


@unbox(PythonObject)  # type: ignore[untyped-decorator]
def _take(kind: types.Type, value: ir.Value, c: Any) -> NativeValue:
    return NativeValue(value)


def intrinsic_of(result: types.Type, *kinds: types.Type) -> Callable[[Callable[..., ir.Value]], Any]:
    """Make an intrinsic of a function that writes its code, and does so only if the disk does not have it.

    The function is given the context, a builder and the arguments.
    """

    def decorate(emit: Callable[..., ir.Value]) -> Any:
        def codegen(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[ir.Value]) -> ir.Value:
            return emit(context, builder, *arguments)

        parameters = ", ".join(f"a{number}" for number in range(len(kinds)))
        namespace: dict[str, Any] = {"codegen": codegen, "signature": result(*kinds)}
        exec(f"def {emit.__name__}(context, {parameters}):\n    return signature, codegen\n", namespace)
        return intrinsic(namespace[emit.__name__])

    return decorate


class Border:
    """Writes what crosses the border in one function.

    Parameters
    ----------
    api : numba.core.pythonapi.PythonAPI
        numba's names for Python's C interface.
    builder : llvmlite.ir.IRBuilder
        Where the code is written.
    """

    def __init__(self, api: Any, builder: ir.IRBuilder) -> None:
        self.api = api
        self.builder = builder
        self._is_failed = cgutils.alloca_once_value(builder, cgutils.false_bit)

    def call(self, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
        """A call of Python's C interface."""
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, kind, name), arguments)

    @property
    def is_fine(self) -> ir.Value:
        """Whether everything that has been read was as it should be."""
        return self.builder.not_(self.builder.load(self._is_failed))

    def read_number(self, number: ir.Value) -> ir.Value:
        """A number of 64 bits without a sign. Of the functions that read one, this is the fastest."""
        value = self.call("PyLong_AsSize_t", INTEGER, number)
        with self.builder.if_then(self.builder.icmp_signed("==", value, INTEGER(-1)), likely=False):
            error = self.call("PyErr_Occurred", self.api.pyobj)
            with self.builder.if_then(cgutils.is_not_null(self.builder, error)):
                self.builder.store(cgutils.true_bit, self._is_failed)
        return value

    def read_text(self, text: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The address and the length in bytes of a text in UTF-8; length -1 if it is none, or cannot be encoded."""
        builder = self.builder
        length = cgutils.alloca_once_value(builder, INTEGER(-1))
        place = self.call("PyUnicode_AsUTF8AndSize", ir.PointerType(_BYTE), text, length)
        with builder.if_then(cgutils.is_null(builder, place), likely=False):
            builder.store(INTEGER(-1), length)
            no_memory = self.call("PyErr_ExceptionMatches", _STATUS, self.api.get_c_object("PyExc_MemoryError"))
            with builder.if_else(cgutils.is_true(builder, no_memory), likely=False) as (failed, other):
                with failed:
                    builder.store(cgutils.true_bit, self._is_failed)
                with other:
                    self.call("PyErr_Clear", ir.VoidType())
        return builder.ptrtoint(place, INTEGER), builder.load(length)

    def unit(self, address: ir.Value, at: ir.Value) -> ir.Value:
        """One of the 64-bit numbers at an address."""
        place = self.builder.add(address, self.builder.shl(at, INTEGER(3)))
        return self.builder.load(self.builder.inttoptr(place, ir.PointerType(INTEGER)))


class Reader(NamedTuple):
    """How an argument is read: the names of its numbers are those of an entry point's parameters."""

    read: Callable[[Border, ir.Value], Sequence[ir.Value]]


NUMBER = Reader(lambda border, argument: [border.read_number(argument)])
TEXT = Reader(lambda border, argument: border.read_text(argument))

#: Writes how Python's answer is made of the number that an entry point has answered and of its memory, whose address is
#: the second value; null is a failure with an exception set.
Answer = Callable[[Border, ir.Value, ir.Value, Sequence[ir.Value]], ir.Value]


def object_tuple(border: Border, count: ir.Value, memory: ir.Value, extra: Sequence[ir.Value]) -> ir.Value:
    """A tuple of the class `extra`: every second unit from `TOP` on is an object's address.

    If the count is -1, a list: of what is in `TOTAL`, and of the units before `TOP`. If `TOP` is 0, None.
    """
    builder, api = border.builder, border.api
    result = cgutils.alloca_once_value(builder, api.get_null_object())
    is_known = builder.icmp_signed(">=", count, INTEGER(0))
    with builder.if_else(is_known, likely=True) as (known, unknown):
        with known:
            (kind,) = extra
            made = border.call("PyTuple_New", api.pyobj, count) if CALLS_CLASSES else _allocated(border, kind, count)
            builder.store(made, result)
            with builder.if_then(cgutils.is_not_null(builder, made), likely=True):
                first = border.unit(memory, INTEGER(PLACES["TOP"]))
                with cgutils.for_range(builder, count) as loop:
                    at = builder.add(first, builder.shl(loop.index, INTEGER(1)))
                    item = builder.inttoptr(border.unit(memory, at), api.pyobj)
                    api.incref(item)
                    status = border.call("PyTuple_SetItem", _STATUS, made, loop.index, item)
                    with builder.if_then(cgutils.is_true(builder, status), likely=False):
                        api.decref(made)
                        builder.store(api.get_null_object(), result)
                        loop.do_break()
                if CALLS_CLASSES:
                    with builder.if_then(cgutils.is_not_null(builder, builder.load(result)), likely=True):
                        nothing = api.get_null_object()
                        builder.store(_called(border, kind, made, nothing), result)
                        api.decref(made)
        with unknown:
            builder.store(_units(border, memory), result)
    return builder.load(result)


def _units(border: Border, memory: ir.Value) -> ir.Value:
    """A list of what is in `TOTAL`, signed, and the units from the first record to `TOP`; None if `TOP` is 0."""
    builder, api = border.builder, border.api
    result = cgutils.alloca_once_value(builder, api.get_null_object())
    end = border.unit(memory, INTEGER(PLACES["TOP"]))
    with builder.if_else(cgutils.is_true(builder, end), likely=True) as (some, none):
        with some:
            size = builder.sub(end, INTEGER(FIRST_RECORD))
            made = border.call("PyList_New", api.pyobj, builder.add(size, INTEGER(1)))
            builder.store(made, result)
            with builder.if_then(cgutils.is_not_null(builder, made), likely=True):
                total = border.unit(memory, INTEGER(PLACES["TOTAL"]))
                _set_item(border, result, INTEGER(0), api.long_from_longlong(total))
                with cgutils.for_range(builder, size) as loop:
                    with builder.if_then(cgutils.is_null(builder, builder.load(result)), likely=False):
                        loop.do_break()
                    number = border.unit(memory, builder.add(loop.index, INTEGER(FIRST_RECORD)))
                    _set_item(border, result, builder.add(loop.index, INTEGER(1)), api.long_from_ulonglong(number))
        with none:
            builder.store(api.make_none(), result)
    return builder.load(result)


def _set_item(border: Border, place: ir.Value, at: ir.Value, item: ir.Value) -> None:
    """Put a new object into the list at a place, or, if it could not be made, give up the list."""
    builder, api = border.builder, border.api
    filled = builder.load(place)
    with builder.if_else(cgutils.is_not_null(builder, item), likely=True) as (made, failed):
        with made:
            border.call("PyList_SetItem", _STATUS, filled, at, item)
        with failed:
            api.decref(filled)
            builder.store(api.get_null_object(), place)


def _allocated(border: Border, kind: ir.Value, count: ir.Value) -> ir.Value:
    """A tuple of a class, to be filled."""
    return border.call("PyType_GenericAlloc", border.api.pyobj, kind, count)


def _called(border: Border, kind: ir.Value, argument: ir.Value, end: ir.Value) -> ir.Value:
    """What a class makes of one argument."""
    function = ir.FunctionType(border.api.pyobj, [border.api.pyobj], var_arg=True)
    name = "PyObject_CallFunctionObjArgs"
    called = cgutils.get_or_insert_function(border.builder.module, function, name)
    return border.builder.call(called, [kind, argument, end])


def number_tuple(size: int) -> Answer:
    """A tuple of so many numbers without signs, the first in memory; None if the entry point has answered 0."""

    def answer(border: Border, count: ir.Value, memory: ir.Value, extra: Sequence[ir.Value]) -> ir.Value:
        builder, api = border.builder, border.api
        result = cgutils.alloca_once_value(builder, api.get_null_object())
        with builder.if_else(cgutils.is_true(builder, count), likely=True) as (some, none):
            with some:
                numbers = [border.unit(memory, INTEGER(FIRST_RECORD + at)) for at in range(size)]
                form = api.context.insert_const_string(builder.module, f"({size * 'K'})")
                kind = ir.FunctionType(api.pyobj, [form.type], var_arg=True)
                build = cgutils.get_or_insert_function(builder.module, kind, "Py_BuildValue")
                builder.store(builder.call(build, [form, *numbers]), result)
            with none:
                builder.store(api.make_none(), result)
        return builder.load(result)

    return answer


def text_of(border: Border, count: ir.Value, memory: ir.Value, extra: Sequence[ir.Value]) -> ir.Value:
    """The text of so many ASCII characters in memory."""
    builder = border.builder
    place = builder.inttoptr(builder.add(memory, INTEGER(8 * FIRST_RECORD)), ir.PointerType(_BYTE))
    return border.call("PyUnicode_FromKindAndData", border.api.pyobj, _STATUS(1), place, count)
