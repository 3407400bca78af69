"""SVG as PNG, by resvg: an optional library that comes as wheels and needs nothing from the system."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from draughts.errors import DraughtsError
from draughts.support.checks import as_text
from draughts.support.extras import extra_missing

__all__ = ["to_png"]

#: The widest and highest picture, in pixels, and the most that there are in one; each takes four bytes.
_LIMIT, _MOST = 16384, 1 << 26
_SIZE = re.compile(r'<svg\b[^>]*? width="([0-9]+(?:\.[0-9]+)?)" height="([0-9]+(?:\.[0-9]+)?)"')
_LETTERS = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-family="sans-serif" font-size="16">{}</text></svg>'
)

#: Fonts without serifs that machines have, in the order in which they are preferred; the library knows Arial only.
_FAMILIES = ("Arial", "Helvetica", "Segoe UI", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Verdana")


def to_png(svg: str, *, width: int | None = None) -> bytes:
    """A picture of this room as PNG.

    Parameters
    ----------
    svg : str
        The picture.
    width : int, optional
        The width in pixels; by default that of the picture.

    Raises
    ------
    MissingPackageError
        If the library is not installed (``pip install 'bitdraughts[png]'``).
    DraughtsError
        If there is something to write and no font on the machine, or if `svg` cannot be drawn or would be higher than
        16384 pixels or have more than 67 million of them.
    ValueError
        If `width` is not from 1 to 16384.

    Examples
    --------
    >>> from draughts import Board, svg
    >>> svg.to_png(svg.board(Board()), width=200)[1:4]  # doctest: +SKIP
    b'PNG'
    """
    if width is not None and not (isinstance(width, int) and 1 <= width <= _LIMIT):
        raise ValueError(f"width must be from 1 to {_LIMIT} pixels, not {width!r}")
    _check_size(svg, width)
    try:
        import resvg_py
    except ImportError as error:
        raise extra_missing("PNG", "png") from error
    family = _family() if "<text" in svg else None
    if "<text" in svg and family is None:
        raise DraughtsError(
            "there is no font on this machine to write with; install one (such as DejaVu), or leave out coordinates"
        )
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, sans_serif_family=family))
    except ValueError as error:
        raise DraughtsError(f"the SVG cannot be drawn: {error}") from error


def _check_size(svg: str, width: int | None) -> None:
    """Refuse what the library would take gigabytes for, or end the process over."""
    found = _SIZE.match(as_text(svg, "a picture of draughts.svg"))
    across, down = map(float, found.groups()) if found else (0.0, 0.0)
    if not across:
        raise DraughtsError(f"this is no picture of draughts.svg; it begins with {svg[:40]!r}")
    scale = 1 if width is None else width / across
    wide, high = math.ceil(scale * across), math.ceil(scale * down)
    if max(wide, high) > _LIMIT or wide * high > _MOST:
        raise DraughtsError(f"a picture of {wide} x {high} pixels is too large; show less, or make it narrower")


@lru_cache(maxsize=1)
def _family() -> str | None:
    """A font of this machine for letters; None if there is none. The library would leave them out silently."""
    import resvg_py

    for family in _FAMILIES:
        empty, written = (
            resvg_py.svg_to_bytes(svg_string=_LETTERS.format(text), sans_serif_family=family) for text in ("", "8")
        )
        if bytes(empty) != bytes(written):
            return family
    return None
