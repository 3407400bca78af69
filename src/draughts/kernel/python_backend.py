"""The kernel on Python integers: no numba, nothing to compile, every bit as right and about a hundred times slower."""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable
from functools import lru_cache

from draughts.kernel.forking import compiling
from draughts.kernel.movement import MovementRules
from draughts.kernel.scratch import LOW
from draughts.kernel.specialise import MIX, Specialised, specialise

__all__ = ["PLAIN_BUDGET", "load_functions", "namespace", "python_entries"]

#: Jumps that the Python backend follows in one position; `generator` hands what takes more to compiled code.
PLAIN_BUDGET = 20_000


def namespace(code: Specialised) -> dict[str, object]:
    """The vocabulary on Python integers. Memory is a list, an array or bytes, with an element for each place."""
    bits, rays = code.bits, code.rays

    def load(scratch: list[int], place: int) -> int:
        return scratch[place]

    def store(scratch: list[int], place: int, value: int) -> None:
        scratch[place] = value

    def prefetch(scratch: list[int], place: int) -> None:
        pass

    def lowest_bit(squares: int) -> int:
        return squares & -squares

    def highest_bit(squares: int) -> int:
        return 1 << squares.bit_length() >> 1

    def index(square: int) -> int:
        return square.bit_length() - 1

    def square(number: int) -> int:
        return 1 << number

    def ray(direction: int, number: int) -> int:
        return rays[direction * bits + number]

    def mix(own: int, opp: int, kings: int, number: int) -> int:
        total = number * MIX[3] & LOW
        for word, factor in zip((own, opp, kings), MIX, strict=False):
            folded = word if bits <= 64 else word ^ word >> 61
            total = (total ^ folded & LOW) * factor & LOW
            total ^= total >> 31
        return total - (1 << 64) if total >> 63 else total

    return {
        "load": load,
        "mix": mix,
        "store": store,
        "load_word": load,
        **dict.fromkeys(("load_byte", "load_16", "load_32"), load),
        **dict.fromkeys(("store_byte", "store_16", "store_32"), store),
        "prefetch": prefetch,
        "store_word": store,
        "lowest_bit": lowest_bit,
        "highest_bit": highest_bit,
        "popcount": int.bit_count,
        "index": index,
        "as_number": int,
        "square": square,
        "ray": ray,
        **code.words,
    }


def load_functions(code: Specialised) -> dict[str, Callable[..., int]]:
    """The functions of a specialisation, by name. Tracebacks and profilers show the lines of their source."""
    made = namespace(code)
    flags = __future__.annotations.compiler_flag
    for function in code.module.body:
        assert isinstance(function, ast.FunctionDef)
        text = ast.Module([function], [])
        with compiling:  # Python 3.11 cannot read syntax trees in two threads at once
            compiled = compile(text, code.files[function.name], "exec", flags, dont_inherit=True)
        exec(compiled, made)
    return made  # type: ignore[return-value]


@lru_cache(maxsize=128)
def python_entries(
    movement: MovementRules | None, *entries: str, budget: int = PLAIN_BUDGET
) -> dict[str, Callable[..., int]]:
    """The entry points for some movement rules (see `specialise`), by name.

    `budget` jumps are followed in one position.
    """
    code = specialise(movement, *entries, budget=budget)
    made = load_functions(code)
    return {name: made[name] for name in code.entries}
