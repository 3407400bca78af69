"""From rules to code: layouts, movement rules, and the partial evaluation of the kernel source."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from textwrap import dedent

import pytest

from draughts import (
    AMERICAN,
    ARMENIAN,
    BRAZILIAN,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    THAI,
    TURKISH,
    CapturePriority,
    Color,
    Corner,
    Direction,
    Geometry,
    Goal,
    KingLanding,
    KingRange,
    NoProgress,
    Notation,
    PlayableSquares,
    Promotion,
    Removal,
    ResultStyle,
    Rules,
    variants,
)
from draughts.kernel import specialise as module
from draughts.kernel.layout import Layout, Step, layout_of, square_bits, white_moves_down
from draughts.kernel.movement import MovementRules, movement_of
from draughts.kernel.python_backend import load_functions
from draughts.kernel.scratch import PLACES
from draughts.kernel.specialise import Specialised, specialise

_SIZES = [(width, height) for width in range(4, 13, 2) for height in range(4, 13, 2)]
_LAYOUTS = [
    pytest.param(width, height, all_squares, straight, id=f"{width}x{height}-{kind}")
    for width, height in _SIZES
    for all_squares, straight, kind in ((False, False, "diagonal"), (False, True, "straight"), (True, False, "all"))
    if not all_squares or width * height <= 128
]
#: One rule set for each set of movement rules: others with the same ones are the same specialisation.
_DISTINCT = {movement_of(rules): rules for rules in reversed(list(variants().values()))}
_PRESETS = pytest.mark.parametrize("rules", _DISTINCT.values(), ids=lambda rules: rules.name)
_ENTRIES = ("list_moves", "list_quiet_moves", "list_routes", "count_leaves")


# Layouts


def bits_of(word: int) -> list[int]:
    return [bit for bit in range(word.bit_length()) if word >> bit & 1]


def stepped(step: Step, word: int) -> int:
    """A set one step further, as the kernel source has it."""
    if step.mask is not None:
        word &= step.mask
    return word << step.shift if step.shift > 0 else word >> -step.shift


def stepped_back(step: Step, word: int) -> int:
    word = word >> step.shift if step.shift > 0 else word << -step.shift
    return word if step.mask is None else word & step.mask


def coordinates(layout: Layout, width: int, all_squares: bool) -> dict[int, tuple[int, int]]:
    """Row and column of each bit, by the order of squares alone."""
    found = {}
    for y, row in enumerate(layout.rows):
        columns = range(width) if all_squares else range(1 - y % 2, width, 2)
        for x, bit in zip(columns, bits_of(row), strict=True):
            found[bit] = y, x
    return found


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_every_square_has_a_bit_and_rows_ascend(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    assert layout.valid.bit_count() == width * height // (1 if all_squares else 2)
    assert layout.valid.bit_length() == layout.bits <= 128
    assert sum(layout.rows) == layout.valid
    assert len(layout.rows) == height
    for lower, upper in zip(layout.rows, layout.rows[1:], strict=False):
        assert lower.bit_length() <= (upper & -upper).bit_length()
        assert lower & upper == 0


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_every_step_is_the_step_on_coordinates(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    where = coordinates(layout, width, all_squares)
    bits = {place: bit for bit, place in where.items()}
    for (rows, columns), step in layout.steps.items():
        assert (step.rows, step.columns) == (rows, columns)
        for bit, (y, x) in where.items():
            there = bits.get((y + rows, x + columns))
            before = bits.get((y - rows, x - columns))
            assert stepped(step, 1 << bit) & layout.valid == (0 if there is None else 1 << there)
            assert stepped_back(step, 1 << bit) & layout.valid == (0 if before is None else 1 << before)


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_a_set_steps_as_its_squares_do(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    for step in layout.steps.values():
        for go in (stepped, stepped_back):
            together = 0
            for bit in bits_of(layout.valid):
                alone = go(step, 1 << bit) & layout.valid
                assert not together & alone
                together |= alone
            assert go(step, layout.valid) & layout.valid == together


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_a_step_off_the_board_ends_on_no_square(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    where = coordinates(layout, width, all_squares)
    for (rows, columns), step in layout.steps.items():
        leaving = sum(
            1 << bit for bit, (y, x) in where.items() if not (0 <= y + rows < height and 0 <= x + columns < width)
        )
        assert stepped(step, leaving) & layout.valid == 0
        if all_squares:
            assert stepped(step, leaving) == 0


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_every_ray_runs_to_the_edge(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    where = coordinates(layout, width, all_squares)
    bits = {place: bit for bit, place in where.items()}
    for (rows, columns), step in layout.steps.items():
        assert len(step.rays) == layout.bits
        for bit in range(layout.bits):
            wanted = 0
            if bit in where:
                y, x = where[bit]
                while (y := y + rows, x := x + columns) in bits:
                    wanted |= 1 << bits[y, x]
            assert step.rays[bit] == wanted


@pytest.mark.parametrize(("width", "height", "all_squares", "straight"), _LAYOUTS)
def test_opposite_steps_undo_each_other(width: int, height: int, all_squares: bool, straight: bool) -> None:
    layout = layout_of(width, height, all_squares, straight)
    assert len(layout.steps) == (8 if all_squares or straight else 4)
    for (rows, columns), step in layout.steps.items():
        assert layout.steps[-rows, -columns].shift == -step.shift
        assert (step.shift > 0) == ((rows, columns) > (0, 0))


def geometries() -> Iterator[Geometry]:
    for width, height in _SIZES:
        for corner in Corner:
            for squares in PlayableSquares:
                if squares is PlayableSquares.ALL and width * height > 128:
                    continue
                for playable in (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT):
                    if squares is PlayableSquares.DIAGONAL or playable is Corner.BOTTOM_LEFT:
                        yield Geometry(width, height, squares, playable, corner)


def test_square_numbers_and_bits_correspond_on_every_board() -> None:
    for geometry in geometries():
        for straight in (False, True):
            if straight and geometry.squares is PlayableSquares.ALL:
                continue
            layout = layout_of(geometry.width, geometry.height, geometry.squares is PlayableSquares.ALL, straight)
            nowhere, *bits = square_bits(geometry, straight)
            assert nowhere == -1
            assert len(bits) == len(set(bits)) == geometry.square_count
            assert sum(1 << bit for bit in bits) == layout.valid


def test_squares_that_are_neighbours_are_a_step_apart_on_every_board() -> None:
    for geometry in geometries():
        layout = layout_of(geometry.width, geometry.height, geometry.squares is PlayableSquares.ALL, False)
        bit = square_bits(geometry, False)
        down = white_moves_down(geometry)
        for square in geometry.numbers:
            row, column = geometry.coordinates(square)
            for rows in (-1, 0, 1):
                for columns in (-1, 0, 1):
                    if geometry.squares is PlayableSquares.DIAGONAL and 0 in (rows, columns):
                        continue
                    neighbour = geometry.at(row + rows, column + columns)
                    if (rows, columns) == (0, 0) or neighbour is None:
                        continue
                    # A row up the diagram is White's forward; which way columns run is left to the layout.
                    ahead = -rows if down else rows
                    steps = [layout.steps[ahead, side] for side in {columns, -columns}]
                    assert 1 << bit[neighbour] in [stepped(step, 1 << bit[square]) for step in steps]


def test_whites_promotion_row_is_the_kernels_last_one_if_white_moves_down_the_bits() -> None:
    for geometry in geometries():
        layout = layout_of(geometry.width, geometry.height, geometry.squares is PlayableSquares.ALL, False)
        bit = square_bits(geometry, False)
        far = sum(1 << bit[square] for square in geometry.numbers if geometry.coordinates(square)[0] == 0)
        assert far == layout.rows[-1 if white_moves_down(geometry) else 0]


def test_the_common_boards_fit_into_one_machine_word() -> None:
    bits = {rules.name: movement_of(rules).layout.bits for rules in variants().values()}
    assert {name for name, number in bits.items() if number > 64} == {"canadian"}
    assert bits["american"] == 35
    assert bits["international"] == 54
    assert bits["frisian"] <= 63


# Movement rules

#: Presets with the same moves in every position, by their rule texts.
_SHARED = [
    {"american", "american-giveaway", "checkers-board", "barrelhead", "yeeqia"},
    {"international", "international-giveaway"},
    {"brazilian", "klyo"},
    {"pool", "jamaican"},
    {"russian", "russian-giveaway"},
    {"spanish", "portuguese"},
    {"frisian", "frysk"},
    *(
        {name}
        for name in (
            "italian",
            "czech",
            "turkish",
            "armenian",
            "canadian",
            "killer",
            "thai",
            "breakthrough",
            "spantsiretti",
        )
    ),
]


def test_presets_with_the_same_moves_share_movement_rules_and_others_do_not() -> None:
    groups: dict[MovementRules, set[str]] = {}
    for name, rules in variants().items():
        groups.setdefault(movement_of(rules), set()).add(name)
    assert sorted(map(sorted, groups.values())) == sorted(map(sorted, _SHARED))
    assert len({movement.key for movement in groups}) == len(groups)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "another"},
        {"first_mover": Color.BLACK},
        {"men_rows": 2},
        {"men_rows": 3, "empty_back_rows": 1},
        {"start": "W:W46,47:B1,2"},
        {"king_move_limit": 3},
        {"goal": Goal.BE_BLOCKED},
        {"draws": (NoProgress(3),)},
        {"notation": Notation.ALGEBRAIC},
        {"capture_separator": ":"},
        {"game_type": None},
        {"result_style": ResultStyle.DEFAULT},
        {"geometry": Geometry(10, 10, first_square=Corner.BOTTOM_RIGHT)},
        {"geometry": Geometry(10, 10, playable_corner=Corner.BOTTOM_RIGHT)},
        {"geometry": Geometry(10, 10, algebraic_origin=Corner.BOTTOM_RIGHT)},
        {"about_turns": False},  # pieces that stay bar the way back as it is
    ],
    ids=str,
)
def test_what_does_not_change_the_moves_does_not_change_the_movement_rules(change: dict[str, object]) -> None:
    assert movement_of(INTERNATIONAL.replace(**change)) == movement_of(INTERNATIONAL)


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        (AMERICAN, {"removal": Removal.IMMEDIATE}),  # a short diagonal jump never comes near a freed square again
        (AMERICAN, {"about_turns": False}),
        (AMERICAN, {"promotion": Promotion.AT_REST}),  # a man on its last row has no jump left
        (ITALIAN, {"promotion": Promotion.AT_REST}),
        (TURKISH, {"about_turns": True, "removal": Removal.AFTER_MOVE}),
    ],
)
def test_different_words_for_the_same_moves_are_brought_to_one_form(rules: Rules, change: dict[str, object]) -> None:
    other = rules.replace(**change)
    if rules is TURKISH:
        assert movement_of(other) == movement_of(rules.replace(removal=Removal.AFTER_MOVE))
    else:
        assert movement_of(other) == movement_of(rules)


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        (INTERNATIONAL, {"geometry": Geometry(12, 12)}),
        (INTERNATIONAL, {"geometry": Geometry(10, 8)}),
        (INTERNATIONAL, {"man_moves": Direction.DIAGONAL}),
        (INTERNATIONAL, {"man_captures": Direction.DIAGONAL_FORWARD}),
        (INTERNATIONAL, {"man_captures": Direction.EVERY}),
        (INTERNATIONAL, {"king_captures": Direction.EVERY}),
        (INTERNATIONAL, {"king_range": KingRange.SHORT}),
        (INTERNATIONAL, {"king_landing": KingLanding.ADJACENT}),
        (INTERNATIONAL, {"king_landing": KingLanding.ADJACENT_AFTER_KING}),
        (INTERNATIONAL, {"removal": Removal.IMMEDIATE}),
        (INTERNATIONAL.replace(removal=Removal.IMMEDIATE), {"about_turns": False}),
        (INTERNATIONAL, {"promotion": Promotion.CONTINUES_AS_KING}),
        (INTERNATIONAL, {"promotion": Promotion.ENDS_MOVE}),
        (INTERNATIONAL, {"men_capture_kings": False}),
        (INTERNATIONAL, {"capture_priority": ()}),
        (INTERNATIONAL, {"capture_priority": (CapturePriority.MOST_VALUE,)}),
        (INTERNATIONAL, {"capture_priority": (CapturePriority.MOST_PIECES, CapturePriority.WITH_KING)}),
        (INTERNATIONAL, {"goal": Goal.FIRST_KING}),
        (TURKISH, {"man_moves": Direction.FORWARD}),
        (TURKISH, {"removal": Removal.AFTER_MOVE}),
        (TURKISH.replace(king_range=KingRange.SHORT), {"removal": Removal.AFTER_MOVE}),
        (FRISIAN.replace(king_range=KingRange.SHORT), {"removal": Removal.IMMEDIATE}),
    ],
)
def test_what_changes_the_moves_changes_the_movement_rules_and_its_key(rules: Rules, change: dict[str, object]) -> None:
    one, other = movement_of(rules), movement_of(rules.replace(**change))
    assert one != other
    assert one.key != other.key


def test_the_order_of_priority_tests_matters() -> None:
    tests = (CapturePriority.WITH_KING, CapturePriority.MOST_PIECES)
    keys = {movement_of(AMERICAN.replace(capture_priority=order)).key for order in (tests, tests[::-1], tests[:1])}
    assert len(keys) == 3


# The kernel source, specialised


def functions(code: Specialised) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in code.module.body if isinstance(node, ast.FunctionDef)}


def called(node: ast.AST) -> set[str]:
    return {call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}


_BUILT_IN = {
    "load",
    "store",
    "load_word",
    "store_word",
    "lowest_bit",
    "highest_bit",
    "popcount",
    "prefetch",
    "index",
    "square",
    "ray",
    "range",
}


@_PRESETS
def test_nothing_is_left_to_be_known_later(rules: Rules) -> None:
    code = specialise(movement_of(rules), *_ENTRIES)
    for function in functions(code).values():
        parameters = {parameter.arg for parameter in function.args.args}
        assigned = {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(ast.Module(function.body, [])):
            assert not isinstance(node, ast.Attribute | ast.Subscript | ast.Starred)
            if isinstance(node, ast.For):
                assert isinstance(node.iter, ast.Call)
                assert called(node.iter) >= {"range"}
            if isinstance(node, ast.If | ast.IfExp | ast.While):
                assert not isinstance(node.test, ast.Constant)
            if isinstance(node, ast.Name):
                known = parameters | assigned | code.words.keys() | functions(code).keys() | _BUILT_IN
                assert node.id in known, ast.unparse(function)


@_PRESETS
def test_every_function_is_reached_and_defined_once(rules: Rules) -> None:
    code = specialise(movement_of(rules), *_ENTRIES)
    defined = functions(code)
    assert len(defined) == len(code.module.body)
    assert set(code.entries) == set(_ENTRIES)
    reached: set[str] = set()
    waiting = list(_ENTRIES)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += called(defined[name]) - _BUILT_IN
    assert reached == defined.keys()
    assert code.inlined <= defined.keys()


@_PRESETS
def test_code_is_the_same_in_every_specialisation(rules: Rules) -> None:
    one, other = (ast.dump(specialise(movement_of(rules), *_ENTRIES).module) for _ in range(2))
    assert one == other


@_PRESETS
def test_lines_lead_to_the_source(rules: Rules) -> None:
    for name, function in functions(specialise(movement_of(rules), *_ENTRIES)).items():
        original = next(node for known, (node, _) in module._functions().items() if is_made_from(name, known))
        assert original.lineno <= function.lineno <= (original.end_lineno or 0)
        for node in ast.walk(function):
            if isinstance(node, ast.stmt | ast.expr):
                assert original.lineno <= node.lineno <= (original.end_lineno or 0)


def is_made_from(name: str, source: str) -> bool:
    candidates = [known for known in module._functions() if name == known or name.startswith(f"{known}_")]
    return max(candidates, key=len) == source


def test_games_with_short_kings_have_no_use_for_rays() -> None:
    assert "ray" not in called(specialise(movement_of(AMERICAN), *_ENTRIES).module)
    assert "ray" in called(specialise(movement_of(RUSSIAN), *_ENTRIES).module)


def test_a_free_choice_compares_nothing() -> None:
    places = (PLACES["BEST"],)

    def loads(rules: Rules) -> Counter[int]:
        tree = specialise(movement_of(rules), "list_moves").module
        return Counter(
            node.args[1].value  # type: ignore[misc]
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "load"
            and isinstance(node.args[1], ast.Constant)
        )

    assert loads(RUSSIAN)[places[0]] == 0
    assert loads(BRAZILIAN)[places[0]] > 0


def test_lifted_pieces_and_about_turns_make_different_code() -> None:
    texts = {
        ast.unparse(specialise(movement_of(rules), "list_moves").module)
        for rules in (
            INTERNATIONAL,
            INTERNATIONAL.replace(removal=Removal.IMMEDIATE),
            INTERNATIONAL.replace(removal=Removal.IMMEDIATE, about_turns=False),
            INTERNATIONAL.replace(king_landing=KingLanding.ADJACENT),
            INTERNATIONAL.replace(king_landing=KingLanding.ADJACENT_AFTER_KING),
            INTERNATIONAL.replace(promotion=Promotion.ENDS_MOVE),
            INTERNATIONAL.replace(men_capture_kings=False),
            THAI,
            ARMENIAN,
        )
    }
    assert len(texts) == 9


# Source of our own


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Specialised]:
    """Specialise a source text in place of the rules."""

    def build(text: str, rules: Rules = AMERICAN, *entries: str) -> Specialised:
        own = {node.name: (node, "own") for node in ast.parse(dedent(text)).body if isinstance(node, ast.FunctionDef)}
        monkeypatch.setattr(module, "_functions", lambda: own)
        return specialise(movement_of(rules), *(entries or ("f",)))

    return build


def body(code: Specialised, name: str = "f") -> str:
    return "\n".join(ast.unparse(node) for node in functions(code)[name].body)


def run(code: Specialised, name: str = "f") -> Callable[..., int]:
    return load_functions(code)[name]


def test_loops_over_directions_are_written_out(kernel: Callable[..., Specialised]) -> None:
    text = """
        @entry
        def f(squares: Word) -> int:
            total = 0
            for d in DIRECTIONS:
                total += popcount(d.step(squares) & VALID)
            return total
    """
    code = kernel(text, AMERICAN)
    assert body(code).count("total +=") == 4
    assert not any(isinstance(node, ast.For) for node in ast.walk(code.module))
    assert body(kernel(text, FRISIAN)).count("total +=") == 8
    middle = next(bit for bit in bits_of(movement_of(AMERICAN).layout.rows[3])[1:])
    assert run(kernel(text, AMERICAN))(1 << middle) == 4


def test_the_shift_stands_where_a_step_stood(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        @entry
        def f(squares: Word) -> int:
            return popcount(DIRECTIONS[0].step(squares)) + popcount(DIRECTIONS[0].back(squares))
        """
    )
    assert body(code) == "return popcount(squares << 4) + popcount(squares >> 4)"


