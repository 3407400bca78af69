"""Lines from whoever sits at the terminal, or from a pipe, and what may come in between: time, a new size, Ctrl-C.

Signals are acted on only while a line is awaited, so that none tears a move or a save apart.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any, Self

from draughts.support.printable import printable

__all__ = ["Resized", "Terminal", "TimeUp", "make_tolerant", "terminal_size"]

_ALARM: int | None = getattr(signal, "SIGALRM", None)
_RESIZE: int | None = getattr(signal, "SIGWINCH", None)
#: Seconds between alarms. Each wakes readline up, which would otherwise sit on a signal that came at a bad moment.
_TICK = 0.5


class TimeUp(Exception):  # noqa: N818
    """The time to wait is over."""


class Resized(Exception):  # noqa: N818
    """The terminal has another size now."""


def terminal_size() -> tuple[int, int]:
    """Columns and lines of the terminal on standard output."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
        if columns > 0 and lines > 0:
            return columns, lines
    columns, lines = shutil.get_terminal_size()
    return columns, lines


def make_tolerant() -> None:
    """Let no character that the encoding of the terminal lacks, and no byte that is none, raise an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class Terminal:
    """Reads lines. Used in a ``with`` statement, which puts the handlers of signals back at the end.

    Lines are edited with Python's own ``readline`` where there is one.
    """

    def __init__(self) -> None:
        self._is_waiting = False
        self._is_interrupted = False
        self._deadline = math.inf
        self._readline: ModuleType | None = None
        self._before: dict[int, Any] = {}
        self._echoes = sys.stdin is not None and sys.stdin.isatty()

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._handle(signal.SIGINT, self._interrupt)
            self._handle(_ALARM, self._tick)
            self._handle(_RESIZE, self._resize)
        if self._echoes:
            # After the handlers: readline keeps calling those that it finds.
            with contextlib.suppress(ImportError):
                import readline

                self._readline = readline
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def is_interrupted(self) -> bool:
        """Whether Ctrl-C was pressed while nobody was waiting for a line."""
        return self._is_interrupted

    def read(self, prompt: str, seconds: float | None = None) -> str:
        """The next line.

        Parameters
        ----------
        prompt : str
            What to ask.
        seconds : float, optional
            How long to wait, on systems that can.

        Raises
        ------
        EOFError
            If there are no more lines (Ctrl-D).
        KeyboardInterrupt
            If Ctrl-C is pressed, or has been.
        TimeUp
            If nothing was typed in time.
        Resized
            If the terminal has got another size. What was typed comes back at the next prompt.
        """
        if self._is_interrupted:
            raise KeyboardInterrupt
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        ticks = _ALARM in self._before
        try:
            self._is_waiting = True
            if ticks:
                signal.setitimer(signal.ITIMER_REAL, min(_TICK, max(seconds or _TICK, 1e-3)), _TICK)
            line = input(prompt)
            if not self._echoes:
                print(printable(line))
            return line
        except SystemError as error:
            # Two signals at once: Python calls the second handler while the exception of the first one is set.
            if isinstance(error.__cause__, KeyboardInterrupt | TimeUp | Resized):
                raise error.__cause__ from None
            raise
        finally:
            self._is_waiting = False
            if ticks:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if self._readline is not None and not isinstance(sys.exc_info()[1], Resized):
                self._readline.set_startup_hook(None)

    def _handle(self, number: int | None, handler: Callable[[int, FrameType | None], None]) -> None:
        if number is not None:
            self._before[number] = signal.signal(number, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._is_waiting:
            raise KeyboardInterrupt
        self._is_interrupted = True

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if self._is_waiting and time.monotonic() >= self._deadline:
            raise TimeUp

    def _resize(self, number: int, frame: FrameType | None) -> None:
        if not self._is_waiting:
            return
        readline = self._readline
        if readline is not None:
            typed = readline.get_line_buffer()
            readline.set_startup_hook(lambda: readline.insert_text(typed))
        raise Resized
