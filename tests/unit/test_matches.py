"""Matches that are played: openings, games between players, adjudication, Elo, and files that they go on from."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest

from draughts import (
    AMERICAN,
    INTERNATIONAL,
    RUSSIAN,
    Board,
    Color,
    Game,
    Move,
    PlayerError,
    ResultReason,
    RulesError,
    SavedGameError,
    get_rules,
    pdn,
)
from draughts.cli import main
from draughts.engine import Engine
from draughts.errors import ArgumentError
from draughts.match import Adjudicator, MatchFile, elo, match_pairings, play_out, random_openings
from draughts.openings import Ballot
from draughts.players import EnginePlayer, Limits, RandomPlayer
from draughts.tablebase import Tablebase, build

# Openings


@pytest.mark.parametrize("name", ["american", "russian", "turkish"])
def test_random_openings_are_different_level_and_legal(name: str) -> None:
    rules = get_rules(name)
    openings = random_openings(rules, 6, plies=6, seed="s")
    boards = {opening.board(rules) for opening in openings}
    assert len(boards) == 6
    assert all(len(opening.moves) == 6 for opening in openings)
    judge = Engine(rules, hash_mb=1)
    for board in boards:
        judge.clear()
        assert abs(judge.search(board, nodes=5000).score) <= 60
    assert openings == random_openings(rules, 6, plies=6, seed="s") != random_openings(rules, 6, plies=6, seed="t")


def test_no_more_openings_are_given_than_there_are() -> None:
    assert len(random_openings(AMERICAN, 7, plies=1)) == 7
    with pytest.raises(RulesError, match="no 8 even openings of 1 plies were found in american, only 7"):
        random_openings(AMERICAN, 8, plies=1)


# Games


class Resigning(RandomPlayer):
    """A player that gives up after some plies, or takes and offers draws."""

    __slots__ = ("_after", "_draws")

    def __init__(self, after: int = 1000, *, draws: bool = False) -> None:
        super().__init__(3)
        self._after = after
        self._draws = draws

    def resigns(self, game: Game) -> bool:
        return game.ply >= self._after

    def offers_draw(self, game: Game) -> bool:
        return self._draws

    def accepts_draw(self, game: Game) -> bool:
        return self._draws


def test_the_first_player_has_the_side_that_moved_first_whatever_the_opening() -> None:
    game = Ballot(0, ("11-15", "23-19", "8-11")).start()
    assert play_out(game, Resigning(3), Resigning(3)).result is not None
    assert game.ply == 3
    assert game.result is not None
    assert game.result.winner is Color.BLACK  # White, to move, has resigned at once


def test_players_may_agree_to_a_draw() -> None:
    game = play_out(Game(), Resigning(draws=True), Resigning(draws=True))
    assert game.result is not None
    assert game.result.reason is ResultReason.AGREEMENT
    assert game.ply == 1
    stubborn = play_out(Game(), Resigning(draws=True), RandomPlayer(1), adjudicator=Adjudicator(AMERICAN, plies=9))
    assert stubborn.ply >= 9 or stubborn.is_over


def test_a_player_that_makes_an_illegal_move_is_named() -> None:
    class Cheat(RandomPlayer):
        name = "cheat"

        def choose(self, game: Game, limits: Limits = Limits()) -> Move:  # noqa: B008
            return Board(INTERNATIONAL).legal_moves[0]

    game = Game()
    with pytest.raises(PlayerError, match="cheat failed at ply 1 of a game"):
        play_out(game, RandomPlayer(1), Cheat())
    assert game.ply == 1


# Adjudication


def test_a_game_that_is_too_long_is_drawn() -> None:
    game = play_out(Game(), RandomPlayer(1), RandomPlayer(2), adjudicator=Adjudicator(AMERICAN, plies=10))
    assert game.result is not None
    assert game.result.describe() == "drawn by adjudication (10 plies were played)"


def test_a_side_that_is_far_ahead_for_long_has_won() -> None:
    game = Game(start=Board.from_fen("W:WK18,K19,K22,K23,K30:B1,5", AMERICAN))
    play_out(game, EnginePlayer(4), EnginePlayer(4), adjudicator=Adjudicator(AMERICAN, lead=200))
    assert game.result is not None
    assert game.result.winner is Color.WHITE
    level = Game()
    judge = Adjudicator(AMERICAN, lead=200)
    for text in ("11-15", "23-19", "8-11", "22-17", "4-8", "17-13", "15-18", "24-20", "11-15"):
        assert not judge.ends(level)
        level.push(text)


def test_the_lead_of_one_game_does_not_count_in_the_next() -> None:
    judge = Adjudicator(AMERICAN, lead=200)
    for _ in range(3):
        game = Game(start=Board.from_fen("W:WK18,K19,K22,K23,K30:BK1", AMERICAN))
        for ply in range(6):
            assert not judge.ends(game), ply
            if not game.is_over:
                game.push(RandomPlayer(2).choose(game))


def test_tables_end_games_unless_a_draw_rule_comes_first(tmp_path: Path) -> None:
    build(RUSSIAN, 2, tmp_path, metric="dtw")
    judge = Adjudicator(RUSSIAN, tablebase=Tablebase.open(tmp_path))
    game = Game(start=Board.from_fen("W:WKa1:Bf6", RUSSIAN))
    assert judge.ends(game)
    assert game.result is not None
    assert game.result.winner is Color.WHITE
    assert "endgame tables" in game.result.describe()
    assert not judge.ends(Game(RUSSIAN))


# Elo


def test_a_level_score_is_no_difference_and_more_games_are_surer() -> None:
    few, many = elo([1, 0] * 5, paired=False), elo([1, 0] * 500, paired=False)
    assert few.difference == many.difference == 0
    assert few.low < many.low < 0 < many.high < few.high
    # One win in ten more than losses: 10 log10(0.55 / 0.45) * 40 = 34.9 points.
    assert round(elo([1] * 55 + [0] * 45, paired=False).difference, 1) == 34.9


def test_the_interval_of_independent_games_is_that_of_wilson() -> None:
    # 60 of 100: between 0.502 and 0.691 by Wilson's formula.
    found = elo([1] * 60 + [0] * 40, paired=False)
    shares = [1 / (1 + 10 ** (-points / 400)) for points in (found.low, found.high)]
    assert [round(share, 3) for share in shares] == [0.502, 0.691]


def test_pairs_that_cancel_each_other_are_surer_than_games() -> None:
    scores = [1, 0] * 40 + [1, 1] * 10
    assert elo(scores).high < elo(scores, paired=False).high


def test_a_clean_score_has_no_upper_end() -> None:
    found = elo([1.0] * 10)
    assert found.difference == found.high == math.inf
    assert 0 < found.low < math.inf
    assert str(elo([0, 0])).startswith("-inf (95 %: -inf to ")
    with pytest.raises(ArgumentError, match="one game or more"):
        elo([])
    with pytest.raises(ArgumentError, match=r"1, 0\.5 or 0"):
        elo([0.7])


# The command, and its file


_DATE = re.compile(rb"\[Date [^]]*\]")


def _match(path: Path, *arguments: str) -> int:
    return main(["match", "engine:1", "random", "--games", "4", "--most-plies", "60", "--pdn", str(path), *arguments])


def test_a_match_is_played_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.pdn"
    assert _match(path) == 0
    output = capsys.readouterr().out
    assert "engine:1: +" in output
    assert "of 4 games" in output
    assert "Elo: " in output
    records = list(pdn.read(path))
    assert [record.tag("Round") for record in records] == ["1", "2", "3", "4"]
    assert [record.tag("Black") for record in records] == ["engine:1", "random"] * 2
    assert all(report.ok for report in pdn.validate(path))
    openings = [[cell.text for cell in record.moves[:8]] for record in records]
    assert openings[0] == openings[1] != openings[2] == openings[3]


@pytest.mark.parametrize("part", [0.3, 0.55, 0.8, 0.999])
def test_a_match_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, part: float, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = tmp_path / "whole.pdn", tmp_path / "cut.pdn"
    assert _match(whole, "--nodes", "200") == 0
    told = capsys.readouterr().out
    data = whole.read_bytes()
    cut.write_bytes(data[: int(len(data) * part)])
    assert _match(cut, "--nodes", "200") == 0
    assert capsys.readouterr().out == told
    assert _DATE.sub(b"", cut.read_bytes()) == _DATE.sub(b"", data)


def test_a_game_that_is_cut_off_anywhere_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    pairings = match_pairings("one", "other", games=2)
    file = MatchFile(path, "a match", AMERICAN, pairings)
    for number in range(2):
        file.add(number, play_out(pairings[number].start(AMERICAN), RandomPlayer(1), RandomPlayer(number)))
    data = path.read_bytes()
    second = data.index(b"[Event", 1)
    for size in range(second + 1, len(data) - 4):
        path.write_bytes(data[:size])
        assert len(file.finished()) == 1, data[second:size]
        assert path.read_bytes().rstrip() == data[:second].rstrip()


def test_a_match_that_is_finished_is_only_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.pdn"
    assert _match(path, "--json") == 0
    told, data = capsys.readouterr().out, path.read_bytes()
    assert _match(path, "--json") == 0
    assert capsys.readouterr().out == told
    assert path.read_bytes() == data
    found = json.loads(told)
    assert found["won"] + found["drawn"] + found["lost"] == found["games"] == 4


def test_the_file_of_another_match_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.pdn"
    assert _match(path) == 0
    data = path.read_bytes()
    assert _match(path, "--seed", "2") == 1
    complaint = capsys.readouterr().err
    assert "is not the file of this match: game 1 has Event 'draughts match, american, " in complaint
    path.write_text("nothing of the kind\n", encoding="utf-8")
    assert _match(path) == 1
    assert path.read_text("utf-8") == "nothing of the kind\n"
    path.write_bytes(data.replace(b'[Round "2"]', b'[Round "3"]'))
    assert _match(path) == 1


@pytest.mark.parametrize("tail", ["", '[Event "somebody else"]\n\n1. 11-15 *', "\n\n"])
def test_what_somebody_else_has_written_is_not_cut_off(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "a.pdn"
    text = '[Event "Ayr"]\n\n1. 11-15 23-19 *\n' + tail
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SavedGameError, match="is not the file of this match"):
        MatchFile(path, "e", AMERICAN, match_pairings("A", "B", games=2)).finished()
    assert path.read_text("utf-8") == text


def test_a_match_file_holds_no_more_games_than_the_match(tmp_path: Path) -> None:
    game = Game()
    game.resign(Color.BLACK)
    pairings = match_pairings("A", "B", games=2)
    file = MatchFile(tmp_path / "a.pdn", "e", AMERICAN, pairings)
    assert file.finished() == []
    for number in range(2):
        file.add(number, game)
    assert [each.result for each in file.finished()] == [game.result] * 2
    with pytest.raises(SavedGameError, match=r"it has more than 1 game$"):
        MatchFile(tmp_path / "a.pdn", "e", AMERICAN, pairings[:1]).finished()


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["engine", "human"], 2, "a person plays no matches"),
        (["engine", "nobody"], 2, "'nobody' is no player"),
        (["random", "random", "--games", "3"], 2, "--games must be even"),
        (["random", "random", "--openings", "ballots", "--games", "400"], 2, "there are 156 ballots"),
        (["random", "random", "--openings", "ballots", "--variant", "russian"], 2, "openings of English draughts"),
        (["random", "random", "--time", "0"], 2, "'0' is no number of seconds above 0"),
        (["random", "random", "--tablebase", "nowhere"], 2, "nowhere"),
        (["random", "hub:no-such-engine-anywhere", "--variant", "international"], 1, "no-such-engine-anywhere"),
        (["random"], 2, "PLAYER"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_told(
    arguments: list[str], code: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == code
    assert complaint in capsys.readouterr().err


def test_a_player_against_itself_has_two_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "random", "--games", "2", "--openings", "none", "--most-plies", "4"]) == 0
    assert "random (1): +0 =2 -0" in capsys.readouterr().out
