"""Positions as values. A game's history, its clocks and its draws are not here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

from draughts import explanation
from draughts._kernels.binding import Generator, Position, generator_for
from draughts._kernels.policy import policy_of
from draughts._squares import SquareMap, square_map
from draughts.diagram import draw
from draughts.errors import FenError, IllegalMoveError
from draughts.fen import Placement, promotion_row, read_fen, write_fen
from draughts.move import Move, Route
from draughts.notation import Style, write_algebraic, write_hub, write_long
from draughts.rules import Color, Goal, Piece, PieceType, Rules
from draughts.variants import AMERICAN

__all__ = ["Board", "LegalMoves"]

_PIECES = {(color, kind): Piece(color, kind) for color in Color for kind in PieceType}

#: Quiet moves in succession with one king: square and count of the side to move, then of the other side.
_KingMoves = tuple[int, int, int, int]
_NO_KING_MOVES: _KingMoves = (0, 0, 0, 0)


class Board:
    """A position: the pieces, the side to move and the rules. It never changes; `play` gives a new one.

    Parameters
    ----------
    rules : Rules
        The variant; the board is its start position.

    Examples
    --------
    >>> from draughts import Board
    >>> board = Board()
    >>> board.turn, len(board.legal_moves)
    (<Color.BLACK: 'B'>, 7)
    >>> later = board.play("11-15").play("23-19")
    >>> print(later[15], later[19], later[11], sep=", ")
    Black man, White man, None
    >>> board == Board()
    True
    """

    __slots__ = ("_generator", "_hash", "_king_moves", "_kings", "_map", "_moves", "_opp", "_own", "_rules", "_turn")

    _rules: Rules
    _turn: Color
    _own: int
    _opp: int
    _kings: int
    _king_moves: _KingMoves
    _map: SquareMap
    _generator: Generator
    _moves: LegalMoves | None
    _hash: int | None

    def __new__(cls, rules: Rules = AMERICAN) -> Board:  # noqa: D102
        if not isinstance(rules, Rules):
            raise TypeError(f"Board takes Rules, such as draughts.INTERNATIONAL, not {rules!r}")
        return _start(rules)

    # Making boards

    @classmethod
    def from_fen(cls, text: str, rules: Rules = AMERICAN) -> Board:
        """The position that a FEN describes.

        Parameters
        ----------
        text : str
            PDN's form of FEN, such as ``"W:W21,K30:B1,2"``; for rules with a king move limit it may end with the
            counters of Lidraughts, such as ``":+132+0"``.
        rules : Rules
            The variant, which says what the squares are.

        Raises
        ------
        FenError
            If the text is no position of the variant. Every fault is named.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("B:WK30:BK3,4").fen
        'B:WK30:BK3,4'
        """
        return _from_placement(read_fen(text, rules), rules)

    @classmethod
    def empty(cls, rules: Rules = AMERICAN, turn: Color | None = None) -> Board:
        """A board without pieces; `turn` is the variant's first mover unless given."""
        return _from_placement(Placement(rules.first_mover if turn is None else turn, {}, {}), rules)

    def with_piece(self, square: int, piece: Piece | None) -> Board:
        """The board with a square's content replaced.

        Raises
        ------
        FenError
            If there is no such square, or the piece is a man on its promotion row.

        Examples
        --------
        >>> from draughts import Board, Color, Piece, PieceType
        >>> Board.empty().with_piece(18, Piece(Color.WHITE, PieceType.KING)).fen
        'B:WK18:B'
        """
        self._check_square(square)
        geometry = self._rules.geometry
        if (
            piece is not None
            and piece.kind is PieceType.MAN
            and geometry.coordinates(square)[0] == promotion_row(geometry, piece.color)
        ):
            raise FenError(str(piece), f"a {piece} cannot stand on its promotion row (square {square})")
        pieces = dict(self._placement().pieces)
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = Piece(*piece)
        return _from_placement(Placement(self._turn, pieces, {}), self._rules)

    def with_turn(self, color: Color) -> Board:
        """The board with this side to move."""
        placement = self._placement()
        return _from_placement(placement._replace(turn=color), self._rules)

    def flip(self) -> Board:
        """The position seen from the other side: turned by 180 degrees with the colours exchanged.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W32:BK1").flip().fen
        'B:WK32:B1'
        """
        count = self._rules.geometry.square_count
        placement = self._placement()
        pieces = {count + 1 - square: Piece(p.color.opponent, p.kind) for square, p in placement.pieces.items()}
        counters = {color.opponent: (count + 1 - at, moves) for color, (at, moves) in placement.king_moves.items()}
        return _from_placement(Placement(self._turn.opponent, pieces, counters), self._rules)

    # Looking at boards

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self._rules

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._turn

    @property
    def fen(self) -> str:
        """The canonical FEN: White first, squares ascending, ``K`` before kings.

        For rules with a limit on quiet king moves the counters follow while one of them runs: they decide what is
        legal.
        """
        return write_fen(self._placement())

    @property
    def key(self) -> int:
        """A 64-bit number for the position, the same in every process and version.

        It covers the pieces, the side to move, running king move counters and the name of the rules.
        """
        text = f"{self._rules.name} {self.fen}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def __getitem__(self, square: int) -> Piece | None:
        self._check_square(square)
        bit = 1 << self._map.bit[square]
        kind = PieceType.KING if self._kings & bit else PieceType.MAN
        if self._own & bit:
            return _PIECES[self._turn, kind]
        if self._opp & bit:
            return _PIECES[self._turn.opponent, kind]
        return None

    def pieces(self, color: Color, kind: PieceType | None = None) -> tuple[int, ...]:
        """The squares of a side's pieces, ascending.

        Examples
        --------
        >>> from draughts import Board, Color, PieceType
        >>> Board.from_fen("W:W21,K30:B1").pieces(Color.WHITE, PieceType.KING)
        (30,)
        """
        word = self._own if color is self._turn else self._opp
        if kind is not None:
            word &= self._kings if kind is PieceType.KING else ~self._kings
        return self._map.squares(word)

    def __len__(self) -> int:
        """How many pieces are on the board."""
        return (self._own | self._opp).bit_count()

    def __bool__(self) -> bool:
        return True

    def ascii(self, *, numbers: bool = False) -> str:
        """The board as a diagram, White at the bottom: ``w b`` men, ``W B`` kings, ``.`` an empty square.

        Parameters
        ----------
        numbers : bool
            Write the number of each empty square instead of a dot.

        Examples
        --------
        >>> from draughts import Board
        >>> print(Board.from_fen("W:W21,K30:B1").ascii())
         8    b   .   .   .
         7  .   .   .   .
         6    .   .   .   .
         5  .   .   .   .
         4    .   .   .   .
         3  w   .   .   .
         2    .   .   .   .
         1  .   W   .   .
            a b c d e f g h
        """
        return draw(self._rules.geometry, self._placement().pieces, numbers=numbers)

    def unicode(self, *, numbers: bool = False) -> str:
        """As `ascii`, with draughts symbols."""
        return draw(self._rules.geometry, self._placement().pieces, numbers=numbers, symbols=True)

    def __str__(self) -> str:
        return self.ascii()

    def __repr__(self) -> str:
        return f"Board.from_fen({self.fen!r}, {self._rules.name})"

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: each outcome once, ordered by origin, then destination, then the captured squares.

        Raises
        ------
        CaptureLimitError
            If the position has more capture routes than the generator follows.

        Examples
        --------
        >>> from draughts import Board
        >>> [str(move) for move in Board().legal_moves]
        ['9-13', '9-14', '10-14', '10-15', '11-15', '11-16', '12-16']
        """
        if self._moves is None:
            records, captures = self._generator.moves(self._side, self._own, self._opp, self._kings, self._frozen())
            self._moves = LegalMoves(self, records, captures)
        return self._moves

    @property
    def has_capture(self) -> bool:
        """Whether the side to move can, and so must, capture."""
        return self.legal_moves._captures

    @property
    def is_terminal(self) -> bool:
        """Whether the side to move has no legal move."""
        return not self.legal_moves

    @property
    def winner(self) -> Color | None:
        """The winner by the position alone, or None: see `Rules.goal`."""
        if self._rules.goal is Goal.FIRST_KING and self._kings:
            return self._turn.opponent if self._opp & self._kings else self._turn
        if self.legal_moves:
            return None
        return self._turn if self._rules.goal is Goal.BE_BLOCKED else self._turn.opponent

    def move(self, text: str) -> Move:
        """The legal move that a text means.

        Parameters
        ----------
        text : str
            ``"11-15"``, ``"15x22"``, ``"22x15x8"`` (landing squares, or some of them), ``"c3-d4"``, ``"c3:e5"``,
            ``"ed4"`` or ``"a3b4"``, or Hub's ``"22x15x18x11"`` with the captured squares after the destination.

        Raises
        ------
        IllegalMoveError
            If no legal move is meant; the message says which rule forbids it.
        AmbiguousMoveError
            If the text fits several moves; they are in its `candidates`.

        Examples
        --------
        >>> from draughts import Board
        >>> Board().move("11-15")
        Move(11-15)
        >>> Board().move("11-18")
        Traceback (most recent call last):
        draughts.errors.IllegalMoveError: '11-18': a man moves one square diagonally forward; ...
        """
        return explanation.find(self, text)

    def explain(self, text: str) -> explanation.Explanation:
        """What a text means here, or which rule forbids it, as a value: `move` without raising.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W22:B18").explain("22-17").reason
        <Reason.CAPTURE_AVAILABLE: 'a capture is available'>
        """
        return explanation.explain(self, text)

    def notation(self, move: Move, style: Style = "short") -> str:
        """A move of this board as text.

        Parameters
        ----------
        move : Move
            A legal move.
        style : str
            ``"short"`` origin and destination; ``"long"`` every landing square; ``"unambiguous"`` short where one legal
            move fits, else long; ``"algebraic"`` the same with names of squares and the variant's separator; ``"pdn"``
            as files of the variant have it, which is one of the last two; ``"hub"`` with the captured squares.

        Examples
        --------
        >>> from draughts import Board, RUSSIAN
        >>> board = Board.from_fen("W:Wc5:Bd4,f4", RUSSIAN)
        >>> move = board.legal_moves[0]
        >>> [board.notation(move, style) for style in ("short", "long", "algebraic", "hub")]
        ['14x16', '14x23x16', 'c5:g5', '14x16x18x19']
        """
        if style == "pdn":
            style = "algebraic" if self._rules.notation.value == "algebraic" else "unambiguous"
        if style == "short":
            return str(move)
        if style == "long":
            return write_long(move)
        if style == "hub":
            return write_hub(move)
        whole_path = move.is_capture and self.legal_moves.count_ends(move.origin, move.destination) > 1
        if style == "algebraic":
            return write_algebraic(move, self._rules, whole_path=whole_path)
        if style == "unambiguous":
            return write_long(move) if whole_path else str(move)
        raise ValueError(f"style must be short, long, unambiguous, algebraic, pdn or hub, not {style!r}")

    def play(self, move: Move | str) -> Board:
        """The board after a legal move.

        Parameters
        ----------
        move : Move or str
            A move of `legal_moves`, an equal one, or a text as in `move`.

        Raises
        ------
        IllegalMoveError
            If the move is not legal here; the board is as it was in any case.
        """
        if isinstance(move, str):
            move = self.move(move)
        info, taken, origin_map = move._packed
        if origin_map is not self._map or not self._is_own(move, info, taken):
            info, taken, _ = self._recognise(move)._packed
        return self._after(info, taken)

    def _quiet_moves(self) -> LegalMoves:
        """The quiet moves that there would be if captures were not compulsory and no king were tired."""
        records = self._generator.quiet_moves(self._side, self._own, self._opp, self._kings)
        return LegalMoves(self, records, captures=False)

    @property
    def _side(self) -> int:
        """The kernel's number for the side to move."""
        side = self._map.white_side
        return side if self._turn is Color.WHITE else 1 - side

    def _position(self) -> Position:
        return Position(self._generator.policy, self._side, self._own, self._opp, self._kings)

    def _is_own(self, move: Move, info: int, taken: int) -> bool:
        moves = self.legal_moves
        color, kind = move.piece
        if color is not self._turn or (kind is PieceType.KING) is not (self._kings >> (info >> 16) & 1 == 1):
            return False
        return moves.has_record(info, taken)

    def _recognise(self, move: Move) -> Move:
        if not isinstance(move, Move):
            raise TypeError(f"play takes a Move or a text, not {move!r}")
        for candidate in self.legal_moves:
            if candidate == move:
                return candidate
        raise IllegalMoveError(f"{move} ({move.piece}) is no legal move here: {self.explain(str(move)).message}")

    def _after(self, info: int, taken: int) -> Board:
        origin = 1 << (info >> 16)
        target = 1 << ((info >> 8) & 255)
        kings = self._kings & ~(taken | origin)
        if info & 1:
            kings |= target
        board: Board = object.__new__(Board)
        board._rules = self._rules
        board._map = self._map
        board._generator = self._generator
        board._turn = self._turn.opponent
        board._own = self._opp & ~taken
        board._opp = self._own & ~origin | target
        board._kings = kings
        board._king_moves = self._king_moves
        board._moves = None
        board._hash = None
        if self._rules.king_move_limit is not None:
            board._king_moves = self._counted(info, taken, board)
        return board

    def _counted(self, info: int, taken: int, after: Board) -> _KingMoves:
        """The king move counters after a move (Frisian rules, article 17)."""
        square, count, other_square, other_count = self._king_moves
        origin, target = (self._map.square[info >> 16], self._map.square[(info >> 8) & 255])
        with_men = after._opp & ~after._kings
        if taken or not self._kings >> (info >> 16) & 1 or not with_men:
            square = count = 0
        else:
            square, count = target, count + 1 if origin == square else 1
        other_has_men = after._own & ~after._kings
        if not other_has_men or (other_count and not after._own >> self._map.bit[other_square] & 1):
            other_square = other_count = 0
        return (other_square, other_count, square, count)

    def _frozen(self) -> int:
        """The king that may not make a quiet move."""
        square, count, _, _ = self._king_moves
        limit = self._rules.king_move_limit
        return 1 << self._map.bit[square] if limit is not None and count >= limit else 0

    # Values

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._own == other._own
            and self._opp == other._opp
            and self._kings == other._kings
            and self._turn is other._turn
            and self._king_moves == other._king_moves
            and (self._rules is other._rules or self._rules == other._rules)
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self._own, self._opp, self._kings, self._turn is Color.WHITE, self._king_moves))
        return self._hash

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Any, ...]]:
        return Board.from_fen, (self.fen, self._rules)

    # Inside

    def _check_square(self, square: int) -> None:
        if square not in self._rules.geometry.numbers:
            raise IndexError(f"no square {square!r} on this board (1 to {self._rules.geometry.square_count})")

    def _placement(self) -> Placement:
        pieces = {}
        for word, color in ((self._own, self._turn), (self._opp, self._turn.opponent)):
            for kind, part in ((PieceType.MAN, word & ~self._kings), (PieceType.KING, word & self._kings)):
                pieces.update(dict.fromkeys(self._map.squares(part), _PIECES[color, kind]))
        square, count, other_square, other_count = self._king_moves
        counters = {}
        if count:
            counters[self._turn] = (square, count)
        if other_count:
            counters[self._turn.opponent] = (other_square, other_count)
        return Placement(self._turn, pieces, counters)


