"""Every public callable with wrong arguments: taken in their one reading, or refused in words of the package."""

from __future__ import annotations

import inspect
import io
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
    TimeControl,
    divide,
    dxp,
    engine,
    get_rules,
    get_variant,
    hub,
    load_rules,
    match,
    openings,
    pdn,
    perft,
    players,
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


_RECORD = pdn.loads("1. 11-15 *")[0]
_TOML = Path(__file__).parents[1] / "data" / "rules" / "towers.toml"


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
    "MoveEntry": (MoveEntry, {"board": _board(), "square": 22, "touch_move": True}),
    "MoveEntry.step": (lambda **kw: MoveEntry(_board(), 22).step(**kw), {"square": 15}),
    "MoveEntry.finish": (lambda **kw: MoveEntry(Board.from_fen("W:W22:B17"), 22).finish(**kw), {"destination": 13}),
    "Game": (Game, {"rules": AMERICAN, "start": "W:W22:B9", "cautions": 1, "clock": "300+5", "is_timed": True}),
    "Game.push": (lambda **kw: Game().push(**kw), {"move": "11-15", "offer_draw": True}),
    "Game.push at": (lambda **kw: _timed().push("11-15", **kw), {"at": 3}),
    "Game.offer_draw": (lambda **kw: Game().offer_draw(**kw), {"color": "B"}),
    "Game.accept_draw": (lambda **kw: _offered().accept_draw(**kw), {"color": "W"}),
    "Game.decline_draw": (lambda **kw: _offered().decline_draw(**kw), {"color": "W"}),
    "Game.resign": (lambda **kw: Game().resign(**kw), {"color": "white"}),
    "Game.forfeit": (lambda **kw: Game().forfeit(**kw), {"color": "white", "reason": ResultReason.TIME}),
    "Game.adjudicate": (lambda **kw: Game().adjudicate(**kw), {"winner": "draw", "note": "dark"}),
    "Game.caution": (lambda **kw: Game(cautions=1).caution(**kw), {"text": "11-18"}),
    "Game.illegal_moves": (lambda **kw: Game().illegal_moves(**kw), {"color": "W"}),
    "Game.start_move": (lambda **kw: Game().start_move(**kw), {"square": 11, "touch_move": True}),
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
    "perft": (
        perft,
        {"board": Board(), "depth": 1, "hash_mb": 0, "workers": 1, "count": "kept", "distinct": False, "bulk": True},
    ),
    "divide": (divide, {"board": Board(), "depth": 1, "count": "kept"}),
    "svg.board": (svg.board, {"position": Board(), "orientation": "W", "selected": 3, "theme": "wood"}),
    "svg.strip": (svg.strip, {"positions": Game(), "columns": 2, "theme": "wood"}),
    "viewer.page": (viewer.page, {"record": Game(), "rules": "american", "theme": "wood"}),
    "pdn.loads": (pdn.loads, {"text": "1. 11-15 *", "strict": True}),
    "openings.ballot": (openings.ballot, {"number": 5}),
    "openings.eleven_man_board": (openings.eleven_man_board, {"black": 1, "white": 32}),
    "match.round_robin": (match.round_robin, {"players": ["A", "B"]}),
    "Board.ascii": (lambda **kw: _board().ascii(**kw), {"numbers": True}),
    "Board.unicode": (lambda **kw: _board().unicode(**kw), {"numbers": False}),
    "Clock.bank": (lambda **kw: Clock.new("60", "B").bank(**kw), {"color": "B"}),
    "Clock.period": (lambda **kw: Clock.new("60", "B").period(**kw), {"color": "B"}),
    "Clock.moves_to_go": (lambda **kw: Clock.new("60", "B").moves_to_go(**kw), {"color": "B"}),
    "Clock.is_expired": (lambda **kw: Clock.new("60", "B").started(at=0).is_expired(**kw), {"at": 3}),
    "Clock.stopped": (lambda **kw: Clock.new("60", "B").started(at=0).stopped(**kw), {"at": 3}),
    "Clock.pressed": (lambda **kw: Clock.new("60", "B").started(at=0).pressed(**kw), {"at": 3}),
    "Game.note_time": (lambda **kw: Game().note_time(**kw), {"color": "B", "seconds": 3, "is_used": True}),
    "Game.to_pdn": (lambda **kw: Game().to_pdn(**kw), {"commands": True, "strict": False}),
    "Rules.side_name": (AMERICAN.side_name, {"color": Color.WHITE}),
    "load_rules": (load_rules, {"path": _TOML}),
    "pdn.validate": (
        lambda **kw: list(pdn.validate(**kw)),
        {"source": "1. 11-15 *", "rules": "american", "encoding": "utf-8", "strict": False, "white_first": True},
    ),
    "pdn.read": (lambda **kw: list(pdn.read(**kw)), {"source": io.StringIO("*"), "strict": False}),
    "pdn.dumps": (pdn.dumps, {"games": Game(), "long": True, "strict": False}),
    "pdn.dump": (lambda **kw: pdn.dump(file=io.StringIO(), **kw), {"games": [Game()], "long": True, "strict": False}),
    "pdn.repairs": (pdn.repairs, {"report": next(pdn.validate("1. 11-15 *")), "white_first": True}),
    "pdn.outcome_of": (pdn.outcome_of, {"record": _RECORD}),
    "pdn.winner_of": (pdn.winner_of, {"outcome": pdn.Outcome.DRAW, "rules": AMERICAN, "white_first": True}),
    "pdn.tokenize": (lambda **kw: list(pdn.tokenize(**kw)), {"chunks": ["1. 11-15 *"], "line": 1}),
    "match.round_robin twice": (match.round_robin, {"players": ["A", "B"], "twice": True}),
    "match.match_pairings": (match.match_pairings, {"one": "A", "other": "B", "games": 2, "seed": 3}),
    "match.Match": (match.Match, {"players": ["A", "B"]}),
    "match.Match.score": (lambda **kw: match.Match(["A", "B"]).score(**kw), {"player": "A"}),
    "match.Pairing.start": (match.Pairing(1, "A", "B").start, {"rules": AMERICAN}),
    "openings.draw_ballot": (openings.draw_ballot, {"seed": 5}),
    "openings.ballot_deck": (openings.ballot_deck, {"seed": 5}),
    "openings.check_eleven_man": (openings.check_eleven_man, {"board": openings.eleven_man_board(1, 32)}),
    "openings.Ballot.start": (openings.ballot(5).start, {"rules": AMERICAN}),
    "openings.Ballot.board": (openings.ballot(5).board, {"rules": AMERICAN}),
    "svg.graph": (svg.graph, {"expected": [0.5, 0.6], "marks": {1: ("red", "x")}}),
    "svg.to_png": (svg.to_png, {"svg": svg.board(Board(), coordinates=svg.Coordinates.NONE)}),
    "players.Limits": (
        players.Limits,
        {"seconds": 1, "depth": 2, "nodes": 3, "remaining": 4, "increment": 5, "moves_to_go": 6},
    ),
    "players.Limits.of_clock": (players.Limits.of_clock, {"clock": Clock.new("60", "B"), "color": "B"}),
    "players.RandomPlayer": (players.RandomPlayer, {"seed": 1}),
    "players.RandomPlayer.choose": (players.RandomPlayer(1).choose, {"game": Game(), "limits": players.Limits()}),
    "players.EnginePlayer": (
        players.EnginePlayer,
        {"level": "3", "seed": 1, "hash_mb": 1, "threads": 2, "resigns": True},
    ),
    "players.decide": (
        players.decide,
        {"player": players.RandomPlayer(), "game": Game(), "limits": players.Limits()},
    ),
    "players.parse_player": (players.parse_player, {"text": "engine:1", "seed": 1, "resigns": True}),
    "players.is_player_name": (players.is_player_name, {"text": "random"}),
    "players.is_built_in": (players.is_built_in, {"text": "random"}),
    "players.register_player": (
        players.register_player,
        {"name": "someone", "factory": lambda argument, seed: players.RandomPlayer(1)},
    ),
    "engine.Engine": (engine.Engine, {"rules": AMERICAN, "hash_mb": 1, "threads": 1}),
    "engine.Engine.search": (
        lambda **kw: engine.Engine(hash_mb=1).search(**({"depth": 1} | kw)),
        {"position": _board(), "depth": 2, "nodes": 10, "time": 1, "multipv": 2, "on_info": lambda result: None},
    ),
    "match.elo": (match.elo, {"scores": [1, 0.5], "paired": True}),
    "match.random_openings": (match.random_openings, {"rules": AMERICAN, "count": 1, "plies": 2, "seed": 3}),
    "match.play_out": (
        match.play_out,
        {
            "game": Game(start=Board.from_fen("W:W22:B18")),
            "first": players.RandomPlayer(),
            "second": players.RandomPlayer(),
            "limits": players.Limits(),
        },
    ),
    "engine.get_level": (engine.get_level, {"level": "3"}),
    "engine.accuracy": (engine.accuracy, {"judged": [], "color": Color.WHITE}),
    "hub.Level": (
        hub.Level,
        {"depth": 3, "nodes": 4, "move_time": 2, "moves": 3, "time": 3, "inc": 1, "infinite": False},
    ),
    "hub.Info": (hub.Info, {"depth": 3, "score": 0.5, "nodes": 4, "time": 2, "nps": 3, "pv": ("32-28",)}),
    "hub.parse_message": (hub.parse_message, {"text": "ping", "number": 1}),
    "hub.format_message": (hub.format_message, {"message": hub.Signal.PING}),
    "hub.read_position": (hub.read_position, {"text": "W" + 20 * "b" + 10 * "e" + 20 * "w", "rules": INTERNATIONAL}),
    "hub.write_position": (hub.write_position, {"board": Board(INTERNATIONAL)}),
    "hub.read_move": (hub.read_move, {"board": Board(INTERNATIONAL), "text": "32-28"}),
    "hub.read_variation": (hub.read_variation, {"board": Board(INTERNATIONAL), "texts": ["32-28"]}),
    "hub.write_move": (hub.write_move, {"move": Board(INTERNATIONAL).legal_moves[0]}),
    "hub.variant_name": (hub.variant_name, {"rules": INTERNATIONAL}),
    "hub.variant_rules": (hub.variant_rules, {"name": "normal"}),
    "dxp.check_squares": (dxp.check_squares, {"rules": INTERNATIONAL}),
    "dxp.read_position": (dxp.read_position, {"text": "W" + 20 * "z" + 10 * "e" + 20 * "w", "rules": INTERNATIONAL}),
    "dxp.write_position": (dxp.write_position, {"board": Board(INTERNATIONAL)}),
    "dxp.parse_telegram": (dxp.parse_telegram, {"text": "E00", "number": 1}),
    "dxp.read_telegram": (dxp.read_telegram, {"data": b"E00", "number": 1}),
    "dxp.format_telegram": (dxp.format_telegram, {"telegram": dxp.GameEnd()}),
    "dxp.GameEnd": (lambda **kw: dxp.format_telegram(dxp.GameEnd(**kw)), {"reason": dxp.EndReason.DRAW, "stop": True}),
    "dxp.GameAccept": (lambda **kw: dxp.format_telegram(dxp.GameAccept(**kw)), {"name": "A"}),
    "dxp.GameRequest": (
        lambda **kw: dxp.format_telegram(dxp.GameRequest(**kw)),
        {"name": "A", "follower": Color.WHITE, "minutes": 3, "moves": 4, "position": ""},
    ),
    "dxp.MoveMade": (
        lambda **kw: dxp.format_telegram(dxp.MoveMade(**kw)),
        {"seconds": 3, "origin": 32, "destination": 28, "captured": ()},
    ),
    "dxp.BackRequest": (lambda **kw: dxp.format_telegram(dxp.BackRequest(**kw)), {"number": 3, "turn": Color.WHITE}),
    "dxp.Chat": (lambda **kw: dxp.format_telegram(dxp.Chat(**kw)), {"text": "hello"}),
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
            except OSError:
                pass  # there is no such file
            except (TypeError, ValueError, IndexError, draughts.DraughtsError) as error:
                refused.append((parameter, value, error))
    for parameter, value, refusal in refused:
        frame = traceback.extract_tb(refusal.__traceback__)[-1]
        said = linecache.getline(frame.filename, frame.lineno or 0)
        assert frame.filename.startswith(_PACKAGE), (parameter, value, refusal)
        assert "raise " in said, (parameter, value, repr(refusal), said)
        assert str(refusal), (parameter, value)


