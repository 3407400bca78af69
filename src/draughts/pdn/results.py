"""What a recorded result says, on every scale that files use. How a game that is being played ends: ``result``."""

from __future__ import annotations

from enum import Enum

from draughts.game.result import written_score
from draughts.pdn.records import GameRecord
from draughts.position.notation import DASHES
from draughts.rules.readings import as_rules
from draughts.rules.rules import Color, Rules
from draughts.support.checks import as_flag, refuse

__all__ = ["ENDING", "STANDARD", "Outcome", "is_ending", "meaning", "outcome_of", "result_text", "winner_of"]


class Outcome(Enum):
    """How a game ended, by its recorded result."""

    FIRST_SIDE_WINS = "the first side wins"
    SECOND_SIDE_WINS = "the second side wins"
    DRAW = "a draw"
    BOTH_LOSE = "both lose"


_OUTCOMES = {
    "1-0": Outcome.FIRST_SIDE_WINS,
    "2-0": Outcome.FIRST_SIDE_WINS,
    "0-1": Outcome.SECOND_SIDE_WINS,
    "0-2": Outcome.SECOND_SIDE_WINS,
    "1/2-1/2": Outcome.DRAW,
    "0.5-0.5": Outcome.DRAW,
    "1-1": Outcome.DRAW,
    "1/2": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
}
#: The results of PDN 3.0, and the sign that ends a game without one, as a pattern.
STANDARD = "|".join(result for result in _OUTCOMES if result not in ("0.5-0.5", "1/2"))
ENDING = rf"{STANDARD}|\*"
_SIGNS = str.maketrans({**dict.fromkeys(DASHES + ":", "-"), ",": ".", "\u00bd": "1/2"})


def meaning(text: str) -> Outcome | str:
    """What a result says: an outcome, or its text if it is on another scale; empty if it says nothing.

    Examples
    --------
    >>> from draughts.pdn.results import meaning
    >>> meaning("2-0"), meaning("1/2:1/2"), meaning("4-6"), meaning("?")
    (<Outcome.FIRST_SIDE_WINS: 'the first side wins'>, <Outcome.DRAW: 'a draw'>, '4-6', '')
    """
    plain = "".join(text.split()).translate(_SIGNS).rstrip("fF")
    return _OUTCOMES.get(plain, "" if plain in ("?", "-") else plain)


def is_ending(text: str) -> bool:
    """Whether a text is a result, or the sign that ends a game without one.

    Examples
    --------
    >>> from draughts.pdn.results import is_ending
    >>> is_ending("1:0"), is_ending("*"), is_ending("4-6")
    (True, True, False)
    """
    return text == "*" or isinstance(meaning(text), Outcome)


def outcome_of(record: GameRecord) -> Outcome | None:
    """How a game ended by its ``Result`` tag, or, if that says nothing, by what stands at its end.

    Examples
    --------
    >>> from draughts.pdn import loads, outcome_of
    >>> [outcome_of(record) for record in loads('[Result "0-1"] 1. 11-15 *   1. 9-14 *')]
    [<Outcome.SECOND_SIDE_WINS: 'the second side wins'>, None]
    """
    if not isinstance(record, GameRecord):
        refuse("an outcome is read off a GameRecord", record)
    for text in (record.tag("Result"), record.result):
        said = meaning(text or "")
        if said not in ("", "*"):
            return said if isinstance(said, Outcome) else None
    return None


def winner_of(outcome: Outcome | None, rules: Rules, *, white_first: bool = False) -> Color | None:
    """The side that an outcome says has won; None for anything but a win.

    Parameters
    ----------
    outcome : Outcome or None
        What the file says.
    rules : Rules
        The variant. PDN gives the first number of a result to the side that moves first by its rules.
    white_first : bool
        Give it to White instead, as some programs do in variants that Black begins.

    Examples
    --------
    >>> from draughts import AMERICAN
    >>> from draughts.pdn import Outcome, winner_of
    >>> winner_of(Outcome.FIRST_SIDE_WINS, AMERICAN), winner_of(Outcome.FIRST_SIDE_WINS, AMERICAN, white_first=True)
    (<Color.BLACK: 'B'>, <Color.WHITE: 'W'>)
    """
    first = Color.WHITE if as_flag(white_first, "white_first") else as_rules(rules).first_mover
    if outcome is not None and not isinstance(outcome, Outcome):
        refuse("an outcome is a pdn.Outcome or None", outcome)
    return won_by(outcome, first)


def won_by(outcome: Outcome | None, first: Color) -> Color | None:
    """As `winner_of`, of an outcome whose first number is that of this side."""
    if outcome is Outcome.FIRST_SIDE_WINS:
        return first
    return first.opponent if outcome is Outcome.SECOND_SIDE_WINS else None


def result_text(winner: Color | None, rules: Rules, *, white_first: bool = False) -> str:
    """A result as files of a variant have it; None is a draw.

    Examples
    --------
    >>> from draughts import INTERNATIONAL, Color
    >>> from draughts.pdn.results import result_text
    >>> result_text(Color.BLACK, INTERNATIONAL), result_text(None, INTERNATIONAL)
    ('0-2', '1-1')
    """
    return written_score(winner, Color.WHITE if white_first else rules.first_mover, rules.result_style)
