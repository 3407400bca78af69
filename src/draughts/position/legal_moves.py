"""Lists of legal moves, and how the kernel's records become moves."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from draughts.errors import IllegalMoveError
from draughts.kernel.records import Record, destination_of, is_king, number_of, origin_of, promotes
from draughts.position.context import VariantContext
from draughts.position.move import Move, MoveFacts
from draughts.position.placing import PIECES, Words
from draughts.position.routes import find_routes
from draughts.rules.rules import PieceType

__all__ = ["LegalMoves", "moves_of_records"]

#: Captures that are kept for a side.
_MOST_CAPTURES = 8192


class LegalMoves(tuple[Move, ...]):
    """The legal moves of a board: a tuple that is equal to a list of the same moves, too."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)

    def __ne__(self, other: object) -> bool:
        return tuple.__ne__(self, tuple(other) if isinstance(other, list) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self))}]"

    def between(self, origin: int, destination: int) -> list[Move]:
        """The moves from one square to another."""
        return [move for move in self if move.origin == origin and move.destination == destination]

    def numbered(self, action: int) -> Move:
        """The move with this number as an action.

        Raises
        ------
        IllegalMoveError
            If none has it; the message lists the numbers that there are.

        Examples
        --------
        >>> from draughts import Board
        >>> moves = Board().legal_moves
        >>> moves.numbered(moves[4].action) == moves[4]
        True
        """
        numbers = {move._number(): move for move in self}
        move = numbers.get(action)
        if move is None:
            there = ", ".join(str(number) for number in numbers if number is not None)
            raise IllegalMoveError(f"no legal move has action number {action!r}; there are {there or 'none'}")
        return move


def moves_of_records(context: VariantContext, words: Words, records: Sequence[Record]) -> LegalMoves:
    """The moves of some records of the kernel, in the order of `Board.legal_moves`.

    Parameters
    ----------
    context : VariantContext
        What the variant's positions share.
    words : tuple of int
        The position: see `Board.words`.
    records : sequence of Record
        The kernel's answer.
    """
    squares, side = context.squares, words[0]
    interned, captures = squares.moves[side], squares.captures[side]
    finder = find_routes, context, words
    made = []
    for record in records:
        if isinstance(record, tuple):
            capture = captures.get(record) or _capture(context, side, *record)
            made.append(capture if isinstance(capture, Move) else capture.move(finder))
        else:
            made.append(interned.get(record) or _intern(context, side, record, 0))
    if len(made) > 1 and (made[0].captured or not squares.ascending):
        made.sort(key=_order)
    return LegalMoves(made)


def _capture(context: VariantContext, side: int, info: int, taken: int) -> Move | MoveFacts:
    """The capture of a record that has not come up lately; of several pieces, what is the same of all such captures."""
    known = context.squares.captures[side]
    if len(known) >= _MOST_CAPTURES:
        known.clear()
    is_chain = not number_of(info, taken)
    made = known[info, taken] = (_facts if is_chain else _intern)(context, side, info, taken)
    return made


def _intern(context: VariantContext, side: int, info: int, taken: int) -> Move:
    """The move of a record that has not come up before, for compiled code to find."""
    move = _facts(context, side, info, taken).move()
    rank = move.origin << 8 | move.destination
    return context.squares.moves[side].add(number_of(info, taken), move, rank)


def _facts(context: VariantContext, side: int, info: int, taken: int) -> MoveFacts:
    squares = context.squares
    piece = PIECES[context.colors[side], PieceType.KING if is_king(info) else PieceType.MAN]
    origin, destination = squares.square[origin_of(info)], squares.square[destination_of(info)]
    taken_squares = squares.squares(taken)
    return MoveFacts.of(origin, destination, piece, promotes(info), taken_squares, info, taken, squares.actions)


_order = attrgetter("origin", "destination", "captured")
