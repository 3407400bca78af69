"""The routes of captures, worked out when they are asked for."""

from __future__ import annotations

from draughts.kernel.records import destination_of, origin_of
from draughts.position.context import VariantContext
from draughts.position.move import Route
from draughts.position.placing import Words

__all__ = ["RouteFinder"]


class RouteFinder:
    """Finds the routes of the captures of one position.

    It stands in for the board, which holds its moves: moves that held their board would keep it alive in a circle.

    Parameters
    ----------
    context : VariantContext
        What the variant's positions share.
    words : tuple of int
        The position: see `Board.words`.
    """

    __slots__ = ("_context", "_words")

    def __init__(self, context: VariantContext, words: Words) -> None:
        self._context = context
        self._words = words

    def find(self, info: int, taken: int, *, first: bool) -> tuple[Route, ...]:
        """The routes of the capture with this info and word of captured squares, or only the first.

        Raises
        ------
        CaptureLimitError
            If there are more than the generator follows.
        """
        number = self._context.squares.square
        generator = self._context.generator
        routes = generator.routes(*self._words, origin_of(info), destination_of(info), taken, first=first)
        return tuple((tuple(number[bit] for bit in path), tuple(number[bit] for bit in over)) for path, over in routes)
