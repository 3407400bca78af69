"""What the engine is worth: matches of paired games, with the difference in Elo and its interval of 95 percent.

    python benchmarks/matches.py learned                 learned evaluation against the general one, at equal time
    python benchmarks/matches.py parts                   the engine against itself without one part of the search
    python benchmarks/matches.py levels                  each level against the one below
    python benchmarks/matches.py peers                   other engines of PyPI, at equal time
    python benchmarks/matches.py learned russian --games 100 --seconds 0.1

Openings are eight random plies that leave both sides about level; each is played twice, sides exchanged. Every move is
made by `Game`, which refuses illegal ones and ends the game by the rules of the variant. What has been measured is kept
in benchmarks/results/matches.json, a line a match; another run of the same match replaces its line.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import harness
from engine_parts import PARTS, without
from python_api import environment

from draughts import Game, Move, PlayerError, Rules, get_rules
from draughts.engine import LEVELS, Engine
from draughts.engine.weights import Weights, general_weights, learned_rules, weights_for
from draughts.hub import HubPlayer
from draughts.match import Adjudicator, Match, elo, match_pairings, play_out, random_openings
from draughts.players import EnginePlayer, Limits, Player
from draughts.support.files import replace_file

RESULTS = harness.RESULTS / "matches.json"
MOST_PLIES = 300
HASH_MB = 16
SEED = 7


class Contest(NamedTuple):
    """A match to be played."""

    variant: str
    one: Player
    other: Player
    limits: Limits


class Searcher:
    """The engine with weights that are given, as strong as its limits let it be."""

    def __init__(self, name: str, rules: Rules, weights: Weights) -> None:
        self.name = name
        self._engine = Engine(rules, hash_mb=HASH_MB, weights=weights)

    def choose(self, game: Game, limits: Limits) -> Move:
        """The move of its search."""
        if game.ply <= 9:  # another game
            self._engine.clear()
        return self._engine.search(game, limits=limits).move

    def accepts_draw(self, game: Game) -> bool:
        """Never."""
        return False


class Subordinate:
    """An engine in a process of its own, which ``workers`` have a program for."""

    def __init__(self, name: str, python: Path | str, program: str, path: Path | None = None) -> None:
        self.name = name
        script = Path(__file__).parent / "workers" / program
        environment = os.environ | ({} if path is None else {"PYTHONPATH": str(path)})
        self._process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._is_new = True

    def choose(self, game: Game, limits: Limits) -> Move:
        """Its move."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {
            "game": game.rules.name,
            "fen": game.boards[0].fen,
            "moves": [_written(move) for move in game.moves],
            "seconds": limits.seconds,
            "nodes": limits.nodes,
            "hash_mb": HASH_MB,
            "is_new": self._is_new,
        }
        self._is_new = False
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        for move in game.legal_moves:
            if _written(move) == answer:
                return move
        raise PlayerError(f"it plays {answer}, which is illegal in {game.fen}")

    def accepts_draw(self, game: Game) -> bool:
        """Never."""
        return False

    def new_game(self) -> None:
        """What is played next is another game."""
        self._is_new = True

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def _written(move: Move) -> list[Any]:
    return [move.origin, move.destination, sorted(move.captured)]


def learned(variants: Sequence[str], options: argparse.Namespace) -> Iterator[Contest]:
    """The learned evaluation against the general one."""
    for name in variants or [rules.name for rules in learned_rules()]:
        rules = get_rules(name)
        one = Searcher("learned evaluation", rules, weights_for(rules))
        other = Searcher("general evaluation", rules, general_weights(rules))
        yield Contest(name, one, other, Limits(seconds=options.seconds))


def parts(variants: Sequence[str], options: argparse.Namespace) -> Iterator[Contest]:
    """The engine against itself without a part."""
    with tempfile.TemporaryDirectory() as folder:
        for name in variants or ("american", "international"):
            for part in PARTS:
                path = without(part, Path(folder) / name)
                poorer = Subordinate(f"without {part}", sys.executable, "engine_player.py", path)
                yield Contest(name, EnginePlayer(hash_mb=HASH_MB), poorer, Limits(nodes=options.nodes))


def levels(variants: Sequence[str], options: argparse.Namespace) -> Iterator[Contest]:
    """Each level against the one below."""
    for name in variants or ("american", "international"):
        for level in LEVELS[1:]:
            if level.number in (options.level or range(2, 11)):
                yield Contest(name, EnginePlayer(level), EnginePlayer(level.number - 1, seed=1), Limits())


