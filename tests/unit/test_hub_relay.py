"""An engine that is handed on to a GUI: ``draughts hub --player hub:COMMAND``."""

from __future__ import annotations

import io
import shlex
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from draughts import INTERNATIONAL, Board
from draughts.cli import main
from draughts.hub import Adjustable, HubPlayer, HubServer, write_position

_START = write_position(Board(INTERNATIONAL))
_WAIT = 60.0

#: An engine that searches until it is stopped, and says back what it was told.
_ENGINE = """
import sys
def say(text):
    print(text, flush=True)
told = []
for line in sys.stdin:
    line = line.strip()
    told.append(line)
    if line == "hub":
        say("id name=inner version=7 author=somebody")
        say('param name=variant value=normal type=enum values="normal frisian"')
        say("param name=threads value=1 type=int min=1 max=16")
        say("wait")
    elif line == "init":
        say("ready")
    elif line.startswith("go"):
        say("info depth=1 score=0.25 nodes=9 told=%d" % len(told))
        if line == "go think":
            say("done move=32-28 ponder=19-23")
    elif line in ("stop", "ponder-hit"):
        say('info depth=2 line="%s"' % "/".join(told[-8:]))
        say("done move=31-27")
    elif line == "quit":
        break
"""


class _Gui:
    """A conversation with a server, whose lines can be waited for."""

    def __init__(self, player: HubPlayer) -> None:
        self.lines: list[str] = []
        self._came = threading.Condition()
        self.server = HubServer(player, self._take)

    def _take(self, line: str) -> None:
        with self._came:
            self.lines.append(line)
            self._came.notify_all()

    def say(self, *lines: str) -> None:
        self.server.feed("".join(f"{line}\n" for line in lines).encode())

    def wait(self, start: str, count: int = 1) -> str:
        def found() -> list[str]:
            return [line for line in self.lines if line.startswith(start)]

        with self._came:
            assert self._came.wait_for(lambda: len(found()) >= count, _WAIT), self.lines
        return found()[count - 1]


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    path = tmp_path / "engine.py"
    path.write_text(textwrap.dedent(_ENGINE), encoding="utf-8")
    return [sys.executable, "-S", str(path)]


@pytest.fixture
def gui(command: list[str]) -> Iterator[_Gui]:
    gui = _Gui(HubPlayer(command))
    yield gui
    gui.server.close()


def test_an_infinite_analysis_is_stopped_and_its_information_comes_through(gui: _Gui) -> None:
    gui.say("hub", "init", f"pos pos={_START}", "level infinite", "go analyze")
    assert gui.wait("info depth=1") == "info depth=1 score=0.25 nodes=9 told=5"
    gui.say("ping")
    assert gui.wait("pong")
    assert not any(line.startswith("done") for line in gui.lines)
    gui.say("stop", "ping")
    assert gui.wait("done") == "done move=31-27"
    assert "level infinite/go analyze/stop" in gui.wait("info depth=2")


def test_the_engine_says_who_it_is_and_its_parameters_are_set(gui: _Gui) -> None:
    gui.say("hub")
    assert gui.lines == [
        "id name=inner version=7 author=somebody",
        'param name=variant value=normal type=enum values="normal frisian"',
        "param name=threads value=1 type=int min=1 max=16",
        "wait",
    ]
    gui.say("set-param name=threads value=99", "set-param name=hash value=1")
    assert "inner: threads cannot be '99'; it is a whole number from 1 to 16" in gui.lines[-2]
    assert "no parameter 'hash'" in gui.lines[-1]
    gui.say("set-param name=variant value=frisian", "set-param name=threads value=4", "init")
    assert gui.lines[-1] == "ready"
    gui.say(f"pos pos={_START}", "level time=60 inc=2", "go ponder", "stop")
    told = gui.wait("info depth=2")
    assert "set-param name=threads value=4/set-param name=variant value=frisian/init" in told
    assert "level time=60 inc=2/go ponder/stop" in told


def test_pondering_and_new_games_come_through(gui: _Gui) -> None:
    gui.say("hub", "init", "new-game", f"pos pos={_START}", "level time=60", "go ponder")
    assert gui.wait("info depth=1")
    gui.say("ponder-hit")
    assert gui.wait("done")
    told = gui.wait("info depth=2")
    assert "init/new-game/" in told
    assert told.endswith('go ponder/ponder-hit"')


def test_a_new_search_follows_at_once_in_the_engine_as_well(gui: _Gui) -> None:
    gui.say("hub", "init", f"pos pos={_START}", "level time=60", "go ponder")
    assert gui.wait("info depth=1")
    gui.say("stop", f"pos pos={_START}", "level move-time=0.3", "go think")
    assert gui.wait("done", 2) == "done move=32-28 ponder=19-23"


def test_an_engine_that_dies_is_told_and_started_again(gui: _Gui, caplog: pytest.LogCaptureFixture) -> None:
    gui.say("hub", "init", f"pos pos={_START}", "level depth=3", "go analyze")
    assert gui.wait("info depth=1")
    player = gui.server._searcher
    assert isinstance(player, HubPlayer)
    assert isinstance(player, Adjustable)
    engine = player._engine
    assert engine is not None
    engine.run(lambda inner: inner.close())
    assert gui.wait("done") == "done"
    said = gui.wait("error")
    assert any(words in said for words in ("is closed", "has ended", "was ended"))
    gui.say("go think")
    assert gui.wait("done", 2) == "done move=32-28 ponder=19-23"


def test_the_command_hands_an_engine_on(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    class Input:
        buffer = io.BytesIO(b"hub\nset-param name=threads value=2\ninit\nquit\n")

    monkeypatch.setattr(sys, "stdin", Input)
    assert main(["hub", "--player", f"hub:{shlex.join(command)}"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert lines[0] == b"id name=inner version=7 author=somebody"
    assert lines[-1] == b"ready"


def test_an_engine_that_cannot_be_started_is_told_to_the_gui() -> None:
    gui = _Gui(HubPlayer("no-such-engine-anywhere hub"))
    gui.say("hub", "ping")
    assert "'no-such-engine-anywhere' cannot be started" in gui.lines[0]
    assert gui.lines[1] == "pong"
