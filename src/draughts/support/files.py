"""Files that are the old ones or the new ones as a whole, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

__all__ = ["replace_file"]

_TEMPORARY = ".saving"


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file: it is flushed to the disk under another name, then renamed. Text is UTF-8.

    What is no file, such as a pipe or a terminal, is written to; of a symbolic link, what it points to is replaced.

    Raises
    ------
    OSError
        If it cannot be written; the old file is still there.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{os.getpid()}{_TEMPORARY}")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
