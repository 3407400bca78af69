"""The terms in which `_movetext` answers; apart from it, because that module loads numba."""

from __future__ import annotations

__all__ = [
    "ANSWER", "AT", "BLOCKED", "DONE", "END", "FIRST", "KINGS", "OPP", "OWN", "PLIES", "RESULT", "SHORT", "TURN",
    "UNUSUAL", "USED", "WRONG",
]  # fmt: skip

#: What an answer holds, by place: where the game and its result are; where its first move is, and how many numbers its
#: moves take; the plies made, and whether the side to move is blocked; the move in doubt, and the position before it.
END, RESULT, FIRST, USED, PLIES, BLOCKED, AT, TURN, OWN, OPP, KINGS = ANSWER = range(11)
#: The status: the game was replayed to its result; a move is not legal, or not alone; there is something unusual; the
#: text ends before the game.
DONE, WRONG, UNUSUAL, SHORT = range(4)
