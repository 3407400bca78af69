"""Boards and games as SVG: one position, or many side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.readings import HasBoard, as_board
from draughts.rules.readings import as_color
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_whole, refuse
from draughts.support.numbers import counted
from draughts.svg.layout import Coordinates, Layout
from draughts.svg.shapes import (
    FONT,
    Arrow,
    arrow_shapes,
    background,
    crosses,
    dots,
    highlights,
    number,
    numbers,
    pieces,
    selection,
)
from draughts.svg.themes import Theme, theme_of
from draughts.svg.words import describe, game_title, title, xml_text

__all__ = ["Frame", "board", "frames_of", "layout_of", "strip"]

#: Between the positions of a strip, and the height of a caption.
_GAP, _CAPTION = 20, 34


class Frame(NamedTuple):
    """One position of a strip.

    Attributes
    ----------
    board : Board
        The position.
    last_move : Move or None
        The move that led to it.
    caption : str
        What is written below.
    """

    board: Board
    last_move: Move | None = None
    caption: str = ""


def board(
    position: Board | HasBoard | Rules | str,
    *,
    orientation: Color | str = Color.WHITE,
    last_move: Move | None = None,
    arrows: Iterable[Arrow | Move] = (),
    targets: Iterable[int] = (),
    captured: Iterable[int] = (),
    selected: int | None = None,
    coordinates: Coordinates | None = None,
    theme: Theme | str = "wood",
    size: float | None = None,
) -> str:
    """A position as an SVG document.

    It has no ids, scripts, style sheets or links, so any number of pictures can stand in one page. Its classes
    (``frame light dark line numbers coordinates pieces white black man king last selected target captured arrow``) and
    ``data-square`` attributes are for style sheets and programs.

    Parameters
    ----------
    position : Board, Game, str or Rules
        The position: also that of a game, a FEN, or the start of a variant.
    orientation : Color
        The side at the bottom.
    last_move : Move, optional
        A move whose squares are highlighted, with crosses where it has captured.
    arrows : iterable of Arrow or Move
        Arrows; that of a move follows its whole path and crosses out what it captures.
    targets : iterable of int
        Squares with a dot, such as `MoveEntry.targets`.
    captured : iterable of int
        Squares with a cross, such as `MoveEntry.taken`.
    selected : int, optional
        A square with a line around.
    coordinates : Coordinates, optional
        What is written on squares and frame; by default what the variant's players are used to.
    theme : Theme or str
        The colours, or the name of one of `THEMES`.
    size : float, optional
        The width in pixels; by default 45 for each square and a little for the frame.

    Raises
    ------
    IndexError
        If a square is not on the board.
    ValueError
        If there is no such theme, the size is not above 0, an arrow has less than two squares, or `coordinates` wants
        two things in one place.

    Examples
    --------
    >>> from draughts import Board, Color, svg
    >>> board = Board()
    >>> picture = svg.board(board.play("11-15"), orientation=Color.BLACK, last_move=board.move("11-15"))
    >>> picture[:40], picture.count('class="last"')
    ('<svg xmlns="http://www.w3.org/2000/svg" ', 2)
    """
    position = as_board(position)
    orientation = as_color(orientation)
    look = theme_of(theme, position.rules)
    layout = layout_of(position, orientation, coordinates)
    lines = [arrow if isinstance(arrow, Arrow) else Arrow(arrow.path, arrow.captures) for arrow in arrows]
    parts = _position(layout, look, position, last_move, lines, tuple(targets), tuple(captured), selected)
    return _document(
        layout.width,
        layout.height,
        layout.width if size is None else size,
        title(position),
        describe(position, last_move),
        parts,
    )


def strip(
    positions: Game | Iterable[Frame],
    *,
    plies: Iterable[int] | None = None,
    columns: int = 4,
    orientation: Color | str = Color.WHITE,
    coordinates: Coordinates = Coordinates.NONE,
    theme: Theme | str = "wood",
    size: float | None = None,
) -> str:
    """Positions side by side as an SVG document, in rows from the left.

    Parameters
    ----------
    positions : Game or iterable of Frame
        A game, from which the start and the position after each ply are shown; or positions with moves and captions.
    plies : iterable of int, optional
        Which of them, counted from 0, which is the start of a game; by default all.
    columns : int
        How many stand in a row.
    orientation, coordinates, theme
        As for `board`.
    size : float, optional
        The width in pixels; by default about 200 for each position.

    Raises
    ------
    IndexError
        If there is no such ply.
    ValueError
        As for `board`; also without any position.

    Examples
    --------
    >>> from draughts import Game, svg
    >>> game = Game()
    >>> for move in ("11-15", "22-18", "15x22"):
    ...     _ = game.push(move)
    >>> svg.strip(game, plies=[0, 3], columns=2).count('class="position"')
    2
    """
    if isinstance(positions, Game):
        every = frames_of(game=positions)
    elif isinstance(positions, Iterable) and not isinstance(positions, Board | str):
        every = list(positions)
    else:
        refuse("a strip is made of a Game or of Frames", positions)
    if not all(isinstance(frame, Frame) for frame in every):
        refuse("a strip is made of a Game or of Frames", every)
    if plies is not None:
        wanted = list(plies)
        for ply in wanted:
            if not 0 <= ply < len(every):
                raise IndexError(f"no ply {ply!r}; there are positions after 0 to {len(every) - 1}")
        every = [every[ply] for ply in wanted]
    if not every:
        raise ValueError("a strip needs a position")
    look = theme_of(theme, every[0].board.rules)
    columns = min(as_whole(columns, "columns", 1), len(every))
    rows = math.ceil(len(every) / columns)
    layouts = [layout_of(frame.board, orientation, coordinates) for frame in every]
    cell_width = max(layout.width for layout in layouts) + _GAP
    cell_height = max(layout.height for layout in layouts) + _CAPTION + _GAP
    width, height = columns * cell_width + _GAP, rows * cell_height + _GAP
    parts = [f'<rect class="page" width="{width}" height="{height}" fill="{xml_text(look.frame)}"/>']
    for at, (frame, layout) in enumerate(zip(every, layouts, strict=True)):
        x, y = _GAP + at % columns * cell_width, _GAP + at // columns * cell_height
        parts.append(f'<g class="position" transform="translate({x} {y})">')
        parts += _position(layout, look, frame.board, frame.last_move)
        parts.append(
            f'<text class="caption" x="{number(layout.width / 2)}" y="{layout.height + 24}" font-family="{FONT}" '
            f'font-size="22" text-anchor="middle" fill="{xml_text(look.ink)}">{xml_text(frame.caption)}</text></g>'
        )
    first, last = every[0], every[-1]
    told = f"From: {describe(first.board)} To: {describe(last.board)}"
    name = f"{game_title(first.board.rules)}: {counted(len(every), 'position')}"
    return _document(width, height, columns * 200 if size is None else size, name, told, parts)


def frames_of(game: Game) -> list[Frame]:
    """The positions of a game with their moves, numbered as players number them.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.svg.pictures import frames_of
    >>> game = Game()
    >>> _ = game.push("11-15"), game.push("22-18")
    >>> [frame.caption for frame in frames_of(game)]
    ['Start', '1. 11-15', '1... 22-18']
    """
    boards = game.boards
    frames = [Frame(boards[0], None, "Start")]
    late = boards[0].turn is not game.rules.first_mover
    for ply, move in enumerate(game.moves):
        before = boards[ply]
        turn, is_second = divmod(ply + late, 2)
        stop = "..." if is_second else "."
        frames.append(Frame(boards[ply + 1], move, f"{turn + 1}{stop} {before.notation(move, 'pdn')}"))
    return frames


def layout_of(position: Board, orientation: Color | str, coordinates: Coordinates | None) -> Layout:
    """How a position is laid out."""
    if coordinates is None:
        coordinates = Coordinates.of(position.rules)
    if Coordinates.ALGEBRAIC | Coordinates.EDGE_NUMBERS in coordinates:
        raise ValueError("coordinates cannot be ALGEBRAIC and EDGE_NUMBERS: both stand beside the board")
    return Layout(position.rules.geometry, as_color(orientation), coordinates)


def _position(
    layout: Layout,
    theme: Theme,
    position: Board,
    last_move: Move | None,
    arrows: Sequence[Arrow] = (),
    targets: Sequence[int] = (),
    captured: Sequence[int] = (),
    selected: int | None = None,
) -> Iterator[str]:
    """What is inside the picture of one position, from the bottom up."""
    taken = () if last_move is None else last_move.captures
    crossed = chain(taken, captured, *(arrow.captures for arrow in arrows))
    yield from background(layout, theme)
    if last_move is not None:
        yield from highlights(layout, theme, last_move.path)
    if selected is not None:
        yield selection(layout, theme, selected)
    yield from numbers(layout, theme)
    standing = ((square, piece) for square in layout.geometry.numbers if (piece := position[square]) is not None)
    yield from pieces(layout, theme, standing)
    yield from crosses(layout, theme, crossed)
    yield from dots(layout, theme, targets)
    yield from arrow_shapes(layout, theme, arrows)


def _document(width: float, height: float, size: float, name: str, told: str, parts: Iterable[str]) -> str:
    if not (isinstance(size, int | float) and 0 < size < math.inf):
        raise ValueError(f"size must be a number above 0, not {size!r}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="draughts" role="img" aria-label="{xml_text(name)}" '
        f'width="{number(size)}" height="{number(size * height / width)}" viewBox="0 0 {width} {height}">'
        f"<title>{xml_text(name)}</title><desc>{xml_text(told)}</desc>{''.join(parts)}</svg>"
    )
