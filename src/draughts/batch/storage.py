"""Positions on disk: in one file of NumPy, or in a folder whose files can be mapped into memory."""

from __future__ import annotations

import json
import zipfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from draughts.batch.boards import Boards
from draughts.batch.layout import FIELDS
from draughts.errors import ArgumentError, RulesError
from draughts.rules.plain_data import from_plain, to_plain
from draughts.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["load", "save"]

_VERSION = 1
_RULES = "rules.json"


def save(boards: Boards, path: str | PathLike[str]) -> None:
    """Write positions to a file whose name ends with ``.npz``, or else to a folder with a file for each array.

    The rules are written with them. A folder is made if it is not there.

    Raises
    ------
    OSError
        If the file system refuses.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from draughts.batch import Boards, load, save
    >>> boards = Boards.start("russian", 5).random_plies(10, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     save(boards, Path(folder, "positions.npz"))
    ...     load(Path(folder, "positions.npz")) == boards
    True
    """
    about = json.dumps({"version": _VERSION, "rules": to_plain(boards.rules)})
    target = Path(path)
    if target.suffix == ".npz":
        arrays: dict[str, Any] = {"rules": np.array(about), **boards.arrays()}
        np.savez(target, **arrays)
        return
    target.mkdir(parents=True, exist_ok=True)
    for name, array in boards.arrays().items():
        np.save(target / f"{name}.npy", array)
    (target / _RULES).write_text(about, encoding="utf-8")


def load(path: str | PathLike[str], *, memory_map: bool = False, check: bool = True) -> Boards:
    """Read what `save` has written.

    Parameters
    ----------
    path : str or Path
        The file or folder.
    memory_map : bool
        Leave the arrays of a folder on disk; the system reads what is looked at. They cannot be written to.
    check : bool
        Look at what the arrays hold, as `Boards.from_arrays` does.

    Raises
    ------
    ArgumentError
        If it is no such file or folder, or holds no positions.
    OSError
        If it cannot be read.
    """
    source = Path(path)
    try:
        if source.is_dir():
            about = (source / _RULES).read_text(encoding="utf-8")
            mode: Literal["r"] | None = "r" if memory_map else None
            arrays = {name: np.load(source / f"{name}.npy", mmap_mode=mode, allow_pickle=False) for name in FIELDS}
        elif memory_map:
            raise ArgumentError(f"{source}: only a folder can be mapped into memory: save(boards, folder)")
        else:
            with np.load(source, allow_pickle=False) as file:
                about = str(file["rules"])
                arrays = {name: file[name] for name in FIELDS}
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{source}: no positions that draughts.batch.save has written ({error})") from None
    return _checked(source, about, arrays, check)


def _checked(source: Path, about: str, arrays: dict[str, NDArray[Any]], check: bool) -> Boards:
    try:
        data = json.loads(about)
        if not isinstance(data, dict) or data.get("version") != _VERSION:
            raise ArgumentError(f"{source}: written by a later version")
        rules = from_plain(Rules, data.get("rules"), "rules")
    except (json.JSONDecodeError, RecursionError, RulesError) as error:
        raise ArgumentError(f"{source}: {error}") from None
    bitboards, turns = arrays.pop("bitboards"), arrays.pop("turns")
    # np.load gives arrays of a class of its own for files that are mapped; they are views of plain ones.
    return Boards.from_arrays(
        rules,
        np.asarray(bitboards),
        np.asarray(turns),
        check=check,
        **{name: np.asarray(array) for name, array in arrays.items()},
    )
