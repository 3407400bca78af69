"""Dialogues with ``draughts play`` in a pseudo-terminal of its own (POSIX only)."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

#: Nothing here takes a second; a machine that is busy may take long.
PATIENCE = 60.0
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()=>][0-9A-B]?|\r")
_START = (
    "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "from draughts.cli import main; sys.exit(main(sys.argv[1:]))"
)


class Dialogue:
    """A process at a pseudo-terminal of its own."""

    def __init__(self, home: Path, *arguments: str, columns: int = 80, lines: int = 30, **environment: str) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns, lines)
        keep = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH") if key in os.environ}
        usual = {"HOME": str(home), "XDG_STATE_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=home,
            env=keep | usual | environment,
            start_new_session=True,
        )
        os.close(slave)
        self.everything = b""
        self._seen = 0

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size; its process is told."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def text(self) -> str:
        """Everything written so far, without control codes."""
        return _CONTROL.sub("", self.everything.decode("utf-8", errors="replace"))

    def expect(self, wanted: str) -> str:
        """Wait for a text behind what was seen before; what came before it."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text
            at = text.find(wanted, self._seen)
            if at >= 0:
                before = text[self._seen : at]
                self._seen = at + len(wanted)
                return before
            if time.monotonic() > end or not self._read(end):
                raise AssertionError(f"{wanted!r} did not come after:\n{text[self._seen :]}")

    def type(self, line: str) -> None:
        """Type a line."""
        self.press(f"{line}\n".encode())

    def press(self, keys: bytes) -> None:
        """Type some keys."""
        os.write(self._master, keys)

    def ask(self, line: str, answer: str) -> str:
        """Type a line and wait for an answer."""
        self.type(line)
        return self.expect(answer)

    def end(self) -> int:
        """Wait for the process to end; its exit code."""
        while self._read(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End it as if the power had failed."""
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)

    def _read(self, end: float) -> bool:
        """Read what there is; False if nothing more will come."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, end - time.monotonic()))
        data = b""
        if ready:
            with contextlib.suppress(OSError):  # EIO: the other side is closed
                data = os.read(self._master, 1 << 16)
        self.everything += data
        return bool(data)


class Desk:
    """A place to play at."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._dialogues: list[Dialogue] = []

    def play(self, *arguments: str, columns: int = 80, lines: int = 30, **environment: str) -> Dialogue:
        """Start ``draughts play``."""
        dialogue = Dialogue(self.home, *arguments, columns=columns, lines=lines, **environment)
        self._dialogues.append(dialogue)
        return dialogue

    def close(self) -> None:
        """Close every dialogue."""
        for dialogue in self._dialogues:
            dialogue.close()
