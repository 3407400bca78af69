"""Connections to other programs: what is in the way of reading, sending and closing."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from draughts.errors import EngineError, EngineTerminatedError, EngineTimeoutError
from draughts.transport.channel import Channel, connect, deadline, start
from draughts.transport.commands import split_command
from draughts.transport.line_splitting import LineSplitter
from fake_engine import listening, run

#: More than the buffers between two programs hold.
_PLENTY = 1 << 26


def _splitter() -> LineSplitter:
    return LineSplitter(b"\n", 100, "line")


async def _never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def _fill(channel: Channel) -> None:
    with pytest.raises(EngineTimeoutError, match="has not taken what was sent in time"):
        async with deadline(channel, 0.1, "taken what was sent"):
            await channel.send(b"x" * _PLENTY)
    assert not channel.is_open
    with pytest.raises(EngineTerminatedError, match="is closed"):
        await channel.send(b"x")
    channel.write(b"x")  # in vain
    await channel.close()


def test_a_program_that_reads_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("draughts.transport.channel._AT_ONCE", 0.1)

    async def test() -> None:
        async with listening(_never) as port:
            await _fill(await connect("127.0.0.1", port, _splitter(), 10))

    run(test())


def test_a_process_that_reads_nothing_is_killed() -> None:
    async def test() -> None:
        channel = await start([sys.executable, "-S", "-c", "import time; time.sleep(1000)"], _splitter())
        await _fill(channel)
        assert channel.exit_code not in (None, 0)

    run(test())


def test_what_another_task_waits_for_ends_with_the_connection() -> None:
    async def test() -> None:
        channel = await start([sys.executable, "-S", "-c", "import time; time.sleep(1000)"], _splitter())
        reading = asyncio.create_task(channel.receive())
        await asyncio.sleep(0)
        await channel.close()
        with pytest.raises(EngineTerminatedError):
            await reading

    run(test())


def test_a_process_that_floods_is_killed_in_time() -> None:
    async def read_for_ever(channel: Channel) -> None:
        async with deadline(channel, 0.2, "said anything of use"):
            while True:
                await channel.receive()

    async def test() -> None:
        code = "while True: print('x' * 50)"
        channel = await start([sys.executable, "-S", "-c", code], _splitter())
        with pytest.raises(EngineTimeoutError):
            await read_for_ever(channel)
        assert channel.exit_code is not None

    run(test())


def test_an_address_that_does_not_answer_in_time() -> None:
    async def test() -> None:
        with pytest.raises(EngineError):
            await connect("127.0.0.1", 1, _splitter(), 0.0)

    run(test())


def test_time_that_runs_out_elsewhere_is_not_the_programs() -> None:
    async def test() -> None:
        async with listening(_never) as port:
            channel = await connect("127.0.0.1", port, _splitter(), 10)
            with pytest.raises(TimeoutError) as caught:
                async with deadline(channel, 10, "sent its move"):
                    raise TimeoutError
            assert not isinstance(caught.value, EngineTimeoutError)
            assert channel.is_open
            await channel.close()

    run(test())


@pytest.mark.skipif(sys.platform == "win32", reason="process groups of POSIX")
def test_a_program_has_a_process_group_of_its_own() -> None:
    async def test() -> None:
        code = "import os; print(os.getpid(), os.getpgrp(), flush=True); input()"
        channel = await start([sys.executable, "-S", "-c", code], _splitter())
        pid, group = (await channel.receive()).split()
        assert pid == group
        assert int(group) != os.getpgrp()
        await channel.close()

    run(test())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scan hub", ["scan", "hub"]),
        (r"C:\Scan\scan.exe hub", [r"C:\Scan\scan.exe", "hub"]),
        (r'"C:\Program Files\Scan\scan.exe" hub', [r"C:\Program Files\Scan\scan.exe", "hub"]),
        (r'scan "" "a b"c', ["scan", "", "a bc"]),
        (r"scan --name \"x\" ", ["scan", "--name", '"x"']),
        (r'scan "C:\dir\\" hub', ["scan", "C:\\dir\\", "hub"]),
        (r'scan "say \"hi\"" it', ["scan", 'say "hi"', "it"]),
        ("scan 'a b'", ["scan", "'a", "b'"]),
        ("  scan\thub\n", ["scan", "hub"]),
    ],
)
def test_a_command_is_cut_as_windows_does_it(text: str, words: list[str]) -> None:
    assert split_command(text, windows=True) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scan hub", ["scan", "hub"]),
        ("'/opt/my engines/scan' hub", ["/opt/my engines/scan", "hub"]),
        (r'/opt/my\ engines/scan "" "a b"c', ["/opt/my engines/scan", "", "a bc"]),
    ],
)
def test_a_command_is_cut_as_a_shell_does_it(text: str, words: list[str]) -> None:
    assert split_command(text, windows=False) == words


@pytest.mark.parametrize("windows", [True, False])
@pytest.mark.parametrize(
    ("text", "match"), [("", "no command"), (" ", "no command"), ('"', "quot"), ('""', "no command")]
)
def test_a_command_that_is_none(text: str, match: str, windows: bool) -> None:
    with pytest.raises(EngineError, match=match):
        split_command(text, windows=windows)


def test_what_python_writes_as_a_command_for_windows_is_read_back() -> None:
    words = ["a b", 'say "hi"', "C:\\dir\\", ""]
    assert split_command(subprocess.list2cmdline(["x", *words]), windows=True) == ["x", *words]


def test_a_program_that_floods_leaves_other_tasks_their_turn() -> None:
    async def test() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(b"\n" * 10_000)
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        async with listening(_never) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            channel = Channel("flood", reader, writer, _splitter())
            working = asyncio.create_task(other())
            for _ in range(10_000):
                await channel.receive()
            working.cancel()
            await channel.close()
        assert turns > 100

    run(test())
