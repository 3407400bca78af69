"""The conversation with an engine: messages are sent and waited for, by several tasks at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from draughts.hub.lines import format_message, parse_info, parse_message
from draughts.hub.messages import Done, Error, Id, Info, Message, Signal
from draughts.hub.syntax import MAX_LINE
from draughts.support.printable import printable
from draughts.transport.channel import Channel, deadline
from draughts.transport.complaints import Complaints
from draughts.transport.line_splitting import LineSplitter

__all__ = ["Dialogue", "hub_splitter"]

_MOST_COMPLAINTS = 20

_log = logging.getLogger("draughts.hub")


def hub_splitter() -> LineSplitter:
    """What cuts the lines that an engine sends."""
    return LineSplitter(b"\n", MAX_LINE, "line")


class Dialogue:
    """Messages to and from an engine. Whichever task reads, the others learn what concerns them.

    Attributes
    ----------
    channel : Channel
        The connection.
    timeout : float
        Seconds that the engine has for every answer.
    listener : callable or None
        Gets what an engine says about the search under way: information, a complaint, the end.
    """

    def __init__(self, channel: Channel, timeout: float) -> None:
        self.channel = channel
        self.timeout = timeout
        self._id = Id()
        self.listener: Callable[[Info | Error | Done], None] | None = None
        #: Held by the one task that reads.
        self._reading = asyncio.Lock()
        self._pings = 0
        self._pongs = 0
        self._complaints = Complaints(_log, _MOST_COMPLAINTS)
        self._faults = Complaints(_log, 1)

    @property
    def id(self) -> Id:
        """Who the engine says that it is, letter by letter."""
        return self._id

    @id.setter
    def id(self, identity: Id) -> None:
        self._id = identity
        self.channel.name = printable(identity.name) or self.channel.name

    @property
    def name(self) -> str:
        """What the engine calls itself, or how it was reached; safe to show."""
        return self.channel.name

    def write(self, message: Message) -> None:
        """Send a message without waiting; in vain if the engine is gone."""
        self.channel.write(_line(message))

    async def say(self, *messages: Message) -> None:
        """Send messages, and wait until they are on their way.

        Raises
        ------
        EngineError
            If the engine is gone, or does not take them in time.
        """
        async with deadline(self.channel, self.timeout, "taken what was sent"):
            for message in messages:
                await self.channel.send(_line(message))

    async def ping(self) -> None:
        """Wait until the engine has answered.

        Raises
        ------
        EngineError
            If it does not.
        """
        self._pings += 1
        wanted = self._pings
        await self.say(Signal.PING)
        ends = asyncio.get_running_loop().time() + self.timeout
        await self.until(lambda: self._pongs >= wanted, lambda: ends, "answered ping")

    async def receive(self) -> Message:
        """The next message. Of information the fields that cannot be read are left out, with one warning a game."""
        text = (await self.channel.receive()).decode("utf-8", "replace").removesuffix("\r")
        number = self.channel.number
        if next(iter(text.split(None, 1)), "") != "info":
            return parse_message(text, number)
        info, faults = parse_info(text, number)
        for fault in faults:
            self._faults.add(self.name, f"{fault}, in {text!r}")
        return info

    async def until(self, is_done: Callable[[], bool], ends: Callable[[], float | None], what: str) -> None:
        """Read until something has happened.

        Parameters
        ----------
        is_done : callable
            Whether it has.
        ends : callable
            The time of the event loop at which the engine is given up, or None; it may change with every message.
        what : str
            What the engine has to do, for messages.

        Raises
        ------
        EngineError
            If the engine is gone, or does not do it in time; it is closed then.
        ProtocolError
            If it breaks the protocol; it is closed then.
        """
        async with deadline(self.channel, None, what) as timer:
            timer.reschedule(ends())
            while not is_done():
                async with self._reading:
                    if not is_done():
                        self._take(await self.receive())
                timer.reschedule(ends())

    def warn(self, text: str) -> None:
        """Log something that the engine has done wrong and that does no harm."""
        self._complaints.add(self.name, text)

    def forgive(self) -> None:
        """Begin a new game, with complaints of its own."""
        self._complaints.forgive()
        self._faults.forgive()

    def _take(self, message: Message) -> None:
        match message:
            case Signal.PONG:
                self._pongs = min(self._pongs + 1, self._pings)
            case Info() | Done() | Error() if self.listener is not None:
                self.listener(message)
            case Error(text):
                self.warn(text)


def _line(message: Message) -> bytes:
    return f"{format_message(message)}\n".encode()
