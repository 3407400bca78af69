"""Files of other distributions that install a package of the same name, and so into the same folder."""

from __future__ import annotations

import os
import warnings

__all__ = ["OWN_NAMES", "warn_of_strangers"]

#: What lies in the package's own folder.
OWN_NAMES = frozenset(
    {
        *("__init__.py", "__main__.py", "__pycache__", "errors.py", "py.typed"),
        *("support", "rules", "kernel", "position", "game", "enumeration", "batch", "tablebase", "engine", "datasets"),
        *("pdn", "svg", "viewer"),
        *("transport", "hub", "dxp", "openings", "players", "match", "environments", "terminal", "cli"),
    }
)


def warn_of_strangers(folder: str) -> None:
    """Warn if others have put files into a folder of this package, and say which distribution it was.

    Warns
    -----
    RuntimeWarning
        Imports may then find their modules in place of these.
    """
    try:
        strange = sorted(name for name in os.listdir(folder) if name not in OWN_NAMES and _is_module(folder, name))
    except OSError:  # the package lies in an archive
        return
    if strange:
        owners = _owners(os.path.basename(folder), strange)
        whose = f"of {' and '.join(owners)}" if owners else "of an unknown distribution"
        warnings.warn(
            f"{folder} also holds files {whose}, which installs a package of the same name "
            f"({', '.join(strange[:5])}): the two overwrite each other; uninstall both and install one of them",
            RuntimeWarning,
            stacklevel=3,
        )


def _is_module(folder: str, name: str) -> bool:
    """Whether a name in a folder is a module or a package."""
    return name.endswith((".py", ".so", ".pyd")) or os.path.isfile(os.path.join(folder, name, "__init__.py"))


def _owners(package: str, names: list[str]) -> list[str]:
    """The distributions that have installed something by these names."""
    from importlib.metadata import distributions

    wanted = {(package, name) for name in names}
    return sorted(
        {
            f"{distribution.metadata['Name']} {distribution.version}"
            for distribution in distributions()
            if any(file.parts[:2] in wanted for file in distribution.files or ())
        }
    )
