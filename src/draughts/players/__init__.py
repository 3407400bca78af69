"""Programs that choose moves, and their names.

May be imported: what is listed here. Imports `hub`, `game` and the rooms below.
"""

from __future__ import annotations

from draughts.game.player import Limits, Player
from draughts.players.random_player import RandomPlayer
from draughts.players.registry import PlayerFactory, parse_player, register_player

__all__ = ["Limits", "Player", "PlayerFactory", "RandomPlayer", "parse_player", "register_player"]
