"""The work of ``draughts match``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence

from draughts.cli._terminal import StatusLine, complain
from draughts.errors import EngineError, IllegalMoveError, PlayerError, RulesError, SavedGameError
from draughts.game.game import Game
from draughts.game.player import Limits, Player
from draughts.hub.task import Adjustable
from draughts.match import Adjudicator, Match, MatchFile, elo, match_pairings, play_out, random_openings
from draughts.openings import Ballot, ballot_deck
from draughts.players import parse_player
from draughts.rules.presets import AMERICAN
from draughts.rules.registry import get_rules
from draughts.rules.rules import Rules
from draughts.support.numbers import counted
from draughts.support.printable import printable
from draughts.tablebase import Tablebase
from draughts.terminal.thinking import start

__all__ = ["play_match"]

#: Options that decide how the games are played, besides players and rules; they are part of the name of the match.
_DECISIVE = ("openings", "plies", "seed", "time", "nodes", "depth", "adjudicate", "most_plies", "tablebase", "resign")


def play_match(options: argparse.Namespace) -> int:
    """Play as the options of ``draughts match`` say; the exit code."""
    rules = get_rules(AMERICAN.name if options.variant is None else options.variant)
    tablebase = None if options.tablebase is None else Tablebase.open(options.tablebase)
    one, other = _names(options.players)
    pairings = match_pairings(one, other, games=options.games, ballots=_ballots(options, rules))
    match = Match((one, other), pairings)
    texts = zip((one, other), options.players, strict=True)
    players = {name: _player(text, f"{options.seed} {name}", options, tablebase) for name, text in texts}
    lead = None if options.adjudicate is None else 100 * options.adjudicate
    adjudicator = Adjudicator(rules, plies=options.most_plies, lead=lead, tablebase=tablebase)
    file = None if options.pdn is None else MatchFile(options.pdn, _event(options, rules), rules, pairings)
    try:
        for number, game in enumerate([] if file is None else file.finished()):
            match.record(number, game)
        with StatusLine() as status:
            _play_on(options, rules, match, players, adjudicator, file, status)
    except (PlayerError, EngineError, SavedGameError) as error:
        complain("match", str(error))
        return 1
    finally:  # whatever has stopped it
        for player in players.values():
            if isinstance(player, Adjustable):
                player.close()
        if len(match.open_games) < len(pairings):
            _tell(options, rules, match)
    return 0


def _play_on(
    options: argparse.Namespace,
    rules: Rules,
    match: Match,
    players: Mapping[str, Player],
    adjudicator: Adjudicator,
    file: MatchFile | None,
    status: StatusLine,
) -> None:
    """Play the games that are open."""
    for player in players.values():
        start(player, rules, lambda: False)
    limits = Limits(seconds=options.time, nodes=options.nodes, depth=options.depth)
    for number in match.open_games:
        pairing = match.pairings[number]
        for player in players.values():
            if isinstance(player, Adjustable):
                player.new_game()
        game = play_out(
            pairing.start(rules),
            players[pairing.first],
            players[pairing.second],
            limits,
            adjudicator=adjudicator,
            on_move=_progress(match, number, status),
        )
        match.record(number, game)
        if file is not None:
            file.add(number, game)


def _names(texts: Sequence[str]) -> tuple[str, str]:
    """What the players are called: as they were given, told apart."""
    one, other = (printable(text).replace('"', "'") for text in texts)
    return (one, other) if one != other else (f"{one} (1)", f"{other} (2)")


def _event(options: argparse.Namespace, rules: Rules) -> str:
    said = [f"{name.replace('_', '-')} {getattr(options, name)}" for name in _DECISIVE if getattr(options, name)]
    return printable(f"draughts match, {rules.name}, {counted(options.games, 'game')}, {', '.join(said)}")


def _player(text: str, seed: str, options: argparse.Namespace, tablebase: Tablebase | None) -> Player:
    player = parse_player(text, seed, tablebase=tablebase, resigns=options.resign)
    if player is None:
        raise PlayerError("a person plays no matches here; players can, such as engine")
    return player


def _ballots(options: argparse.Namespace, rules: Rules) -> tuple[Ballot, ...]:
    if options.games % 2:
        raise RulesError(f"--games must be even, as every opening is played twice, not {options.games}")
    pairs = options.games // 2
    if options.openings == "none":
        return ()
    if options.openings == "random":
        return random_openings(rules, pairs, plies=options.plies, seed=options.seed)
    deck = ballot_deck(options.seed)
    if pairs > len(deck):
        raise RulesError(f"there are {len(deck)} ballots, for {2 * len(deck)} games, not {options.games}")
    try:
        deck[0].start(rules)
    except IllegalMoveError as error:
        raise RulesError(f"the ballots are openings of English draughts, not of {rules.name}: {error}") from None
    return deck[:pairs]


def _progress(match: Match, number: int, status: StatusLine) -> Callable[[Game], object]:
    score = ", ".join(f"{name} {match.score(name)}" for name in match.players)
    return lambda game: status.show(f"game {number + 1} of {len(match.pairings)}, ply {game.ply}; {score}")


def _tell(options: argparse.Namespace, rules: Rules, match: Match) -> None:
    """Say how the match stands."""
    one = match.players[0]
    line = next(line for line in match.standings() if line.player == one)
    scores = match.scores(one)
    difference = elo(scores)
    if options.json:
        told = {
            "variant": rules.name,
            "players": list(match.players),
            "games": line.games,
            "won": line.wins,
            "drawn": line.draws,
            "lost": line.losses,
            "elo": [round(number, 1) if abs(number) < 1e6 else None for number in difference],
        }
        print(json.dumps(told), flush=True)
        return
    print(match.crosstable_text())
    share = sum(scores) / len(scores)
    print(f"{one}: +{line.wins} ={line.draws} -{line.losses}, {share:.1%} of {counted(line.games, 'game')}")
    print(f"Elo: {difference}", flush=True)
