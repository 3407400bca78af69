"""``draughts play``: a game at the terminal."""

from __future__ import annotations

import argparse
import random
import re
import shlex
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import complain
from draughts.errors import DraughtsError, IllegalMoveError, PdnError, PlayerError, RulesError, SavedGameError
from draughts.game.player import Player
from draughts.openings import Ballot, ballot, draw_ballot
from draughts.players import HUMAN, is_built_in, parse_player
from draughts.position.board import Board
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import get_rules, get_variant, variants
from draughts.rules.rules import Color, Rules
from draughts.rules.time_control import Expiry, TimeControl
from draughts.support.numbers import counted, whole_number
from draughts.support.printable import printable
from draughts.terminal import storage
from draughts.terminal.beginning import begin_game
from draughts.terminal.loop import choose_screen, farewell, play
from draughts.terminal.record import Record
from draughts.terminal.session import Seats, Session
from draughts.terminal.storage import StoredGame
from draughts.terminal.terminal import make_tolerant

if TYPE_CHECKING:  # loads numpy
    from draughts.tablebase import Tablebase

__all__ = ["add_parser", "run"]

_EPILOG = """\
Type a move (11-15, 22x15x8, c3-d4), or a square and then the next one; help lists everything else.
The game is saved after every move. Without --save it is in a file of its own, which the last lines name.
Unless --black or --white says otherwise, the side that moves first is yours and the engine has the other one.

The drawn board needs an optional package: pip install 'bitdraughts[play]'. Without it, with --plain, with NO_COLOR
set, or where there is no terminal, the board is plain text.

players: human, random, engine:LEVEL (1 to 10, easy, medium or hard; engine:5 unless you name another opponent),
         hub:COMMAND (an engine that speaks Hub, such as "hub:scan hub"). Programs are started only if --black or
         --white names them here, never because a saved game does.
clocks:  300+5 (seconds and increment), 30/3600 (moves and seconds), 40/7200:900; 40/move (seconds for each move),
         40/move/auto (a move is made for whoever takes longer). Engines are told what is left.

exit codes: 0 fine, 1 the saved game is damaged or missing, or a player failed, 2 wrong usage,
            130 interrupted; whatever happens, the game is saved

examples:
  draughts play
  draughts play --variant russian --white human --black random
  draughts play --ballot random --clock 300+5 --save club.pdn
  draughts play --resume club.pdn
  draughts play --variant international --black "hub:scan hub" --black-dir ~/scan --black-param bb-size=0 --time 2
"""
_PER_MOVE = re.compile(r"([0-9]{1,5}(?:\.[0-9]{1,3})?)/move(/auto)?", re.ASCII)
_SECONDS = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,3})?", re.ASCII)
_LAST = object()
#: Who plays against a person unless somebody else is named.
_OPPONENT = "engine:5"
_SIDES = {Color.BLACK: "black", Color.WHITE: "white"}


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "play",
        help="play a game at the terminal",
        description="Play a game at the terminal: with another person, or against a player of the package.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--variant", metavar="V", help="name, alias or GameType (default: american)")
    for side in _SIDES.values():
        name = side.capitalize()
        parser.add_argument(f"--{side}", metavar="PLAYER", help=f"who plays {name}, see below")
        parser.add_argument(
            f"--{side}-param",
            metavar="NAME=VALUE",
            action="append",
            type=_parameter,
            default=[],
            help=f"a parameter of {name}'s engine; may be given several times",
        )
        parser.add_argument(f"--{side}-dir", metavar="FOLDER", help=f"where {name}'s engine runs")
    parser.add_argument(
        "--time", metavar="S", type=_seconds, help="seconds that a player other than human takes for a move at most"
    )
    parser.add_argument(
        "--ballot", metavar="N", nargs="?", const="random", help="begin with a three-move ballot: a number, or random"
    )
    parser.add_argument("--fen", metavar="F", help="begin with this position")
    parser.add_argument("--clock", metavar="TEXT", help="time control, see below")
    parser.add_argument("--cautions", metavar="N", type=int, help="illegal moves of each side before one loses")
    parser.add_argument("--seed", metavar="N", type=int, help="of ballots and players that leave something to chance")
    parser.add_argument("--plain", action="store_true", help="plain text, whatever the terminal can do")
    parser.add_argument("--resume", metavar="FILE", nargs="?", const=_LAST, help="go on with a game, or the last")
    parser.add_argument("--save", metavar="FILE", help="where to save; as PDN if it ends in .pdn")
    parser.add_argument(
        "--tablebase", metavar="DIR", help="endgame tables: the engine plays by them, and tables says what they know"
    )
    parser.add_argument("--resign", action="store_true", help="the engine gives up games that it judges hopeless")
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    make_tolerant()
    source = storage.default_file() if options.resume is _LAST else options.resume and Path(options.resume)
    path = Path(options.save) if options.save else None
    if path is not None and path != source and path.exists():
        return _fail(f"{path} exists; --resume goes on with the game in it", 2)
    if source:
        try:
            stored = _resumed(source, options)
        except (SavedGameError, PdnError) as error:
            return _fail(f"{source}: {error}", 1)
        except OSError as error:
            return _fail(f"{source}: {error.strerror or error}", 1)
        greeting = [f"Resumed after {counted(stored.game.ply, 'ply', 'plies')}. Type a move, or help."]
        path = path or source
    else:
        stored, opening = _new_game(options)
        greeting = [*opening, "Type a move, or help."]
    tablebase = None if options.tablebase is None else _tables(options.tablebase, stored.game.rules)
    seats = _seats(options, stored.players, tablebase)
    seats(stored)  # wrong names are told before a file is made
    if path is None:
        path = _own_file(greeting)
    else:
        try:
            storage.store(path, stored)
        except OSError as error:
            return _fail(f"cannot save to {path}: {error.strerror or error}", 2)
    screen, advice = choose_screen(plain=options.plain)
    if advice:
        greeting.append(advice)
    record = Record(storage.record_file())
    session = Session(stored, seats, path, _timer(), seconds=options.time, record=record, tablebase=tablebase)
    try:
        code = play(session, screen, greeting)
    except PlayerError as error:
        code = _fail(str(error), 1)
    for line in farewell(session, _needed_again(options)):
        print(printable(line))
    return code


