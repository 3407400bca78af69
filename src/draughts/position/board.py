"""Positions as values. A game's history, its clocks and its draws are not here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from draughts.errors import FenError, IllegalMoveError
from draughts.kernel.generator import Position, Record
from draughts.position import explanation
from draughts.position.context import VariantContext, context_of, supposed_context
from draughts.position.diagram import draw
from draughts.position.fen import Placement, promotion_row, read_fen, write_fen
from draughts.position.move import Move, MoveFacts, Route
from draughts.position.notation import Style, write_algebraic, write_hub, write_long
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color, Goal, Notation, Piece, PieceType, Rules

__all__ = ["Board", "LegalMoves"]

_new = object.__new__
#: Captures of several pieces whose facts are kept for a side.
_MOST_CHAINS = 8192
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

    __slots__ = ("_context", "_king_moves", "_kings", "_moves", "_opp", "_own", "_side")

    _context: VariantContext
    #: The kernel's number of the side to move, and its words.
    _side: int
    _own: int
    _opp: int
    _kings: int
    _king_moves: _KingMoves
    _moves: LegalMoves | None

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
            counters of Lidraughts, such as ``":+0+132"``.
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
        context = context_of(rules)
        words = context.fen.read(text)
        if words is None:  # spelt in another way, or wrong
            return _from_placement(read_fen(text, rules), rules)
        return _from_words(context, words)

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
        geometry = self.rules.geometry
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
        return _from_placement(Placement(self.turn, pieces, {}), self.rules)

    def with_turn(self, color: Color) -> Board:
        """The board with this side to move."""
        return _from_placement(self._placement()._replace(turn=color), self.rules)

    def without_king_moves(self) -> Board:
        """The board with its counters of quiet king moves at zero (Frisian rules; others have none)."""
        if self._king_moves == _NO_KING_MOVES:
            return self
        return _from_placement(self._placement()._replace(king_moves={}), self.rules)

    def flip(self) -> Board:
        """The position seen from the other side: turned by 180 degrees with the colours exchanged.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W32:BK1").flip().fen
        'B:WK32:B1'
        """
        count = self.rules.geometry.square_count
        placement = self._placement()
        pieces = {count + 1 - square: Piece(p.color.opponent, p.kind) for square, p in placement.pieces.items()}
        counters = {color.opponent: (count + 1 - at, moves) for color, (at, moves) in placement.king_moves.items()}
        return _from_placement(Placement(self.turn.opponent, pieces, counters), self.rules)

    # Looking at boards

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self._context.rules

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._context.colors[self._side]

    @property
    def fen(self) -> str:
        """The canonical FEN: White first, squares ascending, ``K`` before kings.

        For rules with a limit on quiet king moves the counters follow while one of them runs: they decide what is
        legal.
        """
        text = self._context.fen.write(self._side, self._own, self._opp, self._kings)
        return text if self._king_moves == _NO_KING_MOVES else write_fen(self._placement(), self.rules.geometry)

    @property
    def key(self) -> int:
        """A 64-bit number for the position, the same in every process and version.

        It covers the pieces, the side to move, running king move counters and the name of the rules.
        """
        text = f"{self.rules.name} {self.fen}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def __getitem__(self, square: int) -> Piece | None:
        self._check_square(square)
        bit = 1 << self._context.squares.bit[square]
        kind = PieceType.KING if self._kings & bit else PieceType.MAN
        if self._own & bit:
            return _PIECES[self.turn, kind]
        if self._opp & bit:
            return _PIECES[self.turn.opponent, kind]
        return None

    def pieces(self, color: Color, kind: PieceType | None = None) -> tuple[int, ...]:
        """The squares of a side's pieces, ascending.

        Examples
        --------
        >>> from draughts import Board, Color, PieceType
        >>> Board.from_fen("W:W21,K30:B1").pieces(Color.WHITE, PieceType.KING)
        (30,)
        """
        word = self._own if color is self.turn else self._opp
        if kind is not None:
            word &= self._kings if kind is PieceType.KING else ~self._kings
        return self._context.squares.squares(word)

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
        return draw(self.rules.geometry, self._placement().pieces, numbers=numbers)

    def unicode(self, *, numbers: bool = False) -> str:
        """As `ascii`, with draughts symbols."""
        return draw(self.rules.geometry, self._placement().pieces, numbers=numbers, symbols=True)

    def _repr_svg_(self) -> str:
        from draughts import svg

        return svg.board(self)

    def __str__(self) -> str:
        return self.ascii()

    def __repr__(self) -> str:
        return f"Board.from_fen({self.fen!r}, {self.rules.name})"

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
        moves = self._moves
        if moves is None:
            context, side = self._context, self._side
            frozen = self._frozen() if context.limit else 0
            known = context.squares.ordered_moves[side].address
            moves = context.generator.moves(side, self._own, self._opp, self._kings, frozen, known, LegalMoves)
            if type(moves) is not LegalMoves:  # records, or too many
                many_moves = context.generator.many_moves
                records = many_moves(side, self._own, self._opp, self._kings, frozen) if moves is None else moves
                moves = self._made(records)
            self._moves = moves
        return moves

    @property
    def has_capture(self) -> bool:
        """Whether the side to move can, and so must, capture."""
        moves = self.legal_moves
        return bool(moves) and moves[0].is_capture

    @property
    def is_terminal(self) -> bool:
        """Whether the side to move has no legal move."""
        return not self.legal_moves

    @property
    def winner(self) -> Color | None:
        """The winner by the position alone, or None: see `Rules.goal`."""
        goal = self.rules.goal
        if goal is Goal.FIRST_KING and self._kings:
            return self.turn.opponent if self._opp & self._kings else self.turn
        if self.legal_moves:
            return None
        return self.turn if goal is Goal.BE_BLOCKED else self.turn.opponent

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
            if self.rules.notation is Notation.ALGEBRAIC:
                style = "algebraic"
            else:
                return self.notation(move, "unambiguous").replace("x", self.rules.capture_separator)
        if style == "short":
            return str(move)
        if style == "long":
            return write_long(move)
        if style == "hub":
            return write_hub(move)
        whole_path = move.is_capture and len(self.legal_moves.between(move.origin, move.destination)) > 1
        if style == "algebraic":
            return write_algebraic(move, self.rules, whole_path=whole_path)
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
        for known in self._moves or self.legal_moves:
            if known is move:
                return self._after(known)
        return self._after(self._recognise(move))

    def _position(self) -> Position:
        return Position(self._context.generator.movement, self._side, self._own, self._opp, self._kings)

    def _quiet_moves(self) -> LegalMoves:
        """The quiet moves that there would be if captures were not compulsory and no king were tired."""
        return self._made(self._context.generator.quiet_moves(self._side, self._own, self._opp, self._kings))

    def _made(self, records: Sequence[Record]) -> LegalMoves:
        """The moves of records, in order."""
        squares, side = self._context.squares, self._side
        known, chains = squares.moves[side], squares.chains[side]
        made = []
        for record in records:
            move: Move | None
            if isinstance(record, tuple):
                facts = chains.get(record)
                if facts is None:
                    if len(chains) >= _MOST_CHAINS:
                        chains.clear()
                    facts = chains[record] = self._facts(*record)
                move = facts.move(self)
            else:
                move = known.get(record)
                if move is None:
                    move = known.add(record, self._facts(record & 0xFFFFFF, 1 << (record >> 24) >> 1).move())
            made.append(move)
        if len(made) > 1 and (made[0].is_capture or not squares.ascending):
            made.sort(key=_order)
        return LegalMoves(made)

    def _facts(self, info: int, taken: int) -> MoveFacts:
        squares = self._context.squares
        piece = _PIECES[self._context.colors[self._side], PieceType.KING if info & 2 else PieceType.MAN]
        origin, destination = squares.square[info >> 16], squares.square[info >> 8 & 255]
        return MoveFacts.of(origin, destination, piece, info & 3 == 1, squares.squares(taken), info, taken)

    def _routes(self, move: Move, *, first: bool) -> tuple[Route, ...]:
        """Finds the routes of a capture for `Move`."""
        info, number = move._info, self._context.squares.square
        routes = self._context.generator.routes(
            self._side, self._own, self._opp, self._kings, info >> 16, info >> 8 & 255, move._taken, first=first
        )
        return tuple((tuple(number[bit] for bit in path), tuple(number[bit] for bit in over)) for path, over in routes)

    def _under(self, rules: Rules) -> Board:
        """The same pieces under other rules, only supposed for a moment."""
        return _from_placement(self._placement()._replace(king_moves={}), rules, supposed_context(rules))

    def _unfinished_moves(self) -> LegalMoves:
        """The moves that there would be if a capture could stop after any jump."""
        context = supposed_context(self.rules, must_finish=False)
        return _from_words(context, (self._side, self._own, self._opp, self._kings)).legal_moves

    def _recognise(self, move: Move | str) -> Move:
        """The board's own move for an equal one or for a text."""
        if isinstance(move, str):
            return self.move(move)
        if not isinstance(move, Move):
            raise TypeError(f"play takes a Move or a text, not {move!r}")
        for candidate in self.legal_moves:
            if candidate == move:
                return candidate
        raise IllegalMoveError(f"{move} ({move.piece}) is no legal move here: {self.explain(str(move)).message}")

    def _after(self, move: Move) -> Board:
        """The board after a move that is known to be legal."""
        kings = self._kings
        crowned = move._crowned
        if kings or crowned:
            kings = kings & ~move._vacated | crowned
        board: Board = _new(Board)
        board._context = self._context
        board._side = 1 - self._side
        board._own = self._opp ^ move._taken
        board._opp = self._own ^ move._shift
        board._kings = kings
        board._king_moves = self._counted(move, board) if self._context.limit else _NO_KING_MOVES
        board._moves = None
        return board

    def _counted(self, move: Move, after: Board) -> _KingMoves:
        """The king move counters after a move (Frisian rules, article 17)."""
        info, taken = move._info, move._taken
        squares = self._context.squares
        square, count, other_square, other_count = self._king_moves
        if taken or not info & 2 or not after._opp & ~after._kings:
            square = count = 0
        else:
            count = count + 1 if squares.square[info >> 16] == square else 1
            square = squares.square[(info >> 8) & 255]
        if other_count and (not after._own & ~after._kings or not after._own >> squares.bit[other_square] & 1):
            other_square = other_count = 0
        return (other_square, other_count, square, count)

    def _frozen(self) -> int:
        """The king that may not make a quiet move."""
        square, count, _, _ = self._king_moves
        return 1 << self._context.squares.bit[square] if count >= self._context.limit else 0

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
            and self._side == other._side
            and self._king_moves == other._king_moves
            and (self._context is other._context or self.rules == other.rules)
        )

    def __hash__(self) -> int:
        return hash((self._own, self._opp, self._kings, self._side))

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Any, ...]]:
        return Board.from_fen, (self.fen, self.rules)

    # Inside

    def _check_square(self, square: int) -> None:
        if square not in self.rules.geometry.numbers:
            raise IndexError(f"no square {square!r} on this board (1 to {self.rules.geometry.square_count})")

    def _placement(self) -> Placement:
        pieces = {}
        turn, squares = self.turn, self._context.squares
        for word, color in ((self._own, turn), (self._opp, turn.opponent)):
            for kind, part in ((PieceType.MAN, word & ~self._kings), (PieceType.KING, word & self._kings)):
                pieces.update(dict.fromkeys(squares.squares(part), _PIECES[color, kind]))
        square, count, other_square, other_count = self._king_moves
        counters = {}
        if count:
            counters[turn] = (square, count)
        if other_count:
            counters[turn.opponent] = (other_square, other_count)
        return Placement(turn, pieces, counters)


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


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.origin, move.destination, move._captured


def _from_placement(placement: Placement, rules: Rules, context: VariantContext | None = None) -> Board:
    context = context or context_of(rules)
    words = {Color.WHITE: 0, Color.BLACK: 0}
    kings = 0
    for square, piece in placement.pieces.items():
        bit = 1 << context.squares.bit[square]
        words[piece.color] |= bit
        if piece.kind is PieceType.KING:
            kings |= bit
    turn = placement.turn
    counters = placement.king_moves
    king_moves = (*counters.get(turn, (0, 0)), *counters.get(turn.opponent, (0, 0)))
    return _from_words(context, (context.side(turn), words[turn], words[turn.opponent], kings), king_moves)


def _from_words(
    context: VariantContext, words: tuple[int, int, int, int], king_moves: _KingMoves = _NO_KING_MOVES
) -> Board:
    """The board of a side to move (the kernel's number) and own, opponent's and kings' words."""
    board: Board = _new(Board)
    board._context = context
    board._side, board._own, board._opp, board._kings = words
    board._king_moves = king_moves
    board._moves = None
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
