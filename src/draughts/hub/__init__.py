"""The Hub protocol, version 2: engines that are driven, programs that are driven, positions and moves as text.

>>> from draughts import INTERNATIONAL, Board, hub
>>> hub.write_position(Board(INTERNATIONAL).play("32-28"))
'Bbbbbbbbbbbbbbbbbbbbbeeeeeeeweewewwwwwwwwwwwwwwwwww'

May be imported: what is listed here. Imports `transport`, `game` and the rooms below.
"""

from __future__ import annotations

from draughts.hub.blocking import SimpleEngine
from draughts.hub.engine import HubEngine
from draughts.hub.lines import format_message, parse_message
from draughts.hub.listening import listen, serve
from draughts.hub.messages import (
    Done,
    Error,
    Go,
    Id,
    Info,
    Level,
    Message,
    Mode,
    Param,
    Pos,
    SetParam,
    Signal,
    Unknown,
)
from draughts.hub.moves import read_move, read_variation, write_move
from draughts.hub.player import HubPlayer
from draughts.hub.position import read_position, write_position
from draughts.hub.search import Answer, Search
from draughts.hub.server import HubServer
from draughts.hub.task import Adjustable, Reply, Searcher, Task
from draughts.hub.variants import VARIANTS, variant_name, variant_rules

__all__ = [
    "VARIANTS",
    "Adjustable",
    "Answer",
    "Done",
    "Error",
    "Go",
    "HubEngine",
    "HubPlayer",
    "HubServer",
    "Id",
    "Info",
    "Level",
    "Message",
    "Mode",
    "Param",
    "Pos",
    "Reply",
    "Search",
    "Searcher",
    "SetParam",
    "Signal",
    "SimpleEngine",
    "Task",
    "Unknown",
    "format_message",
    "listen",
    "parse_message",
    "read_move",
    "read_position",
    "read_variation",
    "serve",
    "variant_name",
    "variant_rules",
    "write_move",
    "write_position",
]