#: What runs programs, waits for the network, or goes on for long; other tests give it wrong answers and bad lines.
_OUTSIDE = {
    *("dxp.listen", "dxp.play_game", "hub.listen", "hub.serve", "engine.judge", "viewer.collection"),
    *("engine.read_weights", "published", "variants"),
}


def test_every_public_function_is_walked() -> None:
    rooms = {"": draughts, "pdn": pdn, "svg": svg, "hub": hub, "dxp": dxp, "engine": engine, "match": match}
    rooms |= {"openings": openings, "players": players, "viewer": viewer}
    functions = {
        f"{room}.{name}" if room else name
        for room, module in rooms.items()
        for name in module.__all__
        if inspect.isfunction(getattr(module, name)) and inspect.signature(getattr(module, name)).parameters
    }
    assert functions - set(_CALLS) <= _OUTSIDE


@pytest.mark.parametrize("name", [name for name in _CALLS if name not in ("warm_up",)])
def test_a_flag_is_true_or_false(name: str) -> None:
    call, right = _CALLS[name]
    flags = [parameter for parameter, value in right.items() if isinstance(value, bool)]
    for parameter in flags:
        for value in (object(), "no", 2, None, []):
            with pytest.raises((TypeError, ValueError), match="must be True or False"):
                call(**(dict(right) | {parameter: value}))
