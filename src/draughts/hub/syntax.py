"""The form of a line of the Hub protocol: a command and its arguments. What they mean is in ``messages``."""

from __future__ import annotations

import re
from typing import NamedTuple

from draughts.errors import ProtocolError

__all__ = ["MAX_LINE", "Argument", "Line", "check_length", "format_line", "one_line", "split_line"]

#: The longest line that is read, in bytes and in characters. Variations and lists of parameter values are far shorter.
MAX_LINE = 1 << 16

_BLANK = re.compile(r"[ \t]*")
_WORD = re.compile(r"[^\s\"=]+")
_NAMED = re.compile(r"[^\s\"=]+[ \t]*=")
_BARE = re.compile(r"[^\s\"]+")
_PLAIN_VALUE = re.compile(r"[^\s\"=]+")


class Argument(NamedTuple):
    """An argument as it was read.

    Attributes
    ----------
    name : str
        Its name.
    value : str
        Its value, empty for a flag.
    column : int
        Where its name begins, from 1.
    """

    name: str
    value: str
    column: int


class Line(NamedTuple):
    """A line as it was read.

    Attributes
    ----------
    command : str
        The first word, empty for a blank line.
    arguments : tuple of Argument
        What follows.
    number : int
        Which line it is, for messages.
    """

    command: str
    arguments: tuple[Argument, ...]
    number: int


def split_line(text: str, number: int = 1) -> Line:
    """Cut a line into its command and arguments. Blanks around ``=`` are no part of either.

    Raises
    ------
    ProtocolError
        If the text is too long, has no such form, or names an argument twice.

    Examples
    --------
    >>> from draughts.hub.syntax import split_line
    >>> split_line('pos pos=Wbe moves = "38-15 5-41"').arguments[1]
    Argument(name='moves', value='38-15 5-41', column=13)
    """
    check_length(text, number)
    at = _skip(text, 0)
    if at == len(text):
        return Line("", (), number)
    word = _WORD.match(text, at)
    if word is None:
        raise ProtocolError(f"a line begins with a command, not with {text[at]!r}", number, at + 1)
    at = _end(text, word.end(), number)
    arguments: dict[str, Argument] = {}
    while at < len(text):
        argument, end = _argument(text, at, number)
        if argument.name in arguments:
            raise ProtocolError(f"the argument {argument.name!r} is given twice", number, at + 1)
        arguments[argument.name] = argument
        at = _end(text, end, number)
    return Line(word[0], tuple(arguments.values()), number)


def check_length(text: str, number: int) -> None:
    """Refuse a line that is too long.

    Raises
    ------
    ProtocolError
        If it is.
    """
    if len(text) > MAX_LINE:
        raise ProtocolError(f"a line of more than {MAX_LINE} characters", number, MAX_LINE + 1)


def _argument(text: str, at: int, number: int) -> tuple[Argument, int]:
    """An argument, and where it ends."""
    word = _WORD.match(text, at)
    if word is None:
        raise ProtocolError(f"an argument begins with its name, not with {text[at]!r}", number, at + 1)
    name, end = word[0], word.end()
    mark = _skip(text, end)
    if not text.startswith("=", mark):
        return Argument(name, "", at + 1), end
    start = _skip(text, mark + 1)
    if start > mark + 1 and _NAMED.match(text, start):  # the value is left out, and the next argument follows
        return Argument(name, "", at + 1), mark + 1
    if text.startswith('"', start):
        close = text.find('"', start + 1)
        if close < 0:
            raise ProtocolError(f"the value of {name!r} has no closing quotation mark", number, start + 1)
        return Argument(name, text[start + 1 : close], at + 1), close + 1
    bare = _BARE.match(text, start)
    if bare is None:
        raise ProtocolError(f'{name!r} has no value behind =; an empty one is written ""', number, start + 1)
    return Argument(name, bare[0], at + 1), bare.end()


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _end(text: str, at: int, number: int) -> int:
    """The place after the blanks that must follow a word, or the end of the text."""
    end = _skip(text, at)
    if end == at and at < len(text):
        raise ProtocolError(f"a blank must stand before {text[at]!r}", number, at + 1)
    return end


def one_line(text: str) -> str:
    """A text that can be sent as a line.

    Raises
    ------
    ProtocolError
        If it would be several, or is too long, or cannot be encoded.
    """
    if "\n" in text or "\r" in text:
        raise ProtocolError(f"what is sent must be one line, not {text[:80]!r}")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise ProtocolError(f"{text[error.start]!r} cannot be sent", 1, error.start + 1) from None
    if size > MAX_LINE:
        raise ProtocolError(f"a line of more than {MAX_LINE} bytes")
    return text


def format_line(command: str, arguments: tuple[tuple[str, str | None], ...]) -> str:
    """A line of a command and its arguments; one whose value is None is a flag.

    Raises
    ------
    ProtocolError
        If a name or a value cannot be written: there is no way to quote a quotation mark or the end of a line.
    """
    words = [command]
    for name, value in arguments:
        if not _PLAIN_VALUE.fullmatch(name):
            raise ProtocolError(f"an argument cannot be called {name!r}")
        if value is None:
            words.append(name)
        elif _PLAIN_VALUE.fullmatch(value):
            words.append(f"{name}={value}")
        elif '"' in value:
            raise ProtocolError(f"{name} has a quotation mark, which the protocol cannot write: {value[:80]!r}")
        else:
            words.append(f'{name}="{value}"')
    line = " ".join(words)
    return one_line(line)
