"""Python's objects in compiled code: numbers taken from it, and moves handed to it.

What happens here happens under the interpreter lock, by calls of Python's C interface.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import NativeValue, box, models, register_model, unbox

from draughts._kernels.specialise import FIRST_RECORD, TOO_MANY

__all__ = ["INTEGER", "ObjectMaker", "PythonObject"]

INTEGER = ir.IntType(64)
_STATUS = ir.IntType(32)


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


class ObjectMaker:
    """Code that makes Python's objects of what `list_moves` has written.

    Where memory is short, it returns a null pointer with an exception set.
    """

    def __init__(self, api: Any, builder: ir.IRBuilder) -> None:
        self._api = api
        self._builder = builder

    def _c(self, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
        """A call of Python's C interface."""
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        return self._builder.call(cgutils.get_or_insert_function(self._builder.module, kind, name), arguments)

    def read_number(self, number: ir.Value) -> ir.Value:
        """A number of 64 bits without a sign. Of the functions that read one, this is the fastest."""
        return self._c("PyLong_AsSize_t", INTEGER, number)

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
        result = cgutils.alloca_once_value(builder, self._c("PyType_GenericAlloc", api.pyobj, kind, count))
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
                    key = api.long_from_ulonglong(records.number)
                    builder.store(self._c("PyDict_GetItemWithError", api.pyobj, known, key), item)
                    api.decref(key)
                with builder.if_then(cgutils.is_null(builder, builder.load(item)), likely=False):
                    builder.store(cgutils.false_bit, is_complete)
                    loop.do_break()
                api.incref(builder.load(item))
                self._c("PyTuple_SetItem", _STATUS, builder.load(result), loop.index, builder.load(item))
            with builder.if_then(builder.not_(builder.load(is_complete)), likely=False):
                api.decref(builder.load(result))
                builder.store(self._records(count, records), result)
        return builder.load(result)

    def _records(self, count: ir.Value, records: _QuietRecords) -> ir.Value:
        builder, api = self._builder, self._api
        made = self._c("PyList_New", api.pyobj, count)
        with builder.if_then(cgutils.is_not_null(builder, made)), cgutils.for_range(builder, count) as loop:
            records.go_to(loop.index)
            with builder.if_else(records.is_number) as (number, several):
                with number:
                    self._c("PyList_SetItem", _STATUS, made, loop.index, api.long_from_ulonglong(records.number))
                with several:
                    parts = [api.long_from_ulonglong(part) for part in records.parts]
                    self._c("PyList_SetItem", _STATUS, made, loop.index, api.tuple_pack(parts))
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
