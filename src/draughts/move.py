"""Moves as values. Boards make them; what can be known without a board is answered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from draughts.errors import CaptureLimitError
from draughts.rules import Piece, PieceType

__all__ = ["Move"]

Route = tuple[tuple[int, ...], tuple[int, ...]]


class Move:
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

    __slots__ = (
        *("_captured", "_crowned", "_find", "_hash", "_info", "_routes", "_shift", "_squares", "_taken", "_vacated"),
        *("destination", "origin", "piece", "promotes"),
    )

    origin: int
    destination: int
    piece: Piece
    promotes: bool
    _captured: tuple[int, ...]
    _hash: int
    #: The kernel's record and its word of captured squares, and the square map that they are written in.
    _info: int
    _taken: int
    _squares: object
    #: What the move does to words: squares that the mover's side gains or loses, those where no king is afterwards, and
    #: the destination if a king arrives there.
    _shift: int
    _vacated: int
    _crowned: int
    _routes: tuple[Route, ...] | None
    _find: Callable[[bool], tuple[Route, ...]] | None

    def __init__(
        self,
        origin: int,
        destination: int,
        piece: Piece,
        *,
        promotes: bool = False,
        captured: tuple[int, ...] = (),
        routes: tuple[Route, ...] | None = None,
        find: Callable[[bool], tuple[Route, ...]] | None = None,
        record: tuple[int, int] = (0, 0),
        squares: object = None,
    ) -> None:
        if routes is None and len(captured) < 2:
            routes = (((origin, destination), captured),)
        put = object.__setattr__
        put(self, "origin", origin)
        put(self, "destination", destination)
        put(self, "piece", piece)
        put(self, "promotes", promotes)
        put(self, "_captured", captured)
        put(self, "_routes", routes)
        put(self, "_find", find)
        put(self, "_info", record[0])
        put(self, "_taken", record[1])
        put(self, "_squares", squares)
        leaves, arrives = 1 << (record[0] >> 16), 1 << (record[0] >> 8 & 255)
        put(self, "_shift", leaves ^ arrives)
        put(self, "_vacated", leaves | record[1])
        put(self, "_crowned", arrives if record[0] & 1 else 0)
        put(self, "_hash", hash((origin, destination, captured, promotes)))

    @property
    def is_capture(self) -> bool:
        """Whether the move takes something."""
        return bool(self._captured)

    @property
    def path(self) -> tuple[int, ...]:
        """Squares landed on, origin and destination included; the first of `paths`."""
        return self._first_route()[0]

    @property
    def captures(self) -> tuple[int, ...]:
        """Squares of the pieces taken, in the order jumped along `path`."""
        return self._first_route()[1]

    @property
    def captured(self) -> tuple[int, ...]:
        """Squares of the pieces taken, ascending."""
        return self._captured

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
        if self._find is not None:
            object.__setattr__(self, "_routes", self._find(False))
            object.__setattr__(self, "_find", None)
        assert self._routes is not None
        return self._routes

    def _first_route(self) -> Route:
        if self._routes is None:
            assert self._find is not None
            object.__setattr__(self, "_routes", self._find(True))
        assert self._routes is not None
        return self._routes[0]

    def _identity(self) -> tuple[Any, ...]:
        color, kind = self.piece
        return (self.origin, self.destination, self._captured, self.promotes, color.value, kind.value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Move) and self._hash == other._hash and self._identity() == other._identity()

    def __hash__(self) -> int:
        return self._hash

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
        return _restore, (self.origin, self.destination, self.piece, self.promotes, self._captured, routes)

    def __str__(self) -> str:
        return f"{self.origin}{'x' if self._captured else '-'}{self.destination}"

    def __repr__(self) -> str:
        if len(self._captured) > 1:
            return f"Move({'x'.join(map(str, self.path))})"
        return f"Move({self})"

    @property
    def becomes_king(self) -> bool:
        """Whether a king stands on `destination` after the move."""
        return self.promotes or self.piece.kind is PieceType.KING


def _restore(
    origin: int, destination: int, piece: Piece, promotes: bool, captured: tuple[int, ...], routes: tuple[Route, ...]
) -> Move:
    return Move(origin, destination, piece, promotes=promotes, captured=captured, routes=routes)
