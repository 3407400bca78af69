"""Parts of data sets as files: one archive of NumPy or one file of Parquet each, which say what they belong to."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np

from draughts.datasets.dataset import FIELDS, NO_SCORE, DataSet
from draughts.datasets.source import Yield
from draughts.errors import DraughtsError
from draughts.rules.plain_data import from_plain
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMS", "VERSION", "MissingExtraError", "Summary", "encoded", "rows_in", "told_by"]

#: The version of what is in the files.
VERSION = 1
_ABOUT = "about"
_PARQUET_KEY = b"draughts"
#: Columns of sets of squares, and what is added to a name for the squares from 1 to 64, and for those from 65.
_SETS = ("own_men", "own_kings", "opponent_men", "opponent_kings", "captured")
_UNITS = ("", "_high")
_KING_MOVES = ("own_king_square", "own_king_moves", "opponent_king_square", "opponent_king_moves")
#: The columns of Parquet for the arrays of one number a row.
_COLUMNS = {
    "games": "game",
    "plies": "ply",
    "turns": "turn",
    "choices": "choice",
    "actions": "action",
    "origins": "origin",
    "destinations": "destination",
    "results": "result",
    "scores": "score",
}


class MissingExtraError(DraughtsError):
    """A package is missing that reads and writes Parquet."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a data set holds, or one part of it.

    Attributes
    ----------
    games : int
        Games that it has positions of.
    positions : int
        Its rows.
    left_out : dict of str to int
        Games of PDN files that are not in it, by the reason.
    parts : int
        Its files.
    is_complete : bool
        Whether nothing is missing.
    """

    games: int = 0
    positions: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    parts: int = 0
    is_complete: bool = False

    def and_part(self, other: Summary) -> Summary:
        """The summary with another part added."""
        reasons = sorted({*self.left_out, *other.left_out})
        left_out = {reason: self.left_out.get(reason, 0) + other.left_out.get(reason, 0) for reason in reasons}
        return Summary(self.games + other.games, self.positions + other.positions, left_out, self.parts + other.parts)


def encoded(made: Yield, about: Mapping[str, Any], form: str) -> bytes:
    """The file of a part; `about` is what it belongs to."""
    own = {"games": made.games, "positions": len(made.rows), "left_out": made.left_out}
    return FORMS[form].write(made.rows, json.dumps({**about, **own}))


def told_by(path: Path, form: str) -> dict[str, Any]:
    """What a file says that it belongs to and holds.

    Raises
    ------
    DraughtsError
        If it is no part of a data set.
    """
    with path.open("rb") as file, _damage(path):
        content = json.loads(FORMS[form].about(file))
        for key, kind in (("version", int), ("games", int), ("positions", int), ("left_out", dict), ("part", int)):
            if type(content[key]) is not kind:
                raise ValueError(f"its {key} is {content[key]!r}")
        if content["version"] != VERSION:
            raise ValueError(f"its format is {content['version']}, not {VERSION}: it was written by a later version")
    return dict(content)


def rows_in(path: Path, form: str, *, check: bool) -> DataSet:
    """The rows of a file.

    Raises
    ------
    DraughtsError
        If it is no part of a data set, or damaged.
    """
    about = told_by(path, form)
    with path.open("rb") as file, _damage(path):
        rules = from_plain(Rules, about["rules"], "rules")
        arrays = FORMS[form].arrays(file)
        rows = DataSet.checked(rules, arrays) if check else DataSet(rules, **arrays)
        if len(rows) != about["positions"]:
            raise ValueError(f"it has {len(rows)} rows, and not the {about['positions']} that it tells of")
    return rows


@contextlib.contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Name the file where something is wrong with it."""
    try:
        yield
    except MissingExtraError:
        raise
    except Exception as error:  # whatever the readers of damaged files raise
        raise DraughtsError(
            f"{path} is no part of a data set, or is damaged: {error or type(error).__name__}"
        ) from None


# NumPy


def _write_npz(rows: DataSet, about: str) -> bytes:
    memory = io.BytesIO()
    arrays: dict[str, Any] = {_ABOUT: np.array(about), **rows.arrays()}
    np.savez_compressed(memory, **arrays)
    return memory.getvalue()


def _npz_about(file: BinaryIO) -> str:
    with np.load(file, allow_pickle=False) as archive:
        return str(archive[_ABOUT])


def _npz_arrays(file: BinaryIO) -> dict[str, NDArray[Any]]:
    with np.load(file, allow_pickle=False) as archive:
        return {name: archive[name] for name in FIELDS}


# Parquet


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(
            "Parquet needs an optional package; install it with: pip install 'bitdraughts[data]'"
        ) from error
    return pyarrow


def _write_parquet(rows: DataSet, about: str) -> bytes:
    arrow = _pyarrow()
    columns = {column: arrow.array(getattr(rows, name)) for name, column in _COLUMNS.items()}
    columns["score"] = arrow.array(rows.scores, mask=rows.scores == NO_SCORE)
    sets = np.concatenate([rows.bitboards, rows.captured[:, None]], axis=1).reshape(
        len(rows), len(_SETS), rows.captured.ndim
    )
    for at, column in enumerate(_SETS):
        for unit in range(sets.shape[2]):
            columns[column + _UNITS[unit]] = arrow.array(sets[:, at, unit])
    for at in range(rows.king_moves.shape[1]):
        columns[_KING_MOVES[at]] = arrow.array(rows.king_moves[:, at])
    table = arrow.table(columns).replace_schema_metadata({_PARQUET_KEY: about.encode()})
    sink = arrow.BufferOutputStream()
    arrow.parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


def _parquet_about(file: BinaryIO) -> str:
    arrow = _pyarrow()
    schema = arrow.parquet.read_schema(file)
    return str(schema.metadata[_PARQUET_KEY], "utf-8")


def _parquet_arrays(file: BinaryIO) -> dict[str, NDArray[Any]]:
    arrow = _pyarrow()
    table = arrow.parquet.read_table(file)
    units = _UNITS if table.schema.get_field_index(_SETS[0] + _UNITS[1]) >= 0 else _UNITS[:1]

    def column(name: str) -> NDArray[Any]:
        found = table.column(name)
        if name == "score":
            found = found.fill_null(NO_SCORE)
        if found.null_count:
            raise ValueError(f"the column {name} has empty places")
        return np.asarray(found.to_numpy())

    arrays = {name: column(of) for name, of in _COLUMNS.items()}
    sets = np.stack([np.stack([column(of + unit) for unit in units], axis=1) for of in _SETS], axis=1)
    if len(units) == 1:
        sets = sets[:, :, 0]
    arrays["bitboards"], arrays["captured"] = sets[:, :4].copy(), sets[:, 4].copy()
    limited = table.schema.get_field_index(_KING_MOVES[0]) >= 0
    none = np.zeros((len(table), 0), np.uint16)
    arrays["king_moves"] = np.stack([column(of) for of in _KING_MOVES], axis=1) if limited else none
    return arrays


class _Form(NamedTuple):
    """A kind of file: what its name ends with, and how it is written, asked what it belongs to, and read."""

    suffix: str
    write: Callable[[DataSet, str], bytes]
    about: Callable[[BinaryIO], str]
    arrays: Callable[[BinaryIO], dict[str, NDArray[Any]]]


#: The kinds of files by their names.
FORMS = {
    "npz": _Form(".npz", _write_npz, _npz_about, _npz_arrays),
    "parquet": _Form(".parquet", _write_parquet, _parquet_about, _parquet_arrays),
}
