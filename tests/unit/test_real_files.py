"""Collections of real games, where they are at hand: every game is legal, and the nine that are not are known."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from draughts import Board, Color, Piece, PieceType, get_rules
from draughts.pdn import DeviationKind, GameReport, validate

_COLLECTION = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not _COLLECTION.is_dir(), reason="the collection of real files is not there")

#: The variant of each folder.
_VARIANTS = {
    "antidraughts": "international-giveaway",
    "brazilian": "brazilian",
    "breakthrough": "breakthrough",
    "czech": "czech",
    "english": "american",
    "frisian": "frisian",
    "international": "international",
    "italian": "italian",
    "russian": "russian",
}
#: Records, those without moves, and plies that were replayed. What the collection's own account counts more are the
#: cells that are jumps of one capture, results on another scale, and what follows an ambiguous move.
_COUNTS = {
    "antidraughts": (13, 0, 779),
    "brazilian": (13, 0, 486),
    "breakthrough": (13, 0, 1159),
    "czech": (142, 8, 6496),
    "english": (2814, 2562, 11201),
    "frisian": (20, 0, 1167),
    "international": (563, 0, 39046),
    "italian": (289, 0, 16196),
    "russian": (627, 0, 26950),
}
#: Moves in a notation that fits two legal moves; each was looked at by hand.
_AMBIGUOUS = {
    ("english/tricks_traps_shots", 57, 37, "10x26"),
    ("english/tricks_traps_shots", 90, 22, "32x7"),
    ("international/schildpad", 3, 69, "36x16"),
    ("international/schildpad", 7, 111, "4x24"),
    ("italian/campionato_assoluto_2005", 46, 26, "3x26"),
    ("russian/world_championship_1998", 2, 59, "hg7"),
    ("russian/world_championship_1998", 47, 58, "ab2"),
    ("russian/world_championship_1998", 242, 62, "cb2"),
}


def _reports(folder: str, rules: str | None = None) -> list[tuple[str, GameReport]]:
    chosen = None if rules is None else get_rules(rules)
    return [
        (f"{folder}/{path.stem}", report)
        for path in sorted((_COLLECTION / folder).glob("*.pdn"))
        for report in validate(path, get_rules("frysk") if chosen and "frysk" in path.stem else chosen)
    ]


@pytest.mark.parametrize("folder", _VARIANTS)
def test_every_game_replays_but_for_ambiguous_moves(folder: str) -> None:
    reports = _reports(folder, _VARIANTS[folder])
    wrong = {(name, report.game, f.ply, f.move) for name, report in reports for f in report.faults}
    assert wrong == {place for place in _AMBIGUOUS if place[0].startswith(folder)}
    without = sum(not report.record.moves for _, report in reports)
    assert (len(reports), without, sum(report.plies for _, report in reports)) == _COUNTS[folder]


@pytest.mark.parametrize("folder", _VARIANTS)
def test_games_without_a_tag_are_known_by_their_squares_and_moves(folder: str) -> None:
    taken = Counter(report.rules.name for name, report in _reports(folder) if report.rules and "frysk" not in name)
    assert set(taken) == {_VARIANTS[folder]}


def test_jumps_written_apart_are_joined() -> None:
    reports = list(validate(_COLLECTION / "english" / "playstrategy_american.pdn"))
    joined = sum(note.kind is DeviationKind.JOINED_JUMPS for report in reports for note in report.notes)
    assert (sum(len(report.record.moves) for report in reports), joined) == (1157, 17)


def test_awkward_files_are_read_and_the_impossible_one_is_refused() -> None:
    reports = _reports("awkward")
    assert [name for name, report in reports if not report.ok] == ["awkward/rushashki_notation_strength"]


@pytest.mark.parametrize("name", sorted(path.name for path in (_COLLECTION / "turkish").glob("*.csv")))
def test_turkish_boards_follow_each_other_by_legal_moves(name: str) -> None:
    lines = (_COLLECTION / "turkish" / name).read_text().splitlines()
    board = Board(get_rules("turkish"))
    for row in lines[1:]:
        wanted = _turkish(row.split(",")[2], board.turn.opponent)
        assert wanted in [board.play(move) for move in board.legal_moves], row
        board = wanted


def _turkish(rows: str, turn: Color) -> Board:
    board = Board.empty(get_rules("turkish"), turn)
    geometry = board.rules.geometry
    for row, line in enumerate(rows.split()):
        for column, sign in enumerate(line):
            if sign != "-":
                square = geometry.at(row, column)
                assert square is not None
                color = Color.WHITE if sign in "wW" else Color.BLACK
                board = board.with_piece(square, Piece(color, PieceType.KING if sign.isupper() else PieceType.MAN))
    return board
