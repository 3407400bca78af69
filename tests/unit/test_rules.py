"""Rule sets as values, their names, and every preset against the comparison table of the rules reference, 22."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any, NamedTuple

import pytest

import draughts
from draughts import (
    AMERICAN,
    BARRELHEAD,
    BRAZILIAN,
    CHECKERS_BOARD,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    KILLER,
    KLYO,
    RUSSIAN,
    TURKISH,
    YEEQIA,
    Board,
    CapturePriority,
    Color,
    Direction,
    FenError,
    Game,
    Geometry,
    Goal,
    IllegalMoveError,
    KingLanding,
    KingRange,
    LoneKings,
    MaterialLimit,
    NoProgress,
    Notation,
    PieceCountLimit,
    PlayableSquares,
    Promotion,
    Removal,
    Repetition,
    ResetOn,
    ResultStyle,
    Rules,
    RulesError,
    get_rules,
    get_variant,
    variants,
)
from draughts.position.describe import explain_rules

_MOST = CapturePriority.MOST_PIECES
_FORWARD = Direction.DIAGONAL_FORWARD
_ALL = Direction.DIAGONAL
_TURKISH = Direction.FORWARD | Direction.LEFT | Direction.RIGHT
_EIGHT = Direction.EVERY
_AT_REST, _AT_ONCE, _ENDS = Promotion.AT_REST, Promotion.CONTINUES_AS_KING, Promotion.ENDS_MOVE

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])


class Row(NamedTuple):
    """A row of the comparison table, without its draws; columns in the table's order."""

    board: tuple[int, int]
    men: int
    first: Color
    man_jumps: Direction
    man_takes_king: bool
    king: KingRange
    king_jumps: Direction
    landing: KingLanding
    priority: tuple[CapturePriority, ...]
    removal: Removal
    promotion_row: Promotion
    pdn: str | None


_W, _B = Color.WHITE, Color.BLACK
_SHORT, _FLYING = KingRange.SHORT, KingRange.FLYING
_ANY, _ADJACENT = KingLanding.ANY, KingLanding.ADJACENT
_LATER, _NOW = Removal.AFTER_MOVE, Removal.IMMEDIATE
_KINGS = CapturePriority.MOST_KINGS
_KING = CapturePriority.WITH_KING
_VALUE = CapturePriority.MOST_VALUE
_EARLIEST = CapturePriority.KINGS_EARLIEST

