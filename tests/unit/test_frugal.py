"""Compiling so that little is left behind."""

from __future__ import annotations

import pytest

from draughts import RUSSIAN, Board
from draughts.kernel.scratch import FIRST_RECORD, UnitMemory


def test_code_of_a_process_that_has_compiled_much_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    from draughts.kernel import frugal, jit

    monkeypatch.setattr(frugal, "MANY", 0)
    monkeypatch.setattr("draughts.kernel.cache.cache_root", lambda: None)  # the disk has no say, and keeps nothing
    jit.compiled_entry.cache_clear()
    try:
        for fen, quiet in (("W:W21-32:B1-12", 7), ("W:WK18:BK1", 13)):
            position = Board.from_fen(fen, RUSSIAN).kernel_position
            compiled = jit.compiled_entry(position.movement, "list_quiet_moves", long_running=False)
            with UnitMemory() as memory:
                assert compiled(position.turn, *position.words(), FIRST_RECORD, memory.address) == quiet
    finally:
        jit.compiled_entry.cache_clear()


@pytest.mark.smoke
def test_functions_of_others_are_compiled_as_ever() -> None:
    import numba
    from numba.core.registry import cpu_target

    from draughts.kernel.frugal import MANY, frugal

    with frugal(MANY):
        pass
    assert "_library_class" not in vars(cpu_target.target_context.codegen())

    double = numba.njit(lambda number: 2 * number)
    quadruple = numba.njit(lambda number: double(double(number)))
    assert quadruple(3) == 12