def test_a_board_without_ghosts_masks_each_step(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        @entry
        def f(squares: Word) -> int:
            total = 0
            for d in DIRECTIONS:
                total += popcount(d.step(squares))
            return total
        """,
        TURKISH,
    )
    assert body(code).count("& WORD_") == 8
    assert run(code)(1) == 3
    assert run(code)(1 << 9) == 8
    assert run(code)(1 << 63) <= 3 + 5  # what leaves the upper edge is no square; the kernel masks by the empty set


def test_branches_that_the_rules_decide_are_dropped(kernel: Callable[..., Specialised]) -> None:
    text = """
        @entry
        def f(n: int) -> int:
            if MOVEMENT.flying:
                return n + 1
            elif n:
                n += 2
            else:
                n += 3
            return n if not MOVEMENT.flying else 0
    """
    assert body(kernel(text, RUSSIAN)) == "return n + 1"
    assert "if n:" in body(kernel(text, AMERICAN))
    assert body(kernel(text, AMERICAN)).endswith("return n")


def test_nothing_follows_a_return(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        @entry
        def f(n: int) -> int:
            for side in SIDES:
                if side.index == 0:
                    return n
            return 5
        """
    )
    assert body(code) == "return n"


def test_an_empty_branch_is_still_a_statement(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        @entry
        def f(n: int) -> int:
            if n > 3:
                if MOVEMENT.flying:
                    n += 1
            return n
        """
    )
    assert run(code)(7) == 7


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("MOVEMENT.flying and n", "False"),
        ("n and MOVEMENT.flying", "n and False"),
        ("not MOVEMENT.flying and n", "n"),
        ("n or not MOVEMENT.flying", "n or True"),
        ("not MOVEMENT.flying or n", "True"),
        ("MOVEMENT.flying or n", "n"),
        ("n and not MOVEMENT.flying and m", "n and m"),
        ("1 if MOVEMENT.flying else n", "n"),
        ("HALF + 3", "5"),
        ("HALF * 3 - 1", "5"),
        ("HALF == 2", "True"),
        ("HALF < 2", "False"),
        ("HALF >= 2 and n", "n"),
        ("n + HALF", "n + 2"),
        ("SIDES[1].opponent.index", "0"),
        ("DIRECTIONS[1].opposite", "3"),
        ("-n + ~m", "-n + ~m"),
    ],
)
def test_what_is_known_is_computed(kernel: Callable[..., Specialised], expression: str, wanted: str) -> None:
    code = kernel(f"@entry\ndef f(n: int, m: int) -> int:\n    return {expression}\n", AMERICAN)
    assert body(code) == f"return {wanted}"


def test_words_become_constants_of_the_module(kernel: Callable[..., Specialised]) -> None:
    code = kernel("@entry\ndef f(a: Word) -> int:\n    return popcount(a & VALID | SIDES[0].promotion)\n")
    layout = movement_of(AMERICAN).layout
    assert set(code.words.values()) == {layout.valid, layout.rows[-1]}
    assert all(name == f"WORD_{value:x}" for name, value in code.words.items())
    assert code.entries == {"f": (True,)}


def test_words_are_not_folded_like_numbers(kernel: Callable[..., Specialised]) -> None:
    code = kernel("@entry\ndef f(a: Word) -> int:\n    return popcount(VALID - SIDES[0].promotion)\n")
    assert body(code).count("WORD_") == 2


def test_each_static_value_makes_a_function_of_its_own(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        def g(side: Static[Side], scale: Static[int], squares: Word) -> int:
            return scale * popcount(squares & side.promotion)

        @entry
        def f(squares: Word) -> int:
            total = 0
            for side in SIDES:
                total += g(side, 3, squares) + g(side, 5, squares) + g(side, 3, squares)
            return total
        """
    )
    assert sorted(functions(code)) == ["f", "g_0_3", "g_0_5", "g_1_3", "g_1_5"]
    assert [parameter.arg for parameter in functions(code)["g_0_3"].args.args] == ["squares"]
    assert run(code)(movement_of(AMERICAN).layout.valid) == 2 * 4 * 11


