"""Partial evaluation: from the source of the rules to code for one set of movement rules.

The source is ordinary Python with a second meaning for what is known beforehand. Given movement rules this module

* makes a function of its own for every set of values of a function's `Static` parameters,
* writes out loops over directions and sides, and drops branches that these rules never take,
* replaces ``d.step(x)`` by the shift itself, and every name of the vocabulary by its value.

What is left is a module of small functions over numbers and words. `python_backend` runs it as it is, `llvm_backend`
makes machine code of it; line numbers still lead to the source.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeVar

from draughts.kernel import game_terms
from draughts.kernel.batch_words import BATCH_WORDS
from draughts.kernel.endgame_words import ENDGAME_WORDS
from draughts.kernel.forking import compiling
from draughts.kernel.interned import SPREAD, SPREAD_SHIFT
from draughts.kernel.movement import MovementRules
from draughts.kernel.records import FIELDS
from draughts.kernel.rule_words import DirectionWord, RoyalWords, SideWords, Word, rays_of, words_of
from draughts.kernel.scratch import FAILURES, OUTCOME_PLACES, PLACES, PLY_PLACES
from draughts.kernel.search_words import SEARCH_WORDS

__all__ = [
    "BLACK_PROMOTES",
    "CAPTURE_BUDGET",
    "MIX",
    "TOO_MANY",
    "WHITE_PROMOTES",
    "Specialised",
    "entry_words",
    "source_text",
    "specialise",
]

_MODULES = (
    *("records", "quiet", "captures", "lists", "interned", "counting", "perft"),
    *("evaluation", "drawing", "search", "selfplay"),
    *("endgames", "solving"),
    *("steps", "arrays", "choosing", "batch", "observing", "playouts"),
    *("text", "fen", "tags", "games", "replay"),
)

#: Jumps followed in one position before the generator gives up. The most that a composed problem is known to need is a
#: few thousand; a machine follows a million in hundredths of a second.
CAPTURE_BUDGET = 4_000_000

#: What a table of squares for FEN says of the squares where men of a side become kings.
WHITE_PROMOTES, BLACK_PROMOTES = 256, 512

#: Odd factors for `mix`.
MIX = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5)

#: What entry points answer if there is more to follow than they may, or more to write than fits.
TOO_MANY = 1 << 30


class Specialised(NamedTuple):
    """Code for one set of movement rules.

    Attributes
    ----------
    module : ast.Module
        The functions; those that another one calls come first.
    files : dict of str to str
        The source file of each function.
    entries : dict of str to tuple of bool
        The entry points, with which of their parameters are words.
    inlined : frozenset of str
        The functions to be copied into their callers.
    words : dict of str to int
        The constants of the module that are words.
    bits : int
        How many bits words use; with more than 64 they are wide.
    rays : tuple of int
        The table behind `ray`: direction times `bits` plus square.
    """

    module: ast.Module
    files: dict[str, str]
    entries: dict[str, tuple[bool, ...]]
    inlined: frozenset[str]
    words: dict[str, int]
    bits: int
    rays: tuple[int, ...]


@lru_cache(maxsize=1)
def source_text() -> dict[str, str]:
    """The source modules by name.

    Raises
    ------
    ImportError
        If the package was installed without them.
    """
    try:
        return {name: _source(name).read_text("utf-8") for name in _MODULES}
    except FileNotFoundError as error:
        raise ImportError(
            f"{error.filename or 'draughts/kernel/source/*.py'} is missing: draughts specialises the source of its "
            "move generator for each variant, so it must be installed with its .py files, not with .pyc files only"
        ) from None


def _source(name: str) -> Traversable:
    return files("draughts.kernel") / "source" / f"{name}.py"


@lru_cache(maxsize=1)
def _functions() -> dict[str, tuple[ast.FunctionDef, str]]:
    functions: dict[str, tuple[ast.FunctionDef, str]] = {}
    for name, text in source_text().items():
        with compiling:  # Python 3.11 cannot make syntax trees in two threads at once
            body = ast.parse(text).body
        for node in body:
            if isinstance(node, ast.FunctionDef):
                if node.name in functions:
                    raise SyntaxError(
                        f"kernel source defines {node.name} twice, in {functions[node.name][1]} and {name}"
                    )
                functions[node.name] = (node, name)
    return functions


def entry_words(entry: str) -> tuple[bool, ...]:
    """Which parameters of an entry point are words."""
    return _words_among(_functions()[entry][0])


def _words_among(function: ast.FunctionDef) -> tuple[bool, ...]:
    annotations = (parameter.annotation for parameter in function.args.args)
    return tuple(isinstance(kind, ast.Name) and kind.id == "Word" for kind in annotations)


def specialise(movement: MovementRules | None, *entries: str, budget: int = CAPTURE_BUDGET) -> Specialised:
    """Code with these entry points for some movement rules, or that no rules matter for (None).

    `budget` jumps are followed in one position.
    """
    writer = _Writer(_CONSTANTS | {"CAPTURE_BUDGET": budget})
    bits = 64
    rays: tuple[int, ...] = ()
    if movement is not None:
        writer.statics |= words_of(movement)
        bits, rays = movement.layout.bits, rays_of(movement.layout)
    for name in entries:
        writer.instantiate(name, ())
    module = ast.Module(writer.finished, [])
    return Specialised(module, writer.files, writer.entries, frozenset(writer.inlined), writer.words, bits, rays)


#: Words whose values no rules matter for.
_CONSTANTS: dict[str, object] = {
    "COUNT": "count",
    "LIST": "list",
    "OUTCOMES": "outcomes",
    "ROUTES": "routes",
    "STEPS": "steps",
    "ZERO": Word(0),
    "SPREAD": SPREAD,
    "SPREAD_SHIFT": SPREAD_SHIFT,
    "TOO_MANY": TOO_MANY,
    **PLY_PLACES,
    **OUTCOME_PLACES,
    **FAILURES,
    "WHITE_PROMOTES": WHITE_PROMOTES,
    "BLACK_PROMOTES": BLACK_PROMOTES,
    **game_terms.WORDS,
    **PLACES,
    **SEARCH_WORDS,
    **BATCH_WORDS,
    **ENDGAME_WORDS,
    **FIELDS,
}

_OPERATORS: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}
_COMPARISONS: dict[type[ast.AST], Callable[[object, object], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,  # type: ignore[operator]
    ast.GtE: lambda a, b: a >= b,  # type: ignore[operator]
}


class _Writer:
    """Writes the functions of one specialisation; each is finished after those that it calls."""

    def __init__(self, statics: dict[str, object]) -> None:
        self.statics = statics
        self.finished: list[ast.stmt] = []
        self.files: dict[str, str] = {}
        self.entries: dict[str, tuple[bool, ...]] = {}
        self.inlined: set[str] = set()
        self.words: dict[str, int] = {}
        self._names: dict[tuple[str, tuple[int | str, ...]], str] = {}

    def instantiate(self, name: str, values: tuple[object, ...]) -> str:
        """The name of a function for these values of its static parameters, written if it is not there yet."""
        key = (name, tuple(v if isinstance(v, int | str) else id(v) for v in values))
        if key in self._names:
            return self._names[key]
        suffix = "".join(f"_{_label(value)}" for value in values)
        new_name = f"{name}{suffix}"
        if new_name in self._names.values():
            new_name = f"{new_name}_{len(self._names)}"
        self._names[key] = new_name
        node, module = _functions()[name]
        parameters = node.args.args
        static = [_is_static(parameter) for parameter in parameters]
        given = iter(values)
        scope = {parameter.arg: next(given) for parameter, known in zip(parameters, static, strict=True) if known}
        body = list(_Body(self, scope).statements(node.body)) or [_at(ast.Pass(), node)]
        kept = [_at(ast.arg(p.arg, p.annotation), p) for p, known in zip(parameters, static, strict=True) if not known]
        arguments = ast.arguments(posonlyargs=[], args=kept, kwonlyargs=[], kw_defaults=[], defaults=[])
        function = ast.FunctionDef(new_name, arguments, body, [], node.returns)
        if sys.version_info >= (3, 12):
            function.type_params = []
        self.finished.append(_at(function, node))
        self.files[new_name] = str(_source(module))
        marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
        if "inlined" in marks:
            self.inlined.add(new_name)
        if "entry" in marks:
            self.entries[new_name] = _words_among(node)
        return new_name

    def word(self, value: int) -> ast.expr:
        """A constant word, as a name of the module: a literal would be a signed number to numba."""
        name = f"WORD_{value:x}"
        self.words[name] = value
        return ast.Name(name, ast.Load())


class _Body:
    """Rewrites the body of one function. `scope` holds the local names whose values are known."""

    def __init__(self, writer: _Writer, scope: dict[str, object]) -> None:
        self.writer = writer
        self.scope = scope

    def statements(self, nodes: list[ast.stmt]) -> Iterator[ast.stmt]:
        for node in nodes:
            for new in self.statement(node):
                yield new if hasattr(new, "lineno") else _at(new, node)
                if isinstance(new, ast.Return):
                    return

    def statement(self, node: ast.stmt) -> Iterator[ast.stmt]:
        match node:
            case ast.Expr(ast.Constant()):
                return  # a docstring
            case ast.If():
                yield from self._if(node)
            case ast.For(orelse=[]):
                yield from self._for(node)
            case ast.While(orelse=[]):
                test = self.expression(node.test)
                yield ast.While(test, self.branch(node.body), [])
            case ast.Assign(targets=[ast.Name(name)]):
                value = self.fold(node.value)
                if isinstance(value, ast.expr | int | str):
                    yield ast.Assign([_at(ast.Name(name, ast.Store()), node)], self._literal(value, node.value))
                else:
                    self.scope[name] = value
            case ast.AugAssign(target=ast.Name(name)):
                yield ast.AugAssign(_at(ast.Name(name, ast.Store()), node), node.op, self.expression(node.value))
            case ast.Return(value):
                yield ast.Return(None if value is None else self.expression(value))
            case ast.Expr(value):
                yield ast.Expr(self.expression(value))
            case ast.Pass():
                yield ast.Pass()
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")

    def branch(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Statements that run or not at run time: what is known may not come to depend on that."""
        before = dict(self.scope)
        written = list(self.statements(nodes))
        for name, value in before.items():
            if self.scope.get(name) is not value:
                raise SyntaxError(f"kernel source gives {name} another known value in a branch")
        return written

    def _if(self, node: ast.If) -> Iterator[ast.stmt]:
        test = self.fold(node.test)
        if isinstance(test, ast.expr):
            body = self.branch(node.body) or [_at(ast.Pass(), node)]
            yield ast.If(test, body, self.branch(node.orelse))
        else:
            yield from self.statements(node.body if test else node.orelse)

    def _for(self, node: ast.For) -> Iterator[ast.stmt]:
        assert isinstance(node.target, ast.Name)
        items = self.fold(node.iter)
        if isinstance(items, ast.expr):
            target = _at(ast.Name(node.target.id, ast.Store()), node)
            yield ast.For(target, items, self.branch(node.body), [])
            return
        assert isinstance(items, tuple)
        for item in items:
            self.scope[node.target.id] = item
            yield from self.statements(node.body)
        self.scope.pop(node.target.id, None)

    def expression(self, node: ast.expr) -> ast.expr:
        """The expression with everything known replaced by its value."""
        return self._literal(self.fold(node), node)

    def _literal(self, value: object, node: ast.expr) -> ast.expr:
        if isinstance(value, ast.expr):
            return value
        if isinstance(value, Word):
            return _at(self.writer.word(value), node)
        if isinstance(value, int):
            return _at(ast.Constant(value), node)
        raise SyntaxError(f"{ast.unparse(node)!r} has no run-time value")

    def fold(self, node: ast.expr) -> object:  # noqa: PLR0912 - one case for each kind of expression
        """The value of an expression if it is known, else the expression to compute it at run time."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name):
                if name in self.scope:
                    return self.scope[name]
                return self.writer.statics.get(name, node)
            case ast.Attribute(owner, attribute):
                return getattr(self.fold(owner), attribute)
            case ast.Call():
                result: object = self._call(node)
            case ast.BoolOp():
                result = self._bool(node)
            case ast.IfExp():
                test = self.fold(node.test)
                if not isinstance(test, ast.expr):
                    return self.fold(node.body if test else node.orelse)
                result = ast.IfExp(test, self.expression(node.body), self.expression(node.orelse))
            case ast.BinOp():
                result = self._binary(node)
            case ast.UnaryOp():
                operand = self.fold(node.operand)
                if isinstance(node.op, ast.Not) and not isinstance(operand, ast.expr):
                    return not operand
                result = ast.UnaryOp(node.op, self._literal(operand, node.operand))
            case ast.Subscript():
                items, position = self.fold(node.value), self.fold(node.slice)
                assert isinstance(items, tuple)
                assert isinstance(position, int)
                return items[position]
            case ast.Compare(left, [operator], [right]):
                a, b = self.fold(left), self.fold(right)
                if not isinstance(a, ast.expr) and not isinstance(b, ast.expr):
                    if type(operator) not in _COMPARISONS:
                        raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")
                    return _COMPARISONS[type(operator)](a, b)
                result = ast.Compare(self._literal(a, left), node.ops, [self._literal(b, right)])
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")
        return _at(result, node) if isinstance(result, ast.expr) else result

    def _binary(self, node: ast.BinOp) -> object:
        a, b = self.fold(node.left), self.fold(node.right)
        if isinstance(a, int) and isinstance(b, int) and not isinstance(a, Word) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](a, b)
        return ast.BinOp(self._literal(a, node.left), node.op, self._literal(b, node.right))

    def _bool(self, node: ast.BoolOp) -> object:
        """`and` and `or`, without the parts that are known not to matter."""
        decisive = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for value in node.values:
            part = self.fold(value)
            if isinstance(part, ast.expr):
                parts.append(part)
            elif bool(part) is decisive:
                if not parts:
                    return decisive
                parts.append(_at(ast.Constant(decisive), node))
                break
        if not parts:
            return not decisive
        return parts[0] if len(parts) == 1 else ast.BoolOp(node.op, parts)

    def _call(self, node: ast.Call) -> ast.expr:
        if node.keywords:
            raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")
        match node.func:
            case ast.Attribute(owner, method):
                direction = self.fold(owner)
                assert isinstance(direction, DirectionWord)
                return _stepped(direction, method, self.expression(node.args[0]), self.writer.word)
            case ast.Name(name) if name in _functions():
                parameters = _functions()[name][0].args.args
                values: list[object] = []
                arguments: list[ast.expr] = []
                for argument, parameter in zip(node.args, parameters, strict=True):
                    value = self.fold(argument)
                    if _is_static(parameter):
                        values.append(value)
                    else:
                        arguments.append(self._literal(value, argument))
                target = self.writer.instantiate(name, tuple(values))
                return ast.Call(_at(ast.Name(target, ast.Load()), node), arguments, [])
            case ast.Name("ord"):
                return ast.Constant(self._character(node))
            case ast.Name():
                return ast.Call(node.func, [self.expression(argument) for argument in node.args], [])
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")

    def _character(self, node: ast.Call) -> int:
        """The number of a character that is written out."""
        match node.args:
            case [ast.Constant(str(text))] if len(text) == 1:
                return ord(text)
            case _:
                raise SyntaxError(f"kernel source cannot say {ast.unparse(node)!r}")


def _stepped(direction: DirectionWord, method: str, argument: ast.expr, word: Callable[[int], ast.expr]) -> ast.expr:
    """The expression that a call of a direction's method stands for."""
    if method == "first":
        function = "lowest_bit" if direction.move.shift > 0 else "highest_bit"
        return ast.Call(_at(ast.Name(function, ast.Load()), argument), [argument], [])
    forward = method == "step"
    shift = direction.move.shift if forward else -direction.move.shift
    mask = direction.move.mask
    shifted: ast.expr = argument
    if mask is not None and forward:
        shifted = _at(ast.BinOp(shifted, ast.BitAnd(), _at(word(mask), argument)), argument)
    operator = ast.LShift() if shift > 0 else ast.RShift()
    shifted = _at(ast.BinOp(shifted, operator, _at(ast.Constant(abs(shift)), argument)), argument)
    if mask is not None and not forward:
        shifted = ast.BinOp(shifted, ast.BitAnd(), _at(word(mask), argument))
    return shifted


N = TypeVar("N", bound=ast.stmt | ast.expr | ast.arg)


def _at(new: N, node: ast.stmt | ast.expr | ast.arg) -> N:
    """Give a new node the line of the source that it comes from."""
    new.lineno, new.col_offset = node.lineno, node.col_offset
    return new


def _is_static(parameter: ast.arg) -> bool:
    return (
        isinstance(parameter.annotation, ast.Subscript)
        and isinstance(parameter.annotation.value, ast.Name)
        and parameter.annotation.value.id == "Static"
    )


def _label(value: object) -> str:
    if isinstance(value, SideWords | DirectionWord):
        return str(value.index)
    if isinstance(value, RoyalWords):
        return f"royal{value.side.index}"
    if isinstance(value, tuple):
        return "".join(_label(item) for item in value)
    return str(value).lower()
