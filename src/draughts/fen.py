"""Positions as text, in PDN's form of FEN: ``W:W31,K40:B5,K1``. Games are read in ``pdn``.

Reading is strict about what a position is and lenient about how it is spelt: blanks, one final dot, lower case, leading
zeros, ranges (``31-50``; ``K`` before a range makes kings of all), algebraic squares, and the parts in any order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from draughts.errors import FenError
from draughts.geometry import Geometry
from draughts.rules import Color, Piece, PieceType, Rules

__all__ = ["Placement", "promotion_row", "read_fen", "write_fen"]

#: No position of any board needs more; longer texts are refused before they are looked at.
_LONGEST = 4096

_ITEM = re.compile(
    r"(?P<king>[Kk]?)(?P<first>[0-9]{1,3}|[A-La-l][0-9]{1,2})(?:-(?P<last>[0-9]{1,3}|[A-La-l][0-9]{1,2}))?", re.ASCII
)
_COUNTERS = re.compile(r"\+(\d)(\d\d)?\+(\d)(\d\d)?", re.ASCII)
_SIDES = {"W": Color.WHITE, "B": Color.BLACK}


class Placement(NamedTuple):
    """What a FEN says.

    Attributes
    ----------
    turn : Color
        The side to move.
    pieces : dict of int to Piece
        The pieces by square.
    king_moves : dict of Color to (int, int)
        For rules with a limit on quiet king moves: the king's square and how many it has made in succession.
    """

    turn: Color
    pieces: Mapping[int, Piece]
    king_moves: Mapping[Color, tuple[int, int]]


def promotion_row(geometry: Geometry, color: Color) -> int:
    """The row, counted from the top, on which men of a colour are crowned."""
    return 0 if color is Color.WHITE else geometry.height - 1


def read_fen(text: str, rules: Rules) -> Placement:
    """Read a position.

    Raises
    ------
    FenError
        With every fault found, each naming its token.
    """
    if not isinstance(text, str):
        raise FenError(repr(text), f"a FEN is a string, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise FenError(text[:40] + "...", f"{len(text)} characters are too many for a position")
    return _Reader(text, rules).placement


class _Reader:
    def __init__(self, text: str, rules: Rules) -> None:
        self.rules = rules
        self.faults: list[str] = []
        self.pieces: dict[int, Piece] = {}
        self.king_moves: dict[Color, tuple[int, int]] = {}
        compact = "".join(text.split())
        if compact.endswith("."):
            compact = compact[:-1]
        side, *parts = compact.split(":")
        turn = _SIDES.get(side.upper())
        if turn is None:
            self.faults.append(
                "the side to move is unknown ('?')"
                if side == "?"
                else f"{side!r}: the text must begin with the side to move, 'W:' or 'B:'"
            )
        if parts and parts[-1].startswith("+"):
            self.read_counters(parts.pop())
        seen = set()
        for part in parts:
            color = _SIDES.get(part[:1].upper())
            if color is None:
                self.faults.append(f"{part!r}: a list of pieces must begin with 'W' or 'B'")
                continue
            seen.add(color)
            self.read_list(part, color)
        self.faults += [f"no list of pieces for {color}" for color in _SIDES.values() if color not in seen]
        self.check_counters()
        if self.faults or turn is None:
            raise FenError(text, *self.faults)
        self.placement = Placement(turn, self.pieces, self.king_moves)

    def read_list(self, part: str, color: Color) -> None:
        if len(part) == 1:
            return
        for item in part[1:].split(","):
            match = _ITEM.fullmatch(item)
            if match is None:
                self.faults.append(f"{item!r} is no piece" if item else f"{part!r}: a piece is missing between commas")
                continue
            kind = PieceType.KING if match["king"] else PieceType.MAN
            first = self.square(match["first"], item)
            last = self.square(match["last"], item) if match["last"] else first
            if first is None or last is None:
                continue
            if first > last:
                self.faults.append(f"{item!r}: the range runs backwards")
            for square in range(first, last + 1):
                self.place(square, Piece(color, kind), item)

    def square(self, text: str, item: str) -> int | None:
        geometry = self.rules.geometry
        if text.isdigit():
            number: int | None = int(text)
            if number not in geometry.numbers:
                self.faults.append(f"{item!r}: no square {text} on this board (1 to {geometry.square_count})")
                return None
            return number
        number = geometry.number(text)
        if number is None:
            self.faults.append(f"{item!r}: no square {text} is played on")
        return number

    def place(self, square: int, piece: Piece, item: str) -> None:
        geometry = self.rules.geometry
        if square in self.pieces:
            self.faults.append(f"square {square} is named twice")
        elif piece.kind is PieceType.MAN and geometry.coordinates(square)[0] == promotion_row(geometry, piece.color):
            self.faults.append(f"{item!r}: a {piece} cannot stand on its promotion row (square {square})")
        self.pieces[square] = piece

    def read_counters(self, part: str) -> None:
        limit = self.rules.king_move_limit
        match = _COUNTERS.fullmatch(part)
        if limit is None or match is None:
            reason = f"{self.rules.name} rules count no king moves" if limit is None else "expected '+0+0' or '+132+0'"
            self.faults.append(f"{part!r}: {reason}")
            return
        for color, count, square in ((Color.WHITE, match[1], match[2]), (Color.BLACK, match[3], match[4])):
            if int(count) > limit or (count == "0") != (square is None):
                self.faults.append(f"{part!r}: a counter is 0, or 1 to {limit} followed by the king's square")
            elif square is not None:
                self.king_moves[color] = (int(square), int(count))

    def check_counters(self) -> None:
        for color, (square, _) in self.king_moves.items():
            if self.pieces.get(square) != Piece(color, PieceType.KING):
                self.faults.append(f"the king move counter names square {square}, where no {color} king stands")
            elif Piece(color, PieceType.MAN) not in self.pieces.values():
                self.faults.append(f"{color} has no men, so its king moves are not counted")


def write_fen(placement: Placement) -> str:
    """The canonical text: White first, squares ascending, king move counters only if one is running."""
    lists = []
    for letter, color in _SIDES.items():
        items = (
            f"{'K' if piece.kind is PieceType.KING else ''}{square}"
            for square, piece in sorted(placement.pieces.items())
            if piece.color is color
        )
        lists.append(letter + ",".join(items))
    text = f"{placement.turn.value}:{':'.join(lists)}"
    if placement.king_moves:
        counters = (placement.king_moves.get(color) for color in (Color.WHITE, Color.BLACK))
        text += ":" + "".join("+0" if counter is None else f"+{counter[1]}{counter[0]:02d}" for counter in counters)
    return text