# fmt: off
_TABLE = {
    "american": Row((8, 8), 12, _B, _FORWARD, True, _SHORT, _ALL, _ANY, (), _LATER, _ENDS, "21,B,8,8,N1,0"),
    "international": Row(
        (10, 10), 20, _W, _ALL, True, _FLYING, _ALL, _ANY, (_MOST,), _LATER, _AT_REST, "20,W,10,10,N2,0"),
    "russian": Row((8, 8), 12, _W, _ALL, True, _FLYING, _ALL, _ANY, (), _LATER, _AT_ONCE, "25,W,8,8,A0,0"),
    "brazilian": Row((8, 8), 12, _W, _ALL, True, _FLYING, _ALL, _ANY, (_MOST,), _LATER, _AT_REST, "26,W,8,8,A0,0"),
    "pool": Row((8, 8), 12, _B, _ALL, True, _FLYING, _ALL, _ANY, (), _LATER, _AT_REST, "23,B,8,8,N1,0"),
    "jamaican": Row((8, 8), 12, _B, _ALL, True, _FLYING, _ALL, _ANY, (), _LATER, _AT_REST, "23,B,8,8,A1,1"),
    "italian": Row((8, 8), 12, _W, _FORWARD, False, _SHORT, _ALL, _ANY, (_MOST, _KING, _KINGS, _EARLIEST), _LATER,
                   _ENDS, "22,W,8,8,N2,1"),
    "spanish": Row((8, 8), 12, _W, _FORWARD, True, _FLYING, _ALL, _ANY, (_MOST, _KINGS), _LATER, _ENDS,
                   "24,W,8,8,N1,1"),
    "portuguese": Row((8, 8), 12, _W, _FORWARD, True, _FLYING, _ALL, _ANY, (_MOST, _KINGS), _LATER, _ENDS,
                      "28,W,8,8,N1,1"),
    "czech": Row((8, 8), 12, _W, _FORWARD, True, _FLYING, _ALL, _ANY, (_KING,), _LATER, _ENDS, "29,W,8,8,A0,0"),
    "turkish": Row((8, 8), 16, _W, _TURKISH, True, _FLYING, Direction.STRAIGHT, _ANY, (_MOST,), _NOW, _AT_REST,
                   "30,W,8,8,A0,0"),
    "armenian": Row((8, 8), 16, _W, _TURKISH, True, _FLYING, Direction.STRAIGHT, _ANY, (_MOST,), _NOW, _AT_ONCE, None),
    "canadian": Row((12, 12), 30, _W, _ALL, True, _FLYING, _ALL, _ANY, (_MOST,), _LATER, _AT_REST, "27,W,12,12,N2,0"),
    "frisian": Row((10, 10), 20, _W, _EIGHT, True, _FLYING, _EIGHT, _ANY, (_VALUE, _KING), _LATER, _AT_REST,
                   "40,W,10,10,N2,0"),
    "thai": Row((8, 8), 8, _B, _FORWARD, True, _FLYING, _ALL, _ADJACENT, (), _NOW, _ENDS, "31,B,8,8,N2,0"),
    "killer": Row((10, 10), 20, _W, _ALL, True, _FLYING, _ALL, KingLanding.ADJACENT_AFTER_KING, (_MOST,), _LATER,
                  _AT_REST, None),
    "spantsiretti": Row((10, 8), 15, _W, _ALL, True, _FLYING, _ALL, _ANY, (), _LATER, _AT_ONCE, "41,W,10,8,A0,0"),
    "klyo": Row((8, 8), 12, _W, _ALL, True, _FLYING, _ALL, _ANY, (_MOST,), _LATER, _AT_REST, "26,W,8,8,A0,0"),
}
# fmt: on
_TABLE["breakthrough"] = _TABLE["international"]._replace(pdn=None)
_TABLE["frysk"] = _TABLE["frisian"]._replace(men=5)
_TABLE["american-giveaway"] = _TABLE["american"]._replace(pdn=None)
_TABLE["russian-giveaway"] = _TABLE["russian"]._replace(pdn=None)
_TABLE["international-giveaway"] = _TABLE["international"]._replace(pdn=None)
_TABLE["checkers-board"] = _TABLE["barrelhead"] = _TABLE["american"]
_TABLE["yeeqia"] = _TABLE["american"]._replace(removal=_NOW)

#: Games without a PDN number of their own, and those that write another game's: "base" or "-like" in the table.
_PDN_OPEN = {"frysk", "american-giveaway", "russian-giveaway", "international-giveaway", "breakthrough", "klyo"}


@pytest.mark.parametrize("name", _TABLE)
def test_a_preset_agrees_with_the_comparison_table(name: str) -> None:
    rules = variants()[name]
    start = Board(rules)
    geometry = rules.geometry
    found = Row(
        board=(geometry.width, geometry.height),
        men=len(start.pieces(rules.first_mover)),
        first=rules.first_mover,
        man_jumps=rules.man_captures,
        man_takes_king=rules.men_capture_kings,
        king=rules.king_range,
        king_jumps=rules.king_captures,
        landing=rules.king_landing,
        priority=rules.capture_priority,
        removal=rules.removal,
        promotion_row=rules.promotion,
        pdn=_TABLE[name].pdn if name in _PDN_OPEN else rules.game_type,
    )
    assert found == _TABLE[name]
    assert len(start) == 2 * found.men


def test_the_comparison_table_covers_every_preset() -> None:
    assert _TABLE.keys() == variants().keys()


@every_variant
def test_quiet_moves_are_those_of_the_comparison_table(rules: Rules) -> None:
    men = {"turkish": _TURKISH, "armenian": _TURKISH | _FORWARD}.get(rules.name, _FORWARD)
    kings = {"turkish": Direction.STRAIGHT, "armenian": Direction.EVERY}.get(rules.name, _ALL)
    assert (rules.man_moves, rules.king_moves) == (men, kings)


@every_variant
def test_only_turkish_and_armenian_captures_may_not_turn_about(rules: Rules) -> None:
    assert rules.about_turns == (rules.name not in {"turkish", "armenian"})
    assert (rules.geometry.squares is PlayableSquares.ALL) == (rules.name in {"turkish", "armenian"})


@every_variant
def test_a_blocked_side_loses_but_in_the_losing_games_and_breakthrough(rules: Rules) -> None:
    goal = Goal.BE_BLOCKED if rules.name.endswith("giveaway") else Goal.BLOCK
    assert rules.goal is (Goal.FIRST_KING if rules.name == "breakthrough" else goal)


