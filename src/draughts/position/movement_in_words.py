"""Each rule of movement in words: the sentence that tells it, and what is said of a move that it forbids."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from draughts.rules.geometry import PlayableSquares
from draughts.rules.phrases import directions
from draughts.rules.rules import (
    CapturePriority,
    Direction,
    KingLanding,
    KingRange,
    Piece,
    PieceType,
    Promotion,
    Removal,
    Rules,
)

__all__ = ["Prohibition", "Reason", "habit", "movement_cells", "movement_sentences", "prohibitions"]


class Reason(Enum):
    """What is the matter with a text."""

    LEGAL = "legal"
    AMBIGUOUS = "several moves fit"
    UNREADABLE = "not a move"
    NO_SUCH_SQUARE = "no such square"
    GAME_OVER = "the game is over"
    NO_PIECE = "no piece there"
    WRONG_SIDE = "the other side's piece"
    OCCUPIED = "the square is occupied"
    CAPTURE_AVAILABLE = "a capture is available"
    UNFINISHED = "the capture is not finished"
    MOST_PIECES = "more pieces can be taken"
    MOST_VALUE = "a greater value can be taken"
    WITH_KING = "a king must capture"
    MOST_KINGS = "more kings can be taken"
    KINGS_EARLIEST = "a king can be taken earlier"
    NOTHING_TAKEN = "nothing is taken"
    MAN_CANNOT_TAKE_KING = "a man may not take a king"
    MAN_DIRECTION = "a man may not go that way"
    KING_RANGE = "a king moves one square"
    KING_LANDING = "a king may not land there"
    STILL_STANDING = "taken pieces still stand"
    ABOUT_TURN = "a capture may not turn back"
    PROMOTION_ENDS_MOVE = "crowning ends the move"
    NOT_YET_KING = "the man is not crowned yet"
    KING_MOVE_LIMIT = "the king has moved too often"
    NOT_REACHABLE = "the piece cannot go there"


class Prohibition(NamedTuple):
    """Something that a rule set forbids: why a move is refused, the same in words, and the change that allows it."""

    reason: Reason
    message: str
    changes: dict[str, object]


_PRIORITIES = {
    CapturePriority.MOST_PIECES: "the capture of the most pieces",
    CapturePriority.MOST_VALUE: "the capture of the greatest value, a king counting a little less than two men",
    CapturePriority.WITH_KING: "a capture with a king",
    CapturePriority.MOST_KINGS: "the capture of the most kings",
    CapturePriority.KINGS_EARLIEST: "the capture that meets a king earliest",
}
_SHORT_PRIORITIES = {
    CapturePriority.MOST_PIECES: "most pieces",
    CapturePriority.MOST_VALUE: "most value",
    CapturePriority.WITH_KING: "with a king",
    CapturePriority.MOST_KINGS: "most kings",
    CapturePriority.KINGS_EARLIEST: "kings earliest",
}


def movement_sentences(rules: Rules) -> list[tuple[str, str]]:
    """The rules of movement as pairs of a subject and a sentence.

    Examples
    --------
    >>> from draughts import AMERICAN
    >>> from draughts.position.movement_in_words import movement_sentences
    >>> dict(movement_sentences(AMERICAN))["man"]
    'Moves one square diagonally forward; captures diagonally forward.'
    """
    return [
        ("man", f"Moves one square {directions(rules.man_moves)}; captures {directions(rules.man_captures)}."),
        ("king", _king(rules)),
        ("capture", _capture(rules)),
        ("removal", _removal(rules)),
        ("promotion", _promotion(rules)),
    ]


def _king(rules: Rules) -> str:
    moves, captures = directions(rules.king_moves), directions(rules.king_captures)
    if rules.king_range is KingRange.SHORT:
        both = f"Moves one square {moves}" + ("" if moves == captures else f"; captures {captures}")
        return f"{both}; jumps an adjacent piece and lands right behind it."
    landing = {
        KingLanding.ANY: "lands on any empty square behind it",
        KingLanding.ADJACENT: "must land right behind it",
        KingLanding.ADJACENT_AFTER_KING: "lands anywhere behind it, but right behind a king taken last",
    }[rules.king_landing]
    both = f"Moves any distance {moves}" + ("" if moves == captures else f"; captures {captures}")
    return f"{both}; jumps a piece from any distance and {landing}."


def _capture(rules: Rules) -> str:
    parts = ["Captures are compulsory and must be carried to their end"]
    if rules.capture_priority:
        tests = ", then ".join(_PRIORITIES[test] for test in rules.capture_priority)
        parts.append(f"among several the order is: {tests}; what still ties is free")
    else:
        parts.append("among several the choice is free")
    if not rules.men_capture_kings:
        parts.append("a man may not take a king")
    if not rules.about_turns:
        parts.append("a capture may not turn back by 180 degrees between two jumps")
    return "; ".join(parts) + "."


def _removal(rules: Rules) -> str:
    if rules.removal is Removal.AFTER_MOVE:
        return "Taken pieces leave the board after the move; until then they block and cannot be jumped again."
    return "Each piece leaves the board as it is jumped, and its square is free at once."


def _promotion(rules: Rules) -> str:
    return {
        Promotion.ENDS_MOVE: "A man that reaches the promotion row is crowned, and the move ends there.",
        Promotion.AT_REST: "A man is crowned if its move ends on the promotion row; one that passes it stays a man.",
        Promotion.CONTINUES_AS_KING: "A man that reaches the promotion row is crowned at once and goes on as a king.",
    }[rules.promotion]


def movement_cells(rules: Rules) -> dict[str, str]:
    """What the comparison table says of the rules of movement, by the title of the column."""
    man = directions(rules.man_captures).replace("diagonally forward and backward", "forward, backward")
    return {
        "man captures": man.replace("diagonally ", "")
        .replace("in all eight directions", "8 ways")
        .replace(" and ", ", "),
        "king": rules.king_range.value,
        "priority": ", ".join(_SHORT_PRIORITIES[test] for test in rules.capture_priority) or "free",
        "removal": rules.removal.value,
        "promotion row": rules.promotion.value,
    }


def prohibitions(rules: Rules, kind: PieceType) -> Iterator[Prohibition]:
    """What a rule set forbids a kind of piece, in the order in which it is tried whether a move would pass without."""
    straight = rules.geometry.squares is PlayableSquares.ALL or bool(rules.man_captures & Direction.STRAIGHT)
    everywhere = Direction.EVERY if straight else Direction.DIAGONAL
    quiet = Direction.EVERY if rules.geometry.squares is PlayableSquares.ALL else Direction.DIAGONAL
    if not rules.men_capture_kings:
        yield Prohibition(Reason.MAN_CANNOT_TAKE_KING, "a man may not take a king", {"men_capture_kings": True})
    if rules.king_range is KingRange.SHORT:
        message = "a king moves one square, and captures an adjacent piece only"
        yield Prohibition(Reason.KING_RANGE, message, {"king_range": KingRange.FLYING})
    if rules.king_landing is KingLanding.ADJACENT:
        message = "a king must land right behind the piece it takes"
        yield Prohibition(Reason.KING_LANDING, message, {"king_landing": KingLanding.ANY})
    elif rules.king_landing is KingLanding.ADJACENT_AFTER_KING:
        message = "a king whose last captured piece is a king must land right behind it"
        yield Prohibition(Reason.KING_LANDING, message, {"king_landing": KingLanding.ANY})
    if rules.promotion is Promotion.ENDS_MOVE:
        message = "a man that reaches the promotion row is crowned and the move ends there"
        yield Prohibition(Reason.PROMOTION_ENDS_MOVE, message, {"promotion": Promotion.CONTINUES_AS_KING})
    elif rules.promotion is Promotion.AT_REST:
        message = "a man that passes the promotion row in a capture is not crowned and goes on as a man"
        yield Prohibition(Reason.NOT_YET_KING, message, {"promotion": Promotion.CONTINUES_AS_KING})
    if kind is PieceType.MAN and (rules.man_captures != everywhere or rules.man_moves != quiet):
        yield Prohibition(
            Reason.MAN_DIRECTION,
            _ways(rules),
            {"man_captures": everywhere, "man_moves": quiet, "king_captures": everywhere, "king_moves": quiet},
        )
    if not rules.about_turns:
        message = "a capture may not turn back by 180 degrees between two jumps"
        yield Prohibition(Reason.ABOUT_TURN, message, {"about_turns": True})
    if rules.removal is Removal.AFTER_MOVE:
        message = "taken pieces stay on the board until the move ends: they block, and cannot be jumped twice"
        yield Prohibition(Reason.STILL_STANDING, message, {"removal": Removal.IMMEDIATE})


def _ways(rules: Rules) -> str:
    """Where men may go, as a sentence."""
    moves, captures = (directions(flags) for flags in (rules.man_moves, rules.man_captures))
    if moves == captures:
        return f"a man moves and captures {moves} only"
    return f"a man moves {moves} only, and captures {captures}"


def habit(piece: Piece, rules: Rules) -> str:
    """How a piece moves, as a sentence."""
    if piece.kind is PieceType.MAN:
        return f"a man moves one square {directions(rules.man_moves)}"
    distance = "any distance" if rules.king_range is KingRange.FLYING else "one square"
    moves, captures = (_lines(flags) for flags in (rules.king_moves, rules.king_captures))
    habit = f"a king moves {distance} {moves} over empty squares"
    return habit if moves == captures else f"{habit}, and captures {captures} only"


def _lines(flags: Direction) -> str:
    lines = ((Direction.DIAGONAL, "diagonally"), (Direction.STRAIGHT, "straight"))
    return " or ".join(name for flag, name in lines if flags & flag)
