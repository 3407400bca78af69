"""What is shown of a game: as data, as plain text, and in colour."""

from __future__ import annotations

import io

import pytest

from draughts.game.game import Game
from draughts.position.board import Board
from draughts.rules.draws import NoProgress
from draughts.rules.houses import CHECKERS_BOARD
from draughts.rules.presets import AMERICAN, CANADIAN, JAMAICAN, RUSSIAN, TURKISH
from draughts.rules.registry import variants
from draughts.rules.rules import Color, Rules
from draughts.terminal.picture import Picture, picture
from draughts.terminal.plain import show_plain

NAMES = {Color.BLACK: "human", Color.WHITE: "random"}


def _kings(plies: int) -> Game:
    """Two kings that walk to and fro."""
    game = Game(start=Board.from_fen("B:WK32:BK1"))
    for at in range(plies):
        game.push(("1-5", "32-28", "5-1", "28-32")[at % 4])
    return game


def test_the_picture_follows_a_capture_step_by_step() -> None:
    game = Game(start=Board.from_fen("W:W22:B9,10,17,18"))
    entry = game.start_move(22)
    assert picture(game, NAMES, entry=entry).targets == (13, 15)
    entry.step(15)
    shown = picture(game, NAMES, entry=entry)
    assert sorted(shown.pieces) == [9, 10, 15, 17, 18]
    assert (shown.selected, shown.targets, shown.taken) == (15, (6,), (18,))


def test_pieces_that_leave_at_once_are_not_shown_any_more() -> None:
    game = Game(start=Board.from_fen("W:Wd4:Bd5,d7,h8", TURKISH))
    entry = game.start_move("d4")
    entry.step("d6")
    shown = picture(game, NAMES, entry=entry)
    assert TURKISH.geometry.number("d5") not in shown.pieces
    assert shown.taken == ()


def test_the_status_says_what_one_must_know() -> None:
    game = Game(cautions=2)
    game.push("11-15")
    game.caution("22-11")
    game.offer_draw()
    assert picture(game, NAMES).status == (
        "White (random) to move, move 1",
        "White offers a draw: accept or decline",
        "cautions: White 1",
    )
    game.accept_draw(Color.BLACK)
    assert picture(game, NAMES).status == ("1/2-1/2  drawn by agreement",)


def test_draws_are_counted_down_when_they_come_near() -> None:
    assert not any("draw" in line for line in picture(_kings(2), NAMES).status)
    assert "draw: occurrence 2 of 3 of this position" in picture(_kings(4), NAMES).status
    rules = AMERICAN.replace(draws=(NoProgress(12),))
    game = Game(start=Board.from_fen("B:WK32:BK1", rules))
    for at in range(4):
        assert not any(line.startswith("draw") for line in picture(game, NAMES).status)
        game.push(("1-5", "32-28", "5-1", "28-32")[at])
    countdown = "draw: 10 moves each left: 12 moves by each side without a capture or a man move"
    assert countdown in picture(game, NAMES).status


def test_a_house_decides_when_its_countdown_begins() -> None:
    game = Game(start=Board.from_fen("B:WK32:BK1", CHECKERS_BOARD.replace(draws=(NoProgress(40, countdown=20),))))
    seen = []
    for at in range(60):
        seen.append(any(line.startswith("draw: ") for line in picture(game, NAMES).status))
        game.push(("1-5", "32-28", "5-1", "28-32")[at % 4])
    assert seen.index(True) == 40


@pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("width", [80, 40])
def test_every_board_fits_the_terminal_as_plain_text(rules: Rules, width: int) -> None:
    game = Game(rules)
    game.push(game.legal_moves[0])
    text = show_plain(picture(game, NAMES), width)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= width
    assert text.count("[") == 3
    turned = show_plain(picture(game, NAMES, is_flipped=True), width)
    assert sorted(turned.replace("\n", "").replace(" ", "")) == sorted(text.replace("\n", "").replace(" ", ""))


def test_files_are_lettered_as_the_variant_has_them() -> None:
    assert show_plain(picture(Game(JAMAICAN), NAMES)).splitlines()[8].split()[0] == "h"
    assert show_plain(picture(Game(RUSSIAN), NAMES)).splitlines()[8].split()[0] == "a"
    assert show_plain(picture(Game(RUSSIAN), NAMES, is_flipped=True)).splitlines()[8].split()[0] == "h"


# In colour


def _drawn(shown: Picture, width: int, height: int, encoding: str = "utf-8", colors: str = "truecolor") -> str:
    pytest.importorskip("rich")
    from rich.console import Console

    from draughts.terminal.drawn import Look, draw

    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, height=height, force_terminal=True, color_system=colors)  # type: ignore[arg-type]
    console.print(draw(shown, ("a message",), width, height, Look.of(console)))
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    return file.buffer.getvalue().decode(encoding)


def _plain_lines(text: str) -> list[str]:
    from rich.text import Text

    return Text.from_ansi(text).plain.splitlines()


@pytest.mark.parametrize("rules", [AMERICAN, RUSSIAN, TURKISH, CANADIAN], ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", [(120, 60), (80, 24), (40, 24), (40, 16)], ids=str)
def test_every_board_fits_the_terminal_in_colour(rules: Rules, size: tuple[int, int]) -> None:
    game = Game(rules)
    game.push(game.legal_moves[0])
    lines = _plain_lines(_drawn(picture(game, NAMES), *size))
    assert max(map(len, lines)) <= size[0]
    assert len(lines) <= max(size[1], game.rules.geometry.height + 5)
    assert any(f"{game.turn} ({NAMES[game.turn]}) to move" in line for line in lines)
    assert "a message" in "\n".join(lines)


def test_squares_tell_what_they_are_by_their_colour() -> None:
    game = Game(start=Board.from_fen("W:W22,K30:B9,10,17,18"))
    entry = game.start_move(22)
    text = _drawn(picture(game, NAMES, entry=entry), 100, 50)
    assert "♛30" in text
    for color in ("76;134;184", "201;119;46"):
        assert f"48;2;{color}" in text
    entry.step(15)
    assert "48;2;125;85;160" in _drawn(picture(game, NAMES, entry=entry), 100, 50)


def test_sixteen_colours_are_chosen_by_name() -> None:
    game = Game()
    game.push("11-15")
    text = _drawn(picture(game, NAMES), 80, 24, colors="standard")
    assert "42m" in text
    assert "43m" in text
    assert "48;2" not in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_poor_encoding_gets_letters_for_crowns(encoding: str) -> None:
    text = _drawn(picture(Game(start=Board.from_fen("W:WK30:BK1")), NAMES), 80, 40, encoding)
    assert text.isascii()
    assert "K30" in text


def _contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(color: str) -> float:
        parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_numbers_can_be_read_on_every_square_and_piece() -> None:
    pytest.importorskip("rich")
    from draughts.terminal.drawn import Look

    look = Look()
    for ground in (look.square, look.shaded, look.last, look.target):
        assert _contrast(look.number, ground) >= 4.5, ground
    assert _contrast(look.white, look.black) >= 4.5
