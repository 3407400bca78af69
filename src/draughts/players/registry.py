"""Players by name: what ``--white`` and ``--black`` of the command line take. A person at a terminal is no `Player`."""

from __future__ import annotations

from collections.abc import Callable

from draughts.errors import PlayerError
from draughts.game.player import Player
from draughts.players.random_player import RandomPlayer

__all__ = ["PlayerFactory", "parse_player", "register_player"]

#: Makes a player from what follows the colon of its text (empty if nothing does) and a seed.
PlayerFactory = Callable[[str, int | str], Player]


def parse_player(text: str, seed: int | str = 0) -> Player | None:
    """The player that a text names: ``random``, ``engine:LEVEL``, ``hub:COMMAND``, or a name of `register_player`.

    Parameters
    ----------
    text : str
        The name; what follows a colon is for the player itself.
    seed : int or str
        For players that leave something to chance.

    Returns
    -------
    Player or None
        None for ``human``.

    Raises
    ------
    PlayerError
        If nobody has this name, or the player cannot play.

    Examples
    --------
    >>> parse_player("random", 7), parse_player("human")
    (RandomPlayer(7), None)
    >>> parse_player("engine:3")
    Traceback (most recent call last):
    draughts.errors.PlayerError: 'engine:3': there is no engine yet; random can play instead
    """
    name, colon, argument = text.strip().partition(":")
    name = name.strip().casefold()
    if name == "human" and not colon:
        return None
    factory = _FACTORIES.get(name)
    if factory is None:
        known = ", ".join(("human", *sorted(_FACTORIES)))
        raise PlayerError(f"{text!r} is no player; players are {known}")
    try:
        return factory(argument.strip(), seed)
    except PlayerError as error:
        raise PlayerError(f"{text!r}: {error}") from None


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
        If the name is ``human``, or no plain word.
    """
    if name == "human" or not name.replace("-", "").isalnum() or name != name.casefold():
        raise PlayerError(f"a player cannot be called {name!r}; a name is a word in small letters other than 'human'")
    _FACTORIES[name] = factory


def _random(argument: str, seed: int | str) -> Player:
    if argument:
        raise PlayerError("random takes no level")
    return RandomPlayer(seed)


def _engine(argument: str, seed: int | str) -> Player:
    raise PlayerError("there is no engine yet; random can play instead")


def _hub(argument: str, seed: int | str) -> Player:
    from draughts.hub.player import HubPlayer  # loads asyncio

    if not argument:
        raise PlayerError("the command that starts the engine comes after the colon, as in 'hub:scan hub'")
    return HubPlayer(argument)


_FACTORIES: dict[str, PlayerFactory] = {"random": _random, "engine": _engine, "hub": _hub}
