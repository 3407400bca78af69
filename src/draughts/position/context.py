"""Between what users see, square numbers and rules, and what the kernel sees, bits and movement rules."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache, partial

from draughts.kernel.generator import Generator, generator_for
from draughts.kernel.movement import MovementRules, movement_of
from draughts.position.fast_fen import FenWords
from draughts.position.notation import read_spelling
from draughts.position.squaremap import SquareMap
from draughts.rules.actions import ActionNumbering
from draughts.rules.geometry import Geometry
from draughts.rules.plain_data import to_plain
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color, Goal, Rules

__all__ = ["VariantContext", "context_of", "identity_text", "supposed_context"]


class VariantContext:
    """What all positions under one rule set share.

    Attributes
    ----------
    rules : Rules
        The rules.
    squares : SquareMap
        Their squares; equal maps are one object.
    generator : Generator
        Their moves.
    colors : tuple of Color
        The colour of each of the kernel's sides.
    limit : int
        `Rules.king_move_limit`, or 0.
    fen : FenWords
        Their FEN.
    identity : tuple
        What decides moves and winners. Positions under rules that agree in it are equal; they may differ in names, in
        notation, or in how draws are counted.
    spell : callable
        `read_spelling` on this board; spellings that came up lately are not read again.
    """

    __slots__ = ("colors", "fen", "generator", "identity", "limit", "rules", "spell", "squares")

    def __init__(self, rules: Rules, *, must_finish: bool = True, supposed: bool = False) -> None:
        movement = replace(movement_of(rules), must_finish=must_finish)
        self.rules = rules
        self.squares = _square_map(rules.geometry, movement.straight_jumps, rules.actions)
        self.generator: Generator = generator_for(movement, plain_only=supposed)
        white_first = self.squares.white_side == 0
        self.colors = (Color.WHITE, Color.BLACK) if white_first else (Color.BLACK, Color.WHITE)
        self.limit = rules.king_move_limit or 0
        self.identity = (rules.geometry, movement, self.limit, rules.goal)
        self.spell = lru_cache(maxsize=4096)(partial(read_spelling, geometry=rules.geometry))
        self.fen = FenWords(self.squares, rules.geometry, movement.layout.rows)

    def side(self, color: Color) -> int:
        """The kernel's number of a colour."""
        return 0 if color is self.colors[0] else 1


@lru_cache(maxsize=64)
def context_of(rules: Rules) -> VariantContext:
    """The context of a rule set."""
    return VariantContext(rules)


@lru_cache(maxsize=64)
def supposed_context(rules: Rules, *, must_finish: bool = True) -> VariantContext:
    """A context for rules that are only supposed for a moment, which nothing is compiled for.

    With ``must_finish=False`` captures may stop after any jump.
    """
    return VariantContext(rules, must_finish=must_finish, supposed=True)


@lru_cache(maxsize=64)
def _square_map(geometry: Geometry, straight_jumps: bool, actions: ActionNumbering) -> SquareMap:
    return SquareMap(geometry, straight_jumps, actions)


@lru_cache(maxsize=256)
def identity_text(geometry: Geometry, movement: MovementRules, limit: int, goal: Goal) -> str:
    """A context's `identity` as a text that no process and no version changes: what differs from American checkers."""
    usual = {
        **to_plain(AMERICAN.geometry),
        **to_plain(movement_of(AMERICAN)),
        "limit": 0,
        "goal": to_plain(AMERICAN.goal),
    }
    ours = {**to_plain(geometry), **to_plain(movement), "limit": limit, "goal": to_plain(goal)}
    return json.dumps({name: value for name, value in sorted(ours.items()) if value != usual[name]})
