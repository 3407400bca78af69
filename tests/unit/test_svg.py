"""Pictures: every piece on its square in every variant, marks where they belong, and XML that any program reads."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from draughts import (
    AMERICAN,
    BARRELHEAD,
    FRISIAN,
    INTERNATIONAL,
    RUSSIAN,
    TURKISH,
    Board,
    Color,
    DraughtsError,
    Game,
    Geometry,
    Move,
    Piece,
    PieceType,
    PlayableSquares,
    Rules,
    get_rules,
    svg,
    variants,
)
from draughts.errors import ArgumentError
from draughts.svg import THEMES, Arrow, Coordinates, Frame

_NS = "{http://www.w3.org/2000/svg}"
_CELL = 45
#: Side of the board, the playable corner of White's side (None: all are), and where square 1 lies.
_USUAL = (8, "left", "top left")
_LARGE = (10, "left", "top left")
_BOARDS = dict.fromkeys((name for name in variants() if name != "spantsiretti"), _USUAL) | {
    **dict.fromkeys(("international", "frisian", "frysk", "killer", "breakthrough", "international-giveaway"), _LARGE),
    "canadian": (12, "left", "top left"),
    "italian": (8, "right", "top left"),
    "spanish": (8, "right", "bottom right"),
    "portuguese": (8, "right", "bottom right"),
    "jamaican": (8, "right", "top right"),
    "thai": (8, "left", "bottom right"),
    "turkish": (8, None, "top left"),
    "armenian": (8, None, "top left"),
}


def _places(name: str) -> dict[int, tuple[int, int]]:
    """Rows from the top and columns from the left of all squares, worked out from the table above."""
    side, dark, first = _BOARDS[name]
    rows = range(side) if first.startswith("top") else range(side)[::-1]
    columns = range(side) if first.endswith("left") else range(side)[::-1]
    corner = {"left": 0, "right": side - 1}
    places = [
        (row, column)
        for row, column in product(rows, columns)
        if dark is None or (side - 1 - row + abs(column - corner[dark])) % 2 == 0
    ]
    return dict(enumerate(places, 1))


def _parse(text: str) -> ET.Element:
    root = ET.fromstring(text)
    assert root.tag == f"{_NS}svg"
    return root


def _frame(root: ET.Element, side: int) -> float:
    """The width of the frame: the view box is the board and twice the frame."""
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (x, y) == (0, 0)
    assert width == height
    return (width - side * _CELL) / 2


def _moved(element: ET.Element) -> tuple[float, float]:
    x, y = element.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def _pieces(root: ET.Element) -> Iterator[tuple[int, str, tuple[float, float]]]:
    for group in root.iter(f"{_NS}g"):
        kind, *color = group.attrib.get("class", "").split()
        if kind == "pieces":
            for piece in group:
                yield int(piece.attrib["data-square"]), f"{color[0]} {piece.attrib['class']}", _moved(piece)


def _marked(root: ET.Element, name: str) -> list[int]:
    return [int(one.attrib["data-square"]) for one in root.iter() if one.attrib.get("class") == name]


def _mixed(rules: Rules) -> Board:
    """A position with all kinds of pieces."""
    board = Board(rules)
    middle = rules.geometry.square_count // 2
    for offset, color in enumerate(Color):
        board = board.with_piece(middle + offset, Piece(color, PieceType.KING))
    return board


@pytest.mark.parametrize("orientation", Color)
@pytest.mark.parametrize("name", _BOARDS)
def test_every_piece_stands_in_the_middle_of_its_square(name: str, orientation: Color) -> None:
    board, places, side = _mixed(get_rules(name)), _places(name), _BOARDS[name][0]
    root = _parse(svg.board(board, orientation=orientation))
    frame = _frame(root, side)
    drawn = {square: (piece, center) for square, piece, center in _pieces(root)}
    assert len(drawn) == len(board) == sum(1 for _ in _pieces(root))
    for square, (row, column) in places.items():
        piece = board[square]
        if piece is None:
            assert square not in drawn
            continue
        if orientation is Color.BLACK:
            row, column = side - 1 - row, side - 1 - column  # noqa: PLW2901
        center = (frame + (column + 0.5) * _CELL, frame + (row + 0.5) * _CELL)
        assert drawn[square] == (str(piece).lower(), center)


@pytest.mark.parametrize("orientation", Color)
@pytest.mark.parametrize("name", _BOARDS)
def test_dark_squares_and_numbers_are_where_the_game_has_them(name: str, orientation: Color) -> None:
    places, (side, dark, _) = _places(name), _BOARDS[name]
    root = _parse(svg.board(Board(get_rules(name)), orientation=orientation, coordinates=Coordinates.NUMBERS))
    frame = _frame(root, side)
    seen = {
        square: (row, column) if orientation is Color.WHITE else (side - 1 - row, side - 1 - column)
        for square, (row, column) in places.items()
    }
    corners = {(frame + column * _CELL, frame + row * _CELL) for row, column in seen.values()}
    squares = [path.attrib["d"] for path in root.iter(f"{_NS}path") if path.attrib.get("class") == "dark"]
    if dark is None:
        assert squares == []
    else:
        starts = [one.partition("h")[0].split() for one in squares[0].split("M")[1:]]
        assert {(float(x), float(y)) for x, y in starts} == corners
        # The corner at the right hand of both players is of one colour: the board looks the same from both sides.
        assert ((frame, frame + (side - 1) * _CELL) in corners) == (dark == "left")
    [numbers] = (group for group in root.iter(f"{_NS}g") if group.attrib.get("class") == "numbers")
    written = {
        int(text.text or ""): (float(text.attrib["y"]) // _CELL, float(text.attrib["x"]) // _CELL) for text in numbers
    }
    shift = {  # a text begins in its square, whatever the frame
        square: ((frame + row * _CELL + 8.8) // _CELL, (frame + column * _CELL + 1) // _CELL)
        for square, (row, column) in seen.items()
    }
    assert written == shift


def _labels(root: ET.Element) -> dict[str, list[str]]:
    """What stands beside the board, in order."""
    size = float(root.attrib["viewBox"].split()[2])
    sides: dict[str, list[tuple[float, str]]] = {"left": [], "right": [], "top": [], "bottom": []}
    [group] = (group for group in root.iter(f"{_NS}g") if group.attrib.get("class") == "coordinates")
    for text in group:
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        side = "left" if x < 22 else "right" if x > size - 22 else "top" if y < 22 else "bottom"
        sides[side].append((y if side in ("left", "right") else x, text.text or ""))
    return {side: [text for _, text in sorted(found)] for side, found in sides.items()}


def test_files_and_ranks_beside_the_board() -> None:
    labels = _labels(_parse(svg.board(Board(RUSSIAN))))
    assert labels == {"left": list("87654321"), "right": [], "top": [], "bottom": list("abcdefgh")}
    labels = _labels(_parse(svg.board(Board(RUSSIAN), orientation=Color.BLACK)))
    assert labels == {"left": list("12345678"), "right": [], "top": [], "bottom": list("hgfedcba")}
    labels = _labels(_parse(svg.board(Board(get_rules("jamaican")))))
    assert labels["bottom"] == list("hgfedcba")
    labels = _labels(_parse(svg.board(Board(get_rules("canadian")), coordinates=Coordinates.ALGEBRAIC)))
    assert (labels["left"][0], labels["bottom"][-1]) == ("12", "l")


def test_numbers_beside_the_board() -> None:
    labels = _labels(_parse(svg.board(Board(INTERNATIONAL), coordinates=Coordinates.EDGE_NUMBERS)))
    assert labels == {
        "left": ["6", "16", "26", "36"],
        "right": ["15", "25", "35", "45"],
        "top": ["1", "2", "3", "4", "5"],
        "bottom": ["46", "47", "48", "49", "50"],
    }


def test_usual_coordinates_are_those_of_the_notation() -> None:
    assert Coordinates.of(AMERICAN) is Coordinates.NUMBERS
    assert Coordinates.of(RUSSIAN) is Coordinates.ALGEBRAIC
    assert 'class="numbers"' in svg.board(Board())
    assert "<text" not in svg.board(Board(), coordinates=Coordinates.NONE)
    with pytest.raises(ValueError, match="ALGEBRAIC and EDGE_NUMBERS"):
        svg.board(Board(), coordinates=Coordinates.ALGEBRAIC | Coordinates.EDGE_NUMBERS)


# Marks


def _longest(fen: str, rules: Rules) -> tuple[Board, Move]:
    board = Board.from_fen(fen, rules)
    return board, max(board.legal_moves, key=lambda move: len(move.captures))


@pytest.mark.parametrize(
    ("fen", "rules"),
    [
        ("W:WK46:B37,28,14", INTERNATIONAL),
        ("W:WKa1:Ba4,c6,f6", TURKISH),
        ("W:W32:B27,22,18,8,K9", FRISIAN),
    ],
)
def test_an_arrow_follows_the_whole_route_and_captures_are_crossed_out(fen: str, rules: Rules) -> None:
    board, move = _longest(fen, rules)
    assert len(move.path) > 2
    root = _parse(svg.board(board, arrows=[move]))
    assert _marked(root, "captured") == list(move.captures)
    [arrow] = (group for group in root.iter(f"{_NS}g") if group.attrib.get("class") == "arrow")
    assert arrow.attrib["data-path"] == " ".join(map(str, move.path))
    side = rules.geometry.width
    frame, places = _frame(root, side), _places(rules.name)
    centers = [
        (frame + (column + 0.5) * _CELL, frame + (row + 0.5) * _CELL)
        for row, column in (places[square] for square in move.path)
    ]
    points = [tuple(map(float, point.split(","))) for point in arrow[0].attrib["points"].split()]
    assert points[1:-1] == centers[1:-1]
    stops = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in arrow.iter(f"{_NS}circle")]
    assert stops == centers[1:-1]
    head = arrow.find(f"{_NS}polygon")
    assert head is not None
    assert tuple(map(float, head.attrib["points"].split()[0].split(","))) == centers[-1]


def test_the_last_move_is_highlighted_with_its_landing_squares_and_captures() -> None:
    board, move = _longest("W:WK46:B37,28,14", INTERNATIONAL)
    root = _parse(svg.board(board.play(move), last_move=move))
    assert _marked(root, "last") == list(dict.fromkeys(move.path))
    assert _marked(root, "captured") == list(move.captures)
    assert [square for square, _, _ in _pieces(root)] == list(
        board.play(move).pieces(Color.WHITE) + board.play(move).pieces(Color.BLACK)
    )


def test_a_capture_that_ends_where_it_began_is_drawn() -> None:
    board, move = _longest("W:WK3:B8,K17,18,9,K20", INTERNATIONAL)
    loop = Arrow((18, 27, 36, 18), (), "red")
    root = _parse(svg.board(board, arrows=[loop, move], last_move=move))
    assert len([one for one in root.iter() if one.attrib.get("class") == "arrow"]) == 2


def test_targets_captured_pieces_and_the_selected_square_are_marked() -> None:
    entry = Game().start_move(11)
    root = _parse(svg.board(Board(), selected=entry.square, targets=entry.targets, captured=[21, 22, 21]))
    assert _marked(root, "selected") == [11]
    assert _marked(root, "target") == [15, 16]
    assert _marked(root, "captured") == [21, 22]


def test_squares_that_are_not_on_the_board_are_refused() -> None:
    for square in (0, 33, -1):
        with pytest.raises(IndexError, match="no square"):
            svg.board(Board(), selected=square)
        with pytest.raises(IndexError, match="no square"):
            svg.board(Board(), targets=[square])
        with pytest.raises(IndexError, match="no square"):
            svg.board(Board(), arrows=[Arrow((1, square))])
    for path in ((), (1,), (1, 1), (5, 9, 9)):
        with pytest.raises(ValueError, match="two squares"):
            svg.board(Board(), arrows=[Arrow(path)])


# Documents


def test_the_picture_says_what_it_shows() -> None:
    root = _parse(svg.board(Board.from_fen("W:WK3,21:B1")))
    assert root.attrib["role"] == "img"
    assert (root[0].tag, root[0].text) == (f"{_NS}title", "American checkers (English draughts): White to move")
    assert (root[1].tag, root[1].text) == (f"{_NS}desc", "White: man 21; king 3. Black: man 1.")
    russian = _parse(svg.board(Board.from_fen("W:Wc3:B", RUSSIAN)))
    assert russian[1].text == "White: man c3. Black: no pieces."


def test_men_and_kings_have_different_shapes_in_both_colours() -> None:
    root = _parse(svg.board(_mixed(AMERICAN)))
    shapes = {
        piece.attrib["class"]: [part.tag.removeprefix(_NS) for part in piece]
        for group in root.iter(f"{_NS}g")
        if group.attrib.get("class", "").startswith("pieces")
        for piece in group
    }
    assert shapes == {"man": ["circle", "circle"], "king": ["circle", "path"]}


def test_size_sets_the_width_and_keeps_the_proportions() -> None:
    wide = AMERICAN.replace(name="wide", game_type=None, geometry=Geometry(12, 8))
    root = _parse(svg.board(Board(wide), size=500))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert float(root.attrib["width"]) == 500
    assert float(root.attrib["height"]) == pytest.approx(500 * height / width, abs=0.01)
    assert width > height
    for size in (0, -1, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="size must be"):
            svg.board(Board(), size=size)


@pytest.mark.parametrize("name", THEMES)
def test_themes_colour_everything(name: str) -> None:
    board, move = _longest("W:WK46:B37,28,14", INTERNATIONAL)
    text = svg.board(board, theme=name, arrows=[move], selected=46, targets=[5], last_move=move)
    look = THEMES[name]
    for colour in (look.light, look.dark, look.frame, look.white, look.black, look.last, look.selected, look.captured):
        assert f'"{colour}"' in text


def test_a_board_need_not_be_square() -> None:
    root = _parse(svg.board("spantsiretti", coordinates=Coordinates.NONE))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width - height == 2 * _CELL
    assert len(list(_pieces(root))) == 30


def test_a_picture_is_drawn_of_whatever_has_a_position() -> None:
    game = Game("russian")
    assert svg.board(game) == svg.board(Board("russian")) == svg.board("russian") == svg.board(game.rules)
    board = Board.from_fen("W:W21:B1")
    assert svg.board("W:W21:B1", orientation="black") == svg.board(board, orientation=Color.BLACK)


def test_themes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match=r"a theme is .*'wood', 'green'.*not 'pink'"):
        svg.board(Board(), theme="pink")
    with pytest.raises(ValueError, match="dark must be a colour"):
        svg.Theme(dark="")
    with pytest.raises(ValueError, match="arrows must be a tuple of colours"):
        svg.Theme(arrows=())


@pytest.mark.parametrize(
    "hostile", ["</svg><script>alert(1)</script>", '" onload="alert(1)', "\x00\x1b\ud800\ufffe]]>&"]
)
def test_texts_from_outside_stay_texts(hostile: str) -> None:
    rules = AMERICAN.replace(name=hostile if hostile.isprintable() else "]]>&", game_type=None)
    look = replace(THEMES["wood"], dark=hostile)
    for text in (
        svg.board(Board(rules), theme=look, arrows=[Arrow((1, 5), color=hostile)]),
        svg.strip([Frame(Board(rules), caption=hostile)], theme=look),
    ):
        root = _parse(text)
        assert {element.tag for element in root.iter()} <= {
            _NS + tag for tag in ["svg", "title", "desc", "rect", "path", "g", "text", "circle", "polyline", "polygon"]
        }
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


def test_pictures_have_nothing_that_meets_other_pictures_on_a_page() -> None:
    board, move = _longest("W:WK46:B37,28,14", INTERNATIONAL)
    root = _parse(svg.board(board, arrows=[move], last_move=move, selected=46, targets=[5]))
    for element in root.iter():
        assert not {"id", "href", "style"} & set(element.attrib)
        assert element.tag not in (f"{_NS}style", f"{_NS}script", f"{_NS}defs")


# Strips


def _game() -> Game:
    game = Game(INTERNATIONAL)
    for move in ["32-28", "19-23", "28x19", "14x23", "37-32"]:
        game.push(move)
    return game


def test_a_strip_has_every_position_of_a_game_with_its_move() -> None:
    game = _game()
    root = _parse(svg.strip(game, columns=3))
    positions = [group for group in root.iter(f"{_NS}g") if group.attrib.get("class") == "position"]
    captions = [text.text for text in root.iter(f"{_NS}text") if text.attrib.get("class") == "caption"]
    assert captions == ["Start", "1. 32-28", "1... 19-23", "2. 28x19", "2... 14x23", "3. 37-32"]
    for group, board in zip(positions, game.boards, strict=True):
        assert sorted(square for square, _, _ in _pieces(group)) == sorted(
            board.pieces(Color.WHITE) + board.pieces(Color.BLACK)
        )
    assert [_marked(group, "captured") for group in positions] == [[], [], [], [23], [19], []]
    corners = [_moved(group) for group in positions]
    assert len({x for x, _ in corners}) == 3
    assert len({y for _, y in corners}) == 2


def test_a_strip_of_some_plies() -> None:
    root = _parse(svg.strip(_game(), plies=[0, 4], columns=7))
    captions = [text.text for text in root.iter(f"{_NS}text")]
    assert captions == ["Start", "2... 14x23"]
    for plies in ([6], [-1]):
        with pytest.raises(IndexError, match="there are positions after 0 to 5"):
            svg.strip(_game(), plies=plies)
    with pytest.raises(ValueError, match="needs a position"):
        svg.strip(_game(), plies=[])
    with pytest.raises(ValueError, match="columns must be a whole number, 1 or more"):
        svg.strip(_game(), columns=0)


def test_a_game_that_the_second_side_begins_is_numbered_as_such() -> None:
    game = Game(start=Board.from_fen("W:W22,30:B1,2"))
    game.push("22-18")
    game.push("1-5")
    captions = [frame.caption for frame in svg.pictures.frames_of(game)]
    assert captions == ["Start", "1... 22-18", "2. 1-5"]


# Notebooks and PNG


def test_notebooks_show_boards_and_games() -> None:
    assert Board()._repr_svg_() == svg.board(Board())
    game = _game()
    assert Game()._repr_svg_() == svg.board(Board())
    assert game._repr_svg_() == svg.board(game.board, last_move=game.moves[-1])


def test_a_square_board_of_all_squares_has_lines_instead_of_dark_squares() -> None:
    assert TURKISH.geometry.squares is PlayableSquares.ALL
    root = _parse(svg.board(Board(TURKISH)))
    assert [path.attrib["class"] for path in root.iter(f"{_NS}path") if "class" in path.attrib] == ["line"]


def test_png_has_the_size_that_was_asked_for() -> None:
    pytest.importorskip("resvg_py")
    picture = svg.board(Board(), coordinates=Coordinates.NONE)
    for width, text in ((372, svg.to_png(picture)), (123, svg.to_png(picture, width=123))):
        assert text[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(text[16:20], "big") == width
        assert int.from_bytes(text[20:24], "big") == width


def test_png_shows_what_was_drawn() -> None:
    pytest.importorskip("resvg_py")
    white, black = (
        svg.to_png(svg.board(Board.from_fen(fen), coordinates=Coordinates.NONE)) for fen in ("W:W22:B", "W:W:B22")
    )
    assert white != black


def test_png_refuses_what_cannot_be_drawn() -> None:
    pytest.importorskip("resvg_py")
    picture = svg.board(Board(), coordinates=Coordinates.NONE)
    with pytest.raises(DraughtsError, match="cannot be drawn"):
        svg.to_png(picture[:-10])
    for text in ("", "<svg", '<svg viewBox="0 0 9 9"/>', '<svg width="0" height="9"/>', "<svg" + " " * 10**6):
        with pytest.raises(DraughtsError, match="no picture of draughts"):
            svg.to_png(text)
    for size in (20_000, 10_000):
        with pytest.raises(DraughtsError, match=f"a picture of {size} x {size} pixels is too large"):
            svg.to_png(svg.board(Board(), size=size))
    with pytest.raises(DraughtsError, match="is too large"):
        svg.to_png(svg.strip([Frame(Board())] * 200, columns=1), width=200)
    for width in (0, -5, 100_000):
        with pytest.raises(ValueError, match="width must be from 1"):
            svg.to_png(svg.board(Board()), width=width)


def test_png_without_the_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(DraughtsError, match=r"pip install 'bitdraughts\[png\]'"):
        svg.to_png(svg.board(Board()))


def test_png_without_a_font_is_refused_where_there_is_something_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg_py = pytest.importorskip("resvg_py")
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **options: draw(**options, skip_system_fonts=True))
    svg.raster._family.cache_clear()
    try:
        with pytest.raises(DraughtsError, match="no font on this machine"):
            svg.to_png(svg.board(Board()))
        assert svg.to_png(svg.board(Board(), coordinates=Coordinates.NONE)).startswith(b"\x89PNG")
    finally:
        svg.raster._family.cache_clear()


def test_the_picture_of_the_readme_is_what_its_code_draws() -> None:
    path = Path(__file__).parents[2] / "docs" / "_static" / "capture.svg"
    position = Board.from_fen("W:WK50:B7,17,20,23,30,33,38", INTERNATIONAL)
    assert path.read_text(encoding="utf-8") == svg.board(position, arrows=position.legal_moves, size=360) + "\n"


def test_sides_have_the_names_and_colours_of_the_house() -> None:
    picture = svg.board(Board(BARRELHEAD))
    assert "Red to move" in picture
    assert "Red: men 1, 2, 3" in picture
    assert 'class="pieces black" fill="#a3211b"' in picture
    own = replace(svg.THEMES["wood"], black="#123456")
    assert 'class="pieces black" fill="#123456"' in svg.board(Board(BARRELHEAD), theme=own)
    assert "#a3211b" not in svg.board(Board(BARRELHEAD), theme="print")
    assert "#a3211b" not in svg.board(Board())
    assert "#a3211b" in svg.strip(Game(BARRELHEAD))


def test_a_graph_goes_up_where_white_is_better_and_escapes_what_it_is_told() -> None:
    picture = svg.graph([0.5, 1, 0], {1: ("red", '<b>&"'), 7: ("red", "off the curve")})
    curve = re.findall(r'<polyline points="([^"]*)"', picture)[0]
    heights = [float(point.partition(",")[2]) for point in curve.split()]
    assert heights[1] < heights[0] < heights[2]
    assert "&lt;b&gt;&amp;" in picture
    assert picture.count("<circle") == 1


@pytest.mark.parametrize("wrong", [[], [0.5], [0.5, 1.1], [0.5, "x"], [0.5, float("nan")], "ab", 3])
def test_a_graph_wants_numbers_from_0_to_1(wrong: object) -> None:
    with pytest.raises(ArgumentError):
        svg.graph(wrong)  # type: ignore[arg-type]
