"""Perft against the published tables and against those of the independent program (tests/data/perft/README.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from draughts import AMERICAN, INTERNATIONAL, Board, Rules, divide, get_rules, perft, published

_FILE = Path(__file__).parent.parent / "data" / "perft" / "perft.json"
_WIDELY_PLAYED = {"american", "international", "brazilian", "russian", "pool"}


class Table(NamedTuple):
    """One table of the file."""

    variant: str
    name: str
    fen: str
    convention: str
    counts: dict[int, int]
    is_published: bool
    verified_to: int | None

    @property
    def rules(self) -> Rules:
        return get_rules(self.variant)

    @property
    def board(self) -> Board:
        return Board.from_fen(self.fen, self.rules)

    @property
    def trusted(self) -> dict[int, int]:
        """The counts that the independent program has reproduced, or made."""
        last = max(self.counts) if self.verified_to is None else self.verified_to
        return {depth: leaves for depth, leaves in self.counts.items() if depth <= last}

    def up_to(self, leaves: int) -> dict[int, int]:
        """The trusted counts of no more than so many leaves."""
        return {depth: count for depth, count in self.trusted.items() if count <= leaves}


def _table(data: dict[str, Any]) -> Table:
    counts = {int(depth): leaves for depth, leaves in data["counts"].items()}
    return Table(
        data["variant"], data["name"], data["fen"], data["duplicates"], counts, data["published"], data["verified_to"]
    )


_TABLES = [_table(data) for data in json.loads(_FILE.read_text(encoding="utf-8"))]
every_table = pytest.mark.parametrize(
    "table", [pytest.param(table, id=f"{table.variant}-{table.name}-{table.convention}") for table in _TABLES]
)

every_start = pytest.mark.parametrize(
    "table",
    [pytest.param(table, id=f"{table.variant}-{table.convention}") for table in _TABLES if table.name == "initial"],
)


def _count(table: Table, depths: dict[int, int]) -> dict[int, int]:
    board = table.board
    return {depth: perft(board, depth, count=table.convention) for depth in depths}


@every_table
def test_the_counts_are_those_of_the_table(table: Table) -> None:
    wanted = table.up_to(20_000_000 if table.variant in _WIDELY_PLAYED else 2_000_000)
    assert _count(table, wanted) == wanted


@pytest.mark.slow
@every_table
def test_the_counts_are_those_of_the_table_to_the_last_verified_depth(table: Table) -> None:
    last = max(table.trusted)
    assert perft(table.board, last, count=table.convention) == table.trusted[last]


@every_table
def test_the_leaves_behind_each_move_add_up_to_perft(table: Table) -> None:
    board = table.board
    for depth, leaves in table.up_to(200_000).items():
        behind = divide(board, depth, count=table.convention)
        assert list(behind) == list(board.legal_moves)
        assert sum(behind.values()) == leaves


@every_table
def test_counting_leaf_by_leaf_gives_the_same_number(table: Table) -> None:
    board = table.board
    for depth, leaves in table.up_to(2_000).items():
        assert perft(board, depth, bulk=False, count=table.convention) == leaves


@every_start
def test_the_tables_of_the_start_position_belong_to_it(table: Table) -> None:
    assert Board(table.rules) == table.board


@pytest.mark.parametrize("variant", ["american", "international", "russian", "frisian", "turkish"])
@pytest.mark.parametrize("distinct", [False, True], ids=["kept", "removed"])
def test_distinct_names_the_two_conventions(variant: str, distinct: bool) -> None:
    board, convention = Board(get_rules(variant)), "removed" if distinct else "kept"
    assert perft(board, 5, distinct=distinct) == perft(board, 5, count=convention)
    assert divide(board, 4, distinct=distinct) == divide(board, 4, count=convention)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_share_the_work_and_count_the_same(workers: int) -> None:
    table = next(t for t in _TABLES if (t.variant, t.name, t.convention) == ("frisian", "initial", "kept"))
    found = {depth: perft(table.board, depth, count="kept", workers=workers) for depth in range(8)}
    assert found == {0: 1, **{depth: leaves for depth, leaves in table.counts.items() if depth < 8}}


@every_start
def test_a_table_of_known_counts_changes_none(table: Table) -> None:
    depth, leaves = max(table.up_to(2_000_000).items())
    assert perft(table.board, depth, count=table.convention, hash_mb=4) == leaves
    assert perft(table.board, depth, count=table.convention, hash_mb=1, workers=2) == leaves


@pytest.mark.parametrize(
    ("giveaway", "parent"),
    [("american-giveaway", "american"), ("russian-giveaway", "russian"), ("international-giveaway", "international")],
)
def test_a_giveaway_game_has_the_counts_of_its_parent(giveaway: str, parent: str) -> None:
    board = Board(get_rules(giveaway))
    counts = next(t.counts for t in _TABLES if (t.variant, t.name, t.convention) == (parent, "initial", "kept"))
    assert [perft(board, depth) for depth in range(1, 8)] == [counts[depth] for depth in range(1, 8)]


def test_a_position_without_moves_has_no_leaves_but_itself() -> None:
    board = Board.from_fen("B:W9,14:B5", AMERICAN)
    assert [perft(board, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert [perft(board, depth, bulk=False) for depth in range(4)] == [1, 0, 0, 0]
    assert divide(board, 2) == {}


def test_the_conventions_differ_where_a_king_may_stop_over_or_go_round() -> None:
    line = Board.from_fen("W:WK18:B7,15,23,27,40", INTERNATIONAL)
    round_trip = Board.from_fen("W:WK22:B9,10,17,18", AMERICAN)
    conventions = ("removed", "kept", "paths")
    assert [perft(line, 1, count=convention) for convention in conventions] == [1, 1, 2]
    assert [perft(round_trip, 1, count=convention) for convention in conventions] == [1, 2, 2]


def test_the_packaged_tables_are_the_published_ones_and_one_that_two_generators_agree_on() -> None:
    packaged = {(t.variant, t.name, t.convention): (t.fen, t.counts) for t in published()}
    wanted = {
        (t.variant, t.name, t.convention): (t.fen, t.counts)
        for t in _TABLES
        if t.is_published or t.variant == "spantsiretti"
    }
    assert packaged == wanted
    assert len(published()) == len(packaged)


def test_the_packaged_tables_name_their_sources() -> None:
    assert all(table.source and table.date for table in published())
    assert {table.variant for table in published() if not table.url.startswith("http")} == {"spantsiretti"}


@pytest.mark.parametrize("depth", [-1, 1.0, "3", None])
def test_a_depth_is_a_number_of_plies(depth: Any) -> None:
    with pytest.raises(ValueError, match="depth"):
        perft(Board(), depth)
    with pytest.raises(ValueError, match="depth"):
        divide(Board(), depth)


def test_nothing_lies_behind_moves_at_depth_0() -> None:
    assert perft(Board(), 0) == 1
    with pytest.raises(ValueError, match="depth"):
        divide(Board(), 0)


@pytest.mark.parametrize("workers", [0, -1])
def test_somebody_must_count(workers: int) -> None:
    with pytest.raises(ValueError, match="workers"):
        perft(Board(), 3, workers=workers)


def test_a_table_has_a_size() -> None:
    with pytest.raises(ValueError, match="hash_mb"):
        perft(Board(), 3, hash_mb=-1)


def test_an_unknown_convention_is_refused() -> None:
    with pytest.raises(ValueError, match="count"):
        perft(Board(), 3, count="all")
    with pytest.raises(ValueError, match="count"):
        divide(Board(), 3, count="all")
