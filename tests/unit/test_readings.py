"""What callers may say instead of a value, and that everything else is refused in words, wherever it is said."""

from __future__ import annotations

import json
import linecache
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import draughts
from draughts import (
    AMERICAN,
    INTERNATIONAL,
    RUSSIAN,
    ArgumentError,
    Board,
    Clock,
    Color,
    DrawOffers,
    Game,
    LoneKings,
    Material,
    MaterialLimit,
    Move,
    MoveEntry,
    NoProgress,
    Period,
    Piece,
    PieceCountLimit,
    PieceType,
    Repetition,
    Result,
    ResultReason,
    SquareError,
    TimeControl,
    divide,
    get_rules,
    get_variant,
    match,
    openings,
    pdn,
    perft,
    register_rules,
    svg,
    viewer,
    warm_up,
)

_PACKAGE = str(Path(draughts.__file__).parent)
_WRONG: tuple[object, ...] = (
    object(),
    3.5,
    -7,
    10**30,
    "",
    "no such thing",
    "W:W99:B",
    b"\xff",
    None,
    True,
    [],
    [None],
    {},
    (1, 2),
    Board,
)


def _board() -> Board:
    return Board.from_fen("W:W22:B9,10,17,18")


def _timed() -> Game:
    game = Game(clock="60")
    game.start_clock(at=0)
    return game


def _offered() -> Game:
    game = Game()
    game.offer_draw()
    return game


