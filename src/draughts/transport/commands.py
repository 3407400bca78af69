"""A command as one text, cut into the program and its arguments as the system at hand does it."""

from __future__ import annotations

import re
import shlex
import sys

from draughts.errors import EngineError

__all__ = ["split_command"]

#: Backslashes before a quotation mark, or a quotation mark, or blanks, or anything else.
_PIECE = re.compile(r'(\\*)"|([ \t\n\r]+)|(\\+|[^\\" \t\n\r]+)')


def split_command(text: str, *, windows: bool = sys.platform == "win32") -> list[str]:
    r"""The program and the arguments that a text names.

    Parameters
    ----------
    text : str
        The command. On POSIX it is cut as a shell does. On Windows backslashes are part of paths, blanks are kept
        between quotation marks, and ``\"`` is a quotation mark.
    windows : bool
        Whether to do as Windows does.

    Raises
    ------
    EngineError
        If there is no word in it, or quotation marks are not closed.

    Examples
    --------
    >>> from draughts.transport.commands import split_command
    >>> split_command("'my engines/scan' hub", windows=False)
    ['my engines/scan', 'hub']
    >>> split_command(r'"C:\My engines\scan.exe" hub', windows=True)
    ['C:\\My engines\\scan.exe', 'hub']
    """
    try:
        words = _split_windows(text) if windows else shlex.split(text)
    except ValueError as error:
        raise EngineError(f"{text!r} is no command: {error}") from None
    if not words or not words[0]:
        raise EngineError("no command is given that starts the engine")
    return words


def _split_windows(text: str) -> list[str]:
    """Words by the rules that programs for Windows apply to their command line."""
    words: list[str] = []
    word: str | None = None
    is_quoted = False
    for found in _PIECE.finditer(text):
        slashes, blanks, other = found.groups()
        if blanks is not None and not is_quoted:
            if word is not None:
                words.append(word)
            word = None
        elif slashes is not None:  # in front of a quotation mark two backslashes are one
            word = (word or "") + "\\" * (len(slashes) // 2)
            if len(slashes) % 2:
                word += '"'
            else:
                is_quoted = not is_quoted
        else:
            word = (word or "") + (blanks or other or "")
    if is_quoted:
        raise ValueError("No closing quotation")
    return words if word is None else [*words, word]
