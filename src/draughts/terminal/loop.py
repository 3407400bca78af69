"""The loop of a game at a terminal: show, ask, do, save."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import Protocol

from draughts.support.printable import printable
from draughts.terminal.commands import obey
from draughts.terminal.picture import Picture
from draughts.terminal.plain import show_plain
from draughts.terminal.reply import Reply
from draughts.terminal.session import Session
from draughts.terminal.terminal import Resized, Terminal, TimeUp, terminal_size

__all__ = ["PlainScreen", "Screen", "choose_screen", "farewell", "play"]

_INTERRUPTED = 130


class Screen(Protocol):
    """Where pictures are shown and messages are said."""

    def show(self, picture: Picture, messages: Sequence[str]) -> None:
        """Show a new picture, with what has led to it."""

    def say(self, picture: Picture, messages: Sequence[str]) -> None:
        """Say something about a picture that was shown already."""


class PlainScreen:
    """Text below text."""

    def show(self, picture: Picture, messages: Sequence[str]) -> None:
        """Print the messages and the board."""
        self.say(picture, messages)
        print(f"\n{show_plain(picture, terminal_size()[0])}", flush=True)

    def say(self, picture: Picture, messages: Sequence[str]) -> None:
        """Print the messages."""
        for message in messages:
            print(printable(message), flush=True)


class DrawnScreen:
    """The whole terminal in colour, drawn anew each time."""

    def show(self, picture: Picture, messages: Sequence[str]) -> None:
        """Clear and draw."""
        from draughts.terminal.drawn import show_drawn

        show_drawn(picture, messages, *terminal_size())
        sys.stdout.flush()

    def say(self, picture: Picture, messages: Sequence[str]) -> None:
        """Clear and draw: the messages stand below the board."""
        self.show(picture, messages)


def choose_screen(*, plain: bool) -> tuple[Screen, str]:
    """The best screen for the terminal, and advice if another one could be had.

    Parameters
    ----------
    plain : bool
        Whether plain text is wanted in any case.
    """
    if plain or not _has_colors():
        return PlainScreen(), ""
    try:
        from draughts.terminal.drawn import can_draw
    except ImportError:
        return PlainScreen(), "for a board in colour: pip install 'bitdraughts[play]'"
    return (DrawnScreen() if can_draw() else PlainScreen()), ""


def _has_colors() -> bool:
    """Whether standard output is a terminal that may show colours; asked before rich is loaded."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return False
    return os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "") or sys.platform == "win32"


def play(session: Session, screen: Screen, greeting: Sequence[str] = ()) -> int:
    """Play until the game is left, or over with nobody at the terminal. However it ends, the game is saved.

    Returns
    -------
    int
        The exit code.

    Raises
    ------
    PlayerError
        If a player fails.
    """
    if session.starting:
        print(printable(f"starting {' and '.join(session.starting)}"), flush=True)
    with Terminal() as terminal:
        try:
            session.begin(lambda: terminal.is_interrupted)
            return _run(session, screen, terminal, greeting)
        finally:
            session.leave()


def _run(session: Session, screen: Screen, terminal: Terminal, greeting: Sequence[str]) -> int:
    reply = Reply(tuple(greeting), is_new=True)
    while True:
        if session.is_left:
            return 0
        _show(session, screen, reply)
        if session.game.is_over and not session.has_people:
            return 0
        try:
            if session.player is None:
                reply = obey(session, terminal.read(session.prompt, session.seconds_left))
            elif terminal.is_interrupted:
                raise KeyboardInterrupt
            else:
                reply = session.answer(lambda: terminal.is_interrupted)
        except EOFError:
            print()
            return 0
        except KeyboardInterrupt:
            print()
            return _INTERRUPTED
        except TimeUp:
            print()
            reply = session.check_time() or Reply()
        except Resized:
            print()
            reply = Reply(reply.messages, is_new=True)


def _show(session: Session, screen: Screen, reply: Reply) -> None:
    """Show a reply. The board is worth seeing again when it is a person's turn, or nobody's any more."""
    warnings = (session.unsaved,) if session.unsaved else ()
    shows = screen.show if reply.is_new and session.player is None else screen.say
    shows(session.picture(), (*reply.messages, *warnings))


def farewell(session: Session, options: str = "") -> list[str]:
    """Where the game is, and how to go on with it.

    Parameters
    ----------
    session : Session
        The game.
    options : str
        What must be given again, such as engines, which no file can start.
    """
    if session.unsaved:
        return [session.unsaved]
    if session.path is None:
        return []
    if session.game.is_over:
        return [f"The game is saved in {session.path}"]
    command = f"draughts play --resume {shlex.quote(str(session.path))} {options}".rstrip()
    return [f"The game is saved; go on with: {command}"]