class LegalMoves(Sequence[Move]):
    """The legal moves of a board. Counting them costs nothing; a `Move` is made when it is looked at."""

    __slots__ = ("_board", "_captures", "_count", "_made", "_records")

    def __init__(self, board: Board, records: list[int], captures: bool) -> None:
        self._board = board
        self._captures = captures
        self._count = len(records) >> 1 if captures else len(records)
        self._made: list[Move] | None = None
        if not board._map.ascending:
            records = _in_order(records, captures, board._map)
        self._records = records

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return self._count > 0

    @overload
    def __getitem__(self, position: int) -> Move: ...
    @overload
    def __getitem__(self, position: slice) -> list[Move]: ...
    def __getitem__(self, position: int | slice) -> Move | list[Move]:
        if self._made is None and isinstance(position, int):
            count = self._count
            if not -count <= position < count:
                raise IndexError(f"there are {count} legal moves, none at {position}")
            return self._make(position % count)
        return self._all()[position]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        info, taken, origin_map = move._packed
        if origin_map is self._board._map:
            return self._board._is_own(move, info, taken)
        return any(move == candidate for candidate in self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalMoves | list | tuple):
            return self._all() == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self._all()))}]"

    def has_record(self, info: int, taken: int) -> bool:
        """Whether the kernel wrote this record."""
        if not self._captures:
            return not taken and info in self._records
        records = self._records
        return any(records[at] == info and records[at + 1] == taken for at in range(0, len(records), 2))

    def count_ends(self, origin: int, destination: int) -> int:
        """How many of the moves go from one square to another."""
        bit = self._board._map.bit
        ends = bit[origin] << 8 | bit[destination]
        step = 2 if self._captures else 1
        return sum(info >> 8 == ends for info in self._records[::step])

    def _all(self) -> list[Move]:
        if self._made is None:
            self._made = [self._make(position) for position in range(self._count)]
        return self._made

    def _make(self, position: int) -> Move:
        board = self._board
        if self._captures:
            return _capture(board, self._records[2 * position], self._records[2 * position + 1])
        info = self._records[position]
        is_king = board._kings >> (info >> 16) & 1
        key = info << 2 | is_king << 1 | (board._turn is Color.WHITE)
        move = _quiet_moves(board._map).get(key)
        if move is None:
            move = _quiet_moves(board._map)[key] = _quiet(board, info, is_king)
        return move


