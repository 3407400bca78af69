"""Files of endgame tables: refused by name when they are not whole, or not what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from draughts import AMERICAN, RUSSIAN, TablebaseError
from draughts.tablebase import Tablebase, build
from draughts.tablebase.packing import is_well_formed, pack, unpack


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of two pieces, to be copied."""
    place = tmp_path_factory.mktemp("pairs")
    build(AMERICAN, 2, place)
    return place


def copy(source: Path, target: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in source.iterdir()}
    for name, content in files.items():
        (target / name).write_bytes(content)
    return files


def digested(content: bytes) -> bytes:
    return content[:16] + hashlib.sha256(content[48:]).digest() + content[48:]


def lying(content: bytes) -> bytes:
    """A file whose runs are longer than its blocks, with the right digest."""
    return digested(content[:-1] + bytes([246]))


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "damaged"),
        (lambda content: content[:-3], "damaged"),
        (lambda content: content[:70], "damaged"),
        (lambda content: b"", "empty"),
        (lambda content: b"GIF89a" + content, "no slice"),
        (lying, "another slice"),
        (lambda content: digested(content + b"\0"), "another slice"),
        (lambda content: digested(content.replace(b'"slice": "0101"', b'"slice": "1010"')), "another name"),
        (lambda content: digested(content.replace(b'"blocks": ', b'"blocks":-')), "no slice"),
        (lambda content: digested(content[:56] + b"[" * (len(content) - 56)), "no slice"),
        (lambda content: digested(content.replace(b'"wins": ', b'"wins":-')), "no slice.*counts"),
        (lambda content: digested(content.replace(b'"losses": ', b'"loses":  ')), "no slice.*counts"),
    ],
)
def test_files_that_are_not_whole_are_refused_by_name(
    spoil: Callable[[bytes], bytes], complaint: str, pairs: Path, tmp_path: Path
) -> None:
    copy(pairs, tmp_path)
    path = tmp_path / "0101.draughts-endings"
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(TablebaseError, match=f"0101.draughts-endings.*{complaint}"):
        Tablebase.open(tmp_path)


def test_files_of_other_rules_or_metrics_are_refused(pairs: Path, tmp_path: Path) -> None:
    copy(pairs, tmp_path)
    with pytest.raises(TablebaseError, match="belongs to american rules, not russian"):
        build(RUSSIAN, 2, tmp_path)
    with pytest.raises(TablebaseError, match="has metric 'wdl', not 'dtw'"):
        build(AMERICAN, 2, tmp_path, metric="dtw")
    build(RUSSIAN, 2, tmp_path / "russian")
    (tmp_path / "russian" / "1010.draughts-endings").replace(tmp_path / "1010.draughts-endings")
    with pytest.raises(TablebaseError, match=r"1010.*belongs to russian rules, and .* to american"):
        Tablebase.open(tmp_path)


def test_a_directory_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TablebaseError, match="has no endgame tables"):
        Tablebase.open(tmp_path)


@pytest.mark.parametrize("size", [1, 5, 2559, 2560, 2561, 40_000])
def test_what_is_packed_comes_back_where_it_matters(size: int) -> None:
    random = np.random.default_rng(size)
    values = np.repeat(random.integers(0, 3, size).astype(np.uint16), random.integers(1, 90, size))[:size]
    matters = random.random(size) < 0.8
    packed = pack(values, matters)
    assert is_well_formed(packed, size)
    assert (unpack(packed, size)[matters] == values[matters]).all()


def with_values_changed(path: Path, offset: int) -> None:
    """Add two plies to every decided value of a file, so that who wins stays the same; the digest is right."""
    content = path.read_bytes()
    text = content[56 : 56 + int.from_bytes(content[48:56], "little")]
    values = np.frombuffer(content[56 + len(text) :], np.uint8)
    path.write_bytes(digested(content[: 56 + len(text)] + np.where(values, values + offset, 0).astype("u1").tobytes()))


def test_values_that_contradict_each_other_give_no_line(tmp_path: Path) -> None:
    build(AMERICAN, 2, tmp_path, metric="dtw")
    with_values_changed(tmp_path / "0101.draughts-endings", 2)
    tables = Tablebase.open(tmp_path)
    assert tables.probe("W:WK32:BK26") == ("win", 11)
    with pytest.raises(TablebaseError, match=f"{tmp_path.name} contradict themselves at"):
        tables.line("W:WK32:BK26")
    with pytest.raises(TablebaseError, match="contradict themselves at"):
        tables.longest_win("0101")
    assert {material for material, board in tables.verify() if board is not None} >= {"0101"}
