"""A slice as a file: what it is, a digest, and the values as the kernel reads them.

A file begins with 16 bytes that say what it is, the SHA-256 of all that follows, the length of the description, and
the description: JSON, filled with spaces up to a multiple of 64 bytes. Then come the blocks and the data.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from draughts.errors import DraughtsError, RulesError, TablebaseError
from draughts.kernel.endgame_words import NO_POSITION
from draughts.kernel.movement import movement_of
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.rules import Goal, Rules
from draughts.support.files import replace_file
from draughts.tablebase.material import Material, read_material
from draughts.tablebase.memory import SliceData
from draughts.tablebase.packing import is_well_formed, pack
from draughts.tablebase.solving import Solved

__all__ = ["METRICS", "SUFFIX", "SliceFile", "agree", "check_rules", "file_of", "read_slice", "write_slice"]

#: What values say: who wins, or also in how many plies.
METRICS = ("wdl", "dtw")
SUFFIX = ".draughts-endings"

_MAGIC = b"draughts ending\x01"
_DIGEST = slice(16, 48)
_LENGTH = slice(48, 56)
_TEXT = 56
_TYPES: dict[str, np.dtype[Any]] = {
    "BYTES": np.dtype(np.uint8),
    "SHORTS": np.dtype("<u2"),
    "PACKED": np.dtype(np.uint8),
}


class SliceFile(NamedTuple):
    """A slice as its file has it.

    Attributes
    ----------
    rules : Rules
        The rules.
    metric : str
        One of `METRICS`.
    material : Material
        Its pieces.
    counts : dict of str to int
        Wins, draws and losses of the side to move, those with a capture to be made among them, and the longest win and
        loss in plies where the metric is ``"dtw"``.
    values : SliceData
        The values.
    """

    rules: Rules
    metric: str
    material: Material
    counts: dict[str, int]
    values: SliceData


def agree(rules: Rules, others: Rules) -> bool:
    """Whether positions have the same values under two rule sets: the same moves, and the same end of the game."""
    return movement_of(rules) == movement_of(others) and (
        (rules.goal is Goal.BE_BLOCKED) == (others.goal is Goal.BE_BLOCKED)
    )


def file_of(directory: Path, material: Material) -> Path:
    """Where a slice is."""
    return directory / f"{material}{SUFFIX}"


def _counts(solved: Solved, rules: Rules, metric: str) -> dict[str, int]:
    """What a slice holds. Wins have even values where having no move loses, else odd ones."""
    win = 1 if rules.goal is Goal.BE_BLOCKED else 0
    counts = {}
    for suffix, chosen in (("", solved.values), (" by capture", solved.values[solved.captures])):
        histogram = np.bincount(chosen, minlength=NO_POSITION + 1)[:NO_POSITION]
        counts[f"draws{suffix}"] = int(histogram[0])
        histogram[0] = 0
        counts[f"wins{suffix}"] = int(histogram[win::2].sum())
        counts[f"losses{suffix}"] = int(histogram[1 - win :: 2].sum())
        if metric == "dtw" and not suffix:
            decided = np.flatnonzero(histogram)
            for name, parity in (("longest win", win), ("longest loss", 1 - win)):
                plies = decided[decided % 2 == parity] - 1
                if len(plies):
                    counts[name] = int(plies[-1])
                    counts[f"positions with the {name}"] = int(histogram[plies[-1] + 1])
                    counts[f"one with the {name}"] = int(np.argmax(solved.values == plies[-1] + 1))
    return counts


def write_slice(directory: Path, rules: Rules, metric: str, solved: Solved) -> None:
    """Write a slice; the file is there as a whole or not at all."""
    counts = _counts(solved, rules, metric)
    matters = ~solved.captures
    if metric == "wdl":
        values = pack(solved.values, matters)
    else:
        kept = np.where(matters, solved.values, 0)
        kind = "BYTES" if kept.max(initial=0) < 256 else "SHORTS"
        values = SliceData(kind, kept.astype(_TYPES[kind]), np.zeros(0, np.uint32))
    description = {
        "rules": to_plain(rules),
        "metric": metric,
        "slice": str(solved.material),
        "counts": counts,
        "kind": values.kind,
        "blocks": len(values.blocks),
        "data": len(values.data),
    }
    text = json.dumps(description).encode()
    text += b" " * (-(_TEXT + len(text)) % 64)
    blocks = values.blocks.astype("<u4").tobytes()
    rest = b"".join((len(text).to_bytes(8, "little"), text, blocks, values.data.tobytes()))
    replace_file(file_of(directory, solved.material), _MAGIC + hashlib.sha256(rest).digest() + rest)


def read_slice(path: Path) -> SliceFile:
    """The slice in a file, mapped into memory and checked.

    Raises
    ------
    TablebaseError
        If the file is damaged or holds no slice.
    """
    try:
        with open(path, "rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except ValueError:
        raise TablebaseError(f"{path} is no slice of an endgame table: it is empty") from None
    if content[: len(_MAGIC)] != _MAGIC:
        raise TablebaseError(f"{path} is no slice of an endgame table: it does not begin like one")
    if content[_DIGEST] != hashlib.sha256(content[_DIGEST.stop :]).digest():
        raise TablebaseError(f"{path} is damaged: its content does not agree with its digest; build it again")
    length = int.from_bytes(content[_LENGTH], "little")
    try:
        description = json.loads(bytes(content[_TEXT : _TEXT + length]))
        return _slice_of(description, content[_TEXT + length :], path)
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError, DraughtsError) as error:
        if isinstance(error, TablebaseError):
            raise
        raise TablebaseError(f"{path} is no slice of an endgame table: {error}") from error


def _slice_of(description: Any, content: memoryview, path: Path) -> SliceFile:
    rules: Rules = from_plain(Rules, description["rules"], "rules")
    material = read_material(description["slice"])
    kind, metric = description["kind"], description["metric"]
    counts = description["counts"]
    if kind not in _TYPES:
        raise TablebaseError(f"{path} is no slice of an endgame table: kind {kind!r}")
    if material is None or f"{material}{SUFFIX}" != path.name:
        raise TablebaseError(f"{path} has another name than its content, which is slice {description['slice']!r}")
    if metric not in METRICS or (kind == "PACKED") != (metric == "wdl"):
        raise TablebaseError(f"{path} is no slice of an endgame table: metric {metric!r}, kind {kind!r}")
    size = material.size(movement_of(rules))
    if not _are_counts(counts, size):
        raise TablebaseError(f"{path} is no slice of an endgame table: counts {counts!r}")
    middle = 4 * description["blocks"]
    blocks = np.frombuffer(content[:middle], "<u4")
    data = np.frombuffer(content[middle:], _TYPES[kind])
    values = SliceData(kind, data, blocks)
    if not is_well_formed(values, size):
        raise TablebaseError(f"{path} is no slice of an endgame table: its data are those of another slice")
    return SliceFile(rules, metric, material, counts, values)


def _are_counts(counts: object, size: int) -> bool:
    """Whether something is what `_counts` gives for a slice of so many positions."""
    return (
        isinstance(counts, dict)
        and all(type(count) is int and count >= 0 for count in counts.values())
        and {"wins", "draws", "losses"} <= counts.keys()
        and ("longest win" in counts) == ("one with the longest win" in counts)
        and counts.get("one with the longest win", 0) < size
    )


def check_rules(rules: Rules) -> None:
    """Refuse rules under which a position is more than its pieces and the side to move.

    Raises
    ------
    RulesError
        If the rules limit the quiet moves of kings, or the board is another one when it is turned.
    """
    if rules.king_move_limit is not None:
        raise RulesError(
            f"{rules.name} rules let a king make {rules.king_move_limit} quiet moves in succession while its side has "
            "a man: what a position is worth depends on the moves before it, so no table can say it. "
            "rules.replace(king_move_limit=None) has tables"
        )
    layout = movement_of(rules).layout
    if int(f"{layout.valid:0{layout.bits}b}"[::-1], 2) != layout.valid:
        raise RulesError(f"the board of {rules.name} rules is another one when it is turned, so tables cannot be built")