def test_static_truths_and_texts_choose_branches(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        def g(is_king: Static[bool], sink: Static[Sink], n: int) -> int:
            if sink == COUNT:
                return n + 1 if is_king else n + 2
            return n + 3

        @entry
        def f(n: int) -> int:
            return g(True, COUNT, n) * 10000 + g(False, COUNT, n) * 100 + g(True, LIST, n)
        """
    )
    assert run(code)(1) == 20304
    assert body(code, "g_true_count") == "return n + 1"
    assert body(code, "g_false_count") == "return n + 2"
    assert body(code, "g_true_list") == "return n + 3"


def test_tuples_of_directions_may_be_static(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        def g(directions: Static[tuple[Direction, ...]], squares: Word) -> int:
            total = 0
            for d in directions:
                total += popcount(d.step(squares) & VALID)
            return total

        @entry
        def f(squares: Word) -> int:
            return g(SIDES[0].man_moves, squares) * 10 + g(SIDES[0].royal.moves, squares)
        """
    )
    middle = bits_of(movement_of(AMERICAN).layout.rows[3])[1]
    assert run(code)(1 << middle) == 24


def test_functions_may_call_themselves_and_each_other(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        """
        def even(n: int) -> bool:
            if n == 0:
                return True
            return odd(n - 1)

        def odd(n: int) -> bool:
            if n == 0:
                return False
            return even(n - 1)

        @entry
        def f(n: int) -> int:
            return 1 if even(n) else 0
        """
    )
    assert [run(code)(n) for n in range(4)] == [1, 0, 1, 0]
    assert sorted(functions(code)) == ["even", "f", "odd"]


