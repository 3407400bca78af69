"""Matches and tournaments: who plays whom with which side and opening, and what the results add up to.

Pairings are plain data. A round-robin and a match are made here; rounds of another system, such as Swiss, can be added
as they are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from draughts.errors import GameStateError, RulesError
from draughts.game.game import Game
from draughts.game.result import Result
from draughts.openings import GO_AS_YOU_PLEASE, Ballot
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Rules
from draughts.support.checks import as_flag, as_seed, as_text, as_whole, refuse
from draughts.support.numbers import counted

__all__ = [
    "INTERNATIONAL_POINTS",
    "SINGLE_POINTS",
    "THREE_POINTS",
    "Match",
    "Pairing",
    "Points",
    "Standing",
    "match_pairings",
    "round_robin",
]

#: More games than any match has.
_MOST_GAMES = 10_000


class Points(NamedTuple):
    """What a game is worth.

    Attributes
    ----------
    win, draw, loss : Fraction
        Points of a player.

    Examples
    --------
    >>> from draughts.match import INTERNATIONAL_POINTS, SINGLE_POINTS
    >>> SINGLE_POINTS.score(True), SINGLE_POINTS.score(None), INTERNATIONAL_POINTS.score(None)
    ('1-0', '1/2-1/2', '1-1')
    """

    win: Fraction
    draw: Fraction
    loss: Fraction = Fraction(0)

    def of(self, won: bool | None) -> Fraction:
        """The points for a game won (True), lost (False) or drawn (None)."""
        return self.draw if won is None else self.win if won else self.loss

    def score(self, won: bool | None) -> str:
        """A game's score, that of the player who won (True), lost or drew first."""
        return f"{self.of(won)}-{self.of(None if won is None else not won)}"


