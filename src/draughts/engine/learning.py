"""Fitting the weights of the evaluation to examples, by logistic regression.

The chance that side 0 wins is taken to be the logistic function of the evaluation; the weights are those under which
what happened was most likely. What happened is a mean of the game's result and of what the search expected. The weights
of a pattern and of the pattern that it becomes when the board is turned and the colours are exchanged are the same but
for the sign, so each is learned once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from draughts.engine.examples import Examples
from draughts.engine.result import ODDS_SCALE
from draughts.engine.weights import GENERAL, Weights, ternary
from draughts.kernel.layout import Layout
from draughts.kernel.movement import MovementRules, movement_of
from draughts.kernel.rule_words import DirectionWord, patterns_of, words_of
from draughts.kernel.search_words import PATTERN_SIZE
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Features", "features_of", "learn", "tied_weights"]

_STATES = 3**PATTERN_SIZE
_BATCH = 8192
#: How many bits each byte has.
_BITS = np.array([byte.bit_count() for byte in range(256)])


class Features(NamedTuple):
    """What the evaluation sees of some positions, for side 0.

    Attributes
    ----------
    patterns : array of int64, shape (positions, patterns)
        What stands on the squares of each pattern, first the men, then the kings.
    general : array of float32, shape (positions, weights)
        What the general weights multiply.
    share : array of float32, shape (positions,)
        How much of the early weights counts, from 0 to 1; the rest is that of the late ones.
    """

    patterns: NDArray[np.int64]
    general: NDArray[np.float32]
    share: NDArray[np.float32]


def learn(
    rules: Rules, examples: Examples, start: Weights, *, epochs: int = 6, trust: float = 0.5, seed: int = 0
) -> Weights:
    """Weights that fit examples.

    Parameters
    ----------
    rules : Rules
        The rules.
    examples : Examples
        The positions.
    start : Weights
        Where to begin.
    epochs : int
        How often every example is looked at.
    trust : float
        The part of the target that is the game's result; the rest is what the search expected.
    seed : int
        For the order of the examples.
    """
    target = _target(examples, trust)
    ids, signs = tied_weights(movement_of(rules).layout)
    features = features_of(rules, examples, start.pieces)
    which = np.arange(len(ids))
    shared, sign = ids[which, features.patterns], signs[which, features.patterns]
    count = int(ids.max()) + 1
    weights = np.zeros((2, count))
    if start.patterns is not None:
        for phase in range(2):
            weights[phase, ids.ravel()] = start.patterns[phase].ravel() * signs.ravel() / ODDS_SCALE
    general = start.general / ODDS_SCALE
    fit = _Adam([weights, general], rate=0.004)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        order = rng.permutation(len(examples))
        fit.rate = 0.004 * 0.5**epoch
        for begin in range(0, len(order), _BATCH):
            rows = order[begin : begin + _BATCH]
            part = _Part(shared[rows], sign[rows], features.general[rows], features.share[rows], target[rows])
            fit.step(_gradients(part, weights, general))
    tied = weights[:, ids] * signs * ODDS_SCALE
    return Weights(
        np.rint(general * ODDS_SCALE).astype(np.int64),
        np.clip(np.rint(tied), -3000, 3000).astype(np.int64),
        start.pieces,
    )


def _target(examples: Examples, trust: float) -> NDArray[np.float64]:
    scores = np.where(examples.turn == 0, examples.score, -examples.score)
    expected = 1 / (1 + np.exp(-np.clip(scores / ODDS_SCALE, -20, 20)))
    mixed: NDArray[np.float64] = trust * examples.result + (1 - trust) * expected
    return mixed


class _Adam:
    """Steps of gradient descent, each weight with its own pace (Kingma and Ba, 2015)."""

    def __init__(self, weights: list[NDArray[np.float64]], rate: float) -> None:
        self.rate = rate
        self._weights = weights
        self._first = [np.zeros_like(each) for each in weights]
        self._second = [np.zeros_like(each) for each in weights]
        self._steps = 0

    def step(self, gradients: list[NDArray[np.float64]]) -> None:
        """Change the weights a little against their gradients."""
        self._steps += 1
        for at, gradient in enumerate(gradients):
            self._first[at] += 0.1 * (gradient - self._first[at])
            self._second[at] += 0.001 * (gradient * gradient - self._second[at])
            mean = self._first[at] / (1 - 0.9**self._steps)
            spread = self._second[at] / (1 - 0.999**self._steps)
            self._weights[at] -= self.rate * mean / (np.sqrt(spread) + 1e-8)


class _Part(NamedTuple):
    """Some examples: their patterns' weights and signs, general numbers, shares of the early weights, targets."""

    ids: NDArray[np.int32]
    signs: NDArray[np.float32]
    numbers: NDArray[np.float32]
    share: NDArray[np.float32]
    target: NDArray[np.float64]


