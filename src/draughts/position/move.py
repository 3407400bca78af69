"""Moves as values. Boards make them; what can be known without a board is answered here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn, final

from draughts.errors import ArgumentError, CaptureLimitError, RulesError
from draughts.kernel.python_backend import python_entries
from draughts.rules.actions import ActionNumbering
from draughts.rules.rules import Color, Piece, PieceType
from draughts.support.checks import as_whole
from draughts.support.coming_from import answers_for

__all__ = ["Move", "MoveFacts"]

_new = object.__new__

Route = tuple[tuple[int, ...], tuple[int, ...]]


#: What finds the routes of a capture, and in which position: `find_routes` and its first arguments. Moves do not hold
#: their board, which holds them: they would keep it alive in a circle.
Finder = tuple[Callable[..., tuple[Route, ...]], object, tuple[int, int, int, int]]


class _Draft:
    """A move while it is made: assigning to it costs less than to a `Move`, which refuses."""

    __slots__ = (
        *("_actions", "_crowned", "_finder", "_info", "_routes", "_shift", "_taken", "_vacated"),
        *("captured", "destination", "origin", "piece", "promotes"),
    )

    origin: int
    destination: int
    piece: Piece
    promotes: bool
    captured: tuple[int, ...]
    #: The kernel's number of the move without the captured squares, and its word of these.
    _info: int
    _taken: int
    #: What the move does to words: squares that the mover's side gains or loses, those where no king is afterwards, and
    #: the destination if a king arrives there.
    _shift: int
    _vacated: int
    _crowned: int
    #: The numbers of its rule set's actions; None if it was made by hand.
    _actions: ActionNumbering | None
    #: All routes, or the first one; and who finds them as long as they are not all known.
    _routes: tuple[Route, ...] | None
    _finder: Finder | None


@final
@answers_for("Move")
class Move(_Draft):
    """One legal move: a quiet move, or a whole capture.

    Moves are values: equal if they have the same origin, destination, captured pieces and resulting piece. Captures
    that reach the same result along different routes are one move.

    Attributes
    ----------
    origin, destination : int
        First and last square, in the variant's numbering.
    piece : Piece
        The piece that moves, as it is before the move.
    promotes : bool
        Whether a man becomes a king by this move.
    captured : tuple of int
        Squares of the pieces taken, ascending.

    Examples
    --------
    >>> from draughts import Board
    >>> move = Board().move("11-15")
    >>> move.origin, move.destination, move.is_capture, str(move)
    (11, 15, False, '11-15')
    >>> capture = Board.from_fen("W:W22:B9,10,17,18").move("22x15x6")
    >>> capture.path, capture.captures
    ((22, 15, 6), (18, 10))
    """

    __slots__ = ()

    def __new__(  # noqa: D102
        cls,
        origin: int,
        destination: int,
        piece: Piece,
        *,
        promotes: bool = False,
        captured: tuple[int, ...] = (),
        routes: tuple[Route, ...] | None = None,
        actions: ActionNumbering | None = None,
    ) -> Move:
        if routes is None and len(captured) > 1:
            raise ValueError("a capture of several pieces needs its routes")
        return MoveFacts.of(origin, destination, piece, promotes, captured, 0, 0, actions).move(routes=routes)

    @property
    def is_capture(self) -> bool:
        """Whether the move takes something."""
        return bool(self.captured)

    @property
    def path(self) -> tuple[int, ...]:
        """Squares landed on, origin and destination included; the first of `paths`."""
        return self._first_route()[0]

    @property
    def captures(self) -> tuple[int, ...]:
        """Squares of the pieces taken, in the order jumped along `path`."""
        return self._first_route()[1]

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """Every route that leads to this result, as squares landed on.

        Raises
        ------
        CaptureLimitError
            If there are more than the generator follows.
        """
        return tuple(path for path, _ in self.routes)

    @property
    def routes(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Every route with the pieces taken along it, in order.

        Raises
        ------
        CaptureLimitError
            If there are more than the generator follows.
        """
        finder = self._finder
        if finder is not None:  # and only then forget it: another thread may be here, too
            object.__setattr__(self, "_routes", self._found(finder, first=False))
            object.__setattr__(self, "_finder", None)
        assert self._routes is not None
        return self._routes

    @property
    def action(self) -> int:
        """The number of the move among `Rules.action_count`: no other legal move of its board has the same.

        Raises
        ------
        RulesError
            If the rule set does not number captures of several pieces as a whole; `steps` has their numbers then.
        ArgumentError
            If the move was made by hand.

        Examples
        --------
        >>> from draughts import Board
        >>> board = Board()
        >>> board.move("11-15").action == board.flip().move("22-18").action
        True
        """
        number = self._number()
        if number is None:
            raise RulesError(
                f"{self!r} has no number of its own: these rules number captures of several pieces step by step, "
                "see Move.steps"
            )
        return number

    def _number(self) -> int | None:
        """`action`, or None if there is none."""
        actions = self._numbering()
        turned = self.piece.color is Color.BLACK
        if len(self.captured) <= 1:
            return actions.step(self.origin, self.destination, turned=turned)
        crowned = self.promotes and actions.passing
        return actions.chain(self.origin, self.destination, self.captured, crowned, turned=turned)

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of the steps along `path`; one unless several pieces are captured.

        Examples
        --------
        >>> from draughts import Board, INTERNATIONAL
        >>> board = Board.from_fen("W:WK4:B13,20,32,37", INTERNATIONAL)
        >>> [(str(move), move.steps) for move in board.legal_moves]
        [('4x15', (463, 231, 497)), ('4x15', (512, 243, 535))]
        """
        actions = self._numbering()
        turned = self.piece.color is Color.BLACK
        path = self.path
        numbers = (actions.step(*ends, turned=turned) for ends in pairwise(path))
        return tuple(number for number in numbers if number is not None)

    def _numbering(self) -> ActionNumbering:
        if self._actions is None:
            raise ArgumentError("the move was made by hand; those of Board.legal_moves know the numbers of their rules")
        return self._actions

    def _found(self, finder: Finder, *, first: bool) -> tuple[Route, ...]:
        find, context, words = finder
        return find(context, words, self._info, self._taken, first=first)

    def _first_route(self) -> Route:
        routes, finder = self._routes, self._finder
        if routes is None:
            assert finder is not None
            routes = self._found(finder, first=True)
            object.__setattr__(self, "_routes", routes)
        return routes[0]

    def _identity(self) -> tuple[Any, ...]:
        color, kind = self.piece
        return (self.origin, self.destination, self.captured, self.promotes, color.value, kind.value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Move) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.origin, self.destination, self.captured, self.promotes))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._identity() < other._identity()

    def __le__(self, other: object) -> bool:
        return self == other or self < other

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._identity() > other._identity()

    def __ge__(self, other: object) -> bool:
        return self == other or self > other

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed: {name}")

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[Any, ...]]:
        try:
            routes = self.routes
        except CaptureLimitError:
            routes = (self._first_route(),)
        return _restore, (
            self.origin,
            self.destination,
            self.piece,
            self.promotes,
            self.captured,
            routes,
            self._actions,
        )

    def __str__(self) -> str:
        return f"{self.origin}{'x' if self.captured else '-'}{self.destination}"

    def __repr__(self) -> str:
        if len(self.captured) > 1:
            return f"Move({'x'.join(map(str, self.path))})"
        return f"Move({self})"

    def flip(self, squares: int | None = None) -> Move:
        """The move seen from the other side: what `Board.flip` makes of its board, this makes of the move.

        Parameters
        ----------
        squares : int, optional
            How many squares the board has; a move of a board's `legal_moves` knows.

        Raises
        ------
        ArgumentError
            If the move was made by hand and the number is not given.

        Examples
        --------
        >>> from draughts import Board
        >>> Board().move("11-15").flip()
        Move(22-18)
        """
        actions = self._actions
        count = actions.geometry.square_count if actions else squares and as_whole(squares, "squares", 1)
        if not count:
            raise ArgumentError("the number of squares is missing: flip(squares=50), as this move belongs to no board")
        color, kind = self.piece

        def turned(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(count + 1 - number for number in numbers)

        return Move(
            count + 1 - self.origin,
            count + 1 - self.destination,
            Piece(color.opponent, kind),
            promotes=self.promotes,
            captured=tuple(sorted(turned(self.captured))),
            routes=tuple((turned(path), turned(over)) for path, over in self.routes),
            actions=actions,
        )

    def to_dict(self) -> dict[str, object]:
        """The move as data that JSON can hold, for front ends.

        Examples
        --------
        >>> from draughts import Board
        >>> Board().move("11-15").to_dict()
        {'move': '11-15', 'origin': 11, 'destination': 15, 'path': [11, 15], 'captures': [], 'promotes': False,
         'color': 'black', 'kind': 'man'}
        """
        return {
            "move": "x".join(map(str, self.path)) if self.is_capture else str(self),
            "origin": self.origin,
            "destination": self.destination,
            "path": list(self.path),
            "captures": list(self.captures),
            "promotes": self.promotes,
            "color": str(self.piece.color).lower(),
            "kind": self.piece.kind.value,
        }

    @property
    def becomes_king(self) -> bool:
        """Whether a king stands on `destination` after the move."""
        return self.promotes or self.piece.kind is PieceType.KING


class MoveFacts(NamedTuple):
    """What is the same of all moves with one record of the kernel; the meaning is that of `Move`'s attributes."""

    origin: int
    destination: int
    piece: Piece
    promotes: bool
    captured: tuple[int, ...]
    info: int
    taken: int
    shift: int
    vacated: int
    crowned: int
    actions: ActionNumbering | None

    @classmethod
    def of(
        cls,
        origin: int,
        destination: int,
        piece: Piece,
        promotes: bool,
        captured: tuple[int, ...],
        info: int,
        taken: int,
        actions: ActionNumbering | None,
    ) -> MoveFacts:
        """Facts with what follows from them."""
        changes = python_entries(None, "shift", "vacated", "crowned")
        shift, vacated, crowned = changes["shift"](info), changes["vacated"](info, taken), changes["crowned"](info)
        return cls(origin, destination, piece, promotes, captured, info, taken, shift, vacated, crowned, actions)

    def move(self, finder: Finder | None = None, routes: tuple[Route, ...] | None = None) -> Move:
        """A move; `finder` finds its routes if it may have several."""
        move: Any = _new(_Draft)
        (
            move.origin, move.destination, move.piece, move.promotes, move.captured,
            move._info, move._taken, move._shift, move._vacated, move._crowned, move._actions,
        ) = self  # fmt: skip
        if routes is None and finder is None:
            routes = (((self.origin, self.destination), self.captured),)
        move._routes = routes
        move._finder = finder
        move.__class__ = Move
        made: Move = move
        return made


def _restore(
    origin: int,
    destination: int,
    piece: Piece,
    promotes: bool,
    captured: tuple[int, ...],
    routes: tuple[Route, ...],
    actions: ActionNumbering | None,
) -> Move:
    return Move(origin, destination, piece, promotes=promotes, captured=captured, routes=routes, actions=actions)
