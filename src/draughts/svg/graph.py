"""The course of a game as a curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType

from draughts.support.checks import as_list, refuse
from draughts.support.numbers import counted

__all__ = ["Mark", "graph"]

#: A mark on the curve, as `graph` takes them: a colour and what is said of it.
Mark = tuple[str, str]

#: The picture, its margins, and the colours of White's part, Black's part, lines and letters.
_WIDTH, _HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 26
_WHITE, _BLACK, _LINE, _TEXT = "#f4efe4", "#4a4440", "#b5763a", "#55504b"
#: Moves between two numbers below the curve, whichever leaves room.
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def graph(expected: Sequence[float], marks: Mapping[int, Mark] = MappingProxyType({})) -> str:
    """The result that White could expect in the course of a game, as an SVG document.

    Parameters
    ----------
    expected : sequence of float
        For each position from the first one on, at least two: 1 is a win of White, 0.5 a draw, 0 a win of Black.
    marks : mapping of int to (str, str), optional
        Colour and text of marks on the curve, by the number of the position, from 0. The text is seen under the
        pointer.

    Raises
    ------
    ArgumentError
        If there are fewer than two positions, a number is not from 0 to 1, or a mark is none.

    Examples
    --------
    >>> from draughts import svg
    >>> svg.graph([0.5, 0.55, 0.4], {2: ("crimson", "1... 12-16??")}).count("<circle")
    1
    """
    shares = [_share(each) for each in as_list(expected, "expected results")]
    if len(shares) < 2:
        refuse("a graph is made of two positions or more", expected)
    across = (_WIDTH - _LEFT - _RIGHT) / (len(shares) - 1)
    down = _HEIGHT - _TOP - _BOTTOM
    points = [(_LEFT + at * across, _TOP + down * (1 - share)) for at, share in enumerate(shares)]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    right, bottom, middle = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM, _TOP + down / 2
    size = f'width="{_WIDTH}" height="{_HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {size}>',
        f"<title>The course of a game of {counted(len(shares) - 1, 'ply', 'plies')}</title>",
        f'<rect x="{_LEFT}" y="{_TOP}" width="{right - _LEFT}" height="{down}" fill="{_BLACK}"/>',
        f'<polygon points="{_LEFT},{bottom} {curve} {right},{bottom}" fill="{_WHITE}"/>',
        f'<line x1="{_LEFT}" x2="{right}" y1="{middle}" y2="{middle}" stroke="{_LINE}" opacity="0.6"/>',
        f'<polyline points="{curve}" fill="none" stroke="{_LINE}" stroke-width="2" stroke-linejoin="round"/>',
        f'<g font-family="sans-serif" font-size="11" fill="{_TEXT}">',
        *(
            f'<text x="{_LEFT - 6}" y="{_TOP + down * (1 - share) + 4:.1f}" text-anchor="end">{said}</text>'
            for share, said in ((1.0, "White"), (0.5, "even"), (0.0, "Black"))
        ),
        *_numbers(len(shares) - 1, across),
        "</g>",
        *(_mark(points[at], *mark) for at, mark in sorted(_marks(marks).items()) if 0 <= at < len(points)),
        "</svg>",
    ]
    return "\n".join(parts)


def _share(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 1:
        refuse("an expected result is a number from 0 to 1", given)
    return float(given)


def _marks(given: object) -> dict[int, Mark]:
    if not isinstance(given, Mapping):
        refuse("marks are a mapping of numbers of positions to colours and texts", given)
    for at, mark in given.items():
        is_pair = isinstance(mark, tuple) and len(mark) == 2 and all(isinstance(part, str) for part in mark)
        if not isinstance(at, int) or not is_pair:
            refuse("a mark is (colour, text) under the number of a position", (at, mark))
    return dict(given)


def _numbers(plies: int, across: float) -> list[str]:
    """Numbers of moves below the curve."""
    step = next((step for step in _STEPS if step * 2 * across >= 28), _STEPS[-1])
    return [
        f'<text x="{_LEFT + 2 * move * across:.1f}" y="{_HEIGHT - 9}" text-anchor="middle">{move}</text>'
        for move in range(step, plies // 2 + 1, step)
    ]


def _mark(point: tuple[float, float], color: str, said: str) -> str:
    x, y = point
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{escape(color)}" stroke="white">'
    return f"{circle}<title>{escape(said, quote=False)}</title></circle>"
