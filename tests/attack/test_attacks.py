"""Every attack, as a slow test. ``python tests/attack`` runs them all and prints a table."""

from __future__ import annotations

import pytest

from attack.__main__ import attack, names


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_an_attack_finds_nothing(name: str) -> None:
    outcome = attack(name)
    assert not outcome.found
    if not outcome.rounds:
        pytest.skip("this machine lacks what the attack needs")
