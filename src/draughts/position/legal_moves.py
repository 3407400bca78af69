"""Lists of legal moves, and how the kernel's records become moves."""

from __future__ import annotations

from collections.abc import Sequence

from draughts.kernel.generator import Record
from draughts.position.context import VariantContext
from draughts.position.move import Move, MoveFacts, Routed
from draughts.position.placing import PIECES
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


def moves_of_records(context: VariantContext, side: int, records: Sequence[Record], board: Routed) -> LegalMoves:
    """The moves of some records of the kernel, in the order of `Board.legal_moves`.

    Parameters
    ----------
    context : VariantContext
        What the variant's positions share.
    side : int
        The kernel's number of the side to move.
    records : sequence of Record
        The kernel's answer.
    board : Routed
        Who finds the routes of captures of several pieces when they are asked for.
    """
    squares = context.squares
    known, chains = squares.moves[side], squares.chains[side]
    made = []
    for record in records:
        move: Move | None
        if isinstance(record, tuple):
            facts = chains.get(record)
            if facts is None:
                if len(chains) >= _MOST_CHAINS:
                    chains.clear()
                facts = chains[record] = _facts(context, side, *record)
            move = facts.move(board)
        else:
            move = known.get(record)
            if move is None:
                move = known.add(record, _facts(context, side, record & 0xFFFFFF, 1 << (record >> 24) >> 1).move())
        made.append(move)
    if len(made) > 1 and (made[0].is_capture or not squares.ascending):
        made.sort(key=_order)
    return LegalMoves(made)


def _facts(context: VariantContext, side: int, info: int, taken: int) -> MoveFacts:
    squares = context.squares
    piece = PIECES[context.colors[side], PieceType.KING if info & 2 else PieceType.MAN]
    origin, destination = squares.square[info >> 16], squares.square[info >> 8 & 255]
    return MoveFacts.of(
        origin, destination, piece, info & 3 == 1, squares.squares(taken), info, taken, len(squares.bit) - 1
    )


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.destination, move.captured
