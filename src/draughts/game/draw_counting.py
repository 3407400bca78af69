"""Counting towards draws. What the rules are is in `rules.draws`.

A count is the number of plies left until the rule draws (of a repetition: occurrences left), or `IDLE` while the rule
does not apply. Counts never change; each ply has its own, so taking a ply back is forgetting them.

Most plies can be left uncounted for a while: something has happened that cannot be undone, so no position can have
come back; no limit for moves can have run out since the last count; and there is too much material for the rules about
little of it. A game's `Tally` makes its counts up only when they are asked for or when a rule may draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from draughts.kernel.movement import NOT_FORWARD
from draughts.position.board import Board
from draughts.position.context import context_of
from draughts.position.move import Move
from draughts.position.placing import Words
from draughts.rules.draws import (
    DrawRule,
    LoneKings,
    Material,
    MaterialLimit,
    NoProgress,
    PieceCountLimit,
    Repetition,
    ResetOn,
)
from draughts.rules.rules import PieceType, Rules

__all__ = ["IDLE", "Counters", "Counts", "DrawStatus", "Tally", "counters_for", "diagonal_word"]

#: What a rule counts that does not apply now.
IDLE = -1
#: More plies than any game has.
NEVER = 1 << 62

Counts = tuple[int, ...]

_CAPTURE: int = ResetOn.CAPTURE.value
_MAN_MOVE: int = ResetOn.MAN_MOVE.value
_PROMOTION: int = ResetOn.PROMOTION.value


class _Counter(Protocol):
    """Counts one rule.

    `smaller_side` is the most pieces that the smaller side can own while the rule applies.
    """

    smaller_side: int

    def begin(self, board: Board) -> int:
        """The count in the first position of a game."""

    def count(self, left: int, events: int, board: Board) -> int:
        """The count after a ply: `left` before it, what happened as a sum of `ResetOn` values, the board after it."""


class _QuietPlay:
    """`NoProgress`: runs always."""

    smaller_side = 1 << 30

    def __init__(self, rule: NoProgress) -> None:
        self.plies = 2 * rule.moves
        self.resets: int = rule.resets.value

    def begin(self, board: Board) -> int:
        return self.plies

    def count(self, left: int, events: int, board: Board) -> int:
        if events & self.resets or left == IDLE:
            return self.plies
        return left - 1 if left else 0


class _WhileItHolds:
    """Runs while something is true of the position; the ply that makes it true is not counted."""

    smaller_side: int
    #: Whether it holds only while both sides have a king.
    needs_kings = True

    def __init__(self, moves: int, resets: ResetOn) -> None:
        self.plies = 2 * moves
        self.resets: int = resets.value

    def holds(self, board: Board) -> bool:
        raise NotImplementedError

    def begin(self, board: Board) -> int:
        return self.plies if self.holds(board) else IDLE

    def count(self, left: int, events: int, board: Board) -> int:
        if not self.holds(board):
            return IDLE
        if events & self.resets or left == IDLE:
            return self.plies
        return left - 1 if left else 0


class _Material(_WhileItHolds):
    """`MaterialLimit`."""

    def __init__(self, rule: MaterialLimit, rules: Rules) -> None:
        super().__init__(rule.moves, rule.resets)
        self.strong = _numbers(rule.strong, rules)
        self.weak = _numbers(rule.weak, rules)
        self.smaller_side = min(max(map(sum, numbers), default=0) for numbers in (self.strong, self.weak))
        self.needs_kings = all(material.kings[0] for material in (*rule.strong, *rule.weak))
        self.unless_capture = rule.unless_capture
        self.strong_diagonal = diagonal_word(rules) if rule.strong_on_long_diagonal else 0
        self.weak_diagonal = diagonal_word(rules) if rule.weak_on_long_diagonal else 0

    def holds(self, board: Board) -> bool:
        _, own, opponent, kings = board.words
        if not (self.are_in(own, opponent, kings) or self.are_in(opponent, own, kings)):
            return False
        return not (self.unless_capture and board.has_capture)

    def are_in(self, strong: int, weak: int, kings: int) -> bool:
        """Whether the first side is the strong one and the second the weak one."""
        if _owned(strong, kings) not in self.strong or _owned(weak, kings) not in self.weak:
            return False
        on_diagonal = not self.strong_diagonal or strong & kings & self.strong_diagonal
        return bool(on_diagonal and (not self.weak_diagonal or weak & kings & self.weak_diagonal))


class _PieceCount(_WhileItHolds):
    """`PieceCountLimit`."""

    def __init__(self, rule: PieceCountLimit) -> None:
        super().__init__(rule.moves, rule.resets)
        self.fewest, self.most = rule.pieces
        self.smaller_side = self.most // 2

    def holds(self, board: Board) -> bool:
        _, own, opponent, kings = board.words
        pieces = (own | opponent).bit_count()
        return self.fewest <= pieces <= self.most and bool(own & kings) and bool(opponent & kings)


class _LoneKings(_WhileItHolds):
    """`LoneKings`: one ply is looked ahead for a capture and two for a forced one."""

    smaller_side = 1

    def __init__(self) -> None:
        super().__init__(0, ResetOn(0))

    def holds(self, board: Board) -> bool:
        _, own, opponent, kings = board.words
        if _owned(own, kings) != (0, 1) or _owned(opponent, kings) != (0, 1) or board.has_capture:
            return False
        return any(not board.play(move).has_capture for move in board.legal_moves)


class DrawStatus(NamedTuple):
    """How far a draw rule is from being fulfilled.

    Attributes
    ----------
    rule : DrawRule
        The rule.
    value : int
        Of a repetition, how often the present position has occurred; of other rules, the plies that are left.
    """

    rule: DrawRule
    value: int

    @property
    def moves_left(self) -> int | None:
        """Moves by each side that are left, a begun one included; None for a repetition."""
        return None if isinstance(self.rule, Repetition) else (self.value + 1) // 2

    @property
    def is_shown(self) -> bool:
        """Whether the rule has boards show the moves that are left now."""
        limit = self.rule.countdown if isinstance(self.rule, NoProgress) else None
        left = self.moves_left
        return limit is not None and left is not None and 1 <= left <= limit

    def describe(self) -> str:
        """The status in words.

        Examples
        --------
        >>> from draughts import DrawStatus, Repetition
        >>> DrawStatus(Repetition(3), 2).describe()
        'occurrence 2 of 3 of this position'
        """
        if isinstance(self.rule, Repetition):
            return f"occurrence {self.value} of {self.rule.occurrences} of this position"
        left = self.moves_left
        return f"{left} move{'' if left == 1 else 's'} each left: {self.rule.describe()}"


class Counters:
    """The counters of a rule set; see `counters_for`.

    Attributes
    ----------
    rules : tuple of DrawRule
        The rules that are counted, in the order of the counts.

    Examples
    --------
    >>> from draughts import AMERICAN, Board
    >>> from draughts.game.draw_counting import counters_for
    >>> counters = counters_for(AMERICAN)
    >>> counts = counters.begin(Board())
    >>> counts
    (2, 80)
    >>> later = Board.from_fen("W:WK1:BK32,K31")
    >>> counters.count(counts, later.legal_moves[0], later.play(later.legal_moves[0]), seen=1)
    (2, 79)
    """

    __slots__ = (
        "_cycle",
        "_first_quiet",
        "_first_situation",
        "_idle",
        "_men_return",
        "_order",
        "_quiet",
        "_repetitions",
        "_replacing",
        "_situations",
        "_smaller_side",
        "rules",
    )

    def __init__(self, rules: Rules) -> None:
        repetitions = [rule for rule in rules.draws if isinstance(rule, Repetition)]
        quiet = [rule for rule in rules.draws if isinstance(rule, NoProgress)]
        situations = [rule for rule in rules.draws if isinstance(rule, MaterialLimit | PieceCountLimit | LoneKings)]
        self.rules: tuple[DrawRule, ...] = (*repetitions, *quiet, *situations)
        self._repetitions = tuple(rule.occurrences for rule in repetitions)
        #: Plies that can all be undone and lead to the first draw by repetition; 0 if there is no such rule.
        self._cycle = 4 * (min(self._repetitions) - 1) if repetitions else 0
        #: Whether moves of men can be undone; captures cannot, and moves of kings can.
        self._men_return = bool(rules.man_moves & NOT_FORWARD)
        self._quiet = tuple(map(_QuietPlay, quiet))
        self._situations = tuple(_situation(rule, rules) for rule in situations)
        self._first_quiet = len(repetitions)
        self._first_situation = len(repetitions) + len(quiet)
        self._smaller_side = max((counter.smaller_side for counter in self._situations), default=0)
        self._idle = (IDLE,) * len(situations)
        self._replacing = tuple(
            at
            for at, rule in enumerate(situations, self._first_situation)
            if isinstance(rule, PieceCountLimit) and rule.replaces
        )
        self._order = tuple(sorted(range(len(self.rules)), key=lambda at: rules.draws.index(self.rules[at])))

    def begin(self, board: Board) -> Counts:
        """The counts in the first position of a game."""
        return self._rested(
            [
                *(occurrences - 1 for occurrences in self._repetitions),
                *(counter.begin(board) for counter in self._quiet),
                *(counter.begin(board) for counter in self._situations),
            ]
        )

    def count(self, counts: Counts, move: Move, board: Board, seen: int) -> Counts:
        """The counts after a ply.

        Parameters
        ----------
        counts : tuple of int
            The counts before it.
        move : Move
            The move made.
        board : Board
            The position after it.
        seen : int
            How often that position has occurred, this time included.
        """
        events = _CAPTURE if move.captured else 0
        if move.piece[1] is PieceType.MAN:
            events |= _MAN_MOVE | _PROMOTION if move.promotes else _MAN_MOVE
        after = []
        for occurrences in self._repetitions:
            after.append(occurrences - seen if seen < occurrences else 0)
        at = self._first_quiet
        for quiet in self._quiet:
            after.append(quiet.count(counts[at], events, board))
            at += 1
        if not self._situations:
            return tuple(after)
        _, own, opponent, _ = board.words
        least = self._smaller_side
        if own.bit_count() > least and opponent.bit_count() > least:
            after += self._idle
            return tuple(after)
        for situation in self._situations:
            after.append(situation.count(counts[at], events, board))
            at += 1
        return self._rested(after)

    def may_apply(self, moves: Sequence[Move], board: Board) -> bool:
        """Whether a rule about repetition or material may draw after these moves, at this board; False is certain."""
        _, own, opponent, kings = board.words
        least = self._smaller_side
        if self._situations and (own.bit_count() <= least or opponent.bit_count() <= least):
            return True
        cycle, men_return = self._cycle, self._men_return
        if not ((kings or men_return) and 0 < cycle <= len(moves)):
            return False
        for at in range(-1, -cycle - 1, -1):
            move = moves[at]
            if move.captured or not (men_return or move.piece[1] is PieceType.KING):
                return False
        return True

    def patience(self) -> tuple[list[int], int, int]:
        """When a rule may draw at the earliest.

        Returns
        -------
        list of int
            The plies since it last changed how many pieces the smaller side has and whether both sides have a king: by
            that number, up to 64, and then again for positions in which a side has none.
        int
            The plies since a capture or a move of a man.
        int
            The occurrences of a position.
        """
        with_kings, others = [NEVER] * 65, [NEVER] * 65
        for situation in self._situations:
            is_bound = situation.needs_kings and (situation.resets & _CAPTURE or situation.smaller_side <= 1)
            for pieces in range(situation.smaller_side + 1):
                with_kings[pieces] = min(with_kings[pieces], situation.plies if is_bound else 0)
                others[pieces] = others[pieces] if situation.needs_kings else 0
        least = quiet = NEVER
        for counter in self._quiet:
            if counter.resets & _CAPTURE and counter.resets & _MAN_MOVE:
                quiet = min(quiet, counter.plies)
            else:  # such a count goes on over what is noted here
                least = 0
        return [min(plies, least) for plies in with_kings + others], quiet, min(self._repetitions, default=NEVER)

    def plies_left(self, counts: Counts) -> int:
        """How many plies the rules about play without progress leave at least."""
        quiet = counts[self._first_quiet : self._first_situation]
        plies = (counter.plies if left == IDLE else left for counter, left in zip(self._quiet, quiet, strict=True))
        return min(plies, default=NEVER)

    def drawn(self, counts: Counts) -> DrawRule | None:
        """The rule that ends the game by itself, or None."""
        for at in self._order:
            if counts[at] == 0 and self.rules[at].automatic:
                return self.rules[at]
        return None

    def claimable(self, counts: Counts) -> tuple[DrawRule, ...]:
        """The rules by which a draw may be claimed."""
        return tuple(self.rules[at] for at in self._order if counts[at] == 0 and not self.rules[at].automatic)

    def status(self, counts: Counts) -> tuple[DrawStatus, ...]:
        """The rules that apply now and how far they are, in the order of `Rules.draws`."""
        return tuple(
            DrawStatus(rule, rule.occurrences - counts[at] if isinstance(rule, Repetition) else counts[at])
            for at, rule in ((at, self.rules[at]) for at in self._order)
            if counts[at] != IDLE
        )

    def _rested(self, counts: list[int]) -> Counts:
        """The counts with the `NoProgress` rules idle where another rule takes their place."""
        if any(counts[at] != IDLE for at in self._replacing):
            counts[self._first_quiet : self._first_situation] = [IDLE] * len(self._quiet)
        return tuple(counts)


class Tally:
    """The counts of a game, ply by ply, as far as they have been made up.

    Parameters
    ----------
    counters : Counters
        The rules that are counted.
    start : Board
        The first position.
    """

    __slots__ = ("_counts", "_due", "_seen", "counters", "lifted_at")

    #: The ply from which on no rule ends the game by itself; None while all do.
    lifted_at: int | None
    #: The counts in each position from the first one on.
    _counts: list[Counts]
    #: How often each of these positions has occurred.
    _seen: dict[Words, int]
    #: The first ply at which a limit for moves may have run out.
    _due: int

    def __init__(self, counters: Counters, start: Board) -> None:
        self.counters = counters
        self._counts = [counters.begin(start)]
        self._seen = {start.words: 1}
        self._due = counters.plies_left(self._counts[0])
        self.lifted_at = None

    def copy(self) -> Tally:
        """A tally of the same that goes its own way from here."""
        made = object.__new__(Tally)
        made.counters, made._due, made.lifted_at = self.counters, self._due, self.lifted_at
        made._counts, made._seen = self._counts.copy(), self._seen.copy()
        return made

    def may_be_drawn(self, moves: Sequence[Move], board: Board) -> bool:
        """Whether a rule may have drawn after these moves, at this board; False is certain."""
        return self.lifted_at is None and (len(moves) >= self._due or self.counters.may_apply(moves, board))

    def drawn(self, moves: Sequence[Move], boards: Sequence[Board]) -> DrawRule | None:
        """The rule that has ended the game by itself, or None."""
        return None if self.lifted_at is not None else self.counters.drawn(self.counts(moves, boards))

    def counts(self, moves: Sequence[Move], boards: Sequence[Board]) -> Counts:
        """The counts in the last of the boards of a game."""
        for ply in range(len(self._counts), len(boards)):
            board = boards[ply]
            place = board.words
            seen = self._seen.get(place, 0) + 1
            counts = self.counters.count(self._counts[-1], moves[ply - 1], board, seen)
            self._seen[place] = seen
            self._counts.append(counts)
            self._due = ply + self.counters.plies_left(counts)
        return self._counts[-1]

    def take_back(self, board: Board, ply: int) -> None:
        """Forget the position after the last ply."""
        if self.lifted_at == ply:
            self.lifted_at = None
        if len(self._counts) <= ply:
            return
        self._counts.pop()
        self._due = 0  # that ply may have put a limit off
        place = board.words
        seen = self._seen[place] - 1
        if seen:
            self._seen[place] = seen
        else:
            del self._seen[place]


@lru_cache(maxsize=256)
def counters_for(rules: Rules) -> Counters:
    """The counters of a rule set; one for the whole process."""
    return Counters(rules)


def diagonal_word(rules: Rules) -> int:
    """The squares of the long diagonal, as a word of the kernel."""
    bit = context_of(rules).squares.bit
    return sum(1 << bit[square] for square in rules.geometry.long_diagonal)


def _situation(rule: MaterialLimit | PieceCountLimit | LoneKings, rules: Rules) -> _WhileItHolds:
    if isinstance(rule, MaterialLimit):
        return _Material(rule, rules)
    if isinstance(rule, PieceCountLimit):
        return _PieceCount(rule)
    return _LoneKings()


def _numbers(allowed: tuple[Material, ...], rules: Rules) -> frozenset[tuple[int, int]]:
    """All numbers of men and kings that fall into the ranges."""
    most = rules.geometry.square_count
    return frozenset(
        (men, kings)
        for material in allowed
        for men in range(material.men[0], min(material.men[1], most) + 1)
        for kings in range(material.kings[0], min(material.kings[1], most) + 1)
    )


def _owned(side: int, kings: int) -> tuple[int, int]:
    """How many men and kings a side has."""
    crowned = (side & kings).bit_count()
    return side.bit_count() - crowned, crowned
