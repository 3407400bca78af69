"""A connection between two programs that speak DXP: telegrams over TCP. Games are in ``game``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Self

from draughts.dxp.messages import MAX_TELEGRAM, Chat, Telegram, format_telegram, parse_telegram
from draughts.errors import DraughtsError
from draughts.transport.channel import Channel, connect, deadline, listening
from draughts.transport.framing import Framer

__all__ = ["PORT", "DxpLink", "listen"]

#: The port that the protocol names.
PORT = 27531

_TIMEOUT = 10.0

_log = logging.getLogger("draughts.dxp")


class DxpLink:
    """A connection to another program. `connect` makes one, `listen` gives one to a handler.

    A link over which something comes that is no telegram, or nothing in time, is closed.

    Attributes
    ----------
    timeout : float
        Seconds for answers that need no thought.
    on_chat : callable
        Gets the texts that the other side says; it does nothing unless replaced.
    """

    def __init__(self, channel: Channel, timeout: float = _TIMEOUT) -> None:
        self.timeout = timeout
        self.on_chat: Callable[[str], None] = lambda text: None
        self._channel = channel

    @classmethod
    async def connect(cls, host: str = "127.0.0.1", port: int = PORT, *, timeout: float = _TIMEOUT) -> Self:
        """Connect to a program that listens: this side is the Initiator then.

        Raises
        ------
        EngineError
            If nobody answers.
        """
        return cls(await connect(host, port, _framer(), timeout), timeout)

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
            If something comes that is no telegram.
        """
        async with deadline(self._channel, timeout, what):
            while True:
                data = await self._channel.receive()
                # Bytes beyond ASCII become characters beyond ASCII, which no telegram may have.
                telegram = parse_telegram(data.decode("latin-1"), self._channel.number)
                if not isinstance(telegram, Chat):
                    return telegram
                self.on_chat(telegram.text)

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
        async with DxpLink(Channel(name, reader, writer, _framer()), timeout) as link:
            try:
                await handler(link)
            except DraughtsError as error:
                _log.warning("%s: %s", name, error)

    return listening(talk, host, port)


def _framer() -> Framer:
    return Framer(b"\0", MAX_TELEGRAM, "telegram")
