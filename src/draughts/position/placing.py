"""Between a placement, which says what stands where, and the words of a position."""

from __future__ import annotations

from draughts.errors import FenError
from draughts.position.context import VariantContext
from draughts.position.fen import Placement, promotion_row
from draughts.position.king_moves import NO_KING_MOVES, KingMoves
from draughts.rules.geometry import Geometry
from draughts.rules.rules import Color, Piece, PieceType, Rules

__all__ = ["PIECES", "Words", "placement_of", "start_placement", "turned", "with_content", "words_of"]

#: A position as the kernel has it: the number of the side to move (0 or 1), and three sets of squares as the bits of a
#: number: its pieces, the opponent's, the kings of both.
Words = tuple[int, int, int, int]

#: Every piece there is; boards give these and make none.
PIECES = {(color, kind): Piece(color, kind) for color in Color for kind in PieceType}


def words_of(placement: Placement, context: VariantContext) -> tuple[Words, KingMoves]:
    """The words of a placement, and its counters of king moves."""
    sides = {Color.WHITE: 0, Color.BLACK: 0}
    kings = 0
    for square, piece in placement.pieces.items():
        bit = 1 << context.squares.bit[square]
        sides[piece.color] |= bit
        if piece.kind is PieceType.KING:
            kings |= bit
    turn = placement.turn
    counters = placement.king_moves
    king_moves = (*counters.get(turn, (0, 0)), *counters.get(turn.opponent, (0, 0)))
    return (context.side(turn), sides[turn], sides[turn.opponent], kings), king_moves or NO_KING_MOVES


def placement_of(context: VariantContext, words: Words, king_moves: KingMoves) -> Placement:
    """The placement that words are."""
    side, own, opponent, kings = words
    turn, squares = context.colors[side], context.squares
    pieces = {}
    for word, color in ((own, turn), (opponent, turn.opponent)):
        for kind, part in ((PieceType.MAN, word & ~kings), (PieceType.KING, word & kings)):
            pieces.update(dict.fromkeys(squares.squares(part), PIECES[color, kind]))
    square, count, other_square, other_count = king_moves
    counters = {}
    if count:
        counters[turn] = (square, count)
    if other_count:
        counters[turn.opponent] = (other_square, other_count)
    return Placement(turn, pieces, counters)


def with_content(placement: Placement, geometry: Geometry, square: int, piece: Piece | None) -> Placement:
    """A placement with one square's content replaced, and no counters of king moves.

    Raises
    ------
    FenError
        If the piece is a man on its promotion row.
    """
    pieces = {at: standing for at, standing in placement.pieces.items() if at != square}
    if piece is not None:
        if piece.kind is PieceType.MAN and geometry.coordinates(square)[0] == promotion_row(geometry, piece.color):
            raise FenError(str(piece), f"a {piece} cannot stand on its promotion row (square {square})")
        pieces[square] = piece
    return Placement(placement.turn, pieces, {})


def turned(placement: Placement, geometry: Geometry) -> Placement:
    """A placement turned by 180 degrees, with the colours exchanged."""
    last = geometry.square_count + 1
    pieces = {last - square: PIECES[piece.color.opponent, piece.kind] for square, piece in placement.pieces.items()}
    counters = {color.opponent: (last - at, moves) for color, (at, moves) in placement.king_moves.items()}
    return Placement(placement.turn.opponent, pieces, counters)


def start_placement(rules: Rules) -> Placement:
    """The rows of men with which a game begins, for rules without a start position of their own."""
    geometry = rules.geometry
    men = range(rules.empty_back_rows, rules.empty_back_rows + rules.men_rows)
    pieces = {}
    for square in geometry.numbers:
        row = geometry.coordinates(square)[0]
        if row in men:
            pieces[square] = PIECES[Color.BLACK, PieceType.MAN]
        elif geometry.height - 1 - row in men:
            pieces[square] = PIECES[Color.WHITE, PieceType.MAN]
    return Placement(rules.first_mover, pieces, {})
