"""The shapes of pictures as markup: squares, pieces, marks and arrows. What is shown where is said by `pictures`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from draughts.rules.geometry import Geometry
from draughts.rules.rules import Color, Piece, PieceType
from draughts.svg.layout import CELL, Coordinates, Layout
from draughts.svg.themes import Theme
from draughts.svg.words import xml_text

__all__ = [
    "Arrow",
    "arrow_shapes",
    "background",
    "cross_shape",
    "crosses",
    "disc_colours",
    "dots",
    "highlights",
    "last_shape",
    "number",
    "numbers",
    "piece_shape",
    "pieces",
    "selection",
]

FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_RADIUS = 16.5
_RING = 11
_CROWN = "M-10 8L-11.5-6L-5.2 0L0-9.5L5.2 0L11.5-6L10 8Z"
_CROSS = "M-10-10L10 10M-10 10L10-10"
_Point = tuple[float, float]


class Arrow(NamedTuple):
    """A line over the board with a head at its end.

    Attributes
    ----------
    path : tuple of int
        Squares from the first to the last; those between are stops.
    captures : tuple of int
        Squares to cross out.
    color : str or None
        The colour; by default the theme's, in turn.
    """

    path: tuple[int, ...]
    captures: tuple[int, ...] = ()
    color: str | None = None


def number(value: float) -> str:
    """A coordinate, as short as can be.

    Examples
    --------
    >>> from draughts.svg.shapes import number
    >>> number(22.5), number(10.0), number(1 / 3)
    ('22.5', '10', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


# The empty board


def background(layout: Layout, theme: Theme) -> Iterator[str]:
    """Frame, squares, and what is written on them."""
    geometry, frame = layout.geometry, layout.frame
    width, height = CELL * geometry.width, CELL * geometry.height
    yield f'<rect class="frame" width="{layout.width}" height="{layout.height}" fill="{xml_text(theme.frame)}"/>'
    area = f'x="{frame}" y="{frame}" width="{width}" height="{height}"'
    yield f'<rect class="light" {area} fill="{xml_text(theme.light)}"/>'
    if layout.is_plain:
        lines = _grid(geometry, frame)
        yield f'<path class="line" d="{lines}" fill="none" stroke="{xml_text(theme.line)}"/>'
    else:
        squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(layout.corner, geometry.numbers))
        yield f'<path class="dark" d="{squares}" fill="{xml_text(theme.dark)}"/>'
    yield f'<rect class="line" {area} fill="none" stroke="{xml_text(theme.line)}" stroke-width="2"/>'
    labels = "".join(
        f'<text x="{number(label.x)}" y="{number(label.y + 4.5)}">{label.text}</text>' for label in layout.labels()
    )
    if labels:
        yield (
            f'<g class="coordinates" font-family="{FONT}" font-size="13" text-anchor="middle" '
            f'fill="{xml_text(theme.ink)}">{labels}</g>'
        )


def _grid(geometry: Geometry, frame: int) -> str:
    width, height = CELL * geometry.width, CELL * geometry.height
    upright = (f"M{frame + at * CELL} {frame}v{height}" for at in range(1, geometry.width))
    level = (f"M{frame} {frame + at * CELL}h{width}" for at in range(1, geometry.height))
    return "".join((*upright, *level))


def numbers(layout: Layout, theme: Theme) -> Iterator[str]:
    """The numbers in the corners of the squares."""
    if Coordinates.NUMBERS not in layout.coordinates:
        return
    texts = "".join(
        f'<text x="{x + 1}" y="{y + 8.8}">{square}</text>'
        for square in layout.geometry.numbers
        for x, y in (layout.corner(square),)
    )
    yield f'<g class="numbers" font-family="{FONT}" font-size="10" fill="{xml_text(theme.number)}">{texts}</g>'


# Pieces


def pieces(layout: Layout, theme: Theme, standing: Iterable[tuple[int, Piece]]) -> Iterator[str]:
    """Pieces on their squares, White first."""
    placed = list(standing)
    for color in (Color.WHITE, Color.BLACK):
        drawn = "".join(
            _on_square(layout, str(piece.kind), square, piece_shape(piece, theme))
            for square, piece in placed
            if piece.color is color
        )
        if drawn:
            yield f'<g class="pieces {str(color).lower()}" {disc_colours(color, theme)}>{drawn}</g>'


def disc_colours(color: Color, theme: Theme) -> str:
    """The attributes of a group of pieces."""
    fill = theme.white if color is Color.WHITE else theme.black
    return f'fill="{xml_text(fill)}" stroke="{xml_text(theme.white_line)}" stroke-width="1.5"'