def _fail(message: str, code: int) -> int:
    complain("play", message)
    return code


def _resumed(source: Path, options: argparse.Namespace) -> StoredGame:
    """A saved game, with other players if the options say so. Only the options can bring players that run programs."""
    names = ("variant", "ballot", "fen", "clock", "cautions", "seed")
    given = [name for name in names if getattr(options, name) is not None]
    if given:
        raise RulesError(f"--{given[0]} cannot be given with --resume: the saved game says it")
    stored = storage.load(source)
    players = {color: getattr(options, side) or stored.players[color] for color, side in _SIDES.items()}
    for color, side in _SIDES.items():
        if getattr(options, side) is None and not is_built_in(players[color]):
            raise PlayerError(
                f"{source} says that {players[color]!r} plays {color}, but a file starts no player; if it is to be "
                f"started, say so: --{side} {shlex.quote(players[color])}; or let somebody else play: --{side} human"
            )
    return replace(stored, players=players)


def _new_game(options: argparse.Namespace) -> tuple[StoredGame, list[str]]:
    """A new game, and what to say about its beginning."""
    rules = get_rules(AMERICAN.name if options.variant is None else options.variant)
    seed = random.SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    if options.ballot is not None and options.fen is not None:
        raise RulesError("--ballot begins at the start position, so there can be no --fen")
    start = Board(rules) if options.fen is None else Board.from_fen(options.fen, rules)
    control = None if options.clock is None else _control(options.clock)
    greeting = [get_variant(rules.name).title if rules.name in variants() else rules.name]
    opening: tuple[str, ...] = ()
    if options.ballot is not None:
        drawn = _ballot(options.ballot, seed)
        opening = drawn.moves
        greeting.append(f"Ballot {drawn}{'' if drawn.is_accepted else ', which is barred from matches'}")
    try:
        game = begin_game(start, opening, cautions=options.cautions, clock=control)
    except IllegalMoveError as error:
        raise RulesError(f"the ballots are openings of English draughts, not of {rules.name}: {error}") from None
    return StoredGame(game, _who_plays(options, start.turn), seed, len(opening)), greeting


