"""Drives dame-rs: International draughts, in Rust."""

from __future__ import annotations

import importlib
import random
from typing import Any

from protocol import Game, Operation, Position, serve

dame = importlib.import_module("dame")


def board(position: Position) -> Any:
    """A board of the package."""
    return dame.Board(position["fen"])


def board_and_moves(position: Position) -> tuple[Any, list[Any]]:
    """A board and its moves."""
    made = board(position)
    return made, made.legal_moves


def outcomes(position: Position) -> int:
    """Moves with different results."""
    return len({(m.from_square, m.to_square, *m.captured) for m in board(position).legal_moves})


def count(boards: list[Any]) -> int:
    """Lists; they are complete in any case."""
    for board in boards:
        len(board.legal_moves)
    return len(boards)


def read(boards: list[Any]) -> int:
    """Lists with every move read."""
    for board in boards:
        for move in board.legal_moves:
            move.from_square, move.to_square  # noqa: B018
    return len(boards)


def play(items: list[tuple[Any, list[Any]]]) -> int:
    """A copy with the move made; boards change in place here."""
    for board, moves in items:
        for move in moves:
            board.copy().push(move)
    return sum(len(moves) for _, moves in items)


def push_pop(items: list[tuple[Any, list[Any]]]) -> int:
    """Moves made and taken back."""
    for board, moves in items:
        for move in moves:
            board.push(move)
            board.pop()
    return sum(len(moves) for _, moves in items)


def walk(items: list[tuple[Any, list[Any]]]) -> int:
    """Moves made, answered with a list, and taken back."""
    for board, moves in items:
        for move in moves:
            board.push(move)
            len(board.legal_moves)
            board.pop()
    return sum(len(moves) for _, moves in items)


def hashes(boards: list[Any]) -> int:
    """Zobrist hashes: boards have no hash of Python's."""
    for board in boards:
        board.zobrist_hash()
    return len(boards)


def equal(pairs: list[tuple[Any, Any]]) -> int:
    """Comparisons of equal boards."""
    for one, other in pairs:
        one == other  # noqa: B015
    return len(pairs)


def fen_out(boards: list[Any]) -> int:
    """FENs written."""
    for board in boards:
        board.fen()
    return len(boards)


def fen_in(texts: list[str]) -> int:
    """FENs read."""
    for text in texts:
        dame.Board(text)
    return len(texts)


def random_games(boards: list[Any]) -> int:
    """Games played to their end at random."""
    for board in boards:
        while not board.is_game_over():
            board.push(random.choice(board.legal_moves))
    return len(boards)


if __name__ == "__main__":
    operations = {
        "count": Operation(board, count, fresh=True),
        "read": Operation(board, read, fresh=True),
        "play": Operation(board_and_moves, play),
        "push+pop": Operation(board_and_moves, push_pop),
        "walk": Operation(board_and_moves, walk),
        "hash": Operation(board, hashes, fresh=True),
        "equality": Operation(lambda position: (board(position), board(position)), equal),
        "FEN out": Operation(board, fen_out, fresh=True),
        "FEN in": Operation(lambda position: position["fen"], fen_in),
        "random games": Operation(board, random_games, fresh=True),
    }
    serve({"international": Game(outcomes, operations)}, dame.__version__)
