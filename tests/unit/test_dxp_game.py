"""Games over DamExchange between two ends of this process, and everything that can go wrong with one of them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import pytest

from draughts import (
    AMERICAN,
    FRISIAN,
    INTERNATIONAL,
    INTERNATIONAL_GIVEAWAY,
    Board,
    Color,
    DraughtsError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Game,
    GameStateError,
    IllegalMoveError,
    Move,
    ProtocolError,
    ResultReason,
    Rules,
    RulesError,
)
from draughts.dxp import (
    AcceptCode,
    BackRequest,
    Chat,
    DxpGame,
    DxpLink,
    Ending,
    EndReason,
    GameRequest,
    OtherVersion,
    listen,
    play_game,
)
from draughts.players import Limits, RandomPlayer
from fake_engine import listening, run

T = TypeVar("T")

_ANY = Limits()
_ACCEPT = b"A" + b"other".ljust(32) + b"0\0"


@contextlib.asynccontextmanager
async def _pair(follower: Callable[[DxpLink], Awaitable[T]]) -> AsyncIterator[tuple[DxpLink, asyncio.Future[T]]]:
    """The Initiator's end, and what comes of the Follower."""
    outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def handler(link: DxpLink) -> None:
        try:
            outcome.set_result(await follower(link))
        except DraughtsError as error:
            outcome.set_exception(error)

    async with listen(handler, port=0) as port, await DxpLink.connect(port=port) as link:
        yield link, outcome
        with contextlib.suppress(DraughtsError):
            await outcome


async def _follow(link: DxpLink) -> DxpGame:
    """Play one game at random."""
    game = await DxpGame.accept(link, name="follower")
    await play_game(game, RandomPlayer(2))
    return game


# Whole games


@pytest.mark.parametrize("rules", [INTERNATIONAL, FRISIAN, INTERNATIONAL_GIVEAWAY], ids=lambda rules: rules.name)
@pytest.mark.parametrize("color", Color)
def test_a_whole_game_is_the_same_on_both_sides(rules: Rules, color: Color) -> None:
    async def follow(link: DxpLink) -> DxpGame:
        game = await DxpGame.accept(link, rules=rules, name="follower")
        await play_game(game, RandomPlayer(2))
        return game

    async def test() -> tuple[DxpGame, DxpGame]:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link, color=color, rules=rules, name="initiator")
            await play_game(game, RandomPlayer(1))
            return game, await outcome

    ours, theirs = run(test())
    assert (ours.opponent, theirs.opponent) == ("follower", "initiator")
    assert (ours.color, theirs.color) == (color, color.opponent)
    assert ours.game.moves == theirs.game.moves
    assert ours.ending == theirs.ending
    result = ours.game.result
    assert result is not None
    assert result == theirs.game.result
    assert ours.ending is not None
    if result.winner is None:
        assert ours.ending.reason is EndReason.DRAW
    else:
        wins = result.winner is ours.ending.by
        assert ours.ending.reason is (EndReason.WIN if wins else EndReason.RESIGN)


def test_several_games_are_played_over_one_link() -> None:
    async def follow(link: DxpLink) -> list[int]:
        plies = []
        for _ in range(3):
            game = await DxpGame.accept(link)
            await play_game(game, RandomPlayer(2))
            plies.append(game.game.ply)
        return plies

    async def test() -> list[int]:
        async with _pair(follow) as (link, outcome):
            for moves in (3, 4, 5):
                game = await DxpGame.request(link, moves=moves)
                ending = await play_game(game, RandomPlayer(1))
                assert ending == Ending(Color.WHITE, EndReason.NONE, stop=False)
                assert game.game.result is None
            return await outcome

    assert run(test()) == [6, 8, 10]


@pytest.mark.parametrize("fen", ["B:W31,K46:B20,K5", "W:W50:BK10", "W:W31-50:B1-19"])
def test_a_game_begins_where_the_initiator_wants(fen: str) -> None:
    start = Board.from_fen(fen, INTERNATIONAL)

    async def test() -> None:
        async with _pair(_follow) as (link, outcome):
            game = await DxpGame.request(link, start=start, moves=20)
            await play_game(game, RandomPlayer(1))
            assert (await outcome).game.boards == game.game.boards
            assert game.game.boards[0] == start

    run(test())


