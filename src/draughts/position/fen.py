"""Positions as text, in PDN's form of FEN: ``W:W31,K40:B5,K1``. Games are read in ``pdn``.

Reading is strict about what a position is and lenient about how it is spelt: blanks, one final dot, a ``[FEN "..."]``
around it, lower case, leading zeros, ranges (``31-50``; ``K`` before a range makes kings of all), algebraic squares,
the parts in any order, a colour in several parts or in none, a comma at the end of a list, the side to move twice (the
second one counts). Behind the pieces Lidraughts has fields: ``H`` and ``F`` count the plies towards a draw and the
moves, ``+0+1..`` the moves with one king, Black's first. ``G`` and ``P`` before a square mean a man or king that is
taken already and still stands, because the capture is shown jump by jump.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from draughts.errors import FenError
from draughts.rules.geometry import Geometry
from draughts.rules.rules import Color, Piece, PieceType, Rules

if TYPE_CHECKING:
    from draughts.position.board import Board

__all__ = ["Placement", "fen_text", "promotion_row", "read_fen", "write_fen"]

#: No position of any board needs more; longer texts are refused before they are looked at.
_LONGEST = 4096

_ITEM = re.compile(
    r"(?P<kind>[KkGP]?)(?P<first>[0-9]{1,3}|[A-La-l][0-9]{1,2})(?:-(?P<last>[0-9]{1,3}|[A-La-l][0-9]{1,2}))?", re.ASCII
)
_TORN = re.compile(r"([KkGP]?[a-l]?[0-9]+)\s+[0-9A-Za-z]+")
_COUNTERS = re.compile(r"\+(\d{1,18})\+(\d{1,18})", re.ASCII)
_WRAPPER = re.compile(r'\[FEN"(.*)"\]', re.IGNORECASE | re.DOTALL)
_FIELD = re.compile(r"([HF])(\d{1,9})?", re.ASCII)
_CHESS = re.compile(r"\s*(?:[1-8KQRBNPkqrbnp]{1,8}/){7}")
_LARGEST_COUNT = 10**9 - 1
#: Signs that squares have names: ``G3`` and, on the largest board, ``k5`` are squares then too.
_NAMES = re.compile(r"(?::[WBwb]|,)(?:[Kk]?[a-jl]|K?[A-FH-JL]|Kk)[0-9]", re.ASCII)
_WIDTH_WITH_K = 11
#: Shorter runs of squares are written one by one.
_SHORTEST_RANGE = 3
_NOTHING: Mapping[int, Piece] = MappingProxyType({})
_SIDES = {"W": Color.WHITE, "B": Color.BLACK}
#: The order in which Lidraughts writes counters of king moves, and so do we.
_COUNTED = (Color.BLACK, Color.WHITE)


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
    plies : int or None
        Plies towards a draw by the material on the board (Lidraughts' ``H``).
    move_number : int or None
        The number of the move, from 1 and raised after Black's move (``F``).
    taken : dict of int to Piece
        Pieces that a capture in progress has taken and that still stand.
    """

    turn: Color
    pieces: Mapping[int, Piece]
    king_moves: Mapping[Color, tuple[int, int]]
    plies: int | None = None
    move_number: int | None = None
    taken: Mapping[int, Piece] = _NOTHING


def promotion_row(geometry: Geometry, color: Color) -> int:
    """The row, counted from the top, on which men of a colour are crowned."""
    return 0 if color is Color.WHITE else geometry.height - 1


def read_fen(text: str, rules: Rules, *, in_capture: bool = False) -> Placement:
    """Read a position with everything that is said of it.

    Parameters
    ----------
    text : str
        The FEN.
    rules : Rules
        The variant.
    in_capture : bool
        Whether the position may be one in the middle of a capture, with pieces that are taken and still stand.

    Raises
    ------
    FenError
        With every fault found, each naming its token.

    Examples
    --------
    >>> from draughts import INTERNATIONAL
    >>> from draughts.position.fen import read_fen
    >>> placement = read_fen("W:W31,K46:B5,G18:H3:F40", INTERNATIONAL, in_capture=True)
    >>> placement.plies, placement.move_number, {square: str(piece) for square, piece in placement.taken.items()}
    (3, 40, {18: 'Black man'})
    """
    if not isinstance(text, str):
        raise FenError(repr(text), f"a FEN is a string, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise FenError(text[:40] + "...", f"{len(text)} characters are too many for a position")
    if _CHESS.match(text):
        raise FenError(text, "this is a position of chess; one of draughts looks like 'W:W31,K40:B5,K1'")
    return _Reader(text, rules, in_capture).placement


class _Reader:
    def __init__(self, text: str, rules: Rules, in_capture: bool) -> None:
        self.rules = rules
        self.faults: list[str] = []
        self.pieces: dict[int, Piece] = {}
        self.taken: dict[int, Piece] = {}
        self.king_moves: dict[Color, tuple[int, int]] = {}
        self.fields: dict[str, int] = {}
        compact = "".join(text.split())
        wrapped = _WRAPPER.fullmatch(compact)
        if wrapped is not None:
            compact = wrapped[1]
        if compact.endswith("."):
            compact = compact[:-1]
        self.has_names = _NAMES.search(compact) is not None
        side, *parts = compact.split(":")
        if _says_side_twice(parts):
            side = parts.pop(0)
        turn = _SIDES.get(side.upper())
        if turn is None:
            self.faults.append(
                "the side to move is unknown ('?')"
                if side == "?"
                else f"{side!r}: the text must begin with the side to move, 'W:' or 'B:'"
            )
        counters = parts.pop() if parts and parts[-1].startswith("+") else None
        if not self.read_parts(parts):
            self.faults.append("no list of pieces, 'W' or 'B' and squares")
        if counters is not None:
            self.read_counters(counters)
            self.check_counters()
        if self.taken and turn is not None:
            self.check_taken(turn, in_capture)
        torn = _TORN.search(text)
        if torn is not None:
            self.faults.insert(0, f"{torn[0]!r}: a comma is missing after {torn[1]}, or a blank stands in a number")
        if self.faults or turn is None:
            raise FenError(text, *self.faults)
        plies, move_number = self.fields.get("H"), self.fields.get("F")
        self.placement = Placement(turn, self.pieces, self.king_moves, plies, move_number, self.taken)

    def read_parts(self, parts: list[str]) -> set[Color]:
        """Read the lists of pieces and the fields behind them; the colours there are."""
        seen = set()
        for part in parts:
            color = _SIDES.get(part[:1].upper())
            if color is not None:
                seen.add(color)
                self.read_list(part, color)
            elif seen and part[:1] in ("H", "F"):
                self.read_field(part)
            else:
                self.faults.append(f"{part!r}: a list of pieces must begin with 'W' or 'B'")
        return seen

    def read_field(self, part: str) -> None:
        """A count of Lidraughts: ``H`` and plies, ``F`` and the number of the move."""
        match = _FIELD.fullmatch(part)
        name, least = part[0], 1 if part[0] == "F" else 0
        if match is None or match[2] is None or int(match[2]) < least:
            what = "the number of the move, from 1" if name == "F" else "a number of plies"
            self.faults.append(f"{part!r}: {name} is followed by {what}")
        elif name in self.fields:
            self.faults.append(f"{part!r}: {name} is given twice")
        else:
            self.fields[name] = int(match[2])

    def check_taken(self, turn: Color, in_capture: bool) -> None:
        for square, piece in self.taken.items():
            if piece.color is turn:
                self.faults.append(f"square {square}: only pieces of the side that is not to move can be taken already")
            elif not in_capture:
                self.faults.append(f"square {square}: a {piece} that is taken and still stands; the capture goes on")

    def read_list(self, part: str, color: Color) -> None:
        if len(part) == 1:
            return
        for item in part[1:].removesuffix(",").split(","):
            match = _ITEM.fullmatch(item)
            if match is None:
                self.faults.append(f"{item!r} is no piece" if item else f"{part!r}: a piece is missing between commas")
                continue
            letter, name = match["kind"], match["first"]
            has_file_k = self.rules.geometry.width >= _WIDTH_WITH_K
            if self.has_names and (letter == "G" or (letter == "k" and has_file_k and name[0].isdigit())):
                letter, name = "", letter + name
            kind = PieceType.KING if letter and letter in "KkP" else PieceType.MAN
            first = self.square(name, item)
            last = self.square(match["last"], item) if match["last"] else first
            if first is None or last is None:
                continue
            if first > last:
                self.faults.append(f"{item!r}: the range runs backwards")
            for square in range(first, last + 1):
                self.place(square, Piece(color, kind), item, is_taken=letter in ("G", "P"))

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

    def place(self, square: int, piece: Piece, item: str, *, is_taken: bool) -> None:
        geometry = self.rules.geometry
        if square in self.pieces or square in self.taken:
            self.faults.append(f"square {square} is named twice")
        elif piece.kind is PieceType.MAN and geometry.coordinates(square)[0] == promotion_row(geometry, piece.color):
            self.faults.append(f"{item!r}: a {piece} cannot stand on its promotion row (square {square})")
        (self.taken if is_taken else self.pieces)[square] = piece

    def read_counters(self, part: str) -> None:
        """The moves of Black's king and White's; also in the other order where the kings' squares tell."""
        limit = self.rules.king_move_limit
        match = _COUNTERS.fullmatch(part)
        if limit is None or match is None:
            reason = f"{self.rules.name} rules count no king moves" if limit is None else "expected '+0+0' or '+0+132'"
            self.faults.append(f"{part!r}: {reason}")
            return
        digits = _square_digits(self.rules.geometry)
        counters = [_split_counter(text, digits) for text in match.groups()]
        order = _COUNTED
        if any(self.has_king(square, color.opponent) for (_, square), color in zip(counters, order, strict=True)):
            order = order[::-1]
        for (count, square), color in zip(counters, order, strict=True):
            if count > limit or (not count and square):
                self.faults.append(f"{part!r}: a counter is 0, or 1 to {limit} followed by the king's square")
            elif count:
                self.king_moves[color] = (square or self.only_king(part, color), count)

    def has_king(self, square: int, color: Color) -> bool:
        return self.pieces.get(square) == Piece(color, PieceType.KING)

    def only_king(self, part: str, color: Color) -> int:
        """The square that a counter means which names none, as Lidraughts once wrote them; 0 if it is not sure."""
        kings = [square for square, piece in self.pieces.items() if piece == Piece(color, PieceType.KING)]
        if len(kings) == 1:
            return kings[0]
        self.faults.append(f"{part!r}: the square is missing, and {color} has {len(kings) or 'no'} kings")
        return 0

    def check_counters(self) -> None:
        for color, (square, _) in self.king_moves.items():
            if square and not self.has_king(square, color):
                self.faults.append(f"the king move counter names square {square}, where no {color} king stands")
            elif Piece(color, PieceType.MAN) not in self.pieces.values():
                self.faults.append(f"{color} has no men, so its king moves are not counted")


def _says_side_twice(parts: list[str]) -> bool:
    """Whether the first part, one letter, is the side to move once more, because its list of pieces comes later."""
    sides = [part[:1].upper() for part in parts]
    return len(parts) > 2 and parts[0].upper() in _SIDES and sides[0] in sides[1:]


def _split_counter(text: str, digits: int) -> tuple[int, int]:
    """Count and square of a counter, the square with so many digits; square 0 where the text has no more of them."""
    return (int(text[:-digits]), int(text[-digits:])) if len(text) > digits else (int(text), 0)


def _square_digits(geometry: Geometry) -> int:
    """How many digits a square has in a counter of king moves; what stands before them is the count."""
    return max(2, len(str(geometry.square_count)))


def write_fen(placement: Placement, geometry: Geometry) -> str:
    """The canonical text: White first, squares ascending, king move counters (Black's first) only if one is running."""
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
        text += ":" + _counters(placement.king_moves, geometry)
    return text


def fen_text(
    board: Board,
    *,
    names: bool = False,
    ranges: bool = False,
    plies: int | None = None,
    move_number: int | None = None,
) -> str:
    """A position in the spelling that another program wants; `Board.fen` is the usual one.

    Parameters
    ----------
    board : Board
        The position.
    names : bool
        Whether squares have names (``c3``), as Lidraughts writes Russian and Brazilian positions. Where all pieces are
        men on file k, which might be taken for kings, squares are numbers all the same.
    ranges : bool
        Whether three or more squares in a row are one item (``31-50``); PDN has it, few programs read it.
    plies, move_number : int, optional
        Lidraughts' counts ``H`` and ``F``. With either of them the counters of king moves follow in variants that have
        them, also at zero.

    Raises
    ------
    ValueError
        If names and ranges are asked for together, or a count is out of range.

    Examples
    --------
    >>> from draughts import Board, FRISIAN, INTERNATIONAL, RUSSIAN
    >>> from draughts.position.fen import fen_text
    >>> fen_text(Board(INTERNATIONAL), ranges=True)
    'W:W31-50:B1-20'
    >>> fen_text(Board.from_fen("B:W21,K30:B1", RUSSIAN), names=True)
    'B:Wa3,Kc1:Bb8'
    >>> fen_text(Board(FRISIAN), ranges=True, plies=0, move_number=1)
    'W:W31-50:B1-20:H0:F1:+0+0'
    """
    if names and ranges:
        raise ValueError("ranges have numbers; names and ranges cannot be written together")
    for count, least, what in ((plies, 0, "plies"), (move_number, 1, "move_number")):
        if count is not None and not least <= count <= _LARGEST_COUNT:
            raise ValueError(f"{what} must be from {least} to {_LARGEST_COUNT}, not {count}")
    placement = board.placement
    geometry = board.rules.geometry
    lists = _lists(placement, None if not names else geometry, ranges=ranges)
    if names and not _NAMES.search(f":{lists}"):
        lists = _lists(placement, None)
    fields = [f"{name}{count}" for name, count in (("H", plies), ("F", move_number)) if count is not None]
    if board.rules.king_move_limit is not None and (fields or placement.king_moves):
        fields.append(_counters(placement.king_moves, geometry))
    return ":".join((placement.turn.value, lists, *fields))


def _lists(placement: Placement, names: Geometry | None, *, ranges: bool = False) -> str:
    """The pieces of White and Black, their squares with the names of a board or, without one, as numbers."""
    lists = []
    for letter, color in _SIDES.items():
        squares = {square: piece.kind for square, piece in sorted(placement.pieces.items()) if piece.color is color}
        if ranges:
            items = _ranges(squares)
        else:
            items = [_item(kind, names.name(square) if names else str(square)) for square, kind in squares.items()]
        lists.append(letter + ",".join(items))
    return ":".join(lists)


def _item(kind: PieceType, square: str) -> str:
    return f"K{square}" if kind is PieceType.KING else square


def _ranges(squares: Mapping[int, PieceType]) -> list[str]:
    """Items for ascending squares, with runs of one kind drawn together."""
    runs: list[tuple[PieceType, list[int]]] = []
    for square, kind in squares.items():
        if runs and runs[-1][0] is kind and runs[-1][1][-1] == square - 1:
            runs[-1][1].append(square)
        else:
            runs.append((kind, [square]))
    items = []
    for kind, run in runs:
        if len(run) >= _SHORTEST_RANGE:
            items.append(_item(kind, f"{run[0]}-{run[-1]}"))
        else:
            items += [_item(kind, str(square)) for square in run]
    return items


def _counters(king_moves: Mapping[Color, tuple[int, int]], geometry: Geometry) -> str:
    """The king move counters, Black's first."""
    digits = _square_digits(geometry)
    counters = (king_moves.get(color) for color in _COUNTED)
    return "".join("+0" if counter is None else f"+{counter[1]}{counter[0]:0{digits}d}" for counter in counters)
