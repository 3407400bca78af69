"""The lowering as a compiler: small sources, run by Python and as machine code, in words of 64 and of 128 bits."""

from __future__ import annotations

import ast
import random
import sys
from array import array
from collections.abc import Callable
from textwrap import dedent
from typing import NamedTuple

import pytest
from llvmlite import ir

from draughts import CANADIAN, FRISIAN, INTERNATIONAL, TURKISH, Rules
from draughts.kernel import jit
from draughts.kernel import specialise as module
from draughts.kernel.llvm_backend import lower
from draughts.kernel.movement import movement_of
from draughts.kernel.python_backend import load_functions
from draughts.kernel.specialise import Specialised, specialise

pytestmark = pytest.mark.smoke

_UNITS = 64
_LOW = (1 << 64) - 1
_BOARDS = pytest.mark.parametrize("rules", [INTERNATIONAL, CANADIAN], ids=["64 bits", "128 bits"])


class Binding(NamedTuple):
    """One function, on Python integers and as machine code, each with scratch memory."""

    code: Specialised
    plain: Callable[..., int]
    compiled: Callable[..., int]
    listed: list[int]
    memory: array[int]

    @property
    def width(self) -> int:
        return 64 if self.code.bits <= 64 else 128

    def __call__(self, *arguments: int) -> int:
        """The value, if both agree on it; scratch memory is what the last parameter gets, if it is called that."""
        entry = self.code.entries["f"]
        wants_scratch = len(entry) > len(arguments)
        flat: list[int] = []
        for is_word, argument in zip(entry, arguments, strict=False):
            flat += [argument & _LOW, argument >> 64] if is_word and self.width > 64 else [argument]
        plain = int(self.plain(*arguments, *([self.listed] if wants_scratch else [])))
        compiled = self.compiled(*flat, *([self.memory.buffer_info()[0]] if wants_scratch else []))
        assert compiled == plain
        return plain


Build = Callable[..., Binding]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Build:
    """Compile a source text, with an entry point ``f``, in place of the rules."""

    def make(text: str, rules: Rules = INTERNATIONAL) -> Binding:
        code = specialised(text, rules, monkeypatch)
        plain = load_functions(code)
        monkeypatch.setattr(jit, "attach_cache", lambda *_: None)
        compiled = jit.compiled_entry.__wrapped__(movement_of(rules), "f")
        memory = array("q", bytes(8 * _UNITS))
        return Binding(code, plain["f"], compiled, [0] * _UNITS, memory)

    return make


