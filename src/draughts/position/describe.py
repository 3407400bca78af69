"""Rule sets in words, made from their fields, so that what is said is what is played."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable

from draughts.position.board import Board
from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.phrases import directions
from draughts.rules.plain_data import to_plain
from draughts.rules.registry import Variant
from draughts.rules.rules import CapturePriority, Goal, KingLanding, KingRange, Promotion, Removal, Rules

__all__ = ["as_dict", "describe", "explain_rules", "summary_row", "summary_table"]

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


def board_in_words(geometry: Geometry) -> str:
    """A board in words."""
    size = f"{geometry.width} x {geometry.height} squares"
    if geometry.squares is PlayableSquares.ALL:
        return f"{size}, all {geometry.square_count} of them played on"
    hand = "right" if geometry.playable_corner.is_right else "left"
    return f"{size}, {geometry.square_count} of them played on, with a playable corner at each player's {hand}"


def explain_rules(rules: Rules) -> list[tuple[str, str]]:
    """The rules of a variant as pairs of a subject and a sentence.

    Examples
    --------
    >>> from draughts import AMERICAN
    >>> from draughts.position.describe import explain_rules
    >>> dict(explain_rules(AMERICAN))["promotion"]
    'A man that reaches the promotion row is crowned, and the move ends there.'
    """
    men = len(Board(rules).pieces(rules.first_mover))
    lines = [
        ("board", f"{board_in_words(rules.geometry)[0].upper()}{board_in_words(rules.geometry)[1:]}."),
        ("start", f"{men} men each; {rules.side_name(rules.first_mover)} moves first."),
        ("man", f"Moves one square {directions(rules.man_moves)}; captures {directions(rules.man_captures)}."),
        ("king", _king(rules)),
        ("capture", _capture(rules)),
        ("removal", _removal(rules)),
        ("promotion", _promotion(rules)),
    ]
    if rules.king_move_limit is not None:
        lines.append(
            (
                "king limit",
                f"A side that has men may not make more than {rules.king_move_limit} quiet moves in succession with "
                f"the same king; a capture, or the move of another piece, lifts the limit.",
            )
        )
    lines.append(("goal", _goal(rules)))
    lines += [("draw", f"{rule.describe()[0].upper()}{rule.describe()[1:]}.") for rule in rules.draws]
    if not rules.draws:
        lines.append(("draw", "By agreement only."))
    lines.append(("notation", _notation(rules)))
    return lines


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


def _goal(rules: Rules) -> str:
    return {
        Goal.BLOCK: "The side to move without a legal move, with or without pieces, loses.",
        Goal.BE_BLOCKED: "The side to move without a legal move, with or without pieces, wins.",
        Goal.FIRST_KING: "The first side with a king wins; a side to move without a legal move loses.",
    }[rules.goal]


def _notation(rules: Rules) -> str:
    geometry = rules.geometry
    algebraic = rules.notation.value == "algebraic"
    square = f"square 1 ({geometry.name(1)})" if algebraic else "square 1"
    where = geometry.first_square.name.lower().replace("_", " ")
    kind = "Squares are named by file and rank" if algebraic else "Squares are numbered"
    number = f"; GameType {rules.game_type}" if rules.game_type else "; PDN has no GameType for this game"
    return (
        f"{kind}; {square} lies at the {where} seen from White; captures are written with "
        f"{rules.capture_separator!r}{number}."
    )


def describe(variant: Variant) -> str:
    """A variant in words with its start position and sources, for a terminal."""
    rules = variant.rules
    head = f"{variant.title} ({rules.name})"
    lines = [head, "=" * len(head), ""]
    if variant.aliases:
        lines += [f"also: {', '.join(variant.aliases)}", ""]
    for subject, sentence in explain_rules(rules):
        lines += textwrap.wrap(sentence, 84, initial_indent=f"{subject:12}", subsequent_indent=" " * 12)
    lines += ["", Board(rules).ascii(), "", f"start: {Board(rules).fen}"]
    for title, texts in (("notes", variant.notes), ("sources", variant.sources)):
        if texts:
            lines += ["", f"{title}:"]
            for text in texts:
                lines += textwrap.wrap(text, 94, initial_indent="- ", subsequent_indent="  ")
    return "\n".join(lines)


_COLUMNS = ("name", "board", "men", "first", "man captures", "king", "priority", "removal", "promotion row", "GameType")


def summary_row(rules: Rules) -> tuple[str, ...]:
    """The row of a variant in the comparison table."""
    geometry = rules.geometry
    man = directions(rules.man_captures).replace("diagonally forward and backward", "forward, backward")
    return (
        rules.name,
        f"{geometry.width}x{geometry.height}" + (" all" if geometry.squares is PlayableSquares.ALL else ""),
        str(len(Board(rules).pieces(rules.first_mover))),
        rules.side_name(rules.first_mover),
        man.replace("diagonally ", "").replace("in all eight directions", "8 ways").replace(" and ", ", "),
        rules.king_range.value,
        ", ".join(_SHORT_PRIORITIES[test] for test in rules.capture_priority) or "free",
        rules.removal.value,
        rules.promotion.value,
        (rules.game_type or "-").partition(",")[0],
    )


def summary_table(chosen: Iterable[Variant]) -> str:
    """The comparison table of variants, for a terminal."""
    rows = [_COLUMNS, *(summary_row(variant.rules) for variant in chosen)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def as_dict(variant: Variant) -> dict[str, object]:
    """A variant as plain data, for JSON."""
    rules = variant.rules
    fields = {field.name: to_plain(getattr(rules, field.name)) for field in dataclasses.fields(rules)}
    fields["start"] = Board(rules).fen
    return {
        "title": variant.title,
        "aliases": list(variant.aliases),
        "rules": fields,
        "notes": list(variant.notes),
        "sources": list(variant.sources),
    }
