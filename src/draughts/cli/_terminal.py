"""What commands share on a terminal: a status line for long work, complaints, spans of time, and missing extras."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import Self

from draughts.support.files import replace_file
from draughts.support.printable import printable

__all__ = ["StatusLine", "complain", "span", "write_output"]

_EVERY = 0.1


class StatusLine:
    """One line on standard error that is written over again and again; silent where that is no terminal.

    Used in a ``with`` statement, which clears the line at the end.
    """

    def __init__(self) -> None:
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0.0
        self._is_clear = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Show a text, with escapes where it needs them, unless the last one has just been shown."""
        now = time.monotonic()
        if not self._is_terminal or now - self._shown < _EVERY:
            return
        self._shown = now
        width = shutil.get_terminal_size().columns - 1
        print(f"\r{printable(text)[:width].ljust(width)}", end="", file=sys.stderr, flush=True)
        self._is_clear = False

    def clear(self) -> None:
        """Take the line away."""
        if self._is_terminal and not self._is_clear:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{' ' * width}\r", end="", file=sys.stderr, flush=True)
            self._is_clear = True


def span(seconds: float) -> str:
    """A span of time for people.

    Examples
    --------
    >>> span(0.25), span(75), span(7300)
    ('0.250 s', '1 min 15 s', '2 h 01 min')
    """
    if seconds < 60:
        return f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def complain(command: str, message: str) -> None:
    """Say on standard error what is wrong. The message may hold anything: each of its lines is escaped."""
    for line in message.splitlines():
        print(f"draughts {command}: {printable(line)}", file=sys.stderr)


def write_output(name: str, content: str | bytes) -> None:
    """Write what a command makes to a file, as a whole or not at all; or to standard output if the name is ``-``."""
    if name != "-":
        replace_file(Path(name), content)
        return
    data = content.encode("utf-8") if isinstance(content, str) else content
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(data.decode("utf-8", "replace"))
    else:
        stream.write(data)
        stream.flush()
