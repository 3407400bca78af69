"""Which of the eight-bit encodings of draughts files a text is in, told by the letters that come out."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["ENCODINGS", "decoded", "most_likely"]

#: The encodings that are told apart; the first ones win where nothing tells.
ENCODINGS = ("cp1252", "cp1251", "cp866", "koi8-r", "iso8859-5")

#: A run of letters with bytes that are not ASCII among them, and the byte before it.
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
#: Bytes that are looked at.
_SAMPLE = 1 << 14
#: How common the letters of Russian are.
_RUSSIAN = dict.fromkeys("оеаинтсрвл", 3) | dict.fromkeys("кмдпуяыьгзбчй", 2) | dict.fromkeys("хжшюцщэф", 1)
#: Letters of Western languages with marks: common ones, and the others.
_COMMON_MARKED = frozenset("éèêëàâäáãåæçíîïñóôöõøúùûüßÉÖÜÄÅØÓÁ")
_MARKED = frozenset("ìòýÿÀÂÃÆÇÈÊËÍÎÏÌÑÒÔÕÙÚÛÝšžœŠŽŒŸ")
#: Signs that cp1252 has and typists use.
_SIGNS = frozenset("\u2018\u2019\u201c\u201d\u2013\u2014\u2026\xab\xbb\xb0\xbd\xbc\xbe\xb7\xd7\xb4\xa0")
_CYRILLIC_SIGNS = frozenset("\u00ab\u00bb\u2013\u2014\u2026\u2116\u201c\u201d\u201e\u2019\u00a0")
_WRONG = -6


def most_likely(lines: Iterable[bytes]) -> str:
    r"""The encoding in which these lines, which are not UTF-8, make the most sense.

    Examples
    --------
    >>> from draughts.pdn.letters import most_likely
    >>> most_likely(["Андрейко".encode("koi8-r")]), most_likely([b"M\xfcller"])
    ('koi8-r', 'cp1252')
    """
    sample = b"\n".join(lines)[:_SAMPLE]
    words = _WORD.findall(sample)
    return max(ENCODINGS, key=lambda encoding: sum(_score(decoded(word, encoding), encoding) for word in words))


def decoded(text: bytes, encoding: str) -> str:
    """A text in an encoding. What cp1252 leaves undefined is read as in Latin-1, other undefined bytes are replaced."""
    if encoding != "cp1252":
        return text.decode(encoding, errors="replace")
    try:
        return text.decode("cp1252")
    except UnicodeDecodeError:
        return "".join(bytes((byte,)).decode("cp1252", errors="ignore") or chr(byte) for byte in text)


def _score(word: str, encoding: str) -> float:
    """How well a word reads."""
    return _western(word) if encoding == "cp1252" else _cyrillic(word)


def _cyrillic(word: str) -> float:
    score = 0.0
    before = ""
    for letter in word:
        lower = letter.lower()
        if lower in _RUSSIAN or lower in "ёъ":
            score += _RUSSIAN.get(lower, 0.5)
            if letter != lower and before.islower():
                score += _WRONG
            if before.isascii() and before.isalpha():
                score += _WRONG / 2
            if letter == lower and before.isupper() and len(word) > 2 and word[-1].isupper():
                score += _WRONG / 2
            if not before and letter in "ъьыЪЬЫ":
                score += _WRONG
        elif letter.isascii():
            score += _WRONG / 2 if before and not before.isascii() and before.isalpha() else 0
        elif letter in _CYRILLIC_SIGNS:
            score += 0.5
        else:
            score += _WRONG
        before = letter
    return score


def _western(word: str) -> float:
    score = 0.0
    before = ""
    for letter in word:
        if not letter.isascii():
            if letter in _SIGNS:
                score += 1
            elif letter in _COMMON_MARKED or letter in _MARKED:
                score += 3 if letter in _COMMON_MARKED else 1.5
                if before and not before.isascii() and before.isalpha():
                    score += _WRONG
            else:
                score += _WRONG
            if letter.isupper() and before.islower():
                score += _WRONG
        before = letter
    return score if any(letter.isascii() for letter in word) or len(word) == 1 else score - 2
