"""The telegrams of DamExchange (DXP) as values, and how they are read from text and written to it.

Nothing here sends or waits. Every field has a fixed width; what does not fit is refused. What is sent keeps to the
letter of the protocol; what comes from others is read more leniently by `read_telegram`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from draughts.errors import ProtocolError
from draughts.rules.readings import as_color
from draughts.rules.rules import Color
from draughts.support.checks import as_flag, as_list, as_text, as_whole, is_whole, refuse

__all__ = [
    "MAX_TELEGRAM",
    "AcceptCode",
    "BackAccept",
    "BackRequest",
    "Chat",
    "EndReason",
    "GameAccept",
    "GameEnd",
    "GameRequest",
    "MoveMade",
    "OtherVersion",
    "Telegram",
    "format_telegram",
    "parse_telegram",
    "read_telegram",
]

#: The longest telegram, without the zero byte that ends it.
MAX_TELEGRAM = 127

_NAME = 32
_SQUARES = 50
_MOST_SECONDS = 9999
_SIDES = {"W": Color.WHITE, "Z": Color.BLACK}
_LETTERS = {color: letter for letter, color in _SIDES.items()}
_FRACTION = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+", re.ASCII)


class AcceptCode(IntEnum):
    """The answer to a request for a game."""

    ACCEPTED = 0
    WRONG_VERSION = 1
    NOT_THIS_GAME = 2
    NO_GAME = 3


class EndReason(IntEnum):
    """Why the side to move ends the game instead of making a move."""

    NONE = 0
    RESIGN = 1
    DRAW = 2
    WIN = 3


@dataclass(frozen=True, slots=True)
class GameRequest:
    """GAMEREQ: the Initiator asks for a game.

    Attributes
    ----------
    name : str
        The Initiator, in at most 32 characters.
    follower : Color
        What the Follower plays.
    minutes : float
        Time of each side for the game; what is sent is a whole number.
    moves : int
        Moves of each side; 0 for no limit.
    position : str
        Where to begin, see `draughts.dxp.read_position`; empty for the start position.
    """

    name: str
    follower: Color
    minutes: float
    moves: int = 0
    position: str = ""


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """GAMEREQ of a version of the protocol that is not known; what else it says cannot be read."""

    version: int


@dataclass(frozen=True, slots=True)
class GameAccept:
    """GAMEACC: the Follower's answer, with its name."""

    name: str
    code: AcceptCode = AcceptCode.ACCEPTED


@dataclass(frozen=True, slots=True)
class MoveMade:
    """MOVE.

    Attributes
    ----------
    seconds : int
        Time used for it.
    origin, destination : int
        First and last square.
    captured : tuple of int
        The squares of the pieces taken, in any order.
    """

    seconds: int
    origin: int
    destination: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnd:
    """GAMEEND: instead of a move, or the answer to one that came.

    Attributes
    ----------
    reason : EndReason
        Why; `NONE` in an answer.
    stop : bool
        Whether no other game shall follow.
    """

    reason: EndReason = EndReason.NONE
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Chat:
    """CHAT: a text of 1 to 126 characters, at any time."""

    text: str


@dataclass(frozen=True, slots=True)
class BackRequest:
    """BACKREQ: go back to where this side was to make its move of this number, from 1."""

    number: int
    turn: Color


@dataclass(frozen=True, slots=True)
class BackAccept:
    """BACKACC: the answer; only the code 0 accepts."""

    code: int = 0


Telegram = GameRequest | OtherVersion | GameAccept | MoveMade | GameEnd | Chat | BackRequest | BackAccept


class _Reader:
    """Takes fields off a telegram; a lenient one also takes a fraction where the protocol has a whole number."""

    def __init__(self, text: str, number: int, *, is_lenient: bool = False) -> None:
        self.text = text
        self.number = number
        self.at = 1
        self.is_lenient = is_lenient

    def fault(self, message: str, at: int | None = None) -> ProtocolError:
        return ProtocolError(message, self.number, (self.at if at is None else at) + 1)

    def take(self, width: int, what: str) -> str:
        field = self.text[self.at : self.at + width]
        if len(field) < width:
            raise self.fault(f"{what} takes {width} characters, and {len(field)} are left")
        self.at += width
        return field

    def digits(self, width: int, what: str) -> int:
        at = self.at
        field = self.take(width, what)
        if not re.fullmatch("[0-9]+", field, re.ASCII):
            raise self.fault(f"{what} must be {width} digits, not {field!r}", at)
        return int(field)

    def minutes(self, width: int, what: str) -> float:
        field = self.text[self.at : self.at + width].strip()
        if self.is_lenient and not field.isdigit() and _FRACTION.fullmatch(field):
            self.at += width
            return float(field)
        return self.digits(width, what)

    def code(self, kind: type[IntEnum], what: str) -> int:
        at = self.at
        number = self.digits(1, what)
        if number not in list(kind):
            raise self.fault(f"{what} must be 0 to {max(kind)}, not {number}", at)
        return number

    def color(self, what: str) -> Color:
        at = self.at
        field = self.take(1, what)
        if field not in _SIDES:
            raise self.fault(f"{what} must be W or Z, not {field!r}", at)
        return _SIDES[field]

    def square(self, what: str) -> int:
        at = self.at
        number = self.digits(2, what)
        if not 1 <= number <= _SQUARES:
            raise self.fault(f"{what} must be 01 to {_SQUARES}, not {number:02d}", at)
        return number

    def rest(self) -> str:
        self.at, field = len(self.text), self.text[self.at :]
        return field

    def end(self) -> None:
        if self.at < len(self.text):
            raise self.fault(f"the telegram goes on with {self.text[self.at :]!r}, where it should end")


