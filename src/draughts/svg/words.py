"""Text in pictures: what they show in words, for people who hear them, and text made safe for XML."""

from __future__ import annotations

import re
from html import escape

from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.phrases import pieces_in_words, square_name
from draughts.rules.registry import get_variant, variants
from draughts.rules.rules import Color, Rules

__all__ = ["describe", "game_title", "title", "xml_text"]

#: What XML 1.0 cannot hold, not even as a character reference.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    r"""A text for XML, as content or in quotes.

    Examples
    --------
    >>> from draughts.svg.words import xml_text
    >>> xml_text('<b> & "c"'), xml_text("bell \a") == "bell \ufffd"
    ('&lt;b&gt; &amp; &quot;c&quot;', True)
    """
    return escape(_NO_XML.sub("\ufffd", text), quote=True)


def game_title(rules: Rules) -> str:
    """The name of the game: its title if it is a preset, else the name of the rules."""
    return get_variant(rules.name).title if variants().get(rules.name) == rules else rules.name


def title(board: Board) -> str:
    """What is shown, in one line.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.svg.words import title
    >>> title(Board())
    'American checkers (English draughts): Black to move'
    """
    return f"{game_title(board.rules)}: {board.rules.side_name(board.turn)} to move"


def describe(board: Board, last_move: Move | None = None) -> str:
    """Where everything stands.

    Examples
    --------
    >>> from draughts import Board
    >>> from draughts.svg.words import describe
    >>> describe(Board.from_fen("W:WK3,21:B1"))
    'White: man 21; king 3. Black: man 1.'
    """
    rules = board.rules
    pieces = {square: piece for square in rules.geometry.numbers if (piece := board[square]) is not None}
    told = [
        f"{rules.side_name(color)}: {pieces_in_words(rules, pieces, color)}." for color in (Color.WHITE, Color.BLACK)
    ]
    if last_move is not None:
        names = [square_name(rules, square) for square in last_move.path]
        told.append(f"Last move: {(' takes to ' if last_move.is_capture else ' to ').join(names)}.")
    return " ".join(told)
