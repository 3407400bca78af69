"""Games: history, results, offers, cautions and the choice of rules."""

from __future__ import annotations

import pickle

import pytest

from draughts.errors import AmbiguousMoveError, ArgumentError, GameStateError, IllegalMoveError, RulesError
from draughts.game.events import EventKind
from draughts.game.game import Game
from draughts.game.result import Result, ResultReason
from draughts.position.board import Board
from draughts.rules.draws import DrawOffers, NoProgress, Repetition
from draughts.rules.houses import BARRELHEAD, KLYO, YEEQIA
from draughts.rules.presets import AMERICAN, AMERICAN_GIVEAWAY, BREAKTHROUGH, INTERNATIONAL, RUSSIAN, TURKISH
from draughts.rules.rules import Color, ResultStyle
from draughts.rules.time_control import TimeControl

pytestmark = pytest.mark.smoke

BLACK, WHITE = Color.BLACK, Color.WHITE


def _from(fen: str, rules: object = AMERICAN) -> Game:
    return Game(start=Board.from_fen(fen, rules))  # type: ignore[arg-type]


def _ended(game: Game) -> Result:
    assert game.result is not None
    return game.result


def test_a_game_begins_with_the_start_position_of_american_checkers() -> None:
    game = Game()
    assert game.board == Board()
    assert (game.moves, game.boards, game.ply, game.turn) == ((), (Board(),), 0, BLACK)
    assert game.result is None
    assert not game.is_over
    assert len(game.legal_moves) == 7


def test_push_and_pop_are_exact() -> None:
    game = Game()
    first = game.push("11-15")
    second = game.push(game.legal_moves[0])
    assert game.moves == (first, second)
    assert game.boards == (Board(), Board().play(first), Board().play(first).play(second))
    assert game.turn is BLACK
    assert game.pop() is second
    assert game.board == Board().play("11-15")
    assert game.turn is WHITE
    assert game.pop() is first
    assert game == Game()
    with pytest.raises(GameStateError, match="no move to take back"):
        game.pop()


def test_every_move_taken_back_gives_the_position_before(  # G6
) -> None:
    game = Game()
    for first in tuple(game.legal_moves):
        game.push(first)
        for second in tuple(game.legal_moves):
            before = game.board.fen, game.draw_status
            game.push(second)
            assert game.ply == 2
            game.pop()
            assert (game.board.fen, game.draw_status) == before
        game.pop()
        assert game.board == Board()
        assert [len(Board().play(move).legal_moves) for move in game.legal_moves] == [7] * 7


def test_g5_changing_the_side_to_move_and_back_gives_the_position_back() -> None:
    board = Board(INTERNATIONAL)
    assert board.with_turn(BLACK).with_turn(WHITE) == board
    assert board.with_turn(BLACK).with_turn(WHITE).fen == board.fen


def test_g8_a_move_that_is_spent_or_foreign_is_refused() -> None:
    game = _from("W:WK2,25:B14,15,16", INTERNATIONAL)
    move = game.legal_moves[0]
    game.push(move)
    fen = game.board.fen
    with pytest.raises((IllegalMoveError, GameStateError)):
        game.push(move)
    with pytest.raises((IllegalMoveError, GameStateError)):
        game.push(Board(RUSSIAN).legal_moves[0])
    assert game.board.fen == fen
    assert game.ply == 1


def test_an_equal_move_from_elsewhere_is_understood() -> None:
    game = Game()
    assert game.push(pickle.loads(pickle.dumps(Board().move("11-15")))) == Board().move("11-15")
    assert game.pop() == Board().move("11-15")


@pytest.mark.parametrize("text", ["14x3", "14x5"])
def test_g20_taking_back_a_capture_that_crowned_restores_the_men_taken(text: str) -> None:
    game = _from("W:W14:B9,10", INTERNATIONAL)
    before = game.board.fen, game.draw_status
    moves = [move for move in game.legal_moves if move.destination == int(text.split("x")[1])]
    for move in moves or game.legal_moves:
        game.push(move)
        assert len(game.board) < 3
        game.pop()
        assert (game.board.fen, game.draw_status) == before


def test_g21_the_winning_move_can_be_taken_back() -> None:
    game = _from("W:WK27:B28")
    game.push("27-32")
    assert game.board.fen == "B:WK32:B28"
    assert (_ended(game).winner, _ended(game).reason) == (WHITE, ResultReason.BLOCKED)
    game.pop()
    assert game.board.fen == "W:WK27:B28"
    assert game.result is None


