"""An opponent and analyst for every rule set: one search, which knows no variant by name.

>>> from draughts import Board, engine
>>> result = engine.Engine().search(Board.from_fen("W:WK1,K2:BK32"), depth=9)
>>> result.move in Board.from_fen("W:WK1,K2:BK32").legal_moves, result.depth
(True, 9)

May be imported: what is listed here. Imports `game`, `kernel` and the rooms below.
"""

from __future__ import annotations

from draughts.engine.engine import Engine
from draughts.engine.result import Line, SearchResult

__all__ = ["Engine", "Line", "SearchResult"]
