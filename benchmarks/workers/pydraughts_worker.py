"""Drives pydraughts: boards in pure Python. They have neither equality nor hashes by value."""

from __future__ import annotations

import importlib
from importlib.metadata import version
from typing import Any

from protocol import Game, Operation, Position, serve

draughts: Any = importlib.import_module("draughts")


def measured(variant: str) -> Game:
    """What is measured of one of its variants."""

    def board(position: Position) -> Any:
        return draughts.Board(variant, position["fen"])

    def board_and_moves(position: Position) -> tuple[Any, list[Any]]:
        made = board(position)
        return made, made.legal_moves()

    def outcomes(position: Position) -> int:
        moves = board(position).legal_moves()
        ends = ((m.steps_move[0], m.steps_move[-1], *sorted(m.captures)) for m in moves)
        return len(set(ends))

    def count(boards: list[Any]) -> int:
        for board in boards:
            len(board.legal_moves())
        return len(boards)

    def read(boards: list[Any]) -> int:
        for board in boards:
            for move in board.legal_moves():
                move.steps_move[0], move.steps_move[-1]
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
                len(board.legal_moves())
                board.pop()
        return sum(len(moves) for _, moves in items)

    def fen_out(boards: list[Any]) -> int:
        # `Board.fen` is a text that was made when the move was; this is how it is made.
        for board in boards:
            board._game.get_li_fen()
        return len(boards)

    def fen_in(texts: list[str]) -> int:
        for text in texts:
            draughts.Board(variant, text)
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
    serve({"american": measured("english"), "international": measured("standard")}, version("pydraughts"))