@every_variant
def test_the_frisian_games_limit_quiet_moves_of_one_king(rules: Rules) -> None:
    assert rules.king_move_limit == (3 if rules.name in {"frisian", "frysk"} else None)


@every_variant
def test_russian_captures_are_written_with_a_colon_and_thai_ones_with_a_hyphen(rules: Rules) -> None:
    expected = {"russian": ":", "russian-giveaway": ":", "spantsiretti": ":", "thai": "-"}.get(rules.name, "x")
    assert rules.capture_separator == expected


@every_variant
def test_squares_are_named_where_the_game_type_says_so(rules: Rules) -> None:
    algebraic = {"russian", "russian-giveaway", "brazilian", "klyo", "czech", "turkish", "armenian", "jamaican"}
    algebraic.add("spantsiretti")
    assert rules.notation is (Notation.ALGEBRAIC if rules.name in algebraic else Notation.NUMERIC)


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("frysk", "W:W46,47,48,49,50:B1,2,3,4,5"),
        ("thai", "B:W1,2,3,4,5,6,7,8:B25,26,27,28,29,30,31,32"),
        ("spanish", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"),
        ("american", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        (
            "turkish",
            "W:W41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56:B9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24",
        ),
    ],
)
def test_the_men_stand_where_the_rules_say(variant: str, fen: str) -> None:
    assert Board(get_rules(variant)).fen == fen


class Draws(NamedTuple):
    """The draw rules of a variant as the comparison table has them; moves by each side."""

    repetition: int | None
    no_progress: int | None
    resets: ResetOn | None = None
    #: (strong side's men and kings, weak side's men and kings) -> moves; whoever must be on the long diagonal is named.
    material: frozenset[tuple[tuple[int, int], tuple[int, int], int, str]] = frozenset()
    pieces: frozenset[tuple[int, int, int]] = frozenset()
    lone_kings: bool = False


_MAN_MOVE = ResetOn.CAPTURE | ResetOn.MAN_MOVE
_PROMOTION = ResetOn.CAPTURE | ResetOn.PROMOTION
_KING1 = (0, 1)
_INTERNATIONAL_ENDINGS = frozenset(
    (strong, _KING1, moves, "")
    for moves, forces in ((16, ((0, 3), (1, 2), (2, 1))), (5, ((0, 2), (1, 1), _KING1)))
    for strong in forces
)
_RUSSIAN_ENDINGS = frozenset(
    [((0, kings), _KING1, 15, "") for kings in range(3, 13)]
    + [((0, 3), _KING1, 5, "weak"), ((1, 2), _KING1, 5, "weak"), ((2, 1), _KING1, 5, "weak")]
    + [((0, 2), _KING1, 5, ""), ((1, 1), _KING1, 5, ""), (_KING1, _KING1, 5, "")]
)
_BRAZILIAN_ENDINGS = frozenset(
    (one, other, 5, "")
    for one, others in (((0, 2), ((0, 2), _KING1, (1, 1))), (_KING1, (_KING1, (1, 1))))
    for other in others
)
_ONE_EACH = frozenset([(one, other, 0, "") for one in ((0, 1), (1, 0)) for other in ((0, 1), (1, 0))])
_THREE_V_ONE = ((0, 3), _KING1)