def test_what_is_left_of_the_time_is_said_with_a_reserve() -> None:
    async def test() -> None:
        async with _pair(_follow) as (link, _):
            game = await DxpGame.request(link, minutes=10, moves=60)
            assert game.limits == Limits(remaining=598.0, moves_to_go=60)
            await game.play("32-28", 300.0)
            assert game.limits == Limits(remaining=298.0, moves_to_go=60)
            await game.receive()
            await game.play(game.game.legal_moves[0], 299.0)
            assert game.limits == Limits(remaining=0.5, moves_to_go=59)
            await game.receive()
            await game.end()

    run(test())


def test_a_game_without_a_clock_leaves_half_a_minute_for_a_move() -> None:
    async def test() -> None:
        async with _pair(_follow) as (link, _):
            game = await DxpGame.request(link, minutes=0)
            assert game.limits == Limits(seconds=30.0)
            await game.end()

    run(test())


# Requests


def test_requests_that_are_not_wanted_are_refused() -> None:
    seen: list[GameRequest] = []

    def decide(request: GameRequest) -> AcceptCode:
        seen.append(request)
        return AcceptCode.NO_GAME if request.minutes > 60 else AcceptCode.ACCEPTED

    async def follow(link: DxpLink) -> DxpGame:
        return await DxpGame.accept(link, name="picky", decide=decide)

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            with pytest.raises(EngineError, match="picky does not play: no game"):
                await DxpGame.request(link, minutes=90)
            await link.send(OtherVersion(2))
            assert (await link.receive(5)) is not None
            man_on_promotion_row = "Ww" + "e" * 49
            await link.send(GameRequest("me", Color.WHITE, 5, 0, man_on_promotion_row))
            answer = await link.receive(5)
            assert getattr(answer, "code", None) is AcceptCode.NOT_THIS_GAME
            await DxpGame.request(link, minutes=5)
            assert (await outcome).minutes == 5

    run(test())
    assert [request.minutes for request in seen] == [90, 5]


def test_a_side_that_asks_for_nothing() -> None:
    async def follow(link: DxpLink) -> DxpGame:
        return await DxpGame.accept(link, timeout=0.1)

    async def test() -> None:
        async with _pair(follow) as (_, outcome):
            with pytest.raises(EngineTimeoutError, match="has not asked for a game in time"):
                await outcome

    run(test())


def test_boards_of_other_sizes_are_not_played() -> None:
    async def test() -> None:
        async with _pair(_follow) as (link, outcome):
            with pytest.raises(RulesError, match="boards of 50 squares, and that of american has 32"):
                await DxpGame.request(link, rules=AMERICAN)
            with pytest.raises(RulesError, match="boards of 50 squares"):
                await DxpGame.accept(link, rules=AMERICAN)
            await link.close()
            with pytest.raises(EngineTerminatedError):
                await outcome

    run(test())


def test_values_that_do_not_fit_are_refused() -> None:
    async def test() -> None:
        async with _pair(_follow) as (link, _):
            with pytest.raises(ProtocolError, match="at most 32 characters"):
                await DxpGame.request(link, name="x" * 33)
            with pytest.raises(ProtocolError, match="at most 3 digits"):
                await DxpGame.request(link, minutes=5000)
            with pytest.raises(ProtocolError):
                await link.chat("")
            assert link.is_open
            await link.close()

    run(test())


# Ends


@pytest.mark.parametrize("reason", EndReason)
@pytest.mark.parametrize("stop", [True, False])
def test_the_side_to_move_ends_the_game(reason: EndReason, stop: bool) -> None:
    async def follow(link: DxpLink) -> DxpGame:
        game = await DxpGame.accept(link)
        await game.receive()
        return game

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link)
            ending = await game.end(reason, stop=stop)
            theirs = await outcome
            assert ending == theirs.ending == Ending(Color.WHITE, reason, stop)
            results = [side.game.result for side in (game, theirs)]
            if reason is EndReason.RESIGN:
                assert [result and result.reason for result in results] == [ResultReason.RESIGNATION] * 2
                assert [result and result.winner for result in results] == [Color.BLACK] * 2
            else:
                assert results == [None, None]  # what one side says is not yet so
            for call in (game.end(), game.play("32-28"), game.receive(), game.take_back(1, Color.WHITE)):
                with pytest.raises(GameStateError, match="the game has been ended"):
                    await call

    run(test())


