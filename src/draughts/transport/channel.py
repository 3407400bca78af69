"""A connection to another program, over pipes or a socket, that gives and takes frames and does not wait for ever."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from draughts.errors import EngineError, EngineTerminatedError, EngineTimeoutError, ProtocolError
from draughts.transport.framing import Framer

__all__ = ["Channel", "connect", "deadline", "listening", "start"]

_CHUNK = 1 << 16
#: How long a program that was killed, or a socket that was closed, is waited for.
_AT_ONCE = 5.0

#: A program is in a process group of its own, so that Ctrl-C at the terminal reaches this process alone, which can
#: then end the program in order.
if sys.platform == "win32":
    _PROCESS_GROUP = None
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _PROCESS_GROUP = 0
    _CREATION_FLAGS = 0


class Channel:
    """Frames to and from another program.

    Parameters
    ----------
    name : str
        What the other program is called in messages.
    reader, writer : StreamReader and StreamWriter
        The connection.
    framer : Framer
        What cuts the bytes that come in.
    process : Process, optional
        The program, if it was started here.
    """

    def __init__(
        self,
        name: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        framer: Framer,
        process: asyncio.subprocess.Process | None = None,
    ) -> None:
        self.name = name
        self.is_open = True
        self._reader = reader
        self._writer = writer
        self._framer = framer
        self._process = process

    @property
    def number(self) -> int:
        """How many frames have come in."""
        return self._framer.number

    @property
    def exit_code(self) -> int | None:
        """The exit code of the program, if it was started here and has ended."""
        return None if self._process is None else self._process.returncode

    async def receive(self) -> bytes:
        """The next frame.

        Raises
        ------
        EngineTerminatedError
            If there will be none.
        ProtocolError
            If a frame is too long, or the last one is not finished.
        """
        while True:
            self._check_open()
            frame = self._framer.next()
            if frame is not None:
                return frame
            try:
                data = await self._reader.read(_CHUNK)
            except OSError as error:
                raise await self._terminated(str(error)) from None
            if not data:
                rest = self._framer.rest
                raise await self._terminated(f"in the middle of {rest[:80]!r}" if rest else "")
            self._framer.feed(data)

    def write(self, data: bytes) -> None:
        """Send bytes, delimiter included, without waiting; in vain if the other program is gone."""
        if self.is_open:
            self._writer.write(data)

    async def send(self, data: bytes) -> None:
        """Send bytes, delimiter included, and wait until they are on their way.

        Raises
        ------
        EngineTerminatedError
            If the other program is gone.
        """
        self._check_open()
        self._writer.write(data)
        try:
            await self._writer.drain()
        except OSError as error:
            raise await self._terminated(str(error)) from None

    def _check_open(self) -> None:
        if not self.is_open:
            raise EngineTerminatedError(f"the connection to {self.name} is closed")

    async def _terminated(self, detail: str) -> EngineTerminatedError:
        """Close, and say what has happened."""
        await self.close(grace=_AT_ONCE)
        code = self.exit_code
        ending = "has closed the connection" if self._process is None else f"has ended with exit code {code}"
        return EngineTerminatedError(f"{self.name} {ending}{f' ({detail})' if detail else ''}")

    async def close(self, grace: float = 0.0) -> None:
        """Close the connection. A program that was started here may take so many seconds to end; then it is killed."""
        if not self.is_open:
            return
        self.is_open = False
        self._writer.close()
        process = self._process
        try:
            if process is not None and grace:
                await self._wait(grace)
        finally:
            if process is not None and process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
        await self._wait(_AT_ONCE)

    async def _wait(self, seconds: float) -> None:
        """Wait for the end of the other side, so that nothing of the connection is left."""
        try:
            async with asyncio.timeout(seconds):
                if self._process is None:
                    await self._writer.wait_closed()
                    return
                with contextlib.suppress(RuntimeError):  # another task reads, and sees the end itself
                    while await self._reader.read(_CHUNK):
                        pass
                await self._process.wait()
        except TimeoutError:
            if self._process is None:  # it has not taken all that was sent
                self._writer.transport.abort()
        except OSError:
            pass


@contextlib.asynccontextmanager
async def deadline(channel: Channel, seconds: float | None, what: str) -> AsyncIterator[None]:
    """Close the channel unless the body ends in time and without an error of the other program.

    Parameters
    ----------
    channel : Channel
        The connection.
    seconds : float or None
        How long the body may take; None for ever.
    what : str
        What the other program has to do, for the message: "sent its move".

    Raises
    ------
    EngineTimeoutError
        If it does not.
    """
    timer = asyncio.timeout(seconds)
    try:
        async with timer:
            yield
    except TimeoutError:
        if not timer.expired():
            raise
        await channel.close()
        raise EngineTimeoutError(f"{channel.name} has not {what} in time") from None
    except (EngineError, ProtocolError):
        await channel.close()
        raise


async def start(command: str | Sequence[str], framer: Framer, directory: str | Path | None = None) -> Channel:
    """Start a program and connect to its standard input and output.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments; a text is cut at blanks as a shell does.
    framer : Framer
        For what it writes.
    directory : str or path, optional
        Where it runs.

    Raises
    ------
    EngineError
        If it cannot be started.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineError(f"{command!r} is no command: {error}") from None
    if not words:
        raise EngineError("no command is given that starts the engine")
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=directory,
            limit=_CHUNK,
            process_group=_PROCESS_GROUP,
            creationflags=_CREATION_FLAGS,
        )
    except (OSError, ValueError) as error:
        raise EngineError(f"{words[0]!r} cannot be started: {error}") from None
    assert process.stdout is not None
    assert process.stdin is not None
    return Channel(Path(words[0]).name, process.stdout, process.stdin, framer, process)


async def connect(host: str, port: int, framer: Framer, seconds: float) -> Channel:
    """Connect to a program that listens.

    Raises
    ------
    EngineError
        If nobody answers there.
    """
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(host, port, limit=_CHUNK)
    except TimeoutError:
        raise EngineTimeoutError(f"{host}:{port} has not answered within {seconds:g} seconds") from None
    except (OSError, OverflowError) as error:
        raise EngineError(f"{host}:{port} cannot be reached: {error}") from None
    return Channel(f"{host}:{port}", reader, writer, framer)


@contextlib.asynccontextmanager
async def listening(
    handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], host: str, port: int
) -> AsyncIterator[int]:
    """Listen on a port, which is given, as 0 chooses a free one. At the end every connection is closed.

    Raises
    ------
    OSError
        If the port is taken.
    """
    tasks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await handler(reader, writer)
        except asyncio.CancelledError:
            pass  # by the end below; asyncio of Python 3.11 would print it
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(talk, host, port, limit=_CHUNK)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        open_tasks = list(tasks)
        for task in open_tasks:
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)
