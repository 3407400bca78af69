"""Rule sets as values: every variant is an instance of `Rules`. The presets are in `variants`."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, fields
from enum import Enum, Flag, auto
from typing import Any, NamedTuple, Self, cast

from draughts.errors import RulesError
from draughts.rules.actions import ActionNumbering
from draughts.rules.draws import DrawRule, NoProgress, Repetition
from draughts.rules.geometry import STANDARD_BOARD, Geometry, PlayableSquares
from draughts.rules.time_control import TimeControl
from draughts.support.show import show_changes

__all__ = [
    "CapturePriority",
    "Color",
    "Direction",
    "Goal",
    "KingLanding",
    "KingRange",
    "Notation",
    "Piece",
    "PieceType",
    "Promotion",
    "Removal",
    "ResultStyle",
    "Rules",
]


class Color(Enum):
    """A side. White sits at the bottom of every diagram; who moves first is `Rules.first_mover`."""

    BLACK = "B"
    WHITE = "W"

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    def __str__(self) -> str:
        return self.name.capitalize()


class PieceType(Enum):
    """A man, or the king that it becomes on the promotion row."""

    MAN = "man"
    KING = "king"

    def __str__(self) -> str:
        return self.value


class Piece(NamedTuple):
    """A piece of one side.

    >>> from draughts import Color, Piece, PieceType
    >>> str(Piece(Color.WHITE, PieceType.KING))
    'White king'
    """

    color: Color
    kind: PieceType

    def __str__(self) -> str:
        return f"{self.color} {self.kind}"


class Direction(Flag):
    """Directions seen by the side that moves; sums of them describe what a piece may do.

    On a board of every other square the four straight directions run along the playable squares of a rank or file, so
    that the next square is two columns or rows away (Frisian captures).
    """

    FORWARD_LEFT = auto()
    FORWARD_RIGHT = auto()
    BACKWARD_LEFT = auto()
    BACKWARD_RIGHT = auto()
    FORWARD = auto()
    BACKWARD = auto()
    LEFT = auto()
    RIGHT = auto()

    DIAGONAL_FORWARD = FORWARD_LEFT | FORWARD_RIGHT
    DIAGONAL = DIAGONAL_FORWARD | BACKWARD_LEFT | BACKWARD_RIGHT
    SIDEWAYS = LEFT | RIGHT
    FORWARD_AND_SIDEWAYS = FORWARD | SIDEWAYS
    STRAIGHT = FORWARD_AND_SIDEWAYS | BACKWARD
    EVERY = DIAGONAL | STRAIGHT


class KingRange(Enum):
    """How far a king moves, and from how far it captures."""

    SHORT = "short"
    """One step; it jumps an adjacent piece and lands right behind it."""
    FLYING = "flying"
    """Any distance over empty squares."""


class KingLanding(Enum):
    """Where a flying king may land behind the piece that it takes."""

    ANY = "any"
    ADJACENT = "adjacent"
    """On the square right behind it only (Thai)."""
    ADJACENT_AFTER_KING = "adjacent after king"
    """As `ANY`, but a capture whose last piece taken is a king ends right behind that king (Killer)."""


class Removal(Enum):
    """When captured pieces leave the board."""

    AFTER_MOVE = "after the move"
    """They stay to the end of the move, block, and cannot be jumped twice (*coup turc*)."""
    IMMEDIATE = "at once"
    """Each leaves as it is jumped; its square is empty for the rest of the move."""


class Promotion(Enum):
    """What happens to a man that reaches the promotion row in the middle of a capture."""

    AT_REST = "at rest"
    """It goes on as a man while it can, and is crowned only if it ends the move there."""
    CONTINUES_AS_KING = "continues as king"
    """It is crowned at once and goes on as a king."""
    ENDS_MOVE = "ends move"
    """It is crowned and the move is over."""


class CapturePriority(Enum):
    """One test between captures; `Rules.capture_priority` applies several in order, each to what the last one left."""

    MOST_PIECES = "most pieces"
    MOST_VALUE = "most value"
    """A king counts a little less than two men (Frisian): two men beat a king, a king beats a man."""
    WITH_KING = "with a king"
    """A capture by a king goes before one by a man."""
    MOST_KINGS = "most kings"
    KINGS_EARLIEST = "kings earliest"
    """Of two captures the one that takes a king first, compared piece by piece (Italian)."""


class Goal(Enum):
    """How a game is won on the board."""

    BLOCK = "block"
    """The side to move that has no legal move, with pieces or without, loses."""
    BE_BLOCKED = "be blocked"
    """The side to move that has no legal move wins (giveaway)."""
    FIRST_KING = "first king"
    """The first side with a king wins; otherwise as `BLOCK` (Breakthrough)."""


class Notation(Enum):
    """How squares are written."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


