"""What people type: moves, squares, and the words of one table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from draughts.errors import DraughtsError, PlayerError
from draughts.position.move_entry import selectable_squares
from draughts.position.notation import read_spelling
from draughts.rules.phrases import square_name
from draughts.terminal.picture import history, spoken
from draughts.terminal.reply import Reply
from draughts.terminal.session import Session
from draughts.terminal.tables import spoken_tables

__all__ = ["COMMANDS", "Command", "find_command", "obey"]

_SQUARE = re.compile(r"[0-9]{1,3}|[a-l][0-9]{1,2}", re.ASCII | re.IGNORECASE)


def obey(session: Session, line: str) -> Reply:
    """Do what a line says.

    Raises
    ------
    PlayerError
        If a player fails, such as one that a new game has to start.

    Examples
    --------
    >>> from draughts import Color, Game
    >>> from draughts.terminal.storage import StoredGame
    >>> session = Session(StoredGame(Game()), lambda stored: dict.fromkeys(Color), None, lambda: 0.0)
    >>> obey(session, "11 15").messages, obey(session, "jump").messages
    (('Black: 11-15',), ("'jump' is neither a move nor a command; help lists what can be typed",))
    """
    words = line.split()
    late = session.check_time()
    if late is not None:
        return late
    try:
        answer = session.confirm(" ".join(words)) if session.is_resigning else None
        if answer is not None or not words:
            return answer or Reply()
        return _understand(session, words)
    except PlayerError:
        raise
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


def _explain(session: Session, text: str) -> Reply:
    board = session.game.board
    if not text:
        pieces = ", ".join(square_name(board.rules, square) for square in selectable_squares(board))
        return Reply((f"explain what? For example: explain 11-18. Pieces that can move: {pieces or 'none'}",))
    return Reply((f"{text}: {board.explain(text.replace(' ', '')).message}",))


def _draws(session: Session, argument: str) -> Reply:
    lines = tuple(status.describe() for status in session.game.draw_status)
    return Reply(lines or ("no draw rule applies now",))


def _tables(session: Session, argument: str) -> Reply:
    if session.tablebase is None:
        return Reply(("there are no endgame tables; --tablebase DIR names some, draughts tablebase build makes them",))
    return Reply(spoken_tables(session.tablebase, session.game))


def _history(session: Session, argument: str) -> Reply:
    return Reply(history(session.game) or ("no move has been made",))


def _pieces(session: Session, argument: str) -> Reply:
    return Reply(spoken(session.picture()))


def _flip(session: Session, argument: str) -> Reply:
    session.is_flipped = not session.is_flipped
    return Reply(is_new=True)


def _quit(session: Session, argument: str) -> Reply:
    session.is_left = True
    return Reply()


COMMANDS: tuple[Command, ...] = (
    Command(("moves", "m"), "[SQUARE]", "legal moves", lambda session, argument: session.legal(argument)),
    Command(("hint",), "", "the best move that the engine sees", lambda session, argument: session.hint()),
    Command(("ask", "what"), "", "what would your opponent play here?", lambda session, argument: session.ask()),
    Command(("tables",), "", "what endgame tables say", _tables),
    Command(("explain", "why"), "MOVE", "why a move is not legal", _explain),
    Command(("undo", "u"), "", "take back a step, or your last move", lambda session, argument: session.undo()),
    Command(("draw",), "", "offer a draw", lambda session, argument: session.offer_draw()),
    Command(("accept",), "", "accept the draw", lambda session, argument: session.answer_offer(accepts=True)),
    Command(("decline",), "", "decline the draw", lambda session, argument: session.answer_offer(accepts=False)),
    Command(("claim",), "", "claim a draw by the rules", lambda session, argument: session.claim()),
    Command(("draws",), "", "how far each draw rule is", _draws),
    Command(("resign",), "", "give up, after a question", lambda session, argument: session.resign()),
    Command(("new",), "", "another game, once this one is over", lambda session, argument: session.new_game()),
    Command(("record",), "", "games won, lost and drawn until now", lambda session, argument: session.record()),
    Command(("history",), "", "the moves so far", _history),
    Command(("pieces", "p"), "", "where the pieces stand, in words", _pieces),
    Command(("flip",), "", "turn the board round", _flip),
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
