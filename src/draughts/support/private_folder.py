"""A folder whose files are safe to run, because nobody but this user can have put them there.

Another user of the machine may have made the folder before us, or a link in its place, and may exchange it at any
moment. So nothing is asked of a path and then opened by that path: a folder is opened once, without following a link,
whatever has to be known is asked of the open folder, and files are opened relative to it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import time
from pathlib import Path

from draughts.support.files import OPENING, write_whole

__all__ = ["PrivateFolder"]

#: Windows keeps others out with access lists, which folders inherit, and has no descriptors of folders.
_HAS_DESCRIPTORS = os.open in os.supports_dir_fd and hasattr(os, "geteuid")
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class PrivateFolder:
    """A folder that belongs to this user and that nobody else can write to, held open.

    Every method raises `OSError` if the system refuses, or if somebody else could have changed a file or folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place, PrivateFolder.open(Path(place) / "mine", make=True) as folder:
    ...     folder.write("a", b"content")
    ...     folder.names(), folder.read("a")
    (['a'], b'content')
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path, *, make: bool = False) -> PrivateFolder:
        """Open the folder at an absolute path; `make` it, and all that is missing above it, for this user alone."""
        if not path.is_absolute():
            raise OSError(errno.EINVAL, "must be an absolute path", str(path))
        if make:
            _make(path)
        return cls(path, _open_folder(path, None))

    def below(self, name: str, *, make: bool = False) -> PrivateFolder:
        """Open a folder in this one."""
        place = self._place(name)
        if make:
            with contextlib.suppress(FileExistsError):
                os.mkdir(place, 0o700, dir_fd=self._descriptor)
        return PrivateFolder(self._path / name, _open_folder(place, self._descriptor))

    def __enter__(self) -> PrivateFolder:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def names(self) -> list[str]:
        """What is in it."""
        return sorted(os.listdir(self._path if self._descriptor is None else self._descriptor))

    def age(self, name: str = ".") -> float:
        """Seconds since a file was changed, or since a folder was touched or got or lost a file."""
        status = os.stat(self._place(name), dir_fd=self._descriptor, follow_symlinks=False)
        return time.time() - status.st_mtime

    def touch(self) -> None:
        """Let the folder's age begin again."""
        os.utime(self._place("."), dir_fd=self._descriptor)

    def read(self, name: str) -> bytes:
        """The content of a file."""
        descriptor = os.open(self._place(name), os.O_RDONLY | OPENING, dir_fd=self._descriptor)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "is not a file", str(self._path / name))
            _check_owner(status, self._path / name)
            with open(descriptor, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(descriptor)

    def write(self, name: str, content: bytes) -> None:
        """Write a file, which other processes see as a whole or not at all."""
        write_whole(self._place(name), content, mode=0o600, folder=self._descriptor)

    def remove(self, name: str) -> None:
        """Remove a file, or a folder with all that is in it."""
        place = self._place(name)
        try:
            os.unlink(place, dir_fd=self._descriptor)
        except (IsADirectoryError, PermissionError):  # which of them depends on the system
            shutil.rmtree(place, dir_fd=self._descriptor)

    def _place(self, name: str) -> str:
        """A file's name for functions that are given the descriptor, too."""
        return name if self._descriptor is not None else str(self._path / name)


def _make(path: Path) -> None:
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    except FileNotFoundError:
        _make(path.parent)
        _make(path)


def _open_folder(place: Path | str, folder: int | None) -> int | None:
    if not _HAS_DESCRIPTORS:
        _check_kind(os.lstat(place), place)
        return None
    try:
        descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY | OPENING, dir_fd=folder)
    except OSError:
        _check_kind(os.stat(place, dir_fd=folder, follow_symlinks=False), place)
        raise
    try:
        _check_owner(os.fstat(descriptor), place)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(status: os.stat_result, place: Path | str) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "is a link; name the folder itself", str(place))
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(place))


def _check_owner(status: os.stat_result, place: Path | str) -> None:
    if not _HAS_DESCRIPTORS:
        return
    if status.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, "belongs to another user", str(place))
    if status.st_mode & _WRITABLE_BY_OTHERS:
        raise PermissionError(errno.EPERM, "can be written by other users", str(place))
