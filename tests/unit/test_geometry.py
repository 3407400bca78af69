"""Boards: numberings against the formulas and diagrams of the vectors' README, names, corners, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from draughts import Board, Color, Corner, Geometry, PlayableSquares, Rules, RulesError, get_rules, variants

_DIAGRAMS = {
    "american pool brazilian russian czech american-giveaway russian-giveaway": """
        . 1 . 2 . 3 . 4
        5 . 6 . 7 . 8 .
        . 9 . 10 . 11 . 12
        13 . 14 . 15 . 16 .
        . 17 . 18 . 19 . 20
        21 . 22 . 23 . 24 .
        . 25 . 26 . 27 . 28
        29 . 30 . 31 . 32 .""",
    "italian": """
        1 . 2 . 3 . 4 .
        . 5 . 6 . 7 . 8
        9 . 10 . 11 . 12 .
        . 13 . 14 . 15 . 16
        17 . 18 . 19 . 20 .
        . 21 . 22 . 23 . 24
        25 . 26 . 27 . 28 .
        . 29 . 30 . 31 . 32""",
    "spanish portuguese": """
        32 . 31 . 30 . 29 .
        . 28 . 27 . 26 . 25
        24 . 23 . 22 . 21 .
        . 20 . 19 . 18 . 17
        16 . 15 . 14 . 13 .
        . 12 . 11 . 10 . 9
        8 . 7 . 6 . 5 .
        . 4 . 3 . 2 . 1""",
    # PDN 3.0, GameType 31: top-left for Black, who starts, is bottom-right for White.
    "thai": """
        . 32 . 31 . 30 . 29
        28 . 27 . 26 . 25 .
        . 24 . 23 . 22 . 21
        20 . 19 . 18 . 17 .
        . 16 . 15 . 14 . 13
        12 . 11 . 10 . 9 .
        . 8 . 7 . 6 . 5
        4 . 3 . 2 . 1 .""",
}
_ON_8X8 = [(name, diagram) for names, diagram in _DIAGRAMS.items() for name in names.split()]


def _by_rows(per_row: int) -> Callable[[int], tuple[int, int]]:
    """The README's formula for boards whose square 1 lies in the second column of the top row."""

    def place(square: int) -> tuple[int, int]:
        row, rest = divmod(square - 1, per_row)
        return row, 2 * rest + (1 if row % 2 == 0 else 0)

    return place


def _italian(square: int) -> tuple[int, int]:
    row, rest = divmod(square - 1, 4)
    return row, 2 * rest + (0 if row % 2 == 0 else 1)


_FORMULAS: dict[str, Callable[[int], tuple[int, int]]] = {
    **dict.fromkeys(("american", "pool", "brazilian", "russian", "czech", "klyo", "yeeqia"), _by_rows(4)),
    "italian": _italian,
    "spanish": lambda square: _italian(33 - square),
    "portuguese": lambda square: _italian(33 - square),
    **dict.fromkeys(("international", "frisian", "killer", "frysk", "breakthrough"), _by_rows(5)),
    "canadian": _by_rows(6),
    **dict.fromkeys(("turkish", "armenian"), lambda square: divmod(square - 1, 8)),
}

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


@pytest.mark.parametrize(("variant", "diagram"), _ON_8X8, ids=[name for name, _ in _ON_8X8])
def test_the_numbers_are_where_the_diagram_has_them(variant: str, diagram: str) -> None:
    geometry = get_rules(variant).geometry
    for row, line in enumerate(diagram.split("\n")[1:]):
        for column, cell in enumerate(line.split()):
            assert geometry.at(row, column) == (None if cell == "." else int(cell))
            assert geometry.is_playable(row, column) == (cell != ".")


@pytest.mark.parametrize("variant", _FORMULAS)
def test_the_numbers_follow_the_formula(variant: str) -> None:
    geometry, formula = get_rules(variant).geometry, _FORMULAS[variant]
    assert [geometry.coordinates(square) for square in geometry.numbers] == list(map(formula, geometry.numbers))


