"""Bare lists of moves: ``11-15 23-19 ...`` with no tags, as one text or one game a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from draughts.pdn.parser import records_of
from draughts.pdn.records import GameRecord
from draughts.pdn.replaying import Replay
from draughts.pdn.results import is_ending
from draughts.pdn.variant_detection import guess
from draughts.position.board import Board
from draughts.position.notation import read_spelling
from draughts.rules.geometry import STANDARD_BOARD
from draughts.rules.rules import Rules

__all__ = ["lines_as_games"]

#: How much of a text is looked at.
_HEAD = 1 << 16
_LOOKED_AT = 20
#: A move number, apart or glued to its move.
_MOVE_NUMBER = re.compile(r"[0-9]{1,4}\.{1,3}")


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
    *words, last = line.split()
    return all(_is_move(word) for word in (words if is_ending(last) else (*words, last)))


def _is_move(word: str) -> bool:
    """Whether a word is a move, or the number of one, or both."""
    number = _MOVE_NUMBER.match(word)
    rest = word if number is None else word[number.end() :]
    return not rest or read_spelling(rest, STANDARD_BOARD) is not None


def _are_games(lines: list[str], rules: Rules | None) -> bool:
    """Whether every line is a game, or the lines go together so badly that they are meant to be."""
    if all(map(_is_ended, lines)):
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
    return line if not line.strip() or _is_ended(line) else f"{line.rstrip()} *"


def _is_ended(line: str) -> bool:
    return is_ending(line.rsplit(maxsplit=1)[-1])
