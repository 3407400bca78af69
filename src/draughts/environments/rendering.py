"""Boards for eyes, as environments show them: text, pixels, and a window."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from draughts.errors import ArgumentError
from draughts.position.board import Board
from draughts.rules.rules import Color, PieceType
from draughts.support.extras import extra_missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

__all__ = ["FRAMES_PER_SECOND", "RENDER_MODES", "Screen", "pixels"]

RENDER_MODES = ("ansi", "rgb_array", "human")
#: How fast a window shows a game.
FRAMES_PER_SECOND = 4

#: Pixels of a square's side.
_SIDE = 48
_LIGHT, _DARK, _LINE = (240, 217, 181), (181, 136, 99), (150, 110, 78)
_FILL = {Color.BLACK: (40, 36, 34), Color.WHITE: (250, 246, 236)}
_RIM = {Color.BLACK: (0, 0, 0), Color.WHITE: (110, 100, 90)}
_CROWN = (212, 160, 23)


def pixels(board: Board) -> Pixels:
    """A picture of a board: 48 pixels a square, White at the bottom, kings with a golden ring.

    Returns
    -------
    ndarray of uint8, shape (48 * height, 48 * width, 3)
        Red, green and blue.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.environments.rendering import pixels
    >>> pixels(Board("international")).shape
    (480, 480, 3)
    """
    geometry = board.rules.geometry
    picture = np.empty((geometry.height, geometry.width, _SIDE, _SIDE, 3), np.uint8)
    picture[:] = _LIGHT
    for square in geometry.numbers:
        cell = picture[geometry.coordinates(square)]
        cell[:] = _LINE
        cell[1:-1, 1:-1] = _DARK
    for square, piece in board.piece_map().items():
        cell = picture[geometry.coordinates(square)]
        cell[_ring(0.0, 0.42)] = _RIM[piece.color]
        cell[_ring(0.0, 0.38)] = _FILL[piece.color]
        if piece.kind is PieceType.KING:
            cell[_ring(0.16, 0.26)] = _CROWN
    return picture.swapaxes(1, 2).reshape(geometry.height * _SIDE, geometry.width * _SIDE, 3)


@lru_cache
def _ring(inner: float, outer: float) -> NDArray[np.bool_]:
    """The pixels of a square so far from its centre, as parts of its side."""
    down, right = np.ogrid[:_SIDE, :_SIDE]
    distance = np.hypot(down - (_SIDE - 1) / 2, right - (_SIDE - 1) / 2) / _SIDE
    ring: NDArray[np.bool_] = (inner <= distance) & (distance <= outer)
    return ring


class Screen:
    """What an environment shows in one of `RENDER_MODES`, or nothing.

    Parameters
    ----------
    mode : str or None
        ``"ansi"`` for text, ``"rgb_array"`` for `pixels`, ``"human"`` for a window, None for nothing.

    Raises
    ------
    ArgumentError
        If there is no such mode.
    MissingPackageError
        If a window is wanted and pygame is not installed.
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ArgumentError(f"render_mode must be {', '.join(map(repr, RENDER_MODES))} or None, not {mode!r}")
        if mode == "human":
            try:
                import pygame
            except ImportError as error:
                raise extra_missing('render_mode="human"', "rl") from error
            self._clock = pygame.time.Clock()
        self.mode = mode
        self._is_open = False

    def show(self, board: Board, title: str) -> str | Pixels | None:
        """The board as the mode wants it; None where it goes to the window."""
        match self.mode:
            case "ansi":
                return board.unicode()
            case "rgb_array":
                return pixels(board)
            case "human":
                self._paint(pixels(board), title)
        return None

    def _paint(self, picture: Pixels, title: str) -> None:
        import pygame

        if not self._is_open:
            pygame.display.init()
            self._is_open = True
        size = picture.shape[1], picture.shape[0]
        window = pygame.display.get_surface()
        if window is None or window.get_size() != size:
            window = pygame.display.set_mode(size)
        pygame.display.set_caption(title)
        pygame.surfarray.blit_array(window, picture.swapaxes(0, 1))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._is_open:
            import pygame

            pygame.display.quit()
            self._is_open = False
