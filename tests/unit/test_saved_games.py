"""Saving games and going on with them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from draughts.errors import IllegalMoveError, SavedGameError
from draughts.game.game import Game
from draughts.game.result import ResultReason
from draughts.game.saved_game import _check
from draughts.position.board import Board
from draughts.rules.draws import DrawOffers, NoProgress, Repetition
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.presets import AMERICAN, FRISIAN, RUSSIAN
from draughts.rules.registry import variants
from draughts.rules.rules import Color, KingRange, Promotion, Rules
from draughts.rules.time_control import Expiry, Period, TimeControl

GOLDEN = Path(__file__).parent.parent / "data" / "games" / "v1.json"


def _eventful() -> Game:
    """A game in which nearly everything has happened."""
    game = Game(RUSSIAN, cautions=1, clock=TimeControl((Period(300, increment=2),)))
    game.start_clock(at=1000.5)
    game.push("c3-d4", at=1004)
    game.offer_draw(Color.BLACK)
    game.decline_draw(Color.WHITE)
    game.push("d6-c5", at=1010)
    with pytest.raises(IllegalMoveError):
        game.push("a1-b2", at=1011)
    game.push("b2-c3", at=1015)
    game.stop_clock(at=1020)
    game.start_clock(at=5000)
    game.push("f6-g5", at=5001.25)
    game.offer_draw()
    return game


def _edited(change: Callable[[dict[str, Any]], object], game: Game | None = None) -> dict[str, Any]:
    """A saved game that somebody has changed, with a check that fits again."""
    data = copy.deepcopy((game or _eventful()).to_dict())
    change(data)
    return data


def test_a_saved_game_goes_on_where_it_was() -> None:
    game = _eventful()
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.draw_status == game.draw_status
    assert again.offer is Color.WHITE
    assert again.illegal_moves(Color.WHITE) == 1
    assert again.clock == game.clock
    while game.ply:
        assert again.to_dict() == game.to_dict()
        assert again.pop() == game.pop()
        assert again.boards == game.boards
    assert again == game


@pytest.mark.parametrize(
    "end",
    [
        lambda game: game.accept_draw(Color.BLACK),
        lambda game: game.resign(Color.BLACK),
        lambda game: game.forfeit(Color.BLACK, "left the room"),
        lambda game: game.forfeit(Color.BLACK, ResultReason.TIME),
        lambda game: game.adjudicate(Color.WHITE, "by the arbiter"),
        lambda game: game.adjudicate(None),
        lambda game: game.check_time(at=9999),
        lambda game: game.caution("again"),
    ],
)
def test_a_finished_game_is_still_finished(end: Callable[[Game], object]) -> None:
    game = _eventful()
    end(game)
    assert game.is_over
    again = Game.from_json(game.to_json())
    assert again.result == game.result
    assert again == game


def test_a_claimed_draw_is_saved() -> None:
    rules = AMERICAN.replace(draws=(Repetition(2, automatic=False),))
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", rules))
    for text in ("29-25", "4-8", "25-29", "8-4"):
        game.push(text)
    game.claim_draw()
    assert Game.from_dict(game.to_dict()).result == game.result


def test_the_king_move_counters_of_frisian_games_are_saved() -> None:
    game = Game(start=Board.from_fen("W:WK46,35:B3,4:+146+0", FRISIAN))
    game.push("46-41")
    again = Game.from_dict(game.to_dict())
    assert again.board.fen == game.board.fen == "B:W35,K41:B3,4:+0+241"


def test_the_golden_file_of_version_1_can_be_read() -> None:
    game = Game.from_json(GOLDEN.read_text(encoding="utf-8"))
    assert game == _eventful()
    assert [str(move) for move in game.moves] == [str(move) for move in _eventful().moves]
    assert Game.from_json(game.to_json()) == game


@pytest.mark.parametrize("rules", variants().values(), ids=lambda rules: rules.name)
def test_every_rule_set_is_plain_data(rules: Rules) -> None:
    data = json.loads(json.dumps(to_plain(rules)))
    assert from_plain(Rules, {"name": rules.name, **data}, "rules") == rules


def test_rules_of_ones_own_are_saved() -> None:
    rules = AMERICAN.replace(
        name="mine",
        king_range=KingRange.FLYING,
        promotion=Promotion.AT_REST,
        draws=(NoProgress(15, countdown=5), DrawOffers(after_moves=20)),
    )
    game = Game(rules)
    game.push("11-15")
    assert Game.from_dict(game.to_dict()).rules == rules
    control = TimeControl(per_move=40, expiry=Expiry.AUTO_MOVE)
    assert from_plain(TimeControl, to_plain(control), "clock") == control


def test_a_truncated_text_is_refused_wherever_it_ends() -> None:
    text = _eventful().to_json()
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(SavedGameError, match=r"cut off|mapping"):
            Game.from_json(text[:end])
    with pytest.raises(SavedGameError, match=r"nested too deep|cut off"):
        Game.from_json("[" * 100_000)
    with pytest.raises(SavedGameError):
        Game.from_json("9" * 10_000)


@pytest.mark.parametrize("data", [None, [], "game", 1])
def test_other_data_are_refused(data: object) -> None:
    with pytest.raises(SavedGameError, match="mapping"):
        Game.from_dict(data)


CHANGES: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("format", lambda data: data.update(format="chess"), "format must be 'draughts-game'"),
    ("old version", lambda data: data.update(version=0), "version must be"),
    ("no version", lambda data: data.update(version=True), "version must be"),
    ("later version", lambda data: data.update(version=2), "later version"),
    ("missing", lambda data: data.pop("moves"), "lacks moves"),
    ("unknown", lambda data: data.update(extra=1), "unknown entries: 'extra'"),
    ("rules", lambda data: data.update(rules="russian"), "rules must be a mapping"),
    ("rules field", lambda data: data["rules"].update(wings=2), "rules has no wings"),
    ("rules value", lambda data: data["rules"].update(promotion="never"), "rules.promotion must be"),
    ("rules type", lambda data: data["rules"].update(men_rows="3"), "rules.men_rows must be a whole number"),
    ("rules list", lambda data: data["rules"].update(draws={}), "rules.draws must be a list"),
    ("rules draw", lambda data: data["rules"]["draws"].append({"kind": "Luck"}), r"rules.draws\[\d\].kind must be"),
    ("rules sense", lambda data: data["rules"].update(men_rows=5), "rules: men_rows"),
    ("rules names", lambda data: data["rules"].update(man_moves="up"), "rules.man_moves must be a list of names"),
    ("start", lambda data: data.update(start="W:W99:B1"), "start: .*no square 99"),
    ("start type", lambda data: data.update(start=None), "start must be a FEN"),
    ("moves", lambda data: data.update(moves="11-15"), "moves must be a list"),
    ("move type", lambda data: data["moves"].append(15), r"moves\[4\] must be a text"),
    ("illegal move", lambda data: data["moves"].__setitem__(1, "1-30"), r"moves\[1\]: '1-30'"),
    ("other move", lambda data: data["moves"].__setitem__(3, "11-15"), "the moves lead to"),
    ("last move", lambda data: data["moves"].pop(), r"events\[\d+\].ply must be 0 to 3"),
    ("event", lambda data: data["events"].append({"ply": 4}), r"events\[\d+\] must have ply and event"),
    ("event kind", lambda data: data["events"][0].update(event="sing"), r"events\[0\].event must be one of"),
    ("event ply", lambda data: data["events"][0].update(ply=99), r"events\[0\].ply must be 0 to 4"),
    ("event color", lambda data: data["events"][2].update(color="R"), r"events\[2\].color must be"),
    ("event note", lambda data: data["events"][2].update(note=3), r"events\[2\].note must be a text"),
    ("event time", lambda data: data["events"][0].update(at="noon"), r"events\[0\].at must be a number"),
    ("event order", lambda data: data["events"].reverse(), "order of their plies"),
    ("cautions", lambda data: data.update(cautions=-1), "cautions must be"),
    ("clock", lambda data: data.update(clock={"periods": []}), "clock: a time control needs"),
    ("clock seconds", lambda data: data["clock"]["periods"][0].update(seconds=-3), "seconds must be"),
    ("period", lambda data: data["clock"]["periods"][0].pop("seconds"), "lacks seconds"),
    ("fen", lambda data: data.update(fen="W:W1"), "fen: "),
    ("result", lambda data: data.update(result="1-0"), "result must be null"),
    ("winner", lambda data: data.update(result={"winner": ["B"], "reason": "x"}), "winner must be"),
    ("check", lambda data: data.update(check="0"), "changed after it was written"),
    ("ledger", lambda data: data.update(cautions=2), "changed after it was written"),
]


@pytest.mark.parametrize(("change", "message"), [entry[1:] for entry in CHANGES], ids=[entry[0] for entry in CHANGES])
def test_an_edited_game_is_refused_with_what_is_wrong(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(SavedGameError, match=message):
        Game.from_dict(_edited(change))


REWRITTEN: list[tuple[str, dict[str, Any], str]] = [
    ("illegal move", {"moves": ("22-18", "1-30")}, r"moves\[1\]: '1-30'"),
    ("other position", {"fen": "W:W20:B4"}, "the moves lead to"),
    ("other result", {"result": ("B", "resignation")}, "is saved"),
]


@pytest.mark.parametrize(("changes", "message"), [entry[1:] for entry in REWRITTEN], ids=[r[0] for r in REWRITTEN])
def test_a_game_that_cannot_have_happened_is_refused_though_its_check_fits(
    changes: dict[str, Any], message: str
) -> None:
    game = Game(RUSSIAN)
    game.push("22-18")
    game.push("9-13")
    with pytest.raises(SavedGameError, match=message):
        Game.from_dict(_rewritten(game, **changes))


EVENTS: list[tuple[str, list[dict[str, Any]], str]] = [
    ("offer out of turn", [{"ply": 0, "event": "offer", "color": "B"}], "own turn"),
    ("no offer", [{"ply": 1, "event": "accept", "color": "W"}], "no draw offer is open"),
    (
        "wrong color",
        [{"ply": 0, "event": "offer", "color": "W"}, {"ply": 0, "event": "decline", "color": "W"}],
        "its own",
    ),
    ("no ledger", [{"ply": 0, "event": "illegal move", "color": "W"}], "does not count"),
    ("no clock", [{"ply": 0, "event": "start clock", "at": 1}], "no clock"),
    ("no time", [{"ply": 0, "event": "stop clock"}], "time is missing"),
    ("press", [{"ply": 1, "event": "press clock", "color": "W", "at": 1}], "cannot have been pressed"),
    ("press before the game", [{"ply": 0, "event": "press clock", "color": "W", "at": 1}], "no move was made"),
    ("claim", [{"ply": 1, "event": "claim", "color": "W"}], "no draw can be claimed"),
    ("early end", [{"ply": 0, "event": "resign", "color": "W"}], "the game is over"),
    ("note", [{"ply": 2, "event": "resign", "color": "W", "note": "tired"}], "cannot have happened"),
]


@pytest.mark.parametrize(("events", "message"), [entry[1:] for entry in EVENTS], ids=[entry[0] for entry in EVENTS])
def test_events_that_cannot_have_happened_are_refused(events: list[dict[str, Any]], message: str) -> None:
    game = Game(RUSSIAN)
    game.push("22-18")
    game.push("9-13")
    with pytest.raises(SavedGameError, match=message):
        Game.from_dict(_rewritten(game, events=events))


def _rewritten(game: Game, **changes: Any) -> dict[str, Any]:
    """A saved game with other content and a check that fits it."""
    data = game.to_dict()
    for key, value in changes.items():
        data[key] = list(value) if key == "moves" else value
    if "result" in changes:
        winner, reason = changes["result"]
        data["result"] = {"winner": winner, "reason": reason}
    del data["check"]
    data["check"] = _check(data)
    return data
