"""Positions as values: boards, moves, their spellings, FEN, and why a text is no legal move.

May be imported: every module. Imports `kernel`, `rules`, `support` and `errors`; a notebook's picture comes from `svg`.
"""
