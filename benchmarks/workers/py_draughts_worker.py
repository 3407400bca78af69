"""Drives py-draughts: boards in pure Python. Boards have neither equality nor hashes by value."""

from __future__ import annotations

import importlib
from importlib.metadata import version
from typing import Any

from protocol import Game, Operation, Position, serve

draughts: Any = importlib.import_module("draughts")


def measured(kind: Any) -> Game:
    """What is measured of one of its boards."""

    def board(position: Position) -> Any:
        return kind.from_fen(position["fen"])

    def board_and_moves(position: Position) -> tuple[Any, list[Any]]:
        made = board(position)
        return made, made.legal_moves

    def outcomes(position: Position) -> int:
        moves = board(position).legal_moves
        return len({(m.square_list[0], m.square_list[-1], *sorted(m.captured_list)) for m in moves})

    def count(boards: list[Any]) -> int:
        for board in boards:
            len(board.legal_moves)
        return len(boards)

    def read(boards: list[Any]) -> int:
        for board in boards:
            for move in board.legal_moves:
                move.square_list[0], move.square_list[-1]
        return len(boards)

    def play(items: list[tuple[Any, list[Any]]]) -> int:
        for board, moves in items:
            for move in moves:
                board.copy().push(move)
        return sum(len(moves) for _, moves in items)

    def push_pop(items: list[tuple[Any, list[Any]]]) -> int:
        for board, moves in items:
            for move in moves:
                board.push(move)
                board.pop()
        return sum(len(moves) for _, moves in items)

    def walk(items: list[tuple[Any, list[Any]]]) -> int:
        for board, moves in items:
            for move in moves:
                board.push(move)
                len(board.legal_moves)
                board.pop()
        return sum(len(moves) for _, moves in items)

    def fen_out(boards: list[Any]) -> int:
        for board in boards:
            board.fen  # noqa: B018
        return len(boards)

    def fen_in(texts: list[str]) -> int:
        for text in texts:
            kind.from_fen(text)
        return len(texts)

    return Game(
        outcomes,
        {
            "count": Operation(board, count, fresh=True),
            "read": Operation(board, read, fresh=True),
            "play": Operation(board_and_moves, play),
            "push+pop": Operation(board_and_moves, push_pop),
            "walk": Operation(board_and_moves, walk),
            "FEN out": Operation(board, fen_out, fresh=True),
            "FEN in": Operation(lambda position: position["fen"], fen_in),
        },
    )


if __name__ == "__main__":
    games = {"american": measured(draughts.AmericanBoard), "international": measured(draughts.StandardBoard)}
    serve(games, version("py-draughts"))
