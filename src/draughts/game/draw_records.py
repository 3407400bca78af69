"""Draw rules as machine code reads them: records in scratch memory, see ``kernel/source/drawing``.

Repetitions are no part of it: they are found among the positions before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.game.draw_counting import counters_for, diagonal_word
from draughts.kernel.scratch import LOW
from draughts.kernel.search_words import MOST_RULES, RULE_PLACES, SEARCH_PLACES, SEARCH_WORDS
from draughts.rules.draws import DrawRule, Material, MaterialLimit, NoProgress, PieceCountLimit, Repetition
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Memory = NDArray[np.int64]

__all__ = ["counted_rules", "write_rules"]


def counted_rules(rules: Rules) -> tuple[DrawRule, ...]:
    """The draw rules of a rule set that have records, in their order; the kernel has room for `MOST_RULES`."""
    return tuple(rule for rule in counters_for(rules).rules if not isinstance(rule, Repetition))


def write_rules(memory: Memory, rules: Rules) -> None:
    """Write the first `MOST_RULES` rules, how many there are, and how few pieces they are about."""
    counted = counted_rules(rules)[:MOST_RULES]
    few = 0
    for number, rule in enumerate(counted):
        few = max(few, _write_rule(memory, SEARCH_PLACES["RULES"] + number * SEARCH_WORDS["RULE"], rule, rules))
    memory[SEARCH_PLACES["RULE_COUNT"]] = len(counted)
    memory[SEARCH_PLACES["FEW"]] = few


def _write_rule(memory: Memory, place: int, rule: DrawRule, rules: Rules) -> int:
    """Write the record of a rule; the most pieces that the smaller side has while it applies."""

    def put(name: str, *values: int) -> None:
        first = place + RULE_PLACES[name]
        memory[first : first + len(values)] = values

    put("RULE_KIND", *[0] * SEARCH_WORDS["RULE"])
    match rule:
        case NoProgress():
            put("RULE_KIND", SEARCH_WORDS["QUIET_PLAY"])
            put("RULE_PLIES", 2 * rule.moves)
            put("RULE_RESETS", rule.resets.value)
            return 0
        case PieceCountLimit():
            put("RULE_KIND", SEARCH_WORDS["PIECE_COUNT"])
            put("RULE_PLIES", 2 * rule.moves)
            put("RULE_RESETS", rule.resets.value)
            put("RULE_FEWEST", rule.pieces[0])
            put("RULE_MOST", rule.pieces[1])
            put("RULE_REPLACES", rule.replaces)
            return rule.pieces[1] // 2
        case MaterialLimit():
            put("RULE_KIND", SEARCH_WORDS["MATERIAL"])
            put("RULE_PLIES", 2 * rule.moves)
            put("RULE_RESETS", rule.resets.value)
            put("RULE_UNLESS_CAPTURE", rule.unless_capture)
            diagonal = diagonal_word(rules) if rule.strong_on_long_diagonal or rule.weak_on_long_diagonal else 0
            halves = _signed(diagonal & LOW), _signed(diagonal >> 64)
            if rule.strong_on_long_diagonal:
                put("RULE_STRONG_ON", *halves)
            if rule.weak_on_long_diagonal:
                put("RULE_WEAK_ON", *halves)
            most = rules.geometry.square_count
            for name, materials in (("RULE_STRONG", rule.strong), ("RULE_WEAK", rule.weak)):
                put(name, *(_kings_with(men, materials, most) for men in range(64)))
            return min(max(_most(material, most) for material in side) for side in (rule.strong, rule.weak))
        case _:
            put("RULE_KIND", SEARCH_WORDS["LONE_KINGS"])
            return 1


def _kings_with(men: int, materials: tuple[Material, ...], most: int) -> int:
    """A bit for each number of kings that some material allows beside so many men."""
    numbers = range(min(most, 63) + 1)
    return _signed(sum(1 << kings for kings in numbers if any(each.matches(men, kings) for each in materials)))


def _most(material: Material, most: int) -> int:
    return min(material.men[1], most) + min(material.kings[1], most)


def _signed(word: int) -> int:
    """The signed number of the same 64 bits."""
    return word - (1 << 64) if word >> 63 else word