_DRAWS = {
    "american": Draws(3, 40, _MAN_MOVE),
    "international": Draws(3, 25, _MAN_MOVE, _INTERNATIONAL_ENDINGS),
    "russian": Draws(3, 15, _MAN_MOVE, _RUSSIAN_ENDINGS, frozenset([(4, 5, 30), (6, 7, 60)])),
    "brazilian": Draws(3, 20, _MAN_MOVE, _BRAZILIAN_ENDINGS),
    "pool": Draws(3, 15, _MAN_MOVE, frozenset([(*_THREE_V_ONE, 13, "")])),
    "jamaican": Draws(3, 15, _MAN_MOVE, frozenset([(*_THREE_V_ONE, 13, "")])),
    "italian": Draws(4, 40, _MAN_MOVE),
    "spanish": Draws(3, 20, _PROMOTION, frozenset([(*_THREE_V_ONE, 12, "strong")])),
    "portuguese": Draws(3, 20, _PROMOTION, frozenset([(*_THREE_V_ONE, 12, "strong")])),
    "czech": Draws(3, 15, _MAN_MOVE),
    "turkish": Draws(3, None, None, _ONE_EACH),
    "armenian": Draws(3, None, None, _ONE_EACH),
    "canadian": Draws(3, 25, _MAN_MOVE, _INTERNATIONAL_ENDINGS),
    "frisian": Draws(None, None, None, frozenset([((0, 2), _KING1, 7, "")]), lone_kings=True),
    "frysk": Draws(None, None, None, frozenset([((0, 2), _KING1, 7, "")]), lone_kings=True),
    "killer": Draws(3, 25, _MAN_MOVE, _INTERNATIONAL_ENDINGS),
    "spantsiretti": Draws(
        3,
        15,
        _MAN_MOVE,
        frozenset(ending for ending in _RUSSIAN_ENDINGS if not ending[3]),
        frozenset([(4, 5, 30), (6, 7, 60)]),
    ),
    "thai": Draws(3, None),
    "american-giveaway": Draws(3, 40, _MAN_MOVE),
    "russian-giveaway": Draws(3, 15, _MAN_MOVE, frozenset([(*_THREE_V_ONE, 15, "weak")])),
    "international-giveaway": Draws(3, None),
    "breakthrough": Draws(None, None),
    "checkers-board": Draws(3, 40, _MAN_MOVE),
    "barrelhead": Draws(3, 40, _MAN_MOVE),
    "yeeqia": Draws(3, 40, _MAN_MOVE, frozenset([(_KING1, _KING1, 0, "")])),
    "klyo": Draws(3, 15, _MAN_MOVE),
}


def _draws(rules: Rules) -> Draws:
    """What the draw rules of a rule set amount to, with every force of at most twelve pieces tried on them."""
    counts = [(men, kings) for men in range(13) for kings in range(13) if 0 < men + kings <= 12]
    material: set[tuple[tuple[int, int], tuple[int, int], int, str]] = set()
    repetition = no_progress = resets = None
    pieces = set()
    for rule in rules.draws:
        if isinstance(rule, Repetition):
            repetition = rule.occurrences
        elif isinstance(rule, NoProgress):
            no_progress, resets = rule.moves, rule.resets
        elif isinstance(rule, PieceCountLimit):
            pieces.add((*rule.pieces, rule.moves))
            assert rule.resets == _PROMOTION
        elif isinstance(rule, MaterialLimit):
            road = "weak" if rule.weak_on_long_diagonal else "strong" if rule.strong_on_long_diagonal else ""
            strong = [force for force in counts if any(limits.matches(*force) for limits in rule.strong)]
            weak = [force for force in counts if any(limits.matches(*force) for limits in rule.weak)]
            material |= {(one, other, rule.moves, road) for one in strong for other in weak}
    lone_kings = any(isinstance(rule, LoneKings) for rule in rules.draws)
    return Draws(repetition, no_progress, resets, frozenset(material), frozenset(pieces), lone_kings)


def _either_way(draws: Draws) -> Draws:
    """With two equal forms of one ending, king against two kings and the reverse, brought to one."""
    rows = ((min(one, other), max(one, other), moves, road) for one, other, moves, road in draws.material)
    return draws._replace(material=frozenset(rows))


@every_variant
def test_the_draw_rules_are_those_of_the_comparison_table(rules: Rules) -> None:
    assert _either_way(_draws(rules)) == _either_way(_DRAWS[rules.name])


@every_variant
def test_draw_rules_are_values(rules: Rules) -> None:
    for rule in rules.draws:
        assert pickle.loads(pickle.dumps(rule)) == rule
        assert hash(pickle.loads(pickle.dumps(rule))) == hash(rule)
        assert rule.automatic
        assert dataclasses.replace(rule, automatic=False) != rule


def test_one_piece_each_is_drawn_in_turkish_draughts_unless_one_can_be_taken() -> None:
    (limit,) = (rule for rule in TURKISH.draws if isinstance(rule, MaterialLimit))
    assert (limit.moves, limit.unless_capture) == (0, True)


def test_one_king_each_is_drawn_at_once_at_yeeqia_even_if_one_can_be_taken() -> None:
    (limit,) = (rule for rule in YEEQIA.draws if isinstance(rule, MaterialLimit))
    assert (limit.moves, limit.unless_capture) == (0, False)


# Values


@every_variant
def test_a_rule_set_is_hashable_and_can_be_pickled_and_copied(rules: Rules) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert copy.deepcopy(rules) == copy.copy(rules) == rules
    assert {rules: 1}[again] == 1


