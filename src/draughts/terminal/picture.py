"""What a player should see, as data. How it looks is the business of `plain` and `drawn`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from draughts.game.clocks import Clock
from draughts.game.game import Game
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.position.move_entry import MoveEntry
from draughts.rules.draws import Repetition
from draughts.rules.geometry import Geometry
from draughts.rules.phrases import pieces_in_words, square_name
from draughts.rules.rules import Color, Notation, Piece, Rules

__all__ = ["Picture", "cells", "clock_text", "file_letters", "history", "move_text", "path_text", "picture", "spoken"]

#: Draw rules are shown while no more moves than this are left to each side.
_SOON = 10


@dataclass(frozen=True, slots=True)
class Picture:
    """A position with what is going on in it.

    Attributes
    ----------
    rules : Rules
        The variant.
    pieces : mapping of int to Piece
        What stands where; in the middle of a capture as far as it has come.
    is_flipped : bool
        Whether Black sits at the bottom.
    last : tuple of int
        Squares of the last move.
    targets : tuple of int
        Where the piece that was named may go.
    selected : int or None
        Where that piece stands.
    taken : tuple of int
        Pieces that were jumped and still stand.
    status : tuple of str
        Whose turn it is, and everything else that one must know now.
    history : tuple of str
        The moves, two by two.
    """

    rules: Rules
    pieces: Mapping[int, Piece]
    is_flipped: bool = False
    last: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    selected: int | None = None
    taken: tuple[int, ...] = ()
    status: tuple[str, ...] = ()
    history: tuple[str, ...] = ()

    @property
    def has_names(self) -> bool:
        """Whether players of the variant call squares by names and not by numbers."""
        return self.rules.notation is Notation.ALGEBRAIC


def picture(
    game: Game,
    players: Mapping[Color, str],
    *,
    entry: MoveEntry | None = None,
    is_flipped: bool = False,
    at: float | None = None,
) -> Picture:
    """The present picture of a game.

    Parameters
    ----------
    game : Game
        The game.
    players : mapping of Color to str
        The players' names.
    entry : MoveEntry, optional
        The move that is being entered.
    is_flipped : bool
        Whether Black sits at the bottom.
    at : float, optional
        What time it is, if a clock is running.
    """
    pieces = {square: piece for square in game.rules.geometry.numbers if (piece := game.board[square]) is not None}
    targets: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    if entry is not None:
        pieces[entry.square] = pieces.pop(entry.path[0])
        for square in entry.lifted:
            del pieces[square]
        taken = tuple(square for square in entry.taken if square in pieces)
        targets = entry.targets
    return Picture(
        rules=game.rules,
        pieces=pieces,
        is_flipped=is_flipped,
        last=game.moves[-1].path if game.moves else (),
        targets=targets,
        selected=None if entry is None else entry.square,
        taken=taken,
        status=tuple(_status(game, players, at)),
        history=history(game),
    )


def path_text(board: Board, path: Sequence[int]) -> str:
    """The squares of a move, all of them, as players of the variant write them."""
    mark = board.rules.capture_separator if board.has_capture else "-"
    return mark.join(square_name(board.rules, square) for square in path)


def move_text(board: Board, move: Move) -> str:
    """A move as people may type it: with every square where more than one piece is taken.

    Examples
    --------
    >>> from draughts import Board
    >>> board = Board.from_fen("W:W22:B9,10,17,18")
    >>> [move_text(board, move) for move in board.legal_moves]
    ['22x13x6', '22x15x6']
    """
    return path_text(board, move.path) if len(move.captured) > 1 else board.notation(move, "pdn")


def spoken(picture: Picture) -> tuple[str, ...]:
    """Where the pieces stand, one side after the other, to be read aloud.

    Examples
    --------
    >>> from draughts import Board
    >>> people = dict.fromkeys(Color, "human")
    >>> spoken(picture(Game(start=Board.from_fen("W:W21,22,K3:B1")), people))
    ('Black: man 1', 'White: men 21, 22; king 3')
    """
    rules = picture.rules
    return tuple(f"{rules.side_name(color)}: {pieces_in_words(rules, picture.pieces, color)}" for color in Color)


def history(game: Game) -> tuple[str, ...]:
    """The moves of a game, two by two.

    Examples
    --------
    >>> game = Game()
    >>> for move in ("11-15", "23-19", "8-11"):
    ...     _ = game.push(move)
    >>> history(game)
    ('1. 11-15 23-19', '2. 8-11')
    """
    words = [board.notation(move, "pdn") for board, move in zip(game.boards, game.moves, strict=False)]
    if words and game.boards[0].turn is not game.rules.first_mover:
        words.insert(0, "...")
    return tuple(f"{at // 2 + 1}. {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2))


def _status(game: Game, players: Mapping[Color, str], at: float | None) -> Iterator[str]:
    result = game.result
    if result is not None:
        yield f"{result.score()}  {result.describe()}"
        return
    turn = game.turn
    sides = {color: game.rules.side_name(color) for color in Color}
    capture = "; a capture must be made" if game.board.has_capture else ""
    yield f"{sides[turn]} ({players[turn]}) to move, move {game.ply // 2 + 1}{capture}"
    if game.clock is not None:
        yield f"clock: {', '.join(f'{sides[color]} {_left(game.clock, color, at)}' for color in Color)}"
    if game.offer is not None:
        yield f"{sides[game.offer]} offers a draw: accept or decline"
    for rule in game.claimable_draws:
        yield f"a draw can be claimed: {rule.describe()}"
    yield from _countdown(game)
    cautioned = [f"{sides[color]} {count}" for color in Color if (count := game.illegal_moves(color))]
    if cautioned:
        yield f"cautions: {', '.join(cautioned)}"


def _countdown(game: Game) -> Iterator[str]:
    shown = set(game.countdowns)
    for status in game.draw_status:
        left = status.moves_left
        near = status.value > 1 if isinstance(status.rule, Repetition) else left is not None and left <= _SOON
        if near or status in shown:
            yield f"draw: {status.describe()}"


def _left(clock: Clock, color: Color, at: float | None) -> str:
    return clock_text(clock.remaining(color, at)) + (" (running)" if clock.is_running and clock.turn is color else "")


def clock_text(seconds: float) -> str:
    """Time left, as clocks show it.

    Examples
    --------
    >>> clock_text(299.2), clock_text(3725), clock_text(9.87)
    ('4:59', '1:02:05', '0:09.8')
    """
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
    tenths = f".{int(seconds * 10) % 10}" if seconds < 10 else ""
    return f"{minutes}:{rest:02d}{tenths}"


# The board as rows


def cells(geometry: Geometry, is_flipped: bool) -> list[tuple[int, list[int | None]]]:
    """The rows from the top as they are seen: rank, and the squares from the left, None where none is played on.

    Examples
    --------
    >>> cells(Geometry(), False)[0]
    (8, [None, 1, None, 2, None, 3, None, 4])
    >>> cells(Geometry(), True)[0]
    (1, [None, 32, None, 31, None, 30, None, 29])
    """
    rows = [
        (geometry.height - row, [geometry.at(row, column) for column in range(geometry.width)])
        for row in range(geometry.height)
    ]
    return [(rank, squares[::-1]) for rank, squares in rows[::-1]] if is_flipped else rows


def file_letters(geometry: Geometry, is_flipped: bool) -> list[str]:
    """The files from the left as they are seen."""
    letters = [chr(ord("a") + column) for column in range(geometry.width)]
    return letters[::-1] if geometry.algebraic_origin.is_right != is_flipped else letters
