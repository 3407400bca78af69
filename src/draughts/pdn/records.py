"""Games as files have them: tags, moves as text, comments and variations. No move is checked here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from draughts.pdn.diagnostics import Deviation
from draughts.rules.rules import Rules

__all__ = ["GameRecord", "MoveCell", "PlainGame", "RulesSource", "Tag", "Variation"]


class Tag(NamedTuple):
    r"""A tag pair, such as ``[Event "Ayr"]``.

    Attributes
    ----------
    name, value : str
        As in the file; ``\"`` in the value is unescaped.
    line, column : int
        Where it begins, both counted from 1.
    """

    name: str
    value: str
    line: int
    column: int


class MoveCell(NamedTuple):
    """One move as text, with everything that the file says about it.

    Attributes
    ----------
    text : str
        The move as written, but without blanks and with ASCII marks; ``"- -"`` or ``"..."`` for one that the file does
        not know.
    line, column : int
        Where it begins, both counted from 1.
    number : str or None
        The move number before it, such as ``"12."`` or ``"12..."``.
    strengths : tuple of str
        Marks such as ``"!"`` or ``"?!"``, without brackets.
    nags : tuple of int
        Numeric annotations (``$1``). ``*`` behind a move is ``$7``, the only move.
    comments : tuple of str
        Comments after the move.
    variations : tuple of Variation
        Variations in brackets after the move.
    setup : str or None
        A FEN that replaces the position before this move (``/FEN "..."/``).
    """

    text: str
    line: int
    column: int
    number: str | None = None
    strengths: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    setup: str | None = None

    @property
    def is_known(self) -> bool:
        """Whether the file names the move."""
        return self.text[0] not in "-."


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variation:
    """A line in round brackets. Brackets nest without limit, and nothing here recurs.

    Attributes
    ----------
    moves : tuple of MoveCell
        The moves, each with its own variations.
    comments : tuple of str
        Comments before the first move.
    variations : tuple of Variation
        Variations in a bracket that has no move of its own.
    line, column : int
        Where the bracket opens, both counted from 1.
    setup : str or None
        A FEN after the last move.
    """

    moves: tuple[MoveCell, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    line: int = 1
    column: int = 1
    setup: str | None = None

    @property
    def has_only_brackets(self) -> bool:
        """Whether there are variations in it and no move. It stands before the move to which it belongs."""
        return bool(self.variations) and not self.moves

    def __repr__(self) -> str:
        moves = " ".join(cell.text for cell in self.moves[:4])
        return f"Variation({moves}{' ...' if len(self.moves) > 4 else ''})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variation):
            return NotImplemented
        return self is other or _flattened(self) == _flattened(other)

    def __hash__(self) -> int:
        return hash((self.comments, self.line, self.column, tuple(cell.text for cell in self.moves)))

    def __deepcopy__(self, memo: object) -> Variation:
        return self

    def __reduce__(self) -> tuple[Callable[..., Variation], tuple[Any, ...]]:
        return _assembled, (_flattened(self),)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game of a file, as text.

    Attributes
    ----------
    tags : tuple of Tag
        In the order of the file; repeated names are kept.
    moves : tuple of MoveCell
        The main line.
    result : str or None
        What ends the game, as written: a result, ``"*"``, or None where nothing does.
    result_line, result_column : int
        Where that stands; 0 where nothing does.
    comments : tuple of str
        Comments before the first move, those before the tags included.
    variations : tuple of Variation
        Variations of a game without moves.
    setup : str or None
        A FEN after the last move.
    line, last_line : int
        The lines of the file that the game fills, from 1.
    deviations : tuple of Deviation
        Where the text leaves the grammar, in order.

    Examples
    --------
    >>> from draughts.pdn import loads
    >>> record = loads('[Event "Ayr"] 1. 11-15 23-19 {Fourteenth} 2. 8-11 1/2-1/2')[0]
    >>> record.tag("Event"), record.result, [cell.text for cell in record.moves]
    ('Ayr', '1/2-1/2', ['11-15', '23-19', '8-11'])
    >>> record.moves[1].comments, record.moves[2].number
    (('Fourteenth',), '2.')
    """

    tags: tuple[Tag, ...] = ()
    moves: tuple[MoveCell, ...] = ()
    result: str | None = None
    result_line: int = 0
    result_column: int = 0
    comments: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    setup: str | None = None
    line: int = 1
    last_line: int = 1
    deviations: tuple[Deviation, ...] = ()

    def find_tag(self, name: str) -> Tag | None:
        """The first tag of this name, or None. Case matters."""
        for tag in self.tags:
            if tag.name == name:
                return tag
        return None

    def tag(self, name: str) -> str | None:
        """The value of the first tag of this name, or None."""
        found = self.find_tag(name)
        return None if found is None else found.value


