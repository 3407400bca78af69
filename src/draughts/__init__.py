"""Draughts and checkers in every variant: rules, boards, moves, files and perft.

>>> import draughts
>>> board = draughts.Board()
>>> board = board.play("11-15").play("22-18")
>>> [str(move) for move in board.legal_moves]
['15x22']

Importing the package is cheap: numba is loaded once a process has real work for it, see `warm_up`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from draughts.enumeration.perft import PublishedTable, divide, perft, published
from draughts.errors import (
    AmbiguousMoveError,
    ArgumentError,
    CaptureLimitError,
    DraughtsError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    FenError,
    GameStateError,
    IllegalMoveError,
    MissingPackageError,
    PdnError,
    PlayerError,
    ProtocolError,
    RulesError,
    SavedGameError,
    SquareError,
    TablebaseError,
    UnsupportedPythonError,
)
from draughts.game.clocks import Clock
from draughts.game.draw_counting import DrawStatus
from draughts.game.events import EventKind, GameEvent
from draughts.game.game import Game
from draughts.game.result import Result, ResultReason
from draughts.kernel.warm import warm_up
from draughts.position.board import Board, LegalMoves
from draughts.position.explanation import Explanation, Reason
from draughts.position.move import Move
from draughts.position.move_entry import MoveEntry
from draughts.rules.draws import (
    DrawOffers,
    DrawRule,
    LoneKings,
    Material,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    ResetOn,
)
from draughts.rules.geometry import Corner, Geometry, PlayableSquares
from draughts.rules.houses import BARRELHEAD, CHECKERS_BOARD, KLYO, YEEQIA
from draughts.rules.own import load_rules
from draughts.rules.presets import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BRAZILIAN,
    BREAKTHROUGH,
    CANADIAN,
    CZECH,
    FRISIAN,
    FRYSK,
    INTERNATIONAL,
    INTERNATIONAL_GIVEAWAY,
    ITALIAN,
    JAMAICAN,
    KILLER,
    POOL,
    PORTUGUESE,
    RUSSIAN,
    RUSSIAN_GIVEAWAY,
    SPANISH,
    SPANTSIRETTI,
    THAI,
    TURKISH,
)
from draughts.rules.registry import Variant, get_rules, get_variant, register_rules, variants
from draughts.rules.rules import (
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
from draughts.rules.time_control import Expiry, Period, TimeControl
from draughts.support.coming_from import missing
from draughts.support.neighbours import warn_of_strangers
from draughts.support.version import VERSION

if TYPE_CHECKING:  # loaded when they are asked for, see `__getattr__`
    from draughts import batch, datasets, dxp, engine, hub, match, openings, pdn, players, svg, tablebase, viewer

__version__ = VERSION

warn_of_strangers(__path__[0])

_PUBLIC_ROOMS = frozenset(
    {"batch", "datasets", "dxp", "engine", "hub", "match", "openings", "pdn", "players", "svg", "tablebase", "viewer"}
)

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
    "SPANTSIRETTI",
    "THAI",
    "TURKISH",
    "YEEQIA",
    "AmbiguousMoveError",
    "ArgumentError",
    "Board",
    "CaptureLimitError",
    "CapturePriority",
    "Clock",
    "Color",
    "Corner",
    "Direction",
    "DraughtsError",
    "DrawOffers",
    "DrawRule",
    "DrawStatus",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "EventKind",
    "Expiry",
    "Explanation",
    "FenError",
    "Game",
    "GameEvent",
    "GameStateError",
    "Geometry",
    "Goal",
    "IllegalMoveError",
    "KingLanding",
    "KingRange",
    "LegalMoves",
    "LoneKings",
    "Material",
    "MaterialLimit",
    "MissingPackageError",
    "Move",
    "MoveEntry",
    "NoProgress",
    "Notation",
    "PdnError",
    "Period",
    "Piece",
    "PieceCountLimit",
    "PieceType",
    "PlayableSquares",
    "PlayerError",
    "Promotion",
    "ProtocolError",
    "PublishedTable",
    "Reason",
    "Removal",
    "Repetition",
    "ResetOn",
    "Result",
    "ResultReason",
    "ResultStyle",
    "Rules",
    "RulesError",
    "SavedGameError",
    "SquareError",
    "TablebaseError",
    "TimeControl",
    "UnsupportedPythonError",
    "Variant",
    "__version__",
    "batch",
    "datasets",
    "divide",
    "dxp",
    "engine",
    "get_rules",
    "get_variant",
    "hub",
    "load_rules",
    "match",
    "openings",
    "pdn",
    "perft",
    "players",
    "published",
    "register_rules",
    "svg",
    "tablebase",
    "variants",
    "viewer",
    "warm_up",
]


def __getattr__(name: str) -> ModuleType:
    """A public package, such as ``draughts.svg``, loaded at its first use."""
    if name in _PUBLIC_ROOMS:
        return import_module(f"draughts.{name}")
    raise missing("draughts", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_PUBLIC_ROOMS, "errors", *(name for name in globals() if name.startswith("__"))})