@lru_cache(maxsize=256)
def _quiet_moves(squares: SquareMap) -> dict[int, Move]:
    """Quiet moves that have been looked at: there are a few hundred to a board, made once and shared."""
    return {}


def _quiet(board: Board, info: int, is_king: int) -> Move:
    square = board._map.square
    return Move(
        square[info >> 16],
        square[info >> 8 & 255],
        _PIECES[board._turn, PieceType.KING if is_king else PieceType.MAN],
        promotes=not is_king and info & 1 == 1,
        packed=(info, 0, board._map),
    )


def _capture(board: Board, info: int, taken: int) -> Move:
    square = board._map.square
    is_king = board._kings >> (info >> 16) & 1

    def find(first: bool) -> tuple[Route, ...]:
        routes = board._generator.routes(
            board._side, board._own, board._opp, board._kings, info >> 16, info >> 8 & 255, taken, first=first
        )
        return tuple((tuple(square[bit] for bit in path), tuple(square[bit] for bit in over)) for path, over in routes)

    captured = board._map.squares(taken)
    return Move(
        square[info >> 16],
        square[info >> 8 & 255],
        _PIECES[board._turn, PieceType.KING if is_king else PieceType.MAN],
        promotes=not is_king and info & 1 == 1,
        captured=captured,
        find=find if len(captured) > 1 else None,
        packed=(info, taken, board._map),
    )


