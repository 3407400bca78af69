"""The engine as a `Player`."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator

from draughts.engine.engine import Engine
from draughts.engine.levels import Level, get_level
from draughts.engine.result import SearchResult
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub import Info, Reply, Task, write_move
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import Rules
from draughts.support.checks import as_number, as_seed
from draughts.tablebase.tables import Tablebase

__all__ = ["EnginePlayer"]

#: Positions that are looked at to answer a draw offer, and what counts as the worse side, in hundredths of a man.
_OFFER_NODES = 50_000
_SECONDS = 1.0
#: Lines among which a level with noise chooses.
_CHOICE = 6
#: Seconds between two looks at whether a GUI wants its answer.
_GLANCE = 0.005


class EnginePlayer:
    """The engine, on a level or as strong as its time allows.

    Parameters
    ----------
    level : int or str, optional
        1 to 10, easy, medium or hard; without one it thinks as long as it may, by default a second.
    seed : int or str
        What the lower levels leave to chance depends on this and on the position only.
    hash_mb : float
        Megabytes for the table of positions.
    tablebase : Tablebase, optional
        Endgame tables, asked in games of their rules.

    Notes
    -----
    A draw offer is accepted if the engine judges its own side the worse.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.players import EnginePlayer
    >>> player = EnginePlayer(2, seed=7)
    >>> player.name, player.choose(Game()) in Game().legal_moves
    ('engine, level 2', True)
    """

    def __init__(
        self,
        level: int | str | None = None,
        *,
        seed: int | str = 0,
        hash_mb: float = 16,
        tablebase: Tablebase | None = None,
    ) -> None:
        self.level: Level | None = None if level is None else get_level(level)
        self._seed = as_seed(seed)
        self._hash_mb = as_number(hash_mb, "hash_mb")
        self._tablebase = tablebase
        self._engine: Engine | None = None

    @property
    def name(self) -> str:
        """``engine``, with its level."""
        return "engine" if self.level is None else f"engine, level {self.level.number}"

    def choose(self, game: Game, limits: Limits = Limits()) -> Move:
        """A move for the side to move.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        engine = self._engine_for(game.rules)
        level = self.level
        if level is None:
            if limits == Limits():
                limits = Limits(seconds=_SECONDS)
            return engine.search(game, limits=limits).move
        engine.clear()
        result = engine.search(game, nodes=level.nodes, time=limits.budget, multipv=_CHOICE if level.noise else 1)
        return level.choose(result.lines, random.Random(f"{self._seed} {game.ply} {game.board.fen}")).move

    def search(self, task: Task) -> Reply:
        """The search of a GUI: it is told how it goes, may stop it, and may let it ponder."""
        game, engine = task.game, self._engine_for(task.game.rules)
        if self.level is not None:
            move = self.choose(game, task.limits)
            task.wait()
            return Reply(move)

        def report(result: SearchResult) -> None:
            task.report(
                Info(
                    depth=result.depth,
                    score=result.score / 100,
                    nodes=result.nodes,
                    time=result.time,
                    nps=result.nodes / max(result.time, 1e-6) / 1e6,
                    pv=tuple(write_move(move) for move in result.pv),
                )
            )

        limits = task.limits if task.is_wanted else Limits()
        with _stopped_with(task, engine, task.limits):
            result = engine.search(game, limits=limits, on_info=report)
        task.wait()
        return Reply(result.move, result.pv[1] if len(result.pv) > 1 else None)

    def get_ready(self, rules: Rules) -> None:
        """Make ready what the first search of a variant needs: code that is compiled, or read from the cache."""
        self._engine_for(rules).search(Board(rules), nodes=1)

    def kill(self) -> None:
        """Stop a search at once; its move no longer matters."""
        if self._engine is not None:
            self._engine.stop()

    def accepts_draw(self, game: Game) -> bool:
        """Whether it judges the side that has to answer the offer the worse."""
        color = game.turn if game.offer is None else game.offer.opponent
        score = self._engine_for(game.rules).search(game, nodes=_OFFER_NODES).score
        return (score if color is game.turn else -score) < 0

    def _engine_for(self, rules: Rules) -> Engine:
        if self._engine is None or self._engine.rules != rules:
            tablebase = self._tablebase
            if tablebase is not None and not tablebase.fits(rules):
                tablebase = None
            self._engine = Engine(rules, hash_mb=self._hash_mb, tablebase=tablebase)
        return self._engine

    def __repr__(self) -> str:
        return f"EnginePlayer({'' if self.level is None else self.level.number})"


@contextlib.contextmanager
def _stopped_with(task: Task, engine: Engine, limits: Limits) -> Iterator[None]:
    """Stop the engine when a GUI stops the task, or when the limits are used up after the expected move was made."""
    is_over = threading.Event()
    was_wanted = task.is_wanted

    def watch() -> None:
        deadline = None
        while not is_over.wait(_GLANCE):
            if deadline is None and not was_wanted and task.is_wanted and limits.budget is not None:
                deadline = time.monotonic() + limits.budget
            if task.is_stopped or (deadline is not None and time.monotonic() >= deadline):
                engine.stop()

    watcher = threading.Thread(target=watch, name="engine watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
