"""Where compiled kernels are kept on disk, and that nothing goes wrong when they cannot be.

numba keys its cache by the file and line of one function; ours are written at run time and depend on many files. So
each set of movement rules has a folder of its own, below one that is named after everything that compiled code depends
on: the sources of the kernel, the code that binds them, and numba's version (numba itself adds the processor).

Imported by ``jit`` only.
"""

from __future__ import annotations

import functools
import hashlib
import os
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from draughts.kernel.specialise import source_text

__all__ = ["KernelCache", "attach_cache", "cache_root", "is_kept", "version_of"]

_BINDING = ("cache", "cpython", "interned", "jit", "layout", "llvm_backend", "movement", "specialise")


@functools.lru_cache(maxsize=1)
def fingerprint() -> str:
    """A name for everything that compiled code depends on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name, text in source_text().items():
        digest.update(f"{name}\0{text}\0".encode())
    folder = files("draughts.kernel")
    for name in _BINDING:
        digest.update((folder / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]


def _candidates() -> list[Path]:
    chosen = os.environ.get("DRAUGHTS_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    numbas = os.environ.get("NUMBA_CACHE_DIR")
    if numbas:
        return [Path(numbas) / "draughts"]
    found = []
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        found += [Path(local) / "draughts" / "Cache"] if local else []
    elif os.environ.get("XDG_CACHE_HOME"):
        found.append(Path(os.environ["XDG_CACHE_HOME"]) / "draughts")
    else:
        home = os.path.expanduser("~")
        if os.path.isabs(home):
            found.append(Path(home, "Library/Caches/draughts" if sys.platform == "darwin" else ".cache/draughts"))
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return [*found, Path(tempfile.gettempdir()) / f"draughts-{user}"]


def _usable(folder: Path) -> bool:
    """Whether files can be written there and nobody else can put code there for us to run."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & stat.S_IWOTH):
            return False
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@functools.lru_cache(maxsize=1)
def cache_root() -> Path | None:
    """The folder that holds this version's compiled kernels, or None (with one warning) if no folder can be written."""
    tried = _candidates()
    for folder in tried:
        if _usable(folder):
            return folder / fingerprint()
    warnings.warn(
        f"compiled kernels cannot be kept, so every process compiles again: no place to write among "
        f"{', '.join(map(str, tried))}; set DRAUGHTS_CACHE_DIR to a folder of your own",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


@functools.lru_cache(maxsize=64)
def version_of(*modules: str) -> str:
    """A name for the sources of modules of the kernel, beside those that `cache_root` stands for."""
    folder = files("draughts.kernel")
    return hashlib.sha256(b"".join((folder / f"{name}.py").read_bytes() for name in modules)).hexdigest()[:12]


def is_kept(key: str, version: str) -> bool:
    """Whether the disk has code of this key and version."""
    root = cache_root()
    return root is not None and any((root / key / version).glob("*.nbi"))


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Tells numba the folder that a kernel's namespace names."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._py_file = folder

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return fingerprint()

    def get_disambiguator(self) -> str:
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func.__globals__["CACHE_FOLDER"])


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's function cache, in our folder, and harmless when the disk is not."""

    _impl_class = _Impl
    #: Called with the kernel's name before something is compiled.
    on_miss: Callable[[str], None] | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, or None; damaged files, and those for other rules of movement, count as missing."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged pickle raises
            found = None
        if found is not None and found.fndesc.modname != self._py_func.__module__:
            found = None
        if found is None and self.on_miss is not None:
            self.on_miss(self._py_func.__name__)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code; a full or vanished disk only costs the next process a compilation."""
        try:
            try:
                super().save_overload(sig, data)
            except OSError:
                raise
            except Exception:  # whatever a damaged index raises; an empty one can be added to
                self.flush()
                super().save_overload(sig, data)
        except OSError as error:
            warnings.warn(f"a compiled kernel could not be kept: {error}", RuntimeWarning, stacklevel=2)


def attach_cache(dispatcher: Any, on_miss: Callable[[str], None]) -> None:
    """Let a dispatcher, whose namespace has `CACHE_FOLDER`, use the disk."""
    cache = KernelCache(dispatcher.py_func)
    cache.on_miss = on_miss
    dispatcher._cache = cache
