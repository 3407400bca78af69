"""Tag pairs such as ``[Event "Ayr"]``, whole or damaged."""

from __future__ import annotations

import re

from draughts.pdn.diagnostics import Deviation, DeviationKind
from draughts.pdn.tokens import TOKEN_LIMIT, Token, TokenKind
from draughts.pdn.window import Window

__all__ = ["TAG_LINE", "read_tag"]

#: How far a tag pair may run on over line ends, or be damaged.
_TAG_LOOK_AHEAD = 1 << 12
_STANDARD_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_NAME = r"[^\W\d][\w.-]{0,63}"
_TAG = re.compile(rf'\[\s{{0,64}}({_NAME})\s{{0,64}}"((?:[^"\\\n]|\\[^\n]|(?<!\])\n)*+)"\s{{0,64}}\]')
_OPEN_VALUE = re.compile(rf'\[\s{{0,64}}{_NAME}\s{{0,64}}"(?:[^"\\\n]|\\[^\n]|(?<!\])\n)*+')
_TAG_HEAD = re.compile(rf"\[[ \t]{{0,64}}({_NAME})(?:[ \t]{{1,64}}|(?=\"))")
#: A line that begins like a tag pair.
TAG_LINE = re.compile(rf'^[ \t]{{0,8}}\[{_NAME}[ \t]{{0,64}}"', re.MULTILINE)
#: What is left of a tag pair at the end of a file that was cut.
_CUT_TAG = re.compile(rf'\[({_NAME})(?:[ \t]{{0,64}}\Z|[ \t]{{1,64}}"([^"\n\]]*)\Z)')
#: A whole line that is like a tag pair, but for its name: ``[Type de jeu "20"]``.
_ODD_NAME = re.compile(
    r'\[[ \t]{0,64}([^"\[\]{}\n]{0,63}[^"\[\]{}\s])[ \t]{1,64}"([^"\n]{0,1000})"[ \t]{0,64}\](?=[ \t]*(?:[\n\[]|\Z))'
)
_WRAPPER = re.compile(r"\[/?p[dg]n\]", re.IGNORECASE)


def read_tag(window: Window) -> Token:
    """A tag pair, or a stray bracket, or ``[pdn]`` as web pages have it around games."""
    line, column = window.line, window.column
    window.look_ahead(_TAG_LOOK_AHEAD)
    while (found := _TAG.match(window.text, window.position, window.position + TOKEN_LIMIT)) is None:
        value = _OPEN_VALUE.match(window.text, window.position)
        if value is None or value.end() < len(window.text) or not window.can_grow(TOKEN_LIMIT):
            return _broken_tag(window, line, column)
        window.grow()
    window.go_to(found.end())
    deviation = None if _STANDARD_NAME.fullmatch(found[1]) else _no_name(found[1], line, column)
    return Token(TokenKind.TAG, found[1], line, column, _unescaped(found[2]), deviation)


def _no_name(name: str, line: int, column: int) -> Deviation:
    return Deviation(DeviationKind.SPELLING, line, column, f"{name!r} is no tag name of PDN 3.0")


def _broken_tag(window: Window, line: int, column: int) -> Token:
    """A tag pair that lacks something, read within its line; else a stray bracket."""
    start = window.position
    head = _TAG_HEAD.match(window.text, start)
    cut = _CUT_TAG.match(window.text, start) if window.is_at_end else None
    if cut is not None:
        window.position = cut.end()
        deviation = Deviation(DeviationKind.TRUNCATED, line, column, "the file ends in the middle of a tag")
        if cut[2] is None:
            return Token(TokenKind.JUNK, cut[0], line, column, "", deviation)
        return Token(TokenKind.TAG, cut[1], line, column, _unescaped(cut[2].strip()), deviation)
    odd = _ODD_NAME.match(window.text, start)
    if odd is not None and not re.fullmatch(_NAME, odd[1]):
        window.position = odd.end()
        return Token(TokenKind.TAG, odd[1], line, column, _unescaped(odd[2]), _no_name(odd[1], line, column))
    if head is None:
        wrapper = _WRAPPER.match(window.text, start)
        window.position = wrapper.end() if wrapper else start + 1
        return Token(TokenKind.JUNK, wrapper[0] if wrapper else "[", line, column)
    end = window.text.find("\n", start, start + _TAG_LOOK_AHEAD)
    rest = window.text[head.end() : end if end >= 0 else start + _TAG_LOOK_AHEAD]
    value, used, complaint = _broken_value(rest)
    if complaint is None:
        window.position += 1
        return Token(TokenKind.JUNK, "[", line, column)
    window.position = head.end() + used
    deviation = Deviation(DeviationKind.BROKEN_TAG, line, column, f"tag {head[1]!r} {complaint}")
    return Token(TokenKind.TAG, head[1], line, column, _unescaped(value), deviation)


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"') if "\\" in value else value


def _broken_value(rest: str) -> tuple[str, int, str | None]:
    """Value of a damaged tag, how much of the line belongs to it, and what is wrong; None if it is no tag at all."""
    stripped = rest.rstrip()
    is_quoted = rest.startswith('"')
    if is_quoted and stripped.endswith("]") and stripped[:-1].rstrip().endswith('"') and len(stripped) > 2:
        inner = stripped[:-1].rstrip()
        if len(inner) > 1:
            return inner[1:-1], len(stripped), "has quotes inside its value"
    bracket = rest.find("]")
    if bracket >= 0:
        value = rest[:bracket].strip()
        if not is_quoted and not value:
            return "", 0, None
        return value.removeprefix('"').removesuffix('"'), bracket + 1, f"lacks {_missing_quote(value)}"
    if not is_quoted:
        return "", 0, None
    closing = rest.find('"', 1)
    if closing >= 0:
        return rest[1:closing], closing + 1, "lacks its closing bracket"
    return stripped[1:], len(stripped), "lacks its closing quote and bracket"


def _missing_quote(value: str) -> str:
    if value.startswith('"'):
        return "its closing quote"
    return "its opening quote" if value.endswith('"') else "its quotes"
