"""The terms in which `_movetext` answers; apart from it, because that module loads numba."""

from __future__ import annotations

__all__ = [
    "ANSWER", "AT", "BLOCKED", "DONE", "END", "FEN_TAG", "FIRST", "GAME_TYPE_TAG", "KINGS", "NEXT", "OPP", "OWN",
    "PLIES", "RESULT", "RESULT_TAG", "SHORT", "TAGS", "TURN", "UNUSUAL", "USED", "VARIANT_TAG", "WRONG",
]  # fmt: skip

#: What an answer holds, by place: where the game's text ends, the next game begins, and its result stands; where the
#: values of some tags begin and end, or -1; where its first move is, and how many numbers its moves take; the plies
#: made, and whether the side to move is blocked; the move in doubt, and the position before it.
(
    END, NEXT, RESULT,
    RESULT_TAG, _, FEN_TAG, _, GAME_TYPE_TAG, _, VARIANT_TAG, _,
    FIRST, USED, PLIES, BLOCKED, AT, TURN, OWN, OPP, KINGS,
) = ANSWER = range(20)  # fmt: skip
#: The tags whose values are asked for.
TAGS = {"Result": RESULT_TAG, "FEN": FEN_TAG, "GameType": GAME_TYPE_TAG, "Variant": VARIANT_TAG}
#: The status: the game was replayed to its result; a move is not legal, or not alone; there is something unusual; the
#: text ends before the game.
DONE, WRONG, UNUSUAL, SHORT = range(4)
