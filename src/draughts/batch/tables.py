"""What the positions of one rule set share: how squares become bits and back, where planes have them, actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from draughts.errors import RulesError
from draughts.game.draw_counting import counters_for
from draughts.kernel.batch_words import MOST_HISTORY, MOST_REPETITIONS
from draughts.kernel.movement import NOT_FORWARD
from draughts.kernel.scratch import LOW
from draughts.kernel.search_words import MOST_RULES
from draughts.position.context import context_of
from draughts.rules.actions import ActionNumbering
from draughts.rules.draws import DrawRule, NoProgress, PieceCountLimit, Repetition
from draughts.rules.rules import Color, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NO_STEP", "BatchTables", "tables_for"]

#: What the table of steps says of two squares that are not on a line.
NO_STEP = 0xFFFF
#: Plies remembered for repetitions under rules that do not bound them.
_USUAL_HISTORY = 256


class BatchTables:
    """The tables of a rule set; see `tables_for`.

    Attributes
    ----------
    rules : Rules
        The rules.
    squares : int
        How many squares the board has.
    units : int
        Numbers of 64 bits that a set of squares takes: 1, or 2 on boards of more than 64 squares.
    history : int
        Plies that are remembered for repetitions.
    draw_rules : tuple of DrawRule
        The draw rules, in the order of the counts.
    automatic : ndarray of bool
        Which of these end the game by themselves.
    precedence : tuple of int
        The numbers of the counts in the order of `Rules.draws`.
    spread, gather : ndarray
        Words by the bytes of sets of squares, and sets of squares by the bytes of words: as they are, then as each of
        the kernel's sides sees them.
    square_at, bit_at : ndarray of uint8
        The square of each bit, likewise three times; and the bit of each square.
    plane_squares : ndarray of uint16
        For each side the place of each bit in a plane of rows and columns, then in one of squares.
    step_numbers : ndarray of uint16
        The number of each step.
    chains : ndarray of int64
        The numbers of captures of several pieces, spread over a table.
    """

    def __init__(self, rules: Rules) -> None:
        context = context_of(rules)
        counters = counters_for(rules)
        self.rules = rules
        self.squares = rules.geometry.square_count
        self.units = 1 if self.squares <= 64 else 2
        self.wide = 1 if context.generator.movement.layout.bits <= 64 else 2
        self.black_side = context.side(Color.BLACK)
        self.draw_rules: tuple[DrawRule, ...] = counters.rules
        self.repetitions = [rule.occurrences for rule in counters.rules if isinstance(rule, Repetition)]
        _check_limits(rules, len(self.repetitions), len(counters.rules) - len(self.repetitions))
        self.history = _history(rules)
        self.automatic = np.array([rule.automatic for rule in counters.rules], np.bool_)
        self.precedence = tuple(
            sorted(range(len(counters.rules)), key=lambda at: rules.draws.index(counters.rules[at]))
        )
        bits = context.squares.bit
        self.bit_at = np.zeros(256, np.uint8)
        self.bit_at[1 : len(bits)] = bits[1:]
        views = [context.squares.square, *(self._seen(context.squares.square, side) for side in (0, 1))]
        self.square_at = np.zeros((3, 128), np.uint8)
        for view, squares in enumerate(views):
            self.square_at[view, : len(squares)] = squares
        self.spread = _by_bytes([1 << bit for bit in bits[1:]], 16, self.wide)
        self.gather = np.stack(
            [_by_bytes([1 << square - 1 if square else 0 for square in squares], 16, self.units) for squares in views]
        )
        self.ascending = context.squares.ascending
        self.plane_squares = self._planes()
        self.step_numbers = _step_numbers(rules.actions, self.squares)
        self.chains = _chain_table(rules.actions)

    def _seen(self, squares: Sequence[int], side: int) -> list[int]:
        """The squares of bits as a side sees them."""
        if side != self.black_side:
            return list(squares)
        return [self.squares + 1 - square if square else 0 for square in squares]

    def _planes(self) -> NDArray[np.uint16]:
        geometry = self.rules.geometry
        places = np.zeros((2, 2, 128), np.uint16)
        for side in (0, 1):
            for bit, square in enumerate(self.square_at[1 + side].tolist()):
                if square:
                    row, column = geometry.coordinates(square)
                    places[0, side, bit] = row * geometry.width + column
                    places[1, side, bit] = square - 1
        return places


@lru_cache(maxsize=64)
def tables_for(rules: Rules) -> BatchTables:
    """The tables of a rule set, made once.

    Raises
    ------
    RulesError
        If it has more draw rules, or larger limits, than are counted in arrays.
    """
    return BatchTables(rules)


def _check_limits(rules: Rules, repetitions: int, others: int) -> None:
    if repetitions > MOST_REPETITIONS or others > MOST_RULES:
        raise RulesError(
            f"{rules.name}: arrays count up to {MOST_REPETITIONS} rules about repetitions and {MOST_RULES} other draw "
            f"rules, not {repetitions} and {others}"
        )
    limits = [getattr(rule, name, 0) for rule in rules.draws for name in ("moves", "occurrences")]
    if max(limits, default=0) > 1 << 29 or (rules.king_move_limit or 0) > 0xFFFF:
        raise RulesError(f"{rules.name}: arrays have no room for limits that large")


def _history(rules: Rules) -> int:
    """Plies to remember: those that can be undone one after another before a rule ends the game, rounded up."""
    if not any(isinstance(rule, Repetition) for rule in rules.draws):
        return 0
    limits = [2 * rule.moves for rule in rules.draws if isinstance(rule, NoProgress) and rule.automatic]
    if not limits or rules.man_moves & NOT_FORWARD:
        return _USUAL_HISTORY
    longest = min(limits)
    for rule in rules.draws:
        if isinstance(rule, PieceCountLimit) and rule.replaces:
            longest = max(longest, 2 * rule.moves if rule.automatic else _USUAL_HISTORY)
    return min(MOST_HISTORY, 1 << max(longest - 1, 1).bit_length())


def _by_bytes(images: Sequence[int], size: int, units: int) -> NDArray[np.uint64]:
    """For each of `size` bytes and each of its values: the images of the bits that are set, in units of 64 bits."""
    table = np.zeros((size, 256, units), np.uint64)
    values = np.arange(256)
    for bit, image in enumerate(images):
        for unit in range(units):
            part = image >> 64 * unit & LOW
            if part:
                table[bit // 8, values >> bit % 8 & 1 == 1, unit] |= np.uint64(part)
    return table


def _step_numbers(actions: ActionNumbering, squares: int) -> NDArray[np.uint16]:
    table = np.full((squares + 1, squares + 1), NO_STEP, np.uint16)
    origins, targets = np.array(actions.steps).T
    table[origins, targets] = np.arange(len(origins))
    return table


def _chain_table(actions: ActionNumbering) -> NDArray[np.int64]:
    """Ends, captured squares and number of each chain, where ``source/batch`` looks for them."""
    if not actions.has_chains:
        return np.zeros((1, 4), np.int64)
    size = 1 << (2 * len(actions.chains)).bit_length()
    table = np.zeros((size, 4), np.int64)
    for number, chain in enumerate(actions.chains, actions.step_count):
        ends = chain.crowned << 16 | chain.origin << 8 | chain.destination
        taken = sum(1 << square - 1 for square in chain.captured)
        place = (taken ^ taken >> 7 ^ taken >> 16 ^ taken >> 29 ^ ends ^ ends >> 5) & size - 1
        while table[place, 0]:
            place = place + 1 & size - 1
        table[place, :3] = ends, taken, number
    return table
