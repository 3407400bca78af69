"""Lists of legal moves, and how the kernel's records become moves."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.errors import IllegalMoveError
from draughts.kernel.records import Record, destination_of, is_king, origin_of, promotes, split
from draughts.position.context import VariantContext
from draughts.position.move import Move, MoveFacts
from draughts.position.placing import PIECES, Words
from draughts.position.routes import RouteFinder
from draughts.rules.rules import PieceType

__all__ = ["LegalMoves", "moves_of_records"]

#: Captures of several pieces whose facts are kept for a side.
_MOST_CHAINS = 8192


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
    interned, chains = squares.moves[side], squares.chains[side]
    finder = None
    made = []
    for record in records:
        if isinstance(record, tuple):
            facts = chains.get(record)
            if facts is None:
                if len(chains) >= _MOST_CHAINS:
                    chains.clear()
                facts = chains[record] = _facts(context, side, record)
            finder = finder or RouteFinder(context, words)
            move = facts.move(finder)
        else:
            move = interned.get(record) or _intern(context, side, record)
        made.append(move)
    if len(made) > 1 and (made[0].is_capture or not squares.ascending):
        made.sort(key=_order)
    return LegalMoves(made)


def _intern(context: VariantContext, side: int, record: int) -> Move:
    """The move of a record that has not come up before, for compiled code to find."""
    move = _facts(context, side, record).move()
    rank = move.origin << 8 | move.destination
    return context.squares.moves[side].add(record, move, rank)


def _facts(context: VariantContext, side: int, record: Record) -> MoveFacts:
    info, taken = split(record)
    squares = context.squares
    piece = PIECES[context.colors[side], PieceType.KING if is_king(info) else PieceType.MAN]
    origin, destination = squares.square[origin_of(info)], squares.square[destination_of(info)]
    taken_squares = squares.squares(taken)
    return MoveFacts.of(origin, destination, piece, promotes(info), taken_squares, info, taken, squares.actions)


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.destination, move.captured
