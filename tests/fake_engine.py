"""An engine that says what a test wants it to say, on a socket of this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from draughts import INTERNATIONAL, Rules
from draughts.hub import HubEngine
from draughts.transport.channel import listening as _listening

__all__ = ["CLOSE", "HANDSHAKE", "fake_engine", "listening", "run"]

T = TypeVar("T")

#: What a fake engine does instead of an answer: it goes.
CLOSE = b"\0close"

_VARIANTS = b'param name=variant value=normal type=enum values="normal killer bt frisian losing"\n'
HANDSHAKE: Mapping[str, bytes] = {"hub": b"id name=fake version=1\n" + _VARIANTS + b"wait\n", "init": b"ready\n"}

_Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def run(test: Coroutine[Any, Any, T]) -> T:
    """Run a test that would otherwise wait for ever if something is wrong."""

    async def main() -> T:
        async with asyncio.timeout(60):
            return await test

    return asyncio.run(main())


def listening(handler: _Handler) -> contextlib.AbstractAsyncContextManager[int]:
    """A server on a free port, which is given."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):  # the test has closed the connection
            await handler(reader, writer)

    return _listening(talk, "127.0.0.1", 0)


@contextlib.asynccontextmanager
async def fake_engine(
    answers: Mapping[str, bytes], rules: Rules = INTERNATIONAL, **options: Any
) -> AsyncIterator[tuple[HubEngine, list[str]]]:
    """An engine with answers to commands, those of the handshake unless given, and the lines that it has got."""
    received: list[str] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = {**HANDSHAKE, **answers}
        async for data in reader:
            line = data.decode().rstrip("\n")
            received.append(line)
            answer = said.get(line, said.get(line.split()[0], b""))
            writer.write(answer.removesuffix(CLOSE))
            await writer.drain()
            if answer.endswith(CLOSE):
                return

    async with listening(handler) as port:
        engine = await HubEngine.connect("127.0.0.1", port, rules, **options)
        try:
            yield engine, received
        finally:
            await engine.close()
