"""Matches, round-robins and their tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from draughts.errors import GameStateError, RulesError
from draughts.game.game import Game
from draughts.match import (
    INTERNATIONAL_POINTS,
    SINGLE_POINTS,
    THREE_POINTS,
    Match,
    Pairing,
    match_pairings,
    round_robin,
)
from draughts.openings import ballot, ballot_deck
from draughts.rules.rules import Color


def test_the_sides_alternate() -> None:
    assert [pairing.first for pairing in match_pairings("A", "B", games=5)] == ["A", "B", "A", "B", "A"]
    lots = {match_pairings("A", "B", seed=seed)[0].first for seed in range(20)}
    assert lots == {"A", "B"}


def test_each_ballot_is_played_twice_with_the_sides_exchanged() -> None:
    deck = ballot_deck(1)[:3]
    pairings = match_pairings("A", "B", ballots=deck)
    assert [pairing.ballot for pairing in pairings] == [entry for entry in deck for _ in range(2)]
    for one, two in zip(pairings[::2], pairings[1::2], strict=True):
        assert (one.first, one.second) == (two.second, two.first)
        assert one.start().board == two.start().board
    with pytest.raises(RulesError, match="does not fit"):
        match_pairings("A", "B", ballots=deck, games=5)
    with pytest.raises(RulesError, match="two players"):
        match_pairings("A", "A")


@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_everybody_meets_once_with_balanced_sides(count: int) -> None:
    players = [f"player {number}" for number in range(count)]
    pairings = round_robin(players)
    assert len(pairings) == count * (count - 1) // 2
    assert len({frozenset((pairing.first, pairing.second)) for pairing in pairings}) == len(pairings)
    for number in range(1, max(pairing.round for pairing in pairings) + 1):
        names = [name for pairing in pairings if pairing.round == number for name in (pairing.first, pairing.second)]
        assert len(names) == len(set(names)) == count - count % 2
    firsts = Counter(pairing.first for pairing in pairings)
    assert all(abs(2 * firsts[player] - (count - 1)) <= 1 for player in players)
    double = round_robin(players, twice=True)
    firsts = Counter(pairing.first for pairing in double)
    assert {firsts[player] for player in players} == {count - 1}


def test_a_round_robin_may_have_a_ballot_a_round() -> None:
    pairings = round_robin("ABCD", ballots=[ballot(5), ballot(8), ballot(9)])
    assert {pairing.ballot.number for pairing in pairings if pairing.round == 2} == {8}
    with pytest.raises(RulesError, match="3 rounds"):
        round_robin("ABCD", ballots=[ballot(5)])
    with pytest.raises(RulesError, match="twice"):
        round_robin(["A", "A"])
    with pytest.raises(RulesError, match="two players"):
        round_robin(["A"])


def test_results_come_from_games() -> None:
    match = Match(["A", "B"], match_pairings("A", "B"))
    game = Game()
    with pytest.raises(GameStateError, match="not over"):
        match.record(0, game)
    game.resign(Color.BLACK)
    match.record(0, game)
    assert match.open_games == (1,)
    assert game.result is not None
    match.record(1, game.result)
    assert match.score("A") == match.score("B") == 1
    assert match.is_over
    with pytest.raises(GameStateError, match="numbered"):
        match.record(2, None)


def test_scores_have_styles() -> None:
    assert [INTERNATIONAL_POINTS.score(won) for won in (True, None, False)] == ["2-0", "1-1", "0-2"]
    assert [SINGLE_POINTS.score(won) for won in (True, None, False)] == ["1-0", "1/2-1/2", "0-1"]
    assert THREE_POINTS.score(None) == "1-1"


def test_standings_go_by_points_and_then_by_whom_they_were_won_from() -> None:
    players = ["A", "B", "C", "D"]
    event = Match(players, round_robin(players), INTERNATIONAL_POINTS)
    winners = {"AB": "A", "AC": "C", "AD": "A", "BC": "B", "BD": None, "CD": "C"}
    for number, pairing in enumerate(event.pairings):
        winner = winners["".join(sorted((pairing.first, pairing.second)))]
        event.record(number, None if winner is None else winner == pairing.first)
    lines = event.standings()
    assert [f"{line.player} {line.points}" for line in lines] == ["C 4", "A 4", "B 3", "D 1"]
    assert [line.sonneborn_berger for line in lines] == [5, 4, Fraction(9, 2), Fraction(3, 2)]
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    assert all(line.games == 3 for line in lines)
    assert sum(line.points for line in lines) == 12
    table = event.crosstable()
    assert table[1] == ("1", "C", "", "2", "0", "2", "4")
    assert table[4] == ("4", "D", "0", "0", "1", "", "1")
    assert event.crosstable_text().splitlines()[1].split() == ["1", "C", "2", "0", "2", "4"]
    assert event.standings_text().splitlines()[0].split() == ["1", "C", "4", "+2", "=0", "-1"]


def test_rounds_can_be_added_as_they_are_drawn() -> None:
    event = Match(["A", "B", "C"])
    event.add([Pairing(1, "A", "B")])
    event.record(0, None)
    event.add([Pairing(2, "C", "A")])
    assert event.crosstable_text().splitlines()[1].endswith("1/2")
    assert repr(event) == "<Match of 3 players, 1 of 2 games played>"
    for wrong in (Pairing(3, "A", "Z"), Pairing(3, "A", "A")):
        with pytest.raises(RulesError, match="different players"):
            event.add([wrong])
