"""The engine as a `Player`, and as a program that a GUI drives."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from draughts.engine.engine import Engine
from draughts.engine.levels import LEVELS, Level, get_level
from draughts.engine.result import SearchResult
from draughts.engine.timing import TimePlan
from draughts.errors import DraughtsError, EngineError
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.hub import VARIANTS, Id, Info, Param, Reply, Task, write_move
from draughts.hub.parameters import parameter_text
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.rules import Rules
from draughts.support.checks import as_flag, as_number, as_seed, as_whole
from draughts.support.version import VERSION
from draughts.tablebase.tables import Tablebase

__all__ = ["EnginePlayer"]

#: Seconds for a move without a level or limits.
_SECONDS = 1.0
#: Seconds between two looks at whether a GUI wants its answer.
_GLANCE = 0.005
#: What a GUI sets for play without a level.
_NO_LEVEL = "none"


class EnginePlayer:
    """The engine, on a level or as strong as its time allows.

    It is a `Negotiator`, and for GUIs an `Adjustable` with the parameters ``level``, ``hash``, ``threads`` and
    ``endgames`` (the folder of endgame tables).

    Parameters
    ----------
    level : Level, int or str, optional
        A `Level`, or 1 to 10, easy, medium or hard; without one it thinks as long as it may, by default a second.
    seed : int or str
        What the lower levels leave to chance depends on this and on the game only.
    hash_mb : float
        Megabytes for the table of positions.
    threads : int
        How many threads search.
    tablebase : Tablebase, optional
        Endgame tables, asked in games of their rules.
    resigns : bool
        Whether it gives up games that it judges hopeless.

    Attributes
    ----------
    last : SearchResult or None
        What it has found about the move that it chose last.

    Notes
    -----
    A draw offer is accepted if the engine judges its own side the worse one, see `Engine.accepts_draw`; when it offers
    one itself says `Engine.offers_draw`.

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
        level: Level | int | str | None = None,
        *,
        seed: int | str = 0,
        hash_mb: float = 16,
        threads: int = 1,
        tablebase: Tablebase | None = None,
        resigns: bool = False,
    ) -> None:
        self.level: Level | None = None if level is None else get_level(level)
        self.last: SearchResult | None = None
        self._seed = as_seed(seed)
        self._hash_mb = as_number(hash_mb, "hash_mb")
        self._threads = as_whole(threads, "threads", least=1, most=256)
        self._tablebase = tablebase
        self._folder = ""
        self._resigns = as_flag(resigns, "resigns")
        self._engine: Engine | None = None

    @property
    def name(self) -> str:
        """``engine``, with its level."""
        return "engine" if self.level is None else f"engine, level {self.level.number}"

    # Playing

    def choose(self, game: Game, limits: Limits = Limits()) -> Move:
        """A move for the side to move.

        Raises
        ------
        GameStateError
            If the game is over.
        """
        if self.level is None and limits == Limits():
            limits = Limits(seconds=_SECONDS)
        self.last = self._engine_for(game.rules).search(game, limits=limits)
        return self.last.move

    def accepts_draw(self, game: Game) -> bool:
        """Whether it judges the side that has to answer the offer the worse one."""
        return self._engine_for(game.rules).accepts_draw(game)

    def offers_draw(self, game: Game) -> bool:
        """Whether it offers a draw before its move."""
        return self._engine_for(game.rules).offers_draw(game)

    def resigns(self, game: Game) -> bool:
        """Whether it gives up: never, unless it was told to resign hopeless games."""
        return self._resigns and self._engine_for(game.rules).gives_up(game)

    def kill(self) -> None:
        """Stop a search at once; its move no longer matters."""
        if self._engine is not None:
            self._engine.stop()

    def get_ready(self, rules: Rules) -> None:
        """Make ready what the first search of a variant needs: code that is compiled, or read from the cache."""
        self._engine_for(rules).search(Board(rules), nodes=1)

    # What a GUI wants of it

    def search(self, task: Task) -> Reply:
        """The search of a GUI: it is told how it goes, may stop it, and may let it ponder."""
        engine = self._engine_for(task.game.rules)
        limits = task.limits
        if not task.is_wanted:  # time begins to count when the expected move is made
            limits = replace(limits, seconds=None, remaining=None, increment=0.0, moves_to_go=None)
        with _stopped_with(task, engine):
            result = engine.search(task.game, limits=limits, on_info=lambda found: task.report(_info(found)))
        task.wait()
        return Reply(result.move, result.pv[1] if len(result.pv) > 1 else None)

    def introduce(self) -> tuple[Id, Mapping[str, Param]]:
        """Who it is, and its parameters."""
        level = _NO_LEVEL if self.level is None else str(self.level.number)
        levels = (_NO_LEVEL, *(str(each.number) for each in LEVELS))
        variants = tuple(VARIANTS)
        parameters = (
            Param("variant", variants[0], "enum", values=variants),
            Param("level", level, "enum", values=levels),
            Param("hash", f"{self._hash_mb:.0f}", "int", "1", "65536"),
            Param("threads", str(self._threads), "int", "1", "256"),
            Param("endgames", self._folder, "string"),
        )
        identity = Id(f"draughts {self.name}", VERSION, "The draughts developers")
        return identity, {parameter.name: parameter for parameter in parameters}

    def set_parameter(self, name: str, value: str) -> None:
        """Set a parameter.

        Raises
        ------
        EngineError
            If there is none of this name, it cannot have this value, or there are no tables in the folder.
        """
        text = parameter_text(self.name, self.introduce()[1], name, value)
        match name:
            case "level":
                self.level = None if text == _NO_LEVEL else get_level(text)
            case "hash":
                self._hash_mb = int(text)
            case "threads":
                self._threads = int(text)
            case "endgames":
                try:
                    self._tablebase = Tablebase.open(text) if text else None
                except (DraughtsError, OSError) as error:
                    raise EngineError(f"endgames cannot be {text!r}: {error}") from None
                self._folder = text
        self._engine = None

    def new_game(self) -> None:
        """Forget the searches before."""
        if self._engine is not None:
            self._engine.clear()

    def close(self) -> None:
        """End."""
        self.kill()

    def _engine_for(self, rules: Rules) -> Engine:
        if self._engine is None or self._engine.rules != rules:
            tablebase = self._tablebase
            if tablebase is not None and not tablebase.fits(rules):
                tablebase = None
            self._engine = Engine(
                rules,
                hash_mb=self._hash_mb,
                threads=self._threads,
                level=self.level,
                seed=self._seed,
                tablebase=tablebase,
            )
        return self._engine

    def __repr__(self) -> str:
        return f"EnginePlayer({'' if self.level is None else self.level.number})"


def _info(result: SearchResult) -> Info:
    """What a GUI is told of a depth."""
    return Info(
        depth=result.depth,
        score=result.score / 100,
        nodes=result.nodes,
        time=round(result.time, 3),
        nps=round(result.nodes / max(result.time, 1e-6) / 1e6, 3),
        pv=tuple(write_move(move) for move in result.pv),
    )


@contextlib.contextmanager
def _stopped_with(task: Task, engine: Engine) -> Iterator[None]:
    """Stop the engine when a GUI stops the task, or when the time is used up after the expected move was made."""
    is_over = threading.Event()
    was_wanted = task.is_wanted

    def watch() -> None:
        deadline = None
        plan = TimePlan.of(task.limits)
        while not is_over.wait(_GLANCE):
            if deadline is None and not was_wanted and task.is_wanted and plan is not None:
                deadline = time.monotonic() + plan.aim
            if task.is_stopped or (deadline is not None and time.monotonic() >= deadline):
                engine.stop()

    watcher = threading.Thread(target=watch, name="engine watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()
