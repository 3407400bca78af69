"""Games between two players, ended where the result is clear."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from draughts.engine.engine import Engine
from draughts.errors import DraughtsError, PlayerError
from draughts.game.game import Game
from draughts.game.player import Limits, Player, decide
from draughts.rules.readings import as_rules
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_whole, refuse
from draughts.tablebase.draw_rules import is_cut_short
from draughts.tablebase.tables import Tablebase

__all__ = ["Adjudicator", "play_out"]

#: Positions that are looked at to see how far a side is ahead, and plies in a row for which it must be.
_NODES = 20_000
_AGREEING = 8
_HASH_MB = 4


class _Verdict(NamedTuple):
    winner: Color | None
    why: str


class Adjudicator:
    """Ends games whose result is clear, for whoever plays.

    Parameters
    ----------
    rules : Rules
        The variant.
    plies : int
        After so many a game is drawn.
    lead : int, optional
        A side has won that is ahead by so many hundredths of a man for eight plies in a row, as a search of 20,000
        positions sees it. Without it no game is won so.
    tablebase : Tablebase, optional
        Positions that it knows end as it says, unless a draw rule would come first.

    Examples
    --------
    >>> from draughts import AMERICAN, Board, Game
    >>> from draughts.match import Adjudicator
    >>> judge = Adjudicator(AMERICAN, plies=2)
    >>> game = Game()
    >>> [judge.ends(game), game.push("11-15"), judge.ends(game), game.push("23-19"), judge.ends(game)]
    [False, Move(11-15), False, Move(23-19), True]
    >>> game.result.describe()
    'drawn by adjudication (2 plies were played)'
    """

    def __init__(
        self, rules: Rules, *, plies: int = 300, lead: int | None = None, tablebase: Tablebase | None = None
    ) -> None:
        rules = as_rules(rules)
        self._plies = as_whole(plies, "plies", least=1)
        self._lead = None if lead is None else as_whole(lead, "lead", least=1)
        self._engine = None if lead is None else Engine(rules, hash_mb=_HASH_MB)
        if tablebase is not None:
            tablebase.check_fit(rules)
        self._tablebase = tablebase
        self._ahead: Color | None = None
        self._since = 0

    def ends(self, game: Game) -> bool:
        """End a game if its result is clear, and say so. Ask it after every ply, of one game after another."""
        if game.is_over:
            return False
        verdict = self._by_tables(game) or self._by_lead(game) or self._by_length(game)
        if verdict is None:
            return False
        game.adjudicate(verdict.winner, verdict.why)
        return True

    def _by_length(self, game: Game) -> _Verdict | None:
        return _Verdict(None, f"{game.ply} plies were played") if game.ply >= self._plies else None

    def _by_tables(self, game: Game) -> _Verdict | None:
        tables = self._tablebase
        outcome = None if tables is None else tables.probe(game.board)
        if tables is None or outcome is None:
            return None
        if outcome.plies is not None and is_cut_short(game, tables.line(game.board)):
            return None
        winner = {"win": game.turn, "draw": None, "loss": game.turn.opponent}[outcome.result]
        return _Verdict(winner, "endgame tables")

    def _by_lead(self, game: Game) -> _Verdict | None:
        if self._engine is None or self._lead is None:
            return None
        self._engine.clear()
        score = self._engine.search(game, nodes=_NODES).score
        leader = game.turn if score >= self._lead else game.turn.opponent if score <= -self._lead else None
        if leader is not self._ahead or game.ply < self._since:
            self._ahead, self._since = leader, game.ply
        if leader is None or game.ply - self._since + 1 < _AGREEING:
            return None
        return _Verdict(leader, f"{self._lead / 100:g} men ahead for {_AGREEING} plies")


def play_out(
    game: Game,
    first: Player,
    second: Player,
    limits: Limits = Limits(),
    *,
    adjudicator: Adjudicator | None = None,
    on_move: Callable[[Game], object] | None = None,
) -> Game:
    """Let two players play a game to its end; it is checked that every move is legal.

    Parameters
    ----------
    game : Game
        The game, which may have begun with an opening.
    first, second : Player
        Who has the side that moved first in it, and who the other. A `Negotiator` may resign, and offer draws.
    limits : Limits
        For each move.
    adjudicator : Adjudicator, optional
        Who ends games whose result is clear.
    on_move : callable, optional
        Is given the game after every move.

    Returns
    -------
    Game
        The same game.

    Raises
    ------
    PlayerError
        If a player fails or makes no legal move; the message names it, and the game is as it was before.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.match import play_out
    >>> from draughts.players import RandomPlayer
    >>> play_out(Game(), RandomPlayer(1), RandomPlayer(2)).is_over
    True
    """
    if not isinstance(game, Game):
        refuse("what is played out is a Game", game)
    if not isinstance(first, Player) or not isinstance(second, Player):
        refuse("who plays are two Players, each with a name, choose and accepts_draw", (first, second))
    begins = game.boards[0].turn
    while not game.is_over and not (adjudicator is not None and adjudicator.ends(game)):
        player = first if game.turn is begins else second
        try:
            decide(player, game, limits).carry_out(game)
        except (DraughtsError, OSError) as error:
            raise PlayerError(f"{player.name} failed at ply {game.ply} of a game: {error}") from error
        if on_move is not None:
            on_move(game)
    return game
