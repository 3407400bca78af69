"""The words of the kernel vocabulary that endgame tables need: places in their memory, and what a value means.

The *value* of a position is a number: 0 is a draw, else it is one more than the plies to the end. A position in which
the side to move has no move has value 1, whoever wins by it; so values of positions that the side to move has won are
even and those of lost ones odd, or the other way round where having no move wins. Tables without distances know no
values but 0, 1 and 2.
"""

from __future__ import annotations

from itertools import accumulate

__all__ = [
    "BLOCK",
    "DIRECTORY_SIZE",
    "ENDGAME_SIZE",
    "ENDGAME_WORDS",
    "FILLED",
    "LITERALS",
    "MOST_IN_GROUP",
    "NOT_QUIET",
    "NO_POSITION",
    "TASK_SIZE",
]


def _places(sizes: dict[str, int]) -> dict[str, int]:
    """The place of each, one behind the other; and of their end, under an empty name."""
    return dict(zip([*sizes, ""], accumulate(sizes.values(), initial=0), strict=True))


#: The most men, or kings, of one side; material is a number of three bits for each of the four.
MOST_IN_GROUP = 7
DIRECTORY_SIZE = 1 << 12

#: Positions in a block of a packed slice, and in a byte of it.
BLOCK = 2560
PACKED = 5
#: Bytes below this are `PACKED` values, the first one most significant; those above are runs.
LITERALS = 3**PACKED
#: How many bytes' worth of one value a run has, for each value.
FILLED = (2, 8, 32, 128)

#: The value where pieces stand on each other, and the count of quiet moves where a capture has to be made.
NO_POSITION = 0xFFFF
NOT_QUIET = 255

#: Places of the tables' memory, which all threads share.
_ENDGAMES = _places(
    {
        "DISTANCES": 1,
        "LOST": 1,
        "MOST_KNOWN": 1,
        "RUN_LENGTHS": 1,
        "RUN_VALUES": 1,
        "BINOMIALS": 8 * 129,
        "DIRECTORY": DIRECTORY_SIZE,
    }
)
ENDGAME_SIZE = _ENDGAMES.pop("")

#: Places of a slice's record, which the directory leads to.
_SLICE = _places(
    {"SLICE_KIND": 1, "SLICE_DATA": 1, "SLICE_BLOCKS": 1, "THEIR_MEN": 1, "OUR_KINGS": 1, "THEIR_KINGS": 1}
)
_SLICE.pop("")

#: Places of a slice that is being worked on, and of the one before it, whose moves lead here.
_TASK = _places(
    {
        "TASK_THEIR_MEN": 1,
        "TASK_OUR_KINGS": 1,
        "TASK_THEIR_KINGS": 1,
        "SETS": 4,
        "TURNED": 4,
        "VALUES": 1,
        "QUIET_COUNTS": 1,
        "BEFORE_THEIR_MEN": 1,
        "BEFORE_OUR_KINGS": 1,
        "BEFORE_THEIR_KINGS": 1,
        "BEFORE_VALUES": 1,
        "BEFORE_QUIET_COUNTS": 1,
        "FOUND": 1,
        "FOUND_COUNT": 1,
        "LATE": 1,
        "LATE_COUNT": 1,
    }
)
TASK_SIZE = _TASK.pop("")

#: The words by name.
ENDGAME_WORDS = {
    **_ENDGAMES,
    **_SLICE,
    **_TASK,
    "BLOCK": BLOCK,
    "PACKED_IN_BYTE": PACKED,
    "NO_POSITION": NO_POSITION,
    "NOT_QUIET": NOT_QUIET,
    # How a slice lies in memory.
    "BYTES": 0,
    "SHORTS": 1,
    "PACKED": 2,
    # No value: there is no table. A score that is better than every other one.
    "UNKNOWN": -1,
    "FAR": 1 << 17,
}
