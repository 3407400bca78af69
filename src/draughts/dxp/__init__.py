"""DamExchange (DXP): games between two programs over TCP.

>>> from draughts import INTERNATIONAL, dxp
>>> dxp.parse_telegram("M0012061100")
MoveMade(seconds=12, origin=6, destination=11, captured=())

May be imported: what is listed here. Imports `transport`, `game` and the rooms below.
"""

from __future__ import annotations

from draughts.dxp.game import DxpGame, Ending
from draughts.dxp.link import PORT, DxpLink, listen
from draughts.dxp.messages import (
    AcceptCode,
    BackAccept,
    BackRequest,
    Chat,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    OtherVersion,
    Telegram,
    format_telegram,
    parse_telegram,
    read_telegram,
)
from draughts.dxp.playing import play_game
from draughts.dxp.position import check_squares, read_position, write_position

__all__ = [
    "PORT",
    "AcceptCode",
    "BackAccept",
    "BackRequest",
    "Chat",
    "DxpGame",
    "DxpLink",
    "EndReason",
    "Ending",
    "GameAccept",
    "GameEnd",
    "GameRequest",
    "MoveMade",
    "OtherVersion",
    "Telegram",
    "check_squares",
    "format_telegram",
    "listen",
    "parse_telegram",
    "play_game",
    "read_position",
    "read_telegram",
    "write_position",
]