def test_marks_are_kept_and_docstrings_are_not(kernel: Callable[..., Specialised]) -> None:
    code = kernel(
        '''
        @inlined
        def g(n: int) -> int:
            """Something."""
            return n

        def unused(n: int) -> int:
            return n

        @entry
        def f(n: int, squares: Word) -> int:
            """Something."""
            return g(n)
        '''
    )
    assert code.inlined == {"g"}
    assert code.entries == {"f": (False, True)}
    assert sorted(functions(code)) == ["f", "g"]
    assert "Something" not in ast.unparse(code.module)


@pytest.mark.parametrize(
    "statement",
    [
        "with n: pass",
        "try:\n        n += 1\n    finally:\n        pass",
        "del n",
        "assert n",
        "raise n",
        "global g",
        "import os",
        "n, m = 1, 2",
        "n = m = 1",
        "n: int = 3",
        "a[n] = 1",
        "n = [1]",
        "n = {1: 2}",
        "n = lambda: 1",
        "n = f'{n}'",
        "n = [m for m in n]",
        "n = 1 < n < 3",
        "n = (m := 3)",
        "n = g()()",
        "match n:\n        case 1:\n            pass",
        "class A: pass",
        "while n:\n        break",
        "while n:\n        continue",
    ],
)
def test_other_statements_are_refused_by_name(kernel: Callable[..., Specialised], statement: str) -> None:
    with pytest.raises(SyntaxError, match="kernel source"):
        kernel(f"@entry\ndef f(n: int) -> int:\n    {statement}\n    return n\n")


