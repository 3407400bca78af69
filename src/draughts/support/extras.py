"""Optional packages, which the extras of the distribution install."""

from __future__ import annotations

from draughts.errors import MissingPackageError

__all__ = ["extra_missing"]


def extra_missing(what: str, extra: str) -> MissingPackageError:
    """The error for something that an optional package does.

    >>> from draughts.support.extras import extra_missing
    >>> str(extra_missing("PNG", "png"))
    "PNG needs an optional package; install it with: pip install 'bitdraughts[png]'"
    """
    return MissingPackageError(f"{what} needs an optional package; install it with: pip install 'bitdraughts[{extra}]'")
