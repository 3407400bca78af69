"""Compiled code on disk.

There is one file for each compiled function: a digest, and what numba needs to load the function. The digest covers the
content and everything that the code depends on, so a file that is damaged, or that has the name of another one, counts
as missing; nothing of it is read before the digest is right. The files lie in folders that only this user can change,
since a digest does not tell who wrote a file. See `draughts.support.private_folder`.

Imported by ``jit`` and modules that load numba anyway.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from draughts.kernel.specialise import source_text
from draughts.support.files import TEMPORARY
from draughts.support.private_folder import PrivateFolder

__all__ = ["attach_cache", "cache_root", "clean", "is_kept"]

_log = logging.getLogger("draughts.kernel")

#: Modules of this package that no compiled code depends on.
_NOT_COMPILED = ("__init__", "generator", "nodes", "python_backend", "warm")
_FOLDER = "compiled-"
_DIGEST_SIZE = hashlib.sha256().digest_size
#: Seconds without use after which the code of other versions and processors is removed.
_KEPT_FOR = 60 * 24 * 3600
#: Seconds after which a file that is being written has been left behind.
_ABANDONED = 3600
#: Seconds between two notes that code of this version is in use.
_NOTED = 24 * 3600


@functools.lru_cache(maxsize=1)
def _version() -> str:
    """Everything that compiled code depends on, the processor included, as the name of a folder."""
    triple, processor, features = cpu_target.target_context.codegen().magic_tuple()
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, triple, processor, features)
    for text in (*versions, *source_text().values(), *_sources()):
        digest.update(hashlib.sha256(text.encode()).digest())
    return f"{_FOLDER}{digest.hexdigest()[:32]}-{re.sub('[^A-Za-z0-9_.-]', '_', processor)}"


def _sources() -> list[str]:
    modules = (entry for entry in files("draughts.kernel").iterdir() if entry.name.endswith(".py"))
    wanted = {entry.name: entry for entry in modules if entry.name.removesuffix(".py") not in _NOT_COMPILED}
    return [wanted[name].read_text("utf-8") for name in sorted(wanted)]


def _candidates() -> list[Path]:
    chosen = os.environ.get("DRAUGHTS_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    numbas = os.environ.get("NUMBA_CACHE_DIR")
    if numbas:
        return [Path(numbas) / "draughts"]
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA", ""), "draughts", "Cache")
    elif os.environ.get("XDG_CACHE_HOME"):
        usual = Path(os.environ["XDG_CACHE_HOME"], "draughts")
    else:
        usual = Path(os.path.expanduser("~"), "Library/Caches" if sys.platform == "darwin" else ".cache", "draughts")
    found = [usual]
    user = str(os.geteuid()) if hasattr(os, "geteuid") else os.environ.get("USERNAME", "user")
    with contextlib.suppress(FileNotFoundError):  # no folder for temporary files can be written
        found.append(Path(tempfile.gettempdir()) / f"draughts-{user}")
    return found


@functools.lru_cache(maxsize=1)
def cache_root() -> Path | None:
    """The folder that compiled code is kept in, or None, said once, if there is none that can be used."""
    refused = []
    for path in _candidates():
        try:
            with _opened(path, make=True):
                return path
        except OSError as error:
            refused.append(f"{path} ({error.strerror})")
    _log.warning(
        "compiled code cannot be kept, so every process compiles again: no folder can be used among %s; "
        "set DRAUGHTS_CACHE_DIR to the absolute path of a folder that is yours alone",
        ", ".join(refused),
    )
    return None


@contextlib.contextmanager
def _opened(root: Path, *, make: bool = False) -> Iterator[PrivateFolder]:
    """The folder of this version."""
    with PrivateFolder.open(root, make=make) as folder, folder.below(_version(), make=make) as own:
        yield own


def is_kept(key: str) -> bool:
    """Whether the disk has any code of this key."""
    root = cache_root()
    if root is None:
        return False
    try:
        with _opened(root) as own:
            return any(name.startswith(f"{key}-") for name in own.names())
    except OSError:
        return False


def clean(age: float = 0) -> int:
    """Remove the code of other versions and processors that nobody has used for `age` seconds.

    Returns
    -------
    int
        How many versions these were.

    Raises
    ------
    OSError
        If something cannot be removed.
    """
    root = cache_root()
    if root is None:
        return 0
    with PrivateFolder.open(root) as folder, folder.below(_version()) as own:
        for name in own.names():
            if name.endswith(TEMPORARY) and own.age(name) > _ABANDONED:
                own.remove(name)
        others = [name for name in folder.names() if name.startswith(_FOLDER) and name != _version()]
        old = [name for name in others if folder.age(name) >= age]
        for name in old:
            folder.remove(name)
    return len(old)


@functools.lru_cache(maxsize=1)
def _note_use(root: Path) -> None:
    """Tell processes of other versions, once, that this version is in use."""
    with contextlib.suppress(OSError), _opened(root) as own:
        if own.age() > _NOTED:
            own.touch()


@functools.lru_cache(maxsize=1)
def _tidy() -> None:
    """Remove what nobody has used for long, once in a process that compiles."""
    with contextlib.suppress(OSError):  # another process is at it, too
        clean(_KEPT_FOR)


class KernelCache(NullCache):  # type: ignore[misc]
    """What numba asks before it compiles one function, and tells afterwards.

    Parameters
    ----------
    dispatcher : numba dispatcher
        The function.
    key : str
        Tells functions with one name apart: a movement's key, or another name.
    on_miss : callable
        Is told the function's name before it is compiled.
    """

    def __init__(self, dispatcher: Any, key: str, on_miss: Callable[[str], None]) -> None:
        self._function = dispatcher.py_func.__name__
        self._options = sorted(dispatcher.targetoptions.items())
        self._key = key
        self._on_miss = on_miss

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None."""
        content = self._read(sig)
        if content is None:
            self._on_miss(self._function)
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; if that fails, the next process compiles it again."""
        root = cache_root()
        if root is None or data.library.has_dynamic_globals:  # addresses that only this process knows
            return
        content = dumps(data._reduce())
        try:
            with _opened(root, make=True) as own:
                own.write(self._file(sig), self._digest(sig, content) + content)
        except OSError as error:
            _log.warning("compiled code could not be kept in %s: %s", root, error.strerror)
        else:
            _tidy()

    def _read(self, sig: Any) -> bytes | None:
        root = cache_root()
        if root is None:
            return None
        try:
            with _opened(root) as own:
                found = own.read(self._file(sig))
        except OSError:
            return None
        content = found[_DIGEST_SIZE:]
        if found[:_DIGEST_SIZE] != self._digest(sig, content):
            return None
        _note_use(root)
        return content

    def _file(self, sig: Any) -> str:
        return f"{self._key}-{self._function}-{self._digest(sig, b'').hex()[:16]}"

    def _digest(self, sig: Any, content: bytes) -> bytes:
        identity = repr((_version(), self._key, self._function, self._options, str(sig)))
        return hashlib.sha256(hashlib.sha256(identity.encode()).digest() + content).digest()


def attach_cache(dispatcher: Any, key: str, on_miss: Callable[[str], None]) -> None:
    """Let a dispatcher use the disk; see `KernelCache`."""
    dispatcher._cache = KernelCache(dispatcher, key, on_miss)
