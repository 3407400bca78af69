"""Many games as one page each, with an index of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from draughts.errors import PdnError
from draughts.pdn.records import GameRecord
from draughts.rules.rules import Color, Rules
from draughts.support.numbers import counted
from draughts.svg.layout import Coordinates
from draughts.svg.themes import Theme
from draughts.viewer.facts import facts, seats
from draughts.viewer.html import document, isolated, link
from draughts.viewer.lines import Lines, replay_lines
from draughts.viewer.page import Links, page_of

__all__ = ["PageFile", "collection"]

_INDEX = "index.html"
_NOTHING = "–"


class PageFile(NamedTuple):
    """A page of `collection`.

    Attributes
    ----------
    name : str
        The name of its file: ``game-1.html`` and so on, ``index.html`` for the last one. No text of a game is in it.
    content : str
        The page.
    faults : tuple of str
        What is wrong with the game; for the index, with games that could not be shown at all.
    """

    name: str
    content: str
    faults: tuple[str, ...] = ()


class _Shown(NamedTuple):
    """A game with its number in the file."""

    number: int
    lines: Lines

    @property
    def name(self) -> str:
        return f"game-{self.number}.html"


def collection(
    records: Iterable[GameRecord],
    rules: Rules | None = None,
    *,
    title: str = "Games",
    orientation: Color = Color.WHITE,
    coordinates: Coordinates | None = None,
    theme: Theme | str = "wood",
) -> Iterator[PageFile]:
    """Games as pages that lead to one another, and at last their index.

    One game is in memory at a time. The pages belong into one folder, under the names that they have.

    Parameters
    ----------
    records : iterable of GameRecord
        The games, as `pdn.read` gives them.
    rules : Rules, optional
        The variant; by default that which each game says.
    title : str
        The title of the index.
    orientation, coordinates, theme
        As for `page`.

    Yields
    ------
    PageFile
        A page. A game without a variant or a position has none; the index says why.

    Raises
    ------
    ValueError
        As for `svg.board`.

    Examples
    --------
    >>> from draughts import pdn, viewer
    >>> files = list(viewer.collection(pdn.loads("1. 11-15 *   1. 9-14 *")))
    >>> [file.name for file in files]
    ['game-1.html', 'game-2.html', 'index.html']
    """
    rows: list[str] = []
    unread: list[str] = []
    before, here = "", None
    for number, record in enumerate(records, 1):
        try:
            shown = _Shown(number, replay_lines(record, rules))
        except PdnError as error:
            unread.append(f"game {number}: {error}")
            rows.append(f'<tr><td>{number}</td><td colspan="5" class="fault">{isolated(str(error))}</td></tr>\n')
            continue
        if here is not None:
            yield _page(here, before, shown.name, orientation, coordinates, theme)
            before = here.name
        here = shown
        rows.append(_row(shown))
    if here is not None:
        yield _page(here, before, "", orientation, coordinates, theme)
    yield PageFile(_INDEX, "".join(document(title, _index(title, rows))), tuple(unread))


def _page(
    shown: _Shown,
    before: str,
    after: str,
    orientation: Color,
    coordinates: Coordinates | None,
    theme: Theme | str,
) -> PageFile:
    content = page_of(
        shown.lines,
        ply=0,
        orientation=orientation,
        coordinates=coordinates,
        theme=theme,
        links=Links(_INDEX, before, after),
    )
    return PageFile(shown.name, content, tuple(f"game {shown.number}: {fault}" for fault in shown.lines.faults))


def _index(title: str, rows: list[str]) -> Iterator[str]:
    yield f"<header>\n<h1>{isolated(title)}</h1>\n<p>{counted(len(rows), 'game')}</p>\n</header>\n"
    columns = ("", "Players", "Result", "Event", "Date", "Plies")
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    yield f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n'
    yield from rows
    yield "</tbody>\n</table></div>\n"


def _row(shown: _Shown) -> str:
    lines = shown.lines
    players = " – ".join(
        f'{isolated(seat.name)} <span class="side">{seat.side}</span>' if seat.player else isolated(seat.side)
        for seat in seats(lines)
    )
    told = (facts(lines)[-1], lines.record.tag("Event") or "", lines.record.tag("Date") or "")
    cells = "".join(f"<td>{isolated(cell) if cell.strip('.? ') else _NOTHING}</td>" for cell in told)
    fault = ' <span class="fault">not right</span>' if lines.faults else ""
    plies = len(lines.main) - 1
    return f"<tr><td>{shown.number}</td><td>{link(shown.name, players)}{fault}</td>{cells}<td>{plies}</td></tr>\n"