def test_g17_a_man_move_resets_the_25_moves() -> None:
    game = Game(INTERNATIONAL)
    for text in ("32-28", "19-23", "28x19", "14x23"):
        game.push(text)
    assert [status.value for status in game.draw_status if isinstance(status.rule, NoProgress)] == [50]


def test_a_finished_game_takes_no_move_and_says_why_in_words() -> None:
    game = _from("B:W17:B14")
    game.push("14x21")  # G22
    assert _ended(game).describe() == "Black wins: White has no pieces left"
    assert game.is_over
    assert list(game.legal_moves) == []
    for move in ("21-25", game.moves[0]):
        with pytest.raises(GameStateError, match="the game is over: Black wins: White has no pieces left"):
            game.push(move)


def test_in_giveaway_games_the_side_without_moves_wins() -> None:
    game = _from("B:W17:B14", AMERICAN_GIVEAWAY)
    game.push("14x21")
    assert _ended(game).winner is WHITE
    assert _ended(game).describe() == "White wins: White has no pieces left"
    blocked = _from("B:WK32:B28", AMERICAN_GIVEAWAY)
    assert _ended(blocked).describe() == "Black wins: Black has no legal move"


def test_breakthrough_ends_with_the_first_king() -> None:
    game = _from("W:W6:B40", BREAKTHROUGH)
    game.push("6-1")
    assert _ended(game).describe() == "White wins: White has a king"
    assert game.legal_moves == ()
    with pytest.raises(GameStateError):
        game.push("40-44")
    game.pop()
    assert game.result is None


def test_scores_are_written_with_the_first_mover_first() -> None:
    game = Game()
    game.resign(WHITE)
    result = _ended(game)
    assert (result.score(), str(result), result.score("2-0")) == ("1-0", "1-0", "2-0")
    game = Game(INTERNATIONAL)
    game.resign(WHITE)
    assert (_ended(game).score(), _ended(game).score(ResultStyle.DEFAULT)) == ("0-2", "0-1")
    game = Game(INTERNATIONAL)
    game.offer_draw()
    game.accept_draw(BLACK)
    assert (_ended(game).score(), _ended(game).score("1-0"), _ended(game).is_draw) == ("1-1", "1/2-1/2", True)
    with pytest.raises(RulesError, match="style"):
        _ended(game).score("3-0")


def test_rules_and_start_must_agree() -> None:
    assert Game(start=Board(RUSSIAN)).rules is RUSSIAN
    with pytest.raises(RulesError, match="russian"):
        Game(AMERICAN, Board(RUSSIAN))
    with pytest.raises(ArgumentError, match="cautions"):
        Game(cautions=-1)


# Offers


def test_a_draw_is_offered_on_ones_own_turn_and_accepted_by_the_other_side() -> None:
    game = Game()
    with pytest.raises(GameStateError, match="own turn"):
        game.offer_draw(WHITE)
    game.offer_draw(BLACK)
    assert game.offer is BLACK
    with pytest.raises(GameStateError, match="still open"):
        game.offer_draw(BLACK)
    with pytest.raises(GameStateError, match="its own"):
        game.accept_draw(BLACK)
    game.accept_draw(WHITE)
    assert (_ended(game).winner, _ended(game).reason) == (None, ResultReason.AGREEMENT)
    assert _ended(game).describe() == "drawn by agreement"
    with pytest.raises(GameStateError, match="over"):
        game.offer_draw()


def test_an_offer_lapses_with_the_next_move_and_is_open_again_when_that_is_taken_back() -> None:
    game = Game()
    game.offer_draw()
    game.push("11-15")
    assert game.offer is None
    with pytest.raises(GameStateError, match="lapses"):
        game.accept_draw(WHITE)
    game.pop()
    assert game.offer is BLACK
    game.accept_draw(WHITE)
    assert game.is_over


def test_a_declined_offer_may_be_repeated_on_a_later_turn_only() -> None:
    game = Game()
    game.offer_draw()
    game.decline_draw(WHITE)
    assert game.offer is None
    with pytest.raises(GameStateError, match="again"):
        game.offer_draw()
    game.push("11-15")
    game.offer_draw(WHITE)
    game.push("23-19")
    game.offer_draw(BLACK)


