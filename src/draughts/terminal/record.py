"""How many games were won, lost and drawn, kept in a file from one evening to the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from draughts.errors import DraughtsError, RulesError, SavedGameError
from draughts.game.game import Game
from draughts.game.result import Result
from draughts.game.saved_game import read_text
from draughts.players import HUMAN
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.rules import Color, Rules
from draughts.support.files import replace_file
from draughts.support.numbers import counted

__all__ = ["Record", "Score", "Scorekeeper"]

_FORMAT = "draughts-record"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Score:
    """How the games of two players in one variant ended.

    Attributes
    ----------
    variant : str
        The name of the rules.
    black, white : str
        Who played, as texts for `parse_player`.
    black_won, white_won, drawn : int
        Games that either side won, and games that nobody won.
    """

    variant: str
    black: str
    white: str
    black_won: int = 0
    white_won: int = 0
    drawn: int = 0

    def is_of(self, other: Score) -> bool:
        """Whether variant and players are the same."""
        return (self.variant, self.black, self.white) == (other.variant, other.black, other.white)

    def counted(self, winner: Color | None, by: int) -> Score:
        """The score with so many games more, or less, that a side has won, or nobody; never less than none."""
        if winner is None:
            return replace(self, drawn=max(0, self.drawn + by))
        if winner is Color.BLACK:
            return replace(self, black_won=max(0, self.black_won + by))
        return replace(self, white_won=max(0, self.white_won + by))


@dataclass(frozen=True, slots=True)
class _Content:
    """What the file holds."""

    format: str
    version: int
    scores: tuple[Score, ...]


class Record:
    """The record of games in a file. A file that is missing is an empty record.

    Parameters
    ----------
    path : Path
        The file. Its folder is made when something is written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from draughts import AMERICAN, Game
    >>> game, alone = Game(), Score("american", "human", "random")
    >>> game.resign(Color.WHITE)
    >>> with TemporaryDirectory() as folder:
    ...     record = Record(Path(folder) / "record.json")
    ...     record.count(alone, game.result, 1)
    ...     print(record.describe(alone, AMERICAN))
    Against random: 1 game won, 0 lost, 0 drawn
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def count(self, players: Score, result: Result, by: int) -> None:
        """Count a game, or take it out again.

        Parameters
        ----------
        players : Score
            The variant and who played; its numbers do not matter.
        result : Result
            How the game ended.
        by : int
            1, or -1 to take it out again, as after the last move was taken back.

        Raises
        ------
        SavedGameError
            If the file is damaged; it is left as it is.
        OSError
            If it cannot be read or written.
        """
        scores = self._read()
        others = [score for score in scores if not score.is_of(players)]
        changed = _find(scores, players).counted(result.winner, by)
        content = _Content(_FORMAT, _VERSION, (*others, changed))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, json.dumps(to_plain(content), indent=1) + "\n")

    def describe(self, players: Score, rules: Rules) -> str:
        """How a person has done against the same opponent with either side; how the sides have done if two people play.

        Parameters
        ----------
        players : Score
            The variant and who plays; its numbers do not matter.
        rules : Rules
            The rules of the variant, which name the sides.

        Raises
        ------
        SavedGameError, OSError
            As `count`.
        """
        scores = self._read()
        score = _find(scores, players)
        if players.black == players.white:
            won = [(Color.BLACK, score.black_won), (Color.WHITE, score.white_won)]
            told = ", ".join(f"{rules.side_name(color)} {count}" for color, count in won)
            return f"Games won: {told}; drawn: {score.drawn}"
        other = _find(scores, Score(players.variant, players.white, players.black))
        as_black, as_white = (score, other) if players.black == HUMAN else (other, score)
        opponent = as_black.white
        won_games, lost = as_black.black_won + as_white.white_won, as_black.white_won + as_white.black_won
        return f"Against {opponent}: {counted(won_games, 'game')} won, {lost} lost, {score.drawn + other.drawn} drawn"

    def keeper(self, game: Game, players: Mapping[Color, str]) -> Scorekeeper:
        """Who keeps it up to date with a game of these players."""
        return Scorekeeper(self, Score(game.rules.name, players[Color.BLACK], players[Color.WHITE]), game)

    def _read(self) -> tuple[Score, ...]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        try:
            content: _Content = from_plain(_Content, read_text(data.decode("utf-8")), "the record")
        except (SavedGameError, RulesError, UnicodeDecodeError):
            content = _Content("", 0, ())
        if (content.format, content.version) != (_FORMAT, _VERSION):
            raise SavedGameError(f"{self.path} is no record of games; move it away to begin another")
        return content.scores


class Scorekeeper:
    """Keeps the record of one game up to date, whatever becomes of it.

    Parameters
    ----------
    record : Record
        The record.
    players : Score
        The variant and who plays.
    game : Game
        The game. If it is over it has been counted before.
    """

    def __init__(self, record: Record, players: Score, game: Game) -> None:
        self._record = record
        self._players = players
        self._rules = game.rules
        self._counted = game.result

    def settle(self, result: Result | None) -> None:
        """Count a result in place of the one before. If that fails nothing is lost: it is tried again the next time."""
        if result == self._counted:
            return
        try:
            if self._counted is not None:
                self._record.count(self._players, self._counted, -1)
                self._counted = None
            if result is not None:
                self._record.count(self._players, result, 1)
                self._counted = result
        except (OSError, DraughtsError):
            return  # `describe` says why

    def describe(self) -> str:
        """The record in words, or why there is none."""
        try:
            return self._record.describe(self._players, self._rules)
        except (OSError, DraughtsError) as error:
            return f"no record of games: {getattr(error, 'strerror', None) or error}"


def _find(scores: tuple[Score, ...], players: Score) -> Score:
    """The score of these players in this variant."""
    nothing = Score(players.variant, players.black, players.white)
    return next((score for score in scores if score.is_of(players)), nothing)