@pytest.mark.parametrize(
    ("variant", "size", "squares"),
    [
        ("american", 8, 32),
        ("international", 10, 50),
        ("canadian", 12, 72),
        ("turkish", 8, 64),
        ("armenian", 8, 64),
        ("thai", 8, 32),
        ("frysk", 10, 50),
    ],
)
def test_a_board_has_its_size_and_squares(variant: str, size: int, squares: int) -> None:
    geometry = get_rules(variant).geometry
    assert (geometry.width, geometry.height, geometry.square_count) == (size, size, squares)
    assert list(geometry.numbers) == list(range(1, squares + 1))


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("american", {1: "b8", 4: "h8", 5: "a7", 29: "a1", 32: "g1"}),
        ("russian", {1: "b8", 12: "h6", 32: "g1"}),
        ("italian", {1: "a8", 32: "h1", 4: "g8"}),
        ("spanish", {1: "h1", 32: "a8", 4: "b1", 9: "h3"}),
        ("portuguese", {1: "h1", 32: "a8"}),
        ("international", {1: "b10", 5: "j10", 6: "a9", 46: "a1", 50: "i1"}),
        ("canadian", {1: "b12", 6: "l12", 7: "a11", 67: "a1", 72: "k1"}),
        ("turkish", {1: "a8", 2: "b8", 8: "h8", 9: "a7", 57: "a1", 64: "h1"}),
        ("armenian", {1: "a8", 64: "h1"}),
        ("thai", {1: "g1", 8: "b2", 32: "b8"}),
    ],
)
def test_squares_have_the_names_of_the_readme(variant: str, names: dict[int, str]) -> None:
    geometry = get_rules(variant).geometry
    assert {square: geometry.name(square) for square in names} == names
    assert {name: geometry.number(name) for name in names.values()} == {name: n for n, name in names.items()}


def test_the_jamaican_board_is_lettered_from_right_to_left() -> None:
    # a1 lies bottom-right and h8 top-left, both played on.
    geometry = get_rules("jamaican").geometry
    assert geometry.at(7, 7) == geometry.number("a1")
    assert geometry.at(0, 0) == geometry.number("h8")
    assert geometry.number("a2") is None


@every_variant
def test_names_and_coordinates_can_be_turned_back_into_squares(rules: Rules) -> None:
    geometry = rules.geometry
    assert [geometry.number(geometry.name(square)) for square in geometry.numbers] == list(geometry.numbers)
    assert [geometry.at(*geometry.coordinates(square)) for square in geometry.numbers] == list(geometry.numbers)
    assert len({geometry.name(square) for square in geometry.numbers}) == geometry.square_count


@every_variant
def test_a_name_is_a_file_from_white_s_left_and_a_rank_from_below(rules: Rules) -> None:
    geometry = rules.geometry
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        file = geometry.width - 1 - column if geometry.algebraic_origin is Corner.BOTTOM_RIGHT else column
        assert geometry.name(square) == f"{'abcdefghijkl'[file]}{geometry.height - row}"


@every_variant
def test_a_board_looks_the_same_from_both_sides(rules: Rules) -> None:
    geometry = rules.geometry
    for square in geometry.numbers:
        row, column = geometry.coordinates(square)
        across = geometry.at(geometry.height - 1 - row, geometry.width - 1 - column)
        assert across == geometry.square_count + 1 - square


@every_variant
def test_the_corner_that_is_played_on_lies_where_the_comparison_table_says(rules: Rules) -> None:
    geometry = rules.geometry
    mirrored = rules.name in {"italian", "spanish", "portuguese", "jamaican"}
    assert geometry.is_playable(geometry.height - 1, geometry.width - 1) == (
        mirrored or geometry.squares is PlayableSquares.ALL
    )
    assert geometry.is_playable(geometry.height - 1, 0) == (not mirrored)


