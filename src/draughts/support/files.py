"""Files that are the old ones or the new ones as a whole, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

__all__ = ["OPENING", "TEMPORARY", "replace_file", "write_whole"]

#: How names of files end that are being written. A process that is killed leaves them behind.
TEMPORARY = ".saving"

#: How every file is opened: links are refused, where the system can do that, and bytes stay what they are.
OPENING = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file: it is flushed to the disk under another name, then renamed. Text is UTF-8.

    What is no file, such as a pipe or a terminal, is written to; of a symbolic link, what it points to is replaced. A
    file that is replaced keeps its permissions.

    Raises
    ------
    OSError
        If it cannot be written; the old file is still there.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        status = path.stat()
    except FileNotFoundError:
        write_whole(path.resolve(), data, mode=0o666, flush=True)
        return
    if stat.S_ISREG(status.st_mode):
        write_whole(path.resolve(), data, mode=0o600, final_mode=status.st_mode & 0o777, flush=True)
    else:
        path.write_bytes(data)


def write_whole(
    path: Path | str,
    data: bytes,
    *,
    mode: int,
    final_mode: int | None = None,
    flush: bool = False,
    folder: int | None = None,
) -> None:
    """Write a file under a name that nobody can foresee, then rename it.

    Parameters
    ----------
    path : path or str
        Where it will be.
    data : bytes
        What it will hold.
    mode, final_mode : int
        Its permissions while it is written (less those that the process masks), and afterwards if they differ.
    flush : bool
        Whether it must survive a loss of power.
    folder : int, optional
        Descriptor of the open folder that `path` is relative to.
    """
    parent, _ = os.path.split(path)
    temporary = os.path.join(parent, f".{secrets.token_hex(8)}{TEMPORARY}")
    try:  # a signal may stop this anywhere, also before the descriptor has a name
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | OPENING, mode, dir_fd=folder)
        with open(descriptor, "wb") as file:
            file.write(data)
            if final_mode is not None:
                os.chmod(file.fileno() if os.chmod in os.supports_fd else temporary, final_mode)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, path, src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:  # somebody else's
        raise
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise
