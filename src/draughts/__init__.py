"""Draughts and checkers in every variant: rules, boards, moves, files and perft.

>>> import draughts
>>> board = draughts.Board()
>>> board = board.play("11-15").play("22-18")
>>> [str(move) for move in board.legal_moves]
['15x22']

Importing the package is cheap: numba is loaded once a process has real work for it, see `warm_up`.
"""

from __future__ import annotations

from draughts._perft import PublishedTable, divide, perft, published
from draughts._warm import warm_up
from draughts.board import Board, LegalMoves
from draughts.draws import (
    DrawRule,
    Force,
    LoneKings,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    Reset,
)
from draughts.errors import (
    AmbiguousMoveError,
    CaptureLimitError,
    DraughtsError,
    FenError,
    GameStateError,
    IllegalMoveError,
    PdnError,
    RulesError,
)
from draughts.explanation import Explanation, Reason
from draughts.geometry import Corner, Geometry, Squares
from draughts.move import Move
from draughts.rules import (
    CapturePriority,
    Color,
    Direction,
    Goal,
    KingLanding,
    KingRange,
    Notation,
    Piece,
    PieceType,
    Promotion,
    Removal,
    ResultStyle,
    Rules,
)
from draughts.variants import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BARRELHEAD,
    BRAZILIAN,
    BREAKTHROUGH,
    CANADIAN,
    CHECKERS_BOARD,
    CZECH,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    INTERNATIONAL_GIVEAWAY,
    ITALIAN,
    JAMAICAN,
    KILLER,
    KLYO,
    POOL,
    PORTUGUESE,
    RUSSIAN,
    RUSSIAN_GIVEAWAY,
    SPANISH,
    THAI,
    TURKISH,
    YEEQIA,
    Variant,
    get_rules,
    get_variant,
    variants,
)

__version__ = "0.1.0"

__all__ = [
    "AMERICAN",
    "AMERICAN_GIVEAWAY",
    "ARMENIAN",
    "BARRELHEAD",
    "BRAZILIAN",
    "BREAKTHROUGH",
    "CANADIAN",
    "CHECKERS_BOARD",
    "CZECH",
    "FRISIAN",
    "FRYSK",
    "INTERNATIONAL",
    "INTERNATIONAL_GIVEAWAY",
    "ITALIAN",
    "JAMAICAN",
    "KILLER",
    "KLYO",
    "POOL",
    "PORTUGUESE",
    "RUSSIAN",
    "RUSSIAN_GIVEAWAY",
    "SPANISH",
    "THAI",
    "TURKISH",
    "YEEQIA",
    "AmbiguousMoveError",
    "Board",
    "CaptureLimitError",
    "CapturePriority",
    "Color",
    "Corner",
    "Direction",
    "DraughtsError",
    "DrawRule",
    "Explanation",
    "FenError",
    "Force",
    "GameStateError",
    "Geometry",
    "Goal",
    "IllegalMoveError",
    "KingLanding",
    "KingRange",
    "LegalMoves",
    "LoneKings",
    "MaterialLimit",
    "Move",
    "NoProgress",
    "Notation",
    "PdnError",
    "Piece",
    "PieceCountLimit",
    "PieceType",
    "Promotion",
    "PublishedTable",
    "Reason",
    "Removal",
    "Repetition",
    "Reset",
    "ResultStyle",
    "Rules",
    "RulesError",
    "Squares",
    "Variant",
    "__version__",
    "divide",
    "get_rules",
    "get_variant",
    "perft",
    "published",
    "variants",
    "warm_up",
]
