"""Rule terms in words, for explanations and descriptions alike."""

from __future__ import annotations

from draughts.rules.rules import Direction

__all__ = ["directions"]


def directions(flags: Direction) -> str:
    """Directions in words.

    Examples
    --------
    >>> directions(Direction.DIAGONAL_FORWARD), directions(Direction.FORWARD_AND_SIDEWAYS)
    ('diagonally forward', 'forward and sideways')
    """
    if flags == Direction.EVERY:
        return "in all eight directions"
    parts = []
    if Direction.STRAIGHT in flags:
        parts.append("along ranks and files")
    else:
        straight: dict[Direction, str] = {
            Direction.FORWARD: "forward",
            Direction.SIDEWAYS: "sideways",
            Direction.BACKWARD: "backward",
        }
        parts += [name for flag, name in straight.items() if flags & flag == flag]
    if Direction.DIAGONAL in flags:
        parts.append("diagonally forward and backward")
    elif Direction.DIAGONAL_FORWARD in flags:
        parts.append("diagonally forward")
    elif flags & Direction.DIAGONAL:
        parts.append("diagonally backward")
    return " and ".join(parts)
