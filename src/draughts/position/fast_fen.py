"""FEN from and to the kernel's words, quick for what this package writes itself; whatever else there is, `fen` reads.

Once compiled code is loaded and a process has seen many positions as text, machine code does this, too.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from draughts.kernel.machine_code import FEN, fen_functions, is_on_disk
from draughts.kernel.specialise import BLACK_PROMOTES, WHITE_PROMOTES
from draughts.position.squaremap import SquareMap
from draughts.rules.geometry import Geometry

__all__ = ["FenWords"]

#: Where the kings begin in the number that stands for what is on some rows; no board has more bits.
_KINGS = 128
_WORD = (1 << _KINGS) - 1
#: FEN is written in strips of so many rows; the text of a strip is looked up among so many.
_ROWS = 3
_MOST_TEXTS = 8192


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


class FenWords:
    """FEN on one board, to and from the side to move (the kernel's number) and own, opponent's and kings' words.

    Attributes
    ----------
    read : callable
        The side and words of a canonical FEN; None if it is spelt otherwise, or wrong, or no text at all.
    write : callable
        The canonical FEN of a side and words.
    """

    __slots__ = ("_is_narrow", "_strips", "_table", "_tokens", "_white_side", "read", "write")

    read: Callable[[str], tuple[int, int, int, int] | None]
    write: Callable[[int, int, int, int], str]

    def __init__(self, squares: SquareMap, geometry: Geometry, rows: tuple[int, ...]) -> None:
        self._white_side = squares.white_side
        self._is_narrow = len(squares.square) <= 64
        strips = [_Strip(squares, rows[at : at + _ROWS]) for at in range(0, len(rows), _ROWS)]
        if squares.square[strips[0].first_bit] > squares.square[strips[-1].first_bit]:
            strips.reverse()
        #: Strips of whole rows by ascending squares, each with its first bit, its bits and its texts.
        self._strips = [(strip.first_bit, strip.mask, strip) for strip in strips]
        #: The bit of the square of each man and king, by colour; men on their promotion row are left out.
        self._tokens: dict[str, dict[str, int]] = {"W": {}, "B": {}}
        #: The same for machine code.
        self._table = array("q", [geometry.square_count])
        for square in geometry.numbers:
            row = geometry.coordinates(square)[0]
            promotes = WHITE_PROMOTES * (row == 0) | BLACK_PROMOTES * (row == geometry.height - 1)
            self._table.append(squares.bit[square] | promotes)
            for color, last_row in (("W", 0), ("B", geometry.height - 1)):
                bit = self._tokens[color][f"K{square}"] = 1 << squares.bit[square]
                if row != last_row:
                    self._tokens[color][str(square)] = bit
        self._table.append(self._white_side)
        self.read = self._first_read
        self.write = self._first_write

    def _first_read(self, text: str) -> tuple[int, int, int, int] | None:
        if self._pays():
            return self.read(text)
        try:
            side, white, black = text.split(":")
            if side not in self._tokens or white[0] != "W" or black[0] != "B":
                return None
            words = []
            kings = 0
            for part, bits in ((white, self._tokens["W"]), (black, self._tokens["B"])):
                items = part[1:].split(",") if len(part) > 1 else []
                word = sum(map(bits.__getitem__, items))
                if word.bit_count() != len(items):  # a square named twice carries over
                    return None
                words.append(word)
                if "K" in part:
                    kings |= sum([bits[item] for item in items if item[0] == "K"])
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None
        white_word, black_word = words
        if white_word & black_word:
            return None
        if side == "W":
            return self._white_side, white_word, black_word, kings
        return 1 - self._white_side, black_word, white_word, kings

    def _first_write(self, side: int, own: int, opp: int, kings: int) -> str:
        if self._pays():
            return self.write(side, own, opp, kings)
        if side == self._white_side:
            return f"W:W{self._listed(own, kings)}:B{self._listed(opp, kings)}"
        return f"B:W{self._listed(opp, kings)}:B{self._listed(own, kings)}"

    def _listed(self, word: int, kings: int) -> str:
        kings &= word
        if kings:
            texts = [
                known[word >> first & mask | (kings >> first & mask) << _KINGS] for first, mask, known in self._strips
            ]
        else:
            texts = [known[word >> first & mask] for first, mask, known in self._strips]
        return ",".join(filter(None, texts))

    def _pays(self) -> bool:
        """Whether machine code reads and writes from now on."""
        if not FEN.pays(1, _is_on_disk) or not self._is_narrow:
            return False
        address = self._table.buffer_info()[0]
        reader, writer = fen_functions()
        self.read = partial(reader, address)
        self.write = partial(writer, address)
        return True


def _is_on_disk() -> bool:
    return is_on_disk(None, "read_fen")
