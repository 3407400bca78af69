"""Pictures of any position under any rules: everything is where the geometry has it, and nothing is lost."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from draughts import Board, Color, svg
from draughts.position.diagram import draw
from draughts.svg import THEMES, Coordinates
from property.strategies import boards

_LABELS = st.sampled_from([*Coordinates, Coordinates.NONE, Coordinates.NUMBERS | Coordinates.ALGEBRAIC])


def _drawn(root: ET.Element, name: str) -> list[tuple[int, tuple[float, float]]]:
    found = []
    for one in root.iter():
        if one.attrib.get("class") == name:
            x, y = one.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
            found.append((int(one.attrib["data-square"]), (float(x), float(y))))
    return found


@settings(max_examples=60)
@given(boards(), st.sampled_from(Color), _LABELS, st.sampled_from(sorted(THEMES)), st.data())
def test_a_picture_has_everything_in_its_place(
    board: Board, orientation: Color, labels: Coordinates, theme: str, data: st.DataObject
) -> None:
    geometry = board.rules.geometry
    moves = list(board.legal_moves)
    last = data.draw(st.sampled_from(moves)) if moves else None
    arrows = moves[:4]
    root = ET.fromstring(
        svg.board(board, orientation=orientation, coordinates=labels, theme=theme, last_move=last, arrows=arrows)
    )
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    frame = (width - 45 * geometry.width) / 2
    assert (height - 45 * geometry.height) / 2 == frame >= 0

    def center(square: int) -> tuple[float, float]:
        row, column = geometry.coordinates(square)
        x, y = frame + 45 * (column + 0.5), frame + 45 * (row + 0.5)
        return (x, y) if orientation is Color.WHITE else (width - x, height - y)

    standing = _drawn(root, "man") + _drawn(root, "king")
    assert sorted(square for square, _ in standing) == sorted(board.pieces(Color.WHITE) + board.pieces(Color.BLACK))
    marked = _drawn(root, "last") + _drawn(root, "captured")
    assert {square for square, _ in _drawn(root, "last")} == set(last.path if last else ())
    taken = {square for move in [*arrows, *([last] if last else [])] for square in move.captures}
    assert {square for square, _ in _drawn(root, "captured")} == taken
    assert all(place == center(square) for square, place in standing + marked)


@given(boards())
def test_a_flipped_diagram_is_the_diagram_turned(board: Board) -> None:
    geometry = board.rules.geometry
    pieces = {square: piece for square in geometry.numbers if (piece := board[square]) is not None}
    straight, flipped = (
        [line[4:].ljust(2 * geometry.width) for line in draw(geometry, pieces, flipped=flipped).splitlines()]
        for flipped in (False, True)
    )
    assert [line[::2] for line in flipped[:-1]] == [line[::2][::-1] for line in straight[-2::-1]]
    assert flipped[-1].split() == straight[-1].split()[::-1]
