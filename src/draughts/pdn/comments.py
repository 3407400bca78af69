"""Comments in braces and to the end of a line, whole or damaged."""

from __future__ import annotations

import re

from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.tag_pairs import TAG_LINE
from draughts.pdn.tokens import TOKEN_LIMIT, Token, TokenKind
from draughts.pdn.window import LOOK_AHEAD, Window

__all__ = ["read_comment", "read_line_comment"]

_BRACE = re.compile(r"[{}]")


def read_comment(window: Window) -> Token:
    """A comment in braces that begins at the window's position, which is then behind it."""
    line, column = window.line, window.column
    end, is_closed = _comment_end(window)
    start = window.position
    text = window.text[start + 1 : end]
    deviation = None
    if not is_closed and window.is_at_end and end == len(window.text):
        deviation = Deviation(DeviationKind.TRUNCATED, line, column, "the file ends in the middle of a comment")
    elif not is_closed:
        deviation = Deviation(DeviationKind.UNTERMINATED_COMMENT, line, column, "comment without a closing brace")
    if len(text) > TOKEN_LIMIT:
        text = text[:TOKEN_LIMIT]
        deviation = Deviation(
            DeviationKind.TOO_LONG,
            line,
            column,
            f"comment of more than {TOKEN_LIMIT} characters, the rest left out",
        )
    window.go_to(end)
    if is_closed:
        window.position += 1
    if deviation is not None and deviation.kind is DeviationKind.TOO_LONG and not is_closed:
        _skip_comment(window)
    return Token(TokenKind.COMMENT, text, line, column, "", deviation)


def _comment_end(window: Window) -> tuple[int, bool]:
    """Index of the closing brace and True, or where the comment is given up and False.

    The first closing brace ends a comment. But if a line that begins like a tag comes first, and then another
    opening brace or none at all, the closing brace was forgotten and the next game begins at that line.
    """
    offset = 1  # up to there nothing ends the comment
    behind = 1  # just behind the last opening brace; no tag line reaches over a brace
    while True:
        brace = _BRACE.search(window.text, window.position + offset, window.position + TOKEN_LIMIT + 2)
        if brace is None:
            offset = len(window.text) - window.position
            if window.can_grow(TOKEN_LIMIT):
                window.grow()
                continue
            end = min(len(window.text), window.position + TOKEN_LIMIT + 2)
            tag = TAG_LINE.search(window.text, window.position + behind, end)
            return (tag.start() if tag else end), False
        if brace[0] == "}":
            return brace.start(), True
        tag = TAG_LINE.search(window.text, window.position + behind, brace.start())
        if tag:
            return tag.start(), False
        offset = behind = brace.end() - window.position


def _skip_comment(window: Window) -> None:
    """Go on behind a comment that is too long: to its closing brace, a line that begins like a tag, or the end."""
    while True:
        brace = window.text.find("}", window.position)
        tag = TAG_LINE.search(window.text, window.position, brace if brace >= 0 else len(window.text))
        end = tag.start() if tag else brace + 1 if brace >= 0 else len(window.text)
        if not (tag or brace >= 0 or window.is_at_end):
            end = max(end - LOOK_AHEAD, window.position)  # a line may begin like a tag there
        window.go_to(end)
        if tag or brace >= 0 or window.is_at_end:
            return
        window.grow()


def read_line_comment(window: Window) -> Token:
    """What follows ``%`` or ``;`` at the window's position, to the end of the line."""
    line, column = window.line, window.column
    end = _line_end(window)
    text = window.text[window.position + 1 : end]
    window.position = end
    if len(text) <= TOKEN_LIMIT:
        semicolon = Deviation(DeviationKind.SPELLING, line, column, "';' begins no comment of PDN 3.0; read as one")
        is_standard = window.text[end - len(text) - 1] == "%"
        return Token(TokenKind.LINE_COMMENT, text, line, column, "", None if is_standard else semicolon)
    while (end := window.text.find("\n", window.position)) < 0 and not window.is_at_end:
        window.position = len(window.text)
        window.grow()
    window.position = end if end >= 0 else len(window.text)
    message = f"line comment of more than {TOKEN_LIMIT} characters, the rest left out"
    deviation = Deviation(DeviationKind.TOO_LONG, line, column, message)
    return Token(TokenKind.LINE_COMMENT, text[:TOKEN_LIMIT], line, column, "", deviation)


def _line_end(window: Window) -> int:
    """Where the current line ends, or as far as a token may reach."""
    offset = 0
    while (end := window.text.find("\n", window.position + offset)) < 0 and window.can_grow(TOKEN_LIMIT):
        offset = len(window.text) - window.position
        window.grow()
    return end if end >= 0 else len(window.text)
