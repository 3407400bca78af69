"""Endgame tables: equal to what is published, to a solver of three lines, and refused when they are not whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice, product
from pathlib import Path

import pytest

from draughts import (
    AMERICAN,
    AMERICAN_GIVEAWAY,
    ARMENIAN,
    BREAKTHROUGH,
    CANADIAN,
    FRISIAN,
    INTERNATIONAL,
    RUSSIAN,
    TURKISH,
    ArgumentError,
    Board,
    Color,
    FenError,
    Goal,
    Piece,
    PieceType,
    Rules,
    RulesError,
    get_rules,
    variants,
)
from draughts.batch import Boards
from draughts.tablebase import Outcome, Tablebase, build

FACTS = json.loads((Path(__file__).parent.parent / "data/endgames/facts.json").read_text())


@pytest.fixture(scope="module")
def american(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    place = tmp_path_factory.mktemp("american")
    build(AMERICAN, 3, place, metric="dtw")
    return Tablebase.open(place)


def differences(tables: Tablebase, variant: str) -> list[str]:
    """Slices that differ from the published ones in a count or in the longest win."""
    found = []
    for material, numbers in tables.counts().items():
        fact = dict(zip(FACTS["fields"], FACTS["slices"][variant][material], strict=True))
        counts = tables.slice_counts(material)
        by_capture = tuple(counts[f"{name} by capture"] for name in ("wins", "draws", "losses"))
        if numbers != (fact["win"], fact["draw"], fact["loss"]):
            found.append(f"{material} {numbers}")
        if by_capture != tuple(fact[f"{name}_stm_capture"] for name in ("win", "draw", "loss")):
            found.append(f"{material} by capture {by_capture}")
        if tables.metric == "dtw" and counts.get("longest win", -1) != fact["max_win_plies"]:
            found.append(f"{material} longest {counts.get('longest win')}")
        if tables.metric == "dtw" and counts.get("positions with the longest win", 0) != fact["n_longest_wins"]:
            found.append(f"{material} longest times {counts.get('positions with the longest win')}")
    return found


def named_endings(tables: Tablebase) -> int:
    """How many endings of the literature tables have; each must be as published."""
    seen = 0
    for ending in FACTS["named_endings"]:
        board = Board.from_fen(ending["fen"])
        outcome = tables.probe(board)
        if outcome is not None:
            seen += 1
            assert outcome == (ending["value_for_side_to_move"], ending.get("plies")), ending["name"]
            best = [board.notation(move) for move in tables.best_moves(board)]
            assert set(ending.get("best") or best) <= set(best), ending["name"]
    return seen


# What is published


def test_american_tables_of_three_pieces_are_as_published(american: Tablebase) -> None:
    assert american.pieces == 3
    assert differences(american, "american") == []
    assert sum(map(sum, american.counts().values())) == 3_488 + 196_032
    assert named_endings(american) == 3


def test_russian_tables_of_three_pieces_are_as_published(tmp_path: Path) -> None:
    build(RUSSIAN, 3, tmp_path)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, "russian") == []
    assert sum(map(sum, tables.counts().values())) == 199_520


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["american", "italian", "russian", "brazilian", "international"])
@pytest.mark.parametrize("metric", ["wdl", "dtw"])
def test_tables_of_four_pieces_are_as_published(variant: str, metric: str, tmp_path: Path) -> None:
    build(variant, 4, tmp_path, metric=metric)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, variant) == []
    assert len(tables.counts()) == len([key for key in FACTS["slices"][variant] if sum(map(int, key)) <= 4])
    if variant == "international":
        for reference in FACTS["reference_positions"]:
            outcome = tables.probe(reference["fen"])
            assert outcome is not None
            assert outcome.result == reference["value_for_side_to_move"]
        for row in FACTS["longest_international"]["rows"] if metric == "dtw" else ():
            assert tables.probe(row["fen"]) == ("win", row["plies"])
    if variant == "american" and metric == "dtw":
        assert named_endings(tables) == 7


@pytest.mark.slow
def test_american_tables_of_five_pieces_are_as_published(tmp_path: Path) -> None:
    build(AMERICAN, 5, tmp_path)
    tables = Tablebase.open(tmp_path)
    assert differences(tables, "american") == []
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 20_000_000


@pytest.mark.slow
def test_endings_of_five_pieces_in_the_literature_are_as_published(tmp_path: Path) -> None:
    build(AMERICAN, 5, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    assert differences(tables, "american") == []
    assert named_endings(tables) == len(FACTS["named_endings"]) == 10


# Every rule set


def boards_of_two(rules: Rules) -> list[Board]:
    """All positions of two pieces, one of each side."""
    kinds = (PieceType.MAN,) if rules.goal is Goal.FIRST_KING else (PieceType.MAN, PieceType.KING)
    boards = []
    for turn, white, black in product(Color, kinds, kinds):
        empty = Board.empty(rules, turn)
        squares = rules.geometry.numbers
        for a, b in product(squares, squares):
            if a != b:
                with suppress(FenError):  # a man on its promotion row
                    one = empty.with_piece(a, Piece(Color.WHITE, white))
                    boards.append(one.with_piece(b, Piece(Color.BLACK, black)))
    return boards


def solved_simply(rules: Rules) -> dict[Board, Outcome]:
    """All positions of two pieces: ply by ply, each by its moves, as the definition has it."""
    children = {board: [board.play(move) for move in board.legal_moves] for board in boards_of_two(rules)}
    blocked = Outcome("win" if rules.goal is Goal.BE_BLOCKED else "loss", 0)
    ends = {board for board in chain(children, *children.values()) if not board.legal_moves}
    solved = dict.fromkeys(ends, blocked)
    for plies in range(1, 40):
        found = {}
        for board, after in children.items():
            if board not in solved:
                behind = [solved[child].result if child in solved else "draw" for child in after]
                if "loss" in behind:
                    found[board] = Outcome("win", plies)
                elif set(behind) == {"win"}:
                    found[board] = Outcome("loss", plies)
        solved |= found
    return {board: solved.get(board, Outcome("draw")) for board in children}


@pytest.mark.parametrize("rules", [AMERICAN_GIVEAWAY, BREAKTHROUGH, RUSSIAN], ids=lambda rules: rules.name)
def test_two_pieces_are_worth_what_the_definition_says(rules: Rules, tmp_path: Path) -> None:
    build(rules, 2, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    expected = solved_simply(rules)
    assert [board.fen for board, outcome in expected.items() if tables.probe(board) != outcome] == []


@pytest.mark.parametrize("rules", [AMERICAN_GIVEAWAY, BREAKTHROUGH], ids=lambda rules: rules.name)
def test_tables_of_other_goals_are_consistent(rules: Rules, tmp_path: Path) -> None:
    build(rules, 3, tmp_path, metric="dtw")
    assert {board for _, board in Tablebase.open(tmp_path).verify()} == {None}


@pytest.mark.parametrize("rules", [TURKISH, ARMENIAN, CANADIAN, INTERNATIONAL], ids=lambda rules: rules.name)
def test_tables_on_other_boards_are_consistent(rules: Rules, tmp_path: Path) -> None:
    build(rules, 2, tmp_path, metric="dtw")
    assert {board for _, board in Tablebase.open(tmp_path).verify()} == {None}


def test_a_winning_crowning_counts_when_all_other_moves_lose(tmp_path: Path) -> None:
    build(BREAKTHROUGH, 3, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    board = Board.from_fen("W:W6,20:B42", BREAKTHROUGH)
    assert tables.probe(board) == ("win", 1)
    results = {move.destination: outcome.result for move, outcome in tables.moves(board).items()}
    assert results == {1: "win", 14: "loss", 15: "loss"}


def test_rules_with_a_king_move_limit_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"3 quiet moves in succession.*depends on the moves before"):
        build(FRISIAN, 2, tmp_path)
    build(FRISIAN.replace(king_move_limit=None), 2, tmp_path)
    assert Tablebase.open(tmp_path).pieces == 2


def test_tables_that_are_too_large_are_refused_with_the_figure(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"7 pieces under american rules takes [0-9.]+ GB"):
        build(AMERICAN, 7, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("metric", ["wdl", "dtw"])
def test_tables_of_every_variant_are_consistent(variant: str, metric: str, tmp_path: Path) -> None:
    rules = get_rules(variant).replace(king_move_limit=None)
    build(rules, 3, tmp_path, metric=metric)
    tables = Tablebase.open(tmp_path)
    assert tables.pieces == 3
    assert [board.fen for _, board in tables.verify() if board is not None] == []


# Played out


def plies_played(tables: Tablebase, board: Board, known: dict[Board, int], *, is_attacking: bool) -> int:
    """Plies until the game has ended, against the defence that lasts longest; the tables say what attacks only."""
    if board not in known:
        if board.winner is not None:
            known[board] = 0
        elif is_attacking:
            after = board.play(tables.best_moves(board)[0])
            known[board] = 1 + plies_played(tables, after, known, is_attacking=False)
        else:
            replies = (board.play(move) for move in board.legal_moves)
            known[board] = 1 + max(plies_played(tables, after, known, is_attacking=True) for after in replies)
    return known[board]


def wins_played_out(tables: Tablebase, boards: Iterable[Board]) -> int:
    """How many of some positions are won: each must be, in as many plies as the tables say, whatever the defence."""
    count = 0
    for board in boards:
        outcome = tables.probe(board)
        if outcome is not None and outcome.result == "win":
            assert plies_played(tables, board, {}, is_attacking=True) == outcome.plies, board.fen
            count += 1
    return count


def some_positions(tables: Tablebase) -> Iterator[Board]:
    """The longest win of each material, and positions at random."""
    for material in tables.counts():
        win = tables.longest_win(material)
        if win is not None:
            yield win[0]
        yield from islice(tables.positions(material, seed=2), 20)


def test_wins_are_wins_against_every_defence(american: Tablebase) -> None:
    assert wins_played_out(american, some_positions(american)) > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", ["american", "italian", "russian", "international", "american-giveaway", "breakthrough"]
)
def test_longer_wins_are_wins_against_every_defence(variant: str, tmp_path: Path) -> None:
    build(variant, 4, tmp_path, metric="dtw")
    tables = Tablebase.open(tmp_path)
    assert wins_played_out(tables, some_positions(tables)) > 50


# Probing


def test_positions_with_a_capture_to_be_made_are_right(american: Tablebase) -> None:
    board = Board.from_fen("W:WK31,K32:BK27")
    assert american.probe(board) == ("win", 1)
    assert [move.captured for move in american.best_moves(board)] == [(27,), (27,)]


def test_every_value_is_the_best_one_behind_the_moves(american: Tablebase) -> None:
    assert {board for _, board in american.verify()} == {None}


def test_verify_finds_a_wrong_value(tmp_path: Path) -> None:
    build(AMERICAN, 2, tmp_path, metric="dtw")
    path = next(tmp_path.glob("0101.*"))
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    content[16:48] = hashlib.sha256(content[48:]).digest()
    path.write_bytes(content)
    wrong = {material: board for material, board in Tablebase.open(tmp_path).verify() if board is not None}
    assert "0101" in wrong


def test_a_line_wins_in_as_many_plies_as_the_table_says(american: Tablebase) -> None:
    board, plies = american.longest_win("2001") or (Board(), 0)
    assert plies == 61
    line = american.line(board)
    assert len(line) == 61
    for move in line:
        board = board.play(move)
    assert not board.legal_moves


def test_drawn_positions_have_no_line_and_keep_the_draw(american: Tablebase) -> None:
    board = Board.from_fen("B:WK32:BK26")
    assert american.line(board) == []
    assert {american.probe(board.play(move)) for move in american.best_moves(board)} == {("draw", None)}


def test_positions_of_more_pieces_are_in_no_table(american: Tablebase) -> None:
    assert american.probe(Board()) is None
    assert american.best_moves(Board()) == []
    with pytest.raises(ArgumentError, match="no table has"):
        american.line(Board())


@pytest.mark.parametrize(
    "fen",
    [
        "W:W21,22,23,24,25,26,27,28:BK1",  # eight men are no king
        "W:WK5:B9,10,11,12,13,14,15,16",
        "B:WK21,K22,K23,K24,K25,K26,K27,K28:BK1",
        f"W:W{','.join(map(str, range(5, 29)))}:BK1",
        f"B:W21:BK{',K'.join(map(str, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))}",
    ],
)
def test_many_pieces_are_not_taken_for_few_others(fen: str, american: Tablebase) -> None:
    assert american.probe(fen) is None
    assert american.probe_boards(Boards.from_fens([fen], AMERICAN)).is_known.tolist() == [False]


def test_positions_of_other_rules_are_refused(american: Tablebase) -> None:
    with pytest.raises(ArgumentError, match="american rules, not russian"):
        american.probe(Board.from_fen("W:WKc3:BKf6", RUSSIAN))
    renamed = AMERICAN.replace(name="club")
    assert american.probe(Board.from_fen("W:WK32:BK26", renamed)) == ("win", 9)


def test_tables_without_distances_have_no_line(tmp_path: Path) -> None:
    build(AMERICAN, 2, tmp_path)
    tables = Tablebase.open(tmp_path)
    assert tables.probe("W:WK32:BK26") == ("win", None)
    with pytest.raises(ArgumentError, match="metric='dtw'"):
        tables.line("W:WK32:BK26")


def test_arrays_of_positions_are_probed_as_boards_are(american: Tablebase) -> None:
    boards = [board for material in american.counts() for board in islice(american.positions(material, seed=5), 40)]
    boards.append(Board())
    outcomes = american.probe_boards(Boards.from_boards(boards))
    for board, result, plies, is_known in zip(boards, *(column.tolist() for column in outcomes), strict=True):
        outcome = american.probe(board)
        assert is_known is (outcome is not None)
        if outcome is not None:
            assert {"win": 1, "draw": 0, "loss": -1}[outcome.result] == result
            assert (-1 if outcome.plies is None else outcome.plies) == plies
    with pytest.raises(ArgumentError, match="american rules, not russian"):
        american.probe_boards(Boards.start(RUSSIAN, 1))
