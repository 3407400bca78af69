"""Games to look at in a browser: one HTML page each, which needs no network, with an index of many.

>>> from draughts import pdn, viewer
>>> [record] = pdn.loads("1. 11-15 23-19 2. 8-11 *")
>>> viewer.page(record).startswith("<!DOCTYPE html>")
True

May be imported: what is listed here. Imports `svg`, `pdn` and the rooms below.
"""

from __future__ import annotations

from draughts.viewer.collection import PageFile, collection
from draughts.viewer.page import page

__all__ = ["PageFile", "collection", "page"]
