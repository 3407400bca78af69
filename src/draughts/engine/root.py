"""From a board or a game to what the kernel searches: words, states, keys and counts."""

from __future__ import annotations

from typing import NamedTuple

from draughts.game.draw_counting import counters_for
from draughts.game.game import Game
from draughts.kernel.generator import Position
from draughts.kernel.movement import NOT_FORWARD
from draughts.kernel.search_words import SEARCH_WORDS
from draughts.position.board import Board
from draughts.position.move import Move
from draughts.rules.draws import Repetition
from draughts.rules.rules import PieceType

__all__ = ["Node", "Root", "node_after", "root_of"]

CAPTURED, MAN_MOVED, PROMOTED, UNDOABLE = (
    SEARCH_WORDS[name] for name in ("CAPTURED", "MAN_MOVED", "PROMOTED", "UNDOABLE")
)


class Node(NamedTuple):
    """A position behind a move at the root.

    Attributes
    ----------
    move : Move
        The move.
    position : Position
        The kernel's words.
    state : int
        The kernel's state.
    events : int
        What the move was.
    """

    move: Move
    position: Position
    state: int
    events: int


class Root(NamedTuple):
    """Where a search begins.

    Attributes
    ----------
    board : Board
        The position.
    before : tuple of Board
        The positions before it that may come again, the oldest first.
    counts : tuple of int
        The plies left by each draw rule but repetitions, or -1.
    nodes : tuple of Node
        The legal moves.
    preferred : int
        How many of them, from the first one on, are better than the others whatever the search thinks.
    """

    board: Board
    before: tuple[Board, ...]
    counts: tuple[int, ...]
    nodes: tuple[Node, ...]
    preferred: int


def state_of(board: Board) -> int:
    """The kernel's state of a position; see `draughts.kernel.source.search`."""
    square, count, other_square, other_count = board.king_moves
    bit = board.context.squares.bit
    own = count << 8 | bit[square] if count else 0
    other = other_count << 8 | bit[other_square] if other_count else 0
    return other << 24 | own


def node_after(board: Board, move: Move) -> Node:
    """What lies behind a legal move."""
    after = board.play(move)
    return Node(move, after.kernel_position, state_of(after), _events(board, move))


def root_of(position: Board | Game, most_before: int) -> Root:
    """The root for a position or a game; of a game, repetitions and draw rules are those of its history."""
    board = position if isinstance(position, Board) else position.board
    moves = () if isinstance(position, Board) else tuple(position.moves)
    boards = (position,) if isinstance(position, Board) else tuple(position.boards)
    counters = counters_for(board.rules)
    counts = counters.begin(boards[0])
    for move, after in zip(moves, boards[1:], strict=True):
        counts = counters.count(counts, move, after, 1)
    calm = 0
    for before, move in zip(boards[-2::-1], moves[::-1], strict=True):
        if not _events(before, move) & UNDOABLE or calm == most_before:
            break
        calm += 1
    repetitions = sum(isinstance(rule, Repetition) for rule in counters.rules)
    nodes = tuple(node_after(board, move) for move in board.legal_moves)
    return Root(board, boards[len(boards) - 1 - calm : -1], counts[repetitions:], nodes, len(nodes))


def _events(board: Board, move: Move) -> int:
    events = CAPTURED if move.is_capture else 0
    if move.piece.kind is PieceType.MAN:
        events |= MAN_MOVED | (PROMOTED if move.promotes else 0)
    returns = not events or (events == MAN_MOVED and bool(board.rules.man_moves & NOT_FORWARD))
    return events | UNDOABLE if returns else events
