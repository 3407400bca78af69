"""Programs that choose moves, and their names.

May be imported: what is listed here. Imports `hub`, `engine`, `game` and the rooms below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from draughts.game.player import Decision, Limits, Negotiator, Player, Stoppable, decide
from draughts.players.random_player import RandomPlayer
from draughts.players.registry import (
    HUMAN,
    PlayerFactory,
    is_built_in,
    is_player_name,
    parse_player,
    register_player,
)

if TYPE_CHECKING:  # loads numpy, see `__getattr__`
    from draughts.players.engine_player import EnginePlayer

__all__ = [
    "HUMAN",
    "Decision",
    "EnginePlayer",
    "Limits",
    "Negotiator",
    "Player",
    "PlayerFactory",
    "RandomPlayer",
    "Stoppable",
    "decide",
    "is_built_in",
    "is_player_name",
    "parse_player",
    "register_player",
]


def __getattr__(name: str) -> type[EnginePlayer]:
    """The engine as a player, loaded when it is asked for."""
    if name == "EnginePlayer":
        from draughts.players.engine_player import EnginePlayer

        return EnginePlayer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
