"""A match in a file of PDN, from which it goes on after it was stopped or killed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from draughts import pdn
from draughts.errors import DraughtsError, SavedGameError
from draughts.game.game import Game
from draughts.match.match import Pairing
from draughts.pdn import GameRecord
from draughts.rules.rules import Color, Rules
from draughts.support.numbers import counted

__all__ = ["MatchFile"]

#: What a game ends with that was written as a whole.
_END = b"\n\n"


class MatchFile:
    """The games of a match, each added when it is finished and flushed to the disk.

    Parameters
    ----------
    path : str or Path
        The file, which need not exist.
    event : str
        What the match is called: everything that decides how it is played should be in it, as a file with another name
        is the file of another match.
    rules : Rules
        The variant.
    pairings : sequence of Pairing
        The games.
    """

    def __init__(self, path: str | Path, event: str, rules: Rules, pairings: Sequence[Pairing]) -> None:
        self._path = Path(path)
        self._event = event
        self._rules = rules
        self._pairings = tuple(pairings)

    def finished(self) -> list[Game]:
        """The games that are finished, from the first one on. One whose writing was cut off is taken out of the file.

        Raises
        ------
        SavedGameError
            If the file holds another match, or something else.
        OSError
            If it cannot be read.
        """
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return []
        games: list[Game] = []
        begun = self._begun(data)
        records = self._records(data[:begun])
        unfinished = records.pop() if records and self._is_cut_off(data[:begun], records[-1], len(records)) else None
        for number, record in enumerate(records):
            try:
                games.append(self._read(number, record))
            except DraughtsError as error:
                raise self._strange(error) from None
        kept = data[:begun] if unfinished is None else data[: _beginning(data, unfinished.line)]
        if kept != data:
            self._cut(len(kept))
        return games

    def add(self, number: int, game: Game) -> None:
        """Add a finished game.

        Parameters
        ----------
        number : int
            Its number among the pairings, from 0.
        game : Game
            The game.
        """
        white, black = self._players(number)
        text = game.to_pdn(
            Event=self._event,
            Date=datetime.now(UTC).strftime("%Y.%m.%d"),
            Round=str(number + 1),
            White=white,
            Black=black,
        )
        with self._path.open("ab") as file:
            file.write(f"{text}\n".encode())
            file.flush()
            os.fsync(file.fileno())

    def _records(self, data: bytes) -> list[GameRecord]:
        try:
            records = pdn.loads(data.decode("utf-8"))
        except (DraughtsError, UnicodeDecodeError) as error:
            raise self._strange(error) from None
        if data.strip() and not records:
            raise self._strange("it holds no game")
        return records

    def _strange(self, why: object) -> SavedGameError:
        return SavedGameError(f"{self._path} is not the file of this match: {why}")

    def _is_cut_off(self, data: bytes, last: GameRecord, count: int) -> bool:
        """Whether the last record is one of this match whose writing did not come to its end."""
        if data.endswith(_END) and last.result is not None:
            return False
        event = last.tag("Event")
        return event == self._event or (event is None and count > 1)

    def _players(self, number: int) -> tuple[str, str]:
        """The names of White and Black."""
        pairing = self._pairings[number]
        is_white_first = self._rules.first_mover is Color.WHITE
        return (pairing.first, pairing.second) if is_white_first else (pairing.second, pairing.first)

    def _read(self, number: int, record: GameRecord) -> Game:
        """The finished game in a record, which must be that of a pairing."""
        if number >= len(self._pairings):
            raise SavedGameError(f"it has more than {counted(len(self._pairings), 'game')}")
        expected = {"Event": self._event, "Round": str(number + 1)}
        expected |= dict(zip(("White", "Black"), self._players(number), strict=True))
        for name, text in expected.items():
            if record.tag(name) != text:
                raise SavedGameError(f"game {number + 1} has {name} {record.tag(name)!r}, not {text!r}")
        opening = self._pairings[number].start(self._rules).moves
        game = Game.from_pdn(record, rules=self._rules)
        if game.moves[: len(opening)] != opening:
            raise SavedGameError(f"game {number + 1} does not begin with {self._pairings[number].ballot}")
        if not game.is_over:
            raise SavedGameError(f"game {number + 1} is not finished")
        return game

    def _begun(self, data: bytes) -> int:
        """Where a game begins of which nothing but some of its first line was written; the end if there is none."""
        at = data.rfind(_END + b"[") + len(_END)
        line = f'[Event "{self._event}"]\n'.encode()
        return at if at >= len(_END) and line.startswith(data[at:]) else len(data)

    def _cut(self, size: int) -> None:
        with self._path.open("r+b") as file:
            file.truncate(size)


def _beginning(data: bytes, line: int) -> int:
    """Where a line begins, counted from 1."""
    return sum(map(len, data.splitlines(keepends=True)[: line - 1]))
