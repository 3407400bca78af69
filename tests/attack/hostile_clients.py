"""Clients of hub --port and of DXP send noise, stop halfway, flood and never read; others are served meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from attack.common import attacks, command, environment, kept_folder
from draughts import dxp

_CLIENTS = 120
_SECONDS = 20.0
_MOST_LOG, _MOST_MEMORY = 100_000, 600


def noise(client: socket.socket, chance: random.Random) -> None:
    client.sendall(chance.randbytes(chance.randrange(1, 100_000)))


def without_end(client: socket.socket, chance: random.Random) -> None:
    for _ in range(64):
        client.sendall(b"x" * 65536)


def halfway(client: socket.socket, chance: random.Random) -> None:
    client.sendall(b"init\npos pos=Wbbbb"[: chance.randrange(1, 18)])


def slammed(client: socket.socket, chance: random.Random) -> None:
    client.sendall(b"init\n" * 100)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def never_reads(client: socket.socket, chance: random.Random) -> None:
    client.settimeout(1.0)
    for _ in range(200):
        client.sendall(b"hub\nping\nnonsense\n" * 1000)


def out_of_order(client: socket.socket, chance: random.Random) -> None:
    words = [b"init", b"go think", b"stop", b"new-game", b"pos", b"level time=1e999", b"ping", b"go", b"quit", b"done"]
    client.sendall(b"\n".join(chance.choices(words, k=2000)))


def telegrams(client: socket.socket, chance: random.Random) -> None:
    words = [b"R01Somebody" + b" " * 24 + b"W030050A", b"M001205250422122320", b"E00", b"CHello", b"B012W", b"K0"]
    client.sendall(b"\0".join(chance.choices(words, k=200)))


_KINDS: list[Callable[[socket.socket, random.Random], None]] = [
    noise,
    without_end,
    halfway,
    slammed,
    never_reads,
    out_of_order,
    telegrams,
]


def visit(port: int, number: int) -> None:
    """One hostile client."""
    chance = random.Random(number)
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as client:
        _KINDS[number % len(_KINDS)](client, chance)


def hub_serves(port: int) -> bool:
    """Whether a GUI that behaves is served."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as client:
        client.sendall(b"hub\ninit\nping\n")
        with client.makefile("rb") as lines:
            return any(line.strip() == b"pong" for line in lines)
    return False


def dxp_serves(port: int) -> bool:
    """Whether a program that behaves is answered."""

    async def ask() -> bool:
        link = await dxp.DxpLink.connect(port=port, timeout=_SECONDS)
        game = await dxp.DxpGame.request(link, name="somebody")
        await link.close()
        return game.opponent == "draughts"

    try:
        return asyncio.run(ask())
    except Exception as error:
        print(error)
        return False


def besiege(port: int, serves: Callable[[int], bool], what: str) -> Iterator[str | None]:
    """Hostile clients, ten at once, with some that only wait; after each ten one that behaves."""
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
    for first in range(0, _CLIENTS, 10):
        visits = [threading.Thread(target=visit, args=(port, first + number)) for number in range(10)]
        for thread in visits:
            thread.start()
        yield None if serves(port) else f"{what} serves nobody during clients {first} to {first + 9}"
        for thread in visits:
            thread.join()
            yield None
    for client in idle:
        client.close()


def memory_of(process: subprocess.Popen[str]) -> int:
    """Megabytes at the peak, where the system tells."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) >> 10
    return 0


def hub_rounds() -> Iterator[str | None]:
    with kept_folder() as folder, open(folder / "errors", "wb") as errors:
        process = subprocess.Popen(
            command("hub", "--port", "0"),
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert process.stdout is not None
        with process.stdout:
            port = int(process.stdout.readline().split()[-1])
            yield from besiege(port, hub_serves, "hub --port")
            memory = memory_of(process)
            process.terminate()
            process.wait()
        log = (folder / "errors").read_text("utf-8", "replace")
        if len(log) > _MOST_LOG or "Traceback" in log:
            yield f"hub --port wrote {len(log)} characters of log: {log[:300]}"
        if memory > _MOST_MEMORY:
            yield f"hub --port took {memory} MB"


def dxp_rounds() -> Iterator[str | None]:
    ready: list[int] = []
    is_ready, is_over = threading.Event(), threading.Event()

    async def talk(link: dxp.DxpLink) -> None:
        await dxp.DxpGame.accept(link, timeout=_SECONDS)

    async def serve() -> None:
        async with dxp.listen(talk, port=0) as port:
            ready.append(port)
            is_ready.set()
            await asyncio.to_thread(is_over.wait)

    server = threading.Thread(target=asyncio.run, args=(serve(),))
    server.start()
    is_ready.wait()
    try:
        yield from besiege(ready[0], dxp_serves, "DXP")
    finally:
        is_over.set()
        server.join()


def rounds() -> Iterator[str | None]:
    yield from hub_rounds()
    yield from dxp_rounds()


if __name__ == "__main__":
    attacks(rounds)