def _who_plays(options: argparse.Namespace, first: Color) -> dict[Color, str]:
    """Both players: against a person the engine, against a player a person, who begins if nothing is said."""
    given: dict[Color, str | None] = {color: getattr(options, side) for color, side in _SIDES.items()}
    if not any(given.values()):
        given[first] = HUMAN
    return {color: text or (_OPPONENT if _is_human(given[color.opponent]) else HUMAN) for color, text in given.items()}


def _is_human(text: str | None) -> bool:
    return text is not None and text.strip().casefold() == HUMAN


def _tables(directory: str, rules: Rules) -> Tablebase:
    """The endgame tables in a directory, which must be of the game's rules."""
    from draughts.tablebase import Tablebase

    tables = Tablebase.open(directory)
    tables.check_fit(rules)
    return tables


def _seats(options: argparse.Namespace, players: Mapping[Color, str], tablebase: Tablebase | None) -> Seats:
    """The players, as the options have them. A game adds its seed and nothing else; an engine plays in all games."""
    engines: dict[Color, Player | None] = {}

    def player(color: Color, side: str, seed: str) -> Player | None:
        if color not in engines:
            made = parse_player(
                players[color],
                seed,
                parameters=dict(getattr(options, f"{side}_param")),
                directory=getattr(options, f"{side}_dir"),
                tablebase=tablebase,
                resigns=options.resign,
            )
            if is_built_in(players[color]):
                return made
            engines[color] = made
        return engines[color]

    return lambda stored: {color: player(color, side, f"{stored.seed} {color.value}") for color, side in _SIDES.items()}


def _needed_again(options: argparse.Namespace) -> str:
    """The options without which a saved game cannot be resumed, or not in the same way."""
    words = []
    for side in _SIDES.values():
        player = getattr(options, side)
        if player is not None and not is_built_in(player):
            words += [f"--{side}", player]
            words += [
                word
                for name, value in getattr(options, f"{side}_param")
                for word in (f"--{side}-param", f"{name}={value}")
            ]
            if getattr(options, f"{side}_dir") is not None:
                words += [f"--{side}-dir", getattr(options, f"{side}_dir")]
    if options.time is not None:
        words += ["--time", f"{options.time:g}"]
    if options.tablebase is not None:
        words += ["--tablebase", options.tablebase]
    if options.resign:
        words += ["--resign"]
    return shlex.join(words)


def _ballot(text: str, seed: int) -> Ballot:
    if text == "random":
        return draw_ballot(seed)
    number = whole_number(text)
    if number is None:
        raise RulesError(f"--ballot takes the number of a three-move ballot, or random, not {text!r}")
    return ballot(number)


def _control(text: str) -> TimeControl:
    per_move = _PER_MOVE.fullmatch(text)
    if per_move is None:
        return TimeControl.from_text(text)
    return TimeControl(per_move=float(per_move[1]), expiry=Expiry.AUTO_MOVE if per_move[2] else Expiry.LOSS)


def _own_file(greeting: list[str]) -> Path | None:
    """Where a game is saved that nobody has named a file for; an unfinished one found there is kept."""
    path = storage.default_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _is_over(path):
            kept = path.with_name("previous-game.json")
            path.replace(kept)
            greeting.append(f"The unfinished game before this one is kept in {kept}")
    except OSError as error:
        greeting.append(f"The game is not saved ({error.strerror or error}); --save FILE says where")
        return None
    return path


def _is_over(path: Path) -> bool:
    try:
        return storage.load(path).game.is_over
    except DraughtsError:
        return False


def _parameter(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE")
    return name, value


def _seconds(text: str) -> float:
    if not _SECONDS.fullmatch(text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return float(text)


def _timer() -> Callable[[], float]:
    """Seconds since 1970 that only go forward."""
    start = time.time() - time.monotonic()
    return lambda: start + time.monotonic()
