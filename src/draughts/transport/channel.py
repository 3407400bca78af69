"""A connection to another program, over pipes or a socket, that gives and takes lines and does not wait for ever."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from draughts.errors import EngineError, EngineTerminatedError, EngineTimeoutError, ProtocolError
from draughts.transport.commands import split_command
from draughts.transport.complaints import Complaints
from draughts.transport.line_splitting import LineSplitter

__all__ = ["Channel", "connect", "deadline", "listening", "start"]

_CHUNK = 1 << 16
#: How long a program that was killed, or a socket that was closed, is waited for.
_AT_ONCE = 5.0
#: Lines that a program writes to its standard error: so long, and so many of them are logged.
_LONGEST_REMARK = 1000
_MOST_REMARKS = 100
#: After so many lines the other tasks have their turn, however fast the lines come.
_LINES_AT_A_TIME = 64
#: Whoever connects while so many connections are open is turned away.
_MOST_CONNECTIONS = 100

_log = logging.getLogger("draughts.transport")

#: A program is in a process group of its own, so that Ctrl-C at the terminal reaches this process alone, which can
#: then end the program in order.
if sys.platform == "win32":
    _PROCESS_GROUP = None
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _PROCESS_GROUP = 0
    _CREATION_FLAGS = 0


class Channel:
    """Lines to and from another program.

    Parameters
    ----------
    name : str
        What the other program is called in messages.
    reader, writer : StreamReader and StreamWriter
        The connection.
    splitter : LineSplitter
        What cuts the bytes that come in.
    process : Process, optional
        The program, if it was started here.
    """

    def __init__(
        self,
        name: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        splitter: LineSplitter,
        process: asyncio.subprocess.Process | None = None,
    ) -> None:
        self.name = name
        self._is_closed = False
        self._reader = reader
        self._writer = writer
        self._splitter = splitter
        self._process = process
        self._remark = ""
        errors = None if process is None else process.stderr
        self._listening = None if errors is None else asyncio.create_task(self._log_remarks(errors))

    @property
    def is_open(self) -> bool:
        """Whether anything can be sent: not after `close`, nor once the other program has gone."""
        return not (self._is_closed or self._reader.at_eof() or self._writer.is_closing() or self.exit_code is not None)

    @property
    def number(self) -> int:
        """How many lines have come in."""
        return self._splitter.number

    @property
    def exit_code(self) -> int | None:
        """The exit code of the program, if it was started here and has ended."""
        return None if self._process is None else self._process.returncode

    async def receive(self) -> bytes:
        """The next line.

        Raises
        ------
        EngineTerminatedError
            If there will be none.
        ProtocolError
            If a line is too long, or the last one is not finished.
        """
        while True:
            self._check_open()
            line = self._splitter.next()
            if line is not None:
                if self._splitter.number % _LINES_AT_A_TIME == 0:
                    await asyncio.sleep(0)
                return line
            try:
                data = await self._reader.read(_CHUNK)
            except OSError as error:
                raise await self._terminated(str(error)) from None
            if not data:
                rest = self._splitter.rest
                raise await self._terminated(f"in the middle of {rest[:80]!r}" if rest else "")
            self._splitter.feed(data)

    def write(self, data: bytes) -> None:
        """Send bytes, delimiter included, without waiting; in vain if the other program is gone."""
        if not self._is_closed and not self._writer.is_closing():
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
        if self._is_closed:
            raise EngineTerminatedError(f"the connection to {self.name} is closed")

    async def _terminated(self, detail: str) -> EngineTerminatedError:
        """Close, and say what has happened."""
        await self.close(grace=_AT_ONCE)
        ending = "has closed the connection" if self._process is None else _described(self.exit_code)
        details = "; ".join(filter(None, (detail, self._remark and f"its last words: {self._remark!r}")))
        return EngineTerminatedError(f"{self.name} {ending}{f' ({details})' if details else ''}")

    async def _log_remarks(self, errors: asyncio.StreamReader) -> None:
        """Log what the program writes to its standard error, as long as it runs."""
        complaints = Complaints(_log, _MOST_REMARKS)
        rest = b""
        while data := await errors.read(_CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._note(complaints, line)
            rest = rest[-_LONGEST_REMARK:]
        self._note(complaints, rest)

    def _note(self, complaints: Complaints, line: bytes) -> None:
        text = line[:_LONGEST_REMARK].decode("utf-8", "replace").strip()
        if text:
            self._remark = text
            complaints.add(self.name, text)

    async def close(self, grace: float = 0.0) -> None:
        """Close the connection. A program that was started here may take so many seconds to end; then it is killed."""
        if self._is_closed:
            return
        self._is_closed = True
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
        if self._listening is not None:
            # A program that it has started may keep its standard error open.
            await asyncio.wait((self._listening,), timeout=0.2)
            self._listening.cancel()

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


def _described(code: int | None) -> str:
    """How a program has ended, in words; on POSIX a negative exit code is the signal that has ended it."""
    if code is None:
        return "is closed"  # by us, and it has not ended yet
    if code >= 0 or sys.platform == "win32":
        return f"has ended with exit code {code}"
    try:
        return f"was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by the signal {-code}"


@contextlib.asynccontextmanager
async def deadline(channel: Channel, seconds: float | None, what: str) -> AsyncIterator[asyncio.Timeout]:
    """Close the channel unless the body ends in time and without an error of the other program.

    Parameters
    ----------
    channel : Channel
        The connection.
    seconds : float or None
        How long the body may take; None for ever.
    what : str
        What the other program has to do, for the message: "sent its move".

    Returns
    -------
    async context manager
        It gives the timer, which can be set anew.

    Raises
    ------
    EngineTimeoutError
        If it does not.
    """
    timer = asyncio.timeout(seconds)
    try:
        async with timer:
            yield timer
    except TimeoutError:
        if not timer.expired():
            raise
        await channel.close()
        raise EngineTimeoutError(f"{channel.name} has not {what} in time") from None
    except (EngineError, ProtocolError):
        await channel.close()
        raise


async def start(command: str | Sequence[str], splitter: LineSplitter, directory: str | Path | None = None) -> Channel:
    """Start a program and connect to its standard input and output.

    Parameters
    ----------
    command : str or sequence of str
        The program and its arguments; a text is cut as `split_command` does.
    splitter : LineSplitter
        For what it writes.
    directory : str or path, optional
        Where it runs.

    Raises
    ------
    EngineError
        If it cannot be started.
    """
    words = split_command(command) if isinstance(command, str) else list(command)
    if not words:
        raise EngineError("no command is given that starts the engine")
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=directory,
            limit=_CHUNK,
            process_group=_PROCESS_GROUP,
            creationflags=_CREATION_FLAGS,
        )
    except (OSError, ValueError) as error:
        raise EngineError(f"{words[0]!r} cannot be started: {error}") from None
    assert process.stdout is not None
    assert process.stdin is not None
    return Channel(Path(words[0]).name, process.stdout, process.stdin, splitter, process)


async def connect(host: str, port: int, splitter: LineSplitter, seconds: float) -> Channel:
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
    return Channel(f"{host}:{port}", reader, writer, splitter)


@contextlib.asynccontextmanager
async def listening(
    handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], host: str, port: int
) -> AsyncIterator[int]:
    """Listen on a port, which is given, as 0 chooses a free one. At the end every connection is closed.

    There are at most 100 connections at a time.

    Raises
    ------
    OSError
        If the port is taken.
    """
    tasks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(tasks) >= _MOST_CONNECTIONS:
            writer.close()
            return
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
