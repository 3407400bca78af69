"""From text to reports: tokens, games, replay. Games that machine code can replay as they stand are not read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from draughts.pdn.checking import report_of, report_of_plain
from draughts.pdn.lexer import Lexer
from draughts.pdn.neighbours import neighbours_of
from draughts.pdn.parser import games_of
from draughts.pdn.plain import PlainGames
from draughts.pdn.records import GameRecord, PlainGame, RulesSource
from draughts.pdn.reports import GameReport
from draughts.pdn.splitting import Part
from draughts.pdn.variant_detection import NO_NEIGHBOURS, Neighbours
from draughts.pdn.window import Window
from draughts.rules.rules import Rules

__all__ = ["Settings", "check", "with_neighbours"]

#: How many games at the beginning of a file are looked at before the first one is reported, if they do not all name
#: their rules, and about how much text.
_WEIGHED = 64
_WEIGHED_TEXT = 1 << 20


class Settings(NamedTuple):
    """How games are checked; see `validate`."""

    rules: Rules | None
    strict: bool = False
    white_first: bool = False


def check(part: Part, settings: Settings) -> Iterator[GameReport]:
    """The reports of a part; its games are counted from 1."""
    games = _Games(part, settings)
    if settings.rules is None and part.neighbours is None:
        head = games.head(_WEIGHED)
        games.listen_to(neighbours_of(head))
        yield from map(games.again, head)
    yield from games


def with_neighbours(parts: Iterable[Part], settings: Settings) -> Iterator[Part]:
    """The parts of a file, each with what the first games of the file tell of the rules."""
    left = iter(parts)
    held = list(islice(left, 2))
    if settings.rules is not None or len(held) < 2:
        yield from chain(held, left)
        return
    head: list[GameReport] = []
    text = at = 0
    while at < len(held):
        text += len(held[at].text)
        head += _Games(held[at]._replace(rest=()), settings).head(_WEIGHED - len(head))
        at += 1
        if len(head) >= _WEIGHED or text > _WEIGHED_TEXT:
            break
        if at == len(held):
            held += islice(left, 1)
    neighbours = neighbours_of(head)
    for part in chain(held, left):
        yield part._replace(neighbours=neighbours)


class _Games:
    """The games of a part, one after another."""

    def __init__(self, part: Part, settings: Settings) -> None:
        self._settings = settings
        self._finder = None if settings.strict else PlainGames(settings.rules, settings.white_first)
        self.listen_to(part.neighbours or NO_NEIGHBOURS)
        self._window = Window(chain((part.text,), part.rest), part.line)
        noted = part.deviations if part.rest else part.deviations.copy()
        self._games = enumerate(games_of(Lexer(self._window), noted, self._finder), 1)

    def __iter__(self) -> Iterator[GameReport]:
        return (self._report(number, game) for number, game in self._games)

    def head(self, most: int) -> list[GameReport]:
        """The first games, so many of them at most, or fewer where they are long."""
        reports = []
        for report in self:
            reports.append(report)
            if len(reports) >= most or self._window.taken > _WEIGHED_TEXT:
                break
        return reports

    def listen_to(self, neighbours: Neighbours) -> None:
        """Take the rules of games that do not name them from what others tell."""
        self.neighbours = neighbours
        if self._finder is not None:
            self._finder.neighbours = neighbours

    def again(self, report: GameReport) -> GameReport:
        """The same report, or another one where the games around tell more of the rules."""
        told, others, _ = self.neighbours
        if report.rules_from is not RulesSource.GUESS or told is None or (report.rules == told and not others):
            return report
        return self._report(report.game, report.source if report.rules == told else report.record)

    def _report(self, number: int, game: GameRecord | PlainGame) -> GameReport:
        if isinstance(game, PlainGame):
            return report_of_plain(number, game, self.neighbours)
        rules, strict, white_first = self._settings
        return report_of(number, game, rules, strict=strict, white_first=white_first, neighbours=self.neighbours)
