"""Positions as values. A game's history, its clocks and its draws are not here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from draughts.errors import FenError, IllegalMoveError, RulesError
from draughts.position import explanation
from draughts.position.context import context_of, identity_text
from draughts.position.diagram import draw
from draughts.position.fen import Placement, read_fen, write_fen
from draughts.position.kernel_board import KernelBoard
from draughts.position.king_moves import NO_KING_MOVES, count_king_moves, frozen_king
from draughts.position.legal_moves import LegalMoves, moves_of_records
from draughts.position.move import Move
from draughts.position.notation import Style, write_move
from draughts.position.placing import PIECES, start_placement, turned, with_content
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_color, as_kind, as_piece, as_rules, as_square
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Goal, Piece, PieceType, Rules
from draughts.support.checks import as_flag, refuse
from draughts.support.coming_from import answers_for

__all__ = ["Board", "LegalMoves"]

_new = object.__new__


@answers_for("Board")
class Board(KernelBoard):
    """A position: the pieces, the side to move and the rules. It never changes; `play` gives a new one.

    Parameters
    ----------
    rules : Rules, Variant, str or int
        The variant, or its name or GameType; the board is its start position.

    Notes
    -----
    Boards are equal if the same moves follow and the same side wins: the same pieces, side to move and running counters
    of king moves, on boards with the same squares and ways to move. Rules that differ in a name, in notation or in how
    draws are counted make no difference. Iterating over a board gives the squares with pieces, ascending.

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

    __slots__ = ()

    def __new__(cls, rules: Rules | Variant | str | int = AMERICAN) -> Board:  # noqa: D102
        return _start(rules if isinstance(rules, Rules) else as_rules(rules))

    # Making boards

    @classmethod
    def from_fen(cls, text: str, rules: Rules | Variant | str | int = AMERICAN) -> Board:
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
        rules = rules if isinstance(rules, Rules) else as_rules(rules)
        context = context_of(rules)
        words = context.fen.read(text)
        if words is None:  # spelt in another way, or wrong
            return cls.of_placement(read_fen(text, rules), rules)
        return cls.of_words(context, words)

    @classmethod
    def empty(cls, rules: Rules | Variant | str | int = AMERICAN, turn: Color | str | None = None) -> Board:
        """A board without pieces; `turn` is the variant's first mover unless given."""
        rules = as_rules(rules)
        return cls.of_placement(Placement(rules.first_mover if turn is None else as_color(turn), {}, {}), rules)

    def with_piece(self, square: int | str, piece: Piece | str | None) -> Board:
        """The board with a square's content replaced.

        Raises
        ------
        SquareError
            If there is no such square.
        FenError
            If the piece is a man on its promotion row.

        Examples
        --------
        >>> from draughts import Board, Color, Piece, PieceType
        >>> Board.empty().with_piece(18, Piece(Color.WHITE, PieceType.KING)).fen
        'B:WK18:B'
        """
        geometry = self.rules.geometry
        wanted = None if piece is None else as_piece(piece)
        return self.of_placement(
            with_content(self.placement, geometry, as_square(geometry, square), wanted), self.rules
        )

    def with_turn(self, color: Color | str) -> Board:
        """The board with this side to move."""
        return self.of_placement(self.placement._replace(turn=as_color(color)), self.rules)

    def without_king_moves(self) -> Board:
        """The board with its counters of quiet king moves at zero (Frisian rules; others have none)."""
        if self._king_moves == NO_KING_MOVES:
            return self
        return self.of_placement(self.placement._replace(king_moves={}), self.rules)

    def flip(self) -> Board:
        """The position seen from the other side: turned by 180 degrees with the colours exchanged.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W32:BK1").flip().fen
        'B:WK32:B1'
        """
        return self.of_placement(turned(self.placement, self.rules.geometry), self.rules)

    # Looking at boards

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self._context.rules

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._context.colors[self._words[0]]

    @property
    def fen(self) -> str:
        """The canonical FEN: White first, squares ascending, ``K`` before kings.

        For rules with a limit on quiet king moves the counters follow while one of them runs: they decide what is
        legal.
        """
        if self._king_moves != NO_KING_MOVES:
            return write_fen(self.placement, self.rules.geometry)
        return self._context.fen.write(*self._words)

    @property
    def key(self) -> int:
        """A 64-bit number for the position, the same in every process and version.

        It covers the pieces, the side to move, running king move counters, and the rules as far as they decide moves
        and winners: equal boards have equal keys.

        Examples
        --------
        >>> from draughts import AMERICAN, BARRELHEAD, RUSSIAN, Board
        >>> Board(AMERICAN).key == Board(BARRELHEAD).key, Board(AMERICAN).key == Board(RUSSIAN).key
        (True, False)
        """
        text = f"{identity_text(*self._context.identity)} {self.fen}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def __getitem__(self, square: int | str) -> Piece | None:
        if type(square) is not int or square not in self.rules.geometry.numbers:
            square = as_square(self.rules.geometry, square)
        bit = 1 << self._context.squares.bit[square]
        _, own, opponent, kings = self._words
        kind = PieceType.KING if kings & bit else PieceType.MAN
        if own & bit:
            return PIECES[self.turn, kind]
        if opponent & bit:
            return PIECES[self.turn.opponent, kind]
        return None

    def pieces(self, color: Color | str, kind: PieceType | str | None = None) -> tuple[int, ...]:
        """The squares of a side's pieces, ascending.

        Examples
        --------
        >>> from draughts import Board, Color, PieceType
        >>> Board.from_fen("W:W21,K30:B1").pieces(Color.WHITE, PieceType.KING)
        (30,)
        """
        _, own, opponent, kings = self._words
        word = own if as_color(color) is self.turn else opponent
        if kind is not None:
            word &= kings if as_kind(kind) is PieceType.KING else ~kings
        return self._context.squares.squares(word)

    def __len__(self) -> int:
        """How many pieces are on the board."""
        return (self._words[1] | self._words[2]).bit_count()

    def __iter__(self) -> Iterator[int]:
        return iter(self._context.squares.squares(self._words[1] | self._words[2]))

    def __contains__(self, square: object) -> bool:
        """Whether a piece stands on a square."""
        return self[as_square(self.rules.geometry, square)] is not None

    def piece_map(self) -> dict[int, Piece]:
        """The pieces by their squares, ascending.

        Examples
        --------
        >>> from draughts import Board
        >>> {square: str(piece) for square, piece in Board.from_fen("W:W21,K30:B1").piece_map().items()}
        {1: 'Black man', 21: 'White man', 30: 'White king'}
        """
        return dict(sorted(self.placement.pieces.items()))

    def to_dict(self) -> dict[str, object]:
        """The position as data that JSON can hold, for front ends; ``Board.from_fen`` reads its FEN.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W21,K30:B1").to_dict()
        {'variant': 'american', 'fen': 'W:W21,K30:B1', 'turn': 'white',
         'pieces': {'1': 'black man', '21': 'white man', '30': 'white king'}}
        """
        pieces = {str(square): str(piece).lower() for square, piece in self.piece_map().items()}
        return {"variant": self.rules.name, "fen": self.fen, "turn": str(self.turn).lower(), "pieces": pieces}

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
        return draw(self.rules.geometry, self.placement.pieces, numbers=as_flag(numbers, "numbers"))

    def unicode(self, *, numbers: bool = False) -> str:
        """As `ascii`, with draughts symbols."""
        return draw(self.rules.geometry, self.placement.pieces, numbers=as_flag(numbers, "numbers"), symbols=True)

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
            context = self._context
            side, own, opponent, kings = self._words
            frozen = frozen_king(context, self._king_moves) if context.limit else 0
            generator, interned = context.generator, context.squares.moves[side]
            moves = generator.interned_moves(side, own, opponent, kings, frozen, interned.address, 0, LegalMoves)
            if type(moves) is not LegalMoves:  # some are not interned
                if moves is None:
                    records = generator.records(side, own, opponent, kings, frozen)
                else:
                    records = generator.records_of(moves)
                moves = moves_of_records(context, self._words, records)
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
        _, _, opponent, kings = self._words
        if goal is Goal.FIRST_KING and kings:
            return self.turn.opponent if opponent & kings else self.turn
        if self.legal_moves:
            return None
        return self.turn if goal is Goal.BE_BLOCKED else self.turn.opponent

    def move(self, text: str | Move) -> Move:
        """The legal move that a text means; or, for a move, the equal one of this board.

        Parameters
        ----------
        text : str or Move
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
        if isinstance(text, str):
            return explanation.find(self, text)
        if not isinstance(text, Move):
            refuse("a move is a Move or a text such as '11-15'", text)
        for candidate in self.legal_moves:
            if candidate == text:
                return candidate
        raise IllegalMoveError(f"{text} ({text.piece}) is no legal move here: {self.explain(str(text)).message}")

    def explain(self, text: str) -> explanation.Explanation:
        """What a text means here, or which rule forbids it, as a value: `move` without raising.

        Examples
        --------
        >>> from draughts import Board
        >>> Board.from_fen("W:W22:B18").explain("22-17").reason
        <Reason.CAPTURE_AVAILABLE: 'a capture is available'>
        """
        return explanation.explain(self, text)

    def notation(self, move: Move | str, style: Style = "pdn") -> str:
        """A move of this board as text.

        Parameters
        ----------
        move : Move
            A legal move.
        style : str
            ``"pdn"`` as players of the variant write it, unambiguously; ``"short"`` origin and destination; ``"long"``
            every landing square; ``"unambiguous"`` short where one legal move fits, else long; ``"algebraic"`` the same
            with names of squares and the variant's separator; ``"hub"`` with the captured squares.

        Examples
        --------
        >>> from draughts import Board, RUSSIAN
        >>> board = Board.from_fen("W:Wc5:Bd4,f4", RUSSIAN)
        >>> move = board.legal_moves[0]
        >>> [board.notation(move, style) for style in ("short", "long", "algebraic", "hub")]
        ['14x16', '14x23x16', 'c5:g5', '14x16x18x19']
        """
        return write_move(self, move if isinstance(move, Move) else self.move(move), style)

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
                return self.after(known)
        return self.after(self.move(move))

    def after(self, move: Move) -> Board:
        """The board after one of its own `legal_moves`, which is not looked for: `play` without its check.

        Examples
        --------
        >>> from draughts import Board
        >>> board = Board()
        >>> board.after(board.legal_moves[0]) == board.play("9-13")
        True
        """
        # What a move does to words is said in the kernel source and kept in each move; to apply that takes less time
        # than a call would.
        side, own, opponent, kings = self._words
        crowned = move._crowned
        if kings or crowned:
            kings = kings & ~move._vacated | crowned
        board: Board = _new(Board)
        context = board._context = self._context
        board._words = words = (1 - side, opponent ^ move._taken, own ^ move._shift, kings)
        if context.limit:
            board._king_moves = count_king_moves(context, self._king_moves, move, *words[1:])
        else:
            board._king_moves = NO_KING_MOVES
        board._moves = None
        return board

    # Values

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._words == other._words
            and self._king_moves == other._king_moves
            and (self._context is other._context or self._context.identity == other._context.identity)
        )

    def __hash__(self) -> int:
        return hash(self._words)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Any, ...]]:
        return Board.from_fen, (self.fen, self.rules)


@lru_cache(maxsize=64)
def _start(rules: Rules) -> Board:
    if rules.start is not None:
        try:
            return Board.from_fen(rules.start, rules)
        except FenError as error:
            raise RulesError(f"start of {rules.name}: {error}") from None
    return Board.of_placement(start_placement(rules), rules)
