"""Where a program that is driven gets its lines from: standard input and output, or a socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import BinaryIO

from draughts.errors import DraughtsError
from draughts.game.player import Player
from draughts.hub.server import HubServer
from draughts.hub.task import Searcher
from draughts.hub.variants import DEFAULT_VARIANT
from draughts.support.printable import printable
from draughts.transport.channel import listening

__all__ = ["listen", "serve"]

_CHUNK = 1 << 16
#: A GUI that leaves so many bytes unread has hung up.
_MOST_UNREAD = 1 << 22

_log = logging.getLogger("draughts.hub")


def serve(
    program: Player | Searcher,
    source: BinaryIO | None = None,
    target: BinaryIO | None = None,
    *,
    name: str | None = None,
    version: str | None = None,
    author: str | None = None,
    variant: str = DEFAULT_VARIANT,
) -> None:
    r"""Let a program be driven through files, until the GUI says quit or its file ends.

    Parameters
    ----------
    program : Player or Searcher
        What plays.
    source, target : binary files, optional
        Where lines come from and go to; standard input and output if None. Nothing else may be written there.
    name, version, author, variant : str, optional
        Who the engine says that it is, and what it plays; see `HubServer`.

    Examples
    --------
    >>> import io
    >>> from draughts.hub import serve
    >>> from draughts.players import RandomPlayer
    >>> output = io.BytesIO()
    >>> serve(RandomPlayer(), io.BytesIO(b"init\nping\nquit\n"), output)
    >>> output.getvalue().split()
    [b'ready', b'pong']
    """
    reader = sys.stdin.buffer if source is None else source
    writer = sys.stdout.buffer if target is None else target

    def send(line: str) -> None:
        try:
            writer.write(f"{line}\n".encode())
            writer.flush()
        except (OSError, ValueError):  # the GUI is gone
            server.close()

    server = HubServer(program, send, name=name, version=version, author=author, variant=variant)
    read = getattr(reader, "read1", reader.read)  # what there is, without waiting for more
    try:
        while (data := read(_CHUNK)) and server.feed(data):
            pass
    finally:
        server.close()


def listen(
    program: Callable[[], Player | Searcher],
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    name: str | None = None,
    version: str | None = None,
    author: str | None = None,
    variant: str = DEFAULT_VARIANT,
) -> AbstractAsyncContextManager[int]:
    """Let programs be driven through a socket, for as long as an ``async with`` statement lasts.

    Parameters
    ----------
    program : callable
        Makes the program for a connection.
    host : str
        Where to listen. Whoever can connect can use the program.
    port : int
        Where to listen; 0 for a free port.
    name, version, author, variant : str, optional
        Who the engine says that it is, and what it plays; see `HubServer`.

    Returns
    -------
    async context manager
        It gives the port. At its end every connection is closed.

    Raises
    ------
    OSError
        If the port is taken; at the beginning of the statement.
    """

    def server(send: Callable[[str], None]) -> HubServer:
        return HubServer(program(), send, name=name, version=version, author=author, variant=variant)

    return listening(lambda reader, writer: _talk(server, reader, writer), host, port)


async def _talk(
    make: Callable[[Callable[[str], None]], HubServer], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one connection. What the program says comes from threads of its own."""
    loop = asyncio.get_running_loop()

    def write(line: str) -> None:
        if writer.is_closing():  # each attempt would be a line in the log
            return
        writer.write(f"{line}\n".encode())
        if writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            writer.transport.abort()

    def send(line: str) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended before the search
            loop.call_soon_threadsafe(write, line)

    try:
        server = make(send)
    except DraughtsError as error:
        _log.warning("no program for a connection: %s", printable(str(error)))
        return
    try:
        # In a thread, as an engine that is handed on takes its time to start.
        while data := await reader.read(_CHUNK):
            if not await asyncio.to_thread(server.feed, data):
                break
            await writer.drain()  # who does not read what is answered is not read either
        await asyncio.sleep(0)  # the last lines
    except OSError:
        pass
    finally:
        await asyncio.to_thread(server.close)
