"""A player that leaves every move to chance."""

from __future__ import annotations

import random

from draughts.errors import GameStateError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import Color, Goal, PieceType
from draughts.support.checks import as_seed, refuse

__all__ = ["RandomPlayer"]

_KING_VALUE = 2


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
    >>> from draughts.players import Limits, RandomPlayer
    >>> player = RandomPlayer(7)
    >>> player.name, player.choose(Game(), Limits()) == RandomPlayer(7).choose(Game(), Limits())
    ('random', True)
    """

    __slots__ = ("_seed",)

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = as_seed(seed)

    def choose(self, game: Game, limits: Limits = Limits()) -> Move:
        """One of the legal moves; the limits do not matter.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        if not isinstance(game, Game):
            refuse("a player is asked in a Game", game)
        moves = game.legal_moves
        if not moves:
            raise GameStateError("the game is over; there is no move to choose")
        return moves[random.Random(f"{self._seed} {game.ply} {game.board.fen}").randrange(len(moves))]

    def accepts_draw(self, game: Game) -> bool:
        """Whether its side is behind.

        Examples
        --------
        >>> from draughts import Board, Game
        >>> from draughts.players import RandomPlayer
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


def _material(board: Board, color: Color) -> int:
    return len(board.pieces(color)) + (_KING_VALUE - 1) * len(board.pieces(color, PieceType.KING))