def test_rules_say_who_may_offer_and_when() -> None:
    for rules in (BARRELHEAD, YEEQIA, KLYO):
        with pytest.raises(GameStateError, match="know no draw offers"):
            Game(rules).offer_draw()
    game = Game(TURKISH.replace(draws=(*TURKISH.draws, DrawOffers(after_moves=1, between_moves=2))))
    with pytest.raises(GameStateError, match="before each side has made 1"):
        game.offer_draw()
    for _ in range(2):
        game.push(game.legal_moves[0])
    game.offer_draw()
    for _ in range(2):
        game.push(game.legal_moves[0])
    with pytest.raises(GameStateError, match="2 moves after"):
        game.offer_draw()
    for _ in range(2):
        game.push(game.legal_moves[0])
    game.offer_draw()


def test_an_offer_made_with_a_move_stands_until_the_opponent_moves() -> None:
    game = Game(clock=TimeControl.from_text("60"))
    game.start_clock(at=0)
    game.push("11-15", at=1, offer_draw=True)
    assert [event.kind for event in game.events[1:]] == [EventKind.OFFER, EventKind.PRESS_CLOCK]
    assert (game.offer, game.turn) == (BLACK, WHITE)
    with pytest.raises(GameStateError, match="still open"):
        game.push("23-19", at=2, offer_draw=True)
    with pytest.raises(GameStateError, match="its own"):
        game.accept_draw(BLACK)
    again = Game.from_json(game.to_json())
    assert (again, again.offer) == (game, BLACK)
    assert Game.from_pdn(game.to_pdn()) == game
    again.accept_draw(WHITE)
    assert _ended(again).reason is ResultReason.AGREEMENT
    game.push("23-19", at=2)
    assert game.offer is None
    game.offer_draw(BLACK)
    game.decline_draw(WHITE)
    with pytest.raises(GameStateError, match="again"):
        game.push("8-11", at=3, offer_draw=True)
    assert game.ply == 2


def test_nobody_answers_an_offer_without_saying_who_it_is() -> None:
    game = Game()
    game.offer_draw()
    for answer in (game.accept_draw, game.decline_draw):
        with pytest.raises(TypeError):
            answer()  # type: ignore[call-arg]


def test_a_touched_piece_must_be_moved() -> None:
    game = Game()
    game.start_move(10, touch_move=True)
    with pytest.raises(GameStateError, match="touch-move: the piece on 10"):
        game.push("11-15")
    assert game.ply == 0
    game.push("10-14")
    game.start_move(22)
    game.push("23-19")
    game = _from("W:W22,32:B6,9,17,18")
    game.start_move(22, touch_move=True).step(15)
    with pytest.raises(GameStateError, match="touch-move"):
        game.push("22x13")


def test_a_king_wins_breakthrough_even_where_nothing_can_move() -> None:
    for fen in ("W:WK1:B6,7,10,11,12,17", "B:WK1:B", "W:WK46:B41,37"):
        board = Board.from_fen(fen, BREAKTHROUGH)
        result = _ended(Game(start=board))
        assert (result.winner, result.reason) == (WHITE, ResultReason.CROWNED)
        assert result.describe() == "White wins: White has a king"


def test_no_draw_is_offered_in_the_middle_of_a_capture() -> None:
    game = _from("W:W22,32:B6,11,18")
    entry = game.start_move(22)
    game.offer_draw()
    game.decline_draw(BLACK)
    game = _from("W:W22,32:B6,11,18")
    entry = game.start_move(22)
    entry.step(15)
    with pytest.raises(GameStateError, match="in the middle of a capture"):
        game.offer_draw()
    entry.step(8)
    game.offer_draw()
    game.push(entry.move)
    assert game.offer is None


# Other ends


def test_a_player_may_resign_or_forfeit_and_it_can_be_taken_back_with_the_move() -> None:
    game = Game()
    game.push("11-15")
    game.resign(WHITE)
    assert _ended(game).describe() == "Black wins: White resigns"
    with pytest.raises(GameStateError):
        game.resign(BLACK)
    game.pop()
    assert game.result is None
    game.forfeit(BLACK, "absent")
    assert _ended(game).describe() == "White wins: Black forfeits the game (absent)"
    game = Game()
    game.forfeit(BLACK, ResultReason.TIME)
    assert _ended(game).reason is ResultReason.TIME
    with pytest.raises(GameStateError, match="words"):
        Game().forfeit(BLACK, ResultReason.AGREEMENT)
    game = Game()
    game.adjudicate(None, "flood")
    assert _ended(game).describe() == "drawn by adjudication (flood)"
    game = Game()
    game.adjudicate(WHITE)
    assert _ended(game).winner is WHITE


