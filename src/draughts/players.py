"""Who chooses the moves: the seam between a game and a program that plays. A person at a terminal is no `Player`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from draughts.board import Board
from draughts.errors import DraughtsError, GameStateError
from draughts.game import Game
from draughts.move import Move
from draughts.rules import Color, Goal, PieceType

__all__ = ["Limits", "Player", "PlayerError", "PlayerFactory", "RandomPlayer", "parse_player", "register_player"]

_KING_VALUE = 2


class PlayerError(DraughtsError, ValueError):
    """A text that names no player, or one that cannot play here."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think about one move. What is None is not limited.

    Attributes
    ----------
    seconds : float or None
        Time.
    depth : int or None
        Plies looked ahead.
    nodes : int or None
        Positions looked at.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


@runtime_checkable
class Player(Protocol):
    """Whatever can play: a name, a move when asked, an answer to a draw offer.

    Nothing need be inherited. A player gets the game itself and leaves it as it is; what it wants to try out it tries
    on `Game.copy` or on boards.

    Examples
    --------
    >>> from draughts import Game
    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game, limits):
    ...         return game.legal_moves[0]
    ...
    ...     def accepts_draw(self, game):
    ...         return False
    >>> isinstance(First(), Player)
    True
    >>> First().choose(Game(), Limits())
    Move(9-13)
    """

    @property
    def name(self) -> str:
        """What the player is called."""

    def choose(self, game: Game, limits: Limits) -> Move:
        """One of ``game.legal_moves``, for the side to move. Only asked while the game goes on."""

    def accepts_draw(self, game: Game) -> bool:
        """Whether to accept the offer that ``game.offer.opponent`` has to answer. Asked before the next move."""


class RandomPlayer:
    """Any legal move, each as likely as the others. A move depends on the seed and the position in the game only.

    Parameters
    ----------
    seed : int or str
        Two players with the same seed play the same game, on every machine, also after a move was taken back or the
        game was saved and resumed.

    Notes
    -----
    A draw offer is accepted if its own side is behind, men counting one and kings two, and refused if it is level or
    ahead. In giveaway games the side with more is behind.

    Examples
    --------
    >>> from draughts import Game
    >>> player = RandomPlayer(7)
    >>> player.name, player.choose(Game(), Limits()) == RandomPlayer(7).choose(Game(), Limits())
    ('random', True)
    """

    __slots__ = ("_seed",)

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed

    def choose(self, game: Game, limits: Limits = Limits()) -> Move:
        """One of the legal moves; the limits do not matter.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        moves = game.legal_moves
        if not moves:
            raise GameStateError("the game is over; there is no move to choose")
        return moves[random.Random(f"{self._seed} {game.ply} {game.board.fen}").randrange(len(moves))]

    def accepts_draw(self, game: Game) -> bool:
        """Whether its side is behind.

        Examples
        --------
        >>> from draughts import Board, Game
        >>> game = Game(start=Board.from_fen("B:W22,K30:B1"))
        >>> game.offer_draw()
        >>> RandomPlayer().accepts_draw(game)
        False
        """
        color = game.turn if game.offer is None else game.offer.opponent
        balance = _material(game.board, color) - _material(game.board, color.opponent)
        return balance > 0 if game.rules.goal is Goal.BE_BLOCKED else balance < 0

    def __repr__(self) -> str:
        return f"RandomPlayer({self._seed!r})"


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
    draughts.players.PlayerError: 'engine:3': there is no engine yet; random can play instead
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
    from draughts.hub.player import HubPlayer

    if not argument:
        raise PlayerError("the command that starts the engine comes after the colon, as in 'hub:scan hub'")
    return HubPlayer(argument)


_FACTORIES: dict[str, PlayerFactory] = {"random": _random, "engine": _engine, "hub": _hub}


def _material(board: Board, color: Color) -> int:
    return len(board.pieces(color)) + (_KING_VALUE - 1) * len(board.pieces(color, PieceType.KING))
