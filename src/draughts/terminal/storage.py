"""Games on disk: one file a game, replaced as a whole, so that a process may die at any moment.

A file that ends in ``.pdn`` is PDN; any other is JSON with the saved game and who plays it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from draughts.errors import PlayerError, SavedGameError
from draughts.game.game import Game
from draughts.game.saved import read_text
from draughts.pdn import loads
from draughts.players import parse_player
from draughts.rules.rules import Color
from draughts.support.files import replace_file

__all__ = ["StoredGame", "default_file", "load", "store"]

_FORMAT = "draughts-play"
_VERSION = 1
_HUMAN = "human"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game, and what else is needed to go on with it.

    Attributes
    ----------
    game : Game
        The game.
    players : mapping of Color to str
        Who plays, as texts for `parse_player`.
    seed : int
        The seed of players that leave something to chance.
    opening : int
        Plies at the beginning that nobody chose.
    at : float or None
        When the file was written, on the clock of the game's timestamps.
    """

    game: Game
    players: Mapping[Color, str] = field(default_factory=lambda: dict.fromkeys(Color, _HUMAN))
    seed: int = 0
    opening: int = 0
    at: float | None = None


def default_file() -> Path:
    """Where games are saved if nobody says where."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "draughts" / "last-game.json"


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
    data = {
        "format": _FORMAT,
        "version": _VERSION,
        "players": {color.value: stored.players[color] for color in Color},
        "seed": stored.seed,
        "opening": stored.opening,
        "at": stored.at,
        "game": stored.game.to_dict(),
    }
    return json.dumps(data, indent=1) + "\n"


def _from_pdn(content: bytes) -> StoredGame:
    """A game of any program. Players that nobody here knows are people."""
    game = Game.from_pdn(content)
    (record,) = (record for record in loads(content) if record.tags or record.moves or record.result)
    return StoredGame(game, {color: _known(record.tag(str(color))) for color in Color})


def _known(name: str | None) -> str:
    try:
        parse_player(name or _HUMAN)
    except PlayerError:
        return _HUMAN
    return name or _HUMAN


def _from_dict(data: dict[str, object]) -> StoredGame:
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise SavedGameError(f"version must be a whole number from 1, not {version!r}")
    if version > _VERSION:
        raise SavedGameError(f"version {version} was written by a later version of this package")
    players, seed, opening, at = (data.get(key) for key in ("players", "seed", "opening", "at"))
    if not isinstance(players, dict) or not all(isinstance(players.get(color.value), str) for color in Color):
        raise SavedGameError(f"players must name Black ('B') and White ('W'), not {players!r}")
    if type(seed) is not int or type(opening) is not int:
        raise SavedGameError(f"seed and opening must be whole numbers, not {seed!r} and {opening!r}")
    if at is not None and (isinstance(at, bool) or not isinstance(at, int | float)):
        raise SavedGameError(f"at must be null or a number of seconds, not {at!r}")
    game = Game.from_dict(data.get("game"))
    if not 0 <= opening <= game.ply:
        raise SavedGameError(f"opening must be 0 to {game.ply}, not {opening}")
    return StoredGame(game, {color: players[color.value] for color in Color}, seed, opening, at)
