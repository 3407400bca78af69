"""Numbers that nothing can mean, wherever a number is read from a text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from draughts import AMERICAN, FRISIAN, INTERNATIONAL, Board, DraughtsError, Game, TimeControl, get_rules, hub
from draughts.cli import main
from draughts.pdn import FaultKind, validate

#: Python refuses to read it: more digits than it reads at once.
_HUGE = "9" * 5000


@pytest.mark.parametrize("number", [_HUGE, "1" + 20 * "0", "\u0662", "\u00b2", "21\x1e5"])
@pytest.mark.parametrize(
    "read",
    [
        get_rules,
        lambda number: get_rules(f"{number},W,8,8"),
        lambda number: Board.from_fen(f"W:W{number}:B1"),
        lambda number: Board.from_fen(f"W:W1-{number}:B1"),
        lambda number: Board.from_fen(f"W:W31:B1:H{number}:F1", INTERNATIONAL),
        lambda number: Board.from_fen(f"W:WK31:BK2:+1{number}+0", FRISIAN),
        lambda number: Board().move(f"{number}-15"),
        lambda number: hub.read_move(Board(INTERNATIONAL), f"{number}-28"),
        lambda number: hub.parse_message(f"level depth={number}x"),
        lambda number: Game().start_move(number),
        lambda number: Game.from_pdn(f"{{[%draughts {number} 0]}} *"),
        lambda number: TimeControl.from_text(f"{number}/x"),
    ],
)
def test_they_are_refused(read: Callable[[str], object], number: str) -> None:
    with pytest.raises(DraughtsError) as caught:
        read(number)
    assert not isinstance(caught.value.__cause__, ValueError)


def test_blanks_of_every_kind_around_a_game_type_do_not_matter() -> None:
    assert get_rules("21\x1e") == get_rules(" 21\t,W,8,8") == AMERICAN


def test_a_name_is_shown_only_as_far_as_anybody_reads() -> None:
    for name in (_HUGE, "x" * 5000, f"5,{_HUGE}"):
        with pytest.raises(DraughtsError) as caught:
            get_rules(name)
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("tag", ["GameType", "Variant"])
def test_a_tag_with_such_a_number_names_no_variant(tag: str) -> None:
    (report,) = validate(f'[{tag} "{_HUGE}"]\n1. 11-15 *\n')
    assert [fault.kind for fault in report.faults] == ([FaultKind.UNKNOWN_VARIANT] if tag == "GameType" else [])


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "american", _HUGE],
        ["perft", _HUGE, "3"],
        ["play", "--ballot", _HUGE],
        ["hub", "--listen", "localhost", "--port", _HUGE],
    ],
)
def test_the_command_refuses_them(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        raise SystemExit(main(arguments))
    assert caught.value.code == 2
    assert "Traceback" not in capsys.readouterr().err
