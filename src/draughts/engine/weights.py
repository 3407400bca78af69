"""What the evaluation counts: weights that were learned, or general ones for rules that nothing was learned for."""

from __future__ import annotations

import json
import math
import zlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from draughts.errors import DraughtsError
from draughts.kernel.movement import movement_of
from draughts.kernel.rule_words import patterns_of
from draughts.kernel.search_words import PATTERN_SIZE
from draughts.position.board import Board
from draughts.rules.registry import get_rules
from draughts.rules.rules import Color, Goal, KingRange, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GENERAL", "Weights", "general_weights", "learned_rules", "read_weights", "weights_for", "write_weights"]

_FORMAT = "draughts-weights-2"
_MAN = 100
_SHORT_KING, _FLYING_KING = 135, 300
#: What the general weights are of, in their order; rows follow.
GENERAL = ("man", "king", "move", "turn", "interior", "opposition")


@dataclass(frozen=True, eq=False)
class Weights:
    """The numbers of one evaluation, in hundredths of a man.

    Attributes
    ----------
    general : array of int, shape (2, 6 + rows)
        With all men on the board, and with none: a man, a king, a move more, the turn, a king off the edge, the
        opposition, then a man on each row from its own side.
    patterns : array of int, shape (2, 2 * windows, 3 ** 8) or None
        The same for the men in each window of the board, then for the kings in each; None if there are none.
    pieces : int
        How many pieces there are at the start.
    """

    general: NDArray[np.int64]
    patterns: NDArray[np.int64] | None
    pieces: int


def packed(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two numbers in one, as the kernel adds them up."""
    both: NDArray[np.int64] = numbers[0] + (numbers[1] << 32)
    return both


def general_weights(rules: Rules) -> Weights:
    """Material, rows and a little mobility, for rules that nothing was learned for."""
    height = rules.geometry.height
    king = _FLYING_KING if rules.king_range is KingRange.FLYING else _SHORT_KING
    if rules.goal is Goal.BE_BLOCKED:
        # Fewer pieces are better, and moves are worth more.
        numbers = [-_MAN, -_MAN, 8, 0, 0, 0, *([0] * height)]
    else:
        steep = 4 if rules.goal is Goal.FIRST_KING else 1
        rows = (steep * (row * row * 24 // (height * height) + (4 if row == 0 else 0)) for row in range(height))
        numbers = [_MAN, king, 2, 4, 5, 0, *rows]
    return Weights(np.array([numbers, numbers], np.int64), None, _pieces(rules))


@lru_cache(maxsize=64)
def weights_for(rules: Rules) -> Weights:
    """The best weights for a rule set: learned ones, if there are some for rules with the same moves and goal.

    Examples
    --------
    >>> from draughts import RUSSIAN
    >>> from draughts.engine.weights import weights_for
    >>> weights_for(RUSSIAN).patterns.shape
    (2, 18, 6561)
    """
    for preset in learned_rules():
        if (movement_of(preset), preset.goal) == (movement_of(rules), rules.goal):
            path = files("draughts.engine") / "learned" / f"{preset.name}.weights"
            weights = read_weights(path.read_bytes(), str(path), rules)
            if weights.pieces == _pieces(rules):
                return weights
    return general_weights(rules)


@lru_cache(maxsize=1)
def learned_rules() -> tuple[Rules, ...]:
    """The presets that weights are shipped for."""
    folder = files("draughts.engine") / "learned"
    names = sorted(each.name.removesuffix(".weights") for each in folder.iterdir() if each.name.endswith(".weights"))
    return tuple(get_rules(name) for name in names)


def write_weights(weights: Weights, rules: Rules, made: str = "") -> bytes:
    """Weights as a file: a line of JSON, then the numbers, 16 bits each, compressed.

    Parameters
    ----------
    weights : Weights
        The weights; those of patterns too.
    rules : Rules
        The rules that they are for.
    made : str
        How they were made, for readers.
    """
    assert weights.patterns is not None
    head = {
        "format": _FORMAT,
        "variant": rules.name,
        "pieces": weights.pieces,
        "general": list(weights.general.shape),
        "patterns": list(weights.patterns.shape),
        "made": made,
    }
    numbers = np.concatenate([weights.general.ravel(), weights.patterns.ravel()]).astype("<i2")
    return json.dumps(head).encode() + b"\n" + zlib.compress(numbers.tobytes(), 9)


def read_weights(data: bytes, name: str, rules: Rules) -> Weights:
    """Weights from the content of a file called `name`.

    Raises
    ------
    DraughtsError
        If these are no weights, or none for a board like that of the rules.
    """
    head, _, body = data.partition(b"\n")
    general, patterns = (2, len(GENERAL) + rules.geometry.height), (2, pattern_count(rules), 3**PATTERN_SIZE)
    try:
        said = json.loads(head)
        if said["format"] != _FORMAT:
            raise ValueError(f"the format is {said['format']!r}")
        if (tuple(said["general"]), tuple(said["patterns"])) != (general, patterns):
            raise ValueError(f"they are for a board like that of {said['variant']!r}, not of {rules.name}")
        pieces = said["pieces"]
        if not isinstance(pieces, int) or not 2 <= pieces <= 1024:
            raise ValueError(f"there cannot be {pieces!r} pieces")
        size = 2 * (math.prod(general) + math.prod(patterns))
        content = zlib.decompressobj().decompress(body, size + 1)
        if len(content) != size:
            raise ValueError("numbers are missing, or there are too many")
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as error:
        raise DraughtsError(f"{name}: these are no weights that can be used: {error}") from None
    numbers = np.frombuffer(content, "<i2").astype(np.int64)
    cut = math.prod(general)
    return Weights(numbers[:cut].reshape(general), numbers[cut:].reshape(patterns), pieces)


def pattern_count(rules: Rules) -> int:
    """How many patterns a board has: those of men and those of kings."""
    return 2 * len(patterns_of(movement_of(rules).layout))


def ternary() -> NDArray[np.int64]:
    """For every set of a pattern's squares its number in base 3, a digit 1 for each square."""
    sets = np.arange(1 << PATTERN_SIZE)
    powers = 3 ** np.arange(PATTERN_SIZE)
    numbers: NDArray[np.int64] = (sets[:, None] >> np.arange(PATTERN_SIZE) & 1) @ powers
    return numbers


def _pieces(rules: Rules) -> int:
    """Pieces of both sides at the start."""
    placement = Board(rules)
    return len(placement.pieces(Color.WHITE)) + len(placement.pieces(Color.BLACK))
