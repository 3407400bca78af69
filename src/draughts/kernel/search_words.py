"""The words of the kernel vocabulary that a search needs: places in its memory, sizes, and scores."""

from __future__ import annotations

from itertools import accumulate

from draughts.kernel.records import FIELDS
from draughts.kernel.scratch import FIRST_RECORD

__all__ = [
    "MOST_BEFORE",
    "MOST_PLIES",
    "MOST_RULES",
    "PATTERN_SIZE",
    "RULE_PLACES",
    "SEARCH_PLACES",
    "SEARCH_STACK",
    "SEARCH_WORDS",
    "STOPPED_BY_LIMIT",
    "TABLE_WON",
    "WON",
]

#: The score of a position that is won at once.
WON = 32000
#: The score of a position that tables without distances say is won, less the plies to it.
TABLE_WON = 30000
#: The most plies from the root, the most positions before it that are remembered, and the most draw rules counted.
MOST_PLIES = 96
MOST_BEFORE = 256
MOST_RULES = 12
#: Units that the moves of one position may take on the stack.
_ROOM = 1 << 13
#: Units of a line of moves: their number, then a record of up to three units for each.
_LINE = 1 + 3 * (MOST_PLIES + 1)
#: Squares of a pattern.
PATTERN_SIZE = 8
#: Why a search has stopped besides being told so: a position has more capture routes than are followed.
STOPPED_BY_LIMIT = 2


def _places(first: int, sizes: dict[str, int]) -> dict[str, int]:
    """The place of each, one behind the other; and of their end, under an empty name."""
    return dict(zip([*sizes, ""], accumulate(sizes.values(), initial=first), strict=True))


#: What a record says of a draw rule, in units from its beginning.
RULE_PLACES = _places(
    0,
    {
        "RULE_KIND": 1,
        "RULE_PLIES": 1,
        "RULE_RESETS": 1,
        "RULE_REPLACES": 1,
        "RULE_UNLESS_CAPTURE": 1,
        "RULE_FEWEST": 1,
        "RULE_MOST": 1,
        "RULE_STRONG_ON": 2,
        "RULE_WEAK_ON": 2,
        "RULE_STRONG": 64,
        "RULE_WEAK": 64,
    },
)
_RULE = RULE_PLACES.pop("")

#: Places of a search in scratch memory, behind those of the generator.
SEARCH_PLACES = _places(
    FIRST_RECORD,
    {
        "NODES": 1,
        "NODE_LIMIT": 1,
        "STOPPED": 1,
        "DEEPEST": 1,
        "TABLE": 1,
        "MASK": 1,
        "AGE": 1,
        "BEFORE": 1,
        "KING_LIMIT": 1,
        "BLOCKED_LOSES": 1,
        "FEW": 1,
        "ENDGAMES": 1,
        "ENDGAME_PIECES": 1,
        "ENDGAME_MEASURE": 1,
        "RULE_COUNT": 1,
        "RULES": MOST_RULES * _RULE,
        "FRAMES": (MOST_PLIES + 2) * (MOST_RULES + 1),
        "WEIGHTS": 32,
        "PIECE_SHARE": 1,
        "HAS_PATTERNS": 1,
        "PATTERN_TABLE": 1,
        "TERNARY": 1 << PATTERN_SIZE,
        "KILLERS": 2 * (MOST_PLIES + 1),
        "HISTORY": 2 << 12,
        "KEYS": MOST_BEFORE + MOST_PLIES + 2,
        "LINES": (MOST_PLIES + 2) * _LINE,
    },
)
#: Where the stack of moves begins.
SEARCH_STACK = SEARCH_PLACES.pop("")

#: The words by name.
SEARCH_WORDS = {
    **SEARCH_PLACES,
    **RULE_PLACES,
    "RULE": _RULE,
    "FRAME": MOST_RULES + 1,
    "LINE": _LINE,
    "ROOM": _ROOM,
    "MOST_PLIES": MOST_PLIES,
    "STOPPED_BY_LIMIT": STOPPED_BY_LIMIT,
    "WON": WON,
    "TABLE_WON": TABLE_WON,
    "NO_SCORE": 1 << 20,
    # The bits of a move's info, without its rank.
    "INFO": (1 << FIELDS["INFO_BITS"]) - 1,
    # What the table knows of a score: it is at least that, at most that, or both.
    "LOWER": 1,
    "UPPER": 2,
    "EXACT": 3,
    # Kinds of draw rules; a fourth is that of lone kings.
    "QUIET_PLAY": 0,
    "MATERIAL": 1,
    "PIECE_COUNT": 2,
    "LONE_KINGS": 3,
    # What a ply was.
    "CAPTURED": 1,
    "MAN_MOVED": 2,
    "PROMOTED": 4,
    "UNDOABLE": 8,
    # The weights of the evaluation.
    "WEIGHT_MAN": 0,
    "WEIGHT_KING": 1,
    "WEIGHT_MOVE": 2,
    "WEIGHT_TURN": 3,
    "WEIGHT_INTERIOR": 4,
    "WEIGHT_OPPOSITION": 5,
    "WEIGHT_ROWS": 6,
}
