"""Writing data sets part by part, here or on other machines, and reading them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from draughts.datasets.dataset import DataSet
from draughts.datasets.files import FORMS, VERSION, Summary, encoded, rows_in, told_by
from draughts.datasets.source import Job, Source
from draughts.errors import ArgumentError, DraughtsError
from draughts.rules.plain_data import to_plain
from draughts.rules.readings import as_rules
from draughts.support.divided import done_parts
from draughts.support.files import replace_file
from draughts.support.version import VERSION as MADE_BY

__all__ = ["Progress", "read", "read_summary", "write"]

#: What a data set is made from. The names of such files begin with a sign at which readers of Parquet pass them over.
_ABOUT = "_dataset.json"
_COUNTS = ("games", "positions", "left_out", "part")


class Progress(NamedTuple):
    """How far a data set has come.

    Attributes
    ----------
    done : int
        Parts that are written.
    parts : int or None
        Parts that there will be; None for PDN files, which are not read beforehand.
    positions : int
        Rows that are written.
    """

    done: int
    parts: int | None
    positions: int


def write(
    source: Source,
    folder: str | PathLike[str],
    *,
    format: str = "npz",
    executor: Executor | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Summary:
    """Write the positions of a source to files of a folder, or those that are missing there.

    Each part of the source is a file, which is there as a whole or not at all. If the work is interrupted or killed,
    the same call goes on with the parts that are missing. The files do not depend on who makes them, nor on the order.

    Parameters
    ----------
    source : RandomGames, SelfPlay or PdnGames
        Where the positions come from.
    folder : str or Path
        Where the files go; it is made if it is not there.
    format : str
        ``npz``, archives of NumPy, or ``parquet``, which needs the extra ``data``.
    executor : Executor, optional
        Makes the parts elsewhere: a process pool, or the executor of a Dask cluster (``Client.get_executor()``). If it
        breaks, the rest is made in this process.
    on_progress : callable, optional
        Is given a `Progress` at the beginning and after each part.

    Returns
    -------
    Summary
        What the folder holds.

    Raises
    ------
    DraughtsError
        If the folder holds a data set of other settings or of another version of this package, if a file of it is
        damaged, or if Parquet is wanted and its package is missing.
    OSError
        If something cannot be read or written.
    """
    if format not in FORMS:
        raise ArgumentError(f"format must be {' or '.join(FORMS)}, not {format!r}")
    target = Path(folder)
    about = {
        "version": VERSION,
        "made_by": MADE_BY,
        "format": format,
        "rules": to_plain(as_rules(source.rules)),
        "source": source.describe(),
    }
    _claim(target, about)
    there = _parts_of(target, about)
    run = _Run(target, about, format, source.parts, there, on_progress)
    run.tell()
    missing = (
        (number, partial(make_part, number, job, about, format)) for number, job in source.jobs() if number not in there
    )
    for number, data in done_parts(missing, executor):
        run.keep(number, data)
    replace_file(target / _ABOUT, _text({**about, "parts": len(run.there)}))
    return read_summary(target)


class _Run:
    """The parts that are there, and those that come."""

    def __init__(
        self,
        folder: Path,
        about: Mapping[str, Any],
        form: str,
        parts: int | None,
        there: dict[int, Summary],
        on_progress: Callable[[Progress], object] | None,
    ) -> None:
        self._folder, self._about, self._form, self._parts = folder, about, form, parts
        self._on_progress = on_progress
        self.there = there

    def keep(self, number: int, data: bytes) -> None:
        """Write a part."""
        path = self._folder / _name(number, self._form)
        replace_file(path, data)
        self.there[number] = _summary(path, self._about)
        self.tell()

    def tell(self) -> None:
        """Report how far it has come."""
        if self._on_progress is not None:
            positions = sum(part.positions for part in self.there.values())
            self._on_progress(Progress(len(self.there), self._parts, positions))


def make_part(number: int, job: Job, about: Mapping[str, Any], form: str) -> bytes:
    """The file of a part; runs in workers."""
    return encoded(job(), {**about, "part": number}, form)


def _claim(folder: Path, about: Mapping[str, Any]) -> None:
    """Make the folder that of a data set; refuse it if it is that of another one."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / _ABOUT).exists():
        found = _told_in(folder)
        for key, value in about.items():
            if found.get(key) != value:
                raise DraughtsError(
                    f"{folder} holds another data set: its {key.replace('_', ' ')} is {_short(found.get(key))}, "
                    f"not {_short(value)}"
                )
    else:
        stray = next((path for form in FORMS for path in _files(folder, form)), None)
        if stray is not None:
            raise DraughtsError(f"{folder} has {stray.name}, but no {_ABOUT} that says what it belongs to")
        replace_file(folder / _ABOUT, _text(about))


