"""Arrays of positions: what is in them, what they refuse, what disk and other processes make of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from draughts import (
    AMERICAN,
    ARMENIAN,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    ArgumentError,
    Board,
    CaptureLimitError,
    Color,
    Direction,
    FenError,
    Game,
    GameStateError,
    IllegalMoveError,
    NoProgress,
    PieceType,
    Repetition,
    Rules,
    RulesError,
    variants,
)
from draughts.batch import PLANES, Boards, load, save

_G26 = "W:WK4:B13,20,32,37"


def start(rules: Rules = AMERICAN, number: int = 4) -> Boards:
    return Boards.start(rules, number).random_plies(12, seed=3)


# What is in the arrays


@pytest.mark.parametrize("rules", [AMERICAN, ITALIAN, CANADIAN], ids=lambda rules: rules.name)
def test_bit_0_of_a_bitboard_is_square_1(rules: Rules) -> None:
    board = start(rules)[0]
    boards = Boards.from_boards([board])
    sets = [sum(int(half) << 64 * at for at, half in enumerate(np.atleast_1d(row))) for row in boards.bitboards[0]]
    assert sets == list(board.bitboards())
    own, other = board.turn, board.turn.opponent
    for squares, color, kind in zip(sets, (own, own, other, other), 2 * tuple(PieceType), strict=True):
        assert board.pieces(color, kind) == tuple(at + 1 for at in range(128) if squares >> at & 1)


def test_the_numbers_of_sides_are_0_for_black_and_1_for_white() -> None:
    boards = Boards.from_fens(["B:W32:B1", "W:W32:B1"])
    assert boards.turns.tolist() == [0, 1]
    assert [board.turn for board in boards] == [Color.BLACK, Color.WHITE]


def test_counts_begin_as_in_a_game() -> None:
    board = Board.from_fen("W:WK1,K2,K3:BK31", RUSSIAN)
    status = {entry.rule: entry.value for entry in Game(start=board).draw_status}
    boards = Boards.from_boards([board])
    for column, rule in enumerate(boards.draw_rules):
        expected = rule.occurrences - status[rule] if isinstance(rule, Repetition) else status.get(rule, -1)
        assert boards.counts[0, column] == expected


def test_frisian_king_moves_go_into_the_arrays_and_back() -> None:
    board = Board.from_fen("W:WK28,40:BK3,10:+128+203", FRISIAN)
    boards = Boards.from_boards([board])
    assert boards.king_moves.tolist() == [list(board.king_moves)]
    assert boards[0] == board
    assert boards.flip()[0] == board.flip()


def test_arrays_are_not_copied() -> None:
    boards = start()
    arrays = boards.arrays()
    again = Boards.from_arrays(AMERICAN, **arrays)  # type: ignore[arg-type]
    assert again == boards
    assert all(again.arrays()[name] is array for name, array in arrays.items())


def test_a_slice_shares_memory_and_a_mask_copies() -> None:
    boards = start()
    assert np.shares_memory(boards[1:3].bitboards, boards.bitboards)
    assert not np.shares_memory(boards[[1, 2]].bitboards, boards.bitboards)
    assert boards[1:3] == boards[np.array([False, True, True, False])]
    assert boards[-1] == boards[3]
    with pytest.raises(IndexError, match="no position 4"):
        boards[4]


def test_finished_games_are_replaced_by_new_ones() -> None:
    over = Boards.from_fens(["B:W32:B", "W:W32:B1"])
    over[over.is_over()] = Boards.start(AMERICAN)
    assert over.boards() == [Board(), Board.from_fen("W:W32:B1")]


def test_no_positions_are_positions_too() -> None:
    none = Boards.start(INTERNATIONAL, 0)
    assert len(none.legal_moves().origins) == 0
    assert none.planes().shape == (0, 4, 10, 10)
    assert len(none.playouts().winners) == 0
    assert none.play([]) == none


# Actions


def test_two_captures_with_the_same_ends_have_different_steps() -> None:
    board = Board.from_fen(_G26, INTERNATIONAL)
    first, second = board.legal_moves
    assert (first.origin, first.destination) == (second.origin, second.destination) == (4, 15)
    assert set(first.steps).isdisjoint(second.steps)
    mask = Boards.from_boards([board]).action_mask()
    assert set(np.flatnonzero(mask[0]).tolist()) == {first.steps[0], second.steps[0]}


def test_a_capture_that_is_not_numbered_as_a_whole_says_so() -> None:
    move = Board.from_fen(_G26, INTERNATIONAL).legal_moves[0]
    with pytest.raises(RulesError, match=r"step by step, see Move\.steps"):
        _ = move.action
    with pytest.raises(ArgumentError, match="steps=True"):
        Boards.start(INTERNATIONAL).action_mask(steps=False)


def test_american_steps_and_chains_are_as_many_as_the_board_has() -> None:
    # 49 pairs of diagonal neighbours and 36 jumps, each in both directions.
    assert AMERICAN.actions.step_count == 2 * 49 + 2 * 36
    # Each class of 8 squares that jumps lead to and fro among has 9 pieces to jump; there are four classes.
    assert AMERICAN.action_count == AMERICAN.actions.step_count + 4 * 216


@pytest.mark.smoke
def test_both_sides_number_the_same_move_alike() -> None:
    for rules in variants().values():
        board = start(rules, 1)[0]
        assert sorted(move.steps for move in board.legal_moves) == sorted(
            move.steps for move in board.flip().legal_moves
        )


def test_a_move_is_found_by_its_number() -> None:
    board = Board.from_fen("W:W22:B9,10,17,18")
    for move in board.legal_moves:
        assert board.legal_moves.numbered(move.action) is move
    with pytest.raises(IllegalMoveError, match="no legal move has action number 7; there are"):
        board.legal_moves.numbered(7)


def test_a_capture_step_by_step_keeps_the_side_to_move() -> None:
    board = Board.from_fen("W:W22:B9,10,17,18")
    move = board.move("22x15x6")
    boards = Boards.from_boards([board]).act([move.steps[0]], steps=True)
    assert boards.chains.tolist() == [[22, 22, 15, 0]]
    assert boards.taken.tolist() == [1 << 17]
    assert boards.turns.tolist() == [1]
    planes = boards.planes(squares=True, channels=6)
    assert [np.flatnonzero(plane).tolist() for plane in planes[0, 4:]] == [[14], [17]]
    assert boards.act([move.steps[1]], steps=True)[0] == board.play(move)
    for refused in (boards.playouts, boards.action_mask, lambda: boards.play([0]), lambda: boards.random_plies(1)):
        with pytest.raises(GameStateError, match="position 0 is in the middle of a capture"):
            refused()


# Planes


def test_planes_show_the_board_from_the_side_to_move() -> None:
    board = Board.from_fen("B:W32,K5:B1,K30")
    planes = Boards.from_boards([board]).planes()
    turned = Boards.from_boards([board.flip()]).planes()
    assert np.array_equal(planes, turned)
    shown = {
        PLANES[number]: [tuple(place) for place in np.argwhere(plane).tolist()]
        for number, plane in enumerate(turned[0])
    }
    geometry = AMERICAN.geometry
    assert shown == {
        "own men": [geometry.coordinates(32)],
        "own kings": [geometry.coordinates(3)],
        "opponent's men": [geometry.coordinates(1)],
        "opponent's kings": [geometry.coordinates(28)],
    }


@pytest.mark.parametrize("dtype", ["float32", "float16", "uint8", "int8", "bool"])
def test_planes_have_the_type_that_is_asked_for(dtype: str) -> None:
    planes = start().planes(dtype=dtype)
    assert planes.dtype == np.dtype(dtype)
    assert np.array_equal(planes.astype(np.float32), start().planes())


def test_planes_and_masks_are_written_where_they_are_wanted() -> None:
    boards = start(number=1000)
    planes, mask = np.full((1000, 4, 32), 7, np.uint8), np.ones((1000, AMERICAN.action_count), np.bool_)
    assert boards.planes(squares=True, dtype=np.uint8, out=planes) is planes
    assert boards.action_mask(out=mask, threads=2) is mask
    assert np.array_equal(planes, boards.planes(squares=True, dtype=np.uint8))
    assert mask.sum(axis=1).tolist() == boards.legal_counts().tolist()


# Random games


def test_random_games_do_not_depend_on_threads_or_on_how_they_are_divided() -> None:
    boards = Boards.start(RUSSIAN, 3000)
    whole = boards.playouts(seed=5)
    parts = [boards[first : first + 700].playouts(seed=5, first=first, threads=2) for first in range(0, 3000, 700)]
    for name in ("winners", "draws", "lengths"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined)
    assert boards.random_plies(30, seed=5, threads=2)[700:900] == boards[:200].random_plies(30, seed=5, first=700)


def test_a_game_that_is_stopped_has_no_result() -> None:
    games = Boards.start(AMERICAN, 10).playouts(most=5)
    assert games.lengths.tolist() == [5] * 10
    assert not games.finished.any()
    assert games.scores().tolist() == [0.5] * 10


def test_every_legal_move_has_the_same_chance() -> None:
    board = Board.from_fen("W:WK28,33,K40:B12,17,K3", INTERNATIONAL)
    after = Boards.from_boards([board] * 40_000).random_plies(1, seed=1)
    keys, counts = np.unique(after.keys(), return_counts=True)
    moves = len(board.legal_moves)
    assert len(keys) == moves
    expected = 40_000 / moves
    assert ((counts - expected) ** 2 / expected).sum() < 2 * moves + 20  # chi-squared, far in the tail


# Results


def test_a_repetition_is_found_by_taking_moves_back() -> None:
    boards, game = Boards.from_fens(["W:WK18:BK1"]), Game(start=Board.from_fen("W:WK18:BK1"))
    for text in 2 * ("18-15", "1-5", "15-18", "5-1"):
        assert not boards.is_over().any()
        move = game.push(text)
        boards = boards.play([list(game.boards[-2].legal_moves).index(move)])
    assert game.result is not None
    assert boards.draw_rules[boards.draws()[0]] == game.result.rule == Repetition(3)


@pytest.mark.smoke
def test_games_go_on_in_arrays_where_they_are() -> None:
    games = [Game(start=Board.from_fen("W:WK18:BK1")) for _ in range(3)]
    texts = 2 * ("18-15", "1-5", "15-18", "5-1")
    for game, plies in zip(games, (3, 7, 0), strict=True):
        for text in texts[:plies]:
            game.push(text)
    boards = Boards.from_games(games)
    assert boards.boards() == [game.board for game in games]
    assert boards.plies.tolist() == [3, 7, 0]
    last = games[1].board.move("5-1")
    boards = boards.play([-1, list(games[1].board.legal_moves).index(last), -1])
    assert boards.is_over().tolist() == [False, True, False]


def test_a_man_that_has_become_a_king_does_not_repeat_a_position_as_a_man() -> None:
    # A man that may also step back is crowned and comes back to where it was: as a king.
    rules = AMERICAN.replace(name="back", man_moves=Direction.DIAGONAL, draws=(Repetition(2),))
    boards, game = Boards.from_fens(["W:W8:BK29"], rules), Game(start=Board.from_fen("W:W8:BK29", rules))
    for text in ("8-3", "29-25", "3-8", "25-29"):
        move = game.push(text)
        boards = boards.play([list(game.boards[-2].legal_moves).index(move)])
    assert not game.is_over
    assert not boards.is_over().any()


def test_a_repetition_that_lies_too_far_back_is_not_seen() -> None:
    boards = Boards.from_fens(["W:WK18:BK1"], history=0)
    board = boards[0]
    for text in 2 * ("18-15", "1-5", "15-18", "5-1"):
        move = board.move(text)
        boards = boards.play([list(board.legal_moves).index(move)])
        board = board.play(move)
    assert not boards.is_over().any()


def test_a_win_goes_before_a_draw() -> None:
    boards = Boards.from_fens(["B:W17,22:B13", "B:W17,22:B12"])  # a man that is shut in, and one that is not
    boards.counts[:, boards.draw_rules.index(NoProgress(40))] = 0
    assert boards.is_over().all()
    assert boards.winners().tolist() == [1, -1]
    assert boards.draws().tolist() == [-1, boards.draw_rules.index(NoProgress(40))]


# What is refused


def _changed(name: str, at: tuple[int, ...], value: int) -> Callable[[], Boards]:
    def make() -> Boards:
        arrays = {key: array.copy() for key, array in start(FRISIAN).arrays().items()}
        arrays[name][at] = value
        return Boards.from_arrays(FRISIAN, **arrays)  # type: ignore[arg-type]

    return make


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_changed("turns", (2,), 2), "position 2: turns is 2, not 0"),
        (_changed("bitboards", (1, 0), 1 << 50), "position 1: a bit is set that belongs to no square"),
        (_changed("bitboards", (3, 1), (1 << 50) - 1), "position 3: a square belongs to own men and to own kings"),
        (_changed("counts", (1, 0), 15), r"position 1: counts\[0\] is 15, not -1 to 14 \(7 moves"),
        (_changed("counts", (1, 1), -2), r"position 1: counts\[1\] is -2, not -1 to 0"),
        (_changed("calm", (0,), 9), "position 0: calm is 9, but history remembers 0 plies"),
        (_changed("king_moves", (2, 1), 4), "position 2: king_moves counts 4 moves, and the limit is 3"),
        (_changed("king_moves", (2, 3), 1), "position 2: king_moves counts moves of no king that the opponent has"),
        (_changed("chains", (2, 0), 1), "position 2: chains begins where the side to move has no piece"),
        (_changed("taken", (2,), 1), "position 2: pieces are taken, but no capture is under way"),
    ],
)
def test_arrays_that_hold_no_positions_are_refused(make: Callable[[], Boards], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make()


def test_men_on_their_promotion_row_are_refused() -> None:
    sets = np.array([[1 << 31, 0, 1, 0], [1, 0, 1 << 1, 0]], np.uint64)
    with pytest.raises(ArgumentError, match="position 1: one of own men stands on its promotion row"):
        Boards.from_arrays(AMERICAN, sets, np.array([1, 1], np.uint8))
    sets[1] = 1 << 20, 0, 1 << 31, 0
    with pytest.raises(ArgumentError, match="position 1: one of the opponent's men stands on its promotion row"):
        Boards.from_arrays(AMERICAN, sets, np.array([1, 1], np.uint8))


def test_arrays_of_another_type_shape_or_order_are_refused() -> None:
    sets, turns = np.zeros((2, 4), np.uint64), np.zeros(2, np.uint8)
    wanted = r"bitboards must be a C-contiguous array of uint64 with shape \(2, 4\)"
    for wrong in (sets.astype(np.int64), sets[:1], np.zeros((2, 8), np.uint64)[:, ::2], sets.tolist(), sets.T.copy().T):
        with pytest.raises(ArgumentError, match=wanted):
            Boards.from_arrays(AMERICAN, wrong, turns)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="power of two"):
        Boards.from_arrays(AMERICAN, sets, turns, history=3)
    with pytest.raises(ArgumentError, match=r"bitboards must be .* with shape \(2, 4, 2\)"):
        Boards.from_arrays(CANADIAN, sets, turns)


def test_boards_of_other_rules_are_refused() -> None:
    with pytest.raises(ArgumentError, match="position 1: its rules are italian, not american"):
        Boards.from_boards([Board(), Board(ITALIAN)])
    with pytest.raises(ArgumentError, match="position 1: a Board is wanted, not str"):
        Boards.from_boards([Board(), "W:W32:B1"])  # type: ignore[list-item]
    with pytest.raises(FenError, match=r"position 1: .*no square 99"):
        Boards.from_fens(["W:W32:B1", "W:W99:B1"])
    boards = start()
    with pytest.raises(ArgumentError, match="the new positions: the rules are italian"):
        boards[0:1] = Boards.start(ITALIAN)
    with pytest.raises(ArgumentError, match="part 1: the rules are italian"):
        Boards.concatenate([boards, Boards.start(ITALIAN)])


@pytest.mark.parametrize(
    ("choices", "error", "message"),
    [
        (
            [0, 0, 99, 0],
            IllegalMoveError,
            r"position 2: there is no choice 99; it has \d+ legal moves \(0 to \d+\): [BW]:W",
        ),
        ([0, -2, 0, 0], IllegalMoveError, "position 1: there is no choice -2"),
        ([0, 0], ArgumentError, "choices must be 4 whole numbers"),
        ([0.5, 0, 0, 0], ArgumentError, "choices must be 4 whole numbers, one for each position, not float64"),
    ],
)
def test_nothing_is_played_if_one_choice_is_wrong(choices: list[int], error: type[Exception], message: str) -> None:
    boards = start()
    before = boards.copy()
    with pytest.raises(error, match=message):
        boards.play(choices, out=boards)
    assert boards == before


def test_an_action_that_is_not_allowed_is_named_with_those_that_are() -> None:
    boards = Boards.start(AMERICAN, 2)
    with pytest.raises(IllegalMoveError, match=r"position 1: there is no action 1033; it allows \d+, \d+"):
        boards.act([Board().legal_moves[0].action, 1033])
    with pytest.raises(IllegalMoveError, match="position 0: there is no step 5000; it allows"):
        boards.act([5000, -1], steps=True)


def test_a_drawn_game_does_not_go_on() -> None:
    boards = Boards.from_fens(["W:WK1:BK64", "W:WK1:BK64"], "turkish")
    assert boards.is_over().all()
    with pytest.raises(GameStateError, match="position 0: the game is drawn"):
        boards.play([0, 0])
    assert boards.play([-1, -1]) == boards


def test_arrays_that_cannot_be_written_are_not_written() -> None:
    boards = start()
    boards.turns.setflags(write=False)
    with pytest.raises(ArgumentError, match="turns is an array that cannot be written"):
        boards.play([0] * 4, out=boards)
    assert len(boards.play([0] * 4)) == 4
    planes = np.zeros((4, 4, 8, 8), np.float32)
    planes.setflags(write=False)
    for out in (planes, np.zeros((4, 4, 8, 8)), np.zeros((4, 8, 8, 4), np.float32).transpose(0, 3, 1, 2)):
        with pytest.raises(ArgumentError, match="out must be"):
            boards.planes(out=out)
    with pytest.raises(ArgumentError, match="channels must be 4 or 6"):
        boards.planes(channels=5)
    with pytest.raises(ArgumentError, match="dtype must be"):
        boards.planes(dtype=np.int64)


def test_a_position_with_too_many_captures_is_named() -> None:
    fen = "W:WK5:BK2,4,7,8,9,10,11,13,15,16,18,19,20,21,22,24,27,29,30,31,32,33,35,36,38,40,41,42,43,44,K47,K49"
    boards = Boards.from_fens(["W:W32:B1", fen], FRISIAN)
    for ask in (boards.legal_counts, boards.legal_moves, boards.playouts, boards.action_mask):
        with pytest.raises(CaptureLimitError, match="position 1 has more capture routes"):
            ask()


def test_rules_that_arrays_cannot_count_are_refused() -> None:
    with pytest.raises(RulesError, match="arrays count up to 4 rules about repetitions"):
        Boards.start(AMERICAN.replace(draws=tuple(map(Repetition, range(3, 9)))))


@pytest.mark.parametrize("rules", [AMERICAN, RUSSIAN, FRISIAN, CANADIAN], ids=lambda rules: rules.name)
def test_nonsense_that_nobody_has_looked_at_stays_inside_its_arrays(rules: Rules) -> None:
    chance = np.random.default_rng(4)
    shapes = {name: (array.dtype, (300, *array.shape[1:])) for name, array in Boards.start(rules).arrays().items()}
    arrays: dict[str, Any] = {
        name: chance.integers(0, np.iinfo(dtype).max, shape, dtype) for name, (dtype, shape) in shapes.items()
    }
    arrays["bitboards"] &= chance.integers(0, 1 << 63, arrays["bitboards"].shape, np.uint64)
    arrays["bitboards"] &= chance.integers(0, 1 << 63, arrays["bitboards"].shape, np.uint64)
    boards = Boards.from_arrays(rules, **arrays, check=False)
    for steps in (True, False) if rules.actions.has_chains else (True,):
        mask = boards.action_mask(steps=True)
        actions = np.where(mask.any(axis=1), mask.argmax(axis=1), -1)
        arrays["counts"][:] = 1
        assert len(boards.act(actions, steps=True)) == 300
        arrays["chains"][:] = 0
        assert len(boards.action_mask(steps=steps)) == len(boards.playouts(most=50).winners) == 300
    assert len(boards.legal_moves()) == len(boards.planes(channels=6)) == 300


# Disk and other processes


@pytest.mark.parametrize("rules", [AMERICAN, CANADIAN, FRISIAN, ARMENIAN], ids=lambda rules: rules.name)
def test_positions_come_back_from_disk_and_pickle(rules: Rules, tmp_path: Path) -> None:
    boards = start(rules)
    save(boards, tmp_path / "positions.npz")
    save(boards, tmp_path / "folder")
    assert load(tmp_path / "positions.npz") == load(tmp_path / "folder") == boards
    assert pickle.loads(pickle.dumps(boards)) == boards


def test_positions_on_disk_are_mapped_into_memory(tmp_path: Path) -> None:
    boards = start()
    save(boards, tmp_path / "folder")
    mapped = load(tmp_path / "folder", memory_map=True, check=False)
    assert not mapped.bitboards.flags.writeable
    assert mapped.legal_counts().tolist() == boards.legal_counts().tolist()
    assert mapped.play([0] * 4) == boards.play([0] * 4)
    save(boards, tmp_path / "positions.npz")
    with pytest.raises(ArgumentError, match="only a folder can be mapped"):
        load(tmp_path / "positions.npz", memory_map=True)


def test_files_that_hold_no_positions_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", numbers=np.arange(3))
    (tmp_path / "text.npz").write_text("no positions")
    for name in ("other.npz", "text.npz"):
        with pytest.raises(ArgumentError, match="no positions that"):
            load(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.npz")