def specialised(text: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> Specialised:
    own = {node.name: (node, "own") for node in ast.parse(dedent(text)).body if isinstance(node, ast.FunctionDef)}
    monkeypatch.setattr(module, "_functions", lambda: own)
    return specialise(movement_of(rules), "f")


# Words


@_BOARDS
def test_a_word_shifts_zeros_in_from_both_ends(build: Build, rules: Rules) -> None:
    f = build("@entry\ndef f(a: Word, n: int) -> int:\n    return popcount(a >> n)\n", rules)
    top = 1 << (f.width - 1)
    everything = 2 * top - 1
    assert f(top, 1) == 1
    assert f(top, f.width - 1) == 1
    assert f(everything, 3) == f.width - 3
    assert f(everything, 63) == f.width - 63


@_BOARDS
def test_shifts_cross_the_middle_of_a_word(build: Build, rules: Rules) -> None:
    f = build("@entry\ndef f(n: int, m: int) -> int:\n    return index(square(n) << m)\n", rules)
    for start in (0, 5, 31, 60):
        for step in range(f.width - start):
            assert f(start, step) == start + step


@_BOARDS
def test_words_compare_without_a_sign(build: Build, rules: Rules) -> None:
    f = build(
        """
        @entry
        def f(a: Word, b: Word) -> int:
            low = (1 if a < b else 0) + (2 if a <= b else 0) + (4 if a > b else 0)
            return low + (8 if a >= b else 0) + (16 if a == b else 0) + (32 if a != b else 0)
        """,
        rules,
    )
    top = 1 << (f.width - 1)
    assert f(top, 1) == 4 + 8 + 32
    assert f(1, top) == 1 + 2 + 32
    assert f(top, top) == 2 + 8 + 16
    assert f(1 << 63, 1 << 62) == 4 + 8 + 32


@_BOARDS
def test_a_word_is_true_if_it_has_a_member(build: Build, rules: Rules) -> None:
    f = build("@entry\ndef f(a: Word) -> int:\n    return (1 if a else 0) + (2 if not a else 0)\n", rules)
    assert f(0) == 2
    for bit in (0, 31, 32, 62, 63, f.width - 1):
        assert f(1 << bit) == 1


@_BOARDS
def test_set_operations_are_those_of_python(build: Build, rules: Rules) -> None:
    f = build(
        """
        @entry
        def f(a: Word, b: Word, n: int) -> int:
            c = ZERO
            if n == 0:
                c = a & b
            if n == 1:
                c = a | b
            if n == 2:
                c = a ^ b
            if n == 3:
                c = a & ~b
            if n == 4:
                c = VALID & ~(a | b)
            if n == 5:
                c = a
                c &= b
                c |= square(3)
                c ^= square(4)
            return popcount(c) * 1000 + popcount(c & square(7)) + (0 if c == ZERO else index(lowest_bit(c)))
        """,
        rules,
    )
    source = random.Random(1)
    for _ in range(40):
        a, b = (source.getrandbits(f.width) for _ in range(2))
        for operation in range(6):
            f(a, b, operation)
    for operation in range(6):
        f(0, 0, operation)


@_BOARDS
def test_the_words_of_the_vocabulary_are_right_at_every_bit(build: Build, rules: Rules) -> None:
    f = build(
        """
        @entry
        def f(a: Word, n: int) -> int:
            if n == 0:
                return popcount(lowest_bit(a)) * 1000 + (index(lowest_bit(a)) if a else 999)
            if n == 1:
                return popcount(highest_bit(a)) * 1000 + (index(highest_bit(a)) if a else 999)
            return popcount(a)
        """,
        rules,
    )
    source = random.Random(2)
    sets = [0, (1 << f.width) - 1, *(1 << bit for bit in range(f.width))]
    sets += [source.getrandbits(f.width) & source.getrandbits(f.width) for _ in range(100)]
    for word in sets:
        lowest, highest = (word & -word).bit_length() - 1, word.bit_length() - 1
        assert f(word, 0) == (1000 + lowest if word else 999)
        assert f(word, 1) == (1000 + highest if word else 999)
        assert f(word, 2) == word.bit_count()


@pytest.mark.parametrize("rules", [INTERNATIONAL, CANADIAN, FRISIAN, TURKISH], ids=lambda rules: rules.name)
def test_rays_are_those_of_the_layout(build: Build, rules: Rules) -> None:
    f = build("@entry\ndef f(d: int, n: int, a: Word) -> int:\n    return 1 if ray(d, n) == a else 0\n", rules)
    layout = movement_of(rules).layout
    order = sorted(layout.steps.values(), key=lambda step: (step.shift < 0, abs(step.shift)))
    for number, step in enumerate(order):
        for bit in range(layout.bits):
            assert f(number, bit, step.rays[bit]) == 1
            assert f(number, bit, step.rays[bit] ^ 1) == 0


@_BOARDS
def test_words_and_numbers_survive_in_scratch_memory(build: Build, rules: Rules) -> None:
    f = build(
        """
        @entry
        def f(a: Word, n: int, scratch: int) -> int:
            store(scratch, 1, n)
            store_word(scratch, 3, a)
            store(scratch, 2, load(scratch, 1) - 1)
            return load(scratch, 2) if load_word(scratch, 3) == a else 77
        """,
        rules,
    )
    for word in (0, 1, 1 << 63, (1 << f.width) - 1, 0x0123_4567_89AB_CDEF << (f.width - 64)):
        for number in (0, -1, 5, (1 << 63) - 1, -(1 << 63) + 1):
            assert f(word, number) == number - 1
            assert f.memory[1] == number
            assert f.memory[3] & _LOW == word & _LOW
            assert f.memory[4] & _LOW == word >> 64  # untouched, and zero, where one unit is enough
            assert (f.memory[0], f.memory[5]) == (0, 0)


@pytest.mark.parametrize(("name", "bits"), [("byte", 8), ("16", 16), ("32", 32)])
def test_numbers_of_less_than_a_unit_lie_side_by_side_without_a_sign(build: Build, name: str, bits: int) -> None:
    both = build(f"""
        @entry
        def f(place: int, value: int, scratch: int) -> int:
            store_{name}(scratch, place, value)
            return load_{name}(scratch, place)
    """)
    size, largest = bits // 8, (1 << bits) - 1
    for place in (0, 1, 6, 7, 9):
        for value in (0, 1, largest >> 1, (largest >> 1) + 1, largest - 1, largest):
            both.memory[:] = array("q", [-1] * _UNITS)
            assert both(place, value) == value
            stored = both.memory.tobytes()
            at = size * place
            assert int.from_bytes(stored[at : at + size], sys.byteorder) == value
            assert {*stored[:at], *stored[at + size :]} == {255}  # the neighbours


@_BOARDS
def test_words_are_of_the_width_of_the_board(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    code = specialised("@entry\ndef f(a: Word, n: int) -> int:\n    return popcount(a) + n\n", rules, monkeypatch)
    functions = lower(code, ir.Module())
    width = 64 if rules is INTERNATIONAL else 128
    assert [argument.type for argument in functions["f"].args] == [ir.IntType(width), ir.IntType(64)]
    assert functions["f"].return_value.type == ir.IntType(64)


# Numbers


def test_numbers_have_a_sign(build: Build) -> None:
    f = build(
        """
        @entry
        def f(a: int, b: int) -> int:
            low = (1 if a < b else 0) + (2 if a <= b else 0) + (4 if a > b else 0)
            return low + (8 if a >= b else 0) + (16 if a == b else 0) + (32 if a != b else 0)
        """
    )
    assert f(-1, 1) == 1 + 2 + 32
    assert f(1, -1) == 4 + 8 + 32
    assert f(-(1 << 63), (1 << 63) - 1) == 1 + 2 + 32
    assert f(-5, -5) == 2 + 8 + 16


def test_numbers_shift_with_their_sign(build: Build) -> None:
    f = build("@entry\ndef f(a: int, n: int) -> int:\n    return (a >> n) * 2 + (a >> 1)\n")
    for number in (-8, -7, -1, 0, 1, 7, 1 << 61, -(1 << 61)):
        for amount in (0, 1, 2, 5, 62):
            assert f(number, amount) == (number >> amount) * 2 + (number >> 1)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("a + b * 3", lambda a, b: a + b * 3),
        ("(a - b) * (a + b)", lambda a, b: (a - b) * (a + b)),
        ("-a - -b", lambda a, b: -a + b),
        ("~a ^ b", lambda a, b: ~a ^ b),
        ("a & b | 5", lambda a, b: a & b | 5),
        ("a << 3 | b & 7", lambda a, b: a << 3 | b & 7),
        ("a * a // 3", lambda a, b: a * a // 3),
        ("a if a > b else b", max),
        ("(1 if a else 2) + (10 if not b else 20)", lambda a, b: (1 if a else 2) + (10 if not b else 20)),
    ],
)
def test_arithmetic_is_that_of_python(build: Build, expression: str, wanted: Callable[[int, int], int]) -> None:
    f = build(f"@entry\ndef f(a: int, b: int) -> int:\n    return {expression}\n")
    for a in (-9, -1, 0, 1, 6, 1 << 20):
        for b in (-4, 0, 3, 17):
            assert f(a, b) == wanted(a, b)


def test_assignments_in_place_are_those_of_python(build: Build) -> None:
    f = build(
        """
        @entry
        def f(a: int, b: int) -> int:
            a += b
            a *= 3
            a -= 2
            a <<= 2
            a |= 1
            a ^= 6
            a >>= 1
            a &= 255
            return a
        """
    )
    for a in (-9, 0, 5):
        for b in (-4, 0, 3):
            assert f(a, b) == ((((((a + b) * 3 - 2) << 2) | 1) ^ 6) >> 1) & 255


# Order


_TRACE = """
    def note(n: int, value: int, scratch: int) -> int:
        store(scratch, 0, load(scratch, 0) * 10 + n)
        return value

    def said(n: int, value: int, scratch: int) -> bool:
        store(scratch, 0, load(scratch, 0) * 10 + n)
        return value != 0
"""


@pytest.mark.parametrize(
    ("expression", "values", "order"),
    [
        ("note(1, a, scratch) + note(2, b, scratch) * note(3, a, scratch)", (2, 3), 123),
        ("note(1, a, scratch) if note(2, b, scratch) else note(3, 4, scratch)", (2, 3), 21),
        ("note(1, a, scratch) if note(2, b, scratch) else note(3, 4, scratch)", (2, 0), 23),
        ("1 if said(1, a, scratch) and said(2, b, scratch) else 0", (0, 1), 1),
        ("1 if said(1, a, scratch) and said(2, b, scratch) else 0", (1, 1), 12),
        ("1 if said(1, a, scratch) or said(2, b, scratch) else 0", (1, 0), 1),
        ("1 if said(1, a, scratch) or said(2, b, scratch) else 0", (0, 0), 12),
        ("1 if said(1, a, scratch) or said(2, b, scratch) and said(3, 1, scratch) else 0", (0, 1), 123),
        ("1 if (said(1, a, scratch) or said(2, b, scratch)) and said(3, 1, scratch) else 0", (1, 0), 13),
        ("1 if not (said(1, a, scratch) and said(2, b, scratch)) else 0", (0, 1), 1),
        ("1 if note(1, a, scratch) < note(2, b, scratch) else 0", (1, 2), 12),
        ("note(2, note(1, a, scratch), scratch)", (5, 0), 12),
        ("note(3, note(1, a, scratch) + note(2, b, scratch), scratch)", (5, 1), 123),
        ("1 if a and b and said(1, 1, scratch) or said(2, 0, scratch) else 0", (1, 0), 2),
    ],
)
def test_everything_is_evaluated_in_order_and_no_more_than_needed(
    build: Build, expression: str, values: tuple[int, int], order: int
) -> None:
    f = build(dedent(_TRACE) + f"\n@entry\ndef f(a: int, b: int, scratch: int) -> int:\n    return {expression}\n")
    f(*values)
    assert f.memory[0] == f.listed[0] == order


def test_conditions_of_statements_are_short_too(build: Build) -> None:
    f = build(
        dedent(_TRACE)
        + dedent(
            """
            @entry
            def f(a: int, b: int, scratch: int) -> int:
                n = 0
                while n < 3 and said(1, a, scratch):
                    n += 1
                if n == 3 or said(2, b, scratch):
                    n += 10
                return n
            """
        )
    )
    assert f(1, 0) == 13
    assert f.memory[0] == 111


# Statements


def test_loops_run_as_often_as_pythons(build: Build) -> None:
    f = build(
        """
        @entry
        def f(a: int, b: int) -> int:
            total = 0
            for i in range(a):
                for j in range(i, b):
                    total += i * 100 + j
            while b > 0:
                b -= 3
                total += b
            return total
        """
    )
    for a in (-2, 0, 1, 5):
        for b in (-1, 0, 2, 7):
            left = b
            wanted = sum(i * 100 + j for i in range(a) for j in range(i, b))
            while left > 0:
                left -= 3
                wanted += left
            assert f(a, b) == wanted


def test_the_end_of_a_range_is_looked_at_once(build: Build) -> None:
    f = build("@entry\ndef f(a: int) -> int:\n    for i in range(a):\n        a += 1\n    return a\n")
    assert f(5) == 10


def test_returns_leave_loops_and_branches(build: Build) -> None:
    f = build(
        """
        @entry
        def f(a: int, b: int) -> int:
            for i in range(a):
                if i == b:
                    while True:
                        if i > 2:
                            return i
                        i += 1
                elif i == 7:
                    return -1
                else:
                    if a == 9:
                        return -2
            if a:
                return -3
            else:
                return -4
        """
    )
    assert f(5, 1) == 3
    assert f(6, 4) == 4
    assert f(9, 4) == -2
    assert f(8, 20) == -1
    assert f(3, 20) == -3
    assert f(0, 0) == -4


def test_locals_of_every_kind_keep_their_values(build: Build) -> None:
    f = build(
        """
        @entry
        def f(a: Word, n: int) -> int:
            found = n > 3
            squares = a
            total = 0
            while squares:
                lowest = lowest_bit(squares)
                squares ^= lowest
                total += index(lowest)
                found = found or total > 100
            return total if found else -total
        """
    )
    assert f(0b1011, 0) == -4
    assert f(0b1011, 5) == 4
    assert f(1 << 50 | 1 << 53, 0) == 103


def test_functions_return_words_truths_and_nothing(build: Build) -> None:
    f = build(
        """
        def grown(a: Word, n: int) -> Word:
            if n == 0:
                return a
            return grown(a | a << 1, n - 1)

        def is_even(n: int) -> bool:
            if n == 0:
                return True
            return not is_even(n - 1)

        def put(place: int, value: int, scratch: int) -> None:
            if value < 0:
                return
            store(scratch, place, value)

        @inlined
        def twice(n: int) -> int:
            return n + n

        @entry
        def f(a: Word, n: int, scratch: int) -> int:
            put(1, n, scratch)
            put(1, -1, scratch)
            return popcount(grown(a, n)) * 100 + twice(load(scratch, 1)) + (1 if is_even(n) else 0)
        """
    )
    assert f(1, 4) == 5 * 100 + 8 + 1
    assert f(1 << 20 | 1, 3) == 8 * 100 + 6


def test_functions_may_call_each_other_in_a_circle(build: Build) -> None:
    f = build(
        """
        def down(n: int, side: int) -> int:
            if n <= 0:
                return side
            return up(n - 1, side + 1)

        def up(n: int, side: int) -> int:
            if n <= 0:
                return -side
            return down(n - 2, side + 1)

        @entry
        def f(n: int) -> int:
            return down(n, 0)
        """
    )
    assert [f(n) for n in range(7)] == [0, -1, 2, 2, -3, 4, 4]


def test_whole_truths_are_numbers_to_python_only(build: Build) -> None:
    f = build("@entry\ndef f(a: int, b: int) -> int:\n    both = a and b\n    return 1 if both else 0\n")
    assert [f(2, 4), f(0, 1), f(1, 0)] == [1, 0, 0]


# What cannot be said


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return a + n", "mixes word and int"),
        ("return 1 if a == n else 0", "compares word with int"),
        ("return a", "uses word for int"),
        ("n = a\n    return n", "uses word for int"),
        ("a = n\n    return n", "uses int for word"),
        ("return g(n)", "wrong types"),
        ("return g(a, a)", None),
        ("return n % 3", None),
        ("return n / 3", None),
        ("return n ** 2", None),
        ("return 1 if n is n else 0", None),
        ("return 1 if n in n else 0", None),
        ("return missing", None),
        ("return missing(n)", None),
        ("return 1.5", None),
        ("return 'text'", None),
    ],
)
def test_mistakes_are_refused_when_lowered(monkeypatch: pytest.MonkeyPatch, body: str, message: str | None) -> None:
    text = f"def g(a: Word) -> int:\n    return popcount(a)\n\n@entry\ndef f(a: Word, n: int) -> int:\n    {body}\n"
    with pytest.raises((SyntaxError, ValueError), match=message):
        lower(specialised(text, CANADIAN, monkeypatch), ir.Module())


