"""A connection between two programs that speak DXP: telegrams over TCP. Games are in ``game``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Self

from draughts.dxp.messages import Chat, Telegram, format_telegram, read_telegram
from draughts.errors import DraughtsError
from draughts.support.printable import printable
from draughts.transport.channel import Channel, connect, deadline, listening
from draughts.transport.complaints import Complaints
from draughts.transport.line_splitting import LineSplitter

__all__ = ["PORT", "DxpLink", "listen"]

#: The port that the protocol names.
PORT = 27531

_TIMEOUT = 10.0
#: More than the longest telegram: a chat beyond ASCII may have more bytes than characters.
_LONGEST = 1024
_MOST_COMPLAINTS = 20

_log = logging.getLogger("draughts.dxp")


class DxpLink:
    """A connection to another program. `connect` makes one, `listen` gives one to a handler.

    A link over which nothing comes in time is closed. What is only noise is skipped with a line in the log.

    Attributes
    ----------
    timeout : float
        Seconds for answers that need no thought.
    on_chat : callable
        Gets the texts that the other side says, printable ASCII; it does nothing unless replaced.
    """

    def __init__(self, channel: Channel, timeout: float = _TIMEOUT) -> None:
        self.timeout = timeout
        self.on_chat: Callable[[str], None] = lambda text: None
        self._channel = channel
        self._complaints = Complaints(_log, _MOST_COMPLAINTS)

    @classmethod
    async def connect(cls, host: str = "127.0.0.1", port: int = PORT, *, timeout: float = _TIMEOUT) -> Self:
        """Connect to a program that listens: this side is the Initiator then.

        Raises
        ------
        EngineError
            If nobody answers.
        """
        return cls(await connect(host, port, _splitter(), timeout), timeout)

    @property
    def is_open(self) -> bool:
        """Whether telegrams can be sent."""
        return self._channel.is_open

    async def send(self, telegram: Telegram) -> None:
        """Send a telegram.

        Raises
        ------
        EngineError
            If the other side is gone, or takes nothing.
        ProtocolError
            If the telegram cannot be written.
        """
        data = format_telegram(telegram).encode("ascii") + b"\0"
        async with deadline(self._channel, self.timeout, "taken what was sent"):
            await self._channel.send(data)

    async def receive(self, timeout: float | None, what: str = "sent a telegram") -> Telegram:
        """The next telegram that is no chat; chats go to `on_chat`.

        Parameters
        ----------
        timeout : float or None
            Seconds to wait; None for ever.
        what : str
            What the other side has to do, for messages: "sent its move".

        Raises
        ------
        EngineError
            If the other side is gone or silent.
        ProtocolError
            If something comes that is a telegram and cannot be read; the link is open still.
        """
        ends = None if timeout is None else asyncio.get_running_loop().time() + timeout
        while True:
            async with deadline(self._channel, None, what) as timer:
                timer.reschedule(ends)
                data = await self._channel.receive()
            telegram = read_telegram(data, self._channel.number)
            if telegram is None:
                self.note(f"skipped: {data!r}")
            elif isinstance(telegram, Chat):
                if not data.isascii():
                    self.note(f"a chat beyond ASCII: {data!r}")
                self.on_chat(telegram.text)
            else:
                return telegram

    def note(self, text: str) -> None:
        """Log something that the other side has done and that does no harm; of many such things the first few."""
        self._complaints.add(self._channel.name, text)

    async def chat(self, text: str) -> None:
        """Say something; see `send` for errors."""
        await self.send(Chat(text))

    async def close(self) -> None:
        """End the connection."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


def listen(
    handler: Callable[[DxpLink], Awaitable[None]],
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    timeout: float = _TIMEOUT,
) -> AbstractAsyncContextManager[int]:
    """Wait for programs that connect, for as long as an ``async with`` statement lasts: this side is the Follower then.

    Parameters
    ----------
    handler : coroutine function
        Gets a link for each of them, which is closed when it returns. Errors of this package that it does not catch
        are logged.
    host, port : str and int
        Where; port 0 for a free one.
    timeout : float
        Seconds for answers that need no thought.

    Returns
    -------
    async context manager
        It gives the port. At its end every connection is closed.

    Raises
    ------
    OSError
        If the port is taken; at the beginning of the statement.
    """

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername")
        name = f"{address[0]}:{address[1]}" if address else "the other side"
        async with DxpLink(Channel(name, reader, writer, _splitter()), timeout) as link:
            try:
                await handler(link)
            except DraughtsError as error:
                _log.warning("%s: %s", name, printable(str(error)))

    return listening(talk, host, port)


def _splitter() -> LineSplitter:
    return LineSplitter(b"\0", _LONGEST, "telegram")