def parse_telegram(text: str, number: int = 1) -> Telegram:
    """Read a telegram.

    Parameters
    ----------
    text : str
        The telegram, without the zero byte that ends it.
    number : int
        Which one it is, for error messages.

    Raises
    ------
    ProtocolError
        If it is none.

    Examples
    --------
    >>> from draughts.dxp import parse_telegram
    >>> parse_telegram("M001205250422122320")
    MoveMade(seconds=12, origin=5, destination=25, captured=(22, 12, 23, 20))
    >>> parse_telegram("M00123861")
    Traceback (most recent call last):
    draughts.errors.ProtocolError: line 1, column 8: destination must be 01 to 50, not 61
    """
    as_whole(number, "number")
    if len(as_text(text, "a telegram")) > MAX_TELEGRAM:
        raise ProtocolError(f"a telegram of more than {MAX_TELEGRAM} characters", number, MAX_TELEGRAM + 1)
    strange = next((at for at, letter in enumerate(text) if not "\0" < letter < "\x80"), None)
    if strange is not None:
        raise ProtocolError(f"{text[strange]!r} is not ASCII", number, strange + 1)
    read = _READERS.get(text[:1])
    if read is None:
        kinds = ", ".join(_READERS)
        raise ProtocolError(f"a telegram begins with one of {kinds}, not with {text[:1]!r}", number)
    reader = _Reader(text, number)
    telegram = read(reader)
    reader.end()
    return telegram


def read_telegram(data: bytes, number: int = 1) -> Telegram | None:
    """Read a telegram as other programs send it, more leniently than `parse_telegram`.

    What a program says to people does no harm: in names and chats characters that ASCII does not have, or that a
    screen would obey, become ``?``, and a long chat is cut. The time in a request may be a fraction.

    Parameters
    ----------
    data : bytes
        The telegram, without the zero byte that ends it.
    number : int
        Which one it is, for error messages.

    Returns
    -------
    Telegram or None
        None for what is to be skipped: an empty telegram, an empty chat, a letter that the protocol does not know.

    Raises
    ------
    ProtocolError
        If it is a telegram of the protocol and cannot be read.

    Examples
    --------
    >>> from draughts.dxp import read_telegram
    >>> read_telegram("Ctr\u00e8s bien".encode()), read_telegram(b"C"), read_telegram(b"x1")
    (Chat(text='tr?s bien'), None, None)
    """
    as_whole(number, "number")
    if not isinstance(data, bytes | bytearray):
        refuse("a telegram that has come is bytes", data)
    letter = data[:1].decode("latin-1")
    if letter not in _READERS or data == b"C":
        return None
    try:
        decoded = data.decode("utf-8") if letter == "C" else data.decode("latin-1")
    except UnicodeDecodeError:
        decoded = data.decode("latin-1")
    text = "".join(sign if " " <= sign <= "~" else "?" for sign in decoded)
    if letter == "C":
        return Chat(text[1:MAX_TELEGRAM])
    if len(text) > MAX_TELEGRAM:
        raise ProtocolError(f"a telegram of more than {MAX_TELEGRAM} characters", number, MAX_TELEGRAM + 1)
    reader = _Reader(text, number, is_lenient=True)
    telegram = _READERS[letter](reader)
    reader.end()
    return telegram


def _read_request(reader: _Reader) -> GameRequest | OtherVersion:
    version = reader.digits(2, "version")
    if version != 1:
        reader.rest()
        return OtherVersion(version)
    name = reader.take(_NAME, "name").strip(" ")
    follower = reader.color("colour of the Follower")
    minutes = reader.minutes(3, "thinking time")
    moves = reader.digits(3, "number of moves")
    at = reader.at
    start = reader.take(1, "starting position")
    if start not in "AB":
        raise reader.fault(f"starting position must be A or B, not {start!r}", at)
    position = reader.take(1 + _SQUARES, "position") if start == "B" else ""
    return GameRequest(name, follower, minutes, moves, position)