def _gradients(part: _Part, weights: NDArray[np.float64], general: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    ids, signs, numbers, share, target = part
    phases = np.stack([share, 1 - share])
    values = sum(
        phases[phase] * ((weights[phase][ids] * signs).sum(axis=1) + numbers @ general[phase]) for phase in range(2)
    )
    error = (1 / (1 + np.exp(-values)) - target) / len(target)
    flat = ids.ravel()
    for_patterns = np.stack(
        [
            np.bincount(flat, ((error * phases[phase])[:, None] * signs).ravel(), minlength=weights.shape[1])
            for phase in range(2)
        ]
    )
    for_general = np.stack([(error * phases[phase]) @ numbers for phase in range(2)])
    return [for_patterns + 1e-7 * weights, for_general]


def tied_weights(layout: Layout) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """For each pattern and state the weight that it shares with its mirror image, and the sign there."""
    patterns = patterns_of(layout)
    valid = [bit for bit in range(layout.bits) if layout.valid >> bit & 1]
    turned = dict(zip(valid, reversed(valid), strict=True))
    states = np.arange(_STATES)
    powers = 3 ** np.arange(PATTERN_SIZE)
    digits = states[:, None] // powers % 3
    swapped = np.array([0, 2, 1])[digits[:, ::-1]] @ powers
    ids = np.empty((len(patterns), _STATES), np.int32)
    signs = np.ones((len(patterns), _STATES), np.float32)
    for number, bits in enumerate(patterns):
        image = patterns.index(tuple(sorted(turned[bit] for bit in bits)))
        own, other = number * _STATES + states, image * _STATES + swapped
        ids[number] = np.minimum(own, other)
        signs[number] = np.where(own == other, 0, np.where(own < other, 1, -1))
    return np.concatenate([ids, ids + ids.size]), np.concatenate([signs, signs])


def features_of(rules: Rules, examples: Examples, pieces: int) -> Features:
    """What the evaluation sees of examples; `pieces` are those at the start."""
    movement = movement_of(rules)
    swap = (examples.turn == 1)[:, None]
    own, opp, kings = (examples.words[:, at] for at in range(3))
    first: NDArray[np.uint64] = np.where(swap, opp, own)
    second: NDArray[np.uint64] = np.where(swap, own, opp)
    men, foes = first & ~kings, second & ~kings
    table = ternary()
    chosen = []
    for pair in ((men, foes), (first & kings, second & kings)):
        for bits in patterns_of(movement.layout):
            chosen.append(table[_picked(pair[0], bits)] + 2 * table[_picked(pair[1], bits)])
    states = np.stack(chosen, axis=1)
    count = _count(first | second)
    share = np.minimum(1024, count * (1024 // pieces)) / 1024
    general = _general(movement, men, foes, first & kings, second & kings, examples.turn)
    return Features(states, general.astype(np.float32), share.astype(np.float32))


def _picked(words: NDArray[np.uint64], bits: tuple[int, ...]) -> NDArray[np.int64]:
    """The squares of a pattern that a set has, as a number."""
    total = np.zeros(len(words), np.int64)
    for place, bit in enumerate(bits):
        total |= (words[:, bit // 64] >> np.uint64(bit % 64) & np.uint64(1)).astype(np.int64) << place
    return total


def _count(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many squares each set has."""
    counts: NDArray[np.int64] = _BITS[np.ascontiguousarray(words).view(np.uint8)].sum(axis=1)
    return counts


def _general(
    movement: MovementRules,
    men: NDArray[np.uint64],
    foes: NDArray[np.uint64],
    kings: NDArray[np.uint64],
    royals: NDArray[np.uint64],
    turn: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The numbers that the general weights multiply, in their order."""
    layout = movement.layout
    empty = _parts(layout.valid, men.shape[1]) & ~(men | foes | kings | royals)
    inner = _parts(layout.interior, men.shape[1])
    columns = [
        _count(men) - _count(foes),
        _count(kings) - _count(royals),
        _quiet_moves(movement, 0, men, empty) - _quiet_moves(movement, 1, foes, empty),
        1 - 2 * turn,
        _count(kings & inner) - _count(royals & inner),
        (1 - 2 * turn) * _opposition(layout, ~empty & _parts(layout.valid, men.shape[1])),
    ]
    assert len(columns) == len(GENERAL)
    for low, high in zip(layout.rows, reversed(layout.rows), strict=True):
        columns.append(_count(men & _parts(low, men.shape[1])) - _count(foes & _parts(high, men.shape[1])))
    return np.stack(columns, axis=1).astype(np.float64)


def _opposition(layout: Layout, pieces: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Which side has the move: 1 if the one whose turn it is, -1 if the other one, 0 with an odd number of pieces."""
    odd = _count(pieces & _parts(layout.alternate, pieces.shape[1])) & 1
    has: NDArray[np.int64] = np.where(_count(pieces) & 1, 0, 2 * odd - 1)
    return has


def _quiet_moves(
    movement: MovementRules, side: int, men: NDArray[np.uint64], empty: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """How many quiet moves the men of a side have."""
    sides = words_of(movement)["SIDES"]
    total = np.zeros(len(men), np.int64)
    for direction in sides[side].man_moves:  # type: ignore[index]
        assert isinstance(direction, DirectionWord)
        total += _count(_shifted(men, direction) & empty)
    return total


def _shifted(words: NDArray[np.uint64], direction: DirectionWord) -> NDArray[np.uint64]:
    shift, mask = direction.move.shift, direction.move.mask
    if mask is not None:
        words = words & _parts(mask, words.shape[1])
    if words.shape[1] == 1:
        return words << np.uint64(shift) if shift > 0 else words >> np.uint64(-shift)
    low, high = words[:, 0], words[:, 1]
    amount, rest = np.uint64(abs(shift)), np.uint64(64 - abs(shift))
    if shift > 0:
        return np.stack([low << amount, high << amount | low >> rest], axis=1)
    return np.stack([low >> amount | high << rest, high >> amount], axis=1)


def _parts(word: int, count: int) -> NDArray[np.uint64]:
    """A word in so many parts of 64 bits, the lowest first."""
    return np.array([word >> 64 * part & (1 << 64) - 1 for part in range(count)], np.uint64)
