"""Pictures in colour, drawn with rich. Import it only where rich is installed and the terminal has colours."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from draughts.rules.rules import Color, Piece, PieceType, Rules
from draughts.support.printable import printable
from draughts.svg.themes import PAINTS
from draughts.terminal.picture import Picture, cells, file_letters

__all__ = ["Look", "can_draw", "draw", "show_drawn"]

_PANEL = 26
_MARGIN = 3
#: Lines that are kept free for files, status, messages and prompt.
_BELOW = 7
#: Sizes of a square, in columns and lines, that are tried in this order.
_SIZES = ((6, 3), (4, 2), (3, 1))


class Look(NamedTuple):
    """Colours and characters.

    Attributes
    ----------
    unplayed, square, shaded : str
        Squares that are not played on, and both shades of those that are.
    last, target, selected, taken : str
        Squares of the last move, where the piece can go, where it stands, and of pieces jumped.
    number : str
        Numbers of empty squares.
    white, black, red : str
        The pieces; red ones stand for black ones where the side is called Red.
    crown, corners : str
        The mark of a king, and the corners of a round piece: upper, then lower ones.
    sides : str
        The edges of a piece of three lines.
    """

    unplayed: str = "#c9b58a"
    square: str = "#5f8f5b"
    shaded: str = "#6f9f68"
    last: str = "#b9a43c"
    target: str = "#4c86b8"
    selected: str = "#c9772e"
    taken: str = "#7d55a0"
    number: str = "#08120a"
    white: str = "#f7f5ee"
    black: str = "#20201f"
    red: str = PAINTS["red"]
    crown: str = "♛"
    corners: str = "▗▖▝▘"
    sides: str = "▐▌"

    @classmethod
    def of(cls, console: Console) -> Look:
        """What a terminal can show."""
        look = cls()
        if console.color_system in ("standard", "windows"):
            # Names, because the nearest of sixteen colours would make squares of different kinds look alike.
            look = cls(
                "white", "green", "green", "yellow", "cyan", "magenta", "blue", "black", "bright_white", "black", "red"
            )
        try:
            (look.crown + look.corners + look.sides).encode(console.encoding)
        except (UnicodeError, LookupError):
            look = look._replace(crown="K", corners="    ", sides="  ")
        return look

    def painted(self, rules: Rules) -> Look:
        """The look with red pieces where the side is called Red."""
        return self if rules.side_name(Color.BLACK).casefold() not in PAINTS else self._replace(black=self.red)

    def face(self, color: Color) -> Style:
        """The inside of a piece, with what is written on it."""
        ink, ground = (self.black, self.white) if color is Color.WHITE else (self.white, self.black)
        return Style(color=ink, bgcolor=ground, bold=True)


def can_draw(console: Console | None = None) -> bool:
    """Whether a terminal shows colours."""
    console = Console() if console is None else console
    return console.is_terminal and not console.is_dumb_terminal and not console.no_color and bool(console.color_system)


def show_drawn(picture: Picture, messages: Sequence[str], width: int, height: int) -> None:
    """Clear the terminal, draw a picture and say what there is to say below it."""
    console = Console(file=sys.stdout, width=width, height=height, highlight=False, markup=False, emoji=False)
    console.clear()
    console.print(draw(picture, messages, width, height, Look.of(console)))


def draw(
    picture: Picture, messages: Sequence[str], width: int, height: int, look: Look | None = None
) -> RenderableType:
    """A picture for rich: the board, and beside it or below it the moves, the status and the messages."""
    look = (Look() if look is None else look).painted(picture.rules)
    geometry = picture.rules.geometry
    size = _size(geometry.width, geometry.height, width, height)
    board = Text("\n").join(_board(picture, *size, look))
    board.no_wrap = True
    used = geometry.width * size[0] + 2 * _MARGIN
    status = Text("\n").join(
        Text(printable(line), style="bold" if at == 0 else "") for at, line in enumerate(picture.status)
    )
    below = Text("\n").join(Text(printable(message), style="cyan") for message in messages)
    if width - used < _PANEL:
        return _stacked((board, status, below))
    rows = max(geometry.height * size[1] - len(picture.status) - 2, 4)
    moves = Text("\n").join(Text(line, style="dim") for line in picture.history[-rows:])
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(max_width=width - used - 1)
    table.add_row(board, Text("\n\n").join(part for part in (status, moves) if part.plain))
    return _stacked((table, below))


def _stacked(parts: Iterable[RenderableType]) -> Group:
    """Parts below one another, without those that say nothing."""
    return Group(*(part for part in parts if not isinstance(part, Text) or part.plain))


def _size(columns: int, rows: int, width: int, height: int) -> tuple[int, int]:
    for size in _SIZES:
        if columns * size[0] + _MARGIN <= width and rows * size[1] + 1 + _BELOW <= height:
            return size
    return _SIZES[-1]


def _board(picture: Picture, width: int, height: int, look: Look) -> Iterator[Text]:
    """The lines of the board."""
    geometry = picture.rules.geometry
    for rank, squares in cells(geometry, picture.is_flipped):
        for line in range(height):
            text = Text.assemble((f"{rank:>2} " if line == (height - 1) // 2 else "   ", "dim"))
            for column, square in enumerate(squares):
                shaded = (rank + column) % 2 == 0
                text.append_text(_cell(picture, square, shaded, width, height, line, look))
            yield text
    letters = "".join(letter.center(width) for letter in file_letters(geometry, picture.is_flipped))
    yield Text(f"   {letters}", style="dim")


def _cell(picture: Picture, square: int | None, shaded: bool, width: int, height: int, line: int, look: Look) -> Text:
    """One line of a square."""
    if square is None:
        return Text(" " * width, style=Style(bgcolor=look.unplayed))
    ground = _ground(picture, square, shaded, look)
    name = picture.rules.geometry.name(square) if picture.has_names else str(square)
    piece = picture.pieces.get(square)
    if piece is None:
        shown = name if line == (height - 1) // 2 and (not picture.has_names or square in picture.targets) else ""
        return Text(shown.center(width), style=Style(color=look.number, bgcolor=ground))
    return _disc(piece, "" if picture.has_names else name, ground, width, height, line, look)


def _ground(picture: Picture, square: int, shaded: bool, look: Look) -> str:
    if square == picture.selected:
        return look.selected
    if square in picture.targets:
        return look.target
    if square in picture.taken:
        return look.taken
    if square in picture.last and picture.selected is None:
        return look.last
    return look.shaded if shaded else look.square


def _disc(piece: Piece, name: str, ground: str, width: int, height: int, line: int, look: Look) -> Text:
    """One line of a piece: a disc with its square's number, and a crown for a king."""
    face = look.face(piece.color)
    edge = Style(color=look.white if piece.color is Color.WHITE else look.black, bgcolor=ground)
    crown = look.crown if piece.kind is PieceType.KING else ""
    if height == 1:
        return Text(f"{crown}{name}".center(width), style=face)
    inner = width - 2
    top, bottom = look.corners[:2], look.corners[2:]
    if height == 2:
        corners, label = (top, crown) if line == 0 else (bottom, name)
    elif line == 1:
        corners, label = look.sides, f"{crown}{name}"
    else:
        corners, label = (top if line == 0 else bottom), ""
    return Text.assemble((corners[0], edge), (label.center(inner), face), (corners[1], edge))
