"""Players by name: what ``--white`` and ``--black`` of the command line take. A person at a terminal is no `Player`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from draughts.errors import PlayerError
from draughts.game.player import Player
from draughts.players.random_player import RandomPlayer
from draughts.support.checks import as_text, refuse

if TYPE_CHECKING:  # loads numpy
    from draughts.tablebase.tables import Tablebase

__all__ = ["HUMAN", "PlayerFactory", "is_built_in", "is_player_name", "parse_player", "register_player"]

#: The text for a person.
HUMAN = "human"

#: Makes a player from what follows the colon of its text (empty if nothing does) and a seed.
PlayerFactory = Callable[[str, int | str], Player]


def parse_player(
    text: str,
    seed: int | str = 0,
    *,
    parameters: Mapping[str, str] = MappingProxyType({}),
    directory: str | Path | None = None,
    tablebase: Tablebase | None = None,
    resigns: bool = False,
) -> Player | None:
    """The player that a text names: ``random``, ``engine``, ``engine:LEVEL``, ``hub:COMMAND``, or a registered one.

    Parameters
    ----------
    text : str
        The name; what follows a colon is for the player itself. ``hub:COMMAND`` will run a program: never pass a text
        from a file or from the network, unless `is_built_in`.
    seed : int or str
        For players that leave something to chance.
    parameters : mapping of str to str
        Values for the parameters of an engine that runs as a program of its own.
    directory : str or path, optional
        The folder in which such an engine runs.
    tablebase : Tablebase, optional
        Endgame tables for ``engine``; the other players do without.
    resigns : bool
        Whether ``engine`` gives up hopeless games; the other players never do.

    Returns
    -------
    Player or None
        None for ``human``.

    Raises
    ------
    PlayerError
        If nobody has this name, the player cannot play, or is no program that could have parameters or a folder.

    Examples
    --------
    >>> from draughts.players import parse_player
    >>> parse_player("random", 7), parse_player("human")
    (RandomPlayer(7), None)
    >>> parse_player("engine:3")
    EnginePlayer(3)
    >>> parse_player("engine:11")
    Traceback (most recent call last):
    draughts.errors.PlayerError: 'engine:11': there is no level '11'; levels are 1 to 10, easy, medium, hard
    """
    name, colon, argument = as_text(text, "a player").strip().partition(":")
    name, argument = name.strip().casefold(), argument.strip()
    if name != _HUB and (parameters or directory is not None):
        raise PlayerError(f"{text!r} is no engine that could be given parameters or a folder; 'hub:COMMAND' is one")
    if name == HUMAN and not colon:
        return None
    try:
        if name == _HUB:
            return _hub(argument, parameters, directory)
        factory = _FACTORIES.get(name)
        if factory is _engine:
            return _engine(argument, seed, tablebase, resigns=resigns)
        if factory is not None:
            return factory(argument, seed)
    except PlayerError as error:
        raise PlayerError(f"{text!r}: {error}") from None
    raise PlayerError(f"{text!r} is no player; players are {', '.join((HUMAN, *sorted([*_FACTORIES, _HUB])))}")


def is_player_name(text: str) -> bool:
    """Whether `parse_player` knows the word before the colon. Nothing is made or started.

    Examples
    --------
    >>> from draughts.players import is_player_name
    >>> is_player_name("hub:scan hub"), is_player_name("Human"), is_player_name("J. Drummond")
    (True, True, False)
    """
    return _word(text) in {HUMAN, _HUB, *_FACTORIES}


def is_built_in(text: str) -> bool:
    """Whether a text names a person or a player of this package: it then starts no program and opens nothing.

    Examples
    --------
    >>> from draughts.players import is_built_in
    >>> is_built_in("random"), is_built_in("hub:scan hub")
    (True, False)
    """
    word = _word(text)
    return word == HUMAN or (word in _OWN and _FACTORIES[word] is _OWN[word])


def _word(text: str) -> str:
    return as_text(text, "a player's name").partition(":")[0].strip().casefold()


def register_player(name: str, factory: PlayerFactory) -> None:
    """Let `parse_player`, and so ``draughts play``, know a player.

    Parameters
    ----------
    name : str
        The word before the colon. A name that is known already gets the new player.
    factory : callable
        Makes the player from the text behind the colon and a seed; it raises `PlayerError` if it cannot.

    Raises
    ------
    PlayerError
        If the name is ``human`` or ``hub``, or no plain word.
    """
    if not callable(factory):
        refuse("a factory of players is callable", factory)
    as_text(name, "a player's name")
    if name in (HUMAN, _HUB) or not name.replace("-", "").isalnum() or name != name.casefold():
        raise PlayerError(
            f"a player cannot be called {name!r}; a name is a word in small letters other than human and hub"
        )
    _FACTORIES[name] = factory


def _random(argument: str, seed: int | str) -> Player:
    if argument:
        raise PlayerError("random takes no level")
    return RandomPlayer(seed)


def _engine(argument: str, seed: int | str, tablebase: Tablebase | None = None, *, resigns: bool = False) -> Player:
    from draughts.players.engine_player import EnginePlayer  # loads numba

    try:
        return EnginePlayer(argument or None, seed=seed, tablebase=tablebase, resigns=resigns)
    except ValueError as error:
        raise PlayerError(str(error)) from None


def _hub(command: str, parameters: Mapping[str, str], directory: str | Path | None) -> Player:
    from draughts.hub.player import HubPlayer  # loads asyncio

    if not command:
        raise PlayerError("the command that starts the engine comes after the colon, as in 'hub:scan hub'")
    return HubPlayer(command, parameters=parameters, directory=directory)


_HUB = "hub"
#: Players of this package. A program may register others under their names.
_OWN: Mapping[str, PlayerFactory] = MappingProxyType({"random": _random, "engine": _engine})
_FACTORIES = dict(_OWN)
