"""Why a move is not legal, for players in words and for programs as values.

A text that fits no legal move is tried under rules that lack one prohibition after another; the first that lets it pass
is the one that forbids it. So explanations need no second knowledge of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from draughts.errors import AmbiguousMoveError, CaptureLimitError, IllegalMoveError
from draughts.position.move import Move
from draughts.position.movement_in_words import Reason, habit, prohibitions
from draughts.position.notation import Spelling, fitting, legal_moves, write_algebraic, write_long
from draughts.position.supposing import quiet_moves, under, unfinished_moves
from draughts.rules.phrases import square_name
from draughts.rules.readings import other_board
from draughts.rules.rules import (
    CapturePriority,
    Goal,
    Notation,
    PieceType,
)
from draughts.support.checks import refuse

if TYPE_CHECKING:
    from draughts.position.board import Board

__all__ = ["Explanation", "Reason", "explain", "find"]

#: How many moves a message lists.
_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a text means on a board.

    Attributes
    ----------
    reason : Reason
        `LEGAL`, or the rule that forbids it.
    message : str
        The same for players.
    squares : tuple of int
        The squares that matter: those of the text that were read, or the one that the reason is about.
    moves : tuple of Move
        The move meant; or the moves that fit; or legal moves to make instead.
    """

    reason: Reason
    message: str
    squares: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the text is a legal move."""
        return self.reason is Reason.LEGAL


def find(board: Board, text: str) -> Move:
    """The legal move that a text means; see `Board.move`."""
    found = explain(board, text)
    if found.reason is Reason.LEGAL:
        return found.moves[0]
    if found.reason is Reason.AMBIGUOUS:
        raise AmbiguousMoveError(f"{text!r}: {found.message}", tuple(map(write_long, found.moves)))
    raise IllegalMoveError(f"{text!r}: {found.message}")


def explain(board: Board, text: str) -> Explanation:
    """What a text means on a board; see `Board.explain`."""
    if not isinstance(text, str):
        refuse("a move is a string such as '11-15'", text)
    spelling, legal = legal_moves(board, text)
    if spelling is None:
        return Explanation(
            Reason.UNREADABLE, "this is not a move; moves look like 11-15, 15x22, 22x15x8, c3-d4 or c3:e5"
        )
    if len(legal) == 1 and not (spelling.is_capture and not legal[0].is_capture):
        named = tuple(square for square in spelling.squares if square)
        return Explanation(Reason.LEGAL, "legal", named, (legal[0],))
    return _Search(board, spelling, legal).result()


class _Search:
    """Looks for the rule that forbids what a spelling says."""

    def __init__(self, board: Board, spelling: Spelling, legal: list[Move]) -> None:
        self.board = board
        self.rules = board.rules
        self.spelling = spelling
        self.legal = legal
        self.title = f"{board.rules.name.capitalize()} rules"

    def result(self) -> Explanation:
        steps: tuple[Callable[[], Explanation | None], ...] = (
            self.ambiguous,
            self.unknown_square,
            self.over,
            self.origin,
            self.unfinished,
            self.priority,
            self.quiet,
            self.occupied,
            self.relaxed,
        )
        for step in steps:
            try:
                found = step()
            except CaptureLimitError:  # too many routes to try this prohibition
                continue
            if found is not None:
                return found
        return self.unreachable()

    # Small things

    def name(self, square: int) -> str:
        """A square as the variant's players call it."""
        return square_name(self.rules, square)

    def names(self, squares: tuple[int, ...]) -> str:
        return ", ".join(map(self.name, squares))

    def write(self, move: Move) -> str:
        if self.rules.notation is Notation.ALGEBRAIC:
            return write_algebraic(move, self.rules, whole_path=True)
        return write_long(move)

    def show(self, moves: tuple[Move, ...]) -> str:
        shown = ", ".join(map(self.write, moves[:_SHOWN]))
        return shown + (f" and {len(moves) - _SHOWN} more" if len(moves) > _SHOWN else "")

    def alternatives(self) -> tuple[Move, ...]:
        """The legal moves of the piece that was meant, or all of them."""
        legal = tuple(self.board.legal_moves)
        return tuple(move for move in legal if move.origin == self.spelling.squares[0]) or legal

    def say(
        self, reason: Reason, message: str, squares: tuple[int, ...] = (), moves: tuple[Move, ...] = ()
    ) -> Explanation:
        named = tuple(square for square in self.spelling.squares if square)
        return Explanation(reason, message, squares or named, moves)

    # Steps, each an explanation or None

    def ambiguous(self) -> Explanation | None:
        if len(self.legal) > 1:
            moves = tuple(self.legal)
            return self.say(Reason.AMBIGUOUS, f"{len(moves)} moves fit: {self.show(moves)}", moves=moves)
        if self.legal:
            move = self.legal[0]
            return self.say(
                Reason.NOTHING_TAKEN, f"{self.write(move)} takes nothing and is written with -", moves=(move,)
            )
        return None

    def unknown_square(self) -> Explanation | None:
        for square, name in zip(self.spelling.squares, self.spelling.names, strict=True):
            if square == 0 and not (self.spelling.file and name == self.spelling.file):
                geometry = self.rules.geometry
                last = geometry.name(geometry.square_count) if name[0].isalpha() else geometry.square_count
                first = geometry.name(1) if name[0].isalpha() else 1
                return Explanation(
                    Reason.NO_SUCH_SQUARE, f"no square {name} is played on ({first} to {last}){other_board(name)}"
                )
        return None

    def over(self) -> Explanation | None:
        winner = self.board.winner
        if winner is None:
            return None
        return self.say(Reason.GAME_OVER, f"the game is over: {self.rules.side_name(winner)} has won")

    def origin(self) -> Explanation | None:
        if self.spelling.file:
            target = self.name(self.spelling.squares[1])
            return self.say(
                Reason.NOT_REACHABLE,
                f"no piece on file {self.spelling.file} can go to {target}",
                (self.spelling.squares[1],),
                tuple(self.board.legal_moves),
            )
        square = self.spelling.squares[0]
        piece = self.board[square]
        if piece is None:
            return self.say(Reason.NO_PIECE, f"no piece stands on {self.name(square)}", (square,))
        if piece.color is not self.board.turn:
            return self.say(
                Reason.WRONG_SIDE,
                f"the {piece.kind} on {self.name(square)} is {self.rules.side_name(piece.color)}'s, "
                f"and {self.rules.side_name(self.board.turn)} is to move",
                (square,),
            )
        return None

    def unfinished(self) -> Explanation | None:
        geometry = self.rules.geometry
        free = self.under(capture_priority=())
        if fitting(self.spelling, free.legal_moves, geometry) or not fitting(
            self.spelling, unfinished_moves(free), geometry
        ):
            return None
        squares = self.spelling.squares
        for moves in (self.board.legal_moves, free.legal_moves):
            longer = tuple(move for move in moves if any(path[: len(squares)] == squares for path in move.paths))
            if longer:
                paths = (path for move in longer for path in move.paths if path[: len(squares)] == squares)
                onward = sorted({path[len(squares)] for path in paths})
                return self.say(
                    Reason.UNFINISHED,
                    f"the capture is not finished: from {self.name(squares[-1])} it must go on to "
                    f"{' or '.join(map(self.name, onward))} ({self.show(longer)})",
                    (squares[-1],),
                    longer,
                )
        instead = self.alternatives()
        return self.say(
            Reason.UNFINISHED,
            f"the capture is not finished: the piece must land where it can go on ({self.show(instead)})",
            (squares[-1],),
            instead,
        )

    def priority(self) -> Explanation | None:
        if not self.rules.capture_priority or not self.board.has_capture:
            return None
        free = self.under(capture_priority=())
        tried = [move for move in fitting(self.spelling, free.legal_moves, self.rules.geometry) if move.is_capture]
        if not tried:
            return None
        move = tried[0]
        kept = self.rules.capture_priority
        for count, test in enumerate(kept, 1):
            stage = self.under(capture_priority=kept[:count])
            best = tuple(stage.legal_moves)
            if not fitting(self.spelling, best, self.rules.geometry):
                return self.say(Reason[test.name], self.priority_message(test, move), (move.origin,), self.final())
        return None

    def final(self) -> tuple[Move, ...]:
        return tuple(self.board.legal_moves)

    def priority_message(self, test: CapturePriority, move: Move) -> str:
        legal = self.final()
        best = legal[0]
        required = self.show(legal)
        if test is CapturePriority.MOST_PIECES:
            return (
                f"takes {_count(len(move.captured), 'piece')}; {self.title} require the capture of "
                f"{len(best.captured)}: {required}"
            )
        if test is CapturePriority.WITH_KING:
            kings = tuple(dict.fromkeys(m.origin for m in legal if m.piece.kind is PieceType.KING))
            plural = "kings" if len(kings) > 1 else "king"
            return f"{self.title}: the {plural} on {self.names(kings)} can capture and must ({required})"
        if test is CapturePriority.KINGS_EARLIEST:
            return f"{self.title} require the capture that takes a king earliest: {required}"
        if test is CapturePriority.MOST_KINGS:
            return (
                f"takes {_count(self.kings_taken(move), 'king')}; {self.title} require the capture of "
                f"{self.kings_taken(best)}: {required}"
            )
        required_loot = f"the greatest value, {self.loot(best)}"
        return f"takes {self.loot(move)}; {self.title} require the capture of {required_loot}: {required}"

    def kings_taken(self, move: Move) -> int:
        taken = (self.board[square] for square in move.captured)
        return sum(piece is not None and piece.kind is PieceType.KING for piece in taken)

    def loot(self, move: Move) -> str:
        kings = self.kings_taken(move)
        men = len(move.captured) - kings
        parts = [_count(kings, "king")] * bool(kings) + [_count(men, "man", "men")] * bool(men)
        return " and ".join(parts)

    def quiet(self) -> Explanation | None:
        found = fitting(self.spelling, quiet_moves(self.board), self.rules.geometry)
        if not found:
            return None
        square = self.spelling.squares[0]
        if self.board.has_capture:
            legal = self.final()
            return self.say(
                Reason.CAPTURE_AVAILABLE, f"a capture is available and must be made: {self.show(legal)}", moves=legal
            )
        if self.spelling.is_capture:
            return self.say(Reason.NOTHING_TAKEN, f"{self.write(found[0])} takes nothing")
        return self.say(
            Reason.KING_MOVE_LIMIT,
            f"{self.title}: the king on {self.name(square)} has made {self.rules.king_move_limit} quiet moves in "
            f"succession; move another piece first, or capture",
            (square,),
            self.final(),
        )

    def occupied(self) -> Explanation | None:
        origin, *landings = self.spelling.squares
        for square in landings:
            piece = self.board[square]
            if piece is not None and square != origin:
                return self.say(
                    Reason.OCCUPIED, f"a {self.rules.piece_name(piece)} stands on {self.name(square)}", (square,)
                )
        return None

    def relaxed(self) -> Explanation | None:
        """Drop one prohibition after another until the text passes."""
        piece = self.board[self.spelling.squares[0]]
        assert piece is not None
        for reason, message, changes in prohibitions(self.rules, piece.kind):
            board = self.under(capture_priority=(), **changes)
            moves = [*board.legal_moves, *quiet_moves(board)]
            passes = fitting(self.spelling, moves, self.rules.geometry) or self.begins(moves)
            if passes:
                return self.say(reason, message, moves=self.alternatives())
        return None

    def begins(self, moves: list[Move]) -> bool:
        """Whether the text is the beginning of a capture."""
        squares = self.spelling.squares
        return any(
            path[: len(squares)] == squares
            for move in moves
            if move.is_capture and move.origin == squares[0]
            for path in move.paths
        )

    def unreachable(self) -> Explanation:
        square = self.spelling.squares[0]
        piece = self.board[square]
        assert piece is not None
        own = tuple(move for move in self.board.legal_moves if move.origin == square)
        if own:
            targets = tuple(dict.fromkeys(move.destination for move in own))
            hint = f"from {self.name(square)} it can go to {self.names(targets)}"
            if own[0].is_capture:
                hint = f"it can capture {self.show(own)}"
        elif self.board.has_capture:
            hint = f"a capture must be made: {self.show(self.final())}"
        else:
            hint = f"the {piece.kind} on {self.name(square)} cannot move"
        return self.say(Reason.NOT_REACHABLE, f"{habit(piece, self.rules)}; {hint}", (square,), self.alternatives())

    def under(self, **changes: object) -> Board:
        """The same position under other rules."""
        goal = {"goal": Goal.BLOCK} if self.rules.goal is Goal.FIRST_KING else {}
        return under(self.board, self.rules.replace(**{"king_move_limit": None, **goal, **changes}))


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
