"""Who chooses the moves: the seam between a game and a program that plays it."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, runtime_checkable

from draughts.game.clocks import Clock
from draughts.game.game import Game
from draughts.position.move import Move
from draughts.rules.readings import as_color
from draughts.rules.rules import Color
from draughts.support.checks import refuse

__all__ = ["Decision", "Limits", "Negotiator", "Player", "Stoppable", "abandon", "decide"]

#: In how many moves a clock is used up that has no number of moves, and the most of it that one move may take.
_MOVES_LEFT = 30
_MOST_OF_CLOCK = 0.9


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think about one move. What is None is not limited.

    Attributes
    ----------
    seconds : float or None
        Time for this move.
    depth : int or None
        Plies looked ahead, at least 1.
    nodes : int or None
        Positions looked at, at least 1.
    remaining : float or None
        Seconds left on the player's clock: when they have passed, the game is lost.
    increment : float
        Seconds that the clock gains by every move.
    moves_to_go : int or None
        Moves, this one included, that `remaining` must last for; None for the rest of the game.

    Raises
    ------
    TypeError
        If one of them is no number, or a number that should be whole is not.
    ValueError
        If one is too small or not finite; or if there is an increment or a number of moves, but no clock.

    Examples
    --------
    >>> from draughts.players import Limits
    >>> Limits(remaining=60, increment=2).budget, Limits(seconds=0.5, remaining=60).budget, Limits(depth=9).budget
    (4.0, 0.5, None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    remaining: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "moves_to_go"):
            _check_count(name, getattr(self, name))
        for name in ("seconds", "remaining", "increment"):
            _check_seconds(name, getattr(self, name))
        if self.remaining is None and (self.increment or self.moves_to_go is not None):
            raise ValueError("increment and moves_to_go say something about a clock: remaining must be given, too")

    @classmethod
    def of_clock(cls, clock: Clock, color: Color, at: float | None = None) -> Self:
        """The time that a clock leaves to a player.

        Parameters
        ----------
        clock : Clock
            The clock of the game.
        color : Color
            The player.
        at : float, optional
            The present, while the clock is running.

        Examples
        --------
        >>> from draughts import Clock, Color
        >>> from draughts.players import Limits
        >>> from draughts.rules.time_control import TimeControl
        >>> clock = Clock.new(TimeControl.from_text("40/7200+5"), Color.WHITE)
        >>> limits = Limits.of_clock(clock, Color.WHITE)
        >>> limits.remaining, limits.increment, limits.moves_to_go
        (7200.0, 5.0, 40)

        With so many seconds for each move, some are kept back:

        >>> Limits.of_clock(Clock.new(TimeControl(per_move=40), Color.WHITE), Color.WHITE)
        Limits(seconds=36.0, depth=None, nodes=None, remaining=None, increment=0.0, moves_to_go=None)
        """
        if not isinstance(clock, Clock):
            refuse("limits are read off a Clock", clock)
        color = as_color(color)
        seconds = None if clock.control.per_move is None else clock.remaining(color, at) * _MOST_OF_CLOCK
        period = clock.period(color)
        if period is None:
            return cls(seconds)
        bank = clock.bank(color, at)
        return cls(seconds, remaining=bank, increment=period.increment, moves_to_go=clock.moves_to_go(color))

    @property
    def budget(self) -> float | None:
        """Seconds that a player without a plan of its own should take for this move; None without a limit of time.

        They are `seconds`, or less if the clock says so: then a share of what is left, with the increment, and never
        nearly all of it.
        """
        if self.remaining is None:
            return self.seconds
        share = self.remaining / (self.moves_to_go or _MOVES_LEFT) + self.increment
        share = min(share, self.remaining * _MOST_OF_CLOCK)
        return share if self.seconds is None else min(share, self.seconds)


def _check_count(name: str, value: object) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number or None, not {value!r}")
    if int(value) < 1:
        raise ValueError(f"{name} must be at least 1 or None, not {value!r}")


def _check_seconds(name: str, value: object) -> None:
    if value is None and name != "increment":
        return
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number of seconds, not {value!r}")
    if not 0 <= float(value) < math.inf:
        raise ValueError(f"{name} must be a finite number of seconds, 0 or more, not {value!r}")


@runtime_checkable
class Player(Protocol):
    """Whatever can play: a name, a move when asked, an answer to a draw offer.

    Nothing need be inherited. A player gets the game itself and leaves it as it is; what it wants to try out it tries
    on `Game.copy` or on boards.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.players import Limits, Player
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


@runtime_checkable
class Negotiator(Player, Protocol):
    """A player that may offer a draw or give up. It is asked when it has chosen a move, before that is made."""

    def resigns(self, game: Game) -> bool:
        """Whether the side to move gives up instead of making its move."""

    def offers_draw(self, game: Game) -> bool:
        """Whether the side to move offers a draw with its move."""


@runtime_checkable
class Stoppable(Protocol):
    """A player that need not be waited for."""

    def kill(self) -> None:
        """Stop thinking at once, from another thread; the answer no longer matters, and the next question may come."""


def abandon(player: Player | None) -> None:
    """Let a player stop whose answer nobody waits for any longer, if it can. It may be asked again."""
    if isinstance(player, Stoppable):
        player.kill()


class Decision(NamedTuple):
    """What a player does in its turn.

    Attributes
    ----------
    move : Move or None
        The move that it makes; None if the game ends instead.
    accepts_draw : bool
        Whether it takes the draw that the other side has offered.
    resigns : bool
        Whether it gives up.
    offers_draw : bool
        Whether it offers a draw with the move.
    """

    move: Move | None
    accepts_draw: bool = False
    resigns: bool = False
    offers_draw: bool = False

    def carry_out(self, game: Game, at: float | None = None) -> None:
        """Do it in a game; `at` is the timestamp, if the game has a clock that runs."""
        if self.accepts_draw:
            game.accept_draw(game.turn)
        elif self.move is None:
            game.resign(game.turn)
        else:
            game.push(self.move, at=at, offer_draw=self.offers_draw)


def decide(player: Player, game: Game, limits: Limits) -> Decision:
    """Ask a player what it does in its turn: about an open draw offer, for its move, and what a `Negotiator` does.

    A draw is offered only where the rules allow it and the move does not end the game.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.players import Limits, RandomPlayer, decide
    >>> game = Game()
    >>> decide(RandomPlayer(7), game, Limits()).carry_out(game)
    >>> game.ply
    1
    """
    if not isinstance(player, Player):
        refuse("who decides is a Player, with a name, choose and accepts_draw", player)
    if not isinstance(game, Game):
        refuse("a player is asked in a Game", game)
    if not isinstance(limits, Limits):
        refuse("what limits a player are Limits", limits)
    if game.offer is game.turn.opponent and player.accepts_draw(game):
        return Decision(None, accepts_draw=True)
    move = player.choose(game, limits)
    if not isinstance(player, Negotiator):
        return Decision(move)
    if player.resigns(game):
        return Decision(None, resigns=True)
    is_offered = game.may_offer_draw and player.offers_draw(game) and not _ends(game, move)
    return Decision(move, offers_draw=is_offered)


def _ends(game: Game, move: Move) -> bool:
    """Whether a move ends the game."""
    after = Game(start=game.boards[0], is_timed=False)
    for each in (*game.moves, move):
        after.push(each)
    return after.is_over
