"""Portable draughts notation: reading games and checking them.

>>> from draughts import pdn
>>> [report.ok for report in pdn.validate("1. 11-15 23-19 1-0   1. 11-18 0-1")]
[True, False]
"""

from __future__ import annotations

from draughts.pdn.deviations import Deviation, DeviationKind
from draughts.pdn.reader import loads, read
from draughts.pdn.records import GameRecord, MoveCell, Tag, Variation
from draughts.pdn.tokens import Token, TokenKind, tokenize
from draughts.pdn.validation import Fault, FaultKind, GameReport, validate

__all__ = [
    "Deviation",
    "DeviationKind",
    "Fault",
    "FaultKind",
    "GameRecord",
    "GameReport",
    "MoveCell",
    "Tag",
    "Token",
    "TokenKind",
    "Variation",
    "loads",
    "read",
    "tokenize",
    "validate",
]
