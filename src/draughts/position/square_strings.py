"""What Hub and DXP have in common: positions with a character for each square, and captures by the squares taken."""

from __future__ import annotations

from collections.abc import Collection

from draughts.errors import AmbiguousMoveError, FenError, IllegalMoveError
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.notation import write_hub
from draughts.rules.rules import Color, PieceType, Rules

__all__ = ["find_move", "read_squares", "write_squares"]

#: How much of a wrong text a message shows, and how many moves it lists.
_SHOWN = 80
_LISTED = 6


def read_squares(text: str, turn: Color, letters: str, rules: Rules) -> Board:
    """The position of a text that has a character for each square, in the order of their numbers.

    Parameters
    ----------
    text : str
        The characters.
    turn : Color
        The side to move.
    letters : str
        White man, Black man, White king, Black king, empty square.
    rules : Rules
        The variant, which says how many squares there are.

    Raises
    ------
    FenError
        If the text is no position of the variant. Every fault is named.
    """
    count = rules.geometry.square_count
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    if len(text) != count:
        raise FenError(shown, f"{len(text)} squares, but the {rules.name} board has {count}")
    white_man, black_man, white_king, black_king, empty = tuple(letters)
    lists: dict[str, list[str]] = {"W": [], "B": []}
    faults = []
    for square, letter in enumerate(text, 1):
        if letter in (white_man, white_king):
            lists["W"].append(f"{'K' if letter == white_king else ''}{square}")
        elif letter in (black_man, black_king):
            lists["B"].append(f"{'K' if letter == black_king else ''}{square}")
        elif letter != empty:
            faults.append(f"{letter!r} on square {square} is none of {', '.join(letters)}")
    if faults:
        raise FenError(shown, *faults)
    try:
        return Board.from_fen(f"{turn.value}:W{','.join(lists['W'])}:B{','.join(lists['B'])}", rules)
    except FenError as error:
        raise FenError(shown, *error.faults) from None


def write_squares(board: Board, letters: str) -> str:
    """A position as `read_squares` reads it.

    Raises
    ------
    FenError
        If a counter of quiet king moves is running, for which the text has no place.
    """
    if board != board.without_king_moves():
        raise FenError(board.fen, "one character for each square leaves no place for king move counters that run")
    written = dict(
        zip([(color, kind) for kind in PieceType for color in (Color.WHITE, Color.BLACK)], letters, strict=False)
    )
    pieces = (board[square] for square in board.rules.geometry.numbers)
    return "".join(letters[-1] if piece is None else written[piece.color, piece.kind] for piece in pieces)


def find_move(board: Board, origin: int, destination: int, captured: Collection[int], text: str) -> Move:
    """The legal move that takes exactly the pieces on these squares.

    Parameters
    ----------
    board : Board
        The position.
    origin, destination : int
        First and last square.
    captured : collection of int
        The squares taken, in any order; none for a quiet move.
    text : str
        How the move was written, for messages.

    Raises
    ------
    IllegalMoveError
        If there is no such move.
    AmbiguousMoveError
        If there are several, which differ in the piece that results.
    """
    numbers = board.rules.geometry.numbers
    strange = next((square for square in (origin, destination, *captured) if square not in numbers), None)
    if strange is not None:
        raise IllegalMoveError(f"{text!r}: there is no square {strange} ({numbers[0]} to {numbers[-1]})")
    wanted = tuple(sorted(captured))
    found = [move for move in board.legal_moves.between(origin, destination) if move.captured == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousMoveError(f"{text!r}: {len(found)} moves fit", tuple(map(write_hub, found)))
    raise IllegalMoveError(f"{text!r}: {_objection(board, origin, destination, wanted)}")


def _objection(board: Board, origin: int, destination: int, captured: tuple[int, ...]) -> str:
    """Why there is no such move."""
    similar = board.legal_moves.between(origin, destination)
    if not similar:
        explanation = board.explain(f"{origin}{'x' if captured else '-'}{destination}")
        return f"{explanation.message} ({board.fen})"
    taken = f"takes {', '.join(map(str, captured))}" if captured else "takes nothing"
    legal = ", ".join(map(write_hub, similar[:_LISTED]))
    return f"no legal move from {origin} to {destination} {taken}; legal: {legal} ({board.fen})"
