"""What another program does wrong, told to the log without letting it fill the log."""

from __future__ import annotations

import logging

from draughts.support.printable import printable

__all__ = ["Complaints"]

#: A line of the log shows so many characters of what another program says.
_LENGTH = 300


class Complaints:
    """Warnings about one other program. The log gets the first few, escaped and cut to one short line each.

    Parameters
    ----------
    log : Logger
        Where they go.
    most : int
        How many are logged before the rest are only counted, until `forgive` is called.
    """

    def __init__(self, log: logging.Logger, most: int) -> None:
        self._log = log
        self._most = most
        self._count = 0

    def add(self, name: str, text: str) -> None:
        """Warn: the program is called `name`, and `text` may contain what it has sent."""
        self._count += 1
        if self._count > self._most:
            return
        rest = " (more of this kind is not logged)" if self._count == self._most else ""
        self._log.warning("%s: %s%s", printable(name), printable(text[:_LENGTH]), rest)

    def forgive(self) -> None:
        """Begin to count anew."""
        self._count = 0
