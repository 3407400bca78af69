"""Numbers for moves, as learning programs want them: every legal move of a position has another one.

Numbers are those of the side that moves: Black's squares are turned by 180 degrees first, so that both sides go up the
board and equal moves have equal numbers. Two kinds follow one another:

* *steps*: a square and another one on a line with it. A quiet move is a step, and so is each jump of a capture. Short
  steps come first, so that games with short kings have low numbers.
* *chains*: captures of two pieces and more as a whole, by origin, destination and the set of captured squares. They are
  numbered where pieces jump one square far along diagonals, and the board has no more than `MOST_CHAINS` of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from draughts.rules.geometry import Geometry, PlayableSquares

__all__ = ["MOST_CHAINS", "ActionNumbering", "Chain"]

#: The most chains that are numbered.
MOST_CHAINS = 1 << 15

_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Chain(NamedTuple):
    """A capture of several pieces, as White would make it.

    Attributes
    ----------
    origin, destination : int
        First and last square.
    captured : tuple of int
        The squares of the captured pieces, ascending.
    crowned : bool
        Whether a man becomes a king, under rules by which it may do so on its way; otherwise False.
    """

    origin: int
    destination: int
    captured: tuple[int, ...]
    crowned: bool


class _Tables(NamedTuple):
    steps: tuple[tuple[int, int], ...]
    step_numbers: dict[tuple[int, int], int]
    chains: tuple[Chain, ...]
    chain_numbers: dict[Chain, int]


@dataclass(frozen=True)
class ActionNumbering:
    """The numbers of one rule set's actions; `Rules.actions` has it.

    Attributes
    ----------
    geometry : Geometry
        The board.
    is_short : bool
        Whether no step is longer than a jump over the next square.
    straight : bool
        Whether pieces also move or jump along ranks and files.
    diagonal : bool
        Whether they do so along diagonals.
    passing : bool
        Whether a man may be crowned in the middle of a capture and go on as a king.

    Examples
    --------
    >>> from draughts import AMERICAN, INTERNATIONAL
    >>> AMERICAN.actions.step_count, AMERICAN.actions.count, AMERICAN.actions.has_chains
    (170, 1034, True)
    >>> INTERNATIONAL.actions.step_count, INTERNATIONAL.actions.count, INTERNATIONAL.actions.has_chains
    (570, 570, False)
    """

    geometry: Geometry
    is_short: bool
    straight: bool
    diagonal: bool
    passing: bool

    @property
    def step_count(self) -> int:
        """How many steps there are; they have the numbers below this one."""
        return len(_tables(self).steps)

    @property
    def count(self) -> int:
        """How many numbers there are in all."""
        tables = _tables(self)
        return len(tables.steps) + len(tables.chains)

    @property
    def has_chains(self) -> bool:
        """Whether every whole move has a number. Where captures are not numbered as a whole their steps are."""
        return bool(_tables(self).chains)

    def step(self, origin: int, destination: int, *, turned: bool) -> int | None:
        """The number of a step, or None if the squares are not on a line.

        Parameters
        ----------
        origin, destination : int
            The squares.
        turned : bool
            Whether Black makes the step.
        """
        last = self.geometry.square_count + 1
        ends = (last - origin, last - destination) if turned else (origin, destination)
        return _tables(self).step_numbers.get(ends)

    def chain(
        self, origin: int, destination: int, captured: tuple[int, ...], crowned: bool, *, turned: bool
    ) -> int | None:
        """The number of a capture of several pieces as a whole, or None if it has none; `crowned` as in `Chain`."""
        if turned:
            last = self.geometry.square_count + 1
            captured = tuple(last - square for square in reversed(captured))
            origin, destination = last - origin, last - destination
        return _tables(self).chain_numbers.get(Chain(origin, destination, captured, crowned))

    def squares_of_step(self, number: int, *, turned: bool) -> tuple[int, int]:
        """The squares that the step of a number leaves and reaches."""
        origin, destination = _tables(self).steps[number]
        last = self.geometry.square_count + 1
        return (last - origin, last - destination) if turned else (origin, destination)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Origin and destination of each step, by number, as White makes it."""
        return _tables(self).steps

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The chains; the first has number `step_count`."""
        return _tables(self).chains


@lru_cache(maxsize=64)
def _tables(numbering: ActionNumbering) -> _Tables:
    geometry = numbering.geometry
    steps = tuple(_steps(numbering))
    only_diagonal = geometry.squares is PlayableSquares.DIAGONAL and not numbering.straight
    chains = _chains(geometry, numbering.passing) if numbering.is_short and only_diagonal else ()
    return _Tables(
        steps,
        {ends: number for number, ends in enumerate(steps)},
        chains,
        {chain: number for number, chain in enumerate(chains, len(steps))},
    )


def _steps(numbering: ActionNumbering) -> list[tuple[int, int]]:
    """All steps, the shortest first."""
    geometry = numbering.geometry
    lines = [(direction, 1) for direction in (_DIAGONAL if numbering.diagonal else ())]
    if numbering.straight:
        # On a board of every other square the next one along a rank or file is two away.
        far = 1 if geometry.squares is PlayableSquares.ALL else 2
        lines += [(direction, far) for direction in _STRAIGHT]
    found = []
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        for order, ((down, right), far) in enumerate(lines):
            for distance in range(1, 3 if numbering.is_short else max(geometry.width, geometry.height)):
                target = geometry.at(row + down * far * distance, column + right * far * distance)
                if target is not None:
                    found.append((distance, square, order, target))
    return [(square, target) for _, square, _, target in sorted(found)]


def _chains(geometry: Geometry, passing: bool) -> tuple[Chain, ...]:
    """The captures of two pieces and more that short jumps along diagonals can make; none if there are too many."""
    found: set[tuple[int, int, frozenset[int]]] = set()
    for origin in geometry.numbers:
        open_ends: list[tuple[int, frozenset[int]]] = [(origin, frozenset())]
        while open_ends:
            square, taken = open_ends.pop()
            row, column = geometry.coordinates(square)
            for down, right in _DIAGONAL:
                victim, target = (
                    geometry.at(row + down, column + right),
                    geometry.at(row + 2 * down, column + 2 * right),
                )
                if victim is None or target is None or victim in taken:
                    continue
                further = (origin, target, taken | {victim})
                if further not in found:
                    found.add(further)
                    open_ends.append(further[1:])
                    if len(found) > MOST_CHAINS:
                        return ()
    several = sorted(
        (len(taken), origin, target, tuple(sorted(taken))) for origin, target, taken in found if len(taken) > 1
    )
    chains = [Chain(origin, target, taken, False) for _, origin, target, taken in several]
    if passing:
        chains += [chain._replace(crowned=True) for chain in chains]
    return tuple(chains)