def test_nobody_acts_out_of_turn() -> None:
    async def test() -> None:
        async with _pair(_follow) as (link, _):
            game = await DxpGame.request(link, color=Color.BLACK, moves=2)
            assert not game.is_own_turn
            for call in (game.end(), game.play("17-21")):
                with pytest.raises(GameStateError, match="White is to move"):
                    await call
            assert isinstance(await game.receive(), Move)
            with pytest.raises(IllegalMoveError):
                await game.play("1-50")
            await play_game(game, RandomPlayer(1))

    run(test())


# Chat and going back


def test_chat_goes_both_ways_at_any_time() -> None:
    heard: list[str] = []

    async def follow(link: DxpLink) -> DxpGame:
        link.on_chat = lambda text: heard.append(f"follower heard {text}")
        await link.chat("before")
        game = await DxpGame.accept(link)
        await link.chat("within")
        await play_game(game, RandomPlayer(2))
        await link.chat("after")
        return game

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            link.on_chat = lambda text: heard.append(f"initiator heard {text}")
            await link.chat("hello")
            game = await DxpGame.request(link, moves=2)
            await link.chat("nice opening")
            await play_game(game, RandomPlayer(1))
            await outcome
            with pytest.raises(EngineTerminatedError):
                await link.receive(5)

    run(test())
    assert sorted(heard) == [
        "follower heard hello",
        "follower heard nice opening",
        "initiator heard after",
        "initiator heard before",
        "initiator heard within",
    ]


@pytest.mark.parametrize("grants", [True, False])
def test_moves_are_taken_back_if_the_other_side_agrees(grants: bool) -> None:
    asked: list[BackRequest] = []

    async def follow(link: DxpLink) -> list[str]:
        game = await DxpGame.accept(link)

        def agree(request: BackRequest, known: Game) -> bool:
            asked.append(request)
            assert known is game.game
            return grants

        game.accepts_back = agree
        await game.receive()
        await game.play("19-23")
        await game.receive()
        if grants:
            await game.receive()
        return [str(move) for move in game.game.moves]

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link)
            await game.play("32-28")
            await game.receive()
            with pytest.raises(GameStateError, match="move 2 of White has not been made"):
                await game.take_back(2, Color.WHITE)
            with pytest.raises(GameStateError, match="move 0 of White has not been made"):
                await game.take_back(0, Color.WHITE)
            assert await game.take_back(1, Color.WHITE) is grants
            await game.play("31-27" if grants else "28x19")
            assert await outcome == (["31-27"] if grants else ["32-28", "19-23", "28x19"])

    run(test())
    assert asked == [BackRequest(1, Color.WHITE)]


def test_going_back_so_that_the_other_side_moves() -> None:
    async def follow(link: DxpLink) -> list[str]:
        game = await DxpGame.accept(link)
        game.accepts_back = lambda request, known: True
        await game.receive()
        await game.play("18-23")
        assert await game.receive() == BackRequest(1, Color.BLACK)
        await game.play("17-21")
        return [str(move) for move in game.game.moves]

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link)
            await game.play("32-28")
            await game.receive()
            assert await game.take_back(1, Color.BLACK)
            await game.receive()
            assert await outcome == [str(move) for move in game.game.moves] == ["32-28", "17-21"]

    run(test())


@pytest.mark.parametrize("request_text", [b"B002W\0", b"B000W\0", b"B999Z\0", b"B001W\0"])
def test_players_do_not_go_back(request_text: bytes) -> None:
    """Also not to where the game has not been."""

    async def test() -> bytes:
        async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\0")
            writer.write(_ACCEPT)
            await reader.readuntil(b"\0")
            writer.write(request_text)
            answers.append(await reader.readuntil(b"\0"))
            writer.write(b"E00\0")
            await reader.readuntil(b"\0")

        answers: list[bytes] = []
        async with listening(handler) as port, await DxpLink.connect(port=port) as link:
            game = await DxpGame.request(link)
            await play_game(game, RandomPlayer(1))
            return answers[0]

    assert run(test()) == b"K1\0"


