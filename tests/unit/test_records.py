"""How moves are packed into numbers, and what they do to words: Python's functions and the kernel's agree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from draughts.kernel import records
from draughts.kernel.python_backend import python_entries

_NUMBERS = st.integers(0, 119)
_CHANGES = python_entries(None, "shift", "vacated", "crowned")


@given(_NUMBERS, _NUMBERS, st.booleans(), st.booleans(), st.frozensets(_NUMBERS, max_size=3))
def test_a_number_says_what_was_packed(
    origin: int, target: int, is_king: bool, arrives: bool, taken: frozenset[int]
) -> None:
    info = origin << 16 | target << 8 | 2 * is_king | arrives
    word = sum(1 << number for number in taken)
    number = records.number_of(info, word)
    assert (number == 0) == (len(taken) > 1 or info == 0 == word)
    if number:
        assert number & (1 << 24) - 1 == info
        assert [(number >> 24) - 1] == list(taken) or number >> 24 == 0 == word
    assert (records.origin_of(info), records.destination_of(info)) == (origin, target)
    assert (records.is_king(info), records.promotes(info)) == (is_king, arrives and not is_king)


@given(_NUMBERS, _NUMBERS, st.booleans(), st.booleans(), st.frozensets(_NUMBERS, max_size=3))
def test_a_move_changes_words_as_it_changes_the_board(
    origin: int, target: int, is_king: bool, arrives: bool, taken: frozenset[int]
) -> None:
    info = origin << 16 | target << 8 | 2 * is_king | arrives
    word = sum(1 << number for number in taken)
    wanted = 0 if origin == target else 1 << origin | 1 << target  # a capture may end where it began
    assert _CHANGES["shift"](info) == wanted
    assert _CHANGES["vacated"](info, word) == 1 << origin | word
    assert _CHANGES["crowned"](info) == (1 << target if arrives else 0)
