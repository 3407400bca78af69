"""`DataSet`: what a data set holds, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from draughts.batch import Boards
from draughts.errors import ArgumentError
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FIELDS", "NO_SCORE", "DataSet"]

#: The score of a position that none is known of.
NO_SCORE = -(1 << 31)

#: The arrays by name, and what their elements are.
FIELDS: dict[str, type[np.generic]] = {
    "games": np.uint32,
    "plies": np.uint32,
    "turns": np.uint8,
    "bitboards": np.uint64,
    "king_moves": np.uint16,
    "choices": np.uint16,
    "actions": np.int32,
    "origins": np.uint8,
    "destinations": np.uint8,
    "captured": np.uint64,
    "results": np.int8,
    "scores": np.int32,
}


@dataclass(frozen=True, eq=False, slots=True)
class DataSet:
    """Positions of games, each with the move that was made in it and what became of the game: N rows.

    Rows are in the order of the games, and in each game in the order of the plies.

    Attributes
    ----------
    rules : Rules
        The rules of all games.
    games : ndarray of uint32, shape (N,)
        The number of the game, counted from 0.
    plies : ndarray of uint32, shape (N,)
        Plies that were played before, from the first position of the game.
    turns : ndarray of uint8, shape (N,)
        The side to move: 0 Black, 1 White.
    bitboards : ndarray of uint64, shape (N, 4) or (N, 4, 2)
        The men and the kings of the side to move, the men and the kings of the opponent, as in `Boards`: bit 0 is
        square 1. On boards of more than 64 squares each set is two numbers, the low one first.
    king_moves : ndarray of uint16, shape (N, 4) or (N, 0)
        As in `Boards`: what a limit on king moves has counted, where the rules have one.
    choices : ndarray of uint16, shape (N,)
        The move that was made, as its place in `Board.legal_moves`: what `Boards.play` takes.
    actions : ndarray of int32, shape (N,)
        The same as `Move.action`; -1 for a capture of several pieces that has no number of its own.
    origins, destinations : ndarray of uint8, shape (N,)
        Its squares in the variant's numbering.
    captured : ndarray of uint64, shape (N,) or (N, 2)
        The pieces that it takes, as a set of squares.
    results : ndarray of int8, shape (N,)
        The result of the game for the side to move: 1 won, 0 drawn or stopped at the most plies, -1 lost.
    scores : ndarray of int32, shape (N,)
        What a search found for the side to move, in hundredths of a man; `NO_SCORE` where nothing was searched.
    """

    rules: Rules
    games: NDArray[np.uint32]
    plies: NDArray[np.uint32]
    turns: NDArray[np.uint8]
    bitboards: NDArray[np.uint64]
    king_moves: NDArray[np.uint16]
    choices: NDArray[np.uint16]
    actions: NDArray[np.int32]
    origins: NDArray[np.uint8]
    destinations: NDArray[np.uint8]
    captured: NDArray[np.uint64]
    results: NDArray[np.int8]
    scores: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.turns)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name."""
        return {name: getattr(self, name) for name in FIELDS}

    def boards(self) -> Boards:
        """The positions, whose arrays are not copied. Each is the beginning of a game to draw rules: no history."""
        return Boards.from_arrays(
            self.rules,
            self.bitboards,
            self.turns,
            plies=self.plies,
            king_moves=self.king_moves,
            history=0,
            check=False,
        )

    @classmethod
    def of_choices(
        cls,
        boards: Boards,
        choices: NDArray[Any],
        games: NDArray[Any],
        plies: NDArray[Any],
        winners: NDArray[Any],
        scores: NDArray[Any] | None = None,
    ) -> DataSet:
        """The rows of positions in which moves were made.

        Parameters
        ----------
        boards : Boards
            The positions.
        choices : ndarray
            Places in `Board.legal_moves`.
        games, plies : ndarray
            Their games, and the plies before.
        winners : ndarray
            Who won their games: 0 Black, 1 White, -1 nobody.
        scores : ndarray, optional
            What is known of them.
        """
        moves = boards.legal_moves()
        at = moves.offsets[:-1] + choices
        known = np.full(len(boards), NO_SCORE) if scores is None else scores
        values = {
            "games": games,
            "plies": plies,
            "turns": boards.turns,
            "bitboards": boards.bitboards,
            "king_moves": boards.king_moves,
            "choices": choices,
            "actions": moves.actions[at],
            "origins": moves.origins[at],
            "destinations": moves.destinations[at],
            "captured": moves.captured[at],
            "results": np.where(winners < 0, 0, np.where(winners == boards.turns, 1, -1)),
            "scores": known,
        }
        return cls(boards.rules, **{name: values[name].astype(kind) for name, kind in FIELDS.items()})

    def taken(self, index: NDArray[Any]) -> DataSet:
        """The rows of these numbers, or of a mask."""
        return DataSet(self.rules, **{name: array[index] for name, array in self.arrays().items()})

    @staticmethod
    def joined(parts: Sequence[DataSet]) -> DataSet:
        """The rows of several data sets of the same rules, at least one, one behind the other."""
        together = {name: np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS}
        return DataSet(parts[0].rules, **together)

    @staticmethod
    def checked(rules: Rules, arrays: Mapping[str, NDArray[Any]]) -> DataSet:
        """The data set of arrays that may hold anything.

        Raises
        ------
        ArgumentError
            If an array has another type or shape, or they hold no moves in positions; the message names the row.
        """
        number = len(arrays["turns"]) if arrays["turns"].ndim else 0
        for name, kind in FIELDS.items():
            array = arrays[name]
            if array.dtype != np.dtype(kind) or array.shape[:1] != (number,):
                raise ArgumentError(f"{name} is an array of {array.dtype} and shape {array.shape}, for {number} rows")
        data = DataSet(rules, **{name: np.ascontiguousarray(arrays[name]) for name in FIELDS})
        boards = Boards.from_arrays(
            rules, data.bitboards, data.turns, plies=data.plies, king_moves=data.king_moves, history=0
        )
        _refuse(data.choices >= boards.legal_counts(), "choices has no move of the position")
        again = DataSet.of_choices(
            boards, data.choices, data.games, data.plies, np.full(number, -1, np.int8), data.scores
        )
        for name in ("actions", "origins", "destinations", "captured"):
            found, right = getattr(data, name), getattr(again, name)
            if found.shape != right.shape:
                raise ArgumentError(f"{name} has the shape {found.shape}, not {right.shape}")
            differ = (found != right).reshape(number, -1).any(axis=1)
            _refuse(differ, f"{name} is not that of the move in choices")
        _refuse(np.abs(data.results) > 1, "results is not 1, 0 or -1")
        return data


def _refuse(wrong: NDArray[np.bool_], reason: str) -> None:
    rows = np.flatnonzero(wrong)
    if rows.size:
        raise ArgumentError(f"row {rows[0]}: {reason}")