@every_variant
def test_what_a_rule_set_shows_makes_it_again(rules: Rules) -> None:
    assert eval(repr(rules), dict(vars(draughts))) == rules


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        (AMERICAN, "Rules(name='american')"),
        (
            AMERICAN.replace(name="flying", king_range=_FLYING),
            "Rules(name='flying', king_range=KingRange.FLYING, game_type=None)",
        ),
        (
            AMERICAN.replace(capture_priority=(_MOST, _KINGS), men_capture_kings=False),
            "Rules(name='american', men_capture_kings=False, "
            "capture_priority=(CapturePriority.MOST_PIECES, CapturePriority.MOST_KINGS), game_type=None)",
        ),
        (
            AMERICAN.replace(man_captures=Direction.DIAGONAL, draws=()),
            "Rules(name='american', man_captures=Direction.DIAGONAL, draws=(), game_type=None)",
        ),
    ],
    ids=["american", "flying", "priority", "draws"],
)
def test_a_rule_set_shows_only_what_differs_from_american(rules: Rules, shown: str) -> None:
    assert repr(rules) == shown


def test_a_rule_set_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        AMERICAN.name = "other"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        AMERICAN.extra = 1  # type: ignore[attr-defined]


def test_replacing_makes_a_new_rule_set() -> None:
    rules = AMERICAN.replace(name="polite", men_capture_kings=False)
    assert (rules.name, rules.men_capture_kings) == ("polite", False)
    assert (AMERICAN.name, AMERICAN.men_capture_kings) == ("american", True)
    assert rules.replace(name="american", men_capture_kings=True, game_type=AMERICAN.game_type) == AMERICAN
    assert AMERICAN.replace() == AMERICAN


@pytest.mark.parametrize(("flying", "king_range"), [(True, _FLYING), (False, _SHORT)])
def test_flying_kings_stands_for_the_range_of_kings(flying: bool, king_range: KingRange) -> None:
    assert AMERICAN.replace(flying_kings=flying).king_range is king_range
    assert RUSSIAN.replace(flying_kings=flying).king_range is king_range


def test_a_rule_set_with_other_moves_has_not_the_game_type_of_another_game() -> None:
    assert RUSSIAN.replace(name="mine", promotion=Promotion.AT_REST).game_type is None
    assert RUSSIAN.replace(first_mover=Color.BLACK, game_type="25,B,8,8,A0,0").game_type == "25,B,8,8,A0,0"
    for changes in ({"draws": ()}, {"name": "mine"}, {"promotion": RUSSIAN.promotion}, {"start": "W:Wc3:Bd4"}):
        assert RUSSIAN.replace(**changes).game_type == RUSSIAN.game_type
    assert YEEQIA.game_type == AMERICAN.game_type


