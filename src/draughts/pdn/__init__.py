"""Portable draughts notation: reading games, checking them and writing them.

>>> from draughts import pdn
>>> [report.ok for report in pdn.validate("1. 11-15 23-19 1-0   1. 11-18 0-1")]
[True, False]

May be imported: what is listed here, and modules by `cli`, `viewer` and `terminal`. Imports `game` and the rooms below.
"""

from __future__ import annotations

from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.lexer import tokenize
from draughts.pdn.parser import loads, read
from draughts.pdn.records import GameRecord, MoveCell, PlainGame, RulesSource, Tag, Variation
from draughts.pdn.repairs import Repair, repairs
from draughts.pdn.reports import Fault, FaultKind, GameReport
from draughts.pdn.results import Outcome, outcome_of, winner_of
from draughts.pdn.tokens import Token, TokenKind
from draughts.pdn.validation import validate
from draughts.pdn.writer import dump, dumps

__all__ = [
    "Deviation",
    "DeviationKind",
    "Fault",
    "FaultKind",
    "GameRecord",
    "GameReport",
    "MoveCell",
    "Outcome",
    "PlainGame",
    "Repair",
    "RulesSource",
    "Tag",
    "Token",
    "TokenKind",
    "Variation",
    "dump",
    "dumps",
    "loads",
    "outcome_of",
    "read",
    "repairs",
    "tokenize",
    "validate",
    "winner_of",
]
