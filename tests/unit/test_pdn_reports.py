"""What the report of a game says, word for word: kind, line, column and text of each fault and note."""

from __future__ import annotations

import pytest

from draughts import pdn

_X = '[Event "x"]\n'
_WON = '[Event "x"]\n[FEN "W:WK1:B6"]\n'

#: Frisian, with one capture after another.
_MANY_ROUTES = "W:WK5:B2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24,27,29,30,31,32,33,35,36,38,40,41,42,43,44,K47,K49"

#: The text of a game, and what there is to say of it; faults first.
_REPORTS = [
    (
        f"{_X}\n1. 11-15 ... *\n",
        ["UNKNOWN_MOVE 3:10 unknown move; 1 move from here on cannot be replayed"],
    ),
    (
        f"{_X}\n1. 11-15 ... 2. 15x22 25x18 *\n",
        ["UNKNOWN_MOVE 3:10 unknown move; 3 moves from here on cannot be replayed"],
    ),
    (
        f"{_WON}\n1. 1x10 1/2-1/2\n",
        ["WRONG_RESULT 4:9 White has won on the board, but '1/2-1/2' says that the game is a draw"],
    ),
    (
        f'{_WON}[Result "1-0"]\n\n1. 1x10 *\n',
        [
            "WRONG_RESULT 3:1 White has won on the board, but '1-0' says that Black won "
            "(the first number belongs to Black, who moves first in american)"
        ],
    ),
    (f'{_WON}[Result "0-1"]\n\n1. 1x10 *\n', []),
    (
        '[GameType "20"]\n[FEN "W:WK1:B7"]\n\n1. 1x12 0-2\n',
        ["WRONG_RESULT 4:9 White has won on the board, but '0-2' says that Black won"],
    ),
    (
        '[GameType "20"]\n[FEN "W:WK1:B7"]\n\n1. 1x12 0-0\n',
        ["RESULT_AND_BOARD 4:9 White has won on the board, but by '0-0' both sides lost"],
    ),
    (
        f'{_X}[Result "1-0"]\n\n1. 11-15 0-1\n',
        ["RESULT_DIFFERS 4:10 the game ends with '0-1', but its Result tag is '1-0'"],
    ),
    (
        f"{_WON}\n1. 1x10 6-9 *\n",
        ["MOVE_AFTER_END 4:9 the game is over: White has won"],
    ),
    (
        "Hello there 1-0\n",
        [
            "NOT_A_GAME 1:1 no game of draughts in this text; neither a tag nor a move that can be read nor a result",
            "JUNK 1:1 'Hello there 1-0' is no part of a game; left out",
        ],
    ),
    (
        '[GameType "20"]\n\n1. 31-27 19-24 2. 27-99 *\n',
        [
            "ILLEGAL_MOVE 3:19 no square 99 is played on (1 to 50); "
            "legal: 27-21, 27-22, 32-28, 33-28, 33-29, 34-29, 34-30, 35-30 and 2 more"
        ],
    ),
    (
        '[GameType "20"]\n[FEN "W:W31,45:B1"]\n\n1. 31-99 *\n',  # fewer than are shown
        ["ILLEGAL_MOVE 4:4 no square 99 is played on (1 to 50); legal: 31-26, 31-27, 45-40"],
    ),
    (
        '[GameType "20"]\n[FEN "W:W31,32,33,34:B1"]\n\n1. 31-99 *\n',  # as many as are shown
        [
            "ILLEGAL_MOVE 4:4 no square 99 is played on (1 to 50); "
            "legal: 31-26, 31-27, 32-27, 32-28, 33-28, 33-29, 34-29, 34-30"
        ],
    ),
    (
        f'{_X}[GameType "77"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n',
        ["UNKNOWN_VARIANT 2:1 no known variant has GameType '77'"],
    ),
    (
        f'{_X}[GameType "77"]\n\n*\n',
        ["UNKNOWN_VARIANT 2:1 no known variant has GameType '77'"],
    ),
    (
        f"{_X}\n1. 32-28 19-23 2. 28x19 14x23 *\n",
        ["GUESSED_VARIANT 3:4 no tag names the variant; taken for international, but frisian would fit as well"],
    ),
    (
        f'{_X}[GameType "20"]\n[Variant "Russian"]\n\n1. c3-d4 d6-c5 *\n',
        ["MISLEADING_TAG 3:1 GameType is international, but Variant is 'Russian'; by its moves taken for russian"],
    ),
    (f'{_X}[GameType "20"]\n[Variant "Russian"]\n\n*\n', []),
    (
        f'{_X}[GameType "20"]\n\n1. c3-d4 d6-c5 *\n',
        ["MISLEADING_TAG 2:1 GameType '20' is international, but the squares are those of russian"],
    ),
    (
        '[GameType "77"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 *\n',
        [
            "UNKNOWN_VARIANT 1:1 no known variant has GameType '77'; "
            "the game replays fully as american or pool or jamaican"
        ],
    ),
    (
        f'[GameType "40"]\n[FEN "{_MANY_ROUTES}"]\n\n1. 5x1 *\n',
        [
            "TOO_COMPLEX 4:4 this position has more capture routes than the generator follows (4,000,000 jumps)",
        ],
    ),
    (
        "1. 32-45 *\n",  # legal by no rules, and a square of boards of 10x10
        [
            "ILLEGAL_MOVE 1:4 a White man stands on 45; "
            "legal: 31-26, 31-27, 32-27, 32-28, 33-28, 33-29, 34-29, 34-30 and 1 more",
            "GUESSED_VARIANT 1:4 no tag names the variant; taken for international",
        ],
    ),
    (
        f'{_X}[FEN "?:W32:B6"]\n\n*\n',
        ["UNKNOWN_TURN 2:1 the position does not say whose turn it is"],
    ),
    (
        f'{_X}[GameType "20"]\n[FEN "?:W50:B6"]\n\n*\n',  # a square of this board only
        ["UNKNOWN_TURN 3:1 the position does not say whose turn it is"],
    ),
]