class RulesSource(Enum):
    """Who says by which rules a game is played."""

    GIVEN = "given"
    """The caller."""
    GAME_TYPE = "GameType tag"
    VARIANT = "Variant tag"
    GUESS = "guess"
    """Nobody: the squares and the moves tell, see `validate`."""


class PlainGame(NamedTuple):
    """A game with nothing unusual in it that was replayed to its result without being read.

    Attributes
    ----------
    text : str
        The game.
    line : int
        The line where it begins.
    rules : Rules
        The rules that it was replayed by.
    source : RulesSource
        Who says so.
    plies : int
        How many there are.
    first : tuple of (int, int)
        Where the rules were guessed, line and column of the first move, which gave them away; else those of the game.
    deviations : tuple of Deviation
        Lines of it that were read in another encoding.
    """

    text: str
    line: int
    rules: Rules
    source: RulesSource
    plies: int
    first: tuple[int, int]
    deviations: tuple[Deviation, ...] = ()


class _Opening(NamedTuple):
    """The opening bracket of a flattened variation."""

    comments: tuple[str, ...]
    line: int
    column: int
    setup: str | None = None


class _Closing(NamedTuple):
    """The closing bracket of a flattened variation."""


def _flattened(variation: Variation) -> list[MoveCell | _Opening | _Closing]:
    """A variation as a flat list: brackets, and moves without their variations."""
    flat: list[MoveCell | _Opening | _Closing] = []
    waiting: list[Iterator[Variation | MoveCell | _Closing]] = [iter((variation,))]
    while waiting:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif isinstance(item, Variation):
            flat.append(_Opening(item.comments, item.line, item.column, item.setup))
            waiting.append(chain(item.variations, item.moves, (_Closing(),)))
        elif isinstance(item, MoveCell):
            flat.append(item._replace(variations=()))
            waiting.append(iter(item.variations))
        else:
            flat.append(item)
    return flat


class _Frame(NamedTuple):
    """A variation that is being put together."""

    opening: _Opening
    moves: list[MoveCell]
    own: list[Variation]
    after_move: list[Variation]

    def end_move(self) -> None:
        if self.after_move:
            self.moves[-1] = self.moves[-1]._replace(variations=tuple(self.after_move))
            self.after_move.clear()


def _assembled(flat: list[MoveCell | _Opening | _Closing]) -> Variation:
    """The variation that a flat list describes."""
    outermost = _Frame(_Opening((), 0, 0), [], [], [])
    frames = [outermost]
    for item in flat:
        if isinstance(item, _Opening):
            frames.append(_Frame(item, [], [], []))
        elif isinstance(item, MoveCell):
            frames[-1].end_move()
            frames[-1].moves.append(item)
        else:
            frame = frames.pop()
            frame.end_move()
            comments, line, column, setup = frame.opening
            made = Variation(tuple(frame.moves), comments, tuple(frame.own), line, column, setup)
            (frames[-1].after_move if frames[-1].moves else frames[-1].own).append(made)
    return outermost.own[0]
