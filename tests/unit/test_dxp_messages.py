"""Telegrams and positions of DamExchange: the examples of its description, and what is wrong."""

from __future__ import annotations

import pytest

from draughts import FRISIAN, INTERNATIONAL, Board, Color, FenError, ProtocolError
from draughts.dxp import (
    AcceptCode,
    BackAccept,
    BackRequest,
    Chat,
    EndReason,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    OtherVersion,
    Telegram,
    format_telegram,
    parse_telegram,
    read_position,
    write_position,
)

_NAME = "Some program".ljust(32)
_POSITION = "Z" + "e" * 9 + "Z" + "e" * 39 + "w"

_TELEGRAMS: list[tuple[str, Telegram]] = [
    ("M0012061100", MoveMade(12, 6, 11)),
    ("M001205250422122320", MoveMade(12, 5, 25, (22, 12, 23, 20))),
    ("E00", GameEnd()),
    ("E11", GameEnd(EndReason.RESIGN, stop=True)),
    ("E20", GameEnd(EndReason.DRAW)),
    ("E30", GameEnd(EndReason.WIN)),
    ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
    ("C" + "x" * 126, Chat("x" * 126)),
    ("C\x01\x7f", Chat("\x01\x7f")),
    ("B005Z", BackRequest(5, Color.BLACK)),
    ("B123W", BackRequest(123, Color.WHITE)),
    ("K0", BackAccept()),
    ("K1", BackAccept(1)),
    (f"R01{_NAME}W060075A", GameRequest("Some program", Color.WHITE, 60, 75)),
    (f"R01{_NAME}Z005000B{_POSITION}", GameRequest("Some program", Color.BLACK, 5, 0, _POSITION)),
    ("R02", OtherVersion(2)),
    (f"A{_NAME}0", GameAccept("Some program")),
    (f"A{'':32}3", GameAccept("", AcceptCode.NO_GAME)),
]


@pytest.mark.parametrize(("text", "telegram"), _TELEGRAMS, ids=lambda part: part[:12] if isinstance(part, str) else "")
def test_every_telegram_is_read_and_written(text: str, telegram: Telegram) -> None:
    assert parse_telegram(text) == telegram
    assert format_telegram(telegram) == text


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "begins with one of R, A, M, E, C, B, K, not with ''"),
        ("X", 1, "not with 'X'"),
        ("m0012061100", 1, "not with 'm'"),
        (" E00", 1, "not with ' '"),
        ("E0", 3, "stop code takes 1 characters, and 0 are left"),
        ("E000", 4, "goes on with '0'"),
        ("E40", 2, "reason must be 0 to 3, not 4"),
        ("E02", 3, "stop code must be 0 or 1, not '2'"),
        ("EX0", 2, "reason must be 1 digits, not 'X'"),
        ("C", 2, "the chat says nothing"),
        ("C" + "x" * 127, 128, "a telegram of more than 127 characters"),
        ("Cdé", 3, "is not ASCII"),
        ("C\0", 2, "is not ASCII"),
        ("M", 2, "time takes 4 characters"),
        ("M001206110", 10, "number captured takes 2 characters, and 1 are left"),
        ("M0012061", 8, "destination takes 2 characters, and 1 are left"),
        ("M0012001100", 6, "origin must be 01 to 50, not 00"),
        ("M0012065100", 8, "destination must be 01 to 50, not 51"),
        ("M001206110122x", 14, "goes on with 'x'"),
        ("M00120611012", 12, "captured square takes 2 characters, and 1 are left"),
        ("M001206110100", 12, "captured square must be 01 to 50, not 00"),
        ("M001206110022", 12, "goes on with '22'"),
        ("M-012061100", 2, "time must be 4 digits, not '-012'"),
        ("M+01206 1 00", 2, "time must be 4 digits"),
        ("B005", 5, "colour to move takes 1 characters"),
        ("B005B", 5, "colour to move must be W or Z, not 'B'"),
        ("B5Z", 2, "move number takes 3 characters, and 2 are left"),
        ("K", 2, "code takes 1 characters"),
        (f"A{_NAME}4", 34, "acceptance code must be 0 to 3, not 4"),
        ("ASome program0", 2, "name takes 32 characters"),
        (f"R01{_NAME}B060075A", 36, "colour of the Follower must be W or Z, not 'B'"),
        (f"R01{_NAME}W060075C", 43, "starting position must be A or B, not 'C'"),
        (f"R01{_NAME}W060075", 43, "starting position takes 1 characters"),
        (f"R01{_NAME}W060075AW", 44, "goes on with 'W'"),
        (f"R01{_NAME}W060075B{_POSITION[:-1]}", 44, "position takes 51 characters, and 50 are left"),
        ("R", 2, "version takes 2 characters"),
    ],
)
def test_what_is_no_telegram_is_refused_with_its_place(text: str, column: int, reason: str) -> None:
    with pytest.raises(ProtocolError, match=reason) as caught:
        parse_telegram(text, 4)
    assert (caught.value.line, caught.value.column) == (4, column)


@pytest.mark.parametrize(
    "telegram",
    [
        MoveMade(-1, 1, 2),
        MoveMade(1, 0, 2),
        MoveMade(1, 1, 51),
        MoveMade(1, 1, 100),
        MoveMade(1, 1, 2, (51,)),
        MoveMade(1, 1, 2, (1,) * 60),
        Chat(""),
        Chat("x" * 127),
        Chat("é"),
        Chat("a\0b"),
        GameRequest("x" * 33, Color.WHITE, 1),
        GameRequest(" x", Color.WHITE, 1),
        GameRequest("Käse", Color.WHITE, 1),
        GameRequest("x", Color.WHITE, 1000),
        GameRequest("x", Color.WHITE, -1),
        GameRequest("x", Color.WHITE, 1, 1000),
        GameRequest("x", Color.WHITE, 1, 1, "Wee"),
        GameAccept("x "),
        BackRequest(1000, Color.WHITE),
        BackAccept(10),
    ],
    ids=str,
)
def test_what_does_not_fit_is_not_written(telegram: Telegram) -> None:
    with pytest.raises(ProtocolError):
        format_telegram(telegram)


def test_long_thought_is_written_as_the_longest_that_fits() -> None:
    assert format_telegram(MoveMade(123_456, 6, 11)) == "M9999061100"


def test_positions_go_out_and_in() -> None:
    assert write_position(Board(INTERNATIONAL)) == "W" + 20 * "z" + 10 * "e" + 20 * "w"
    board = Board.from_fen("B:WK4,35:BK38,10", INTERNATIONAL)
    assert read_position(write_position(board)) == board
    assert read_position(_POSITION).fen == "B:W50:BK10"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "begins with the side to move, W or Z"),
        ("B" + "e" * 50, "begins with the side to move, W or Z"),
        ("W" + "e" * 49, "49 squares"),
        ("Wb" + "e" * 49, "'b' on square 1 is none of w, z, W, Z, e"),
        ("W" + "e" * 49 + "z", "promotion row"),
    ],
)
def test_what_is_no_position_is_refused(text: str, fault: str) -> None:
    with pytest.raises(FenError, match=fault):
        read_position(text)


def test_counters_of_king_moves_have_no_place() -> None:
    with pytest.raises(FenError, match="king move counters"):
        write_position(Board.from_fen("W:W40,K46:B5,K10:+146+0", FRISIAN))
