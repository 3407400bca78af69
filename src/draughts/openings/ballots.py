"""Openings that are drawn by lot: the three-move ballots of English draughts, the older two-move ones, 11-man ballots.

The list of ballots ships with the package; its sources are named in ``ballots.json`` beside this file.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from draughts.errors import RulesError
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.readings import as_board
from draughts.rules.presets import AMERICAN
from draughts.rules.rules import Color, Piece, PieceType, Rules
from draughts.support.checks import as_seed, as_whole
from draughts.support.numbers import counted

__all__ = [
    "GO_AS_YOU_PLEASE",
    "Ballot",
    "ballot",
    "ballot_deck",
    "check_eleven_man",
    "draw_ballot",
    "eleven_man_board",
    "three_move_ballots",
    "two_move_ballots",
]

#: Pairs of first moves that the two-move restriction barred.
_BARRED_PAIRS = {
    ("9-14", "21-17"),
    ("9-14", "23-18"),
    ("10-14", "21-17"),
    ("10-14", "23-18"),
    ("11-16", "23-19"),
    ("12-16", "23-19"),
}


@dataclass(frozen=True, slots=True)
class Ballot:
    """An opening that both players must play.

    Attributes
    ----------
    number : int
        Number of ACF and WCDF, 1 to 174 for three-move ballots; 0 where there is none.
    moves : tuple of str
        The moves of both sides.
    is_accepted : bool
        Whether it is in the deck, or barred because it leaves one side lost or nearly so.
    name : str
        Its name, if it has one.
    is_recent : bool
        Whether it came into the deck in the early 2000s only.
    """

    number: int
    moves: tuple[str, ...]
    is_accepted: bool = True
    name: str = ""
    is_recent: bool = False

    def start(self, rules: Rules = AMERICAN) -> Game:
        """A game in which the opening has been played.

        Raises
        ------
        IllegalMoveError
            If the opening is none of this variant.

        Examples
        --------
        >>> from draughts.openings import ballot
        >>> game = ballot(5).start()
        >>> game.board.turn, game.ply
        (<Color.WHITE: 'W'>, 3)
        """
        game = Game(rules)
        for move in self.moves:
            game.push(move)
        return game

    def board(self, rules: Rules = AMERICAN) -> Board:
        """The position after the opening."""
        return self.start(rules).board

    def __str__(self) -> str:
        text = " ".join(self.moves) or "go as you please"
        number = f"{self.number}. " if self.number else ""
        return f"{number}{text}{f' ({self.name})' if self.name else ''}"


#: No opening: the players begin as they like.
GO_AS_YOU_PLEASE = Ballot(0, ())


@lru_cache(maxsize=1)
def three_move_ballots() -> tuple[Ballot, ...]:
    """All 174 three-move ballots by number; 156 of them are accepted.

    Examples
    --------
    >>> from draughts.openings import three_move_ballots
    >>> ballots = three_move_ballots()
    >>> len(ballots), sum(ballot.is_accepted for ballot in ballots)
    (174, 156)
    >>> str(ballots[4])
    '5. 9-13 22-18 6-9 (Dreaded Edinburgh)'
    """
    data = json.loads((files("draughts.openings") / "ballots.json").read_text(encoding="utf-8"))
    return tuple(
        Ballot(
            entry["number"],
            tuple(entry["moves"].split()),
            entry.get("accepted", True),
            entry.get("name", ""),
            entry.get("recent", False),
        )
        for entry in data["ballots"]
    )


@lru_cache(maxsize=1)
def two_move_ballots() -> tuple[Ballot, ...]:
    """The 49 pairs of first moves; 43 of them are accepted. The restriction was in use before the three-move one.

    Examples
    --------
    >>> from draughts.openings import two_move_ballots
    >>> len(two_move_ballots()), sum(ballot.is_accepted for ballot in two_move_ballots())
    (49, 43)
    """
    start = Board(AMERICAN)
    pairs = [(str(first), str(second)) for first in start.legal_moves for second in start.play(first).legal_moves]
    return tuple(Ballot(0, pair, pair not in _BARRED_PAIRS) for pair in pairs)


def ballot(number: int) -> Ballot:
    """A three-move ballot by its number, accepted or barred.

    Raises
    ------
    RulesError
        If there is none.
    """
    ballots = three_move_ballots()
    as_whole(number, "number")
    if not 1 <= number <= len(ballots):
        raise RulesError(f"three-move ballots are numbered 1 to {len(ballots)}, not {number}")
    return ballots[number - 1]


def ballot_deck(seed: int | str, ballots: Iterable[Ballot] | None = None) -> tuple[Ballot, ...]:
    """The accepted ballots, shuffled.

    Parameters
    ----------
    seed : int or str
        Decides the order, on every machine alike.
    ballots : iterable of Ballot, optional
        The deck; the three-move ballots by default.

    Examples
    --------
    >>> from draughts.openings import ballot_deck
    >>> deck = ballot_deck(2024)
    >>> len(deck), len(set(deck)), deck == ballot_deck(2024)
    (156, 156, True)
    """
    deck = [ballot for ballot in (three_move_ballots() if ballots is None else ballots) if ballot.is_accepted]
    random.Random(as_seed(seed)).shuffle(deck)
    return tuple(deck)


def draw_ballot(seed: int | str) -> Ballot:
    """One accepted three-move ballot, drawn by lot.

    Examples
    --------
    >>> from draughts.openings import draw_ballot
    >>> draw_ballot("round 1") == draw_ballot("round 1"), draw_ballot("round 1").is_accepted
    (True, True)
    """
    return ballot_deck(seed)[0]


def eleven_man_board(black: int, white: int, moves: Iterable[str] = (), rules: Rules = AMERICAN) -> Board:
    """An 11-man ballot: the start position without one man of each side, and the first moves.

    Parameters
    ----------
    black, white : int
        The squares of the men that are taken off.
    moves : iterable of str
        The moves that are drawn with them.
    rules : Rules
        The variant.

    Raises
    ------
    RulesError
        If the squares are not those of a man of each side.
    IllegalMoveError
        If a move is not legal.

    Examples
    --------
    >>> from draughts.openings import eleven_man_board
    >>> eleven_man_board(1, 32, ["9-13", "22-18"]).fen
    'B:W18,21,23,24,25,26,27,28,29,30,31:B2,3,4,5,6,7,8,10,11,12,13'
    """
    board = Board(rules)
    for square, color in ((black, Color.BLACK), (white, Color.WHITE)):
        if square not in rules.geometry.numbers or board[square] != Piece(color, PieceType.MAN):
            raise RulesError(f"no {color} man stands on {square!r} in the start position")
        board = board.with_piece(square, None)
    for move in moves:
        board = board.play(move)
    return check_eleven_man(board)


def check_eleven_man(board: Board) -> Board:
    """Make sure that a position given as an 11-man ballot can be one, and return it.

    Raises
    ------
    RulesError
        If a side has kings, or not one man less than at the start, or if the game is over.
    """
    board = as_board(board)
    men = len(Board(board.rules).pieces(Color.WHITE))
    for color in Color:
        if board.pieces(color, PieceType.KING):
            raise RulesError(f"an 11-man ballot has no kings, but {color} has")
        count = len(board.pieces(color))
        if count != men - 1:
            raise RulesError(f"{color} has {counted(count, 'man', 'men')}; the ballot takes one of {men} off")
    if not board.legal_moves:
        raise RulesError(f"{board.turn} has no legal move")
    return board
