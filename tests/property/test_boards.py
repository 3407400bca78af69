"""What holds for every board and every move, in positions drawn at random under all variants."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import draughts
import oracle
from draughts import (
    Board,
    Color,
    IllegalMoveError,
    Move,
    Piece,
    PieceType,
    Promotion,
    Removal,
    Rules,
    divide,
    perft,
    variants,
)
from property.strategies import ALL_VARIANTS, boards, placements, reachable, rule_sets

every_variant = pytest.mark.parametrize("rules", [pytest.param(rules, id=rules.name) for rules in ALL_VARIANTS])


def _outcome(move: Move) -> tuple[int, int, tuple[int, ...], bool]:
    return move.origin, move.destination, move.captured, move.becomes_king


def _squares(board: Board) -> list[Piece | None]:
    return [board[square] for square in board.rules.geometry.numbers]


# Moves


@given(boards())
def test_moves_stay_on_the_board_and_take_what_is_there(board: Board) -> None:
    numbers = board.rules.geometry.numbers
    for move in board.legal_moves:
        assert board[move.origin] == move.piece
        assert move.piece.color is board.turn
        for path, captures in move.routes:
            assert (path[0], path[-1]) == (move.origin, move.destination)
            assert all(square in numbers for square in path)
            # A piece comes to stand where nothing is: on the square that it left, or that a taken piece has left.
            left = (move.origin, *(captures if board.rules.removal is Removal.IMMEDIATE else ()))
            assert all(board[square] is None or square in left for square in path)
            assert len(path) == (len(captures) + 1 if captures else 2)
            assert tuple(sorted(captures)) == move.captured
            assert len(set(captures)) == len(captures)
        for square in move.captured:
            piece = board[square]
            assert piece is not None
            assert piece.color is board.turn.opponent


@given(boards())
def test_a_capture_is_never_offered_beside_a_quiet_move(board: Board) -> None:
    assert len({move.is_capture for move in board.legal_moves}) <= 1
    assert board.has_capture == any(move.is_capture for move in board.legal_moves)


@given(boards())
def test_each_outcome_is_offered_once_and_in_order(board: Board) -> None:
    moves = list(board.legal_moves)
    outcomes = list(map(_outcome, moves))
    assert len(set(outcomes)) == len(outcomes) == len(board.legal_moves)
    ends = [(move.origin, move.destination) for move in moves]
    assert ends == sorted(ends)
    assert [board.legal_moves[at] for at in range(len(moves))] == moves


@given(boards())
def test_the_oracle_finds_the_same_moves(board: Board) -> None:
    fen = board.fen.partition(":+")[0]  # the oracle reads no counters of king moves
    rules = board.rules
    position = oracle.parse(fen, rules)
    expected = oracle.legal(position, rules)
    fresh = Board.from_fen(fen, rules)
    assert [_outcome(move) for move in sorted(fresh.legal_moves)] == [
        (outcome.origin, outcome.destination, outcome.captures, outcome.becomes_king) for outcome in expected
    ]
    for move, routes in zip(sorted(fresh.legal_moves), expected.values(), strict=True):
        assert {tuple(route) for route in routes} == set(move.routes)
    assert fresh.winner is oracle.winner(position, rules)


@given(boards())
def test_a_piece_on_its_promotion_row_is_a_king_after_the_move(board: Board) -> None:
    geometry = board.rules.geometry
    for move in board.legal_moves:
        row, _ = geometry.coordinates(move.destination)
        is_far = row == (0 if board.turn is Color.WHITE else geometry.height - 1)
        if move.piece.kind is PieceType.KING:
            assert not move.promotes
        elif is_far:
            assert move.promotes
        else:
            assert not move.promotes or board.rules.promotion is Promotion.CONTINUES_AS_KING


# Playing


@given(boards())
def test_playing_moves_one_piece_and_removes_the_taken_ones(board: Board) -> None:
    for move in board.legal_moves:
        after = board.play(move)
        assert len(after) == len(board) - len(move.captures)
        assert after.turn is board.turn.opponent
        assert after.rules is board.rules
        expected = {square: board[square] for square in board.rules.geometry.numbers}
        expected.update(dict.fromkeys((move.origin, *move.captured)))
        kind = PieceType.KING if move.becomes_king else PieceType.MAN
        expected[move.destination] = Piece(board.turn, kind)
        assert _squares(after) == list(expected.values())


@given(boards())
def test_playing_never_changes_the_board(board: Board) -> None:
    before = (board.fen, board.key, hash(board), board.turn, _squares(board), list(map(_outcome, board.legal_moves)))
    for move in board.legal_moves:
        later = board.play(move)
        for reply in later.legal_moves[:3]:
            later.play(reply)
    again = (board.fen, board.key, hash(board), board.turn, _squares(board), list(map(_outcome, board.legal_moves)))
    assert again == before


@given(boards(), st.data())
def test_a_move_is_played_wherever_the_position_is_the_same(board: Board, data: st.DataObject) -> None:
    twin = Board.from_fen(board.fen, board.rules)
    assert list(twin.legal_moves) == list(board.legal_moves)
    if board.legal_moves:
        move = data.draw(st.sampled_from(list(board.legal_moves)))
        assert move in twin.legal_moves
        assert twin.play(move) == board.play(move)
        assert hash(twin.legal_moves[board.legal_moves.index(move)]) == hash(move)


@given(boards(), st.data())
def test_a_move_of_another_position_is_refused(board: Board, data: st.DataObject) -> None:
    foreign = data.draw(boards(board.rules))
    fen = board.fen
    for move in foreign.legal_moves:
        if move in list(board.legal_moves):
            assert move in board.legal_moves
            continue
        assert move not in board.legal_moves
        with pytest.raises(IllegalMoveError):
            board.play(move)
    assert board.fen == fen


@given(reachable())
def test_a_spent_move_is_refused(board: Board) -> None:
    for move in list(board.legal_moves)[:4]:
        after = board.play(move)
        assert move not in after.legal_moves
        with pytest.raises(IllegalMoveError):
            after.play(move)


@given(boards(), st.text(max_size=12))
def test_any_text_is_a_move_or_is_refused_in_words(board: Board, text: str) -> None:
    explanation = board.explain(text)
    assert explanation.message
    if explanation.is_legal:
        assert board.move(text) in board.legal_moves
    else:
        with pytest.raises(IllegalMoveError) as error:
            board.move(text)
        assert explanation.message in str(error.value)


@given(boards(), st.lists(st.integers(1, 72), min_size=2, max_size=4), st.sampled_from("-x:"))
def test_any_squares_are_a_move_or_are_refused_in_words(board: Board, squares: list[int], separator: str) -> None:
    text = separator.join(map(str, squares))
    explanation = board.explain(text)
    assert all(move in board.legal_moves for move in explanation.moves)
    if explanation.is_legal:
        assert explanation.moves == (board.move(text),)
    else:
        with pytest.raises(IllegalMoveError):
            board.move(text)


# Values


@given(boards())
def test_turning_the_board_twice_gives_the_same_board(board: Board) -> None:
    assert board.flip().flip() == board
    assert board.flip().flip().fen == board.fen
    assert (board.flip() == board) == (board.flip().fen == board.fen)


@given(boards())
def test_the_turned_board_has_the_turned_moves(board: Board) -> None:
    count = board.rules.geometry.square_count
    turned = sorted(
        (
            count + 1 - move.origin,
            count + 1 - move.destination,
            tuple(sorted(count + 1 - square for square in move.captured)),
            move.becomes_king,
        )
        for move in board.legal_moves
    )
    flipped = board.flip()
    assert sorted(map(_outcome, flipped.legal_moves)) == turned
    assert (flipped.has_capture, flipped.is_terminal) == (board.has_capture, board.is_terminal)
    winner = board.winner
    assert flipped.winner is (winner.opponent if winner else None)


@given(boards())
def test_a_position_is_read_as_it_is_written(board: Board) -> None:
    again = Board.from_fen(board.fen, board.rules)
    assert again == board
    assert (again.fen, again.key, hash(again)) == (board.fen, board.key, hash(board))
    assert _squares(again) == _squares(board)


@given(st.data())
def test_equal_boards_have_equal_hashes_and_keys_and_others_differ(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    one, other = data.draw(placements(rules)), data.draw(placements(rules))
    assert (one == other) == (one.fen == other.fen) == (one.key == other.key)
    if one == other:
        assert hash(one) == hash(other)
    assert 0 <= one.key < 2**64


@given(st.data())
def test_boards_that_are_equal_by_rules_of_other_names_have_equal_keys(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    board = data.draw(placements(rules))
    other = Board.from_fen(board.fen, rules.replace(name="another", draws=(), capture_separator="-"))
    assert (other, hash(other), other.key) == (board, hash(board), board.key)


def test_boards_of_presets_have_equal_keys_if_and_only_if_they_are_equal() -> None:
    empty = [Board.empty(rules, Color.WHITE) for rules in variants().values()]
    for one in empty:
        for other in empty:
            assert (one == other) == (one.key == other.key)


@given(boards())
def test_boards_and_moves_survive_pickling(board: Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert (again.fen, hash(again), again.rules) == (board.fen, hash(board), board.rules)
    assert list(again.legal_moves) == list(board.legal_moves)
    for move in list(board.legal_moves)[:5]:
        copied = pickle.loads(pickle.dumps(move))
        assert copied == move
        assert copied in board.legal_moves
        assert again.play(copied) == board.play(move)


@every_variant
def test_rules_boards_and_moves_of_every_variant_survive_pickling(rules: Rules) -> None:
    board = Board(rules)
    again = pickle.loads(pickle.dumps((rules, board, list(board.legal_moves))))
    assert again == (rules, board, list(board.legal_moves))
    assert copy.deepcopy(again) == again


@given(boards(), st.integers(1, 2))
def test_perft_is_the_sum_of_the_leaves_behind_each_move(board: Board, depth: int) -> None:
    for distinct in (False, True):
        behind = divide(board, depth, distinct=distinct)
        assert list(behind) == list(board.legal_moves)
        assert sum(behind.values()) == perft(board, depth, distinct=distinct)
    assert perft(board, 1, distinct=True) == len(board.legal_moves) or board.rules.king_move_limit


# The 64-bit key must not change: books, tables and caches on disk are found by it.

_KEYS = {
    ("american", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"): 2468681551774096288,
    ("russian", "W:W12:B8,14,26"): 3007476863887969300,
    ("international", "W:WK4:B13,20,32,37"): 7610606737840238390,
    ("canadian", "W:W13:B8,9,38"): 1469227727362062719,
    ("turkish", "W:W:B"): 18223804104107892473,
    ("frisian", "W:WK32,41:BK1,7:+0+132"): 16139401133221680314,
}


@pytest.mark.parametrize(("variant", "fen"), _KEYS)
def test_the_key_of_a_position_is_the_recorded_one(variant: str, fen: str) -> None:
    assert Board.from_fen(fen, variants()[variant]).key == _KEYS[variant, fen]


@pytest.mark.parametrize("seed", ["0", "1", "12345"])
def test_the_key_is_the_same_in_another_process(seed: str) -> None:
    program = "import sys; from draughts import Board, get_rules\n" + "\n".join(
        f"print(Board.from_fen({fen!r}, get_rules({variant!r})).key)" for variant, fen in _KEYS
    )
    source = str(Path(draughts.__file__).parent.parent)
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": source}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert list(map(int, printed.split())) == list(_KEYS.values())


# Threads


def _listing(fens: list[tuple[str, Rules]]) -> list[list[tuple[int, int, tuple[int, ...], bool]]]:
    return [list(map(_outcome, Board.from_fen(fen, rules).legal_moves)) for fen, rules in fens]


def test_threads_that_list_moves_side_by_side_find_what_one_alone_finds() -> None:
    threads = 8
    positions: list[list[tuple[str, Rules]]] = [[] for _ in range(threads)]
    for at, rules in enumerate(ALL_VARIANTS):
        board = Board(rules)
        for ply in range(60):
            positions[(at + ply) % threads].append((board.fen, rules))
            moves = board.legal_moves
            if not moves:
                break
            board = board.play(moves[(7 * ply + at) % len(moves)])
    serial = list(map(_listing, positions))
    together = threading.Barrier(threads)

    def work(fens: list[tuple[str, Rules]]) -> list[list[tuple[int, int, tuple[int, ...], bool]]]:
        together.wait()
        return _listing(fens)

    with ThreadPoolExecutor(threads) as pool:
        assert list(pool.map(work, positions)) == serial


def test_threads_may_ask_one_board_at_the_same_time() -> None:
    for rules in ALL_VARIANTS:
        expected = list(Board(rules).legal_moves)
        board = Board.from_fen(Board(rules).fen, rules)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _, board=board: list(board.legal_moves), range(8)))
        assert found == [expected] * 8
