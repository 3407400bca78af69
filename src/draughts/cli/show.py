"""``draughts show``: a position or a game as a diagram, a picture or a page."""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from draughts import pdn, svg
from draughts.cli._rules import add_rules_option
from draughts.cli._terminal import complain, write_output
from draughts.errors import DraughtsError, FenError, PdnError
from draughts.pdn import GameRecord
from draughts.pdn.encoding import PathOrFile
from draughts.position.board import Board
from draughts.position.diagram import draw
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import get_rules
from draughts.rules.rules import Color, Rules
from draughts.support.files import replace_file
from draughts.support.printable import printable
from draughts.svg import Coordinates, Frame
from draughts.svg.words import title
from draughts.viewer.collection import collection
from draughts.viewer.facts import about, heading
from draughts.viewer.lines import Lines, replay_lines
from draughts.viewer.page import page_of

__all__ = ["add_parser", "run"]

_COORDINATES = {
    "none": Coordinates.NONE,
    "numbers": Coordinates.NUMBERS,
    "edge-numbers": Coordinates.EDGE_NUMBERS,
    "algebraic": Coordinates.ALGEBRAIC,
    "both": Coordinates.NUMBERS | Coordinates.ALGEBRAIC,
}
_LARGEST = 16384
_NO_SVG = frozenset({".gif", ".html", ".jpeg", ".jpg", ".pdf", ".png", ".webp"})