def _read_accept(reader: _Reader) -> GameAccept:
    name = reader.take(_NAME, "name").strip(" ")
    return GameAccept(name, AcceptCode(reader.code(AcceptCode, "acceptance code")))


def _read_move(reader: _Reader) -> MoveMade:
    seconds = reader.digits(4, "time")
    origin = reader.square("origin")
    destination = reader.square("destination")
    count = reader.digits(2, "number captured")
    return MoveMade(seconds, origin, destination, tuple(reader.square("captured square") for _ in range(count)))


def _read_end(reader: _Reader) -> GameEnd:
    reason = EndReason(reader.code(EndReason, "reason"))
    at = reader.at
    stop = reader.take(1, "stop code")
    if stop not in "01":
        raise reader.fault(f"stop code must be 0 or 1, not {stop!r}", at)
    return GameEnd(reason, stop == "1")


def _read_chat(reader: _Reader) -> Chat:
    text = reader.rest()
    if not text:
        raise reader.fault("the chat says nothing")
    return Chat(text)


def _read_back_request(reader: _Reader) -> BackRequest:
    return BackRequest(reader.digits(3, "move number"), reader.color("colour to move"))


def _read_back_accept(reader: _Reader) -> BackAccept:
    return BackAccept(reader.digits(1, "code"))


_READERS: dict[str, Callable[[_Reader], Telegram]] = {
    "R": _read_request,
    "A": _read_accept,
    "M": _read_move,
    "E": _read_end,
    "C": _read_chat,
    "B": _read_back_request,
    "K": _read_back_accept,
}


def format_telegram(telegram: Telegram) -> str:
    """Write a telegram, without the zero byte that ends it.

    Raises
    ------
    ProtocolError
        If a value does not fit its field.

    Examples
    --------
    >>> from draughts import Color
    >>> from draughts.dxp import BackRequest, GameEnd, MoveMade, format_telegram
    >>> format_telegram(MoveMade(12, 6, 11)), format_telegram(BackRequest(5, Color.BLACK)), format_telegram(GameEnd())
    ('M0012061100', 'B005Z', 'E00')
    """
    match telegram:
        case GameRequest(name, follower, minutes, moves, position):
            start = f"B{position}" if position else "A"
            numbers = f"{_digits(minutes, 3, 'minutes')}{_digits(moves, 3, 'moves')}"
            text = f"R01{_padded(name)}{_LETTERS[as_color(follower)]}{numbers}{start}"
        case OtherVersion(version):
            text = f"R{_digits(version, 2, 'version')}"
        case GameAccept(name, code):
            text = f"A{_padded(name)}{_code(AcceptCode, code)}"
        case MoveMade(seconds, origin, destination, captured):
            squares = "".join(_digits(square, 2, "square") for square in as_list(captured, "captured squares"))
            used = _digits(_MOST_SECONDS if is_whole(seconds) and seconds > _MOST_SECONDS else seconds, 4, "seconds")
            ends = f"{_digits(origin, 2, 'square')}{_digits(destination, 2, 'square')}"
            text = f"M{used}{ends}{_digits(len(captured), 2, 'captured')}{squares}"
        case GameEnd(reason, stop):
            text = f"E{_code(EndReason, reason)}{int(as_flag(stop, 'stop'))}"
        case Chat(words):
            text = f"C{as_text(words, 'a chat')}"
        case BackRequest(number, turn):
            text = f"B{_digits(number, 3, 'move number')}{_LETTERS[as_color(turn)]}"
        case BackAccept(code):
            text = f"K{_digits(code, 1, 'code')}"
        case _:
            refuse("a telegram is a message of draughts.dxp, such as GameEnd()", telegram)
    parse_telegram(text)  # what cannot be read must not be sent
    return text


def _digits(number: float, width: int, what: str) -> str:
    if isinstance(number, bool) or not isinstance(number, int):
        raise ProtocolError(f"{what} must be a whole number, not {number!r}")
    text = f"{number:0{width}d}"
    if number < 0 or len(text) > width:
        raise ProtocolError(f"{what} must have at most {width} digits, not {number}")
    return text


def _code(kind: type[IntEnum], value: object) -> int:
    return value.value if isinstance(value, kind) else refuse(f"a code is a member of {kind.__name__}", value)


def _padded(name: str) -> str:
    if len(as_text(name, "a name")) > _NAME or name != name.strip(" "):
        raise ProtocolError(f"a name has at most {_NAME} characters and no blanks around it, not {name!r}")
    return name.ljust(_NAME)