def _in_order(records: list[int], captures: bool, squares: SquareMap) -> list[int]:
    """The records by ascending squares, on boards whose rows run against their bits."""
    square = squares.square
    if not captures:
        return sorted(records, key=lambda info: (square[info >> 16], square[info >> 8 & 255]))
    pairs = sorted(
        zip(records[::2], records[1::2], strict=True),
        key=lambda pair: (square[pair[0] >> 16], square[pair[0] >> 8 & 255]),
    )
    return [number for pair in pairs for number in pair]


def _from_placement(placement: Placement, rules: Rules) -> Board:
    squares = square_map(rules)
    words = {Color.WHITE: 0, Color.BLACK: 0}
    kings = 0
    for square, piece in placement.pieces.items():
        bit = 1 << squares.bit[square]
        words[piece.color] |= bit
        if piece.kind is PieceType.KING:
            kings |= bit
    turn = placement.turn
    board: Board = object.__new__(Board)
    board._rules = rules
    board._map = squares
    board._generator = generator_for(policy_of(rules))
    board._turn = turn
    board._own = words[turn]
    board._opp = words[turn.opponent]
    board._kings = kings
    counters = placement.king_moves
    board._king_moves = (*counters.get(turn, (0, 0)), *counters.get(turn.opponent, (0, 0)))
    board._moves = None
    board._hash = None
    return board


@lru_cache(maxsize=256)
def _start(rules: Rules) -> Board:
    if rules.start is not None:
        return Board.from_fen(rules.start, rules)
    geometry = rules.geometry
    men = range(rules.empty_back_rows, rules.empty_back_rows + rules.men_rows)
    pieces = {}
    for square in geometry.numbers:
        row = geometry.coordinates(square)[0]
        if row in men:
            pieces[square] = _PIECES[Color.BLACK, PieceType.MAN]
        elif geometry.height - 1 - row in men:
            pieces[square] = _PIECES[Color.WHITE, PieceType.MAN]
    return _from_placement(Placement(rules.first_mover, pieces, {}), rules)
