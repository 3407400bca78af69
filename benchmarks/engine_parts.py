"""Copies of the package whose search lacks one part, to measure what the part is worth.

A part is taken out by changing its lines in a copy of the kernel source; the copy plays in a process of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

__all__ = ["PARTS", "without"]

_SOURCE = Path(__file__).parents[1] / "src" / "draughts"
_SEARCH = "kernel/source/search.py"
_EVALUATION = "kernel/source/evaluation.py"

#: For each part the file that has it, and lines there with what replaces them.
PARTS: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "transposition table": (_SEARCH, (("known = 0\n    if depth > 0:", "known = 0\n    if depth > 1000:"),)),
        "search of pending captures": (
            _SEARCH,
            (
                ("(depth <= 0 and not pending)", "depth <= 0"),
                (
                    "if not can_move(side, own, kings, frozen_king(state, scratch), empty):",
                    "if not can_capture(side, own, opp, kings, empty) and not can_move(\n"
                    "                side, own, kings, frozen_king(state, scratch), empty\n            ):",
                ),
            ),
        ),
        "empty windows": (
            _SEARCH,
            (
                ("below - less,\n                -alpha - 1,", "below - less,\n                -beta,"),
                ("if score > alpha and (less or score < beta):", "if score > alpha and less:"),
            ),
        ),
        "late-move reductions": (_SEARCH, (("less = reduction(depth, tried)", "less = 0"),)),
        "cut-off by a shallow search": (
            _SEARCH,
            (("beta - alpha == 1 and depth >= 3", "beta - alpha == 1 and depth >= 300"),),
        ),
        "one-reply extension": (_SEARCH, (("below = depth\n    if pending", "below = depth - 1\n    if pending"),)),
        "killers": (_SEARCH, (("rank += 1 << 17", "rank += 0"), ("rank += 1 << 16", "rank += 0"))),
        "history": (_SEARCH, (("rank = load(scratch, history_place(turn, info))", "rank = 0"),)),
        "patterns of men": (_EVALUATION, (("total += patterns(side, men, foes, 0, scratch)", "total += 0"),)),
        "patterns of kings": (
            _EVALUATION,
            (("total += patterns(side, own & kings, opp & kings, KING_PATTERNS, scratch)", "total += 0"),),
        ),
        "opposition": (
            _EVALUATION,
            ((" + load(scratch, WEIGHTS + WEIGHT_OPPOSITION) * opposition(own | opp)", ""),),
        ),
    }
)


def without(part: str, folder: Path) -> Path:
    """A folder from which Python imports a copy of the package without a part; it is made in another one."""
    name, changes = PARTS[part]
    root = folder / part.replace(" ", "-")
    shutil.copytree(_SOURCE, root / "draughts", ignore=shutil.ignore_patterns("__pycache__"))
    path = root / "draughts" / name
    text = path.read_text("utf-8")
    for old, new in changes:
        if text.count(old) != 1:
            raise RuntimeError(f"{name} has changed: {old!r} is there {text.count(old)} times")
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return root
