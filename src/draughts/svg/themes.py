"""Colours of pictures, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType

from draughts.rules.rules import Color, Rules
from draughts.support.checks import refuse

__all__ = ["PAINTS", "THEMES", "Theme", "theme_of"]

#: What pieces look like whose side is called by a colour other than black and white.
PAINTS: Mapping[str, str] = MappingProxyType({"red": "#a3211b"})


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, in any form that SVG understands: ``"#b08b62"``, ``"white"``, ``"none"``.

    Attributes
    ----------
    light, dark : str
        Squares that are not played on, and squares that are. Boards on which all squares are played on have one
        colour, `light`.
    line : str
        Lines between such squares, and around the board.
    frame, ink : str
        The frame, and what is written on it.
    number : str
        Numbers of squares, written on the squares.
    white, black : str
        The pieces.
    white_line, black_line : str
        Their outlines, rings and crowns.
    last, selected, target : str
        Squares of the last move, the square of a chosen piece, and dots where it may go.
    captured : str
        The cross on captured pieces.
    halo : str
        The edge around crosses, dots and arrows, which sets them off from everything.
    arrows : tuple of str
        Colours of arrows, taken in turn.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from draughts.svg import THEMES
    >>> replace(THEMES["green"], white="#c22b1e").white
    '#c22b1e'
    """

    light: str = "#f0e0c0"
    dark: str = "#b58a5f"
    line: str = "#5a4028"
    frame: str = "#fbf5e9"
    ink: str = "#3b2a1a"
    number: str = "#2a1a0c"
    white: str = "#fffdf6"
    white_line: str = "#3c2f22"
    black: str = "#2f2a26"
    black_line: str = "#f3e9da"
    last: str = "#e2cf5b"
    selected: str = "#1d4ed8"
    target: str = "#1d4ed8"
    captured: str = "#c81e1e"
    halo: str = "#ffffff"
    arrows: tuple[str, ...] = ("#1d4ed8", "#b4410e", "#0f766e", "#a21caf", "#713f12", "#be123c")

    def __post_init__(self) -> None:
        for field in fields(self):
            colours = getattr(self, field.name)
            listed = colours if field.name == "arrows" else (colours,)
            if not (isinstance(listed, tuple) and listed and all(isinstance(one, str) and one for one in listed)):
                expected = "a tuple of colours" if field.name == "arrows" else "a colour"
                raise ValueError(f"{field.name} must be {expected}, not {colours!r}")


#: The themes that come with the package: ``wood``, ``green`` (green and buff, as at tournaments of English draughts),
#: ``blue``, and ``print`` (shades of grey).
THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": Theme(),
        "green": Theme(
            light="#f2e8c9",
            dark="#6f9a6b",
            line="#2f4f2f",
            frame="#f7f4e8",
            ink="#243524",
            number="#10240f",
            last="#d9c84a",
        ),
        "blue": Theme(
            light="#e6edf4",
            dark="#8aa6c1",
            line="#33506b",
            frame="#f6f9fc",
            ink="#22364a",
            number="#10202f",
            last="#f0d264",
            selected="#9a3412",
            target="#9a3412",
            arrows=("#9a3412", "#4c1d95", "#14532d", "#9d174d", "#713f12", "#1e3a8a"),
        ),
        "print": Theme(
            light="#ffffff",
            dark="#c9c9c9",
            line="#000000",
            frame="#ffffff",
            ink="#000000",
            number="#000000",
            white="#ffffff",
            white_line="#000000",
            black="#1a1a1a",
            black_line="#ffffff",
            last="#9c9c9c",
            selected="#000000",
            target="#000000",
            captured="#000000",
            arrows=("#000000", "#444444", "#6a6a6a"),
        ),
    }
)
_GREY = "print"


def theme_of(theme: Theme | str, rules: Rules) -> Theme:
    """A theme as it is, or the one that has a name: with red pieces where the side is called Red, unless it is grey.

    Raises
    ------
    ValueError
        If there is no such theme.

    Examples
    --------
    >>> from draughts import AMERICAN, BARRELHEAD
    >>> from draughts.svg.themes import theme_of
    >>> theme_of("wood", AMERICAN).black, theme_of("wood", BARRELHEAD).black, theme_of("print", BARRELHEAD).black
    ('#2f2a26', '#a3211b', '#1a1a1a')
    """
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str) or theme not in THEMES:
        refuse(f"a theme is a Theme or one of {', '.join(map(repr, THEMES))}", theme)
    found = THEMES[theme]
    if theme == _GREY:
        return found
    white, black = (PAINTS.get(rules.side_name(color).casefold()) for color in (Color.WHITE, Color.BLACK))
    return replace(found, white=white or found.white, black=black or found.black)
