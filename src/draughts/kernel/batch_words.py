"""The words of the kernel vocabulary that arrays of positions need: places in the memory of one thread.

Behind the places of a search, whose draw rules these positions are counted by, lie the addresses of the arrays that
`draughts.batch.Boards` holds, those of tables that a rule set's positions share, and those of what is asked for.
"""

from __future__ import annotations

from itertools import accumulate

from draughts.kernel.search_words import SEARCH_STACK

__all__ = ["BATCH_PLACES", "BATCH_STACK", "BATCH_WORDS", "BLACK_TO_MOVE", "MOST_HISTORY", "MOST_REPETITIONS"]

#: The most plies that are remembered for repetitions, and the most rules about them.
MOST_HISTORY = 512
MOST_REPETITIONS = 4

_SIZES = {
    # The arrays of the positions.
    "BITBOARDS": 1,
    "TURNS": 1,
    "PLIES_PLAYED": 1,
    "CALM": 1,
    "PAST": 1,
    "PAST_SIZE": 1,
    "COUNTERS": 1,
    "KING_COUNTS": 1,
    "CHAINS": 1,
    "TAKEN": 1,
    # The tables of the rule set.
    "SPREAD_TABLE": 1,
    "GATHER_TABLE": 1,
    "SQUARE_AT": 1,
    "BIT_AT": 1,
    "TURN_FLIP": 1,
    "ASCENDING": 1,
    "STEP_NUMBERS": 1,
    "CHAIN_TABLE": 1,
    "CHAIN_MASK": 1,
    "PLANE_SQUARES": 1,
    # Draw rules: how many are about repetitions, the occurrences of each, how many counts a position has in all, and a
    # bit for each of those that end the game by themselves.
    "REPETITIONS": 1,
    "REPEATS": MOST_REPETITIONS,
    "COUNTS_SIZE": 1,
    "AUTOMATIC": 1,
    # What is asked for and answered.
    "WANTED_MOVES": 1,
    "PICKED": 1,
    "OFFSETS": 1,
    "ORIGINS": 1,
    "DESTINATIONS": 1,
    "PROMOTIONS": 1,
    "CAPTURES": 1,
    "ACTIONS": 1,
    "ANSWERS": 1,
    "MASK_SIZE": 1,
    "WINNERS": 1,
    "REASONS": 1,
    "LENGTHS": 1,
    # Of the position that is looked at.
    "CHOSEN": 1,
    "CHOSEN_TAKEN": 2,
    "STEPS_BEFORE": 1,
    "RING": 2 * MOST_HISTORY * 6,
}
_PLACES = dict(zip([*_SIZES, ""], accumulate(_SIZES.values(), initial=SEARCH_STACK), strict=True))

#: Where the stack of moves begins.
BATCH_STACK = _PLACES.pop("")
BATCH_PLACES = _PLACES

#: What `draughts.batch.Boards.turns` says of a position in which Black moves; of the other ones it says 1.
BLACK_TO_MOVE = 0

#: The words by name.
BATCH_WORDS = {**BATCH_PLACES, "RING_MASK": 2 * MOST_HISTORY - 1, "NOBODY": -1, "MOVES": BATCH_STACK}
