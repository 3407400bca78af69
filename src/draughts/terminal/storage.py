"""Games on disk: one file a game, replaced as a whole, so that a process may die at any moment.

A file that ends in ``.pdn`` is PDN; any other is JSON with the saved game and who plays it. Who plays is a text here
and nothing more: a file can name a program, but only the command line can start one.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from draughts.errors import RulesError, SavedGameError
from draughts.game.game import Game
from draughts.game.saved_game import read_text
from draughts.pdn import loads
from draughts.players import HUMAN, is_player_name
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.rules import Color
from draughts.support.files import replace_file

__all__ = ["StoredGame", "default_file", "load", "next_file", "record_file", "store"]

_FORMAT = "draughts-play"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game, and what else is needed to go on with it.

    Attributes
    ----------
    game : Game
        The game.
    players : mapping of Color to str
        Who plays, as texts for `parse_player`. If the game was loaded, they are what the file says.
    seed : int
        The seed of players that leave something to chance.
    opening : int
        Plies at the beginning that nobody chose.
    at : float or None
        When the file was written, on the clock of the game's timestamps.
    """

    game: Game
    players: Mapping[Color, str] = field(default_factory=lambda: dict.fromkeys(Color, HUMAN))
    seed: int = 0
    opening: int = 0
    at: float | None = None


@dataclass(frozen=True, slots=True)
class _Players:
    """Who plays which side."""

    B: str
    W: str


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a file says beside the game."""

    players: _Players
    seed: int
    opening: int
    at: float | None


def default_file() -> Path:
    """Where games are saved if nobody says where."""
    return _state_folder() / "last-game.json"


def record_file() -> Path:
    """Where the record of won, lost and drawn games is kept."""
    return _state_folder() / "record.json"


def next_file(path: Path) -> Path:
    """Where the game after a finished one is saved: in the same file if nobody has chosen it, else in one beside it."""
    if path == default_file():
        return path
    names = (f"{path.stem}-{number}{path.suffix}" for number in count(2))
    return next(free for name in names if not (free := path.with_name(name)).exists())


def _state_folder() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "draughts"


def store(path: Path, stored: StoredGame) -> None:
    """Write a game; whatever happens, the file is the old one or the new one as a whole.

    Raises
    ------
    OSError
        If it cannot be written; the old file is still there.
    """
    replace_file(path, _pdn(stored) if _is_pdn(path) else _json(stored))


def load(path: Path) -> StoredGame:
    """Read a game that `store`, `Game.to_json` or any program that writes PDN has written.

    Raises
    ------
    SavedGameError, PdnError
        If the file is damaged; the message says what is wrong.
    OSError
        If it cannot be read.
    """
    content = path.read_bytes()
    if _is_pdn(path):
        return _from_pdn(content)
    try:
        data = read_text(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise SavedGameError("this is no saved game: it is not UTF-8 text") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        return StoredGame(Game.from_dict(data))
    return _from_dict(data)


def _is_pdn(path: Path) -> bool:
    return path.suffix.lower() == ".pdn"


def _pdn(stored: StoredGame) -> str:
    return stored.game.to_pdn(White=stored.players[Color.WHITE], Black=stored.players[Color.BLACK])


def _json(stored: StoredGame) -> str:
    players = _Players(stored.players[Color.BLACK], stored.players[Color.WHITE])
    around = _Surroundings(players, stored.seed, stored.opening, stored.at)
    data = {"format": _FORMAT, "version": _VERSION, **to_plain(around), "game": stored.game.to_dict()}
    return json.dumps(data, indent=1) + "\n"


def _from_pdn(content: bytes) -> StoredGame:
    """A game of any program. Players that nobody here knows are people."""
    game = Game.from_pdn(content)
    (record,) = (record for record in loads(content) if record.tags or record.moves or record.result)
    names = {color: record.tag(str(color)) or HUMAN for color in Color}
    return StoredGame(game, {color: name if is_player_name(name) else HUMAN for color, name in names.items()})


def _from_dict(data: dict[str, object]) -> StoredGame:
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise SavedGameError(f"version must be a whole number from 1, not {version!r}")
    if version > _VERSION:
        raise SavedGameError(f"version {version} was written by a later version of this package")
    game = Game.from_dict(data.get("game"))
    beside = {key: value for key, value in data.items() if key not in ("format", "version", "game")}
    try:
        around: _Surroundings = from_plain(_Surroundings, beside, "the file")
    except RulesError as error:
        raise SavedGameError(str(error)) from None
    if not 0 <= around.opening <= game.ply:
        raise SavedGameError(f"opening must be 0 to {game.ply}, not {around.opening}")
    players = {Color.BLACK: around.players.B, Color.WHITE: around.players.W}
    return StoredGame(game, players, around.seed, around.opening, around.at)
