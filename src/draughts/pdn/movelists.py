"""Bare lists of moves: ``11-15 23-19 ...`` with no tags, as one text or one game a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from draughts.pdn.parser import records_of
from draughts.pdn.records import GameRecord
from draughts.pdn.replaying import Replay
from draughts.pdn.variant_detection import guess
from draughts.position.board import Board
from draughts.rules.rules import Rules

__all__ = ["lines_as_games"]

#: How much of a text is looked at.
_HEAD = 1 << 16
_LOOKED_AT = 20
_RESULT = r"(?:[012][-:][012]|1/2[-:]1/2|\*)"
_CELL = r"(?:[0-9]{1,2}(?:[-x:][0-9]{1,2})+|[a-l][0-9]{1,2}(?:[-x:]?[a-l][0-9]{1,2})+|[a-l][a-l][0-9]{1,2}|[0-9]{4})"
_LIST = re.compile(rf"(?:[0-9]{{1,4}}\.{{1,3}}[ \t]*)?{_CELL}(?:[ \t]+|[ \t]*\Z)|{_RESULT}[ \t]*\Z", re.IGNORECASE)
_ENDED = re.compile(rf"(?:^|\s){_RESULT}\s*\Z")


def lines_as_games(blocks: Iterable[str], rules: Rules | None) -> tuple[Iterable[str], bool]:
    r"""A text in which every game has an end, if it is a list of moves with one game a line; and whether it is one.

    Other texts come back as they are. What is legal tells: lines are games if each of them is legal from the start, or
    if most of them begin there and the whole is not legal as one game.

    Examples
    --------
    >>> from draughts.pdn.movelists import lines_as_games
    >>> lines, is_list = lines_as_games(["11-15 23-19\n9-13 22-18\n"], None)
    >>> "".join(lines), is_list
    ('11-15 23-19 *\n9-13 22-18 *\n', True)
    """
    source = iter(blocks)
    head = ""
    while len(head) < _HEAD and (block := next(source, None)) is not None:
        head += block
    whole = head if len(head) < _HEAD else head[: head.rfind("\n") + 1]
    lines = [line for line in whole.splitlines() if line.strip()]
    is_list = len(lines) > 1 and all(map(_is_list, lines)) and _are_games(lines[:_LOOKED_AT], rules)
    blocks = chain((head,), source)
    return (_ended(blocks), True) if is_list else (blocks, False)


def _is_list(line: str) -> bool:
    """Whether there is nothing but moves, their numbers and a result in a line."""
    at = 0
    text = line.strip()
    while at < len(text):
        found = _LIST.match(text, at)
        if found is None or found.end() == at:
            return False
        at = found.end()
    return True


def _are_games(lines: list[str], rules: Rules | None) -> bool:
    """Whether every line is a game, or the lines go together so badly that they are meant to be."""
    if all(map(_ENDED.search, lines)):
        return True
    if rules is None:
        guessed = guess(_record(lines[0]))
        if guessed is None:
            return False
        rules = guessed.rules
    alone = [_replay(line, rules) for line in lines]
    if all(replay.is_complete for replay in alone):
        return True
    begun = sum(replay.at > 0 for replay in alone[1:])
    return 2 * begun > len(alone) - 1 and not _replay(" ".join(lines), rules).is_complete


def _replay(text: str, rules: Rules) -> Replay:
    replay = Replay(_record(text), Board(rules))
    replay.advance()
    return replay


def _record(line: str) -> GameRecord:
    return next(iter(records_of([line + " *\n"])))


def _ended(blocks: Iterable[str]) -> Iterator[str]:
    """The same lines, each with a sign that the game ends there."""
    held = ""
    for block in blocks:
        *lines, held = (held + block).replace("\r\n", "\n").split("\n")
        yield "".join(f"{_with_end(line)}\n" for line in lines)
    if held:
        yield _with_end(held)


def _with_end(line: str) -> str:
    return line if not line.strip() or _ENDED.search(line) else f"{line.rstrip()} *"