def _game_type(rules: Rules) -> str:
    """The GameType that the fields amount to, as PDN 3.0 defines it.

    The digit says where square 1 (or a1) lies as the side that starts sees it; the last field is 1 where the corner at
    the bottom left is not played on.
    """
    geometry = rules.geometry
    algebraic = rules.notation.value == "algebraic"
    corner = geometry.algebraic_origin if algebraic else geometry.first_square
    # Black sees the board turned round, so a corner lies across; a1 is named as White sees it, whoever starts.
    if rules.first_mover is Color.BLACK and not algebraic:
        corner = corner.opposite
    inverted = int(not geometry.is_playable(geometry.height - 1, 0))
    letter = "A" if algebraic else "N"
    return f"{rules.first_mover.value},{geometry.width},{geometry.height},{letter}{corner.value},{inverted}"


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name)
        for name, rules in variants().items()
        if rules.game_type is not None and name != "jamaican"  # PDN contradicts itself there: rules reference, 6
    ],
)
def test_the_game_type_agrees_with_the_board_and_the_side_that_starts(rules: Rules) -> None:
    assert rules.game_type is not None
    number, _, details = rules.game_type.partition(",")
    assert details == _game_type(rules)
    assert get_rules(int(number)).geometry == rules.geometry


@pytest.mark.parametrize(
    ("corner", "opposite"),
    [(Corner.BOTTOM_LEFT, Corner.TOP_RIGHT), (Corner.BOTTOM_RIGHT, Corner.TOP_LEFT)],
)
def test_opposite_corners_lie_across_the_board(corner: Corner, opposite: Corner) -> None:
    assert corner.opposite is opposite
    assert opposite.opposite is corner
    assert (corner.is_top, opposite.is_top) == (False, True)
    assert corner.is_right != opposite.is_right


def test_corners_have_the_digits_of_pdn() -> None:
    assert [corner.value for corner in Corner] == [0, 1, 2, 3]
    assert [corner.name for corner in Corner] == ["BOTTOM_LEFT", "BOTTOM_RIGHT", "TOP_LEFT", "TOP_RIGHT"]


@pytest.mark.parametrize("name", ["a2", "b1", "i1", "a0", "a9", "a10", "1a", "", "aa1", "a1 ", "a１", "а1", "11"])
def test_what_is_no_square_of_an_8x8_board_has_no_number(name: str) -> None:
    assert Geometry().number(name) is None


def test_names_may_be_written_in_capitals() -> None:
    assert Geometry().number("A1") == 29


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (8, 1), (1, 8), (0, 0), (100, 100)])
def test_nothing_is_played_on_off_the_board_or_between_the_squares(row: int, column: int) -> None:
    assert Geometry().at(row, column) is None
    assert not Geometry().is_playable(row, column)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"width": 7}, ("width",)),
        ({"height": 14}, ("height",)),
        ({"width": 2, "height": 8}, ("width",)),
        ({"height": 0}, ("height",)),
        ({"width": 12, "height": 12, "squares": PlayableSquares.ALL}, ("squares", "width", "height")),
        ({"squares": PlayableSquares.ALL, "playable_corner": Corner.BOTTOM_RIGHT}, ("squares", "playable_corner")),
        ({"playable_corner": Corner.TOP_LEFT}, ("playable_corner",)),
        ({"algebraic_origin": Corner.TOP_RIGHT}, ("algebraic_origin",)),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else "",
)
def test_a_board_that_makes_no_sense_is_refused_and_the_fields_are_named(
    fields: dict[str, Any], words: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as error:
        Geometry(**fields)
    assert all(word in str(error.value) for word in words)


def test_a_board_shows_only_what_is_unusual() -> None:
    assert repr(Geometry()) == "Geometry()"
    shown = "Geometry(width=10, height=10, playable_corner=Corner.BOTTOM_RIGHT)"
    geometry = Geometry(10, 10, playable_corner=Corner.BOTTOM_RIGHT)
    assert repr(geometry) == shown
    assert eval(shown, {"Geometry": Geometry, "Corner": Corner}) == geometry


@every_variant
def test_boards_are_values(rules: Rules) -> None:
    copy = pickle.loads(pickle.dumps(rules.geometry))
    assert copy == rules.geometry
    assert hash(copy) == hash(rules.geometry)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (6, 8), (10, 8), (8, 10), (12, 4)])
def test_boards_of_other_sizes_can_be_played_on(width: int, height: int) -> None:
    rules = Rules(name="other", geometry=Geometry(width, height), men_rows=1, game_type=None)
    board = Board(rules)
    assert board.rules.geometry.square_count == width * height // 2
    assert len(board.pieces(Color.WHITE)) == len(board.pieces(Color.BLACK)) == width // 2
    assert Board.from_fen(board.fen, rules) == board