def said(text: str, *, strict: bool = False, white_first: bool = False) -> list[str]:
    (report,) = pdn.validate(text, strict=strict, white_first=white_first)
    faults = [f"{fault.kind.name} {fault.line}:{fault.column} {fault.reason}" for fault in report.faults]
    return faults + [f"{note.kind.name} {note.line}:{note.column} {note.message}" for note in report.notes]


@pytest.mark.parametrize(("text", "expected"), _REPORTS)
def test_a_report_says_what_is_wrong_where(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_a_score_whose_first_number_is_whites_is_read_so_if_that_is_asked_for() -> None:
    won_by_black = '[FEN "B:W6:BK1"]\n[Result "1-0"]\n\n1. 1x10 *\n'
    assert said(won_by_black) == []
    assert said(won_by_black, white_first=True) == [
        "WRONG_RESULT 2:1 Black has won on the board, but '1-0' says that White won "
        "(the first number was taken for White's)"
    ]


def test_where_notes_are_faults_a_file_that_is_cut_off_is_told_once() -> None:
    cut = "1. 11-15 22-18 2. {cut"
    assert said(f"{_X}\n{cut}")[0] == "TRUNCATED 3:19 the file ends in the middle of a comment"
    strict = said(f"{_X}\n{cut}", strict=True)
    assert [line.partition(" ")[0] for line in strict if "comment" in line] == ["TRUNCATED", "TRUNCATED"]
    assert "NOT_STANDARD 3:19 the game ends without a result or '*'" in strict


def test_notes_are_faults_where_nothing_is_forgiven() -> None:
    assert "NOT_STANDARD 1:4 no tag names the variant; taken for international, but frisian would fit as well" in said(
        "1. 32-28 19-23 2. 28x19 14x23 *\n", strict=True
    )


_GAME = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 *\n\n"
_TAKEN = "no tag names the variant; taken for international, but frisian would fit as well"


@pytest.mark.parametrize(
    ("before", "text", "rules", "expected"),
    [
        (2, '[FEN "W:W99:B6"]\n\n*\n', "international", [f"5:1 {_TAKEN}"]),
        (1, '[FEN "W:W99:B6"]\n\n*\n', "american", []),  # one game tells nothing for sure
        (2, '[Event "y"]\n\n*\n', "international", [f"5:1 {_TAKEN}"]),
        (
            2,  # what fits the others does not fit this one
            "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 *\n",
            "russian",
            ["5:4 no tag names the variant; taken for russian"],
        ),
    ],
)
def test_neighbours_tell_the_rules_where_a_game_does_not(
    before: int, text: str, rules: str, expected: list[str]
) -> None:
    *_, report = pdn.validate(before * _GAME + text)
    assert report.rules is not None
    assert report.rules.name == rules
    assert [f"{note.line}:{note.column} {note.message}" for note in report.notes] == expected
