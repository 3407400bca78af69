"""The routes of captures, worked out when they are asked for."""

from __future__ import annotations

from draughts.kernel.records import destination_of, origin_of
from draughts.position.context import VariantContext
from draughts.position.move import Route
from draughts.position.placing import Words

__all__ = ["find_routes"]


def find_routes(context: VariantContext, words: Words, info: int, taken: int, *, first: bool) -> tuple[Route, ...]:
    """The routes of one capture of a position, or only the first.

    Parameters
    ----------
    context : VariantContext
        What the variant's positions share.
    words : tuple of int
        The position: see `Board.words`.
    info, taken : int
        The record of the capture.
    first : bool
        Whether one route is enough.

    Raises
    ------
    CaptureLimitError
        If there are more than the generator follows.
    """
    number = context.squares.square
    routes = context.generator.routes(*words, origin_of(info), destination_of(info), taken, first=first)
    return tuple((tuple(number[bit] for bit in path), tuple(number[bit] for bit in over)) for path, over in routes)
