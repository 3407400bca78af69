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
from draughts.acts import Act, ActKind
from draughts.board import Board, LegalMoves
from draughts.clocks import Clock, Expiry, Period, TimeControl
from draughts.counters import DrawStatus
from draughts.draws import (
    DrawRule,
    Force,
    LoneKings,
    MaterialLimit,
    NoProgress,
    Offers,
    PieceCountLimit,
    Repetition,
    Reset,
)
from draughts.errors import (
    AmbiguousMoveError,
    CaptureLimitError,
    DraughtsError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    FenError,
    GameStateError,
    IllegalMoveError,
    PdnError,
    ProtocolError,
    RulesError,
    SavedGameError,
)
from draughts.explanation import Explanation, Reason
from draughts.game import Game
from draughts.geometry import Corner, Geometry, Squares
from draughts.move import Move
from draughts.presets import (
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
from draughts.result import Result, ResultReason
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
from draughts.stepwise import MoveEntry

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
    "Act",
    "ActKind",
    "AmbiguousMoveError",
    "Board",
    "CaptureLimitError",
    "CapturePriority",
    "Clock",
    "Color",
    "Corner",
    "Direction",
    "DraughtsError",
    "DrawRule",
    "DrawStatus",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Expiry",
    "Explanation",
    "FenError",
    "Force",
    "Game",
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
    "MoveEntry",
    "NoProgress",
    "Notation",
    "Offers",
    "PdnError",
    "Period",
    "Piece",
    "PieceCountLimit",
    "PieceType",
    "Promotion",
    "ProtocolError",
    "PublishedTable",
    "Reason",
    "Removal",
    "Repetition",
    "Reset",
    "Result",
    "ResultReason",
    "ResultStyle",
    "Rules",
    "RulesError",
    "SavedGameError",
    "Squares",
    "TimeControl",
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
