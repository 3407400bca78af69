"""What a rule set asks of the move generator, and nothing more: rule sets with equal answers share compiled code."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass
from functools import lru_cache

from draughts.kernel.layout import Layout, layout_of
from draughts.rules.geometry import PlayableSquares
from draughts.rules.rules import CapturePriority, Direction, Goal, KingLanding, KingRange, Promotion, Removal, Rules

__all__ = ["NOT_FORWARD", "MovementRules", "movement_of"]

NOT_FORWARD = Direction.BACKWARD | Direction.BACKWARD_LEFT | Direction.BACKWARD_RIGHT | Direction.SIDEWAYS


@dataclass(frozen=True, slots=True)
class MovementRules:
    """The fields of `Rules` that decide which moves are legal, brought to one form where several mean the same.

    Kernel source asks for them by the name `MOVEMENT`.
    """

    width: int
    height: int
    all_squares: bool
    man_moves: Direction
    man_captures: Direction
    king_moves: Direction
    king_captures: Direction
    flying: bool
    landing: KingLanding
    immediate: bool
    about_turns: bool
    promotion: Promotion
    men_capture_kings: bool
    priority: tuple[CapturePriority, ...]
    ends_with_king: bool
    must_finish: bool = True
    """Whether a capture must go on while it can. No rule set lets it stop; explanations ask what if one did."""

    @property
    def landing_adjacent(self) -> bool:
        """Whether a flying king lands right behind the piece that it takes."""
        return self.landing is KingLanding.ADJACENT

    @property
    def landing_after_king(self) -> bool:
        """Whether it does so behind a king that it takes last."""
        return self.landing is KingLanding.ADJACENT_AFTER_KING

    @property
    def continues_as_king(self) -> bool:
        """Whether a man that reaches the promotion row in a capture goes on as a king."""
        return self.promotion is Promotion.CONTINUES_AS_KING

    @property
    def ends_move(self) -> bool:
        """Whether a man that reaches the promotion row in a capture stops there."""
        return self.promotion is Promotion.ENDS_MOVE

    @property
    def free_choice(self) -> bool:
        """Whether all captures are legal."""
        return not self.priority

    @property
    def most_men(self) -> bool:
        """Whether a capture of more men goes before one of fewer."""
        return not {CapturePriority.MOST_PIECES, CapturePriority.MOST_VALUE}.isdisjoint(self.priority)

    @property
    def kings_matter(self) -> bool:
        """Whether a man that has just been crowned is taken, or takes, by other rules than a man."""
        return (
            not self.men_capture_kings
            or self.ends_with_king
            or self.priority not in ((), (CapturePriority.MOST_PIECES,))
        )

    @property
    def men_return(self) -> bool:
        """Whether a man can go back to where it came from."""
        return bool(self.man_moves & NOT_FORWARD)

    @property
    def straight_jumps(self) -> bool:
        """Whether pieces jump along ranks and files of a board with every other square."""
        return not self.all_squares and bool((self.man_captures | self.king_captures) & Direction.STRAIGHT)

    @property
    def layout(self) -> Layout:
        """The bits of the board."""
        return layout_of(self.width, self.height, self.all_squares, self.straight_jumps)

    @property
    def key(self) -> str:
        """A short name that tells movement rules apart, in every process and version of Python."""
        values = [getattr(value, "value", value) for value in astuple(self)]
        text = repr([[test.value for test in value] if isinstance(value, tuple) else value for value in values])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@lru_cache(maxsize=256)
def movement_of(rules: Rules) -> MovementRules:
    """The movement rules of a rule set."""
    flying = rules.king_range is KingRange.FLYING
    diagonal_only = rules.geometry.squares is PlayableSquares.DIAGONAL and not (
        (rules.man_captures | rules.king_captures) & Direction.STRAIGHT
    )
    # A short diagonal jump lands on squares of the mover's own parity, and every piece it takes stands on another one:
    # a freed square can be neither landed on nor jumped again (rules/variants, 0.2), so both removals mean the same.
    immediate = rules.removal is Removal.IMMEDIATE and (flying or not diagonal_only)
    promotion = rules.promotion
    if promotion is Promotion.ENDS_MOVE and not rules.man_captures & NOT_FORWARD:
        promotion = Promotion.AT_REST  # a man on its last row has no jump left
    return MovementRules(
        rules.geometry.width,
        rules.geometry.height,
        rules.geometry.squares is PlayableSquares.ALL,
        rules.man_moves,
        rules.man_captures,
        rules.king_moves,
        rules.king_captures,
        flying,
        rules.king_landing,
        immediate,
        rules.about_turns or not (immediate and flying),
        promotion,
        rules.men_capture_kings,
        rules.capture_priority,
        rules.goal is Goal.FIRST_KING,
    )
