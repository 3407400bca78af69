"""A position as the kernel has it: what code that works with the kernel, here and elsewhere, asks of a board."""

from __future__ import annotations

from typing import NamedTuple, Self

from draughts.kernel.generator import Position
from draughts.position.context import VariantContext, context_of
from draughts.position.fen import Placement
from draughts.position.king_moves import NO_KING_MOVES, KingMoves
from draughts.position.legal_moves import LegalMoves
from draughts.position.placing import Words, placement_of, words_of
from draughts.rules.rules import Rules

__all__ = ["Bitboards", "KernelBoard"]

_new = object.__new__


class Bitboards(NamedTuple):
    """The pieces of a position as sets of squares, in the order of their numbers: bit 0 is square 1.

    Attributes
    ----------
    own_men, own_kings : int
        Those of the side to move.
    opponent_men, opponent_kings : int
        Those of the other side.
    """

    own_men: int
    own_kings: int
    opponent_men: int
    opponent_kings: int


class KernelBoard:
    """The words of a position and what they are made into; `Board` says what players ask."""

    __slots__ = ("_context", "_king_moves", "_moves", "_words")

    _context: VariantContext
    _words: Words
    _king_moves: KingMoves
    #: The legal moves, once somebody has asked for them.
    _moves: LegalMoves | None

    @classmethod
    def of_placement(cls, placement: Placement, rules: Rules, context: VariantContext | None = None) -> Self:
        """The board of a placement, which is not checked."""
        context = context or context_of(rules)
        return cls.of_words(context, *words_of(placement, context))

    @classmethod
    def of_words(cls, context: VariantContext, words: Words, king_moves: KingMoves = NO_KING_MOVES) -> Self:
        """The board of words, which are not checked; see `words`."""
        board = _new(cls)
        board._context = context
        board._words = words
        board._king_moves = king_moves
        board._moves = None
        return board

    @property
    def context(self) -> VariantContext:
        """What all positions of the variant share: how squares and bits belong together, the generator, FEN."""
        return self._context

    @property
    def words(self) -> Words:
        """The position as the kernel has it.

        The number of the side to move, then three sets of squares as the bits of a number: its pieces, the opponent's,
        the kings of both. ``context.squares`` says which bit is which square.
        """
        return self._words

    def bitboards(self) -> Bitboards:
        """The pieces as four sets of squares, each a number whose bit 0 is square 1.

        Examples
        --------
        >>> from draughts import Board
        >>> board = Board.from_fen("W:W21,K30:B1,K2")
        >>> [bin(squares).count("1") for squares in board.bitboards()]
        [1, 1, 1, 1]
        >>> board.bitboards().own_kings == 1 << 29
        True
        """
        _, own, opponent, kings = self._words
        sets = own & ~kings, own & kings, opponent & ~kings, opponent & kings
        squares = self._context.squares.squares
        return Bitboards(*(sum(1 << square - 1 for square in squares(word)) for word in sets))

    @property
    def kernel_position(self) -> Position:
        """The movement rules and the words."""
        return Position(self._context.generator.movement, *self._words)

    @property
    def placement(self) -> Placement:
        """What stands where, as FEN says it."""
        return placement_of(self._context, self._words, self._king_moves)

    @property
    def king_moves(self) -> KingMoves:
        """Quiet moves in succession with one king: square and count of the side to move, then of the other side."""
        return self._king_moves
