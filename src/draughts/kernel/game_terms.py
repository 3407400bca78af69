"""The terms in which the kernel speaks of games in text: places, statuses and limits."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ANSWER", "ANSWER_UNITS", "AT", "BETWEEN", "BLOCKED", "CELLS", "DONE", "END", "FEN_TAG", "FIRST", "GAME_TYPE_TAG",
    "KINGS", "MAY_BE_DRAWN", "NAMED", "NEXT", "OCCURRENCES", "OPP", "OWN", "PATIENCE", "PLIES", "QUIET",
    "QUIET_PATIENCE", "RESULT", "RESULT_TAG", "RUN", "SHORT", "TURN", "UNUSUAL", "USED", "VARIANT_TAG", "WORDS",
    "WRONG",
]  # fmt: skip

#: What an answer holds, by place: where the game's text ends, the next game begins, and its result stands; where the
#: values of some tags begin and end, or -1; where its first move is, and how many numbers its moves take; the plies
#: made, and whether the side to move is blocked; the plies since a capture or a move of a man, and since a move that
#: cannot be undone; the balance of pieces (see `PATIENCE`) and the plies since it changed; whether a draw rule may have
#: been fulfilled before the last move; the move in doubt, and the position before it.
(
    END, NEXT, RESULT,
    RESULT_TAG, _, FEN_TAG, _, GAME_TYPE_TAG, _, VARIANT_TAG, _,
    FIRST, USED, PLIES, BLOCKED, QUIET, RUN, BALANCE, SINCE, MAY_BE_DRAWN, AT, TURN, OWN, OPP, KINGS,
) = ANSWER = range(25)  # fmt: skip

#: Behind it are the positions since a move that cannot be undone, three words each; so many of them at most.
_MOST_POSITIONS = 128
ANSWER_UNITS = len(ANSWER) + 3 * _MOST_POSITIONS

#: The status: the game was replayed to its result; a move is not legal, or not alone; there is something unusual; the
#: text ends before the game.
DONE, WRONG, UNUSUAL, SHORT = range(4)

#: Numbers that the moves of a game may take: three a move and one more for each square.
CELLS = 1 << 15
#: Where, in a table of squares, those that are named begin, and the squares between two others.
NAMED, BETWEEN = 256, 512
#: Where that table says when a draw rule may be fulfilled: after how many plies without a change of the *balance*, the
#: number of pieces of the smaller side, with `NO_KINGS` added if a side has no king; after how many without a capture
#: or a move of a man; and with how many occurrences of a position.
PATIENCE = BETWEEN + 64 * 64
_NO_KINGS = 65
QUIET_PATIENCE, OCCURRENCES = PATIENCE + 2 * _NO_KINGS, PATIENCE + 2 * _NO_KINGS + 1


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
    "OUT_QUIET": QUIET,
    "OUT_RUN": RUN,
    "OUT_BALANCE": BALANCE,
    "OUT_SINCE": SINCE,
    "OUT_MAY_BE_DRAWN": MAY_BE_DRAWN,
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
    "PATIENCE": PATIENCE,
    "NO_KINGS": _NO_KINGS,
    "QUIET_PATIENCE": QUIET_PATIENCE,
    "OCCURRENCES": OCCURRENCES,
    "OUT_POSITIONS": len(ANSWER),
    "MOST_POSITIONS": _MOST_POSITIONS,
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
