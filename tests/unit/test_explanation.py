"""Why a move is refused: every reason in a position made for it, and every reason that a variant's rules know."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from draughts import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    BREAKTHROUGH,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    KILLER,
    POOL,
    RUSSIAN,
    SPANISH,
    THAI,
    TURKISH,
    AmbiguousMoveError,
    Board,
    Color,
    Explanation,
    Goal,
    IllegalMoveError,
    KingLanding,
    KingRange,
    Piece,
    PieceType,
    Promotion,
    Reason,
    Removal,
    Rules,
    get_rules,
    variants,
)

_R = Reason


def _ids(rows: list[tuple[object, ...]]) -> list[str]:
    return [
        f"{row[0].name}-{row[1]}-{row[2]}" if isinstance(row[0], Rules) else "-".join(map(str, row[:3])) for row in rows
    ]


#: One position or more for each reason: rules, position, text, reason, words of the message, squares.
_HAND_MADE: list[tuple[Rules, str, str, Reason, tuple[str, ...], tuple[int, ...]]] = [
    (AMERICAN, "W:W22:B18", "22x15", _R.LEGAL, ("legal",), (22, 15)),
    (AMERICAN, "W:W22:B18", "22-15", _R.LEGAL, ("legal",), (22, 15)),
    (INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15", _R.AMBIGUOUS, ("2", "4x27x38x15", "4x31x42x15"), (4, 15)),
    (AMERICAN, "W:W22:B18", "go", _R.UNREADABLE, ("not a move", "11-15", "c3:e5"), ()),
    (AMERICAN, "W:W22:B18", "", _R.UNREADABLE, ("not a move",), ()),
    (AMERICAN, "W:W22:B18", "22x33", _R.NO_SUCH_SQUARE, ("33", "1 to 32"), ()),
    (AMERICAN, "W:W22:B18", "0-22", _R.NO_SUCH_SQUARE, ("0", "1 to 32"), ()),
    (RUSSIAN, "W:Wc3:Bd4", "c3-c4", _R.NO_SUCH_SQUARE, ("c4",), ()),
    (AMERICAN, "B:W9,14:B5", "5-9", _R.GAME_OVER, ("over", "White has won"), (5, 9)),
    (AMERICAN, "W:W:B5", "22-18", _R.GAME_OVER, ("over", "Black has won"), (22, 18)),
    (AMERICAN_GIVEAWAY, "B:W9,14:B5", "5-9", _R.GAME_OVER, ("over", "Black has won"), (5, 9)),
    (BREAKTHROUGH, "B:WK3:B20", "20-24", _R.GAME_OVER, ("over", "White has won"), (20, 24)),
    (AMERICAN, "W:W22:B1", "23-18", _R.NO_PIECE, ("no piece", "23"), (23,)),
    (RUSSIAN, "W:Wc3:Bb8", "e3-d4", _R.NO_PIECE, ("no piece", "e3"), (23,)),
    (AMERICAN, "W:W22:B1", "1-5", _R.WRONG_SIDE, ("man on 1", "Black's", "White is to move"), (1,)),
    (AMERICAN, "B:WK22:B1", "22-18", _R.WRONG_SIDE, ("king on 22", "White's", "Black is to move"), (22,)),
    (AMERICAN, "W:W22,25:B1", "25-22", _R.OCCUPIED, ("White man", "22"), (22,)),
    (RUSSIAN, "W:Wc3:BKd4,Ke5", "c3-d4", _R.OCCUPIED, ("Black king", "d4"), (18,)),
    (AMERICAN, "W:W22:B18", "22-17", _R.CAPTURE_AVAILABLE, ("capture", "must", "22x15"), (22, 17)),
    (AMERICAN, "W:W22,32:B18", "32-27", _R.CAPTURE_AVAILABLE, ("capture", "must", "22x15"), (32, 27)),
    (AMERICAN, "W:W22:B18,11", "22x15", _R.UNFINISHED, ("not finished", "from 15", "to 8", "22x15x8"), (15,)),
    (RUSSIAN, "W:Wc5:Bd4,f4", "c5:e3", _R.UNFINISHED, ("not finished", "from e3", "to g5", "c5:e3:g5"), (23,)),
    (INTERNATIONAL, "W:W32:B18,27,28", "32x21", _R.MOST_PIECES, ("1 piece", "capture of 2", "32x23x12"), (32,)),
    (FRISIAN, "W:W17:B12,13,K21", "17x26", _R.MOST_VALUE, ("1 king", "2 men", "17x8x19"), (17,)),
    (FRISIAN, "W:W13:B23,30,34,K28", "13x33x22", _R.MOST_VALUE, ("1 king and 1 man", "3 men", "13x33x35x24"), (13,)),
    (FRISIAN, "W:W32:B7,11,27,K33,K40", "32x21x1x12", _R.MOST_VALUE, ("3 men", "2 kings", "32x34x45"), (32,)),
    (ITALIAN, "W:W20,K12:B15", "20x11", _R.WITH_KING, ("king on 12", "must", "12x19"), (20,)),
    (ITALIAN, "W:WK14:B10,K11", "14x5", _R.MOST_KINGS, ("0 kings", "capture of 1", "14x7"), (14,)),
    (ITALIAN, "W:WK8,K23:B10,12,K19", "8x15x22", _R.KINGS_EARLIEST, ("king earliest", "23x14x5"), (8,)),
    (AMERICAN, "W:W22:B1", "22x18", _R.NOTHING_TAKEN, ("takes nothing",), (22, 18)),
    (RUSSIAN, "W:Wc3:Bb8", "c3:d4", _R.NOTHING_TAKEN, ("takes nothing", "c3-d4"), (22, 18)),
    (ITALIAN, "W:W28:B13,K23", "28x19", _R.MAN_CANNOT_TAKE_KING, ("man", "may not take a king"), (28, 19)),
    (AMERICAN, "W:W22:B25", "22x29", _R.MAN_DIRECTION, ("man", "diagonally forward"), (22, 29)),
    (AMERICAN, "W:W22:B1", "22-26", _R.MAN_DIRECTION, ("man", "diagonally forward"), (22, 26)),
    (TURKISH, "W:Wd4:Bd7", "d4-d3", _R.MAN_DIRECTION, ("man", "forward and sideways"), (36, 44)),
    (AMERICAN, "W:WK22:B1", "22-15", _R.KING_RANGE, ("king", "one square"), (22, 15)),
    (AMERICAN, "W:WK22:B11", "22x8", _R.KING_RANGE, ("king", "adjacent"), (22, 8)),
    (THAI, "W:WK5:B14,16", "5-23", _R.KING_LANDING, ("king", "right behind"), (5, 23)),
    (KILLER, "W:WK46:BK32", "46x23", _R.KING_LANDING, ("king", "right behind"), (46, 23)),
    (INTERNATIONAL, "W:WK18:B7,15,23,27,40", "18x1x29x45", _R.STILL_STANDING, ("stay",), (18, 1, 29, 45)),
    (TURKISH, "W:WKe5:Bb5,g5", "e5xa5xh5", _R.ABOUT_TURN, ("180 degrees",), (29, 25, 32)),
    (AMERICAN, "W:W11:B6,7", "11x2x9", _R.PROMOTION_ENDS_MOVE, ("crowned", "ends"), (11, 2, 9)),
    (POOL, "W:W9:B6,14,16", "9x2x20", _R.NOT_YET_KING, ("not crowned", "as a man"), (9, 2, 20)),
    (FRISIAN, "W:W31,K46:B9:+346+0", "46-41", _R.KING_MOVE_LIMIT, ("king on 46", "3 quiet moves"), (46,)),
    (AMERICAN, "W:W22:B1", "22-15", _R.NOT_REACHABLE, ("from 22", "17, 18"), (22,)),
    (AMERICAN, "W:W22,21,32:B17,18,13,14,15", "22-10", _R.NOT_REACHABLE, ("man on 22", "cannot move"), (22,)),
    (RUSSIAN, "W:Wc3:Bb8", "ed4", _R.NOT_REACHABLE, ("file e", "d4"), (18,)),
]


def test_every_reason_has_a_position() -> None:
    assert {row[3] for row in _HAND_MADE} == set(Reason)


@pytest.mark.parametrize(("rules", "fen", "text", "reason", "words", "squares"), _HAND_MADE, ids=_ids([*_HAND_MADE]))
def test_a_refusal_names_its_reason_in_words_and_its_squares(
    rules: Rules, fen: str, text: str, reason: Reason, words: tuple[str, ...], squares: tuple[int, ...]
) -> None:
    explanation = Board.from_fen(fen, rules).explain(text)
    assert explanation.reason is reason, explanation.message
    for word in words:
        assert word in explanation.message
    assert explanation.squares == squares
    assert explanation.is_legal is (reason is Reason.LEGAL)


@pytest.mark.parametrize(("rules", "fen", "text", "reason", "words", "squares"), _HAND_MADE, ids=_ids([*_HAND_MADE]))
def test_an_explanation_is_what_the_error_says(
    rules: Rules, fen: str, text: str, reason: Reason, words: tuple[str, ...], squares: tuple[int, ...]
) -> None:
    board = Board.from_fen(fen, rules)
    explanation = board.explain(text)
    if reason is Reason.LEGAL:
        assert explanation.moves == (board.move(text),)
        return
    for attempt in (board.move, board.play):
        with pytest.raises(IllegalMoveError) as error:
            attempt(text)
        assert isinstance(error.value, AmbiguousMoveError) is (reason is Reason.AMBIGUOUS)
        assert str(error.value) == f"{text!r}: {explanation.message}"
        assert not str(error.value).endswith(".")


@pytest.mark.parametrize(("rules", "fen", "text", "reason", "words", "squares"), _HAND_MADE, ids=_ids([*_HAND_MADE]))
def test_the_moves_of_an_explanation_are_legal_here(
    rules: Rules, fen: str, text: str, reason: Reason, words: tuple[str, ...], squares: tuple[int, ...]
) -> None:
    board = Board.from_fen(fen, rules)
    for move in board.explain(text).moves:
        assert move in board.legal_moves
    assert all(square in rules.geometry.numbers for square in board.explain(text).squares)


# Each variant and the reasons that its rules know. Names of squares serve boards of several numberings at once.

_Row = tuple[str, str, Reason]
_COMMON: tuple[_Row, ...] = (  # a1 is played on, everywhere else every other square
    ("W:Wc3:Bd4", "c3-b4", _R.CAPTURE_AVAILABLE),
    ("W:Wc3:Bd4,d6", "c3xe5", _R.UNFINISHED),
    ("W:Wc3:Bh8", "c3-b2", _R.MAN_DIRECTION),
)
_MIRRORED: tuple[_Row, ...] = (  # h1 is played on
    ("W:Wc2:Bd3", "c2-b3", _R.CAPTURE_AVAILABLE),
    ("W:Wc2:Bd3,d5", "c2xe4", _R.UNFINISHED),
    ("W:Wc4:Ba8", "c4-b3", _R.MAN_DIRECTION),
)
_ALL_SQUARES: tuple[_Row, ...] = (
    ("W:Wd4:Bd5", "d4-c4", _R.CAPTURE_AVAILABLE),
    ("W:Wd4:Bd5,c6", "d4xd6", _R.UNFINISHED),
    ("W:Wd4:Bh8", "d4-d3", _R.MAN_DIRECTION),
    ("W:Wd4:Bc4,e4,f5", "d4xb4", _R.MOST_PIECES),
    ("W:WKe5:Bb5,g5", "e5xa5xh5", _R.ABOUT_TURN),
)
_CROWNED_STOPS = ("W:Wf6:Bc7,e7", "f6xd8xb6", _R.PROMOTION_ENDS_MOVE)
_STRIKE = ("W:WKg7:Be3,f4,f6,g3,g5", "g7xd4xf2xh4xe7", _R.STILL_STANDING)
_FLIES = ("W:WKc3:Bh8", "c3-e5", _R.KING_RANGE)
_AMERICAN = (*_COMMON, _CROWNED_STOPS, _FLIES)
_INTERNATIONAL_MEN = (
    *_COMMON,
    ("W:W32:B18,27,28", "32x21", _R.MOST_PIECES),
    ("W:W13:B7,8,44", "13x2x11x50", _R.NOT_YET_KING),
)
_INTERNATIONAL = (*_INTERNATIONAL_MEN, ("W:WK18:B7,15,23,27,40", "18x1x29x45", _R.STILL_STANDING))
_RUSSIAN = (*_COMMON, _STRIKE)
_POOL = (*_COMMON, _STRIKE, ("W:Wb6:Bc7,c5,g5", "b6xd8xh4", _R.NOT_YET_KING))
_BRAZILIAN = (
    *_COMMON,
    _STRIKE,
    ("W:Wc5:Bd4,d6,f4", "c5xe7", _R.MOST_PIECES),
    ("W:Wh6:Bb4,g7", "h6xf8xa3", _R.NOT_YET_KING),
)
_SPANISH = (
    *_MIRRORED,
    ("W:W18,K20:B6,15,K22", "18x27", _R.MOST_PIECES),
    ("W:WK19:B26,K28", "19x29", _R.MOST_KINGS),
    ("W:Wc6:Bf7,d7", "c6xe8xg6", _R.PROMOTION_ENDS_MOVE),
    ("W:WKb7:Bd3,c4,c6,b3,b5", "b7xe4xc2xa4xd7", _R.STILL_STANDING),
)
_FRISIAN = (
    *_COMMON,
    ("W:W17:B12,13,K21", "17x26", _R.MOST_VALUE),
    ("W:W29,K24:B34", "29x40", _R.WITH_KING),
    ("W:W13:B7,8,44", "13x2x11x50", _R.NOT_YET_KING),
    ("W:WK18:B7,15,23,27,40", "18x1x29x45", _R.STILL_STANDING),
    ("W:W31,K46:B9:+346+0", "46-41", _R.KING_MOVE_LIMIT),
)

_BY_VARIANT: dict[str, tuple[_Row, ...]] = {
    **dict.fromkeys(("american", "american-giveaway", "checkers-board", "barrelhead", "yeeqia"), _AMERICAN),
    **dict.fromkeys(("international", "international-giveaway"), _INTERNATIONAL),
    "breakthrough": _INTERNATIONAL_MEN,
    "killer": (*_INTERNATIONAL, ("W:WK46:BK32", "46x23", _R.KING_LANDING)),
    **dict.fromkeys(("russian", "russian-giveaway", "spantsiretti"), _RUSSIAN),
    **dict.fromkeys(("pool", "jamaican"), _POOL),
    **dict.fromkeys(("brazilian", "klyo"), _BRAZILIAN),
    "italian": (
        *_MIRRORED,
        ("W:W28:B13,K23", "28x19", _R.MAN_CANNOT_TAKE_KING),
        ("W:W20,K12:B15", "20x11", _R.WITH_KING),
        ("W:WK14:B10,K11", "14x5", _R.MOST_KINGS),
        ("W:WK8,K23:B10,12,K19", "8x15x22", _R.KINGS_EARLIEST),
        ("W:W25,K10:B14,21", "10x19", _R.MOST_PIECES),
        ("W:Wc6:Bf7,d7", "c6xe8xg6", _R.PROMOTION_ENDS_MOVE),
        ("W:WKc4:Ba8", "c4-e6", _R.KING_RANGE),
    ),
    **dict.fromkeys(("spanish", "portuguese"), _SPANISH),
    "czech": (*_COMMON, _STRIKE, _CROWNED_STOPS, ("W:Wd2,Ke7:Ba3,c3,c5", "d2xb4xd6", _R.WITH_KING)),
    "turkish": (*_ALL_SQUARES, ("W:Wb6:Bb7,g4,Kc8", "b6xb8xg8xg3", _R.NOT_YET_KING)),
    "armenian": _ALL_SQUARES,
    "canadian": (
        *_COMMON,
        ("W:Wc5:Bd4,d6,f4", "c5xe7", _R.MOST_PIECES),
        ("W:W13:B8,9,38", "13x2x22x44", _R.NOT_YET_KING),
        _STRIKE,
    ),
    **dict.fromkeys(("frisian", "frysk"), _FRISIAN),
    "thai": (*_COMMON, _CROWNED_STOPS, ("W:WK5:B14,16", "5-23", _R.KING_LANDING)),
}
_CASES = [(variant, *row) for variant, rows in _BY_VARIANT.items() for row in rows]


def _known(rules: Rules) -> Iterator[Reason]:
    """The reasons that follow from the fields of a rule set."""
    yield from (_R.CAPTURE_AVAILABLE, _R.UNFINISHED, _R.MAN_DIRECTION)
    yield from (Reason[test.name] for test in rules.capture_priority)
    if not rules.men_capture_kings:
        yield _R.MAN_CANNOT_TAKE_KING
    if rules.king_range is KingRange.SHORT:
        yield _R.KING_RANGE
    if rules.king_landing is not KingLanding.ANY:
        yield _R.KING_LANDING
    if rules.promotion is Promotion.ENDS_MOVE:
        yield _R.PROMOTION_ENDS_MOVE
    if rules.promotion is Promotion.AT_REST:
        yield _R.NOT_YET_KING
    if not rules.about_turns:
        yield _R.ABOUT_TURN
    # With short kings it makes no difference when pieces leave, and a king ends a game of Breakthrough.
    if (
        rules.removal is Removal.AFTER_MOVE
        and rules.king_range is KingRange.FLYING
        and rules.goal is not Goal.FIRST_KING
    ):
        yield _R.STILL_STANDING
    if rules.king_move_limit is not None:
        yield _R.KING_MOVE_LIMIT


@pytest.mark.parametrize("variant", variants())
def test_every_reason_that_the_rules_know_has_a_position(variant: str) -> None:
    assert {reason for _, _, reason in _BY_VARIANT[variant]} == set(_known(get_rules(variant)))


@pytest.mark.parametrize(
    ("variant", "fen", "text", "reason"), _CASES, ids=["-".join(map(str, row[:3])) for row in _CASES]
)
def test_each_variant_explains_its_own_rules(variant: str, fen: str, text: str, reason: Reason) -> None:
    board = Board.from_fen(fen, get_rules(variant))
    explanation = board.explain(text)
    assert explanation.reason is reason, explanation.message
    with pytest.raises(IllegalMoveError) as error:
        board.move(text)
    assert explanation.message in str(error.value)


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])
def test_squares_that_hold_nothing_or_the_other_side_are_told_apart(rules: Rules) -> None:
    board = Board(rules)
    own, other = board.pieces(board.turn)[0], board.pieces(board.turn.opponent)[0]
    empty = next(square for square in rules.geometry.numbers if board[square] is None)
    outside = rules.geometry.square_count + 1
    assert board.explain(f"{empty}-{own}").reason is Reason.NO_PIECE
    assert board.explain(f"{other}-{empty}").reason is Reason.WRONG_SIDE
    assert board.explain(f"{own}-{outside}").reason is Reason.NO_SUCH_SQUARE
    assert board.explain(f"{own}").reason is Reason.UNREADABLE
    assert board.explain(f"{own}-{board.pieces(board.turn)[1]}").reason is Reason.OCCUPIED


@pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in variants().items()])
def test_nothing_more_is_played_by_a_side_without_pieces(rules: Rules) -> None:
    square = Board(rules).pieces(Color.WHITE)[0]
    board = Board.empty(rules, Color.BLACK).with_piece(square, Piece(Color.WHITE, PieceType.MAN))
    explanation = board.explain("9-13")
    assert explanation.reason is Reason.GAME_OVER
    assert board.winner is not None
    assert f"{rules.side_name(board.winner)} has won" in explanation.message


@pytest.mark.parametrize(
    ("rules", "fen", "text"),
    [
        # The landing square is chosen so that the capture goes on where it can.
        (RUSSIAN, "W:WKa1:Bc3,f4", "a1:d4"),
        (KILLER, "W:WK46:B13,K32", "46x28"),
        (SPANISH, "W:WKh1:Bf3,c4", "h1xe4"),
        (TURKISH, "W:WKa1:Ba4,d6", "a1xa5"),
    ],
    ids=lambda value: value.name if isinstance(value, Rules) else str(value),
)
def test_a_king_that_lands_where_the_capture_cannot_go_on_has_not_finished(rules: Rules, fen: str, text: str) -> None:
    board = Board.from_fen(fen, rules)
    assert all(len(move.captures) == 2 for move in board.legal_moves)
    assert board.explain(text).reason is Reason.UNFINISHED, board.explain(text).message


@pytest.mark.parametrize(
    ("rules", "fen", "text"),
    [
        (TURKISH, "W:WKe5:Bh8", "e5-f6"),
        (TURKISH, "W:WKe5:Bf6", "e5xg7"),
        (get_rules("armenian"), "W:WKd4:Bf6", "d4xg7"),
    ],
    ids=["turkish step", "turkish jump", "armenian jump"],
)
def test_a_king_is_told_how_kings_move(rules: Rules, fen: str, text: str) -> None:
    explanation = Board.from_fen(fen, rules).explain(text)
    assert not explanation.is_legal
    assert explanation.reason is not Reason.MAN_DIRECTION
    assert "king" in explanation.message
    assert "a man" not in explanation.message


def test_long_lists_of_alternatives_are_cut_short() -> None:
    board = Board.from_fen("W:WK46,50:B41", INTERNATIONAL)
    assert len(board.legal_moves) == 8
    message = board.explain("50-45").message
    assert message.count("46x") == 6
    assert message.endswith("and 2 more")


@pytest.mark.parametrize("text", ["hg5", "h:g5", "cd4"])
def test_a_move_named_by_its_file_names_real_squares(text: str) -> None:
    board = Board.from_fen("W:Wc3,h4:Bb8", RUSSIAN)
    explanation = board.explain(text)
    assert all(square in RUSSIAN.geometry.numbers for square in explanation.squares)


def test_an_explanation_is_a_value() -> None:
    one = Board.from_fen("W:W22:B18", AMERICAN).explain("22-17")
    other = Board.from_fen("W:W22:B18", AMERICAN).explain("22-17")
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert isinstance(one, Explanation)
    with pytest.raises(AttributeError):
        one.reason = Reason.LEGAL  # type: ignore[misc]


def test_an_ambiguous_text_lists_its_candidates_in_the_error() -> None:
    board = Board.from_fen("W:WK4:B13,20,32,37", INTERNATIONAL)
    with pytest.raises(AmbiguousMoveError) as error:
        board.move("4x15")
    assert error.value.candidates == ("4x27x38x15", "4x31x42x15")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.candidates) == (str(error.value), error.value.candidates)
    assert set(board.explain("4x15").moves) == set(board.legal_moves)


def test_explaining_does_not_change_the_board() -> None:
    board = Board.from_fen("W:W31,K46:B9:+346+0", FRISIAN)
    before = (board.fen, board.key, list(board.legal_moves))
    for text in ("46-41", "46x5", "31-36", "1-2", "x", "31-27"):
        board.explain(text)
    assert (board.fen, board.key, list(board.legal_moves)) == before
