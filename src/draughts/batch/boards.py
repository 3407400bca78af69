"""`Boards`: what is asked of many positions at once, and moves made in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn, Self

import numpy as np

from draughts.batch.asking import KernelArrays, Places
from draughts.batch.layout import Array
from draughts.batch.results import MoveLists, Playouts
from draughts.errors import ArgumentError, GameStateError, IllegalMoveError
from draughts.game.game import Game
from draughts.rules.rules import Goal
from draughts.support.checks import as_whole

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["PLANES", "Boards"]

#: The most plies of a game that is played at random.
_MOST_PLIES = 10_000
#: What each plane shows, in this order.
PLANES = ("own men", "own kings", "opponent's men", "opponent's kings", "capturing piece", "pieces it has taken")

#: One, as the bits of the types that planes may have.
_ONES = {np.dtype(kind): int(np.ones(1, kind).view(f"u{np.dtype(kind).itemsize}")[0]) for kind in (
    np.bool_, np.uint8, np.int8, np.float16, np.float32
)}  # fmt: skip


class Boards(KernelArrays):
    """N positions of one rule set, as arrays of NumPy. All that is asked of them is answered by machine code.

    Use `Boards.start`, `Boards.from_boards`, `Boards.from_fens`, `Boards.from_arrays` or `draughts.batch.load`.

    Attributes
    ----------
    bitboards : ndarray of uint64, shape (N, 4)
        Sets of squares: the men and the kings of the side to move, the men and the kings of the opponent. Bit 0 is
        square 1 of the variant's numbering. On boards of more than 64 squares each set is two numbers, the low one
        first: shape (N, 4, 2).
    turns : ndarray of uint8, shape (N,)
        The side to move: 0 Black, 1 White.
    plies : ndarray of uint32, shape (N,)
        Plies played since the first position.
    counts : ndarray of int32, shape (N, R)
        For each rule of `draw_rules` how far it is: of a repetition the occurrences left, of other rules the plies left
        until they draw; -1 while a rule does not apply, 0 where it is fulfilled.
    king_moves : ndarray of uint16, shape (N, 4), or (N, 0) where the rules do not limit king moves
        As `Board.king_moves`: square and number of quiet moves in succession of a king, of the side to move and of the
        opponent.
    calm : ndarray of uint16, shape (N,)
        How many of the last plies `history` knows: those since the last one that cannot be undone.
    history : ndarray of uint16, shape (N, H)
        The last moves that can be undone, as ``origin << 8 | destination``; that of ply ``p``, counted from 0, stands
        at ``p % H``. Repetitions are found by taking them back, so those are seen that lie up to H plies back. H is as
        large as the rules need: the plies after which play without progress is drawn, rounded up to a power of two;
        256 where nothing limits it; 0 where repetitions do not matter.
    chains : ndarray of uint8, shape (N, 4)
        Of a capture that is made step by step and under way: its origin, the square before the last jump, the square of
        the piece now, and whether it is a king by now. Otherwise zeros. The other arrays have the position before the
        capture until it is complete.
    taken : ndarray of uint64, shape (N,) or (N, 2)
        The pieces that such a capture has taken, as a set of squares.

    Notes
    -----
    Arrays may be written to, as those of NumPy. Methods make new positions and leave their own as they are, unless
    ``out`` names others; ``out`` may be the positions themselves. Where something is wrong with one of the positions
    nothing is written at all.

    Each method takes `threads`; its answer does not depend on it.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Board
    >>> from draughts.batch import Boards
    >>> boards = Boards.start(INTERNATIONAL, 3)
    >>> boards.legal_counts()
    array([9, 9, 9], dtype=int32)
    >>> boards = boards.play([0, 4, 8])
    >>> board = Board(INTERNATIONAL)
    >>> boards[1] == board.play(board.legal_moves[4])
    True
    """

    __slots__ = ()

    # Moves

    def legal_counts(self, *, threads: int = 1) -> NDArray[np.int32]:
        """How many legal moves each position has: ``len(board.legal_moves)``.

        Raises
        ------
        CaptureLimitError
            If a position has more capture routes than the generator follows.
        """
        return self._counted("count_batch", threads)

    def step_counts(self, *, threads: int = 1) -> NDArray[np.int32]:
        """How many steps each position allows: quiet moves, or jumps with which a capture may begin or go on."""
        return self._counted("count_steps", threads)

    def legal_moves(self, *, threads: int = 1) -> MoveLists:
        """The legal moves of all positions, in the order of `Board.legal_moves`.

        Where a capture is under way they are those of the position before it.

        Raises
        ------
        CaptureLimitError
            If a position has more capture routes than the generator follows.

        Examples
        --------
        >>> from draughts.batch import Boards
        >>> moves = Boards.start("american", 2).legal_moves()
        >>> moves.offsets.tolist(), moves.origins[:7].tolist(), moves.destinations[:7].tolist()
        ([0, 7, 14], [9, 9, 10, 10, 11, 11, 12], [13, 14, 14, 15, 15, 16, 16])
        """
        offsets = np.zeros(len(self) + 1, np.int64)
        np.cumsum(self.legal_counts(threads=threads), out=offsets[1:])
        number = int(offsets[-1])
        halves = () if self._tables.units == 1 else (2,)
        lists = MoveLists(
            offsets,
            np.empty(number, np.uint8),
            np.empty(number, np.uint8),
            np.empty(number, np.bool_),
            np.empty((number, *halves), np.uint64),
            np.empty(number, np.int32),
        )
        names = ("OFFSETS", "ORIGINS", "DESTINATIONS", "PROMOTIONS", "CAPTURES", "ACTIONS")
        self._run("list_batch", dict(zip(names, lists, strict=True)), threads=threads)
        return lists

    def play(self, choices: Sequence[int] | Array, *, out: Self | None = None, threads: int = 1) -> Self:
        """The positions after one move in each.

        Parameters
        ----------
        choices : array of int, shape (N,)
            Places in `Board.legal_moves`; -1 leaves a position as it is.
        out : Boards, optional
            Where to write the positions, instead of new arrays; they may be these same ones.
        threads : int
            How many threads work on it.

        Raises
        ------
        IllegalMoveError
            If a position has no such move; the message names it.
        GameStateError
            If a draw rule has ended a game, or a capture is under way that is made step by step.
        ArgumentError
            If there is not one whole number for each position, or `out` cannot be written.
        """
        self._check_no_chain()
        return self._play("pick_by_place", "play_picked", self._numbers(choices, "choices"), "choice", out, threads)

    def act(
        self, actions: Sequence[int] | Array, *, steps: bool | None = None, out: Self | None = None, threads: int = 1
    ) -> Self:
        """The positions after one action in each; `action_mask` says which there are.

        Parameters
        ----------
        actions : array of int, shape (N,)
            Numbers below `Rules.action_count`; -1 leaves a position as it is.
        steps : bool, optional
            Whether captures are made step by step. By default they are where the rules do not number them as a whole.
            After a step of a capture that must go on the same side is to move, and `chains` knows its piece.
        out, threads
            As in `play`.

        Raises
        ------
        IllegalMoveError
            If a position has no such action; the message names it.
        GameStateError
            If a draw rule has ended a game, or whole moves are asked for while a capture is under way.
        ArgumentError
            If there is not one whole number for each position, or `out` cannot be written.

        Examples
        --------
        >>> from draughts import Board
        >>> from draughts.batch import Boards
        >>> board = Board()
        >>> after = Boards.from_boards([board]).act([board.move("11-15").action])
        >>> after[0] == board.play("11-15")
        True
        """
        numbers = self._numbers(actions, "actions")
        if self._by_steps(steps):
            return self._play("pick_steps", "play_steps", numbers, "step", out, threads)
        self._check_no_chain()
        return self._play("pick_by_action", "play_picked", numbers, "action", out, threads)

    def action_mask(
        self, *, steps: bool | None = None, out: NDArray[np.bool_] | None = None, threads: int = 1
    ) -> NDArray[np.bool_]:
        """Which actions each position allows.

        Parameters
        ----------
        steps : bool, optional
            As in `act`.
        out : ndarray of bool, optional
            Where to write it.
        threads : int
            How many threads work on it.

        Returns
        -------
        ndarray of bool, shape (N, A)
            A is `Rules.action_count`, or the number of steps alone if they are asked for. Each row has as many True as
            there are legal moves, or steps.
        """
        by_steps = self._by_steps(steps)
        actions = self.rules.actions
        if not by_steps:
            self._check_no_chain()
        shape = (len(self), actions.step_count if by_steps else actions.count)
        mask = self._output(out, shape, np.dtype(np.bool_))
        self._fill(mask, "mask_steps" if by_steps else "mask_moves", {"MASK_SIZE": shape[1]}, threads=threads)
        return mask

    # Results

    def is_terminal(self, *, threads: int = 1) -> NDArray[np.bool_]:
        """Where the side to move has no legal move, as `Board.is_terminal`."""
        terminal: NDArray[np.bool_] = self.legal_counts(threads=threads) == 0
        return terminal

    def winners(self, *, threads: int = 1) -> NDArray[np.int8]:
        """The winner by the position, as `Board.winner`: 0 Black, 1 White, -1 nobody."""
        winners = np.full(len(self), -1, np.int8)
        goal = self.rules.goal
        over = np.asarray(self.is_terminal(threads=threads))
        mover = self.turns.astype(np.int8)
        winners[over] = (mover if goal is Goal.BE_BLOCKED else 1 - mover)[over]
        if goal is Goal.FIRST_KING:
            sets = np.asarray(self.bitboards.reshape(len(self), 4, self._tables.units).any(axis=2))
            winners[sets[:, 1]] = mover[sets[:, 1]]
            winners[sets[:, 3]] = 1 - mover[sets[:, 3]]
        return winners

    def draws(self, *, threads: int = 1) -> NDArray[np.int8]:
        """The rule that has ended the game as a draw, as an index of `draw_rules`; -1 if none has.

        A position without a legal move is won, whatever the counts are.
        """
        rules = self._drawn_by()
        rules[self.is_terminal(threads=threads)] = -1
        return rules

    def is_over(self, *, threads: int = 1) -> NDArray[np.bool_]:
        """Where the game is over: won, or drawn by a rule that ends it by itself."""
        over: NDArray[np.bool_] = self.is_terminal(threads=threads) | (self._drawn_by() >= 0)
        return over

    def _drawn_by(self) -> NDArray[np.int8]:
        found = np.full(len(self), -1, np.int8)
        for column in reversed(self._tables.precedence):
            if self._tables.automatic[column]:
                found[self.counts[:, column] == 0] = column
        return found

    def keys(self) -> NDArray[np.uint64]:
        """A 64-bit number for each position, the same in every process and version; equal positions have equal keys.

        It covers pieces, side to move, king moves and a capture under way, but not rules, counts and history.
        It is not `Board.key`, which covers the rules, too.

        Notes
        -----
        Beginning with 0, for each number of `bitboards`, then ``turns``, `king_moves`, `chains` and `taken`, in their
        order: ``key = (key ^ number) * 0x9E3779B97F4A7C15``, then ``key ^= key >> 32``.
        """
        key = np.zeros(len(self), np.uint64)
        for name in ("bitboards", "turns", "king_moves", "chains", "taken"):
            array = getattr(self, name)
            columns = array.reshape(len(self), int(np.prod(array.shape[1:])))
            for column in range(columns.shape[1]):
                key = (key ^ columns[:, column].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
                key ^= key >> np.uint64(32)
        return key

    @classmethod
    def from_games(cls, games: Iterable[Game], *, history: int | None = None) -> Self:
        """The present positions of games, with their counts and the moves that can be undone.

        Parameters
        ----------
        games : iterable of Game
            Games of one rule set.
        history : int, optional
            As in `start`.

        Raises
        ------
        ArgumentError
            If there is none, or they differ in rules; the message names the first that does.

        Examples
        --------
        >>> from draughts import Game
        >>> from draughts.batch import Boards
        >>> game = Game()
        >>> _ = game.push("11-15")
        >>> Boards.from_games([game]).plies.tolist()
        [1]
        """
        played = [(game.boards, game.moves) for game in games]
        boards = cls.from_boards([positions[0] for positions, _ in played], history=history)
        for ply in range(max((len(moves) for _, moves in played), default=0)):
            choices = [
                positions[ply].legal_moves.index(moves[ply]) if ply < len(moves) else -1 for positions, moves in played
            ]
            boards.play(choices, out=boards)
        return boards

    # What learning programs see

    def planes(
        self,
        *,
        squares: bool = False,
        channels: int = 4,
        dtype: DTypeLike = np.float32,
        out: Array | None = None,
        threads: int = 1,
    ) -> Array:
        """The positions as planes of zeros and ones, seen from the side to move: it goes up the board.

        Parameters
        ----------
        squares : bool
            One number for each square of the board, in the order of its numbers, instead of rows and columns.
        channels : int
            How many planes: the first 4 or all 6 of `PLANES`. Those beyond the fourth show a capture that is under way.
        dtype : dtype
            ``float32``, ``float16``, ``uint8``, ``int8`` or ``bool``.
        out : ndarray, optional
            Where to write them.
        threads : int
            How many threads work on it.

        Returns
        -------
        ndarray, shape (N, channels, height, width) or (N, channels, squares)
            For Black the board is turned by 180 degrees. Rows are counted from the top, columns from the left.

        Raises
        ------
        ArgumentError
            If a parameter is none of these, or `out` does not fit.

        Examples
        --------
        >>> from draughts.batch import Boards
        >>> planes = Boards.start("american").planes()
        >>> planes.shape, planes[0, 0, 5].astype(int).tolist()
        ((1, 4, 8, 8), [1, 0, 1, 0, 1, 0, 1, 0])
        """
        if channels not in (4, 6):
            raise ArgumentError(f"channels must be 4 or 6, not {channels!r}")
        kind = np.dtype(dtype)
        if kind not in _ONES:
            raise ArgumentError(f"dtype must be {', '.join(map(str, _ONES))}, not {kind}")
        geometry = self.rules.geometry
        size = (geometry.square_count,) if squares else (geometry.height, geometry.width)
        planes = self._output(out, (len(self), channels, *size), kind)
        places: Places = {"PLANE_SQUARES": self._tables.plane_squares[int(squares)]}
        numbers = channels, int(np.prod(size)), kind.itemsize, _ONES[kind]
        self._fill(planes, "paint_planes", places, *numbers, threads=threads)
        return planes

    # At random

    def random_plies(
        self, plies: int, seed: int = 0, *, first: int = 0, out: Self | None = None, threads: int = 1
    ) -> Self:
        """The positions after so many random plies, or fewer where the game is over before.

        Each legal move has the same chance. Game `i` depends on the seed and on ``first + i`` only.

        Raises
        ------
        GameStateError
            If a capture is under way that is made step by step.
        """
        self._check_no_chain()
        plies, seed, first = as_whole(plies, "plies"), as_whole(seed, "seed", 0, 1 << 62), as_whole(first, "first")
        boards = self._target(out)
        for ply in range(plies):
            running = boards._drawn_by() < 0
            boards._run("play_random", {"ANSWERS": running}, ply, seed, first, threads=threads)
        return boards._written_to(out)

    def playouts(self, seed: int = 0, *, threads: int = 1, first: int = 0, most: int = _MOST_PLIES) -> Playouts:
        """Play every game to its end at random, with the draw rules; the positions stay as they are.

        Parameters
        ----------
        seed : int
            Game `i` depends on the seed and on ``first + i`` only.
        threads : int
            How many threads work on it.
        first : int
            The number of the first game, for work that is divided.
        most : int
            Plies after which a game is stopped.

        Raises
        ------
        GameStateError
            If a capture is under way that is made step by step.

        Examples
        --------
        >>> from draughts.batch import Boards
        >>> games = Boards.start("american", 1000).playouts(seed=1)
        >>> bool(games.finished.all()), bool(0.45 < games.scores().mean() < 0.55)
        (True, True)
        """
        self._check_no_chain()
        number = len(self)
        winners, rules, lengths = np.empty(number, np.int8), np.empty(number, np.int32), np.empty(number, np.int32)
        numbers = as_whole(most, "most"), as_whole(seed, "seed", 0, 1 << 62), as_whole(first, "first")
        places: Places = {"WINNERS": winners, "REASONS": rules, "LENGTHS": lengths}
        self._run("play_out", places, *numbers, threads=threads)
        draws = np.full(number, -1, np.int8)
        for column in reversed(self._tables.precedence):
            draws[rules >> column & 1 == 1] = column
        return Playouts(winners, draws, lengths)

    def _play(self, pick: str, play: str, numbers: Array, what: str, out: Self | None, threads: int) -> Self:
        """Find all moves, and make them if all are there."""
        self._check_not_drawn(numbers)
        if out is not None:
            self._check_out(out)
        picked = np.empty((len(self), 1 + self._tables.wide), np.int64)
        stopped = self._stop(pick, {"WANTED_MOVES": numbers, "PICKED": picked}, threads=threads)
        if stopped >= 0:
            self._refuse_move(stopped, int(numbers[stopped]), what)
        boards = self._target(out)
        boards._run(play, {"PICKED": picked}, threads=threads)
        return boards._written_to(out)

    # Refusing

    def _by_steps(self, steps: bool | None) -> bool:
        has_chains = self.rules.actions.has_chains
        if steps is None:
            return not has_chains
        if not steps and not has_chains:
            raise ArgumentError(f"{self.rules.name} numbers captures step by step only: steps=True")
        return steps

    def _check_not_drawn(self, numbers: Array) -> None:
        rules = self._drawn_by()
        over = np.flatnonzero((rules >= 0) & (numbers != -1))
        if over.size:
            place = int(over[0])
            raise GameStateError(
                f"position {place}: the game is drawn ({self.draw_rules[rules[place]].describe()}); -1 leaves it alone"
            )

    def _refuse_move(self, place: int, number: int, what: str) -> NoReturn:
        alone = self._taken(slice(place, place + 1))
        if what == "choice":
            count = int(alone.legal_counts()[0])
            there = f"it has {count} legal moves (0 to {count - 1})" if count else "it has no legal move"
        else:
            allowed = np.flatnonzero(alone.action_mask(steps=what == "step")[0]).tolist()
            there = f"it allows {', '.join(map(str, allowed[:20]))}{' ...' if len(allowed) > 20 else ''}"
            there = there if allowed else "it allows none"
        raise IllegalMoveError(f"position {place}: there is no {what} {number}; {there}: {self[place].fen}")
