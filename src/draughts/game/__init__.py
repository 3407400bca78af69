"""A board with a history: results, draw counting, offers, clocks, saved games, the seam to players.

May be imported: every module. Imports `position` and the rooms below; `Game.to_pdn` asks `pdn`.
"""
