"""SVG as PNG, by resvg: an optional library that comes as wheels and needs nothing from the system."""

from __future__ import annotations

from functools import lru_cache

from draughts.errors import DraughtsError

__all__ = ["to_png"]

#: The widest and highest picture, in pixels; four bytes are needed for each.
_LIMIT = 16384
_LETTERS = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="2" y="16" font-family="Arial, sans-serif" font-size="16">{}</text></svg>'
)


def to_png(svg: str, *, width: int | None = None) -> bytes:
    """A picture of `board` or `strip` as PNG.

    Parameters
    ----------
    svg : str
        The picture.
    width : int, optional
        The width in pixels; by default that of the picture.

    Raises
    ------
    DraughtsError
        If the library is not installed (``pip install 'bitdraughts[png]'``), if there is something to write and no
        font on the machine, or if `svg` cannot be drawn.
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
    try:
        import resvg_py
    except ImportError as error:
        raise DraughtsError("PNG needs an optional package; install it with: pip install 'bitdraughts[png]'") from error
    if "<text" in svg and not _has_font():
        raise DraughtsError(
            "there is no font on this machine to write with; install one (such as DejaVu), or leave out coordinates"
        )
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    except ValueError as error:
        raise DraughtsError(f"the SVG cannot be drawn: {error}") from error


@lru_cache(maxsize=1)
def _has_font() -> bool:
    """Whether letters leave a mark: without a font they are left out silently."""
    import resvg_py

    empty, written = (resvg_py.svg_to_bytes(svg_string=_LETTERS.format(text)) for text in ("", "8"))
    return bytes(empty) != bytes(written)