#: Each public callable with arguments that are right, of which one after another is made wrong.
_CALLS: dict[str, tuple[Callable[..., object], Mapping[str, object]]] = {
    "Board": (Board, {"rules": RUSSIAN}),
    "Board.from_fen": (Board.from_fen, {"text": "W:W21:B1", "rules": AMERICAN}),
    "Board.empty": (Board.empty, {"rules": AMERICAN, "turn": Color.WHITE}),
    "Board.with_piece": (lambda **kw: _board().with_piece(**kw), {"square": 5, "piece": "white king"}),
    "Board.with_turn": (lambda **kw: _board().with_turn(**kw), {"color": "B"}),
    "Board.pieces": (lambda **kw: _board().pieces(**kw), {"color": "white", "kind": "man"}),
    "Board[]": (lambda square: _board()[square], {"square": "c3"}),
    "in Board": (lambda square: square in _board(), {"square": 22}),
    "Board.move": (lambda **kw: _board().move(**kw), {"text": "22x13x6"}),
    "Board.play": (lambda **kw: _board().play(**kw), {"move": "22x13x6"}),
    "Board.explain": (lambda **kw: _board().explain(**kw), {"text": "22-17"}),
    "Board.notation": (lambda **kw: _board().notation(**kw), {"move": "22x13x6", "style": "long"}),
    "Move.flip": (lambda **kw: Move(1, 5, Piece(Color.BLACK, PieceType.MAN)).flip(**kw), {"squares": 32}),
    "MoveEntry": (MoveEntry, {"board": _board(), "square": 22}),
    "MoveEntry.step": (lambda **kw: MoveEntry(_board(), 22).step(**kw), {"square": 15}),
    "MoveEntry.finish": (lambda **kw: MoveEntry(Board.from_fen("W:W22:B17"), 22).finish(**kw), {"destination": 13}),
    "Game": (Game, {"rules": AMERICAN, "start": "W:W22:B9", "cautions": 1, "clock": "300+5"}),
    "Game.push": (lambda **kw: Game().push(**kw), {"move": "11-15"}),
    "Game.push at": (lambda **kw: _timed().push("11-15", **kw), {"at": 3}),
    "Game.offer_draw": (lambda **kw: Game().offer_draw(**kw), {"color": "B"}),
    "Game.accept_draw": (lambda **kw: _offered().accept_draw(**kw), {"color": "W"}),
    "Game.decline_draw": (lambda **kw: _offered().decline_draw(**kw), {"color": "W"}),
    "Game.resign": (lambda **kw: Game().resign(**kw), {"color": "white"}),
    "Game.forfeit": (lambda **kw: Game().forfeit(**kw), {"color": "white", "reason": ResultReason.TIME}),
    "Game.adjudicate": (lambda **kw: Game().adjudicate(**kw), {"winner": "draw", "note": "dark"}),
    "Game.caution": (lambda **kw: Game(cautions=1).caution(**kw), {"text": "11-18"}),
    "Game.illegal_moves": (lambda **kw: Game().illegal_moves(**kw), {"color": "W"}),
    "Game.start_move": (lambda **kw: Game().start_move(**kw), {"square": 11}),
    "Game.clock_after": (lambda **kw: _timed().clock_after(**kw), {"ply": 0}),
    "Game.start_clock": (lambda **kw: Game(clock="60").start_clock(**kw), {"at": 0}),
    "Game.stop_clock": (lambda **kw: _timed().stop_clock(**kw), {"at": 1}),
    "Game.restart_clock": (lambda **kw: _timed().restart_clock(**kw), {"at": 1, "used": 2}),
    "Game.check_time": (lambda **kw: _timed().check_time(**kw), {"at": 1}),
    "Game.from_dict": (Game.from_dict, {"data": Game().to_dict()}),
    "Game.from_json": (Game.from_json, {"text": Game().to_json()}),
    "Game.from_pdn": (Game.from_pdn, {"text": "1. 11-15 *", "rules": "american"}),
    "Clock.new": (Clock.new, {"control": "300+5", "turn": "B"}),
    "Clock.remaining": (lambda **kw: Clock.new("60", "B").remaining(**kw), {"color": "B"}),
    "Clock.started": (lambda **kw: Clock.new("60", "B").started(**kw), {"at": 0}),
    "TimeControl": (TimeControl, {"periods": (Period(60),), "per_move": 3}),
    "TimeControl.from_text": (TimeControl.from_text, {"text": "300"}),
    "Period": (Period, {"seconds": 1, "moves": 2, "increment": 3, "delay": 4}),
    "Result.score": (
        lambda **kw: Result(None, ResultReason.AGREEMENT, Color.BLACK).score(**kw),
        {"style": "1-0"},
    ),
    "Repetition": (Repetition, {"occurrences": 3, "automatic": False}),
    "NoProgress": (NoProgress, {"moves": 40, "resets": NoProgress().resets, "countdown": 20}),
    "Material": (Material, {"men": (0, 1), "kings": (1, 1)}),
    "MaterialLimit": (MaterialLimit, {"moves": 5, "strong": (Material(),), "weak": (Material(),)}),
    "PieceCountLimit": (PieceCountLimit, {"moves": 5, "pieces": (2, 3), "replaces": True}),
    "LoneKings": (LoneKings, {"automatic": True}),
    "DrawOffers": (DrawOffers, {"allowed": True, "after_moves": 1, "between_moves": 2}),
    "get_rules": (get_rules, {"name": "russian"}),
    "get_variant": (get_variant, {"name": "russian"}),
    "register_rules": (register_rules, {"rules": AMERICAN}),
    "perft": (perft, {"board": Board(), "depth": 1, "hash_mb": 0, "workers": 1, "count": "kept"}),
    "divide": (divide, {"board": Board(), "depth": 1, "count": "kept"}),
    "svg.board": (svg.board, {"position": Board(), "orientation": "W", "selected": 3, "theme": "wood"}),
    "svg.strip": (svg.strip, {"positions": Game(), "columns": 2, "theme": "wood"}),
    "viewer.page": (viewer.page, {"record": Game(), "rules": "american", "theme": "wood"}),
    "pdn.loads": (pdn.loads, {"text": "1. 11-15 *"}),
    "openings.ballot": (openings.ballot, {"number": 5}),
    "openings.eleven_man_board": (openings.eleven_man_board, {"black": 1, "white": 32}),
    "match.round_robin": (match.round_robin, {"players": ["A", "B"]}),
    "warm_up": (warm_up, {}),
}


@pytest.mark.parametrize("name", _CALLS)
def test_a_wrong_argument_is_taken_in_its_one_reading_or_refused_in_words(name: str) -> None:
    call, right = _CALLS[name]
    call(**right)
    refused: list[tuple[str, object, Exception]] = []
    for parameter in right:
        for value in _WRONG:
            try:
                call(**(dict(right) | {parameter: value}))
            except (TypeError, ValueError, IndexError) as error:
                refused.append((parameter, value, error))
    for parameter, value, refusal in refused:
        frame = traceback.extract_tb(refusal.__traceback__)[-1]
        said = linecache.getline(frame.filename, frame.lineno or 0)
        assert frame.filename.startswith(_PACKAGE), (parameter, value, refusal)
        assert "raise " in said, (parameter, value, repr(refusal), said)
        assert str(refusal), (parameter, value)