class ResultStyle(Enum):
    """How results are written. The first number belongs to the side that moves first."""

    DEFAULT = "1-0"
    INTERNATIONAL = "2-0"


#: No name of a variant is longer.
_LONGEST_NAME = 80

_GAME_TYPE = re.compile(r"[0-9A-Za-z, ]{1,40}", re.ASCII)

_MIRRORED = {
    Direction.FORWARD_LEFT: Direction.FORWARD_RIGHT,
    Direction.BACKWARD_LEFT: Direction.BACKWARD_RIGHT,
    Direction.LEFT: Direction.RIGHT,
}


class _Hashed:
    """A place for the hash of a value with many fields; no field itself, so it is neither compared nor pickled."""

    __slots__ = ("_hash",)

    _hash: int


@dataclass(frozen=True, slots=True, repr=False)
class Rules(_Hashed):
    """A rule set. Every field has the value of American checkers by default; `replace` makes variants.

    Attributes
    ----------
    name : str
        Short name, such as ``"american"``.
    geometry : Geometry
        The board and its numbering.
    first_mover : Color
        The side that moves first in the start position.
    men_rows, empty_back_rows : int
        Rows of men a side has at the start, and how many rows behind them are empty.
    start : str or None
        A FEN that replaces that start position.
    man_moves, man_captures, king_moves, king_captures : Direction
        Where each kind of piece may go, seen by its owner.
    king_range : KingRange
        Short or flying kings.
    king_landing : KingLanding
        Where a flying king lands after a jump.
    removal : Removal
        When captured pieces leave the board.
    about_turns : bool
        Whether a capture may turn back by 180 degrees between two jumps.
    promotion : Promotion
        What a man does that reaches the promotion row while capturing.
    men_capture_kings : bool
        Whether men may take kings.
    capture_priority : tuple of CapturePriority
        Tests that choose between captures, in order; empty for a free choice.
    king_move_limit : int or None
        How many quiet moves in succession a side that has men may make with one king (Frisian: 3).
    goal : Goal
        How the game is won.
    draws : tuple of DrawRule
        The draw rules, all counted side by side.
    notation : Notation
        How squares are written.
    capture_separator : str
        Between the squares of a capture: ``"x"``, ``":"`` or ``"-"``.
    game_type : str or None
        PDN's GameType value, in full. `replace` drops it if it changes what is legal, how squares are numbered or
        written, or who begins, as the game is another one then; a new one may be given with the changes.
    result_style : ResultStyle
        How results are written.
    clock : TimeControl or None
        The time that the house gives its players; a `Game` has it unless another is given.
    side_names : tuple of (str, str)
        What players call the sides, `Color.BLACK` first: ``("Red", "White")``. Colours in FEN, PDN and this package's
        enums stay Black and White.

    Raises
    ------
    RulesError
        If two fields contradict each other; the message names them.

    Examples
    --------
    >>> from draughts import AMERICAN, KingRange
    >>> AMERICAN.replace(name="flying american", king_range=KingRange.FLYING)
    Rules(name='flying american', king_range=KingRange.FLYING, game_type=None)
    """

    name: str = "american"
    geometry: Geometry = STANDARD_BOARD
    first_mover: Color = Color.BLACK
    men_rows: int = 3
    empty_back_rows: int = 0
    start: str | None = None
    man_moves: Direction = Direction.DIAGONAL_FORWARD
    man_captures: Direction = Direction.DIAGONAL_FORWARD
    king_moves: Direction = Direction.DIAGONAL
    king_captures: Direction = Direction.DIAGONAL
    king_range: KingRange = KingRange.SHORT
    king_landing: KingLanding = KingLanding.ANY
    removal: Removal = Removal.AFTER_MOVE
    about_turns: bool = True
    promotion: Promotion = Promotion.ENDS_MOVE
    men_capture_kings: bool = True
    capture_priority: tuple[CapturePriority, ...] = ()
    king_move_limit: int | None = None
    goal: Goal = Goal.BLOCK
    draws: tuple[DrawRule, ...] = (Repetition(3), NoProgress(40))
    notation: Notation = Notation.NUMERIC
    capture_separator: str = "x"
    game_type: str | None = "21,B,8,8,N1,0"
    result_style: ResultStyle = ResultStyle.DEFAULT
    clock: TimeControl | None = None
    side_names: tuple[str, str] = ("Black", "White")

    def __post_init__(self) -> None:
        self._check_types()
        self._check_placement()
        self._check_directions()
        self._check_captures()
        if not self.name.strip() or len(self.name) > _LONGEST_NAME or not self.name.isprintable():
            raise RulesError(f"name must be 1 to {_LONGEST_NAME} printable characters, not {self.name[:100]!r}")
        if self.game_type is not None and not _GAME_TYPE.fullmatch(self.game_type):
            raise RulesError(f"game_type must be like '21,B,8,8,N1,0' or None, not {self.game_type[:100]!r}")
        if self.capture_separator not in ("x", ":", "-"):
            raise RulesError(f"capture_separator must be 'x', ':' or '-', not {self.capture_separator!r}")
        if len(self.side_names) != 2 or self.side_names[0] == self.side_names[1]:
            raise RulesError(f"side_names must be two different names, Black's first, not {self.side_names!r}")
        if not all(isinstance(name, str) and name.strip() and name.isprintable() for name in self.side_names):
            raise RulesError(f"side_names must be words such as 'Red', not {self.side_names!r}")

    def side_name(self, color: Color) -> str:
        """What players of this game call a side.

        Examples
        --------
        >>> from draughts import BARRELHEAD, Color
        >>> BARRELHEAD.side_name(Color.BLACK)
        'Red'
        """
        return self.side_names[0 if color is Color.BLACK else 1]

    def piece_name(self, piece: Piece) -> str:
        """A piece in this game's words, such as ``Red man``."""
        return f"{self.side_name(piece.color)} {piece.kind}"

    @property
    def actions(self) -> ActionNumbering:
        """The numbers that moves have for learning programs."""
        every = self.man_moves | self.man_captures | self.king_moves | self.king_captures
        return ActionNumbering(
            self.geometry,
            self.king_range is KingRange.SHORT,
            bool(every & Direction.STRAIGHT),
            bool(every & Direction.DIAGONAL),
            self.promotion is Promotion.CONTINUES_AS_KING,
        )

    @property
    def action_count(self) -> int:
        """How many action numbers there are: those of `Move.action` and `Move.steps` lie below it.

        Examples
        --------
        >>> from draughts import AMERICAN, INTERNATIONAL
        >>> AMERICAN.action_count, INTERNATIONAL.action_count
        (1034, 570)
        """
        return self.actions.count

    def replace(self, **changes: object) -> Self:
        """A copy with some fields changed.

        ``flying_kings=True`` or ``False`` may stand for `king_range`.

        Raises
        ------
        RulesError
            If a name is no field, or if the result makes no sense.

        Examples
        --------
        >>> from draughts import AMERICAN
        >>> AMERICAN.replace(flying_kings=True).king_range
        <KingRange.FLYING: 'flying'>
        """
        if "flying_kings" in changes:
            if "king_range" in changes:
                raise RulesError("flying_kings and king_range say the same thing; give one of them")
            changes["king_range"] = KingRange.FLYING if changes.pop("flying_kings") else KingRange.SHORT
        known = {field.name for field in dataclasses.fields(self)}
        unknown = sorted(set(changes) - known)
        if unknown:
            raise RulesError(f"Rules has no field {', '.join(map(repr, unknown))}; it has {', '.join(sorted(known))}")
        changes = {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
        if "game_type" not in changes and any(
            changes[name] != getattr(self, name) for name in _OF_GAME_TYPE & changes.keys()
        ):
            changes["game_type"] = None
        return dataclasses.replace(self, **cast("dict[str, Any]", changes))

    def __repr__(self) -> str:
        return show_changes(self, "name")

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            value = hash(tuple(getattr(self, field.name) for field in fields(self)))
            object.__setattr__(self, "_hash", value)
            return value

    def _check_types(self) -> None:
        for field, kind in _TYPES.items():
            value = getattr(self, field)
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
                raise RulesError(f"{field} must be {_article(kind)}, not {value!r}")
        for field, kind in (("start", str), ("game_type", str), ("king_move_limit", int), ("clock", TimeControl)):
            value = getattr(self, field)
            if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
                raise RulesError(f"{field} must be {_article(kind)} or None, not {value!r}")
        for field, kind in (("capture_priority", CapturePriority), ("draws", DrawRule)):
            for value in getattr(self, field):
                if not isinstance(value, kind):
                    raise RulesError(f"{field} must hold {kind.__name__} values, not {value!r}")

    def _check_placement(self) -> None:
        if self.men_rows < 1 or self.empty_back_rows < 0:
            raise RulesError(
                f"men_rows must be at least 1 and empty_back_rows at least 0, "
                f"not {self.men_rows} and {self.empty_back_rows}"
            )
        if self.start is None and 2 * (self.men_rows + self.empty_back_rows) > self.geometry.height:
            raise RulesError(
                f"men_rows={self.men_rows} with empty_back_rows={self.empty_back_rows} "
                f"do not fit on a geometry of {self.geometry.height} rows"
            )

    def _check_directions(self) -> None:
        for field in ("man_moves", "man_captures", "king_moves", "king_captures"):
            value: Direction = getattr(self, field)
            if not value:
                raise RulesError(f"{field} must name at least one direction")
            for left, right in _MIRRORED.items():
                if (left in value) != (right in value):
                    raise RulesError(f"{field} must treat left and right alike, not {value!r}")
            if (
                field.endswith("moves")
                and self.geometry.squares is PlayableSquares.DIAGONAL
                and value & Direction.STRAIGHT
            ):
                raise RulesError(
                    f"{field} cannot have straight directions where geometry.squares is DIAGONAL: "
                    f"side neighbours are not played on"
                )
        forward = Direction.DIAGONAL_FORWARD | Direction.FORWARD
        if not self.man_moves & forward:
            raise RulesError("man_moves must have a forward direction, or no man could reach its promotion row")

    def _check_captures(self) -> None:
        if self.king_range is KingRange.SHORT and self.king_landing is not KingLanding.ANY:
            raise RulesError(f"king_landing={self.king_landing.name} needs king_range=FLYING")
        if len(set(self.capture_priority)) != len(self.capture_priority):
            raise RulesError("capture_priority names a test twice")
        if self.king_move_limit is not None and self.king_move_limit < 1:
            raise RulesError(f"king_move_limit must be at least 1 or None, not {self.king_move_limit}")
        tests = [test for test in self.capture_priority if test.name in ("MOST_KINGS", "KINGS_EARLIEST")]
        if tests == [CapturePriority.KINGS_EARLIEST, CapturePriority.MOST_KINGS]:
            raise RulesError("capture_priority KINGS_EARLIEST leaves nothing for MOST_KINGS to decide; name it after")


#: What each field that cannot be None holds.
_TYPES: dict[str, type] = {
    "name": str,
    "geometry": Geometry,
    "first_mover": Color,
    "men_rows": int,
    "empty_back_rows": int,
    "man_moves": Direction,
    "man_captures": Direction,
    "king_moves": Direction,
    "king_captures": Direction,
    "king_range": KingRange,
    "king_landing": KingLanding,
    "removal": Removal,
    "about_turns": bool,
    "promotion": Promotion,
    "men_capture_kings": bool,
    "capture_priority": tuple,
    "goal": Goal,
    "draws": tuple,
    "notation": Notation,
    "capture_separator": str,
    "result_style": ResultStyle,
    "side_names": tuple,
}


#: What PDN's GameType stands for; another value makes it another game.
_OF_GAME_TYPE = frozenset(
    {
        *("geometry", "first_mover", "man_moves", "man_captures", "king_moves", "king_captures", "king_range"),
        *("king_landing", "removal", "about_turns", "promotion", "men_capture_kings", "capture_priority"),
        *("king_move_limit", "goal", "notation"),
    }
)


def _article(kind: type) -> str:
    """A type in words."""
    words = {int: "a whole number", str: "a string", bool: "True or False", tuple: "a tuple"}
    return words.get(kind, f"a {kind.__name__}")
