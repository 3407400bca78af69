"""The engine: a search for the best move, with limits, several lines, threads, and a way to stop it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time as clock_time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Unpack

from draughts.engine.endings import known_lines, preferring_result, tell_draws
from draughts.engine.levels import Level, get_level
from draughts.engine.offers import gives_up, is_time_to_offer, is_worse
from draughts.engine.result import Line, SearchResult, plies_to_end
from draughts.engine.root import Node, Root, root_of
from draughts.engine.timing import Report, SearchOptions, TimePlan, limits_of
from draughts.engine.weights import Weights
from draughts.engine.worker import Table, Worker
from draughts.errors import CaptureLimitError, GameStateError
from draughts.game.clocks import Clock
from draughts.game.game import Game
from draughts.game.player import Limits
from draughts.kernel.search_words import MOST_BEFORE, MOST_PLIES, WON
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.readings import as_board
from draughts.rules.presets import AMERICAN
from draughts.rules.readings import as_rules
from draughts.rules.rules import Rules
from draughts.support.checks import as_number, as_seed, as_whole, refuse
from draughts.tablebase.tables import Tablebase

__all__ = ["Engine"]

_NO_LIMIT = 1 << 62
_MOST_DEPTH = MOST_PLIES - 16
#: Half the width of the first window around the score of the depth before, in hundredths of a man.
_WINDOW = 40
#: Positions that an engine without a level looks at to judge a draw offer.
_OFFER_NODES = 50_000
#: Bytes of the table for each position that a level looks at: two entries.
_LEVEL_BYTES = 32
#: Seconds between attempts to stop a search that a task no longer waits for.
_GLANCE = 0.02


class Engine:
    """A program that finds good moves under one rule set.

    Parameters
    ----------
    rules : Rules
        The rules.
    hash_mb : float
        Megabytes for the table of positions, which is kept from one search to the next; a level takes what it needs.
    threads : int
        How many threads search. With one thread and a limit of depth or nodes, a new engine gives the same answer on
        every machine.
    level : Level, int or str, optional
        A `Level`, its number from 1 to 10, or easy, medium or hard: the engine looks at as many positions as the level
        says, and answers with the move that the level plays, which depends on the seed and the game only. Without one
        it plays as well as it can.
    seed : int or str
        For what levels leave to chance.
    weights : Weights, optional
        The evaluation; by default the best one that there is for the rules.
    tablebase : Tablebase, optional
        Endgame tables: the search asks them, and a position whose moves they know with distances is answered at once.
        Draw rules that would end a win before it is made are taken into account.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.engine import Engine
    >>> result = Engine().search(Board(), depth=8)
    >>> result.depth, result.move in Board().legal_moves
    (8, True)
    >>> Engine(level="easy").search(Board()).move in Board().legal_moves
    True
    """

    def __init__(
        self,
        rules: Rules = AMERICAN,
        *,
        hash_mb: float = 64,
        threads: int = 1,
        level: Level | int | str | None = None,
        seed: int | str = 0,
        weights: Weights | None = None,
        tablebase: Tablebase | None = None,
    ) -> None:
        rules = as_rules(rules)
        as_whole(threads, "threads")
        if not 0 < as_number(hash_mb, "hash_mb") <= 1 << 16:
            raise ValueError(f"hash_mb must be more than 0 and at most {1 << 16} megabytes, not {hash_mb!r}")
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be from 1 to 256, not {threads!r}")
        self.rules = rules
        self.level = None if level is None else get_level(level)
        self._seed = as_seed(seed)
        self._table = Table(
            hash_mb if self.level is None else min(hash_mb, self.level.nodes * _LEVEL_BYTES / (1 << 20))
        )
        if tablebase is not None:
            tablebase.check_fit(rules)
        self._tablebase = tablebase
        self._workers = [Worker(rules, self._table, weights, tablebase) for _ in range(threads)]
        self._busy = threading.Lock()
        #: The position, as a game got there, that was judged last, and its score for the side to move.
        self._judged: tuple[Board, tuple[Move, ...], int] | None = None
        #: Whether `stop` was called since the last search began; it may come before the workers are ready.
        self._is_stopping = False

    def search(
        self,
        position: Board | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: Clock | None = None,
        limits: Limits | None = None,
        multipv: int = 1,
        on_info: Report | None = None,
    ) -> SearchResult:
        """The best move, and what is best behind it; of an engine with a level, the move that it plays.

        Without any limit it goes on until `stop`, or until nothing deeper can be found; with a level, until that has
        seen enough.

        Parameters
        ----------
        position : Board or Game
            Where to search. Of a game, earlier positions and what its draw rules have counted are taken into account.
        depth : int, optional
            Plies to look ahead.
        nodes : int, optional
            Positions to look at, in all threads together.
        time : float, optional
            Seconds, all of which are used unless nothing is left to find.
        clock : Clock, optional
            The clock of the game, as it was when it was last started or pressed: a share of what is left to the side to
            move is used, more of it where the move is hard to find.
        limits : Limits, optional
            All this in one, as players get it; what is given besides goes before it.
        multipv : int
            How many of the best moves to find, fewer if there are not so many. With more than one a level chooses
            nothing: the lines are the best ones that its positions show.
        on_info : callable, optional
            Is given a `SearchResult` for every depth that has been finished.

        Raises
        ------
        GameStateError
            If there is no move: the game is over. Or if this engine is searching already.
        CaptureLimitError
            If a position has more capture routes than the generator follows.
        """
        _check(depth=depth, nodes=nodes)
        as_whole(multipv, "multipv", least=1)
        if not isinstance(position, Game):
            position = as_board(position, self.rules)
        if on_info is not None and not callable(on_info):
            refuse("on_info is a callable", on_info)
        if position.rules != self.rules:
            raise GameStateError(
                f"this engine plays {self.rules.name}, and the position is one of {position.rules.name}"
            )
        if isinstance(position, Game) and position.is_over:
            raise GameStateError(f"the game is over: {position.result}")
        given = limits_of(position.turn, depth, nodes, time, clock, limits)
        if not self._busy.acquire(blocking=False):
            raise GameStateError("this engine is searching already; stop that search first, or use another engine")
        try:
            self._is_stopping = False
            if self.level is None:
                return self._search(position, given, multipv, on_info)
            self._table.clear()  # what it plays depends on the position, not on what it was asked before
            given = replace(given, nodes=min(given.nodes or _NO_LIMIT, self.level.nodes))
            if multipv > 1:
                return self._search(position, given, multipv, on_info)
            result = self._search(position, given, self.level.choices, on_info)
            ply = position.ply if isinstance(position, Game) else 0
            board = position.board if isinstance(position, Game) else position
            chosen = self.level.choose(result.lines, random.Random(f"{self._seed} {ply} {board.fen}"))
            return replace(result, lines=(chosen,))
        finally:
            self._busy.release()

    async def search_async(self, position: Board | Game, **options: Unpack[SearchOptions]) -> SearchResult:
        """`search` in a thread of its own; when the task is cancelled, the search has ended before the task does.

        Examples
        --------
        >>> import asyncio
        >>> from draughts import Board
        >>> from draughts.engine import Engine
        >>> asyncio.run(Engine(hash_mb=1).search_async(Board(), depth=3)).depth
        3
        """
        searching = asyncio.ensure_future(asyncio.to_thread(self.search, position, **options))
        try:
            return await asyncio.shield(searching)
        except asyncio.CancelledError:
            while not searching.done():  # again and again, as the thread may not have begun to search
                self.stop()
                await asyncio.wait((searching,), timeout=_GLANCE)
            searching.exception()  # nobody asks for it any more
            raise

    # Ending games

    def accepts_draw(self, game: Game) -> bool:
        """Whether to accept the draw that ``game.offer.opponent`` is offered: if that side is judged the worse one.

        It is judged by a search on the engine's level, or of 50,000 positions.

        Examples
        --------
        >>> from draughts import Board, Color, Game
        >>> from draughts.engine import Engine
        >>> game = Game(start=Board.from_fen("W:W22,K30,K31:B1"))
        >>> game.offer_draw(Color.WHITE)
        >>> Engine(level=3).accepts_draw(game)
        True
        """
        score = self._judge(game)
        is_answered_by_mover = game.offer is None or game.offer is not game.turn
        return is_worse(score if is_answered_by_mover else -score)

    def offers_draw(self, game: Game) -> bool:
        """Whether the side to move, before it moves, should offer a draw.

        It does if it is not judged the better one, the rules allow offers, and neither side has captured or moved a man
        in ten moves; then again ten moves later.
        """
        return is_time_to_offer(game) and self._judge(game) <= 0

    def gives_up(self, game: Game) -> bool:
        """Whether the side to move is lost, or so far behind that there is no hope: eight men."""
        return gives_up(self._judge(game))

    def _judge(self, game: Game) -> int:
        """The score of a game for the side to move: what the last search of it has found, if there was none since."""
        if not isinstance(game, Game):
            refuse("what is judged is a Game", game)
        judged = self._judged
        if judged is not None and judged[:2] == (game.boards[0], game.moves):
            return judged[2]
        nodes = _OFFER_NODES if self.level is None else self.level.nodes
        return self.search(game, nodes=nodes).score

    def stop(self) -> None:
        """End the search that is running, from any thread; it answers with the best that it has found."""
        self._is_stopping = True
        for worker in self._workers:
            worker.stop()

    def clear(self) -> None:
        """Forget what earlier searches have found."""
        with self._busy:
            self._table.clear()

    # How it goes

    def _search(self, position: Board | Game, limits: Limits, multipv: int, on_info: Report | None) -> SearchResult:
        root = root_of(position, MOST_BEFORE)
        if not root.nodes:
            raise GameStateError(f"there is no move to find: {root.board.turn} has no legal move")
        result = self._answered(position, root, limits, multipv, on_info)
        if isinstance(position, Game):
            self._judged = position.boards[0], position.moves, result.score
        return result

    def _answered(
        self, position: Board | Game, root: Root, limits: Limits, multipv: int, on_info: Report | None
    ) -> SearchResult:
        """The result of a search, or what endgame tables say without one."""
        tables = self._tablebase
        if tables is None:
            return self._deepened(root, limits, multipv, on_info)
        known = known_lines(tables, position, multipv)
        if known is not None:
            return SearchResult(known, 1, len(known[0].moves), len(root.nodes), 0.0)
        return tell_draws(tables, root.board, self._deepened(preferring_result(tables, root), limits, multipv, on_info))

    def _deepened(self, root: Root, limits: Limits, multipv: int, on_info: Report | None) -> SearchResult:
        """Search deeper and deeper, as far as the limits allow."""
        begun = clock_time.perf_counter()
        self._table.age = (self._table.age + 1) % 64
        for worker in self._workers:
            worker.begin(root, max(1, (limits.nodes or _NO_LIMIT) // len(self._workers)))
        if self._is_stopping:
            self.stop()
        first = self._workers[0]
        hunt = _Hunt(first, root)
        plan = TimePlan.of(limits)
        depths: list[SearchResult] = []
        count = min(multipv, len(root.nodes))
        with self._bounded(plan), self._helped(root):
            for ahead in range(1, min(limits.depth or _MOST_DEPTH, _MOST_DEPTH) + 1):
                lines = hunt.lines(ahead, count)
                took = clock_time.perf_counter() - begun
                if lines is None and depths:
                    break
                lines = lines or [Line(0, (root.nodes[0].move,))]
                result = SearchResult(tuple(lines), ahead, first.deepest, self._nodes(), took)
                depths.append(result)
                if on_info is not None:
                    on_info(result)
                plies = plies_to_end(result.score)
                if first.is_stopped or (plies is not None and abs(plies) <= ahead and multipv == 1):
                    break
                if plan is not None and (count == root.preferred == 1 or plan.is_enough(took, depths)):
                    break
        last = depths[-1]
        return SearchResult(
            hunt.best(last), last.depth, first.deepest, self._nodes(), clock_time.perf_counter() - begun
        )

    def _nodes(self) -> int:
        return sum(worker.nodes for worker in self._workers)

    @contextlib.contextmanager
    def _bounded(self, plan: TimePlan | None) -> Iterator[None]:
        """Stop the search when its time is over."""
        if plan is None:
            yield
            return
        timer = threading.Timer(min(plan.most, threading.TIMEOUT_MAX), self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @contextlib.contextmanager
    def _helped(self, root: Root) -> Iterator[None]:
        """Let the other threads search the same position, so that the first one finds more in the table."""
        helpers = self._workers[1:]

        def help_out(worker: Worker, number: int) -> None:
            hunt = _Hunt(worker, root)
            with contextlib.suppress(CaptureLimitError):  # the first thread says so if it meets that position
                for ahead in range(1 + number % 2, _MOST_DEPTH + 1):
                    if hunt.lines(ahead, 1) is None:
                        return

        threads = [
            threading.Thread(target=help_out, args=(worker, at), daemon=True) for at, worker in enumerate(helpers, 1)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            for worker in helpers:
                worker.stop()
            for thread in threads:
                thread.join()


class _Hunt:
    """The moves at the root, searched deeper and deeper by one thread."""

    def __init__(self, worker: Worker, root: Root) -> None:
        self._worker = worker
        self._root = root
        self._order = list(root.nodes)
        self._scores: dict[Move, int] = {}
        self._found: list[Line] = []

    def lines(self, depth: int, count: int) -> list[Line] | None:
        """The best lines at a depth; None if the search was stopped before there was one."""
        self._found = []
        for number in range(count):
            better = self._root.preferred
            line = self._best_of(self._order[number : better if number < better else None], depth)
            if line is None:
                return None
            self._found.append(line)
            node = next(node for node in self._order if node.move == line.move)
            self._order.remove(node)
            self._order.insert(number, node)
            self._scores[line.move] = line.score
            if self._worker.is_stopped and len(self._found) < count:
                return None
        better = self._root.preferred
        self._found = [
            *sorted(self._found[:better], key=lambda line: -line.score),
            *sorted(self._found[better:], key=lambda line: -line.score),
        ]
        return self._found

    def best(self, result: SearchResult) -> tuple[Line, ...]:
        """The lines of the last finished depth, the first one replaced by what an unfinished one has found."""
        if self._found and len(result.lines) == 1:
            return (self._found[0],)
        return result.lines

    def _best_of(self, nodes: Sequence[Node], depth: int) -> Line | None:
        """The best of some moves: first within a narrow window around the score that it had before."""
        guess = self._scores.get(nodes[0].move)
        low, high = -WON, WON
        if guess is not None and depth > 4 and plies_to_end(guess) is None:
            low, high = guess - _WINDOW, guess + _WINDOW
        best = None
        while True:
            line, is_whole = self._within(nodes, depth, low, high)
            if line is not None and (best is None or line.score > low or is_whole):
                best = line
            if not is_whole or line is None or low < line.score < high:
                return best
            if line.score <= low:
                low = -WON
            else:
                high = WON
            if (low, high) == (-WON, WON) and line.score in (low, high):
                return line

    def _within(self, nodes: Sequence[Node], depth: int, alpha: int, beta: int) -> tuple[Line | None, bool]:
        """The best line within a window, and whether all moves were looked at."""
        best: Line | None = None
        worker = self._worker
        for number, node in enumerate(nodes):
            if number == 0 or alpha == -WON:
                score = worker.score(node, depth - 1, alpha, beta)
            else:
                score = worker.score(node, depth - 1, alpha, alpha + 1)
                if not worker.is_stopped and alpha < score < beta:
                    score = worker.score(node, depth - 1, alpha, beta)
            if worker.is_stopped:
                return best, False
            if best is None or score > best.score:
                best = Line(score, (node.move, *self._replies(node)))
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        return best, True

    def _replies(self, node: Node) -> tuple[Move, ...]:
        """The best replies to a move, as far as the kernel has noted them."""
        board = self._root.board.play(node.move)
        replies = []
        for origin, target, taken in self._worker.line():
            squares = board.context.squares
            captured = set(squares.squares(taken))
            fitting = board.legal_moves.between(squares.square[origin], squares.square[target])
            move = next((move for move in fitting if set(move.captures) == captured), None)
            if move is None:
                break
            replies.append(move)
            board = board.play(move)
        return tuple(replies)


def _check(**counts: int | None) -> None:
    for name, count in counts.items():
        if count is not None and (isinstance(count, bool) or not isinstance(count, int) or not 1 <= count < _NO_LIMIT):
            refuse(f"{name} must be a whole number from 1", count)