@pytest.mark.parametrize(
    "statement",
    [
        "while n:\n        n -= 1\n    else:\n        n = 7",
        "for m in range(n):\n        n += 1\n    else:\n        n = 7",
        "for d in DIRECTIONS:\n        n += 1\n    else:\n        n = 7",
        "n = popcount(squares=n)",
        "n = popcount(n, wide=1)",
        "n = g(m=n)",
    ],
)
def test_nothing_is_dropped_without_a_word(kernel: Callable[..., Specialised], statement: str) -> None:
    text = f"def g(m: int) -> int:\n    return m\n\n@entry\ndef f(n: int) -> int:\n    {statement}\n    return n\n"
    with pytest.raises((SyntaxError, ValueError, TypeError)):
        kernel(text)


def test_a_direction_has_no_value_at_run_time(kernel: Callable[..., Specialised]) -> None:
    with pytest.raises(SyntaxError, match="run-time value"):
        kernel("@entry\ndef f(n: int) -> int:\n    return n + DIRECTIONS[0]\n")


def test_a_direction_cannot_depend_on_what_is_unknown(kernel: Callable[..., Specialised]) -> None:
    text = """
        @entry
        def f(n: int, squares: Word) -> int:
            d = DIRECTIONS[0]
            if n:
                d = DIRECTIONS[1]
            return popcount(d.step(squares) & VALID)
    """
    with pytest.raises(SyntaxError):
        kernel(text)