def peers(variants: Sequence[str], options: argparse.Namespace) -> Iterator[Contest]:
    """Other engines of PyPI."""
    limits = Limits(seconds=options.seconds)
    for name in variants or ("american", "international"):
        python = environment("py-draughts")
        if python is not None:
            kind = "TurboEngine" if name == "international" else "SimpleEngine"
            other = Subordinate(f"py-draughts {kind}", python, "py_draughts_player.py")
            yield Contest(name, EnginePlayer(hash_mb=HASH_MB), other, limits)
        python = environment("dame-rs") if name == "international" else None
        if python is not None:
            yield Contest(name, EnginePlayer(hash_mb=HASH_MB), HubPlayer([str(python.parent / "dame"), "hub"]), limits)


SUITES = {"learned": learned, "parts": parts, "levels": levels, "peers": peers}


def play(contest: Contest, games: int) -> dict[str, Any]:
    """Play a match; its line."""
    rules = get_rules(contest.variant)
    openings = random_openings(rules, games // 2, seed=SEED)
    match = Match(("one", "other"), match_pairings("one", "other", games=games, ballots=openings))
    players = {"one": contest.one, "other": contest.other}
    judge = Adjudicator(rules, plies=MOST_PLIES)
    for number in match.open_games:
        pairing = match.pairings[number]
        for player in players.values():
            if hasattr(player, "new_game"):
                player.new_game()
        start = pairing.start(rules)
        first, second = players[pairing.first], players[pairing.second]
        match.record(number, play_out(start, first, second, contest.limits, adjudicator=judge))
    for player in players.values():
        if hasattr(player, "close"):
            player.close()
    scores = match.scores("one")
    line = next(line for line in match.standings() if line.player == "one")
    return {
        "variant": contest.variant,
        "one": contest.one.name,
        "other": contest.other.name,
        "limit": _said(contest.limits),
        "games": line.games,
        "won": line.wins,
        "drawn": line.draws,
        "lost": line.losses,
        "points": round(sum(scores) / len(scores), 4),
        "elo": [round(number, 1) if abs(number) < 1e6 else None for number in elo(scores)],
    }


def _said(limits: Limits) -> str:
    if limits.seconds is not None:
        return f"{limits.seconds:g} s"
    return "levels" if limits.nodes is None else f"{limits.nodes} nodes"


def keep(suite: str, line: dict[str, Any]) -> None:
    """Put a line into the file of results, for a match of the same players."""
    kept: dict[str, Any] = (
        json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {"benchmark": "matches", "suites": {}}
    )
    kept["machine"] = harness.machine()
    lines = kept["suites"].setdefault(suite, [])
    lines[:] = [old for old in lines if any(old[key] != line[key] for key in ("variant", "one", "other"))]
    lines.append(line)
    replace_file(RESULTS, json.dumps(kept, indent=1) + "\n")


def main() -> None:
    """Play what the arguments say."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("suite", choices=SUITES, help="which matches, see above")
    arguments.add_argument("variants", nargs="*", help="rule sets (default: those that matter most for the suite)")
    arguments.add_argument("--games", type=int, default=200, help="games a match (default: 200)")
    arguments.add_argument("--seconds", type=float, default=0.05, help="a move, where time is equal (default: 0.05)")
    arguments.add_argument("--nodes", type=int, default=20_000, help="a move, where nodes are (default: 20000)")
    arguments.add_argument("--level", type=int, nargs="+", help="only these levels")
    options = arguments.parse_args()
    print(f"{'':72} {'won':>5} {'drawn':>6} {'lost':>5} {'points':>8}  Elo")
    for contest in SUITES[options.suite](options.variants, options):
        try:
            line = play(contest, options.games)
        except PlayerError as error:  # who breaks the rules has no result
            print(f"{contest.variant}: left out: {error}", flush=True)
            continue
        keep(options.suite, line)
        who = f"{line['variant']}, {line['limit']}: {line['one']} v {line['other']}"
        middle, low, high = ("inf" if number is None else f"{number:+.0f}" for number in line["elo"])
        figures = f"{line['won']:5} {line['drawn']:6} {line['lost']:5} {line['points']:8.1%}"
        print(f"{who:72} {figures}  {middle} [{low}, {high}]", flush=True)


if __name__ == "__main__":
    main()