_BLACK_BEGINS = Board.from_fen(f"B:{Board(INTERNATIONAL).fen.partition(':')[2]}", INTERNATIONAL)


def test_black_begins_and_white_answers_with_its_second_move() -> None:
    """As others number moves: White's answer to Black's first move is its move number 2."""
    moves = [b"M000120240" + b"0\0", b"M0001243000\0", b"M0001303400\0", b"M0001344000\0"]

    async def call(link: DxpLink) -> list[str]:
        start = Board.from_fen("B:W32,33,37,38,46,47:B1,2,20", INTERNATIONAL)
        game = await DxpGame.request(link, start=start)
        for text in ("33-28", "32-27", "38-33"):
            await game.receive()
            await game.play(text)
        await game.receive()
        assert not await game.take_back(2, Color.BLACK)
        assert await game.take_back(2, Color.WHITE)
        return [str(move) for move in game.game.moves]

    made, received = _against([_ACCEPT + moves[0], *moves[1:], b"K1\0", b"K0\0", b""], call)
    assert made == ["20-24"]
    assert received[-2:] == [b"B002Z\0", b"B002W\0"]


@pytest.mark.parametrize(
    ("start", "request_text", "plies"),
    [
        (None, b"B001W", 0),
        (None, b"B001Z", 1),
        (None, b"B002W", 2),
        (_BLACK_BEGINS, b"B001Z", 0),
        (_BLACK_BEGINS, b"B002W", 1),
        (_BLACK_BEGINS, b"B002Z", 2),
        (_BLACK_BEGINS, b"B001W", None),
    ],
)
def test_moves_are_numbered_as_if_white_had_begun(start: Board | None, request_text: bytes, plies: int | None) -> None:
    made = Game(INTERNATIONAL) if start is None else Game(start=start)
    for text in ("32-28", "19-23", "28x19", "14x23") if start is None else ("20-24", "33-28", "24-30", "35x24"):
        made.push(text)

    async def call(link: DxpLink) -> int:
        game = await DxpGame.request(link, start=start)
        game.accepts_back = lambda request, known: True
        for move in made.moves:
            game.game.push(move)
        waiting = asyncio.create_task(game.receive())
        await link.chat("go on")
        await link.chat("and on")
        happened = await waiting
        if plies is not None:
            assert isinstance(happened, BackRequest)
        return game.game.ply

    answer = request_text + b"\0" + (b"E00\0" if plies is None else b"")
    ply, received = _against([_ACCEPT, b"", answer, b""], call)
    assert ply == (4 if plies is None else plies)
    if plies is None:
        assert received[-1] == b"Cand on\0" or b"K1\0" in received


def test_moves_are_taken_back_while_the_other_side_thinks() -> None:
    """Also while another task waits for its move, and its move may come before its answer."""

    async def follow(link: DxpLink) -> list[str]:
        game = await DxpGame.accept(link)
        game.accepts_back = lambda request, known: True
        await game.receive()
        await asked.wait()
        await game.play("19-23")  # before the request has been read
        assert isinstance(await game.receive(), BackRequest)
        await game.receive()
        return [str(move) for move in game.game.moves]

    asked = asyncio.Event()

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link)
            await game.play("32-28")
            waiting = asyncio.create_task(game.receive())
            taking = asyncio.create_task(game.take_back(1, Color.WHITE))
            await asyncio.sleep(0)
            asked.set()
            assert await taking
            assert str(await waiting) == "19-23"
            assert game.is_own_turn
            await game.play("31-26")
            assert await outcome == ["31-26"]

    run(test())