def test_an_unknown_field_is_refused_and_the_known_ones_are_listed() -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.replace(flyng_kings=True, huffing=True)
    message = str(error.value)
    assert message.startswith("Rules has no field 'flyng_kings', 'huffing'; it has about_turns, capture_priority, ")


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"king_landing": KingLanding.ADJACENT}, ("king_landing", "king_range")),
        ({"king_landing": KingLanding.ADJACENT_AFTER_KING}, ("king_landing", "king_range")),
        ({"man_moves": Direction.FORWARD}, ("man_moves", "geometry")),
        ({"king_moves": Direction.EVERY}, ("king_moves", "geometry")),
        ({"men_rows": 5}, ("men_rows", "geometry")),
        ({"men_rows": 3, "empty_back_rows": 2}, ("men_rows", "empty_back_rows")),
        ({"men_rows": 0}, ("men_rows", "empty_back_rows")),
        ({"empty_back_rows": -1}, ("men_rows", "empty_back_rows")),
        ({"flying_kings": True, "king_range": KingRange.FLYING}, ("flying_kings", "king_range", "give one of them")),
        ({"capture_priority": (_EARLIEST, _KINGS)}, ("capture_priority", "KINGS_EARLIEST", "MOST_KINGS", "after")),
        ({"capture_priority": (_MOST, _MOST)}, ("capture_priority", "twice")),
        ({"man_captures": Direction(0)}, ("man_captures", "direction")),
        ({"king_captures": Direction(0)}, ("king_captures", "direction")),
        ({"man_moves": Direction.FORWARD_LEFT}, ("man_moves", "left and right")),
        ({"man_captures": Direction.BACKWARD_RIGHT}, ("man_captures", "left and right")),
        ({"king_captures": Direction.DIAGONAL | Direction.LEFT}, ("king_captures", "left and right")),
        ({"man_moves": Direction.BACKWARD_LEFT | Direction.BACKWARD_RIGHT}, ("man_moves", "forward")),
        ({"king_move_limit": 0}, ("king_move_limit", "0")),
        ({"capture_separator": "*"}, ("capture_separator", "'*'")),
        ({"name": " "}, ("name", "printable")),
        ({"name": "a\nb"}, ("name", "printable")),
        ({"name": "x" * 81}, ("name", "80")),
        ({"game_type": '21"][Event "x'}, ("game_type",)),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else "",
)
def test_a_rule_set_that_makes_no_sense_is_refused_and_the_fields_are_named(
    changes: dict[str, Any], fields: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.replace(**changes)
    assert isinstance(error.value, ValueError)
    assert all(field in str(error.value) for field in fields)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("geometry", "8x8"),
        ("first_mover", "W"),
        ("men_rows", "3"),
        ("men_rows", 2.5),
        ("man_moves", "forward"),
        ("king_range", "flying"),
        ("king_landing", "any"),
        ("removal", True),
        ("promotion", None),
        ("capture_priority", ("most pieces",)),
        ("king_move_limit", "3"),
        ("goal", None),
        ("draws", ("repetition",)),
        ("notation", "algebraic"),
        ("name", 5),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value),
)
def test_a_value_of_another_type_is_refused_at_once(field: str, value: object) -> None:
    with pytest.raises((RulesError, TypeError), match=field):
        AMERICAN.replace(**{field: value})


@pytest.mark.parametrize("field", ["capture_priority", "draws"])
def test_lists_become_tuples_so_that_a_rule_set_is_hashable(field: str) -> None:
    rules = ITALIAN.replace(**{field: list(getattr(ITALIAN, field))})
    assert rules == ITALIAN
    assert hash(rules) == hash(ITALIAN)


def test_the_least_and_the_most_that_make_sense_are_allowed() -> None:
    assert AMERICAN.replace(king_move_limit=1).king_move_limit == 1
    assert Board(AMERICAN.replace(men_rows=4)).legal_moves == ()


@pytest.mark.parametrize(("start", "word"), [("nonsense", "nonsense"), ("W:W99:B", "99"), ("W:W1:B2", "promotion row")])
def test_a_start_position_that_the_board_does_not_have_is_refused(start: str, word: str) -> None:
    with pytest.raises((RulesError, FenError), match=word):
        Board(AMERICAN.replace(start=start))


def test_straight_moves_need_a_board_of_all_squares_but_straight_captures_do_not() -> None:
    board = Geometry(squares=PlayableSquares.ALL)
    assert AMERICAN.replace(geometry=board, man_moves=Direction.FORWARD).man_moves is Direction.FORWARD
    assert AMERICAN.replace(man_captures=Direction.EVERY).man_captures is Direction.EVERY


# Names


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("english", "american"),
        ("checkers", "american"),
        ("English", "american"),
        ("AMERICAN", "american"),
        ("american checkers", "american"),
        ("American-Checkers", "american"),
        ("  american  ", "american"),
        ("damas", "brazilian"),
        ("shashki", "russian"),
        ("dama", "turkish"),
        ("poddavki", "russian-giveaway"),
        ("russian_giveaway", "russian-giveaway"),
        ("antidraughts", "international-giveaway"),
        ("american-site", "checkers-board"),
        ("tama", "armenian"),
        ("makhos", "thai"),
        ("frysk!", "frysk"),
        ("normal", "international"),
        ("bt", "breakthrough"),
        ("losing", "international-giveaway"),
    ],
)
def test_an_alias_means_its_variant(alias: str, name: str) -> None:
    assert get_rules(alias) is variants()[name]


@pytest.mark.parametrize("name", variants())
def test_every_name_and_every_alias_means_its_variant(name: str) -> None:
    variant = get_variant(name)
    assert variant.rules is variants()[name] is get_rules(name)
    assert variant.rules.name == name
    for alias in variant.aliases:
        assert get_rules(alias) is variant.rules
    assert variant.title
    assert variant.sources


