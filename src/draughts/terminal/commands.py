"""What people type: moves, squares, and the words of one table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from draughts.errors import DraughtsError
from draughts.position.notation import read_spelling
from draughts.terminal.session import Reply, Session

__all__ = ["COMMANDS", "Command", "find_command", "obey"]

_SQUARE = re.compile(r"[0-9]{1,3}|[a-l][0-9]{1,2}", re.ASCII | re.IGNORECASE)


def obey(session: Session, line: str) -> Reply:
    """Do what a line says.

    Examples
    --------
    >>> from draughts import Game
    >>> from draughts.terminal.storage import StoredGame
    >>> session = Session(StoredGame(Game()), None, lambda: 0.0)
    >>> obey(session, "11 15").messages, obey(session, "jump").messages
    (('Black: 11-15',), ("'jump' is neither a move nor a command; help lists what can be typed",))
    """
    words = line.split()
    if not words:
        return Reply()
    late = session.check_time()
    if late is not None:
        return late
    try:
        return _understand(session, words)
    except DraughtsError as error:
        return session.refused(str(error))


def _understand(session: Session, words: list[str]) -> Reply:
    command = find_command(words[0])
    if command is not None:
        return command.run(session, " ".join(words[1:]))
    if len(words) == 1 and _SQUARE.fullmatch(words[0]):
        return session.step(words[0])
    if all(map(_SQUARE.fullmatch, words)):
        return session.move("-".join(words))
    text = "".join(words)
    if read_spelling(text, session.game.rules.geometry) is None:
        return Reply((f"{' '.join(words)!r} is neither a move nor a command; help lists what can be typed",))
    return session.move(text)


class Command(NamedTuple):
    """A word, and what it does with the rest of the line.

    Attributes
    ----------
    names : tuple of str
        The word, and shorter ones for it.
    argument : str
        What may follow.
    help : str
        What it does.
    run : callable
        Does it.
    """

    names: tuple[str, ...]
    argument: str
    help: str
    run: Callable[[Session, str], Reply]


def _help(session: Session, argument: str) -> Reply:
    lines = ["a move: 11-15, 15x22, 22x15x8, c3-d4, or square by square: 11, then 15"]
    for command in COMMANDS:
        word = f"{', '.join(command.names)} {command.argument}".strip()
        lines.append(f"{word:<18} {command.help}")
    return Reply(tuple(lines))


def _quit(session: Session, argument: str) -> Reply:
    session.is_left = True
    return Reply()


COMMANDS: tuple[Command, ...] = (
    Command(("moves", "m"), "[SQUARE]", "legal moves", lambda session, argument: session.legal(argument)),
    Command(("hint",), "", "a move that loses nothing at once", lambda session, argument: session.hint()),
    Command(("explain", "why"), "MOVE", "why a move is not legal", lambda session, argument: session.explain(argument)),
    Command(("undo", "u"), "", "take back a step, or your last move", lambda session, argument: session.undo()),
    Command(("draw",), "", "offer a draw", lambda session, argument: session.offer_draw()),
    Command(("accept",), "", "accept the draw", lambda session, argument: session.answer_offer(accepts=True)),
    Command(("decline",), "", "decline the draw", lambda session, argument: session.answer_offer(accepts=False)),
    Command(("claim",), "", "claim a draw by the rules", lambda session, argument: session.claim()),
    Command(("draws",), "", "how far each draw rule is", lambda session, argument: session.draws()),
    Command(("resign",), "", "give up", lambda session, argument: session.resign()),
    Command(("history",), "", "the moves so far", lambda session, argument: session.moves_so_far()),
    Command(("flip",), "", "turn the board round", lambda session, argument: session.flip()),
    Command(
        ("save",), "[FILE]", "save now, or a copy (.pdn for PDN)", lambda session, argument: session.save_as(argument)
    ),
    Command(("quit", "q", "exit"), "", "save and leave", _quit),
    Command(("help", "h", "?"), "", "this list", _help),
)
_BY_NAME = {name: command for command in COMMANDS for name in command.names}


def find_command(word: str) -> Command | None:
    """The command with this name, or None.

    Examples
    --------
    >>> find_command("Q").names, find_command("11-15")
    (('quit', 'q', 'exit'), None)
    """
    return _BY_NAME.get(word.lower())
