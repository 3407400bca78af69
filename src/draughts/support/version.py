"""The version of the package; ``draughts.__version__`` for everybody else."""

from __future__ import annotations

__all__ = ["VERSION"]

VERSION = "0.1.0"
