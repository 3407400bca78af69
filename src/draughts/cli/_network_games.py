"""The work of ``draughts dxp``."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from draughts.cli._terminal import StatusLine, complain
from draughts.dxp import PORT, AcceptCode, DxpGame, DxpLink, EndReason, check_squares, listen, play_game
from draughts.errors import DraughtsError, PlayerError
from draughts.game.game import Game
from draughts.game.player import Limits, Negotiator, Player, abandon
from draughts.players import parse_player
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.presets import INTERNATIONAL
from draughts.rules.registry import get_rules
from draughts.rules.rules import Color, Rules
from draughts.support.printable import printable
from draughts.terminal.thinking import has_to_start, start

__all__ = ["play_over_network"]

_REASONS = {
    EndReason.NONE: "ended the game without a result",
    EndReason.RESIGN: "resigned",
    EndReason.DRAW: "called the game drawn",
    EndReason.WIN: "called the game won",
}


def play_over_network(options: argparse.Namespace) -> int:
    """Play as the options of ``draughts dxp`` say; the exit code."""
    return asyncio.run(_Table(options).play())


class _Seat:
    """A player who is watched: its moves are shown, and its time may be cut."""

    def __init__(self, player: Player, status: StatusLine, most: float | None) -> None:
        self.name = player.name
        self._player = player
        self._status = status
        self._most = most

    def choose(self, game: Game, limits: Limits) -> Move:
        if game.moves:
            self._status.show(f"ply {game.ply}: {game.moves[-1]}; {self.name} thinks")
        if self._most is not None:
            limits = replace(limits, seconds=self._most if limits.seconds is None else min(limits.seconds, self._most))
        return self._player.choose(game, limits)

    def accepts_draw(self, game: Game) -> bool:
        return self._player.accepts_draw(game)

    def offers_draw(self, game: Game) -> bool:
        return False  # the protocol has no way to offer one

    def resigns(self, game: Game) -> bool:
        return isinstance(self._player, Negotiator) and self._player.resigns(game)

    def get_ready(self, rules: Rules) -> None:
        if has_to_start(self._player):
            self._status.show(f"starting {self.name}")
        start(self._player, rules, lambda: False)

    def kill(self) -> None:
        abandon(self._player)


class _Table:
    """Where the games are played, one at a time."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._rules = INTERNATIONAL if options.variant is None else get_rules(options.variant)
        check_squares(self._rules)
        self._start = None if options.fen is None else Board.from_fen(options.fen, self._rules)
        self._port = PORT if options.port is None else options.port
        self._status = StatusLine()
        tablebase = None
        if options.tablebase is not None:
            from draughts.tablebase import Tablebase

            tablebase = Tablebase.open(options.tablebase)
            tablebase.check_fit(self._rules)
        player = parse_player(options.player, options.seed, tablebase=tablebase, resigns=options.resign)
        if player is None:
            raise PlayerError("a person cannot play over DXP here; a player can, such as engine")
        self._player = _Seat(player, self._status, options.time)
        self._played = 0
        self._is_over = asyncio.Event()
        #: Whose game is played, and the game; held by the one game that the player thinks about.
        self._guest: DxpLink | None = None
        self._game: DxpGame | None = None
        self._seat = asyncio.Lock()

    async def play(self) -> int:
        options = self._options
        with self._status:
            try:
                self._player.get_ready(self._rules)
                await (self._ask() if options.connect is not None else self._wait())
            except DraughtsError as error:
                self._complain(str(error))
                return 1
            except (OSError, UnicodeError) as error:
                where = f"{options.connect or options.host}:{self._port}"
                deed = "listen on" if options.connect is None else "connect to"
                self._complain(f"cannot {deed} {where}: {error}")
                return 1
        return 0

    async def _ask(self) -> None:
        """Connect, and ask for games."""
        options = self._options
        color = Color.WHITE if options.color == "white" else Color.BLACK
        async with await DxpLink.connect(options.connect, self._port) as link:
            link.on_chat = self._say
            for _ in range(options.games or 1):
                game = await DxpGame.request(
                    link,
                    color=color,
                    minutes=options.minutes,
                    moves=options.moves,
                    start=self._start,
                    rules=self._rules,
                    name=options.name,
                )
                await self._play(game)
                if game.ending is None or game.ending.stop:
                    return
                color = color.opponent

    async def _wait(self) -> None:
        """Wait for programs that ask for games."""
        options = self._options
        async with listen(self._serve, options.host, self._port) as port:
            print(f"listening on {options.host}:{port}", flush=True)
            await self._is_over.wait()

    async def _serve(self, link: DxpLink) -> None:
        """Play the games that a program asks for. While one is played, others are told that there is no game."""
        link.on_chat = self._say
        try:
            while not self._is_over.is_set():
                self._game = game = await DxpGame.accept(
                    link, rules=self._rules, name=self._options.name, decide=lambda request: self._decide(link)
                )
                async with self._seat:  # the player may have to be stopped after the game before
                    await self._play(game)
                if self._played == self._options.games:
                    self._is_over.set()
        except DraughtsError as error:
            if not self._is_over.is_set():
                self._complain(str(error))
        finally:
            if self._guest is link:
                self._guest = None

    def _decide(self, link: DxpLink) -> AcceptCode:
        is_free = self._guest in (None, link) or (self._game is not None and self._game.is_over)
        if self._is_over.is_set() or not is_free:
            return AcceptCode.NO_GAME
        self._guest, self._game = link, None
        return AcceptCode.ACCEPTED

    async def _play(self, game: DxpGame) -> None:
        """Play a game, say how it ended, and keep it."""
        limits = f"{game.minutes} minutes" if game.minutes else "no limit of time"
        moves = f", {game.moves} moves" if game.moves else ""
        opponent = game.opponent.strip() or "the other side"
        number, name = self._played + 1, self._player.name
        self._print(f"game {number}: {name} has {game.color} against {opponent}; {limits}{moves}")
        try:
            await play_game(game, self._player)
        finally:
            self._played += 1
            self._keep(game, opponent)
        result, ending = game.game.result, game.ending
        assert ending is not None
        by = "this side" if ending.by is game.color else opponent
        how = f"{by} {_REASONS[ending.reason]}" if result is None else result.describe()
        self._print(f"  {game.game.ply} plies; {how}")

    def _keep(self, game: DxpGame, opponent: str) -> None:
        if self._options.pdn is None or not game.game.moves:
            return
        names = {game.color: self._player.name, game.color.opponent: printable(opponent)}
        text = game.game.to_pdn(
            Event="DXP",
            Date=datetime.now(UTC).strftime("%Y.%m.%d"),
            White=names[Color.WHITE],
            Black=names[Color.BLACK],
        )
        with Path(self._options.pdn).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def _say(self, text: str) -> None:
        self._print(f"  they say: {printable(text)}")

    def _print(self, text: str) -> None:
        self._status.clear()
        print(printable(text), flush=True)

    def _complain(self, text: str) -> None:
        self._status.clear()
        complain("dxp", text)