def test_draws_that_are_claimed_do_not_end_the_game_by_themselves() -> None:
    rules = AMERICAN.replace(draws=(Repetition(2, automatic=False), Repetition(3)))
    game = Game(start=Board.from_fen("W:WK29:BK4,K3", rules))
    for text in ("29-25", "4-8", "25-29", "8-4"):
        assert game.claimable_draws == ()
        game.push(text)
    assert game.result is None
    game.push("29-25")
    assert game.claimable_draws == (Repetition(2, automatic=False),)
    game.claim_draw()
    assert _ended(game).reason is ResultReason.REPETITION
    game.pop()
    for text in ("29-25", "4-8", "25-29", "8-4"):
        game.push(text)
    assert _ended(game).rule == Repetition(3)


# Illegal moves


def test_the_first_illegal_move_is_cautioned_and_the_second_loses() -> None:
    game = Game(cautions=1)
    with pytest.raises(IllegalMoveError, match="Black is cautioned, and the move is taken back"):
        game.push("11-18")
    assert (game.illegal_moves(BLACK), game.illegal_moves(WHITE), game.ply) == (1, 0, 0)
    game.push("11-15")
    with pytest.raises(IllegalMoveError, match="White is cautioned"):
        game.push("22-15")
    game.push("22-18")
    with pytest.raises(IllegalMoveError, match="White wins: Black made another illegal move"):
        game.push("9-13")
    assert _ended(game).reason is ResultReason.ILLEGAL_MOVES
    with pytest.raises(GameStateError):
        game.push("15x22")
    game.pop()
    assert (game.result, game.illegal_moves(BLACK), game.illegal_moves(WHITE)) == (None, 1, 1)
    game.pop()
    assert (game.illegal_moves(BLACK), game.illegal_moves(WHITE)) == (1, 0)


def test_slips_of_the_pen_are_no_illegal_moves() -> None:
    game = Game(start=Board.from_fen("W:WK4:B13,20,32,37", INTERNATIONAL), cautions=0)
    with pytest.raises(AmbiguousMoveError):
        game.push("4x15")
    for text in ("hello", "4x99"):
        with pytest.raises(IllegalMoveError):
            game.push(text)
    assert game.events == ()


def test_illegal_moves_are_not_counted_unless_asked_for() -> None:
    game = Game()
    with pytest.raises(IllegalMoveError):
        game.push("11-18")
    assert game.events == ()
    with pytest.raises(GameStateError, match="does not count"):
        game.caution("11-18")


def test_an_arbiter_can_enter_an_illegal_move() -> None:
    game = Game(cautions=0)
    assert game.caution("moved a man back") == "White wins: Black made another illegal move after a caution"
    assert game.events[0].kind is EventKind.ILLEGAL_MOVE


# Values


def test_a_copy_goes_its_own_way() -> None:
    game = Game(cautions=1)
    game.push("11-15")
    twin = game.copy()
    assert twin == game
    twin.push("23-19")
    twin.offer_draw()
    assert game.ply == 1
    assert twin != game
    assert game != "game"
    assert repr(game) == "<Game american, 1 ply, White to move>"


def test_a_copy_counts_for_itself() -> None:
    start = Board.from_fen("W:WK29,K30,K31,28:BK4,K3,K2,5")
    there_and_back = ("29-25", "4-8", "25-29", "8-4")
    original = Game(start=start)
    twin = original.copy()
    for move in ("28-24", "5-9", *there_and_back):
        twin.push(move)
    assert twin.draw_status[0].value == 2
    assert [status.value for status in original.draw_status] == [1, 80]
    for move in there_and_back:
        original.push(move)
    twin = original.copy()
    for game in (twin, original):
        for move in there_and_back:
            assert not game.is_over
            game.push(move)
        assert game.result is not None
        assert game.result.reason is ResultReason.REPETITION
        game.pop()
        assert not game.is_over
    original.pop()
    original.pop()
    assert original.draw_status[0].value == 2