def _told_in(folder: Path) -> dict[str, Any]:
    path = folder / _ABOUT
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DraughtsError(f"{folder} holds no data set: it has no {_ABOUT}") from None
    except (ValueError, RecursionError) as error:
        raise DraughtsError(f"{path} is damaged: {error}") from None
    if not isinstance(content, dict) or content.get("format") not in FORMS:
        raise DraughtsError(f"{path} is damaged: it does not tell the format of the data set")
    return content


def _summary(path: Path, about: Mapping[str, Any]) -> Summary:
    """What a part holds, once it is clear that it belongs to the data set."""
    told = told_by(path, about["format"])
    if {key: value for key, value in told.items() if key not in _COUNTS} != {
        key: value for key, value in about.items() if key != "parts"
    } or path.name != _name(told["part"], about["format"]):
        raise DraughtsError(f"{path} belongs to another data set")
    return Summary(told["games"], told["positions"], told["left_out"], 1)


def _parts_of(folder: Path, about: Mapping[str, Any]) -> dict[int, Summary]:
    """The parts that are there, by their numbers."""
    found = {}
    for path in _files(folder, about["format"]):
        found[int(path.stem.partition("-")[2])] = _summary(path, about)
    return found


def _files(folder: Path, form: str) -> list[Path]:
    return sorted(folder.glob(f"part-{'[0-9]' * 6}*{FORMS[form].suffix}"))


def _name(number: int, form: str) -> str:
    return f"part-{number:06}{FORMS[form].suffix}"


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1) + "\n"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


def read(path: str | PathLike[str], *, check: bool = True) -> DataSet:
    """Read a data set, or one file of it.

    Of a data set that is not finished it is what has been written so far; `read_summary` tells.

    Parameters
    ----------
    path : str or Path
        The folder, or a file in it where the whole needs too much memory.
    check : bool
        Look at every row, whether it is a position with a legal move of it. Types and sizes are checked in any case.

    Raises
    ------
    DraughtsError
        If there is no data set, or it is damaged; the message names the file, and the row where one is wrong.
    OSError
        If it cannot be read.
    """
    source = Path(path)
    if not source.is_dir():
        form = next((name for name, kind in FORMS.items() if kind.suffix == source.suffix), None)
        if form is None:
            raise DraughtsError(f"{source}: a data set is a folder, or a file that ends with .npz or .parquet")
        return rows_in(source, form, check=check)
    about = _told_in(source)
    files = _complete(source, about)
    if not files:
        raise DraughtsError(f"{source} has no part of its data set yet")
    parts = []
    for file in files:
        _summary(file, about)
        parts.append(rows_in(file, about["format"], check=check))
    return DataSet.joined(parts)


def read_summary(folder: str | PathLike[str]) -> Summary:
    """What a data set holds, by what its files tell of themselves.

    Raises
    ------
    DraughtsError
        If there is no data set, or it is damaged.
    OSError
        If it cannot be read.
    """
    source = Path(folder)
    about = _told_in(source)
    _complete(source, about)
    total = Summary()
    for part in _parts_of(source, about).values():
        total = total.and_part(part)
    return Summary(total.games, total.positions, total.left_out, total.parts, "parts" in about)


def _complete(folder: Path, about: Mapping[str, Any]) -> list[Path]:
    """The files of a data set; refuse one that was finished and lacks a part."""
    files = _files(folder, about["format"])
    if "parts" in about and len(files) != about["parts"]:
        raise DraughtsError(f"{folder} is damaged: it has {len(files)} parts, and there were {about['parts']}")
    return files
