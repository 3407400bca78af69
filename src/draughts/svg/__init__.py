"""Pictures: boards and games as SVG and PNG.

>>> from draughts import Board, svg
>>> svg.board(Board(), theme="green").startswith("<svg")
True

A notebook shows a `Board` or `Game` this way by itself.

May be imported: what is listed here; `viewer` also imports modules. Imports `game` and the rooms below.
"""

from __future__ import annotations

from draughts.svg.graph import Mark, graph
from draughts.svg.layout import Coordinates
from draughts.svg.pictures import Frame, board, strip
from draughts.svg.raster import to_png
from draughts.svg.shapes import Arrow
from draughts.svg.themes import THEMES, Theme

__all__ = ["THEMES", "Arrow", "Coordinates", "Frame", "Mark", "Theme", "board", "graph", "strip", "to_png"]
