"""By which rules the games of a file are played that do not say so: what its first games tell together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from draughts.pdn.records import GameRecord, RulesSource
from draughts.pdn.reports import FaultKind, GameReport
from draughts.pdn.variant_detection import COMMONEST_FIRST, NO_NEIGHBOURS, Neighbours, fits, likely_for
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Rules

__all__ = ["neighbours_of"]

#: Fewer games than these, or less than two of three, make nothing sure.
_FEW = 2


class _Witness(NamedTuple):
    """A game that tells something of the rules: the first ones by which it is legal, and how many plies it has."""

    report: GameReport
    record: GameRecord

    def weight(self, rules: Rules) -> int:
        """How much the game speaks for some rules: its plies, or 1 for a position, if it is legal by them."""
        is_legal = _is_legal(self.report) if rules == self.report.rules else fits(self.record, rules)
        return self.most if is_legal else 0

    @property
    def most(self) -> int:
        """The most that it can weigh."""
        return max(len(self.record.moves), 1)


def neighbours_of(reports: Iterable[GameReport]) -> Neighbours:
    """What these games tell of the rules of those that do not name them.

    Whole games count by their length. A single position is not enough to leave the commonest rules that fit the others.
    """
    guessed = [report for report in reports if report.rules_from is RulesSource.GUESS and report.rules is not None]
    found = sorted({report.rules for report in guessed if report.rules is not None}, key=COMMONEST_FIRST.index)
    if not found:
        return NO_NEIGHBOURS
    if len(found) == 1:
        legal = [report for report in guessed if _is_legal(report)]
        others = () if found == [AMERICAN] else _others(found[0], (report.record for report in legal))
        return Neighbours(found[0], others, _is_sure(len(legal), len(guessed)))
    witnesses = [_Witness(report, record) for report in guessed if _says_anything(record := report.record)]
    if not witnesses:
        return NO_NEIGHBOURS
    best, weights = _weightiest(found, witnesses)
    able = sum(best in likely_for(witness.record) for witness in witnesses)
    fitting = [witness.record for witness, weight in zip(witnesses, weights, strict=True) if weight]
    return Neighbours(best, () if best == AMERICAN else _others(best, fitting), _is_sure(len(fitting), able))


def _weightiest(found: Sequence[Rules], witnesses: Sequence[_Witness]) -> tuple[Rules, list[int]]:
    """The rules that most plies speak for, the commonest of equals, with the weight of each game."""
    counts = Counter(witness.report.rules for witness in witnesses)
    best, weights, most = found[0], [0] * len(witnesses), 1
    for rules in sorted(found, key=lambda rules: -counts[rules]):  # whoever weighs most soon leaves others no chance
        bonus = int(rules == found[0])
        is_commoner = found.index(rules) < found.index(best)
        mine = _weights(rules, witnesses, most - bonus + (not is_commoner))
        if mine is not None:
            best, weights, most = rules, mine, sum(mine) + bonus
    return best, weights


def _weights(rules: Rules, witnesses: Sequence[_Witness], least: int) -> list[int] | None:
    """What each game weighs for some rules; None if that is less than `least` together."""
    weights = []
    possible = sum(witness.most for witness in witnesses)
    for witness in witnesses:
        weights.append(witness.weight(rules))
        possible += weights[-1] - witness.most
        if possible < least:
            return None
    return weights


def _is_legal(report: GameReport) -> bool:
    """Whether nothing is wrong but what strict reading alone refuses."""
    return all(fault.kind is FaultKind.NOT_STANDARD for fault in report.faults)


def _is_sure(legal: int, able: int) -> bool:
    return legal >= _FEW and 3 * legal >= 2 * able


def _says_anything(record: GameRecord) -> bool:
    return bool(record.moves or (record.tag("FEN") or "").strip())


def _others(rules: Rules, records: Iterable[GameRecord]) -> tuple[Rules, ...]:
    """The other rules by which all of these games are legal."""
    left: list[Rules] | None = None
    for record in filter(_says_anything, records):
        candidates = likely_for(record) if left is None else left
        left = [other for other in candidates if other != rules and fits(record, other)]
        if not left:
            break
    return tuple(left or ())