_EPILOG = """\
WHAT is a file if one of that name exists, or -, which is standard input; otherwise it is a FEN. OUT may be - for
standard output. A file that exists is replaced, as a whole and only once the new one is complete.

If OUT of --html is a folder, or ends in /, every game of the file gets a page in it, and index.html lists them.

PNG needs an optional package: pip install 'bitdraughts[png]'

exit codes: 0 fine, 1 a game has a fault (it is shown as far as it is right) or the file cannot be read, 2 wrong usage

examples:
  draughts show W:W21,K30:B1
  draughts show W:Wc3,Ke5:Bd6 --variant russian --svg position.svg
  draughts show games.pdn --game 3 --at 24 --flip --png position.png --size 800
  draughts show games.pdn --strip --svg game.svg
  draughts show games.pdn --html game.html
  draughts show games.pdn --html games/
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "show",
        help="show a position or a game",
        description="Show a position, or a game of a PDN file: as text, SVG or PNG, or as a web page to play through.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", metavar="WHAT", help="a PDN file, - or a FEN")
    parser.add_argument("--variant", metavar="V", help="name, alias or GameType (default: what the game says)")
    parser.add_argument("--game", metavar="N", type=int, help="which game of the file (default: 1)")
    parser.add_argument("--at", metavar="PLY", type=int, help="the position after this ply (default: the last one)")
    parser.add_argument("--encoding", metavar="E", help="of lines that are not UTF-8 (default: detected)")
    parser.add_argument("--svg", metavar="OUT", help="write a picture")
    parser.add_argument("--png", metavar="OUT", help="write a picture")
    parser.add_argument(
        "--html", metavar="OUT", help="write a page to play through the game, which begins --at PLY, or 0; see above"
    )
    parser.add_argument("--strip", action="store_true", help="all positions of the game in one picture")
    parser.add_argument("--flip", action="store_true", help="with Black at the bottom")
    parser.add_argument("--coordinates", choices=_COORDINATES, help="default: what the variant's players are used to")
    parser.add_argument("--theme", choices=svg.THEMES, default="wood", help="default: %(default)s")
    parser.add_argument("--size", metavar="PX", type=int, help="the width of a picture")
    add_rules_option(parser)
    parser.set_defaults(run=run)


class _Shown(NamedTuple):
    """A position, and the game that it is from with the index of the position."""

    frame: Frame
    lines: Lines | None = None
    ply: int = 0


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    source = _source(options.what)
    _check(options, is_file=source is not None)
    rules = None if options.variant is None else get_rules(options.variant)
    try:
        if source is not None and _is_folder(options.html):
            return _collection(source, options, rules)
    except OSError as error:
        return _fail(f"{options.what}: {error.strerror or error}", 1)
    if source is None:
        return _output(options, _Shown(Frame(_read_fen(options.what, rules or AMERICAN))))
    try:
        record = _record(source, options)
    except OSError as error:
        return _fail(f"{options.what}: {error.strerror or error}", 1)
    try:
        lines = replay_lines(record, rules)
    except PdnError as error:
        return _fail(f"{options.what}: {error}", 1)
    faults = [f"{options.what}: {fault}" for fault in lines.faults]
    ply = _ply(lines, options.at)
    if ply is None:
        return _fail("\n".join(faults), 1)
    code = _output(options, _Shown(_frames(lines)[ply], lines, ply))
    return _fail("\n".join(faults), 1) if faults and code == 0 else code


def _is_folder(name: str | None) -> bool:
    return name is not None and name != "-" and (name.endswith(("/", os.sep)) or Path(name).is_dir())


def _collection(source: PathOrFile, options: argparse.Namespace, rules: Rules | None) -> int:
    """A page for each game, and their index; the exit code."""
    folder, code = Path(options.html), 0
    pages = collection(
        _games(source, options),
        rules,
        title="Games" if options.what == "-" else Path(options.what).name,
        orientation=_orientation(options),
        coordinates=_coordinates(options),
        theme=options.theme,
    )
    for page in pages:
        try:
            folder.mkdir(exist_ok=True)
            replace_file(folder / page.name, page.content)
        except OSError as error:
            return _fail(f"cannot write to {folder / page.name}: {error.strerror or error}", 2)
        for fault in page.faults:
            code = _fail(f"{options.what}: {fault}", 1)
    return code


def _games(source: PathOrFile, options: argparse.Namespace) -> Iterator[GameRecord]:
    try:
        yield from pdn.read(source, encoding=options.encoding)
    except ValueError as error:  # no such encoding
        raise DraughtsError(str(error)) from None


def _fail(message: str, code: int) -> int:
    complain("show", message)
    return code


# What is shown


def _source(what: str) -> PathOrFile | None:
    """The file; None if there is no such file."""
    if what == "-":
        return getattr(sys.stdin, "buffer", sys.stdin)
    try:
        return Path(what) if Path(what).exists() else None
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return None


def _check(options: argparse.Namespace, *, is_file: bool) -> None:
    """Refuse options that make no sense together."""
    if not is_file:
        for name in ("game", "at", "html", "strip", "encoding"):
            given = getattr(options, name)
            if given is not None and given is not False:
                raise DraughtsError(f"--{name} is about games, and there is no file {options.what!r}")
    if options.strip and not (options.svg or options.png):
        raise DraughtsError("--strip needs --svg or --png")
    if options.strip and options.at is not None:
        raise DraughtsError("--strip shows every position, so there can be no --at")
    if options.png is not None and Path(options.png).suffix.lower() not in ("", ".png"):
        raise DraughtsError(f"--png writes PNG, so {options.png!r} should end in .png")
    if options.svg is not None and Path(options.svg).suffix.lower() in _NO_SVG:
        raise DraughtsError(f"--svg writes SVG, so {options.svg!r} should end in .svg")
    if _is_folder(options.html):
        for name in ("game", "at", "svg", "png"):
            if getattr(options, name) is not None:
                raise DraughtsError(f"--html {options.html} is about all games, so there can be no --{name}")
    if options.size is not None and not 1 <= options.size <= _LARGEST:
        raise DraughtsError(f"--size must be from 1 to {_LARGEST} pixels, not {options.size}")
    names = [name for name in (options.svg, options.png, options.html) if name is not None]
    if len(set(names)) < len(names):
        raise DraughtsError("each output needs a name of its own")
    for name in names:
        if is_file and "-" not in (name, options.what) and Path(name).exists() and Path(name).samefile(options.what):
            raise DraughtsError(f"{name} is the file that is shown; it is not overwritten")


def _read_fen(text: str, rules: Rules) -> Board:
    try:
        return Board.from_fen(text, rules)
    except FenError as error:
        faults = "; ".join(error.faults)
        if _looks_like_a_file(text):
            raise DraughtsError(f"there is no file {text!r}") from None
        raise DraughtsError(f"{text!r} is no file that exists, and no FEN of {rules.name} rules: {faults}") from None


def _looks_like_a_file(text: str) -> bool:
    return text.endswith((".pdn", ".PDN", ".txt", ".gz")) or (":" not in text and any(sign in text for sign in "./\\"))


def _record(source: PathOrFile, options: argparse.Namespace) -> GameRecord:
    number = 1 if options.game is None else options.game
    if number < 1:
        raise DraughtsError(f"--game must be at least 1, not {number}")
    records = _games(source, options)
    last = deque(enumerate(islice(records, number), 1), maxlen=1)
    count, record = last[0] if last else (0, GameRecord())
    if count < number:
        games = "there is no game in it" if not count else f"there is no game {number}; the last one is {count}"
        raise DraughtsError(f"{options.what}: {games}")
    if options.html is not None and options.game is None and next(records, None) is not None:
        complain("show", f"{options.what}: there are more games than the first one; --html FOLDER/ makes pages of all")
    return record


def _ply(lines: Lines, at: int | None) -> int | None:
    """The ply to show; None if the game goes wrong before it."""
    last = len(lines.main) - 1
    if at is None:
        return last
    if at < 0:
        raise DraughtsError(f"--at must be at least 0, not {at}")
    if at <= last:
        return at
    if lines.faults:
        return None
    raise DraughtsError(f"--at {at}: the game has {last} {'ply' if last == 1 else 'plies'} that can be shown")


def _frames(lines: Lines) -> list[Frame]:
    return [Frame(lines.nodes[node].board, lines.nodes[node].move, lines.label(node)) for node in lines.main]


# How it is shown


def _output(options: argparse.Namespace, shown: _Shown) -> int:
    """Write what was asked for; the exit code."""
    wanted = [name for name in (options.svg, options.png, options.html) if name is not None]
    if not wanted:
        print("\n".join(_text(options, shown)))
        return 0
    for name, content in _contents(options, shown):
        try:
            write_output(name, content)
        except OSError as error:
            return _fail(f"cannot write to {name}: {error.strerror or error}", 2)
    return 0


def _contents(options: argparse.Namespace, shown: _Shown) -> Iterator[tuple[str, str | bytes]]:
    """The outputs with their names."""
    orientation, coordinates = _orientation(options), _coordinates(options)
    if options.svg is not None or options.png is not None:
        if options.strip:
            assert shown.lines is not None
            picture = svg.strip(
                _frames(shown.lines),
                orientation=orientation,
                coordinates=coordinates or Coordinates.NONE,
                theme=options.theme,
                size=options.size,
            )
        else:
            picture = svg.board(
                shown.frame.board,
                orientation=orientation,
                last_move=shown.frame.last_move,
                coordinates=coordinates,
                theme=options.theme,
                size=options.size,
            )
        if options.svg is not None:
            yield options.svg, picture + "\n"
        if options.png is not None:
            yield options.png, svg.to_png(picture)
    if options.html is not None:
        assert shown.lines is not None
        ply = shown.ply if options.at is not None else 0
        yield (
            options.html,
            page_of(shown.lines, ply=ply, orientation=orientation, coordinates=coordinates, theme=options.theme),
        )


def _text(options: argparse.Namespace, shown: _Shown) -> Iterator[str]:
    """A diagram with what there is to say about it."""
    board, lines = shown.frame.board, shown.lines
    if lines is None:
        yield title(board)
    else:
        yield printable(heading(lines))
        yield printable(about(lines))
        side = board.rules.side_name(board.winner or board.turn)
        told = f"{side} to move." if board.winner is None else f"{side} has won."
        yield f"{shown.frame.caption} (ply {shown.ply} of {len(lines.main) - 1}). {told}"
    pieces = {square: piece for square in board.rules.geometry.numbers if (piece := board[square]) is not None}
    coordinates = _coordinates(options)
    if coordinates is None:
        coordinates = Coordinates.of(board.rules)
    yield draw(board.rules.geometry, pieces, numbers=Coordinates.NUMBERS in coordinates, flipped=options.flip)
    yield board.fen


def _orientation(options: argparse.Namespace) -> Color:
    return Color.BLACK if options.flip else Color.WHITE


def _coordinates(options: argparse.Namespace) -> Coordinates | None:
    return None if options.coordinates is None else _COORDINATES[options.coordinates]
