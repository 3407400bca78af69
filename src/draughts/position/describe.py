"""Rule sets in words, made from their fields, so that what is said is what is played."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable

from draughts.position.board import Board
from draughts.position.movement_in_words import movement_cells, movement_sentences
from draughts.rules.geometry import Geometry, PlayableSquares
from draughts.rules.plain_data import to_plain
from draughts.rules.registry import Variant
from draughts.rules.rules import Goal, Rules

__all__ = ["as_dict", "describe", "explain_rules", "summary_row", "summary_table"]


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
        *movement_sentences(rules),
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


def summary_row(rules: Rules) -> dict[str, str]:
    """The row of a variant in the comparison table, by the titles of the columns."""
    geometry = rules.geometry
    return {
        "name": rules.name,
        "board": f"{geometry.width}x{geometry.height}" + (" all" if geometry.squares is PlayableSquares.ALL else ""),
        "men": str(len(Board(rules).pieces(rules.first_mover))),
        "first": rules.side_name(rules.first_mover),
        **movement_cells(rules),
        "GameType": (rules.game_type or "-").partition(",")[0],
    }


def summary_table(chosen: Iterable[Variant]) -> str:
    """The comparison table of variants, for a terminal."""
    cells = [summary_row(variant.rules) for variant in chosen]
    rows = [tuple(summary_row(Rules())), *(tuple(row.values()) for row in cells)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
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
