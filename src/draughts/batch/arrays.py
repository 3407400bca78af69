"""Positions as arrays: making them, taking some of them, turning them back into boards. Rules are asked in `boards`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self, overload

import numpy as np

from draughts.batch.conversion import board_arrays, boards_of, turned
from draughts.batch.layout import FIELDS, Array, check_array, check_content, shapes_of
from draughts.batch.tables import BatchTables, tables_for
from draughts.batch.worker import run
from draughts.errors import ArgumentError, FenError
from draughts.kernel.batch_words import MOST_HISTORY
from draughts.position.board import Board
from draughts.rules.draws import DrawRule
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Rules
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BoardArrays"]


class BoardArrays:
    """N positions of one rule set as arrays; `Boards` says what each array holds, and plays."""

    __slots__ = (*FIELDS, "_tables")

    _tables: BatchTables
    bitboards: NDArray[np.uint64]
    turns: NDArray[np.uint8]
    plies: NDArray[np.uint32]
    counts: NDArray[np.int32]
    king_moves: NDArray[np.uint16]
    calm: NDArray[np.uint16]
    history: NDArray[np.uint16]
    chains: NDArray[np.uint8]
    taken: NDArray[np.uint64]

    # Making them

    @classmethod
    def start(cls, rules: Rules | Variant | str | int = AMERICAN, n: int = 1, *, history: int | None = None) -> Self:
        """The start position, `n` times.

        Parameters
        ----------
        rules : Rules, Variant, str or int
            The variant, or its name or GameType.
        n : int
            How many positions.
        history : int, optional
            Plies to remember for repetitions, see `Boards`; 0 for none.

        Examples
        --------
        >>> from draughts.batch import Boards
        >>> len(Boards.start("international", 1000))
        1000
        """
        first = cls.from_boards([Board(as_rules(rules))], history=history)
        return first._taken(np.zeros(as_whole(n, "n"), np.int64))

    @classmethod
    def from_boards(
        cls, boards: Iterable[Board], rules: Rules | Variant | str | int | None = None, *, history: int | None = None
    ) -> Self:
        """The positions of boards, each as the beginning of a game.

        Parameters
        ----------
        boards : iterable of Board
            Boards of one rule set.
        rules : Rules, optional
            Their rules; needed where there are no boards.
        history : int, optional
            As in `start`.

        Raises
        ------
        ArgumentError
            If they are not all boards of these rules; the message names the first that is not.
        """
        held = list(boards)
        if rules is None and not held:
            raise ArgumentError("no boards and no rules: Boards.from_boards([], rules)")
        wanted = held[0].rules if rules is None and isinstance(held[0], Board) else as_rules(rules)
        for at, board in enumerate(held):
            if not isinstance(board, Board):
                raise ArgumentError(f"position {at}: a Board is wanted, not {type(board).__name__}")
            if board.rules != wanted:
                raise ArgumentError(f"position {at}: its rules are {board.rules.name}, not {wanted.name}")
        return cls._of(wanted, board_arrays(tables_for(wanted), held), history)

    @classmethod
    def from_fens(
        cls, texts: Iterable[str], rules: Rules | Variant | str | int = AMERICAN, *, history: int | None = None
    ) -> Self:
        """The positions of FENs, as `Board.from_fen` reads them.

        Raises
        ------
        FenError
            If a text is no position; the message begins with its place.
        """
        wanted = as_rules(rules)
        boards = []
        for at, text in enumerate(texts):
            try:
                boards.append(Board.from_fen(text, wanted))
            except FenError as error:
                raise FenError(error.text, f"position {at}: {'; '.join(error.faults)}") from None
        return cls.from_boards(boards, wanted, history=history)

    @classmethod
    def from_arrays(
        cls,
        rules: Rules | Variant | str | int,
        bitboards: NDArray[np.uint64],
        turns: NDArray[np.uint8],
        *,
        plies: NDArray[np.uint32] | None = None,
        counts: NDArray[np.int32] | None = None,
        king_moves: NDArray[np.uint16] | None = None,
        calm: NDArray[np.uint16] | None = None,
        history: NDArray[np.uint16] | int | None = None,
        chains: NDArray[np.uint8] | None = None,
        taken: NDArray[np.uint64] | None = None,
        check: bool = True,
    ) -> Self:
        """The positions that arrays hold, which are not copied; `Boards` says what must be in them.

        Parameters
        ----------
        rules : Rules, Variant, str or int
            The variant.
        bitboards, turns : ndarray
            Pieces and sides to move.
        plies, counts, king_moves, calm, chains, taken : ndarray, optional
            What else is known. Without it each position is the beginning of a game.
        history : ndarray or int, optional
            The plies remembered, or how many to remember.
        check : bool
            Look at what the arrays hold. Without it nonsense gives nonsense; types and shapes are checked in any case.

        Raises
        ------
        ArgumentError
            If an array has another type, shape or order, or holds no positions; the message names array and position.

        Examples
        --------
        >>> import numpy as np
        >>> from draughts.batch import Boards
        >>> bitboards = np.array([[1 << 21, 0, 1 << 17, 0]], np.uint64)     # a man on 22, the opponent's on 18
        >>> boards = Boards.from_arrays("american", bitboards, np.array([1], np.uint8))
        >>> boards[0].fen, boards.bitboards is bitboards
        ('W:W22:B18', True)
        """
        tables = tables_for(as_rules(rules))
        number = len(turns) if isinstance(turns, np.ndarray) and turns.ndim else 0
        optional = {
            "plies": plies,
            "counts": counts,
            "king_moves": king_moves,
            "calm": calm,
            "chains": chains,
            "taken": taken,
        }
        given: dict[str, Array] = {"bitboards": bitboards, "turns": turns}
        given |= {name: array for name, array in optional.items() if array is not None}
        if isinstance(history, np.ndarray):
            given["history"] = history
            remembered = _history(tables, history.shape[1] if history.ndim == 2 else 0)
        else:
            remembered = _history(tables, history)
        shapes = shapes_of(tables, number, remembered)
        for name, array in given.items():
            check_array(name, array, FIELDS[name], shapes[name])
        boards = cls._of(tables.rules, given, remembered)
        if check:
            check_content(tables, boards.arrays())
        return boards

    @classmethod
    def _of(cls, rules: Rules, given: dict[str, Array], history: int | None) -> Self:
        """Positions of arrays that are right; the missing ones are those of the beginning of a game."""
        boards = object.__new__(cls)
        boards._tables = tables = tables_for(rules)
        number = len(given["turns"])
        for name, shape in shapes_of(tables, number, _history(tables, history)).items():
            array = given.get(name)
            setattr(boards, name, np.zeros(shape, FIELDS[name]) if array is None else array)
        if "counts" not in given and number:
            run(rules, "begin_counts", number, boards._addresses())
        return boards

    @classmethod
    def concatenate(cls, parts: Sequence[Self]) -> Self:
        """The positions of several `Boards`, one behind the other.

        Raises
        ------
        ArgumentError
            If there is none, or they differ in rules or in the plies that they remember.
        """
        if not parts:
            raise ArgumentError("no positions to put together")
        for at, part in enumerate(parts):
            part._check_fits(parts[0], f"part {at}")
        return cls._of(
            parts[0].rules,
            {name: np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS},
            parts[0].history.shape[1],
        )

    # Looking at them

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self._tables.rules

    @property
    def draw_rules(self) -> tuple[DrawRule, ...]:
        """The draw rules that the columns of `counts` are about."""
        return self._tables.draw_rules

    def arrays(self) -> dict[str, Array]:
        """All arrays by name; they are the ones that the positions consist of."""
        return {name: getattr(self, name) for name in FIELDS}

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards())

    def boards(self) -> list[Board]:
        """The positions as boards. Of a capture that is under way it is the position before it."""
        return boards_of(self._tables, self.bitboards, self.turns, self.king_moves)

    def fens(self) -> list[str]:
        """The FEN of each position."""
        return [board.fen for board in self.boards()]

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Board: ...

    @overload
    def __getitem__(self, index: slice | Sequence[int] | Array) -> Self: ...

    def __getitem__(self, index: int | np.integer[Any] | slice | Sequence[int] | Array) -> Board | Self:
        """The board of a number; or the positions of a slice, a mask or an array of numbers.

        Slices without a step share their memory with the whole, as NumPy's do; everything else is a copy.
        """
        if isinstance(index, int | np.integer):
            place = int(index) + (len(self) if index < 0 else 0)
            if not 0 <= place < len(self):
                raise IndexError(f"there is no position {index}: there are {len(self)}")
            return self._taken(slice(place, place + 1)).boards()[0]
        return self._taken(index if isinstance(index, slice) else np.asarray(index))

    def __setitem__(self, index: int | slice | Sequence[int] | Array, positions: Self) -> None:
        """Put other positions of the same rules in the place of some, such as new games for those that are over.

        Raises
        ------
        ArgumentError
            If rules or history differ, or an array cannot be written.
        """
        if not isinstance(positions, BoardArrays):
            raise ArgumentError(f"Boards are wanted, not {type(positions).__name__}")
        positions._check_fits(self, "the new positions")
        self._check_writable()
        for name in FIELDS:
            getattr(self, name)[index] = getattr(positions, name)

    def copy(self) -> Self:
        """The same positions in memory of their own."""
        return self._of(self.rules, {name: getattr(self, name).copy() for name in FIELDS}, self.history.shape[1])

    def flip(self) -> Self:
        """The positions seen from the other side, as `Board.flip` has them; counts and histories stay."""
        tables = self._tables
        last = np.uint16(tables.squares + 1)
        changed: dict[str, Array] = {name: getattr(self, name).copy() for name in FIELDS}
        for name in ("bitboards", "taken"):
            changed[name] = turned(changed[name], tables.squares, tables.units)
        changed["turns"] ^= 1
        for name, columns in (("king_moves", slice(0, None, 2)), ("chains", slice(0, 3))):
            squares = changed[name][:, columns]
            changed[name][:, columns] = np.where(squares, last - squares, 0)
        origins, targets = self.history >> 8, self.history & 255
        changed["history"] = np.where(self.history, last - origins << 8 | last - targets, 0).astype(np.uint16)
        return self._of(self.rules, changed, self.history.shape[1])

    def __eq__(self, other: object) -> bool:
        """Whether rules, positions, counts and histories are all the same."""
        if not isinstance(other, BoardArrays):
            return NotImplemented
        return self.rules == other.rules and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in FIELDS
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.rules.name}>"

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        return self._of, (self.rules, self.arrays(), self.history.shape[1])

    # For subclasses

    def _taken(self, index: slice | Array) -> Self:
        chosen = {name: np.ascontiguousarray(getattr(self, name)[index]) for name in FIELDS}
        return self._of(self.rules, chosen, self.history.shape[1])

    def _addresses(self) -> dict[str, Array | int]:
        """The arrays by the kernel's words."""
        return {
            "BITBOARDS": self.bitboards,
            "TURNS": self.turns,
            "PLIES_PLAYED": self.plies,
            "COUNTERS": self.counts,
            "KING_COUNTS": self.king_moves,
            "CALM": self.calm,
            "PAST": self.history,
            "PAST_SIZE": self.history.shape[1],
            "CHAINS": self.chains,
            "TAKEN": self.taken,
        }

    def _check_fits(self, other: BoardArrays, what: str) -> None:
        if self.rules != other.rules:
            raise ArgumentError(f"{what}: the rules are {self.rules.name}, not {other.rules.name}")
        if self.history.shape[1] != other.history.shape[1]:
            sizes = f"{self.history.shape[1]} plies, not {other.history.shape[1]}"
            raise ArgumentError(f"{what}: the history remembers {sizes}")

    def _check_writable(self) -> None:
        for name in FIELDS:
            if not getattr(self, name).flags.writeable:
                raise ArgumentError(f"{name} is an array that cannot be written")


def _history(tables: BatchTables, wanted: int | None) -> int:
    """The plies to remember: a power of two, so that a ply finds its place."""
    if wanted is None:
        return tables.history
    size = as_whole(wanted, "history", 0, MOST_HISTORY)
    if size & (size - 1):
        raise ArgumentError(f"history must be 0 or a power of two up to {MOST_HISTORY}, not {size}")
    return size