def piece_shape(piece: Piece, theme: Theme) -> str:
    """A piece around the origin: a man has a ring, a king a crown, so that shape alone tells them apart."""
    ink = xml_text(theme.white_line if piece.color is Color.WHITE else theme.black_line)
    disc = f'<circle r="{_RADIUS}"/>'
    if piece.kind is PieceType.KING:
        return f'{disc}<path d="{_CROWN}" fill="{ink}" stroke="none"/>'
    return f'{disc}<circle r="{_RING}" fill="none" stroke="{ink}" stroke-width="1.2"/>'


# Marks


def highlights(layout: Layout, theme: Theme, squares: Iterable[int]) -> Iterator[str]:
    """Squares of the last move."""
    return (_on_square(layout, "last", square, last_shape(theme)) for square in dict.fromkeys(squares))


def last_shape(theme: Theme) -> str:
    """A square around the origin, of another colour and with a line around for those who see no colours."""
    side = CELL - 2
    return (
        f'<rect x="{-side / 2}" y="{-side / 2}" width="{side}" height="{side}" fill="{xml_text(theme.last)}" '
        f'stroke="{xml_text(theme.line)}" stroke-width="2"/>'
    )


def selection(layout: Layout, theme: Theme, square: int) -> str:
    """A thick line inside a square."""
    side = CELL - 5
    line = (
        f'<rect x="{-side / 2}" y="{-side / 2}" width="{side}" height="{side}" fill="none" '
        f'stroke="{xml_text(theme.selected)}" stroke-width="4"/>'
    )
    return _on_square(layout, "selected", square, line)


def dots(layout: Layout, theme: Theme, squares: Iterable[int]) -> Iterator[str]:
    """Dots where a piece may go."""
    dot = f'<circle r="7" fill="{xml_text(theme.target)}" stroke="{xml_text(theme.halo)}" stroke-width="2"/>'
    return (_on_square(layout, "target", square, dot) for square in dict.fromkeys(squares))


def crosses(layout: Layout, theme: Theme, squares: Iterable[int]) -> Iterator[str]:
    """Crosses on captured pieces."""
    return (_on_square(layout, "captured", square, cross_shape(theme)) for square in dict.fromkeys(squares))


def cross_shape(theme: Theme) -> str:
    """A cross around the origin."""
    return "".join(
        f'<path d="{_CROSS}" fill="none" stroke="{xml_text(colour)}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in ((theme.halo, 7), (theme.captured, 3.5))
    )


def _on_square(layout: Layout, kind: str, square: int, shape: str) -> str:
    x, y = map(number, layout.center(square))
    return f'<g class="{kind}" data-square="{square}" transform="translate({x} {y})">{shape}</g>'


# Arrows


def arrow_shapes(layout: Layout, theme: Theme, arrows: Sequence[Arrow]) -> Iterator[str]:
    """Arrows, moved aside a little where there are several, so that lines over the same squares can be told apart."""
    step = min(7.0, 26 / max(len(arrows) - 1, 1))
    for turn, arrow in enumerate(arrows):
        if len(arrow.path) < 2 or any(a == b for a, b in zip(arrow.path, arrow.path[1:], strict=False)):
            raise ValueError(f"an arrow needs two squares or more, each another than the one before, not {arrow.path}")
        aside = step * (turn - (len(arrows) - 1) / 2)
        colour = arrow.color or theme.arrows[turn % len(theme.arrows)]
        points = [(x + aside, y + aside / 3) for x, y in map(layout.center, arrow.path)]
        yield (
            f'<g class="arrow" data-path="{" ".join(map(str, arrow.path))}" fill="{xml_text(colour)}" '
            f'stroke="{xml_text(theme.halo)}" stroke-width="1.5" stroke-linejoin="round">'
            f"{_arrow(points, xml_text(colour))}</g>"
        )


def _arrow(points: Sequence[_Point], colour: str) -> str:
    (x, y), (dx, dy) = points[-1], _direction(*points[-2:])
    head = [(x, y), (x - 15 * dx + 8 * dy, y - 15 * dy - 8 * dx), (x - 15 * dx - 8 * dy, y - 15 * dy + 8 * dx)]
    (x0, y0), (dx0, dy0) = points[0], _direction(*points[:2])
    start = (x0 + 12 * dx0, y0 + 12 * dy0)  # the crown of a king stays free
    line = _joined([start, *points[1:-1], (x - 10 * dx, y - 10 * dy)])
    stops = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="5"/>' for x, y in points[1:-1])
    return (
        f'<polyline points="{line}" fill="none" stroke-width="7"/>'
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="4"/>'
        f'{stops}<polygon points="{_joined(head)}"/>'
    )


def _direction(start: _Point, end: _Point) -> _Point:
    """The vector of length 1 from one point towards another."""
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _joined(points: Iterable[_Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)
