r"""Commands in comments: everything of a game that PDN has no words for, written and read.

Other programs leave them alone:

.. code-block:: text

   {[%draughts 1 5d9f1c0e2b7a4483] [%draughts cautions 1]}
   1. 11-15 {[%clk 0:04:58] [%draughts press-clock B 1004.5]}
   1... 23-19 {[%draughts offer B] [%draughts decline W]}

The first one has the version and a digest of all others, the moves and the start position. A game that was edited or
cut off does not fit it and is refused; a game without commands is anybody's, and read as it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import unquote

from draughts.errors import PdnError, RulesError
from draughts.game.events import EventKind, GameEvent
from draughts.game.saved_game import digest, outcome
from draughts.pdn.records import GameRecord
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_long
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.registry import get_rules, get_variant, variants
from draughts.rules.rules import Color, Rules
from draughts.support.numbers import whole_number

if TYPE_CHECKING:
    from draughts.game.game import Game

__all__ = [
    "Said",
    "check_header",
    "commands_of",
    "ending_of",
    "event_of",
    "game_type_of",
    "header_of",
    "said_in",
    "saved_rules",
    "setting",
    "unquoted",
]

G = TypeVar("G", bound="Game")

_VERSION = 1
#: Also one that was cut off, so that it does not go unnoticed.
_COMMAND = re.compile(r"\[%draughts\b ?([^\[\]{}]*)")
_ACT = re.compile(r'([a-z-]+)(?: ([BW]))?(?: (-?[0-9][0-9.e+-]*))?(?: (".*"))?', re.ASCII)
_KINDS = {kind.value.replace(" ", "-"): kind for kind in EventKind}


def commands_of(game: Game) -> dict[int, list[str]]:
    """Everything that PDN has no words for, by ply; the digest comes first."""
    said: dict[int, list[str]] = {0: list(_settings(game))}
    for event in game.events:
        said.setdefault(event.ply, []).append(_event_text(event))
    ended = outcome(game.result)
    if ended is not None:
        winner, reason = ended
        said.setdefault(game.ply, []).append(f"result {winner or '-'} {reason.replace(' ', '-')}")
    digest = _digest(game.boards[0], game.moves, [(ply, text) for ply in sorted(said) for text in said[ply]])
    said[0].insert(0, f"{_VERSION} {digest}")
    return {ply: [f"[%draughts {text}]" for text in texts] for ply, texts in said.items()}


def _settings(game: Game) -> Iterator[str]:
    rules = game.rules
    if variants().get(rules.name) != rules:
        yield f"rules {_quoted({'name': rules.name} | to_plain(rules))}"
    elif get_rules(game_type_of(rules) or rules.name).name != rules.name:
        yield f"rules {rules.name}"
    if game.cautions is not None:
        yield f"cautions {game.cautions}"
    if game.time_control is not None and game.time_control != rules.clock:
        yield f"clock {_quoted(to_plain(game.time_control))}"


def _event_text(event: GameEvent) -> str:
    parts = [event.kind.value.replace(" ", "-")]
    if event.color is not None:
        parts.append(event.color.value)
    if event.at is not None:
        parts.append(json.dumps(event.at))
    if event.note:
        parts.append(_quoted(event.note))
    return " ".join(parts)


def _quoted(data: object) -> str:
    """JSON without the brackets that end a comment or a command."""
    text = json.dumps(data)
    return "".join(f"%{ord(sign):02X}" if sign in "%[]{}" else sign for sign in text)


def _digest(start: Board, moves: Iterable[Move], said: Iterable[tuple[int, str]]) -> str:
    return digest(json.dumps([start.rules.name, start.fen, [write_long(move) for move in moves], list(said)]))


def game_type_of(rules: Rules) -> str | None:
    """PDN's number, or that of programs where PDN has none."""
    if rules.game_type is None and variants().get(rules.name) == rules:
        numbers = get_variant(rules.name).numbers
        return str(numbers[0]) if numbers else None
    return rules.game_type


class Said(NamedTuple):
    """A command in a comment of the file."""

    ply: int
    text: str
    line: int
    column: int

    def error(self, message: str) -> PdnError:
        """What to raise when something is the matter with the command."""
        return PdnError(f"[%draughts {self.text}]: {message}", self.line, self.column)


def header_of(record: GameRecord) -> list[Said]:
    """Our commands before the first move; none in games of other programs."""
    return list(said_in(record.comments, 0, record.line, 1))


def said_in(comments: Iterable[str], ply: int, line: int, column: int) -> Iterator[Said]:
    """Our commands in the comments after so many plies; the place is that of the move before them."""
    for comment in comments:
        for text in _COMMAND.findall(comment):
            yield Said(ply, text, line, column)


def saved_rules(header: Sequence[Said]) -> Rules | None:
    """The rules, where they are not those that the tags name."""
    said = setting(header, "rules")
    if said is None:
        return None
    argument = said.text.partition(" ")[2]
    try:
        if argument in variants():
            return variants()[argument]
        rules = from_plain(Rules, unquoted(said), "rules")
    except RulesError as error:
        raise said.error(str(error)) from None
    assert isinstance(rules, Rules)
    return rules


def setting(said: Iterable[Said], name: str) -> Said | None:
    """The first command of a name; None if there is none."""
    return next((command for command in said if command.text.partition(" ")[0] == name), None)


def unquoted(said: Said) -> object:
    """The plain data that a command has as its argument."""
    try:
        return json.loads(unquote(said.text.partition(" ")[2]))
    except (ValueError, RecursionError):
        raise said.error("this cannot be read") from None


def check_header(first: Said, start: Board, moves: Sequence[Move], said: Iterable[Said]) -> None:
    """Make sure that version and digest, which the first command has, fit the rest of the game."""
    text, _, digest = first.text.partition(" ")
    version = whole_number(text)
    if version is None:
        raise first.error("the version is missing; the game was edited")
    if version > _VERSION:
        raise first.error(f"this was written by a later version of this package, which reads up to {_VERSION}")
    if digest != _digest(start, moves, [(command.ply, command.text) for command in said]):
        raise first.error("the game was cut off or changed after it was written; without our comments it can be read")


def event_of(said: Said) -> GameEvent | None:
    """The event that a command says; None for one that says something else."""
    if said.text.partition(" ")[0] in ("rules", "cautions", "clock", "result"):
        return None
    match = _ACT.fullmatch(said.text)
    if match is None or match[1] not in _KINDS:
        raise said.error("no such command is known")
    color = None if match[2] is None else Color(match[2])
    at = None if match[3] is None else json.loads(match[3])
    note = "" if match[4] is None else json.loads(unquote(match[4]))
    return GameEvent(said.ply, _KINDS[match[1]], color, note, at)


def ending_of(said: Said) -> tuple[str | None, str]:
    """The winner and the reason that a ``result`` command names."""
    _, winner, reason = said.text.split(" ")
    return None if winner == "-" else winner, reason.replace("-", " ")
