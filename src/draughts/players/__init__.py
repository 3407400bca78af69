"""Programs that choose moves, and their names.

May be imported: what is listed here. Imports `hub`, `game` and the rooms below.
"""

from __future__ import annotations

from draughts.game.player import Limits, Player
from draughts.players.random_player import RandomPlayer
from draughts.players.registry import (
    HUMAN,
    PlayerFactory,
    is_built_in,
    is_player_name,
    parse_player,
    register_player,
)

__all__ = [
    "HUMAN",
    "Limits",
    "Player",
    "PlayerFactory",
    "RandomPlayer",
    "is_built_in",
    "is_player_name",
    "parse_player",
    "register_player",
]
