"""Python's objects in compiled code: numbers and texts taken from it, and handed to it.

What happens here happens under the interpreter lock, by calls of Python's C interface. Functions are numba intrinsics:
compiled code calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import NativeValue, box, intrinsic, models, register_model, unbox

from draughts.kernel.interned import SPREAD, SPREAD_SHIFT
from draughts.kernel.scratch import FIRST_RECORD
from draughts.kernel.specialise import TOO_MANY

__all__ = [
    "INTEGER",
    "ObjectMaker",
    "PythonObject",
    "as_number",
    "intrinsic_of",
    "load_byte",
    "load_unit",
    "no_answer",
    "read_number",
    "read_text",
    "stack_memory",
    "store_byte",
    "write_numbers",
    "write_text",
]

INTEGER = ir.IntType(64)
_STATUS = ir.IntType(32)
_BYTE = ir.IntType(8)


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


def _c(builder: ir.IRBuilder, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
    """A call of Python's C interface."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


def as_number(builder: ir.IRBuilder, number: ir.Value) -> ir.Value:
    """A number of 64 bits without a sign. Of the functions that read one, this is the fastest."""
    return _c(builder, "PyLong_AsSize_t", INTEGER, number)


def _unit(builder: ir.IRBuilder, address: ir.Value, at: ir.Value) -> ir.Value:
    """One of the 64-bit numbers at an address."""
    place = builder.add(address, builder.shl(at, INTEGER(3)))
    return builder.load(builder.inttoptr(place, ir.PointerType(INTEGER)))


def _tuple(api: Any, builder: ir.IRBuilder, numbers: Sequence[ir.Value]) -> ir.Value:
    """A tuple of numbers without signs."""
    form = api.context.insert_const_string(builder.module, f"({len(numbers) * 'K'})")
    kind = ir.FunctionType(api.pyobj, [form.type], var_arg=True)
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "Py_BuildValue"), [form, *numbers])


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


@intrinsic_of(types.int64, PythonObject())
def read_number(context: Any, builder: ir.IRBuilder, number: ir.Value) -> ir.Value:
    """A number of up to 64 bits."""
    return as_number(builder, number)


@intrinsic_of(types.containers.UniTuple(types.int64, 2), PythonObject())
def read_text(context: Any, builder: ir.IRBuilder, text: ir.Value) -> ir.Value:
    """The address and the length of a text in UTF-8; length -1 if there is none."""
    length = cgutils.alloca_once_value(builder, INTEGER(-1))
    place = _c(builder, "PyUnicode_AsUTF8AndSize", ir.PointerType(_BYTE), text, length)
    with builder.if_then(cgutils.is_null(builder, place), likely=False):
        _c(builder, "PyErr_Clear", ir.VoidType())
        builder.store(INTEGER(-1), length)
    return cgutils.pack_array(builder, [builder.ptrtoint(place, INTEGER), builder.load(length)])


@intrinsic_of(types.int64, types.int64)
def stack_memory(context: Any, builder: ir.IRBuilder, size: ir.Value) -> ir.Value:
    """The address of so many bytes, to be had once in a function."""
    return builder.ptrtoint(builder.alloca(_BYTE, size), INTEGER)


@intrinsic_of(types.int64, types.int64, types.int64)
def load_byte(context: Any, builder: ir.IRBuilder, address: ir.Value, at: ir.Value) -> ir.Value:
    """A byte of memory."""
    place = builder.inttoptr(builder.add(address, at), ir.PointerType(_BYTE))
    return builder.zext(builder.load(place), INTEGER)


@intrinsic_of(types.none, types.int64, types.int64, types.int64)
def store_byte(context: Any, builder: ir.IRBuilder, address: ir.Value, at: ir.Value, value: ir.Value) -> ir.Value:
    """Change a byte of memory."""
    place = builder.inttoptr(builder.add(address, at), ir.PointerType(_BYTE))
    builder.store(builder.trunc(value, _BYTE), place)
    return context.get_dummy_value()