def test_what_has_one_reading_is_taken() -> None:
    game = Game("russian", start="W:Wc3,e3:Bd4,f6", clock="300+5")
    assert game.rules == RUSSIAN
    assert str(game.time_control) == "300+5"
    assert game.board["c3"] == Piece(Color.WHITE, PieceType.MAN)
    assert game.board.pieces("white", "man") == game.board.pieces(Color.WHITE, PieceType.MAN)
    assert "d4" in game.board
    assert list(game.board) == sorted(game.board.piece_map())
    game.resign("W")
    assert game.result is not None
    assert game.result.winner is Color.BLACK
    game = Game()
    game.adjudicate("draw")
    assert game.result is not None
    assert game.result.is_draw
    assert perft(AMERICAN, 3) == perft("american", 3) == perft(Game(), 3) == perft(Board().fen, 3) == 302
    assert viewer.page(Game()).startswith("<!DOCTYPE html>")
    assert Clock.new("60", "B").started(at=0).remaining("B", at=10) == 50


def test_a_missing_square_names_a_game_that_has_it() -> None:
    with pytest.raises(SquareError, match=r"1 to 32\); 50 is a square of 10x10 games such as INTERNATIONAL"):
        Board()[50]
    assert "50 is a square of 10x10 games such as INTERNATIONAL" in Board().explain("50-45").message
    with pytest.raises(IndexError) as error:
        Board(INTERNATIONAL).with_piece(99, None)
    assert isinstance(error.value, ArgumentError)


def test_names_of_other_packages_are_answered_with_ours() -> None:
    for value, name, ours in (
        (Board(), "push", "board.play"),
        (Board(), "piece_at", r"board\[square\]"),
        (Game(), "push_uci", "game.push"),
        (Board().legal_moves[0], "from_square", "move.origin"),
        (draughts, "StandardBoard", "Board"),
    ):
        with pytest.raises(AttributeError, match=ours):
            getattr(value, name)
        assert not hasattr(value, "no_such_name")
        assert not hasattr(value, name)
        assert name not in dir(value)


def test_positions_and_moves_are_data_for_front_ends() -> None:
    board = _board()
    data = json.loads(json.dumps(board.to_dict()))
    assert Board.from_fen(data["fen"], data["variant"]) == board
    assert data["pieces"] == {str(square): str(piece).lower() for square, piece in board.piece_map().items()}
    for move in board.legal_moves:
        told = json.loads(json.dumps(move.to_dict()))
        assert board.move(told["move"]) == move
        assert (told["path"], told["captures"]) == (list(move.path), list(move.captures))
    game = Game()
    game.push("11-15")
    assert Game.from_json(game.to_json(indent=None)) == game
    assert "\n" not in game.to_json(indent=None)
    assert (str(game.last_move), game.fen) == ("11-15", game.board.fen)


@pytest.mark.parametrize("name", ["american", "international", "turkish", "jamaican", "spantsiretti"])
def test_a_flipped_move_is_one_of_the_flipped_board(name: str) -> None:
    board = Board(name)
    for _ in range(30):
        if not board.legal_moves:
            break
        flipped = board.flip()
        assert {move.flip() for move in board.legal_moves} == set(flipped.legal_moves)
        move = board.legal_moves[-1]
        assert board.play(move).flip() == flipped.play(move.flip())
        assert move.flip().flip() == move
        board = board.play(move)


def test_moves_are_written_in_the_variants_own_style() -> None:
    board = Board.from_fen("W:Wc5:Bd4,f4", RUSSIAN)
    assert board.notation(board.legal_moves[0]) == "c5:g5"
    assert Board().notation("11-15") == "11-15"


def test_dir_of_the_package_shows_what_is_public() -> None:
    shown = {name for name in dir(draughts) if not name.startswith("__")}
    assert shown == (set(draughts.__all__) | {"errors"}) - {"__version__"}
