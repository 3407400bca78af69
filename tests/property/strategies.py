"""Positions and rule sets for property tests: reached by random play, or put together at random."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from draughts import Board, Color, Piece, PieceType, Rules, variants

__all__ = ["ALL_VARIANTS", "boards", "placements", "reachable", "rule_sets"]

ALL_VARIANTS: tuple[Rules, ...] = tuple(variants().values())

#: More pieces make capture trees that take seconds to list.
_MOST_PIECES = 12
_LONGEST_GAME = 90


def rule_sets() -> st.SearchStrategy[Rules]:
    """One of the presets."""
    return st.sampled_from(ALL_VARIANTS)


@st.composite
def reachable(draw: st.DrawFn, rules: Rules | None = None) -> Board:
    """A position of a game in which both sides play at random."""
    board = Board(draw(rule_sets()) if rules is None else rules)
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, _LONGEST_GAME))):
        moves = board.legal_moves
        if not moves:
            break
        board = board.play(moves[chance.randrange(len(moves))])
    return board


@st.composite
def placements(draw: st.DrawFn, rules: Rules | None = None) -> Board:
    """Some pieces anywhere, though no man on its promotion row."""
    chosen = draw(rule_sets()) if rules is None else rules
    geometry = chosen.geometry
    squares = draw(st.lists(st.sampled_from(geometry.numbers), max_size=_MOST_PIECES, unique=True))
    board = Board.empty(chosen, draw(st.sampled_from(Color)))
    for square in squares:
        color = draw(st.sampled_from(Color))
        promotion_row = 0 if color is Color.WHITE else geometry.height - 1
        may_be_man = geometry.coordinates(square)[0] != promotion_row
        kind = draw(st.sampled_from(PieceType)) if may_be_man else PieceType.KING
        board = board.with_piece(square, Piece(color, kind))
    return board


def boards(rules: Rules | None = None) -> st.SearchStrategy[Board]:
    """Positions of both kinds."""
    return reachable(rules) | placements(rules)