@intrinsic_of(types.int64, types.int64, types.int64)
def load_unit(context: Any, builder: ir.IRBuilder, address: ir.Value, at: ir.Value) -> ir.Value:
    """One of the 64-bit numbers at an address."""
    return _unit(builder, address, at)


@intrinsic_of(PythonObject())
def no_answer(context: Any, builder: ir.IRBuilder) -> ir.Value:
    """None."""
    return context.get_python_api(builder).make_none()


@intrinsic_of(PythonObject(), types.int64, types.int64, types.int64, types.int64)
def write_numbers(context: Any, builder: ir.IRBuilder, *numbers: ir.Value) -> ir.Value:
    """A tuple of four numbers without signs."""
    return _tuple(context.get_python_api(builder), builder, numbers)


@intrinsic_of(PythonObject(), types.int64, types.int64)
def write_text(context: Any, builder: ir.IRBuilder, address: ir.Value, length: ir.Value) -> ir.Value:
    """The text of so many ASCII characters in memory."""
    api = context.get_python_api(builder)
    place = builder.inttoptr(address, ir.PointerType(_BYTE))
    return _c(builder, "PyUnicode_FromKindAndData", api.pyobj, _STATUS(1), place, length)


class ObjectMaker:
    """Code that makes Python's objects of what `list_moves` has written.

    Where there is no memory for a tuple or list, that is a null pointer with an exception set.
    """

    def __init__(self, api: Any, builder: ir.IRBuilder) -> None:
        self._api = api
        self._builder = builder

    def moves(
        self, count: ir.Value, known: ir.Value, kind: ir.Value, place: Callable[[ir.Value], ir.Value], *, is_wide: bool
    ) -> ir.Value:
        """All moves, as objects that are known or as records."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, self._api.get_null_object())
        is_quiet = builder.icmp_signed(">=", count, INTEGER(0))
        with builder.if_else(is_quiet, likely=True) as (quiet, captures):
            with quiet:
                is_counted = builder.icmp_signed("<", count, INTEGER(TOO_MANY))
                with builder.if_else(is_counted, likely=True) as (counted, uncounted):
                    with counted:
                        builder.store(self._all(count, known, kind, _QuietRecords(builder, place)), result)
                    with uncounted:
                        builder.store(self._api.make_none(), result)
            with captures:
                records = _CaptureRecords(builder, place, is_wide)
                builder.store(self._all(builder.neg(count), known, kind, records), result)
        return builder.load(result)

    def _all(self, count: ir.Value, known: ir.Value, kind: ir.Value, records: _QuietRecords) -> ir.Value:
        builder, api = self._builder, self._api
        result = cgutils.alloca_once_value(builder, _c(builder, "PyType_GenericAlloc", api.pyobj, kind, count))
        before = cgutils.alloca_once_value(builder, INTEGER(-1))
        is_complete = cgutils.alloca_once_value(builder, cgutils.true_bit)
        with builder.if_then(cgutils.is_not_null(builder, builder.load(result)), likely=True):
            with cgutils.for_range(builder, count) as loop:
                records.go_to(loop.index)
                ends = builder.lshr(records.info, INTEGER(8))
                is_next = builder.icmp_signed("<", builder.load(before), ends)
                builder.store(ends, before)
                item = cgutils.alloca_once_value(builder, api.get_null_object())
                with builder.if_then(builder.and_(records.is_number, is_next), likely=True):
                    builder.store(self._find(known, records.number), item)
                with builder.if_then(cgutils.is_null(builder, builder.load(item)), likely=False):
                    builder.store(cgutils.false_bit, is_complete)
                    loop.do_break()
                api.incref(builder.load(item))
                _c(builder, "PyTuple_SetItem", _STATUS, builder.load(result), loop.index, builder.load(item))
            with builder.if_then(builder.not_(builder.load(is_complete)), likely=False):
                api.decref(builder.load(result))
                builder.store(self._records(count, records), result)
        return builder.load(result)

    def _find(self, known: ir.Value, record: ir.Value) -> ir.Value:
        """The object that is known under a record; see `known.KnownObjects`."""
        builder = self._builder
        unit = partial(_unit, builder, known)
        mask = unit(INTEGER(0))
        first = builder.lshr(builder.mul(record, INTEGER(SPREAD)), INTEGER(SPREAD_SHIFT))
        slot = cgutils.alloca_once_value(builder, builder.and_(first, mask))
        item = cgutils.alloca_once_value(builder, self._api.get_null_object())
        probe, found = (builder.append_basic_block(name) for name in ("probe", "found"))
        builder.branch(probe)
        builder.position_at_end(probe)
        at = builder.shl(builder.load(slot), INTEGER(1))
        there = unit(builder.add(at, INTEGER(2)))
        is_there = builder.icmp_unsigned("==", there, record)
        pointer = builder.select(is_there, unit(builder.add(at, INTEGER(3))), INTEGER(0))
        builder.store(builder.inttoptr(pointer, self._api.pyobj), item)
        builder.store(builder.and_(builder.add(builder.load(slot), INTEGER(1)), mask), slot)
        builder.cbranch(builder.or_(is_there, builder.icmp_unsigned("==", there, INTEGER(0))), found, probe)
        builder.position_at_end(found)
        return builder.load(item)

    def _records(self, count: ir.Value, records: _QuietRecords) -> ir.Value:
        builder, api = self._builder, self._api
        made = _c(builder, "PyList_New", api.pyobj, count)
        with builder.if_then(cgutils.is_not_null(builder, made)), cgutils.for_range(builder, count) as loop:
            records.go_to(loop.index)
            with builder.if_else(records.is_number) as (number, several):
                with number:
                    _c(builder, "PyList_SetItem", _STATUS, made, loop.index, api.long_from_ulonglong(records.number))
                with several:
                    _c(builder, "PyList_SetItem", _STATUS, made, loop.index, _tuple(api, builder, records.parts))
        return made


class _QuietRecords:
    """The record of a quiet move in scratch memory: its number, and that it is one."""

    info: ir.Value
    number: ir.Value
    is_number: ir.Value
    parts: Sequence[ir.Value] = ()

    def __init__(self, builder: ir.IRBuilder, place: Callable[[ir.Value], ir.Value]) -> None:
        self._builder = builder
        self._place = place

    def go_to(self, index: ir.Value) -> None:
        """Look at one move."""
        self.info = self.number = self._load(self._builder.add(index, INTEGER(FIRST_RECORD)))
        self.is_number = cgutils.true_bit

    def _load(self, unit: ir.Value) -> ir.Value:
        return self._builder.load(self._place(unit))


class _CaptureRecords(_QuietRecords):
    """The same of a capture, which is a number only if it takes one piece."""

    def __init__(self, builder: ir.IRBuilder, place: Callable[[ir.Value], ir.Value], is_wide: bool) -> None:
        super().__init__(builder, place)
        self._is_wide = is_wide

    def go_to(self, index: ir.Value) -> None:
        builder = self._builder
        size = 3 if self._is_wide else 2
        unit = builder.add(builder.mul(index, INTEGER(size)), INTEGER(FIRST_RECORD))
        self.info, *halves = self.parts = [self._load(builder.add(unit, INTEGER(part))) for part in range(size)]
        word = ir.IntType(64 * len(halves))
        taken = builder.zext(halves[0], word)
        if self._is_wide:
            taken = builder.or_(taken, builder.shl(builder.zext(halves[1], word), word(64)))
        rest = builder.and_(taken, builder.sub(taken, word(1)))
        self.is_number = builder.icmp_unsigned("==", rest, word(0))
        bit = builder.cttz(taken, ir.IntType(1)(0))
        if self._is_wide:
            bit = builder.trunc(bit, INTEGER)
        self.number = builder.or_(self.info, builder.shl(builder.add(bit, INTEGER(1)), INTEGER(24)))