def test_other_types_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for parameter, result in (("float", "int"), ("int", "str"), ("list[int]", "int")):
        text = f"@entry\ndef f(n: {parameter}) -> {result}:\n    return n\n"
        with pytest.raises(SyntaxError, match="no type"):
            lower(specialised(text, INTERNATIONAL, monkeypatch), ir.Module())


def test_a_value_that_fits_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1 << 63, 1 << 70, -(1 << 63) - 1):
        code = specialised(f"@entry\ndef f(n: int) -> int:\n    return n + {number}\n", INTERNATIONAL, monkeypatch)
        with pytest.raises((SyntaxError, ValueError, OverflowError)):
            lower(code, ir.Module())


@pytest.mark.parametrize("rules", [INTERNATIONAL, CANADIAN, FRISIAN, TURKISH], ids=lambda rules: rules.name)
def test_functions_of_the_rules_are_internal_and_complete(rules: Rules) -> None:
    llvm = ir.Module()
    code = specialise(movement_of(rules), "list_moves", "count_leaves", "list_routes", "list_quiet_moves")
    functions = lower(code, llvm)
    assert functions.keys() == {node.name for node in code.module.body if isinstance(node, ast.FunctionDef)}
    for function in functions.values():
        assert function.linkage == "internal"
        assert all(block.is_terminated for block in function.blocks)
    declared = {name for name, value in llvm.globals.items() if isinstance(value, ir.Function) and not value.blocks}
    assert all(name.startswith("llvm.") for name in declared)
