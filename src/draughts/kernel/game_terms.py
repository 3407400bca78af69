"""The terms in which the kernel speaks of games in text: places, statuses and limits."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ANSWER", "AT", "BETWEEN", "BLOCKED", "CELLS", "DONE", "END", "FEN_TAG", "FIRST", "GAME_TYPE_TAG", "KINGS", "NAMED",
    "NEXT", "OPP", "OWN", "PLIES", "RESULT", "RESULT_TAG", "SHORT", "TURN", "UNUSUAL", "USED", "VARIANT_TAG", "WORDS",
    "WRONG",
]  # fmt: skip

#: What an answer holds, by place: where the game's text ends, the next game begins, and its result stands; where the
#: values of some tags begin and end, or -1; where its first move is, and how many numbers its moves take; the plies
#: made, and whether the side to move is blocked; the move in doubt, and the position before it.
(
    END, NEXT, RESULT,
    RESULT_TAG, _, FEN_TAG, _, GAME_TYPE_TAG, _, VARIANT_TAG, _,
    FIRST, USED, PLIES, BLOCKED, AT, TURN, OWN, OPP, KINGS,
) = ANSWER = range(20)  # fmt: skip

#: The status: the game was replayed to its result; a move is not legal, or not alone; there is something unusual; the
#: text ends before the game.
DONE, WRONG, UNUSUAL, SHORT = range(4)

#: Numbers that the moves of a game may take: three a move and one more for each square.
CELLS = 1 << 15
#: Where, in a table of squares, those that are named begin, and the squares between two others.
NAMED, BETWEEN = 256, 512


class _Tag(NamedTuple):
    """A tag whose value is asked for: its name as a number, and where the answer has its value."""

    letters: int
    place: int


#: The words of the kernel vocabulary that this is about.
WORDS: dict[str, object] = {
    "OUT_END": END,
    "OUT_NEXT": NEXT,
    "OUT_RESULT": RESULT,
    "OUT_FIRST": FIRST,
    "OUT_USED": USED,
    "OUT_PLIES": PLIES,
    "OUT_BLOCKED": BLOCKED,
    "OUT_AT": AT,
    "OUT_TURN": TURN,
    "OUT_OWN": OWN,
    "OUT_OPP": OPP,
    "OUT_KINGS": KINGS,
    "DONE": DONE,
    "WRONG": WRONG,
    "UNUSUAL": UNUSUAL,
    "SHORT": SHORT,
    "CELLS": CELLS,
    "NAMED": NAMED,
    "BETWEEN": BETWEEN,
    "MOST_TAGS": 64,
    "MOST_NAME": 64,
    "MOST_VALUE": 1000,
    "MOST_STEPS": 15,
    "TAGS": tuple(
        _Tag(int.from_bytes(name, "big"), place)
        for name, place in (
            (b"Result", RESULT_TAG),
            (b"FEN", FEN_TAG),
            (b"GameType", GAME_TYPE_TAG),
            (b"Variant", VARIANT_TAG),
        )
    ),
}
