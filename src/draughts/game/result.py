"""How games end: who won, why, and how that is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from draughts.errors import RulesError
from draughts.rules.draws import DrawRule
from draughts.rules.rules import Color, ResultStyle

__all__ = ["Result", "ResultReason", "written_score"]


class ResultReason(Enum):
    """Why a game is over."""

    NO_PIECES = "no pieces"
    """The loser has no piece left."""
    BLOCKED = "blocked"
    """The loser is to move and has pieces, but no legal move."""
    GIVEN_AWAY = "given away"
    """The winner has no piece left (giveaway games)."""
    SHUT_IN = "shut in"
    """The winner is to move and has pieces, but no legal move (giveaway games)."""
    CROWNED = "crowned"
    """The winner has a king (Breakthrough)."""
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"
    TIME = "time"
    ILLEGAL_MOVES = "illegal moves"
    """The loser made an illegal move after having been cautioned."""
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    NO_PROGRESS = "no progress"
    MATERIAL = "material"
    """A limit for what is on the board has been reached."""
    ADJUDICATION = "adjudication"
    """Somebody outside the game has decided it."""


_SCORES = {
    ResultStyle.DEFAULT: ("1-0", "1/2-1/2", "0-1"),
    ResultStyle.INTERNATIONAL: ("2-0", "1-1", "0-2"),
}


def written_score(winner: Color | None, first: Color, style: ResultStyle) -> str:
    """A result as two numbers, the first of which belongs to the side `first`; without a winner it is a draw."""
    won, drawn, lost = _SCORES[style]
    if winner is None:
        return drawn
    return won if winner is first else lost


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    Attributes
    ----------
    winner : Color or None
        None for a draw.
    reason : ResultReason
        Why the game is over.
    first_mover : Color
        The side whose number is written first.
    style : ResultStyle
        How the variant writes results.
    rule : DrawRule or None
        The draw rule that was fulfilled.
    note : str
        More in words, as given by whoever ended the game.
    side_names : tuple of (str, str)
        What players call the sides, `Color.BLACK` first; see `Rules.side_names`.

    Examples
    --------
    >>> from draughts import Color, Game
    >>> game = Game()
    >>> game.resign(Color.WHITE)
    >>> game.result.winner, game.result.score(), game.result.score("2-0")
    (<Color.BLACK: 'B'>, '1-0', '2-0')
    >>> game.result.describe()
    'Black wins: White resigns'
    """

    winner: Color | None
    reason: ResultReason
    first_mover: Color
    style: ResultStyle = ResultStyle.DEFAULT
    rule: DrawRule | None = None
    note: str = ""
    side_names: tuple[str, str] = ("Black", "White")

    @property
    def is_draw(self) -> bool:
        """Whether nobody has won."""
        return self.winner is None

    def score(self, style: ResultStyle | str | None = None) -> str:
        """The result as two numbers; the first belongs to the side that moves first (PDN 1.0, 2.0).

        Parameters
        ----------
        style : ResultStyle or str, optional
            ``"1-0"`` or ``"2-0"``; the variant's own by default.

        Raises
        ------
        RulesError
            If there is no such style.
        """
        if style is None:
            style = self.style
        try:
            return written_score(self.winner, self.first_mover, ResultStyle(style))
        except ValueError:
            raise RulesError(f"style must be '1-0' or '2-0', not {style!r}") from None

    def describe(self) -> str:
        """The result in words."""
        if self.winner is None:
            how = f"drawn by {self.reason.value}"
        else:
            black, white = self.side_names
            winner, loser = (black, white) if self.winner is Color.BLACK else (white, black)
            how = f"{winner} wins: {self._why(winner, loser)}"
        details = self.note or (self.rule.describe() if self.rule is not None else "")
        return f"{how} ({details})" if details else how

    def _why(self, winner: str, loser: str) -> str:
        return {
            ResultReason.NO_PIECES: f"{loser} has no pieces left",
            ResultReason.BLOCKED: f"{loser} has no legal move",
            ResultReason.GIVEN_AWAY: f"{winner} has no pieces left",
            ResultReason.SHUT_IN: f"{winner} has no legal move",
            ResultReason.CROWNED: f"{winner} has a king",
            ResultReason.RESIGNATION: f"{loser} resigns",
            ResultReason.FORFEIT: f"{loser} forfeits the game",
            ResultReason.TIME: f"{loser}'s time is up",
            ResultReason.ILLEGAL_MOVES: f"{loser} made another illegal move after a caution",
            ResultReason.ADJUDICATION: "by adjudication",
        }[self.reason]

    def __str__(self) -> str:
        return self.score()
