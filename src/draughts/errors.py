"""Every exception that the package raises on purpose. Nothing else lives here."""

from __future__ import annotations

__all__ = [
    "AmbiguousMoveError",
    "ArgumentError",
    "CaptureLimitError",
    "DraughtsError",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "FenError",
    "GameStateError",
    "IllegalMoveError",
    "MissingPackageError",
    "PdnError",
    "PlayerError",
    "ProtocolError",
    "RulesError",
    "SavedGameError",
    "SquareError",
    "TablebaseError",
    "UnsupportedPythonError",
]


class DraughtsError(Exception):
    """Root of all errors of this package."""


class ArgumentError(DraughtsError, TypeError, ValueError):
    """An argument that can mean nothing here, such as a number where a colour is wanted; the message says what is."""


class SquareError(ArgumentError, IndexError):
    """A square that the board does not have."""


class RulesError(DraughtsError, ValueError):
    """A rule set that makes no sense, or a name that no rule set has."""


class FenError(DraughtsError, ValueError):
    """A position that cannot be read, or that is no position of the game.

    Attributes
    ----------
    faults : tuple of str
        Every fault found, one sentence each; the message joins them.

    Examples
    --------
    >>> from draughts import Board
    >>> Board.from_fen("W:W14,14:B33")
    Traceback (most recent call last):
    draughts.errors.FenError: 'W:W14,14:B33': square 14 is named twice; 'B33': no square 33 on this board (1 to 32)
    """

    def __init__(self, text: str, *faults: str) -> None:
        super().__init__(f"{text!r}: {'; '.join(faults)}")
        self.text = text
        self.faults = faults

    def __reduce__(self) -> tuple[type[FenError], tuple[str, ...]]:
        return type(self), (self.text, *self.faults)


class PdnError(DraughtsError, ValueError):
    """Text that is not PDN.

    Attributes
    ----------
    line, column : int
        Where, both counted from 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[PdnError], tuple[str, int, int]]:
        return type(self), (self.message, self.line, self.column)


class IllegalMoveError(DraughtsError, ValueError):
    """A move that was read but is not legal here; the message says which rule forbids it."""


class AmbiguousMoveError(IllegalMoveError):
    """A text that fits several legal moves with different outcomes.

    Attributes
    ----------
    candidates : tuple of str
        The moves that fit, each written with its whole path.
    """

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates

    def __reduce__(self) -> tuple[type[AmbiguousMoveError], tuple[str, tuple[str, ...]]]:
        return type(self), (str(self), self.candidates)


class GameStateError(DraughtsError, ValueError):
    """A call that the state of the game does not allow."""


class SavedGameError(DraughtsError, ValueError):
    """A saved game that is damaged, edited or from a later version; the message says what is wrong with it."""


class CaptureLimitError(DraughtsError, ValueError):
    """More capture routes in one position than the generator follows.

    A handful of composed positions have millions of ways to order one capture. The generator stops at a stated limit
    rather than running for hours, and never returns a part of the list.
    """


class UnsupportedPythonError(DraughtsError, RuntimeError):
    """What was asked for needs compiled code, which is not safe in this build of Python."""


class MissingPackageError(DraughtsError, ImportError):
    """What was asked for needs an optional package that is not installed; the message says how to install it."""


class PlayerError(DraughtsError, ValueError):
    """A text that names no player, or one that cannot play here."""


class ProtocolError(DraughtsError, ValueError):
    """Something that another program has sent and that its protocol does not allow.

    Attributes
    ----------
    line, column : int
        Which line or telegram since the connection began, and where in it; both counted from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ProtocolError], tuple[str, int, int]]:
        return type(self), (self.message, self.line, self.column)


class EngineError(DraughtsError):
    """Another program that cannot be started, refuses, or does not do what it was asked for."""


class EngineTerminatedError(EngineError):
    """Another program that has ended, or closed the connection, before it had answered."""


class EngineTimeoutError(EngineError, TimeoutError):
    """Another program that has not answered in time; the connection to it is closed."""


class TablebaseError(DraughtsError, ValueError):
    """An endgame table that is missing, damaged, or one of other rules; the message names the file."""
