"""Drives this package."""

from __future__ import annotations

from protocol import Game as MeasuredGame
from protocol import Operation, Position, serve

from draughts import Board, Game, Move, Rules, __version__, get_rules, warm_up
from draughts.batch import Boards

#: Games that are played at once from a position.
MANY = 10_000


def measured(rules: Rules) -> MeasuredGame:
    """What is measured under some rules."""
    warm_up(rules)

    def board(position: Position) -> Board:
        return Board.from_fen(position["fen"], rules)

    def board_and_moves(position: Position) -> tuple[Board, list[Move]]:
        return board(position), list(board(position).legal_moves)

    def game_and_moves(position: Position) -> tuple[Game, list[Move]]:
        game = Game(start=board(position))
        return game, list(game.legal_moves)

    def count(boards: list[Board]) -> int:
        for board in boards:
            len(board.legal_moves)
        return len(boards)

    def read(boards: list[Board]) -> int:
        for board in boards:
            for move in board.legal_moves:
                move.origin, move.destination  # noqa: B018
        return len(boards)

    def play(items: list[tuple[Board, list[Move]]]) -> int:
        for board, moves in items:
            for move in moves:
                board.play(move)
        return sum(len(moves) for _, moves in items)

    def push_pop(items: list[tuple[Game, list[Move]]]) -> int:
        for game, moves in items:
            for move in moves:
                game.push(move)
                game.pop()
        return sum(len(moves) for _, moves in items)

    def walk(items: list[tuple[Game, list[Move]]]) -> int:
        for game, moves in items:
            for move in moves:
                game.push(move)
                len(game.legal_moves)
                game.pop()
        return sum(len(moves) for _, moves in items)

    def hashes(boards: list[Board]) -> int:
        for board in boards:
            hash(board)
        return len(boards)

    def equal(pairs: list[tuple[Board, Board]]) -> int:
        for one, other in pairs:
            one == other  # noqa: B015
        return len(pairs)

    def fen_out(boards: list[Board]) -> int:
        for board in boards:
            board.fen  # noqa: B018
        return len(boards)

    def fen_in(texts: list[str]) -> int:
        for text in texts:
            Board.from_fen(text, rules)
        return len(texts)

    def random_games(items: list[Boards]) -> int:
        for seed, boards in enumerate(items):
            boards.playouts(seed)
        return sum(map(len, items))

    return MeasuredGame(
        lambda position: len(board(position).legal_moves),
        {
            "count": Operation(board, count, fresh=True),
            "read": Operation(board, read, fresh=True),
            "play": Operation(board_and_moves, play),
            "push+pop": Operation(game_and_moves, push_pop),
            "walk": Operation(game_and_moves, walk),
            "hash": Operation(board, hashes, fresh=True),
            "equality": Operation(lambda position: (board(position), board(position)), equal),
            "FEN out": Operation(board, fen_out, fresh=True),
            "FEN in": Operation(lambda position: position["fen"], fen_in),
            "random games": Operation(lambda position: Boards.from_fens([position["fen"]] * MANY, rules), random_games),
        },
    )


if __name__ == "__main__":
    serve({name: measured(get_rules(name)) for name in ("american", "international")}, __version__)
