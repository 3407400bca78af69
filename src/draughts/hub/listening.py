"""Where a program that is driven gets its lines from: standard input and output, or a socket."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import BinaryIO

from draughts.game.player import Player
from draughts.hub.server import HubServer, Searcher
from draughts.transport.channel import listening

__all__ = ["listen", "serve"]

_CHUNK = 1 << 16
#: A GUI that leaves so many bytes unread has hung up.
_MOST_UNREAD = 1 << 22


def serve(program: Player | Searcher, source: BinaryIO | None = None, target: BinaryIO | None = None) -> None:
    r"""Let a program be driven through files, until the GUI says quit or its file ends.

    Parameters
    ----------
    program : Player or Searcher
        What plays.
    source, target : binary files, optional
        Where lines come from and go to; standard input and output if None. Nothing else may be written there.

    Examples
    --------
    >>> import io
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

    server = HubServer(program, send)
    read = getattr(reader, "read1", reader.read)  # what there is, without waiting for more
    try:
        while (data := read(_CHUNK)) and server.feed(data):
            pass
    finally:
        server.close()


def listen(
    program: Callable[[], Player | Searcher], host: str = "127.0.0.1", port: int = 0
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
        loop = asyncio.get_running_loop()

        def write(line: str) -> None:
            writer.write(f"{line}\n".encode())
            if writer.transport.get_write_buffer_size() > _MOST_UNREAD:
                writer.transport.abort()

        def send(line: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended before the search
                loop.call_soon_threadsafe(write, line)

        server = HubServer(program(), send)
        try:
            while (data := await reader.read(_CHUNK)) and server.feed(data):
                pass
            await asyncio.sleep(0)  # the last lines
        except OSError:
            pass
        finally:
            server.close()

    return listening(talk, host, port)
