"""A game as one HTML page, with everything in it that it needs.

Nothing in a game can become markup or a program: all texts are escaped, the data of the script are numbers and square
names, and the page's own content security policy lets no other script or style run and nothing be loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from draughts.game.game import Game
from draughts.pdn.game_records import record_of
from draughts.pdn.records import GameRecord, MoveCell
from draughts.rules.geometry import Geometry
from draughts.rules.phrases import square_name
from draughts.rules.readings import as_rules
from draughts.rules.registry import Variant
from draughts.rules.rules import Color, Piece, PieceType, Rules
from draughts.support.checks import refuse
from draughts.svg.layout import Coordinates, Layout
from draughts.svg.pictures import layout_of
from draughts.svg.shapes import (
    background,
    cross_shape,
    crosses,
    disc_colours,
    highlights,
    last_shape,
    numbers,
    piece_shape,
    pieces,
)
from draughts.svg.themes import Theme, theme_of
from draughts.svg.words import describe, xml_text
from draughts.viewer.facts import Seat, facts, heading, outcome, seats
from draughts.viewer.html import document, isolated, link
from draughts.viewer.lines import Bracket, Comment, Lines, Node, Placed, Skipped, Step, replay_lines

__all__ = ["Links", "page", "page_of"]

#: Commands in comments, such as ``[%clk 0:04:58]``.
_COMMAND = re.compile(r"\[%([A-Za-z]++)([^\[\]]*+)\]")
_CLOCKS = ("clk", "clock", "emt")
_NAGS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "="}
_SIGNS = {
    Piece(Color.WHITE, PieceType.MAN): "w",
    Piece(Color.WHITE, PieceType.KING): "W",
    Piece(Color.BLACK, PieceType.MAN): "b",
    Piece(Color.BLACK, PieceType.KING): "B",
}
#: Controls: id, what is written on it, and what it is called, with its key.
_CONTROLS = (
    ("first", "«", "First position (Home)"),
    ("previous", "‹", "Previous move (left arrow)"),
    ("next", "›", "Next move (right arrow)"),
    ("final", "»", "Last move (End)"),
    ("play", "Play", "Play the moves (space)"),
    ("other", "Variation", "Variation: another move in the same position (V)"),
    ("flip", "Flip", "Flip the board (F)"),
)
_KEYS = (
    "<kbd>←</kbd> <kbd>→</kbd> one move, <kbd>Home</kbd> <kbd>End</kbd> first and last position, "
    "<kbd>Space</kbd> plays, <kbd>V</kbd> another move, <kbd>F</kbd> flips"
)
_SPEEDS = ((500, "0.5 s"), (1000, "1 s"), (2000, "2 s"), (4000, "4 s"))
_USUAL_SPEED = 1000


def page(
    record: GameRecord | Game,
    rules: Rules | Variant | str | int | None = None,
    *,
    ply: int = 0,
    orientation: Color = Color.WHITE,
    coordinates: Coordinates | None = None,
    theme: Theme | str = "wood",
) -> str:
    """A game as an HTML page to play through: with buttons, keys, its variations and comments.

    Parameters
    ----------
    record : GameRecord or Game
        The game, as `pdn.read` gives it, or one that was played.
    rules : Rules, optional
        The variant; by default that which the game says.
    ply : int
        The ply of the main line that is shown first.
    orientation, coordinates, theme
        As for `svg.board`.

    Raises
    ------
    PdnError
        If the variant or the start position is not known, or if there are neither tags nor moves. Moves that are wrong
        are shown as such.
    IndexError
        If the game has no such ply.
    ValueError
        As for `svg.board`.

    Examples
    --------
    >>> from draughts import pdn, viewer
    >>> [record] = pdn.loads('[White "A < B"] 1. 11-15 23-19 {The <b>Fourteenth</b>} *')
    >>> html = viewer.page(record)
    >>> "A &lt; B" in html, "&lt;b&gt;Fourteenth&lt;/b&gt;" in html
    (True, True)
    """
    if isinstance(record, Game):
        record = record_of(record, commands=False)
    elif not isinstance(record, GameRecord):
        refuse("a page shows a Game, or a GameRecord as pdn.read and pdn.loads give it", record)
    lines = replay_lines(record, None if rules is None else as_rules(rules))
    return page_of(lines, ply=ply, orientation=orientation, coordinates=coordinates, theme=theme)


@dataclass(frozen=True, slots=True)
class Links:
    """Other pages that a page leads to; empty where there is none.

    Attributes
    ----------
    index : str
        The list of all games.
    previous, following : str
        The games before and after this one.
    """

    index: str = ""
    previous: str = ""
    following: str = ""


_ALONE = Links()


def page_of(
    lines: Lines,
    *,
    ply: int,
    orientation: Color,
    coordinates: Coordinates | None,
    theme: Theme | str,
    links: Links = _ALONE,
) -> str:
    """The page of a game that has been replayed; see `page`."""
    main = lines.main
    if not 0 <= ply < len(main):
        raise IndexError(f"no ply {ply!r}; there are positions after 0 to {len(main) - 1}")
    return "".join(_document(lines, main[ply], orientation, coordinates, theme_of(theme, lines.rules), links))


def _document(
    lines: Lines, start: int, orientation: Color, coordinates: Coordinates | None, theme: Theme, links: Links
) -> Iterator[str]:
    title, endings = heading(lines), _endings(lines)
    layout = layout_of(lines.nodes[0].board, Color.WHITE, coordinates)
    body = _body(lines, start, layout, orientation, theme, endings, links)
    return document(title, body, _data(lines, start, layout, endings))


def _body(
    lines: Lines,
    start: int,
    layout: Layout,
    orientation: Color,
    theme: Theme,
    endings: Mapping[int, str],
    links: Links,
) -> Iterator[str]:
    yield from _navigation(links)
    told = " · ".join(map(isolated, facts(lines)))
    yield f"<header>\n<h1>{_heading(lines, theme)}</h1>\n<p>{told}</p>\n</header>\n"
    for fault in lines.faults:
        yield f'<p class="fault" role="note">{isolated(f"This game is not right: {fault}")}</p>\n'
    yield '<div class="game">\n<section class="board" aria-label="Board">\n'
    yield from _board(lines.nodes[start], layout, orientation, theme)
    yield '</section>\n<section class="panel" aria-label="Controls">\n'
    yield f'<p id="status" role="status">{isolated(_status(lines, start, endings))}</p>\n'
    yield from _controls(orientation)
    yield f'<p id="keys" class="keys" hidden>Keys: {_KEYS}</p>\n'
    yield "<noscript><p>Moves cannot be played through here without JavaScript.</p></noscript>\n</section>\n"
    yield '<section class="moves" aria-label="Moves">\n<div id="list" class="list">\n'
    yield from _moves(lines, start)
    yield "</div>\n</section>\n</div>\n"
    if lines.record.tags:
        yield "<details>\n<summary>All tags of the game</summary>\n<dl>\n"
        yield from (f"<dt>{isolated(tag.name)}</dt><dd>{isolated(tag.value)}</dd>\n" for tag in lines.record.tags)
        yield "</dl>\n</details>\n"


def _navigation(links: Links) -> Iterator[str]:
    """Links to other games, if there are some."""
    if links.index:
        named = (("All games", links.index), ("Previous game", links.previous), ("Next game", links.following))
        shown = " · ".join(link(address, name) for name, address in named if address)
        yield f'<nav aria-label="Games">{shown}</nav>\n'


def _heading(lines: Lines, theme: Theme) -> str:
    """The players, each with a piece of theirs and what the side is called; or what else the game is known by."""
    both = seats(lines)
    if not any(seat.player for seat in both):
        return isolated(heading(lines))
    return " – ".join(_seat(seat, theme) for seat in both)


def _seat(seat: Seat, theme: Theme) -> str:
    piece = f"<g {disc_colours(seat.color, theme)}>{piece_shape(Piece(seat.color, PieceType.MAN), theme)}</g>"
    side = f' <span class="side">{xml_text(seat.side)}</span>' if seat.player else ""
    return (
        f'<svg class="piece" viewBox="-18 -18 36 36" aria-hidden="true">{piece}</svg>\N{NO-BREAK SPACE}'
        f"{isolated(seat.name)}{side}"
    )


def _status(lines: Lines, node: int, endings: Mapping[int, str]) -> str:
    """The position in words, as the script says it, too."""
    turn = lines.rules.side_name(lines.nodes[node].board.turn)
    return f"{lines.label(node)}. {endings.get(node) or f'{turn} to move.'}"


def _endings(lines: Lines) -> dict[int, str]:
    """Positions in which nobody is to move any more, with how the game ended there."""
    sides = {at: lines.rules.side_name(node.board.winner) for at, node in enumerate(lines.nodes) if node.board.winner}
    endings = {at: f"{side} has won." for at, side in sides.items()}
    last, told = lines.main[-1], outcome(lines)
    if told and not lines.faults:
        endings.setdefault(last, f"The end: {told}.")
    return endings


# The board


def _board(node: Node, layout: Layout, orientation: Color, theme: Theme) -> Iterator[str]:
    """The board with the first position; both sides of it, of which one is seen."""
    black = layout._replace(orientation=Color.BLACK)
    seen = black if orientation is Color.BLACK else layout
    flipped = ' class="is-flipped"' if seen is black else ""
    path, captured = ((), ()) if node.move is None else (node.move.path, node.move.captures)
    board = node.board
    standing = ((square, piece) for square in layout.geometry.numbers if (piece := board[square]) is not None)
    yield (
        f'<svg id="board"{flipped} xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" '
        f'role="img" aria-label="{xml_text(describe(board))}">'
    )
    yield "<defs>"
    for piece, sign in _SIGNS.items():
        yield f'<g id="shape-{sign}" {disc_colours(piece.color, theme)}>{piece_shape(piece, theme)}</g>'
    yield f'<g id="shape-last">{last_shape(theme)}</g><g id="shape-captured">{cross_shape(theme)}</g></defs>'
    yield from _both_sides(background(layout, theme), background(black, theme))
    yield f'<g id="last">{"".join(highlights(seen, theme, path))}</g>'
    yield from _both_sides(numbers(layout, theme), numbers(black, theme))
    yield f'<g id="pieces">{"".join(pieces(seen, theme, standing))}</g>'
    yield f'<g id="captured">{"".join(crosses(seen, theme, captured))}</g></svg>\n'


def _both_sides(white: Iterable[str], black: Iterable[str]) -> Iterator[str]:
    yield f'<g class="white-side">{"".join(white)}</g><g class="black-side">{"".join(black)}</g>'


def _controls(orientation: Color) -> Iterator[str]:
    yield '<div id="controls" class="controls" role="group" aria-label="Go through the game" hidden>\n'
    for name, text, title in _CONTROLS:
        pressed = {
            "play": ' aria-pressed="false"',
            "flip": f' aria-pressed="{str(orientation is Color.BLACK).lower()}"',
        }
        yield (
            f'<button type="button" id="{name}" aria-label="{title}" title="{title}"{pressed.get(name, "")}>'
            f"{text}</button>\n"
        )
    options = "".join(
        f'<option value="{speed}"{" selected" if speed == _USUAL_SPEED else ""}>{text}</option>'
        for speed, text in _SPEEDS
    )
    yield f'<select id="speed" aria-label="Time for each move">{options}</select>\n</div>\n'


# The moves


def _moves(lines: Lines, start: int) -> Iterator[str]:
    record, shown = lines.record, 0
    for item in lines.items:
        if isinstance(item, Step):
            yield _move(lines, item, with_number=shown != lines.nodes[item.node].parent, start=start)
            shown = item.node
            continue
        if isinstance(item, Bracket):
            yield f'<span class="bracket">{item.value}</span>\n'
        elif isinstance(item, Comment):
            yield from _comment(item.text)
        elif isinstance(item, Placed):
            yield _button(lines, item.node, "Position", "", start)
        else:
            yield from _skipped(item)
        shown = -1  # so that the next move has a number
    result = record.result or "*"
    if result != "*":
        yield f'<span class="result">{isolated(result)}</span>\n'
    if not lines.items:
        yield "<p>There are no moves.</p>\n"


def _move(lines: Lines, step: Step, *, with_number: bool, start: int) -> str:
    number = lines.move_number(step.node)
    is_written = with_number or not number.endswith("...")
    text = f"{lines.move_text(step.node)}{_signs(step.cells)}"
    return _button(lines, step.node, text, number if is_written else "", start)


def _button(lines: Lines, node: int, text: str, number: str, start: int) -> str:
    here = lines.nodes[node]
    current = ' aria-current="true"' if node == start else ""
    written = f"{number} {text}" if number else text
    return (
        f'<button type="button" class="move{" main" if here.is_main else ""}" data-node="{node}" '
        f'data-label="{xml_text(lines.label(node))}"{current}>{xml_text(written)}</button>\n'
    )


def _signs(cells: Iterable[MoveCell]) -> str:
    """Marks of a move: ``!`` and the like as they are, and NAGs that mean the same."""
    parts: dict[str, None] = {}
    for cell in cells:
        parts |= dict.fromkeys(cell.strengths)
        parts |= dict.fromkeys(_NAGS.get(nag, f" ${nag}") for nag in cell.nags)
    return "".join(parts)


def _comment(text: str) -> Iterator[str]:
    clocks = [said.strip() for name, said in _COMMAND.findall(text) if name in _CLOCKS]
    words = " ".join((*_COMMAND.sub("", text).split(), *(f"[{clock}]" for clock in clocks)))
    if words:
        yield f'<span class="comment">{isolated(words)}</span>\n'


def _skipped(item: Skipped) -> Iterator[str]:
    yield f'<span class="skipped">{isolated(item.cell.text)}</span>\n'
    if item.reason:
        yield f'<span class="fault">{isolated(f"[{item.reason}]")}</span>\n'


# The data


def _data(lines: Lines, start: int, layout: Layout, endings: Mapping[int, str]) -> dict[str, object]:
    """What the script needs: no texts of the game."""
    geometry = lines.rules.geometry
    following: dict[int, int] = {}
    for at, node in enumerate(lines.nodes):
        if node.parent is not None:
            following.setdefault(node.parent, at)
    return {
        "start": start,
        "width": layout.width,
        "height": layout.height,
        "centers": [layout.center(square) for square in geometry.numbers],
        "sides": {color.value: lines.rules.side_name(color) for color in Color},
        "endings": {str(at): told for at, told in endings.items()},
        "names": [square_name(lines.rules, square) for square in geometry.numbers],
        "nodes": [_position(node, geometry, following.get(at, -1)) for at, node in enumerate(lines.nodes)],
    }


def _position(node: Node, geometry: Geometry, following: int) -> dict[str, object]:
    pieces = (node.board[square] for square in geometry.numbers)
    return {
        "parent": -1 if node.parent is None else node.parent,
        "next": following,
        "turn": node.board.turn.value,
        "pieces": "".join("-" if piece is None else _SIGNS[piece] for piece in pieces),
        "path": [] if node.move is None else node.move.path,
        "captured": [] if node.move is None else node.move.captures,
    }