#: 1-0, 1/2-1/2, 0-1.
SINGLE_POINTS = Points(Fraction(1), Fraction(1, 2))
#: 2-0, 1-1, 0-2 (FMJD).
INTERNATIONAL_POINTS = Points(Fraction(2), Fraction(1))
#: 3-0, 1-1, 0-3.
THREE_POINTS = Points(Fraction(3), Fraction(1))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a match or tournament.

    Attributes
    ----------
    round : int
        From 1.
    first, second : str
        Who has the side that moves first, and who the other.
    ballot : Ballot
        The opening.
    """

    round: int
    first: str
    second: str
    ballot: Ballot = GO_AS_YOU_PLEASE

    def start(self, rules: Rules = AMERICAN) -> Game:
        """The game, with its opening played."""
        return self.ballot.start(rules)

    def __str__(self) -> str:
        return f"{self.round}: {self.first} - {self.second}"


class Standing(NamedTuple):
    """A player's line in the standings.

    Attributes
    ----------
    rank : int
        From 1; players with equal points and tie-breaks share it.
    player : str
        The name.
    points : Fraction
        The sum over all games.
    wins, draws, losses : int
        Games of each kind.
    sonneborn_berger : Fraction
        The points of the opponents, each times the share of the win's points that was scored against them.
    """

    rank: int
    player: str
    points: Fraction
    wins: int
    draws: int
    losses: int
    sonneborn_berger: Fraction

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.wins + self.draws + self.losses


def match_pairings(
    one: str,
    other: str,
    *,
    games: int | None = None,
    ballots: Sequence[Ballot] = (),
    seed: int | str | None = None,
) -> tuple[Pairing, ...]:
    """The games of a match.

    With ballots each one is played twice, the sides exchanged; without, the sides alternate from game to game.

    Parameters
    ----------
    one, other : str
        The players. `one` has the first move in game 1, unless there is a seed.
    games : int, optional
        How many games; by default two for every ballot, or two.
    ballots : sequence of Ballot
        Openings in the order of play, such as a part of `openings.ballot_deck`.
    seed : int or str, optional
        Draws lots for the first move in game 1.

    Raises
    ------
    RulesError
        If the number of games does not fit the ballots.

    Examples
    --------
    >>> from draughts.match import match_pairings
    >>> from draughts.openings import ballot
    >>> for pairing in match_pairings("Ann", "Bob", ballots=[ballot(5), ballot(8)]):
    ...     print(pairing, "in", pairing.ballot)
    1: Ann - Bob in 5. 9-13 22-18 6-9 (Dreaded Edinburgh)
    2: Bob - Ann in 5. 9-13 22-18 6-9 (Dreaded Edinburgh)
    3: Ann - Bob in 8. 9-13 22-18 11-15 (Edinburgh Single)
    4: Bob - Ann in 8. 9-13 22-18 11-15 (Edinburgh Single)
    """
    if one == other:
        raise RulesError(f"a match needs two players, not {one!r} twice")
    as_text(one, "a player's name")
    as_text(other, "a player's name")
    count = 2 * max(1, len(ballots)) if games is None else as_whole(games, "games", most=_MOST_GAMES)
    if count < 1 or (ballots and count != 2 * len(ballots)):
        raise RulesError(f"games={count} does not fit {counted(len(ballots), 'ballot')}, each of which is played twice")
    players = [one, other]
    if seed is not None:
        random.Random(as_seed(seed)).shuffle(players)
    return tuple(
        Pairing(game + 1, players[game % 2], players[1 - game % 2], ballots[game // 2] if ballots else GO_AS_YOU_PLEASE)
        for game in range(count)
    )


def round_robin(players: Sequence[str], *, twice: bool = False, ballots: Sequence[Ballot] = ()) -> tuple[Pairing, ...]:
    """Everybody against everybody, by the circle method.

    With an odd number of players one is free in each round. Everybody has either side equally often, give or take one
    game.

    Parameters
    ----------
    players : sequence of str
        The names in the order of their numbers.
    twice : bool
        Play each pair a second time, the sides exchanged.
    ballots : sequence of Ballot
        An opening for each round, or none. If everybody meets twice both games have the same.

    Raises
    ------
    RulesError
        If there are fewer than two players, a name occurs twice, or the ballots are not one a round.

    Examples
    --------
    >>> from draughts.match import round_robin
    >>> [str(pairing) for pairing in round_robin(["A", "B", "C", "D"])]
    ['1: A - D', '1: B - C', '2: D - C', '2: A - B', '3: B - D', '3: C - A']
    """
    _check_players(players)
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    size = len(circle)
    rounds = size - 1
    if ballots and len(ballots) != rounds:
        raise RulesError(
            f"the ballots are not one a round: {counted(len(ballots), 'ballot')}, {counted(rounds, 'round')}"
        )
    pairings = []
    for turn in range(rounds):
        # The last one stays, the others go round it: in round r number i meets number r - i (modulo the rest).
        for step in range(size // 2):
            if step == 0:
                at, other = turn * (size // 2) % rounds, size - 1
                first, second = (at, other) if turn % 2 == 0 else (other, at)
            else:
                base = turn * (size // 2) % rounds
                first, second = (base + step) % rounds, (base - step) % rounds
            names = circle[first], circle[second]
            if None not in names:
                pairings.append(_pairing(turn, names, ballots))
    if as_flag(twice, "twice"):
        pairings += [
            Pairing(pairing.round + rounds, pairing.second, pairing.first, pairing.ballot) for pairing in pairings
        ]
    return tuple(pairings)


def _pairing(turn: int, names: tuple[str | None, str | None], ballots: Sequence[Ballot]) -> Pairing:
    first, second = names
    assert first is not None
    assert second is not None
    return Pairing(turn + 1, first, second, ballots[turn] if ballots else GO_AS_YOU_PLEASE)


class Match:
    """Players, their games and the results so far: a match of two, or a tournament.

    Parameters
    ----------
    players : sequence of str
        The names.
    pairings : iterable of Pairing
        The games; more can be added.
    points : Points
        What they are worth.

    Raises
    ------
    RulesError
        If a name occurs twice, or a pairing names somebody else.

    Examples
    --------
    >>> from draughts.match import Match, match_pairings
    >>> match = Match(["Ann", "Bob"], match_pairings("Ann", "Bob"))
    >>> match.record(0, True)
    >>> match.record(1, None)
    >>> match.score("Ann"), match.score("Bob"), match.is_over
    (Fraction(3, 2), Fraction(1, 2), True)
    >>> print(match.standings_text())
    1  Ann  1 1/2  +1 =1 -0
    2  Bob    1/2  +0 =1 -1
    """

    __slots__ = ("_pairings", "_results", "players", "points")

    def __init__(
        self, players: Sequence[str], pairings: Iterable[Pairing] = (), points: Points = SINGLE_POINTS
    ) -> None:
        _check_players(players)
        self.players = tuple(players)
        self.points = points
        self._pairings: list[Pairing] = []
        self._results: dict[int, bool | None] = {}
        self.add(pairings)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """All games, in the order in which they were added."""
        return tuple(self._pairings)

    @property
    def is_over(self) -> bool:
        """Whether every game has a result."""
        return len(self._results) == len(self._pairings)

    @property
    def open_games(self) -> tuple[int, ...]:
        """The numbers of the games without a result, from 0."""
        return tuple(game for game in range(len(self._pairings)) if game not in self._results)

    def add(self, pairings: Iterable[Pairing]) -> None:
        """Add games, such as the next round of a Swiss tournament."""
        added = list(pairings)
        for pairing in added:
            strangers = {pairing.first, pairing.second} - set(self.players)
            if strangers or pairing.first == pairing.second:
                raise RulesError(f"{pairing}: both must be different players of the match")
        self._pairings += added

    def record(self, game: int, result: Result | Game | bool | None) -> None:
        """Enter the result of a game; a later entry replaces an earlier one.

        Parameters
        ----------
        game : int
            Its number among `pairings`, from 0.
        result : Result, Game, bool or None
            The result or the finished game; or whether the player with the first move won, None for a draw.

        Raises
        ------
        GameStateError
            If there is no such game, or it is not over.
        """
        if not 0 <= game < len(self._pairings):
            raise GameStateError(f"games are numbered 0 to {len(self._pairings) - 1}, not {game}")
        if isinstance(result, Game):
            finished = result.result
            if finished is None:
                raise GameStateError(f"game {game} ({self._pairings[game]}) is not over")
            result = finished
        if isinstance(result, Result):
            result = None if result.winner is None else result.winner is result.first_mover
        self._results[game] = result

    def score(self, player: str) -> Fraction:
        """A player's points."""
        return sum((self.points.of(won) for _, won in self._games(player)), Fraction(0))

    def scores(self, player: str) -> tuple[float, ...]:
        """What a player has scored in each finished game, in the order of the pairings: 1, 0.5 or 0; see `elo`."""
        return tuple({True: 1.0, None: 0.5, False: 0.0}[won] for _, won in self._games(player))

    def standings(self) -> tuple[Standing, ...]:
        """The players by points, then Sonneborn-Berger, then wins; equal ones in the order of `players`.

        Examples
        --------
        >>> from draughts.match import Match, round_robin
        >>> event = Match(["A", "B", "C"], round_robin(["A", "B", "C"]))
        >>> for game in range(3):
        ...     event.record(game, None)
        >>> [line.rank for line in event.standings()]
        [1, 1, 1]
        """
        totals = {player: self.score(player) for player in self.players}
        lines = []
        for player in self.players:
            games = list(self._games(player))
            outcomes = [won for _, won in games]
            berger = sum((totals[other] * self.points.of(won) / self.points.win for other, won in games), Fraction(0))
            lines.append(
                Standing(
                    0, player, totals[player], outcomes.count(True), outcomes.count(None), outcomes.count(False), berger
                )
            )
        lines.sort(key=_strength, reverse=True)
        ranked: list[Standing] = []
        for position, line in enumerate(lines, 1):
            tied = ranked and _strength(ranked[-1]) == _strength(line)
            ranked.append(line._replace(rank=ranked[-1].rank if tied else position))
        return tuple(ranked)

    def crosstable(self) -> tuple[tuple[str, ...], ...]:
        """The results as rows of text: rank, name, the scores against each opponent, points; in the order of standings.

        A game is written as the points that the row's player has of it; ``.`` is a game to come.

        Examples
        --------
        >>> from draughts.match import INTERNATIONAL_POINTS, Match, match_pairings
        >>> event = Match(["A", "B"], match_pairings("A", "B", games=3), INTERNATIONAL_POINTS)
        >>> event.record(0, False)
        >>> event.record(1, None)
        >>> for row in event.crosstable():
        ...     print(row)
        ('', '', '1', '2', 'points')
        ('1', 'B', '', '21.', '3')
        ('2', 'A', '01.', '', '1')
        """
        standings = self.standings()
        names = [line.player for line in standings]
        rows = [("", "", *(str(number) for number in range(1, len(names) + 1)), "points")]
        for number, line in enumerate(standings, 1):
            cells = ("".join(self._against(line.player, other)) for other in names)
            rows.append((str(number), line.player, *cells, _mixed(line.points)))
        return tuple(rows)

    def crosstable_text(self) -> str:
        """The crosstable for a terminal."""
        return _aligned(self.crosstable(), left=1)

    def standings_text(self) -> str:
        """The standings for a terminal."""
        rows = [
            (str(line.rank), line.player, _mixed(line.points), f"+{line.wins} ={line.draws} -{line.losses}")
            for line in self.standings()
        ]
        return _aligned(rows, left=1)

    def _games(self, player: str) -> Iterable[tuple[str, bool | None]]:
        """Opponent and outcome of each of a player's finished games."""
        for game, won in sorted(self._results.items()):
            pairing = self._pairings[game]
            if pairing.first == player:
                yield pairing.second, won
            elif pairing.second == player:
                yield pairing.first, None if won is None else not won

    def _against(self, player: str, other: str) -> Iterable[str]:
        for game, pairing in enumerate(self._pairings):
            if {pairing.first, pairing.second} == {player, other} and player != other:
                if game not in self._results:
                    yield "."
                    continue
                won = self._results[game]
                if won is not None and pairing.second == player:
                    won = not won
                yield _mixed(self.points.of(won)).replace("1/2", "½")

    def __repr__(self) -> str:
        return f"<Match of {len(self.players)} players, {len(self._results)} of {len(self._pairings)} games played>"


def _check_players(players: Sequence[str]) -> None:
    if not isinstance(players, Sequence) or not all(isinstance(one, str) for one in players):
        refuse("players must be a list of names", players)
    if len(players) < 2:
        raise RulesError(f"at least two players are needed, not {len(players)}")
    if len(set(players)) != len(players):
        raise RulesError("a player is named twice")


def _strength(line: Standing) -> tuple[Fraction, Fraction, int]:
    return line.points, line.sonneborn_berger, line.wins


def _mixed(number: Fraction) -> str:
    """A fraction as people write it: ``1 1/2``."""
    whole, part = divmod(number, 1)
    return f"{whole or ''} {part}".strip() if part else str(whole)


def _aligned(rows: Sequence[Sequence[str]], left: int) -> str:
    """Rows as columns; column `left` is flush left, the others right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column == left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