@pytest.mark.parametrize("start", [None, _BLACK_BEGINS], ids=["white", "black"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_on_after_moves_are_taken_back_again_and_again(start: Board | None, seed: int) -> None:
    """Both sides ask at random moments, also at once, and both always have the same game afterwards."""

    async def play(game: DxpGame, seed: int) -> DxpGame:
        chance = random.Random(seed)
        left = 12
        game.accepts_back = lambda request, known: chance.random() < 0.7
        playing = asyncio.create_task(play_game(game, RandomPlayer(seed)))
        while left and not playing.done():
            await asyncio.sleep(0.002)
            if game.game.ply > 1 and not game.is_over:
                left -= 1
                ply = chance.randrange(game.game.ply)
                turn = game.game.boards[ply].turn
                shift = game.game.boards[0].turn is Color.BLACK
                with contextlib.suppress(GameStateError):  # the game has ended meanwhile
                    await game.take_back((ply + shift) // 2 + 1, turn)
        await playing
        return game

    async def follow(link: DxpLink) -> DxpGame:
        return await play(await DxpGame.accept(link), 10 * seed + 1)

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            ours = await play(await DxpGame.request(link, start=start, moves=40), 10 * seed + 2)
            theirs = await outcome
            assert ours.game.moves == theirs.game.moves
            assert ours.ending == theirs.ending

    run(test())


def test_a_move_is_not_made_if_it_was_thought_about_a_position_taken_back() -> None:
    """The other side goes back while this one thinks; what it finds is for another position."""
    asked, may_answer = threading.Event(), threading.Event()

    class Slow:
        name = "slow"

        def __init__(self) -> None:
            self.plies: list[int] = []

        def choose(self, game: Game, limits: Limits) -> Move:
            self.plies.append(game.ply)
            asked.set()
            may_answer.wait(30)
            return game.legal_moves[0]

        def accepts_draw(self, game: Game) -> bool:
            return False

    player = Slow()

    async def follow(link: DxpLink) -> list[str]:
        game = await DxpGame.accept(link)
        game.accepts_back = lambda request, known: True
        await play_game(game, player)
        return [str(move) for move in game.game.moves]

    async def test() -> None:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link)
            await game.play("32-28")
            await asyncio.to_thread(asked.wait, 30)
            assert await game.take_back(1, Color.WHITE)
            await game.play("31-26")
            may_answer.set()
            move = await game.receive()
            await game.end()
            assert await outcome == ["31-26", str(move)]

    run(test())
    assert player.plies == [1, 1]


# Noise


_NOISE = [
    b"C\0",
    b"\0",
    "Ctr\u00e8s bien \u2014 \u0431\u0440\u0430\u0432\u043e".encode() + b"\0",
    b"C\xff\xfe\x1b[31m\0",
    b"C" + b"x" * 500 + b"\0",
    b"Xwhat\0",
    b"m0012061100\0",
    b"K0\0",
    _ACCEPT,
]


@pytest.mark.parametrize("noise", _NOISE, ids=lambda noise: repr(noise)[:16])
def test_noise_closes_no_game(noise: bytes, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []

    async def call(link: DxpLink) -> DxpGame:
        link.on_chat = heard.append
        game = await DxpGame.request(link)
        await game.play("32-28")
        assert str(await game.receive()) == "19-23"
        await game.end()
        return game

    before = noise if noise != _ACCEPT else b""
    answers = [before + _ACCEPT, noise + b"M0002192300\0" + noise, noise + b"E00\0", b""]
    game, _ = _against(answers, call)
    assert game.is_over
    assert all(text.isascii() and text.isprintable() for text in heard)
    assert (b"C" in noise[:1] and len(noise) > 2) == bool(heard)
    assert "\x1b" not in caplog.text
    assert ("skipped" in caplog.text or "beyond ASCII" in caplog.text) == (not noise.startswith(b"Cxx"))


@pytest.mark.parametrize("noise", [*_NOISE, b"E00\0", b"M0001322800\0", b"B001W\0"], ids=lambda noise: repr(noise)[:16])
def test_noise_between_games_is_skipped(noise: bytes) -> None:
    async def test() -> None:
        async def handler(link: DxpLink) -> None:
            accepted.set_result(await DxpGame.accept(link))

        accepted: asyncio.Future[DxpGame] = asyncio.get_running_loop().create_future()
        async with listen(handler, port=0) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(noise + b"R01" + b"other".ljust(32) + b"Z0.5010A\0" + noise)
            assert (await reader.readuntil(b"\0")).endswith(b"0\0")
            game = await accepted
            assert (game.minutes, game.moves, game.limits) == (0.5, 10, Limits(remaining=28.0, moves_to_go=10))
            writer.close()

    run(test())


def test_a_request_during_a_game_is_answered_that_there_is_one() -> None:
    request = b"R01" + b"other".ljust(32) + b"Z005000A\0"

    async def call(link: DxpLink) -> None:
        game = await DxpGame.request(link, name="busy")
        await game.play("32-28")
        assert str(await game.receive()) == "19-23"

    _, received = _against([_ACCEPT, request, b"M0002192300\0", b""], call)
    assert received[2] == b"A" + b"busy".ljust(32) + b"2\0"


def test_noise_does_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def call(link: DxpLink) -> None:
        await DxpGame.request(link)

    _against([b"Xwhat\0" * 5000 + _ACCEPT, b""], call)
    assert len(caplog.records) == 20
    assert caplog.records[-1].getMessage().endswith("(more of this kind is not logged)")


# Failures of this side


class _Failing:
    """A player that makes some moves, and then does not."""

    name = "failing"

    def __init__(self, failure: BaseException | str) -> None:
        self._failure = failure
        self._moves = 2

    def choose(self, game: Game, limits: Limits) -> Move:
        self._moves -= 1
        if self._moves >= 0:
            return game.legal_moves[0]
        if isinstance(self._failure, str):
            return Board(INTERNATIONAL).move(self._failure)
        raise self._failure

    def accepts_draw(self, game: Game) -> bool:
        return False


@pytest.mark.parametrize(
    "failure",
    [EngineTerminatedError("scan has ended with exit code 1"), RuntimeError("out of memory"), "32-28"],
    ids=["engine", "bug", "illegal"],
)
def test_the_other_side_is_told_before_the_link_is_closed(failure: BaseException | str) -> None:
    async def follow(link: DxpLink) -> tuple[Ending, int]:
        game = await DxpGame.accept(link)
        ending = await play_game(game, RandomPlayer(1))
        again = await DxpGame.accept(link)
        await play_game(again, RandomPlayer(1))
        return ending, again.game.ply

    async def test() -> tuple[Ending, int]:
        async with _pair(follow) as (link, outcome):
            with pytest.raises((EngineError, RuntimeError, IllegalMoveError)):
                await play_game(await DxpGame.request(link), _Failing(failure))
            await play_game(await DxpGame.request(link, moves=1), RandomPlayer(2))  # it is free for the next game
            return await outcome

    assert run(test()) == (Ending(Color.WHITE, EndReason.NONE, stop=False), 2)


def test_the_other_side_is_told_when_this_one_is_interrupted() -> None:
    async def follow(link: DxpLink) -> Ending:
        return await play_game(await DxpGame.accept(link), RandomPlayer(1))

    async def test() -> Ending:
        async with _pair(follow) as (link, outcome):
            game = await DxpGame.request(link, color=Color.BLACK)
            playing = asyncio.create_task(play_game(game, RandomPlayer(2)))
            while game.game.ply < 5:
                await asyncio.sleep(0)
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing
            return await outcome

    assert run(test()) == Ending(Color.BLACK, EndReason.NONE, stop=False)


def test_a_player_that_can_be_stopped_is_not_waited_for_when_the_game_has_been_ended() -> None:
    class Slow(RandomPlayer):
        __slots__ = ("is_stopped",)

        def __init__(self) -> None:
            super().__init__(1)
            self.is_stopped = threading.Event()

        def choose(self, game: Game, limits: Limits = _ANY) -> Move:
            assert self.is_stopped.wait(60)
            return super().choose(game, limits)

        def kill(self) -> None:
            self.is_stopped.set()

    async def follow(link: DxpLink) -> None:
        await (await DxpGame.accept(link)).abort(EndReason.DRAW)

    async def test() -> Ending:
        async with listen(follow, port=0) as port, await DxpLink.connect(port=port) as link:
            return await play_game(await DxpGame.request(link), player)

    player = Slow()
    assert run(test()).reason is EndReason.DRAW
    assert player.is_stopped.is_set()


def test_a_game_that_the_other_side_ends_out_of_turn_is_over() -> None:
    async def call(link: DxpLink) -> DxpGame:
        game = await DxpGame.request(link)
        assert game.is_own_turn
        assert await game.receive() == Ending(Color.BLACK, EndReason.RESIGN, stop=True)
        with pytest.raises(EngineTerminatedError):
            await link.receive(10)  # until the other side has read the answer
        return game

    game, received = _against([_ACCEPT + b"E11\0", b"Cbye\0"], call)
    assert game.is_over
    assert received[-1] == b"E00\0"


# The other side misbehaves


def _against(
    answers: list[bytes], call: Callable[[DxpLink], Awaitable[T]], *, timeout: float = 10.0
) -> tuple[T, list[bytes]]:
    """Talk to a side that answers each telegram with the next of these texts, and goes when there is none left."""

    async def test() -> tuple[T, list[bytes]]:
        received: list[bytes] = []

        async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for answer in answers:
                received.append(await reader.readuntil(b"\0"))
                writer.write(answer)
                await writer.drain()
            if answers[-1] == b"":
                await reader.read()

        async with listening(handler) as port, await DxpLink.connect(port=port) as link:
            link.timeout = timeout
            try:
                return await call(link), received
            except DraughtsError:
                _last.append((link.is_open, received))
                raise

    return run(test())


#: Whether the link was open, and what the other side had received, when an error came.
_last: list[tuple[bool, list[bytes]]] = []


async def _whole_game(link: DxpLink) -> DxpGame:
    game = await DxpGame.request(link, minutes=0)
    await play_game(game, RandomPlayer(1))
    return game


@pytest.mark.parametrize(
    ("answers", "kind", "match"),
    [
        ([b"C" + b"x" * 2000], ProtocolError, "a telegram of more than 1024 bytes"),
        ([b"Aother"], EngineTerminatedError, "in the middle of b'Aother'"),
        ([_ACCEPT], EngineTerminatedError, "has closed the connection"),
        ([_ACCEPT, b"M00121"], EngineTerminatedError, "in the middle of b'M00121'"),
        ([_ACCEPT, b"Cwait" * 300], ProtocolError, "a telegram of more than 1024 bytes"),
    ],
)
def test_what_the_protocol_does_not_allow_ends_the_link(
    answers: list[bytes], kind: type[DraughtsError], match: str
) -> None:
    with pytest.raises(kind, match=match):
        _against(answers, _whole_game)
    assert not _last[-1][0]


def test_a_move_that_cannot_be_read_ends_the_game_and_not_the_link() -> None:
    with pytest.raises(ProtocolError, match="line 2, column 8: destination takes 2 characters"):
        _against([_ACCEPT, b"M0012171\0", b"E00\0"], _whole_game)
    is_open, received = _last[-1]
    assert is_open
    assert received[-1] == b"E01\0"


@pytest.mark.parametrize(
    ("move", "match"),
    [
        (b"M0001190100\0", "other has sent 'M0001190100': '19-1': .*B:W"),
        (b"M0001324200\0", "'32-42': .*is White's, and Black is to move"),
        (b"M000117210132\0", "other has sent 'M000117210132': .*no legal move from 17 to 21 takes 32; legal: 17-21"),
    ],
)
def test_an_illegal_move_ends_the_game_and_names_the_position(move: bytes, match: str) -> None:
    async def call(link: DxpLink) -> None:
        game = await DxpGame.request(link)
        await game.play("31-27")
        await game.receive()

    with pytest.raises(IllegalMoveError, match=match):
        _against([_ACCEPT, move, b"E00\0"], call)
    is_open, received = _last[-1]
    assert is_open
    assert received[-1] == b"E01\0"


def test_an_illegal_move_is_reported_even_if_the_other_side_goes() -> None:
    with pytest.raises(IllegalMoveError):
        _against([_ACCEPT, b"M0001190100\0"], _whole_game)


@pytest.mark.parametrize("squares", [b"293839", b"393829", b"382939"])
def test_captured_squares_come_in_any_order(squares: bytes) -> None:
    start = Board.from_fen("B:W29,38,39:B23", INTERNATIONAL)

    async def call(link: DxpLink) -> Move | BackRequest | Ending:
        return await (await DxpGame.request(link, color=Color.WHITE, start=start)).receive()

    move, _ = _against([_ACCEPT + b"M0001233203" + squares + b"\0", b""], call)
    assert move == start.legal_moves[0]


def test_a_side_that_goes_on_after_a_draw_is_told() -> None:
    """Kings go to and fro, and the other side does not count repetitions."""
    start = Board.from_fen("B:W32,K46:B15,K6", INTERNATIONAL)
    there, back = b"M0001060100\0", b"M0001010600\0"

    async def call(link: DxpLink) -> DxpGame:
        game = await DxpGame.request(link, start=start)
        for text in ("46-41", "41-46") * 2:
            await game.receive()
            await game.play(text)
        assert game.game.is_over
        assert await game.receive() == Ending(Color.WHITE, EndReason.DRAW, stop=False)
        return game

    game, received = _against([_ACCEPT + there, back, there, back, there, b"E00\0", b""], call)
    assert game.is_over
    assert received[-1] == b"E20\0"


@pytest.mark.parametrize("answers", [[b""], [_ACCEPT[:20], b""]])
def test_a_side_that_does_not_answer(answers: list[bytes]) -> None:
    with pytest.raises(EngineTimeoutError, match="has not said whether it plays in time"):
        _against(answers, _whole_game, timeout=0.1)
    assert not _last[-1][0]


def test_a_side_that_does_not_confirm_the_end() -> None:
    async def call(link: DxpLink) -> None:
        game = await DxpGame.request(link)
        link.timeout = 0.1
        await game.end()

    with pytest.raises(EngineTimeoutError, match="has not confirmed the end of the game in time"):
        _against([_ACCEPT, b""], call)


@pytest.mark.parametrize("answer", [b"M0001172100\0", b"Chi\0K0\0"])
def test_whatever_comes_before_the_end_is_confirmed_is_skipped(answer: bytes) -> None:
    async def call(link: DxpLink) -> None:
        await (await DxpGame.request(link)).end()

    _against([_ACCEPT, answer + b"E00\0", b""], call)


def test_nobody_listens() -> None:
    async def test() -> None:
        async with listening(lambda reader, writer: asyncio.sleep(0)) as port:
            pass
        with pytest.raises(EngineError, match="cannot be reached"):
            await DxpLink.connect(port=port)

    run(test())


def test_errors_of_a_handler_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(link: DxpLink) -> None:
        await DxpGame.accept(link)

    async def test() -> None:
        async with listen(handler, port=0) as port, await DxpLink.connect(port=port) as link:
            await link.send(Chat("hi"))
            await link._channel.send(b"nonsense\x1b\0")
            await link._channel.send(b"R01\x1b\0")
            with pytest.raises(EngineTerminatedError):
                await link.receive(10)

    run(test())
    skipped, failed = (record.getMessage() for record in caplog.records)
    assert "skipped: b'nonsense\\x1b'" in skipped
    assert "line 3, column 4: name takes 32 characters, and 1 are left" in failed


# Strangers


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\0" * 100_000,
        b"R01\x1b[2J\0",
        b"x" * 1_000_000,
        b"R99\0" * 1000,
        (b"R01" + b"\xff" * 32 + b"Z005000BW" + b"w" * 50 + b"\0") * 200,
        b"C" * 900 + b"\0",
        b"B000W\0K9\0E31\0M0001010100\0",
    ],
    ids=["nothing", "browser", "zeros", "escape", "endless", "versions", "positions", "chat", "strays"],
)
def test_a_stranger_does_no_harm(data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def follow(link: DxpLink) -> None:
        await play_game(await DxpGame.accept(link), RandomPlayer(1))

    async def test() -> None:
        async with listen(follow, port=0) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(OSError):  # it may be cut off
                writer.write(data)
                await writer.drain()
            async with await DxpLink.connect(port=port) as link:  # others are served
                await play_game(await DxpGame.request(link, moves=2), RandomPlayer(2))
            writer.close()

    run(test())
    assert len(caplog.records) <= 22
    assert "\x1b" not in caplog.text
    assert max((len(line) for line in caplog.text.splitlines()), default=0) < 600
