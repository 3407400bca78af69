"""Games over DamExchange between two ends of this process, and everything that can go wrong with one of them."""

from __future__ import annotations

import asyncio
import contextlib
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
            for call in (game.end(), game.play("17-21"), game.take_back(1, Color.WHITE)):
                with pytest.raises(GameStateError, match="White is to move"):
                    await call
            assert isinstance(await game.receive(), Move)
            with pytest.raises(GameStateError, match="this side is to move"):
                await game.receive()
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
        ([b"E00\0"], ProtocolError, "line 1, column 1: expected GAMEACC, not GameEnd"),
        ([b"hello\0"], ProtocolError, "line 1, column 1: a telegram begins with one of"),
        ([b"A\xe9\0"], ProtocolError, "is not ASCII"),
        ([b"\0"], ProtocolError, "a telegram begins with one of"),
        ([b"C" + b"x" * 500], ProtocolError, "a telegram of more than 127 bytes"),
        ([b"Aother"], EngineTerminatedError, "in the middle of b'Aother'"),
        ([_ACCEPT], EngineTerminatedError, "has closed the connection"),
        ([_ACCEPT, b"M00121"], EngineTerminatedError, "in the middle of b'M00121'"),
        ([_ACCEPT, b"M0012171\0"], ProtocolError, "line 2, column 8: destination takes 2 characters"),
        ([_ACCEPT, b"K0\0"], ProtocolError, "expected MOVE, not BackAccept"),
        ([_ACCEPT, _ACCEPT], ProtocolError, "expected MOVE, not GameAccept"),
        ([_ACCEPT, b"Cwait" * 100], ProtocolError, "a telegram of more than 127 bytes"),
    ],
)
def test_what_the_protocol_does_not_allow_ends_the_link(
    answers: list[bytes], kind: type[DraughtsError], match: str
) -> None:
    with pytest.raises(kind, match=match):
        _against(answers, _whole_game)
    assert not _last[-1][0]


@pytest.mark.parametrize(
    ("move", "match"),
    [
        (b"M0001190100\0", "'19x1': .*B:W"),
        (b"M0001324200\0", "'32x42': .*is White's, and Black is to move"),
        (b"M000117210132\0", "no legal move from 17 to 21 takes 32; legal: 17-21"),
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
def test_a_side_that_answers_the_end_with_something_else(answer: bytes) -> None:
    async def call(link: DxpLink) -> None:
        await (await DxpGame.request(link)).end()

    with pytest.raises(ProtocolError, match="expected GAMEEND"):
        _against([_ACCEPT, answer, b""], call)


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
            await link._channel.send(b"nonsense\0")
            with pytest.raises(EngineTerminatedError):
                await link.receive(10)

    run(test())
    assert "a telegram begins with one of" in caplog.text
