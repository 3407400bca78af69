"""From text to reports: tokens, games, replay. Games that machine code can replay as they stand are not read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from draughts.pdn.checking import report_of, report_of_plain
from draughts.pdn.lexer import Lexer
from draughts.pdn.parser import games_of
from draughts.pdn.plain import PlainGames
from draughts.pdn.records import GameRecord
from draughts.pdn.reports import GameReport
from draughts.pdn.splitting import Part
from draughts.pdn.window import Window
from draughts.rules.rules import Rules

__all__ = ["Settings", "check"]


class Settings(NamedTuple):
    """How games are checked; see `validate`."""

    rules: Rules | None
    strict: bool = False
    white_first: bool = False


def check(part: Part, settings: Settings) -> Iterator[GameReport]:
    """The reports of a part; its games are counted from 1."""
    finder = None if settings.strict else PlainGames(settings.rules, settings.white_first)
    lexer = Lexer(Window(chain((part.text,), part.rest), part.line))
    noted = part.deviations if part.rest else part.deviations.copy()
    for number, game in enumerate(games_of(lexer, noted, finder), 1):
        if isinstance(game, GameRecord):
            yield report_of(number, game, settings.rules, strict=settings.strict, white_first=settings.white_first)
        else:
            yield report_of_plain(number, game)
