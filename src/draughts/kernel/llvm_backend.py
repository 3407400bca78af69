"""Specialised kernel source to LLVM: the few statements and three types that it is written in, and nothing else.

numba compiles a Python function well, but charges for what a kernel has no use for: a type search for every operator,
an error code and a result in memory for every call, a library for every function. Kernel source has integers, words and
truth values only, so its meaning in LLVM is plain, and written down here it compiles ten times as fast, in one piece:
results stay in registers, and functions may call each other as they like. numba still does everything around it: the
entry from Python, the target, the optimiser, the cache.

========  =====================================  =============================
type      in source                              in LLVM
========  =====================================  =============================
integer   ``int``; signed                        ``i64``
word      ``Word``; a set of squares             ``i64``, or ``i128`` if wide
truth     ``bool``, comparisons, ``not``         ``i1``
========  =====================================  =============================

Imported by ``jit`` only.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from draughts.kernel.specialise import MIX, Specialised

__all__ = ["lower"]

_INT = ir.IntType(64)
_BOOL = ir.IntType(1)
_VOID = ir.VoidType()

_ARITHMETIC = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "sdiv",  # kernel source divides exactly, or what is not negative
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
}
_COMPARISON = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class _Value:
    """An LLVM value with its type in the source: ``"int"``, ``"word"`` or ``"bool"``."""

    __slots__ = ("kind", "llvm")

    def __init__(self, kind: str, llvm: Any) -> None:
        self.kind = kind
        self.llvm = llvm


def lower(code: Specialised, module: ir.Module) -> dict[str, ir.Function]:
    """Add the functions of a specialisation to an LLVM module; they are visible inside it only."""
    return _Module(code, module).functions


class _Module:
    def __init__(self, code: Specialised, module: ir.Module) -> None:
        self.word = ir.IntType(64 if code.bits <= 64 else 128)
        self.kinds: dict[str, ir.Type] = {"int": _INT, "word": self.word, "bool": _BOOL, "none": _VOID}
        self.words = code.words
        self.bits = code.bits
        self.functions: dict[str, ir.Function] = {}
        self.results: dict[str, str] = {}
        self.rays = ir.GlobalVariable(module, ir.ArrayType(self.word, len(code.rays)), "rays")
        self.rays.linkage = "internal"
        self.rays.global_constant = True
        self.rays.initializer = ir.Constant(self.rays.value_type, list(code.rays))
        nodes = [node for node in code.module.body if isinstance(node, ast.FunctionDef)]
        for node in nodes:
            result = _kind(node.returns)
            parameters = [self.kinds[_kind(parameter.annotation)] for parameter in node.args.args]
            function = ir.Function(module, ir.FunctionType(self.kinds[result], parameters), node.name)
            function.linkage = "internal"
            function.calling_convention = "fastcc"
            function.attributes.add("nounwind")
            if node.name in code.inlined:
                function.attributes.add("alwaysinline")
            self.functions[node.name], self.results[node.name] = function, result
        for node in nodes:
            _Function(self, node)


def _kind(annotation: ast.expr | None) -> str:
    match annotation:
        case ast.Name("Word"):
            return "word"
        case ast.Name("int" | "bool" as name):
            return name
        case ast.Constant(None):
            return "none"
        case _:
            raise SyntaxError(f"kernel source has no type {annotation and ast.unparse(annotation)!r}")


class _Function:
    def __init__(self, module: _Module, node: ast.FunctionDef) -> None:
        self.module = module
        self.result = module.results[node.name]
        self.function = module.functions[node.name]
        self.entry = self.function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.function.append_basic_block("body"))
        self.places: dict[str, _Value] = {}
        for parameter, argument in zip(node.args.args, self.function.args, strict=True):
            self.assign(parameter.arg, _Value(_kind(parameter.annotation), argument))
        self.statements(node.body)
        if not self.builder.block.is_terminated:
            if self.result == "none":
                self.builder.ret_void()
            else:
                self.builder.unreachable()
        ir.IRBuilder(self.entry).branch(self.function.blocks[1])

    # Statements

    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                self.assign(name, self.expression(value))
            case ast.AugAssign(target=ast.Name(name), op=operator, value=value):
                self.assign(name, self.arithmetic(operator, self.read(name), self.expression(value)))
            case ast.Expr(ast.Call() as call):
                self.call(call)
            case ast.Return(value):
                if value is None:
                    self.builder.ret_void()
                else:
                    self.builder.ret(self.convert(self.expression(value), self.result))
            case ast.If(test, body, orelse):
                self.branch(test, lambda: self.statements(body), lambda: self.statements(orelse))
            case ast.While(test, body):
                self.loop(lambda: self.truth(self.expression(test)), lambda: self.statements(body))
            case ast.For(target=ast.Name(name), iter=ast.Call(func=ast.Name("range"), args=bounds), body=body):
                self.count(name, bounds, body)
            case ast.Pass():
                pass
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")

    def assign(self, name: str, value: _Value) -> None:
        if name not in self.places:
            builder = ir.IRBuilder(self.entry)
            self.places[name] = _Value(value.kind, builder.alloca(self.module.kinds[value.kind], name=name))
        place = self.places[name]
        self.builder.store(self.convert(value, place.kind), place.llvm)

    def read(self, name: str) -> _Value:
        if name not in self.places:
            raise SyntaxError(f"kernel source reads {name} before it has a value")
        place = self.places[name]
        return _Value(place.kind, self.builder.load(place.llvm))

    def branch(self, test: ast.expr, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        yes, no, after = (self.function.append_basic_block(name) for name in ("then", "else", "after"))
        self.builder.cbranch(self.truth(self.expression(test)), yes, no)
        for block, write in ((yes, then), (no, otherwise)):
            self.builder.position_at_end(block)
            write()
            if not self.builder.block.is_terminated:
                self.builder.branch(after)
        self.builder.position_at_end(after)
        if not any(after in block.terminator.operands for block in self.function.blocks if block.is_terminated):
            self.builder.unreachable()  # both ways return

    def loop(self, test: Callable[[], Any], body: Callable[[], None]) -> None:
        head, inside, after = (self.function.append_basic_block(name) for name in ("head", "inside", "after"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        self.builder.cbranch(test(), inside, after)
        self.builder.position_at_end(inside)
        body()
        if not self.builder.block.is_terminated:
            self.builder.branch(head)
        self.builder.position_at_end(after)

    def count(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        values = [self.expression(bound) for bound in bounds]
        start = values[0] if len(values) == 2 else _Value("int", ir.Constant(_INT, 0))
        self.assign(name, start)

        def advance() -> None:
            self.statements(body)
            self.assign(name, _Value("int", self.builder.add(self.read(name).llvm, ir.Constant(_INT, 1))))

        self.loop(lambda: self.builder.icmp_signed("<", self.read(name).llvm, values[-1].llvm), advance)

    # Expressions

    def expression(self, node: ast.expr) -> _Value:
        match node:
            case ast.Constant(bool(value)):
                return _Value("bool", ir.Constant(_BOOL, int(value)))
            case ast.Constant(int(value)):
                if not -(1 << 63) <= value < 1 << 63:
                    raise SyntaxError(f"kernel source has no room for {value} in an integer")
                return _Value("int", ir.Constant(_INT, value))
            case ast.Name(name) if name in self.module.words:
                return _Value("word", ir.Constant(self.module.word, self.module.words[name]))
            case ast.Name(name):
                return self.read(name)
            case ast.BinOp(left, operator, right):
                return self.arithmetic(operator, self.expression(left), self.expression(right))
            case ast.UnaryOp(ast.Invert(), operand):
                negated = self.expression(operand)
                return _Value(negated.kind, self.builder.not_(negated.llvm))
            case ast.UnaryOp(ast.USub(), operand):
                negated = self.expression(operand)
                return _Value(negated.kind, self.builder.neg(negated.llvm))
            case ast.UnaryOp(ast.Not(), operand):
                return _Value("bool", self.builder.not_(self.truth(self.expression(operand))))
            case ast.Compare(left, [operator], [right]):
                return self.compare(operator, self.expression(left), self.expression(right))
            case ast.BoolOp(operator, values):
                return self.either(isinstance(operator, ast.Or), values)
            case ast.IfExp(test, body, orelse):
                return self.choice(test, body, orelse)
            case ast.Call():
                return self.call(node)
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")

    def arithmetic(self, operator: ast.operator, left: _Value, right: _Value) -> _Value:
        shift = isinstance(operator, ast.LShift | ast.RShift)
        if left.kind != right.kind and not shift:
            raise SyntaxError(f"kernel source mixes {left.kind} and {right.kind}")
        amount = right.llvm
        if shift and left.kind == "word" and self.module.word.width > 64:
            amount = self.builder.zext(amount, self.module.word)
        if not isinstance(operator, ast.RShift) and type(operator) not in _ARITHMETIC:
            raise SyntaxError(f"kernel source has no operator {type(operator).__name__}")
        if isinstance(operator, ast.RShift):
            name = "lshr" if left.kind == "word" else "ashr"
        else:
            name = _ARITHMETIC[type(operator)]
        return _Value(left.kind, getattr(self.builder, name)(left.llvm, amount))

    def compare(self, operator: ast.cmpop, left: _Value, right: _Value) -> _Value:
        if left.kind != right.kind:
            raise SyntaxError(f"kernel source compares {left.kind} with {right.kind}")
        if type(operator) not in _COMPARISON:
            raise SyntaxError(f"kernel source has no comparison {type(operator).__name__}")
        icmp = self.builder.icmp_unsigned if left.kind == "word" else self.builder.icmp_signed
        return _Value("bool", icmp(_COMPARISON[type(operator)], left.llvm, right.llvm))

    def either(self, is_or: bool, values: list[ast.expr]) -> _Value:
        """``or`` (or ``and``): later parts are looked at only if earlier ones have not decided."""
        after = self.function.append_basic_block("after")
        arrivals = []
        for value in values[:-1]:
            decided = self.truth(self.expression(value))
            further = self.function.append_basic_block("further")
            arrivals.append((ir.Constant(_BOOL, int(is_or)), self.builder.block))
            self.builder.cbranch(decided, *((after, further) if is_or else (further, after)))
            self.builder.position_at_end(further)
        last = self.truth(self.expression(values[-1]))
        arrivals.append((last, self.builder.block))
        self.builder.branch(after)
        self.builder.position_at_end(after)
        return _Value("bool", self.merge(_BOOL, arrivals))

    def choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> _Value:
        yes, no, after = (self.function.append_basic_block(name) for name in ("then", "else", "after"))
        self.builder.cbranch(self.truth(self.expression(test)), yes, no)
        arrivals = []
        kind = "int"
        for block, node in ((yes, body), (no, orelse)):
            self.builder.position_at_end(block)
            value = self.expression(node)
            kind = value.kind
            arrivals.append((value.llvm, self.builder.block))
            self.builder.branch(after)
        self.builder.position_at_end(after)
        return _Value(kind, self.merge(self.module.kinds[kind], arrivals))

    def merge(self, kind: ir.Type, arrivals: list[tuple[Any, Any]]) -> Any:
        phi = self.builder.phi(kind)
        for value, block in arrivals:
            phi.add_incoming(value, block)
        return phi

    def truth(self, value: _Value) -> Any:
        if value.kind == "bool":
            return value.llvm
        return self.builder.icmp_unsigned("!=", value.llvm, ir.Constant(self.module.kinds[value.kind], 0))

    def convert(self, value: _Value, kind: str) -> Any:
        if value.kind == kind:
            return value.llvm
        if kind == "bool":
            return self.truth(value)
        raise SyntaxError(f"kernel source uses {value.kind} for {kind}")

    # Calls

    def call(self, node: ast.Call) -> _Value:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        arguments = [self.expression(argument) for argument in node.args]
        if name in self.module.functions:
            function = self.module.functions[name]
            expected = [argument.type for argument in function.args]
            given = [argument.llvm for argument in arguments]
            if [value.type for value in given] != expected:
                raise SyntaxError(f"kernel source calls {name} with the wrong types: {ast.unparse(node)}")
            return _Value(self.module.results[name], self.builder.call(function, given, cconv="fastcc"))
        word = getattr(self, f"call_{name}", None)
        if word is None:
            raise SyntaxError(f"kernel source calls {name}, which nothing defines")
        return word(*(argument.llvm for argument in arguments))  # type: ignore[no-any-return]

    def narrow(self, value: Any) -> Any:
        return self.builder.trunc(value, _INT) if value.type.width > 64 else value

    def place(self, scratch: Any, place: Any) -> Any:
        address = self.builder.add(scratch, self.builder.shl(place, ir.Constant(_INT, 3)))
        return self.builder.inttoptr(address, _INT.as_pointer())

    def call_popcount(self, squares: Any) -> _Value:
        return _Value("int", self.narrow(self.builder.ctpop(squares)))

    def call_lowest_bit(self, squares: Any) -> _Value:
        return _Value("word", self.builder.and_(squares, self.builder.neg(squares)))

    def call_highest_bit(self, squares: Any) -> _Value:
        top = ir.Constant(squares.type, 1 << (squares.type.width - 1))
        zeros = self.builder.ctlz(squares, ir.Constant(_BOOL, 1))
        none = self.builder.icmp_unsigned("==", squares, ir.Constant(squares.type, 0))
        return _Value("word", self.builder.select(none, squares, self.builder.lshr(top, zeros)))

    def call_index(self, square: Any) -> _Value:
        return _Value("int", self.narrow(self.builder.cttz(square, ir.Constant(_BOOL, 1))))

    def call_as_number(self, squares: Any) -> _Value:
        return _Value("int", self.narrow(squares))

    def call_square(self, number: Any) -> _Value:
        word = self.module.word
        amount = self.builder.zext(number, word) if word.width > 64 else number
        return _Value("word", self.builder.shl(ir.Constant(word, 1), amount))

    def call_ray(self, direction: Any, number: Any) -> _Value:
        row = self.builder.mul(direction, ir.Constant(_INT, self.module.bits))
        indices = [ir.Constant(_INT, 0), self.builder.add(row, number)]
        return _Value("word", self.builder.load(self.builder.gep(self.module.rays, indices, inbounds=True)))

    def call_mix(self, own: Any, opp: Any, kings: Any, number: Any) -> _Value:
        builder = self.builder
        total = builder.mul(number, ir.Constant(_INT, MIX[3]))
        for word, factor in zip((own, opp, kings), MIX, strict=False):
            folded = word
            if word.type.width > 64:
                # An odd factor: no square of the high half may look like one of the low half.
                high = self.narrow(builder.lshr(word, ir.Constant(word.type, 64)))
                folded = builder.xor(self.narrow(word), builder.mul(high, ir.Constant(_INT, MIX[1])))
            total = builder.mul(builder.xor(total, folded), ir.Constant(_INT, factor))
            total = builder.xor(total, builder.lshr(total, ir.Constant(_INT, 31)))
        return _Value("int", total)

    def call_load(self, scratch: Any, place: Any) -> _Value:
        return _Value("int", self.builder.load(self.place(scratch, place)))

    def call_store(self, scratch: Any, place: Any, value: Any) -> _Value:
        return _Value("none", self.builder.store(value, self.place(scratch, place)))

    def element(self, width: int, memory: Any, place: Any) -> Any:
        """The address of an element of so many bits."""
        size = ir.Constant(_INT, width // 8)
        return self.builder.inttoptr(
            self.builder.add(memory, self.builder.mul(place, size)), ir.IntType(width).as_pointer()
        )

    def load_part(self, width: int, memory: Any, place: Any) -> _Value:
        return _Value("int", self.builder.zext(self.builder.load(self.element(width, memory, place)), _INT))

    def store_part(self, width: int, memory: Any, place: Any, value: Any) -> _Value:
        part = self.builder.trunc(value, ir.IntType(width))
        return _Value("none", self.builder.store(part, self.element(width, memory, place), align=width // 8))

    def call_load_byte(self, memory: Any, place: Any) -> _Value:
        return self.load_part(8, memory, place)

    def call_load_16(self, memory: Any, place: Any) -> _Value:
        return self.load_part(16, memory, place)

    def call_load_32(self, memory: Any, place: Any) -> _Value:
        return self.load_part(32, memory, place)

    def call_store_byte(self, memory: Any, place: Any, value: Any) -> _Value:
        return self.store_part(8, memory, place, value)

    def call_store_16(self, memory: Any, place: Any, value: Any) -> _Value:
        return self.store_part(16, memory, place, value)

    def call_store_32(self, memory: Any, place: Any, value: Any) -> _Value:
        return self.store_part(32, memory, place, value)

    def call_prefetch(self, scratch: Any, place: Any) -> _Value:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(_VOID, [byte, number, number, number])
        function = self.builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        where = self.builder.bitcast(self.place(scratch, place), byte)
        return _Value("none", self.builder.call(function, [where, *map(number, (0, 3, 1))]))

    def call_load_word(self, scratch: Any, place: Any) -> _Value:
        low = self.builder.load(self.place(scratch, place))
        if self.module.word.width == 64:
            return _Value("word", low)
        high = self.builder.load(self.place(scratch, self.builder.add(place, ir.Constant(_INT, 1))))
        return _Value("word", self.join(low, high))

    def call_store_word(self, scratch: Any, place: Any, value: Any) -> _Value:
        if value.type.width > 64:
            high = self.builder.trunc(self.builder.lshr(value, ir.Constant(value.type, 64)), _INT)
            self.builder.store(high, self.place(scratch, self.builder.add(place, ir.Constant(_INT, 1))))
        return _Value("none", self.builder.store(self.narrow(value), self.place(scratch, place)))

    def join(self, low: Any, high: Any) -> Any:
        wide = self.module.word
        shifted = self.builder.shl(self.builder.zext(high, wide), ir.Constant(wide, 64))
        return self.builder.or_(self.builder.zext(low, wide), shifted)