_NUMBERS = {
    20: "international",
    21: "american",
    22: "italian",
    23: "pool",
    24: "spanish",
    25: "russian",
    26: "brazilian",
    27: "canadian",
    28: "portuguese",
    29: "czech",
    30: "turkish",
    31: "thai",
    40: "frisian",
}


@pytest.mark.parametrize(("number", "name"), _NUMBERS.items())
def test_a_pdn_number_means_its_variant(number: int, name: str) -> None:
    rules = variants()[name]
    assert get_rules(number) is get_rules(str(number)) is get_rules(f" {number} ") is rules
    assert rules.game_type is not None
    assert get_rules(rules.game_type) is rules


def test_the_full_game_type_tells_the_three_games_of_number_23_apart() -> None:
    assert get_rules("23,B,8,8,N1,0").name == "pool"
    assert get_rules("23,B,8,8,A1,1").name == "jamaican"
    unified = get_rules("23,W,8,8,A0,0")
    assert (unified.first_mover, unified.notation) == (Color.WHITE, Notation.ALGEBRAIC)
    assert unified.promotion is Promotion.AT_REST


@pytest.mark.parametrize(
    ("name", "near"),
    [("rusian", "russian"), ("internatonal", "international"), ("frisan", "frisian"), ("brasilian", "brazilian")],
)
def test_near_matches_are_listed(name: str, near: str) -> None:
    with pytest.raises(RulesError) as error:
        get_rules(name)
    assert repr(name) in str(error.value)
    assert near in str(error.value)


@pytest.mark.parametrize("name", ["", "xyz", "44", "0", 0, 99, -1, "-1", "２５", "no such game", "\0"])
def test_an_unknown_name_or_number_is_refused(name: str | int) -> None:
    with pytest.raises(RulesError, match=r"american|21"):
        get_rules(name)


def test_all_variants_can_be_listed_and_not_changed() -> None:
    assert len(variants()) == 26
    assert all(rules.name == name for name, rules in variants().items())
    with pytest.raises(TypeError):
        variants()["mine"] = AMERICAN  # type: ignore[index]


@pytest.mark.parametrize("name", variants())
def test_every_variant_has_a_constant(name: str) -> None:
    assert getattr(draughts, name.replace("-", "_").upper()) is variants()[name] or name == "checkers-board"


def test_the_houses_differ_from_their_base_only_where_they_say_so() -> None:
    def changed(rules: Rules, base: Rules) -> set[str]:
        fields = (field.name for field in dataclasses.fields(rules))
        return {name for name in fields if getattr(rules, name) != getattr(base, name)} - {"name", "draws"}

    assert changed(CHECKERS_BOARD, AMERICAN) == set()
    assert changed(BARRELHEAD, AMERICAN) == {"side_names"}
    assert changed(YEEQIA, AMERICAN) == {"removal", "clock", "side_names"}
    assert changed(KLYO, BRAZILIAN) == set()
    assert changed(KILLER, INTERNATIONAL) == {"king_landing", "game_type"}
    assert FRISIAN.result_style is ResultStyle.DEFAULT
    assert INTERNATIONAL.result_style is ResultStyle.INTERNATIONAL


@pytest.mark.parametrize("color", Color)
def test_each_side_has_an_opponent(color: Color) -> None:
    assert color.opponent is not color
    assert color.opponent.opponent is color
    assert str(color) in {"White", "Black"}


def test_sides_are_called_what_the_house_calls_them() -> None:
    assert (YEEQIA.side_name(Color.BLACK), YEEQIA.side_name(Color.WHITE)) == ("Red", "White")
    assert (CHECKERS_BOARD.side_name(Color.BLACK), CHECKERS_BOARD.side_name(Color.WHITE)) == ("Black", "White")
    assert dict(explain_rules(BARRELHEAD))["start"] == "12 men each; Red moves first."
    game = Game(BARRELHEAD)
    with pytest.raises(IllegalMoveError, match="the man on 22 is White's, and Red is to move"):
        game.push("22-18")
    game.resign(Color.BLACK)
    assert game.result is not None
    assert game.result.describe() == "White wins: Red resigns"
    assert Game.from_dict(game.to_dict()) == game


@pytest.mark.parametrize("names", [("Red",), ("Red", "Red"), ("Red", ""), ("Red", 3), ("Red", "a\nb")])
def test_names_of_sides_must_be_two_different_words(names: tuple[object, ...]) -> None:
    with pytest.raises(RulesError, match="side_names"):
        AMERICAN.replace(side_names=names)
