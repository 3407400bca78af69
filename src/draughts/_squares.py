"""Between what users see, square numbers and rules, and what the kernel sees, bits and policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from draughts._kernels.binding import Generator, Record, generator_for
from draughts._kernels.layout import square_bits, white_moves_down
from draughts._kernels.policy import policy_of
from draughts.geometry import Geometry
from draughts.move import Move, MoveFacts
from draughts.notation import read_spelling
from draughts.rules import Color, Rules

__all__ = ["Frame", "SquareMap", "frame_of", "supposed_frame"]

#: Where the kings begin in the number that stands for what is on some rows; no board has more bits.
_KINGS = 128
_WORD = (1 << _KINGS) - 1
#: FEN is written in strips of so many rows; the text of a strip is looked up among so many.
_ROWS = 3
_MOST_TEXTS = 8192


class SquareMap:
    """The squares of one board on the bits of one layout.

    Attributes
    ----------
    bit : tuple of int
        Bit number of each square; entry 0 is unused.
    square : tuple of int
        Square of each bit; 0 for ghosts.
    ascending : bool
        Whether ascending bits are ascending squares.
    white_side : int
        The kernel's number for White: 0 if White moves towards ascending bits.
    moves : tuple of dict
        For each side the quiet moves and captures of one piece that have come up, by the kernel's record: there are a
        few thousand to a board, made once and shared.
    ordered_moves : tuple of dict
        The same if ascending bits are ascending squares; else empty, so that the kernel leaves the order to us.
    chains : tuple of dict
        For each side what is known of captures of several pieces that have come up lately.
    """

    __slots__ = ("ascending", "bit", "chains", "moves", "ordered_moves", "square", "white_side")

    def __init__(self, geometry: Geometry, straight_jumps: bool) -> None:
        self.bit = square_bits(geometry, straight_jumps)
        square = [0] * (max(self.bit) + 1)
        for number, bit in enumerate(self.bit[1:], 1):
            square[bit] = number
        self.square = tuple(square)
        self.ascending = list(self.bit) == sorted(self.bit)
        self.white_side = 0 if white_moves_down(geometry) else 1
        self.moves: tuple[dict[int, Move], dict[int, Move]] = ({}, {})
        self.ordered_moves = self.moves if self.ascending else ({}, {})
        self.chains: tuple[dict[Record, MoveFacts], dict[Record, MoveFacts]] = ({}, {})

    def squares(self, word: int) -> tuple[int, ...]:
        """The squares of a word, ascending."""
        found = []
        while word:
            lowest = word & -word
            word ^= lowest
            found.append(self.square[lowest.bit_length() - 1])
        if not self.ascending:
            found.sort()
        return tuple(found)


class _Strip(dict[int, str]):
    """What stands on some rows as FEN lists it, by their bits; those of kings count again from `_KINGS` on."""

    def __init__(self, squares: SquareMap, rows: Sequence[int]) -> None:
        super().__init__()
        self._squares = squares
        word = sum(rows)
        self.first_bit = (word & -word).bit_length() - 1
        self.mask = word >> self.first_bit

    def __missing__(self, pieces: int) -> str:
        if len(self) > _MOST_TEXTS:
            self.clear()
        kings = set(self._squares.squares(pieces >> _KINGS << self.first_bit))
        numbers = self._squares.squares((pieces & _WORD) << self.first_bit)
        text = self[pieces] = ",".join([f"K{number}" if number in kings else str(number) for number in numbers])
        return text


def _strips(squares: SquareMap, rows: tuple[int, ...]) -> list[_Strip]:
    strips = [_Strip(squares, rows[at : at + _ROWS]) for at in range(0, len(rows), _ROWS)]
    return strips if squares.square[strips[0].first_bit] < squares.square[strips[-1].first_bit] else strips[::-1]


class Frame:
    """What all positions under one rule set share.

    Attributes
    ----------
    rules : Rules
        The rules.
    squares : SquareMap
        Their squares; equal maps are one object.
    generator : Generator
        Their moves.
    colors : tuple of Color
        The colour of each of the kernel's sides.
    limit : int
        `Rules.king_move_limit`, or 0.
    spell : callable
        `read_spelling` on this board; spellings that came up lately are not read again.
    """

    __slots__ = ("_strips", "_tokens", "colors", "generator", "limit", "rules", "spell", "squares")

    def __init__(self, rules: Rules, *, must_finish: bool = True, supposed: bool = False) -> None:
        policy = replace(policy_of(rules), must_finish=must_finish)
        self.rules = rules
        self.squares = _square_map(rules.geometry, policy.straight_jumps)
        self.generator: Generator = generator_for(policy, plain_only=supposed)
        white_first = self.squares.white_side == 0
        self.colors = (Color.WHITE, Color.BLACK) if white_first else (Color.BLACK, Color.WHITE)
        self.limit = rules.king_move_limit or 0
        self.spell = lru_cache(maxsize=4096)(partial(read_spelling, geometry=rules.geometry))
        #: For writing FEN: strips of whole rows by ascending squares, each with its first bit, its bits and its texts.
        self._strips = [(strip.first_bit, strip.mask, strip) for strip in _strips(self.squares, policy.layout.rows)]
        self._tokens = self._token_values()

    def _token_values(self) -> dict[str, dict[str, int]]:
        """For reading FEN: the bit of the square of each man and king, by colour.

        Men on their promotion row are left out, so that they are found to be wrong.
        """
        last_row = {"W": 0, "B": self.rules.geometry.height - 1}
        values: dict[str, dict[str, int]] = {"W": {}, "B": {}}
        for square in self.rules.geometry.numbers:
            bit = 1 << self.squares.bit[square]
            for color, tokens in values.items():
                tokens[f"K{square}"] = bit
                if self.rules.geometry.coordinates(square)[0] != last_row[color]:
                    tokens[str(square)] = bit
        return values

    def read(self, text: str) -> tuple[int, int, int, int] | None:
        """Side, own, opponent's and kings' words of a canonical FEN; None if it is spelt otherwise, or wrong."""
        try:
            side, white, black = text.split(":")
            tokens = self._tokens
            if side not in tokens or white[0] != "W" or black[0] != "B":
                return None
            words = []
            kings = 0
            for part, color in ((white, "W"), (black, "B")):
                items = part[1:].split(",") if len(part) > 1 else []
                bits = tokens[color]
                word = sum(map(bits.__getitem__, items))
                if word.bit_count() != len(items):  # a square named twice carries over
                    return None
                words.append(word)
                if "K" in part:
                    kings |= sum([bits[item] for item in items if item[0] == "K"])
        except (KeyError, ValueError, IndexError, AttributeError):
            return None
        own, opp = words if side == "W" else words[::-1]
        if own & opp:
            return None
        return self.side(Color.WHITE if side == "W" else Color.BLACK), own, opp, kings

    def write(self, side: int, own: int, opp: int, kings: int) -> str:
        """The canonical FEN."""
        white, black = (own, opp) if self.colors[side] is Color.WHITE else (opp, own)
        return f"{self.colors[side].value}:W{self._write_list(white, kings)}:B{self._write_list(black, kings)}"

    def _write_list(self, word: int, kings: int) -> str:
        kings &= word
        if kings:
            texts = [
                known[word >> first & mask | (kings >> first & mask) << _KINGS] for first, mask, known in self._strips
            ]
        else:
            texts = [known[word >> first & mask] for first, mask, known in self._strips]
        return ",".join(filter(None, texts))

    def side(self, color: Color) -> int:
        """The kernel's number of a colour."""
        return 0 if color is self.colors[0] else 1


@lru_cache(maxsize=256)
def frame_of(rules: Rules) -> Frame:
    """The frame of a rule set."""
    return Frame(rules)


@lru_cache(maxsize=256)
def supposed_frame(rules: Rules, *, must_finish: bool = True) -> Frame:
    """A frame for rules that are only supposed for a moment, which nothing is compiled for.

    With ``must_finish=False`` captures may stop after any jump.
    """
    return Frame(rules, must_finish=must_finish, supposed=True)


@lru_cache(maxsize=256)
def _square_map(geometry: Geometry, straight_jumps: bool) -> SquareMap:
    return SquareMap(geometry, straight_jumps)
