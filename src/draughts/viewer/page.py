"""A game as one HTML page, with everything in it that it needs.

Nothing in a game can become markup or a program: all texts are escaped, the data of the script are numbers and square
names, and the page's own content security policy lets no other script or style run and nothing be loaded.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from draughts.pdn.records import GameRecord, MoveCell
from draughts.rules.geometry import Geometry
from draughts.rules.phrases import square_name
from draughts.rules.rules import Color, Piece, PieceType, Rules
from draughts.svg.layout import Coordinates, Layout
from draughts.svg.pictures import layout_of, theme_of
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
from draughts.svg.themes import Theme
from draughts.svg.words import describe, game_title, xml_text
from draughts.viewer.lines import Bracket, Comment, Lines, Node, Placed, Skipped, Step, replay_lines

__all__ = ["about", "heading", "page", "page_of"]

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
_SPEEDS = ((500, "0.5 s"), (1000, "1 s"), (2000, "2 s"), (4000, "4 s"))
_USUAL_SPEED = 1000


def page(
    record: GameRecord,
    rules: Rules | None = None,
    *,
    ply: int = 0,
    orientation: Color = Color.WHITE,
    coordinates: Coordinates | None = None,
    theme: Theme | str = "wood",
) -> str:
    """A game as an HTML page to play through: with buttons, keys, its variations and comments.

    Parameters
    ----------
    record : GameRecord
        The game, as `pdn.read` gives it.
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
    lines = replay_lines(record, rules)
    return page_of(lines, ply=ply, orientation=orientation, coordinates=coordinates, theme=theme)


def page_of(lines: Lines, *, ply: int, orientation: Color, coordinates: Coordinates | None, theme: Theme | str) -> str:
    """The page of a game that has been replayed; see `page`."""
    main = lines.main
    if not 0 <= ply < len(main):
        raise IndexError(f"no ply {ply!r}; there are positions after 0 to {len(main) - 1}")
    return "".join(_document(lines, main[ply], orientation, coordinates, theme_of(theme)))


def _document(
    lines: Lines, start: int, orientation: Color, coordinates: Coordinates | None, theme: Theme
) -> Iterator[str]:
    record = lines.record
    style, script = _asset("viewer.css"), _asset("viewer.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'"
    )
    title = heading(lines)
    seen_from_white = layout_of(lines.nodes[0].board, Color.WHITE, coordinates)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
    yield f"<title>{xml_text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
    names = " – ".join(map(_text, _players(lines) or [title]))
    facts = " · ".join(map(_text, _facts(lines)))
    yield f"<header>\n<h1>{names}</h1>\n<p>{facts}</p>\n</header>\n"
    for fault in lines.faults:
        yield f'<p class="fault" role="note">{_text(f"This game is not right: {fault}")}</p>\n'
    yield '<div class="game">\n<section aria-label="Board">\n'
    yield from _board(lines.nodes[start], seen_from_white, orientation, theme)
    yield f'<p id="status" role="status">{_text(_status(lines, start))}</p>\n'
    yield from _controls(orientation)
    yield "<noscript><p>Moves cannot be played through here without JavaScript.</p></noscript>\n</section>\n"
    yield '<section class="moves" aria-label="Moves">\n<div id="list" class="list">\n'
    yield from _moves(lines, start)
    yield "</div>\n</section>\n</div>\n"
    if record.tags:
        yield "<details>\n<summary>All tags of the game</summary>\n<dl>\n"
        yield from (f"<dt>{_text(tag.name)}</dt><dd>{_text(tag.value)}</dd>\n" for tag in record.tags)
        yield "</dl>\n</details>\n"
    yield "</main>\n"
    yield f'<script type="application/json" id="game">{_json(_data(lines, start, seen_from_white))}</script>\n'
    yield f"<script>{script}</script>\n</body>\n</html>\n"


@cache
def _asset(name: str) -> str:
    return (files("draughts.viewer") / name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _json(data: object) -> str:
    """JSON that cannot end the element that it is in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _text(text: str) -> str:
    """A text of a game; it cannot change the direction of what is around it."""
    return f"<bdi>{xml_text(text)}</bdi>"


# What the game is


def heading(lines: Lines) -> str:
    """The players; or, if they are not known, the event or the variant."""
    return " – ".join(_players(lines)) or lines.record.tag("Event") or game_title(lines.rules)


def about(lines: Lines) -> str:
    """Variant, event and result."""
    return " · ".join(_facts(lines))


def _players(lines: Lines) -> list[str]:
    """Who moves first, then the other; none if neither is known."""
    sides = {color: (lines.record.tag(str(color)) or "").strip(" ?") for color in Color}
    first = lines.rules.first_mover
    return [sides[color] or str(color) for color in (first, first.opponent)] if any(sides.values()) else []


def _facts(lines: Lines) -> list[str]:
    record = lines.record
    tags = ((record.tag(name) or "").strip() for name in ("Event", "Site", "Date", "Round"))
    result = record.tag("Result") or record.result or "*"
    known = [game_title(lines.rules), *(text for text in tags if text.strip(".?*- "))]
    told = [text for text in known if text != heading(lines)]
    return [*told, "no result" if result == "*" else result]


def _status(lines: Lines, node: int) -> str:
    return f"{lines.label(node)}. {lines.nodes[node].board.turn} to move."


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
        yield f'<span class="result">{_text(result)}</span>\n'
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
        yield f'<span class="comment">{_text(words)}</span>\n'


def _skipped(item: Skipped) -> Iterator[str]:
    yield f'<span class="skipped">{_text(item.cell.text)}</span>\n'
    if item.reason:
        yield f'<span class="fault">{_text(f"[{item.reason}]")}</span>\n'


# The data


def _data(lines: Lines, start: int, layout: Layout) -> dict[str, object]:
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
